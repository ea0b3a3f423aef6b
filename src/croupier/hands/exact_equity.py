"""Exact equities of hands on a shared board: every possible board is dealt and counted in integers.

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
from croupier.hands.card_parsing import DECK_CARDS, CardsInput, card_of, index_of, read_distinct
from croupier.hands.exact_equity_kernels import POT, count_many, count_two
from croupier.hands.hand_ranges import Holding, RangeInput, read_range
from croupier.hands.rank_tables import tables_for

BOARD_CARDS = 5
MAX_HANDS = 10
MAX_DEALS = 200_000
"""Maximum number of combinations of hands, one from each range; more take too long to classify by suits."""
MAX_BOARDS = 20_000_000_000

Deal = tuple[Holding, ...]


@dataclass(frozen=True)
class Equity:
    """Results of one hand, or of a range of hands, over all boards."""

    wins: int
    """Number of boards on which this hand alone has the best value."""
    ties: int
    losses: int
    share: Fraction
    """Expected fraction of the pot; hands that tie share it equally."""

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


def equity(
    hand: RangeInput, *others: RangeInput, board: CardsInput = "", dead: CardsInput = "", threads: int = 1
) -> Equity:
    """Return the equity of the first hand or range against all others that are given."""
    return equities(hand, *others, board=board, dead=dead, threads=threads)[0]


def equities(*hands: RangeInput, board: CardsInput = "", dead: CardsInput = "", threads: int = 1) -> tuple[Equity, ...]:
    """Return the equity of every hand or range.

    All combinations of hands that can be dealt have the same weight.
    """
    if not 2 <= len(hands) <= MAX_HANDS:
        raise BadInput.at("equity", f"compares 2 to {MAX_HANDS} hands, not {len(hands)}")
    if threads < 1:
        raise BadInput.at("equity", f"threads is {threads}; use at least one")
    board_cards, dead_cards = read_board_and_dead(board, dead)
    ranges = [read_range(one, f"hand {place}") for place, one in enumerate(hands, start=1)]
    classes = deal_classes(possible_hands(ranges, {*board_cards, *dead_cards}), board_cards, dead_cards)
    _check_work(len(classes), len(board_cards), DECK_CARDS - len(board_cards) - len(dead_cards) - 2 * len(hands))
    with ThreadPoolExecutor(threads) as pool:
        counted = pool.map(lambda deal: _count(deal, board_cards, dead_cards), classes)
        total = sum((weight * count for weight, count in zip(classes.values(), counted, strict=True)), np.int64(0))
    return tuple(_equity(*row) for row in np.asarray(total).tolist())


def _equity(wins: int, ties: int, losses: int, parts: int) -> Equity:
    return Equity(wins, ties, losses, Fraction(parts, POT * (wins + ties + losses)))


def read_board_and_dead(board: CardsInput, dead: CardsInput) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the numbers of the cards on the board and of the dead cards; refuse jokers and duplicates."""
    board_cards, dead_cards = read_distinct(board, "board"), read_distinct(dead, "dead")
    if len(board_cards) > BOARD_CARDS:
        raise BadInput.at("board", f"has {len(board_cards)} cards; it takes at most {BOARD_CARDS}")
    for where, cards in (("board", board_cards), ("dead", dead_cards)):
        if JOKER in cards:
            raise BadInput.at(where, "there is no joker in this deck")
    for card in board_cards:
        if card in dead_cards:
            raise BadInput.at("dead", f"the card {card} is on the board")
    return tuple(index_of(card) for card in board_cards), tuple(index_of(card) for card in dead_cards)


def possible_hands(ranges: list[tuple[Holding, ...]], excluded: set[int]) -> list[tuple[Holding, ...]]:
    """Return the hands of each range that do not contain a card in `excluded` (board and dead cards)."""
    live = [tuple(hand for hand in hands if not excluded & set(hand)) for hands in ranges]
    for place, (before, after) in enumerate(zip(ranges, live, strict=True), start=1):
        if not after:
            cards = " ".join(str(card_of(card)) for card in before[0])
            which = cards if len(before) == 1 else "every hand of the range"
            raise BadInput.at(f"hand {place}", f"{which} holds a card that is on the board or dead")
    return live


