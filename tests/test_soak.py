"""The soak: every test belongs to one part, and a part runs with the seed that it prints."""

from __future__ import annotations

import re
import sys

import pytest

from tests import soak
from tests.test_docs import soak_only


def test_every_test_file_belongs_to_one_part() -> None:
    files = sorted(path.relative_to(soak.ROOT).as_posix() for path in soak.ROOT.glob("tests/**/test_*.py"))
    assert [path for path in files if soak.part_of(path) is None] == []
    larger = [path for path in files if soak.runs_more_in_soak(path)]
    assert sorted(path for part in soak.PARTS for path in soak.files_of(part)) == larger


def test_a_file_that_runs_the_same_way_in_ci_is_left_out_of_the_soak() -> None:
    assert soak.runs_more_in_soak("tests/server/test_races.py")
    assert not soak.runs_more_in_soak("tests/browser/test_cards_and_roads.py")


def test_a_file_that_no_part_names_is_found() -> None:
    assert soak.part_of("tests/newcomer/test_newcomer.py") is None


def test_every_path_of_a_part_exists() -> None:
    places = [place for part in soak.PARTS.values() for place in part]
    assert [place for place in places if not list(soak.ROOT.glob(place))] == []


def test_a_file_of_the_server_that_is_about_faults_is_in_that_part() -> None:
    assert soak.part_of("tests/server/test_faults.py") == "faults"
    assert soak.part_of("tests/server/test_races.py") == "server"
    assert soak.part_of("tests/families/war/test_odds.py") == "mathematics"


def test_the_readme_lists_every_test_that_only_the_soak_runs() -> None:
    """Check that `tests/README.md` names each such test.

    It may name the whole test, the beginning of its name, or its file; the mathematics is listed by family.
    """
    text = (soak.ROOT / "tests" / "README.md").read_text("utf-8").partition("## Only in the soak")[2]
    beginnings = tuple(re.findall(r"`?(test_\w+_)…", text))
    missing = []
    for part in ("server", "browser", "faults"):
        for path in soak.files_of(part):
            whole = f"`{path.removeprefix('tests/').removesuffix('.py')}` (" in text
            names = soak_only((soak.ROOT / path).read_text("utf-8"))
            missing += [
                f"{path}::{name}" for name in names if not (whole or name in text or name.startswith(beginnings))
            ]
    assert [name for name in missing if "::test_" in name] == []


def test_a_part_passes_its_seed_on_and_prints_it_with_duration_and_result(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    show = "import os; print('ran with', os.environ['CROUPIER_SOAK'], os.environ['CROUPIER_SEED'])"
    monkeypatch.setattr(soak, "commands", lambda part, seed: [[sys.executable, "-c", show]])
    assert soak.run_part("server", 7)
    first, ran, last = capfd.readouterr().out.splitlines()
    assert (first, ran) == ("soak server: seed 7", "ran with 10000 7")
    assert last == "soak server: passed in 0.0 minutes, seed 7"


def test_a_part_fails_where_one_of_its_commands_does(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    ends = [[sys.executable, "-c", f"raise SystemExit({code})"] for code in (1, 0)]
    monkeypatch.setattr(soak, "commands", lambda part, seed: ends)
    assert not soak.run_part("faults", 7)
    assert "soak faults: failed in" in capfd.readouterr().out


def test_hypothesis_and_the_kills_get_the_seed() -> None:
    suite, kills = soak.commands("faults", 9)
    assert "--hypothesis-seed=9" in suite
    assert kills[-2:] == ["--seed", "9"]
    assert soak.commands("browser", 9)[0][-1].startswith("tests/browser/")
