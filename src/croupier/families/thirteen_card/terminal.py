"""Thirteen cards in the terminal."""

from __future__ import annotations

from collections.abc import Mapping

from rich.text import Text

from croupier.families.thirteen_card.points import End
from croupier.families.thirteen_card.ranks import name, strength
from croupier.families.thirteen_card.result import SeatHand, ThirteenResult
from croupier.terminal.hand import HandInPlay
from croupier.terminal.look import STRONG
from croupier.terminal.room import TerminalRoom


class ThirteenRoom(TerminalRoom):
    """How a hand of thirteen cards is called."""

    @property
    def own_keys(self) -> Mapping[str, str]:
        return {}

    def story(self, hand: HandInPlay, result: ThirteenResult) -> list[str]:
        return [f"Seat {one.seat}: {told_of(one)}." for one in result.hands]

    def verdict(self, result: ThirteenResult) -> Text:
        return Text(f"Seat {result.next_action} has the action button.", STRONG)


def told_of(hand: SeatHand) -> str:
    """Such as: pair of nines before two pair before a flush."""
    if hand.end is End.REGULAR:
        return " before ".join(name(strength(row)) for row in hand.rows)
    return {End.SWEEP: f"Clean Sweep, {hand.sweep}", End.SURRENDER: "surrendered", End.FOUL: "foul"}[hand.end]
