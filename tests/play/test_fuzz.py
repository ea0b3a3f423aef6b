"""Fuzz tests of cases and rulebooks: every input gives an answer or a `BadInput`, never another exception."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.errors import BadInput
from croupier.play import rulebook_library
from croupier.play.case import read_case, read_json, settle_case, settled_case_json
from croupier.rulebook.loader import load_text
from tests.soak import SOAK

CASES = [
    entry["case"]
    for file in sorted((Path(__file__).parents[1] / "cases").glob("*.json"))
    for entry in json.loads(file.read_text("utf-8"))[::7]
]
RULEBOOKS = [
    (Path(rulebook_library.__file__).parents[1] / "rulebook" / "data" / f"{name}.toml").read_text("utf-8")
    for name in (
        "ca-cash-in-baccarat",
        "co-99-fortunes",
        "pa-mini-baccarat",
        "ca-blackjack-x",
        "ca-ultimate-texas-holdem",
        "ca-3-card-poker",
    )
]
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
JSON = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
)
WORDS = st.sampled_from(
    ["player", "tie", "0", "-5", "1e3", "5.001", "JK", "Ts", "true", "P5", "", "2:1", "None", "play", "fold", "times"]
)


def refusal_of(work: Callable[[], object]) -> BadInput | None:
    """Return the `BadInput` that `work` raises, or None; other exceptions pass through."""
    try:
        work()
    except BadInput as refusal:
        return refusal
    return None


def settle_and_print(case: Any) -> None:
    done = settle_case(read_case(case))
    json.dumps(settled_case_json(done))
    assert sum(done.settlement.postings.values()) == 0


def settle_or_refuse(case: Any) -> None:
    if refusal := refusal_of(lambda: settle_and_print(case)):
        assert refusal.problems
        assert all(problem.message and "\n" not in problem.message for problem in refusal.problems)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the path of keys and indexes to every value in a case."""
    found = [path] if path else []
    if isinstance(value, dict):
        found += [place for key, item in value.items() for place in places(item, (*path, key))]
    if isinstance(value, list):
        found += [place for key, item in enumerate(value) for place in places(item, (*path, key))]
    return found


@st.composite
def mutated_cases(draw: st.DrawFn) -> Any:
    case = copy.deepcopy(draw(st.sampled_from(CASES)))
    for _ in range(draw(st.integers(1, 3))):
        if not (where := places(case)):
            break
        *inside, last = draw(st.sampled_from(where))
        holder = case
        for key in inside:
            holder = holder[key]
        if draw(st.booleans()):
            holder[last] = draw(JSON | WORDS)
        elif isinstance(holder, list):
            holder.pop(last)
        else:
            holder.pop(last)
            holder[draw(st.text(max_size=6) | WORDS)] = draw(JSON | WORDS)
    return case


@given(mutated_cases())
@settings(max_examples=SOAK or 150)
def test_a_damaged_case_is_answered_or_refused(case: Any) -> None:
    settle_or_refuse(case)


@given(JSON)
@settings(max_examples=SOAK or 200)
def test_any_json_is_answered_or_refused(data: Any) -> None:
    settle_or_refuse(data)


@given(st.text(max_size=200))
@settings(max_examples=SOAK or 200)
def test_any_text_is_json_or_refused(text: str) -> None:
    if refusal := refusal_of(lambda: settle_or_refuse(read_json(text))):
        assert any(reason in str(refusal) for reason in ("JSON", "twice", "digits", "nested"))


@st.composite
def mutated_rulebooks(draw: st.DrawFn) -> str:
    text = draw(st.sampled_from(RULEBOOKS))
    for _ in range(draw(st.integers(1, 4))):
        lines = text.split("\n")
        place = draw(st.integers(0, len(lines) - 1))
        match draw(st.sampled_from(["drop", "repeat", "cut", "word", "swap"])):
            case "drop":
                lines.pop(place)
            case "repeat":
                lines.insert(place, lines[place])
            case "cut":
                lines[place] = lines[place][: draw(st.integers(0, len(lines[place])))]
            case "word":
                lines[place] = lines[place].replace('"', "'", 1).replace("player", draw(WORDS), 1)
            case "swap":
                other_line = draw(st.integers(0, len(lines) - 1))
                lines[place], lines[other_line] = lines[other_line], lines[place]
        text = "\n".join(lines)
    return text


@given(mutated_rulebooks())
@settings(max_examples=SOAK or 200)
def test_a_damaged_rulebook_loads_or_says_where_it_is_wrong(text: str) -> None:
    if refusal := refusal_of(lambda: load_text(text, "mine.toml", rulebook_library.family_rules())):
        assert all(problem.where.startswith(("mine.toml", "common/")) for problem in refusal.problems)
