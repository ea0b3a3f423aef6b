"""List of the wagers of a table: key, name, odds and limits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from croupier.money.cents import format_dollars
from croupier.money.pay_odds import PayOddsKind
from croupier.rulebook.wagers import OfferedWager, PayRow
from croupier.terminal.bet_parser import WagerKeys
from croupier.terminal.styles import BRASS, MARGIN, QUIET, STRONG, at_margin, odds_words
from croupier.terminal.table_setup import TableSetup

INDENT = 11
ASKED = "(asked)"
"""Text in place of a key for a wager that is offered only after the deal."""


def wager_table(seating: TableSetup, keys: WagerKeys, styles: Mapping[str, str]) -> Padding:
    """Return a table of the wagers that the game offers, one per line."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style=QUIET)
    for heading in ("Type", "Wager", "Pays", "Limits"):
        table.add_column(heading)
    for wager in seating.rules.betting_wagers.values():
        key = Text(_key_text(seating, keys, wager), QUIET if seating.accompanied_wager(wager) else BRASS)
        table.add_row(key, _title(wager, styles), _pays(wager), limits(seating, wager))
    return Padding(table, (0, 0, 0, len(MARGIN)), expand=False)


def wager_details(
    seating: TableSetup, keys: WagerKeys, styles: Mapping[str, str], wager: OfferedWager
) -> Iterator[RenderableType]:
    """Yield the lines that describe one wager: its complete pay table and its conditions."""
    key = _key_text(seating, keys, wager).ljust(INDENT - len(MARGIN))
    yield at_margin(Text.assemble((key, BRASS), _title(wager, styles), f"  {limits(seating, wager)}"))
    texts = (wager.summary, _pay_table(wager), *_conditions(seating, wager))
    yield at_margin(" ".join(text for text in texts if text), QUIET, indent=INDENT)


def _key_text(seating: TableSetup, keys: WagerKeys, wager: OfferedWager) -> str:
    """Return the key of a wager, or the text for a wager that has none."""
    other = seating.accompanied_wager(wager)
    return f"with {keys.by_wager[other]}" if other else keys.by_wager.get(wager.id, ASKED)


def _title(wager: OfferedWager, styles: Mapping[str, str]) -> Text:
    return Text(wager.title, styles.get(wager.id, STRONG))


def limits(seating: TableSetup, wager: OfferedWager) -> str:
    limit = seating.limit(wager)
    least, most = limit.least, limit.most
    return f"{format_dollars(least)} exactly" if least == most else f"{format_dollars(least)} to {format_dollars(most)}"


def _pays(wager: OfferedWager) -> str:
    """Return the odds of a wager as text, or the best odds if its pay table is long."""
    if not wager.rows:
        return "-"
    best = max(wager.rows, key=lambda row: _row_value(row, wager))
    words = odds_words(best.odds)
    charged = f", less {percent}" if (percent := _percent(wager)) else ""
    return words + charged if len(wager.rows) == 1 else f"up to {words}{charged}"


def _row_value(row: PayRow, wager: OfferedWager) -> tuple[bool, float]:
    if row.odds.kind is PayOddsKind.SHARE:
        return True, float(row.odds.value)
    return False, float(row.odds.winnings(wager.limit.least))


def _pay_table(wager: OfferedWager) -> str:
    if len(wager.rows) == 1 and not wager.rows[0].name:
        paid = f"Pays {odds_words(wager.rows[0].odds)}"
    else:
        paid = "; ".join(f"{row.name or 'Otherwise'}: {odds_words(row.odds)}" for row in wager.rows)
    return f"{paid}, less {percent} vigorish." if (percent := _percent(wager)) else f"{paid}."


def _percent(wager: OfferedWager) -> str:
    """Return the vigorish rates that can apply under the selected options, as text."""
    charges = [charge for charge in wager.charges if charge.when.constant is not False and charge.rate]
    return " or ".join(dict.fromkeys(f"{float(charge.rate * 100):g}%" for charge in charges))


def _conditions(seating: TableSetup, wager: OfferedWager) -> Iterator[str]:
    written = seating.rules.rulebook.written.wager
    for needed in wager.requires:
        yield f"Needs a wager on {' or '.join(written[name].title for name in needed.wagers)}."
    for barred in wager.excludes:
        yield f"Not together with {' or '.join(written[name].title for name in barred.wagers)}."
    for cap in wager.caps:
        part = "what" if cap.share == 1 else f"{cap.share} of what"
        how = "Exactly" if cap.exact else "At most"
        yield f"{how} {part} you have on {' or '.join(written[name].title for name in cap.of)}."
    if wager.note:
        yield wager.note
