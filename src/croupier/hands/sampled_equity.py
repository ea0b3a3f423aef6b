"""Equities from random samples, for hands that take too long to count exactly.

`best_equities` chooses between counting and sampling.

>>> from croupier.hands import best_equities
>>> found = best_equities(["AhKh", "QsQd"])
>>> found.method, f"{float(found.hands[0].share):.6%}"
('exact', '46.214457%')
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, prod, sqrt

import numpy as np

from croupier.errors import BadInput
from croupier.hands.card_parsing import DECK_CARDS, CardsInput
from croupier.hands.exact_equity import (
    BOARD_CARDS,
    MAX_HANDS,
    deal_classes,
    equities,
    possible_hands,
    read_board_and_dead,
    suit_permutations,
)
from croupier.hands.exact_equity_kernels import POT
from croupier.hands.hand_ranges import Holding, RangeInput, read_range
from croupier.hands.rank_tables import tables_for
from croupier.hands.sampled_equity_kernels import sample_showdowns

EXACT, SAMPLED = "exact", "sampled"
MAX_PERMUTED_DEALS = 60_000
"""Maximum number of deals times suit permutations for an exact count; more take a large part of a second to classify.
"""
MAX_RANKED_HANDS = 40_000_000
"""Maximum number of hands to rank for an exact count; more take over a second."""
SAMPLES = 1_000_000
SAMPLES_LEAST, SAMPLES_MOST = 1_000, 1_000_000_000
TRIES = 100_000
"""Number of failed draws after which the ranges are refused as impossible to deal."""
Z_95 = 1.959964
"""Number of standard errors on each side of a figure in a 95 % confidence interval."""


@dataclass(frozen=True)
class HandEquity:
    """Equity of one hand, or of a range of hands."""

    win: Fraction
    """Probability that the hand wins the pot alone."""
    tie: Fraction
    lose: Fraction
    share: Fraction
    """Expected fraction of the pot; hands that tie share it equally."""
    interval: float | None
    """Half the width of the 95 % confidence interval of the share; None if the share is exact."""


@dataclass(frozen=True)
class Equities:
    """Equities of hands that share a board, and the method that found them."""

    method: str
    boards: int
    """Number of boards counted or sampled."""
    hands: tuple[HandEquity, ...]


def best_equities(
    hands: Sequence[RangeInput],
    *,
    board: CardsInput = "",
    dead: CardsInput = "",
    samples: int | None = None,
    seed: int = 1,
) -> Equities:
    """Return exact equities if they take under a second, otherwise sampled ones.

    A given number of `samples` always selects sampling.
    """
    ranges = _checked_ranges(hands, board, dead)
    if samples is None and _is_quick(ranges, board, dead):
        found = equities(*hands, board=board, dead=dead)
        exact_hands = tuple(HandEquity(one.win, one.tie, one.lose, one.share, None) for one in found)
        return Equities(EXACT, found[0].boards, exact_hands)
    return sampled_equities(hands, board=board, dead=dead, samples=samples or 2 * SAMPLES // len(hands), seed=seed)


def sampled_equities(
    hands: Sequence[RangeInput], *, board: CardsInput = "", dead: CardsInput = "", samples: int = SAMPLES, seed: int = 1
) -> Equities:
    """Return equities from random deals and boards.

    All possible deals have the same probability; the same seed draws the same samples.
    """
    ranges = _checked_ranges(hands, board, dead)
    if not SAMPLES_LEAST <= samples <= SAMPLES_MOST:
        raise BadInput.at("samples", f"is {samples}; draw {SAMPLES_LEAST:,} to {SAMPLES_MOST:,}")
    board_cards, dead_cards = read_board_and_dead(board, dead)
    holdings = np.array([hand for hands_of_one in ranges for hand in hands_of_one], np.uint8)
    ends = np.cumsum([len(hands_of_one) for hands_of_one in ranges])
    counts = sample_showdowns(
        holdings,
        ends,
        np.array(board_cards, np.uint8),
        np.array(dead_cards, np.uint8),
        samples,
        TRIES,
        seed,
        tables_for(7),
    )
    if counts[0, 0] < 0:
        raise BadInput.at("equity", "the hands hold the same cards; no deal gives each player one of theirs")
    return Equities(SAMPLED, samples, tuple(_equity(row.tolist(), samples) for row in counts))


def _checked_ranges(hands: Sequence[RangeInput], board: CardsInput, dead: CardsInput) -> list[tuple[Holding, ...]]:
    if not 2 <= len(hands) <= MAX_HANDS:
        raise BadInput.at("equity", f"compares 2 to {MAX_HANDS} hands, not {len(hands)}")
    board_cards, dead_cards = read_board_and_dead(board, dead)
    ranges = possible_hands(
        [read_range(one, f"hand {place}") for place, one in enumerate(hands, 1)], {*board_cards, *dead_cards}
    )
    left, to_come = DECK_CARDS - len(board_cards) - len(dead_cards) - 2 * len(hands), BOARD_CARDS - len(board_cards)
    if left < to_come:
        raise BadInput.at(
            "equity", f"{left} {'card is' if left == 1 else 'cards are'} left, and {to_come} are to come on the board"
        )
    return ranges


def _is_quick(ranges: list[tuple[Holding, ...]], board: CardsInput, dead: CardsInput) -> bool:
    board_cards, dead_cards = read_board_and_dead(board, dead)
    left, to_come = DECK_CARDS - len(board_cards) - len(dead_cards) - 2 * len(ranges), BOARD_CARDS - len(board_cards)
    turns = len(suit_permutations(ranges, board_cards, dead_cards))
    if prod(len(hands) for hands in ranges) * turns > MAX_PERMUTED_DEALS:
        return False
    return len(deal_classes(ranges, board_cards, dead_cards)) * comb(left, to_come) * len(ranges) <= MAX_RANKED_HANDS


def _equity(row: list[int], samples: int) -> HandEquity:
    wins, ties, parts, squares = row
    share = Fraction(parts, POT * samples)
    variance = max(0.0, squares / POT**2 / samples - float(share) ** 2)
    lost = Fraction(samples - wins - ties, samples)
    return HandEquity(Fraction(wins, samples), Fraction(ties, samples), lost, share, Z_95 * sqrt(variance / samples))
