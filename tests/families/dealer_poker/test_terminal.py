"""Poker against the player-dealer in the terminal: payments, questions, hidden cards, and the end of a game."""

from __future__ import annotations

import io
import re
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from croupier.cards import Shoe, ShoeRules, parse_cards
from croupier.cards.card import DECK
from croupier.cards.random_source import SeededRandomSource
from croupier.cli.play import play_game
from croupier.families.dealer_poker.shared.odds.strategy import advise
from croupier.families.dealer_poker.shared.round import PokerResult
from croupier.families.dealer_poker.shared.terminal import with_article
from croupier.hands import rank3, rank7
from croupier.money.cents import Cents, format_dollars
from croupier.money.settlement import PostedBank
from croupier.play import rulebook_library
from croupier.play.family import settle_bets
from croupier.play.round import Question
from croupier.rulebook.table_rules import TableRules
from croupier.terminal.family_terminal import NotADecision
from croupier.terminal.game import PlayerQuit, TerminalGame
from croupier.terminal.hand_in_play import HandInPlay
from croupier.terminal.screen import Screen
from croupier.terminal.session import Session
from croupier.terminal.table_setup import TableSetup
from tests.families.dealer_poker.test_sheet import pays_two_to_one
from tests.poker_rounds import RULEBOOKS
from tests.typed_game import Typed, at_terminal, game_of, left_with, typing

HOLDEM, THREE, SIX = "ca-ultimate-texas-holdem", "ca-3-card-poker", "ca-three-card-poker-6-card-bonus"
KINGS_FULL = "Ks Kh 2c 7d Kd 4s 4h 9c Js"
"""Deal in which the player's kings become kings full of fours on the board; the dealer has nothing."""
NOTHING = "2s 7h Kc 6d 9d 4s 3h Tc Js"
"""Deal in which the player has seven high on a board without a pair, against the dealer's king high."""
TRIPS_LOST = "9s 2h Ac Kd 9d 9h 5s Qc Js"
"""Deal in which the player's three nines lose; tests fold it or play it."""


def session_of(rulebook: str = HOLDEM, balance: int = 1_000_00, **options: object) -> Session:
    rules = TableRules.of(rulebook_library.load(rulebook), options)
    return Session(TableSetup.for_rules(rules), Cents(balance), SeededRandomSource(7))


def rig(session: Session, cards: str) -> None:
    """Put these cards on top of the deck in the order of the deal: own cards, cards of the dealer, community cards."""
    first = parse_cards(cards)
    rest = tuple(card for card in DECK if card not in first)
    session.shoe = Shoe.new(ShoeRules(1, burn="none", cut_from_back=0), first + rest)


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Typed:
    return typing(monkeypatch, session_of, rig)


# Hold'em


def test_an_ante_brings_its_blind_and_the_hand_is_paid_wager_by_wager(typed: Any) -> None:
    session, page = typed(KINGS_FULL, "a 10, trips 5", "4\n")
    assert re.search(r"Ante +\$10 +pays 1 to 1 +\+\$10", page)
    assert re.search(r"Blind +\$10 +Full house pays 3 to 1 +\+\$30", page)
    assert re.search(r"Play +\$40 +pays 1 to 1 +\+\$40", page)
    assert re.search(r"Trips +\$5 +Full house pays 8 to 1 +\+\$40", page)
    assert "You win with kings full of fours." in page
    assert session.balance == 1_120_00
    assert "Enter plays a $10, trips $5 again" in page, "the Blind goes without saying"


@pytest.mark.parametrize(
    ("lines", "played"), [("4\n", 40), ("3\n", 30), ("c\n2\n", 20), ("c\nc\n1\n", 10), ("check\nCHECK\nplay\n", 10)]
)
def test_one_play_wager_is_put_up_the_earlier_the_larger(typed: Any, lines: str, played: int) -> None:
    session, page = typed(KINGS_FULL, "a 10", lines)
    assert re.search(rf"Play +\${played} +pays", page)
    assert session.balance == 1_000_00 + (10 + 30 + played) * 100
    assert page.count("Ultimate Texas Hold'em") == 1 + lines.count("\n")


