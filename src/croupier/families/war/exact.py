"""War counted exactly, wars without limit, down to the last card of the shoe.

Only ranks count, and only in pairs. A rank of which n cards are left takes part in j wars in n(n-1)...(n-2j+1) ways;
wars of several ranks interleave in any order. So k wars are k! times the coefficient of x^k in a product of one
polynomial a rank, whose coefficients are those ways divided by j!; for the two ranks of the deciding pair one card more
is taken. The cards that stay in the shoe lie in any order. Everything is a whole number, and all of them together are
the orders of the shoe.
"""

from __future__ import annotations

from functools import lru_cache
from math import factorial, gcd, perm
from typing import cast

import numpy as np

from croupier.errors import BadInput
from croupier.families.war.facts import columns_of, possible_endings
from croupier.families.war.round import ACE_HIGH, CARDS_A_PAIR, card_height
from croupier.odds.fact_table import EXACT, FactTable, Weights
from croupier.odds.par_sheet import ParSheet, counted_sheet
from croupier.odds.shoe_composition import Composition, card_of
from croupier.play.fact_columns import FactColumns
from croupier.rulebook.table_rules import TableRules

Left = tuple[int, ...]
"""How many cards of each height are left, twos first."""
Polynomial = list[int]


def war_sheet(rules: TableRules, shoe: Composition | None) -> ParSheet:
    """Every wager of a table counted, from a full shoe or from what is left of one."""
    if shoe is not None and shoe.cards < CARDS_A_PAIR:
        raise BadInput.at("shoe", f"{shoe.cards} cards are left; a round needs {CARDS_A_PAIR}")
    return counted_sheet(rules, shoe, lambda wager, cards: exact_table(cards_left_by_rank(cards)))


def cards_left_by_rank(shoe: Composition) -> Left:
    left = [0] * (ACE_HIGH + 1)
    for number, count in enumerate(shoe.counts):
        left[card_height(card_of(number).rank)] += count
    return tuple(left[2:])


def exact_table(left: Left) -> FactTable:
    """Every way a round may end, each with the orders of the shoe that end it so."""
    return FactTable(cast(Weights, _orders(left)), EXACT, kinds_of(sum(left)))


@lru_cache(maxsize=16)
def kinds_of(cards: int) -> FactColumns:
    """The facts of `possible_endings`; the same for every shoe of so many cards."""
    return columns_of(possible_endings(cards))


@lru_cache(maxsize=16)
def _orders(left: Left) -> np.ndarray[tuple[int], np.dtype[np.object_]]:
    """For each of `possible_endings` in how many orders of the shoe it comes, in lowest terms: too many for 64 bits."""
    cards, most = sum(left), sum(left) // CARDS_A_PAIR
    ties = [1]
    for count in left:
        ties = _product(ties, _wars(count))
    never = [0] * (most + 1)
    decided = {pair: _decided(ties, *pair) + never for pair in {(min(a, b), max(a, b)) for a in left for b in left}}
    orders = [
        factorial(wars) * decided[min(player, banker), max(player, banker)][wars] * factorial(cards - 2 * wars - 2)
        for wars in range(most)
        for place, player in enumerate(left)
        for other, banker in enumerate(left)
        if place != other
    ]
    orders.append(factorial(most) * (ties + never)[most] * factorial(cards % 2))
    assert sum(orders) == factorial(cards)
    common = gcd(*set(orders))
    return np.array([order // common for order in orders], dtype=object)


def _wars(count: int, apart: int = 0) -> Polynomial:
    """The ways of one rank to take part in no war, one, two ... with so many of its cards taken for the last pair."""
    return [perm(count, 2 * wars + apart) // factorial(wars) for wars in range(count // 2 + 1)]


def _decided(ties: Polynomial, one: int, other: int) -> Polynomial:
    """All ranks' wars, where a card more of each of two ranks is the pair that ends them."""
    rest = _quotient(_quotient(ties, _wars(one)), _wars(other))
    return _product(_product(rest, _wars(one, apart=1)), _wars(other, apart=1))


def _product(one: Polynomial, other: Polynomial) -> Polynomial:
    product = [0] * (len(one) + len(other) - 1)
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            product[i + j] += a * b
    return product


def _quotient(whole: Polynomial, by: Polynomial) -> Polynomial:
    """Of a polynomial and a factor of it that begins with 1."""
    quotient: Polynomial = []
    for place in range(len(whole) - len(by) + 1):
        taken = sum(by[j] * quotient[place - j] for j in range(1, min(place, len(by) - 1) + 1))
        quotient.append(whole[place] - taken)
    return quotient
