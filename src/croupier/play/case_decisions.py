"""The decisions of a case: who does what, in the order they are asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.errors import BadInput, suggestion
from croupier.money.cents import AmountError, parse_amount
from croupier.play.case_reading import kind
from croupier.play.round import Decision

KEYS = ("seat", "do", "amount")
MOST_DECISIONS = 1_000


def read_decisions(
    data: dict[str, Any], words: tuple[str, ...], also: Mapping[str, str], *, may_say_times: bool = False
) -> list[Decision]:
    """`words`: what may be decided in this game. `also`: other words for the same. `times`: 4 with play is play-4."""
    listed = data.get("decisions") or []
    if not isinstance(listed, list):
        raise BadInput.at("decisions", f"is {kind(listed)}; it is a list of decisions in the order they are asked")
    if len(listed) > MOST_DECISIONS:
        raise BadInput.at("decisions", f"holds {len(listed)} decisions; {MOST_DECISIONS} at most")
    keys = (*KEYS, "times") if may_say_times else KEYS
    return [_read(one, f"decisions[{place}]", words, also, keys) for place, one in enumerate(listed)]


def _read(one: Any, where: str, words: tuple[str, ...], also: Mapping[str, str], keys: tuple[str, ...]) -> Decision:
    if not isinstance(one, dict):
        raise BadInput.at(where, f'is {kind(one)}; it is an object such as {{"seat": 2, "do": "{words[0]}"}}')
    for key in one:
        if key not in keys:
            hint = suggestion(str(key), keys) or ";"
            raise BadInput.at(f"{where}.{key}", f"is not a key of a decision{hint} it has {', '.join(keys)}")
    seat, word = one.get("seat"), one.get("do")
    if isinstance(seat, bool) or not isinstance(seat, int) or seat < 1:
        found = "is missing" if seat is None else f"is {seat!r}"
        raise BadInput.at(f"{where}.seat", f"{found}; a seat is a whole number from 1")
    if not isinstance(word, str):
        raise BadInput.at(f"{where}.do", f"is {kind(word)}; it is one of {', '.join(words)}")
    word = _with_times(also.get(word, word), one.get("times"), words, f"{where}.times")
    if word not in words:
        hint = suggestion(word, words) or ";"
        raise BadInput.at(f"{where}.do", f'"{word}" is nothing to decide in this game{hint} it is {", ".join(words)}')
    return Decision(seat, word, _cents(one.get("amount"), f"{where}.amount"))


def _with_times(word: str, times: Any, words: tuple[str, ...], where: str) -> str:
    """The word with its size: 4 with play is play-4."""
    if times is None:
        return word
    sizes = [one.removeprefix(f"{word}-") for one in words if one.startswith(f"{word}-")]
    if not sizes:
        raise BadInput.at(where, f"stands beside {word}; it goes with play alone")
    if isinstance(times, bool) or not isinstance(times, int) or str(times) not in sizes:
        raise BadInput.at(where, f"is {times!r}; a Play wager is {', '.join(sizes[:-1])} or {sizes[-1]} antes")
    return f"{word}-{times}"


def _cents(amount: Any, where: str) -> int | None:
    if amount is None:
        return None
    try:
        return parse_amount(amount)
    except AmountError as error:
        raise BadInput.at(where, str(error)) from None
