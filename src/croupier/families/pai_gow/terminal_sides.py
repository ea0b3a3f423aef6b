"""Pai gow in the terminal, with cards or tiles: a side's two hands next to each other, and how the rounds went."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from typing import Any

from rich.text import Text

from croupier.play.hands_on_table import HandName, HandOnTable
from croupier.rulebook.table_rules import TableRules
from croupier.terminal.family_terminal import FamilyTerminal
from croupier.terminal.hand_in_play import FinishedHand, HandInPlay, TableSnapshot
from croupier.terminal.styles import BRASS, MARGIN, QUIET, STRONG

WON, LOST, EVEN = "won", "lost", "even"


class SetHandTerminal(FamilyTerminal, ABC):
    """Hands that are set in two; the house sets for everybody who is not there."""

    leaving = "Your hand is set the house way; then you leave."

    def __init__(self, rules: TableRules) -> None:
        super().__init__(rules)
        self.record = Counter[str]()

    def draw_hands(self, moment: TableSnapshot, width: int) -> list[Text]:
        """Each side's two hands next to each other."""
        sides: dict[HandName, list[HandOnTable[Any]]] = {}
        for hand in moment.felt:
            sides.setdefault(HandName.parse(hand.name).whole, []).append(hand)
        lines: list[Text] = []
        for side in sides.values():
            lines += super().draw_hands(TableSnapshot(tuple(side), moment.up), width)
        return lines

    def hand_title(self, hand: HandOnTable[Any]) -> Text:
        """Whose hand it is and, once it lies, what it is called."""
        name = HandName.parse(hand.name)
        who = "YOU" if name.seat else self.who(name)
        head = Text(f"{who}, {name.part}" if name.part else who, BRASS)
        return head.append(f"  {self.name_of(hand)}", STRONG) if name.part else head

    def who(self, name: HandName) -> str:
        """Who has a hand that is no seat's."""
        return name.who.upper()

    @abstractmethod
    def name_of(self, hand: HandOnTable[Any]) -> str:
        """What a hand is called that lies."""

    def record_result(self, hand: HandInPlay, over: FinishedHand) -> None:
        """How the wagers went that hands are set for."""
        wagers = self.rules.wagers
        settled = [one for one in over.settlement.settled if one.bet.wager in wagers]
        lines = [one.net for one in settled if wagers[one.bet.wager].group == "line"]
        if lines:
            net = sum(lines)
            self.record[WON if net > 0 else LOST if net < 0 else EVEN] += 1

    def history_line(self) -> Text:
        said = ", ".join(f"{word} {self.record[word]}" for word in (WON, LOST, EVEN))
        return Text(f"{MARGIN}Rounds {said}", QUIET)
