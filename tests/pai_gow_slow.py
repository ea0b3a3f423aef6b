"""Slow reference implementation of the house ways, written from the printed charts.

The house ways of the rulebooks are compared with it. `croupier.hands` ranks the hands, one at a time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

from croupier.cards import JOKER, Card
from croupier.cards.card import DECK
from croupier.hands import Category, rank2, rank5, rank6, rank7

COMPLETE = (Category.STRAIGHT, Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH)
Front = tuple[Any, ...]


def rank(card: Any) -> int:
    return 14 if card is JOKER or card.rank == 1 else int(card.rank)


def is_complete(cards: Sequence[Any]) -> bool:
    return any(rank5(list(five), joker="semi").category in COMPLETE for five in combinations(cards, 5))


def slow_seven(cards: Sequence[Any]) -> Front:
    """Return the two cards of the low hand by the chart of Lucky Pai Gow Poker. [004 L2518-2547]"""
    times = Counter(rank(card) for card in cards)
    of = {
        many: sorted((r for r, cards_of_rank in times.items() if cards_of_rank == many), reverse=True)
        for many in range(1, 6)
    }
    singles = of[1]
    if of[5]:
        return _ranks(cards, 14, 14)
    if of[4]:
        four = of[4][0]
        if of[3] or of[2]:
            pair = (of[3] or of[2])[0]
            return _ranks(cards, pair, pair)
        keeps = 99 if four >= 12 else 13 if four >= 9 else 12 if four >= 6 else 0
        return _ranks(cards, *singles[:2]) if singles[0] >= keeps else _ranks(cards, four, four)
    if len(of[3]) == 2:
        return _ranks(cards, of[3][0], of[3][0])
    if of[3] and of[2]:
        return _ranks(cards, of[2][0], of[2][0])
    if len(of[2]) == 3:
        return _ranks(cards, of[2][0], of[2][0])
    if len(of[2]) == 2:
        big, small = of[2]
        keeps = 99 if big >= 12 else 14 if big >= 9 else 13 if big >= 6 else 12
        return _ranks(cards, *singles[:2]) if singles[0] >= keeps else _ranks(cards, small, small)
    if is_complete(cards):
        return _best(cards, 2, lambda five: rank5(five, joker="semi").category in COMPLETE)
    if of[3]:
        return _ranks(cards, 14, singles[0]) if of[3][0] == 14 else _ranks(cards, *singles[:2])
    return _ranks(cards, *(singles[:2] if of[2] else singles[1:3]))


def slow_six(cards: Sequence[Any]) -> Front:
    """Return the card of the low hand in Mini Pai Gow. [004 L1259-1269]"""
    times = Counter(rank(card) for card in cards)
    of = {
        many: sorted((r for r, cards_of_rank in times.items() if cards_of_rank == many), reverse=True)
        for many in range(1, 6)
    }
    best = rank6(list(cards), joker="semi").category
    if of[4]:
        return _lowest(cards, lambda five: rank5(five, joker="semi").category == Category.FOUR_OF_A_KIND)
    if len(of[3]) == 2:
        return _one(cards, of[3][0])
    if best >= Category.FULL_HOUSE:
        return _lowest(cards, lambda five: rank5(five, joker="semi").category >= Category.FULL_HOUSE)
    if best in (Category.FLUSH, Category.STRAIGHT):
        return _lowest(cards, lambda five: rank5(five, joker="semi").category == best)
    if len(of[2]) == 3:
        return _one(cards, of[2][0])
    return _one(cards, of[1][0] if of[3] or of[2] else of[1][1])


def slow_royal(cards: Sequence[Any]) -> tuple[int, int]:
    """Return the values of the low and the high hand that Royal's house way sets with a wild joker.

    The joker is tried as every card that is not in the hand. The best five of seven cards decide which card it is, then
    the low hand, then the high hand.
    """
    names = [card for card in DECK if card not in cards]
    hands = {name: [name if card is JOKER else card for card in cards] for name in names}
    best = {name: best_seven(named) for name, named in hands.items()}
    return max(_set_as(cards, hands[name]) for name in names if best[name] == max(best.values()))


def _set_as(cards: Sequence[Any], named: Sequence[Any]) -> tuple[int, int]:
    """Return the values of the low and the high hand if the joker is a certain card.

    Of equally ranked low hands, the one that leaves the best high hand counts.
    """
    front = [named.index(card) for card in slow_seven(named)]
    worths = []
    for two in combinations(range(7), 2):
        if _same(named, two, front):
            low = [cards[place] for place in two]
            high = [card for place, card in enumerate(cards) if place not in two]
            worths.append((rank2(low, joker="wild").value, rank5(high, joker="wild").value))
    return max(worths, key=lambda worth: worth[1])


def _same(named: Sequence[Any], two: Sequence[int], front: Sequence[int]) -> bool:
    """Return whether two cards have the ranks of the given low hand and leave an equally good straight or flush."""
    ranks = sorted(rank(named[place]) for place in two) == sorted(rank(named[place]) for place in front)
    is_run = is_complete(named) and not _is_grouped(named)
    behind = [rank5([named[p] for p in range(7) if p not in positions]).value for positions in (two, front)]
    return ranks and (not is_run or behind[0] == behind[1])


def _is_grouped(cards: Sequence[Any]) -> bool:
    """Return whether the hand has groups of equal ranks that come before straights and flushes."""
    cards_of_rank = sorted(Counter(rank(card) for card in cards).values(), reverse=True)
    return cards_of_rank[0] == 4 or cards_of_rank[:2] in ([3, 3], [3, 2], [2, 2])


def _ranks(cards: Sequence[Any], *wanted: int) -> Front:
    """Return cards of these ranks for the low hand; of equal ranks, those that leave the best five."""
    fronts = [two for two in combinations(cards, 2) if sorted(map(rank, two)) == sorted(wanted)]
    return max(fronts, key=lambda two: (rank5(_rest(cards, two), joker="semi").value, JOKER not in two))


def _best(cards: Sequence[Any], many: int, leaves: Callable[[list[Any]], bool]) -> Front:
    fronts = [two for two in combinations(cards, many) if leaves(_rest(cards, two))]
    return max(
        fronts,
        key=lambda two: (rank2(list(two), joker="semi").value, rank5(_rest(cards, two), joker="semi").value),
    )


def _lowest(cards: Sequence[Any], leaves: Callable[[list[Any]], bool]) -> Front:
    fronts = [card for card in cards if leaves(_rest(cards, (card,)))]
    return (max(fronts, key=lambda card: (_alone(card), rank5(_rest(cards, (card,)), joker="semi").value)),)


def _one(cards: Sequence[Any], wanted: int) -> Front:
    return (max((card for card in cards if rank(card) == wanted), key=_alone),)


def _alone(card: Any) -> int:
    return 15 if card is JOKER else rank(card)


def _rest(cards: Sequence[Any], front: Sequence[Any]) -> list[Any]:
    return [card for card in cards if card not in front]


def worth(cards: Sequence[Any], front: Front) -> tuple[int, int]:
    """Return the values of the low hand `front` and of the high hand that the other cards make."""
    low = _alone(front[0]) if len(front) == 1 else rank2(list(front), joker="semi").value
    return low, rank5(_rest(cards, front), joker="semi").value


def best_seven(cards: Sequence[Card]) -> int:
    return rank7(list(cards), joker="semi").value
