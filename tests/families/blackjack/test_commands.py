"""Commands at a blackjack table: `simulate`, `odds` with effects of removal, `verify` and `play`."""

from __future__ import annotations

import io
import re
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier.cards import Rank, Shoe, ShoeRules, parse_cards
from croupier.cards.card import DECK
from croupier.cards.random_source import SeededRandomSource
from croupier.cli.play import play_game
from croupier.documents.number_format import percent
from croupier.families.blackjack.odds import fact_tables
from croupier.families.blackjack.odds.card_counting import Spread, count_named
from croupier.families.blackjack.odds.exact import blackjack_effects, solution_of
from croupier.families.blackjack.odds.simulated_sheet import (
    SimulatedPlayers,
    exact_strategy,
    odds_by_count,
    simulate_table,
    simulated_sheet,
)
from croupier.money.cents import Cents
from croupier.odds.family_odds import exact_par_sheet
from croupier.odds.shoe_composition import Composition
from croupier.terminal.session import Session
from croupier.terminal.table_setup import TableSetup
from tests.command_line import croupier as run
from tests.soak import in_soak, or_soak
from tests.table_rules import rules_of
from tests.typed_game import Typed, at_terminal, game_of, left_with, typing

RULEBOOKS = ("ilani-blackjack", "ca-buster-blackjack", "ca-blackjack-x", "house-blackjack")
ROUNDS = 300_000


# simulate


@in_soak
def test_a_wager_that_neither_counting_nor_simulation_can_decide_is_refused_by_both() -> None:
    game = croupier.load("house-blackjack").with_wager("mixed", "first_two_total == 20 and dealer_broke", "2:1")
    exact = exact_par_sheet(game.rules()).not_counted["mixed"]
    assert exact == "looks at dealer_broke, first_two_total together, which no count tells apart"
    rules = game.rules()
    simulated = simulated_sheet(rules, simulate_table(rules, SimulatedPlayers(), rounds=100)).not_counted["mixed"]
    assert simulated == exact


@in_soak
def test_every_seat_counts_once() -> None:
    rules = rules_of("ilani-blackjack")
    tally = simulate_table(rules, SimulatedPlayers(seats=3), rounds=20_000)
    sheet = simulated_sheet(rules, tally)
    assert sheet.rounds == 20_000
    assert sheet["pair"].total == sheet["blackjack"].total == 60_000


def test_a_card_counter_with_a_spread_gets_the_result_of_every_count() -> None:
    rules = rules_of("house-blackjack")
    spread = Spread(((1, 1), (2, 4), (4, 10)))
    tally = simulate_table(
        rules, SimulatedPlayers(2, "chart", count_named("hi-lo"), spread, Fraction(3)), rounds=ROUNDS
    )
    rows = odds_by_count(tally)
    assert sum(row.rounds for row in rows) == 2 * ROUNDS
    assert sum(row.share for row in rows) == pytest.approx(1)
    assert {row.count: row.stake for row in rows}.items() >= {(0, 1), (1, 1), (2, 4), (3, 4), (4, 10)}
    worth = {row.count: row.house_edge for row in rows}
    assert worth[-4] > worth[4], "high counts are the player's"
    assert sum(tally.insured) > 0


@in_soak
def test_the_exact_strategy_is_the_chart_with_exceptions_that_gain() -> None:
    solution = solution_of(rules_of("house-blackjack"))
    plays = exact_strategy(solution)
    assert plays.exceptions[(2, 10), 4] == 1, "ten and two against a four is hit, though twelve stands"
    for (hand, up), code in list(plays.exceptions.items())[:300]:
        assert solution.best(hand, up).action == code
    rules = rules_of("house-blackjack", automated_shoe="fresh-each-round")
    tally = simulate_table(rules, SimulatedPlayers(strategy="exact"), rounds=ROUNDS)
    assert abs(float(tally.edge) - solution.value) < 3 * tally.interval


