"""Formatter for money, odds, options and citations on a rules card."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass, is_dataclass
from fractions import Fraction
from typing import Any

from croupier.money.cents import format_dollars
from croupier.money.pay_odds import PayOdds, PayOddsKind
from croupier.rulebook.options import OptionValue, read_option
from croupier.rulebook.schema import Option
from croupier.rulebook.table_rules import TableRules

FILE = re.compile(r"\b([0-9]{3}|[a-z][a-z0-9-]*)(?:_[0-9a-f]+)?\.txt")
NUMBER = re.compile(r"(?:^|; )([0-9]{3}|[a-z][a-z0-9-]*) L")
TO = re.compile(r"\s*(?::|to)\s*")


@dataclass(frozen=True)
class RulesCardFormatter:
    """Formatter that turns one table's money, odds, options and citations into text."""

    rules: TableRules

    def money(self, amount: int) -> str:
        """Return an amount as `$1,000`, or as `PHP 1,000` at a table with another currency. [CO-99-A10]"""
        currency = str(self.rules.options.get("currency") or "USD")
        dollars = format_dollars(amount)
        return dollars if currency == "USD" else dollars.replace("$", f"{currency} ")

    def pays(self, odds: PayOdds) -> str:
        """Return odds as a sign at the table shows them: `40 to 1`, `250 for 1`, `$25`, `100% of meter`."""
        match odds.kind:
            case PayOddsKind.TO:
                return TO.sub(" to ", odds.text)
            case PayOddsKind.AMOUNT:
                return self.money(int(odds.value))
            case PayOddsKind.SHARE:
                return f"{percent(odds.value)} of meter"
            case _:
                return odds.text

    def option(self, name: str) -> str:
        """Return the chosen value of an option as text."""
        option, value = self.rules.rulebook.written.options[name], self.rules.options[name]
        return self.value(option, value)

    def value(self, option: Option, value: OptionValue) -> str:
        if value is None:
            return "none"
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, PayOdds):
            return self.pays(value)
        if isinstance(value, Fraction):
            return percent(value)
        if option.kind == "money" and isinstance(value, int):
            return self.money(value)
        return str(value).replace("_", " ")

    def cite(self, cite: list[str]) -> str:
        return short_citation(self.rules.rulebook.cite(cite))

    def option_cite(self, *names: str) -> str:
        """Return the citations of options; an option without citation is cited by the number of its reading."""
        options = [
            self.rules.rulebook.written.options[name] for name in names if name in self.rules.rulebook.written.options
        ]
        return merge_citations(*(self.cite(option.cite) or option.reading for option in options))

    def options_in(self, condition: str) -> list[str]:
        """Return the options that a condition reads."""
        tree = self.rules.rulebook.conditions[condition].tree
        names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        return [name for name in self.rules.rulebook.written.options if name in names]

    def is_changed(self, name: str) -> bool:
        """Return whether the table's value of an option differs from the rulebook's default."""
        option = self.rules.rulebook.written.options[name]
        return self.rules.options[name] != read_option(option, option.default)


def short_citation(cite: str) -> str:
    """Shorten file names in a citation to document numbers or ids: `004 L2403` for `004_adc0a8156e8c1b3e.txt L2403`.

    The card lists the documents by number at its end.
    """
    return FILE.sub(r"\1", cite)


def merge_citations(*cites: str) -> str:
    """Merge citations: each document once, with its lines in order and without repetition."""
    together: dict[str, list[str]] = {}
    for part in (part for cite in cites for part in cite.split("; ") if part):
        number, space, lines = part.partition(" L")
        together.setdefault(number, []).extend(f"L{lines}".split(", ") if space else [])
    return "; ".join(f"{number} {', '.join(_in_order(lines))}".strip() for number, lines in together.items())


def _in_order(lines: list[str]) -> Iterator[str]:
    """Yield line ranges in order without those inside another: `L5-9, L20` for `L20, L6, L5-9`."""
    ends = {line: [int(end) for end in line[1:].split("-")] for line in lines}
    reached = 0
    for line in sorted(ends, key=lambda line: (ends[line][0], -ends[line][-1])):
        if ends[line][-1] > reached:
            reached = ends[line][-1]
            yield line


def cited_numbers(*parts: Any) -> set[str]:
    """Return the numbers of all documents that are cited in parts of a rules card."""
    return {number for cite in _cites(parts) for number in NUMBER.findall(cite)}


def _cites(part: Any) -> Iterator[str]:
    if is_dataclass(part) and not isinstance(part, type):
        part = asdict(part)
    if isinstance(part, str):
        yield part
    elif isinstance(part, dict):
        yield from _cites([value for key, value in part.items() if key == "cite" or not isinstance(value, str)])
    elif isinstance(part, list | tuple):
        for item in part:
            yield from _cites(item)


def percent(share: Fraction) -> str:
    """Return a fraction as `5%` or `2.5%`; a value that no short decimal matches stays a fraction."""
    number = share * 100
    if number.denominator == 1:
        return f"{number}%"
    text = f"{float(number):.4f}".rstrip("0")
    return f"{text}%" if Fraction(text) == number else str(share)