def test_a_fold_forfeits_ante_and_blind_and_a_bonus_still_wins(typed: Any) -> None:
    session, page = typed(TRIPS_LOST, "a 10, trips 5, bad 5", "c\nc\nf\n")
    assert "YOU  folded" in page
    assert "You folded three nines, queen kicker." in page
    assert len(re.findall(r"(Ante|Blind) +\$10 +given up with the hand +-\$10", page)) == 2
    assert re.search(r"Trips +\$5 +Three of a kind pays 3 to 1 +\+\$15", page)
    assert re.search(r"Bad Beat +\$5 +loses +-\$5", page)
    assert session.balance == 990_00
    assert session.record == {"folded": 1}


def test_a_dealer_without_a_pair_gives_the_ante_back(typed: Any) -> None:
    _, page = typed("Qs 2h Kc 6d 9d 4s 3h Tc Js", "a 10", "4\n")
    assert "That does not qualify." in page
    assert re.search(r"Ante +\$10 +push: the dealer does not qualify +\$0", page)
    assert re.search(r"Play +\$40 +loses", page)
    _, page = typed("As 2h Ac 2d 9d 8s 6h Tc Js", "a 10", "4\n")
    assert len(re.findall(r"push: the hands are equal", page)) == 3
    assert "You tie with ace high" in page


def test_the_board_is_turned_street_by_street_and_the_dealer_last(typed: Any) -> None:
    _, page = typed(KINGS_FULL, "a 10", "c\nc\n1\n")
    first, flop, river, end = page.split("Ultimate Texas Hold'em")[1:]
    assert "You have a pair of kings." in first
    assert "The flop is K♦ 4♠ 4♥. You have kings full of fours." in flop
    assert "Turn and river are 9♣ J♠." in river
    assert "The dealer turns 2♣ 7♦: a pair of fours, king kicker." in end
    assert [part.count("│░░░░░") for part in (first, flop, river, end)] == [7 * 5, 4 * 5, 2 * 5, 0]
    for hidden in ("2♣", "7♦"):
        assert hidden not in first + flop + river
    assert "9♣" not in first + flop


def test_hidden_cards_change_nothing_on_the_screen() -> None:
    """Check that the screen is the same for all hidden cards of the dealer and the board."""
    for street, decisions in ((4, ()), (7, ("check",))):
        shown = set()
        for rest in ("2c 7d 9c Js 6d 8s 5h", "As Ah Qd Qc Ad Tc 3s"):
            session = session_of()
            game, page = game_of(session)
            dealer, unseen = rest[:5], rest[6:]
            flop = unseen if street == 4 else "Kd 4s 4h " + unseen[:5]
            rig(session, f"Ks Kh {dealer} {flop}")
            hand = session.begin(session.bets_of({"ante": Cents(10_00), "blind": Cents(10_00)}))
            for do in decisions:
                hand.decide(do)
            game.screen.table(hand)
            shown.add(page.getvalue())
        assert len(shown) == 1


def test_scenes_turn_one_card_after_the_other() -> None:
    session = session_of()
    rig(session, KINGS_FULL)
    hand = session.begin(session.bets_of({"ante": Cents(10_00), "blind": Cents(10_00)}))
    assert [len(moment.face_up) for moment in hand.snapshots] == [1, *[2] * 8]
    assert len({session.family_terminal.draw_hands(moment, 100)[0].plain for moment in hand.snapshots}) == 1, (
        "no hand moves while the others come"
    )
    hand.decide("check")
    assert [len(moment.face_up) for moment in hand.snapshots] == [2, 3, 4, 5]
    hand.decide("play-2")
    assert [len(moment.face_up) for moment in hand.snapshots] == [5, 6, 7, 8, 9]


