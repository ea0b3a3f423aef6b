"""Rounds unlike each other: a few thousand coups in which even the rarest hands occur.

Dealt from cut-down packs (one suit, two ranks, kings and nines only ...) so that six cards of a suit or four of a kind
come up as often as anything else. Good for asking whether something can happen, never for how often.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

from croupier.cards import Card, Rank, Suit
from croupier.cards.chance import SeededChance
from croupier.families.baccarat.hands import DrawTable
from croupier.families.baccarat.round import BaccaratRules, Coup, play
from croupier.play.round import Called, Deal, Play

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
def varied_coups(draw_table: DrawTable, *, natural_stops: bool = True) -> tuple[Coup, ...]:
    """The same coups every time."""
    chance = SeededChance(28)
    rules = BaccaratRules(draw_table, natural_stops)
    packs = list(_packs())
    return tuple(_deal(rules, packs[place % PACKS], chance) for place in range(ROUNDS))


def _packs() -> Iterator[tuple[Card, ...]]:
    for ranks, suits in product((*RANKS, *((rank,) for rank in Rank), *_neighbours()), SUITS):
        yield tuple(Card(rank, suit) for rank in ranks for suit in suits)


def _neighbours() -> Iterator[tuple[Rank, ...]]:
    """Two and three ranks together: pairs, trips and two pair."""
    for rank in Rank:
        yield (rank, Rank(rank % 13 + 1))
        yield (rank, Rank(rank % 13 + 1), Rank((rank + 4) % 13 + 1))


def _deal(rules: BaccaratRules, pack: tuple[Card, ...], chance: SeededChance) -> Coup:
    round_play = Play(lambda: play(rules))
    while isinstance(round_play.need, Deal):
        round_play.answer(pack[chance.below(len(pack))])
    round_play.answer(Called())
    assert isinstance(round_play.result, Coup)
    return round_play.result


PACKS = len(list(_packs()))
