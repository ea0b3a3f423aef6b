"""Verification of pai gow tiles: the checks that come on top of those of every game.

- rows: every hand by ranks, dealt live against another one, and compared with the arrangement of the odds;
- simulation: its first rounds are dealt live, and millions of rounds are compared with the exact odds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import numpy as np

from croupier.cards import Pack, Piece
from croupier.cards.random_source import shuffled
from croupier.families.pai_gow.shared.base_round import PaiGowResult
from croupier.families.pai_gow.shared.odds import TileGameVerifier
from croupier.families.pai_gow.tiles.facts import fact, facts_of
from croupier.families.pai_gow.tiles.hand_values import rank_of
from croupier.families.pai_gow.tiles.odds.exact import all_tile_hands, house_splits, split_strengths
from croupier.families.pai_gow.tiles.odds.simulate import TilesJob, TilesSimulation
from croupier.families.pai_gow.tiles.settle import house_way_for
from croupier.odds.par_sheet import ParSheet
from croupier.odds.simulation.driver import CheckedRun
from croupier.odds.verification.driver import LiveRound
from croupier.play.facts import FactColumns


class TilesVerifier(TileGameVerifier):
    """Verification of a table of tiles at which every hand is set the house way."""

    def hands_of(self, result: PaiGowResult) -> str:
        own = result.hand_of(self.seat)
        assert own is not None
        return f"seat {_hands_text(own.arrangement)}, player-dealer {_hands_text(result.dealer.arrangement)}"

    def columns_of(self, rounds: Sequence[LiveRound]) -> FactColumns:
        return FactColumns([facts_of(live.result, self.seat) for live in rounds], fact.types)

    def forced_rounds(self, wagers: Collection[str]) -> Iterator[LiveRound]:
        high, low = split_strengths(house_splits(house_way_for(self.printed)))
        for number, ranks in enumerate(all_tile_hands().ranks):
            own = _tiles_of([int(rank) for rank in ranks])
            left = list(Pack.DOMINOES.pieces)
            for tile in own:
                left.remove(tile)
            live = self.play_live([*own, *shuffled(left, self.chance)[:4]])
            if live is None:
                continue
            own_hand = facts_of(live.result, self.seat).view.own
            if (own_hand.high, own_hand.low) != (high[number], low[number]):
                self.add_finding("round", "the odds lay the seat's tiles otherwise", live.result)
            yield live

    def simulation_matches_live(self, rounds: int) -> bool:
        job = TilesJob.of(self.printed, self.seed)
        live_counts = np.zeros(9, np.int64)
        for shoe in range(rounds):
            live = self.play_live(job.tiles(shoe))
            if live is not None:
                facts = facts_of(live.result, self.seat)
                high, low = (2 * facts[f"{part}_wins"] + facts[f"{part}_copies"] for part in ("high", "low"))
                live_counts[3 * high + low] += 1
        return bool((job.deal(0, rounds).counts[0].sum(axis=(0, 1)) == live_counts).all())

    def simulate(self, run: CheckedRun) -> ParSheet:
        return TilesSimulation(self.printed, self.seed).run(run).sheet()


def _tiles_of(ranks: Sequence[int]) -> list[Piece]:
    """Return tiles of these ranks; a rank that occurs twice gives both of its tiles."""
    left = list(Pack.DOMINOES.pieces)
    found = []
    for rank in ranks:
        tile = next(one for one in left if rank_of(one) == rank)
        left.remove(tile)
        found.append(tile)
    return found


def _hands_text(hands: Sequence[Sequence[Piece]]) -> str:
    return " / ".join(" ".join(map(str, hand)) for hand in hands)
