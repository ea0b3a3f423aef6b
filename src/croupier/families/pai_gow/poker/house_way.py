"""House way of pai gow poker: a list of rules; the first rule that fits a hand sets it.

A rule is data: `when` states the hands it applies to, `set` the cards that go into the low hand, which is placed in
front. Both are short texts that are translated to one row of small integers. The same rules of the rulebook therefore
set hands at the live table and in compiled kernels.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from croupier.families.pai_gow.poker.hand_values import (
    ACE,
    FIVE,
    FLUSH,
    FOUR,
    FULL_HOUSE,
    JOKER,
    ROYAL,
    STRAIGHT,
    STRAIGHT_FLUSH,
    SUITS,
    WILD,
    HandRules,
    best_of,
    has_joker,
    height,
    is_complete,
    low_strength,
)
from croupier.hands.hand_strength import RANK_BITS, Category

FEATURES = (
    "fives", "fours", "threes", "pairs", "singles", "four", "three", "pair", "single", "complete", "best",
)  # fmt: skip
"""Features of a hand that rules can test, in the order in which a row has them; `MEANINGS` explains them.

The joker counts as an ace; a wild joker counts as the card it is named.
"""
MEANINGS: Mapping[str, str] = {
    "fives": "how many ranks are held five times: aces with the joker",
    "fours": "how many ranks are held four times",
    "threes": "how many ranks are held three times",
    "pairs": "how many ranks are held twice",
    "singles": "how many ranks are held once",
    "four": "the rank held four times",
    "three": "the higher rank held three times",
    "pair": "the highest rank held twice",
    "single": "the highest rank held once",
    "complete": "whether five of the cards are a straight, a flush or a straight flush",
    "best": "the kind of the best five cards",
}
HEIGHTS = {"ten": 10, "nine": 9, "jack": 11, "queen": 12, "king": 13, "ace": ACE}
KINDS = {category.name.lower(): int(category) for category in Category}
WORDS: Mapping[str, int] = HEIGHTS | KINDS
MOST = 15
PICK, BEST, HIGHEST, BEHIND = range(4)
"""Modes of a rule: how it chooses the cards of the low hand.

`PICK`: cards of certain ranks. The other modes consider only arrangements that leave a high hand of certain categories:
`BEST` takes the best low hand, `HIGHEST` the highest cards, `BEHIND` the cards that leave the best high hand.
"""
MODE, FIRST_OF, FIRST_NTH, SECOND_OF, SECOND_NTH, KINDS_BEHIND, JOKER_FRONT = range(
    2 * len(FEATURES), 2 * len(FEATURES) + 7
)
"""Indexes of the entries of a rule's row of numbers that follow the minimum and maximum of each feature."""


def _kinds(*categories: int) -> int:
    return sum(1 << category for category in categories)


COMPLETE = _kinds(STRAIGHT, FLUSH, STRAIGHT_FLUSH, ROYAL)
FULL_OR_BETTER = _kinds(FULL_HOUSE, FOUR, STRAIGHT_FLUSH, ROYAL, FIVE)
SET_TEXTS: Mapping[str, tuple[int, int, int, int, int, int]] = {
    "two of the five": (PICK, 5, 1, 5, 1, 0),
    "two of the four": (PICK, 4, 1, 4, 1, 0),
    "two of the three": (PICK, 3, 1, 3, 1, 0),
    "two of the higher three": (PICK, 3, 1, 3, 1, 0),
    "the highest pair": (PICK, 2, 1, 2, 1, 0),
    "the lower pair": (PICK, 2, 2, 2, 2, 0),
    "the two highest singles": (PICK, 1, 1, 1, 2, 0),
    "the second and third highest singles": (PICK, 1, 2, 1, 3, 0),
    "one of the three and the highest single": (PICK, 3, 1, 1, 1, 0),
    "the best two that leave a complete hand": (BEST, 0, 0, 0, 0, COMPLETE),
    "the two highest cards that leave the four": (HIGHEST, 0, 0, 0, 0, _kinds(FOUR)),
    "one of the higher three": (PICK, 3, 1, 0, 0, 0),
    "one of the highest pair": (PICK, 2, 1, 0, 0, 0),
    "the highest single": (PICK, 1, 1, 0, 0, 0),
    "the second highest single": (PICK, 1, 2, 0, 0, 0),
    "the highest card that leaves the four": (BEST, 0, 0, 0, 0, _kinds(FOUR)),
    "the highest card that leaves a full house or better": (BEST, 0, 0, 0, 0, FULL_OR_BETTER),
    "the highest card that leaves a flush": (BEST, 0, 0, 0, 0, _kinds(FLUSH)),
    "the highest card that leaves a straight": (BEST, 0, 0, 0, 0, _kinds(STRAIGHT)),
    "the card that leaves the highest straight": (BEHIND, 0, 0, 0, 0, _kinds(STRAIGHT)),
}
"""Texts that a rule may have as `set`, each with the numbers that stand for it in a row."""
Row = tuple[int, ...]


