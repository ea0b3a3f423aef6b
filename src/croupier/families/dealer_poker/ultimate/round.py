"""Round of Ultimate Texas Hold'em with one raise."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from itertools import chain

from croupier.cards import Card
from croupier.families.dealer_poker.shared.round import (
    BOARD,
    CHECK,
    FOLD,
    PLAY,
    PokerRound,
    PokerSeatBet,
    PokerSeatState,
)
from croupier.play.round import Answer, Choice, Need

Streets = Mapping[int, tuple[int, ...]]
"""Hold'em: sizes of the Play wager in Antes, by the number of community cards turned up."""


class UltimateRound(PokerRound):
    """Ultimate Texas Hold'em: two cards each, five community cards, and one Play wager. [004 L3629-3658]

    The earlier the Play wager is placed, the larger it is.
    """

    def __init__(
        self,
        entrants: Sequence[PokerSeatBet],
        streets: Streets,
        *,
        together: bool = False,
        from_shoe: bool = False,
        most_play: int | None = None,
    ) -> None:
        super().__init__(entrants, together=together)
        self.streets = streets
        self.from_shoe = from_shoe
        self.most_play = most_play
        """Maximum of a Play wager in cents, or None if there is none. [CA-UTH-A11]"""
        self.cards_shown = 0
        """Number of community cards that are turned up."""

    def _order(self) -> Iterator[tuple[str, list[Card], list[int]]]:
        """Yield the cards of hold'em in dealing order. [004 L3631-3638]

        From a shuffler: two cards to each hand, then the board. From a shoe: the board, then single cards.
        """
        board = [(BOARD, self.board, self.board_places)] * 5
        if self.from_shoe:
            return chain(board, self._single(), self._single())
        return chain(self._packets(2), board)

    def _decisions(self) -> Generator[Need, Answer, None]:
        for visible in self.streets:
            self.cards_shown = visible
            yield from self._ask_round()
        self.cards_shown = 5

    def places_shown_early(self) -> Sequence[int]:
        return self.board_places[: self.cards_shown]

    def _choices(self, seat: PokerSeatState) -> tuple[Choice, ...]:
        stake, last = seat.bet.stake, self.cards_shown == 5
        sizes = [(times, times * stake) for times in self.streets[self.cards_shown]]
        plays = tuple(
            Choice(f"{PLAY}-{times}", cents, cents)
            for times, cents in sizes
            if self.most_play is None or cents <= self.most_play
        )
        return (Choice(FOLD if last else CHECK), *plays)
