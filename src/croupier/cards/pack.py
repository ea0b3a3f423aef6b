"""Packs that games are dealt from: cards, cards with a joker, Chinese dominoes and mah-jong tiles.

A *piece* is anything that can be dealt: a card, the joker or a tile. Every piece has a notation that no other pack
uses. A piece in a log can therefore be parsed without knowing its pack. Text from people and devices is parsed by the
pack in use at the table, which refuses pieces of other packs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum
from functools import cache

from typing_extensions import TypeVar

from croupier.cards.card import DECK, Card, CardError


class Joker(Enum):
    """Joker of a 53-card deck."""

    JOKER = "JK"

    def __str__(self) -> str:
        return "JK"

    @property
    def pretty(self) -> str:
        return "Joker"


JOKER = Joker.JOKER


@dataclass(frozen=True)
class Domino:
    """Chinese domino with two numbers, the smaller first.

    Two dominoes with the same numbers are equal.
    """

    fewer: int
    more: int

    def __str__(self) -> str:
        return f"{self.fewer}-{self.more}"

    @property
    def pretty(self) -> str:
        return str(self)


WINDOW = 10


@dataclass(frozen=True)
class MahJongTile:
    """Mah-jong tile of the circles suit: one to nine, or the window, which counts as ten."""

    circles: int

    def __str__(self) -> str:
        return "W" if self.circles == WINDOW else str(self.circles)

    @property
    def pretty(self) -> str:
        return "Window" if self.circles == WINDOW else str(self.circles)


Tile = Domino | MahJongTile
Piece = Card | Joker | Domino | MahJongTile
"""Anything that can be dealt: card, joker, domino or mah-jong tile."""
P_co = TypeVar("P_co", bound=Piece, default=Card, covariant=True)
"""Type of the cards or tiles that a game is dealt from; `Card` by default."""

DOMINOES_IN_PAIRS = ((6, 6), (1, 1), (4, 4), (1, 3), (5, 5), (3, 3), (2, 2), (5, 6), (4, 6), (1, 6), (1, 5))
SINGLE_DOMINOES = ((3, 6), (4, 5), (2, 6), (3, 5), (2, 5), (3, 4), (1, 4), (2, 3), (1, 2), (2, 4))


class Pack(StrEnum):
    """A pack that games are dealt from, such as 52 cards or 32 dominoes; the value is its name in rulebooks."""

    CARDS = "cards"
    CARDS_AND_JOKER = "cards-and-joker"
    DOMINOES = "dominoes"
    MAH_JONG = "mah-jong"

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """All cards or tiles of one pack, unshuffled; equal tiles are listed once for each copy."""
        return _PIECES[self]

    @property
    def piece_numbers(self) -> Mapping[Piece, int]:
        """Index of each different card or tile, from 0; the joker has index 52, after the 52 cards."""
        return _PLACES[self]

    @property
    def kinds(self) -> tuple[Piece, ...]:
        """All different cards or tiles of the pack, each once; the position is the index in `piece_numbers`."""
        return _KINDS[self]

    @property
    def copies(self) -> Mapping[Piece, int]:
        """Number of copies of each different card or tile in one pack: 1 for a card, more for some tiles."""
        return _HOLDS[self]

    @property
    def piece_noun(self) -> str:
        """Noun for one piece in messages: "tile" or "card"."""
        return "tile" if self in (Pack.DOMINOES, Pack.MAH_JONG) else "card"

    def parse(self, text: str) -> Piece:
        """Return the piece of this pack that the text names.

        Raise `CardError` if there is none; its message explains the notation.
        """
        try:
            piece = parse_piece(text)
        except CardError:
            piece = None
        if piece is None or piece not in self.copies:
            raise CardError(f'"{text}" is not a {self.piece_noun}; {_WRITTEN[self]}')
        return piece

    def parse_all(self, text: str) -> tuple[Piece, ...]:
        """Return the pieces in a text, in order; pieces are separated by spaces or commas."""
        return tuple(self.parse(word) for word in text.replace(",", " ").split())


def _pieces(pack: Pack) -> tuple[Piece, ...]:
    match pack:
        case Pack.CARDS:
            return DECK
        case Pack.CARDS_AND_JOKER:
            return (*DECK, JOKER)
        case Pack.DOMINOES:
            return (
                *(Domino(*dots) for dots in DOMINOES_IN_PAIRS for _ in range(2)),
                *(Domino(*dots) for dots in SINGLE_DOMINOES),
            )
        case Pack.MAH_JONG:
            return tuple(MahJongTile(circles) for circles in range(1, WINDOW + 1) for _ in range(2))


def _places(pack: Pack) -> dict[Piece, int]:
    """Return the index of each different card or tile of a pack, from 0.

    A card has the index 4 x (rank - 1) + suit, which is also its number in kernels.
    """
    kinds = dict.fromkeys(_PIECES[pack])
    if pack in (Pack.CARDS, Pack.CARDS_AND_JOKER):
        return {one: 4 * (one.rank - 1) + one.suit if isinstance(one, Card) else len(DECK) for one in kinds}
    return {one: place for place, one in enumerate(kinds)}


_PIECES: Mapping[Pack, tuple[Piece, ...]] = {pack: _pieces(pack) for pack in Pack}
_PLACES: Mapping[Pack, Mapping[Piece, int]] = {pack: _places(pack) for pack in Pack}
_KINDS: Mapping[Pack, tuple[Piece, ...]] = {
    pack: tuple(sorted(places, key=places.__getitem__)) for pack, places in _PLACES.items()
}
_HOLDS: Mapping[Pack, Mapping[Piece, int]] = {pack: Counter(_PIECES[pack]) for pack in Pack}
_WRITTEN: Mapping[Pack, str] = {
    Pack.CARDS: "write rank then suit, such as Ts, 9h or 10c",
    Pack.CARDS_AND_JOKER: "write rank then suit, such as Ts, 9h or 10c, or JK for the joker",
    Pack.DOMINOES: "write its two numbers, such as 6-6 or 1-3",
    Pack.MAH_JONG: "write 1 to 9, or W for the window",
}
_TILES: Mapping[str, Tile] = {
    str(piece): piece
    for pack in (Pack.DOMINOES, Pack.MAH_JONG)
    for piece in _HOLDS[pack]
    if isinstance(piece, Domino | MahJongTile)
}


@cache
def parse_piece(text: str) -> Piece:
    """Return the piece of any pack that the text names, for example `Ts`, `JK`, `6-5` or `W`."""
    letters = text.strip().upper()
    if letters == str(JOKER):
        return JOKER
    fewer, _, more = letters.partition("-")
    tile = _TILES.get(f"{more}-{fewer}" if more and more < fewer else "W" if letters == "10" else letters)
    return tile if tile is not None else Card.parse(text)


def parse_pieces(text: str) -> tuple[Piece, ...]:
    """Return the pieces of any pack in a text, in order; pieces are separated by spaces."""
    return tuple(parse_piece(word) for word in text.split())


def require_card(piece: Piece) -> Card:
    """Return the piece if it is a `Card`; for games that use neither a joker nor tiles."""
    assert isinstance(piece, Card), piece
    return piece


def pack_of(pieces: Iterable[Piece]) -> tuple[Pack, int] | None:
    """Return which pack the pieces form and how many complete packs, or None if they form no complete pack."""
    counts = Counter(pieces)
    for pack in Pack:
        many = max(counts.values(), default=0) // max(pack.copies.values())
        if many and counts == {piece: many * count for piece, count in pack.copies.items()}:
            return pack, many
    return None
