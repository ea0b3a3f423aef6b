"""Bots of a demonstration house: marked, legal, with no more than their seat's view, and only where people play."""

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
from croupier.server.runtime import Runtime, open_casino
from croupier.table import commands as c
from croupier.table.command_effect import Actor
from croupier.table.settings import DealingMode
from croupier.table.state import Phase, TableState
from croupier.views import Viewer, table_view
from tests.loop_guard import a_test_looks
from tests.server_fixture import QUICK
from tests.table_driver import Drive, player

HOLDEM, THIRTEEN = "ca-texas-holdem", "ca-13-card-chinese-poker"
BOT = Actor("user:9", "Bot 1", "player", "player:9", bot=True)
COMMAND: TypeAdapter[Any] = TypeAdapter(c.AnyCommand)
HANDS = 6
KEYS = itertools.count()
WAIT_SECONDS = 60
MOST_STEPS = 400
"""Of one hand: a bot that never came to an end would be told so."""


def seated(rulebook: str, *seats: int, schedule: int | str = "nl-6", **how: Any) -> Drive:
    drive = Drive(rulebook, schedule=schedule, **how).open(*seats)
    for seat in seats:
        drive.ok(c.BuyChips(cents=200_00), actor=player(seat))
    return drive


def seen(drive: Drive, number: int) -> Mapping[str, Any]:
    return table_view(drive.state, Viewer("player", f"player:{number}"), drive.at, {}, 0)


def moves(drive: Drive, seats: tuple[int, ...], chance: RandomSource) -> list[tuple[int, dict[str, Any]]]:
    stakes = drive.state.stakes
    assert stakes is not None
    need = drive.state.replay_play.need
    asked = {one.seat for one in need.questions} if isinstance(need, Ask) else set(seats)
    answers = ((seat, stakes.bot(drive.state.rules, seen(drive, seat), chance)) for seat in seats if seat in asked)
    return [(seat, move) for seat, move in answers if move is not None]


def played(drive: Drive, seats: tuple[int, ...], chance: RandomSource) -> list[str]:
    """One hand of the generator's cards in which every seat is a bot's; what they did."""
    done: list[str] = []
    for _ in range(MOST_STEPS):
        if drive.state.phase is not Phase.DEALING and done:
            return done
        asked = moves(drive, seats, chance) if drive.state.phase is Phase.DEALING else []
        if not asked:
            drive.tick()
            continue
        seat, move = asked[0]
        drive.ok(COMMAND.validate_python(move), actor=player(seat))
        done.append(str(move.get("choice", move["do"])))
    raise AssertionError("the hand did not end")


@pytest.mark.parametrize(("rulebook", "schedule"), [(HOLDEM, "nl-6"), (HOLDEM, "lim-5"), (THIRTEEN, 2)])
def test_whatever_a_bot_does_is_allowed(rulebook: str, schedule: int | str) -> None:
    """Hands of bots alone: no answer is refused, and they do a bit of everything."""
    seats, chance = (1, 2, 3, 4), SeededRandomSource(3)
    drive = seated(rulebook, *seats, schedule=schedule, mode="automated")
    did: set[str] = set()
    for _ in range(HANDS if rulebook == HOLDEM else 1):
        did |= set(played(drive, seats, chance))
    assert did >= ({"fold", "call", "raise", "check"} if rulebook == HOLDEM else {"arrange-cards"})


