"""Reducer: compute the next state of a table from one event.

Pure functions: the same events always give the same state.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from croupier.cards import Piece, parse_piece
from croupier.play.card_turning import Holder, PassRequest, TurningState
from croupier.play.family import load_family, opening_of, replay_round
from croupier.play.round import Answer, Deal, HandOpened, Opening, Rolled, RoundInProgress, TimedOut
from croupier.rulebook.options import normalize_name
from croupier.store.ledger_accounts import AccountName
from croupier.table import events as e
from croupier.table import round_input_json as input_json
from croupier.table.procedure_reducer import apply_procedure_event
from croupier.table.rotation_offers import (
    BankOffers,
    BankOffersStep,
    first_offers,
    rotation_input_from_json,
    rotation_rules,
)
from croupier.table.round_archive import replay_dealt_cards, replay_numbered_cards
from croupier.table.settings import game_rules
from croupier.table.shoe import LiveShoe
from croupier.table.state import (
    PAID_JACKPOTS_MOST,
    AddedWager,
    BackOutRequest,
    CorrectionRequest,
    CurrentRound,
    DealtCard,
    EarlyPayment,
    Jackpot,
    Phase,
    PlayerDealerBank,
    SeatedPlayer,
    SpotBets,
    TableHold,
    TableState,
    WaitingPlayer,
)
from croupier.table.trends import ShoeTrend, TableTrends

THIRD_HAND_ALLOWED_BEFORE = frozenset({"ca-ez-baccarat-dragon-7", "ca-fortune-pai-gow-poker", "ca-royal-pai-gow-poker"})
"""Rulebooks that let a player bank a third hand in a row, in old logs that do not record `must_intervene`."""


def apply_all(state: TableState, events: Iterable[e.Event]) -> TableState:
    for event in events:
        state = apply_event(state, event)
    return state


def apply_event(state: TableState, event: e.Event) -> TableState:
    """Return the state of the table after an event."""
    for part in (
        _apply_table_event,
        _apply_stack_event,
        _apply_shoe_event,
        _apply_bank_event,
        _apply_betting_event,
        _apply_dealing_event,
        _apply_input_event,
        _apply_settlement_event,
        _apply_back_out_event,
        _apply_supervision_event,
        apply_procedure_event,
    ):
        after = part(state, event)
        if after is not None:
            return after
    raise AssertionError(f"no fold for {event.kind}")


def _apply_table_event(state: TableState, event: e.Event) -> TableState | None:
    match event:
        case e.TableCreated():
            return replace(state, name=event.name, demonstration=event.demonstration)
        case e.SettingsChanged():
            return _apply_settings(state, event)
        case e.TableOpened():
            fresh = _current_offers(replace(state, offers=None))
            opened = replace(state, phase=Phase.BETWEEN, next_at=event.next_at, offers=fresh)
            return replace(opened, openings=state.openings + 1)
        case e.TableClosed():
            return replace(
                state,
                phase=Phase.CLOSED,
                round=None,
                next_at=None,
                offers=None,
                offer_until=None,
                paused_at=None,
                waiting=(),
                button=None,
            )
        case e.TablePaused():
            return replace(state, paused_at=event.at, paused_for=event.reason)
        case e.TableResumed():
            return replace(shift_deadlines(state, event.stood_ms), paused_at=None, paused_for="")
        case e.SeatTaken():
            sitter = SeatedPlayer(event.account, event.name, event.third_party, event.bot)
            return replace(state, seats={**state.seats, event.seat: sitter})
        case e.SeatLeft():
            others = tuple(one for one in state.accommodations if one.account != event.account)
            left = {seat: who for seat, who in state.seats.items() if seat != event.seat}
            return replace(state, seats=left, accommodations=others)
        case e.SupervisorCalled():
            return replace(state, supervisor_called=event.note)
        case e.CallAnswered():
            return replace(state, supervisor_called=None)
    return None


def _apply_stack_event(state: TableState, event: e.Event) -> TableState | None:
    """Apply events about chips in front of players, the waiting list, the button and the time bank."""
    match event:
        case e.ChipsBought():
            return _with_stack(state, event.account, cents=event.stack_cents)
        case e.ChipsReturned():
            return _with_stack(state, event.account, cents=0)
        case e.SatOut():
            return _with_stack(state, event.account, is_out=True, posts=False)
        case e.SatIn():
            return _with_stack(state, event.account, is_out=False, posts=event.posts)
        case e.WaitingListJoined():
            return replace(state, waiting=(*state.waiting, WaitingPlayer(event.account, event.name)))
        case e.WaitingListLeft():
            return replace(state, waiting=tuple(one for one in state.waiting if one.account != event.account))
        case e.ButtonDrawn():
            return replace(state, button=event.seat, button_drawn=True)
        case e.HandStarted():
            owing = {
                account: replace(stack, owes=tuple(event.owes.get(account, ())))
                for account, stack in state.stacks.items()
            }
            opening = replace(state.opening, button=event.button)
            return replace(state, stacks=owing, button=event.button, button_drawn=False, opening=opening)
        case e.TimeBankOpened():
            after = _with_stack(state, event.account, time_bank_ms=0)
            return _with_round(after, ask_until=event.next_at, next_at=event.next_at, time_bank_seat=event.seat)
        case e.TimeBankClosed():
            return _with_round(_with_stack(state, event.account, time_bank_ms=event.left_ms), time_bank_seat=None)
    return None


def _with_stack(state: TableState, account: AccountName, **changes: Any) -> TableState:
    return replace(state, stacks={**state.stacks, account: replace(state.stack(account), **changes)})


def _stack_into_hand(state: TableState, event: e.WagersPlaced, before: int) -> TableState:
    """Move chips from a player's stack into the hand, where seats play against each other.

    `before` is how many cents the player already had in the hand.
    """
    if event.account not in state.stacks:
        return state
    left = state.stack(event.account).cents + before - sum(event.wagers.values())
    return _with_stack(state, event.account, cents=left, posts=False)


def _hand_into_stacks(state: TableState, nets: Mapping[tuple[int, str], int]) -> TableState:
    """Return stake and net result of the hand to each player's stack, where seats play against each other."""
    assert state.round is not None
    for spot in state.round.spots.values():
        if spot.account in state.stacks:
            cents = state.stack(spot.account).cents + spot.total + nets.get((spot.seat, spot.bettor), 0)
            state = _with_stack(state, spot.account, cents=cents)
    return state


