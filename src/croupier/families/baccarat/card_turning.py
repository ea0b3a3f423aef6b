"""Right to turn the cards of a hand at a midi table: which bettor has it, and how it is passed on.

All four cards are dealt face down; the Banker's cards wait until the Player's hand is announced (003 L309). The largest
bettor on a hand turns its cards and returns them face up, the Player's hand first (003 L310-311), and later turns the
third card too (003 L312-313). The dealer turns a hand that nobody has bet on, and a hand for which the holder of the
right does not respond.

Equal bets: the bettors may agree among themselves; if they do not, the cards go to the bettor closest to the dealer,
counterclockwise round the table (003 L314). Seats are numbered clockwise from the dealer's left, so the highest seat
number comes first. At one seat the seated player comes before the backline bettors, and these come in the order of
their bets.

A smaller bettor on the same hand may turn the cards if everyone at the table agrees and the house allows it. That
bettor then turns the third card as well (003 L315). "Everyone" means every seated player with a wager in the round, and
the bettor who is to turn the cards. A player who does not answer has not agreed.

All functions are pure: each takes a `TurningState` and returns the new one, or a refusal.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from croupier.errors import Refused
from croupier.families.baccarat.round import BANKER, PLAYER
from croupier.money.bets import SEATED, Bet
from croupier.money.cents import Cents
from croupier.play.card_turning import (
    Answered,
    BettorOnHand,
    FaceDown,
    Holder,
    LaidCard,
    OpenPassRequest,
    PassRequest,
    Turned,
    TurningState,
)
from croupier.rulebook.table_rules import TableRules

LINES: Mapping[str, str] = {PLAYER: PLAYER, BANKER: BANKER}
"""Each hand, in the order of turning, with the wager whose largest bettor turns it."""
FIRST_CARDS = 2
"""Number of cards of a hand that are dealt before any card is turned."""


def is_turned_by_bettors(rules: TableRules) -> bool:
    return rules.options.get("cards_turned_by") == "bettor"


def assigned_rights(
    rules: TableRules, bets: Sequence[Bet], seats: Collection[int]
) -> Mapping[str, Holder | None] | None:
    """Return who may turn each hand: the largest bettor, or the dealer where the dealer opens the cards. [004 L299]"""
    if is_turned_by_bettors(rules):
        return rights(bets, seats)
    return dict.fromkeys(LINES) if rules.options.get("dealt") == "face-down" else None


def first_state(rules: TableRules, bets: Sequence[Bet], seats: Collection[int]) -> TurningState:
    return lay_face_down(bets, seats, may_pass=bool(rules.options.get("lower_bettor_turns", True)))


def after_card(turning: TurningState, hand: str, nth: int) -> TurningState | Refused:
    return third_card(turning, hand) if nth > FIRST_CARDS else turning


def hand_to_reveal(turning: TurningState, dealt: Sequence[LaidCard], *, is_carried: bool) -> str | None:
    """Return the next hand with face-down cards, once all first cards are dealt. [003 L309]"""
    if turning.next is None:
        return None
    hand = turning.next.hand
    first_cards = sum(card.nth <= FIRST_CARDS for card in dealt) + is_carried
    is_there = any(card.hand == hand and card.face_down for card in dealt)
    return hand if first_cards == FIRST_CARDS * len(LINES) and is_there else None


def rights(
    bets: Iterable[Bet], seats: Collection[int], lines: Mapping[str, str] = LINES
) -> dict[str, Holder | None]:  # fmt: skip
    """Return who may turn each hand: the largest bettor on it, or None for the dealer. [003 L310-311, L314]"""
    bets = tuple(bets)
    ranked = {hand: backers_of(bets, seats, wager) for hand, wager in lines.items()}
    return {hand: backers[0].holder if backers else None for hand, backers in ranked.items()}


def backers_of(bets: Iterable[Bet], seats: Collection[int], wager: str) -> tuple[BettorOnHand, ...]:
    """Return the bettors on one wager, largest bet first; equal bets go counterclockwise from the dealer. [003 L314]"""
    amounts: dict[Holder, int] = {}
    for bet in bets:
        if bet.wager == wager and bet.seat in seats and bet.amount > 0:
            holder = Holder(bet.seat, bet.bettor)
            amounts[holder] = amounts.get(holder, 0) + bet.amount
    backers = [BettorOnHand(holder, Cents(amount)) for holder, amount in amounts.items()]
    return tuple(sorted(backers, key=_precedence))


def _precedence(backer: BettorOnHand) -> tuple[int, int, bool]:
    """Return the sort key of a bettor: the larger bet first, then the higher seat, then the seated player.

    Bettors behind one seat with equal bets have equal keys; the stable sort leaves them in the order of their bets.
    """
    return (-backer.amount, -backer.holder.seat, backer.holder.bettor != SEATED)


def lay_face_down(
    bets: Sequence[Bet], seats: Collection[int], lines: Mapping[str, str] = LINES, *, may_pass: bool = True
) -> TurningState:
    """Return the state after the first four cards, two per hand, are dealt face down. [003 L309]"""
    seated = sorted({bet.seat for bet in bets if bet.bettor == SEATED and bet.seat in seats and bet.amount > 0})
    return TurningState(
        holders=rights(bets, seats, lines),
        bettors={hand: backers_of(bets, seats, wager) for hand, wager in lines.items()},
        seated=tuple(Holder(seat) for seat in seated),
        face_down=tuple(FaceDown(hand, FIRST_CARDS) for hand in lines),
        may_pass=may_pass,
    )


def turn_cards(turning: TurningState, hand: str, by: Holder | None) -> TurningState | Refused:
    """Turn the cards of a hand if `by` has the right to; `by` is None for the dealer.

    An open request to pass the right of this hand lapses.
    """
    down = turning.next
    if down is None:
        return _refuse("turning/all_face_up", "No card lies face down.", "003 L310-313")
    if hand != down.hand:
        text = f"The {down.hand.capitalize()}'s cards are turned first."
        return _refuse("turning/out_of_turn", text, "003 L309-311")
    if by != turning.turner:
        text = f"{by or 'The dealer'} may not turn these cards: {turning.turner or 'the dealer'} does."
        return _refuse("turning/not_yours", text, "003 L303-305, L310-314")
    lapsed = _deny(turning) if turning.open_request and turning.open_request.request.hand == hand else turning
    return _face_up(lapsed, by)


def timed_out(turning: TurningState) -> TurningState | Refused:
    """Apply a timeout: deny the open request to pass the right, or else let the dealer turn the hand.

    The dealer then also turns a later third card of the hand.
    """
    if turning.open_request is not None:
        return _deny(turning)
    if turning.next is None:
        return _refuse("turning/all_face_up", "No card lies face down.", "003 L310-313")
    hand = turning.next.hand
    return _face_up(replace(turning, holders={**turning.holders, hand: None}), None)


def third_card(turning: TurningState, hand: str) -> TurningState | Refused:
    """Deal a third card face down; whoever turned the hand turns this card too. [003 L312-313]"""
    if turning.face_down:
        return _refuse(
            "turning/still_face_down", "A third card comes when the cards before it are turned.", "003 L310-313"
        )
    later = list(turning.holders)[list(turning.holders).index(hand) + 1 :] if hand in turning.holders else []
    if turning.face_up(hand) != 2 or any(turning.face_up(other) > 2 for other in later):
        return _refuse(
            "turning/no_third_card", f"The {hand.capitalize()}'s hand takes no third card now.", "003 L312-313"
        )
    return replace(turning, face_down=(FaceDown(hand, 1),))


def _face_up(turning: TurningState, by: Holder | None) -> TurningState:
    down, *rest = turning.face_down
    return replace(turning, face_down=tuple(rest), turned=(*turning.turned, Turned(down.hand, down.cards, by)))


def ask_to_pass(turning: TurningState, request: PassRequest) -> TurningState | Refused:
    """Open a request to pass the right to turn cards; the equal bettors, or everyone, must agree. [003 L314-315]"""
    refusal = _pass_refusal(turning, request)
    return refusal or replace(turning, open_request=OpenPassRequest(request, _must_agree(turning, request)))


def _pass_refusal(turning: TurningState, request: PassRequest) -> Refused | None:
    """Return why the right to turn cards may not be passed by this request, or None."""
    if turning.open_request is not None:
        return _refuse("turning/already_asking", "A request is waiting for an answer.", "003 L315")
    if request.hand not in turning.holders or turning.holders[request.hand] != request.by:
        return _refuse(
            "turning/not_yours", f"{request.by} does not hold the right to turn these cards.", "003 L310-315"
        )
    if turning.face_up(request.hand):
        text = "The hand is turned already, and whoever turned it turns the third card."
        return _refuse("turning/too_late", text, "003 L312-313, L315")
    if any(one.request.hand == request.hand for one in turning.answered):
        return _refuse("turning/asked_before", "This was asked once in this round, and answered.", "003 L315")
    if request.to == request.by or request.to not in [one.holder for one in turning.bettors[request.hand]]:
        text = f"{request.to} has no wager of his own on this hand to turn it by."
        return _refuse("turning/no_wager", text, "003 L303-305, L315")
    if not turning.may_pass and not _are_equal(turning, request):
        return _refuse("turning/house_denies", "The house does not let smaller bettors turn the cards.", "003 L315")
    return None


def _are_equal(turning: TurningState, request: PassRequest) -> bool:
    amounts = {one.holder: one.amount for one in turning.bettors[request.hand]}
    return amounts[request.to] == amounts[request.by]


def _must_agree(turning: TurningState, request: PassRequest) -> tuple[Holder, ...]:
    """Return who must agree to a request: bettors with equal wagers, or all seated players and the smaller bettor."""
    if _are_equal(turning, request):
        backers = turning.bettors[request.hand]
        holders = [one.holder for one in backers if one.amount == backers[0].amount]
    else:
        holders = [*turning.seated, request.to]
    return tuple(one for one in dict.fromkeys(holders) if one != request.by)


def answer_pass(turning: TurningState, who: Holder, *, agrees: bool) -> TurningState | Refused:
    """Record one player's answer to the open request; the right passes when the last player agrees."""
    if turning.open_request is None or who not in turning.open_request.waiting_for:
        return _refuse("turning/not_asked", f"{who} is not asked for an answer.", "003 L315")
    if not agrees:
        return _deny(turning, who)
    waiting_for = tuple(one for one in turning.open_request.waiting_for if one != who)
    if waiting_for:
        return replace(turning, open_request=replace(turning.open_request, waiting_for=waiting_for))
    request = turning.open_request.request
    granted = (*turning.answered, Answered(request, is_granted=True))
    return replace(turning, holders={**turning.holders, request.hand: request.to}, open_request=None, answered=granted)


def deny_pass(turning: TurningState) -> TurningState | Refused:
    """Let the house deny the open request to pass the right to turn cards. [003 L315]

    The house cannot deny a request between bettors with equal wagers.
    """
    if turning.open_request is None or _are_equal(turning, turning.open_request.request):
        return _refuse("turning/not_asked", "There is no request that the house may deny.", "003 L314-315")
    return _deny(turning)


def _deny(turning: TurningState, by: Holder | None = None) -> TurningState:
    assert turning.open_request is not None
    denied = Answered(turning.open_request.request, is_granted=False, denied_by=by)
    return replace(turning, open_request=None, answered=(*turning.answered, denied))


def _refuse(code: str, message: str, cite: str) -> Refused:
    return Refused(code, message, (cite,))