def test_simulate_prints_the_documented_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(
        'title = "Own"\nsource = "me"\ntrue_per_cards = 52\n'
        "tags = { A = -1, 2 = 1, 3 = 1, 4 = 1, 5 = 1, 6 = 1, 7 = 0, 8 = 0, 9 = 0, T = -1 }\n"
    )
    ways = ("--rounds", "20000", "--count", str(own), "--spread", "1:1 2:4", "--insure", "3", "--seats", "2")
    printed = run("simulate", "house-blackjack", *ways, "--json").data
    keys = ("rounds", "seats", "strategy", "insure", "method")
    assert [printed[key] for key in keys] == [20_000, 2, "chart", "3", "simulated"]
    assert set(printed["by_count"][0]) == {"count", "stake", "rounds", "share", "house_edge", "interval"}
    named = run("simulate", "house-blackjack", *ways[:2], "--count", "hi-lo", *ways[4:], "--json").data
    assert named["by_count"] == printed["by_count"], "the same tags by another name"
    text = run("simulate", "house-blackjack", *ways).out
    assert "2 seats by the chart; counting Own; stakes 1:1 2:4" in text.replace("\n", " ")


BAD_SIMULATIONS: dict[tuple[str, ...], str] = {
    ("house-blackjack", "--seats", "9"): "--seats: is 9; a table has 1 to 7",
    ("house-blackjack", "--seats", "0"): "--seats: is 0",
    ("house-blackjack", "--count", "hilo"): 'did you mean "hi-lo"?',
    ("house-blackjack", "--count", "none.toml"): "none.toml: there is no such file",
    ("house-blackjack", "--count", "hi-lo", "--spread", "1-4"): '--spread: is "1-4"; write COUNT:STAKE',
    ("house-blackjack", "--count", "hi-lo", "--spread", "4:1 2:1"): "--spread: counts [4, 2]",
    ("house-blackjack", "--spread", "1:1"): "--spread: needs a count",
    ("house-blackjack", "--insure", "3"): "--insure: from a true count on needs a count",
    ("house-blackjack", "--insure", "maybe"): '--insure: is "maybe"',
    ("house-blackjack", "--strategy", "luck"): '--strategy: is "luck"; choose chart or exact',
    ("house-blackjack", "--device", "cuda"): "--device: deals games in which nobody decides",
    ("house-blackjack", "--within", "insurance=0.1"): "--within: of a blackjack table watches the main wager",
    ("ilani-blackjack", "--count", "hi-lo"): "--count: every round here is dealt from whole decks",
    ("ilani-blackjack", "-o", "even_money=true"): "RULEBOOK: the main wager",
    ("co-baccarat", "--seats", "2"): "--seats: is for games in which seats decide by a count",
    ("co-baccarat", "--insure", "never"): "--insure: is for games in which seats decide by a count",
}


