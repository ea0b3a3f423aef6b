"""Both games with tiles in the terminal: tiles drawn dot by dot, set by number or by name, and described in words."""

from __future__ import annotations

import io
import sys

import pytest
from rich.console import Console

from croupier.cards import Pack
from croupier.cards.pack import WINDOW, Domino, Tile
from croupier.cards.random_source import SeededRandomSource
from croupier.money.cents import Cents
from croupier.play import rulebook_library
from croupier.rulebook.table_rules import TableRules
from croupier.terminal.card_art import CIRCLE, PIP, tile_face
from croupier.terminal.game import TerminalGame
from croupier.terminal.screen import Screen
from croupier.terminal.session import Session
from croupier.terminal.table_setup import TableSetup

TILES, MAH_JONG = "ca-pai-gow-tiles", "ca-mah-jong-pai-gow"


@pytest.mark.parametrize("tile", [*Pack.DOMINOES.copies, *Pack.MAH_JONG.copies], ids=str)
def test_a_tile_is_drawn_with_all_its_dots(tile: Tile) -> None:
    rows = tile_face(tile)
    assert [len(row) for row in rows] == [5] * 5
    if isinstance(tile, Domino):
        halves = [sum(row.count(PIP) for row in half) for half in (rows[:2], rows[3:])]
        assert halves == [tile.fewer, tile.more]
    else:
        assert sum(row.count(CIRCLE) for row in rows) == tile.circles % WINDOW


def play_round(monkeypatch: pytest.MonkeyPatch, rulebook: str, bet: str, lines: str) -> tuple[Session, str]:
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    session = Session(
        TableSetup.for_rules(TableRules.of(rulebook_library.load(rulebook))), Cents(1_000_00), SeededRandomSource(3)
    )
    page = io.StringIO()
    console = Console(file=page, width=100, height=45, highlight=False, markup=False, emoji=False)
    TerminalGame(session, Screen(console, session, fast=True), lambda: None).handle_line(bet)
    return session, page.getvalue()


def test_four_tiles_are_set_the_house_way_on_request(monkeypatch: pytest.MonkeyPatch) -> None:
    session, page = play_round(monkeypatch, TILES, "pai 20", "h\n")
    assert "You have mooy, bot, foo, chong. Put two into the low hand." in " ".join(page.split())
    assert "You have 9, foo on top high and 6, mooy on top low." in " ".join(page.split())
    assert "High hand worse, low hand worse." in page
    assert "Wall 1 opened" in page
    assert session.balance == 979_00, "the wager and a dollar of collection"


def test_a_foul_is_refused_and_tiles_are_named_by_their_dots(monkeypatch: pytest.MonkeyPatch) -> None:
    _, page = play_round(monkeypatch, TILES, "pai 20", "2-6 5-6\n7\n3-3 5-5\n")
    assert "the low hand may not outrank the high one" in page.lower()
    assert '"7" is no tile, and no number from 1 to 4' in page
    assert "YOU, low  6, mooy on top" in page


def test_two_mah_jong_tiles_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    session, page = play_round(monkeypatch, MAH_JONG, "win 20", "")
    assert "The die shows" in page
    assert "The player-dealer has" in page
    assert session.balance != 1_000_00
