"""What a player sees who has to decide: the cards as they come, what may be done now, what a hint says."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

from rich.console import Group, RenderableType
from rich.live import Live
from rich.text import Text

from croupier.play.round import Question
from croupier.terminal.asked_hand import AskedHand
from croupier.terminal.keyboard import hands_off
from croupier.terminal.look import BRASS, DANGER, STRONG, AtMargin
from croupier.terminal.screen import Screen
from croupier.terminal.sitting import Sitting

S = TypeVar("S", bound=Sitting)
H = TypeVar("H", bound=AskedHand[Any])


class AskedScreen(Screen, ABC, Generic[S, H]):
    """The table of a game that asks, drawn on a console."""

    @abstractmethod
    def table(self, session: S, hand: H) -> None:
        """The layout as it is when somebody has to decide."""

    @abstractmethod
    def _choices(self, hand: H, question: Question) -> Sequence[Text]:
        """What may be done now, each with its key."""

    def ask_for(self, hand: H, question: Question) -> None:
        self.show(AtMargin([*self._choices(hand, question), Text("hint", BRASS)], "   "))

    def not_done(self, reason: str) -> None:
        self.say(f"Not so: {reason}{'' if reason.endswith(('.', '?')) else '.'}", DANGER)

    def _tell_worth(self, ways: Mapping[str, float], unit: str) -> None:
        """A hint: each way as people call it, the best first."""
        best = next(iter(ways))
        said = ", ".join(f"{way} {worth:+.4f}" for way, worth in ways.items())
        self.say(f"Best: {best.lower()}. In {unit}: {said}.", STRONG)

    def _play_scenes(
        self, top: Sequence[RenderableType], scenes: Sequence[Sequence[RenderableType]], seconds: float
    ) -> None:
        """One after the other, then gone: what remains is drawn where they were."""
        if not self._squeezes or not scenes:
            return
        with hands_off() as patience, Live(console=self._console, auto_refresh=False, transient=True) as live:
            for scene in scenes:
                live.update(Group(*top, *scene), refresh=True)
                patience.wait(seconds)
