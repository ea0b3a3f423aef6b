"""Load shoes, deal, read and reveal cards, roll dice, and advance the round until it is settled.

Cards are from the generator, a smart shoe or the dealer's entries; the round decides which hand gets each card.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from croupier.cards import CardError, Piece, show_cards
from croupier.errors import Refused
from croupier.money.bets import SEATED
from croupier.play.card_turning import Holder, PassRequest, TurningState
from croupier.play.hands_on_table import HandName, hand_words
from croupier.play.round import (
    AnnounceResult,
    Answer,
    Arrange,
    Arrangement,
    Ask,
    Deal,
    ForbiddenDecision,
    HandToSet,
    NoCardsLeft,
    OpenHand,
    Question,
    ResultAnnounced,
    Roll,
    UnexpectedAnswer,
    Void,
)
from croupier.store.ledger_accounts import AccountName
from croupier.table import events as e
from croupier.table import round_input_json as input_json
from croupier.table.command_declaration import (
    BETTING,
    BETWEEN,
    DEALER,
    DEALING,
    OPEN,
    PLAYER,
    CardText,
    Command,
    Name,
    Seat,
    handles,
)
from croupier.table.command_effect import EffectBuilder
from croupier.table.dealt_cards import dealt_cards, input_indexes
from croupier.table.procedure import batch_for, refuse_outstanding_step
from croupier.table.replay_cache import current_play
from croupier.table.round_settlement import pay_early, record_debt, settle_round, void_round
from croupier.table.state import CurrentRound, Phase, TableState

OPENED_HAND_CARDS = 4
"""Time for which an automated table shows an opened hand, as a multiple of the time between two cards."""


class LoadShoe(Command):
    """Command to load a new shoe."""

    do: Literal["load-shoe"] = "load-shoe"
    batch: Annotated[str, Field(min_length=1, max_length=24)] | None = None
    """Back colour of the shoe's cards, where two batches alternate; None: the batch that is next."""


@handles(LoadShoe, phases=BETWEEN | BETTING, roles=DEALER)
def new_shoe(builder: EffectBuilder, command: LoadShoe) -> Refused | None:
    """Load a new shoe; refuse while wagers are on the layout or the old shoe still has a hand to deal.

    The generator commits to the order of its shoe before the first wager; a dealer's shoe is read card by card.
    """
    if refusal := builder.refuse_while_wagers_are_down():
        return refusal
    state = builder.state
    used_up = state.shoe is not None and state.shoe.is_finished
    if (state.opening.carried is not None and not used_up) or state.phase is Phase.BETTING:
        return Refused(
            "shoe/carried_hand_due", "The next hand belongs to the shoe in play; it is dealt first.", ("003 L296",)
        )
    if refusal := refuse_outstanding_step(builder, "day", "opening", "shoe"):
        return refusal
    reveal_shoe(builder)
    number = state.shoes + 1
    if not state.is_automated:
        batch = batch_for(builder, command.batch)
        if isinstance(batch, Refused):
            return batch
        builder.emit(e.ShoeLoaded(number=number, source="dealer", batch=batch))
        return None
    filled = builder.context.card_source.fill_shoe(state.rules.shoe)
    builder.emit(e.ShoeLoaded(number=number, source="generator", digest=filled.digest, sealed=filled.sealed))
    _burn_generated(builder)
    return None


def _burn_generated(builder: EffectBuilder) -> None:
    shoe = builder.state.shoe
    assert shoe is not None
    if not shoe.burn_due:
        return
    assert shoe.sealed is not None
    first = builder.context.card_source.card_at(shoe.sealed, 0)
    shown = [builder.context.card_source.card_at(shoe.sealed, place) for place in range(shoe.rules.burn_count(first))]
    builder.emit(e.CardsBurned(shown=[str(card) for card in shown], count=len(shown)))


def reveal_shoe(builder: EffectBuilder) -> None:
    """Publish the order of a finished shoe, so that anyone can check the commitment.

    A shoe that stays sealed is not published: its order would disclose hands that were folded face down.
    """
    shoe = builder.state.shoe
    if shoe is None or shoe.sealed is None or shoe.opened or shoe.digest is None or shoe.stays_sealed:
        return
    opening = builder.context.card_source.reveal(shoe.sealed)
    builder.emit(
        e.ShoeRevealed(
            number=shoe.number,
            digest=shoe.digest,
            nonce=opening.nonce.hex(),
            cards=show_cards(opening.cards),
            cut_from_back=opening.cut_from_back,
        )
    )