REFUSED = {
    "a 10, blind 20": "$10 on Ante; it is exactly what is on Blind",
    "trips 5": "Trips needs a wager on Ante",
    "a 2": "$2 on Ante is under the $5 minimum",
    "a 501": "That takes $1,002, and you have $1,000",
    "play 10": 'There is no wager "play"',
    "bad 5": "Bad Beat needs a wager on Ante",
}


@pytest.mark.parametrize("line", REFUSED)
def test_a_refused_bet_says_why_and_changes_nothing(line: str) -> None:
    session = session_of()
    game, page = game_of(session, width=200)
    game.handle_line(line)
    assert f"Not placed: {REFUSED[line]}" in page.getvalue()
    assert (session.balance, session.hands_played) == (1_000_00, 0)


def test_a_blind_may_be_named_with_the_ante_or_instead_of_it(typed: Any) -> None:
    assert typed(KINGS_FULL, "a 10, blind 10", "4\n")[0].balance == 1_080_00
    assert typed(KINGS_FULL, "blind 10", "4\n")[0].balance == 1_080_00


def test_the_game_ends_if_the_balance_is_below_ante_and_blind() -> None:
    assert session_of(balance=9_99).is_broke
    assert not session_of(balance=10_00).is_broke
    assert not session_of(THREE, balance=5_00).is_broke


MISTYPED = {"zz\n4\n": "Type c, 4 or 3", "f\n4\n": "Type c, 4 or 3", "\n4\n": "Type c", "[bold]4\n4\n": "Type c",
            "4 10\n4\n": "Type c", "2\n4\n": "Type c", "c\n4\n2\n": "Type c or 2"}  # fmt: skip


@pytest.mark.parametrize("lines", MISTYPED)
def test_a_forbidden_decision_is_refused_and_asked_again(lines: str, typed: Any) -> None:
    session, page = typed(KINGS_FULL, "a 10", lines)
    assert f"Not so: {MISTYPED[lines]}" in page
    assert session.hands_played == 1


@pytest.mark.parametrize("typed_text", ["4", "4x", "play 4", "play-4", "play 4x", "p4", "P 4", "p", "play"])
def test_a_decision_is_read_as_a_player_means_it(typed_text: str) -> None:
    hand = session_of().begin(session_of().bets_of({"ante": Cents(10_00), "blind": Cents(10_00)}))
    assert isinstance(hand.question, Question)
    assert hand.session.family_terminal.parse_decision(typed_text, hand.question) == ("play-4", None)
    with pytest.raises(NotADecision, match="Type c, 4 or 3"):
        hand.session.family_terminal.parse_decision("5", hand.question)


def test_a_raise_without_enough_money_is_not_offered_and_refused(typed: Any) -> None:
    session, page = typed(KINGS_FULL, "a 10", "4\n3\n", session_of(balance=50_00))
    assert "4 play 4x ($40 more), over your balance" in page
    assert "Not so: That takes $40 more, and you have $30 beside it." in page
    assert session.balance == 120_00
    session, page = typed(KINGS_FULL, "a 10", "c\nc\n1\nf\n", session_of(balance=25_00))
    assert "You have $5 beside it, too little for a Play wager: this hand can only be folded." in page
    assert session.balance == 5_00


def test_the_table_maximum_holds_for_the_play_wager_where_a_house_says_so(typed: Any) -> None:
    session = session_of(play_counts_to_max=True, balance=5_000_00)
    _, page = typed(KINGS_FULL, "a 300", "4\n3\n", session)
    assert "Not so: Type c or 3." in page
    assert re.search(r"Play +\$900", page)


def test_a_hint_lists_every_allowed_decision_and_changes_nothing(typed: Any) -> None:
    session, page = typed(KINGS_FULL, "a 10", "hint\nc\nhint\nc\nhint\n1\n")
    worth = advise(session.rules, "Ks Kh").values
    values = [f"Play 4x {float(worth['play-4']):+.4f}", f"Play 3x {float(worth['play-3']):+.4f}"]
    assert f"Best: play 4x. In Antes, bonuses left out: {', '.join(values)}, Check" in page.replace("\n  ", " ")
    assert "Best: play 2x." in page
    assert "Best: play 1x." in page
    assert page.count("Working it out") == 1
    assert session.balance == 1_050_00
    _, page = typed(NOTHING, "a 10", "c\nc\nhint\nf\n")
    assert "Best: fold. In Antes, bonuses left out: Fold -2.0000, Play 1x -2." in page