class PokerHouseWay(NamedTuple):
    """House way under the table's options: its rules as rows in order, and the rules for ranking hands.

    Kernels take this tuple directly.
    """

    rows: tuple[Row, ...]
    rules: HandRules
    low_cards: int = 2


class PokerHouseWayError(ValueError):
    """Exception for an invalid rule of a house way."""


def parse_rule(when: str, setting: str, *, joker_in_front: bool = False) -> Row:
    """Translate a rule to a row of numbers; raise `PokerHouseWayError` if its text is invalid."""
    if setting not in SET_TEXTS:
        raise PokerHouseWayError(f'"{setting}" is no way to set a hand; it is one of: {"; ".join(SET_TEXTS)}')
    bounds = feature_bounds(when)
    flat = [edge for name in FEATURES for edge in bounds.get(name, (0, MOST))]
    return (*flat, *SET_TEXTS[setting], int(joker_in_front))


def feature_bounds(when: str) -> dict[str, tuple[int, int]]:
    """Return the minimum and maximum that a condition allows for each feature; it joins comparisons by `and` only."""
    try:
        tree = ast.parse(when, mode="eval").body
    except SyntaxError as error:
        raise PokerHouseWayError(f'"{when}" cannot be read: {error.msg}') from None
    bounds: dict[str, tuple[int, int]] = {}
    for name, least, most in _parts(tree):
        low, high = bounds.get(name, (0, MOST))
        bounds[name] = max(low, least), min(high, most)
        if bounds[name][0] > bounds[name][1]:
            raise PokerHouseWayError(f'"{when}" holds for no {name}')
    return bounds


def _parts(node: ast.expr) -> Iterator[tuple[str, int, int]]:
    match node:
        case ast.BoolOp(op=ast.And(), values=values):
            for value in values:
                yield from _parts(value)
        case ast.Name(id="complete"):
            yield "complete", 1, 1
        case ast.UnaryOp(op=ast.Not(), operand=ast.Name(id="complete")):
            yield "complete", 0, 0
        case ast.Compare(left=left, ops=ops, comparators=right):
            sides = [left, *right]
            for place, sign in enumerate(ops):
                yield _compared(sides[place], sign, sides[place + 1])
        case _:
            raise PokerHouseWayError(
                f'"{ast.unparse(node)}" is no comparison of {", ".join(FEATURES)}, joined by "and"'
            )


def _compared(left: ast.expr, sign: ast.cmpop, right: ast.expr) -> tuple[str, int, int]:
    if isinstance(left, ast.Name) and left.id in FEATURES:
        name, number, flipped = left.id, _number(right), False
    elif isinstance(right, ast.Name) and right.id in FEATURES:
        name, number, flipped = right.id, _number(left), True
    else:
        raise PokerHouseWayError(f'"{ast.unparse(left)}" and "{ast.unparse(right)}": one is {", ".join(FEATURES)}')
    match sign:
        case ast.Eq():
            return name, number, number
        case ast.GtE() | ast.LtE():
            return (name, number, MOST) if isinstance(sign, ast.GtE) != flipped else (name, 0, number)
        case ast.Gt() | ast.Lt():
            return (name, number + 1, MOST) if isinstance(sign, ast.Gt) != flipped else (name, 0, number - 1)
    raise PokerHouseWayError(f'"{ast.unparse(left)}" and "{ast.unparse(right)}" are compared by ==, <, <=, > or >=')