class ReadCard(Command):
    """Command that reports a card from the shoe, read by the smart shoe or entered by the dealer."""

    do: Literal["read-card"] = "read-card"
    card: CardText


@handles(ReadCard, phases=BETWEEN | DEALING, roles=DEALER)
def read_card(builder: EffectBuilder, command: ReadCard) -> Refused | None:
    """Burn or deal a card that left the shoe; refuse a card that is impossible or not due. [R11]"""
    card = next_card(builder, command.card)
    if isinstance(card, Refused):
        return card
    state = builder.state
    assert state.shoe is not None
    if state.shoe.burn_due:
        return _burn(builder, card)
    if state.phase is not Phase.DEALING:
        return Refused("card/not_due", f"No card is due: {card} was read between rounds. Call a supervisor.")
    if refusal := _refuse_if_no_card_due(builder):
        return refusal
    deal(builder, card, None)
    return None


def next_card(builder: EffectBuilder, text: str) -> Piece | Refused:
    """Return the card for its text, or the refusal if it cannot be the next card of this shoe."""
    if builder.state.is_automated:
        return Refused("card/automated_table", "The generator deals at this table.")
    if builder.state.shoe is None:
        return Refused("shoe/not_loaded", "There is no shoe: bring in a new one first.")
    try:
        card = builder.state.rules.shoe.pack.parse(text)
    except CardError as error:
        return Refused("card/unreadable", f"{str(error)[:1].upper()}{str(error)[1:]}.")
    if why := builder.state.shoe.impossible_reason(card):
        return Refused("shoe/impossible_card", why, ("000 L136",))
    return card


def _burn(builder: EffectBuilder, first: Piece) -> Refused | None:
    """Burn cards of a dealer's shoe; the first card determines how many follow it."""
    assert builder.state.shoe is not None
    count = builder.state.shoe.rules.burn_count(first)
    builder.emit(e.CardsBurned(shown=[str(first)], count=count))
    return None


def _refuse_if_no_card_due(builder: EffectBuilder) -> Refused | None:
    """Refuse if the round does not need a card now."""
    need = current_play(builder.state).need
    if isinstance(need, Ask):
        seats = ", ".join(str(one.seat) for one in need.questions)
        return Refused("card/not_due", f"No card is due: seat {seats} decides first.")
    if isinstance(need, Arrange):
        seats = ", ".join(str(one.seat) for one in need.hands_to_set)
        return Refused("card/not_due", f"No card is due: seat {seats} sets its hand first.")
    if isinstance(need, Roll):
        return Refused("card/not_due", f"No card is due: the {need.what} come first.")
    if isinstance(need, OpenHand):
        return Refused("card/not_due", f"No card is due: {hand_words(need.hand)} is opened next.")
    if not isinstance(need, Deal):
        return Refused("card/not_due", "The hands are complete: call the result, or report a card drawn in error.")
    if need.opens and (refusal := refuse_outstanding_step(builder, "dealt")):
        return refusal
    return refuse_until_revealed(builder)


def refuse_until_revealed(builder: EffectBuilder) -> Refused | None:
    """Refuse while face-down cards must be revealed first."""
    if hand_to_reveal(builder.state) is None:
        return None
    return Refused("card/face_down", "The cards on the felt are turned first.", ("003 L310-313",))


def hand_to_reveal(state: TableState) -> str | None:
    """Return the hand that must be revealed before the round continues, or None."""
    current = state.round
    if current is None or current.turning is None:
        return None
    is_carried = current.opening.carried is not None
    return state.card_turning.hand_to_reveal(current.turning, current.dealt, is_carried=is_carried)


def deal(builder: EffectBuilder, card: Piece, irregular: Answer | None) -> None:
    """Deal a card to the hand that needs it, then advance the round; if the round is over, it is settled."""
    state = builder.state
    current, need = state.round, current_play(state).need
    assert current is not None
    assert isinstance(need, Deal)
    _report_cut_card(builder)
    if need.burns and not state.is_automated:
        burn_face_down(builder, need)
    answer = irregular if irregular is not None else card
    turning = current.turning is not None
    face_down = state.family.is_dealt_face_down(need)
    builder.emit(
        e.CardDealt(
            place=len(current.dealt) + 1,
            hand=need.hand,
            nth=need.place,
            card=str(card),
            face_down=turning or face_down,
            owner=_owner(state, need) if face_down else None,
            irregular=None if irregular is None else input_json.round_input_to_json(answer),
            next_at=next_card_at(builder),
        )
    )
    if turning:
        _start_reveal(builder)
    advance_round(builder)


