"""The right to turn the cards at a midi table: who holds it, how it is passed on, whose turn it is.

All four cards lie face down; the Banker's wait until the Player's hand is called (003 L309). The largest bettor on a
hand turns its cards and returns them face up, the Player's hand first (003 L310-311), and its third card too
(003 L312-313). A hand that nobody has bet on is turned by the dealer, as is a hand whose holder stays silent.

Equal bets: the equals may agree among themselves; otherwise the cards go to the one closest to the dealer moving
counterclockwise round the table (003 L314). Seats are numbered clockwise from the dealer's left, so that walk meets the
highest-numbered seat first. Behind one seat its own player comes before the backline, and the backline as it bet.

A smaller bettor on the same hand may turn the cards if everyone at the table agrees and the house allows it; he then
turns the third card as well (003 L315). "Everyone" is every seated player with a wager in the round, and the one who is
to turn; whoever says nothing has not agreed.

Everything here is a value: each function takes the turning and gives the new one, or a refusal.
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
    PassAsked,
    PassRequest,
    Turned,
    TurningState,
)

LINES: Mapping[str, str] = {PLAYER: PLAYER, BANKER: BANKER}
"""Each hand, in the order they are turned, and the wager whose largest bettor turns it."""


def rights(
    bets: Iterable[Bet], seats: Collection[int], lines: Mapping[str, str] = LINES
) -> dict[str, Holder | None]:  # fmt: skip
    """For each hand its largest bettor at these seats; None, the dealer, if it has none (003 L310-311, L314)."""
    bets = tuple(bets)
    ranked = {hand: backers_of(bets, seats, wager) for hand, wager in lines.items()}
    return {hand: backers[0].holder if backers else None for hand, backers in ranked.items()}


def backers_of(bets: Iterable[Bet], seats: Collection[int], wager: str) -> tuple[BettorOnHand, ...]:
    """The bettors on one wager: the largest first, equals counterclockwise from the dealer (003 L314)."""
    amounts: dict[Holder, int] = {}
    for bet in bets:
        if bet.wager == wager and bet.seat in seats and bet.amount > 0:
            holder = Holder(bet.seat, bet.bettor)
            amounts[holder] = amounts.get(holder, 0) + bet.amount
    backers = [BettorOnHand(holder, Cents(amount)) for holder, amount in amounts.items()]
    return tuple(sorted(backers, key=_precedence))


def _precedence(backer: BettorOnHand) -> tuple[int, int, bool]:
    """Sorting keeps the order of the bets where this is the same: the backline of one seat."""
    return (-backer.amount, -backer.holder.seat, backer.holder.bettor != SEATED)


def lay_face_down(
    bets: Sequence[Bet], seats: Collection[int], lines: Mapping[str, str] = LINES, *, may_pass: bool = True
) -> TurningState:
    """The round's first cards, two to each hand, before any is turned (003 L309)."""
    seated = sorted({bet.seat for bet in bets if bet.bettor == SEATED and bet.seat in seats and bet.amount > 0})
    return TurningState(
        holders=rights(bets, seats, lines),
        backers={hand: backers_of(bets, seats, wager) for hand, wager in lines.items()},
        seated=tuple(Holder(seat) for seat in seated),
        face_down=tuple(FaceDown(hand, 2) for hand in lines),
        may_pass=may_pass,
    )


def turn_cards(turning: TurningState, hand: str, by: Holder | None) -> TurningState | Refused:
    """Whoever holds the right turns the cards and returns them face up; a request of his lapses."""
    down = turning.next
    if down is None:
        return _refuse("all_face_up", "No card lies face down.", "003 L310-313")
    if hand != down.hand:
        said = f"The {down.hand.capitalize()}'s cards are turned first."
        return _refuse("out_of_turn", said, "003 L309-311")
    if by != turning.turner:
        said = f"{by or 'The dealer'} may not turn these cards: {turning.turner or 'the dealer'} does."
        return _refuse("not_yours", said, "003 L303-305, L310-314")
    lapsed = _deny(turning) if turning.asking and turning.asking.wish.hand == hand else turning
    return _face_up(lapsed, by)


def timed_out(turning: TurningState) -> TurningState | Refused:
    """Silence: a request that waits for somebody is denied; otherwise the dealer turns, the third card included."""
    if turning.asking is not None:
        return _deny(turning)
    if turning.next is None:
        return _refuse("all_face_up", "No card lies face down.", "003 L310-313")
    hand = turning.next.hand
    return _face_up(replace(turning, holders={**turning.holders, hand: None}), None)