def _number(node: ast.expr) -> int:
    match node:
        case ast.Constant(value=int(number)) if not isinstance(number, bool):
            return number
        case ast.Name(id=name) if name in WORDS:
            return WORDS[name]
    raise PokerHouseWayError(f'"{ast.unparse(node)}" is no number, and none of {", ".join(WORDS)}')


def counts_of(cards: Sequence[int]) -> list[int]:
    """Return how many cards of each rank there are; a joker that is not named counts as an ace."""
    counts = [0] * (ACE + 1)
    for card in cards:
        counts[height(card)] += 1
    return counts


def nth_highest_rank(counts: Sequence[int], times: int, nth: int) -> int:
    """Return the nth highest of the ranks of which there are exactly `times` cards; 0 if there are fewer."""
    found = 0
    for step in range(ACE - 1):
        rank = ACE - step
        if nth > 0 and counts[rank] == times:
            nth -= 1
            found = rank if nth == 0 else 0
    return found


def features_of(cards: Sequence[int], rules: HandRules) -> list[int]:
    """Return the features of a hand that rules can test, as numbers in the order of `FEATURES`."""
    features = [0] * 11
    counts = counts_of(cards)
    for rank in range(2, ACE + 1):
        times = counts[rank]
        if times > 0:
            features[5 - times] += 1
            # Ranks are visited in ascending order, so the last rank written is the highest.
            if times < 5:
                features[9 - times] = rank
    features[9] = int(is_complete(cards, rules))
    features[10] = best_of(cards, rules) >> 2 * RANK_BITS
    return features


def first_fitting_rule(rows: Sequence[Row], features: Sequence[int]) -> int:
    """Return the index of the first rule whose condition a hand with these features meets, or -1."""
    for number in range(len(rows)):
        fits = True
        for place in range(len(features)):
            least, most = rows[number][2 * place], rows[number][2 * place + 1]
            fits = fits and least <= features[place] <= most
        if fits:
            return number
    return -1


def low_hand_by_rule(row: Row, cards: Sequence[int], named: Sequence[int], way: PokerHouseWay) -> int:
    """Return the low hand that one rule sets, as a bit mask of card positions; 0 if the rule sets none.

    `named`: the cards, with the joker replaced by the card it stands for.
    """
    counts = counts_of(named)
    first = nth_highest_rank(counts, row[FIRST_OF], row[FIRST_NTH])
    second = nth_highest_rank(counts, row[SECOND_OF], row[SECOND_NTH])
    best = (-1, -1, -1, -1)
    chosen = 0
    is_weighed = False
    for first_place in range(len(cards)):
        for second_place in (
            range(first_place, first_place + 1) if way.low_cards == 1 else range(first_place + 1, len(cards))
        ):
            if row[MODE] == PICK and not _have_ranks(
                height(named[first_place]), height(named[second_place]), first, second, way.low_cards
            ):
                continue
            front = 1 << first_place | 1 << second_place
            # Most rules leave one choice, which needs no evaluation.
            if row[MODE] == PICK and not is_weighed:
                if chosen == 0:
                    chosen = front
                    continue
                best = _arrangement_value(row, chosen, cards, named, way, -1)
                is_weighed = True
            value = _arrangement_value(row, front, cards, named, way, best[0])
            if value > best:
                best = value
                chosen = front
    return chosen


def _have_ranks(one: int, other: int, first: int, second: int, many: int) -> bool:
    """Return whether two cards, or a single card, have the wanted ranks."""
    if many == 1:
        return one == first
    return (one == first and other == second) or (one == second and other == first)


