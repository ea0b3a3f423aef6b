"""Commands at a shell: `games`, `settle`, `lint`, help, version and error messages."""

from __future__ import annotations

import contextlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from croupier.play import rulebook_library, rulebook_list
from tests.command_line import Printed, croupier

CASE = {
    "rulebook": "ca-cash-in-baccarat",
    "options": {"decks": 8},
    "bank": {"seat": 1, "amount": "300"},
    "schedule": 1,
    "wagers": [
        {"seat": 2, "wager": "player", "amount": "100"},
        {"seat": 2, "wager": "phoenix-7", "amount": "10"},
        {"seat": 3, "wager": "player", "amount": "200"},
        {"seat": 3, "wager": "tie", "amount": "20", "bettor": "backline-1"},
    ],
    "cards": "Ts 2h 2d Kc 4c 5s",
    "decisions": [],
    "meters": {},
}


@pytest.fixture(scope="module")
def listed() -> list[dict[str, Any]]:
    """Return the output of `croupier games --json`; the command reads every rulebook, so it runs once."""
    games: list[dict[str, Any]] = json.loads(croupier("games", "--json").out)
    return games


@pytest.fixture(scope="module")
def shown() -> Printed:
    """Run `croupier games` in a pipe of forty columns."""
    return croupier("games", COLUMNS="40")


