"""Random source that tests every draw and stops for good after the first failure.

[25 CFR 547.14; GLI-19 §3.3] `croupier.cards.rng_health_tests` describes the tests. A sound source fails less than once
in 2**48 shoes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from croupier.cards.pack import Piece
from croupier.cards.random_source import RandomSource, shuffled
from croupier.cards.rng_health_tests import HealthFailure, NonceTests, NumberTests, ShoeTests

T = TypeVar("T")
NONCES_PER_CHECK = 16
"""Number of nonces drawn in one check: together 512 bytes, the window of the byte tests."""


class GeneratorFault(Exception):  # noqa: N818 - named after the event
    """Failure of a health test: play must stop, the failure is logged and the stakes are returned."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason

    def __reduce__(self) -> tuple[type[GeneratorFault], tuple[str, str]]:
        """Support pickling, so that the exception keeps its code when it crosses processes."""
        return GeneratorFault, (self.code, self.reason)


@dataclass(frozen=True)
class RngHealth:
    """Health of a table's random source, as the table logs it."""

    draws: int
    """Numbers and nonces drawn since the start, including checks. It increases between rounds. [NJAC 13:69E-1.28G(b)4]
    """
    shoes: int
    fault: HealthFailure | None = None

    @property
    def is_sound(self) -> bool:
        return self.fault is None

    def as_json(self) -> dict[str, Any]:
        fault = None if self.fault is None else {"code": self.fault.code, "reason": self.fault.reason}
        return {"draws": self.draws, "shoes": self.shoes, "fault": fault}


class MonitoredRandomSource:
    """Random source with health tests, for one thread.

    After one failed test, every further draw raises `GeneratorFault`.
    """

    def __init__(self, inner: RandomSource, *, earlier_shoes: Iterable[str] = ()) -> None:
        """Wrap a source and test it before the first draw for play.

        `earlier_shoes` contains digests (`shoe_digest`) of shoes that must not repeat, for example from a log.
        """
        self._inner = inner
        self._numbers, self._nonces, self._shoes = NumberTests(), NonceTests(), ShoeTests(earlier_shoes)
        self._draws = self._shoes_made = 0
        self._fault: HealthFailure | None = None
        self.check()

    @property
    def health(self) -> RngHealth:
        return RngHealth(self._draws, self._shoes_made, self._fault)

    def below(self, limit: int) -> int:
        number = self._draw(lambda: self._inner.below(limit))
        self._raise_if_failed(self._numbers.failure_of(limit, number))
        return number

    def nonce(self) -> bytes:
        nonce = self._draw(self._inner.nonce)
        self._raise_if_failed(self._nonces.failure_of(nonce))
        return nonce

    def check(self) -> None:
        """Draw and test 512 bytes that are then discarded.

        The source is checked at the start, before every shoe, and whenever a table calls this method. The bytes are
        checked first because `below` would loop forever on a source that always returns numbers above the limit.
        """
        for _ in range(NONCES_PER_CHECK):
            self.nonce()

    def advance(self) -> None:
        """Advance and test the source between two rounds of one shoe, without dealing a card. [R6, R9]

        A seeded source uses its second generator here, so its cards do not depend on the number of calls.
        """
        draw = getattr(self._inner, "unrelated_bytes", self._inner.nonce)
        for _ in range(NONCES_PER_CHECK):
            self._raise_if_failed(self._nonces.failure_of(self._draw(draw)))

    def shuffled_shoe(self, pack: Sequence[Piece]) -> tuple[Piece, ...]:
        """Check the source, shuffle the pack, test the new shoe and return it."""
        self.check()
        shoe = shuffled(pack, self)
        self._raise_if_failed(self._shoes.failure_of(pack, shoe))
        self._shoes_made += 1
        return shoe

    def _draw(self, draw: Callable[[], T]) -> T:
        self._raise_if_failed(self._fault)
        try:
            drawn = draw()
        except OSError as error:
            self._raise_if_failed(HealthFailure("generator/silent", f"the source gives nothing: {error}"))
            raise
        self._draws += 1
        return drawn

    def _raise_if_failed(self, symptom: HealthFailure | None) -> None:
        if symptom is not None:
            self._fault = symptom
            raise GeneratorFault(symptom.code, symptom.reason)