def test_a_bot_goes_by_its_own_cards_alone() -> None:
    """Two deals that differ in everybody else's cards: whoever looks the same way does the same."""
    answers = []
    for others in ("As Kd 7c Ah Kc 2d", "Qs 4h 7c Jd 8s 2d"):
        drive = seated(HOLDEM, 1, 2, 3)
        drive.ok(c.DrawButton(cards={1: "Ks", 2: "6c", 3: "6d"}))
        drive.ok(c.DealHand())
        drive.deal(others)
        answers.append(moves(drive, (1,), SeededRandomSource(5)))
        drive.ok(c.MakeDecision(seat=1, choice="call"), actor=player(1))
        for seat, choice in ((2, "call"), (3, "check")):
            drive.ok(c.MakeDecision(seat=seat, choice=choice), actor=player(seat))
        drive.deal("3s 9d Jh")
        for seat in (2, 3):
            drive.ok(c.MakeDecision(seat=seat, choice="check"), actor=player(seat))
        answers.append(moves(drive, (1,), SeededRandomSource(6)))
    assert answers[:2] == answers[2:]
    assert len(answers[0]) == len(answers[1]) == 1


def test_seven_deuce_is_thrown_away_and_aces_are_raised() -> None:
    for cards, words in (("As Kd 7c Ah Kc 2d", {"fold"}), ("7c Kd As 2d Kc Ah", {"raise"})):
        drive = seated(HOLDEM, 1, 2, 3)
        drive.ok(c.DrawButton(cards={1: "Ks", 2: "6c", 3: "6d"}))
        drive.ok(c.DealHand())
        drive.deal(cards)
        [(_, move)] = moves(drive, (1,), SeededRandomSource(5))
        assert {move["choice"]} == words


def test_a_clean_sweep_is_declared() -> None:
    drive = seated(THIRTEEN, 1, 2, schedule=2)
    drive.ok(c.DrawButton(cards={1: "2s", 2: "Ks"}))
    drive.ok(c.DealHand())
    minor, other = "2s 2d 3s 3c 4d 4h 5s 6c 7d 7h 8s 9c 9d", "Kh Qs Qd Js Jh 5h 8c 6d As 4s 9h 3h Qc"
    hand = seen(drive, 1)["table_stakes"]["hand"]
    for seat in hand["order"]:
        drive.deal(minor if seat == 1 else other)
    by_seat = dict(moves(drive, (1, 2), SeededRandomSource(1)))
    assert by_seat[1]["declares"] == "clean-sweep"
    assert "declares" not in by_seat[2]


# Coming and going


def state_with(*people: tuple[int, int], waiting: int = 0) -> TableState:
    """An automated table with people at these seats, with so many dollars in front of each."""
    drive = Drive(HOLDEM, schedule="nl-6", mode="automated").open(*(seat for seat, _ in people))
    for seat, dollars in people:
        if dollars:
            drive.ok(c.BuyChips(cents=dollars * 100), actor=player(seat))
    for number in range(20, 20 + waiting):
        drive.fund(number)
        drive.ok(c.JoinWaitingList(), actor=player(number))
    return drive.state


def test_bots_come_to_people_alone_and_leave_a_seat_free() -> None:
    assert bot_command(state_with(), BOT, SeededRandomSource(1)) is None
    assert isinstance(bot_command(state_with((1, 0)), BOT, SeededRandomSource(1)), c.SitDown)
    assert bot_command(state_with(*((seat, 0) for seat in range(1, 9))), BOT, SeededRandomSource(1)) is None


def test_a_bot_plays_while_a_person_does() -> None:
    drive = Drive(HOLDEM, schedule="nl-6", mode="automated").open(1)
    drive.fund(9)
    drive.ok(c.SitDown(seat=4), actor=BOT)
    assert seen(drive, 1)["seats"][3]["is_bot"]
    assert [one["is_bot"] for one in seen(drive, 1)["table_stakes"]["stacks"]] == [False, True]
    assert bot_command(drive.state, BOT, SeededRandomSource(1)) is None
    drive.ok(c.BuyChips(cents=100_00), actor=player(1))
    order = bot_command(drive.state, BOT, SeededRandomSource(1))
    assert isinstance(order, c.BuyChips)
    drive.ok(order, actor=BOT)
    assert bot_command(drive.state, BOT, SeededRandomSource(1)) is None
    drive.ok(c.SitOut(), actor=player(1))
    assert isinstance(bot_command(drive.state, BOT, SeededRandomSource(1)), c.StandUp)