def _deals(ranges: list[tuple[Holding, ...]], taken: frozenset[int] = frozenset()) -> Iterator[Deal]:
    """Yield every combination of one hand from each range in which no card occurs twice."""
    if not ranges:
        yield ()
        return
    for hand in ranges[0]:
        if not taken & set(hand):
            for rest in _deals(ranges[1:], taken | set(hand)):
                yield (hand, *rest)


def deal_classes(
    ranges: list[tuple[Holding, ...]], board_cards: tuple[int, ...], dead_cards: tuple[int, ...]
) -> Counter[Deal]:
    """Count the deals, treating deals that differ only in the names of the suits as one class."""
    turns = suit_permutations(ranges, board_cards, dead_cards)
    combinations = prod(len(hands) for hands in ranges)
    if combinations > MAX_DEALS:
        raise BadInput.at(
            "equity", f"the ranges combine in {combinations:,} ways; narrow them to at most {MAX_DEALS:,}"
        )
    classes = Counter(min(_permute_suits(deal, turn) for turn in turns) for deal in _deals(ranges))
    if not classes:
        raise BadInput.at("equity", "the hands hold the same cards; no deal gives each player one of theirs")
    return classes


def suit_permutations(
    ranges: list[tuple[Holding, ...]], board_cards: tuple[int, ...], dead_cards: tuple[int, ...]
) -> list[tuple[int, ...]]:
    """Return the permutations of the suits under which the board, the dead cards and single hands stay the same."""
    fixed = [set(board_cards), set(dead_cards), *(set(hands[0]) for hands in ranges if len(hands) == 1)]
    return [
        turn for turn in _suit_permutation_maps() if all({turn[card] for card in cards} == cards for cards in fixed)
    ]


def _suit_permutation_maps() -> list[tuple[int, ...]]:
    """Return the 24 permutations of the suits, each as a tuple from card number to card number."""
    return [tuple(card - card % 4 + suits[card % 4] for card in range(DECK_CARDS)) for suits in permutations(range(4))]


def _permute_suits(deal: Deal, turn: tuple[int, ...]) -> Deal:
    return tuple((min(turn[one], turn[two]), max(turn[one], turn[two])) for one, two in deal)


def _check_work(classes: int, board_cards: int, left: int) -> None:
    to_come = BOARD_CARDS - board_cards
    if left < to_come:
        raise BadInput.at(
            "equity", f"{left} {'card is' if left == 1 else 'cards are'} left, and {to_come} are to come on the board"
        )
    boards = classes * comb(left, to_come)
    if boards > MAX_BOARDS:
        raise BadInput.at("equity", f"would deal {boards:,} boards; narrow the ranges to at most {MAX_BOARDS:,}")


def _count(deal: Deal, board_cards: tuple[int, ...], dead_cards: tuple[int, ...]) -> np.typing.NDArray[np.int64]:
    """Count the wins, ties and pot parts of each hand over all boards of one deal.

    The result has one row for each hand: wins, ties, losses, and pot parts of 1 / `POT`.
    """
    tables = tables_for(7)
    excluded = {*board_cards, *dead_cards, *(card for hand in deal for card in hand)}
    left = np.array([card for card in range(DECK_CARDS) if card not in excluded], np.uint8)
    cards = np.array([[*hand, *board_cards] for hand in deal], np.uint8)
    keys = tables.keys[cards].sum(axis=1) + tables.start
    masks = tables.masks[cards].sum(axis=1)
    to_come = BOARD_CARDS - len(board_cards)
    if len(deal) > 2 or to_come == 0:
        return count_many(left, to_come, keys, masks, tables)
    wins, ties, losses = count_two(left, to_come, keys, masks, tables)
    half = POT // 2
    first_share, second_share = POT * wins + half * ties, POT * losses + half * ties
    return np.array([[wins, ties, losses, first_share], [losses, ties, wins, second_share]], np.int64)
