"""Bots of a demonstration house: marked, playing legally, with only their seat's view, and only where people play."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from croupier.cards.random_source import RandomSource, SeededRandomSource
from croupier.errors import BadInput, Refused
from croupier.people.users import user_by_name
from croupier.play.round import Ask
from croupier.server import bots as server_bots
from croupier.server.bots import BotPlayers, bot_command
from croupier.server.config import HouseConfig, HouseSection, TableSection, parse_config
from croupier.server.demonstration import set_up_people
from croupier.server.open_casino import open_casino
from croupier.server.runtime import Runtime
from croupier.table import commands as c
from croupier.table.command_effect import Actor
from croupier.table.settings import DealingMode
from croupier.table.state import Phase, TableState
from croupier.views import Viewer, table_view
from tests.loop_guard import database_calls_allowed
from tests.server_fixture import QUICK
from tests.table_driver import Drive, player

HOLDEM, THIRTEEN = "ca-texas-holdem", "ca-13-card-chinese-poker"
BOT = Actor("user:9", "Bot 1", "player", "player:9", bot=True)
COMMAND: TypeAdapter[Any] = TypeAdapter(c.AnyCommand)
HANDS = 6
KEYS = itertools.count()
WAIT_SECONDS = 60
MOST_STEPS = 400
"""Most steps of one hand; a bot that does not finish the hand fails the test."""


def seated_table(rulebook: str, *seats: int, schedule: int | str = "nl-6", **how: Any) -> Drive:
    """Return a table at which these seats have bought chips."""
    drive = Drive(rulebook, schedule=schedule, **how).open(*seats)
    for seat in seats:
        drive.ok(c.BuyChips(cents=200_00), actor=player(seat))
    return drive


def view_of(drive: Drive, number: int) -> Mapping[str, Any]:
    """Return the view of a table as a player gets it."""
    return table_view(drive.state, Viewer("player", f"player:{number}"), drive.at, {}, 0)


def bot_moves(drive: Drive, seats: tuple[int, ...], chance: RandomSource) -> list[tuple[int, dict[str, Any]]]:
    """Return the next move of the bot at each seat that has to act."""
    stakes = drive.state.stakes
    assert stakes is not None
    need = drive.state.replay_play.need
    seats_to_act = {question.seat for question in need.questions} if isinstance(need, Ask) else set(seats)
    answers = (
        (seat, stakes.bot(drive.state.rules, view_of(drive, seat), chance)) for seat in seats if seat in seats_to_act
    )
    return [(seat, move) for seat, move in answers if move is not None]


def play_hand(drive: Drive, seats: tuple[int, ...], chance: RandomSource) -> list[str]:
    """Play one hand in which a bot sits at every seat; return the bots' decisions."""
    choices: list[str] = []
    for _ in range(MOST_STEPS):
        if drive.state.phase is not Phase.DEALING and choices:
            return choices
        pending = bot_moves(drive, seats, chance) if drive.state.phase is Phase.DEALING else []
        if not pending:
            drive.tick()
            continue
        seat, move = pending[0]
        drive.ok(COMMAND.validate_python(move), actor=player(seat))
        choices.append(str(move.get("choice", move["do"])))
    raise AssertionError("the hand did not end")


@pytest.mark.parametrize(("rulebook", "schedule"), [(HOLDEM, "nl-6"), (HOLDEM, "lim-5"), (THIRTEEN, 2)])
def test_every_decision_of_a_bot_is_allowed(rulebook: str, schedule: int | str) -> None:
    """Check that in hands with bots at every seat no decision is refused and every kind of decision occurs."""
    seats, chance = (1, 2, 3, 4), SeededRandomSource(3)
    drive = seated_table(rulebook, *seats, schedule=schedule, mode="automated")
    choices: set[str] = set()
    for _ in range(HANDS if rulebook == HOLDEM else 1):
        choices |= set(play_hand(drive, seats, chance))
    assert choices >= ({"fold", "call", "raise", "check"} if rulebook == HOLDEM else {"arrange-cards"})


