"""Conditions in words: `tie or banker_three_card_7` as a player would read it on a card.

What the options of the table decide is left out, so the words say what is in force and nothing else.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from croupier.families.poker_dealer.words import POKER_HOLDING
from croupier.rulebook.closures import ONE, compile_tree
from croupier.rulebook.house_rules import HouseRules
from croupier.rulebook.options import Chosen
from croupier.rulebook.rulebook import constants_of

Clause = tuple[str, str]
"""A subject and what is said of it: ("the Banker hand", "counts 7"). A clause of its own has no subject."""
Phrase = tuple[str, str, str]


def _of_side(side: str) -> tuple[dict[str, Phrase], dict[str, Clause]]:
    name = side.capitalize()
    hand, cards, first_two = f"the {name} hand", f"the {name}'s cards", f"the {name}'s first two cards"
    holding: dict[str, Phrase] = {
        "wins": (hand, "wins", "does not win"),
        "natural": (hand, "is a natural", "is no natural"),
        "pair": (first_two, "are a pair", "are no pair"),
        "perfect_pair": (first_two, "are identical", "are not identical"),
        "suited": (cards, "are of one suit", "are not of one suit"),
        "one_colour": (cards, "are of one colour", "are not of one colour"),
        "royal_9": (first_two, "are a nine and a picture", "are no nine and picture"),
        "suited_royal_9": (first_two, "are a nine and a picture of one suit", "are no nine and picture of one suit"),
    }
    counted: dict[str, Clause] = {
        "total": (hand, "counts {}"),
        "cards": (hand, "has {} cards"),
        "first_two": (first_two, "count {}"),
        "third": (f"the {name}'s third card", "counts {}"),
        "king_9": (f"the {name}'s king and nine", "are number {}"),
    }
    return {f"{side}_{key}": v for key, v in holding.items()}, {f"{side}_{key}": v for key, v in counted.items()}


_PLAYER, _BANKER = _of_side("player"), _of_side("banker")
_HAND, _DEALER, _FIRST, _THREE = "the hand", "the dealer", "the first two cards", "the first two cards and the up card"

BLACKJACK_HOLDING: Mapping[str, Phrase] = {
    "dealer_natural": (_DEALER, "has a natural", "has no natural"),
    "dealer_broke": (_DEALER, "is over 21", "is not over 21"),
    "dealer_spade_ace_king": (_DEALER, "has the ace and king of spades", "has not the ace and king of spades"),
    "dealer_suited_ace_king": (_DEALER, "has an ace and king of one suit", "has no ace and king of one suit"),
    "natural": (_HAND, "is a natural", "is no natural"),
    "spade_ace_king": (_HAND, "is the ace and king of spades", "is not the ace and king of spades"),
    "suited_ace_king": (_HAND, "is an ace and king of one suit", "is no ace and king of one suit"),
    "hard_31": (_HAND, "is a hard 31", "is no hard 31"),
    "broke": (_HAND, "is over 21", "is not over 21"),
    "charlie": (_HAND, "has as many cards as win by their number", "has fewer cards than win by their number"),
    "surrendered": (_HAND, "was given up", "was not given up"),
    "doubled": (_HAND, "was doubled", "was not doubled"),
    "insured": (_HAND, "is insured", "is not insured"),
    "split_hand": (_HAND, "came of a split", "did not come of a split"),
    "first_two_soft": (_FIRST, "hold an ace", "hold no ace"),
    "pair": (_FIRST, "are a pair", "are no pair"),
    "value_pair": (_FIRST, "are of one value", "are not of one value"),
    "matched_pair": (_FIRST, "are identical", "are not identical"),
    "both_diamonds": (_FIRST, "are diamonds", "are not both diamonds"),
    "three_one_suit": (_THREE, "are of one suit", "are not of one suit"),
    "three_of_a_kind": (_THREE, "are of one rank", "are not of one rank"),
    "three_straight": (_THREE, "are three ranks in a row", "are not three ranks in a row"),
    "three_678": (_THREE, "are a six, a seven and an eight", "are no six, seven and eight"),
    "up_between": ("the up card", "lies between the first two cards", "does not lie between the first two cards"),
    "up_at_an_end": (
        "the up card",
        "is of the rank of one of the first two",
        "is of the rank of neither of the first two",
    ),
}
BLACKJACK_COUNTED: Mapping[str, Clause] = {
    "dealer_total": (_DEALER, "has {}"),
    "dealer_cards": (_DEALER, "has {} cards"),
    "hand_total": (_HAND, "counts {}"),
    "hand_cards": (_HAND, "has {} cards"),
    "up_rank": ("the up card", "is of rank {}"),
    "first_rank": ("the first card", "is of rank {}"),
    "second_rank": ("the second card", "is of rank {}"),
    "first_two_total": (_FIRST, "count {}"),
    "three_total": (_THREE, "count {}"),
    "kings": (_FIRST, "hold {} kings"),
    "queens": (_FIRST, "hold {} queens"),
    "jacks": (_FIRST, "hold {} jacks"),
    "rank_matches": (_FIRST, "match the up card's rank {} times"),
    "exact_matches": (_FIRST, "match the up card's rank and suit {} times"),
    "spread": (_FIRST, "leave {} ranks between them"),
}
_FOUR = "the first four cards"
_TWICE = "both hands are the king and nine printed at another seat"

HOLDING: Mapping[str, Phrase] = {
    **_PLAYER[0],
    **_BANKER[0],
    **BLACKJACK_HOLDING,
    "tie": ("the hands", "tie", "do not tie"),
    "natural_tie": ("the hands", "tie with naturals", "do not tie with naturals"),
    "all_suited": ("all cards", "are of one suit", "are not of one suit"),
    "all_one_colour": ("all cards", "are of one colour", "are not of one colour"),
    "quads": (_FOUR, "are of one rank", "are not of one rank"),
    "suited_quads": (_FOUR, "are identical", "are not identical"),
    "trips": (_FOUR, "hold three of one rank", "do not hold three of one rank"),
    "suited_trips": (_FOUR, "hold three of one rank and suit", "do not hold three of one rank and suit"),
    "two_pair": (_FOUR, "are two pairs", "are not two pairs"),
    "suited_pair": (_FOUR, "hold two identical cards", "hold no two identical cards"),
    "quads_seat_bets": ("", "the seat of the quads' rank is betting", "the seat of the quads' rank is not betting"),
    "other_seat_king_9": ("", _TWICE, f"it is not so that {_TWICE}"),
    "other_betting_seat_king_9": ("", f"{_TWICE} that is betting", f"it is not so that {_TWICE} that is betting"),
}
"""Facts that are so or not: the subject, what is said when they are so, and when not."""
COUNTED: Mapping[str, Clause] = {
    **_PLAYER[1],
    **_BANKER[1],
    **BLACKJACK_COUNTED,
    "total_cards": ("both hands together", "have {} cards"),
    "margin": ("the winning margin", "is {}"),
    "winning_total": ("the higher count", "is {}"),
    "quads_rank": ("the rank of the four of a kind", "is {}"),
    "seat": ("the bettor's seat", "is number {}"),
    "seat_king_9": ("the king and nine at the bettor's seat", "are number {}"),
}
"""Facts that are numbers."""
EITHER = "either "
COUNTS = re.compile(r"counts \d")
CARDS = {"has 2 cards": "two", "has 3 cards": "three"}
COMPARED = {ast.Eq: "{}", ast.NotEq: "not {}", ast.LtE: "{} or less", ast.GtE: "{} or more"}


def in_words(house: HouseRules, condition: str) -> str:
    """A condition of the rulebook under the table's options, as part of a sentence; "" when it can never hold."""
    family = house.book.written.family
    words = _Words(constants_of(house.options), {**HOLDING, **POKER_HOLDING.get(family, {})})
    tree = house.book.conditions[condition].tree
    if (known := words.known(tree)) is not None:
        return "the round is over" if known else ""
    return _sentence(words.clauses(tree)).removeprefix(EITHER)


