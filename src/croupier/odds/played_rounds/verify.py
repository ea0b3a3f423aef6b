"""Verification of a family without kernels: live rounds are compared with the sheet that was counted by playing."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from croupier.cards.random_source import RandomSource
from croupier.odds.fact_table import SIMULATED
from croupier.odds.par_sheet import ParSheet
from croupier.odds.played_rounds.facts import RoundCounts, dealt_pieces, fact_columns, facts_at
from croupier.odds.verification.driver import LiveRound, Verifier
from croupier.odds.verification.report import WagerCheck
from croupier.odds.verification.sheet_lines import printed_lines
from croupier.odds.verification.statistics import compare_samples
from croupier.odds.wager_odds import WagerOdds
from croupier.play.driver import deal_pieces, timeout_answer
from croupier.play.facts import FactColumns
from croupier.play.family import family_of
from croupier.play.round import RoundInProgress
from croupier.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from croupier.odds.played_rounds import PlayedRoundOdds

SEARCHED_ROUNDS = 20_000
"""Maximum number of rounds that are played to find a round for lines of the sheet which have no example."""


class PlayedVerifier(Verifier):
    """Verification of a family without kernels, from full shoes and with the timeout answers."""

    counts: RoundCounts
    """Counts of rounds by facts, from which the sheet was computed."""

    def __init__(
        self, odds: PlayedRoundOdds, printed: TableRules, played: TableRules, chance: RandomSource, seed: int
    ) -> None:
        self.odds = odds
        self.family = family_of(printed)
        self.spot_facts = self.family.facts.spot_facts
        self._columns: dict[int, tuple[Sequence[LiveRound], FactColumns]] = {}
        super().__init__(printed, played, chance, seed)

    def printed_sheet(self) -> ParSheet:
        sheet, self.counts = self.odds.sheet_with_counts(self.printed, None)
        return sheet

    def hands_of(self, result: Any) -> str:
        hands = self.family.final_hands(result)
        return ", ".join(f"{hand.title} {' '.join(map(str, hand.cards))}" for hand in hands)

    def lines_of(self, wager: str, seat: int, rounds: Sequence[LiveRound]) -> Sequence[int]:
        own_seat = seat or self.printed.seats[0]
        if own_seat not in self._columns or self._columns[own_seat][0] is not rounds:
            rows = [facts_at(self.printed, live.result, self.table.bets, own_seat) for live in rounds]
            self._columns[own_seat] = rounds, fact_columns(self.printed, rows)
        columns = self._columns[own_seat][1]
        lines: list[int] = printed_lines(self.printed.wagers[wager], self.sheet[wager], columns).tolist()
        return lines

    def forced_rounds(self, wagers: Collection[str]) -> Iterator[LiveRound]:
        """Yield a round for every line of the sheet: the stored examples first, then rounds found by playing."""
        wanted = {(name, line) for name in wagers for line, one in enumerate(self.sheet[name].lines) if one.count}
        for live in self._examples(wagers):
            wanted -= self._lines_of_round(live, wagers)
            yield live
        for _ in range(SEARCHED_ROUNDS):
            if not wanted:
                return
            (live,) = self.shuffled(1)[:1]
            if found := wanted & self._lines_of_round(live, wagers):
                wanted -= found
                yield live

    def _lines_of_round(self, live: LiveRound, wagers: Collection[str]) -> set[tuple[str, int]]:
        return {(name, self.lines_of(name, 0, [live])[0]) for name in wagers}

    def _examples(self, wagers: Collection[str]) -> Iterator[LiveRound]:
        """Yield the live round of one example of every line of the sheet."""
        facts = list(self.counts.examples)
        columns = fact_columns(self.printed, facts)
        lines = [printed_lines(self.printed.wagers[name], self.sheet[name], columns).tolist() for name in wagers]
        first = {(at, line): place for at, of in enumerate(lines) for place, line in reversed(list(enumerate(of)))}
        for place in sorted(set(first.values())):
            live = self._dealt(dealt_pieces(self.counts.examples[facts[place]]))
            if live is not None:
                yield live

    def _dealt(self, pieces: Sequence[Any]) -> LiveRound | None:
        return self.play_live_round(RoundInProgress(self.live_round_factory()), deal_pieces(pieces), timeout_answer)

    def shuffled(self, rounds: int) -> list[LiveRound]:
        """Deal rounds from shuffled shoes: from each shoe one round for each of its packs.

        For every round the shoe is rotated by one pack; a rotated shoe is as well shuffled as the original.
        """
        dealt: list[LiveRound] = []
        pack = len(self.played.shoe.pack.pieces)
        while len(dealt) < rounds:
            pieces = self.shoes.pieces()
            for start in range(0, len(pieces), pack):
                live = self._dealt(pieces[start:] + pieces[:start])
                dealt += [live] if live is not None else []
        return dealt

    def compare_simulation(self) -> None:
        """Do nothing: simulation and table play the same live round."""

    def wager_check(self, odds: WagerOdds, observed: Mapping[int, int], rounds: int, test: Any) -> WagerCheck:
        """Return the check of a wager; if the sheet was simulated, two samples are compared with each other."""
        if self.sheet.method == SIMULATED:
            lines = range(len(odds.lines))
            test = compare_samples([observed.get(line, 0) for line in lines], [line.count for line in odds.lines])
        return super().wager_check(odds, observed, rounds, test)
