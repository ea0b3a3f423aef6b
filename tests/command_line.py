"""Runs command lines of croupier in the process of the tests: a new process takes most of a second to start.

Tests of the process itself (its imports, signals, terminals) start one of their own.
"""

from __future__ import annotations

import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from croupier.cli import main


@dataclass(frozen=True)
class Printed:
    """Output of a command and its exit status."""

    out: str
    err: str
    status: int

    @property
    def data(self) -> Any:
        """Return the JSON that a successful command printed."""
        assert self.status == 0, self.err
        return json.loads(self.out)

    @property
    def words(self) -> str:
        """Return the output as one line, independent of line wrapping."""
        return " ".join(self.out.split())

    def is_refusal(self, *parts: str) -> bool:
        """Return whether the command printed only one error line that contains these parts, with exit status 2."""
        (line,) = self.err.splitlines()
        return (
            (self.out, self.status) == ("", 2) and line.startswith("croupier: ") and all(part in line for part in parts)
        )


def croupier(*words: str | Path, stdin: str = "", **environment: str) -> Printed:
    """Run a `croupier` command line with this input and these environment variables; return what it printed."""
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.TextIOWrapper(io.BytesIO(), "utf-8")
    status = 0
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr(sys, "argv", ["croupier", *map(str, words)])
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), "utf-8"))
        for name, value in environment.items():
            patch.setenv(name, value)
        try:
            main()
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 0
    return Printed(_text(out), _text(err), status)


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    stream.seek(0)
    return stream.read()
