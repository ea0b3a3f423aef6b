"""The worked examples of the seven games and what is refused, as data; and every line of every pay table."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.errors import BadInput
from croupier.play.case import SettledCase, read_case, settle_case
from croupier.play.case_answer import answer
from tests.pai_gow_house import BOOKS, file_of, house_of, registered
from tests.play.test_cases import assert_within

FILES = sorted((Path(__file__).parent / "cases").glob("*.json"))
CASES = [(file.stem, entry) for file in FILES for entry in json.loads(file.read_text("utf-8"))]


@pytest.fixture(autouse=True)
def _room() -> Iterator[None]:
    with registered():
        yield


def settled(case: dict[str, Any]) -> SettledCase:
    return settle_case(read_case({**case, "rulebook": file_of(case["rulebook"])}))


@pytest.mark.parametrize(("file", "entry"), CASES, ids=[f"{file}: {entry['name']}" for file, entry in CASES])
def test_case(file: str, entry: dict[str, Any]) -> None:
    if "refused" in entry:
        with pytest.raises(BadInput) as refusal:
            settled(entry["case"])
        problem = refusal.value.problems[0]
        assert problem.where == entry["refused"]["field"], str(problem)
        assert entry["refused"]["says"].lower() in problem.message.lower(), str(problem)
    else:
        assert_within(entry["expect"], answer(settled(entry["case"])), "answer")


def test_every_rulebook_has_cases() -> None:
    assert {file.stem for file in FILES} == set(BOOKS)


def test_every_pay_row_is_reached_by_a_case() -> None:
    paid = set()
    for _, entry in CASES:
        if "refused" not in entry:
            done = settled(entry["case"])
            rows = [(one.bet.wager, one.verdict.row_number) for one in done.settlement.settled]
            paid |= {(done.case.house.id, *row) for row in rows if row[1] is not None}
    wanted = {
        (book, wager.id, row)
        for book in BOOKS
        for wager in house_of(book).book.written.wager.values()
        for row in range(len(wager.pays))
    }
    assert not wanted - paid