def _nets(results: Iterable[Mapping[str, Any]]) -> dict[tuple[int, str], int]:
    nets: dict[tuple[int, str], int] = {}
    for result in results:
        nets[result["seat"], result["bettor"]] = nets.get((result["seat"], result["bettor"]), 0) + result["net_cents"]
    return nets


def _apply_settings(state: TableState, event: e.SettingsChanged) -> TableState:
    """Apply new settings; a new dealing mode or other shoe rules remove the current shoe."""
    coming = tuple(one for one in state.announced_changes if one.id != event.change)
    after = replace(
        state,
        settings=event.settings,
        version=event.version,
        digest=event.digest,
        announced_changes=coming,
        must_intervene=_must_intervene(event),
    )
    if state.openings:
        after = replace(after, posted={**state.posted, state.settings.rulebook: state.settings})
    same_shoe = state.version > 0 and game_rules(state.settings).shoe == game_rules(event.settings).shoe
    if state.settings.mode is not event.settings.mode or not same_shoe:
        after = replace(after, shoe=None, opening=Opening())
    if state.phase is not Phase.CLOSED:
        after = replace(after, phase=Phase.BETWEEN, round=None, offers=_current_offers(after), offer_until=None)
        after = after if event.next_at is None else replace(after, next_at=event.next_at)
    return after


def _must_intervene(event: e.SettingsChanged) -> bool:
    """Return whether another player must bank before the same player may bank again, under these settings.

    The rule is the one that was in force when the settings took effect, also if the rulebook has changed since.
    """
    if event.must_intervene is not None:
        return event.must_intervene
    is_given = any(normalize_name(name) == normalize_name("must_intervene") for name in event.settings.options)
    if event.settings.rulebook in THIRD_HAND_ALLOWED_BEFORE and not is_given:
        return False
    return game_rules(event.settings).must_intervene


