"""Round of three-card poker against a player-dealer."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence

from croupier.cards import Card
from croupier.families.dealer_poker.shared.round import FOLD, PLAY, PokerRound, PokerSeatBet, PokerSeatState
from croupier.play.round import Answer, Choice, Need


class ThreeCardRound(PokerRound):
    """Three-card poker: three cards each; the player-dealer's last card is shown first. [004 L649-674, L2655-2681]"""

    def __init__(self, entrants: Sequence[PokerSeatBet], *, together: bool = False, upcard: bool = True) -> None:
        super().__init__(entrants, together=together)
        self.upcard = upcard
        """Whether one card of the player-dealer is shown before the decisions. [CA-3CP-A1]

        If False, all three are turned up at the showdown.
        """

    def _order(self) -> Iterator[tuple[str, list[Card], list[int]]]:
        return self._packets(3)

    def _decisions(self) -> Generator[Need, Answer, None]:
        yield from self._ask_round()

    def places_shown_early(self) -> Sequence[int]:
        return self.dealer_places[2:] if self.upcard else ()

    def _choices(self, seat: PokerSeatState) -> tuple[Choice, ...]:
        stake = seat.bet.stake
        return Choice(FOLD), Choice(PLAY, stake, stake)
