"""Reading the parts of a case that every family has: cards, by order or by hand, and words for what was found."""

from __future__ import annotations

from collections import Counter
from typing import Any

from croupier.cards import Card, CardError, parse_cards
from croupier.errors import BadInput


def cards_or_dealt(data: dict[str, Any]) -> str:
    """Whether a case gives its cards in dealing order or by hand."""
    if ("cards" in data) == ("dealt" in data):
        found = "stands beside dealt" if "cards" in data else "is missing"
        raise BadInput.at("cards", f"{found}; give cards in dealing order, or dealt by hand")
    return "cards" if "cards" in data else "dealt"


def read_cards(text: Any, where: str) -> tuple[Card, ...]:
    if not isinstance(text, str):
        raise BadInput.at(where, f'is {kind(text)}; it is a string such as "Ts 2h 2d Kc"')
    try:
        return parse_cards(text)
    except CardError as error:
        raise BadInput.at(where, str(error)) from None


def require_in_decks(cards: tuple[Card, ...], decks: int, where: str) -> None:
    """No card more often than the decks hold it."""
    for card, count in Counter(cards).items():
        if count > decks:
            hold = "one deck holds it once" if decks == 1 else f"{decks} decks hold {decks}"
            raise BadInput.at(where, f"{card} stands {count} times; {hold}")


def kind(value: Any) -> str:
    """What was found, in a word."""
    names = {
        dict: "an object",
        list: "a list",
        str: "a text",
        bool: "true or false",
        int: "a number",
        float: "a number",
    }
    return "missing" if value is None else names.get(type(value), type(value).__name__)
