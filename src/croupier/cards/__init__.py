"""Cards, decks and shoes, and the one place where chance comes from."""

from croupier.cards.card import Card, CardError, Rank, Suit, parse_cards, show_cards
from croupier.cards.shoe import CutRule, Shoe, ShoeEmpty, ShoeRules

__all__ = [
    "Card",
    "CardError",
    "CutRule",
    "Rank",
    "Shoe",
    "ShoeEmpty",
    "ShoeRules",
    "Suit",
    "parse_cards",
    "show_cards",
]
