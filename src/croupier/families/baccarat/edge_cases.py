"""Edge-case rounds: a few thousand different coups in which even the rarest hands occur."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

from croupier.cards import Card, Rank, Suit
from croupier.cards.random_source import SeededRandomSource
from croupier.families.baccarat.hand_values import DrawTable
from croupier.families.baccarat.round import BaccaratRules, Coup, play
from croupier.play.edge_cases import edge_case_results

ROUNDS = 12_000
RANKS: tuple[tuple[Rank, ...], ...] = (
    tuple(Rank),
    tuple(Rank),
    (Rank.KING, Rank.NINE),
    (Rank.JACK, Rank.QUEEN, Rank.KING, Rank.NINE),
)
SUITS: tuple[tuple[Suit, ...], ...] = (
    tuple(Suit),
    (Suit.SPADES, Suit.CLUBS),
    (Suit.HEARTS, Suit.DIAMONDS),
    *((suit,) for suit in Suit),
)


@cache
def edge_case_coups(draw_table: DrawTable, *, natural_stops: bool = True) -> tuple[Coup, ...]:
    """Return the edge-case coups; they are the same in every run, because the random source has a fixed seed."""
    rules = BaccaratRules(draw_table, natural_stops)
    return tuple(edge_case_results(lambda: play(rules), PACKS, SeededRandomSource(28), ROUNDS, again=True))


def _packs() -> Iterator[tuple[Card, ...]]:
    for ranks, suits in product((*RANKS, *((rank,) for rank in Rank), *_neighbours()), SUITS):
        yield tuple(Card(rank, suit) for rank in ranks for suit in suits)


def _neighbours() -> Iterator[tuple[Rank, ...]]:
    """Yield groups of two and of three neighbouring ranks.

    A deck of so few ranks often deals pairs, trips and two pair.
    """
    for rank in Rank:
        yield (rank, Rank(rank % 13 + 1))
        yield (rank, Rank(rank % 13 + 1), Rank((rank + 4) % 13 + 1))


PACKS = tuple(_packs())
