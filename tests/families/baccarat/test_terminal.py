"""The game in the terminal: payments, refusals, the end of a game, and output."""

from __future__ import annotations

import hashlib
import io
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace

import pytest
from rich.console import Console

from croupier.cards import Card, Rank, Shoe, ShoeRules, Suit, parse_cards
from croupier.cards.card import DECK
from croupier.cards.random_source import SeededRandomSource
from croupier.cli.play import play_game
from croupier.errors import BadInput
from croupier.families.baccarat.round import BaccaratRules, Coup, play
from croupier.families.baccarat.terminal import (
    announcements,
    bead_plate,
    frames,
    result_announcement,
    squeeze_announcement,
)
from croupier.money.bets import SEATED, Bet
from croupier.money.cents import Cents, format_dollars
from croupier.money.settlement import PostedBank
from croupier.play import rulebook_library
from croupier.play.driver import ShoeDealer, play_to_end, timeout_answer
from croupier.play.family import family_of, settle_bets
from croupier.play.round import RoundInProgress, Void
from croupier.rulebook.table_rules import TableRules
from croupier.terminal.bet_parser import COMMANDS, BetError, WagerKeys, read_bets
from croupier.terminal.card_art import FACE_DOWN, FACE_UP, CardDrawing, draw_card, face
from croupier.terminal.family_terminal import FamilyTerminal
from croupier.terminal.game import TerminalGame
from croupier.terminal.screen import Screen
from croupier.terminal.session import Session, new_committed_shoe
from croupier.terminal.table_setup import METER_WITHOUT_SEED, TableSetup
from tests.strategies import BACCARAT
from tests.table_rules import rules_of
from tests.typed_game import at_terminal, game_of, left_with

CASH_IN = "ca-cash-in-baccarat"


def session_of(rulebook: str = CASH_IN, balance: int = 1_000_00, seed: int = 7, **options: object) -> Session:
    return Session(TableSetup.for_rules(rules_of(rulebook, **options)), Cents(balance), SeededRandomSource(seed))


def rig(session: Session, cards: str, cut_from_back: int = 14) -> None:
    """Put these cards on top of the shoe, with a deck behind them."""
    rules = ShoeRules(8, burn="none", cut_from_back=cut_from_back)
    session.shoe = Shoe.new(rules, parse_cards(cards) + (DECK if cut_from_back else ()))


