"""What the shoe has brought: the bead plate and the counts beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from croupier.families.baccarat.facts import facts_of
from croupier.families.baccarat.round import Coup

BEAD_ROWS = 6
EMPTY = ""
LETTERS = {"player": "P", "banker": "B", "tie": "T"}


def bead_plate(beads: Sequence[str], columns: int) -> list[list[str]]:
    """Six rows, filled down and then to the right. When the columns are full the oldest makes room for a new one."""
    first = max(0, -(-len(beads) // BEAD_ROWS) - columns)
    shown = beads[first * BEAD_ROWS :]
    return [
        [shown[place] if (place := column * BEAD_ROWS + row) < len(shown) else EMPTY for column in range(columns)]
        for row in range(BEAD_ROWS)
    ]


@dataclass(frozen=True)
class ShoeRecord:
    """The coups of one shoe."""

    winners: tuple[str, ...] = ()
    naturals: int = 0
    hits: tuple[str, ...] = ()
    """Every side bet that a coup of this shoe paid, in order."""

    def after(self, coup: Coup, hits: tuple[str, ...]) -> ShoeRecord:
        facts = facts_of(coup)
        natural = bool(facts["player_natural"] or facts["banker_natural"])
        return ShoeRecord((*self.winners, coup.winner), self.naturals + natural, self.hits + hits)

    @property
    def beads(self) -> tuple[str, ...]:
        return tuple(LETTERS[winner] for winner in self.winners)

    def count(self, winner: str) -> int:
        return self.winners.count(winner)

    def hit_counts(self) -> dict[str, int]:
        return {wager: self.hits.count(wager) for wager in dict.fromkeys(self.hits)}