# None in a real house


def test_a_real_house_has_no_bots() -> None:
    with pytest.raises(BadInput, match="bots play in a demonstration house only"):
        parse_config("[house]\nbots = 3\n", "house.toml")
    assert parse_config("[house]\nbots = 3\ndemonstration = true\n", "house.toml").house.bots == 3
    real = Drive("co-baccarat").open()
    real.fund(9)
    real.state = real.replayed = replace(real.state, demonstration=False)
    real.refused(c.SitDown(seat=4), "seat/bot", actor=BOT)


# The whole of it

TABLES = [
    TableSection(
        name=name, rulebook=rulebook, schedule=schedule, mode=DealingMode.AUTOMATED, open=True, card_ms=1, result_ms=30
    )
    for name, rulebook, schedule in (("holdem", HOLDEM, "nl-6"), ("thirteen", THIRTEEN, 2))
]


def test_a_newcomer_finds_a_game_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """He sits down and buys chips at both tables; bots come, play by their own clock, and go when he does."""
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
    asyncio.run(_evening(runtime, BotPlayers(runtime, 3, chance=SeededRandomSource(2))))


async def _evening(runtime: Runtime, bots: BotPlayers) -> None:
    await runtime.start()
    playing = asyncio.create_task(bots.run())
    user = await asyncio.to_thread(runtime.run_query, lambda query: user_by_name(query, "player"))
    assert user is not None
    person = Actor(f"user:{user.id}", "Player", "player", f"player:{user.id}")
    for table in ("holdem", "thirteen"):
        await _give(runtime, table, c.SitDown(seat=1), person)
        await _give(runtime, table, c.BuyChips(cents=200_00), person)
    for table in ("holdem", "thirteen"):
        await _company_at(runtime, table, person)
    playing.cancel()
    await runtime.stop()


async def _company_at(runtime: Runtime, table: str, person: Actor) -> None:
    """A hand is played to its end; then the person sits out."""
    await _until(lambda: _rounds(runtime, table) >= 1, runtime, person)
    assert sum(sitter.bot for sitter in _state(runtime, table).seats.values()) == 3
    await _until(lambda: _state(runtime, table).phase is Phase.BETWEEN, runtime, person)
    await _give(runtime, table, c.SitOut(), person)
    await _until(lambda: len(_state(runtime, table).seats) == 1, runtime, person)


def _state(runtime: Runtime, table: str) -> TableState:
    return runtime.house.committed_tables[table][1]


def _rounds(runtime: Runtime, table: str) -> int:
    records = runtime.house.store.records(f"table/{table}")
    with a_test_looks():
        return sum(event["kind"] == "round-settled" for record in records for event in record.events)


async def _give(runtime: Runtime, table: str, order: c.Command, person: Actor) -> None:
    reply = await runtime.command(table, order, person, f"person-{next(KEYS)}")
    assert not isinstance(reply, Refused), reply


async def _until(condition: Callable[[], bool], runtime: Runtime, person: Actor) -> None:
    """The person meanwhile says as little as he may."""
    end = asyncio.get_running_loop().time() + WAIT_SECONDS
    while not condition():
        assert asyncio.get_running_loop().time() < end
        for table in ("holdem", "thirteen"):
            view = runtime.view_of(_state(runtime, table), Viewer("player", person.account))
            for asked in (view["decision"] or {"questions": []})["questions"]:
                if asked["is_own"]:
                    await runtime.command(
                        table, c.MakeDecision(seat=1, choice=asked["default_choice"]), person, f"p-{next(KEYS)}"
                    )
            if any(one["is_own"] for one in view.get("arrangements", {"requests": []})["requests"]):
                await runtime.command(table, c.ArrangeCards(seat=1), person, f"p-{next(KEYS)}")
        await asyncio.sleep(0.01)
