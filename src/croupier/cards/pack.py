"""What a game is dealt from: cards, cards with a joker, Chinese dominoes, mah-jong tiles; one pack of them or several.

No two packs write a piece alike, so a piece is read back from a log without asking which pack it came from. What people
and devices write is read by the pack on the table, which refuses a piece that it does not hold.
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
    """The joker of a 53-card deck."""

    JOKER = "JK"

    def __str__(self) -> str:
        return "JK"

    @property
    def pretty(self) -> str:
        return "Joker"


JOKER = Joker.JOKER


@dataclass(frozen=True)
class Domino:
    """A Chinese domino: its two numbers, the smaller first. Two of one kind are equal."""

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
    """A mah-jong tile of the circles: one to nine, and the window, which counts ten."""

    circles: int

    def __str__(self) -> str:
        return "W" if self.circles == WINDOW else str(self.circles)

    @property
    def pretty(self) -> str:
        return "Window" if self.circles == WINDOW else str(self.circles)


Tile = Domino | MahJongTile
Piece = Card | Joker | Domino | MahJongTile
"""Anything that is dealt."""
P_co = TypeVar("P_co", bound=Piece, default=Card, covariant=True)
"""What a game is dealt from: cards where nothing else is said."""

TWICE = ((6, 6), (1, 1), (4, 4), (1, 3), (5, 5), (3, 3), (2, 2), (5, 6), (4, 6), (1, 6), (1, 5))
ONCE = ((3, 6), (4, 5), (2, 6), (3, 5), (2, 5), (3, 4), (1, 4), (2, 3), (1, 2), (2, 4))


class Pack(StrEnum):
    """A pack by the name that rulebooks give it."""

    CARDS = "cards"
    CARDS_AND_JOKER = "cards-and-joker"
    DOMINOES = "dominoes"
    MAH_JONG = "mah-jong"

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """One pack, unshuffled."""
        return _PIECES[self]

    @property
    def places(self) -> Mapping[Piece, int]:
        """Each kind of piece with its number: a joker is counted after the cards."""
        return _PLACES[self]

    @property
    def kinds(self) -> tuple[Piece, ...]:
        """Each kind of piece at its number."""
        return _KINDS[self]

    @property
    def holds(self) -> Mapping[Piece, int]:
        """How often each kind is in one pack."""
        return _HOLDS[self]

    @property
    def called(self) -> str:
        """One piece of it, in a word."""
        return "tile" if self in (Pack.DOMINOES, Pack.MAH_JONG) else "card"

    def parse(self, text: str) -> Piece:
        """A piece of this pack as somebody wrote it, or an error that says how one is written."""
        try:
            piece = parse_piece(text)
        except CardError:
            piece = None
        if piece is None or piece not in self.holds:
            raise CardError(f'"{text}" is not a {self.called}; {_WRITTEN[self]}')
        return piece

    def parse_all(self, text: str) -> tuple[Piece, ...]:
        """Pieces separated by spaces or commas, in order."""
        return tuple(self.parse(word) for word in text.replace(",", " ").split())


def _pieces(pack: Pack) -> tuple[Piece, ...]:
    match pack:
        case Pack.CARDS:
            return DECK
        case Pack.CARDS_AND_JOKER:
            return (*DECK, JOKER)
        case Pack.DOMINOES:
            return (*(Domino(*dots) for dots in TWICE for _ in range(2)), *(Domino(*dots) for dots in ONCE))
        case Pack.MAH_JONG:
            return tuple(MahJongTile(circles) for circles in range(1, WINDOW + 1) for _ in range(2))


def _places(pack: Pack) -> dict[Piece, int]:
    """Of cards 4 x (rank - 1) + suit, as kernels count them."""
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
    """A piece of any pack: `Ts`, `JK`, `6-5`, `W`."""
    letters = text.strip().upper()
    if letters == str(JOKER):
        return JOKER
    fewer, _, more = letters.partition("-")
    tile = _TILES.get(f"{more}-{fewer}" if more and more < fewer else "W" if letters == "10" else letters)
    return tile if tile is not None else Card.parse(text)


def parse_pieces(text: str) -> tuple[Piece, ...]:
    """Pieces of any pack, separated by spaces, in order."""
    return tuple(parse_piece(word) for word in text.split())


def require_card(piece: Piece) -> Card:
    """A piece in a game that is dealt from cards and nothing else."""
    assert isinstance(piece, Card), piece
    return piece


def pack_of(pieces: Iterable[Piece]) -> tuple[Pack, int] | None:
    """Which pack these are, and how many whole ones; None where they are none."""
    counts = Counter(pieces)
    for pack in Pack:
        many = max(counts.values(), default=0) // max(pack.holds.values())
        if many and counts == {piece: many * count for piece, count in pack.holds.items()}:
            return pack, many
    return None
