"""Keyboard input: one line at a time, and no echo during animations."""

from __future__ import annotations

import contextlib
import select
import sys
import time
from collections.abc import Iterator

try:
    import readline  # noqa: F401 - the import enables history and arrow keys in input()
    import termios
except ImportError:  # Windows has neither module; the game works without them.
    termios = None  # type: ignore[assignment]


def is_typed() -> bool:
    """Return whether the input is a terminal, not a file or a pipe."""
    return sys.stdin.isatty()


def ask(prompt: str) -> str:
    """Read the next line; echo a line from a file or a pipe, so that the transcript is readable."""
    line = "".join(letter if letter.isprintable() else " " for letter in input(prompt)).strip()
    if not is_typed():
        print(line)
    return line


class SkippablePause:
    """Pauses between animation frames; the Enter key ends the current pause and all later ones."""

    def __init__(self) -> None:
        self._is_over = False

    def wait(self, seconds: float) -> None:
        if self._is_over or seconds <= 0:
            return
        if termios is None or not is_typed():
            time.sleep(seconds)
        elif select.select([sys.stdin], [], [], seconds)[0]:
            self._is_over = True


@contextlib.contextmanager
def ignore_input() -> Iterator[SkippablePause]:
    """Suppress the echo during an animation and discard the input typed meanwhile, so that no key bets by accident."""
    if termios is None or not is_typed():
        yield SkippablePause()
        return
    keyboard = sys.stdin.fileno()
    before = termios.tcgetattr(keyboard)
    quiet = [*before]
    quiet[3] = before[3] & ~termios.ECHO
    termios.tcsetattr(keyboard, termios.TCSADRAIN, quiet)
    try:
        yield SkippablePause()
    finally:
        termios.tcsetattr(keyboard, termios.TCSAFLUSH, before)