def _start_reveal(builder: EffectBuilder) -> None:
    """Start the reveal when the face-down cards are complete.

    A dealer's table without reveal rights opens all hands now, in order. At other tables, set the deadline of the
    player who may reveal, if there is one. [004 L299, L787]
    """
    opens_all = not builder.state.card_turning.is_turned_by_bettors(builder.state.rules)
    if opens_all and not builder.state.is_automated:
        while hand := hand_to_reveal(builder.state):
            _emit_reveal(builder, hand, None, silent=False)
    elif hand_to_reveal(builder.state):
        _turn_deadline(builder)


def burn_face_down(builder: EffectBuilder, need: Deal) -> None:
    """Burn the cards that must be burned face down before the next card is dealt. [004 L8]"""
    builder.emit(e.CardsBurned(shown=[], count=need.burns))


def _owner(state: TableState, need: Deal) -> str | None:
    return hand_owner(state, need.hand) if need.seat is None else seat_owner(state, need.seat)


def hand_owner(state: TableState, hand: str) -> str | None:
    """Return the account that may view a hand, or None.

    That is the player who decides for the hand's seat, or a bettor there if no player decides.
    """
    return None if state.round is None or (seat := HandName.parse(hand).seat) is None else seat_owner(state, seat)


def seat_owner(state: TableState, seat: int) -> str | None:
    """Return the account that may view the cards of a seat, or None; at the bank's seat, the player-dealer's."""
    assert state.round is not None
    if state.bank is not None and state.bank.seat == seat:
        return state.bank.account
    spots = [spot for spot in state.round.spots.values() if spot.seat == seat and spot.wagers]
    names = [*state.deciding_bettors(seat), *sorted((spot.bettor for spot in spots), key=lambda name: name != SEATED)]
    account = next((spot.account for name in names for spot in spots if spot.bettor == name), None)
    return None if account is not None and _sets_other_hand(state, seat, account) else account


def _sets_other_hand(state: TableState, seat: int, account: AccountName) -> bool:
    """Return whether a player with several seats sets another hand and may not view this one. [004 L1541]"""
    assert state.round is not None
    if not state.sets_first_seat_only:
        return False
    player_seats = sorted(
        {spot.seat for spot in state.round.spots.values() if state.deciding_account(spot.seat) == account}
    )
    return bool(player_seats) and seat != _player_first_seat(state, player_seats)


def advance_round(builder: EffectBuilder) -> None:
    """Advance the round after an input.

    Reveal cards that are open now, pay early wagers, request decisions or arrangements, and settle the round when it is
    over.
    """
    play, current = current_play(builder.state), builder.state.round
    assert current is not None
    if current.turning is None:
        _reveal_open_cards(builder, current, builder.state.family.face_up_cards(play))
    if not play.is_over:
        if (early := builder.state.family.early_results) is not None:
            pay_early(builder, early.paid_early(builder.state.rules, play, current.bets()))
        record_debt(builder, [one.account for one in current.paid])
    if isinstance(play.need, Ask):
        until = _shared_deadline(
            builder, {(one.seat, one.nth) for one in play.need.questions}, current, play.need.seconds
        )
        builder.emit(e.DecisionsRequested(questions=[_question(one) for one in play.need.questions], next_at=until))
    elif isinstance(play.need, Arrange):
        requested = {(one.seat, one.nth) for one in play.need.hands_to_set}
        # The dealer enters an arrangement that is open on the table; no deadline applies.
        is_on_table = any(one.is_on_table for one in play.need.hands_to_set)
        next_at = None if is_on_table else _shared_deadline(builder, requested, current)
        builder.emit(
            e.ArrangementsRequested(
                settings=[arrangement_request_json(one) for one in play.need.hands_to_set], next_at=next_at
            )
        )
        if (seat := _seat_set_house_way(builder.state, play.need)) is not None:
            record_arrangement(builder, Arrangement(seat))
            return
    _end_if_over(builder)


def record_arrangement(builder: EffectBuilder, arrangement: Arrangement) -> None:
    """Record a seat's arrangement and advance the round."""
    seat = arrangement.seat
    answer = input_json.round_input_to_json(arrangement)
    builder.emit(
        e.ArrangementMade(
            seat=seat,
            account=builder.state.deciding_account(seat),
            declares=arrangement.declaration,
            answer=answer,
            next_at=next_card_at(builder),
        )
    )
    advance_round(builder)


