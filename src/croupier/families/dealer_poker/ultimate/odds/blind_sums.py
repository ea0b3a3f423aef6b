"""Sums of `flop_sums` for every pay table of the Blind, as long as no decision at the river changes.

At the river the Blind decides little: a hand that it pays for is rarely folded. With the same decisions, the sums of
a flop are linear in the payouts of the Blind: one sum for each category that it pays, and some that it does not
enter. They are counted once for a table, the reference, and give the sums of another pay table at once. `kept_sums`
keeps them for later programs.

Divided by the number of deals, no sum exceeds 2 x 990 x 1,081, so that 32 bits are enough.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from croupier.families.dealer_poker.ultimate.odds.board_kernels import (
    DEALERS,
    RANK_FLOPS,
    RANK_PAIRS,
    SUITED_FLOPS,
    TYPE_PAIRS,
    Ints,
    layout,
)
from croupier.families.dealer_poker.ultimate.odds.boards import (
    KINDS,
    BoardArrays,
    every_board,
    map_on_cores,
    rank_flop_deals,
    suited_flop_deals,
)
from croupier.families.dealer_poker.ultimate.odds.kernels import FlopSums
from croupier.families.dealer_poker.ultimate.odds.river import RiverResults, blind_parts
from croupier.families.dealer_poker.ultimate.rules import HANDS as CATEGORIES
from croupier.families.dealer_poker.ultimate.rules import UltimateRules

AHEAD, ANTE, FOLDS, FOLDED, WON = range(5)
"""Sums of a flop and pair that the Blind does not enter: wins minus losses, result of the Ante and of the Blind's
losses, folds at the river, and what the folded hands would have brought without the Blind. From WON on, wins by the
categories that the Blind pays, first of all hands and then of the folded ones."""
NEVER, ALWAYS = Fraction(-(10**9)), Fraction(10**9)
MOST_WON = DEALERS
SMALL = NDArray[np.int32]


@dataclass(frozen=True)
class BlindSums:
    """Sums of every flop and pair of hole cards for one reference table, apart for the payouts of the Blind."""

    rules: UltimateRules
    """The reference."""
    kinds: tuple[int, ...]
    """Categories that its Blind pays."""
    over: tuple[Fraction, ...]
    """Payout of each category over which no hand that is played with the reference would be folded."""
    up_to: tuple[Fraction, ...]
    """Payout of each category up to which no hand that is folded with the reference would be played."""
    by_ranks: SMALL
    """Sums by flop, sum and pair, as `FlopSums.by_ranks`."""
    by_types: SMALL

    def fits(self, rules: UltimateRules) -> bool:
        """Return whether the same hands are folded at the river under other rules, which pay the same categories."""
        reference = self.rules
        if (rules.river, rules.qualifies, rules.min_hole_cards) != (
            reference.river, reference.qualifies, reference.min_hole_cards
        ):  # fmt: skip
            return False
        pays = [rules.blind.of(category) for category in CATEGORIES]
        if any(pay and kind not in self.kinds for kind, pay in enumerate(pays)):
            return False
        return all(over < pay <= up_to for over, pay, up_to in zip(self.over, pays, self.up_to, strict=True))

    def flop_sums(self, rules: UltimateRules) -> FlopSums:
        """Return the sums of rules that fit."""
        return FlopSums(self._sums(self.by_ranks, rules), self._sums(self.by_types, rules))

    def _sums(self, parts: SMALL, rules: UltimateRules) -> Ints:
        """Return the sums AHEAD, REST, RIVER and FOLDS by flop and pair."""
        unit, pays = rules.unit, blind_parts(rules)[list(self.kinds)]
        ahead, folds = (parts[:, one].astype(np.int64) for one in (AHEAD, FOLDS))
        rest, folded = (unit * parts[:, one].astype(np.int64) for one in (ANTE, FOLDED))
        for place, pay in enumerate(pays.tolist()):
            rest += pay * parts[:, WON + place].astype(np.int64)
            folded += pay * parts[:, WON + len(pays) + place].astype(np.int64)
        river = unit * rules.river * ahead + rest - folded - 2 * DEALERS * unit * folds
        return np.stack([ahead, rest, river, folds], axis=1)


def count_blind_sums(rules: UltimateRules) -> BlindSums:
    """Count the sums over all boards, with these rules as the reference."""
    kinds = tuple(kind for kind, category in enumerate(CATEGORIES) if rules.blind.of(category))
    plain, *suited_boards = every_board(rules.min_hole_cards)
    river = RiverResults.of(plain, rules)
    plain_parts, limits = list(_parts(plain, river, kinds)), [_limits(plain, river)]
    by_ranks = np.zeros((RANK_FLOPS, len(plain_parts), RANK_PAIRS), np.int64)
    for place, part in enumerate(plain_parts):
        if (of_part := _on_flops(plain, part, np.arange(RANK_FLOPS))) is not None:
            by_ranks[:, place] = of_part

    def difference(boards: BoardArrays) -> tuple[Ints, list[Ints | None], NDArray[np.float64]]:
        river, same = RiverResults.of(boards, rules), layout().same_ranks
        parts = zip(_parts(boards, river, kinds), plain_parts, strict=True)
        rows = np.flatnonzero(np.diff(boards.flops.indptr))
        found = [_on_flops(boards, suited - ranks[:, boards.by_ranks][same], rows) for suited, ranks in parts]
        return rows, found, _limits(boards, river)

    by_types = np.zeros((SUITED_FLOPS, len(plain_parts), TYPE_PAIRS), np.int64)
    for rows, found, limit in map_on_cores(difference, suited_boards):
        for place, one in enumerate(found):
            if one is not None:
                by_types[rows, place] += one
        limits.append(limit)
    over, up_to = np.max([one[0] for one in limits], axis=0), np.min([one[1] for one in limits], axis=0)
    return BlindSums(
        rules,
        kinds,
        tuple(_pay(one, NEVER) for one in over),
        tuple(_pay(one, ALWAYS) for one in up_to),
        (by_ranks // np.maximum(rank_flop_deals(), 1)[:, None, :]).astype(np.int32),
        (by_types // np.maximum(suited_flop_deals(), 1)[:, None, :]).astype(np.int32),
    )


def _pay(value: float, none: Fraction) -> Fraction:
    """Return a limit as a fraction; wins are at most 990, so that the nearest such fraction is the exact one."""
    return Fraction(float(value)).limit_denominator(MOST_WON) if np.isfinite(value) else none


def _parts(boards: BoardArrays, river: RiverResults, kinds: tuple[int, ...]) -> Iterator[NDArray[np.int32]]:
    """Yield the sums of each pair and board in order, from AHEAD to the wins of folded hands."""
    yield river.ahead
    yield river.ante
    yield river.is_folded.astype(np.int32)
    yield river.played * river.is_folded
    won = [boards.won.astype(np.int32) * (boards.kinds == kind) for kind in kinds]
    yield from won
    yield from (one * river.is_folded for one in won)


def _limits(boards: BoardArrays, river: RiverResults) -> NDArray[np.float64]:
    """Return the two limits of each category, `over` and `up_to`, infinite where there is none."""
    is_decided, found = (boards.ways > 0) & (boards.won > 0), np.array([[-np.inf] * KINDS, [np.inf] * KINDS])
    for kind in range(KINDS):
        chosen = np.flatnonzero(is_decided & (boards.kinds == kind))
        needed = (-2 * DEALERS - river.played.ravel()[chosen]) / boards.won.ravel()[chosen]
        is_folded = river.is_folded.ravel()[chosen]
        found[0, kind] = needed[~is_folded].max(initial=-np.inf)
        found[1, kind] = needed[is_folded].min(initial=np.inf)
    return found


def _on_flops(boards: BoardArrays, results: NDArray[np.int32], flops: Ints) -> Ints | None:
    """Return one sum by flop and pair, each result counted for every deal of the flop, the pair and the board.

    `flops` are the rows of these flops. Return None if all results are zero.
    """
    columns = np.flatnonzero(results.any(axis=0))
    if not len(columns):
        return None
    deals = boards.ways[:, columns] * boards.many[columns]
    found: Ints = boards.flops[flops][:, columns] @ np.ascontiguousarray((results[:, columns] * deals).T)
    return found
