"""Colours and text layout; every colour has a letter, word or symbol beside it, and is legible on dark and light."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from croupier.money.cents import format_dollars
from croupier.money.pay_odds import PayOdds, PayOddsKind

BRASS = "bold #c2912f"
QUIET = "dim"
STRONG = "bold"
GOOD = "bold #2f9459"
DANGER = "bold #d0443f"
CARD = "#14110c on #f3ecdc"
RED_CARD = "#b3261e on #f3ecdc"
CARD_BACK = "#d8a94a on #0d3b33"
MARGIN = "  "


def signed(amount: int) -> str:
    """Return an amount of money as text with a plus or minus sign."""
    return f"{'+' if amount > 0 else ''}{format_dollars(amount)}"


def style_of(amount: int) -> str:
    return GOOD if amount > 0 else DANGER if amount < 0 else QUIET


def odds_words(odds: PayOdds) -> str:
    """Return pay odds in words: `40:1` as `40 to 1`."""
    if odds.kind is PayOddsKind.SHARE:
        return f"{odds.text} of the meter"
    return odds.text.replace(":", " to ")


@dataclass(frozen=True)
class IndentedText:
    """Text with an indent: one long sentence that is wrapped, or several short items, as many per line as fit."""

    items: Sequence[Text]
    separator: str = " "
    indent: int = len(MARGIN)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        columns = max(1, options.max_width - self.indent)
        for line in _lines(self.items, self.separator, columns):
            for part in line.wrap(console, columns):
                part.rstrip()
                yield Text(" " * self.indent).append_text(part)


def at_margin(words: str | Text, style: str = "", *, indent: int = len(MARGIN)) -> IndentedText:
    return IndentedText([Text(words, style) if isinstance(words, str) else words], indent=indent)


def _lines(items: Sequence[Text], separator: str, columns: int) -> list[Text]:
    lines: list[Text] = []
    for item in items:
        if lines and lines[-1].cell_len + len(separator) + item.cell_len <= columns:
            lines[-1].append(separator, QUIET).append_text(item)
        else:
            lines.append(Text().append_text(item))
    return lines


def side_by_side(blocks: Sequence[tuple[int, Sequence[Text]]], gap: int, margin: str = MARGIN) -> list[Text]:
    """Return the lines of several blocks side by side, each in its stated width."""
    lines = []
    for row in zip_longest(*(block for _, block in blocks), fillvalue=Text()):
        line = Text(margin)
        for (width, _), cell in zip(blocks, row, strict=True):
            line.append_text(cell).append(" " * (width - cell.cell_len + gap))
        line.rstrip()
        lines.append(line)
    return lines
