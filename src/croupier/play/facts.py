"""Facts: the flat record that a finished round leaves behind, enough to decide every wager.

A family declares its facts one function each; the function's first line is what a designer reads in the list of facts.
A round's facts are worked out when a condition first looks at them, and once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

C = TypeVar("C")
F = TypeVar("F", bound=Callable[..., Any])


Phrase = tuple[str, str, str]
"""The subject, what is said of it when the fact is so, and when not."""
Clause = tuple[str, str]
"""A subject and what is said of it: ("the Banker hand", "counts {}"). A clause of its own has no subject."""
NOTHING_COUNTED: Mapping[str, Clause] = {}


@dataclass(frozen=True)
class Fact(Generic[C]):
    """One fact of a family."""

    name: str
    kind: type
    """bool or int."""
    meaning: str
    of: Callable[[C], Any]
    of_spot: bool = False
    """True when it differs from seat to seat."""


class FactList(Generic[C]):
    """A family's facts, gathered as they are declared, and what each is in words."""

    def __init__(self) -> None:
        self.by_name: dict[str, Fact[C]] = {}
        self.holding: dict[str, Phrase] = {}
        """Facts that are so or not."""
        self.counted: dict[str, Clause] = {}
        """Facts that are numbers."""

    def say(self, holding: Mapping[str, Phrase], counted: Mapping[str, Clause] = NOTHING_COUNTED) -> None:
        """How conditions over these facts read on a card."""
        self.holding.update(holding)
        self.counted.update(counted)

    def __call__(self, function: F) -> F:
        """A fact that is the same for everyone at the table."""
        return self._add(function, of_spot=False)

    def of_spot(self, function: F) -> F:
        """A fact of one seat."""
        return self._add(function, of_spot=True)

    def kinds_of_spot(self, kinds: Mapping[str, Any], meaning: str, kind_of: Callable[[C], Any]) -> None:
        """A fact of one seat for each kind that something of it may be, such as its hand. `meaning`: with {kind}."""
        for name, kind in kinds.items():
            said = meaning.format(kind=with_article(kind.name))
            self.by_name[name] = Fact(name, bool, said, _is_kind(kind_of, kind), of_spot=True)

    def _add(self, function: F, *, of_spot: bool) -> F:
        kind = {"bool": bool, "int": int}[function.__annotations__["return"]]
        meaning = (function.__doc__ or "").strip()
        name = function.__name__
        self.by_name[name] = Fact(name, kind, meaning, function, of_spot)
        return function

    @property
    def types(self) -> Mapping[str, type]:
        return {name: fact.kind for name, fact in self.by_name.items()}

    @property
    def spot_facts(self) -> frozenset[str]:
        return frozenset(name for name, fact in self.by_name.items() if fact.of_spot)


def with_article(kind: str) -> str:
    """A kind of hand with its article: `a full house`, and `four of a kind`."""
    words = kind.lower().replace("_", " ")
    return words if words.endswith("of a kind") or words == "two pair" else f"a {words}"


def _is_kind(kind_of: Callable[[C], Any], kind: Any) -> Callable[[C], bool]:
    return lambda seen: bool(kind_of(seen) == kind)


class RoundFacts(dict[str, Any], Generic[C]):
    """One round as one seat sees it: facts by name, each worked out on first sight.

    `shared`: the same round as everyone sees it, so that what is the same for all is worked out once.
    """

    def __init__(self, facts: FactList[C], seen: C, shared: RoundFacts[C] | None = None) -> None:
        super().__init__()
        self._functions = facts.by_name
        self.seen = seen
        self._shared = shared

    def __missing__(self, name: str) -> Any:
        fact = self._functions[name]
        value = fact.of(self.seen) if fact.of_spot or self._shared is None else self._shared[name]
        self[name] = value
        return value

    def all(self) -> dict[str, Any]:
        """Every fact of the family."""
        return {name: self[name] for name in self._functions}
