"""Commands `settle`, `odds`, `rules` and `lint`: the same JSON keys and refusals for every shipped game."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from croupier.play import rulebook_library
from croupier.play.family import FAMILIES
from tests.command_line import croupier

RULEBOOKS = rulebook_library.names()
every_rulebook = pytest.mark.parametrize("rulebook", RULEBOOKS)
FAMILY_RULEBOOKS = {rulebook_library.load(name).written.family: name for name in reversed(RULEBOOKS)}
"""One rulebook of each family."""
CASES = Path(__file__).parents[1] / "cases"

SETTLED = {"rulebook", "facts", "results", "bank", "collection", "meters"}
OPTIONAL_SETTLED = {"hands", "pots", "exchanges"}
RESULT = {"seat", "bettor", "wager", "amount", "result", "net", "row", "cite"}
OPTIONAL_RESULT = {"owed"}
SHEET = {"rulebook", "digest", "options", "method", "rounds", "wagers"}
ODDS = {
    "wager", "paytable", "house_edge", "house_edge_exact", "precision", "hit", "push", "loss", "standard_deviation",
    "skewness", "largest_pay", "rows", "interval",
}  # fmt: skip
OPTIONAL_ODDS = {"game", "chart_edge", "spread_simulated", "meters"}
FEES = {"rulebook", "digest", "options", "house_edge", "method", "hands_an_hour", "hands_simulated", "fees"}
RULES = {
    "title", "house", "summary", "banking", "banked_by", "rulebook", "digest", "source", "source_lines", "table",
    "paytable", "wagers", "meters", "envy", "settlement", "collection", "sections", "procedures", "options",
    "documents", "statement", "language", "steps",
}  # fmt: skip
NO_SHEET = {"thirteen-card"}
"""Families without a par sheet: `odds` refuses them."""
ONLY_FEES = {"holdem"}
"""Families where the house only takes a fee: `odds` shows the cost of the fee."""
AMOUNT = re.compile(r"-?\d+\.\d\d")


def first_case(rulebook: str) -> dict[str, Any]:
    """Return the first case of a rulebook that is settled."""
    entries = json.loads((CASES / f"{rulebook}.json").read_text("utf-8"))
    case: dict[str, Any] = next(entry["case"] for entry in entries if "refused" not in entry)
    return case


def check_keys(data: dict[str, Any], required: set[str], optional: frozenset[str] | set[str] = frozenset()) -> None:
    """Check that all required keys are present, and no keys other than required and optional ones."""
    assert required <= set(data) <= required | optional, set(data) ^ required


# settle


def check_settled(settled: dict[str, Any], rulebook: str, case: dict[str, Any]) -> None:
    """Check the output of `settle`: its keys, amounts as dollars and cents, and a result for every wager."""
    check_keys(settled, SETTLED, OPTIONAL_SETTLED)
    assert settled["rulebook"] == rulebook
    for result in settled["results"]:
        check_keys(result, RESULT, OPTIONAL_RESULT)
        assert AMOUNT.fullmatch(str(result["amount"])), result
        assert AMOUNT.fullmatch(str(result["net"])), result
    placed = {(wager["seat"], wager["wager"]) for wager in case.get("wagers", ())}
    assert placed <= {(result["seat"], result["wager"]) for result in settled["results"]}


@every_rulebook
def test_settle_prints_one_shape_for_every_game(rulebook: str) -> None:
    case = first_case(rulebook)
    check_settled(croupier("settle", "-", "--json", stdin=json.dumps(case)).data, rulebook, case)


@every_rulebook
def test_settle_refuses_an_unknown_wager_or_seat(rulebook: str) -> None:
    """Check that `settle` refuses a misspelt wager, or chips at a seat that does not exist."""
    case = first_case(rulebook)
    if "wagers" in case:
        case["wagers"][0]["wager"] += "s"
        parts = ("wagers[0].wager: ", f'has no wager "{case["wagers"][0]["wager"]}"', "did you mean")
    else:
        case["stacks"]["99"] = "100"
        parts = ("stacks", "99")
    done = croupier("settle", "-", "--json", stdin=json.dumps(case))
    assert done.is_refusal(*parts), done


def test_a_settlement_of_another_shape_is_found() -> None:
    case = first_case("co-baccarat")
    sound = croupier("settle", "-", "--json", stdin=json.dumps(case)).data
    first = sound["results"][0]
    for wrong in (
        {**sound, "house": 1},
        {key: value for key, value in sound.items() if key != "facts"},
        {**sound, "results": []},
        {**sound, "results": [{**first, "net": -2500}]},
        {**sound, "results": [{**first, "profit": "1.00"}]},
    ):
        with pytest.raises(AssertionError):
            check_settled(wrong, "co-baccarat", case)


# odds


def check_sheet(sheet: dict[str, Any], rulebook: str) -> None:
    """Check that every entry of a par sheet is a wager of the rulebook, and that its shares are probabilities."""
    check_keys(sheet, SHEET)
    assert sheet["rulebook"] == rulebook
    for odds in sheet["wagers"]:
        check_keys(odds, ODDS, OPTIONAL_ODDS)
        assert 0 <= odds["hit"] <= 1, odds["wager"]
        assert 0 <= odds["push"] <= 1, odds["wager"]
    written = rulebook_library.load(rulebook).written.wager
    assert {odds["wager"] for odds in sheet["wagers"]} <= set(written) | {"game"}


@every_rulebook
def test_odds_prints_one_shape_for_every_game(rulebook: str) -> None:
    done, family = croupier("odds", rulebook, "--json"), rulebook_library.load(rulebook).written.family
    if family in NO_SHEET:
        assert done.is_refusal("rulebook: ", "has no par sheet"), done
    elif family in ONLY_FEES:
        check_keys(done.data, FEES)
        assert done.data["house_edge"] is None
        assert done.data["fees"]
    else:
        check_sheet(done.data, rulebook)
        assert done.data["wagers"]


@every_rulebook
def test_odds_refuses_an_option_that_the_game_does_not_have(rulebook: str) -> None:
    assert croupier("odds", rulebook, "--json", "-o", "cards_of_glass=3").is_refusal('"cards_of_glass"')


def test_a_sheet_of_another_shape_is_found() -> None:
    sound = croupier("odds", "co-baccarat", "--json").data
    first = sound["wagers"][0]
    for wrong in (
        {**sound, "seed": 1},
        {**sound, "wagers": [{**first, "hit": 1.01}]},
        {**sound, "wagers": [{**first, "wager": "nobodys"}]},
        {**sound, "wagers": [{key: value for key, value in first.items() if key != "push"}]},
    ):
        with pytest.raises(AssertionError):
            check_sheet(wrong, "co-baccarat")


# rules


@every_rulebook
def test_rules_prints_one_shape_for_every_game(rulebook: str) -> None:
    rules = croupier("rules", rulebook, "--json").data
    check_keys(rules, RULES)
    assert rules["rulebook"] == rulebook
    assert {wager["id"] for wager in rules["wagers"]} == set(rulebook_library.load(rulebook).written.wager)


# lint


@pytest.mark.parametrize("family", sorted(FAMILIES))
def test_lint_finds_a_shipped_rulebook_of_every_family_in_order(family: str) -> None:
    rulebook = FAMILY_RULEBOOKS[family]
    assert croupier("lint", rulebook, "--json").data == [{"file": rulebook, "problems": []}]


@every_rulebook
def test_lint_says_where_a_damaged_rulebook_is_wrong(rulebook: str, tmp_path: Path) -> None:
    text = files("croupier.rulebook").joinpath(f"data/{rulebook}.toml").read_text("utf-8")
    file = tmp_path / f"{rulebook}.toml"
    damaged, count = re.subn(r"^title( +=)", r"tilte\1", text, count=1, flags=re.MULTILINE)
    file.write_text(damaged, "utf-8")
    line = 1 + damaged[: damaged.index("tilte")].count("\n")
    assert count == 1
    done = croupier("lint", str(file))
    assert (done.out, done.status) == ("", 2)
    assert any(text.startswith(f"{file}:{line}: ") and "title" in text for text in done.err.splitlines()), done.err
    (reported,) = json.loads(croupier("lint", str(file), "--json").out)
    assert reported["file"] == str(file)
    assert reported["problems"]


# All commands


@pytest.mark.parametrize("command", [("odds",), ("rules",), ("lint",)], ids=" ".join)
@pytest.mark.parametrize("family", sorted(FAMILIES))
def test_a_misspelt_rulebook_is_refused_with_the_name_it_may_mean(family: str, command: tuple[str, ...]) -> None:
    name = FAMILY_RULEBOOKS[family]
    done = croupier(*command, f"{name}s", "--json")
    assert done.status == 2, done
    assert f'did you mean "{name}"?' in done.err + done.out.replace("\\", "")