def test_a_bot_decides_only_from_its_own_cards_and_the_board() -> None:
    """Check that a bot decides the same in two deals that differ only in the cards of the other players."""
    answers = []
    for others in ("As Kd 7c Ah Kc 2d", "Qs 4h 7c Jd 8s 2d"):
        drive = seated_table(HOLDEM, 1, 2, 3)
        drive.ok(c.DrawButton(cards={1: "Ks", 2: "6c", 3: "6d"}))
        drive.ok(c.DealHand())
        drive.deal(others)
        answers.append(bot_moves(drive, (1,), SeededRandomSource(5)))
        drive.ok(c.MakeDecision(seat=1, choice="call"), actor=player(1))
        for seat, choice in ((2, "call"), (3, "check")):
            drive.ok(c.MakeDecision(seat=seat, choice=choice), actor=player(seat))
        drive.deal("3s 9d Jh")
        for seat in (2, 3):
            drive.ok(c.MakeDecision(seat=seat, choice="check"), actor=player(seat))
        answers.append(bot_moves(drive, (1,), SeededRandomSource(6)))
    assert answers[:2] == answers[2:]
    assert len(answers[0]) == len(answers[1]) == 1


def test_a_bot_folds_seven_deuce_and_raises_with_aces() -> None:
    for cards, choices in (("As Kd 7c Ah Kc 2d", {"fold"}), ("7c Kd As 2d Kc Ah", {"raise"})):
        drive = seated_table(HOLDEM, 1, 2, 3)
        drive.ok(c.DrawButton(cards={1: "Ks", 2: "6c", 3: "6d"}))
        drive.ok(c.DealHand())
        drive.deal(cards)
        [(_, move)] = bot_moves(drive, (1,), SeededRandomSource(5))
        assert {move["choice"]} == choices


def test_a_bot_declares_a_clean_sweep() -> None:
    drive = seated_table(THIRTEEN, 1, 2, schedule=2)
    drive.ok(c.DrawButton(cards={1: "2s", 2: "Ks"}))
    drive.ok(c.DealHand())
    sweep, plain = "2s 2d 3s 3c 4d 4h 5s 6c 7d 7h 8s 9c 9d", "Kh Qs Qd Js Jh 5h 8c 6d As 4s 9h 3h Qc"
    hand = view_of(drive, 1)["table_stakes"]["hand"]
    for seat in hand["order"]:
        drive.deal(sweep if seat == 1 else plain)
    by_seat = dict(bot_moves(drive, (1, 2), SeededRandomSource(1)))
    assert by_seat[1]["declares"] == "clean-sweep"
    assert "declares" not in by_seat[2]


# Sitting down and standing up


def state_with(*people: tuple[int, int], waiting: int = 0) -> TableState:
    """Return an automated table with people at these seats, each with this many dollars in chips."""
    drive = Drive(HOLDEM, schedule="nl-6", mode="automated").open(*(seat for seat, _ in people))
    for seat, dollars in people:
        if dollars:
            drive.ok(c.BuyChips(cents=dollars * 100), actor=player(seat))
    for number in range(20, 20 + waiting):
        drive.fund(number)
        drive.ok(c.JoinWaitingList(), actor=player(number))
    return drive.state


def test_bots_sit_down_only_where_people_sit_and_leave_a_seat_free() -> None:
    assert bot_command(state_with(), BOT, SeededRandomSource(1)) is None
    assert isinstance(bot_command(state_with((1, 0)), BOT, SeededRandomSource(1)), c.SitDown)
    assert bot_command(state_with(*((seat, 0) for seat in range(1, 9))), BOT, SeededRandomSource(1)) is None


def test_a_bot_plays_only_while_a_person_plays() -> None:
    drive = Drive(HOLDEM, schedule="nl-6", mode="automated").open(1)
    drive.fund(9)
    drive.ok(c.SitDown(seat=4), actor=BOT)
    assert view_of(drive, 1)["seats"][3]["is_bot"]
    assert [stack["is_bot"] for stack in view_of(drive, 1)["table_stakes"]["stacks"]] == [False, True]
    assert bot_command(drive.state, BOT, SeededRandomSource(1)) is None
    drive.ok(c.BuyChips(cents=100_00), actor=player(1))
    command = bot_command(drive.state, BOT, SeededRandomSource(1))
    assert isinstance(command, c.BuyChips)
    drive.ok(command, actor=BOT)
    assert bot_command(drive.state, BOT, SeededRandomSource(1)) is None
    drive.ok(c.SitOut(), actor=player(1))
    assert isinstance(bot_command(drive.state, BOT, SeededRandomSource(1)), c.StandUp)


# No bots in a real house


