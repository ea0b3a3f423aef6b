"""Packages from outside that cannot be used: each gives one message, and every other game is there."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from croupier.play import rulebook_library
from croupier.play.family import FAMILIES, family_names, load_family
from tests.command_line import croupier as in_process
from tests.outside.packages import REGISTER, RULEBOOK, croupier, installed, write_package

LACKING = "class Half:\n    display_name = 'half'\nHALF = Half()\n"
UNTYPED = "from croupier.play.facts import FactList\nfact = FactList()\n@fact\ndef odd(view): ...\n"
MISSPELT = (
    "from dragon_tiger.family import DragonTiger\nfrom croupier.play.facts import FactList\nfact = FactList()\n"
    "@fact\ndef tie(view) -> bool: ...\nfact.set_wording({'te': ('a', 'b', 'c')})\n"
    "class Half(DragonTiger): facts = fact\nHALF = Half()\n"
)
OTHER_REGISTER = REGISTER.read_text("utf-8").replace("dragon-tiger-rules", "other-rules")
OTHER_RULEBOOK = (
    RULEBOOK.read_text("utf-8")
    .replace('id      = "dragon-tiger"', 'id      = "other"')
    .replace("dragon-tiger-rules.txt", "other-rules.txt")
)


@pytest.fixture
def packages(example: Path, tmp_path: Path) -> Path:
    """Return a folder with the example installed, for more packages beside it."""
    return Path(shutil.copytree(example, tmp_path / "packages"))


@pytest.mark.parametrize(
    ("family", "rulebooks", "files", "message"),
    [
        ("war = broken:WAR", "", {"broken.py": "WAR = 1\n"}, 'family "war" is left out: croupier has a family'),
        ("half = broken:HALF", "", {}, "broken:HALF cannot be imported: ModuleNotFoundError: No module named 'broken'"),
        ("half = broken:HALF", "", {"broken.py": "\n1 / 0\n"}, "broken.py:2)"),
        ("half = broken:HALF", "", {"broken.py": "import gone_module\n"}, "broken.py:1)"),
        ("half = broken:HALF", "", {"broken.py": UNTYPED}, "fact odd has to say that it returns a bool or an int"),
        (
            "half = broken:HALF",
            "",
            {"broken.py": MISSPELT},
            'set_wording names "te", which is no fact; did you mean "tie"?',
        ),
        ("half = broken:GONE", "", {"broken.py": LACKING}, "broken:GONE cannot be imported: AttributeError"),
        ("half = broken:HALF", "", {"broken.py": LACKING}, "broken:HALF lacks"),
        (
            "dragon-tiger = dragon_tiger.family:DRAGON_TIGER",
            "",
            {},
            'family "dragon-tiger" is left out: another package has a family of this name',
        ),
        ("", "half = broken", {"broken/x.toml": ""}, "its register sources.toml cannot be read"),
        (
            "",
            "half = broken",
            {"broken/sources.toml": "[003]\nfile = 'x'\n"},
            'document "003" lacks issuer, lacks known',
        ),
        ("", "half = broken", {"broken/sources.toml": REGISTER.read_text("utf-8")}, '"dragon-tiger-rules" is in the'),
        (
            "",
            "half = broken",
            {"broken/sources.toml": OTHER_REGISTER.replace("other-rules.txt", "rules.txt")},
            "write an id as house-rules, house-rules.txt",
        ),
        (
            "",
            "half = broken",
            {"broken/sources.toml": OTHER_REGISTER.replace("23", '"23"')},
            "lines of document \"other-rules\" is '23'; write their number",
        ),
        (
            "",
            "half = broken",
            {"broken/sources.toml": "".join(line for line in OTHER_REGISTER.splitlines(True) if "sha256" not in line)},
            'sources.toml: document "other-rules" lacks sha256; its keys are file, issuer, known, lines, sha256, title',
        ),
        (
            "",
            "half = broken",
            {"broken/sources.toml": OTHER_REGISTER + "pages = 3\n"},
            'sources.toml: document "other-rules" has no key pages',
        ),
        (
            "",
            "half = broken",
            {"broken/sources.toml": OTHER_REGISTER, "broken/other-rules.txt": "one line\n"},
            "sources.toml: other-rules.txt has 1 lines and sha256 ",
        ),
        (
            "",
            "half = broken",
            {"broken/sources.toml": OTHER_REGISTER, "broken/co-baccarat.toml": OTHER_RULEBOOK},
            "co-baccarat.toml: there is another rulebook of this id",
        ),
        (
            "",
            "half = broken",
            {"broken/sources.toml": OTHER_REGISTER, "broken/mine.toml": OTHER_RULEBOOK},
            'mine.toml: id is "other"; a rulebook is called after its id, other.toml',
        ),
        (
            "",
            "half = broken",
            {
                "broken/sources.toml": OTHER_REGISTER,
                "broken/other.toml": OTHER_RULEBOOK.replace('"tie and suited"', '"tie and suted"'),
            },
            'other.toml:66: wager.suited-tie.pays.0.when: "suted" is not a fact',
        ),
        (
            "",
            "half = broken",
            {
                "broken/sources.toml": OTHER_REGISTER,
                "broken/other.toml": OTHER_RULEBOOK.replace('family  = "dragon-tiger"', 'family  = "gone"'),
            },
            'family: "gone" is not a family',
        ),
    ],
)
def test_a_package_that_cannot_be_used_is_left_out_with_one_message(
    packages: Path,
    caplog: pytest.LogCaptureFixture,
    family: str,
    rulebooks: str,
    files: dict[str, str],
    message: str,
) -> None:
    write_package(packages, "half-done", family=family, rulebooks=rulebooks, files=files)
    with installed(packages):
        assert family_names() == (*FAMILIES, "dragon-tiger")
        assert load_family("dragon-tiger").display_name == "Dragon Tiger"
        assert rulebook_library.names() == (*rulebook_library.shipped_names(), "dragon-tiger")
    (said,) = caplog.messages
    assert said.startswith("croupier: package half-done 1.0: ")
    assert message in said


def test_a_command_prints_the_message_and_goes_on(packages: Path) -> None:
    write_package(packages, "half-done", family="half = broken:HALF", files={"broken.py": LACKING})
    done = croupier("games", "--json", packages=packages)
    assert done.returncode == 0
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert 'package half-done 1.0: family "half" is left out: broken:HALF lacks ' in done.stderr
    assert {"co-baccarat", "dragon-tiger"} <= {game["rulebook"] for game in json.loads(done.stdout)}


def test_rulebooks_of_one_package_may_use_the_family_of_another(packages: Path) -> None:
    files = {"other/sources.toml": OTHER_REGISTER, "other/other.toml": OTHER_RULEBOOK}
    write_package(packages, "other-rules", rulebooks="other = other", files=files)
    with installed(packages):
        assert rulebook_library.load("other").cite(["L12", "dragon-tiger-rules L3-4"]) == (
            "other-rules.txt L12; dragon-tiger-rules.txt L3-4"
        )


def test_a_fact_that_raises_is_refused_with_its_package_file_and_line(packages: Path) -> None:
    facts = packages / "dragon_tiger" / "facts.py"
    text = facts.read_text("utf-8")
    line = text[: text.index("return", text.index("-> bool"))].count("\n") + 1
    facts.write_text(text[: (at := text.index("return", text.index("-> bool")))] + "return 1 / 0\n    " + text[at:])
    with installed(packages):
        printed = in_process("lint", "dragon-tiger")
    assert printed.status == 2, printed
    assert printed.err.startswith(f"croupier: {facts}:{line}: package ")
    assert "failed: ZeroDivisionError" in printed.err
