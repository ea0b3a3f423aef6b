"""Output of all commands: replacements on terminals without Unicode, JSON, and the message about compile time."""

from __future__ import annotations

import codecs
import contextlib
import io
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from croupier.odds.optional_packages import require_package

if TYPE_CHECKING:
    from rich.table import Table

ASCII_REPLACEMENTS = {
    **dict(zip("♠♥♦♣", "shdc", strict=True)),
    **dict.fromkeys("╭╮╰╯", "+"),
    **{"│": "|", "─": "-", "░": "#", "▓": "=", "·": ".", "•": "*"},
    **dict.fromkeys("–—−", "-"),
    **{"…": "...", "±": "+/-", "×": "x", "÷": "/", "½": "1/2", "’": "'", "“": "'", "”": "'"},
}


def replace_unencodable_output() -> None:
    """Make standard output replace characters that it cannot encode, and standard input accept invalid bytes."""
    codecs.register_error("in-plain-letters", _in_plain_letters)
    for stream, errors in (
        (sys.stdout, "in-plain-letters"),
        (sys.stderr, "in-plain-letters"),
        (sys.stdin, "replace"),
    ):
        if isinstance(stream, io.TextIOWrapper):
            with contextlib.suppress(io.UnsupportedOperation):
                stream.reconfigure(errors=errors)


def _in_plain_letters(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    unwritable = error.object[error.start : error.end]
    return "".join(ASCII_REPLACEMENTS.get(letter, "?") for letter in unwritable), error.end


def print_json(value: Any) -> None:
    """Print JSON, with escapes if standard output is not Unicode, so that no character is lost."""
    is_unicode = (sys.stdout.encoding or "utf-8").lower().startswith("utf")
    print(json.dumps(value, indent=2, ensure_ascii=not is_unicode))


def plain_table(*headings: str) -> Table:
    """Return an empty table with a line under its headings; all columns but the first are set to the right."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for place, heading in enumerate(headings):
        table.add_column(heading, justify="right" if place else "left")
    return table


@contextmanager
def print_compile_time() -> Iterator[None]:
    """Print on standard error how long kernels took to compile; print nothing if all were cached."""
    require_package("numba", "odds")
    from numba.core import event

    with event.install_timer("numba:compile", _print_seconds):
        yield


@contextmanager
def show_work(task: str) -> Iterator[None]:
    """Show a line with the task and its time on standard error while it runs, if standard error is a terminal.

    The line says when kernels are being compiled. At the end it is removed, and their compile time is printed.
    """
    if not sys.stderr.isatty():
        with print_compile_time():
            yield
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn("line"), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as line:
        shown = line.add_task(task, total=None)
        # Numba is imported only now, because that takes a part of a second.
        with print_compile_time():
            from numba.core import event

            class ShowCompiling(event.Listener):
                """Shows in the line that kernels are being compiled; a kernel may compile others."""

                kernels = 0

                def on_start(self, event: Any) -> None:
                    self.kernels += 1
                    line.update(shown, description=f"{task}: compiling kernels, once on this machine")

                def on_end(self, event: Any) -> None:
                    self.kernels -= 1
                    if self.kernels == 0:
                        line.update(shown, description=task)

            with event.install_listener("numba:compile", ShowCompiling()):
                yield


def _print_seconds(seconds: float) -> None:
    from croupier.compiled import uncached_kernels

    cached = (
        "not kept: no folder can be written; name one in NUMBA_CACHE_DIR" if uncached_kernels else "kept for next time"
    )
    print(f"croupier: compiled kernels in {seconds:.1f} s, {cached}", file=sys.stderr)
