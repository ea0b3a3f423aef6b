"""Whether anything keeps the machine's clock right: as the system's kernel says, which a time service tells. [R57]"""

from __future__ import annotations

import ctypes
from typing import ClassVar

TIME_ERROR = 5
STA_UNSYNC = 0x40


class Timex(ctypes.Structure):
    """The beginning of `struct timex` of adjtimex(2), with room for the rest."""

    _fields_: ClassVar = [
        ("modes", ctypes.c_uint),
        ("offset", ctypes.c_long),
        ("freq", ctypes.c_long),
        ("maxerror", ctypes.c_long),
        ("esterror", ctypes.c_long),
        ("status", ctypes.c_int),
        ("rest", ctypes.c_byte * 512),
    ]


def is_synchronised() -> bool | None:
    """None where the system does not say: nobody is to be alarmed by that."""
    asked = Timex()  # no modes: it is read and nothing is set
    try:
        answer = ctypes.CDLL(None).adjtimex(ctypes.byref(asked))
    except (OSError, AttributeError, TypeError):
        return None
    return None if answer < 0 else not (answer == TIME_ERROR or asked.status & STA_UNSYNC)


class ClockSyncMonitor:
    """What was last known, so that a change is told once."""

    def __init__(self) -> None:
        self._was: bool | None = None

    def news(self, now: bool | None) -> tuple[str, str] | None:
        """A code and a sentence when the clock was found left to itself, or is kept right again."""
        before, self._was = self._was, self._was if now is None else now
        if now is False and before is not False:
            return "clock/unsynchronised", "Nothing synchronises the machine's clock: its time service does not answer."
        if now and before is False:
            return "clock/synchronised", "The machine's clock is synchronised again."
        return None