def third_card(turning: TurningState, hand: str) -> TurningState | Refused:
    """A third card comes face down to whoever turned the hand (003 L312-313)."""
    if turning.face_down:
        return _refuse("still_face_down", "A third card comes when the cards before it are turned.", "003 L310-313")
    later = list(turning.holders)[list(turning.holders).index(hand) + 1 :] if hand in turning.holders else []
    if turning.face_up(hand) != 2 or any(turning.face_up(other) > 2 for other in later):
        return _refuse("no_third_card", f"The {hand.capitalize()}'s hand takes no third card now.", "003 L312-313")
    return replace(turning, face_down=(FaceDown(hand, 1),))


def _face_up(turning: TurningState, by: Holder | None) -> TurningState:
    down, *rest = turning.face_down
    return replace(turning, face_down=tuple(rest), turned=(*turning.turned, Turned(down.hand, down.cards, by)))


def ask_to_pass(turning: TurningState, wish: PassRequest) -> TurningState | Refused:
    """Put a request to those who must agree: equals among themselves, or else everyone (003 L314-315)."""
    refusal = _pass_refusal(turning, wish)
    return refusal or replace(turning, asking=PassAsked(wish, _must_agree(turning, wish)))


def _pass_refusal(turning: TurningState, wish: PassRequest) -> Refused | None:
    """The one list of requests that cannot be made."""
    if turning.asking is not None:
        return _refuse("already_asking", "A request is waiting for an answer.", "003 L315")
    if wish.hand not in turning.holders or turning.holders[wish.hand] != wish.by:
        return _refuse("not_yours", f"{wish.by} does not hold the right to turn these cards.", "003 L310-315")
    if turning.face_up(wish.hand):
        said = "The hand is turned already, and whoever turned it turns the third card."
        return _refuse("too_late", said, "003 L312-313, L315")
    if any(one.wish.hand == wish.hand for one in turning.answered):
        return _refuse("asked_before", "This was asked once in this round, and answered.", "003 L315")
    if wish.to == wish.by or wish.to not in [one.holder for one in turning.backers[wish.hand]]:
        said = f"{wish.to} has no wager of his own on this hand to turn it by."
        return _refuse("no_wager", said, "003 L303-305, L315")
    if not turning.may_pass and not _are_equal(turning, wish):
        return _refuse("house_denies", "The house does not let smaller bettors turn the cards.", "003 L315")
    return None


def _are_equal(turning: TurningState, wish: PassRequest) -> bool:
    amounts = {one.holder: one.amount for one in turning.backers[wish.hand]}
    return amounts[wish.to] == amounts[wish.by]


def _must_agree(turning: TurningState, wish: PassRequest) -> tuple[Holder, ...]:
    """Between equals the equals; for a smaller bettor everyone at the table, and he himself."""
    if _are_equal(turning, wish):
        backers = turning.backers[wish.hand]
        asked = [one.holder for one in backers if one.amount == backers[0].amount]
    else:
        asked = [*turning.seated, wish.to]
    return tuple(one for one in dict.fromkeys(asked) if one != wish.by)


def answer_pass(turning: TurningState, who: Holder, *, agrees: bool) -> TurningState | Refused:
    """One of those who were asked agrees or does not; the last to agree grants the request."""
    if turning.asking is None or who not in turning.asking.waiting_for:
        return _refuse("not_asked", f"{who} is not asked for an answer.", "003 L315")
    if not agrees:
        return _deny(turning, who)
    waiting_for = tuple(one for one in turning.asking.waiting_for if one != who)
    if waiting_for:
        return replace(turning, asking=replace(turning.asking, waiting_for=waiting_for))
    wish = turning.asking.wish
    granted = (*turning.answered, Answered(wish, is_granted=True))
    return replace(turning, holders={**turning.holders, wish.hand: wish.to}, asking=None, answered=granted)


def deny_pass(turning: TurningState) -> TurningState | Refused:
    """The house uses its right not to allow it; what equals agree among themselves is not its business (003 L315)."""
    if turning.asking is None or _are_equal(turning, turning.asking.wish):
        return _refuse("not_asked", "There is no request that the house may deny.", "003 L314-315")
    return _deny(turning)


def _deny(turning: TurningState, by: Holder | None = None) -> TurningState:
    assert turning.asking is not None
    denied = Answered(turning.asking.wish, is_granted=False, denied_by=by)
    return replace(turning, asking=None, answered=(*turning.answered, denied))


def _refuse(code: str, message: str, cite: str) -> Refused:
    return Refused(f"turning/{code}", message, (cite,))
