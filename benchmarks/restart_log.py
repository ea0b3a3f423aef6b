"""A log of any length: rounds that were really played at one table, continued in bulk by what differs between two.

The same cards and wagers are played again and again, so that two following rounds differ only in their numbers and
times. Each number grows by the same amount from round to round; a third round shows that it does.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import select

from croupier.cards.random_source import SeededRandomSource
from croupier.house.house import Accepted, House, HousePolicy
from croupier.store.keys import HouseKeys
from croupier.store.record import Transfer, canonical
from croupier.store.schema import rounds
from croupier.store.store import Store
from croupier.table import commands as c
from croupier.table.command_effect import Actor
from croupier.table.settings import TableSettings
from croupier.table.state_codec import state_to_json

TABLE = "t-00"
SEATS = range(1, 6)
FIRST_PLAYER = 7_000_000
PLAYED = 70
"""Rounds that are really played: enough that the board has forgotten the first ones."""
DEALER = Actor("user:5", "dan", "dealer")
FLOOR = Actor("user:8", "sue", "supervisor")
NUMBER = re.compile(r"(\d+)")
MARK = re.compile(r"<slot (\d+)>")
FUNDS = 10**12


class Template:
    """JSON text of something that differs from round to round only in its numbers."""

    def __init__(self, at: int, first: Any, second: Any) -> None:
        """Create the template from its JSON in round `at` and in the round after it."""
        self._at = at
        self._slots: list[tuple[int, int, int]] = []
        text = canonical(self._marked(first, second))
        parts = MARK.split(text.replace('"<int ', "").replace(' int>"', ""))
        self._parts, self._order = parts[::2], [self._slots[int(number)] for number in parts[1::2]]

    def _marked(self, first: Any, second: Any) -> Any:
        if isinstance(first, dict):
            assert first.keys() == second.keys(), (first, second)
            return {self._text(a, b): self._marked(first[a], second[b]) for a, b in zip(first, second, strict=True)}
        if isinstance(first, list):
            return [self._marked(a, b) for a, b in zip(first, second, strict=True)]
        if isinstance(first, str):
            return self._text(first, second)
        if first == second:
            return first
        return f"<int {self._slot(first, second - first, 0)} int>"

    def _text(self, first: str, second: str) -> str:
        if first == second:
            return first
        ours, theirs = NUMBER.split(first), NUMBER.split(second)
        found = []
        for place, (a, b) in enumerate(zip(ours, theirs, strict=True)):
            assert a == b or place % 2, (first, second)
            found.append(a if a == b else self._slot(int(a), int(b) - int(a), len(a)))
        return "".join(found)

    def _slot(self, base: int, step: int, width: int) -> str:
        self._slots.append((base, step, width))
        return f"<slot {len(self._slots) - 1}>"

    def text(self, number: int) -> str:
        """Return the JSON text in round `number`."""
        past = number - self._at
        found = [self._parts[0]]
        for part, (base, step, width) in zip(self._parts[1:], self._order, strict=True):
            found.append(f"{base + step * past:0{width}d}")
            found.append(part)
        return "".join(found)


class RecordTemplate:
    """Record that comes in every round: its columns, and the template of its body."""

    def __init__(self, at: int, first: dict[str, Any], second: dict[str, Any]) -> None:
        assert first["transfers"] == second["transfers"]
        self.actor, self.command = first["actor"], first["command"]
        self.transfers = first["transfers"]
        self._at = at
        self._times, self._seqs = ((first[key], second[key] - first[key]) for key in ("at", "seq"))
        self.body = Template(at, first, second)

    def columns(self, number: int) -> tuple[int, int]:
        """Return the number and the time of the record in round `number`."""
        past = number - self._at
        return self._seqs[0] + self._seqs[1] * past, self._times[0] + self._times[1] * past


@dataclass
class Night:
    """Rounds that were played at the first table, and the templates of the later rounds."""

    opening: list[dict[str, Any]]
    """Bodies of the records until the first of the last rounds that were played."""
    settled: list[dict[str, Any]]
    """Rounds in the archive that were played before the templates begin."""
    records: list[RecordTemplate]
    archived: Template
    state: Template
    first: int
    """Number of the first round that is made from the templates."""


def renamed(text: str, table: int) -> str:
    """Return a text of the first table as a text of another table, with players of its own."""
    return text.replace(TABLE, table_name(table)).replace(f"{FIRST_PLAYER // 10}", f"{FIRST_PLAYER // 10 + table}")


def table_name(table: int) -> str:
    return f"t-{table:02d}"


class PlayedTable:
    """House with one table that a dealer deals, with the same cards in every round from a new shoe."""

    def __init__(self, folder: Path, keys: HouseKeys, began: int, gap_ms: int) -> None:
        self.now = began
        self.gap_ms = gap_ms
        self.store = Store.open(folder / "played.db", create=True)
        policy = HousePolicy("bench", demonstration=True)
        self.house = House(self.store, keys, policy, clock=lambda: self.now, chance=SeededRandomSource(1))
        money = [Transfer("outside", f"player:{FIRST_PLAYER + seat}", FUNDS) for seat in SEATS]  # type: ignore[arg-type]
        self.house.writer.run(lambda uow: uow.append_record("house", actor="system", command="fund", transfers=money))
        settings = TableSettings(rulebook="ilani-midi-baccarat", betting_seconds=60)
        assert isinstance(self.house.create_table(TABLE, settings), Accepted)
        self.act(c.OpenTable(), FLOOR)
        for seat in SEATS:
            self.act(c.SitDown(seat=seat), self.player(seat))

    def player(self, seat: int) -> Actor:
        number = FIRST_PLAYER + seat
        return Actor(f"user:{number}", f"player {seat}", "player", f"player:{number}")  # type: ignore[arg-type]

    def act(self, order: c.Command, actor: Actor) -> None:
        self.now += 500
        reply = self.house.execute(TABLE, order, actor)
        assert isinstance(reply, Accepted), reply

    def play_round(self) -> None:
        self.now += self.gap_ms
        self.act(c.LoadShoe(), DEALER)
        self.act(c.ReadCard(card="As"), DEALER)
        self.act(c.OpenBets(), DEALER)
        for seat in SEATS:
            wager = "banker" if seat % 2 else "player"
            for cents in (10_00, 25_00):
                self.act(c.PlaceWagers(seat=seat, wagers=[c.WagerAmount(wager=wager, cents=cents)]), self.player(seat))
        self.act(c.CloseBets(), DEALER)
        for card in ("2s", "Kh", "Qd", "9c"):
            self.act(c.ReadCard(card=card), DEALER)
        self.act(c.CallResult(), DEALER)

    def rows(self) -> list[dict[str, Any]]:
        return [json.loads(record.body) for record in self.store.records(f"table/{TABLE}")]

    def archived(self) -> list[dict[str, Any]]:
        found = self.house.query(select(rounds.c.body).order_by(rounds.c.number))
        return [json.loads(row.body) for row in found]


def play_night(folder: Path, keys: HouseKeys, began: int, gap_ms: int) -> Night:
    """Play the first rounds and return the templates of the others, after checking them against a round more.

    `gap_ms` is the time between two rounds.
    """
    table = PlayedTable(folder, keys, began, gap_ms)
    ends, states = [0], [{}]
    for _ in range(PLAYED):
        table.play_round()
        ends.append(table.house.committed_tables[TABLE][0])
        states.append(json.loads(canonical(state_to_json(table.house.tables[TABLE]))))
    rows, archived = table.rows(), [{}, *table.archived()]
    table.store.close()
    at = PLAYED - 2
    first, second, third = (rows[ends[number - 1] : ends[number]] for number in (at, at + 1, at + 2))
    made = Night(
        rows[: ends[at - 1]],
        archived[1:at],
        [RecordTemplate(at, a, b) for a, b in zip(first, second, strict=True)],
        Template(at, archived[at], archived[at + 1]),
        Template(at, states[at], states[at + 1]),
        at,
    )
    assert [json.loads(one.body.text(at + 2)) for one in made.records] == third
    assert json.loads(made.archived.text(at + 2)) == archived[at + 2]
    assert json.loads(made.state.text(at + 2)) == states[at + 2]
    return made
