"""Games of packets verified: what the games with tiles have in common beside the steps that every game goes through.

The seat that bets has the first packet and the player-dealer the next, so that the first pieces of a pack are his.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from croupier.cards import Piece
from croupier.odds.verification.driver import Verified
from croupier.odds.verification.lines import printed_lines
from croupier.odds.verification.live import Live
from croupier.play.columns import FactColumns
from croupier.play.driver import pieces_from, silence
from croupier.play.family import family_of
from croupier.play.round import Play


class VerifiedPackets(Verified):
    """A table whose packets are dealt from one pack, shuffled for every round, and set the house way."""

    at_once = 5_000
    _columns: tuple[Sequence[Live], FactColumns] | None = None

    @property
    def seat(self) -> int:
        """Whose wagers are counted."""
        return self.table.bets[0].seat

    @abstractmethod
    def columns_of(self, rounds: Sequence[Live]) -> FactColumns:
        """The facts of many rounds as that seat sees them."""

    def lines_of(self, wager: str, seat: int, rounds: Sequence[Live]) -> Sequence[int]:
        if self._columns is None or self._columns[0] is not rounds:
            self._columns = rounds, self.columns_of(rounds)
        lines: list[int] = printed_lines(self.printed.wagers[wager], self.sheet[wager], self._columns[1]).tolist()
        return lines

    def dealt(self, pieces: Sequence[Piece], told: Any = None) -> Live | None:
        """A live round of these: first the seat's, then the player-dealer's."""
        bank = self.table.bank
        form = family_of(self.played).case(self.played, self.table.bets, bank.seat if bank else None)
        assert form.begin_at is not None
        return self.live(Play(form.begin_at(self.seat)), pieces_from(pieces), silence, told)

    def shuffled(self, rounds: int) -> list[Live]:
        dealt = [self.dealt(self.shoes.pieces()) for _ in range(rounds)]
        return [live for live in dealt if live is not None]