@pytest.mark.parametrize("words", BAD_SIMULATIONS)
def test_a_simulation_that_is_not_possible_is_refused_in_one_line(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("simulate", *words, "--rounds", "100").is_refusal(BAD_SIMULATIONS[words])


@pytest.mark.parametrize(
    "written",
    ["tags = 3\n", "[a]\ntags = {}\n[b]\ntags = {}\n", "nonsense", '[a]\ntitle = "A"\nsource = ""\ntags = {}\n'],
)
def test_an_invalid_count_is_bad_input(written: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "count.toml"
    file.write_text(written)
    done = run("simulate", "house-blackjack", "--count", str(file), "--rounds", "100")
    assert (done.out, done.status) == ("", 2)
    assert done.err.startswith("croupier: ")


# odds


@in_soak
@pytest.mark.parametrize("rulebook", or_soak(["ca-blackjack-x", "ca-buster-blackjack"], 1))
def test_weighted_effects_of_removal_sum_to_zero(rulebook: str) -> None:
    """Check that the effects on counted wagers, weighted by the cards left of each rank, sum to exactly zero.

    For the main wager the sum is slightly negative: a player who has seen the removed card plays better, so the house
    loses.
    """
    rules = rules_of(rulebook)
    sheet = exact_par_sheet(rules, Composition.of_decks(6).without(parse_cards("As Kd 5h")))
    for name, effects in blackjack_effects(sheet).items():
        weighted = sum(effects.by_rank[rank] * effects.left[rank] for rank in Rank)
        if name in ("blackjack", "game"):
            assert -0.002 < weighted / effects.cards <= 1e-12
        elif name != "insurance":
            assert weighted == 0, name


@in_soak
def test_an_effect_is_the_edge_counted_again_without_the_card() -> None:
    rules, full = rules_of("ilani-blackjack"), Composition.of_decks(6)
    sheet = exact_par_sheet(rules)
    effects = blackjack_effects(sheet)
    for card in parse_cards("7d Kd 5s"):
        again = exact_par_sheet(rules, full.without([card]))
        for name in ("poker-3", "a-2", "insurance"):
            assert effects[name].by_rank[card.rank] == again[name].house_edge - sheet[name].house_edge
        change = float(again["blackjack"].house_edge - sheet["blackjack"].house_edge)
        assert float(effects["blackjack"].by_rank[card.rank]) == pytest.approx(change, abs=1e-12)


def test_a_dealers_long_hand_is_no_natural() -> None:
    """Check that, of all dealer's hands in the fact table, only the one with two cards is a natural."""
    columns, _ = fact_tables.dealer_hands(Composition.of_decks(6), True)
    naturals = columns["dealer_natural"]
    assert naturals.sum() == 1
    assert columns["dealer_cards"][naturals].tolist() == [2]


def test_every_sheet_says_which_edges_are_exact_and_which_are_floating_point(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    page = tmp_path / "sheet.html"
    printed = run("odds", "house-blackjack", "--json").data
    by_wager = {wager["wager"]: (wager["precision"], wager["house_edge_exact"]) for wager in printed["wagers"]}
    assert by_wager == {"blackjack": ("floating-point", None), "insurance": ("exact", "23/311")}
    text = run("odds", "house-blackjack").out
    run("odds", "house-blackjack", "--html", str(page))
    for written in (" ".join(text.split()), page.read_text("utf-8")):
        assert "worked out in floating point, to about 13 digits" in written
        assert not re.search(r"exactly [\d.]+ % with perfect play", written)
    assert "House edge exactly 23/311." in page.read_text("utf-8")


def test_the_sheet_shows_perfect_play_and_the_chart_separately(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    page, paper = tmp_path / "sheet.html", tmp_path / "sheet.pdf"
    run("odds", "ca-blackjack-x", "--html", str(page), "--pdf", str(paper))
    written = page.read_text("utf-8")
    value = solution_of(rules_of("ca-blackjack-x")).value
    assert f"{percent(-value, 8)} % with perfect play" in written
    assert "over 4,194,304 simulated rounds of the chart" in written
    assert "six cards" not in written
    assert paper.read_bytes().startswith(b"%PDF")
    text = run("odds", "ca-blackjack-x", "--removed", "As Ks 8d").out
    assert "simulated from a full shoe only" in text.replace("\n", " ")
    assert "Round comes to" not in text
    run("odds", "ca-blackjack-x", "--removed", "As Ks 8d", "--html", str(page), "--pdf", str(paper))
    assert "309 cards left" in page.read_text("utf-8")


def test_a_shoe_too_small_for_a_round_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for more in ((), ("--effects",)):
        left = "8h 8d As Ks Kd 5d 5s 2d"
        done = run("odds", "house-blackjack", "--left", left, *more)
        assert done.is_refusal("4 hands and the dealer may take 150")
    assert run("odds", "house-blackjack", "--left", "8h 8d").is_refusal("a round needs")


def test_naturals_that_beat_one_another_are_not_counted_as_ties() -> None:
    sheet = exact_par_sheet(rules_of("ca-blackjack-x", natural_ties="rank"))
    assert "comes to" in sheet.not_counted["game"]
    assert "lucky-pair" in sheet.wagers


# verify


@in_soak
def test_a_main_wager_that_is_not_counted_fails_verification(capsys: pytest.CaptureFixture[str]) -> None:
    done = run("verify", "ilani-blackjack", "-o", "even_money=true", "--rounds", "1000")
    assert done.status == 1
    assert "is not on the sheet" in done.out


# play


def session_of(rulebook: str = "house-blackjack", balance: int = 1_000_00, **options: object) -> Session:
    return Session(TableSetup.for_rules(rules_of(rulebook, **options)), Cents(balance), SeededRandomSource(7))


def rig(session: Session, cards: str) -> None:
    """Put these cards on top of the shoe, with a deck behind them."""
    session.shoe = Shoe.new(ShoeRules(6, burn="none", cut_from_back=14), parse_cards(cards) + DECK)


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Typed:
    return typing(monkeypatch, session_of, rig)


def test_a_hand_that_stands_and_wins(typed: Any) -> None:
    session, page = typed("Th 6c 9h Td Kd", "b 25", "s\n")
    assert session.balance == 1_025_00
    assert "The dealer turns 10♦ and has 16. Draws K♦: 26, over." in page
    assert "pays 1 to 1" in page


def test_a_blackjack_is_paid_without_a_question(typed: Any) -> None:
    session, page = typed("Ah 6c Kh Td 5d", "b 20", "")
    assert session.balance == 1_030_00
    assert "YOU  blackjack" in page


def test_a_split_and_a_double_are_settled_hand_by_hand(typed: Any) -> None:
    session, page = typed("8h 6c 8d Td 3s Tc Ks 9d", "b 100", "p\nd\ns\n")
    assert "HAND 1 OF 2" in page
    assert "HAND 2 OF 2" in page
    assert re.search(r"Blackjack, hand 1 +\$200", page)
    assert re.search(r"Blackjack, hand 2 +\$100", page)
    assert session.balance == 1_300_00


def test_a_double_for_less_stakes_the_named_amount(typed: Any) -> None:
    session, page = typed("6h 6c 5d Td Ks 9d", "b 100", "d 40\n")
    assert "$140" in page
    assert session.balance == 1_140_00


def test_insurance_pays_two_to_one_and_declining_it_goes_on(typed: Any) -> None:
    session, page = typed("Th Ac 9h Td", "b 100", "y\n")
    assert session.balance == 1_000_00
    assert re.search(r"Insurance +\$50 .*2 to 1", page)
    session, _ = typed("Th Ac 9h Td", "b 100", "n\n")
    assert session.balance == 900_00
    session, _ = typed("Th Ac 9h Td", "b 100", "y 20\n")
    assert session.balance == 940_00


def test_a_hand_given_up_costs_half(typed: Any) -> None:
    session, page = typed("Th Kc 6h Td", "b 100", "r\n", session_of("ilani-blackjack"))
    assert session.balance == 950_00
    assert "given up, $50 comes back" in page


REFUSED = {
    "p\ns\n": "are not two cards of one value and cannot be split",
    "r\ns\n": "cannot be given up in this game",
    "y\ns\n": "Insurance is offered before anybody plays",
    "d 101\ns\n": "a double is at most the wager",
    "d x\ns\n": '"x" is not an amount',
    "\ns\n": "Type s, h or d",
    "zz\ns\n": "Type s, h or d",
    "[bold]h\ns\n": "Type s, h or d",
}


@pytest.mark.parametrize("lines", REFUSED)
def test_a_forbidden_decision_is_refused_and_asked_again(lines: str, typed: Any) -> None:
    session, page = typed("Th 6c 9h Td Kd", "b 100", lines)
    assert REFUSED[lines].lower() in page.replace("\n  ", " ").lower()
    assert session.balance == 1_100_00


def test_before_the_peek_only_the_offer_is_answered(typed: Any) -> None:
    session, page = typed("Th Ac 9h 8d", "b 100", "h\nn\ns\n")
    assert "First n or y" in page
    assert session.hands_played == 1


def test_a_double_without_enough_money_is_refused(typed: Any) -> None:
    session, page = typed("6h 6c 5d Td Ks 9d", "b 60", "d\nd 40\n", session_of(balance=100_00))
    assert "That takes $60 more, and you have $40 beside it" in page
    assert session.balance == 200_00


def test_the_end_of_the_input_during_a_hand_stands_and_settles(typed: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    session = session_of()
    game, page = game_of(session)
    rig(session, "8h 6c 8d Td Kd")
    with pytest.raises(EOFError):
        game.handle_line("b 100")
    assert (session.balance, session.hands_played) == (1_100_00, 1)
    assert "This hand +$100" in page.getvalue()


def test_a_hint_names_the_best_decision_and_changes_nothing(typed: Any) -> None:
    session, page = typed("Th Tc 6h Td", "b 100", "hint\ns\n")
    assert session.balance == 900_00
    assert "Best: hit. In units of your wager: Hit -0." in page
    _, page = typed("Th Ac 9h 8d", "b 100", "hint\nn\nhint\ns\n")
    assert "Best: go on." in page
    assert "Best: stand." in page


def test_the_hole_card_is_not_shown_before_its_time(typed: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = []
    for hole in ("Td", "2c", "9s"):
        monkeypatch.setattr(sys, "stdin", io.StringIO(""))
        session = session_of()
        game, page = game_of(session)
        rig(session, f"Th 6c 9h {hole}")
        hand = session.begin(session.bets_of({"blackjack": Cents(25_00)}))
        game.screen.table(hand)
        shown.append(page.getvalue())
    assert len(set(shown)) == 1


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_output_fits_every_width(width: int, typed: Any) -> None:
    _, page = typed(
        "2h 6c 2d 4d 2c 2s 3c 3s 3d 4h 4s 5h 6s 7h", "b 25", "p\np\nh\nh\nh\nh\ns\nh\nh\ns\ns\n" * 3, width=width
    )
    assert max(len(line.rstrip()) for line in page.splitlines()) <= max(width, 66)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_blackjack_rulebook_is_played_from_typed_lines(
    rulebook: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bet = "g 25" if rulebook == "ca-blackjack-x" else "b 25"
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{bet}\n" + "n\ns\n\n" * 15 + "?\nrules\nq\n"))
    play_game(rulebook, [], balance="1000", seed=7, fast=True)
    out = capsys.readouterr().out
    assert "Demonstration: seed 7" in out
    assert "holds." in out
    assert "DOES NOT HOLD" not in out
    assert "\x1b" not in out
    balances = re.findall(r", balance (\$[\d,.]*\d)", out)
    assert left_with(out) == balances[-1]


def test_a_machine_that_deals_from_whole_decks_opens_every_shoe(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("b 5\nn\ns\ns\nq\n"))
    play_game("ilani-blackjack", [], balance="1000", seed=7, fast=True)
    out = capsys.readouterr().out
    committed = re.findall(r"committed to: ([0-9a-f]{16})\.", out)
    assert len(committed) == len(set(committed)) >= 2
    assert f"its commitment {committed[0]} holds." in out


def test_ctrl_c_at_a_decision_ends_the_game_with_status_0() -> None:
    with at_terminal("house-blackjack", "--seed", "7", "--fast") as played:
        played.until("Your bet")
        played.type("b 25")
        played.until("Your play > ")
        played.interrupt("Thank you")
    assert "1 hand" in played.seen
