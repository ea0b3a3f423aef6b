"""Hold'em in the terminal."""

from __future__ import annotations

from collections.abc import Mapping

from rich.text import Text

from croupier.families.holdem.round import HoldemResult
from croupier.terminal.hand import HandInPlay
from croupier.terminal.look import STRONG
from croupier.terminal.room import TerminalRoom


class HoldemRoom(TerminalRoom):
    """How a hand of hold'em is called."""

    @property
    def own_keys(self) -> Mapping[str, str]:
        return {}

    def story(self, hand: HandInPlay, result: HoldemResult) -> list[str]:
        return []

    def verdict(self, result: HoldemResult) -> Text:
        winners = sorted({seat for pot in result.pots for seat in pot.won})
        return Text(f"Seat {' and '.join(map(str, winners))} wins.", STRONG)
