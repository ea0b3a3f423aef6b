"""Classes of first cards and of dealer's hands, with the number of deals of each class from a shoe.

A bonus wager depends on the first two cards and the up card, on these and the hole card, on the dealer's first three
cards, or on the dealer's complete hand. Players draw cards that no player has seen, so the dealer's hand has the same
probabilities as if it were dealt first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import perm
from typing import Any

import numpy as np

from croupier.cards import Card, Rank, Suit
from croupier.families.blackjack.facts import BlackjackHandContext, fact
from croupier.families.blackjack.hand_values import count, dealer_draws, value
from croupier.families.blackjack.round import BlackjackHandResult, BlackjackResult, BlackjackSeatResult
from croupier.families.blackjack.rules import BlackjackRules, section_of
from croupier.odds.fact_table import NotExactlyCountable
from croupier.odds.shoe_composition import Composition, card_number, card_of
from croupier.play.facts import FactColumns
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.wagers import OfferedWager

FIRST_THREE = frozenset(
    {
        *("first_rank", "second_rank", "up_rank", "first_two_total", "first_two_soft", "pair", "value_pair"),
        *("matched_pair", "both_diamonds", "kings", "queens", "jacks", "rank_matches", "exact_matches", "three_total"),
        *("three_one_suit", "three_of_a_kind", "three_straight", "three_678", "spread", "up_between", "up_at_an_end"),
        *("first_suit", "second_suit", "up_suit", "first_red", "second_red", "up_red"),
    }
)
"""Facts that depend on the first two cards and the up card."""
DEALER_TWO = frozenset(
    {
        *("up_rank", "up_suit", "up_red", "hole_rank", "hole_suit", "hole_red"),
        *("dealer_natural", "dealer_suited_ace_king", "dealer_spade_ace_king"),
    }
)
"""Facts that depend on the dealer's first two cards."""
FIRST_FOUR = FIRST_THREE | DEALER_TWO
"""Facts that depend on the first two cards, the up card and the hole card, by rank and suit."""
THIRD_CARD = frozenset({"dealer_third_rank", "dealer_third_suit", "dealer_third_red", "dealer_three_total"})
"""Facts of the dealer's third card, which he draws only while his hand is not finished."""
DEALER_THREE = DEALER_TWO | THIRD_CARD
"""Facts that depend on the dealer's first three cards."""
BY_RANK = frozenset(
    {
        *("first_rank", "second_rank", "up_rank", "first_two_total", "first_two_soft", "pair", "value_pair"),
        *("kings", "queens", "jacks", "rank_matches", "three_total", "three_of_a_kind", "three_straight", "three_678"),
        *("spread", "up_between", "up_at_an_end", "dealer_natural", "hole_rank"),
    }
)
"""Facts that depend on the ranks of the first two cards, the up card and the hole card, but on no suits."""
BY_SUIT = frozenset(
    {
        *("first_suit", "second_suit", "up_suit", "first_red", "second_red", "up_red"),
        *("both_diamonds", "three_one_suit"),
    }
)
"""Facts that depend on the suits of the first two cards and the up card, but on no ranks."""
WHOLE_DEALER = frozenset({"dealer_total", "dealer_cards", "dealer_broke"})
"""Facts of the dealer's finished hand."""
DEALERS = WHOLE_DEALER | {"dealer_natural"}
MOST_DEALER_CARDS = 24
"""Upper bound of the number of cards in a dealer's hand."""


def require_priced(rules: TableRules, wager: OfferedWager) -> None:
    """Raise `NotExactlyCountable` if no fact table determines what a bonus wager pays."""
    if not any(wager.facts <= facts for facts in (FIRST_THREE, BY_RANK, FIRST_FOUR, DEALER_THREE, DEALERS)):
        together = " together" if len(wager.facts) > 1 else ""
        raise NotExactlyCountable(f"looks at {', '.join(sorted(wager.facts))}{together}, which no count tells apart")
    require_dealer_completes(rules, wager)


