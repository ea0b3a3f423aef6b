"""Expected gain of a wager as a polynomial in the numbers of cards left, which is exact for every shoe.

A wager that is decided by the first few cards pays by their order at most. Its expectation is a sum over multisets of
cards: (sum of its results over the orders of the multiset) x (ways to draw the multiset). Ways are falling factorials
of the numbers of cards left, so one small list of numbers replaces a new count of all deals. Cards that the wager does
not tell apart form groups, such as the ten point values.

The groups may also be coarser than what the wager tells apart. The polynomial is then the expectation of a player who
counts only the groups, for example the four suits: the cards left of a group are a random part of the group.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Multiset = tuple[int, ...]
"""Groups of the cards in ascending order."""


class ShoePolynomial(NamedTuple):
    """Nodes of a tree of multisets, in ascending order of size; each node adds one card to its parent."""

    group_of: NDArray[np.int64]
    """Group of each of the 52 cards."""
    parent: NDArray[np.int32]
    group: NDArray[np.int32]
    """Group of the card that the node adds."""
    used: NDArray[np.int32]
    """Number of cards of this group that the parent already has."""
    size: NDArray[np.int32]
    """Number of cards of the node."""
    factor: NDArray[np.float64]
    """Sum of the wager's results, minus `constant`, over the orders in which the node's cards end the wager."""
    constant: float
    """Result that is not part of the sums: the wager's commonest one."""

    @property
    def groups(self) -> int:
        return int(self.group_of.max()) + 1


def shoe_polynomial(
    group_of: Sequence[int], results: Mapping[Multiset, float], constant: float = 0.0
) -> ShoePolynomial:
    """Return the polynomial with these sums of results; multisets with the sum 0 are left out.

    No multiset may be empty, and none may be the beginning of another with cards drawn after the wager's end.
    """
    wanted = {multiset: result for multiset, result in results.items() if result}
    prefixes = sorted(
        {multiset[:end] for multiset in wanted for end in range(1, len(multiset) + 1)},
        key=lambda prefix: (len(prefix), prefix),
    )
    places = {prefix: place + 1 for place, prefix in enumerate(prefixes)} | {(): 0}
    rows = [(places[one[:-1]], one[-1], one[:-1].count(one[-1]), len(one), wanted.get(one, 0.0)) for one in prefixes]
    parent, group, used, size, factor = zip(*rows, strict=True) if rows else ((),) * 5
    whole: list[NDArray[np.int32]] = [np.array(column, dtype=np.int32) for column in (parent, group, used, size)]
    return ShoePolynomial(
        np.array(group_of, dtype=np.int64),
        whole[0],
        whole[1],
        whole[2],
        whole[3],
        np.array(factor, dtype=np.float64),
        constant,
    )


def ordered_results(results: Iterable[tuple[Sequence[int], float]]) -> dict[Multiset, float]:
    """Return the sums by multiset of results that belong to ordered groups."""
    sums: dict[Multiset, float] = {}
    for groups, result in results:
        multiset = tuple(sorted(groups))
        sums[multiset] = sums.get(multiset, 0.0) + result
    return sums


def polynomial_of_array(group_of: Sequence[int], results: NDArray[np.float64], constant: float) -> ShoePolynomial:
    """Return the polynomial of a wager that always looks at the same number of cards.

    `results` has one axis for each card, with one entry for each group.
    """
    cards, groups = results.ndim, results.shape[0]
    places = np.indices(results.shape).reshape(cards, -1)
    keys = np.zeros(places.shape[1], np.int64)
    for row in np.sort(places, axis=0):
        keys = keys * groups + row
    found, where = np.unique(keys, return_inverse=True)
    sums = np.bincount(where, weights=results.reshape(-1) - constant)
    digits = [found // groups**power % groups for power in reversed(range(cards))]
    multisets = zip(*(digit.tolist() for digit in digits), strict=True)
    return shoe_polynomial(group_of, dict(zip(multisets, np.round(sums, 12).tolist(), strict=True)), constant)
