"""Terminal presentation of mah-jong pai gow."""

from __future__ import annotations

from collections import Counter
from typing import Any

from rich.text import Text

from croupier.families.pai_gow.mah_jong.facts import seat_context
from croupier.families.pai_gow.mah_jong.hand_values import beats, dots_of, name_of
from croupier.families.pai_gow.mah_jong.round import TILES_PER_HAND, MahJongResult
from croupier.play.hands_on_table import HandOnTable
from croupier.rulebook.table_rules import TableRules
from croupier.terminal.family_terminal import FamilyTerminal
from croupier.terminal.hand_in_play import FinishedHand, HandInPlay
from croupier.terminal.styles import BRASS, MARGIN, QUIET, STRONG

WON, LOST = "won", "lost"


class MahJongTerminal(FamilyTerminal):
    """Presentation of mah-jong pai gow in the terminal."""

    def __init__(self, rules: TableRules) -> None:
        super().__init__(rules)
        self.record = Counter[str]()

    def hand_title(self, hand: HandOnTable[Any]) -> Text:
        """Return the owner of a hand and the name of the hand."""
        head = Text("YOU" if hand.seat else "PLAYER-DEALER", BRASS)
        if len(hand.cards) < TILES_PER_HAND:
            return head
        return head.append(f"  {name_of(dots_of(hand.cards))}", STRONG)

    def hand_width(self, hand: HandOnTable[Any]) -> int:
        return TILES_PER_HAND

    def result_sentences(self, hand: HandInPlay, result: MahJongResult) -> list[str]:
        """Return sentences about the die and the comparison of the hands."""
        seat = hand.session.seating.seat
        context = seat_context(result, seat)
        parts = [f"The die shows {result.dice[0]}: seat {result.first} has the first stack."] if result.dice else []
        parts.append(f"The player-dealer has {name_of(context.dealer)}.")
        if seat not in result.seats:
            return parts
        ends = (
            "you win" if beats(*context) else "the hands are the same" if context.own == context.dealer else "you lose"
        )
        return [*parts, f"You have {name_of(context.own)}: {ends}."]

    def record_result(self, hand: HandInPlay, over: FinishedHand) -> None:
        seat = hand.session.seating.seat
        if seat in over.result.seats:
            self.record[WON if beats(*seat_context(over.result, seat)) else LOST] += 1

    def history_line(self) -> Text:
        parts = ", ".join(f"{result} {self.record[result]}" for result in (WON, LOST))
        return Text(f"{MARGIN}Hands {parts}", QUIET)
