"""A refusal: what a rule forbids, said to the person who asked."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Refused:
    """An answer that changes nothing: a code for programs, a sentence for a person, the rule it rests on."""

    code: str
    message: str
    cites: tuple[str, ...] = ()
