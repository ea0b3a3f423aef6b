"""Edge-case rounds of tiles, in which supreme pairs and copies are frequent."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from croupier.cards import Pack, Piece
from croupier.cards.random_source import SeededRandomSource, shuffled
from croupier.families.pai_gow.shared.base_round import PaiGowResult, PaiGowSeatResult, SetHand
from croupier.families.pai_gow.tiles.facts import TilesSeatContext, facts_of
from croupier.families.pai_gow.tiles.hand_values import GEE_JOON
from croupier.families.pai_gow.tiles.house_way import TilesHouseWay
from croupier.families.pai_gow.tiles.round import TILES_A_HAND, set_house_way
from croupier.play.facts import RoundFacts

ROUNDS = 2_000
FOUL_EVERY = 7
MOST_TILES = 14
"""Number of tiles in the reduced packs; few different tiles make copies, zeros and pairs frequent."""


@cache
def edge_case_facts(way: TilesHouseWay) -> tuple[RoundFacts[TilesSeatContext], ...]:
    """Return the facts of the edge-case rounds; hands are set the house way, and every seventh one is foul.

    The deals are the same in every run, because the random source has a fixed seed.
    """
    chance, rounds = SeededRandomSource(17), []
    for number in range(ROUNDS):
        twos = shuffled(range(len(Pack.DOMINOES.pieces) // 2), chance)
        few = [GEE_JOON, *twos][: MOST_TILES // 2] if number % 3 == 0 else list(twos)
        pack = [Pack.DOMINOES.pieces[2 * two + half] for two in dict.fromkeys(few) for half in (0, 1)]
        tiles = shuffled(pack, chance)
        own, dealer = tiles[:TILES_A_HAND], tiles[TILES_A_HAND : 2 * TILES_A_HAND]
        seat = _foul(way, own) if number % FOUL_EVERY == 0 else _set(way, own)
        rounds.append(facts_of(PaiGowResult(_set(way, dealer), (PaiGowSeatResult(1, seat),)), 1))
    return tuple(rounds)


def _set(way: TilesHouseWay, tiles: Sequence[Piece]) -> SetHand:
    return SetHand(tuple(tiles), set_house_way(way, tiles))


def _foul(way: TilesHouseWay, tiles: Sequence[Piece]) -> SetHand:
    """Return a foul hand: the house way with high and low hand exchanged."""
    return SetHand(tuple(tiles), set_house_way(way, tiles)[::-1], by_house=False)
