"""Checks that a house way sets every hand and that every rule sets some hand, on representative hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement

from croupier.families.pai_gow.poker.hand_values import ACE, JOKER, SUITS, HandRules
from croupier.families.pai_gow.poker.house_way import PokerHouseWay, features_of, first_fitting_rule
from croupier.hands.card_parsing import card_of

HIGH_CARDS = 5
RULES = HandRules()


def find_unset_hand(way: PokerHouseWay) -> str | None:
    """Return an example of a hand that no rule sets, as text; None if rules set all hands."""
    for features, cards in feature_examples(HIGH_CARDS + way.low_cards):
        if first_fitting_rule(way.rows, features) < 0:
            return " ".join(str(card_of(card)) for card in cards)
    return None


def find_unreachable_rules(way: PokerHouseWay) -> list[int]:
    """Return the indexes of the rules that set no hand."""
    reached = {first_fitting_rule(way.rows, features) for features, _ in feature_examples(HIGH_CARDS + way.low_cards)}
    return [number for number in range(len(way.rows)) if number not in reached]


@cache
def feature_examples(many: int) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """Return every combination of features that `many` cards can have, each with an example hand."""
    found: dict[tuple[int, ...], tuple[int, ...]] = {}
    for cards in _representative_hands(many):
        found.setdefault(tuple(features_of(cards, RULES)), cards)
    return tuple(found.items())


def _representative_hands(many: int) -> Iterator[tuple[int, ...]]:
    """Yield representative hands of `many` cards: some for each group of ranks that rules can tell apart.

    Each group is dealt in mixed suits and in one suit, with and without the joker.
    """
    keys = set()
    for ranks in combinations_with_replacement(range(2, ACE + 1), many):
        held = [0] * (ACE + 1)
        for rank in ranks:
            held[rank] += 1
        if max(held[:ACE]) > SUITS or held[ACE] > SUITS + 1:
            continue
        key = _rule_key(ranks, held)
        if key not in keys:
            keys.add(key)
            yield from _hands_of(held)


def _rule_key(ranks: Sequence[int], held: Sequence[int]) -> tuple[object, ...]:
    """Return what rules can test about the ranks: how often ranks occur, the highest of each, and straights."""
    tops = tuple(max((rank for rank in ranks if held[rank] == times), default=0) for times in range(1, 5))
    numbers = tuple(sum(times == many for times in held) for many in range(1, 6))
    mask = sum(1 << rank for rank in set(ranks)) | (2 if held[ACE] else 0)
    without = mask if held[ACE] > 1 else mask & ~(1 << ACE | 2)
    return tops, numbers, _longest_run_part(mask) == HIGH_CARDS, held[ACE] > 0 and _longest_run_part(without) >= 4


def _longest_run_part(mask: int) -> int:
    """Return the largest number of different ranks within any five consecutive ranks."""
    return max((mask >> low & 0b11111).bit_count() for low in range(1, 11))


def _hands_of(held: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield hands of these ranks: in mixed suits and mostly in one suit, with and without the joker as an ace."""
    for suited in (False, True):
        for joker in (False, True):
            if (joker and not held[ACE]) or (not joker and held[ACE] > SUITS):
                continue
            cards = [JOKER] if joker else []
            for rank in range(2, ACE + 1):
                many = held[rank] - (joker and rank == ACE)
                first = 0 if suited else len(cards)
                cards += [4 * (rank - 1 if rank < ACE else 0) + (first + step) % SUITS for step in range(many)]
            yield tuple(cards)
