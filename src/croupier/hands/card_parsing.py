"""Conversion of cards between text and kernel numbers: 4 x (rank - 1) + suit, joker 52."""

from __future__ import annotations

import re
from collections.abc import Iterable

from croupier.cards import JOKER, Card, Joker, Rank, Suit
from croupier.errors import BadInput
from croupier.hands.hand_strength import ACE_BIT, JokerRule, Wheel

DECK_CARDS = 52
JOKER_INDEX = 52
CARD_PATTERN = re.compile(r"JK|(?:10|[A2-9TJQK])[SHDC]", re.IGNORECASE)
SEPARATORS = re.compile(r"[\s,]+")


HandCard = Card | Joker
CardsInput = str | Iterable[HandCard | str]
"""Cards as input: `"Ah Kh JK"`, `"AhKhJK"`, or an iterable of cards."""


def index_of(card: HandCard) -> int:
    """Return the number that stands for a card in arrays: 4 x (rank - 1) + suit, or 52 for the joker."""
    return JOKER_INDEX if isinstance(card, Joker) else 4 * (card.rank - 1) + card.suit


def card_of(index: int) -> HandCard:
    """Return the card that has this number: 4 x (rank - 1) + suit, or 52 for the joker."""
    if not 0 <= index <= JOKER_INDEX:
        raise BadInput.at("card", f"{index} is not a card; 0 to 51 are 4 x (rank - 1) + suit, 52 is the joker")
    return JOKER if index == JOKER_INDEX else Card(Rank(index // 4 + 1), Suit(index % 4))


def rank_bit(index: int) -> int:
    """Return the bit of a card's rank: bit 0 is the two, bit 12 the ace."""
    rank = index // 4
    return 1 << (rank - 1 if rank else ACE_BIT)


def parse_card_run(word: str, where: str) -> list[HandCard]:
    """Return the cards of a text in which they are written without spaces."""
    found, end = [], 0
    for match in CARD_PATTERN.finditer(word):
        if match.start() != end:
            break
        found.append(match.group().upper())
        end = match.end()
    if end != len(word) or not word:
        raise BadInput.at(where, f'"{word}" is not a card; write rank then suit, such as Ts, 9h or 10c, or JK')
    return [JOKER if letters == "JK" else Card.parse(letters) for letters in found]


def read_cards(cards: CardsInput, where: str) -> tuple[HandCard, ...]:
    """Parse cards given as text or as card objects; return them in the given order."""
    if isinstance(cards, str):
        return tuple(card for word in SEPARATORS.split(cards) if word for card in parse_card_run(word, where))
    return tuple(card for item in cards for card in (parse_card_run(item, where) if isinstance(item, str) else [item]))


def read_distinct(cards: CardsInput, where: str) -> tuple[HandCard, ...]:
    """Parse cards and return them in the given order; refuse a card that occurs twice: these games use one deck."""
    found = read_cards(cards, where)
    for place, card in enumerate(found):
        if not isinstance(card, Card | Joker):
            raise BadInput.at(where, f"{card!r} is not a card")
        if card in found[:place]:
            raise BadInput.at(where, f"the card {card} is there twice")
    return found


def read_hand(cards: CardsInput, many: int, joker: JokerRule, where: str) -> tuple[HandCard, ...]:
    """Return a hand of exactly `many` cards; refuse a joker where the deck has none."""
    found = read_distinct(cards, where)
    if len(found) != many:
        raise BadInput.at(where, f"takes {many} cards, not {len(found)}")
    if joker == JokerRule.NONE and JOKER in found:
        raise BadInput.at(where, 'there is no joker in this deck; say joker="semi" or joker="wild" where there is one')
    return found


def read_rules(joker: str, wheel: str, where: str) -> tuple[JokerRule, Wheel]:
    """Return the joker rule and the wheel rule by their names, or refuse an unknown name."""
    for name, choice, rule in (("joker", joker, JokerRule), ("wheel", wheel, Wheel)):
        if choice not in set(rule):
            raise BadInput.at(where, f'{name} is "{choice}"; choose {", ".join(rule)}')
    return JokerRule(joker), Wheel(wheel)
