"""The person's keyboard: a line at a time, and quiet while the cards come."""

from __future__ import annotations

import contextlib
import select
import sys
import time
from collections.abc import Iterator

try:
    import readline  # noqa: F401 - gives the prompt a memory and arrow keys
    import termios
except ImportError:  # Neither is on Windows; the game goes without them.
    termios = None  # type: ignore[assignment]


def is_typed() -> bool:
    """Whether a person types, and not a file or a pipe."""
    return sys.stdin.isatty()


def ask(prompt: str) -> str:
    """The next line. A line that nobody types is echoed, so that the transcript can be read."""
    line = "".join(letter if letter.isprintable() else " " for letter in input(prompt)).strip()
    if not is_typed():
        print(line)
    return line


class SkippablePause:
    """Waits between scenes until somebody presses Enter, and not at all from then on."""

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
    """While the cards come, keys are not shown; what was typed then is forgotten, so that no key bets by accident."""
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