def _current_offers(state: TableState) -> BankOffers | None:
    """Return the bank offers of a player-dealer table under the current rules; None where the house banks.

    Offers in progress continue; a table without offers gets new ones.
    """
    if not state.rules.has_player_dealer:
        return None
    pack = rotation_rules(
        state.settings.rotation,
        must_intervene=state.must_intervene,
        direction=state.rules.bank_direction,
    )
    return first_offers(pack, state.first_seats) if state.offers is None else state.offers.with_rules(pack)


def shift_deadlines(state: TableState, stood_ms: int) -> TableState:
    """Return the state with every deadline later by `stood_ms` milliseconds."""
    current = state.round
    if current is not None:
        current = replace(
            current,
            closes_at=_add_ms(current.closes_at, stood_ms),
            next_at=_add_ms(current.next_at, stood_ms),
            ask_until=_add_ms(current.ask_until, stood_ms),
        )
    next_at, offer_until = _add_ms(state.next_at, stood_ms), _add_ms(state.offer_until, stood_ms)
    return replace(state, round=current, next_at=next_at, offer_until=offer_until)


def _add_ms(at: int | None, by: int) -> int | None:
    return None if at is None else at + by


def _apply_shoe_event(state: TableState, event: e.Event) -> TableState | None:
    match event:
        case e.ShoeLoaded():
            rules = state.rules.shoe
            shoe = LiveShoe(
                event.number,
                rules,
                event.source,
                event.digest,
                event.sealed,
                burn_due=rules.burn != "none",
                batch=event.batch,
            )
            wagers = tuple(state.rules.wagers)
            trends = state.trends.new_shoe(wagers) if state.shoes else TableTrends(ShoeTrend(1, wagers))
            return replace(
                state,
                shoe=shoe,
                shoes=event.number,
                opening=Opening(action=state.opening.action),
                trends=trends,
                free_hands=0,
                **_batch_changes(state, event),
            )
        case e.CardsBurned():
            assert state.shoe is not None
            shown = [parse_piece(card) for card in event.shown]
            return replace(state, shoe=state.shoe.after_burn(shown, event.count))
        case e.BurnedCardShown():
            assert state.shoe is not None
            return replace(state, shoe=state.shoe.after_burned_shown(parse_piece(event.card)))
        case e.CutCardReached():
            assert state.shoe is not None
            return replace(state, shoe=state.shoe.after_cut())
        case e.ShoeRevealed():
            if state.shoe is None or state.shoe.number != event.number:
                return state
            return replace(state, shoe=state.shoe._replace(opened=True))
    return None


def _batch_changes(state: TableState, event: e.ShoeLoaded) -> dict[str, Any]:
    """Return the fields of the state that a new shoe changes: no order to cut again, and the last batch loaded."""
    return {"recut": None, "last_batch": state.last_batch if event.batch is None else event.batch}


def _apply_bank_event(state: TableState, event: e.Event) -> TableState | None:
    match event:
        case e.BankRotated():
            assert state.offers is not None
            step = state.offers.apply_input(rotation_input_from_json(event.input), event.at, *state.offer_candidates)
            assert isinstance(step, BankOffersStep), step
            return replace(state, offers=step.offers, offer_until=event.deadline)
        case e.BankPosted():
            bank = PlayerDealerBank(event.seat, event.account, event.cents)
            return replace(state, bank=bank, next_at=event.next_at, offer_until=None)
        case e.BankDeadlineSet():
            return replace(state, offer_until=event.until)
        case e.BankReturned():
            return replace(state, bank=None)
    return None


def _apply_betting_event(state: TableState, event: e.Event) -> TableState | None:
    match event:
        case e.BetsOpened():
            assert state.shoe is not None
            new_round = CurrentRound(
                event.round, event.number, state.shoe.number, event.at, state.opening, closes_at=event.closes_at
            )
            free_hands = state.free_hands + event.free_hand
            return replace(state, phase=Phase.BETTING, round=new_round, next_at=None, free_hands=free_hands)
        case e.CountdownSet():
            return _with_round(state, closes_at=event.closes_at)
        case e.WagersPlaced():
            assert state.round is not None
            before = state.round.spots.get((event.seat, event.account))
            after = _with_round(state, spots=_spots(state.round.spots, event))
            return _stack_into_hand(after, event, 0 if before is None else before.total)
        case e.BetsClosed():
            assert state.shoe is not None
            after = _with_round(state, closed_at=event.at, next_at=event.next_at)
            hides = state.stakes is not None and state.stakes.folded_stay_hidden
            shoe = state.shoe.begin_hand(stays_sealed=hides)
            return replace(after, phase=Phase.DEALING, shoe=shoe, last=None)
        case e.FeesTaken():
            return _with_round(state, fees=event.fees, action_cents=event.action_cents)
        case e.WagersPaidEarly():
            return _with_round(state, paid=tuple(EarlyPayment(**one) for one in event.paid))
    return None


