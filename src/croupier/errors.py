"""Error types: bad input (a wrong file or message) and violated invariants (a fault of this software).

A refusal in play, such as a wager over the limit, is also bad input when it comes from a case file. The problem then
names the field of the case, and its message says what would be right.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TypeVar

T = TypeVar("T")

PROBLEMS_MOST = 100
"""Most problems of one file that are listed; the rest are only counted."""
MESSAGE_LENGTH_MOST = 2_000
WHERE_LENGTH_MOST = 300
NAME_LENGTH_MOST = 100
"""Most characters of a name for which a correction is suggested; the comparison of longer texts is slow."""


@dataclass(frozen=True)
class Problem:
    """One fault of an input: where it is, and a message that says what would be correct."""

    where: str
    message: str
    cite: str = ""
    """Rule that the input violates; empty if there is none."""

    def __post_init__(self) -> None:
        """Shorten texts that quote a hostile file at length."""
        for name, most in (("where", WHERE_LENGTH_MOST), ("message", MESSAGE_LENGTH_MOST)):
            if len(text := getattr(self, name)) > most:
                object.__setattr__(self, name, f"{text[: most - 1]}…")

    @property
    def text(self) -> str:
        return f"{self.message} ({self.cite})" if self.cite else self.message

    def __str__(self) -> str:
        return f"{self.where}: {self.text}" if self.where else self.text


class BadInput(Exception):  # noqa: N818 - a refusal, not a program error
    """Exception for a file, case or command that cannot be used, with all its problems up to a limit."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = first_problems(tuple(problems))
        super().__init__("\n".join(str(problem) for problem in self.problems))

    def __reduce__(self) -> tuple[type[BadInput], tuple[tuple[Problem, ...]]]:
        """Support pickling, so that the exception keeps its problems across processes."""
        return BadInput, (self.problems,)

    @classmethod
    def at(cls, where: str, message: str) -> BadInput:
        return cls([Problem(where, message)])


def first_problems(problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """Return the first problems of a list, and a last one that says how many others there are."""
    return problems_of(problems, lambda problem: problem)


def problems_of(faults: Sequence[T], describe: Callable[[T], Problem]) -> tuple[Problem, ...]:
    """Return the first faults of a file as problems, and a last problem that counts the others.

    `describe` turns one fault into a problem; describing 100,000 faults would take minutes.
    """
    if len(faults) <= PROBLEMS_MOST + 1:
        return tuple(describe(fault) for fault in faults)
    more = Problem("", f"… and {len(faults) - PROBLEMS_MOST:,} more problems")
    return (*(describe(fault) for fault in faults[:PROBLEMS_MOST]), more)


class InvariantViolation(Exception):  # noqa: N818
    """Exception for a violated invariant: the program must stop, preserve the evidence and settle nothing."""


def suggestion(word: str, known: Iterable[str]) -> str:
    """Return `; did you mean "phoenix-7"?` if one of the valid names is close to `word`, else an empty string."""
    if len(word) > NAME_LENGTH_MOST:
        return ""
    names = [name for name in islice(known, 1_000) if len(name) <= NAME_LENGTH_MOST]
    near = difflib.get_close_matches(word, names, n=1, cutoff=0.6)
    if not near:
        near = [
            name for name in names if name.replace("-", "").replace("_", "") == word.replace("-", "").replace("_", "")
        ]
    return f'; did you mean "{near[0]}"?' if near else ""


@dataclass(frozen=True)
class Refused:
    """Refusal of a command, which changes nothing: a code for programs, a sentence for people, the cited rules."""

    code: str
    message: str
    cites: tuple[str, ...] = ()