@pytest.fixture
def piped(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Return a function that plays a game from typed lines and returns its output."""

    def run(lines: str, rulebook: str = CASH_IN, options: tuple[str, ...] = (), **more: object) -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
        settings = {"balance": "1000", "seed": 7, "fast": False, **more}
        play_game(rulebook, list(options), **settings)  # type: ignore[arg-type]
        return capsys.readouterr().out

    return run


def coups(rules: TableRules, seed: int, count: int) -> list[Coup]:
    """Return the coups of a shoe with this seed, dealt without the terminal."""
    deal, dealt = ShoeDealer(new_committed_shoe(1, rules.shoe, SeededRandomSource(seed)).shoe), []
    for _ in range(count):
        hand = RoundInProgress(lambda: play(BaccaratRules.of(rules)))
        play_to_end(hand, deal, timeout_answer)
        assert isinstance(hand.result, Coup)
        dealt.append(hand.result)
    return dealt


# Money


def test_a_scripted_session_ends_with_the_balance_that_settlement_gives(piped):
    out = piped("p 25, t 5, phoenix 10\nb 50\nr\n\nb 12.50, tiger\nq\n")
    rules, balance = rules_of(CASH_IN), 1_000_00
    first = {"player": 25_00, "tie": 5_00, "phoenix-7": 10_00}
    staked = [first, *[{"banker": 50_00}] * 3, {"banker": 12_50, "tiger-8": 5_00}]
    for coup, stakes in zip(coups(rules, 7, 5), staked, strict=True):
        bets = [Bet(2, SEATED, wager, Cents(amount)) for wager, amount in stakes.items()]
        settlement = settle_bets(rules, coup, bets, bank=PostedBank(1, Cents(20_000_00)))
        balance += sum(settled.net for settled in settlement.settled)
        assert f"balance {format_dollars(balance)}" in out
    assert left_with(out) == format_dollars(balance)
    assert "over 5 hands" in out or "after 5 hands" in out


def test_the_house_banks_where_nobody_at_the_table_does(piped):
    out = piped("b 100\n" * 6, "pa-mini-baccarat")
    rules, balance = rules_of("pa-mini-baccarat"), 1_000_00
    for coup in coups(rules, 7, 6):
        settlement = settle_bets(rules, coup, [Bet(1, SEATED, "banker", Cents(100_00))], meters={})
        balance += settlement.settled[0].net
    assert left_with(out) == format_dollars(balance)
    assert "vigorish" in out
    assert "player-dealer" not in out


REFUSED = {
    "p 2": "under the $5 minimum",
    "p 1,001": "over the $1,000 maximum",
    "p 600, b 600": "That takes $1,200, and you have $1,000",
    "p 25, dragon 5": 'There is no wager "dragon"',
    "p -5": '"-5" is not an amount',
    "p 2.505": '"2.505" is not an amount',
    "p 1e3": '"1e3" is not an amount',
    "25": "25 on what?",
    "p 0": "$0 on Player line is under",
    ",": "Name a wager and an amount",
    "phoneix 5": 'did you mean "phoenix"?',
    "ti 5": '"ti" could be Tie Bet (t) or Tiger 8 (tiger)',
    "p7": "could be 7 on Player line or the wager Phoenix 7",
    "phoenix 7": "write phoenix $7 or phoenix",
    "p " * 150: "characters long",
    "[bold]p 5": 'There is no wager "[bold]p"',
}


@pytest.mark.parametrize("line", REFUSED)
def test_a_refused_bet_says_why_in_words_and_changes_nothing(line):
    session = session_of()
    game, page = game_of(session, width=200)
    game.handle_line(line)
    assert "Not placed: " in page.getvalue()
    assert REFUSED[line] in page.getvalue().replace("\n  ", " ")
    assert (session.balance, session.hands_played, session.shoe) == (1_000_00, 0, session.committed_shoe.shoe)


def test_one_bad_bet_in_a_line_places_none_of_them():
    session = session_of()
    game, _ = game_of(session)
    game.handle_line("p 25, tiger 501")
    assert session.hands_played == 0
    game.handle_line("")
    assert session.hands_played == 0, "a refused line is not remembered"


def test_the_balance_never_falls_below_zero_and_the_game_ends_when_it_is_too_small(piped):
    out = piped("p 10\n" * 500, balance="30", seed=3)
    amounts = [int(found) for found in re.findall(r", balance \$(\d+)", out)]
    assert min(amounts) >= 0
    assert amounts[-1] == 0
    assert "your balance no longer reaches it" in out
    assert left_with(out) == "$0"


def test_a_balance_below_the_minimum_gets_a_message(piped):
    out = piped("p 3\n", balance="3")
    assert "The least wager here is $5" in out
    assert left_with(out) == "$3"


def test_a_void_hand_gives_the_stakes_back_and_ends_the_shoe():
    session = session_of()
    game, page = game_of(session)
    rig(session, "2h 3h 4h", cut_from_back=0)
    game.handle_line("p 100, phoenix 5")
    assert session.balance == 1_000_00
    assert "Void: too few cards were left to finish the round. All stakes go back." in page.getvalue()
    assert session.committed_shoe.number == 2
    assert session.record.winners == ()


def test_stakes_that_the_bank_does_not_cover_are_returned_with_a_message():
    seating = replace(TableSetup.for_rules(rules_of(CASH_IN)), bank=PostedBank(1, Cents(30_00)))
    session = Session(seating, Cents(1_000_00), SeededRandomSource(1))
    game, page = game_of(session)
    rig(session, "9h 2h Kh Kh")
    game.handle_line("p 40, t 5")
    assert "$40 was due and could not be paid in full" in page.getvalue()
    assert "returned, the bank is used up" in page.getvalue()
    assert session.balance == 1_030_00


def test_the_player_dealer_pays_the_collection_fee(piped):
    out = piped("p 400\n")
    assert "Collection $3 from the player-dealer, schedule ci-1." in out


# Progressives


def test_a_meter_grows_by_its_contribution_and_starts_again_when_it_is_won():
    session = session_of("pa-mini-baccarat")
    meter = next(meter for meter in session.meters if meter.endswith("both"))
    start = session.meters[meter]
    assert start == METER_WITHOUT_SEED
    game, page = game_of(session)
    rig(session, "Ks Ks 9s 9s")
    bets = session.bets_of({"player": Cents(10_00), "royal-9": Cents(5_00)})
    expected = settle_bets(session.rules, coup_of("Ks 9s", "Ks 9s"), bets, meters=session.meters)
    game.handle_line("p 10, royal")
    assert session.balance == 1_000_00 + sum(settled.net for settled in expected.settled)
    assert session.balance == 1_000_00 + start - 5_00, "the meter, for the stake"
    assert "off the meter" in page.getvalue()
    assert session.meters[meter] == METER_WITHOUT_SEED


def test_stakes_raise_a_meter_that_has_a_contribution():
    session = session_of("co-ez-baccarat")
    meter = session.rules.meters[0]
    before = session.meters[meter.id]
    rig(session, "2h 3h 4h 5h 6h 7h")
    session.finish(session.begin(session.bets_of({"player": Cents(10_00), meter.wager: Cents(1_00)})))
    assert session.meters[meter.id] == before + int(100 * meter.contribution)


# The shoe


def test_a_whole_shoe_is_played_to_its_end_and_its_commitment_opens(piped):
    out = piped("p 5\n" + "\n" * 100 + "cards\nq\n", balance="5000")
    committed = re.findall(r"committed to: ([0-9a-f]{16})\.", out)
    assert len(set(committed)) == len(committed) >= 2
    assert "LAST HAND" in out
    assert "The cut card is out: one more hand" in out
    assert out.index("LAST HAND") < out.index("The shoe is over.")
    assert f"Shoe 1 opened: its commitment {committed[0]} holds." in out
    digest = re.search(rf"digest ({committed[0]}[0-9a-f]{{48}})\n +nonce +([0-9a-f]{{64}})", out)
    assert digest
    assert digest_of_lines(out, 1, cards=416) == digest[1]


def digest_of_lines(out: str, nth: int, *, cards: int) -> str:
    """Return the digest of the four lines with which a game prints a shoe; `nth` selects the print, -1 is the last."""
    printed = out.split("SHA-256 of these four lines")[nth].partition(":\n")[2].splitlines()[:4]
    assert len(printed[3].split()) == cards
    return hashlib.sha256("".join(f"{line}\n" for line in printed).encode()).hexdigest()


@pytest.mark.parametrize(
    ("rulebook", "lines", "cards"),
    [
        ("ca-ez-baccarat-dragon-7", "p 5\nq\n", 416),
        ("house-blackjack", "b 10\ns\ns\nq\n", 312),
        ("house-blackjack", "b 10\nq\n", 312),
        ("ca-ultimate-texas-holdem", "a 10\nq\n", 52),
        ("ca-3-card-poker", "a 10\np\nq\n", 52),
    ],
)
def test_the_shoe_of_a_player_who_leaves_can_be_checked(monkeypatch, capsys, rulebook, lines, cards):
    """Check that the commitment before the first card is the digest of the lines printed at the end."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    play_game(rulebook, [], balance="1000", seed=7, fast=True)
    out = capsys.readouterr().out
    committed = re.search(r"committed to: ([0-9a-f]{16})", out)
    assert committed
    assert digest_of_lines(out, -1, cards=cards).startswith(committed[1])


def test_a_player_who_never_played_has_no_shoe_to_check(piped):
    assert "holds." not in piped("q\n")


def test_a_changed_order_does_not_match_the_commitment():
    fresh = new_committed_shoe(1, ShoeRules(8), SeededRandomSource(1))
    assert fresh.is_honoured_by(fresh.shoe)
    reversed_shoe = Shoe.new(ShoeRules(8), fresh.shoe.cards[::-1])
    assert not fresh.is_honoured_by(reversed_shoe)
    assert not replace(fresh, opening=replace(fresh.opening, cards=reversed_shoe.cards)).is_honoured_by(reversed_shoe)
    session = session_of()
    game, page = game_of(session)
    rig(session, "9h 2h Kh Kh")
    game.handle_line("p 5")
    game.print_summary()
    assert "DOES NOT HOLD" in page.getvalue()


def test_a_shoe_in_the_terminal_lasts_as_long_as_its_cut_card_says():
    session = session_of()
    number = session.committed_shoe.number
    game, page = game_of(session)
    rig(session, " ".join(["2h 3h 4h 5h 6h 7h"] * 2))
    while session.committed_shoe.number == number:
        assert not session.shoe.is_finished
        game.handle_line("p 5")
    assert page.getvalue().count("The cut card is out") == 1


def test_a_seed_is_called_a_demonstration_and_play_is_not(piped):
    assert "Demonstration: seed 7" in piped("q\n")
    assert "Demonstration" not in piped("q\n", seed=None)


# Start, end and keys


def test_the_end_of_the_input_ends_the_game(piped):
    assert left_with(piped("")) == "$1,000"
    assert "1 hand" in piped("p 5")


def test_enter_repeats_the_last_bets_and_only_asks_without_any(piped):
    out = piped("\np 5\n\nx\n\nq\n")
    assert out.count("No bet yet, so no cards.") == 2
    assert "2 hands" in out


def test_double_and_repeat_need_something_to_work_on():
    session = session_of()
    game, page = game_of(session)
    game.handle_line("r")
    game.handle_line("d")
    assert page.getvalue().count("There is no last bet.") == 2
    game.handle_line("P $5")
    game.handle_line("d")
    assert "p $10 again" in page.getvalue()


def test_a_wager_without_an_amount_has_its_last_one_or_its_minimum():
    session = session_of()
    game, page = game_of(session)
    game.handle_line("p, tiger 20")
    game.handle_line("p 30")
    game.handle_line("p, tiger")
    assert "Enter plays p $5, tiger $20 again" in page.getvalue()
    assert "Enter plays p $30, tiger $20 again" in page.getvalue()


def test_no_wager_takes_the_name_of_a_command():
    game, _ = game_of(session_of())
    assert set(game._commands) == COMMANDS


@pytest.mark.parametrize("command", ["?", "help", "cards", "squeeze", "x"])
def test_a_command_is_not_a_bet(command):
    session = session_of()
    game, page = game_of(session)
    game.handle_line(command)
    assert page.getvalue()
    assert session.hands_played == 0


def test_the_rules_card_can_be_read_at_the_table(piped):
    assert "Tiger 8" in piped("rules\nq\n").partition("rules\n")[2]


@pytest.mark.parametrize("written", ["-5", "abc", "0", "", "1,000", "2.505"])
def test_an_invalid_balance_is_bad_input(written):
    with pytest.raises(BadInput) as refused:
        play_game(CASH_IN, [], balance=written, seed=1, fast=True)
    assert refused.value.problems[0].where == "--balance"


def test_options_of_the_rulebook_take_effect(piped):
    out = piped("p 10\nq\n", options=("decks=6", "table_min=20"))
    assert "312 cards" in out
    assert "under the $20 minimum" in out
    with pytest.raises(BadInput):
        play_game(CASH_IN, ["deks=6"], balance="100", seed=1, fast=True)


# Reading a bet line

NAMES = {
    "player": "Player line",
    "banker": "Banker line",
    "tie": "Tie Bet",
    "tiger-8": "Tiger 8",
    "banker-6": "Banker 6",
}
OWN = {"player": "p", "banker": "b", "tie": "t"}
READ = {
    "p 25": {"player": 2500},
    "P 25.50": {"player": 2550},
    "p25": {"player": 2500},
    "p $1,000": {"player": 100000},
    "p 25, t 5, tiger 10": {"player": 2500, "tie": 500, "tiger-8": 1000},
    "p 25 t 5 tiger 10": {"player": 2500, "tie": 500, "tiger-8": 1000},
    "p 5 and b 6; t": {"player": 500, "banker": 600, "tie": 100},
    "tiger 8 10": {"tiger-8": 1000},
    "tiger $8": {"tiger-8": 800},
    "tiger-8 5": {"tiger-8": 500},
    "Player line 5": {"player": 500},
    "play 5": {"player": 500},
    "p 5, p 5": {"player": 1000},
    "p b 5": {"player": 100, "banker": 500},
    "banker-6 5": {"banker-6": 500},
    ",, p 5,": {"player": 500},
}


@pytest.mark.parametrize("line", READ)
def test_a_bet_line_is_read_as_a_player_means_it(line):
    assert read_bets(line, WagerKeys(NAMES, OWN), dict.fromkeys(NAMES, Cents(100))) == READ[line]


@pytest.mark.parametrize("line", ["b6", "banker 6", "tiger 8", "t8"])
def test_an_ambiguous_bet_is_refused(line):
    with pytest.raises(BetError, match="could be"):
        read_bets(line, WagerKeys(NAMES, OWN), dict.fromkeys(NAMES, Cents(100)))


@pytest.mark.parametrize("rulebook", rulebook_library.names())
def test_every_wager_has_its_own_key(rulebook):
    wagers = rules_of(rulebook).wagers
    keys = WagerKeys({wager.id: wager.title for wager in wagers.values()})
    assert len(set(keys.by_wager.values())) == len(wagers)
    assert all(keys.find(key) == wager for wager, key in keys.by_wager.items())
    assert all(keys.find(wager) == wager for wager in wagers)


def test_wagers_named_like_commands_still_get_keys():
    keys = WagerKeys({"double": "Double", "double-down": "Down", "r": "R", "rules": "Rules"})
    assert not set(keys.by_wager.values()) & COMMANDS


# The road


def test_beads_fill_down_and_then_to_the_right():
    plate = bead_plate("PBTPBTP", 3)
    assert [row[0] for row in plate] == list("PBTPBT")
    assert plate[0] == ["P", "P", ""]
    assert plate[1] == ["B", "", ""]


def test_a_full_bead_plate_scrolls_by_a_column():
    beads = "P" * 6 + "B" * 6 + "T" * 6
    assert bead_plate(beads, 3)[0] == ["P", "B", "T"]
    assert bead_plate(beads + "P", 3)[0] == ["B", "T", "P"]
    assert bead_plate(beads + "P", 3)[1] == ["B", "T", ""]
    assert bead_plate(beads + "PB", 1) == [["P"], ["B"], [""], [""], [""], [""]]


def test_an_empty_bead_plate_is_empty():
    assert bead_plate("", 2) == [["", ""]] * 6


# Display of the deal


def coup_of(player: str, banker: str) -> Coup:
    return Coup(parse_cards(player), parse_cards(banker))


def dealt_of(player: str, banker: str) -> tuple[tuple[str, Card], ...]:
    p, b = parse_cards(player), parse_cards(banker)
    first = [("player", p[0]), ("banker", b[0]), ("player", p[1]), ("banker", b[1])]
    return (*first, *(("player", card) for card in p[2:]), *(("banker", card) for card in b[2:]))


def test_a_face_down_card_shows_nothing_of_itself():
    backs = {tuple(line.plain for line in draw_card(CardDrawing(card, FACE_DOWN), 1)) for card in DECK}
    styles = {str(draw_card(CardDrawing(card, FACE_DOWN), 1)[1].spans) for card in DECK}
    assert len(backs) == len(styles) == 1


def test_a_card_has_as_many_pips_as_its_rank():
    for rank in list(Rank)[:10]:
        assert "".join(face(Card(rank, Suit.HEARTS))).count("♥") == rank


def test_cards_are_turned_one_by_one_and_all_are_open_at_the_end():
    shown = list(frames(dealt_of("2h 3h 4h", "Kd 5c 9s"), coup_of("2h 3h 4h", "Kd 5c 9s")))
    assert shown[0].total("player") is None
    assert all(drawing.turned == FACE_UP for name in ("player", "banker") for drawing in shown[-1].hand(name))
    assert (shown[-1].total("player"), shown[-1].total("banker")) == (9, 4)
    assert sum(scene.seconds for scene in shown) < 6
    assert max(scene.seconds for scene in shown) < 0.5


def test_the_dealer_calls_the_hand():
    assert announcements(dealt_of("2h 3h 4h", "Kd 5c 9s"), coup_of("2h 3h 4h", "Kd 5c 9s")) == [
        "Player has 5.",
        "Banker has 5.",
        "Player draws 4♥ and has 9.",
        "Banker draws 9♠ and has 4.",
        "Player wins, 9 over 4.",
    ]
    assert result_announcement(coup_of("9h Kh", "2h 5h")) == "Player wins with a natural, 9 over 7."
    assert result_announcement(coup_of("6h Kh", "Kd 6d")) == "Tie, 6 all."
    assert result_announcement(Void("it rained", "")) == "Void: it rained. All stakes go back."


def test_the_edge_of_a_card_tells_its_sides():
    announced = {rank: squeeze_announcement(Card(rank, Suit.CLUBS)) for rank in Rank}
    assert announced[Rank.ACE] == announced[Rank.THREE] == "No side."
    assert announced[Rank.FOUR] == announced[Rank.FIVE] == "Two sides."
    assert announced[Rank.SIX] == announced[Rank.EIGHT] == "Three sides."
    assert announced[Rank.NINE] == announced[Rank.TEN] == "Four sides."
    assert announced[Rank.JACK] == announced[Rank.KING] == "A picture."


def test_a_terminal_sees_the_squeeze_and_a_pipe_does_not(monkeypatch, piped):
    monkeypatch.delenv("CROUPIER_FAST", raising=False)
    waited: list[float] = []
    monkeypatch.setattr(time, "sleep", waited.append)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    for fast, squeezed in ((False, True), (True, False)):
        session, page = session_of(), io.StringIO()
        console = Console(file=page, width=100, force_terminal=True, _environ={"TERM": "xterm"})
        TerminalGame(session, Screen(console, session, fast=fast), lambda: None).handle_line("p 5")
        assert ("░░░░░░░" in page.getvalue()) is squeezed
        assert bool(waited) is squeezed
        waited.clear()
    piped("p 5\n")
    assert not waited


@pytest.mark.parametrize("width", [40, 60, 80, 100, 200])
def test_output_fits_every_width(width):
    session = session_of("ilani-midi-baccarat")
    game, page = game_of(session, width=width)
    game.screen.welcome(game.keys, seed=None)
    for line in ("p 10, koi, app", "?", "zzz", "b 10", "r"):
        game.handle_line(line)
    game.print_summary()
    # The lines under the digest are printed unwrapped: with line breaks they would have another digest.
    text, _, lines = page.getvalue().rpartition("SHA-256 of these four lines")
    *_, farewell = lines.splitlines()
    assert max(len(line.rstrip()) for line in (*text.splitlines(), farewell)) <= max(width, 60)
    assert session.hands_played == 3


def test_a_pipe_gets_no_colour(piped):
    assert "\x1b" not in piped("p 5\n?\nfoo\nq\n")


def test_control_characters_that_are_typed_are_not_sent_back(piped):
    out = piped("\x1b[2J\x07 5\np\t5\nq\n")
    assert not set(out) & set("\x1b\x07\t")
    assert "1 hand" in out


# Every game


@pytest.mark.parametrize("rulebook", BACCARAT)
def test_every_rulebook_can_be_played_with_each_of_its_wagers(rulebook):
    session = session_of(rulebook, balance=100_000_00)
    game, page = game_of(session)
    chance, bet_on = SeededRandomSource(11), set()
    for number in range(max(10, len(session.rules.wagers))):
        stakes = some_bets(session, number, chance)
        line = ", ".join(f"{game.keys.by_wager[wager]} ${amount / 100:.2f}" for wager, amount in stakes.items())
        before = session.balance
        game.handle_line(line)
        assert session.hands_played == number + 1, page.getvalue()[-400:]
        assert f"balance {format_dollars(session.balance)}" in page.getvalue()
        assert before - session.balance <= sum(stakes.values())
        bet_on |= set(stakes)
    assert bet_on == set(session.rules.wagers)


def some_bets(session: Session, number: int, chance: SeededRandomSource) -> dict[str, Cents]:
    """Return stakes for wager `number` with the wagers that it requires, and for some other allowed wagers.

    The numbers go round: after the last wager comes the first.
    """
    wagers = list(session.rules.wagers.values())
    wager_to_bet = wagers[number % len(wagers)]
    needed = [session.rules.wagers[name] for need in wager_to_bet.requires for name in need.wagers[:1]]
    stakes = {wager.id: session.seating.limit(wager).least for wager in (*needed, wager_to_bet)}
    assert session.refusal(session.bets_of(stakes)) is None
    for wager in wagers[chance.below(3) :]:
        limit = session.seating.limit(wager)
        amount = Cents(limit.least + chance.below(limit.most - limit.least + 1))
        extended = {**stakes, wager.id: amount}
        if session.refusal(session.bets_of(extended)) is None:
            stakes = extended
    return stakes


# Default terminal of a family


def test_an_open_game_is_played_with_the_default_terminal(monkeypatch):
    """Play a game of two open hands without decisions with `FamilyTerminal`, the default for every family."""
    family = family_of(rules_of(CASH_IN))
    monkeypatch.setattr(type(family), "terminal", lambda _, rules: FamilyTerminal(rules))
    session = session_of()
    game, page = game_of(session)
    assert game.keys.example == "player 25"
    rig(session, "9h 2h Kh Kh")
    game.handle_line("player 25, tie 5")
    game.handle_line("?")
    assert re.search(r"PLAYER +BANKER", page.getvalue())
    assert re.search(r"Player line +\$25 +pays 1 to 1 +\+\$25", page.getvalue())
    assert "hint" not in page.getvalue()
    assert session.balance == 1_020_00


# A real terminal


def test_ctrl_c_during_the_deal_ends_the_game_with_status_0():
    with at_terminal(CASH_IN) as played:
        played.until("Your bet")
        played.type("p 25")
        played.until("staked")
        played.interrupt("Thank you")
    assert "after 1 hand" in played.seen or "over 1 hand" in played.seen


def test_an_ascii_terminal_gets_letters_for_suits_and_invalid_bytes_do_no_harm():
    done = subprocess.run(
        [sys.executable, "-m", "croupier", "play", CASH_IN, "--seed", "7"],
        input=b"\xff\xfe 25\np 25\n",
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    out = done.stdout.decode("ascii")
    assert "Not placed" in out
    assert re.search(r"\+(10|[2-9AJQK])[shdc]-+\+", out)
    assert done.stderr == b""


def test_results_are_never_shown_by_colour_alone():
    session = session_of()
    game, page = game_of(session)
    rig(session, "9h 2h Kh Kh")
    game.handle_line("p 5, b 5")
    assert "pays 1 to 1" in page.getvalue()
    assert "loses" in page.getvalue()
    assert "+$5" in page.getvalue()
    assert "-$5" in page.getvalue()
