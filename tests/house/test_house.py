"""Running house: play money stays apart, a faulty generator stops play, the first administrator. [R9, R20, R57]"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from croupier.cards.random_source import SeededRandomSource
from croupier.cli.commands import app
from croupier.errors import BadInput
from croupier.evidence.software_manifest import manifest, manifest_text, require_unaltered
from croupier.house.house import Accepted, House, HousePolicy
from croupier.people.passwords import PasswordCheck
from croupier.people.sessions import SessionService
from croupier.people.users import all_users
from croupier.server.config import HouseConfig, HouseSection
from croupier.server.open_casino import open_casino
from croupier.store import HouseKeys, Store
from croupier.store.log_audit import verify_log
from croupier.store.record import Transfer
from croupier.table.command_effect import Actor
from croupier.table.commands import ClearHold, OpenTable, PlaceWagers, SitDown, WagerAmount
from croupier.table.settings import DealingMode, TableSettings

SUPERVISOR = Actor("user:9", "Floor", "supervisor")
PLAYER = Actor("user:1", "Guest", "player", "player:1")


class FailsLater:
    """Random source that returns only zeros after `sound_for` draws."""

    def __init__(self, sound_for: int) -> None:
        self._inner, self._left = SeededRandomSource(5), sound_for

    def below(self, limit: int) -> int:
        self._left -= 1
        return self._inner.below(limit) if self._left > 0 else 0

    def nonce(self) -> bytes:
        self._left -= 1
        return self._inner.nonce() if self._left > 0 else bytes(32)


def house_with(folder: Path, chance: Any) -> tuple[House, list[int]]:
    store = Store.open(folder / "house.db", create=True)
    now = [1_000]
    policy = HousePolicy("A house", demonstration=True)
    house = House(store, HouseKeys.create(folder / "keys"), policy, clock=lambda: now[0], chance=chance)
    house.writer.run(
        lambda uow: uow.append_record(
            "house", actor="system", command="buy-in", transfers=[Transfer("outside", "player:1", 100_000)]
        )
    )
    fresh = {"automated_shoe": "fresh-each-round"}
    settings = TableSettings(rulebook="ilani-midi-baccarat", mode=DealingMode.AUTOMATED, options=fresh)
    assert isinstance(house.create_table("t1", settings), Accepted)
    house.execute("t1", OpenTable(), SUPERVISOR)
    house.execute("t1", SitDown(seat=1), PLAYER)
    return house, now


def play_until_held(house: House, now: list[int]) -> None:
    for _ in range(400):
        state = house.tables["t1"]
        if state.holds:
            return
        if state.phase == "betting" and state.round is not None and not state.round.spots:
            house.execute("t1", PlaceWagers(seat=1, wagers=[WagerAmount(wager="banker", cents=1_000)]), PLAYER)
        due = house.next_timer_of("t1")
        assert due is not None
        now[0] = max(now[0], due)
        house.run_timers("t1")


def test_a_generator_that_fails_holds_the_table_and_returns_every_stake(tmp_path: Path) -> None:
    house, now = house_with(tmp_path, FailsLater(2_000))
    play_until_held(house, now)
    state = house.tables["t1"]
    assert [hold.why for hold in state.holds] == ["fault"]
    assert "generator" in state.holds[0].reason
    assert house.ledger.balances.get("stakes:t1", 0) == 0
    assert sum(house.ledger.balances.values()) == 0
    assert verify_log(house.store).is_sound
    house.store.close()


def test_a_failed_generator_stays_failed_after_the_hold_is_lifted(tmp_path: Path) -> None:
    house, now = house_with(tmp_path, FailsLater(2_000))
    play_until_held(house, now)
    rounds = house.tables["t1"].rounds
    house.execute("t1", ClearHold(id=house.tables["t1"].holds[0].id, reason="looked at it"), SUPERVISOR)
    play_until_held(house, now)
    assert house.tables["t1"].holds
    assert house.tables["t1"].rounds <= rounds + 1
    house.store.close()


def test_a_house_does_not_open_with_a_generator_that_fails_at_once(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "house.db", create=True)
    with pytest.raises(BadInput, match="generator"):
        House(store, HouseKeys.create(tmp_path / "keys"), HousePolicy(), chance=FailsLater(0))
    store.close()


def config(folder: Path, *, demonstration: bool) -> HouseConfig:
    place = HouseSection(demonstration=demonstration, database=str(folder / "house.db"), keys=str(folder / "house.key"))
    return HouseConfig(house=place)


@pytest.mark.parametrize("first", [True, False])
def test_play_money_and_real_money_never_share_a_database(tmp_path: Path, first: bool) -> None:
    open_casino(config(tmp_path, demonstration=first), create=True).store.close()
    with pytest.raises(BadInput, match="was begun as a"):
        open_casino(config(tmp_path, demonstration=not first))
    open_casino(config(tmp_path, demonstration=first)).store.close()


def test_one_flipped_byte_of_the_program_stops_the_start(tmp_path: Path) -> None:
    listed = manifest_text(manifest())
    sound = tmp_path / "manifest.json"
    sound.write_text(listed)
    require_unaltered(sound)
    altered = json.loads(listed)
    name = next(iter(altered["files"]))
    altered["files"][name] = "0" * 64
    flipped = tmp_path / "flipped.json"
    flipped.write_text(json.dumps(altered))
    with pytest.raises(BadInput):
        require_unaltered(flipped)


def test_the_first_administrator_is_created_once(tmp_path: Path) -> None:
    database, run = str(tmp_path / "house.db"), CliRunner().invoke
    assert run(app, ["store", "create", database, "--keys", str(tmp_path / "keys")]).exit_code == 0
    command = ["store", "admin", database, "--name", "ruth", "--display-name", "Ruth"]
    created = run(app, command, input="a quiet evening\na quiet evening\n")
    assert created.exit_code == 0, created.output
    with Store.open(database) as store, store.read() as connection:
        people = all_users(lambda statement: connection.execute(statement).all())
        assert [(user.name, user.role.value, user.must_change) for user in people] == [("ruth", "admin", True)]
    again = run(app, [*command[:4], "paul", *command[5:]], input="another evening\nanother evening\n")
    assert isinstance(again.exception, BadInput)
    assert "administrator" in str(again.exception)


def test_an_account_that_wrong_passwords_locked_is_unlocked_at_the_command_line(tmp_path: Path) -> None:
    database, run = str(tmp_path / "house.db"), CliRunner().invoke
    run(app, ["store", "create", database, "--keys", str(tmp_path / "keys")])
    command = ["store", "admin", database, "--name", "ruth", "--display-name", "Ruth"]
    run(app, command, input="a quiet evening\na quiet evening\n")
    unlock = ["store", "unlock", database, "--name"]
    for name, message in (("nobody", "nobody here"), ("ruth", "not locked out")):
        refused = run(app, [*unlock, name])
        assert isinstance(refused.exception, BadInput)
        assert message in str(refused.exception)
    policy = HousePolicy("A house")
    with Store.open(database) as store:
        house = House(store, HouseKeys.load(tmp_path / "keys"), policy, chance=SeededRandomSource(7))
        guess = SessionService().log_in(PasswordCheck("ruth", False), address="203.0.113.9")
        replies = [house.writer.run(guess) for _ in range(3)]
        assert replies[-1].code == "login/locked"
    done = run(app, [*unlock, "Ruth"])
    assert done.exit_code == 0, done.output
    with Store.open(database) as store:
        house = House(store, HouseKeys.load(tmp_path / "keys"), policy, chance=SeededRandomSource(7))
        last = list(store.records("house"))[-1]
        assert (last.actor, last.events[0]["kind"], last.events[0]["unlocked"]) == ("system", "user-changed", True)
        assert house.writer.run(guess).code == "login/wrong", "the count begins afresh"
        assert verify_log(store).is_sound
