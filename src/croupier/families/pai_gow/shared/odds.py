"""Shuffling for simulations and the verification that the two games with tiles share.

The seat that bets gets the first packet and the player-dealer the next, so the first pieces of a pack are theirs.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

import numpy as np

from croupier.cards import Pack, Piece
from croupier.odds.par_sheet import ParSheet
from croupier.odds.simulation.driver import CheckedRun
from croupier.odds.simulation.shuffle_kernels import GOLDEN, ShoeSetup, shuffle, shuffle_workspace, start_of
from croupier.odds.verification.driver import LiveRound, Verifier
from croupier.odds.verification.report import Finding
from croupier.odds.verification.sheet_lines import printed_lines
from croupier.play.driver import deal_pieces, timeout_answer
from croupier.play.facts import FactColumns
from croupier.play.family import family_of
from croupier.play.round import RoundInProgress


def pack_setup(pack: Pack, ranks: Sequence[int], dealt: int) -> ShoeSetup:
    """Return the shuffle setup of one pack from which `dealt` tiles are dealt; `ranks` has the rank of each tile."""
    assert dealt % 4 == 0
    fours = np.arange(dealt // 4, dtype=np.int64)
    left = len(pack.pieces) - 4 * fours
    left_by_twos = np.stack((left, left - 2), axis=1).ravel()
    return ShoeSetup(
        shoe=np.array(ranks, np.uint8),
        points=np.array(ranks, np.uint8),
        steps=fours.astype(np.uint64) * GOLDEN,
        left=left.astype(np.uint32),
        too_low=(2**32 % (left_by_twos * (left_by_twos - 1))).astype(np.uint32),
        burn=np.zeros(1, np.int64),
        cut=len(pack.pieces),
        ends_with_the_hand=False,
    )


def dealt_pieces(pack: Pack, dealing: ShoeSetup, seed: int, shoe: int) -> list[Piece]:
    """Return the first tiles of one shuffled pack, for comparison with the live table."""
    workspace = shuffle_workspace(dealing, 1)
    places = np.arange(len(pack.pieces), dtype=np.uint8)
    shuffle(dealing, workspace, places, start_of(seed), shoe, 1)
    return [pack.pieces[int(place)] for place in workspace.shuffled.view(np.uint8)[: 4 * len(dealing.left)]]


SIMULATED_LIVE, SIMULATED_ROUNDS = 1_000, 2**23


class TileGameVerifier(Verifier):
    """Verification of a table at which packets are dealt from one pack, which is shuffled for every round."""

    rounds_per_batch = 5_000
    _columns: tuple[Sequence[LiveRound], FactColumns] | None = None

    @property
    def seat(self) -> int:
        """Seat whose wagers are compared with the sheet."""
        return self.table.bets[0].seat

    @abstractmethod
    def columns_of(self, rounds: Sequence[LiveRound]) -> FactColumns:
        """Return the facts of many rounds for the seat whose wagers are counted."""

    def lines_of(self, wager: str, seat: int, rounds: Sequence[LiveRound]) -> Sequence[int]:
        if self._columns is None or self._columns[0] is not rounds:
            self._columns = rounds, self.columns_of(rounds)
        lines: list[int] = printed_lines(self.printed.wagers[wager], self.sheet[wager], self._columns[1]).tolist()
        return lines

    def play_live(self, pieces: Sequence[Piece], evaluation: Any = None) -> LiveRound | None:
        """Play a live round with these tiles: the first ones go to the seat, the next to the player-dealer."""
        bank = self.table.bank
        form = family_of(self.played).case_round(self.played, self.table.bets, bank.seat if bank else None)
        assert form.begin_at is not None
        return self.play_live_round(
            RoundInProgress(form.begin_at(self.seat)), deal_pieces(pieces), timeout_answer, evaluation
        )

    def shuffled(self, rounds: int) -> list[LiveRound]:
        dealt = [self.play_live(self.shoes.pieces()) for _ in range(rounds)]
        return [live for live in dealt if live is not None]

    @abstractmethod
    def simulation_matches_live(self, rounds: int) -> bool:
        """Return whether the first rounds of the simulation have the same results when the live code plays them."""

    @abstractmethod
    def simulate(self, run: CheckedRun) -> ParSheet:
        """Run the simulation and return its par sheet."""

    def compare_simulation(self) -> None:
        if not self.simulation_matches_live(SIMULATED_LIVE):
            self.findings.append(Finding("simulation", "counts its rounds otherwise than they end live"))
        self.simulated_sheet = self.simulate(
            CheckedRun.of(self.printed.wagers, rounds=SIMULATED_ROUNDS, seed=self.seed, threads=1)
        )
        self.compared["rounds of the simulation dealt live"] += SIMULATED_LIVE
        self.compared["rounds of the simulation"] += SIMULATED_ROUNDS