def _arrangement_value(
    row: Row, front: int, cards: Sequence[int], named: Sequence[int], way: PokerHouseWay, least: int
) -> tuple[int, int, int, int]:
    """Return how good an arrangement is by a rule, as a tuple; larger tuples are better.

    The value -1 means that the high hand has a wrong category. Of equal cards, those stay in the high hand that make
    the best five; if there is no difference, the joker does. [CA-PGP-A1] `least`: an arrangement with a low hand below
    this value is skipped, in modes in which the low hand decides.
    """
    mode = row[MODE]
    in_front = -1
    if mode != PICK:
        named_low = [card for place, card in enumerate(named) if front >> place & 1]
        in_front = order_by_heights(named_low) if mode == HIGHEST else low_strength(named_low, way.rules)
    if mode in (BEST, HIGHEST) and in_front < least:
        return -1, -1, -1, -1
    low, high = split(cards, front)
    behind = best_of(high, way.rules)
    joker_behind = int(has_joker(high))
    if mode == PICK:
        wanted = int(row[JOKER_FRONT] != 0 and has_joker(low))
        return wanted, behind, joker_behind, 0
    left = best_of(split(named, front)[1], way.rules) if way.rules.joker == WILD else behind
    if not row[KINDS_BEHIND] >> (left >> 2 * RANK_BITS) & 1:
        return -1, -1, -1, -1
    if mode == BEHIND:
        return left, in_front, behind, joker_behind
    return in_front, left, behind, joker_behind


def order_by_heights(cards: Sequence[int]) -> int:
    """Return a number that orders two cards by the higher card, then by the lower; a pair is worth nothing extra."""
    above = below = 0
    for card in cards:
        below = max(below, min(above, height(card)))
        above = max(above, height(card))
    return 16 * above + below


def split(cards: Sequence[int], front: int) -> tuple[list[int], list[int]]:
    """Return the low hand and the high hand of an arrangement, each in dealing order.

    `front` is a bit mask of the positions of the low hand's cards.
    """
    low = [card for place, card in enumerate(cards) if front >> place & 1]
    high = [card for place, card in enumerate(cards) if not front >> place & 1]
    return low, high


def replace_joker(cards: Sequence[int], joker: int) -> list[int]:
    """Return the cards with the joker replaced by the card it stands for."""
    return [joker if card == JOKER else card for card in cards]


def low_hand_with_joker_as(way: PokerHouseWay, cards: Sequence[int], joker: int) -> int:
    """Return the low hand as a bit mask if the joker counts as the card `joker`."""
    named = replace_joker(cards, joker)
    number = first_fitting_rule(way.rows, features_of(named, way.rules))
    return low_hand_by_rule(way.rows[number], cards, named, way) if number >= 0 else 0


def joker_card(way: PokerHouseWay, cards: Sequence[int]) -> int:
    """Return the card that the joker counts as when the rule for a hand is chosen.

    This is the joker itself, which counts as an ace and completes hands. A wild joker stands for the card that makes
    the best five cards, then the best low hand, then the best high hand. [CA-RPGP-A4]
    """
    if way.rules.joker != WILD or not has_joker(cards):
        return JOKER
    most = 0
    for name in range(JOKER):
        if _joker_may_be(cards, name):
            most = max(most, best_of(replace_joker(cards, name), way.rules))
    best = (-1, -1)
    chosen = JOKER
    for name in range(JOKER):
        if _joker_may_be(cards, name) and best_of(replace_joker(cards, name), way.rules) == most:
            low, high = split(cards, low_hand_with_joker_as(way, cards, name))
            value = low_strength(low, way.rules), best_of(high, way.rules)
            if value > best:
                best = value
                chosen = name
    return chosen


def _joker_may_be(cards: Sequence[int], name: int) -> bool:
    """Return whether the joker may be a card: any card not in the hand, or an ace if it has all four. [CA-RPGP-A3]"""
    held = False
    aces = 0
    for card in cards:
        held = held or card == name
        aces += card < SUITS
    return not held or (name == 0 and aces == SUITS)


def low_hand_bits(way: PokerHouseWay, cards: Sequence[int]) -> int:
    """Return the low hand that the house way sets, as a bit mask of card positions; 0 if no rule fits."""
    return low_hand_with_joker_as(way, cards, joker_card(way, cards))


def rule_index(way: PokerHouseWay, cards: Sequence[int]) -> int:
    """Return the index of the rule by which the house way sets a hand, or -1 if no rule fits."""
    return first_fitting_rule(way.rows, features_of(replace_joker(cards, joker_card(way, cards)), way.rules))


def set_hand(way: PokerHouseWay, cards: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Set a hand the house way; return the high hand of five cards and the low hand."""
    low, high = split(cards, low_hand_bits(way, cards))
    return tuple(high), tuple(low)
