"""Sums of Ultimate Texas Hold'em that outlive a program: another pay table is priced from them without a new count.

They lie in the folder of this module's machine code, whose name changes with the code that counts them: 45 MB for each
choice of the other rules. Where no folder is writable they live as long as the program. A file that cannot be read is
counted again.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import cache_folder
from croupier.families.dealer_poker.ultimate.odds.blind_sums import BlindSums, count_blind_sums
from croupier.families.dealer_poker.ultimate.odds.board_kernels import Ints
from croupier.families.dealer_poker.ultimate.rules import HANDS as CATEGORIES
from croupier.families.dealer_poker.ultimate.rules import HandPays, UltimateRules

IN_MEMORY_MOST = 2
_sums: dict[UltimateRules, BlindSums] = {}
_outcomes: dict[UltimateRules, Outcomes] = {}


@dataclass(frozen=True)
class Outcomes:
    """Best play before the river with the reference's pay table, and how its deals end."""

    bets: NDArray[np.int8]
    """Size of the bet by flop and hand of `flop_hands`; 0 is a check."""
    counts: Ints
    """Result of `second_count.count_outcomes`."""


def kept_sums(rules: UltimateRules) -> BlindSums:
    """Return sums that fit these rules, from the kept reference or from a new count with these rules as reference."""
    key = _without_pays(rules)
    kept = _sums.get(key) or _read_sums(rules)
    if kept is None or not kept.fits(rules):
        kept = count_blind_sums(rules)
        _write(_path(rules, "sums"), _sums_data(kept))
    _remember(_sums, key, kept)
    return kept


def kept_outcomes(reference: BlindSums) -> Outcomes | None:
    """Return how deals end with the reference's pay table, or None if that was not counted."""
    key = reference.rules
    if key not in _outcomes and (data := _read(_path(key, "outcomes"))) is not None and _is_of(data, key):
        _remember(_outcomes, key, Outcomes(data["bets"], data["counts"]))
    return _outcomes.get(key)


def keep_outcomes(reference: BlindSums, outcomes: Outcomes) -> None:
    """Keep how deals end with the reference's pay table."""
    _remember(_outcomes, reference.rules, outcomes)
    pays = _pays_data(reference.rules)
    _write(_path(reference.rules, "outcomes"), {"pays": pays, "bets": outcomes.bets, "counts": outcomes.counts})


def _remember(kept: dict[UltimateRules, Any], key: UltimateRules, value: Any) -> None:
    kept.pop(key, None)
    kept[key] = value
    while len(kept) > IN_MEMORY_MOST:
        del kept[next(iter(kept))]


def _without_pays(rules: UltimateRules) -> UltimateRules:
    return replace(rules, blind=HandPays())


def _path(rules: UltimateRules, name: str) -> Path | None:
    """Return the file for these rules, whatever the Blind pays; None if no folder is writable."""
    folder = cache_folder(Path(__file__))
    key = hashlib.sha256(repr(_without_pays(rules)).encode()).hexdigest()[:16]
    return None if folder is None else folder / f"{name}-{key}.npz"


def _pays_data(rules: UltimateRules) -> Ints:
    """Return the payouts of the Blind as numerators and denominators."""
    pays = [rules.blind.of(category) for category in CATEGORIES]
    return _fractions_data(pays)


def _fractions_data(values: Any) -> Ints:
    return np.array([(value.numerator, value.denominator) for value in values], np.int64)


def _fractions(data: Ints) -> tuple[Fraction, ...]:
    return tuple(Fraction(*pair) for pair in data.tolist())


def _is_of(data: Mapping[str, Any], rules: UltimateRules) -> bool:
    return np.array_equal(data["pays"], _pays_data(rules))


def _sums_data(sums: BlindSums) -> dict[str, Any]:
    limits = {"over": _fractions_data(sums.over), "up_to": _fractions_data(sums.up_to)}
    return {"pays": _pays_data(sums.rules), **limits, "by_ranks": sums.by_ranks, "by_types": sums.by_types}


def _read_sums(rules: UltimateRules) -> BlindSums | None:
    data = _read(_path(rules, "sums"))
    if data is None:
        return None
    pays = dict(zip((category.name.lower() for category in CATEGORIES), _fractions(data["pays"]), strict=True))
    return BlindSums(
        replace(rules, blind=HandPays(**pays)),
        tuple(kind for kind, pay in enumerate(pays.values()) if pay),
        _fractions(data["over"]), _fractions(data["up_to"]), data["by_ranks"], data["by_types"],
    )  # fmt: skip


def _read(path: Path | None) -> dict[str, Any] | None:
    """Return the arrays of a file, or None if there is none that can be read."""
    if path is None:
        return None
    try:
        # NumPy leaves a damaged file open that it opened itself.
        with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
            return dict(arrays)
    except Exception:
        return None


def _write(path: Path | None, data: Mapping[str, Any]) -> None:
    """Write arrays to a file completely or not at all; a full disk leaves no file."""
    if path is None:
        return
    content = io.BytesIO()
    np.savez(content, **data)
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        unfinished.write_bytes(content.getbuffer())
        unfinished.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)
