"""Exact count of rounds without decisions: the live round is played with every card and all dice it can get."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import product
from math import lcm
from typing import Any

from croupier.cards import Piece
from croupier.cards.random_source import SeededRandomSource
from croupier.odds.fact_table import NotExactlyCountable
from croupier.odds.played_rounds.facts import FactValues, RoundCounts, bank_seat_of, bets_on_all_wagers, facts_at
from croupier.odds.shoe_composition import Composition, card_of
from croupier.play.family import NO_OPENING, RoundFactory, family_of
from croupier.play.round import (
    AnnounceResult,
    Answer,
    Arrange,
    Ask,
    Deal,
    HandOpened,
    NoCardsLeft,
    OpenHand,
    ResultAnnounced,
    Roll,
    Rolled,
    RoundInProgress,
    Void,
    replay,
)
from croupier.rulebook.table_rules import TableRules

Branch = tuple[Answer, int, int]
"""One answer that chance can give to a need, in how many equally likely ways it comes about, and the number of ways of
all answers to that need."""
Shoe = Counter[Piece]
ESTIMATES = 32
ESTIMATE_SLACK = 10
"""Factor by which the estimated number of deals may exceed the limit before the exact count is given up, because
estimates scatter."""


def shoe_pieces(rules: TableRules, shoe: Composition | None) -> Shoe:
    """Return how many copies of each card or tile are in the given shoe, or in a full shoe if `shoe` is None."""
    if shoe is None:
        return Counter(rules.shoe.full_shoe)
    return Counter({card_of(number): count for number, count in enumerate(shoe.counts) if count})


def count_rounds(rules: TableRules, shoe: Shoe, most_deals: int) -> RoundCounts:
    """Return the facts of all possible rounds with their number of deals; void rounds are left out.

    Raise `NotExactlyCountable` if a player decides something, or if a round has more than `most_deals` deals.
    """
    seat = rules.seats[0]
    bets = bets_on_all_wagers(rules, [seat])
    begin = family_of(rules).round_factory(rules, bets, bank_seat=bank_seat_of(rules), opening=NO_OPENING)
    too_many = NotExactlyCountable(f"is decided by more than {most_deals:,} different deals; simulate it")
    if _estimated_deals(begin, shoe) > ESTIMATE_SLACK * most_deals:
        raise too_many
    examples: dict[FactValues, tuple[Answer, ...]] = {}
    ways: defaultdict[FactValues, Counter[int]] = defaultdict(Counter)
    for number, (play, of, weight) in enumerate(_finished(begin, RoundInProgress(begin), Counter(shoe), 1, 1)):
        if number == most_deals:
            raise too_many
        if not isinstance(play.result, Void):
            facts = facts_at(rules, play.result, bets, seat)
            ways[facts][of] += weight
            examples.setdefault(facts, tuple(play.answers))
    return RoundCounts(_common_weights(ways), examples)


def _estimated_deals(begin: RoundFactory, shoe: Shoe) -> float:
    """Return an estimate of the number of deals of a round. [Knuth 1975]

    It is the mean, over random rounds, of the product of the numbers of possible answers to each need.
    """
    chance, estimates = SeededRandomSource(1), []
    for _ in range(ESTIMATES):
        play, left, deals = RoundInProgress(begin), Counter(shoe), 1
        while play.need is not None:
            branches = list(_branches(play, left))
            answer = branches[chance.below(len(branches))][0]
            if isinstance(answer, Piece):
                left[answer] -= 1
            deals *= len(branches)
            play.answer(answer)
        estimates.append(deals)
    return sum(estimates) / ESTIMATES


def _common_weights(ways: dict[FactValues, Counter[int]]) -> Counter[FactValues]:
    """Return the weight of each set of facts, converted to one common number of deals.

    Rounds with different numbers of cards were counted out of different numbers of deals.
    """
    total = lcm(*{of for counts in ways.values() for of in counts})
    return Counter(
        {facts: sum(weight * (total // of) for of, weight in counts.items()) for facts, counts in ways.items()}
    )


def _finished(
    begin: RoundFactory, play: RoundInProgress[Any], shoe: Shoe, of: int, weight: int
) -> Iterator[tuple[RoundInProgress[Any], int, int]]:
    """Yield every way in which a round in progress can end, with two numbers of deals.

    The first number counts all deals with as many cards as this round, the second those that lead to this end. `shoe`
    has the cards left; it is changed during the search and restored.
    """
    if play.need is None:
        yield play, of, weight
        return
    before = tuple(play.answers)
    for number, (answer, ways, all_ways) in enumerate(list(_branches(play, shoe))):
        # A generator cannot be copied, so every branch but the first replays the round.
        branch = replay(begin, before) if number else play
        if isinstance(answer, Piece):
            shoe[answer] -= 1
        branch.answer(answer)
        yield from _finished(begin, branch, shoe, of * all_ways, weight * ways)
        if isinstance(answer, Piece):
            shoe[answer] += 1


def _branches(play: RoundInProgress[Any], shoe: Shoe) -> Iterator[Branch]:
    """Yield every answer that chance can give to the current need, with the number of ways to it.

    Burn cards that nobody sees do not change the probabilities.
    """
    match play.need:
        case Deal():
            cards = shoe.total()
            yield from ((piece, count, cards) for piece, count in shoe.items() if count)
            if not cards:
                yield NoCardsLeft(), 1, 1
        case Roll() as need:
            faces = range(need.least, need.most + 1)
            yield from ((Rolled(numbers), 1, len(faces) ** need.count) for numbers in product(faces, repeat=need.count))
        case AnnounceResult():
            yield ResultAnnounced(), 1, 1
        case OpenHand():
            yield HandOpened(), 1, 1
        case Ask() | Arrange() | None:
            raise NotExactlyCountable("depends on decisions of players; simulate it")
