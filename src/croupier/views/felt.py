"""The cards on the felt, and who may turn them.

A face-down card is shown as such to everybody, the bettor who may turn it included: the server tells what a card is
when it is turned, and no screen can be made to tell earlier. A card carried over from the last hand that players have
not seen stays hidden until it is dealt. [003 L296-297, L309-315]
"""

from __future__ import annotations

from typing import Any

from croupier.errors import Refused
from croupier.money.outcome import SEATED
from croupier.play.felt import FeltHand
from croupier.play.round import Ask, Deal, Need
from croupier.play.turning import Holder, PassAsked, PassTo, Turning, TurnRules
from croupier.table.dealing import hand_to_turn, owner_of
from croupier.table.state import Phase, RoundInPlay, TableState
from croupier.views.viewer import Sight

Hands = dict[str, list[dict[str, Any]]]
FIRST_CARDS = 2
"""What every hand is dealt; only after them do the rules say which hand draws."""


def hands_seen(state: TableState, sight: Sight, own: str | None = None) -> Hands:
    """Each hand's cards as they lie. `place` counts the cards of the round, as a correction names them."""
    hands: Hands = {hand: [] for hand in state.game.hands}
    current = state.round
    if current is None or state.phase is not Phase.DEALING:
        return hands
    if (laid := state.game.felt(state.house, state.play)) is not None:
        return {one.name: _laid_cards(state, current, one, sight, own) for one in laid}
    if current.opening.carried is not None:
        hands[state.game.hands[0]].append(_carried_card(state, current, sight))
    for place, dealt in enumerate(current.dealt, start=1):
        shown = _card(str(dealt.card), face_down=dealt.face_down, sight=sight)
        hands[dealt.hand].append({"nth": dealt.nth, "place": place, **shown})
    return hands


def _laid_cards(
    state: TableState, current: RoundInPlay, hand: FeltHand, sight: Sight, own: str | None
) -> list[dict[str, Any]]:
    """A hand where it lies now; a split has moved cards since they were dealt. Whoever plays it sees its cards."""
    down = {place for place, card in enumerate(current.dealt, start=1) if card.face_down}
    is_own = own is not None and hand.seat is not None and owner_of(state, hand.name) == own
    # What the game itself keeps hidden is nobody else's to see before its time, the dealer's neither.
    seen = Sight.FLOOR if is_own else min(sight, Sight.OFFICE)
    return [
        {"nth": nth, "place": place, **_card(str(card), face_down=place in down, sight=seen)}
        for nth, (card, place) in enumerate(zip(hand.cards, hand.places, strict=True), start=1)
    ]


def felt_seen(state: TableState) -> list[dict[str, Any]]:
    """How each hand stands, in a game in which seats have hands of their own; empty in any other."""
    if state.round is None or state.phase is not Phase.DEALING:
        return []
    laid = state.game.felt(state.house, state.play) or []
    return [
        {
            "hand": one.name,
            "seat": one.seat,
            "total": one.total,
            "soft": one.soft and one.total is not None,
            "state": one.state,
            "stake_cents": one.stake_cents,
        }
        for one in laid
    ]


def drawing_seen(state: TableState) -> dict[str, Any]:
    """The card that comes next, and the hands that take no more; nothing before every card that decides it is seen."""
    need = None if state.phase is not Phase.DEALING or hand_to_turn(state) else state.play.need
    wanted = {"hand": need.hand, "nth": need.place} if isinstance(need, Deal) else None
    return {"next": wanted, "stands": list(_stands(state, need))}


def _stands(state: TableState, need: Need | None) -> tuple[str, ...]:
    """Where nobody decides, the hands are completed in the order they are called."""
    hands = state.game.hands
    if need is None or state.game.felt(state.house, state.play) is not None:
        return ()
    if isinstance(need, Deal):
        return hands[: hands.index(need.hand)] if need.place > FIRST_CARDS else ()
    return hands


