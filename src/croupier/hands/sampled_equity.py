"""Equities by sampling, where every deal and board would take too long; and the choice between the two ways.

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
from croupier.hands.card_parsing import DECK_CARDS, Cards
from croupier.hands.exact_equity import (
    BOARD_CARDS,
    HANDS_MOST,
    deal_classes,
    equities,
    possible_hands,
    suit_permutations,
    table_cards,
)
from croupier.hands.exact_equity_kernels import POT
from croupier.hands.hand_ranges import Hands, Holding, read_range
from croupier.hands.rank_tables import tables_for
from croupier.hands.sampled_equity_kernels import sample_showdowns

EXACT, SAMPLED = "exact", "sampled"
TURNED_MOST = 60_000
"""Deals times ways to rename the suits: more take a good part of a second to sort."""
RANKED_MOST = 40_000_000
"""Hands ranked: more take over a second."""
SAMPLES = 1_000_000
SAMPLES_LEAST, SAMPLES_MOST = 1_000, 1_000_000_000
TRIES = 100_000
"""Before it is said that no deal gives everybody a hand."""
WIDTH = 1.959964
"""Standard errors on each side of a figure, for an interval of 95 %."""


@dataclass(frozen=True)
class HandEquity:
    """What one hand, or a range of hands, is worth."""

    win: Fraction
    """Boards won alone."""
    tie: Fraction
    lose: Fraction
    share: Fraction
    """Of the pot, a tie shared evenly."""
    interval: float | None
    """Half the width of the share's 95 % interval; None where it is exact."""


@dataclass(frozen=True)
class Equities:
    """The equities of hands that share a board, and how they were found."""

    method: str
    boards: int
    """Boards counted, or sampled."""
    hands: tuple[HandEquity, ...]


def best_equities(
    hands: Sequence[Hands], *, board: Cards = "", dead: Cards = "", samples: int | None = None, seed: int = 1
) -> Equities:
    """Exact where that takes under a second, else from samples; `samples`: always so many."""
    ranges = _checked(hands, board, dead)
    if samples is None and _is_quick(ranges, board, dead):
        found = equities(*hands, board=board, dead=dead)
        told = tuple(HandEquity(one.win, one.tie, one.lose, one.share, None) for one in found)
        return Equities(EXACT, found[0].boards, told)
    return sampled_equities(hands, board=board, dead=dead, samples=samples or 2 * SAMPLES // len(hands), seed=seed)


def sampled_equities(
    hands: Sequence[Hands], *, board: Cards = "", dead: Cards = "", samples: int = SAMPLES, seed: int = 1
) -> Equities:
    """Deals and boards drawn at random, each that can be as likely as any other; the same seed draws the same."""
    ranges = _checked(hands, board, dead)
    if not SAMPLES_LEAST <= samples <= SAMPLES_MOST:
        raise BadInput.at("samples", f"is {samples}; draw {SAMPLES_LEAST:,} to {SAMPLES_MOST:,}")
    down, gone = table_cards(board, dead)
    holdings = np.array([hand for hands_of_one in ranges for hand in hands_of_one], np.uint8)
    ends = np.cumsum([len(hands_of_one) for hands_of_one in ranges])
    counts = sample_showdowns(
        holdings, ends, np.array(down, np.uint8), np.array(gone, np.uint8), samples, TRIES, seed, tables_for(7)
    )
    if counts[0, 0] < 0:
        raise BadInput.at("equity", "the hands hold the same cards; no deal gives each player one of theirs")
    return Equities(SAMPLED, samples, tuple(_equity(row.tolist(), samples) for row in counts))


def _checked(hands: Sequence[Hands], board: Cards, dead: Cards) -> list[tuple[Holding, ...]]:
    if not 2 <= len(hands) <= HANDS_MOST:
        raise BadInput.at("equity", f"compares 2 to {HANDS_MOST} hands, not {len(hands)}")
    down, gone = table_cards(board, dead)
    ranges = possible_hands([read_range(one, f"hand {place}") for place, one in enumerate(hands, 1)], {*down, *gone})
    left, to_come = DECK_CARDS - len(down) - len(gone) - 2 * len(hands), BOARD_CARDS - len(down)
    if left < to_come:
        raise BadInput.at("equity", f"{left} cards are left, and {to_come} are to come on the board")
    return ranges


def _is_quick(ranges: list[tuple[Holding, ...]], board: Cards, dead: Cards) -> bool:
    down, gone = table_cards(board, dead)
    left, to_come = DECK_CARDS - len(down) - len(gone) - 2 * len(ranges), BOARD_CARDS - len(down)
    turns = len(suit_permutations(ranges, down, gone))
    if prod(len(hands) for hands in ranges) * turns > TURNED_MOST:
        return False
    return len(deal_classes(ranges, down, gone)) * comb(left, to_come) * len(ranges) <= RANKED_MOST


def _equity(row: list[int], samples: int) -> HandEquity:
    wins, ties, parts, squares = row
    share = Fraction(parts, POT * samples)
    variance = max(0.0, squares / POT**2 / samples - float(share) ** 2)
    lost = Fraction(samples - wins - ties, samples)
    return HandEquity(Fraction(wins, samples), Fraction(ties, samples), lost, share, WIDTH * sqrt(variance / samples))
