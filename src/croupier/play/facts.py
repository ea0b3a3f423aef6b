"""Facts: named values of a finished round, enough to decide every wager.

A family declares each fact as a function; the first line of its docstring is the text in the list of facts for
designers. A fact of a round is computed once, when a condition first reads it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import numpy as np

from croupier.cards import Rank, Suit
from croupier.errors import suggestion

C = TypeVar("C")
F = TypeVar("F", bound=Callable[..., Any])


Phrase = tuple[str, str, str]
"""Wording of a boolean fact: the subject, the predicate if it is true, and the predicate if it is false."""
Clause = tuple[str, str]
"""Wording of a number: subject and predicate, ("the Banker hand", "counts {}"); the subject may be empty."""
NOTHING_COUNTED: Mapping[str, Clause] = {}
NOTHING_NAMED: Mapping[str, Mapping[int, str]] = {}
RANK_WORDS: Mapping[int, str] = {int(rank): rank.name.lower() for rank in (Rank.ACE, Rank.JACK, Rank.QUEEN, Rank.KING)}
SUIT_WORDS: Mapping[int, str] = {int(suit): suit.name.lower() for suit in Suit}


@dataclass(frozen=True)
class Fact(Generic[C]):
    """Declaration of one fact of a family."""

    name: str
    kind: type
    """Type of the fact's value: bool or int."""
    meaning: str
    of: Callable[[C], Any]
    is_of_seat: bool = False
    """Whether the fact differs from seat to seat."""


class FactList(Generic[C]):
    """All facts that a family has declared, with their wording on rules cards."""

    def __init__(self) -> None:
        self.by_name: dict[str, Fact[C]] = {}
        self.boolean_wording: dict[str, Phrase] = {}
        """Wording on rules cards of facts that are true or false, by fact name."""
        self.number_wording: dict[str, Clause] = {}
        """Wording on rules cards of facts that are numbers, by fact name."""
        self.number_words: dict[str, Mapping[int, str]] = {}
        """Words that rules cards print instead of numbers, such as suits, by fact name."""

    def set_wording(
        self,
        holding: Mapping[str, Phrase],
        counted: Mapping[str, Clause] = NOTHING_COUNTED,
        words: Mapping[str, Mapping[int, str]] = NOTHING_NAMED,
    ) -> None:
        """Set the text with which rules cards describe conditions on these facts."""
        self.boolean_wording.update(holding)
        self.number_wording.update(counted)
        self.number_words.update(words)

    def __call__(self, function: F) -> F:
        """Declare a fact that is equal for everyone at the table."""
        return self._add(function, of_spot=False)

    def seat_fact(self, function: F) -> F:
        """Declare a fact that may differ from seat to seat."""
        return self._add(function, of_spot=True)

    def seat_facts_by_kind(self, kinds: Mapping[str, Any], meaning: str, kind_of: Callable[[C], Any]) -> None:
        """Declare one boolean fact for each kind of hand: whether the seat has a hand of this kind.

        `meaning`: text with {kind} in it.
        """
        self._add_by_kind(kinds, meaning, kind_of, of_spot=True)

    def facts_by_kind(self, kinds: Mapping[str, Any], meaning: str, kind_of: Callable[[C], Any]) -> None:
        """Declare one boolean fact for each kind of a hand that all seats share; see `seat_facts_by_kind`."""
        self._add_by_kind(kinds, meaning, kind_of, of_spot=False)

    def _add_by_kind(
        self, kinds: Mapping[str, Any], meaning: str, kind_of: Callable[[C], Any], *, of_spot: bool
    ) -> None:
        for name, kind in kinds.items():
            text = meaning.format(kind=with_article(kind.name))
            self.by_name[name] = Fact(name, bool, text, _is_kind(kind_of, kind), is_of_seat=of_spot)

    def _add(self, function: F, *, of_spot: bool) -> F:
        name, returned = function.__name__, function.__annotations__.get("return")
        kind = {"bool": bool, "int": int, bool: bool, int: int}.get(returned)
        if kind is None:
            raise TypeError(f"fact {name} has to say that it returns a bool or an int: def {name}(...) -> bool")
        meaning = (function.__doc__ or "").strip()
        self.by_name[name] = Fact(name, kind, meaning, function, of_spot)
        return function

    def wording_problem(self) -> str:
        """Return what is wrong with the names in the wording, or an empty string; call it when all is declared."""
        for name in (*self.boolean_wording, *self.number_wording, *self.number_words):
            if name not in self.by_name:
                return f'set_wording names "{name}", which is no fact{suggestion(name, self.by_name)}'
        return ""

    @property
    def types(self) -> Mapping[str, type]:
        return {name: fact.kind for name, fact in self.by_name.items()}

    @property
    def spot_facts(self) -> frozenset[str]:
        return frozenset(name for name, fact in self.by_name.items() if fact.is_of_seat)


def with_article(kind: str) -> str:
    """Return a kind of hand with its article: `a full house`, but `four of a kind`."""
    words = kind.lower().replace("_", " ")
    return words if words.endswith("of a kind") or words == "two pair" else f"a {words}"


def _is_kind(kind_of: Callable[[C], Any], kind: Any) -> Callable[[C], bool]:
    return lambda view: bool(kind_of(view) == kind)


class RoundFacts(dict[str, Any], Generic[C]):
    """Facts of one round for one seat, by name; each is computed on first access.

    `shared`: facts of the same round that are equal for all seats, so that they are computed once.
    """

    def __init__(self, facts: FactList[C], view: C, shared: RoundFacts[C] | None = None) -> None:
        super().__init__()
        self._functions = facts.by_name
        self.view = view
        self._shared = shared

    def __missing__(self, name: str) -> Any:
        fact = self._functions[name]
        value = fact.of(self.view) if fact.is_of_seat or self._shared is None else self._shared[name]
        self[name] = value
        return value

    def all(self) -> dict[str, Any]:
        """Return every fact of the family with its value in this round, by name."""
        return {name: self[name] for name in self._functions}


class FactColumns(dict[str, Any]):
    """NumPy columns by fact name with one value per round, computed by the same code as at a live table."""

    def __init__(self, rounds: Sequence[RoundFacts[Any]], kinds: Mapping[str, type]) -> None:
        super().__init__()
        self._rounds, self._kinds = rounds, kinds
        self._shared: FactColumns | None = None
        self._own: frozenset[str] = frozenset()

    def with_shared(self, shared: FactColumns, own: frozenset[str]) -> FactColumns:
        """Return these columns; from now on they read all facts except those named in `own` from `shared`.

        `shared` has the facts that are common to all seats; `own` names those that differ from seat to seat.
        """
        self._shared, self._own = shared, own
        return self

    def __missing__(self, name: str) -> Any:
        if self._shared is not None and name not in self._own:
            self[name] = self._shared[name]
            return self[name]
        column: Any = np.array([one[name] for one in self._rounds], dtype=self._kinds[name])
        self[name] = column
        return column

    def of_round(self, place: int) -> RoundFacts[Any]:
        """Return the facts of the round with this index."""
        return self._rounds[place]

    @property
    def rounds(self) -> int:
        return len(self._rounds)
