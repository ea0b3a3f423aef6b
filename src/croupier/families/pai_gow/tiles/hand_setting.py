"""State of a round of tiles for views: wagers decided early, possible arrangements, names of tiles and hands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from croupier.cards import Piece
from croupier.families.pai_gow.shared.base_round import HIGH, LOW, PaiGowHand, PaiGowResult, PaiGowSeatResult, SetHand
from croupier.families.pai_gow.tiles.facts import BOTH_HANDS_TILE_FACTS, OWN_TILE_FACTS, facts_of
from croupier.families.pai_gow.tiles.hand_values import (
    NAMES,
    category_code_of,
    kind_of,
    name_of,
    ranks_of,
    strength,
    value_of,
)
from croupier.families.pai_gow.tiles.house_way import TilesHouseWay, set_hand
from croupier.families.pai_gow.tiles.round import TILES_A_HAND, TilesRound, foul_reason
from croupier.money.bets import Bet
from croupier.play.family import DecidedWager, OfferedArrangement
from croupier.play.hands_on_table import HandValue
from croupier.rulebook.table_rules import TableRules

HAND = 2


def hand_name(tiles: Sequence[Piece]) -> str:
    """Return the name of a hand of two tiles, for example "teen wong"; for more or fewer tiles, their names."""
    ranks = ranks_of(tiles)
    return name_of(*ranks) if len(ranks) == HAND else tile_names(tiles)


def tile_names(tiles: Sequence[Piece]) -> str:
    return ", ".join(NAMES[rank] for rank in ranks_of(tiles))


def category_code(tiles: Sequence[Piece]) -> str | None:
    """Return the code of a hand of two tiles: `pair`, `wong`, `gong`, or `0` to `9`; None for more or fewer tiles."""
    ranks = ranks_of(tiles)
    return category_code_of(strength(*ranks)) if len(ranks) == HAND else None


def hand_value_of(tiles: Sequence[Piece]) -> HandValue | None:
    """Return the value of two tiles: category, points, and names of the tiles, the better first."""
    if len(tiles) != HAND:
        return None
    ranks = sorted(ranks_of(tiles))
    value = strength(*ranks)
    return {
        "total": value_of(value) if not kind_of(value) else None,
        "is_soft": False,
        "category": category_code_of(value) if kind_of(value) else None,
        "ranks": [NAMES[rank] for rank in ranks],
        "cards": [str(tile) for tile in tiles],
    }


def decided_early(rules: TableRules, current: TilesRound, bets: Sequence[Bet]) -> list[DecidedWager]:
    """Return the wagers with a verdict that can no longer change.

    Wagers on the dealt tiles are decided early, all other wagers of a seat when its hand is opened.
    """
    return [wager for hand in current.hands_in_action_order() for wager in _of_seat(rules, current, hand, bets)]


def _of_seat(rules: TableRules, current: TilesRound, hand: PaiGowHand, bets: Sequence[Bet]) -> Iterator[DecidedWager]:
    if hand.seat is None or len(hand.pieces) < TILES_A_HAND:
        return
    own = _as_set(current, hand)
    dealer = _as_set(current, current.dealer) if current.dealer.is_open else own
    seat_facts = facts_of(PaiGowResult(dealer, (PaiGowSeatResult(hand.seat, own),)), hand.seat)
    final_facts = BOTH_HANDS_TILE_FACTS if current.dealer.is_open else OWN_TILE_FACTS
    # A hand that is read when it is opened is face up before the dealer has entered its arrangement.
    is_shown = hand.is_open and hand.arrangement is not None
    for bet in bets:
        wager = rules.wagers[bet.wager]
        if bet.seat == hand.seat and (is_shown or wager.facts <= final_facts):
            yield DecidedWager(bet, wager.decide(seat_facts, bet.amount), hand.is_open)


def _as_set(current: TilesRound, hand: PaiGowHand) -> SetHand:
    """Return the hand as the player set it; if it is not set yet, as the house way sets it.

    A wager that is decided before the hand is set does not depend on how it is set.
    """
    return SetHand(tuple(hand.pieces), hand.arrangement or current.set_house_way(hand.pieces), hand.by_house)


def arrangements(way: TilesHouseWay, tiles: tuple[Piece, ...]) -> tuple[OfferedArrangement, ...]:
    """Return all six arrangements, one per choice of two tiles for the low hand."""
    _, house_low = set_hand(way, ranks_of(tiles))
    as_house = _tile_key(tiles[place] for place in house_low)
    offered = []
    for low in combinations(range(len(tiles)), 2):
        high = tuple(place for place in range(len(tiles)) if place not in low)
        hands = tuple(tuple(tiles[place] for place in places) for places in (high, low))
        values = {name: hand_value_of(part) for name, part in zip((HIGH, LOW), hands, strict=True)}
        shown_values = {name: one for name, one in values.items() if one is not None}
        offered.append(OfferedArrangement(hands, shown_values, foul_reason(hands), _tile_key(hands[1]) == as_house))
    return tuple(offered)


def _tile_key(tiles: Iterable[Piece]) -> list[str]:
    """Return a key for a hand of tiles; equal tiles can be exchanged, so such hands have the same key."""
    return sorted(map(str, tiles))