def _seat_set_house_way(state: TableState, need: Arrange) -> int | None:
    """Return a seat that the house sets because its player sets the hand of another seat, or None. [004 L1541]"""
    if not state.sets_first_seat_only:
        return None
    requested = [*need.done, *(one.seat for one in need.hands_to_set)]
    bank = state.bank.seat if state.bank else None
    for seat in (one.seat for one in need.hands_to_set):
        player_seats = [
            other_seat
            for other_seat in requested
            if other_seat != bank and state.deciding_account(other_seat) == state.deciding_account(seat)
        ]
        if seat != bank and seat != _player_first_seat(state, player_seats):
            return seat
    return None


def _player_first_seat(state: TableState, seats: list[int]) -> int:
    """Return the first of these seats of one player: a seat where the player sits, else the lowest number."""
    sits = {
        seat for seat in seats if (sitter := state.seats.get(seat)) and sitter.account == state.deciding_account(seat)
    }
    return min(sits or seats)


def _reveal_open_cards(builder: EffectBuilder, current: CurrentRound, open_places: frozenset[int]) -> None:
    """Emit one event per hand for face-down cards that are open to everyone from now on."""
    turned: dict[str, list[int]] = {}
    places = [place for place, card in enumerate(current.dealt, start=1) if card.face_down and place in open_places]
    hand_by_card = _current_hands(builder.state) if places else {}
    for place in places:
        turned.setdefault(hand_by_card.get(place, current.dealt[place - 1].hand), []).append(place)
    for hand, shown in turned.items():
        cards = [str(current.dealt[place - 1].card) for place in shown]
        builder.emit(e.HoleCardsRevealed(hand=hand, cards=cards, places=shown))


def _current_hands(state: TableState) -> dict[int, str]:
    """Return the name of the hand in which each card is now, by card number.

    A card may have been dealt to a pile before it came to a hand.
    """
    hands = state.family.hands_on_table(state.rules, current_play(state)) or ()
    return {place: str(HandName.parse(hand.name).whole) for hand in hands for place in hand.places}


def _shared_deadline(
    builder: EffectBuilder, requested: set[tuple[int, int]], current: CurrentRound, seconds: int | None = None
) -> int:
    """Return the common deadline of all open questions, in milliseconds since the epoch.

    The deadline stays the same unless there is a new question.
    """
    least = builder.state.settings.decision_seconds
    fresh = builder.at + 1000 * (least if seconds is None else min(seconds, least))
    return current.ask_until if requested <= current.open_questions and current.ask_until is not None else fresh


def arrangement_request_json(setting: HandToSet) -> dict[str, Any]:
    """Return the JSON of an arrangement request: seat, hand sizes, question number. It contains no cards."""
    hands = [{"name": name, "cards": many} for name, many in setting.sizes]
    return {"seat": setting.seat, "hands": hands, "question": setting.nth}


def _question(question: Question) -> dict[str, Any]:
    return {
        "seat": question.seat,
        "hand": question.hand,
        "choices": [{"do": one.do, "least_cents": one.least, "most_cents": one.most} for one in question.choices],
        "silence": question.timeout_action,
        "question": question.nth,
    }


def next_card_at(builder: EffectBuilder, *, cards: int = 1) -> int | None:
    """Return when the generator acts next, in milliseconds since the epoch: after the time for `cards` cards.

    None if a dealer deals.
    """
    return builder.at + cards * builder.state.settings.card_ms if builder.state.is_automated else None


def _turn_deadline(builder: EffectBuilder) -> None:
    """Set the deadline for the player who reveals the next hand; there is no deadline if the dealer reveals it."""
    current = builder.state.round
    assert current is not None
    assert current.turning is not None
    if current.turning.turner is not None:
        builder.emit(e.RevealDeadlineSet(next_at=builder.at + 1000 * builder.state.settings.decision_seconds))


def _report_cut_card(builder: EffectBuilder) -> None:
    """Report that the cut card was reached, at an automated table."""
    shoe = builder.state.shoe
    assert shoe is not None
    if builder.state.is_automated and shoe.cut_is_reached():
        builder.emit(e.CutCardReached(last_hand=shoe.after_cut().hands_left == 0))


class ReportCutCard(Command):
    """Command that reports that the cut card has come out of the shoe."""

    do: Literal["report-cut-card"] = "report-cut-card"


