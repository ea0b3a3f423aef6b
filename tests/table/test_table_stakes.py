"""Table stakes: chips bought from credit, added only between hands, returned on leaving; no player banks.

The tests play the family of `tests/toy_family.py`, with players who have chips in front of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from croupier.cards import Piece
from croupier.errors import Problem
from croupier.money.bets import Bet
from croupier.money.cents import Cents
from croupier.play.family import CaseRound
from croupier.play.round import RoundInProgress
from croupier.play.table_stakes import (
    AmountPosted,
    BotMove,
    BuyInLimits,
    CaseHandStart,
    HandBetweenSeats,
    HandStart,
    PointsPosted,
    PossibleOutcome,
    SeatedStack,
    SettledHand,
)
from croupier.rulebook.table_rules import TableRules
from croupier.table import commands as c
from croupier.table.state import Phase
from croupier.views import Viewer, lobby_view
from croupier.views.table_view import table_view
from tests import toy_family
from tests.table_driver import SUPERVISOR, Drive, player
from tests.toy_family import registered, worth

SHUFFLED = "Ts 9c 8d 4h 3c 2d Kh Qd 5s"


class ToyStakes:
    """Table stakes of the toy family: two players or more, a buy-in of $10 to $100, and a button."""

    least_players = 2
    folded_stay_hidden = False
    stack_wagers: frozenset[str] = frozenset()
    usual_times: Mapping[str, int] = {}

    def time_bank_seconds(self, rules: TableRules) -> int:
        return 20

    def buy_in(self, rules: TableRules) -> BuyInLimits:
        return BuyInLimits(Cents(10_00), Cents(100_00), "004 L30", Cents(1_00))

    def posted(self, rules: TableRules) -> list[AmountPosted]:
        return []

    def points(self, rules: TableRules) -> list[PointsPosted]:
        return []

    def most_players(self, rules: TableRules) -> int:
        return len(rules.seats)

    def outcomes(self, rules: TableRules, opponents: int) -> list[PossibleOutcome]:
        return []

    def settled_hand(self, rules: TableRules, result: Any) -> SettledHand:
        return {"pots": [], "put_in_cents": 0, "fee_cents": 0, "seats": []}

    def bot(self, rules: TableRules, seen: Mapping[str, Any], chance: Random) -> BotMove | None:
        return None

    def problem(self, rules: TableRules) -> Problem | None:
        return None

    def first_button(self, rules: TableRules, cards: Mapping[int, Piece]) -> int:
        return max(cards, key=lambda seat: worth(cards[seat]))

    def is_ready(self, rules: TableRules, stack: SeatedStack) -> bool:
        return stack.cents > 0

    def start_hand(
        self, rules: TableRules, seated: Sequence[SeatedStack], button: int | None, *, moves: bool
    ) -> HandStart:
        ready = {stack.seat: stack.cents for stack in seated if stack.is_in and stack.cents}
        after = [seat for seat in ready if button is None or seat > button or (seat == button and not moves)]
        missed = {stack.seat: ("blind",) for stack in seated if not stack.is_in}
        return HandStart(min(after or ready), {seat: {"stake": cents} for seat, cents in ready.items()}, missed)

    def never_revealed(self, result: Any) -> frozenset[int]:
        return frozenset()

    def in_hand(self, rules: TableRules, play: RoundInProgress[Any]) -> HandBetweenSeats:
        return {
            "stage": "set", "seats": [], "pots": [], "pot_cents": 0, "fee_cents": 0, "fee_due_cents": 0,
            "betting": None, "order": [],
        }  # fmt: skip

    def case(self, rules: TableRules, given: CaseHandStart) -> tuple[CaseRound, list[Bet]]:
        raise NotImplementedError

    def history(self, rules: TableRules, result: Any, archived: Mapping[str, Any]) -> str | None:
        return None

    def case_json(self, rules: TableRules, result: Any) -> dict[str, Any]:
        return {}


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Drive]:
    """Open a table of the toy family."""
    monkeypatch.setattr(toy_family.Toy, "table_stakes", ToyStakes())
    with registered(tmp_path):
        yield Drive("toy", schedule=None).open(1, 2, 3)


def buy(drive: Drive, number: int, dollars: int) -> None:
    """Buy chips for a player."""
    drive.ok(c.BuyChips(cents=dollars * 100), actor=player(number))


def stack(drive: Drive, number: int) -> int:
    """Return the chips of a player in cents."""
    assert drive.balance(f"stack:t1/{number}") == drive.state.stack(f"player:{number}").cents
    return drive.state.stack(f"player:{number}").cents


def begin(drive: Drive, *numbers: int) -> None:
    """Start a hand."""
    for number in numbers:
        buy(drive, number, 50)
    drive.ok(c.DrawButton(cards={1: "2s", 2: "Kd", 3: "9c"}))
    drive.ok(c.DealHand())


def play(drive: Drive) -> None:
    """Play a hand to its end."""
    drive.ok(c.RollDice(numbers=[1, 1, 1]))
    for card in SHUFFLED.split()[: 3 * len(drive.state.round.spots)]:  # type: ignore[union-attr]
        drive.ok(c.ReadCard(card=card))
    for seat in sorted(spot.seat for spot in drive.state.round.spots.values()):  # type: ignore[union-attr]
        drive.ok(c.ArrangeCards(seat=seat), actor=player(seat))
    drive.ok(c.CallResult())


def test_chips_are_bought_from_credit_and_returned_when_the_player_leaves(table: Drive) -> None:
    buy(table, 1, 60)
    assert (table.credit(1), stack(table, 1)) == (100_000_00 - 60_00, 60_00)
    buy(table, 1, 40)
    table.refused(c.BuyChips(cents=1_00), "chips/amount", actor=player(1))
    assert table.state.has_money_in_play("player:1")
    table.ok(c.StandUp(), actor=player(1))
    assert (table.credit(1), stack(table, 1)) == (100_000_00, 0)
    assert table.kinds == ["chips-returned", "seat-left"]


@pytest.mark.parametrize(
    ("cents", "message"), [(5_00, "buy $10 or more"), (200_00, "you may add $100"), (10_50, "whole $1")]
)
def test_an_invalid_buy_in_is_refused_with_the_valid_range(table: Drive, cents: int, message: str) -> None:
    assert message in table.refused(c.BuyChips(cents=cents), "chips/amount", actor=player(1)).message


def test_only_a_seated_player_buys_chips(table: Drive) -> None:
    table.fund(4)
    table.refused(c.BuyChips(cents=50_00), "seat/not_seated", actor=player(4))
    Drive().open(1).refused(c.BuyChips(cents=50_00), "table/no_table_stakes", actor=player(1))


def test_a_hand_is_played_for_the_stacks_and_loses_no_cent(table: Drive) -> None:
    begin(table, 1, 2, 3)
    assert table.state.button == 2
    assert table.state.phase is Phase.DEALING
    assert (stack(table, 1), table.balance("stakes")) == (0, 150_00)
    table.refused(c.BuyChips(cents=10_00), "chips/in_hand", actor=player(1))
    table.refused(c.StandUp(), "seat/in_play", actor=player(1))
    play(table)
    archived = table.last_round
    assert archived["between"]
    assert archived["opening"]["button"] == 2
    stacks = [stack(table, number) for number in (1, 2, 3)]
    assert sum(stacks) == 150_00 - 3_00
    assert (table.balance("stakes"), table.balance("drop")) == (0, 3_00)
    assert archived["balances"] == {f"player:{n}": [50_00, stacks[n - 1]] for n in (1, 2, 3)}
    table.ok(c.DealHand())
    assert table.state.button == 3
    table.check_log()


def test_a_void_hand_returns_all_chips(table: Drive) -> None:
    begin(table, 1, 2, 3)
    table.ok(c.DeclareMisdeal(reason="a card too many"), actor=SUPERVISOR)
    assert [stack(table, number) for number in (1, 2, 3)] == [50_00] * 3


def test_a_hand_needs_two_players_with_chips_and_a_button(table: Drive) -> None:
    buy(table, 1, 50)
    table.refused(c.DealHand(), "hand/too_few")
    table.refused(c.DrawButton(), "hand/too_few")
    buy(table, 2, 50)
    table.refused(c.DealHand(), "button/not_drawn")
    table.refused(c.DrawButton(cards={1: "2s"}), "button/cards")
    table.refused(c.DrawButton(cards={1: "2s", 2: "2s"}), "shoe/impossible_card")
    table.ok(c.DrawButton())
    table.refused(c.DrawButton(), "button/drawn")
    table.refused(c.OpenBets(), "wager/table_stakes_game")


def test_a_player_who_sits_out_keeps_the_chips_and_owes_missed_blinds(table: Drive) -> None:
    for number in (1, 2, 3):
        buy(table, number, 50)
    table.ok(c.SitOut(), actor=player(3))
    table.refused(c.SitOut(), "seat/already_out", actor=player(3))
    table.ok(c.DrawButton())
    table.ok(c.DealHand())
    assert {spot.seat for spot in table.state.round.spots.values()} == {1, 2}  # type: ignore[union-attr]
    assert stack(table, 3) == 50_00
    buy(table, 3, 10)  # player 3 is in no hand
    assert table.state.stack("player:3").owes == ("blind",)
    table.ok(c.StandUp(), actor=player(3))
    table.ok(c.SitDown(seat=3), actor=player(3))
    table.ok(c.SitIn(post=True), actor=player(3))
    assert table.state.stack("player:3").owes == ("blind",)


def test_a_player_who_times_out_sits_out(table: Drive) -> None:
    begin(table, 1, 2, 3)
    table.ok(c.RollDice(numbers=[1, 1, 1]))
    table.deal(SHUFFLED)
    table.tick()
    assert [stack.is_out for stack in table.state.stacks.values()] == [True] * 3
    table.ok(c.CallResult())
    table.refused(c.DealHand(), "hand/too_few")


def test_a_full_table_has_a_waiting_list_in_order_of_arrival(table: Drive) -> None:
    for number in (5, 6, 7):
        table.fund(number)
    table.refused(c.JoinWaitingList(), "waiting/seat_free", actor=player(5))
    table.seat(4)
    table.ok(c.JoinWaitingList(), actor=player(5))
    table.ok(c.JoinWaitingList(), actor=player(6))
    table.refused(c.JoinWaitingList(), "waiting/already_listed", actor=player(6))
    table.ok(c.StandUp(), actor=player(4))
    table.refused(c.SitDown(seat=4), "seat/waiting_list", actor=player(7))
    table.refused(c.SitDown(seat=4), "seat/waiting_list", actor=player(6))
    table.ok(c.SitDown(seat=4), actor=player(5))
    assert [entry.account for entry in table.state.waiting] == ["player:6"]
    table.ok(c.LeaveWaitingList(), actor=player(6))
    assert table.state.waiting == ()


def test_closing_the_table_gives_every_chip_back(table: Drive) -> None:
    buy(table, 1, 50)
    buy(table, 2, 30)
    table.ok(c.CloseTable())
    assert [table.credit(number) for number in (1, 2)] == [100_000_00] * 2


def test_everybody_sees_all_stacks_but_no_other_names(table: Drive) -> None:
    begin(table, 1, 2, 3)
    view = table_view(table.state, Viewer("player", "player:2"), table.at, {}, 0)
    stakes = view["table_stakes"]
    assert [(stack["seat"], stack["cents"], stack["in_hand"], stack["is_own"]) for stack in stakes["stacks"]] == [
        (1, 0, True, False), (2, 0, True, True), (3, 0, True, False),
    ]  # fmt: skip
    assert stakes["button"] == 2
    assert stakes["buy_in"]["least_cents"] == 10_00
    (tile,) = lobby_view([table.state], table.at)
    assert (tile["buy_in"]["most_cents"], tile["waiting"]) == (100_00, 0)