def test_the_shipped_list_of_rulebooks_is_that_of_their_files(monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = rulebook_library.shipped_names()
    listed = rulebook_list._shipped_list()
    assert listed == rulebook_list.read_rulebooks(shipped)
    monkeypatch.setattr(rulebook_list, "files_digest", lambda: "of other files")
    assert rulebook_list._shipped_list() is None
    assert [one.rulebook for one in rulebook_list.listed_rulebooks()] == list(rulebook_library.names())


def test_the_list_of_games_reads_no_rulebook() -> None:
    code = "import sys; from croupier.cli.games import show_games; show_games(as_json=True); "
    loaded = subprocess.run(
        [sys.executable, "-c", f"{code}print([name for name in ('pydantic', 'numpy') if name in sys.modules])"],
        capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    assert loaded.stdout.splitlines()[-1] == "[]"


def test_import_of_the_library_imports_nothing_large() -> None:
    code = "import sys, croupier; print([name for name in ('pydantic', 'numpy', 'rich') if name in sys.modules])"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert loaded.stdout.strip() == "[]"


def test_games_are_listed_under_their_house_and_their_family(shown: Printed) -> None:
    heading, under = "", {}
    for line in shown.out.splitlines():
        words = line.split()
        if words and words[0] in rulebook_library.names():
            under[words[0]] = heading
        elif ", " in line:
            heading = line.strip()
    assert set(under) == set(rulebook_library.names())
    assert under["ca-cash-in-baccarat"] == "California cardrooms, baccarat"
    assert under["ca-buster-blackjack"] == "California cardrooms, blackjack"
    assert under["ca-3-card-poker"] == "California cardrooms, three-card poker"
    assert under["ca-ultimate-texas-holdem"] == "California cardrooms, hold'em"


def test_games_lists_every_rulebook(shown: Printed, listed: list[dict[str, Any]]) -> None:
    assert shown.status == 0
    assert {entry["rulebook"] for entry in listed} == set(rulebook_library.names())
    assert all(name in shown.out for name in rulebook_library.names())


def test_games_in_a_pipe_are_printed_one_per_line(shown: Printed, listed: list[dict[str, Any]]) -> None:
    lines = shown.out.splitlines()
    for entry in listed:
        (line,) = [line for line in lines if line.split()[:1] == [entry["rulebook"]]]
        assert entry["title"] in line
        assert line.split()[-2:] == [entry["banking"], str(len(entry["wagers"]))]


def test_games_on_a_screen_of_eighty_columns_break_no_word(listed: list[dict[str, Any]]) -> None:
    coloured = croupier("games", COLUMNS="80", FORCE_COLOR="1").out
    lines = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in coloured.splitlines()]
    assert max(map(len, lines)) <= 80
    words = set(" ".join(lines).split())
    for entry in listed:
        assert {entry["rulebook"], entry["banking"], *entry["title"].split()} <= words


def test_ctrl_c_reaches_a_command_though_the_tests_were_started_with_it_ignored() -> None:
    """Check that SIGINT works in child processes even if the tests start with SIGINT ignored.

    `make test &`, nohup and some build servers start programs this way.
    """
    child = "import signal; print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)"
    parent = f"import subprocess, sys, tests.conftest; subprocess.run([sys.executable, '-c', {child!r}])"
    ignoring = ["sh", "-c", "trap '' INT; exec \"$@\"", "sh", sys.executable, "-c", parent]
    root = Path(__file__).parents[2]
    done = subprocess.run(ignoring, capture_output=True, text=True, timeout=60, check=False, cwd=root)
    assert (done.stdout, done.stderr) == ("True\n", "")


def test_settle_prints_exactly_the_documented_shape() -> None:
    done = croupier("settle", "-", "--json", stdin=json.dumps(CASE))
    assert done.status == 0
    assert json.loads(done.out) == {
        "rulebook": "ca-cash-in-baccarat",
        "facts": {"player_total": 6, "banker_total": 7, "player_cards": 3, "banker_cards": 3},
        "results": [
            {
                "seat": 2, "bettor": "player", "wager": "player", "amount": "100.00", "result": "lose",
                "net": "-100.00", "row": None, "cite": "004_adc0a8156e8c1b3e.txt L2338, L2376, L2378",
            },
            {
                "seat": 2, "bettor": "player", "wager": "phoenix-7", "amount": "10.00", "result": "win",
                "net": "200.00", "owed": "400.00", "row": "40:1", "cite": "004_adc0a8156e8c1b3e.txt L2341, L2403-2404",
            },
            {
                "seat": 3, "bettor": "player", "wager": "player", "amount": "200.00", "result": "returned",
                "net": "0.00", "row": None, "cite": "004_adc0a8156e8c1b3e.txt L2338, L2376, L2378",
            },
            {
                "seat": 3, "bettor": "backline-1", "wager": "tie", "amount": "20.00", "result": "returned",
                "net": "0.00", "row": None, "cite": "004_adc0a8156e8c1b3e.txt L2340, L2385-2395",
            },
        ],
        "bank": {"seat": 1, "amount": "300.00", "net": "-100.00", "left": "0.00"},
        "collection": {"action": "330.00", "player_dealer": "3.00", "players": {}},
        "meters": {},
    }  # fmt: skip


def test_settle_for_people_names_the_wagers_and_the_bank(tmp_path: Path) -> None:
    file = tmp_path / "case.json"
    file.write_text(json.dumps(CASE), "utf-8")
    shown = croupier("settle", str(file), "--facts").out
    for words in (
        "Phoenix 7",
        "owed $400",
        "Bank, seat 1: put up $300, net -$100",
        "schedule ci-1: $3",
        "banker_total = 7",
    ):
        assert words in shown


def test_settle_lines_answers_each_line_and_goes_on_after_a_refusal(tmp_path: Path) -> None:
    wrong = {**CASE, "wagers": [CASE["wagers"][0], {"seat": 2, "wager": "tie", "amount": "2000"}]}  # type: ignore[index]
    file = tmp_path / "cases.jsonl"
    file.write_text("\n".join([json.dumps(CASE), json.dumps(wrong), "", "{", json.dumps(CASE)]), "utf-8")
    for words in (["settle", "--lines", str(file)], ["settle", str(file), "--lines", "--json"]):
        done = croupier(*words)
        assert done.status == 1
        answers = [json.loads(line) for line in done.out.splitlines()]
        assert len(answers) == 4
        assert answers[0] == answers[3]
        assert answers[1]["error"]["field"] == "wagers[1].amount"
        assert "maximum" in answers[1]["error"]["message"]
        assert "JSON" in answers[2]["error"]["message"]


@pytest.mark.parametrize(("schedule", "amount"), [(1, "250"), (2, "600")])
def test_a_wager_without_a_fee_bracket_is_refused_in_one_line_and_the_later_cases_go_on(
    tmp_path: Path, schedule: int, amount: str
) -> None:
    dealt = {"player:2": "4s 5s 6s 7s 8s 9s Ts", "dealer": "Jd Th 8c 7d 5h 3d 2d"}
    over = {
        "rulebook": "ca-ace-up-pai-gow-poker",
        "schedule": schedule,
        "wagers": [{"seat": 2, "wager": "base", "amount": amount}],
        "dealt": dealt,
    }
    file = tmp_path / "cases.jsonl"
    file.write_text(f"{json.dumps(over)}\n{json.dumps(CASE)}\n", "utf-8")
    lines = croupier("settle", "--lines", str(file))
    refused, settled = (json.loads(line) for line in lines.out.splitlines())
    assert lines.status == 1
    assert refused["error"]["field"].startswith("wagers")
    assert f"${amount}" in refused["error"]["message"]
    assert settled["results"]
    file.write_text(json.dumps(over), "utf-8")
    alone = croupier("settle", str(file))
    assert alone.status == 2
    assert len(alone.err.splitlines()) == 1
    assert "Traceback" not in alone.err


@pytest.mark.parametrize(
    ("words", "stdin", "says"),
    [
        (["settle", "nowhere.json"], "", "nowhere.json: there is no such file"),
        (["settle", "."], "", "folder"),
        (["settle", "-"], "{not json", "standard input, line 1, column 2: is not JSON"),
        (["settle", "-"], '{"rulebook": 5}', "rulebook: is a number; name one"),
        (["rules", "mine.toml", "--toml"], "", "--toml: takes the id of a rulebook"),
        (["settle", "nowhere.json"], "", f"there is no such file in the current folder, {Path.cwd()}"),
        (["serve", "--data", __file__], "", "is a file; --data names a folder"),
        (["design", "co-baccarat", "--wager", "nope", "--edge", "5%"], "", 'no wager "nope"; this table has player'),
        (["design", "co-baccarat", "--wager", "tie", "--edge", "5"], "", "for 5 percent write 5%"),
        (["settle", "-"], "[]", "case: is a list"),
        (["settle", "-"], '{"rulebook": "x", "rulebook": "y"}', "rulebook: stands twice"),
        (["settle", "-"], "[" * 100_000, "case"),
        (["settle", "-", "--json"], '{"rulebook": "ca-cash-in-bacarat"}', 'did you mean "ca-cash-in-baccarat"'),
        (["rules", "ca-cash-in"], "", "there is no rulebook"),
        (["rules", "ca-cash-in-baccarat", "-o", "decks"], "", "NAME=VALUE"),
        (["rules", "ca-cash-in-baccarat", "-o", "decks=99"], "", "3 to 8"),
        (["play", "nothing"], "", "there is no rulebook"),
        (["lint", "nowhere.toml"], "", "nowhere.toml: there is no such file"),
        (["lint", "ca-cash-in-bacarat"], "", 'did you mean "ca-cash-in-baccarat"'),
    ],
)
def test_bad_input_gets_one_clear_line_status_2_and_no_result(words: list[str], stdin: str, says: str) -> None:
    done = croupier(*words, stdin=stdin)
    assert done.status == 2
    assert done.out == ""
    assert says in done.err
    assert len(done.err.splitlines()) == 1
    assert "Traceback" not in done.err


def test_lint_lists_everything_that_is_wrong_with_its_place(tmp_path: Path) -> None:
    source = Path(rulebook_library.__file__).parents[1] / "rulebook" / "data" / "ca-cash-in-baccarat.toml"
    file = tmp_path / "mine.toml"
    file.write_text(
        source.read_text("utf-8").replace('odds = "8:1"', 'odds = "8/1"').replace("burn =", "burm ="), "utf-8"
    )
    done = croupier("lint", str(file))
    assert done.status == 2
    assert done.out == ""
    assert all(line.startswith(str(file)) for line in done.err.splitlines())
    reported = json.loads(croupier("lint", str(file), "--json").out)
    assert reported[0]["file"] == str(file)
    assert reported[0]["problems"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b'id = "mine\n', "mine.toml:1: is not TOML: a text that begins with a quotation mark"),
        (b'id = "mine"\na', "mine.toml:2: is not TOML: Expected '='"),
        (b"\x9a", "mine.toml: is not text in UTF-8: byte 1 is no character"),
    ],
)
def test_a_file_that_is_no_toml_is_refused_with_its_line(tmp_path: Path, text: bytes, says: str) -> None:
    (tmp_path / "mine.toml").write_bytes(text)
    printed = croupier("lint", tmp_path / "mine.toml")
    assert printed.status == 2
    assert says in printed.err


