"""croupier as a library, used from a notebook or a program."""

from __future__ import annotations

import doctest
import json
import pydoc
from collections.abc import Callable
from dataclasses import is_dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import croupier
import croupier.game
from croupier.errors import BadInput
from croupier.money.cents import Cents
from croupier.odds.compare import comparison_json
from croupier.odds.counting.count_report import study_json
from croupier.odds.design import design_json
from croupier.odds.player_dealer import bank_json
from croupier.odds.priced_odds import priced_odds, priced_odds_json
from croupier.odds.stakes_risk import risk_json
from tests.command_line import croupier as croupier_command

CASH_IN = croupier.load("ca-cash-in-baccarat")


def test_the_examples_in_the_docstrings_are_true() -> None:
    for module in (croupier, croupier.game):
        assert doctest.testmod(module).failed == 0


def test_the_examples_on_the_library_page_are_true() -> None:
    page = Path(__file__).parents[2] / "docs" / "reference" / "library.md"
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
    assert repr(croupier.load("co-baccarat", decks=6)) == "<Baccarat: croupier.load('co-baccarat', decks=6)>"
    shown = repr(croupier.load("co-baccarat").odds())
    assert shown.startswith("<co-baccarat, house edge exact: player 1.2351%, banker 1.0579%, tie 14.3596%, ")


ULTIMATE = croupier.load("ca-ultimate-texas-holdem")
THREE = croupier.load("ca-3-card-poker")
RESULTS: dict[str, Callable[[], Any]] = {
    "simulate": lambda: CASH_IN.simulate(20_000),
    "design": lambda: CASH_IN.design("phoenix-7", "5%", below_filed=True),
    "compare": lambda: CASH_IN.compare(CASH_IN.with_options(decks=6)),
    "sweep": lambda: CASH_IN.sweep("decks", [6, 8]),
    "count": lambda: CASH_IN.count("tie", shoes=64),
    "collusion": lambda: THREE.count(shoes=64),
    "effects": CASH_IN.effects,
    "risk": lambda: CASH_IN.risk({"banker": 25}, 500, 100),
    "bank": lambda: CASH_IN.bank({"player": 300}),
    "jackpot": lambda: croupier.load("co-99-fortunes").jackpot(),
    "strategy": THREE.strategy,
    "hand": lambda: THREE.strategy("Qh 9s 2d", up="Qd"),
    "verify": lambda: CASH_IN.verify(2_000),
    "odds": ULTIMATE.odds,
    "one wager": lambda: ULTIMATE.odds()["ante"],
}


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_is_a_dataclass_that_is_shown_in_a_line_and_as_a_table_in_a_notebook(name: str) -> None:
    result = RESULTS[name]()
    assert is_dataclass(result)
    shown = repr(result)
    assert shown.startswith("<")
    assert len(shown) < 400
    assert "\n" not in shown
    page = result._repr_html_()
    assert "<table" in page or "&lt;table" in page
    has_plot = name in {"simulate", "sweep", "count", "effects", "risk", "odds"}
    assert ("data:image/svg+xml;base64," in page) == has_plot


def test_a_notebook_shows_tables_where_matplotlib_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.odds.result_display.has_package", lambda _: False)
    monkeypatch.setattr("croupier.odds.stakes_risk.has_package", lambda _: False)
    for result in (CASH_IN.odds(), CASH_IN.risk({"banker": 25}, 500, 100)):
        assert "<table" in result._repr_html_()
        assert "<img" not in result._repr_html_()


@pytest.mark.parametrize(
    ("kind", "begins"), [("csv", b"rulebook,"), ("html", b"<!doctype"), ("xlsx", b"PK"), ("pdf", b"%PDF")]
)
def test_a_par_sheet_comes_as_every_kind_of_file(kind: str, begins: bytes) -> None:
    assert croupier.load("co-baccarat").par_sheet_file(kind).startswith(begins)


def test_a_kind_of_file_that_there_is_none_of_is_refused() -> None:
    with pytest.raises(BadInput, match="choose html, pdf, xlsx, csv"):
        CASH_IN.par_sheet_file("ods")


def test_text_of_a_rulebook_is_escaped_in_a_notebook() -> None:
    odd = CASH_IN.with_wager("odd", "player_pair", "20:1", title="<b>Odd</b>")
    assert "&lt;b&gt;Odd&lt;/b&gt;" in odd.odds()._repr_html_()
    assert "<b>Odd</b>" not in odd.odds()._repr_html_()


