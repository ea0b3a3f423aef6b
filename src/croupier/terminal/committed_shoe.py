"""Shuffled shoe with a commitment: published before the first wager, opened after the last."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from croupier.cards import Shoe, ShoeRules
from croupier.cards.commitment import Commitment, CommitmentOpening, commit
from croupier.cards.random_source import RandomSource, shuffled

SHORT_DIGEST = 16


@dataclass(frozen=True)
class CommittedShoe:
    """Shoe with a commitment, ready for its first hand."""

    number: int
    shoe: Shoe[Any]
    """The shoe as the first hand finds it, after its burn cards were dealt."""
    burnt: tuple[Any, ...]
    commitment: Commitment
    opening: CommitmentOpening
    """Opening of the commitment; secret until the shoe is over."""

    def is_honoured_by(self, played: Shoe[Any]) -> bool:
        """Return whether the played cards are those of the opening, and the opening has the published digest."""
        return self.opening.cards == played.cards and self.commitment.is_opened_by(self.opening)


def new_committed_shoe(number: int, rules: ShoeRules, chance: RandomSource) -> CommittedShoe:
    """Shuffle the cards, commit to their order and deal the burn cards. [003 L200; 004 L2303-2310]"""
    cards = shuffled(rules.full_shoe, chance)
    commitment, opening = commit(cards, rules.cut_from_back, chance)
    burnt, shoe = Shoe.new(rules, cards).burn()
    return CommittedShoe(number, shoe, burnt, commitment, opening)


def short_digest(fresh: CommittedShoe) -> str:
    """Return the first characters of the commitment's digest, for display."""
    return fresh.commitment.digest[:SHORT_DIGEST]
