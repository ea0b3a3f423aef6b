"""Exact equities of hands that share a board: every board that can come is dealt, and counted in whole numbers.

>>> from croupier.hands import equity
>>> f"{float(equity('AhKh', 'QsQd').share):.6%}"
'46.214457%'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from math import comb, prod

import numpy as np

from croupier.cards import JOKER
from croupier.errors import BadInput
from croupier.hands.card_parsing import DECK_CARDS, Cards, card_of, index_of, read_distinct
from croupier.hands.exact_equity_kernels import POT, count_many, count_two
from croupier.hands.hand_ranges import Hands, Holding, read_range
from croupier.hands.rank_tables import tables_for

BOARD_CARDS = 5
HANDS_MOST = 10
DEALS_MOST = 200_000
"""Ways to take a hand from each range; more take too long to sort by suits."""
BOARDS_MOST = 20_000_000_000

Deal = tuple[Holding, ...]


@dataclass(frozen=True)
class Equity:
    """What one hand, or a range of hands, makes of every board."""

    wins: int
    """Boards won alone."""
    ties: int
    losses: int
    share: Fraction
    """Of the pot, a tie shared evenly."""

    @property
    def boards(self) -> int:
        return self.wins + self.ties + self.losses

    @property
    def win(self) -> Fraction:
        return Fraction(self.wins, self.boards)

    @property
    def tie(self) -> Fraction:
        return Fraction(self.ties, self.boards)

    @property
    def lose(self) -> Fraction:
        return Fraction(self.losses, self.boards)


def equity(hand: Hands, *others: Hands, board: Cards = "", dead: Cards = "", threads: int = 1) -> Equity:
    """The equity of the first hand or range against the others."""
    return equities(hand, *others, board=board, dead=dead, threads=threads)[0]


def equities(*hands: Hands, board: Cards = "", dead: Cards = "", threads: int = 1) -> tuple[Equity, ...]:
    """The equity of every hand or range, each combination of hands that can be dealt weighing the same."""
    if not 2 <= len(hands) <= HANDS_MOST:
        raise BadInput.at("equity", f"compares 2 to {HANDS_MOST} hands, not {len(hands)}")
    if threads < 1:
        raise BadInput.at("equity", f"threads is {threads}; use at least one")
    down, gone = table_cards(board, dead)
    ranges = [read_range(one, f"hand {place}") for place, one in enumerate(hands, start=1)]
    classes = deal_classes(possible_hands(ranges, {*down, *gone}), down, gone)
    _check_work(len(classes), len(down), DECK_CARDS - len(down) - len(gone) - 2 * len(hands))
    with ThreadPoolExecutor(threads) as pool:
        counted = pool.map(lambda deal: _count(deal, down, gone), classes)
        total = sum((weight * count for weight, count in zip(classes.values(), counted, strict=True)), np.int64(0))
    return tuple(_equity(*row) for row in np.asarray(total).tolist())


def _equity(wins: int, ties: int, losses: int, parts: int) -> Equity:
    return Equity(wins, ties, losses, Fraction(parts, POT * (wins + ties + losses)))


def table_cards(board: Cards, dead: Cards) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Cards on the board, and cards that are gone, by their numbers."""
    down, gone = read_distinct(board, "board"), read_distinct(dead, "dead")
    if len(down) > BOARD_CARDS:
        raise BadInput.at("board", f"has {len(down)} cards; it takes at most {BOARD_CARDS}")
    for where, cards in (("board", down), ("dead", gone)):
        if JOKER in cards:
            raise BadInput.at(where, "there is no joker in this deck")
    for card in down:
        if card in gone:
            raise BadInput.at("dead", f"the card {card} is on the board")
    return tuple(index_of(card) for card in down), tuple(index_of(card) for card in gone)


