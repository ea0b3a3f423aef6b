"""A source of chance under watch: every draw is tested, and no card comes from a source that has failed.

[25 CFR 547.14; GLI-19 §3.3] What is tested, and how seldom an honest source fails (less than once in 2**48 shoes), is
in `croupier.cards.rng_health_tests`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from croupier.cards.pack import Piece
from croupier.cards.random_source import RandomSource, shuffled
from croupier.cards.rng_health_tests import HealthFailure, NonceTests, NumberTests, ShoeTests

T = TypeVar("T")
NONCES_A_CHECK = 16
"""512 bytes: one window of the byte tests."""


class GeneratorFault(Exception):  # noqa: N818 - it names what happened, as a refusal does
    """The source of chance has failed a health test: stop play, log it, give the stakes back."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason

    def __reduce__(self) -> tuple[type[GeneratorFault], tuple[str, str]]:
        """Crosses from process to process whole."""
        return GeneratorFault, (self.code, self.reason)


@dataclass(frozen=True)
class RngHealth:
    """What a table keeps and logs of its source: how far it has come, and what is wrong with it, if anything."""

    draws: int
    """Numbers and nonces drawn so far, checks included: it moves between rounds. [NJAC 13:69E-1.28G(b)4]"""
    shoes: int
    fault: HealthFailure | None = None

    @property
    def is_sound(self) -> bool:
        return self.fault is None

    def as_json(self) -> dict[str, Any]:
        fault = None if self.fault is None else {"code": self.fault.code, "reason": self.fault.reason}
        return {"draws": self.draws, "shoes": self.shoes, "fault": fault}


class MonitoredRandomSource:
    """A source of chance with its health tests, for one thread. A source that has failed once gives nothing more."""

    def __init__(self, inner: RandomSource, *, earlier_shoes: Iterable[str] = ()) -> None:
        """Tests the source before anything is drawn for play.

        `earlier_shoes`: digests (`symptoms.shoe_digest`) of shoes that must not come again, as from a log.
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
        number = self._drawn(lambda: self._inner.below(limit))
        self._stop_at(self._numbers.symptom(limit, number))
        return number

    def nonce(self) -> bytes:
        nonce = self._drawn(self._inner.nonce)
        self._stop_at(self._nonces.symptom(nonce))
        return nonce

    def check(self) -> None:
        """Draw and test bytes that nobody uses: at the start, before every shoe, and as often as a table likes.

        A source stuck above a limit would keep `below` drawing for ever; its bytes give it away first.
        """
        for _ in range(NONCES_A_CHECK):
            self.nonce()

    def stir(self) -> None:
        """Between two rounds of one shoe: the source goes on, and is tested, though no card is wanted of it. [R6, R9]

        A seeded source has a row of numbers aside for this: its cards are the same however often it is stirred.
        """
        draw = getattr(self._inner, "aside", self._inner.nonce)
        for _ in range(NONCES_A_CHECK):
            self._stop_at(self._nonces.symptom(self._drawn(draw)))

    def shoe(self, pack: Sequence[Piece]) -> tuple[Piece, ...]:
        """The pack shuffled, from a source found sound just before, and the shoe itself tested."""
        self.check()
        shoe = shuffled(pack, self)
        self._stop_at(self._shoes.symptom(pack, shoe))
        self._shoes_made += 1
        return shoe

    def _drawn(self, draw: Callable[[], T]) -> T:
        self._stop_at(self._fault)
        try:
            drawn = draw()
        except OSError as error:
            self._stop_at(HealthFailure("generator/silent", f"the source gives nothing: {error}"))
            raise
        self._draws += 1
        return drawn

    def _stop_at(self, symptom: HealthFailure | None) -> None:
        if symptom is not None:
            self._fault = symptom
            raise GeneratorFault(symptom.code, symptom.reason)
