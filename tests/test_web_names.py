"""Web pages name no family of games outside `web/src/games`: every screen uses the registry.

Tests may: a search is tried with the names that people type.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from croupier.play.family import FAMILIES

WEB = Path(__file__).resolve().parents[1] / "web" / "src"
GAMES = WEB / "games"
SENT = {WEB / "lib" / "types.ts", WEB / "wire.ts", WEB / "wire.http.ts"}
"""Types of what the server sends, with the server's names; `wire*.ts` are generated from the server."""
WRITTEN = {".ts", ".svelte", ".css", ".html"}
NAMED = re.compile(
    r"baccarat|black\s?jack|poker|hold\W?em|three.?card|mah.?jong|pai.?gow|thirteen.?card|\bwars?\b|(?<=[a-z])War(?![a-z])|\bisWar\b",
    re.IGNORECASE,
)


def named_in(text: str) -> list[str]:
    """Return every line that names a family, with its line number."""
    return [f"{number}: {line.strip()}" for number, line in enumerate(text.splitlines(), 1) if NAMED.search(line)]


def pages() -> list[Path]:
    return sorted(
        path
        for path in WEB.rglob("*")
        if path.suffix in WRITTEN
        and path not in SENT
        and GAMES not in path.parents
        and not path.name.endswith(".test.ts")
    )


def test_no_page_names_a_family() -> None:
    found = [
        f"{path.relative_to(WEB)}:{line}" for path in pages() for line in named_in(path.read_text(encoding="utf-8"))
    ]
    assert len(pages()) > 100
    assert found == []


def test_code_shared_by_families_names_none_but_in_the_registry() -> None:
    shared = [path for path in GAMES.iterdir() if path.suffix in WRITTEN and path.name != "index.ts"]
    found = [f"{path.name}:{line}" for path in sorted(shared) for line in named_in(path.read_text(encoding="utf-8"))]
    assert found == []


@pytest.mark.parametrize(
    "line",
    [
        "if (isPoker(view)) return;",
        'family === "three-card"',
        "/** As at a Blackjack table. */",
        "import { BACCARAT }",
        "const isWar = true;",
        "// Hold'em has a board",
    ],
)
def test_a_name_is_found(line: str) -> None:
    assert named_in(line) != []


def test_every_family_has_its_web_package() -> None:
    registry = (GAMES / "index.ts").read_text(encoding="utf-8")
    entries = set(re.findall(r'^  "?([\w-]+)"?(?:: \w+)?,$', registry, re.MULTILINE))
    assert entries == set(FAMILIES)


def test_no_web_package_of_a_family_imports_another() -> None:
    packages = {path.name for path in GAMES.iterdir() if (path / "game.ts").exists()}
    crossing = re.compile(r'"(?:\.\./)+(' + "|".join(sorted(packages)) + r")/")
    for package in packages:
        for path in (GAMES / package).rglob("*"):
            if path.suffix in WRITTEN:
                assert not crossing.search(path.read_text(encoding="utf-8")), path
