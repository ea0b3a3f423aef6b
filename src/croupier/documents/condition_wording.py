"""Conversion of conditions such as `tie or banker_cards == 3` to English for the rules card.

Parts of a condition that the table's options decide are left out, so the text states only what is in force.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from croupier.play.facts import Clause, FactList
from croupier.play.family import family_of
from croupier.rulebook.condition_compiler import SCALAR_OPERATIONS, compile_tree
from croupier.rulebook.options import OptionValue
from croupier.rulebook.rulebook import condition_constants
from croupier.rulebook.table_rules import TableRules

EITHER = "either "
COUNTS = re.compile(r"counts \d")
CARDS = {"has 2 cards": "two", "has 3 cards": "three"}
COMPARED = {ast.Eq: "{}", ast.NotEq: "not {}", ast.LtE: "{} or less", ast.GtE: "{} or more"}


def condition_text(rules: TableRules, condition: str) -> str:
    """Return a condition under the table's options as part of a sentence; empty if the condition can never hold."""
    words = _ConditionFormatter(condition_constants(rules.options), family_of(rules).facts)
    tree = rules.rulebook.conditions[condition].tree
    if (known := words.known(tree)) is not None:
        return "the round is over" if known else ""
    return _sentence(words.clauses(tree)).removeprefix(EITHER)


def join_with_commas(parts: Sequence[str], conjunction: str = "and") -> str:
    """Join parts as `a`, `a and b`, or `a, b and c`; use semicolons if a part contains a comma."""
    *most, last = parts
    comma = "; " if any("," in part for part in parts) else ", "
    return f"{comma.join(most)}{';' if comma == '; ' else ''} {conjunction} {last}" if most else last


@dataclass(frozen=True)
class _ConditionFormatter:
    options: Mapping[str, OptionValue]
    facts: FactList[Any]

    def known(self, node: ast.expr) -> bool | None:
        """Return True or False if the table's options alone decide whether the condition holds, else None."""
        code = compile_tree(node, self.options, SCALAR_OPERATIONS)
        return bool(code.value) if code.code is None else None

    def clauses(self, node: ast.expr) -> list[Clause]:
        """Return the English clauses of a condition as (subject, predicate); all of them must hold."""
        match node:
            case ast.BoolOp(op=ast.And(), values=parts):
                return [clause for part in parts if self.known(part) is None for clause in self.clauses(part)]
            case ast.BoolOp(op=ast.Or(), values=parts):
                return self._either([part for part in parts if self.known(part) is None])
            case ast.UnaryOp(op=ast.Not(), operand=ast.Name(id=name)) if name in self.facts.boolean_wording:
                return [(self.facts.boolean_wording[name][0], self.facts.boolean_wording[name][2])]
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return [("", f"it is not so that {_sentence(self.clauses(operand))}")]
            case ast.Name(id=name) if name in self.facts.boolean_wording:
                return [self.facts.boolean_wording[name][:2]]
            case ast.Compare(left=ast.Name(id=name), ops=[op], comparators=[right]) if (
                name in self.facts.number_wording
            ):
                return self._compared(node, name, op, right)
            case _:
                return [_as_written(node)]

    def _either(self, parts: list[ast.expr]) -> list[Clause]:
        if len(parts) == 1:
            return self.clauses(parts[0])
        alternatives = [_sentence(self.clauses(part)).removeprefix(EITHER) for part in parts]
        return [
            (
                "",
                EITHER
                + ("; or " if any(" and " in alternative for alternative in alternatives) else " or ").join(
                    alternatives
                ),
            )
        ]

    def _compared(self, node: ast.expr, name: str, op: ast.cmpop, right: ast.expr) -> list[Clause]:
        amount = self._amount(op, right, self.facts.number_words.get(name, {}))
        subject, predicate = self.facts.number_wording[name]
        return [(subject, predicate.format(amount))] if amount else [_as_written(node)]

    def _amount(self, op: ast.cmpop, right: ast.expr, words: Mapping[int, str]) -> str:
        """Return the right side of a comparison as text: `7`, `4 or less`, `6 or 7`; empty if it is no plain number.

        `words`: words that stand for some of the numbers, such as the names of suits.
        """
        match op, right:
            case ast.In(), ast.Tuple(elts=items) | ast.List(elts=items) | ast.Set(elts=items):
                return join_with_commas([_item_text(item, words) for item in items], "or")
            case ast.Lt(), ast.Constant(value=int(most)):
                return f"{words.get(most - 1, most - 1)} or less"
            case ast.Gt(), ast.Constant(value=int(least)):
                return f"{words.get(least + 1, least + 1)} or more"
            case _, ast.Constant() if type(op) in COMPARED:
                return COMPARED[type(op)].format(_item_text(right, words))
            case _:
                return ""


def _item_text(item: ast.expr, words: Mapping[int, str]) -> str:
    written = ast.unparse(item)
    return words.get(int(written), written) if written.isdecimal() else written


def _as_written(node: ast.expr) -> Clause:
    """Return a condition as a quotation from the rulebook, for conditions without an English wording."""
    return "", f"“{ast.unparse(node)}”"


def _sentence(clauses: list[Clause]) -> str:
    """Join clauses to a sentence: clauses with the same subject are combined, and alternatives come last."""
    alternatives = [words for _, words in clauses if words.startswith(EITHER)]
    clauses_of: dict[str, list[str]] = {}
    for place, (subject, words) in enumerate(clauses):
        if words not in alternatives:
            clauses_of.setdefault(subject or f"#{place}", []).append(words)
    parts = [
        predicates[0] if who.startswith("#") else f"{who} {join_with_commas(_combine_total_and_cards(predicates))}"
        for who, predicates in clauses_of.items()
    ]
    return ", and ".join([*([join_with_commas(parts)] if parts else []), *alternatives])


def _combine_total_and_cards(predicates: list[str]) -> list[str]:
    """Combine the predicate on a hand's total and the one on its number of cards into one phrase."""
    counts = next((one for one in predicates if COUNTS.fullmatch(one)), "")
    cards = next((one for one in predicates if one in CARDS), "")
    if not (counts and cards):
        return predicates
    rest = [one for one in predicates if one not in (counts, cards)]
    return [*rest, f"has a {CARDS[cards]}-card {counts.removeprefix('counts ')}"]
