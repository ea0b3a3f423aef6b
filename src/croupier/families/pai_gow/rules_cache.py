"""What is put together once for each house: its rules are told apart by being themselves, for they cannot be hashed."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar

from croupier.rulebook.table_rules import TableRules

T = TypeVar("T")
HOUSES_MOST = 64


class RulesKey:
    """House rules as a key."""

    def __init__(self, rules: TableRules) -> None:
        self.rules = rules

    def __hash__(self) -> int:
        return id(self.rules)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RulesKey) and other.rules is self.rules


def cache_per_rules(make: Callable[[TableRules], T]) -> Callable[[TableRules], T]:
    """The same answer for the same house, made the first time it is asked for."""

    @lru_cache(maxsize=HOUSES_MOST)
    def made(held: RulesKey) -> T:
        return make(held.rules)

    @wraps(make)
    def asked(rules: TableRules) -> T:
        return made(RulesKey(rules))

    return asked