def _with_round(state: TableState, **changes: Any) -> TableState:
    assert state.round is not None
    return replace(state, round=replace(state.round, **changes))


def _spots(spots: Mapping[tuple[int, str], SpotBets], event: e.WagersPlaced) -> dict[tuple[int, str], SpotBets]:
    after = dict(spots)
    key = event.seat, event.account
    if event.wagers:
        after[key] = SpotBets(event.seat, event.bettor, event.account, event.wagers, event.promotional)
    else:
        after.pop(key, None)
    return after


def _apply_dealing_event(state: TableState, event: e.Event) -> TableState | None:
    match event:
        case e.RevealRightsAssigned():
            assert state.round is not None
            return _with_round(state, turning=_initial_turning(state, event))
        case e.CardDealt():
            return _card_dealt(state, event)
        case e.HoleCardsRevealed():
            assert state.round is not None
            return _with_round(state, dealt=_with_face_up(state.round.dealt, event))
        case e.CardCorrected():
            return _card_corrected(state, event)
        case e.DiceCorrected():
            return _dice_corrected(state, event)
        case e.DecisionsRequested():
            requested = frozenset((one["seat"], one["question"]) for one in event.questions)
            return _with_round(state, open_questions=requested, ask_until=event.next_at, next_at=event.next_at)
        case e.ArrangementsRequested():
            requested = frozenset((one["seat"], one["question"]) for one in event.settings)
            return _with_round(state, open_questions=requested, ask_until=event.next_at, next_at=event.next_at)
        case e.RevealDeadlineSet():
            return _with_round(state, next_at=event.next_at)
        case e.CardsRevealed() | e.RevealPassRequested() | e.RevealPassAnswered():
            return _apply_reveal(state, event)
    return None


def _initial_turning(state: TableState, event: e.RevealRightsAssigned) -> TurningState:
    """Return who may reveal each face-down hand; if the event gives no right to a bettor, the dealer reveals all."""
    assert state.round is not None
    bets = state.round.bets() if any(event.rights.values()) else []
    return state.card_turning.first_state(state.rules, bets, list(state.seats))


def _apply_input_event(state: TableState, event: e.Event) -> TableState | None:
    """Apply events that record an input of the round other than a card that was due."""
    match event:
        case e.RoundInputRecorded():
            after = _with_round(state, inputs=_append_input(state, input_json.round_input_from_json(event.answer)))
            return after if event.card is None else _remove_from_shoe(after, parse_piece(event.card))
        case e.DecisionMade():
            assert state.round is not None
            raised = tuple(AddedWager(**one) for one in event.raises)
            answers = _append_input(state, input_json.round_input_from_json(event.answer))
            return _with_round(
                state, inputs=answers, added_wagers=state.round.added_wagers + raised, next_at=event.next_at
            )
        case e.ArrangementMade():
            return _with_round(
                state,
                inputs=_append_input(state, input_json.round_input_from_json(event.answer)),
                next_at=event.next_at,
            )
        case e.ArrangementDrafted():
            assert state.round is not None
            draft = tuple(tuple(places) for places in event.laid)
            return _with_round(state, drafts={**state.round.drafts, event.seat: draft})
        case e.HandShown():
            return _with_round(state, inputs=_append_input(state, HandOpened()), next_at=event.next_at)
        case e.DiceRolled():
            answers = _append_input(state, Rolled(tuple(event.numbers)))
            return _with_round(state, inputs=answers, next_at=event.next_at, rolled_by=event.source)
        case e.DecisionTimedOut():
            return _with_round(
                state, inputs=_append_input(state, TimedOut()), next_at=event.next_at, time_bank_seat=None
            )
    return None


def _append_input(state: TableState, answer: Answer) -> tuple[Answer, ...]:
    assert state.round is not None
    return (*state.round.inputs, answer)