def test_a_minimum_over_the_maximum_is_refused_with_the_line_of_its_wager(tmp_path: Path) -> None:
    text = croupier("rules", "co-baccarat", "--toml").out.replace('"co-baccarat"', '"mine"', 1)
    changed, places = re.subn(r"limits\s*= \{.*\}", 'limits = { min = "100", max = "1" }', text, count=1)
    assert places
    (tmp_path / "mine.toml").write_text(changed)
    printed = croupier("lint", tmp_path / "mine.toml")
    assert printed.status == 2
    assert re.search(r"mine\.toml:\d+: wager\.\S+: a minimum of \$100 is over the maximum of \$1;", printed.err)


def test_the_facts_of_a_seat_are_printed_one_on_a_line(tmp_path: Path) -> None:
    (tmp_path / "case.json").write_text(
        json.dumps(json.loads(Path("tests/cases/house-blackjack.json").read_text())[0]["case"])
    )
    printed = croupier("settle", tmp_path / "case.json", "--facts")
    assert re.search(r"^  Seat \d\S*\n    \w+ = \w+\n    \w+ = ", printed.out, re.M), printed


def test_an_amount_of_more_than_twelve_digits_is_too_large() -> None:
    case = {**CASE, "wagers": [{"seat": 2, "wager": "player", "amount": "1" + 21 * "0"}]}
    assert croupier("settle", "-", stdin=json.dumps(case)).is_refusal("the largest amount has twelve digits")


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys; sys.argv = ['croupier', '--help']\n"
        "from croupier.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "heavy = {'numpy', 'pydantic', 'typst', 'rich'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60, check=False).returncode == 0


