"""Each settled bet against the line of the par sheet that its round ends in: result, pay, row, citation, meter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from croupier.families.baccarat.odds.exact import ExactBaccarat
from croupier.families.baccarat.odds.verification.lines import NOT_PRINTED, RoundColumns, printed_lines
from croupier.families.baccarat.odds.verification.live import Outcome, Rounds, hands_of
from croupier.families.baccarat.settling import SPOT_FACTS
from croupier.money.cents import show
from croupier.money.outcome import Bet
from croupier.odds.measures import RETURNED, PayLine, WagerOdds, measure
from croupier.odds.par_sheet import ParSheet
from croupier.odds.verification.report import Finding
from croupier.rulebook.wagers import TableWager


@dataclass(frozen=True)
class Comparison:
    """Rounds as they were settled, beside the sheet."""

    rounds: Rounds
    sheet: ParSheet
    columns: RoundColumns

    @cached_property
    def endings(self) -> NDArray[np.int64]:
        return np.array(self.rounds.endings, dtype=np.int64).reshape(-1, len(self.rounds.table.bets))

    @property
    def settled(self) -> int:
        """How many bets were compared."""
        return int(self.endings.size)

    def all_findings(self) -> list[Finding]:
        """What settling itself found, and what the sheet says otherwise."""
        return [*self.rounds.findings, *self._findings()]

    def _findings(self) -> Iterator[Finding]:
        """Every way in which a round's bets ended otherwise than its line of the sheet says."""
        seen: dict[tuple[str, int], tuple[WagerOdds, NDArray[np.int64]]] = {}
        for place, bet in enumerate(self.rounds.table.bets):
            wager = self.sheet.house.wagers[bet.wager]
            seat = 0 if wager.facts.isdisjoint(SPOT_FACTS) else bet.seat
            if (bet.wager, seat) not in seen:
                odds = self._odds(wager, seat)
                seen[bet.wager, seat] = odds, printed_lines(wager, odds, self.columns.of_seat(seat))
            yield from self._of_bet(bet, *seen[bet.wager, seat], self.endings[:, place])

    def _odds(self, wager: TableWager, seat: int) -> WagerOdds:
        """The sheet's lines; from another seat than the first, as they would be printed for that one."""
        house, shoe = self.sheet.house, self.sheet.shoe
        if seat in (0, house.seats[0]) or shoe is None:
            return self.sheet[wager.id]
        table = ExactBaccarat.of(house).table(shoe, wager.facts, seat=seat, layout=self.columns.layout)
        return measure(wager, table)

    def _of_bet(
        self, bet: Bet, odds: WagerOdds, lines: NDArray[np.int64], endings: NDArray[np.int64]
    ) -> Iterator[Finding]:
        """Rounds that end alike on both sides are compared once."""
        pairs, examples = np.unique(np.stack([lines, endings], axis=1), axis=0, return_index=True)
        for (line, ending), example in zip(pairs, examples, strict=True):
            if told := self._difference(bet, odds, int(line), self.rounds.outcomes[int(ending)]):
                yield Finding(bet.wager, f"{told}: {hands_of(self.rounds.coups[int(example)])}")

    def _difference(self, bet: Bet, odds: WagerOdds, line: int, outcome: Outcome) -> str | None:
        if line == NOT_PRINTED:
            return f"ends with {outcome.result} {show(outcome.net)}, and the sheet has no line for it"
        wager = self.sheet.house.wagers[bet.wager]
        return difference(odds.lines[line], wager, bet, outcome, self.rounds.table.slack[bet.wager])

    def counts(self, place: int, *, counted_only: bool) -> Counter[int]:
        """How often a bet ended in each line of its sheet, by what was settled; under -1, in none of them."""
        bet = self.rounds.table.bets[place]
        chosen = np.array(self.rounds.is_counted, dtype=bool) if counted_only else slice(None)
        came = np.bincount(self.endings[chosen, place], minlength=len(self.rounds.outcomes))
        counts: Counter[int] = Counter()
        for ending in np.nonzero(came)[0]:
            counts[self._line_of(bet, self.rounds.outcomes[ending])] += int(came[ending])
        return counts

    def _line_of(self, bet: Bet, outcome: Outcome) -> int:
        odds = self.sheet[bet.wager]
        lines = range(len(odds.lines))
        return next((line for line in lines if self._difference(bet, odds, line, outcome) is None), NOT_PRINTED)


def difference(line: PayLine, wager: TableWager, bet: Bet, outcome: Outcome, slack: int) -> str | None:
    """What a settled bet does otherwise than a line says; None when they agree."""
    due = line.net * bet.amount
    verdict = outcome.verdict
    if outcome.result != (RETURNED if line.row == RETURNED else line.result):
        return f"the sheet says {line.result}{_row(line)}, the table {outcome.result}"
    if abs(outcome.net - due) > slack:
        return f"{line.pays} on {show(bet.amount)} comes to {show(int(due))}, the table made it {show(outcome.net)}"
    if line.result == "win":
        if (verdict.row_number, verdict.row) != (line.row_numbers[0], line.pays):
            return f"the sheet pays row {line.row_numbers[0]}{_row(line)}, the table row {verdict.row_number}"
        if verdict.name != line.row:
            return f'the sheet calls the row "{line.row}", the table "{verdict.name}"'
        if verdict.envy != next(row.envy for row in wager.rows if row.number == line.row_numbers[0]):
            return f"row {line.row_numbers[0]}{_row(line)} has another envy bonus at the table: {show(verdict.envy)}"
    if outcome.prizes != dict(line.meters):
        return f"row{_row(line)} wins {_meters(line.meters)}, at the table {_meters(outcome.prizes)}"
    if verdict.cite != (line.cite or wager.cite):
        return f"the sheet cites {line.cite or wager.cite}, the table {verdict.cite}"
    return None


def _row(line: PayLine) -> str:
    return f" ({line.row}, {line.pays})" if line.result == "win" else ""


def _meters(shares: Mapping[str, Fraction]) -> str:
    return ", ".join(f"{share} of {meter}" for meter, share in shares.items()) or "no meter"
