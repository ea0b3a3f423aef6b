"""Verification of war: the checks that come on top of those of every game.

- rows: every deciding pair, after no war, after one, and so on up to more wars than any pay table distinguishes; and a
  shoe that runs out;
- simulation: its first shoes are dealt at the live table, and millions of simulated rounds are compared with the
  exact odds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

import numpy as np

from croupier.cards import Card, Rank, Suit
from croupier.families.war.facts import ending_columns_of, possible_endings
from croupier.families.war.round import ACE_HIGH, PLAYER, WarEnding, WarResult, dealing_order
from croupier.families.war.simulate import WarJob, WarSimulation
from croupier.odds.par_sheet import ParSheet
from croupier.odds.simulation.driver import CheckedRun
from croupier.odds.verification.driver import Verifier, chi_square_of, count_lines
from croupier.odds.verification.live import LiveRound, cards_text
from croupier.odds.verification.report import Finding
from croupier.odds.verification.sheet_lines import printed_lines
from croupier.odds.verification.statistics import ChiSquare
from croupier.play.driver import deal_cards, timeout_answer
from croupier.play.fact_columns import FactColumns
from croupier.play.round import RoundInProgress

FORCED_CARDS = 20
"""Number of cards in the shoe of a forced round; 20 are enough for nine wars and the two deciding cards."""
PACK = 52
SIMULATED_LIVE, SIMULATED_ROUNDS = 1_000, 2**23


class WarVerifier(Verifier):
    """Verification of war. Players make no decisions, and every round has a new shoe."""

    rounds_per_batch = 10_000
    _columns: tuple[Sequence[LiveRound], FactColumns] | None = None
    simulated: ParSheet | None = None

    def hands_of(self, result: WarResult) -> str:
        return f"Banker {cards_text(result.banker)}, Player {cards_text(result.player)}"

    def lines_of(self, wager: str, seat: int, rounds: Sequence[LiveRound]) -> Sequence[int]:
        if self._columns is None or self._columns[0] is not rounds:
            self._columns = rounds, ending_columns_of([live.result.ending for live in rounds])
        lines: list[int] = printed_lines(self.printed.wagers[wager], self.sheet[wager], self._columns[1]).tolist()
        return lines

    def forced_rounds(self, wagers: Collection[str]) -> Iterator[LiveRound]:
        for ending in possible_endings(FORCED_CARDS):
            live = self._dealt(_cards_for(ending, dealing_order(self.printed)))
            if live is not None and live.result.ending != ending:
                self.add_finding("round", f"the odds have {ending}, the live round {live.result.ending}", live.result)
            elif live is not None:
                yield live

    def _dealt(self, cards: Sequence[Card]) -> LiveRound | None:
        return self.play_live_round(RoundInProgress(self.live_round_factory()), deal_cards(cards), timeout_answer)

    def shuffled(self, rounds: int) -> list[LiveRound]:
        """Deal rounds live from shuffled shoes; each shoe gives one round per pack, rotated by 52 cards each time.

        A rotated shoe is as well shuffled as the original and gives another round.
        """
        dealt: list[LiveRound | None] = []
        while len(dealt) < rounds:
            cards = self.shoes.next_cards()
            dealt += [self._dealt(cards[begin:] + cards[:begin]) for begin in range(0, len(cards), PACK)]
        return [live for live in dealt if live is not None]

    def compare_simulation(self) -> None:
        job = WarJob.of(self.printed, self.seed)
        dealt = [self._dealt(job.cards(shoe)) for shoe in range(SIMULATED_LIVE)]
        counts = job.deal(0, SIMULATED_LIVE).counts[0]
        endings = possible_endings(len(job.whole.shoe))
        simulated = {endings[place]: int(counts[place]) for place in np.flatnonzero(counts)}
        if simulated != Counter(live.result.ending for live in dealt if live is not None):
            self.findings.append(Finding("simulation", "counts its rounds otherwise than they end live"))
        run = CheckedRun.of(self.printed.wagers, rounds=SIMULATED_ROUNDS, seed=self.seed, threads=1)
        self.simulated = WarSimulation(self.printed, self.seed).run(run).sheet()
        self.compared["rounds of the simulation dealt live"] += len(dealt)
        self.compared["rounds of the simulation"] += SIMULATED_ROUNDS

    def tests(self) -> dict[str, ChiSquare | None]:
        """Return a chi-square test of the simulation against the exact odds for each wager."""
        if self.simulated is None:
            return {}
        dealt = self.simulated
        return {
            f"simulation of {name}": chi_square_of(odds, count_lines(odds, dealt[name]))
            for name, odds in self.sheet.wagers.items()
        }


def _cards_for(ending: WarEnding, order: tuple[str, str]) -> list[Card]:
    """Return cards that lead to `ending`: wars of successive ranks, then the two deciding cards if there are any."""
    heights = range(2, ACE_HIGH + 1)
    pairs = [(heights[war % len(heights)],) * 2 for war in range(ending.wars)]
    if ending.player:
        pairs.append((ending.player, ending.banker) if order[0] == PLAYER else (ending.banker, ending.player))
    return [
        Card(Rank(rank if rank < ACE_HIGH else 1), Suit(place)) for pair in pairs for place, rank in enumerate(pair)
    ]
