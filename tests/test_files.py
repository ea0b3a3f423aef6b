"""Hostile files: size, depth, numbers, expansion and output are limited in every file that a command reads."""

from __future__ import annotations

import io
import json
import time
from pathlib import Path

import pytest

from croupier.cli.settle import settle_file, settle_lines
from croupier.errors import PROBLEMS_MOST, BadInput, Problem, suggestion
from croupier.evidence.software_manifest import read_manifest
from croupier.families.blackjack.odds.simulate import _count
from croupier.files import CASE, KEYS, RULES, FileLimits, TooMuch, bounded_lines, parse_json, parse_toml, read_bytes
from croupier.money.schedules.schedule_file import read_sheet
from croupier.play.case import read_json
from croupier.play.rulebook_library import load, load_file
from croupier.rulebook.conditions import ConditionError, Scope, parse_condition
from croupier.server.config import read_config
from croupier.store.checkpoint import is_json, read_copy
from croupier.store.keys import HouseKeys
from croupier.store.log_copy import CopiedRecord, read_lines

SECONDS_MOST = 5
DEEP, DIGITS, KEYS_300_000 = "[" * 20_000, "9" * 5_000, "".join(f"k{n} = 1\n" for n in range(300_000))
BOOK = Path(str(load("co-baccarat").position_of(()))).name.partition(":")[0]


def rulebook_text() -> str:
    from importlib.resources import files

    return files("croupier.rulebook").joinpath(f"data/{BOOK}").read_text("utf-8")


HOSTILE_TOML = {
    "deep": (f"x = {DEEP}", "nested deeper"),
    "inline tables": ("x = " + "{a = " * 5_000 + "1" + "}" * 5_000, "nested deeper"),
    "digits": (f"x = {DIGITS}", "digits"),
    "hexadecimal": ("x = 0x" + "f" * 5_000, "digits"),
    "infinity": ("x = inf", "only finite numbers"),
    "dotted key": ("a" + '."b"' * 100_000 + " = 1", "parts"),
    "dotted header": ("[a" + ".b" * 200_000 + "]", "parts"),
    "keys": (KEYS_300_000, "bytes"),
    "tables": ("[[step]]\n" * 40_000, "values"),
}


def refusal(read: object, *args: object) -> BadInput:
    """Return the `BadInput` that a reader raises within `SECONDS_MOST` seconds of the processor."""
    began = time.thread_time()
    with pytest.raises(BadInput) as refused:
        read(*args)  # type: ignore[operator]
    assert time.thread_time() - began < SECONDS_MOST
    return refused.value


@pytest.mark.parametrize("name", HOSTILE_TOML)
def test_rulebooks_configurations_fee_sheets_and_counts_are_limited(name: str, tmp_path: Path) -> None:
    text, message = HOSTILE_TOML[name]
    path = tmp_path / "hostile.toml"
    path.write_text(text)
    for read in (load_file, read_config):
        assert message in str(refusal(read, path))
    assert message in str(refusal(read_sheet, text, "hostile.toml"))
    assert message in str(refusal(_count, "hostile.toml", text))


def test_unknown_keys_are_counted_and_not_all_listed(tmp_path: Path) -> None:
    path = tmp_path / "keys.toml"
    path.write_text(KEYS_300_000[:200_000].rpartition("\n")[0] + "\n" + rulebook_text())
    for read in (load_file, read_config):
        refused = refusal(read, path)
        assert len(refused.problems) == PROBLEMS_MOST + 1
        assert "more problems" in refused.problems[-1].message
        assert len(str(refused)) < 50_000


def test_a_check_ends_after_so_many_problems(tmp_path: Path) -> None:
    path = tmp_path / "order.toml"
    wagers = ", ".join(f'"w{n}"' for n in range(15_000))
    path.write_text(f"{rulebook_text()}\n[settlement]\norder = [{wagers}]\n")
    assert len(refusal(load_file, path).problems) == PROBLEMS_MOST + 1


def test_entries_of_an_array_keep_their_lines_without_going_over_all_others(tmp_path: Path) -> None:
    path = tmp_path / "steps.toml"
    path.write_text(rulebook_text() + "".join(f'[[step]]\nid = "s{n}"\n' for n in range(5_000)))
    assert "step.s0.title: is missing" in str(refusal(load_file, path))