def require_dealer_completes(rules: TableRules, wager: OfferedWager) -> None:
    """Raise `NotExactlyCountable` if a bonus wager depends on whether the players leave the dealer a hand to beat.

    The dealer draws while a hand is undecided, and always if the rulebook names the wager in `completes_for`. Without
    that rule, a wager on the dealer's final hand depends on how the players decide. [002 L105; 004 L401, L1445]
    """
    looks_at = sorted(wager.facts & (WHOLE_DEALER | THIRD_CARD))
    if looks_at and wager.id not in section_of(rules).completes_for:
        raise NotExactlyCountable(
            f"looks at {', '.join(looks_at)}, and the dealer need not finish his hand for it, so that its odds depend "
            f'on how hands are played; name it: blackjack.completes_for = ["{wager.id}"]'
        )


class LazyColumns(FactColumns):
    """Columns of facts for many classes of rounds; each column is computed when it is first used."""

    def __init__(self, contexts: Callable[[], Iterable[BlackjackHandContext]], rounds: int) -> None:
        super().__init__((), fact.types)
        self._contexts, self._many = contexts, rounds

    def __missing__(self, name: str) -> Any:
        one = fact.by_name[name]
        column: Any = np.fromiter((one.of(context) for context in self._contexts()), dtype=one.kind, count=self._many)
        self[name] = column
        return column

    @property
    def rounds(self) -> int:
        return self._many


class FirstThree(LazyColumns):
    """Facts of all combinations of a first card, a second card and an up card, by rank and suit.

    Facts that do not depend on suits are computed from the ranks alone, and those that do not depend on ranks from the
    suits alone. The fact `matched_pair` is computed from the first two cards.
    """

    def __init__(self) -> None:
        cards = [card_of(number) for number in range(52)]
        super().__init__(lambda: (_view((one, two), (up,)) for one, two, up in product(cards, repeat=3)), 52**3)
        ranks = [Card(rank, Suit.SPADES) for rank in Rank]
        suits = [Card(Rank.ACE, suit) for suit in Suit]
        one, two, up = np.indices((52, 52, 52)).reshape(3, -1)
        rank_of = np.array([card.rank - 1 for card in cards])
        suit_of = np.array([list(Suit).index(card.suit) for card in cards])
        self._short = {
            **dict.fromkeys(BY_RANK, _short_columns(ranks, (rank_of[one], rank_of[two], rank_of[up]))),
            **dict.fromkeys(BY_SUIT, _short_columns(suits, (suit_of[one], suit_of[two], suit_of[up]))),
            "matched_pair": _short_columns(cards, (one, two)),
        }

    def __missing__(self, name: str) -> Any:
        if name not in self._short:
            return super().__missing__(name)
        columns, places = self._short[name]
        column = columns[name][places]
        self[name] = column
        return column


def _short_columns(kinds: Sequence[Card], places: tuple[Any, ...]) -> tuple[LazyColumns, Any]:
    """Return the facts of all first cards of these kinds, and the entry for each combination of cards.

    `places` are the numbers of the kinds of the first card, the second card and, if it matters, the up card.
    """
    cards = len(places)

    def contexts() -> Iterator[BlackjackHandContext]:
        return (_view(dealt[:2], dealt[2:] or dealt[:1]) for dealt in product(kinds, repeat=cards))

    return LazyColumns(contexts, len(kinds) ** cards), np.ravel_multi_index(places, (len(kinds),) * cards)


@cache
def first_three() -> FirstThree:
    return FirstThree()


def first_three_weights(shoe: Composition) -> np.ndarray[Any, Any]:
    """Return the number of ordered deals of each combination of first card, second card and up card.

    The sum is the number of deals of three cards.
    """
    return _ordered(shoe.by_card(), 3)