def _with_face_up(dealt: tuple[DealtCard, ...], event: e.HoleCardsRevealed) -> tuple[DealtCard, ...]:
    """Return the dealt cards, with those that the event reveals face up.

    These are the cards that the event lists, or all cards of its hand if it lists none.
    """
    return tuple(
        replace(card, face_down=False)
        if (place in event.places or (not event.places and card.hand == event.hand))
        else card
        for place, card in enumerate(dealt, start=1)
    )


def _remove_from_shoe(state: TableState, card: Piece) -> TableState:
    assert state.shoe is not None
    return replace(state, shoe=state.shoe.after_card(card))


def _card_dealt(state: TableState, event: e.CardDealt) -> TableState:
    assert state.round is not None
    card = parse_piece(event.card)
    answer = input_json.round_input_from_json(event.irregular) if event.irregular else card
    dealt = DealtCard(event.hand, event.nth, card, event.face_down)
    turning = state.round.turning
    if turning is not None:
        after = state.card_turning.after_card(turning, event.hand, event.nth)
        assert isinstance(after, TurningState), after
        turning = after
    changed = _with_round(
        state,
        inputs=(*state.round.inputs, answer),
        dealt=(*state.round.dealt, dealt),
        turning=turning,
        next_at=event.next_at,
    )
    return _remove_from_shoe(changed, card)


def _card_corrected(state: TableState, event: e.CardCorrected) -> TableState:
    assert state.round is not None
    assert state.shoe is not None
    answers = tuple(input_json.round_input_from_json(answer) for answer in event.answers)
    # A correction happens with all cards face up, so that no card is left to reveal.
    after = _with_round(state, inputs=answers, dealt=dealt_cards(state, answers), turning=None, next_at=event.next_at)
    return replace(after, shoe=state.shoe.after_correction(parse_piece(event.was), parse_piece(event.card)))


def _dice_corrected(state: TableState, event: e.DiceCorrected) -> TableState:
    """Apply corrected dice: cards may move to other hands, face-up cards stay face up, hands must be set again."""
    assert state.round is not None
    answers = tuple(state.replay_play.with_corrected_dice(event.place, tuple(event.numbers)).answers)
    was = state.round.dealt
    dealt = tuple(
        replace(card, face_down=before.face_down) for card, before in zip(dealt_cards(state, answers), was, strict=True)
    )
    return _with_round(state, inputs=answers, dealt=dealt, open_questions=frozenset(), ask_until=None, drafts={})


def dealt_cards(state: TableState, answers: Iterable[Answer]) -> tuple[DealtCard, ...]:
    """Replay the inputs of a round and return every dealt card with its hand.

    A card is face down if the game deals it face down and it is not open at the end of the replay.
    """
    play = _new_play(state)
    dealt = replay_dealt_cards(play, answers)
    is_open = state.family.face_up_cards(play)
    return tuple(
        replace(card, face_down=state.family.is_dealt_face_down(Deal(card.hand, card.nth)) and place not in is_open)
        for place, card in enumerate(dealt, start=1)
    )


def input_indexes(state: TableState, answers: Iterable[Answer]) -> list[int]:
    """Return the index of the input that dealt each card of the round."""
    return [number for number, _ in replay_numbered_cards(_new_play(state), answers)]


def _new_play(state: TableState) -> RoundInProgress[Any]:
    assert state.round is not None
    bank_seat = state.bank.seat if state.bank else None
    return replay_round(state.rules, (), state.round.bets(), bank_seat=bank_seat, opening=state.round.opening)


def _apply_reveal(
    state: TableState, event: e.CardsRevealed | e.RevealPassRequested | e.RevealPassAnswered
) -> TableState:
    assert state.round is not None
    turning, rules = state.round.turning, state.card_turning
    assert turning is not None
    match event:
        case e.RevealPassRequested():
            after = rules.ask_to_pass(
                turning, PassRequest(event.hand, holder_from_json(event.by), holder_from_json(event.to))
            )
        case e.RevealPassAnswered():
            by_house = not event.who
            after = (
                rules.deny_pass(turning)
                if by_house
                else rules.answer_pass(turning, holder_from_json(event.who), agrees=event.agree)
            )
        case e.CardsRevealed():
            by = None if event.by is None else holder_from_json(event.by)
            after = rules.timed_out(turning) if event.silent else rules.turn_cards(turning, event.hand, by)
    assert isinstance(after, TurningState), after
    dealt = state.round.dealt
    if isinstance(event, e.CardsRevealed) and event.cards:
        dealt = tuple(replace(card, face_down=card.face_down and card.hand != event.hand) for card in dealt)
    return _with_round(state, turning=after, dealt=dealt, next_at=event.next_at)


