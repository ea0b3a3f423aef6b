"""The documentation as a site: it is built without a network, every link leads somewhere, every page has its place."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from croupier import Game
from croupier.play import rulebook_library
from croupier.rulebook.table_rules import TableRules
from scripts.api_pages import MODULES, RETURNED
from scripts.docs_site import DOCS, ROOT, build, faults_of
from scripts.game_pages import game_page

GENERATED = {"games/README.md", "reference/python-reference.md"}


def settings() -> dict[str, Any]:
    found: dict[str, Any] = yaml.load((ROOT / "mkdocs.yml").read_text("utf-8"), yaml.BaseLoader)
    return found


def pages_in(nav: Any) -> Iterator[str]:
    """Yield the pages of a navigation in their order."""
    if isinstance(nav, str):
        yield nav
    else:
        for entry in nav.values() if isinstance(nav, dict) else nav:
            yield from pages_in(entry)


def test_every_page_is_once_in_the_navigation_and_so_is_every_game() -> None:
    named = list(pages_in(settings()["nav"]))
    written = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}
    games = {f"games/{name}.md" for name in rulebook_library.shipped_names()}
    missing = (written | games | GENERATED) - set(named)
    assert not missing, f"add these pages to nav in mkdocs.yml: {sorted(missing)}"
    assert sorted(named) == sorted(written | games | GENERATED)


def test_the_settings_have_no_plugins_so_that_other_builders_read_them() -> None:
    assert "plugins" not in settings()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    (folder / "mkdocs.yml").write_text((ROOT / "mkdocs.yml").read_text("utf-8"), "utf-8")
    return build(folder, quick=True)


def test_every_link_of_the_site_leads_somewhere_and_nothing_comes_from_another_server(site: Path) -> None:
    assert faults_of(site) == []


def test_the_site_has_the_games_with_their_odds_and_the_search_finds_them(site: Path) -> None:
    page = (site / "games" / "ca-cash-in-baccarat.html").read_text("utf-8")
    for text in ("Phoenix 7", "7.6113", "CA-CIB-A1", "Rules card", "L2403-2404"):
        assert text in page
    found = json.loads((site / "search.json").read_text("utf-8"))["items"]
    assert any("Phoenix 7" in item["text"] for item in found)


def test_the_python_reference_has_every_public_name(site: Path) -> None:
    page = (site / "reference" / "python-reference.html").read_text("utf-8")
    public = [name for name in vars(Game) if not name.startswith("_")]
    for name in (*MODULES, *(path.rsplit(".")[-1] for path in RETURNED), *public):
        assert name in page


def test_a_link_that_leads_nowhere_and_a_file_from_elsewhere_are_found(tmp_path: Path) -> None:
    (tmp_path / "here.html").write_text('<h1 id="top">.</h1><a href="gone.html">.</a><a href="#top">.</a>', "utf-8")
    (tmp_path / "other.html").write_text('<a href="here.html#low">.</a><img src="https://x.example/a.png">', "utf-8")
    assert faults_of(tmp_path) == [
        "here.html: no page gone.html",
        "other.html: loads https://x.example/a.png",
        "other.html: no anchor here.html#low",
    ]


def test_the_page_of_a_game_shows_its_strategy_and_its_felt() -> None:
    rules = TableRules.of(rulebook_library.load("house-blackjack"))
    strategy = {
        "rules": ["six decks"],
        "blocks": [{"title": "Hard", "heads": ["2"], "rows": [{"held": "16", "cells": ["S"]}]}],
        "tones": {"S": "stand"},
        "meanings": [["S", "stand"]],
        "tables": [{"title": "", "heads": ["count", "edge"], "rows": [["+1", "0.5 %"]], "figures": 1}],
        "closing": ["House edge: 0.4 %."],
    }
    page = game_page(rules, {"strategy": strategy}, has_felt=True)
    assert "felts/house-blackjack.webp" in page
    assert '<tr><th>16</th><td class="stand">S</td></tr>' in page
    assert "| +1 | 0.5 % |" in page


def test_steps_with_pictures_between_them_stay_one_list(site: Path) -> None:
    steps = re.findall(r"^\d+\. ", (DOCS / "guides" / "dealer.md").read_text("utf-8"), re.MULTILINE)
    lists = (site / "guides" / "dealer.html").read_text("utf-8").count("<ol")
    assert 0 < lists < len(steps) / 2
