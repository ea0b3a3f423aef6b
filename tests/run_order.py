"""Order of the tests for several test processes: the slow ones first, on two of the processes.

pytest-xdist gives each process an equal number of tests that stand beside each other, and a process without tests takes
some from the end of another's. Tests of the screens take a hundred times as long as others. All in one share, they were
left to the end, when every process started a browser and a house for a few of them. At the beginning of two shares,
they are done by two browsers while the other processes compute, and the end of the run is many short tests.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import TypeVar

T = TypeVar("T")
SLOW = "tests/browser/"
BROWSERS = 2
"""Number of processes that begin with tests of the screens: more browsers at once slow each other down."""


def in_run_order(tests: Sequence[T], processes: int, file_of: Callable[[T], str]) -> list[T]:
    """Return the tests in an order in which the shares of two processes begin with the slow tests, file by file."""
    slow = [list(group) for file, group in groupby(tests, file_of) if file.startswith(SLOW)]
    quick = [test for test in tests if not file_of(test).startswith(SLOW)]
    browsers = min(BROWSERS, processes)
    ordered: list[T] = []
    for process in range(processes):
        share = (len(tests) - len(ordered)) // (processes - process)
        nth, rest = divmod(process, processes // browsers)
        has_browser = rest == 0 and nth < browsers
        own = [test for file in slow[nth::browsers] for test in file] if has_browser else []
        wanted = max(share - len(own), 0)
        ordered += own + quick[:wanted]
        del quick[:wanted]
    return ordered + quick
