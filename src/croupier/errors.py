"""What can go wrong, kept apart: bad input (a file or a message is wrong) and our own broken promises.

A refusal in play (a wager over the limit, say) is bad input too when it comes in a case file: the case names a field,
and the field's message says what would be right.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong: where, and what would be right."""

    where: str
    message: str
    cite: str = ""
    """The rule it rests on, where there is one."""

    @property
    def said(self) -> str:
        return f"{self.message} ({self.cite})" if self.cite else self.message

    def __str__(self) -> str:
        return f"{self.where}: {self.said}" if self.where else self.said


class BadInput(Exception):  # noqa: N818 - it names what happened, and is caught by that name everywhere
    """A file, a case or a command that cannot be used as it stands. All its problems at once."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))

    def __reduce__(self) -> tuple[type[BadInput], tuple[tuple[Problem, ...]]]:
        """Crosses from process to process whole."""
        return BadInput, (self.problems,)

    @classmethod
    def at(cls, where: str, message: str) -> BadInput:
        return cls([Problem(where, message)])


class BrokenPromise(Exception):  # noqa: N818
    """An invariant of ours does not hold: stop, keep the evidence, settle nothing."""


def suggestion(word: str, known: Iterable[str]) -> str:
    """', did you mean "phoenix-7"?' when something known is close to `word`, else nothing."""
    names = list(known)
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