@cache
def first_four() -> LazyColumns:
    """Return the facts of all combinations of first card, second card, up card and hole card, by rank."""
    suits = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)

    def kinds() -> Iterator[BlackjackHandContext]:
        for ranks in product(Rank, repeat=4):
            one, two, up, hole = (Card(rank, suit) for rank, suit in zip(ranks, suits, strict=True))
            yield _view((one, two), (up, hole))

    return LazyColumns(kinds, 13**4)


def first_four_weights(shoe: Composition) -> np.ndarray[Any, Any]:
    by_rank = np.zeros(13, dtype=np.int64)
    for number, many in enumerate(shoe.counts):
        by_rank[card_of(number).rank - 1] += many
    return _ordered(by_rank, 4)


@cache
def _dealer_twos() -> LazyColumns:
    """Return the facts of all combinations of up card and hole card, by rank and suit."""
    cards = [card_of(number) for number in range(52)]
    return LazyColumns(lambda: (_view((), pair) for pair in product(cards, repeat=2)), 52**2)


class FirstFour(FactColumns):
    """Facts of all combinations of first card, second card, up card and hole card, by rank and suit.

    A fact depends on the first three of these cards or on the dealer's two, so its column repeats a shorter one.
    """

    def __init__(self) -> None:
        super().__init__((), fact.types)

    def __missing__(self, name: str) -> Any:
        short = first_three()[name] if name in FIRST_THREE else _dealer_twos()[name]
        column = np.repeat(short, 52) if name in FIRST_THREE else np.tile(short, 52**2)
        self[name] = column
        return column

    @property
    def rounds(self) -> int:
        return 52**4


@cache
def first_four_by_card() -> FirstFour:
    return FirstFour()


def first_four_by_card_weights(shoe: Composition) -> np.ndarray[Any, Any]:
    """Return the number of ordered deals of each combination of first card, second card, up card and hole card."""
    counts = shoe.by_card()
    same = np.eye(52, dtype=np.int64)
    left = counts - same[:, None, None, :] - same[None, :, None, :] - same[None, None, :, :]
    threes = first_three_weights(shoe).reshape(52, 52, 52, 1)
    weights: np.ndarray[Any, Any] = (threes * np.maximum(left, 0)).reshape(-1)
    return weights


class DealerThree(LazyColumns):
    """Facts of all combinations of the dealer's first three cards, by rank and suit.

    Where the dealer stands on two cards, the facts are those of two cards, whatever the third would have been.
    """

    def __init__(self, *, hits_soft_17: bool) -> None:
        def kinds() -> Iterator[BlackjackHandContext]:
            for cards in product([card_of(number) for number in range(52)], repeat=3):
                two = count(value(card.rank) for card in cards[:2])
                yield _view((), cards if dealer_draws(two, hits_soft_17=hits_soft_17) else cards[:2])

        super().__init__(kinds, 52**3)

    def __missing__(self, name: str) -> Any:
        if name not in DEALER_TWO:
            return super().__missing__(name)
        column = np.repeat(_dealer_twos()[name], 52)
        self[name] = column
        return column


@cache
def dealer_threes(hits_soft_17: bool) -> DealerThree:
    return DealerThree(hits_soft_17=hits_soft_17)


def _ordered(counts: np.ndarray[Any, Any], cards: int) -> np.ndarray[Any, Any]:
    """Return the number of ordered deals, without replacement, of each selection of kinds of cards."""
    kinds = len(counts)
    places = np.indices((kinds,) * cards).reshape(cards, -1)
    ways = np.ones(kinds**cards, dtype=np.int64)
    for nth in range(cards):
        used = sum((places[nth] == places[before] for before in range(nth)), np.zeros(kinds**cards, dtype=np.int64))
        ways *= np.maximum(counts[places[nth]] - used, 0)
    return ways


