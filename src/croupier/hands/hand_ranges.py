"""Parser of ranges of two-card hands, for example `QQ+, AKs, A5s-A2s, KTo+, 7h7d`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import combinations

from croupier.cards import JOKER, Card
from croupier.errors import BadInput
from croupier.hands.card_parsing import CARD_PATTERN, DECK_CARDS, SEPARATORS, HandCard, index_of, read_distinct

RANK_LETTERS = "23456789TJQKA"
HAND_PATTERN = re.compile(r"([2-9TJQKA])([2-9TJQKA])([SO]?)(\+?)")
SPAN_PATTERN = re.compile(r"([2-9TJQKA])([2-9TJQKA])([SO]?)-([2-9TJQKA])([2-9TJQKA])([SO]?)")
NOTATION_HINT = 'write QQ, QQ+, TT-77, AK, AKs, AKo, ATs+, A5s-A2s, AhKh or "any"'

Holding = tuple[int, int]
"""Two card numbers, the lower one first."""
RangeInput = str | Iterable[str | HandCard]
"""Range as input: `"AhKh"`, `"QQ+, AKs"`, a list of such texts, or the two cards of one hand."""


def read_range(hands: RangeInput, where: str = "range") -> tuple[Holding, ...]:
    """Parse a range of two-card hands; return its distinct hands, sorted."""
    entries = [hands] if isinstance(hands, str) else list(hands)
    if entries and all(isinstance(entry, Card) for entry in entries):
        return (_holding(entries, where),)
    found = [holding for entry in entries for holding in _read_text(entry, where)]
    if not found:
        raise BadInput.at(where, f"has no hands; {NOTATION_HINT}")
    return tuple(sorted(set(found)))


def _read_text(text: str | HandCard, where: str) -> list[Holding]:
    """Parse one hand with a space between its two cards, or a list of range entries."""
    if not isinstance(text, str):
        raise BadInput.at(where, f"{text!r} stands among ranges; {NOTATION_HINT}")
    words = [word for word in SEPARATORS.split(text.strip()) if word]
    if len(words) == 2 and all(CARD_PATTERN.fullmatch(word) for word in words):
        return [_holding(words, where)]
    return [holding for word in words for holding in _read_entry(word, where)]


def _read_entry(word: str, where: str) -> list[Holding]:
    plain = word.upper().replace("10", "T")
    if plain == "ANY":
        return list(combinations(range(DECK_CARDS), 2))
    if match := SPAN_PATTERN.fullmatch(plain):
        return _span(match, word, where)
    if match := HAND_PATTERN.fullmatch(plain):
        return _one(match, word, where)
    if re.fullmatch(rf"(?:{CARD_PATTERN.pattern}){{2}}", word, re.IGNORECASE):
        return [_holding([word], where)]
    raise BadInput.at(where, f'"{word}" is not a hand or a range; {NOTATION_HINT}')


def _one(match: re.Match[str], word: str, where: str) -> list[Holding]:
    """Return the two-card hands that `QQ`, `QQ+`, `ATs` or `ATs+` stands for.

    The plus adds all higher pairs, or all higher kickers below the first card.
    """
    low, high = sorted(RANK_LETTERS.index(letter) for letter in match.group(1, 2))
    suits, plus = match.group(3), match.group(4)
    if low == high:
        return _pairs(low, len(RANK_LETTERS) - 1 if plus else low, suits, word, where)
    return _unpaired(high, low, high - 1 if plus else low, suits)


def _span(match: re.Match[str], word: str, where: str) -> list[Holding]:
    """Parse `TT-77` or `A5s-A2s`, in either direction; the first card must be the same on both sides."""
    one = sorted(RANK_LETTERS.index(letter) for letter in match.group(1, 2))
    other = sorted(RANK_LETTERS.index(letter) for letter in match.group(4, 5))
    suits = match.group(3)
    ends = sorted((one[0], other[0]))
    if one[0] == one[1] and other[0] == other[1] and not match.group(6):
        return _pairs(ends[0], ends[1], suits, word, where)
    if one[1] != other[1] or one[0] == one[1] or other[0] == other[1] or suits != match.group(6):
        raise BadInput.at(where, f'"{word}" does not run from one pair or kicker to another; {NOTATION_HINT}')
    return _unpaired(one[1], ends[0], ends[1], suits)


def _cards(rank: int) -> range:
    """Return the four card numbers of a rank; in card numbers the ace is the lowest rank."""
    first = 4 * ((rank + 1) % 13)
    return range(first, first + 4)


def _pairs(lowest: int, highest: int, suits: str, word: str, where: str) -> list[Holding]:
    if suits:
        raise BadInput.at(where, f'"{word}": a pair is never suited; {NOTATION_HINT}')
    return [pair for rank in range(lowest, highest + 1) for pair in combinations(_cards(rank), 2)]


def _unpaired(top: int, lowest: int, highest: int, suits: str) -> list[Holding]:
    return [
        (min(first, second), max(first, second))
        for kicker in range(lowest, highest + 1)
        for first in _cards(top)
        for second in _cards(kicker)
        if not suits or (first % 4 == second % 4) == (suits == "S")
    ]


def _holding(cards: Iterable[str | HandCard], where: str) -> Holding:
    hand = read_distinct(cards, where)
    if JOKER in hand:
        raise BadInput.at(where, "there is no joker in this deck")
    if len(hand) != 2:
        raise BadInput.at(where, f"a hand has 2 cards, not {len(hand)}")
    low, high = sorted(index_of(card) for card in hand)
    return low, high
