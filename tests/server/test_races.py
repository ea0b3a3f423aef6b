"""Bets that race the closing over the network: each is in the log before it, or refused and nowhere. [R18]"""

from __future__ import annotations

import asyncio
import itertools
import random
import socket
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.loop_guard import a_test_looks
from tests.server_fixture import PASSWORD, TABLE, Live, live_house, on_a_port, told
from tests.soak import SEED, in_soak

PLAYERS = ("player", "player-2")
BETS_EACH = 6
CLOSED = {"table/wrong_phase", "bets/closed"}


@dataclass
class Racers:
    """A dealer, a supervisor and two players, each with a connection of his own."""

    live: Live
    port: int
    dice: random.Random = field(default_factory=lambda: random.Random(SEED or 18))
    people: dict[str, httpx.AsyncClient] = field(default_factory=dict)
    keys: Iterator[int] = field(default_factory=itertools.count)

    async def come(self) -> None:
        for name in (*PLAYERS, "dealer", "supervisor"):
            client = httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}")
            body = {"name": name, "password": PASSWORD, "token": True}
            begun = told(await client.post("/api/login", json=body))
            client.headers["authorization"] = f"Bearer {begun['token']}"
            self.people[name] = client
        for seat, name in enumerate(PLAYERS, start=1):
            money = {"cents": 5_000_00, "key": self.key()}
            told(await self.people[name].post("/api/me/buy-in", json=money))
            await self.done(name, "sit-down", seat=seat)
        await self.done("dealer", "load-shoe")
        await self.done("dealer", "read-card", card="As")

    def key(self) -> str:
        return f"race-{next(self.keys):08d}"

    async def give(self, name: str, do: str, **what: Any) -> httpx.Response:
        """Sent once more, with the same key, where the connection was given up meanwhile: as a terminal does."""
        url, body = f"/api/tables/{TABLE}/commands", {"key": self.key(), "command": {"do": do, **what}}
        try:
            return await self.people[name].post(url, json=body, timeout=60)
        except httpx.TransportError:
            return await self.people[name].post(url, json=body, timeout=60)

    async def done(self, name: str, do: str, **what: Any) -> dict[str, Any]:
        answer: dict[str, Any] = told(await self.give(name, do, **what))
        return answer

    async def _bet(self, name: str, seat: int) -> tuple[int | None, str]:
        """The number of its record, or the code it was refused with."""
        await asyncio.sleep(self.dice.random() * 0.02)
        wagers = [{"wager": "player", "cents": 100 * self.dice.randrange(25, 90)}]
        answer = await self.give(name, "place-wagers", seat=seat, wagers=wagers)
        if answer.status_code == 200:
            return answer.json()["seq"], ""
        return None, answer.json()["error"]["code"]

    async def _close(self) -> int:
        await asyncio.sleep(0.004 + self.dice.random() * 0.012)
        return int((await self.done("dealer", "close-bets"))["seq"])

    async def race(self) -> tuple[int, int]:
        """A round whose closing is raced: how many bets were in time, and how many were not."""
        opened = await self.done("dealer", "open-bets")
        bets = [self._bet(name, seat) for seat, name in enumerate(PLAYERS, start=1) for _ in range(BETS_EACH)]
        first = await self._bet(PLAYERS[0], 1)
        closed, *answers = await asyncio.gather(self._close(), *bets)
        answers.append(first)
        taken = sorted(seq for seq, _ in answers if seq is not None)
        with a_test_looks():
            self._hold_against_the_log(opened["seq"], closed, taken)
        assert {code for seq, code in answers if seq is None} <= CLOSED, answers
        await self.done("supervisor", "void-round", reason="a race")
        return len(taken), len(answers) - len(taken)

    def _hold_against_the_log(self, opened: int, closed: int, taken: list[int]) -> None:
        """What was answered as taken is in the log before the closing; what was refused is nowhere."""
        logged, closings = [], []
        for record in self.live.runtime.house.records(TABLE, opened - 1):
            logged += [record.seq for event in record.events if event["kind"] == "wagers-placed"]
            closings += [record.seq for event in record.events if event["kind"] == "bets-closed"]
        assert closings == [closed]
        assert sorted(set(logged)) == taken
        assert all(opened < seq < closed for seq in taken)


def run(live: Live, door: socket.socket, rounds: int) -> tuple[int, int]:
    door.bind(("127.0.0.1", 0))
    with on_a_port(live, door) as port:

        async def races() -> tuple[int, int]:
            racers = Racers(live, port)
            await racers.come()
            results = [await racers.race() for _ in range(rounds)]
            for client in racers.people.values():
                await client.aclose()
            return sum(taken for taken, _ in results), sum(late for _, late in results)

        return asyncio.run(races())


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[Live, socket.socket]]:
    with live_house(tmp_path) as live, socket.socket() as door:
        yield live, door


def test_a_bet_that_races_the_closing_is_taken_before_it_or_not_at_all(served: tuple[Live, socket.socket]) -> None:
    taken, late = run(*served, rounds=8)
    assert taken + late == 8 * (2 * BETS_EACH + 1)
    assert taken > 8, "some were in time beside the first of each round"
    assert late > 0, "some were not"


# A round of 13 bets took 0.145 s on a busy core: 100,000 bets take 19 minutes of one core.
@in_soak
def test_a_hundred_thousand_races_leave_none_in_doubt(served: tuple[Live, socket.socket]) -> None:
    rounds = 100_000 // (2 * BETS_EACH + 1) + 1
    taken, late = run(*served, rounds=rounds)
    assert taken + late >= 100_000
    assert taken > rounds
    assert late > rounds