@handles(ReportCutCard, phases=OPEN, roles=DEALER)
def cut_card_out(builder: EffectBuilder, command: ReportCutCard) -> Refused | None:
    """Record that the dealer has set the cut card aside. [003 L230; 000 L104-105]"""
    shoe = builder.state.shoe
    if shoe is None or builder.state.is_automated:
        return Refused("shoe/not_loaded", "There is no shoe of the dealer's on this table.")
    if shoe.hands_left is not None:
        return Refused("shoe/cut_card_out", "The cut card is out already.")
    builder.emit(e.CutCardReached(last_hand=shoe.after_cut().is_last_hand))
    return None


class CallResult(Command):
    """Command to announce the result and settle the round."""

    do: Literal["call-result"] = "call-result"


@handles(CallResult, phases=DEALING, roles=DEALER)
def call_result(builder: EffectBuilder, command: CallResult) -> Refused | None:
    """Announce the result and settle the round. [003 L284]"""
    if not isinstance(current_play(builder.state).need, AnnounceResult):
        return Refused("round/not_complete", "The hands are not complete yet.", ("003 L229",))
    if refusal := refuse_until_revealed(builder):
        return refusal
    send_input(builder, ResultAnnounced())
    return None


def send_input(builder: EffectBuilder, answer: Answer) -> None:
    """Send an input other than a due card to the round, and advance the round."""
    card = input_json.card_of_input(answer)
    builder.emit(
        e.RoundInputRecorded(answer=input_json.round_input_to_json(answer), card=None if card is None else str(card))
    )
    advance_round(builder)


def _end_if_over(builder: EffectBuilder) -> None:
    play = current_play(builder.state)
    if not play.is_over:
        return
    if isinstance(play.result, Void):
        opening = builder.state.family.next_opening(play.result)
        void_round(builder, "rules", play.result.reason, play.result.cite, opening=opening)
    else:
        settle_round(builder, play.result)


def deal_next_automatically(builder: EffectBuilder) -> None:
    """Carry out the next step of a round that the generator deals."""
    state = builder.state
    if hand := hand_to_reveal(state):
        reveal_on_timeout(builder, hand)
        return
    need = current_play(state).need
    if isinstance(need, AnnounceResult):
        call_result(builder, CallResult())
    elif isinstance(need, Ask | Arrange):
        apply_timeouts(builder, need)
    elif isinstance(need, Roll):
        _roll_automatically(builder, need)
    elif isinstance(need, OpenHand):
        _open_hand(builder, need)
    elif state.shoe is not None and state.shoe.left == 0:
        send_input(builder, NoCardsLeft())
    else:
        if isinstance(need, Deal) and need.burns:
            burn_face_down(builder, need)
        shoe = builder.state.shoe
        assert shoe is not None
        assert shoe.sealed is not None
        deal(builder, builder.context.card_source.card_at(shoe.sealed, shoe.dealt), None)


def apply_timeouts(builder: EffectBuilder, timed_out: Ask | Arrange) -> None:
    """Apply the timeout to all open questions or arrangement requests. [002 L103, L122]

    Valid saved arrangements are used first, then a time bank; the remaining questions get the game's default answer.
    """
    if isinstance(timed_out, Arrange) and (drafted := _valid_draft(builder.state, timed_out)) is not None:
        record_arrangement(builder, drafted)
        need = current_play(builder.state).need if builder.state.round is not None else None
        if isinstance(need, Arrange) and need.done:
            apply_timeouts(builder, need)
        return
    if isinstance(timed_out, Ask) and _use_time_bank(builder, timed_out):
        return
    waiting = timed_out.questions if isinstance(timed_out, Ask) else timed_out.hands_to_set
    if builder.state.stakes is not None and not (isinstance(timed_out, Ask) and timed_out.seconds is not None):
        for request in waiting:
            _sit_out_silent_player(builder, request.seat)
    builder.emit(e.DecisionTimedOut(seats=[one.seat for one in waiting], next_at=next_card_at(builder)))
    advance_round(builder)


def _use_time_bank(builder: EffectBuilder, need: Ask) -> bool:
    """Start the time bank of the only seat with a question; return whether it started."""
    state, seat = builder.state, need.questions[0].seat
    sitter = state.seats.get(seat)
    if state.stakes is None or sitter is None or need.seconds is not None or len(need.questions) > 1:
        return False
    if state.stack(sitter.account).is_out:
        return False
    left = time_bank_of(state, sitter.account)
    if left <= 0:
        return False
    until = builder.at + left
    builder.emit(e.TimeBankOpened(seat=seat, account=sitter.account, left_ms=left, next_at=until))
    return True


