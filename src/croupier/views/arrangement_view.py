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


def arranging_view(
    state: TableState, dealing: DealtRound | None, own: str | None, sight: AccessLevel
) -> ArrangementsView | None:
    """Return the seats that have to set their hands, with the deadline, or None if there are none.

    If a hand is open on the table, only staff get the request, because the dealer enters how it was set.
    """
    if dealing is None or not isinstance(dealing.play.need, Arrange):
        return None
    need = dealing.play.need
    if any(one.is_on_table for one in need.hands_to_set) and sight < AccessLevel.OFFICE:
        return None
    return {
        "deadline_at": dealing.current.ask_until,
        "time_limit_seconds": state.settings.decision_seconds,
        "done_seats": list(need.done),
        "requests": [_setting(state, dealing.current, one, own) for one in need.hands_to_set],
    }


def _setting(state: TableState, current: CurrentRound, setting: HandToSet, own: str | None) -> ArrangementRequestView:
    is_own = own is not None and state.deciding_account(setting.seat) == own and not setting.is_on_table
    seen: ArrangementRequestView = {
        "seat": setting.seat,
        "hands": [{"name": name, "cards": count} for name, count in setting.sizes],
        "question_number": setting.nth,
        "is_own": is_own,
        "default_choice": setting.timeout_action,
    }
    if setting.is_on_table:
        seen["is_on_table"] = True
    if not is_own:
        return seen
    seen["options"] = list(_offered_arrangements(state, setting))
    seen["is_foul_allowed"] = setting.foul_loses
    seen["at_zero"] = setting.timeout_action
    if setting.declarations:
        seen["declarations"] = [_declaration(setting, one) for one in setting.declarations if one != FOUL]
    if (laid := current.drafts.get(setting.seat)) is not None:
        arrangement = Arrangement(setting.seat, laid)
        drafted = _drafted(state, setting, setting.hands(arrangement))
        seen["draft"] = drafted["hands"]
        if setting.problem(arrangement) is None:
            seen["at_zero"] = STANDS
        elif (mend := valid_after_swap(setting, arrangement)) is not None:
            seen["mend"] = [str(card) for card in mend]
        if not any(_is_same(way, drafted) for way in seen["options"]):
            seen["options"].append(drafted)
    return seen


def _drafted(state: TableState, setting: HandToSet, hands: ArrangedHands) -> ArrangementOptionView:
    """Return the player's draft as an arrangement option, because the family's list of options may lack it."""
    named = _named(setting, hands)
    whole = {part: str(HandName.of_seat(setting.seat, part)) for part in named}
    made = state.family.evaluate_hands(state.rules, {whole[part]: tuple(cards) for part, cards in named.items()})
    return {
        "hands": named,
        "hand_values": {part: made[hand] for part, hand in whole.items() if hand in made},
        "foul_reason": setting.foul(hands),
        "is_house_way": False,
    }


def valid_after_swap(setting: HandToSet, arrangement: Arrangement) -> tuple[Piece, Piece] | None:
    """Return two cards of different hands that make a foul arrangement valid if they change places, or None."""
    laid = arrangement.card_numbers
    assert laid is not None
    for first, second in combinations(range(len(laid)), 2):
        for one, other in product(laid[first], laid[second]):
            swap = {one: other, other: one}
            hands = tuple(tuple(swap.get(place, place) for place in places) for places in laid)
            if setting.problem(replace(arrangement, card_numbers=hands)) is None:
                return setting.cards[one - 1], setting.cards[other - 1]
    return None


def _is_same(way: ArrangementOptionView, other: ArrangementOptionView) -> bool:
    return all(set(cards) == set(other["hands"][hand]) for hand, cards in way["hands"].items())


def _declaration(setting: HandToSet, name: str) -> DeclarationView:
    refused = setting.declaration_problem(Arrangement(setting.seat, declaration=name))
    is_foul = refused is not None and refused.topic == FOUL
    message = "" if refused is None else str(refused)
    return {"name": name, "refusal": "" if is_foul else message, "foul_reason": message if is_foul else ""}


def _offered_arrangements(state: TableState, setting: HandToSet) -> Iterator[ArrangementOptionView]:
    for way in state.family.arrangements(state.rules, setting):
        yield {
            "hands": _named(setting, way.hands),
            "hand_values": dict(way.hand_values),
            "foul_reason": way.foul,
            "is_house_way": way.is_house_way,
        }


def _named(setting: HandToSet, hands: ArrangedHands) -> dict[str, list[str]]:
    names = [name for name, _ in setting.sizes]
    return {name: [str(card) for card in cards] for name, cards in zip(names, hands, strict=True)}


def order_view(state: TableState, dealing: DealtRound | None) -> ActionOrderView | None:
    """Return the order of the seats, as soon as the dice determine it."""
    order = None if dealing is None else state.family.order_of_play(dealing.play)
    if dealing is None or order is None:
        return None
    need = dealing.play.need
    down = {place for place, one in enumerate(dealing.current.dealt, start=1) if one.face_down}
    laid = [one for one in dealing.laid or () if one.seat is not None and one.places]
    closed = {one.seat for one in laid if down.intersection(one.places)}
    return {
        "rolls": [{"what": one.what, "numbers": list(one.numbers)} for one in order.rolls],
        "first_seat": order.first,
        "action_button_seat": order.action,
        "seats": list(order.seats),
        "to_open": _to_open(state, need),
        "opened": [seat for seat in order.seats if seat not in closed and any(one.seat == seat for one in laid)],
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


def known_view(state: TableState, dealing: DealtRound | None, own: str | None) -> list[DecidedWagerView]:
    """Return the wagers that are already decided by cards that the viewer may see."""
    if dealing is None:
        return []
    known = state.family.decided_early(state.rules, dealing.play, dealing.current.bets())
    return [_decided_wager(dealing.current, one, own) for one in known if one.is_open or _sees(state, one, own)]


def _sees(state: TableState, known: DecidedWager, own: str | None) -> bool:
    """Return whether the viewer owns the cards that decide the wager."""
    return own is not None and seat_owner(state, known.bet.seat) == own


def _decided_wager(current: CurrentRound, known: DecidedWager, own: str | None) -> DecidedWagerView:
    bet, verdict = known.bet, known.verdict
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
