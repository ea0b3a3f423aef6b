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
from croupier.play.card_turning import CardTurning, Holder, OpenPassRequest, PassRequest, TurningState
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
    hands_on_table: list[HandOnTable[Any]] | None
    """Hands on the table now, if they differ from the hands as dealt; else None."""


def in_dealing(state: TableState, own: str | None = None) -> DealtRound | None:
    if state.round is None or state.phase is not Phase.DEALING:
        return None
    play = state.replay_play
    return DealtRound(state.round, play, _hands_for_viewer(state, play, own))


def hands_view(state: TableState, dealing: DealtRound | None, access: AccessLevel, own: str | None = None) -> Hands:
    """Return the cards of each hand on the table.

    `place` is the number of the card in the round; corrections refer to it.
    """
    hands: Hands = {hand: [] for hand in state.family.common_hands}
    if dealing is None:
        return hands
    current = dealing.current
    if dealing.hands_on_table is not None:
        return {one.name: _cards_of_hand(state, current, one, access, own) for one in dealing.hands_on_table}
    if current.opening.carried is not None:
        hands[state.family.common_hands[0]].append(_carried_card(state, current, access))
    for place, dealt in enumerate(current.dealt, start=1):
        card = _card(dealt.nth, place, str(dealt.card), face_down=dealt.face_down, access=access)
        hands[dealt.hand].append(card)
    return hands


def _hands_for_viewer(state: TableState, play: RoundInProgress[Any], own: str | None) -> list[HandOnTable[Any]] | None:
    """Return the hands on the table for one viewer.

    Other viewers get a hand that is set but not shown as the cards that were dealt, in dealing order.
    """
    on_table = state.family.hands_on_table(state.rules, play)
    if on_table is None:
        return None
    visible: dict[str, HandOnTable[Any]] = {}
    for hand in on_table:
        is_own = own is not None and hand.seat is not None and seat_owner(state, hand.seat) == own
        name = hand.name if is_own or not hand.is_private_arrangement else str(HandName.parse(hand.name).whole)
        visible[name] = replace(hand, name=name) if name not in visible else _as_dealt(visible[name], hand)
    return list(visible.values())


def _as_dealt(first: HandOnTable[Any], second: HandOnTable[Any]) -> HandOnTable[Any]:
    """Return the two hands that a seat has set as one hand, with its cards in dealing order."""
    places, cards = zip(
        *sorted(zip(first.places + second.places, first.cards + second.cards, strict=True)), strict=True
    )
    return replace(first, places=places, cards=cards, total=None)


def hand_values_view(state: TableState, hands: Hands) -> Mapping[str, HandValue]:
    """Return the value of each hand, from the cards that the viewer may see."""
    if not any(hands.values()):
        return {}
    return state.family.evaluate_hands(
        state.rules, {hand: [one.get("card") for one in cards] for hand, cards in hands.items()}
    )


def _cards_of_hand(
    state: TableState, current: CurrentRound, hand: HandOnTable[Any], access: AccessLevel, own: str | None
) -> list[CardView]:
    """Return the cards of one hand at their current position; a split moves cards after they were dealt.

    The player of the hand sees all its cards.
    """
    down = {place for place, card in enumerate(current.dealt, start=1) if card.face_down}
    is_own = own is not None and hand.seat is not None and seat_owner(state, hand.seat) == own
    # Cards that the game itself hides stay hidden from the floor too.
    hand_access = AccessLevel.FLOOR if is_own else min(access, AccessLevel.OFFICE)
    return [
        _card(nth, place, str(card), face_down=place in down, access=hand_access)
        for nth, (card, place) in enumerate(zip(hand.cards, hand.places, strict=True), start=1)
    ]


def hand_states_view(dealing: DealtRound | None) -> list[HandView]:
    """Return the state of each hand, in a game in which seats have their own hands; else an empty list."""
    hands = [] if dealing is None else dealing.hands_on_table or []
    return [_hand_view(one) for one in hands]


def _hand_view(hand: HandOnTable[Any]) -> HandView:
    view: HandView = {
        "hand": hand.name,
        "seat": hand.seat,
        "total": hand.total,
        "is_soft": hand.soft and hand.total is not None,
        "state": hand.state,
        "stake_cents": hand.stake_cents,
    }
    if hand.compared:
        view["compared"] = hand.compared
    if hand.house_way:
        view["is_house_way"] = True
    return view


