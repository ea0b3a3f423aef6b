"""View of the cards on the table, and of the right to turn them.

A face-down card is hidden from everybody, also from the bettor who may turn it: the server sends the card only when it
is turned, so that no client can read it earlier. A card carried over from the last round that players have not seen
stays hidden until it is dealt. [003 L296-297, L309-315]
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from croupier.errors import Refused
from croupier.money.bets import SEATED
from croupier.play.card_turning import CardTurning, Holder, PassAsked, PassRequest, TurningState
from croupier.play.hands_on_table import HandName, HandOnTable, HandValue
from croupier.play.round import Ask, Deal, Need, RoundInProgress
from croupier.table.dealing import hand_to_reveal, seat_owner
from croupier.table.state import CurrentRound, Phase, TableState
from croupier.views.models.decisions import DecisionRequestView, RevealHolderView, RevealPassView, RevealView
from croupier.views.models.hands import CardView, HandView, NextDrawView, NextHandView
from croupier.views.viewer import AccessLevel

Hands = dict[str, list[CardView]]
FIRST_CARDS = 2
"""Number of cards dealt to every hand before the rules decide which hand draws."""


@dataclass(frozen=True)
class DealtRound:
    """Round whose cards are being dealt, with a replay that all parts of a view share."""

    current: CurrentRound
    play: RoundInProgress[Any]
    laid: list[HandOnTable[Any]] | None
    """Hands on the table now, if they differ from the hands as dealt; else None."""


def in_dealing(state: TableState, own: str | None = None) -> DealtRound | None:
    if state.round is None or state.phase is not Phase.DEALING:
        return None
    play = state.replay_play
    return DealtRound(state.round, play, _hands_for_viewer(state, play, own))


def hands_view(state: TableState, dealing: DealtRound | None, sight: AccessLevel, own: str | None = None) -> Hands:
    """Return the cards of each hand on the table.

    `place` is the number of the card in the round; corrections refer to it.
    """
    hands: Hands = {hand: [] for hand in state.family.common_hands}
    if dealing is None:
        return hands
    current = dealing.current
    if dealing.laid is not None:
        return {one.name: _cards_of_hand(state, current, one, sight, own) for one in dealing.laid}
    if current.opening.carried is not None:
        hands[state.family.common_hands[0]].append(_carried_card(state, current, sight))
    for place, dealt in enumerate(current.dealt, start=1):
        card = _card(dealt.nth, place, str(dealt.card), face_down=dealt.face_down, sight=sight)
        hands[dealt.hand].append(card)
    return hands


def _hands_for_viewer(state: TableState, play: RoundInProgress[Any], own: str | None) -> list[HandOnTable[Any]] | None:
    """Return the hands on the table for one viewer.

    Other viewers get a hand that is set but not shown as the cards that were dealt, in dealing order.
    """
    laid = state.family.hands_on_table(state.rules, play)
    if laid is None:
        return None
    seen: dict[str, HandOnTable[Any]] = {}
    for hand in laid:
        is_own = own is not None and hand.seat is not None and seat_owner(state, hand.seat) == own
        name = hand.name if is_own or not hand.is_private_arrangement else str(HandName.parse(hand.name).whole)
        seen[name] = replace(hand, name=name) if name not in seen else _as_dealt(seen[name], hand)
    return list(seen.values())


def _as_dealt(one: HandOnTable[Any], other: HandOnTable[Any]) -> HandOnTable[Any]:
    """Return two hands of a seat as one hand, in dealing order."""
    places, cards = zip(*sorted(zip(one.places + other.places, one.cards + other.cards, strict=True)), strict=True)
    return replace(one, places=places, cards=cards, total=None)


def made_view(state: TableState, hands: Hands) -> Mapping[str, HandValue]:
    """Return the value of each hand, from the cards that the viewer may see."""
    if not any(hands.values()):
        return {}
    return state.family.evaluate_hands(
        state.rules, {hand: [one.get("card") for one in lying] for hand, lying in hands.items()}
    )


def _cards_of_hand(
    state: TableState, current: CurrentRound, hand: HandOnTable[Any], sight: AccessLevel, own: str | None
) -> list[CardView]:
    """Return the cards of one hand at their current position; a split moves cards after they were dealt.

    The player of the hand sees all its cards.
    """
    down = {place for place, card in enumerate(current.dealt, start=1) if card.face_down}
    is_own = own is not None and hand.seat is not None and seat_owner(state, hand.seat) == own
    # Cards that the game itself hides stay hidden from the floor too.
    seen = AccessLevel.FLOOR if is_own else min(sight, AccessLevel.OFFICE)
    return [
        _card(nth, place, str(card), face_down=place in down, sight=seen)
        for nth, (card, place) in enumerate(zip(hand.cards, hand.places, strict=True), start=1)
    ]


def felt_view(dealing: DealtRound | None) -> list[HandView]:
    """Return the state of each hand, in a game in which seats have their own hands; else an empty list."""
    laid = [] if dealing is None else dealing.laid or []
    return [_hand_view(one) for one in laid]


def _hand_view(one: HandOnTable[Any]) -> HandView:
    seen: HandView = {
        "hand": one.name,
        "seat": one.seat,
        "total": one.total,
        "is_soft": one.soft and one.total is not None,
        "state": one.state,
        "stake_cents": one.stake_cents,
    }
    if one.compared:
        seen["compared"] = one.compared
    if one.house_way:
        seen["is_house_way"] = True
    return seen


def drawing_view(state: TableState, dealing: DealtRound | None) -> NextDrawView:
    """Return the next card to deal and the hands that draw no more, once the cards that decide this are face up."""
    if dealing is None or hand_to_reveal(state):
        return {"next": None, "standing_hands": []}
    need = dealing.play.need
    return {
        "next": {"hand": need.hand, "position_in_hand": need.place} if isinstance(need, Deal) else None,
        "standing_hands": list(_finished_hands(state.family.common_hands, need)) if dealing.laid is None else [],
    }


def _finished_hands(hands: tuple[str, ...], need: Need | None) -> tuple[str, ...]:
    """Return the hands that draw no more; without decisions, hands are completed in their fixed order."""
    if need is None:
        return ()
    if isinstance(need, Deal):
        return hands[: hands.index(need.hand)] if need.place > FIRST_CARDS else ()
    return hands


def asking_view(state: TableState, dealing: DealtRound | None, own: str | None) -> DecisionRequestView | None:
    """Return the open questions to seats with their common deadline, or None if there are none. [R18]"""
    need = None if dealing is None else dealing.play.need
    if dealing is None or not isinstance(need, Ask):
        return None
    return {
        "deadline_at": dealing.current.ask_until,
        "next_seats": list(need.later),
        "time_limit_seconds": need.seconds or state.settings.decision_seconds,
        "questions": [
            {
                "seat": one.seat,
                "hand": one.hand,
                "choices": [
                    {"do": each.do, "least_cents": each.least, "most_cents": each.most} for each in one.choices
                ],
                "default_choice": one.timeout_action,
                "question_number": one.nth,
                "is_own": own is not None and state.deciding_account(one.seat) == own,
            }
            for one in need.questions
        ],
    }


def _card(nth: int, place: int | None, card: str, *, face_down: bool, sight: AccessLevel) -> CardView:
    """Return the view of a card; only the floor sees the value of a face-down card."""
    shown: CardView = {"position_in_hand": nth, "card_number": place, "is_face_down": face_down}
    if not face_down or sight is AccessLevel.FLOOR:
        shown["card"] = card
    return shown


def _carried_card(state: TableState, current: CurrentRound, sight: AccessLevel) -> CardView:
    """Return the view of the card that the last round carried over to this one.

    It is the first card of the hand that is dealt first, and is turned with the other cards of that hand.
    """
    assert current.opening.carried is not None
    carried, turning = current.opening.carried, current.turning
    is_down = turning is not None and not carried.disclosed and turning.face_up(state.family.common_hands[0]) == 0
    return _card(1, None, str(carried.card), face_down=is_down, sight=sight)


def next_hand_view(state: TableState, sight: AccessLevel) -> NextHandView:
    """Return how the next round starts: as a free hand, or with a carried card."""
    opening = state.opening
    seen: NextHandView = {"free_hand": opening.free_hand, "card_carried": opening.carried is not None}
    if opening.carried is not None and (opening.carried.disclosed or sight is AccessLevel.FLOOR):
        seen["carried"] = str(opening.carried.card)
    return seen


def turning_view(state: TableState) -> RevealView | None:
    """Return the rights to turn cards, the next turn and its deadline, or None if the dealer turns all cards."""
    current = state.round
    if current is None or current.turning is None:
        return None
    turning, hand = current.turning, hand_to_reveal(state)
    return {
        "rights": {each: _or_dealer(holder) for each, holder in turning.holders.items()},
        "hand_to_reveal": hand,
        "by": None if hand is None else _or_dealer(turning.holders[hand]),
        "deadline_at": None if hand is None else current.next_at,
        "time_limit_seconds": state.settings.decision_seconds,
        "pass_request": _asking(turning.open_request),
        "seats_to_pass_to": [] if hand is None else _may_pass_to(state.card_turning, turning, hand),
    }


def _may_pass_to(rules: CardTurning, turning: TurningState, hand: str) -> list[int]:
    """Return the seats to which the right to turn this hand may be passed.

    These are the seats for which a request would not be refused. A request names a seat, so a backline bettor is not
    included. [003 L314-315]
    """
    by = turning.holders[hand]
    if by is None:
        return []
    seated = [one.holder for one in turning.bettors[hand] if one.holder.bettor == SEATED]
    asked = {to.seat: rules.ask_to_pass(turning, PassRequest(hand, by, to)) for to in seated if to != by}
    return sorted(seat for seat, answer in asked.items() if not isinstance(answer, Refused))


def _holder(holder: Holder) -> RevealHolderView:
    return {"seat": holder.seat, "bettor": holder.bettor}


def _or_dealer(holder: Holder | None) -> RevealHolderView | None:
    """Return the bettor who may turn the cards, or None if the dealer does."""
    return None if holder is None else _holder(holder)


def _asking(asking: PassAsked | None) -> RevealPassView | None:
    if asking is None:
        return None
    wish = asking.request
    return {
        "hand": wish.hand,
        "by": _holder(wish.by),
        "to": _holder(wish.to),
        "waiting_for": [_holder(one) for one in asking.waiting_for],
    }
