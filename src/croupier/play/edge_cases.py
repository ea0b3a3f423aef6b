"""Play rare rounds, for lint, verification and tests: from reduced packs, with random decisions.

In a pack of one suit or of two ranks, six cards of a suit or four of a kind are as frequent as any other hand. Such
rounds show whether a result can happen, never how often.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import cycle
from typing import Any

from croupier.cards import Card
from croupier.cards.random_source import RandomSource, shuffled
from croupier.play.driver import Dealer, deal_cards, play_to_end, random_decisions
from croupier.play.family import RoundFactory
from croupier.play.round import RoundInProgress, Void


def dealers(packs: Sequence[Sequence[Card]], chance: RandomSource, *, again: bool) -> Iterator[Dealer]:
    """Yield one card-dealing function for each round, going through the packs again and again.

    `again`: draw with replacement, as from many decks.
    """
    for pack in cycle(packs):
        yield partial(_draw, pack, chance) if again else deal_cards(shuffled(pack, chance))


def _draw(pack: Sequence[Card], chance: RandomSource) -> Card:
    return pack[chance.below(len(pack))]


def edge_case_results(
    begin: RoundFactory,
    packs: Sequence[Sequence[Card]],
    chance: RandomSource,
    rounds: int,
    *,
    again: bool,
    likes: str = "",
) -> Iterator[Any]:
    """Yield the results of `rounds` rounds with random decisions, void ones left out.

    In every third round, players choose `likes` when it is legal. `again`: draw with replacement.
    """
    for number, deal in zip(range(rounds), dealers(packs, chance, again=again), strict=False):
        play = RoundInProgress(begin)
        play_to_end(play, deal, random_decisions(chance, likes="" if number % 3 else likes))
        if not isinstance(play.result, Void):
            yield play.result