def time_bank_of(state: TableState, account: AccountName) -> int:
    """Return the remaining time of a player's time bank, in milliseconds."""
    left = state.stack(account).time_bank_ms
    if left is not None:
        return left
    return 0 if state.stakes is None else 1000 * state.stakes.time_bank_seconds(state.rules)


def close_time_bank(builder: EffectBuilder, seat: int) -> None:
    """Stop the time bank of a player who has decided, and save its remaining time."""
    state, sitter = builder.state, builder.state.seats.get(seat)
    if state.round is None or sitter is None or state.round.time_bank_seat != seat:
        return
    left = max(0, (state.round.ask_until or 0) - builder.at)
    builder.emit(e.TimeBankClosed(seat=seat, account=sitter.account, left_ms=left))


def _sit_out_silent_player(builder: EffectBuilder, seat: int) -> None:
    """Let a player who did not answer in time sit out; the chips stay in front of the seat."""
    sitter = builder.state.seats.get(seat)
    if sitter is not None and not builder.state.stack(sitter.account).is_out:
        builder.emit(e.SatOut(seat=seat, account=sitter.account, why="silent"))


def _valid_draft(state: TableState, need: Arrange) -> Arrangement | None:
    """Return the first saved arrangement that is valid, or None."""
    assert state.round is not None
    for to_set in need.hands_to_set:
        draft = state.round.drafts.get(to_set.seat)
        if draft is not None and to_set.problem(Arrangement(to_set.seat, draft)) is None:
            return Arrangement(to_set.seat, draft)
    return None


class ShowHand(Command):
    """Command to open the next hand, so that everybody sees its cards."""

    do: Literal["show-hand"] = "show-hand"


@handles(ShowHand, phases=DEALING, roles=DEALER)
def show_hand(builder: EffectBuilder, command: ShowHand) -> Refused | None:
    """Open the next hand for comparison, at a dealer's table."""
    need = current_play(builder.state).need
    if not isinstance(need, OpenHand):
        return Refused("hand/not_due", "No hand is to be opened now.")
    if builder.state.is_automated:
        return Refused("hand/automated_table", "Hands are opened by themselves at this table.")
    if refusal := refuse_outstanding_step(builder, "dealt"):
        return refusal
    _open_hand(builder, need)
    return None


def _open_hand(builder: EffectBuilder, need: OpenHand) -> None:
    builder.emit(e.HandShown(hand=need.hand, seat=need.seat, next_at=next_card_at(builder, cards=OPENED_HAND_CARDS)))
    advance_round(builder)


class RollDice(Command):
    """Command that reports the dice numbers; with `numbers` None the generator rolls."""

    do: Literal["roll-dice"] = "roll-dice"
    numbers: Annotated[list[Annotated[int, Field(ge=0, le=1000, strict=True)]], Field(max_length=10)] | None = None


@handles(RollDice, phases=DEALING, roles=DEALER)
def roll_dice(builder: EffectBuilder, command: RollDice) -> Refused | None:
    """Record the dice numbers that the dealer entered, or roll with the generator."""
    need = current_play(builder.state).need
    if not isinstance(need, Roll):
        return Refused("dice/not_due", "No dice are due now.")
    if builder.state.is_automated:
        return Refused("dice/automated_table", "The generator throws at this table.")
    if command.numbers is None:
        _roll_automatically(builder, need)
        return None
    if wrong := need.problem(tuple(command.numbers)):
        return Refused("dice/impossible", f"{wrong[:1].upper()}{wrong[1:]}.")
    _record_roll(builder, need, "dealer", command.numbers)
    return None


def _roll_automatically(builder: EffectBuilder, need: Roll) -> None:
    below = builder.context.card_source.random_below
    _record_roll(
        builder, need, "generator", [need.least + below(need.most - need.least + 1) for _ in range(need.count)]
    )


def _record_roll(builder: EffectBuilder, need: Roll, source: str, numbers: list[int]) -> None:
    builder.emit(e.DiceRolled(what=need.what, source=source, numbers=numbers, next_at=next_card_at(builder)))
    advance_round(builder)


class CorrectCard(Command):
    """Command to correct a misread card of the current round. `place`: number of the card in the round, from 1."""

    do: Literal["correct-card"] = "correct-card"
    place: Annotated[int, Field(ge=1, le=60, strict=True)]
    card: CardText