def _view(own: tuple[Card, ...], dealer: tuple[Card, ...]) -> BlackjackHandContext:
    hand = BlackjackHandResult(own, (), is_split=False, doubled_by=0, doubling_bettors=(), surrendered=False)
    return BlackjackHandContext(BlackjackResult(_RULES, dealer, (BlackjackSeatResult(1, 0, (hand,), own, 0, ()),)), 1)


_RULES = BlackjackRules()


@cache
def dealer_hands(shoe: Composition, hits_soft_17: bool) -> tuple[FactColumns, np.ndarray[Any, Any]]:
    """Return the facts and the weights of the dealer's final hands, in classes by number of cards and total.

    The weight is the number of orders of the shoe's cards that lead to the class.
    """
    left = [0] * 11
    for number, many in enumerate(shoe.counts):
        left[value(card_of(number).rank)] += many
    ends: Counter[tuple[int, ...]] = Counter()
    longest = min(MOST_DEALER_CARDS, shoe.cards)
    for hand, ways in dealt_hands([], left, 1, hits_soft_17=hits_soft_17):
        # Weight: the orders of `longest` cards that begin with this hand, so that hands of all lengths compare.
        ends[dealer_hand_class(hand)] += ways * perm(shoe.cards - len(hand), longest - len(hand))
    rounds = [_dealer_view(hand) for hand in ends]
    return LazyColumns(lambda: iter(rounds), len(rounds)), _object_array(list(ends.values()))


def _object_array(values: Sequence[int]) -> np.ndarray[Any, Any]:
    """Return an object array, for whole numbers that do not fit into 64 bits."""
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array


def dealt_hands(
    hand: list[int], left: list[int], ways: int, *, hits_soft_17: bool
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield every hand with which the dealer can end, as card values, and its number of ordered deals."""
    if len(hand) >= 2 and not dealer_draws(count(hand), hits_soft_17=hits_soft_17):
        yield tuple(hand), ways
        return
    for card in range(1, 11):
        if left[card]:
            more = ways * left[card]
            left[card] -= 1
            hand.append(card)
            yield from dealt_hands(hand, left, more, hits_soft_17=hits_soft_17)
            hand.pop()
            left[card] += 1


def dealer_hand_class(hand: tuple[int, ...]) -> tuple[int, ...]:
    """Return the class of a dealer's hand: natural (1 or 0), number of cards, total."""
    natural = len(hand) == 2 and set(hand) == {1, 10}
    return (int(natural), len(hand), count(hand).total)


def _dealer_view(values: tuple[int, ...]) -> BlackjackHandContext:
    """Return the context of a round in which the dealer has a hand of this class, for computing its facts."""
    natural, cards, total = values
    if natural:
        return _view((), (Card(Rank.ACE, Suit.CLUBS), Card(Rank.TEN, Suit.DIAMONDS)))
    return _view((), tuple(Card(Rank(rank), Suit.CLUBS) for rank in _hard(cards, total)))


def _hard(cards: int, total: int) -> list[int]:
    """Return the ranks of an example hand with this number of cards and this total, in which aces count one."""
    if total <= 21 and cards == 2:
        return [total - 10, 10] if total < 20 else [10, 10]
    ranks = [1] * cards
    short = total - cards
    for place in range(cards):
        more = min(9, short)
        ranks[place] += more
        short -= more
    # A ten and an ace as the first two cards would be a natural.
    return [9, 2, *ranks[2:]] if ranks[:2] == [10, 1] else ranks


def chance_of_ten_under_ace(shoe: Composition) -> Fraction:
    """Return the probability that the hole card under an ace is a ten, if only the up card has left the shoe.

    Insurance wins with this probability.
    """
    aces = sum(shoe.counts[card_number(Card(Rank.ACE, suit))] for suit in Suit)
    if not aces:
        return Fraction(0)
    tens = sum(many for number, many in enumerate(shoe.counts) if value(card_of(number).rank) == 10)
    return Fraction(tens, shoe.cards - 1)
