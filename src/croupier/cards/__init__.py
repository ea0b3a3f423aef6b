"""Cards, packs and shoes, and the only source of randomness in the program."""

from croupier.cards.card import Card, CardError, Rank, Suit, parse_cards, show_cards
from croupier.cards.pack import JOKER, Joker, Pack, Piece, parse_piece, parse_pieces
from croupier.cards.shoe import CutRule, Shoe, ShoeEmpty, ShoeRules

__all__ = [
    "JOKER",
    "Card",
    "CardError",
    "CutRule",
    "Joker",
    "Pack",
    "Piece",
    "Rank",
    "Shoe",
    "ShoeEmpty",
    "ShoeRules",
    "Suit",
    "parse_cards",
    "parse_piece",
    "parse_pieces",
    "show_cards",
]
