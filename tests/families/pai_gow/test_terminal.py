"""Pai gow poker in the terminal: cards set by number or name, the house way on request, fouls refused."""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from rich.console import Console

from croupier.cards import Piece, Shoe, parse_pieces
from croupier.cards.random_source import SeededRandomSource
from croupier.cli.play import play_game
from croupier.families.pai_gow.poker.family import PAI_GOW_POKER
from croupier.hands.card_parsing import index_of
from croupier.money.cents import Cents
from croupier.play.round import HandToSet, Roll
from croupier.rulebook.table_rules import TableRules
from croupier.server.routes.coach import _question, coach_response
from croupier.terminal.game import PlayerQuit, TerminalGame
from croupier.terminal.screen import Screen
from croupier.terminal.session import Session
from croupier.terminal.table_setup import TableSetup
from tests.families.pai_gow.test_live import deal_to_arranging
from tests.pai_gow_rules import RULEBOOKS, rules_of
from tests.soak import or_soak

FORTUNE, MINI, ULTIMATE = "ca-fortune-pai-gow-poker", "ca-mini-pai-gow", "ca-ultimate-pai-gow-poker"
OWN = "As Ah Kc Qd 9c 7d 4s"
DEALER = "Kd Th 8d 7c 5s 3h 2c"


class RiggedSession(Session):
    """Session whose dice always name the seat next to the bank: a total of nine at seven seats, ten at eight."""

    def roll(self, need: Roll) -> tuple[int, ...]:
        return (3, 3, len(self.rules.seats) - 4)


Typed = Callable[..., tuple[Session, str]]


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Typed:
    """Return a function that plays a round from rigged cards and typed lines; it returns the session and the output."""

    def play(rulebook: str, cards: str, bet: str, lines: str, **options: Any) -> tuple[Session, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
        session = RiggedSession(
            TableSetup.for_rules(rules_of(rulebook, **options)), Cents(1_000_00), SeededRandomSource(7)
        )
        page = io.StringIO()
        console = Console(file=page, width=100, height=60, highlight=False, markup=False, emoji=False)
        game = TerminalGame(session, Screen(console, session, fast=True), lambda: None)
        first = parse_pieces(cards)
        session.shoe = Shoe.new(
            session.rules.shoe, (*first, *(c for c in session.rules.shoe.full_shoe if c not in first))
        )
        with contextlib.suppress(PlayerQuit, EOFError):
            game.handle_line(bet)
        return session, page.getvalue()

    return play


@pytest.mark.parametrize("line", ["3 4", "Kc Qd", "kc, qd", "h", "House way"])
def test_two_cards_go_in_front_by_number_by_name_or_the_house_way(typed: Typed, line: str) -> None:
    session, page = typed(FORTUNE, f"{OWN} {DEALER}", "base 25", f"{line}\n")
    assert session.balance == 1_022_50
    assert "The dice show 3, 3, 3, 9: seat 2 has the first packet." in page
    assert "Your best five are pair of aces" in page
    assert "YOU, low  king high, queen kicker" in page
    assert "High hand higher, low hand higher." in page
    assert "won 1, lost 0, even 0" in page


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("1 2", "Not so: The low hand may not outrank the high one."),
        ("1", "Not so: All 7 cards are laid out: 5 high, 2 low."),
        ("1 1", "Not so: A card is laid once, and only one's own."),
        ("1 8", 'Not so: "8" is no card, and no number from 1 to 7.'),
        ("Kd Qd", "Not so: K♦ is not among your cards."),
        ("1 / 2", "Not so: Name 2 for the low hand, by number or as "),
        ("", "Not so: Name 2 for the low hand"),
    ],
)
def test_an_impossible_arrangement_is_refused_and_asked_again(typed: Typed, line: str, says: str) -> None:
    session, page = typed(FORTUNE, f"{OWN} {DEALER}", "base 25", f"{line}\n3 4\n")
    assert says in page
    assert session.balance == 1_022_50
    before = page[: page.index("DEALER, high")]
    assert "10♥" not in before, "nothing is seen of the player-dealer's cards"


class TwoWays:
    """Coach that knows two ways to set any hand."""

    def solve(self, rules: TableRules) -> None:
        return None

    def visible_state(self, rules: TableRules, play: Any, question: Any) -> None:
        return None

    def action_values(self, rules: TableRules, seen: Any, question: Any, solved: None) -> dict[str, float]:
        return {}

    def arrangement_values(
        self, rules: TableRules, cards: Sequence[Piece]
    ) -> list[tuple[tuple[int, ...], float, bool]]:
        kings_queens, queen_nine = (tuple(index_of(cards[place]) for place in front) for front in ((2, 3), (3, 4)))
        return [(kings_queens, 0.5, True), (queen_nine, 0.25, False)]


def test_a_hint_shows_the_value_of_arrangements(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(PAI_GOW_POKER.odds), "coach", TwoWays())
    session, page = typed(FORTUNE, f"{OWN} {DEALER}", "base 25", "hint\nh\n")
    assert "K♣ Q♦ in front: +0.5000, the house way" in page
    assert "Q♦ 9♣ in front: +0.2500" in page
    assert session.balance == 1_022_50


def test_a_screen_gets_the_same_values() -> None:
    drive = deal_to_arranging()
    state = drive.state
    question = _question(state, "player:2")
    assert isinstance(question, HandToSet)
    answer = coach_response(state.rules, question, TwoWays().arrangement_values(state.rules, question.cards))
    assert answer is not None
    assert [(way.hands["low"], way.value, way.house_way) for way in answer.ways] == [
        (["Kc", "Qd"], 0.5, True),
        (["Qd", "9c"], 0.25, False),
    ]
    assert sorted(answer.ways[0].hands["high"]) == ["4s", "7d", "9c", "Ah", "As"]
    assert _question(state, "player:5") is None


def test_the_hand_of_a_player_who_leaves_is_set_the_house_way(typed: Typed) -> None:
    session, page = typed(FORTUNE, f"{OWN} {DEALER}", "base 25", "q\n")
    assert "Your hand is set the house way; then you leave." in page
    assert session.balance == 1_022_50


def test_mini_pai_gow_is_set_five_and_one_and_asks_for_a_double(typed: Typed) -> None:
    session, page = typed(MINI, "As Ah Ks 9d 7c 4h 5s 5d Qs 8d 6c 3h", "game 25", "3\nd\n")
    assert "d double ($25 more)" in page
    assert session.balance == 1_000_00 + 50_00 - 1_00, "less the fee of the circle"


def test_a_game_with_two_shared_hands_asks_nothing(typed: Typed) -> None:
    session, page = typed(ULTIMATE, f"{OWN} {DEALER}", "player 25", "")
    assert "The Player has king high, queen kicker in front of pair of aces" in page
    assert session.balance == 1_000_00 + 50_00 - 1_00


@pytest.mark.parametrize("rulebook", or_soak([*dict.fromkeys([MINI, ULTIMATE, FORTUNE, *RULEBOOKS])], 3))
@pytest.mark.parametrize("deal", ["packets", "piles"])
def test_every_game_is_played_to_its_end_however_it_is_dealt(
    rulebook: str, deal: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    wager = {MINI: "game", ULTIMATE: "player"}.get(rulebook, "base")
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{wager} 25\nh\ns\nq\n"))
    play_game(rulebook, [f"deal={deal}"], balance="1000", seed=5, fast=True)
    page = capsys.readouterr().out
    assert "This hand" in page
    assert "1 hand. Thank you for playing." in page