def test_the_version_is_printed() -> None:
    """Check the program as a shell starts it; the other tests run its commands in their own process."""
    command = [sys.executable, "-m", "croupier", "--version"]
    assert subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout.startswith(
        "croupier "
    )


def test_a_terminal_shows_what_is_computed_from_the_beginning_and_a_pipe_shows_nothing() -> None:
    import pty

    code = (
        "import numba\n"
        "from croupier.cli.output import show_work\n"
        "with show_work('Counting Baccarat'):\n"
        "    numba.njit(lambda number: number + 1)(1)\n"
        "print('done')"
    )
    terminal, end = pty.openpty()
    text = b""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=end) as running:
        os.close(end)
        # On Linux, reading a terminal that nobody writes to any more is an error.
        with os.fdopen(terminal, "rb", buffering=0) as shown, contextlib.suppress(OSError):
            while piece := shown.read(1 << 12):
                text += piece
        assert running.stdout is not None
        assert running.stdout.read() == b"done\n"
    assert b"Counting Baccarat" in text
    assert b"compiling kernels, once on this machine" in text
    piped = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60, check=True)
    assert piped.stdout == b"done\n"
    assert b"Counting" not in piped.stderr


def test_rules_prints_the_rulebook_itself_and_refuses_two_formats(tmp_path: Path) -> None:
    copied = tmp_path / "copied.toml"
    printed = croupier("rules", "co-baccarat", "--toml")
    copied.write_text(printed.out.replace('"co-baccarat"', '"my-baccarat"'), "utf-8")
    assert rulebook_library.load(str(copied)).id == "my-baccarat"
    refused = croupier("rules", "co-baccarat", "--toml", "--json")
    assert (refused.status, refused.out) == (2, "")
    assert "does not go with --json; choose one of them" in refused.err
    assert "there is no rulebook" in croupier("rules", "co-bacarat", "--toml").err