def holder_from_json(pair: list[int | str]) -> Holder:
    seat, bettor = pair
    return Holder(int(seat), str(bettor))


def _apply_settlement_event(state: TableState, event: e.Event) -> TableState | None:
    match event:
        case e.SeatTransfersMade():
            return _with_round(state, exchanges=tuple(event.exchanges))
        case e.RoundSettled():
            entry = state.family.history.entry(event.outcome, event.facts)
            trends = state.trends.after(entry, event.winning_wagers, state.rules.rulebook.written.family)
            assert state.round is not None
            paid_in = {"fees": dict(state.round.fees), "spots": tuple(state.round.spots.values())}
            shown = {
                "round": event.round,
                "status": "settled",
                "settings": state.settings,
                **paid_in,
                **_result_fields(event),
            }
            return replace(
                _clear_round(_hand_into_stacks(state, _nets(event.results)), event), trends=trends, last=shown
            )
        case e.RoundVoided():
            why = {"code": event.code, "reason": event.reason, "settings": state.settings}
            shown = {"round": event.round, "status": "void", **why, "cards": event.cards}
            return replace(_clear_round(_hand_into_stacks(state, {}), event), last=shown)
        case e.RoundCorrected():
            corrections = {key: one for key, one in state.corrections.items() if key != event.approval}
            last = state.last
            if last is not None and last["round"] == event.round:
                last = {**last, "status": "corrected", **_result_fields(event)}
            after = _shoe_corrected(_trends_corrected(state, event), event)
            return replace(after, corrections=corrections, last=last)
        case e.JackpotHit():
            return replace(state, jackpots=(*state.jackpots, _jackpot_hit(state, event)))
        case e.JackpotConfirmed():
            if event.paid:
                return _jackpot_paid(state, event)
            waiting = (replace(one, confirmed_by=event.by) if one.id == event.id else one for one in state.jackpots)
            return replace(state, jackpots=tuple(waiting))
        case e.JackpotRejected():
            after = _remove_award(state, event.id)
            return replace(after, rejected=(*state.rejected, event.id)[-PAID_JACKPOTS_MOST:])
    return None


def _jackpot_hit(state: TableState, event: e.JackpotHit) -> Jackpot:
    restart = event.restart or {"seed_cents": event.reseeded_cents, "kept_cents": 0, "sharers": 1}
    return Jackpot(
        event.id,
        event.round,
        event.meter,
        event.wager,
        event.seat,
        event.account,
        event.cents,
        restart["seed_cents"],
        restart["kept_cents"],
        restart["sharers"],
        house_meter=state.settings.house_meter(state.name, event.meter),
    )


def _remove_award(state: TableState, jackpot_id: str) -> TableState:
    """Return the state without a jackpot that went back to its meter.

    Other awards of the same win then have one sharer less.
    """
    gone = state.jackpot(jackpot_id) or state.paid_jackpot(jackpot_id)
    assert gone is not None

    def left(awards: tuple[Jackpot, ...]) -> tuple[Jackpot, ...]:
        return tuple(_with_fewer_sharers(one, gone) for one in awards if one.id != jackpot_id)

    return replace(state, jackpots=left(state.jackpots), paid_jackpots=left(state.paid_jackpots))


def _with_fewer_sharers(award: Jackpot, gone: Jackpot) -> Jackpot:
    is_of_it = (award.round, award.meter) == (gone.round, gone.meter)
    together = is_of_it and award.sharers > 1 and gone.sharers > 1
    return replace(award, sharers=award.sharers - 1) if together else award