@handles(CorrectCard, phases=DEALING, roles=DEALER)
def correct_card(builder: EffectBuilder, command: CorrectCard) -> Refused | None:
    """Correct a misread card of the current round and continue. [000 L136]"""
    state = builder.state
    current, shoe = state.round, state.shoe
    assert current is not None
    assert shoe is not None
    if state.is_automated:
        return Refused("card/automated_table", "The generator's cards are not misread.")
    places = input_indexes(state, current.inputs)
    if command.place > len(places) or not isinstance(current.inputs[places[command.place - 1]], Piece):
        return Refused("card/not_found", f"The round has {len(places)} cards so far; there is no plain card there.")
    was = current.dealt[command.place - 1].card
    card = _corrected_card(builder, was, command.card)
    if isinstance(card, Refused):
        return card
    return _apply_correction(builder, command.place, places[command.place - 1], was, card)


def _corrected_card(builder: EffectBuilder, was: Piece, text: str) -> Piece | Refused:
    try:
        card = builder.state.rules.shoe.pack.parse(text)
    except CardError as error:
        return Refused("card/unreadable", f"{str(error)[:1].upper()}{str(error)[1:]}.")
    assert builder.state.shoe is not None
    if card == was:
        return Refused("card/unchanged", f"It was read as {was} already.")
    if builder.state.shoe.after_correction(was, card).is_overfull:
        return Refused("shoe/impossible_card", f"All {card} of the shoe are out; this one cannot be.", ("000 L136",))
    return card


def _apply_correction(builder: EffectBuilder, place: int, answer: int, was: Piece, card: Piece) -> Refused | None:
    try:
        play = builder.state.replay_play.with_corrected_card(answer, card)
    except (UnexpectedAnswer, ForbiddenDecision) as error:
        return Refused("card/cannot_correct", f"{str(error)[:1].upper()}{str(error)[1:]}.", ("003 L296-297",))
    state = builder.state
    corrected_cards = dealt_cards(state, play.answers)
    hidden = [at for at, one in enumerate(corrected_cards, start=1) if one.face_down]
    builder.emit(
        e.CardCorrected(
            place=place,
            was=str(was),
            card=str(card),
            answers=[input_json.round_input_to_json(one) for one in play.answers],
            face_down=hidden,
            owner=hand_owner(state, corrected_cards[place - 1].hand) if place in hidden else None,
        )
    )
    advance_round(builder)
    return None


class RevealCards(Command):
    """Command to reveal the face-down cards of a hand."""

    do: Literal["reveal-cards"] = "reveal-cards"
    hand: Name


@handles(RevealCards, phases=DEALING, roles=PLAYER | DEALER)
def reveal_cards(builder: EffectBuilder, command: RevealCards) -> Refused | None:
    """Reveal a hand: the player with the right does it, or the dealer if no player has the right. [003 L310-315]"""
    turning = _turning_or_refusal(builder)
    if isinstance(turning, Refused):
        return turning
    hand = hand_to_reveal(builder.state)
    if hand is None:
        return Refused("turning/not_yet", "There are no face-down cards to turn now.", ("003 L310-313",))
    by = None if builder.actor.account is None else _holder(builder, [turning.turner])
    if isinstance(by, Refused):
        return by
    after = builder.state.card_turning.turn_cards(turning, command.hand, by)
    if isinstance(after, Refused):
        return after
    _emit_reveal(builder, command.hand, None if by is None else [by.seat, by.bettor], silent=False)
    return None


def reveal_on_timeout(builder: EffectBuilder, hand: str) -> None:
    """Apply the reveal deadline: deny an open pass request, or reveal the cards as the dealer."""
    turning = _turning_or_refusal(builder)
    assert isinstance(turning, TurningState)
    silent = turning.turner is not None or turning.open_request is not None
    if not silent:
        _emit_reveal(builder, hand, None, silent=False)
        return
    lapsed = turning.open_request is not None
    assert not isinstance(builder.state.card_turning.timed_out(turning), Refused)
    if lapsed:
        seconds = builder.state.settings.decision_seconds
        builder.emit(e.CardsRevealed(hand=hand, by=None, silent=True, cards=[], next_at=builder.at + 1000 * seconds))
    else:
        _emit_reveal(builder, hand, None, silent=True)


