"""Slow reference ranking of poker hands, written from the definition.

It counts ranks, compares suits and tries every five cards of seven. It uses nothing from `croupier.hands`. A card is
the number 4 x (rank - 1) + suit, with the ace as rank 1; 52 is the joker. A score is a tuple that compares as the hands
do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

Score = tuple[int, ...]
JOKER = 52
FIVE_CARD = {"high": 0, "pair": 1, "two pair": 2, "trips": 3, "straight": 4, "flush": 5, "full house": 6, "quads": 7,
             "straight flush": 8, "five": 10}  # fmt: skip
THREE_CARD = {"high": 0, "pair": 1, "flush": 2, "straight": 3, "trips": 4, "straight flush": 5}
SHAPES = {(5,): "five", (4, 1): "quads", (3, 2): "full house", (3, 1, 1): "trips", (2, 2, 1): "two pair",
          (2, 1, 1, 1): "pair", (1, 1, 1, 1, 1): "high", (3,): "trips", (2, 1): "pair", (1, 1, 1): "high",
          (2,): "pair", (1, 1): "high"}  # fmt: skip
COMPLETED = ("straight", "flush", "straight flush")


def rank_number(card: int) -> int:
    """Return the rank of a card from 2 to 14; the ace is 14."""
    return 14 if card // 4 == 0 else card // 4 + 1


def straight_top(ranks: list[int], wheel: str) -> float:
    """Return the top rank of a straight, or 0 if the cards form none.

    Where the wheel (A-2-3-4-5) is the second-highest straight, its top is 13.5.
    """
    size = len(ranks)
    if len(set(ranks)) == size and max(ranks) - min(ranks) == size - 1:
        return max(ranks)
    if sorted(ranks) == [*range(2, size + 1), 14]:
        return {"low": size, "second": 13.5, "none": 0}[wheel]
    return 0


def kind_of(ranks: list[int], suited: bool, wheel: str) -> tuple[str, Score]:
    """Return the category of some cards, and the ranks that decide between hands of that category."""
    counts = Counter(ranks)
    by_weight = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    shape = tuple(counts[rank] for rank in by_weight)
    if len(ranks) > 2:
        top = straight_top(ranks, wheel)
        if top:
            return "straight flush" if suited else "straight", (int(2 * top),)
        if suited and shape == (1,) * len(ranks):
            return "flush", tuple(by_weight)
    return SHAPES[shape], tuple(by_weight)


def score(ranks: list[int], suited: bool, wheel: str = "low") -> Score:
    kind, decides = kind_of(ranks, suited, wheel)
    return ((THREE_CARD if len(ranks) == 3 else FIVE_CARD)[kind], *decides)


def score_of(cards: Sequence[int], wheel: str = "low", joker: str = "none") -> Score:
    """Return the score of two, three or five cards that all count."""
    natural = [card for card in cards if card != JOKER]
    ranks = [rank_number(card) for card in natural]
    suited = len({card % 4 for card in natural}) == 1
    if len(natural) == len(cards):
        return score(ranks, suited, wheel)
    return max(scores_with_joker(natural, ranks, suited, wheel, joker))


def scores_with_joker(natural: list[int], ranks: list[int], suited: bool, wheel: str, joker: str) -> Iterable[Score]:
    """Yield the score for each card that the joker may be.

    The joker may be an ace, or any rank if it is wild, even if the hand has all four cards of that rank. It may be any
    card that completes a straight or a flush.
    """
    for rank in range(2, 15) if joker == "wild" else [14]:
        yield score([*ranks, rank], False, wheel)
    for card in set(range(52)) - set(natural):
        with_card = [*ranks, rank_number(card)]
        same_suit = suited and card % 4 == natural[0] % 4
        if joker == "wild" or kind_of(with_card, same_suit, wheel)[0] in COMPLETED:
            yield score(with_card, same_suit, wheel)


def best_score(cards: Sequence[int], wheel: str = "low", joker: str = "none") -> Score:
    """Return the best score of any five of five, six or seven cards."""
    return max(score_of(five, wheel, joker) for five in combinations(cards, 5))
