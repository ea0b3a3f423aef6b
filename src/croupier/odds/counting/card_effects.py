"""Effects of removal by card, the linear counts that follow from them, and proposed counts with integer tags.

Effects are those on the player's expected gain per unit staked; a positive effect means that the wager gets better when
the card leaves. If many cards have left, their effects add up to a good approximation (P. Griffin, 1979):
after d of N cards the expectation has changed by (N - 1) / (N - d) times their sum.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Suit
from croupier.cards.card import RANK_LETTERS

Floats = NDArray[np.float64]
Tags = tuple[int, ...]
"""Tag of each of the 52 cards, indexed by card number."""

DECK = 52
ENOUGH_CORRELATION = 0.97
"""Betting correlation from which smaller tags are preferred to a higher correlation."""
MOST_LEVEL = 4
"""Largest tag of a proposed count, unless the caller allows larger ones."""
SCALES = 160
"""Number of factors by which effects are multiplied before rounding, in the search for tags."""
MOST_ROUNDED_BOTH_WAYS = 10
"""Up to this number of different effects, each is rounded up and down; with more, to the nearest number."""


@dataclass(frozen=True)
class CardEffects:
    """Expected gain of one wager from a full shoe, and its change when one card leaves."""

    wager: str
    expected: Fraction
    by_card: tuple[Fraction, ...]
    """Change of the expected gain for each of the 52 cards, indexed by card number."""
    decks: int
    is_exact: bool = True
    """Whether the values are exact fractions; otherwise they were computed in floating point."""

    @cached_property
    def floats(self) -> Floats:
        """Effects in floating point, with their mean removed.

        The next card of a shoe is a removed card, so exact effects have the mean 0.
        """
        values = np.array([float(effect) for effect in self.by_card])
        centered: Floats = values - values.mean()
        return centered

    @property
    def is_linear(self) -> bool:
        """Whether cards differ in their effects. Otherwise no linear count says anything about the wager."""
        scale = max(abs(float(self.expected)), 1e-3)
        return bool(np.abs(self.floats).max() > 1e-9 * scale)

    @property
    def depends_on_suits(self) -> bool:
        by_rank = self.floats.reshape(13, 4)
        return bool(np.ptp(by_rank, axis=1).max() > 1e-12)

    def correlation(self, tags: Sequence[float]) -> float:
        """Return the betting correlation of a count: the correlation of its tags with the effects, over all cards."""
        values = np.asarray(tags, dtype=np.float64)
        values = values - values.mean()
        size = math.sqrt(float(values @ values) * float(self.floats @ self.floats))
        return float(values @ self.floats) / size if size else 0.0

    def gain_per_count(self, tags: Sequence[float]) -> float:
        """Return how much the expected gain rises when the true count (per deck of 52 cards) rises by one.

        It is the regression of the effects on the tags.
        """
        values = np.asarray(tags, dtype=np.float64)
        values = values - values.mean()
        size = float(values @ values)
        cards = DECK * self.decks
        return float(values @ self.floats) / size * (cards - 1) / DECK if size else 0.0

    def break_even_count(self, tags: Sequence[float]) -> float:
        """Return the true count at which the expected gain is zero, by the linear estimate; it may be infinite."""
        slope = self.gain_per_count(tags)
        return -float(self.expected) / slope if slope > 0 else math.inf


def effects_by_rank(effects: CardEffects) -> dict[str, float]:
    """Return the mean effect of each rank, by its letter."""
    values = np.array([float(effect) for effect in effects.by_card]).reshape(13, 4).mean(axis=1)
    return {letter: float(value) for letter, value in zip(RANK_LETTERS, values, strict=True)}


def effects_by_suit(effects: CardEffects) -> dict[str, float]:
    """Return the mean effect of each suit, by its name in lower case."""
    values = np.array([float(effect) for effect in effects.by_card]).reshape(13, 4).mean(axis=0)
    return {suit.name.lower(): float(values[suit]) for suit in Suit}


def propose_tags(effects: Sequence[CardEffects], level: int | None = None) -> Tags | None:
    """Return balanced integer tags that follow the effects of one wager, or of several wagers with one count.

    Tags are as small as possible with a betting correlation of at least `ENOUGH_CORRELATION`; with `level`, the best
    tags up to that size are returned. For several wagers the tags follow the sum of their effects, each divided by the
    wager's distance from break-even, so that a wager counts by how often it can become favourable. Return None if no
    linear count is related to the wagers.
    """
    target = sum((_weighted(one) for one in effects if one.is_linear), np.zeros(DECK))
    if not np.abs(target).max() > 0:
        return None
    best: tuple[float, Tags] | None = None
    for largest in (level,) if level else range(1, MOST_LEVEL + 1):
        found = _best_of_level(target, largest)
        if found and (best is None or found[0] > best[0] + 1e-12):
            best = found
        if best and best[0] >= ENOUGH_CORRELATION:
            break
    return best[1] if best else None


def _weighted(effects: CardEffects) -> Floats:
    distance = max(abs(float(effects.expected)), 1e-4)
    weighted: Floats = effects.floats / distance
    return weighted


def _best_of_level(target: Floats, level: int) -> tuple[float, Tags] | None:
    """Return the highest correlation of balanced tags up to a size, and the tags."""
    values, places = np.unique(np.round(target / np.abs(target).max(), 9), return_inverse=True)
    sizes = np.bincount(places).astype(np.float64)
    best: tuple[float, Any] | None = None
    for scale in np.linspace(0.25, level + 0.49, SCALES):
        tags = _rounded(values * scale, sizes, level)
        if not len(tags):
            continue
        lengths = np.sqrt((tags**2 * sizes).sum(axis=1))
        fits = (tags * sizes) @ values / lengths
        place = int(fits.argmax())
        if best is None or fits[place] > best[0] + 1e-12:
            best = float(fits[place]), tags[place]
    if best is None:
        return None
    whole = math.sqrt(float((values**2 * sizes).sum()))
    return best[0] / whole, tuple(int(tag) for tag in best[1][places])


def _rounded(values: Floats, sizes: Floats, level: int) -> Any:
    """Return all balanced roundings of values, one in each row."""
    if len(values) > MOST_ROUNDED_BOTH_WAYS:
        tags = _balanced(np.clip(np.rint(values), -level, level), values, sizes, level)
        return np.empty((0, len(values))) if tags is None else tags[None, :]
    choices = [sorted({math.floor(value), math.ceil(value)}) for value in values]
    rows = np.array(list(product(*choices)), dtype=np.float64)
    keep = (np.abs(rows).max(axis=1) <= level) & np.any(rows, axis=1) & (rows @ sizes == 0)
    return rows[keep]


def _balanced(tags: Floats, values: Floats, sizes: Floats, level: int) -> Any:
    """Change single tags by one, the nearest to its other rounding first, until the tags of a deck sum to zero."""
    tags = tags.copy()
    for _ in range(4 * len(tags)):
        excess = float(tags @ sizes)
        if excess == 0:
            return tags if np.any(tags) else None
        step = -math.copysign(1, excess)
        costs = np.abs(tags + step - values) - np.abs(tags - values)
        costs[(sizes > abs(excess)) | (np.abs(tags + step) > level)] = math.inf
        if not np.isfinite(costs.min()):
            return None
        tags[int(costs.argmin())] += step
    return None


def tags_by_rank(tags: Sequence[float]) -> dict[str, float] | None:
    """Return the tag of each rank by its letter, or None if suits of a rank differ."""
    rows = [tags[4 * rank : 4 * rank + 4] for rank in range(13)]
    if any(len(set(row)) > 1 for row in rows):
        return None
    return {letter: float(row[0]) for letter, row in zip(RANK_LETTERS, rows, strict=True)}
