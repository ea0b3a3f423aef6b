"""The house ways once more, slowly and in plain words, read off the printed charts: what the rules of the rulebooks are
held against. Hands are ranked by `croupier.hands`, one at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

from croupier.cards import JOKER, Card
from croupier.hands import Category, rank2, rank5, rank6, rank7

COMPLETE = (Category.STRAIGHT, Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH)
Front = tuple[Any, ...]


def rank(card: Any) -> int:
    return 14 if card is JOKER or card.rank == 1 else int(card.rank)


def is_complete(cards: Sequence[Any]) -> bool:
    return any(rank5(list(five), joker="semi").category in COMPLETE for five in combinations(cards, 5))


def slow_seven(cards: Sequence[Any]) -> Front:
    """Which two go in front, by the chart of Lucky Pai Gow Poker. [004 L2518-2547]"""
    times = Counter(rank(card) for card in cards)
    of = {many: sorted((r for r, held in times.items() if held == many), reverse=True) for many in range(1, 6)}
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
    """Which card goes low in Mini Pai Gow. [004 L1259-1269]"""
    times = Counter(rank(card) for card in cards)
    of = {many: sorted((r for r, held in times.items() if held == many), reverse=True) for many in range(1, 6)}
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


def _ranks(cards: Sequence[Any], *wanted: int) -> Front:
    """Cards of these ranks; of equal ones those that leave the best five."""
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
    """What the two hands come to, however equal cards lie."""
    low = _alone(front[0]) if len(front) == 1 else rank2(list(front), joker="semi").value
    return low, rank5(_rest(cards, front), joker="semi").value


def best_seven(cards: Sequence[Card]) -> int:
    return rank7(list(cards), joker="semi").value
