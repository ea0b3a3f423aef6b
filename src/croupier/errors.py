"""What can go wrong, kept apart: bad input (a file or a message is wrong) and our own broken promises.

A refusal in play (a wager over the limit, say) is bad input too when it comes in a case file: the case names a field,
and the field's message says what would be right.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TypeVar

T = TypeVar("T")

PROBLEMS_MOST = 100
"""Problems of one file that are listed; the rest are counted."""
MESSAGE_LENGTH_MOST = 2_000
WHERE_LENGTH_MOST = 300
NAME_LENGTH_MOST = 100
"""A longer word is no misspelt name: comparing it with others would take too long."""


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong: where, and what would be right."""

    where: str
    message: str
    cite: str = ""
    """The rule it rests on, where there is one."""

    def __post_init__(self) -> None:
        """Shorten what quotes a hostile file at length."""
        for name, most in (("where", WHERE_LENGTH_MOST), ("message", MESSAGE_LENGTH_MOST)):
            if len(text := getattr(self, name)) > most:
                object.__setattr__(self, name, f"{text[: most - 1]}…")

    @property
    def text(self) -> str:
        return f"{self.message} ({self.cite})" if self.cite else self.message

    def __str__(self) -> str:
        return f"{self.where}: {self.text}" if self.where else self.text


class BadInput(Exception):  # noqa: N818 - it names what happened, and is caught by that name everywhere
    """A file, a case or a command that cannot be used as it stands. All its problems at once, up to a limit."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = first_problems(tuple(problems))
        super().__init__("\n".join(str(problem) for problem in self.problems))

    def __reduce__(self) -> tuple[type[BadInput], tuple[tuple[Problem, ...]]]:
        """Crosses from process to process whole."""
        return BadInput, (self.problems,)

    @classmethod
    def at(cls, where: str, message: str) -> BadInput:
        return cls([Problem(where, message)])


def first_problems(problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """Return the problems that are listed, and a last one that counts the others."""
    return problems_of(problems, lambda problem: problem)


def problems_of(faults: Sequence[T], describe: Callable[[T], Problem]) -> tuple[Problem, ...]:
    """Describe the first faults of a file, and count the others: describing each of 100,000 takes minutes."""
    if len(faults) <= PROBLEMS_MOST + 1:
        return tuple(describe(fault) for fault in faults)
    more = Problem("", f"… and {len(faults) - PROBLEMS_MOST:,} more problems")
    return (*(describe(fault) for fault in faults[:PROBLEMS_MOST]), more)


class InvariantViolation(Exception):  # noqa: N818
    """An invariant of ours does not hold: stop, keep the evidence, settle nothing."""


def suggestion(word: str, known: Iterable[str]) -> str:
    """', did you mean "phoenix-7"?' when something known is close to `word`, else nothing."""
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
    """An answer that changes nothing: a code for programs, a sentence for a person, the rule it rests on."""

    code: str
    message: str
    cites: tuple[str, ...] = ()