def joined(parts: Sequence[str], word: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`; parts with commas of their own are kept apart by semicolons."""
    *most, last = parts
    comma = "; " if any("," in part for part in parts) else ", "
    return f"{comma.join(most)}{';' if comma == '; ' else ''} {word} {last}" if most else last


@dataclass(frozen=True)
class _Words:
    options: Mapping[str, Chosen]
    holding: Mapping[str, Phrase]

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
            case ast.UnaryOp(op=ast.Not(), operand=ast.Name(id=name)) if name in self.holding:
                return [(self.holding[name][0], self.holding[name][2])]
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return [("", f"it is not so that {_sentence(self.clauses(operand))}")]
            case ast.Name(id=name) if name in self.holding:
                return [self.holding[name][:2]]
            case ast.Compare(left=ast.Name(id=name), ops=[op], comparators=[right]) if name in COUNTED:
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
        subject, says = COUNTED[name]
        return [(subject, says.format(amount))] if amount else [_as_written(node)]

    def _amount(self, op: ast.cmpop, right: ast.expr) -> str:
        """`7`, `4 or less`, `6 or 7`; nothing where it is not compared with plain numbers."""
        match op, right:
            case ast.In(), ast.Tuple(elts=items) | ast.List(elts=items) | ast.Set(elts=items):
                return joined([ast.unparse(item) for item in items], "or")
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
    parts = [says[0] if who.startswith("#") else f"{who} {joined(_drawn_to(says))}" for who, says in said.items()]
    return ", and ".join([*([joined(parts)] if parts else []), *ways])


def _drawn_to(says: list[str]) -> list[str]:
    """`counts 7` and `has 3 cards` is a three-card 7."""
    counts = next((one for one in says if COUNTS.fullmatch(one)), "")
    cards = next((one for one in says if one in CARDS), "")
    if not (counts and cards):
        return says
    rest = [one for one in says if one not in (counts, cards)]
    return [*rest, f"has a {CARDS[cards]}-card {counts.removeprefix('counts ')}"]
