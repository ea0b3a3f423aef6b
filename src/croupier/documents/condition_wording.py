"""Conditions in words: `tie or banker_cards == 3` as a player would read it on a card.

What the options of the table decide is left out, so the words say what is in force and nothing else.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from croupier.play.facts import Clause, FactList
from croupier.play.family import family_of
from croupier.rulebook.condition_compiler import ONE, compile_tree
from croupier.rulebook.options import OptionValue
from croupier.rulebook.rulebook import constants_of
from croupier.rulebook.table_rules import TableRules

EITHER = "either "
COUNTS = re.compile(r"counts \d")
CARDS = {"has 2 cards": "two", "has 3 cards": "three"}
COMPARED = {ast.Eq: "{}", ast.NotEq: "not {}", ast.LtE: "{} or less", ast.GtE: "{} or more"}


def condition_text(rules: TableRules, condition: str) -> str:
    """A condition of the rulebook under the table's options, as part of a sentence; "" when it can never hold."""
    words = _Words(constants_of(rules.options), family_of(rules).facts)
    tree = rules.book.conditions[condition].tree
    if (known := words.known(tree)) is not None:
        return "the round is over" if known else ""
    return _sentence(words.clauses(tree)).removeprefix(EITHER)


def join_with_commas(parts: Sequence[str], word: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`; parts with commas of their own are kept apart by semicolons."""
    *most, last = parts
    comma = "; " if any("," in part for part in parts) else ", "
    return f"{comma.join(most)}{';' if comma == '; ' else ''} {word} {last}" if most else last


@dataclass(frozen=True)
class _Words:
    options: Mapping[str, OptionValue]
    facts: FactList[Any]

    def known(self, node: ast.expr) -> bool | None:
        """True or False where the options alone decide."""
        code = compile_tree(node, self.options, ONE)
        return bool(code.value) if code.code is None else None

    def clauses(self, node: ast.expr) -> list[Clause]:
        """What has to hold together."""
        match node:
            case ast.BoolOp(op=ast.And(), values=parts):
                return [clause for part in parts if self.known(part) is None for clause in self.clauses(part)]
            case ast.BoolOp(op=ast.Or(), values=parts):
                return self._either([part for part in parts if self.known(part) is None])
            case ast.UnaryOp(op=ast.Not(), operand=ast.Name(id=name)) if name in self.facts.holding:
                return [(self.facts.holding[name][0], self.facts.holding[name][2])]
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return [("", f"it is not so that {_sentence(self.clauses(operand))}")]
            case ast.Name(id=name) if name in self.facts.holding:
                return [self.facts.holding[name][:2]]
            case ast.Compare(left=ast.Name(id=name), ops=[op], comparators=[right]) if name in self.facts.counted:
                return self._compared(node, name, op, right)
            case _:
                return [_as_written(node)]

    def _either(self, parts: list[ast.expr]) -> list[Clause]:
        if len(parts) == 1:
            return self.clauses(parts[0])
        ways = [_sentence(self.clauses(part)).removeprefix(EITHER) for part in parts]
        return [("", EITHER + ("; or " if any(" and " in way for way in ways) else " or ").join(ways))]

    def _compared(self, node: ast.expr, name: str, op: ast.cmpop, right: ast.expr) -> list[Clause]:
        amount = self._amount(op, right)
        subject, says = self.facts.counted[name]
        return [(subject, says.format(amount))] if amount else [_as_written(node)]

    def _amount(self, op: ast.cmpop, right: ast.expr) -> str:
        """`7`, `4 or less`, `6 or 7`; nothing where it is not compared with plain numbers."""
        match op, right:
            case ast.In(), ast.Tuple(elts=items) | ast.List(elts=items) | ast.Set(elts=items):
                return join_with_commas([ast.unparse(item) for item in items], "or")
            case ast.Lt(), ast.Constant(value=int(most)):
                return f"{most - 1} or less"
            case ast.Gt(), ast.Constant(value=int(least)):
                return f"{least + 1} or more"
            case _, ast.Constant(value=number) if type(op) in COMPARED:
                return COMPARED[type(op)].format(number)
            case _:
                return ""


def _as_written(node: ast.expr) -> Clause:
    """A condition that nobody has found words for stands as the rulebook has it."""
    return "", f"“{ast.unparse(node)}”"


def _sentence(clauses: list[Clause]) -> str:
    """Clauses with what is said of one subject brought together; ways to choose from come last, set off by a comma."""
    ways = [words for _, words in clauses if words.startswith(EITHER)]
    said: dict[str, list[str]] = {}
    for place, (subject, words) in enumerate(clauses):
        if words not in ways:
            said.setdefault(subject or f"#{place}", []).append(words)
    parts = [
        says[0] if who.startswith("#") else f"{who} {join_with_commas(_drawn_to(says))}" for who, says in said.items()
    ]
    return ", and ".join([*([join_with_commas(parts)] if parts else []), *ways])


def _drawn_to(says: list[str]) -> list[str]:
    """`counts 7` and `has 3 cards` is a 7 of three cards."""
    counts = next((one for one in says if COUNTS.fullmatch(one)), "")
    cards = next((one for one in says if one in CARDS), "")
    if not (counts and cards):
        return says
    rest = [one for one in says if one not in (counts, cards)]
    return [*rest, f"has a {CARDS[cards]}-card {counts.removeprefix('counts ')}"]
