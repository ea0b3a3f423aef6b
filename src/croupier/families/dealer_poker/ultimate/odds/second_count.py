"""Count of the deals of Ultimate Texas Hold'em that end in each way under best play.

Decisions before the river depend on the hole cards and the flop. They are counted for each flop and pair of hole cards,
and from there for each board and pair: the reverse of how `flop_sums` adds results up. The decision at the river
depends on the board and the pair alone. The sum of all results must equal the solver's value exactly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from croupier.families.dealer_poker.shared.odds.action_values import CHECK, raise_name
from croupier.families.dealer_poker.ultimate.odds.board_kernels import (
    AHEAD,
    DEALERS,
    RANK_PAIRS,
    REST,
    RIVER,
    Ints,
    hand_number,
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
from croupier.families.dealer_poker.ultimate.odds.flop_sums import (
    deals_by_flop,
    flop_hands,
    sums_of_hands,
)
from croupier.families.dealer_poker.ultimate.odds.kept_sums import Outcomes, keep_outcomes, kept_outcomes
from croupier.families.dealer_poker.ultimate.odds.river import RiverResults
from croupier.families.dealer_poker.ultimate.odds.solver import UltimateSolution, hand_name
from croupier.families.dealer_poker.ultimate.rules import UltimateRules

LOST, TIED, WON = range(3)
BEATEN, EQUAL = KINDS, KINDS + 1
"""Columns of `_facing` after those of the dealer's categories: dealer's hands that are beaten, and that tie."""


def play_sizes(rules: UltimateRules) -> tuple[int, ...]:
    """Return the possible sizes of a Play wager in antes; 0 is a fold."""
    return tuple(sorted({0, rules.river, rules.flop, *rules.before_flop}))


def count_outcomes(solved: UltimateSolution) -> Ints:
    """Return the number of deals by Play wager, both hands' categories, and result (lost, tied, won).

    The first index is a position in `play_sizes`. The deals cover all cards and flops.
    """
    bets = _bets_before_river(solved)
    kept = kept_outcomes(solved.reference)
    # The reference of the sums is played in the same way at the river, and nearly always before it.
    if kept is not None and np.array_equal(bets, kept.bets):
        return kept.counts
    counts = _count_deals(solved.rules, bets)
    if solved.rules == solved.reference.rules:
        keep_outcomes(solved.reference, Outcomes(bets, counts))
    return counts


def _count_deals(rules: UltimateRules, bets: NDArray[np.int8]) -> Ints:
    """Return the result of `count_outcomes` for these bets before the river."""
    dealt, sizes = flop_hands().deals, play_sizes(rules)
    made = np.unique(bets[bets > 0]).tolist()
    # The last of the chosen deals are all deals.
    chosen = [deals_by_flop(deals) for deals in (*(dealt * (bets == size) for size in made), dealt)]
    by_ranks, by_types = (_Shares.of(*deals) for deals in zip(zip(*chosen, strict=True), _flop_deals(), strict=True))
    plain, *suited_boards = every_board(rules.min_hole_cards)
    left = by_ranks.on_boards(plain)
    places = [sizes.index(size) for size in (*made, 0, rules.river)]
    counts = np.zeros((len(sizes), KINDS, KINDS + 2), np.int64)

    def count_suited(boards: BoardArrays) -> tuple[list[Ints], Ints, BoardArrays]:
        deals = by_types.on_boards(boards)
        return _facing_by_decision(boards, deals, rules), _by_pair_of_ranks(deals), boards

    for found, of_ranks, boards in map_on_cores(count_suited, suited_boards):
        for place, facing in zip(places, found, strict=True):
            counts[place] += facing
        # These boards have a flush, so they are not among those that only their ranks decide.
        for board, ranks in enumerate(boards.by_ranks):
            left[..., ranks] -= of_ranks[..., board]
    for place, facing in zip(places, _facing_by_decision(plain, left, rules), strict=True):
        counts[place] += facing
    return np.stack([_by_result(facing) for facing in counts])


def _flop_deals() -> tuple[Ints, Ints]:
    """Return how often each flop and pair of hole cards are dealt together, by ranks and by types."""
    return rank_flop_deals(), suited_flop_deals()


def _facing_by_decision(boards: BoardArrays, deals: Ints, rules: UltimateRules) -> list[Ints]:
    """Return the result of `_facing` for each bet before the river, for a fold, and for a Play wager at the river.

    `deals` has those of each bet before the river, and last all deals. A deal is one of a board's ten flops.
    """
    is_folded = RiverResults.of(boards, rules).is_folded
    checked = deals[-1] - deals[:-1].sum(axis=0)
    return list(_facing(boards, (*deals[:-1], checked * is_folded, checked * ~is_folded)))


def _by_pair_of_ranks(deals: Ints) -> Ints:
    """Return deals by pairs of card types as deals by pairs of ranks."""
    of_ranks = np.zeros((len(deals), RANK_PAIRS, deals.shape[2]), np.int64)
    for pair, ranks in enumerate(layout().same_ranks):
        of_ranks[:, ranks] += deals[:, pair]
    return of_ranks


def _bets_before_river(solved: UltimateSolution) -> NDArray[np.int8]:
    """Return the size of the bet that best play makes before the river on each flop with each hand of `flop_hands`.

    0 is a check on both occasions.
    """
    hands, rules, sums = flop_hands(), solved.rules, solved.sums
    raises = {raise_name(size): size for size in rules.before_flop}
    names = (hand_name(hand_number(*cards)) for cards in zip(hands.high.tolist(), hands.low.tolist(), strict=True))
    sizes = np.array([0 if (best := solved.chart[name]) == CHECK else raises[best] for name in names])
    bet = rules.unit * rules.flop
    gains = (bet * found[:, AHEAD] + found[:, REST] - found[:, RIVER] for found in (sums.by_ranks, sums.by_types))
    return np.where(sizes == 0, rules.flop * (sums_of_hands(*gains) > 0), sizes).astype(np.int8)


@dataclass(frozen=True)
class _Shares:
    """Shares of the deals of each flop and pair that are chosen; every board has the same share of them."""

    by_flop: Ints
    """Chosen deals in parts of `unit`: one row a flop, one column a choice and pair."""
    unit: int

    @classmethod
    def of(cls, chosen: Sequence[Ints], dealt: Ints) -> _Shares:
        unit = int(np.lcm.reduce(np.unique(dealt[dealt > 0])))
        return cls(np.concatenate([one * unit // np.maximum(dealt, 1) for one in chosen], axis=1), unit)

    def on_boards(self, boards: BoardArrays) -> Ints:
        """Return how many of the chosen deals each pair has on each board, by choice, pair and board."""
        found = (boards.flops.T @ self.by_flop).T.reshape(-1, *boards.ways.shape)
        deals: Ints = found * (boards.ways * boards.many) // self.unit
        return deals


def _facing(boards: BoardArrays, deals: Sequence[Ints]) -> Iterator[Ints]:
    """Yield how many dealer's hands deals face, by the player's category and by dealer's category, BEATEN and EQUAL."""
    numbers, columns = boards.hole_cards.numbers, len(boards.many)
    kinds = boards.kinds.astype(np.intp)
    entries = kinds * columns + np.arange(columns)
    kinds = kinds.ravel()
    by_type, of_board = boards.kinds_by_type.astype(float).transpose(1, 2, 0), boards.kinds_of_board.T.astype(float)
    tied = DEALERS - boards.won - boards.lost
    for chosen in deals:
        # All sums are far below 2**53, so that floating point adds them exactly.
        many = chosen.astype(float)
        facing, hands = np.zeros((KINDS, KINDS)), np.zeros((KINDS, columns))
        for card, pairs in enumerate(numbers):
            held = many[pairs]
            held[card] *= 2
            by_card = np.bincount(entries[pairs].ravel(), held.ravel(), KINDS * columns).reshape(KINDS, columns)
            facing -= by_card @ by_type[card]
            hands += by_card
        # Each pair was counted for both of its cards.
        facing += hands / 2 @ of_board
        # The pair itself was subtracted for both of its cards: add it back once.
        facing += np.diag(hands.sum(axis=1) / 2)
        beaten, equal = (np.bincount(kinds, (many * dealers).ravel(), KINDS) for dealers in (boards.won, tied))
        yield np.column_stack([facing, beaten, equal]).astype(np.int64)


def _by_result(facing: Ints) -> Ints:
    """Return the result of `_facing` by both hands' categories and result (lost, tied, won).

    Dealer's hands of lower categories lose to the player's, those of higher ones win; within the player's own category
    some lose, some tie, some win.
    """
    ends = np.zeros((KINDS, KINDS, 3), np.int64)
    for kind in range(KINDS):
        ends[kind, :kind, WON] = facing[kind, :kind]
        ends[kind, kind + 1 :, LOST] = facing[kind, kind + 1 : KINDS]
        won, tied = facing[kind, BEATEN] - facing[kind, :kind].sum(), facing[kind, EQUAL]
        ends[kind, kind] = facing[kind, kind] - won - tied, tied, won
    return ends