def test_a_real_house_has_no_bots() -> None:
    with pytest.raises(BadInput, match="bots play in a demonstration house only"):
        parse_config("[house]\nbots = 3\n", "house.toml")
    assert parse_config("[house]\nbots = 3\ndemonstration = true\n", "house.toml").house.bots == 3
    real = Drive("co-baccarat").open()
    real.fund(9)
    real.state = real.replayed = replace(real.state, demonstration=False)
    real.refused(c.SitDown(seat=4), "seat/bot", actor=BOT)


# Bots in a running house

TABLES = [
    TableSection(
        name=name, rulebook=rulebook, schedule=schedule, mode=DealingMode.AUTOMATED, open=True, card_ms=1, result_ms=30
    )
    for name, rulebook, schedule in (("holdem", HOLDEM, "nl-6"), ("thirteen", THIRTEEN, 2))
]


def test_a_new_player_finds_a_game_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that bots sit down when a player buys chips, play at their own pace, and leave with the player."""
    monkeypatch.setattr(server_bots, "POLL_SECONDS", 0.005)
    monkeypatch.setattr(server_bots, "THINKING_MS", (0, 2))
    monkeypatch.setattr(server_bots, "ARRANGING_MS", (0, 2))
    house = HouseSection(
        demonstration=True, bots=3, database=str(tmp_path / "house.db"), keys=str(tmp_path / "house.key")
    )
    config = HouseConfig(house=house, table=TABLES)
    runtime = Runtime(config, open_casino(config, create=True, chance=SeededRandomSource(4)), QUICK)
    runtime.set_up()
    set_up_people(runtime)
    asyncio.run(_play_both_tables(runtime, BotPlayers(runtime, 3, chance=SeededRandomSource(2))))


async def _play_both_tables(runtime: Runtime, bots: BotPlayers) -> None:
    await runtime.start()
    playing = asyncio.create_task(bots.run())
    user = await asyncio.to_thread(runtime.run_query, lambda query: user_by_name(query, "player"))
    assert user is not None
    person = Actor(f"user:{user.id}", "Player", "player", f"player:{user.id}")
    for table in ("holdem", "thirteen"):
        await _send_command(runtime, table, c.SitDown(seat=1), person)
        await _send_command(runtime, table, c.BuyChips(cents=200_00), person)
    for table in ("holdem", "thirteen"):
        await _check_bots_at(runtime, table, person)
    playing.cancel()
    await runtime.stop()


async def _check_bots_at(runtime: Runtime, table: str, person: Actor) -> None:
    """Wait until a hand at this table is over, let the person sit out, and wait until the bots have left."""
    await _play_until(lambda: _rounds(runtime, table) >= 1, runtime, person)
    assert sum(sitter.bot for sitter in _state(runtime, table).seats.values()) == 3
    await _play_until(lambda: _state(runtime, table).phase is Phase.BETWEEN, runtime, person)
    await _send_command(runtime, table, c.SitOut(), person)
    await _play_until(lambda: len(_state(runtime, table).seats) == 1, runtime, person)


def _state(runtime: Runtime, table: str) -> TableState:
    return runtime.house.committed_tables[table][1]


def _rounds(runtime: Runtime, table: str) -> int:
    records = runtime.house.store.records(f"table/{table}")
    with database_calls_allowed():
        return sum(event["kind"] == "round-settled" for record in records for event in record.events)


async def _send_command(runtime: Runtime, table: str, command: c.Command, person: Actor) -> None:
    reply = await runtime.command(table, command, person, f"person-{next(KEYS)}")
    assert not isinstance(reply, Refused), reply


async def _play_until(condition: Callable[[], bool], runtime: Runtime, person: Actor) -> None:
    """Wait until the condition holds; meanwhile the person takes the default decision to each question."""
    end = asyncio.get_running_loop().time() + WAIT_SECONDS
    while not condition():
        assert asyncio.get_running_loop().time() < end
        for table in ("holdem", "thirteen"):
            view = runtime.view_of(_state(runtime, table), Viewer("player", person.account))
            for question in (view["decision"] or {"questions": []})["questions"]:
                if question["is_own"]:
                    await runtime.command(
                        table, c.MakeDecision(seat=1, choice=question["default_choice"]), person, f"p-{next(KEYS)}"
                    )
            if any(setting["is_own"] for setting in view.get("arrangements", {"requests": []})["requests"]):
                await runtime.command(table, c.ArrangeCards(seat=1), person, f"p-{next(KEYS)}")
        await asyncio.sleep(0.01)