def possible_hands(ranges: list[tuple[Holding, ...]], seen: set[int]) -> list[tuple[Holding, ...]]:
    """The hands of each range that can still be held."""
    live = [tuple(hand for hand in hands if not seen & set(hand)) for hands in ranges]
    for place, (before, after) in enumerate(zip(ranges, live, strict=True), start=1):
        if not after:
            cards = " ".join(str(card_of(card)) for card in before[0])
            which = cards if len(before) == 1 else "every hand of the range"
            raise BadInput.at(f"hand {place}", f"{which} holds a card that is on the board or dead")
    return live


def _deals(ranges: list[tuple[Holding, ...]], taken: frozenset[int] = frozenset()) -> Iterator[Deal]:
    """Every way to give each player a hand of their range, no card twice."""
    if not ranges:
        yield ()
        return
    for hand in ranges[0]:
        if not taken & set(hand):
            for rest in _deals(ranges[1:], taken | set(hand)):
                yield (hand, *rest)


def deal_classes(ranges: list[tuple[Holding, ...]], down: tuple[int, ...], gone: tuple[int, ...]) -> Counter[Deal]:
    """Deals that differ only in the names of suits are one, counted as often as it occurs."""
    turns = suit_permutations(ranges, down, gone)
    ways = prod(len(hands) for hands in ranges)
    if ways > DEALS_MOST:
        raise BadInput.at("equity", f"the ranges combine in {ways:,} ways; narrow them to at most {DEALS_MOST:,}")
    classes = Counter(min(_turned(deal, turn) for turn in turns) for deal in _deals(ranges))
    if not classes:
        raise BadInput.at("equity", "the hands hold the same cards; no deal gives each player one of theirs")
    return classes


def suit_permutations(
    ranges: list[tuple[Holding, ...]], down: tuple[int, ...], gone: tuple[int, ...]
) -> list[tuple[int, ...]]:
    """The ways to rename the suits that leave the board, the dead cards and hands that are known as they are."""
    fixed = [set(down), set(gone), *(set(hands[0]) for hands in ranges if len(hands) == 1)]
    return [turn for turn in _suit_turns() if all({turn[card] for card in cards} == cards for cards in fixed)]


def _suit_turns() -> list[tuple[int, ...]]:
    """The 24 ways to rename the suits, each as the card that every card becomes."""
    return [tuple(card - card % 4 + suits[card % 4] for card in range(DECK_CARDS)) for suits in permutations(range(4))]


def _turned(deal: Deal, turn: tuple[int, ...]) -> Deal:
    return tuple((min(turn[one], turn[two]), max(turn[one], turn[two])) for one, two in deal)


def _check_work(classes: int, down: int, left: int) -> None:
    to_come = BOARD_CARDS - down
    if left < to_come:
        raise BadInput.at("equity", f"{left} cards are left, and {to_come} are to come on the board")
    boards = classes * comb(left, to_come)
    if boards > BOARDS_MOST:
        raise BadInput.at("equity", f"would deal {boards:,} boards; narrow the ranges to at most {BOARDS_MOST:,}")


def _count(deal: Deal, down: tuple[int, ...], gone: tuple[int, ...]) -> np.typing.NDArray[np.int64]:
    """Every board for one deal: a line of wins, ties, losses and parts of pots for each hand."""
    tables = tables_for(7)
    seen = {*down, *gone, *(card for hand in deal for card in hand)}
    left = np.array([card for card in range(DECK_CARDS) if card not in seen], np.uint8)
    cards = np.array([[*hand, *down] for hand in deal], np.uint8)
    keys = tables.keys[cards].sum(axis=1) + tables.start
    masks = tables.masks[cards].sum(axis=1)
    to_come = BOARD_CARDS - len(down)
    if len(deal) > 2 or to_come == 0:
        return count_many(left, to_come, keys, masks, tables)
    wins, ties, losses = count_two(left, to_come, keys, masks, tables)
    half = POT // 2
    mine, yours = POT * wins + half * ties, POT * losses + half * ties
    return np.array([[wins, ties, losses, mine], [losses, ties, wins, yours]], np.int64)