def _emit_reveal(builder: EffectBuilder, hand: str, by: list[int | str] | None, *, silent: bool) -> None:
    current = builder.state.round
    assert current is not None
    cards = [str(card.card) for card in current.dealt if card.hand == hand]
    carried = current.opening.carried
    if carried is not None and hand == builder.state.family.common_hands[0]:
        cards.insert(0, str(carried.card))
    builder.emit(e.CardsRevealed(hand=hand, by=by, silent=silent, cards=cards, next_at=next_card_at(builder)))
    if hand_to_reveal(builder.state):
        _turn_deadline(builder)


def _turning_or_refusal(builder: EffectBuilder) -> TurningState | Refused:
    current = builder.state.round
    assert current is not None
    if current.turning is None:
        return Refused("turning/dealer", "The dealer turns the cards at this table.", ("003 L292",))
    return current.turning


def _holder(builder: EffectBuilder, wanted: Sequence[Holder | None]) -> Holder | Refused:
    """Return the betting spot with which the actor acts on a reveal right, or a refusal.

    It is the actor's spot that is in `wanted`, else the actor's first spot. An actor without a wager is refused.
    """
    current = builder.state.round
    assert current is not None
    spots = [spot for spot in current.spots.values() if spot.account == builder.actor.account]
    if not spots:
        return Refused("turning/no_wager", "You have no wager in this round.", ("003 L303-305",))
    holders = [Holder(spot.seat, spot.bettor) for spot in sorted(spots, key=lambda spot: spot.bettor != SEATED)]
    return next((holder for holder in holders if holder in wanted), holders[0])


class RequestRevealPass(Command):
    """Command to request that another bettor reveals the cards of a hand."""

    do: Literal["request-reveal-pass"] = "request-reveal-pass"
    hand: Name
    to_seat: Seat


@handles(RequestRevealPass, phases=DEALING, roles=PLAYER)
def request_reveal_pass(builder: EffectBuilder, command: RequestRevealPass) -> Refused | None:
    """Request that another bettor reveals the cards. [003 L315]"""
    turning = _turning_or_refusal(builder)
    if isinstance(turning, Refused):
        return turning
    if hand_to_reveal(builder.state) is None:
        return Refused("turning/not_yet", "There are no face-down cards to turn now.", ("003 L310-313",))
    by = _holder(builder, [turning.holders.get(command.hand)])
    if isinstance(by, Refused):
        return by
    to = Holder(command.to_seat)
    after = builder.state.card_turning.ask_to_pass(turning, PassRequest(command.hand, by, to))
    if isinstance(after, Refused):
        return after
    deadline = builder.at + 1000 * builder.state.settings.decision_seconds
    builder.emit(e.RevealPassRequested(hand=command.hand, by=_holder_json(by), to=_holder_json(to), next_at=deadline))
    return None


class AnswerRevealPass(Command):
    """Command to agree or disagree that another bettor reveals the cards."""

    do: Literal["answer-reveal-pass"] = "answer-reveal-pass"
    hand: Name
    agree: bool


@handles(AnswerRevealPass, phases=DEALING, roles=PLAYER | DEALER)
def answer_reveal_pass(builder: EffectBuilder, command: AnswerRevealPass) -> Refused | None:
    turning = _turning_or_refusal(builder)
    if isinstance(turning, Refused):
        return turning
    deadline = builder.at + 1000 * builder.state.settings.decision_seconds
    if builder.actor.account is None:
        return _answer_for_house(builder, turning, command, deadline)
    who = _holder(builder, turning.open_request.waiting_for if turning.open_request else ())
    if isinstance(who, Refused):
        return who
    after = builder.state.card_turning.answer_pass(turning, who, agrees=command.agree)
    if isinstance(after, Refused):
        return after
    builder.emit(e.RevealPassAnswered(who=_holder_json(who), agree=command.agree, next_at=deadline))
    return None


def _answer_for_house(
    builder: EffectBuilder, turning: TurningState, command: AnswerRevealPass, deadline: int
) -> Refused | None:
    """Deny a pass request in the name of the house. [003 L315]

    The house may not agree to it in place of the players.
    """
    if command.agree:
        return Refused(
            "turning/players_agree", "The players agree among themselves; the house may deny it.", ("003 L315",)
        )
    after = builder.state.card_turning.deny_pass(turning)
    if isinstance(after, Refused):
        return after
    builder.emit(e.RevealPassAnswered(who=[], agree=False, next_at=deadline))
    return None


def _holder_json(holder: Holder) -> list[int | str]:
    return [holder.seat, holder.bettor]
