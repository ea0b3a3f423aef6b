"""The game in the terminal as tests play it: on a page that is read afterwards, or at a terminal of its own."""

from __future__ import annotations

import io
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from rich.console import Console

from croupier.terminal.game import TerminalGame
from croupier.terminal.screen import Screen
from croupier.terminal.session import Session

Typed = Callable[..., tuple[Session, str]]


def game_of(session: Session, width: int = 100, height: int = 40) -> tuple[TerminalGame, io.StringIO]:
    """A game on a page instead of a terminal."""
    page = io.StringIO()
    console = Console(file=page, width=width, height=height, highlight=False, markup=False, emoji=False)
    return TerminalGame(session, Screen(console, session, fast=True), lambda: None), page


def typing(
    monkeypatch: pytest.MonkeyPatch, session_of: Callable[[], Session], rig: Callable[[Session, str], None]
) -> Typed:
    """A hand from rigged cards, decided by typed lines; the session, and all that was shown."""

    def play(cards: str, bet: str, lines: str, session: Session | None = None, width: int = 100) -> tuple[Session, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
        session = session or session_of()
        game, page = game_of(session, width)
        rig(session, cards)
        game.handle_line(bet)
        return session, page.getvalue()

    return play


def left_with(out: str) -> str:
    found = re.search(r"You leave with (\$[\d,.]*\d)", out)
    assert found, out
    return found[1]


class AtTerminal:
    """A game that somebody plays at a terminal, and all that it has printed."""

    def __init__(self, game: subprocess.Popen[bytes], terminal: int) -> None:
        self.game, self.terminal, self.seen = game, terminal, ""

    def type(self, line: str) -> None:
        os.write(self.terminal, f"{line}\n".encode())

    def until(self, words: str, seconds: float = 30) -> None:
        """Wait for these words to come, in what is printed from now on."""
        assert self._comes(words, seconds), self.seen

    def interrupt(self, words: str) -> None:
        """Press Ctrl-C until these words come: readline misses one that comes while it writes its prompt."""
        for _ in range(4):
            self.game.send_signal(signal.SIGINT)
            if self._comes(words, 8):
                return
        raise AssertionError(self.seen)

    def _comes(self, words: str, seconds: float) -> bool:
        seen, end = "", time.monotonic() + seconds
        while words not in seen and time.monotonic() < end:
            if select.select([self.terminal], [], [], 0.2)[0]:
                seen += os.read(self.terminal, 65536).decode("utf-8", "replace")
        self.seen += seen
        return words in seen


@contextmanager
def at_terminal(*words: str) -> Iterator[AtTerminal]:
    """`croupier play` with these words; it says farewell by itself before this ends."""
    ours, theirs = pty.openpty()
    environ = {**os.environ, "TERM": "xterm", "COLUMNS": "100"}
    environ.pop("CROUPIER_FAST", None)
    command = [sys.executable, "-m", "croupier", "play", *words]
    game = subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env=environ, start_new_session=True, close_fds=True
    )
    played = AtTerminal(game, ours)
    try:
        yield played
        assert game.wait(timeout=20) == 0
    finally:
        game.kill()
        game.wait(timeout=20)
        os.close(ours)
        os.close(theirs)
    assert "Traceback" not in played.seen