def _jackpot_paid(state: TableState, event: e.JackpotConfirmed) -> TableState:
    """Move a jackpot to the list of paid ones, at most `PAID_JACKPOTS_MOST`.

    A jackpot with an open back-out request always stays on the list.
    """
    jackpots = tuple(one for one in state.jackpots if one.id != event.id)
    paid = tuple(replace(one, paid_by=event.by) for one in state.jackpots if one.id == event.id)
    requested = {one.jackpot for one in state.back_outs.values()}
    there = (*state.paid_jackpots, *paid)
    old = there[:-PAID_JACKPOTS_MOST]
    listed = (*(one for one in old if one.id in requested), *there[-PAID_JACKPOTS_MOST:])
    return replace(state, jackpots=jackpots, paid_jackpots=listed)


def _apply_back_out_event(state: TableState, event: e.Event) -> TableState | None:
    match event:
        case e.BackOutRequested():
            request = BackOutRequest(
                event.id,
                event.jackpot,
                event.round,
                event.seat,
                event.account,
                event.cents,
                event.reason,
                event.by,
            )
            return replace(state, back_outs={**state.back_outs, event.id: request}, numbered=state.numbered + 1)
        case e.BackOutRejected():
            return replace(state, back_outs={key: one for key, one in state.back_outs.items() if key != event.id})
        case e.JackpotBackedOut():
            return replace(
                _remove_award(state, event.id),
                back_outs={key: one for key, one in state.back_outs.items() if key != event.approval},
                backed_out=(*state.backed_out, event.id)[-PAID_JACKPOTS_MOST:],
            )
    return None


def _result_fields(event: e.RoundSettled | e.RoundCorrected) -> dict[str, Any]:
    ended = {"cards": event.cards, "facts": event.facts}
    paid = {"results": event.results, "winning_wagers": event.winning_wagers}
    return ended | paid | {"order": event.order, "bank": event.bank}


def _clear_round(state: TableState, event: e.RoundSettled | e.RoundVoided) -> TableState:
    """End the round: clear cards, chips and bank, and set the opening of the next round."""
    assert state.shoe is not None
    assert state.round is not None
    opening = opening_of(
        event.next_opening.get("carried"),
        disclosed=bool(event.next_opening.get("disclosed")),
        free_hand=bool(event.next_opening.get("free_hand")),
        action=event.next_opening.get("action"),
    )
    return replace(
        state,
        phase=Phase.BETWEEN,
        rounds=state.round.number,
        round=None,
        shoe=state.shoe.end_hand(),
        opening=opening,
        bank=None,
        next_at=event.next_at,
    )


def _trends_corrected(state: TableState, event: e.RoundCorrected) -> TableState:
    if event.hand_in_shoe is None:
        return state
    shoe, hand = event.hand_in_shoe
    played = state.trends.shoe(shoe)
    if played is None:
        return state
    entry = load_family(played.hands[hand - 1].family).history.entry(event.outcome, event.facts)
    trends = state.trends.corrected(shoe, hand, entry, event.winning_wagers)
    return replace(state, trends=trends)


def _shoe_corrected(state: TableState, event: e.RoundCorrected) -> TableState:
    """Replace the misread card in the counts of the shoe in play; earlier shoes have no counts."""
    if state.shoe is None or event.hand_in_shoe is None or event.hand_in_shoe[0] != state.shoe.number:
        return state
    return replace(state, shoe=state.shoe.after_correction(parse_piece(event.was), parse_piece(event.card)))


def _apply_supervision_event(state: TableState, event: e.Event) -> TableState | None:
    match event:
        case e.HoldPlaced():
            hold = TableHold(event.id, event.why, event.reason, event.at, event.round)
            return replace(state, holds=(*state.holds, hold), numbered=state.numbered + 1)
        case e.HoldLifted():
            holds = tuple(hold for hold in state.holds if hold.id != event.id)
            return replace(shift_deadlines(state, event.stood_ms), holds=holds)
        case e.CorrectionRequested():
            request = CorrectionRequest(event.id, event.round, event.place, event.card, event.reason, event.by)
            return replace(state, corrections={**state.corrections, event.id: request}, numbered=state.numbered + 1)
        case e.CorrectionRejected():
            left = {key: one for key, one in state.corrections.items() if key != event.id}
            return replace(state, corrections=left)
        case e.FreeHandOrdered():
            return replace(state, opening=replace(state.opening, free_hand=True))
        case e.IrregularityReported():
            return state
    return None
