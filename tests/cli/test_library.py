"""croupier as a library, used from a notebook or a program."""

from __future__ import annotations

import doctest
import pydoc
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import croupier
import croupier.game
from croupier.errors import BadInput

CASH_IN = croupier.load("ca-cash-in-baccarat")


def test_the_examples_in_the_docstrings_are_true() -> None:
    for module in (croupier, croupier.game):
        assert doctest.testmod(module).failed == 0


def test_the_examples_on_the_library_page_are_true() -> None:
    page = Path(__file__).parents[2] / "docs" / "library.md"
    assert doctest.testfile(str(page), module_relative=False).failed == 0


def test_an_edge_is_an_exact_fraction() -> None:
    edge = CASH_IN.odds()["banker"].house_edge
    assert isinstance(edge, Fraction)
    # Of these deals Banker wins 2,292,252,566,437,888 and Player 2,230,518,282,592,256. A Banker win with a three-card
    # 7 is a push: 112,633,011,329,024 deals.
    assert edge == Fraction(2230518282592256 - (2292252566437888 - 112633011329024), 4998398275503360)


def test_a_game_lists_the_rulebooks_and_their_wagers() -> None:
    assert len(croupier.rulebooks()) == 32
    assert "phoenix-7" in CASH_IN.wagers


def test_an_option_gives_another_game_and_leaves_the_first_as_it_was() -> None:
    six = CASH_IN.with_options(decks=6)
    assert six.odds()["tie"].house_edge != CASH_IN.odds()["tie"].house_edge
    assert CASH_IN.rules().shoe.decks == 8


def test_a_pay_table_changes_in_one_expression() -> None:
    better = CASH_IN.with_pays("phoenix-7", "45:1")
    assert better.odds()["phoenix-7"].house_edge < 0 < CASH_IN.odds()["phoenix-7"].house_edge
    assert better.digest != CASH_IN.digest
    dragon = croupier.load("co-dragon-bonus", paytable="2")
    rows = ["20:1", "8:1", "7:1", "4:1", "3:1", "1:1", "2:1"]
    assert dragon.with_pays("dragon-bonus-player", rows).odds()["dragon-bonus-player"].house_edge < 0


def test_a_wager_is_added_in_one_expression() -> None:
    with_pair = CASH_IN.with_wager("pair-and-win", "player_pair and player_wins", "20:1")
    assert 0.02 < with_pair.odds()["pair-and-win"].hit < 0.04
    settled = with_pair.settle(
        {"wagers": [{"seat": 2, "wager": "pair-and-win", "amount": "10"}], "cards": "4d 3s 4h 4c"}
    )
    assert settled["results"][0]["net"] == "200.00"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda: CASH_IN.with_pays("phenix-7", "45:1"), "phoenix-7"),
        (lambda: CASH_IN.with_pays("phoenix-7", ["1:1", "2:1"]), "has 1 rows and 2 odds"),
        (lambda: CASH_IN.with_wager("x", "plaier_wins", "2:1"), "player_wins"),
        (lambda: CASH_IN.with_options(decks=99), "3 to 8"),
        (lambda: CASH_IN.facts("plaier_total"), "player_total"),
        (lambda: CASH_IN.facts("player_pair", "all_suited"), "cannot be counted in one table"),
        (lambda: CASH_IN.odds(removed="8h " * 9), "it holds 8"),
        (lambda: CASH_IN.odds(left="8h 8d"), "a round needs 6"),
        (lambda: croupier.load("no-such-game"), "there is no rulebook"),
    ],
)
def test_invalid_changes_are_refused_with_a_reason(change: object, says: str) -> None:
    with pytest.raises(BadInput) as refusal:
        change()  # type: ignore[operator]
    assert says in str(refusal.value)


def test_facts_come_as_arrays_with_weights() -> None:
    facts = CASH_IN.facts("player_total", "banker_total", "tie")
    assert facts["tie"].dtype == np.bool_
    assert facts.weights.sum() == 4998398275503360
    assert facts.probability(facts["tie"]) == pytest.approx(0.095156, abs=1e-6)


def test_games_show_themselves_in_a_notebook() -> None:
    assert "Phoenix 7" in CASH_IN._repr_html_()
    assert "7.6113%" in CASH_IN.odds()._repr_html_()


def test_a_game_and_its_sheet_are_shown_in_a_line() -> None:
    assert repr(croupier.load("co-baccarat", decks=6)) == "Game(rulebook=Rulebook('co-baccarat'), options={'decks': 6})"
    shown = repr(croupier.load("co-baccarat").odds())
    assert shown.startswith("<co-baccarat, house edge exact: player 1.2351%, banker 1.0579%, tie 14.3596%, ")


def test_dir_and_help_show_how_to_start() -> None:
    assert {"Game", "load", "rulebooks", "__version__"} <= set(dir(croupier))
    page = pydoc.render_doc(croupier, renderer=pydoc.plaintext)
    assert "load(rulebook: 'str | Path', **options: 'Any') -> 'Game'" in page


def test_a_wager_that_a_sheet_has_no_figures_for_is_refused_with_the_reason() -> None:
    game = CASH_IN.with_wager("suited-pair", "player_pair and all_suited", "100:1")
    with pytest.raises(BadInput, match=r"^suited-pair: is not counted: it looks at the first four cards and at"):
        game.odds()["suited-pair"]
    with pytest.raises(BadInput, match=r'^bankr: is not a wager of Cash-In Baccarat; did you mean "banker"\?$'):
        CASH_IN.odds()["bankr"]
