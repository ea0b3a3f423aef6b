"""A promise about a shoe: its order is fixed before the first wager, and can be checked after the last.

Before dealing, the house publishes the digest; after the shoe, it publishes the nonce and the order. Anyone can compute
the digest again. The nonce keeps the digest from being searched for while the shoe is in play.
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
    """What is published after the shoe: everything the digest was made of."""

    nonce: bytes
    cards: tuple[Piece, ...]
    cut_from_back: int


@dataclass(frozen=True)
class Commitment:
    """What is published before the shoe."""

    digest: str

    def is_opened_by(self, opening: CommitmentOpening) -> bool:
        return hmac.compare_digest(self.digest, digest_of(opening))


def commit(cards: tuple[Piece, ...], cut_from_back: int, chance: RandomSource) -> tuple[Commitment, CommitmentOpening]:
    """Commit to a shoe's order and to where its cut card lies."""
    opening = CommitmentOpening(chance.nonce(), cards, cut_from_back)
    return Commitment(digest_of(opening)), opening


def digest_of(opening: CommitmentOpening) -> str:
    """What is published of it before."""
    text = f"{VERSION}\n{opening.nonce.hex()}\n{opening.cut_from_back}\n{show_cards(opening.cards)}\n"
    return hashlib.sha256(text.encode("ascii")).hexdigest()