def asking_seen(state: TableState, own: str | None) -> dict[str, Any] | None:
    """Who is asked to decide what, and until when: one countdown for all. [R18] None while nobody is asked."""
    current = state.round
    need = state.play.need if current is not None and state.phase is Phase.DEALING else None
    if current is None or not isinstance(need, Ask):
        return None
    return {
        "until": current.ask_until,
        "later": list(need.later),
        "seconds": state.settings.decision_seconds,
        "questions": [
            {
                "seat": one.seat,
                "hand": one.hand,
                "choices": [
                    {"do": each.do, "least_cents": each.least, "most_cents": each.most} for each in one.choices
                ],
                "silence": one.silence,
                "question": one.nth,
                "own": own is not None and state.decider(one.seat) == own,
            }
            for one in need.questions
        ],
    }


def _card(card: str, *, face_down: bool, sight: Sight) -> dict[str, Any]:
    """A card lies face up, or only its back is to be seen."""
    shown: dict[str, Any] = {"face_down": face_down}
    if not face_down or sight is Sight.FLOOR:
        shown["card"] = card
    return shown


def _carried_card(state: TableState, current: RoundInPlay, sight: Sight) -> dict[str, Any]:
    """It opens the hand that is dealt first; it is turned with that hand's other cards."""
    assert current.opening.carried is not None
    carried, turning = current.opening.carried, current.turning
    is_down = turning is not None and not carried.disclosed and turning.face_up(state.game.hands[0]) == 0
    return {"nth": 1, "place": None, **_card(str(carried.card), face_down=is_down, sight=sight)}


def next_hand_seen(state: TableState, sight: Sight) -> dict[str, Any]:
    """How the next round begins: a free hand, or with a card carried over."""
    opening = state.opening
    seen: dict[str, Any] = {"free_hand": opening.free_hand, "card_carried": opening.carried is not None}
    if opening.carried is not None and (opening.carried.disclosed or sight is Sight.FLOOR):
        seen["carried"] = str(opening.carried.card)
    return seen


def turning_seen(state: TableState) -> dict[str, Any] | None:
    """Who has the right to turn, whose turn it is and until when; None where the dealer turns everything."""
    current = state.round
    if current is None or current.turning is None:
        return None
    turning, hand = current.turning, hand_to_turn(state)
    return {
        "rights": {each: _holder(holder) for each, holder in turning.holders.items()},
        "to_turn": hand,
        "by": None if hand is None else _holder(turning.holders[hand]),
        "until": None if hand is None else current.next_at,
        "seconds": state.settings.decision_seconds,
        "asking": _asking(turning.asking),
        "may_pass_to": [] if hand is None else _may_pass_to(state.turn_rules, turning, hand),
    }


def _may_pass_to(rules: TurnRules, turning: Turning, hand: str) -> list[int]:
    """The seats whose players may be asked to turn this hand instead: everybody whom a request would not be refused
    for. A bettor behind a seat is not asked: the request names a seat. [003 L314-315]"""
    by = turning.holders[hand]
    if by is None:
        return []
    seated = [one.holder for one in turning.backers[hand] if one.holder.bettor == SEATED]
    asked = {to.seat: rules.ask_to_pass(turning, PassTo(hand, by, to)) for to in seated if to != by}
    return sorted(seat for seat, answer in asked.items() if not isinstance(answer, Refused))


def _holder(holder: Holder | None) -> dict[str, Any] | None:
    """None is the dealer."""
    return None if holder is None else {"seat": holder.seat, "bettor": holder.bettor}


def _asking(asking: PassAsked | None) -> dict[str, Any] | None:
    if asking is None:
        return None
    wish = asking.wish
    return {
        "hand": wish.hand,
        "by": _holder(wish.by),
        "to": _holder(wish.to),
        "waiting_for": [_holder(one) for one in asking.waiting_for],
    }