def drawing_view(state: TableState, dealing: DealtRound | None) -> NextDrawView:
    """Return the next card to deal and the hands that draw no more, once the cards that decide this are face up."""
    if dealing is None or hand_to_reveal(state):
        return {"next": None, "standing_hands": []}
    need = dealing.play.need
    return {
        "next": {"hand": need.hand, "position_in_hand": need.place} if isinstance(need, Deal) else None,
        "standing_hands": list(_finished_hands(state.family.common_hands, need))
        if dealing.hands_on_table is None
        else [],
    }


def _finished_hands(hands: tuple[str, ...], need: Need | None) -> tuple[str, ...]:
    """Return the hands that draw no more; without decisions, hands are completed in their fixed order."""
    if need is None:
        return ()
    if isinstance(need, Deal):
        return hands[: hands.index(need.hand)] if need.place > FIRST_CARDS else ()
    return hands


def decision_view(state: TableState, dealing: DealtRound | None, own: str | None) -> DecisionRequestView | None:
    """Return the open questions to seats with their common deadline, or None if there are no open questions. [R18]"""
    need = None if dealing is None else dealing.play.need
    if dealing is None or not isinstance(need, Ask):
        return None
    return {
        "deadline_at": dealing.current.ask_until,
        "next_seats": list(need.later),
        "time_limit_seconds": need.seconds or state.settings.decision_seconds,
        "questions": [
            {
                "seat": question.seat,
                "hand": question.hand,
                "choices": [
                    {"do": choice.do, "least_cents": choice.least, "most_cents": choice.most}
                    for choice in question.choices
                ],
                "default_choice": question.timeout_action,
                "question_number": question.nth,
                "is_own": own is not None and state.deciding_account(question.seat) == own,
            }
            for question in need.questions
        ],
    }


def _card(nth: int, place: int | None, card: str, *, face_down: bool, access: AccessLevel) -> CardView:
    """Return the view of a card; only the floor sees the value of a face-down card."""
    view: CardView = {"position_in_hand": nth, "card_number": place, "is_face_down": face_down}
    if not face_down or access is AccessLevel.FLOOR:
        view["card"] = card
    return view


def _carried_card(state: TableState, current: CurrentRound, access: AccessLevel) -> CardView:
    """Return the view of the card that was carried over from the last round.

    It is the first card of the hand that is dealt first, and is turned with the other cards of that hand.
    """
    assert current.opening.carried is not None
    carried, turning = current.opening.carried, current.turning
    is_down = turning is not None and not carried.disclosed and turning.face_up(state.family.common_hands[0]) == 0
    return _card(1, None, str(carried.card), face_down=is_down, access=access)


def next_hand_view(state: TableState, access: AccessLevel) -> NextHandView:
    """Return how the next round starts: as a free hand, or with a carried card."""
    opening = state.opening
    view: NextHandView = {"free_hand": opening.free_hand, "card_carried": opening.carried is not None}
    if opening.carried is not None and (opening.carried.disclosed or access is AccessLevel.FLOOR):
        view["carried"] = str(opening.carried.card)
    return view


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
        "pass_request": _pass_request_view(turning.open_request),
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
    answers = {to.seat: rules.ask_to_pass(turning, PassRequest(hand, by, to)) for to in seated if to != by}
    return sorted(seat for seat, answer in answers.items() if not isinstance(answer, Refused))


def _holder(holder: Holder) -> RevealHolderView:
    return {"seat": holder.seat, "bettor": holder.bettor}


def _or_dealer(holder: Holder | None) -> RevealHolderView | None:
    """Return the bettor who may turn the cards, or None if the dealer turns them."""
    return None if holder is None else _holder(holder)


def _pass_request_view(open_request: OpenPassRequest | None) -> RevealPassView | None:
    if open_request is None:
        return None
    request = open_request.request
    return {
        "hand": request.hand,
        "by": _holder(request.by),
        "to": _holder(request.to),
        "waiting_for": [_holder(one) for one in open_request.waiting_for],
    }
