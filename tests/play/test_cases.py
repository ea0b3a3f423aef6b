"""Case files: worked examples and misuse as data, each with the rule that it shows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from croupier.errors import BadInput
from croupier.play import rulebook_library
from croupier.play.case import SettledCase, read_case, settle_case, settled_case_json
from croupier.rulebook.citations import parse_citation

FILES = sorted((Path(__file__).parents[1] / "cases").glob("*.json"))
CASES = [(file.stem, entry) for file in FILES for entry in json.loads(file.read_text("utf-8"))]


def settled(case: Any) -> SettledCase:
    return settle_case(read_case(case))


def assert_within(expected: Any, found: Any, path: str) -> None:
    """Assert that `found` contains everything in `expected`.

    Extra keys are allowed, but lists must have equal length.
    """
    if isinstance(expected, dict):
        for key, value in expected.items():
            assert key in found, f"{path}.{key} is not in the answer"
            assert_within(value, found[key], f"{path}.{key}")
    elif isinstance(expected, list):
        assert len(expected) == len(found), f"{path} has {len(found)} entries"
        for place, value in enumerate(expected):
            assert_within(value, found[place], f"{path}[{place}]")
    else:
        assert found == expected, path


@pytest.mark.parametrize("rulebook", [file.stem for file in FILES])
def test_every_case_of_a_rulebook(rulebook: str) -> None:
    failed = {}
    for file, entry in CASES:
        if file == rulebook:
            try:
                check(entry)
            except (AssertionError, BadInput, pytest.fail.Exception) as error:
                failed[entry["name"]] = str(error)
            except Exception as error:
                error.add_note(f"the case: {entry['name']}")
                raise
    assert failed == {}


def check(entry: dict[str, Any]) -> None:
    """Check that a case is settled or refused as its file says."""
    if "refused" in entry:
        with pytest.raises(BadInput) as refusal:
            settled(entry["case"])
        problem = refusal.value.problems[0]
        assert problem.where == entry["refused"]["field"], str(problem)
        assert entry["refused"]["says"].lower() in problem.message.lower(), str(problem)
    else:
        assert_within(entry["expect"], settled_case_json(settled(entry["case"])), "answer")


@pytest.mark.parametrize("kind", ["expect", "refused"])
def test_a_case_with_another_answer_is_found(kind: str) -> None:
    _, entry = next(one for one in CASES if kind in one[1])
    wrong = {"expect": {"rulebook": "another"}} if kind == "expect" else {"refused": {"field": "another", "says": ""}}
    with pytest.raises(AssertionError):
        check(entry | wrong)


def test_every_case_names_a_rule_that_exists() -> None:
    for file, entry in CASES:
        for part in entry["rule"].split(";"):
            if part.strip()[:3].isdigit():
                assert parse_citation(part.strip(), "000"), f"{file}: {entry['name']}"


def test_case_names_are_not_repeated() -> None:
    names = [(file, entry["name"]) for file, entry in CASES]
    assert len(set(names)) == len(names)


def test_every_rulebook_has_a_case_file() -> None:
    assert {file.stem for file in FILES} == set(rulebook_library.names())


def test_every_pay_row_of_every_rulebook_is_reached_by_a_case() -> None:
    """Check that for every pay row some case ends in it.

    Only cases that could reach a missing row are settled here; every case is settled above.
    """
    cases = [entry["case"] for _, entry in CASES if "refused" not in entry]
    bet_on = {(case["rulebook"], wager["wager"]) for case in cases for wager in case.get("wagers", ())}
    missing = set(all_rows())
    for case in cases:
        named = {wager["wager"] for wager in case.get("wagers", ())}
        open_rows = {wager for rulebook, wager, _, _ in missing if rulebook == case["rulebook"]}
        if not any(wager in named or (case["rulebook"], wager) not in bet_on for wager in open_rows):
            continue
        done = settled(case)
        rules = done.case.rules
        for settled_bet in done.settlement.settled:
            if settled_bet.verdict.row_number is not None:
                written = rules.rulebook.written.wager[settled_bet.bet.wager]
                table = rules.options["paytable"] if written.paytables else None
                missing.discard((rules.id, settled_bet.bet.wager, table, settled_bet.verdict.row_number))
    assert not missing, sorted(missing, key=str)


def all_rows() -> list[tuple[str, str, str | None, int]]:
    rows: list[tuple[str, str, str | None, int]] = []
    for name in rulebook_library.names():
        for wager in rulebook_library.load(name).written.wager.values():
            rows += [(name, wager.id, None, number) for number in range(len(wager.pays))]
            for table, table_rows in wager.paytables.items():
                rows += [(name, wager.id, table, number) for number in range(len(table_rows))]
    return rows


@pytest.mark.parametrize(
    ("dealt", "field", "says"),
    [
        ({"dealer": "Ts"}, "dealt.dealer", 'hands are "player" and "banker"'),
        ({"player": "9s Kh"}, "dealt", "card 1 of the banker is due"),
        ({"player": "9s Kh 2c", "banker": "2d Kc"}, "dealt", "2c is left over; the round is complete after 4 cards"),
        ([], "dealt", 'an object such as {"player": '),
    ],
)
def test_a_case_of_a_game_with_shared_hands_names_these_hands(dealt: object, field: str, says: str) -> None:
    wagers = [{"seat": 1, "wager": "player", "amount": "20"}]
    with pytest.raises(BadInput) as refusal:
        settled({"rulebook": "pa-mini-baccarat", "wagers": wagers, "dealt": dealt})
    problem = refusal.value.problems[0]
    assert problem.where == field
    assert says in problem.message