SAME: list[tuple[list[str], Callable[[], Any]]] = [
    (["odds"], lambda: priced_odds_json(priced_odds(CASH_IN.rules()))),
    (["design", "--wager", "phoenix-7", "--edge", "5%", "--row", "1", "--least", "1=30:1", "--below-filed"],
     lambda: design_json(CASH_IN.design("phoenix-7", "5%", rows=[1], least={"1": "30:1"}, below_filed=True))),
    (["bank", "--action", "player=300,tie=20"], lambda: bank_json(CASH_IN.bank({"player": 300, "tie": "20"}))),
    (["risk", "--stakes", "banker=25", "--bankroll", "500", "--rounds", "100"],
     lambda: risk_json(CASH_IN.risk({"banker": 25}, 500, 100))),
    (["count", "--wager", "tie", "--shoes", "64"], lambda: study_json(CASH_IN.count("tie", shoes=64))),
    (["compare"], lambda: comparison_json(CASH_IN.compare(), Cents(1000), 70)),
    (["rules", "--language", "es"], lambda: CASH_IN.card(language="es").as_data()),
]  # fmt: skip


@pytest.mark.parametrize(("words", "from_library"), SAME, ids=[words[0] for words, _ in SAME])
def test_a_command_prints_what_the_library_returns(words: list[str], from_library: Callable[[], Any]) -> None:
    command, *options = words
    printed = croupier_command(command, "ca-cash-in-baccarat", *options, "--json")
    assert printed.data == json.loads(json.dumps(from_library()))


@pytest.mark.parametrize(
    ("question", "says"),
    [
        (lambda: CASH_IN.design("phoenix-7", "five"), "write a percentage such as 5%"),
        (lambda: CASH_IN.design("phoenix-7", "5%", rows=["third"]), '"third" is no row of phoenix-7'),
        (lambda: CASH_IN.design("phoenix-7", "5%", payable="odd"), "write whole, halves or felt"),
        (lambda: CASH_IN.design("phoenix-7", "5%", shape="odd,even,2"), "write filed, level, or one number"),
        (CASH_IN.strategy, "nobody decides anything"),
        (CASH_IN.jackpot, "no progressive wager"),
        (lambda: croupier.load("co-99-fortunes").jackpot("banker"), "plays for no meter"),
        (lambda: CASH_IN.risk({"banker": "a"}, 500, 10), "banker"),
        (lambda: CASH_IN.risk({"banker": 25}, 5, 10), "less than the $25.00 staked"),
        (lambda: CASH_IN.risk({"banker": 25}, 500, 10).plot(".gif"), ".svg, .png, .pdf"),
        (lambda: croupier.load("ilani-midi-baccarat").bank({"player": 25}), "banked by the house"),
        (lambda: CASH_IN.effects()["bankr"], 'did you mean "banker"'),
        (THREE.effects, "deals every round from a whole deck"),
        (lambda: THREE.odds(removed="As"), "deals every round from a whole deck"),
        (lambda: CASH_IN.card(schedule="99"), "runs under"),
        (lambda: CASH_IN.compare()["bankr"], "is a wager of none of them"),
        (lambda: CASH_IN.simulate(0), "deal from 1 to"),
    ],
)
def test_a_question_that_cannot_be_answered_is_refused_with_a_reason(question: Callable[[], Any], says: str) -> None:
    with pytest.raises(BadInput) as refusal:
        question()
    assert says in str(refusal.value)


def test_dir_and_help_show_how_to_start() -> None:
    assert {"Game", "load", "rulebooks", "__version__"} <= set(dir(croupier))
    page = pydoc.render_doc(croupier, renderer=pydoc.plaintext)
    assert "load(rulebook: 'str | Path', **options: 'Any') -> 'Game'" in page


def test_a_wager_that_a_sheet_has_no_figures_for_is_refused_with_the_reason() -> None:
    game = CASH_IN.with_wager("suited-pair", "player_pair and all_suited", "100:1")
    with pytest.raises(BadInput, match=r"^suited-pair: is not counted: it looks at the first four cards and at"):
        game.odds(removed="As")["suited-pair"]
    with pytest.raises(BadInput, match=r'^bankr: is not a wager of Cash-In Baccarat; did you mean "banker"\?$'):
        CASH_IN.odds()["bankr"]
