"""What is put together once for each house: its rules are told apart by being themselves, for they cannot be hashed."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar

from croupier.rulebook.house_rules import HouseRules

T = TypeVar("T")
HOUSES_MOST = 64


class Held:
    """House rules as a key."""

    def __init__(self, rules: HouseRules) -> None:
        self.rules = rules

    def __hash__(self) -> int:
        return id(self.rules)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Held) and other.rules is self.rules


def once_a_house(make: Callable[[HouseRules], T]) -> Callable[[HouseRules], T]:
    """The same answer for the same house, made the first time it is asked for."""

    @lru_cache(maxsize=HOUSES_MOST)
    def made(held: Held) -> T:
        return make(held.rules)

    @wraps(make)
    def asked(house: HouseRules) -> T:
        return made(Held(house))

    return asked
