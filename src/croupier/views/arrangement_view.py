"""Views of games with set hands: requests to set hands, the order of the seats, and wagers decided early.

Only the player of a seat may see how the hand is set. Other seats, the dealer and staff see that a seat is done, and
the hands when they are opened.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product

from croupier.cards import Piece
from croupier.play.family import DecidedWager
from croupier.play.hands_on_table import HandName
from croupier.play.round import FOUL, Arrange, ArrangedHands, Arrangement, Deal, HandToSet, Need, OpenHand
from croupier.table.dealing import seat_owner
from croupier.table.state import CurrentRound, TableState
from croupier.views.cards_view import DealtRound
from croupier.views.models.decisions import (
    ArrangementOptionView,
    ArrangementRequestView,
    ArrangementsView,
    DeclarationView,
)
from croupier.views.models.results import DecidedWagerView
from croupier.views.models.seats import ActionOrderView
from croupier.views.viewer import AccessLevel

STANDS = "stands"


def arrangements_view(
    state: TableState, dealing: DealtRound | None, own: str | None, access: AccessLevel
) -> ArrangementsView | None:
    """Return the seats that have to set their hands, with the deadline, or None if there are none.

    If a hand is open on the table, only staff get the request, because the dealer enters how it was set.
    """
    if dealing is None or not isinstance(dealing.play.need, Arrange):
        return None
    need = dealing.play.need
    if any(one.is_on_table for one in need.hands_to_set) and access < AccessLevel.OFFICE:
        return None
    return {
        "deadline_at": dealing.current.ask_until,
        "time_limit_seconds": state.settings.decision_seconds,
        "done_seats": list(need.done),
        "requests": [_arrangement_request(state, dealing.current, one, own) for one in need.hands_to_set],
    }


def _arrangement_request(
    state: TableState, current: CurrentRound, to_set: HandToSet, own: str | None
) -> ArrangementRequestView:
    is_own = own is not None and state.deciding_account(to_set.seat) == own and not to_set.is_on_table
    view: ArrangementRequestView = {
        "seat": to_set.seat,
        "hands": [{"name": name, "cards": count} for name, count in to_set.sizes],
        "question_number": to_set.nth,
        "is_own": is_own,
        "default_choice": to_set.timeout_action,
    }
    if to_set.is_on_table:
        view["is_on_table"] = True
    if not is_own:
        return view
    view["options"] = list(_offered_arrangements(state, to_set))
    view["is_foul_allowed"] = to_set.foul_loses
    view["at_zero"] = to_set.timeout_action
    if to_set.declarations:
        view["declarations"] = [_declaration(to_set, one) for one in to_set.declarations if one != FOUL]
    if (draft := current.drafts.get(to_set.seat)) is not None:
        arrangement = Arrangement(to_set.seat, draft)
        drafted = _drafted(state, to_set, to_set.hands(arrangement))
        view["draft"] = drafted["hands"]
        if to_set.problem(arrangement) is None:
            view["at_zero"] = STANDS
        elif (mend := valid_after_swap(to_set, arrangement)) is not None:
            view["mend"] = [str(card) for card in mend]
        if not any(_is_same(option, drafted) for option in view["options"]):
            view["options"].append(drafted)
    return view


def _drafted(state: TableState, to_set: HandToSet, hands: ArrangedHands) -> ArrangementOptionView:
    """Return the player's saved draft as one more arrangement option, because the family's list may not contain it."""
    named = _named(to_set, hands)
    full_names = {part: str(HandName.of_seat(to_set.seat, part)) for part in named}
    values = state.family.evaluate_hands(state.rules, {full_names[part]: tuple(cards) for part, cards in named.items()})
    return {
        "hands": named,
        "hand_values": {part: values[hand] for part, hand in full_names.items() if hand in values},
        "foul_reason": to_set.foul(hands),
        "is_house_way": False,
    }


def valid_after_swap(to_set: HandToSet, arrangement: Arrangement) -> tuple[Piece, Piece] | None:
    """Return two cards of different hands that make a foul arrangement valid if they change places, or None."""
    card_numbers = arrangement.card_numbers
    assert card_numbers is not None
    for first, second in combinations(range(len(card_numbers)), 2):
        for first_card, second_card in product(card_numbers[first], card_numbers[second]):
            swap = {first_card: second_card, second_card: first_card}
            hands = tuple(tuple(swap.get(place, place) for place in places) for places in card_numbers)
            if to_set.problem(replace(arrangement, card_numbers=hands)) is None:
                return to_set.cards[first_card - 1], to_set.cards[second_card - 1]
    return None


def _is_same(option: ArrangementOptionView, other: ArrangementOptionView) -> bool:
    return all(set(cards) == set(other["hands"][hand]) for hand, cards in option["hands"].items())


def _declaration(to_set: HandToSet, name: str) -> DeclarationView:
    refused = to_set.declaration_problem(Arrangement(to_set.seat, declaration=name))
    is_foul = refused is not None and refused.topic == FOUL
    message = "" if refused is None else str(refused)
    return {"name": name, "refusal": "" if is_foul else message, "foul_reason": message if is_foul else ""}


def _offered_arrangements(state: TableState, to_set: HandToSet) -> Iterator[ArrangementOptionView]:
    setting = state.family.hand_setting
    assert setting is not None
    for option in setting.arrangements(state.rules, to_set):
        yield {
            "hands": _named(to_set, option.hands),
            "hand_values": dict(option.hand_values),
            "foul_reason": option.foul,
            "is_house_way": option.is_house_way,
        }


def _named(to_set: HandToSet, hands: ArrangedHands) -> dict[str, list[str]]:
    names = [name for name, _ in to_set.sizes]
    return {name: [str(card) for card in cards] for name, cards in zip(names, hands, strict=True)}


def order_view(state: TableState, dealing: DealtRound | None) -> ActionOrderView | None:
    """Return the order of the seats in this round, or None as long as the dice have not determined it."""
    order = None if dealing is None else state.family.order_of_play(dealing.play)
    if dealing is None or order is None:
        return None
    need = dealing.play.need
    down = {place for place, one in enumerate(dealing.current.dealt, start=1) if one.face_down}
    seat_hands = [one for one in dealing.hands_on_table or () if one.seat is not None and one.places]
    closed = {one.seat for one in seat_hands if down.intersection(one.places)}
    return {
        "rolls": [{"what": one.what, "numbers": list(one.numbers)} for one in order.rolls],
        "first_seat": order.first,
        "action_button_seat": order.action,
        "seats": list(order.seats),
        "to_open": _to_open(state, need),
        "opened": [seat for seat in order.seats if seat not in closed and any(one.seat == seat for one in seat_hands)],
    }


def _to_open(state: TableState, need: Need | None) -> str | None:
    """Return the name of the hand that is opened next, or of an open hand that the dealer must enter."""
    match need:
        case OpenHand(hand=hand) | Deal(hand=hand, opens=True):
            return hand
        case Arrange(hands_to_set=(HandToSet(seat=seat, is_on_table=True), *_)):
            is_bank = state.bank is not None and state.bank.seat == seat
            return state.family.common_hands[0] if is_bank else str(HandName.of_seat(seat))
    return None


def decided_wagers_view(state: TableState, dealing: DealtRound | None, own: str | None) -> list[DecidedWagerView]:
    """Return the wagers that are already decided by cards that the viewer may see."""
    early = state.family.early_results
    if dealing is None or early is None:
        return []
    decided = early.decided_early(state.rules, dealing.play, dealing.current.bets())
    return [_decided_wager(dealing.current, one, own) for one in decided if one.is_open or _sees(state, one, own)]


def _sees(state: TableState, decided: DecidedWager, own: str | None) -> bool:
    """Return whether the viewer's account owns the seat's cards that decide this wager."""
    return own is not None and seat_owner(state, decided.bet.seat) == own


def _decided_wager(current: CurrentRound, decided: DecidedWager, own: str | None) -> DecidedWagerView:
    bet, verdict = decided.bet, decided.verdict
    accounts = {(spot.seat, spot.bettor): spot.account for spot in current.spots.values()}
    return {
        "seat": bet.seat,
        "bettor": bet.bettor,
        "wager": bet.wager,
        "cents": bet.amount,
        "result": verdict.result.value,
        "due_cents": verdict.winnings,
        "row": verdict.row,
        "name": verdict.name,
        "is_own": own is not None and accounts.get((bet.seat, bet.bettor)) == own,
    }
