"""Rounds made to order: every kind of round that the exact count tells apart, dealt and settled live.

A row that comes once in four million rounds would never be seen otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from croupier.cards import Card, Rank, Suit
from croupier.families.baccarat.facts import Layout
from croupier.families.baccarat.odds.exact import exact_table
from croupier.families.baccarat.odds.kinds import RoundKinds
from croupier.families.baccarat.odds.verification.compare import Comparison
from croupier.families.baccarat.odds.verification.dealing import dealing_finding
from croupier.families.baccarat.odds.verification.lines import RoundColumns, printed_lines
from croupier.families.baccarat.odds.verification.live import Rounds, deal_cards, in_dealing_order
from croupier.families.baccarat.odds.verification.table import FullTable
from croupier.families.baccarat.round import BaccaratRules, Coup
from croupier.odds.par_sheet import ParSheet

EVERY_KIND, KINDS_OF_A_LINE = 5_000, 500
"""A count of so many kinds is made to order whole; of a wider one (suits: 47,000) so many kinds of every line."""
SPARE = (Card(Rank.TWO, Suit.CLUBS),) * 2
"""For a live round that draws where the odds do not."""


def forced_rounds(table: FullTable, sheet: ParSheet, wagers: Iterable[str]) -> Comparison:
    """Settle live what the exact counts of these wagers stand on."""
    done = Rounds(table)
    rules = BaccaratRules.of(table.house)
    for coup in kinds_to_force(sheet, wagers):
        live, _ = deal_cards(rules, in_dealing_order(coup) + SPARE)
        if live == coup:
            done.settle(live, is_counted=False)
        else:
            done.findings.append(dealing_finding(live, coup))
    layout = Layout(table.house.seat_hands, frozenset(table.house.seats))
    return Comparison(done, sheet, RoundColumns(done.coups, layout))


def kinds_to_force(sheet: ParSheet, wagers: Iterable[str]) -> Iterator[Coup]:
    """One round of every kind; of the widest counts, an even choice from every line."""
    assert sheet.shoe is not None
    chosen: dict[int, tuple[RoundKinds, set[int]]] = {}
    for name in wagers:
        wager = sheet.house.wagers[name]
        counted = exact_table(sheet.house, wager, sheet.shoe)
        lines = printed_lines(wager, sheet[name], counted.columns)
        _, places = chosen.setdefault(id(counted.kinds), (counted.kinds, set()))
        for line in np.unique(lines):
            of_line = np.nonzero(lines == line)[0]
            step = 1 if len(lines) <= EVERY_KIND else -(-len(of_line) // KINDS_OF_A_LINE)
            places.update(int(place) for place in of_line[::step])
    for kinds, places in chosen.values():
        yield from (kinds.coups[place] for place in sorted(places))
