"""Terminal game under test control: printed into a buffer, or run at a pseudo-terminal."""

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
    """Return a game that prints into a buffer, and the buffer."""
    page = io.StringIO()
    console = Console(file=page, width=width, height=height, highlight=False, markup=False, emoji=False)
    return TerminalGame(session, Screen(console, session, fast=True), lambda: None), page


def typing(
    monkeypatch: pytest.MonkeyPatch, session_of: Callable[[], Session], rig: Callable[[Session, str], None]
) -> Typed:
    """Return a function that plays one hand from rigged cards and typed lines.

    It returns the session and everything that was printed.
    """

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
    """Game process at a pseudo-terminal, with everything that it has printed."""

    def __init__(self, game: subprocess.Popen[bytes], terminal: int) -> None:
        self.game, self.terminal, self.seen = game, terminal, ""

    def type(self, line: str) -> None:
        os.write(self.terminal, f"{line}\n".encode())

    def until(self, words: str, seconds: float = 30) -> None:
        """Wait until these words appear in new output."""
        assert self._comes(words, seconds), self.seen

    def interrupt(self, words: str) -> None:
        """Press Ctrl-C until these words appear.

        Readline misses a Ctrl-C that arrives while it writes its prompt, so up to four are sent.
        """
        for _ in range(4):
            self.game.send_signal(signal.SIGINT)
            if self._comes(words, 8):
                return
        raise AssertionError(self.seen)

    def _comes(self, words: str, seconds: float) -> bool:
        output, end = "", time.monotonic() + seconds
        while words not in output and time.monotonic() < end:
            if select.select([self.terminal], [], [], 0.2)[0]:
                output += os.read(self.terminal, 65536).decode("utf-8", "replace")
        self.seen += output
        return words in output


@contextmanager
def at_terminal(*words: str) -> Iterator[AtTerminal]:
    """Run `croupier play` with these arguments at a pseudo-terminal; it must exit normally."""
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
        assert game.wait(timeout=60) == 0
    finally:
        game.kill()
        game.wait(timeout=20)
        os.close(ours)
        os.close(theirs)
    assert "Traceback" not in played.seen
