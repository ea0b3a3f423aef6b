"""A loaded and checked rulebook, its digest, and the choice of its options."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from croupier.errors import BadInput, Problem
from croupier.rulebook.citations import Citation, format_citations, parse_citation
from croupier.rulebook.conditions import Condition, Scope
from croupier.rulebook.options import OptionValue, choose_options
from croupier.rulebook.schema import RulebookFile
from croupier.rulebook.toml_reader import Path

LETTERING = frozenset({"short_title", "spot_title", "spot_hint", "short_name"})
"""Keys of shorter texts for the screens."""


@dataclass(frozen=True)
class Rulebook:
    """One game as one casino offers it, loaded from a TOML file and checked."""

    file: str
    written: RulebookFile
    data: Mapping[str, Any]
    """Parsed TOML data, with included files merged in."""
    scope: Scope
    conditions: Mapping[str, Condition]
    """All conditions of the rulebook by their text."""
    position_of: Callable[[Path], str]
    """Function that returns `file:line` of a key."""

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
        """SHA-256 of all rules as hexadecimal digits; equal rules have equal digests."""
        return digest_of_rules(self.data)

    @property
    def canonical(self) -> str:
        """All rules as canonical JSON; the digests of earlier editions are not part of it."""
        return canonical_rules(self.data)

    def matches_digest(self, digest: str) -> bool:
        """Return whether a recorded digest is of these rules, in their current or an earlier edition."""
        return digest == self.digest or digest in self.written.earlier

    @property
    def paytables(self) -> list[str]:
        """Names of the pay tables that the casino may choose from; empty if the rulebook has only one."""
        option = self.written.options.get("paytable")
        return option.choices if option else []

    def citations(self, cite: list[str]) -> tuple[Citation, ...]:
        return tuple(citation for text in cite for citation in parse_citation(text, self.written.source_name))

    def cite(self, cite: list[str]) -> str:
        return format_citations(self.citations(cite))

    def choose(self, given: Mapping[str, Any] | None = None) -> dict[str, OptionValue]:
        """Return the value of every option, given or default; raise `BadInput` with all problems."""
        chosen, problems = choose_options(self.written.options, given or {})
        if not problems:
            problems = list(self._clashes(chosen))
        if problems:
            raise BadInput(problems)
        return chosen

    def _clashes(self, chosen: Mapping[str, OptionValue]) -> list[Problem]:
        constants = condition_constants(chosen)
        return [
            Problem(f"options.{refusal.option}", refusal.message)
            for refusal in self.written.refuse
            if self.conditions[refusal.when].bind(constants).constant
        ]


def canonical_rules(data: Mapping[str, Any]) -> str:
    """Return a rulebook's data as canonical JSON, the input of its digest.

    The digests of earlier editions and the lettering of spots are left out: they change no rule.
    """
    rules = _without_lettering({key: value for key, value in data.items() if key != "earlier"})
    return json.dumps(rules, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def _without_lettering(data: Any) -> Any:
    if isinstance(data, Mapping):
        return {key: _without_lettering(value) for key, value in data.items() if key not in LETTERING}
    return [_without_lettering(value) for value in data] if isinstance(data, list) else data


def digest_of_rules(data: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a rulebook's data, valid or not, as hexadecimal digits."""
    return hashlib.sha256(canonical_rules(data).encode()).hexdigest()


def condition_constants(chosen: Mapping[str, OptionValue]) -> dict[str, str | int | bool]:
    """Return the options that conditions may read: strings, flags and whole numbers."""
    return {name: value for name, value in chosen.items() if isinstance(value, str | int | bool)}
