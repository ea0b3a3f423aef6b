"""Verification of mah-jong pai gow: the checks that come on top of those of every game.

- rows: every hand against every other, dealt live;
- simulation: its first rounds are dealt live, and millions of rounds are compared with the exact odds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from croupier.cards import Piece
from croupier.cards.pack import MahJongTile
from croupier.families.pai_gow.mah_jong.facts import MahJongSeatContext, all_hand_pairs, columns_of, seat_context
from croupier.families.pai_gow.mah_jong.round import MahJongResult
from croupier.families.pai_gow.mah_jong.simulate import MahJongJob, MahJongSimulation, by_hand_pairs
from croupier.families.pai_gow.shared.odds import TileGameVerifier
from croupier.odds.par_sheet import ParSheet
from croupier.odds.simulation.driver import CheckedRun
from croupier.odds.verification.live import LiveRound
from croupier.play.fact_columns import FactColumns


class MahJongVerifier(TileGameVerifier):
    """Verification of mah-jong pai gow. Players make no decisions."""

    def hands_of(self, result: MahJongResult) -> str:
        return f"seat {_tiles_text(result.seats[self.seat])}, player-dealer {_tiles_text(result.dealer)}"

    def columns_of(self, rounds: Sequence[LiveRound]) -> FactColumns:
        return columns_of([seat_context(live.result, self.seat) for live in rounds])

    def forced_rounds(self, wagers: Collection[str]) -> Iterator[LiveRound]:
        for kind in all_hand_pairs():
            live = self.play_live([MahJongTile(number) for hand in kind for number in hand])
            if live is not None and seat_context(live.result, self.seat) != kind:
                self.add_finding("round", f"the odds have {kind}", live.result)
            elif live is not None:
                yield live

    def simulation_matches_live(self, rounds: int) -> bool:
        job = MahJongJob.of(self.seed)
        live_counts: Counter[MahJongSeatContext] = Counter()
        for shoe in range(rounds):
            live = self.play_live(job.tiles(shoe))
            if live is not None:
                live_counts[seat_context(live.result, self.seat)] += 1
        counted = dict(zip(all_hand_pairs(), by_hand_pairs(job.deal(0, rounds).counts[0]).tolist(), strict=True))
        return {kind: many for kind, many in counted.items() if many} == live_counts

    def simulate(self, run: CheckedRun) -> ParSheet:
        return MahJongSimulation(self.printed, self.seed).run(run).sheet()


def _tiles_text(tiles: Sequence[Piece]) -> str:
    return " ".join(map(str, tiles))
