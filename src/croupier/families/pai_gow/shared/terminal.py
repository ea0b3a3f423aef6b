"""Terminal presentation of set hands, cards or tiles: the two hands of each side, and the results of past rounds."""

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
    """Base of terminals for games with set hands; the house way sets the hand of a player who leaves."""

    leaving_message = "Your hand is set the house way; then you leave."

    def __init__(self, rules: TableRules) -> None:
        super().__init__(rules)
        self.record = Counter[str]()

    def draw_hands(self, moment: TableSnapshot, width: int) -> list[Text]:
        """Return the lines of each side's two hands, next to each other."""
        sides: dict[HandName, list[HandOnTable[Any]]] = {}
        for hand in moment.hands:
            sides.setdefault(HandName.parse(hand.name).whole, []).append(hand)
        lines: list[Text] = []
        for side in sides.values():
            lines += super().draw_hands(TableSnapshot(tuple(side), moment.face_up), width)
        return lines

    def hand_title(self, hand: HandOnTable[Any]) -> Text:
        """Return the owner of a hand and, once it is set, its name."""
        name = HandName.parse(hand.name)
        who = "YOU" if name.seat else self.who(name)
        head = Text(f"{who}, {name.part}" if name.part else who, BRASS)
        return head.append(f"  {self.name_of(hand)}", STRONG) if name.part else head

    def who(self, name: HandName) -> str:
        """Return the name of the owner of a hand that belongs to no seat, such as the player-dealer."""
        return name.who.upper()

    @abstractmethod
    def name_of(self, hand: HandOnTable[Any]) -> str:
        """Return the name of a set hand, such as a pair, from its cards or tiles."""

    def record_result(self, hand: HandInPlay, over: FinishedHand) -> None:
        """Count the round as won, lost or even, by the net result of the wagers that hands are set for."""
        wagers = self.rules.wagers
        settled = [one for one in over.settlement.settled if one.bet.wager in wagers]
        lines = [one.net for one in settled if wagers[one.bet.wager].group == "line"]
        if lines:
            net = sum(lines)
            self.record[WON if net > 0 else LOST if net < 0 else EVEN] += 1

    def history_line(self) -> Text:
        counts = ", ".join(f"{result} {self.record[result]}" for result in (WON, LOST, EVEN))
        return Text(f"{MARGIN}Rounds {counts}", QUIET)