def test_without_a_solution_the_hint_says_so(typed: Any, tmp_path: Path) -> None:
    session, page = typed(KINGS_FULL, "a 10", "hint\n4\n", session_of(str(pays_two_to_one(tmp_path))))
    assert "No hint: " in page
    assert session.hands_played == 1


def test_a_hint_depends_on_how_many_own_cards_must_be_used(typed: Any) -> None:
    session, page = typed("2s 3h Kc Qd Ts Js Qs Ks As", "a 10", "c\nc\nhint\n1\n", session_of(min_hole_cards="1"))
    worth = advise(session.rules, "2s 3h", "Ts Js Qs Ks As").values["play-1"]
    assert worth > 0
    assert f"Best: play 1x. In Antes, bonuses left out: Play 1x {float(worth):+.4f}" in page.replace("\n  ", " ")


def test_a_hand_that_must_use_a_hole_card_is_called_by_what_it_may_use(typed: Any) -> None:
    _, page = typed("2s 3h Kc Qd Ts Js Qs Ks As", "a 10", "c\nc\nf\n", session_of(min_hole_cards="1"))
    assert "You have an ace-high flush." in page
    _, page = typed("2s 3h Kc Qd Ts Js Qs Ks As", "a 10", "c\nc\nf\n")
    assert "You have a royal flush." in page


def test_a_bank_that_runs_out_pays_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("4\n"))
    seating = replace(session_of().seating, bank=PostedBank(1, Cents(45_00)))
    session = Session(seating, Cents(1_000_00), SeededRandomSource(1))
    game, page = game_of(session)
    rig(session, KINGS_FULL)
    game.handle_line("a 10, trips 5")
    assert session.balance == 1_045_00
    assert "could not be paid in full" in page.getvalue()
    assert "returned, the bank is used up" in page.getvalue()


# Three cards


def test_three_cards_are_played_against_the_card_that_is_shown(typed: Any) -> None:
    session, page = typed("As Ks 9h 2c 7d Qd", "a 25, pair 5", "p\n", session_of(SIX))
    assert "You have ace high, king kicker; the dealer shows Q♦." in page
    assert "The dealer has 2♣ 7♦ Q♦: queen high, seven kicker. You win with ace high, king kicker." in page
    assert re.search(r"Play +\$25 +pays 1 to 1 +\+\$25", page)
    assert re.search(r"Pair Plus +\$5 +loses", page)
    assert session.balance == 1_045_00


def test_without_a_qualifying_dealer_the_play_wager_comes_back(typed: Any) -> None:
    session, page = typed("As Ks 9h 2c 7d Td", "a 25", "p\n", session_of(THREE))
    assert re.search(r"Play +\$25 +comes back: the dealer does not qualify +\$0", page)
    assert re.search(r"Ante +\$25 +pays 1 to 1", page)
    assert session.balance == 1_025_00


def test_a_fold_forfeits_pair_plus_and_not_the_six_card_bonus(typed: Any) -> None:
    session, page = typed("4s 4h 9h 4c 4d Ad", "a 10, pair 5, six 5", "f\n", session_of(SIX))
    assert re.search(r"Pair Plus +\$5 +given up with the hand +-\$5", page)
    assert re.search(r"6 Card Bonus +\$5 +Four of a kind pays 50 to 1 +\+\$250", page)
    assert session.balance == 1_235_00
    _, page = typed("4s 4h 9h 4c 4d Ad", "a 10, pair 5", "f\n", session_of(THREE))
    assert re.search(r"Pair & Up +\$5 +One pair pays 1 to 1 +\+\$5", page)


