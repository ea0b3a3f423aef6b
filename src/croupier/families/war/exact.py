"""Exact odds of war, with any number of wars, to the last card of the shoe.

Only ranks matter, and only in pairs. A rank with n cards left can supply the pairs of j wars in n(n-1)...(n-2j+1)
orders. Wars of different ranks can follow each other in any order. The number of orders with k wars is therefore k!
times the coefficient of x^k in a product of one polynomial per rank, in which the coefficient of x^j is the count above
divided by j!. Each of the two ranks of the deciding pair supplies one more card. The cards that remain in the shoe can
be in any order. All numbers are integers, and their sum is the number of orders of the shoe.
"""

from __future__ import annotations

from functools import lru_cache
from math import factorial, gcd, perm
from typing import cast

import numpy as np

from croupier.errors import BadInput
from croupier.families.war.facts import ending_columns_of, possible_endings
from croupier.families.war.round import ACE_HIGH, CARDS_PER_PAIR, card_height
from croupier.odds.fact_table import EXACT, FactTable, Weights
from croupier.odds.par_sheet import ParSheet, counted_sheet
from croupier.odds.shoe_composition import Composition, card_of
from croupier.play.fact_columns import FactColumns
from croupier.rulebook.table_rules import TableRules

CardsLeftByRank = tuple[int, ...]
"""Number of cards left of each rank, from the two to the ace."""
Polynomial = list[int]


def war_sheet(rules: TableRules, shoe: Composition | None) -> ParSheet:
    """Compute the exact par sheet of every wager, for a full shoe or for the cards left in `shoe`."""
    if shoe is not None and shoe.cards < CARDS_PER_PAIR:
        raise BadInput.at("shoe", f"{shoe.cards} cards are left; a round needs {CARDS_PER_PAIR}")
    return counted_sheet(rules, shoe, lambda wager, cards: exact_table(cards_left_by_rank(cards)))


def cards_left_by_rank(shoe: Composition) -> CardsLeftByRank:
    left = [0] * (ACE_HIGH + 1)
    for number, count in enumerate(shoe.counts):
        left[card_height(card_of(number).rank)] += count
    return tuple(left[2:])


def exact_table(left: CardsLeftByRank) -> FactTable:
    """Return every possible ending of a round, weighted by the number of shoe orders that lead to it."""
    return FactTable(cast(Weights, _count_orders(left)), EXACT, ending_columns(sum(left)))


@lru_cache(maxsize=16)
def ending_columns(cards: int) -> FactColumns:
    """Return the facts of all possible endings as columns; they depend only on the number of cards in the shoe."""
    return ending_columns_of(possible_endings(cards))


@lru_cache(maxsize=16)
def _count_orders(left: CardsLeftByRank) -> np.ndarray[tuple[int], np.dtype[np.object_]]:
    """Return for each of `possible_endings` the number of shoe orders that lead to it, in lowest terms.

    The counts are Python integers because they do not fit into 64 bits.
    """
    cards, most = sum(left), sum(left) // CARDS_PER_PAIR
    ties = [1]
    for count in left:
        ties = _product(ties, _war_polynomial(count))
    zeros = [0] * (most + 1)
    decided = {
        pair: _decided_polynomial(ties, *pair) + zeros for pair in {(min(a, b), max(a, b)) for a in left for b in left}
    }
    orders = [
        factorial(wars) * decided[min(player, banker), max(player, banker)][wars] * factorial(cards - 2 * wars - 2)
        for wars in range(most)
        for index, player in enumerate(left)
        for other, banker in enumerate(left)
        if index != other
    ]
    orders.append(factorial(most) * (ties + zeros)[most] * factorial(cards % 2))
    assert sum(orders) == factorial(cards)
    common = gcd(*set(orders))
    return np.array([order // common for order in orders], dtype=object)


def _war_polynomial(count: int, deciding_cards: int = 0) -> Polynomial:
    """Return the polynomial of one rank: coefficient j counts the orders of its cards in j wars, divided by j!.

    `deciding_cards` more cards of the rank go to the deciding pair.
    """
    return [perm(count, 2 * wars + deciding_cards) // factorial(wars) for wars in range(count // 2 + 1)]


def _decided_polynomial(ties: Polynomial, one: int, other: int) -> Polynomial:
    """Return the polynomial of all ranks if the two deciding cards have two given ranks."""
    rest = _quotient(_quotient(ties, _war_polynomial(one)), _war_polynomial(other))
    return _product(_product(rest, _war_polynomial(one, deciding_cards=1)), _war_polynomial(other, deciding_cards=1))


def _product(one: Polynomial, other: Polynomial) -> Polynomial:
    product = [0] * (len(one) + len(other) - 1)
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            product[i + j] += a * b
    return product


def _quotient(dividend: Polynomial, divisor: Polynomial) -> Polynomial:
    """Divide a polynomial by a factor that divides it exactly and has the constant term 1."""
    quotient: Polynomial = []
    for index in range(len(dividend) - len(divisor) + 1):
        subtracted = sum(divisor[j] * quotient[index - j] for j in range(1, min(index, len(divisor) - 1) + 1))
        quotient.append(dividend[index] - subtracted)
    return quotient
