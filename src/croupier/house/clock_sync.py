"""Ask the Linux kernel whether a time service synchronises the machine's clock. [R57]"""

from __future__ import annotations

import ctypes
from typing import ClassVar

TIME_ERROR = 5
STA_UNSYNC = 0x40


class Timex(ctypes.Structure):
    """First fields of `struct timex` of adjtimex(2), with padding for the rest."""

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
    """Return whether the clock is synchronised; None if the system does not report it, which raises no alarm."""
    timex = Timex()  # modes = 0: read only, set nothing
    try:
        clock_state = ctypes.CDLL(None).adjtimex(ctypes.byref(timex))
    except (OSError, AttributeError, TypeError):
        return None
    return None if clock_state < 0 else not (clock_state == TIME_ERROR or timex.status & STA_UNSYNC)


class ClockSyncMonitor:
    """Last state of the clock synchronisation, so that each change is reported once."""

    def __init__(self) -> None:
        self._was: bool | None = None

    def change(self, now: bool | None) -> tuple[str, str] | None:
        """Return code and text of a significant event if the clock lost or regained synchronisation, else None."""
        before, self._was = self._was, self._was if now is None else now
        if now is False and before is not False:
            return "clock/unsynchronised", "Nothing synchronises the machine's clock: its time service does not answer."
        if now and before is False:
            return "clock/synchronised", "The machine's clock is synchronised again."
        return None
