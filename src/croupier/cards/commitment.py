"""Commitment to the order of a shoe: fixed before the first wager, checkable after the last.

Before dealing, the house publishes a SHA-256 digest. After the shoe, it publishes the nonce, the order of the cards and
the position of the cut card. Anyone can then compute the digest again. The nonce is secret during play, so nobody can
find the order by computing the digests of possible shoes.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass

from croupier.cards.card import show_cards
from croupier.cards.pack import Piece
from croupier.cards.random_source import RandomSource

VERSION = "croupier-shoe-1"


@dataclass(frozen=True)
class CommitmentOpening:
    """Data published after the last hand of a shoe: all inputs of the digest."""

    nonce: bytes
    cards: tuple[Piece, ...]
    cut_from_back: int


@dataclass(frozen=True)
class Commitment:
    """Data published before the first wager of a shoe: the digest."""

    digest: str

    def is_opened_by(self, opening: CommitmentOpening) -> bool:
        return hmac.compare_digest(self.digest, digest_of(opening))


def commit(cards: tuple[Piece, ...], cut_from_back: int, chance: RandomSource) -> tuple[Commitment, CommitmentOpening]:
    """Commit to the order of a shoe and to the position of its cut card."""
    opening = CommitmentOpening(chance.nonce(), cards, cut_from_back)
    return Commitment(digest_of(opening)), opening


def digest_of(opening: CommitmentOpening) -> str:
    """Return the SHA-256 digest, in hexadecimal, that commits to the order of a shoe."""
    text = f"{VERSION}\n{opening.nonce.hex()}\n{opening.cut_from_back}\n{show_cards(opening.cards)}\n"
    return hashlib.sha256(text.encode("ascii")).hexdigest()
