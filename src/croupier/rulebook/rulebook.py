"""A rulebook that has been read and checked, and the house rules that choosing its options makes of it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from croupier.errors import BadInput, Problem
from croupier.rulebook.citations import Citation, parse_citation, show_citations
from croupier.rulebook.conditions import Condition, Scope
from croupier.rulebook.options import OptionValue, choose_options
from croupier.rulebook.schema import RulebookFile
from croupier.rulebook.toml_lines import Path


@dataclass(frozen=True)
class Rulebook:
    """One game as one house offers it."""

    file: str
    written: RulebookFile
    data: Mapping[str, Any]
    """The TOML as it was read, includes merged."""
    scope: Scope
    conditions: Mapping[str, Condition]
    """Every condition in it, by its text."""
    place: Callable[[Path], str]
    """`file:line` of a key."""

    def __repr__(self) -> str:
        return f"Rulebook({self.id!r})"

    @property
    def id(self) -> str:
        return self.written.id

    @property
    def title(self) -> str:
        return self.written.title

    @property
    def digest(self) -> str:
        """A fingerprint of every rule in it: the same rules, the same digest."""
        return digest_of_rules(self.data)

    @property
    def canonical(self) -> str:
        """Every rule in it, as text. What it was before is no rule."""
        return canonical_rules(self.data)

    def is_the_book(self, digest: str) -> bool:
        """Whether a digest that was written down is of these rules, as they are written now or were before."""
        return digest == self.digest or digest in self.written.earlier

    @property
    def paytables(self) -> list[str]:
        """The printed alternatives of its pay tables."""
        option = self.written.options.get("paytable")
        return option.choices if option else []

    def citations(self, cite: list[str]) -> tuple[Citation, ...]:
        return tuple(one for text in cite for one in parse_citation(text, self.written.source))

    def cite(self, cite: list[str]) -> str:
        return show_citations(self.citations(cite))

    def choose(self, given: Mapping[str, Any] | None = None) -> dict[str, OptionValue]:
        """Its options with defaults filled in. What does not fit is refused, all of it at once."""
        chosen, problems = choose_options(self.written.options, given or {})
        if not problems:
            problems = list(self._clashes(chosen))
        if problems:
            raise BadInput(problems)
        return chosen

    def _clashes(self, chosen: Mapping[str, OptionValue]) -> list[Problem]:
        constants = constants_of(chosen)
        return [
            Problem(f"options.{refusal.option}", refusal.message)
            for refusal in self.written.refuse
            if self.conditions[refusal.when].bind(constants).constant
        ]


def canonical_rules(data: Mapping[str, Any]) -> str:
    """Return the text of a rulebook's data that its digest is made of: without the digests of its earlier editions."""
    rules = {key: value for key, value in data.items() if key != "earlier"}
    return json.dumps(rules, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def digest_of_rules(data: Mapping[str, Any]) -> str:
    """Return the digest of a rulebook's data, whether or not it is a rulebook that can be used."""
    return hashlib.sha256(canonical_rules(data).encode()).hexdigest()


def constants_of(chosen: Mapping[str, OptionValue]) -> dict[str, str | int | bool]:
    """The options that conditions may look at: words, flags and whole numbers."""
    return {name: value for name, value in chosen.items() if isinstance(value, str | int | bool)}