def test_a_bonus_that_stands_alone_decides_nothing(typed: Any) -> None:
    session, page = typed("4s 4h 9h 4c 4d Ad", "pair 5", "", session_of(THREE))
    assert session.balance == 1_005_00
    assert "You have a pair of fours, nine kicker." in page
    assert not session.record


def test_a_dealer_who_shows_nothing_keeps_all_three_cards_down(typed: Any) -> None:
    _, page = typed("As Ks 9h 2c 7d Qd", "a 25", "hint\np\n", session_of(THREE, pd_upcard=False))
    before = page.split("Your play")[0].split("3 Card Poker")[1]
    assert before.count("│░░░░░") == 15
    assert "Q♦" not in before
    assert "You have ace high, king kicker." in page
    assert "Best: play." in page


# Start and end


@pytest.mark.parametrize("lines", ["", "c\n", "q\n", "c\nquit\n"])
def test_the_hand_of_a_player_who_leaves_is_played_for_the_minimum_and_settled(
    lines: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Check that the hand is settled as if it had been checked to the river and played for one Ante."""

    def played(typed: str) -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO(f"a 25\n{typed}"))
        play_game(HOLDEM, [], balance="1000", seed=7, fast=True)
        return capsys.readouterr().out

    out = played(lines)
    assert left_with(out) == left_with(played("c\nc\n1\nq\n")) != "$950"
    assert "over 1 hand" in out
    assert re.search(r"Deck 1 opened: its commitment [0-9a-f]{16} holds\.", out)


def test_a_pair_of_kings_is_not_folded_by_leaving(typed: Any) -> None:
    """Check that one more Ante is staked on the kings, which win."""
    session = session_of(HOLDEM)
    with pytest.raises(PlayerQuit):
        typed("Ks Kh 2c 7d Kd 8s 3h 4c 9d", "a 25", "q\n", session)
    assert session.balance > 1_000_00
    assert session.record["folded"] == 0


def test_leaving_without_money_for_the_play_wager_forfeits_the_hand(typed: Any) -> None:
    session = session_of(HOLDEM, balance=60_00)
    with pytest.raises(PlayerQuit):
        typed("Ks Kh 2c 7d Kd 8s 3h 4c 9d", "a 25", "q\n", session)
    assert session.balance == 10_00
    assert session.record["folded"] == 1


def _recording_begin(hands: list[HandInPlay], begin: Callable[..., HandInPlay]) -> Callable[..., HandInPlay]:
    """Return `begin` of a session that also records each hand, to settle it again later."""

    def begin_and_keep(bets: Any) -> HandInPlay:
        hands.append(begin(bets))
        return hands[-1]

    return begin_and_keep


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_scripted_session_ends_with_the_balance_that_settlement_gives(
    rulebook: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = session_of(rulebook, balance=5_000_00)
    game, _ = game_of(session)
    balance = 5_000_00
    for number in range(30):
        monkeypatch.setattr(sys, "stdin", io.StringIO(("p\n", "c\n2\n", "c\nc\n1\n", "c\nc\nf\n", "f\n")[number % 5]))
        played: list[HandInPlay] = []
        monkeypatch.setattr(session, "begin", _recording_begin(played, session.begin))
        try:
            game.handle_line("a 10, pair 5" if rulebook != HOLDEM else "a 10, trips 5, bad 5")
        except EOFError:
            game._announce_shoe_events(session.shoe)
        monkeypatch.undo()
        (hand,) = played
        assert isinstance(hand.play.result, PokerResult)
        settled = settle_bets(session.rules, hand.play.result, hand.bets, bank=session.seating.bank)
        balance += sum(outcome.net for outcome in settled.settled)
        assert session.balance == balance
    assert session.hands_played == 30
    assert session.committed_shoe.number == 31


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_poker_rulebook_is_played_from_typed_lines(
    rulebook: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    decided = "c\nc\n1\n" if rulebook == HOLDEM else "p\n"
    monkeypatch.setattr(sys, "stdin", io.StringIO("a 5\n" + f"{decided}\n" * 12 + f"{decided}?\nrules\ncards\nq\n"))
    play_game(rulebook, [], balance="1000", seed=7, fast=True)
    out = capsys.readouterr().out
    assert "Demonstration: seed 7" in out
    assert "DOES NOT HOLD" not in out
    assert "\x1b" not in out
    committed = re.findall(r"committed(?: to)?: ([0-9a-f]{16})\.", out)
    opened = re.findall(r"Deck \d+ opened: ([0-9a-f]{16}) holds\.", out)
    assert len(opened) == 13
    assert opened == committed[:13]
    assert len(set(committed)) == 14
    assert "SHA-256 of these four lines" in out
    balances = re.findall(r", balance (\$[\d,.]*\d)", out)
    assert left_with(out) == balances[-1]


def test_another_order_of_the_deck_does_not_open_the_commitment(typed: Any) -> None:
    _, page = typed(KINGS_FULL, "a 10", "4\n")
    assert "DOES NOT HOLD" in page, "rigged cards are not those that were committed to"


def test_a_short_terminal_holds_a_whole_result(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("4\n"))
    session = session_of()
    game, page = game_of(session, 80, 24)
    game.handle_line("a 10, trips 5, bad 5")
    result = page.getvalue().split("Ultimate Texas Hold'em")[-1]
    assert result.count("\n") + 1 <= 24
    assert "This hand " in result


@pytest.mark.parametrize("width", [36, 40, 60, 80, 100, 120])
@pytest.mark.parametrize("rulebook", [HOLDEM, SIX])
def test_output_fits_every_width(width: int, rulebook: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("hint\nf\nc\nc\nf\np\n"))
    session = session_of(rulebook)
    game, page = game_of(session, width)
    game.screen.welcome(game.keys, seed=None)
    game.handle_line("a 25")
    game.handle_line("?")
    assert max(len(line.rstrip()) for line in page.getvalue().splitlines()) <= width
    assert session.hands_played == 1


def test_names_take_an_article_where_people_use_one() -> None:
    expected = {
        "As Ks Qs Js Ts 2c 3d": "a royal flush",
        "Kd Kc 4s 4h 4d 2c 3d": "fours full of kings",
        "As 9s 7s 4s 2s Kd Qc": "an ace-high flush",
        "8s 7c 6d 5h 4s Kd Kc": "an eight-high straight",
        "Ks Kd 9c 7h 5s 3d 2c": "a pair of kings, nine kicker",
        "Ks Qd 9c 7h 5s 3d 2c": "king high, queen kicker",
    }
    assert {cards: with_article(rank7(cards)) for cards in expected} == expected
    assert with_article(rank3("As Ks Qs")) == "a mini royal flush"


def test_a_terminal_sees_the_cards_come_and_a_quick_one_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CROUPIER_FAST", raising=False)
    waited: list[float] = []
    monkeypatch.setattr(time, "sleep", waited.append)
    for fast in (False, True):
        monkeypatch.setattr(sys, "stdin", io.StringIO("c\n2\n"))
        session, page = session_of(), io.StringIO()
        console = Console(file=page, width=100, force_terminal=True, _environ={"TERM": "xterm"})
        rig(session, KINGS_FULL)
        TerminalGame(session, Screen(console, session, fast=fast), lambda: None).handle_line("a 5")
        assert len(waited) == (0 if fast else 9 + 4 + 5)
        waited.clear()


def test_ctrl_c_at_a_decision_ends_the_game_with_status_0() -> None:
    with at_terminal(HOLDEM, "--seed", "7", "--fast") as played:
        played.until("Your bet")
        played.type("a 25")
        played.until("Your play > ")
        played.interrupt("Thank you")
    farewell = f"You leave with {format_dollars(1_050_00)}"
    assert farewell in played.seen, "checked to the river, played for one Ante, and won"
