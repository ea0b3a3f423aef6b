"""Generator of a running house: it draws between rounds; when it breaks, play stops and stakes are returned."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from croupier.cards.random_source import SeededRandomSource
from croupier.table.command_effect import SYSTEM
from croupier.table.commands import RunTimers
from croupier.table.state import Phase, TableState
from tests.server_fixture import Client, Live, live_house, refusal
from tests.soak import or_soak

SHOE, DECKS = "shoe-1", "decks-1"
"""Names of two tables that the generator deals: one deals many rounds from a shoe, the other uses new cards for each
round."""


class StuckSource:
    """Random source that always returns the same value."""

    def below(self, limit: int) -> int:
        return min(77, limit - 1)

    def nonce(self) -> bytes:
        return bytes(32)


class FailingSource:
    """Random source that always fails."""

    def below(self, limit: int) -> int:
        raise OSError("the source is gone")

    def nonce(self) -> bytes:
        raise OSError("the source is gone")


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    with live_house(tmp_path) as live:
        admin = live.client_as("admin")
        for name, options in ((SHOE, {}), (DECKS, {"automated_shoe": "fresh-each-round"})):
            settings = {"rulebook": "ilani-midi-baccarat", "mode": "automated", "options": options}
            admin.post("/api/tables", name=name, settings=settings, key=live.key())
            admin.command("open-table", name)
        yield live


def table_state(live: Live, name: str) -> TableState:
    return live.runtime.house.tables[name]


def run_next_timer(live: Live, name: str) -> None:
    """Advance the clock to the next timer of a table, and run it."""
    live.now = max(live.now, live.runtime.house.next_timers()[name])
    live.wait(live.runtime.run_job(live.runtime.house.command_job(name, RunTimers(), SYSTEM, None)))


def run_timers_until(live: Live, name: str, condition: Any) -> None:
    for _ in range(200):
        if condition(table_state(live, name)):
            return
        run_next_timer(live, name)
    raise AssertionError(table_state(live, name))


def is_betting_on(state: TableState, number: int) -> bool:
    return state.phase is Phase.BETTING and state.round is not None and state.round.id == f"{state.name}/{number:06d}"


def seat_player(live: Live, name: str) -> Client:
    player = live.client_as("player")
    player.post("/api/me/buy-in", cents=500_00, key=live.key())
    player.command("sit-down", name, seat=1)
    run_timers_until(live, name, lambda state: state.phase is Phase.BETTING)
    return player


def bet(player: Client, name: str) -> None:
    player.command("place-wagers", name, seat=1, wagers=[{"wager": "player", "cents": 50_00}])


def test_the_generator_draws_between_the_rounds_of_one_shoe(live: Live) -> None:
    player, drawn, shoes = seat_player(live, SHOE), [], set()
    for number in range(3):
        run_timers_until(live, SHOE, lambda state, number=number: is_betting_on(state, number + 1))
        drawn.append(live.runtime.house.generator.chance.health.draws)
        shoes.add(table_state(live, SHOE).shoe.sealed)  # type: ignore[union-attr]
        bet(player, SHOE)
    assert len(shoes) == 1
    assert [after - before for before, after in pairwise(drawn)] == [32, 32]


def test_cards_of_a_seeded_source_do_not_depend_on_unrelated_draws() -> None:
    still, stirred = SeededRandomSource(3), SeededRandomSource(3)
    for _ in range(5):
        stirred.unrelated_bytes()
    assert [still.below(416) for _ in range(50)] == [stirred.below(416) for _ in range(50)]


@pytest.mark.parametrize("source", or_soak([StuckSource, FailingSource], 1))
def test_a_broken_generator_voids_the_round_and_holds_the_table(live: Live, source: type[Any]) -> None:
    player = seat_player(live, DECKS)
    before = player.get("/api/me")["balance_cents"]
    bet(player, DECKS)
    assert player.get("/api/me")["balance_cents"] == before - 50_00
    live.runtime.house.generator.chance._inner = source()
    run_timers_until(live, DECKS, lambda state: state.holds)
    state = table_state(live, DECKS)
    assert [hold.why for hold in state.holds] == ["fault"]
    assert "the generator failed its test" in state.holds[0].reason
    assert state.round is None
    assert player.get("/api/me")["balance_cents"] == before
    assert not player.get("/api/me")["in_play"]
    supervisor = live.client_as("supervisor")
    noted = [event["code"] for event in supervisor.get("/api/events", table=DECKS)["events"]]
    assert {"round/void", "hold/placed"} <= set(noted)
    refused = player.ask(
        "POST",
        f"/api/tables/{DECKS}/commands",
        {
            "key": live.key(),
            "command": {"do": "place-wagers", "seat": 1, "wagers": [{"wager": "player", "cents": 500}]},
        },
    )
    refusal(refused, 409, "table/fault")
    supervisor.command("clear-hold", DECKS, id=state.holds[0].id, reason="looked at it")
    run_timers_until(live, DECKS, lambda state: state.holds)
    assert table_state(live, DECKS).round is None, "what has failed once gives nothing more"


def test_a_broken_generator_is_found_between_rounds_before_wagers_are_placed(live: Live) -> None:
    player = seat_player(live, SHOE)
    bet(player, SHOE)
    run_timers_until(live, SHOE, lambda state: state.phase is Phase.DEALING)
    live.runtime.house.generator.chance._inner = StuckSource()
    run_timers_until(live, SHOE, lambda state: state.holds)
    assert table_state(live, SHOE).rounds == 1, (
        "the round whose cards had been drawn and locked away was played to its end"
    )
    assert live.runtime.house.archived_round(f"{SHOE}/000001")["status"] == "settled"  # type: ignore[index]
    assert table_state(live, SHOE).round is None
