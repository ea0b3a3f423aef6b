"""Cache of values per `TableRules` object; objects are compared by identity because they are not hashable."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar

from croupier.rulebook.table_rules import TableRules

T = TypeVar("T")
MAX_CACHED_RULES = 64


class RulesIdentityKey:
    """Table rules as a cache key that is equal only for the same object."""

    def __init__(self, rules: TableRules) -> None:
        self.rules = rules

    def __hash__(self) -> int:
        return id(self.rules)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RulesIdentityKey) and other.rules is self.rules


def cache_per_rules(make: Callable[[TableRules], T]) -> Callable[[TableRules], T]:
    """Decorate a function so that its result is cached for each `TableRules` object."""

    @lru_cache(maxsize=MAX_CACHED_RULES)
    def cached(key: RulesIdentityKey) -> T:
        return make(key.rules)

    @wraps(make)
    def wrapper(rules: TableRules) -> T:
        return cached(RulesIdentityKey(rules))

    return wrapper
