"""Rank of a single hand: its value, its name and the cards that count.

This module needs only the standard library. Its values equal those of `croupier.hands.rank_arrays`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import total_ordering

from croupier.cards import JOKER, Card
from croupier.errors import BadInput
from croupier.hands import hand_strength
from croupier.hands.card_parsing import CardsInput, HandCard, index_of, rank_bit, read_hand, read_rules
from croupier.hands.hand_names import RANK_MASK, category_of, name_of, ranks_in
from croupier.hands.hand_strength import Category, JokerRule, ThreeCardCategory, Wheel

FLUSHES = ("FLUSH", "STRAIGHT_FLUSH", "ROYAL_FLUSH", "MINI_ROYAL")
STRAIGHTS = ("STRAIGHT", "STRAIGHT_FLUSH", "ROYAL_FLUSH", "MINI_ROYAL")


@total_ordering
@dataclass(frozen=True, eq=False)
class HandRank:
    """Rank of one hand: its value among all hands, and the cards that count.

    Only ranks with the same number of counting cards (two, three or five) and the same wheel rule can be compared.
    """

    value: int
    """Position among all possible hands, from 1; the larger value wins, equal values tie."""
    kind: int
    wheel: Wheel
    best: tuple[HandCard, ...] = field(default=())
    """Cards that count, the most important first; empty if the rank was created from a value."""

    @classmethod
    def of_value(cls, value: int, *, cards: int = 5, wheel: str = Wheel.LOW) -> HandRank:
        """Return the rank for a value from an array; `cards` is how many cards count: two, three or five."""
        _, place = read_rules(JokerRule.NONE, wheel, "HandRank")
        if cards not in (2, 3, 5):
            raise BadInput.at("HandRank", f"two, three or five cards count, not {cards}")
        most = len(hand_strength.strength_order(cards, place))
        if not 1 <= value <= most:
            raise BadInput.at("HandRank", f"the value of a hand is 1 to {most}, not {value}")
        return cls(int(value), cards, place)

    @property
    def strength(self) -> int:
        return hand_strength.strength_order(self.kind, self.wheel)[self.value - 1]

    @property
    def category(self) -> Category | ThreeCardCategory:
        return category_of(self.kind, self.strength)

    @property
    def name(self) -> str:
        return name_of(self.kind, self.strength, self.wheel)

    def __int__(self) -> int:
        return self.value

    def __str__(self) -> str:
        return self.name

    def __hash__(self) -> int:
        return hash((self.value, self.kind, self.wheel))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, HandRank):
            return NotImplemented
        return (self.value, self.kind, self.wheel) == (other.value, other.kind, other.wheel)

    def __lt__(self, other: HandRank) -> bool:
        if not isinstance(other, HandRank):
            return NotImplemented
        if (self.kind, self.wheel) != (other.kind, other.wheel):
            raise TypeError(
                f"a {self.kind}-card hand (wheel {self.wheel}) does not compare with "
                f"a {other.kind}-card hand (wheel {other.wheel})"
            )
        return self.value < other.value


def rank2(cards: CardsInput, *, joker: str = JokerRule.NONE) -> HandRank:
    """Return the rank of two cards: a pair or high cards.

    A joker is an ace; if it is wild, it pairs the other card. [004 L1510]
    """
    return _rank(cards, 2, 2, joker, Wheel.LOW)


def rank3(cards: CardsInput, *, joker: str = JokerRule.NONE, wheel: str = Wheel.LOW) -> HandRank:
    """Return the rank of three cards; a straight beats a flush. [004 L2629-2638]

    `wheel` says whether A-2-3 is a straight, and its position.
    """
    return _rank(cards, 3, 3, joker, wheel)


def rank5(cards: CardsInput, *, joker: str = JokerRule.NONE, wheel: str = Wheel.LOW) -> HandRank:
    """Return the rank of five cards."""
    return _rank(cards, 5, 5, joker, wheel)


def rank6(cards: CardsInput, *, joker: str = JokerRule.NONE, wheel: str = Wheel.LOW) -> HandRank:
    """Return the rank of the best five of six cards."""
    return _rank(cards, 6, 5, joker, wheel)


def rank7(cards: CardsInput, *, joker: str = JokerRule.NONE, wheel: str = Wheel.LOW) -> HandRank:
    """Return the rank of the best five of seven cards."""
    return _rank(cards, 7, 5, joker, wheel)


def _rank(cards: CardsInput, many: int, kind: int, joker: str, wheel: str) -> HandRank:
    where = f"rank{many}"
    joker_rule, wheel_rule = read_rules(joker, wheel, where)
    hand = read_hand(cards, many, joker_rule, where)
    natural = [card for card in hand if card is not JOKER]
    bits = [rank_bit(index_of(card)) for card in natural]
    place = hand_strength.wheel_position(kind, wheel_rule)
    strength = max(
        _by_ranks(kind, bits, place, joker_rule, JOKER in hand),
        _by_suits(kind, natural, bits, place, JOKER in hand),
    )
    value = bisect_left(hand_strength.strength_order(kind, wheel_rule), strength) + 1
    return HandRank(value, kind, wheel_rule, _counting_cards(kind, strength, place, hand))


def _by_ranks(kind: int, bits: list[int], place: int, joker: JokerRule, has_joker: bool) -> int:
    levels = hand_strength.NO_CARDS
    for bit in bits:
        levels = hand_strength.add_rank(levels, bit)
    if has_joker:
        return hand_strength.joker_strength(kind, levels, place, joker == JokerRule.WILD)
    return hand_strength.strength(kind, levels, place)


def _by_suits(kind: int, natural: Sequence[HandCard], bits: list[int], place: int, has_joker: bool) -> int:
    """Return the strength of the best flush in the cards, or 0; two cards cannot form a flush."""
    best = 0
    for suit in range(4):
        suited = [bit for card, bit in zip(natural, bits, strict=True) if index_of(card) % 4 == suit]
        if kind > 2 and len(suited) + has_joker >= kind:
            flush = hand_strength.joker_flush_strength if has_joker else hand_strength.flush_strength
            best = max(best, flush(kind, sum(suited), place))
    return best


def _counting_ranks(kind: int, strength: int, place: int) -> list[int]:
    """Return the ranks that form the hand, most important first; a rank that is held twice is listed twice."""
    name = category_of(kind, strength).name
    made, kickers = strength >> hand_strength.RANK_BITS & RANK_MASK, strength & RANK_MASK
    if name in STRAIGHTS:
        top = kind - 2 if made == place else made // 2
        return [(top - step) % hand_strength.RANKS for step in range(kind)]
    times = {"PAIR": 2, "TWO_PAIR": 2, "FULL_HOUSE": 3, "THREE_OF_A_KIND": 3, "FOUR_OF_A_KIND": 4, "FIVE_OF_A_KIND": 5}
    makers = [rank for rank in ranks_in(made) for _ in range(times.get(name, 1))]
    return makers + [rank for rank in ranks_in(kickers) for _ in range(2 if name == "FULL_HOUSE" else 1)]


def _counting_cards(kind: int, strength: int, place: int, hand: tuple[HandCard, ...]) -> tuple[HandCard, ...]:
    """Return the cards of a hand that make up its value, such as five of seven; the joker stands for a missing card."""
    wanted = _counting_ranks(kind, strength, place)
    if category_of(kind, strength).name not in FLUSHES:
        return _pick_cards(wanted, hand) or hand
    suits = [tuple(card for card in hand if card is JOKER or index_of(card) % 4 == suit) for suit in range(4)]
    return next(found for found in (_pick_cards(wanted, suited) for suited in suits) if found)


def _pick_cards(wanted: list[int], cards: tuple[HandCard, ...]) -> tuple[HandCard, ...]:
    """Return one card for each wanted rank, the joker for a missing one, or an empty tuple if that is impossible."""
    left, picked = list(cards), []
    for rank in wanted:
        of_rank = [card for card in left if isinstance(card, Card) and rank_bit(index_of(card)) == 1 << rank]
        card = of_rank[0] if of_rank else JOKER
        if card not in left:
            return ()
        left.remove(card)
        picked.append(card)
    return tuple(picked)