@pytest.mark.parametrize(
    "terms",
    [
        [f"x{n} or x{n}" for n in range(60)],
        [f"x{n}" for n in range(5_000)],
        ["not " * 200 + f"x{n}" for n in range(60)],
    ],
    ids=["doubling", "a chain", "nested"],
)
def test_terms_are_put_in_up_to_a_limit(terms: list[str]) -> None:
    scope = Scope({"tie": bool}, terms={"x0": "tie"} | {f"x{n}": text for n, text in enumerate(terms, start=1)})
    began = time.thread_time()
    with pytest.raises(ConditionError, match=r"more than 1,000 names|nested deeper than"):
        parse_condition(f"x{len(terms)}", scope)
    assert time.thread_time() - began < SECONDS_MOST


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("max     = 14", "max = 999999999"), "seats"),
        (("decks", "decks"), ""),
    ],
)
def test_a_table_is_built_for_so_many_seats_at_most(change: tuple[str, str], message: str) -> None:
    from croupier.play.rulebook_library import family_rules
    from croupier.rulebook.loader import load_edited

    rulebook = load("ca-cash-in-baccarat")
    data = json.loads(json.dumps(rulebook.data))
    data["options"]["seats" if message else "decks"].update(max=999_999_999, default=999_999_999)
    assert "100 at most" in str(refusal(load_edited, rulebook, data, family_rules()))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[" * 100_000, "nested deeper than 64 levels"),
        ('{"a":' * 900 + "1" + "}" * 900, "nested deeper than 64 levels"),
        (f'{{"rulebook": {DIGITS}}}', "more than 19 digits"),
        ('{"rulebook": NaN}', "only finite numbers"),
        ('{"rulebook": 1e999}', "only finite numbers"),
        ("[" + "0," * CASE.values_most + "0,0]", "more than 200,000 values"),
        ('"' + "x" * CASE.bytes_most + '"', "bytes"),
    ],
)
def test_a_case_is_limited(text: str, message: str, tmp_path: Path) -> None:
    assert message in str(refusal(read_json, text))
    path = tmp_path / "case.json"
    path.write_text(text)
    assert message in str(refusal(lambda: settle_file(str(path), as_json=True, all_facts=False)))


def test_lines_after_a_hostile_one_are_settled(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text("[" * 100_000 + f'\n{{"a": {DIGITS}}}\n' + "x" * (CASE.bytes_most + 10) + "\n{}\n")
    with pytest.raises(SystemExit):
        settle_lines(str(path), all_facts=False)
    messages = [json.loads(line)["error"]["message"] for line in capsys.readouterr().out.splitlines()]
    assert len(messages) == 4
    assert "nested" in messages[0]
    assert "bytes" in messages[2]


def test_keys_and_manifests_are_limited(tmp_path: Path) -> None:
    for size in (1_000, KEYS.bytes_most + 1):
        path = tmp_path / f"{size}.json"
        path.write_text("[" * size)
        path.chmod(0o600)
        refusal(HouseKeys.load, path)
        refusal(read_manifest, path)


@pytest.mark.parametrize(
    "line", [DEEP, f'{{"seq": {DIGITS}}}', '{"stream": [], "seq": 1, "before": 0}', '{"seq": 1e999}']
)
def test_a_line_of_a_second_copy_is_limited(line: str, tmp_path: Path) -> None:
    path = tmp_path / "copy.jsonl"
    path.write_text(line + "\n")
    (log,) = read_lines(path)
    assert not isinstance(log, CopiedRecord)
    assert not is_json(line) or list_of(path) is None


def list_of(path: Path) -> list[object] | None:
    try:
        return list(read_copy(path))
    except BadInput:
        return None


def test_a_line_without_an_end_is_cut_off() -> None:
    lines = list(bounded_lines(io.BytesIO(b"a" * 1_000 + b"\nb\n"), 10))
    assert [len(line) for line in lines] == [11, 2]


def test_no_more_of_a_file_is_read_than_the_limit() -> None:
    assert "has more than 1,000 bytes" in str(refusal(read_bytes, "/dev/zero", 1_000))


def test_depth_values_and_numbers_are_counted_exactly() -> None:
    limits = FileLimits(bytes_most=1_000, values_most=6, depth_most=2)
    assert parse_json("[1, [2, 3]]", limits) == [1, [2, 3]]
    for text in ("[1, [2, 3], 4, 5]", "[[[1]]]", str(2**63), str(-(2**63) - 1)):
        with pytest.raises(TooMuch):
            parse_json(text, limits)
    assert parse_json(str(2**63 - 1), limits) == 2**63 - 1
    assert parse_toml("a.b = 1", RULES) == {"a": {"b": 1}}


def test_messages_about_a_file_are_short() -> None:
    problem = Problem("w" * 10_000, "m" * 10_000)
    assert (len(problem.where), len(problem.message)) == (300, 2_000)
    assert suggestion("x" * 100_000, ["x" * 100_000]) == ""
