"""Kill a house with SIGKILL many times and check that nothing is lost.

For every baccarat and war game, a round is played by a house that is killed at each of its commits: right after the
commit and before any acknowledgement, before the commit, before anything is written, and at random moments. After
each kill the database is opened and audited, and every acknowledged command must be in the log exactly once. The next
process of the house sends the unacknowledged commands again and continues. At the end the rounds and all balances must
equal those of a house that was never killed.

    python benchmarks/faults.py [--kills 800] [--postgresql postgresql://user@host/name] [--seed 1]
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
from sqlalchemy import func, select

from croupier.evidence.log_rebuild import rebuild_all
from croupier.house.house import House, HousePolicy
from croupier.play.rulebook_library import load, names
from croupier.store.keys import HouseKeys
from croupier.store.log_audit import verify_log
from croupier.store.record import Record
from croupier.store.schema import redemptions, rounds, vouchers
from croupier.store.store import Store
from croupier.table.state import TableState

HOUSE = Path(__file__).with_name("faults_house.py")
TABLE = "t1"
ANY_MOMENT = "at any moment"
POINTS = ("after the commit", ANY_MOMENT, "before the commit", "before the flush")
LIVES_MOST = 400
MOMENTS, MOMENT_ROUNDS = 14, 4
"""Kills at random moments in an evening, and rounds in that evening."""
WAIT_SECONDS = 120
RECOVERY_EVERY = 9
"""One process in this many is killed while it recovers from the last kill."""
TIMES = ("opened_at", "closed_at", "ended_at")

Facts = dict[str, Any]

JACKPOTS: dict[str, tuple[str, Facts]] = {
    "co-99-fortunes": ("2s 2s 2s 2s Th", {"contribution": "5%"}),
    "co-ez-baccarat": ("Ks 2s Qs As Js 4s", {"seed": "1000", "contribution": "10%"}),
    "pa-mini-baccarat": ("Kh Kh 9h 9h", {"contribution": "3%"}),
}
"""Cards that win a meter for the second seat, and options for the contributions to that meter."""
NOT_BET = ["emperor-bonus-player"]
"""Wagers that cannot be bet together with another wager."""


@dataclass(frozen=True)
class Game:
    """Table for an evening of kills."""

    name: str
    settings: Facts
    cards: str = ""
    rounds: int = 1
    void: bool = False
    """True if the supervisor voids the round after two cards."""


def games(mode: int) -> list[Game]:
    """Return a game for every rulebook that `faults_house.py` can play, and some special games.

    The games are alternately automated and dealt by hand.

    In the special games a meter is won, the bettors turn the cards, or the round is voided.
    """
    modes = ("automated", "dealer-assist")
    listed = [_game(name, modes[(place + mode) % 2]) for place, name in enumerate(filter(_has_two_hands, names()))]
    won = [
        replace(_game(name, "dealer-assist", options), name=f"{name}, meter won", cards=cards)
        for name, (cards, options) in JACKPOTS.items()
    ]
    turned = _game("co-baccarat", modes[1 - mode % 2], {"cards_turned_by": "bettor"})
    void = _game("ca-cash-in-baccarat", modes[mode % 2])
    named = (replace(turned, name="co-baccarat, cards turned"), replace(void, name=f"{void.name}, void", void=True))
    return [*listed, *won, *named]


def _has_two_hands(name: str) -> bool:
    """Return whether the game is a bet on Player or Banker in which no seat decides."""
    return load(name).written.family in ("baccarat", "war")


def _game(name: str, mode: str, options: Facts | None = None) -> Game:
    schedule = 1 if name.startswith("ca-") else None
    return Game(name, {"rulebook": name, "mode": mode, "schedule": schedule, "options": options or {}})


class Stable:
    """Child process that runs a house in one further process after another."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(HOUSE)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def life(self, request: Facts) -> tuple[int, list[Facts]]:
        """Run one process of the house; return its exit status and the lines that it printed."""
        assert self._process.stdin
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        lines = [self._line()]
        while "ended" not in lines[-1]:
            lines.append(self._line())
        return lines[-1]["ended"], lines

    def _line(self) -> Facts:
        assert self._process.stdout
        line: Facts = json.loads(self._process.stdout.readline())
        return line

    def close(self) -> None:
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait(WAIT_SECONDS)
        assert self._process.stdout
        self._process.stdout.close()


@dataclass
class Tally:
    """Results of one or more evenings."""

    kills: int = 0
    interrupted: int = 0
    resumed: int = 0
    voided: int = 0
    acknowledged: int = 0
    wagers: int = 0
    tickets: int = 0
    jackpots: int = 0
    wagers_lost: int = 0
    cents_lost: int = 0
    paid_twice: int = 0
    faults: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)

    @property
    def is_sound(self) -> bool:
        return not (self.wagers_lost or self.cents_lost or self.paid_twice or self.faults)


class Evening:
    """One table of one house, from its first process to the end of its rounds."""

    def __init__(self, stable: Stable, folder: Path, url: str, game: Game) -> None:
        self.stable, self.game, self.url = stable, game, url
        self.request: Facts = {
            "database": url, "keys": str(folder / "house.key"), "table": TABLE, "settings": game.settings,
            "rounds": game.rounds, "cards": game.cards, "not_bet": NOT_BET, "void": game.void, "create": False,
            "strike": None, "after": None, "again": [],
        }  # fmt: skip
        self.sent: dict[str, Facts] = {}
        self.answered: dict[str, Facts] = {}
        self.acknowledged_records: set[tuple[str, int]] = set()
        self.cut_short: set[str] = set()
        self.tally = Tally()
        ended, lines = stable.life({**self.request, "create": True})
        assert ended == 0, lines

    # Processes of the house

    def finish(self) -> None:
        """Run the house without a kill until its rounds are over."""
        if self._live(None) != 0:
            self.tally.faults.append("the house did not get to the end of the round")

    def die_at_every_commit(self, point: str) -> None:
        """Kill each process of the house one commit later than the last one, until the rounds are over."""
        reaches = 2 if point == "after the commit" else 3
        for life in range(LIVES_MOST):
            in_recovery = life % RECOVERY_EVERY == RECOVERY_EVERY - 1
            at = 1 if in_recovery else 2 if life == 0 else reaches
            if self._live((at, point)) == 0:
                return
            self.examine()
        self.tally.faults.append(f"{LIVES_MOST} lives were not enough")

    def die_at_any_moment(self, chance: random.Random, seconds: float) -> None:
        """Kill the house at random moments, then finish its rounds.

        `seconds` is the time that the evening takes without kills.
        """
        for _ in range(MOMENTS):
            if self._live(None, chance.uniform(0, seconds)) == 0:
                return
            self.examine()
        self.finish()

    def _live(self, strike: tuple[int, str] | None, after: float | None = None) -> int:
        waiting = [move for key, move in self.sent.items() if key not in self.answered]
        last_answered = [self.sent[key] for key in list(self.answered)[-1:]]
        change = {"strike": strike, "after": after, "again": waiting + last_answered}
        ended, lines = self.stable.life({**self.request, **change})
        for line in lines:
            self._handle_line(line)
        self.tally.kills += ended == -signal.SIGKILL
        if ended not in (0, -signal.SIGKILL):
            self.tally.faults.append(f"a life ended with {ended}")
        return ended

    def _handle_line(self, line: Facts) -> None:
        if "sent" in line and line["sent"]["key"] is not None:
            self.sent.setdefault(line["sent"]["key"], line["sent"])
        elif "ack" in line:
            self._acknowledged(line)
        elif "refused" in line:
            self.tally.faults.append(f"{line['key']} was refused: {line['refused']} {line['message']}")
        elif "fault" in line:
            self.tally.faults.append(line["fault"])

    def _acknowledged(self, line: Facts) -> None:
        key, where = line["ack"], (line["stream"], line["seq"])
        self.acknowledged_records.add(where)
        if key is None:
            return
        before = self.answered.setdefault(key, line)
        if (before["stream"], before["seq"]) != where or (before is not line and not line["repeated"]):
            self.tally.faults.append(f"{key} was carried out twice: {before} and {line}")

    # Invariants after every kill

    def examine(self) -> None:
        with self._opened() as house:
            log = {stream: list(house.store.records(stream)) for stream in house.store.heads()}
            self._check_audit(house, log)
            self._check_commands(log)
            self._check_escrow(house)
            self._check_tickets(house, log)
            current = house.tables[TABLE].round
            if current is not None and current.spots:
                self.cut_short.add(current.id)

    @contextmanager
    def _opened(self) -> Iterator[House]:
        with Store.open(self.url) as store:
            yield House(store, HouseKeys.load(self.request["keys"]), HousePolicy(demonstration=True))

    def _fault(self, what: str) -> None:
        self.tally.faults.append(f"{self.game.name}: {what}")

    def _check_audit(self, house: House, log: Mapping[str, list[Record]]) -> None:
        """Check that the audit finds nothing and that the archived rounds agree with the log."""
        for found in (*verify_log(house.store).findings, *rebuild_all(house.store).findings):
            self._fault(str(found))
        self.tally.cents_lost += abs(sum(house.ledger.balances.values()))

    def _check_commands(self, log: Mapping[str, list[Record]]) -> None:
        """Check that every acknowledged command is in the log once, and that every logged command was sent."""
        keys = Counter(record.key for records in log.values() for record in records if record.key is not None)
        by_place = {(record.stream, record.seq): record for records in log.values() for record in records}
        for key, line in self.answered.items():
            record = by_place.get((line["stream"], line["seq"]))
            if record is None or record.key != key or keys[key] != 1:
                self.tally.wagers_lost += "place-wagers" in key
                self._fault(f"{key} was acknowledged as {line['stream']}#{line['seq']} and is not there once")
        for lost in self.acknowledged_records - by_place.keys():
            self._fault(f"{lost} was acknowledged and is not there")
        for key in keys.keys() - self.sent.keys():
            self._fault(f"{key} is in the log, and nobody sent it")

    def _check_escrow(self, house: House) -> None:
        """Check that every escrow account holds the money on the table."""
        state = house.tables[TABLE]
        for kind, on_table in layout(state).items():
            held = house.ledger.balances.get(f"{kind}:{TABLE}", 0)
            if held != on_table:
                self.tally.cents_lost += abs(held - on_table)
                self._fault(f"{kind} holds {held} cents, and {on_table} lie on the table")
        self._check_wagers(state)

    def _check_wagers(self, state: TableState) -> None:
        """Check that the wagers on the table equal wagers that their bettor sent."""
        if state.round is None:
            return
        moves = [move for key, move in self.sent.items() if key.startswith(f"{TABLE}-{state.rounds}-place-wagers")]
        for spot in state.round.spots.values():
            sent = [
                {wager["wager"]: wager["cents"] for wager in move["do"]["wagers"]}
                for move in moves
                if account(move) == spot.account
            ]
            if dict(spot.wagers) not in sent:
                self.tally.wagers_lost += 1
                self._fault(f"{spot} lies on the table and was not put there")

    def _check_tickets(self, house: House, log: Mapping[str, list[Record]]) -> None:
        """Check that no ticket was paid twice and that unpaid tickets are covered."""
        paid = house.query(select(redemptions.c.number, func.count()).where(redemptions.c.outcome == "paid")
                           .group_by(redemptions.c.number))  # fmt: skip
        events = Counter(event["digest"] for record in log.get("house", []) for event in record.events
                         if event["kind"] == "voucher-paid")  # fmt: skip
        self.tally.paid_twice += sum(1 for _, times in paid if times > 1) + sum(n > 1 for n in events.values())
        owed = house.query(select(func.coalesce(func.sum(vouchers.c.cents), 0)).where(vouchers.c.status == "issued"))
        held = house.ledger.balances.get("vouchers", 0)
        if int(owed[0][0]) != held:
            self.tally.cents_lost += abs(int(owed[0][0]) - held)
            self._fault(f"tickets of {owed[0][0]} cents are out, and {held} are held for them")

    # Invariants at the end

    def compare(self, other: Evening) -> None:
        """Check that rounds and balances equal those of a house that was never killed."""
        self.examine()
        mine, theirs = self.outcome(), other.outcome()
        for name in sorted(mine.balances.keys() | theirs.balances.keys()):
            difference = mine.balances.get(name, 0) - theirs.balances.get(name, 0)
            if difference:
                self.tally.cents_lost += abs(difference)
                self._fault(f"{name} differs by {difference} cents from a house that was not killed")
        if mine.rounds != theirs.rounds:
            self._fault("a round ended otherwise than in a house that was not killed")
        self._count(mine)

    def outcome(self) -> Outcome:
        with self._opened() as house:
            archived = [json.loads(row.body) for row in house.query(select(rounds.c.body).order_by(rounds.c.number))]
            for archived_round in archived:
                for name in TIMES:
                    del archived_round[name]
            events = [event["kind"] for record in house.store.records(f"table/{TABLE}") for event in record.events]
            return Outcome(archived, dict(house.ledger.balances), Counter(events))

    def _count(self, outcome: Outcome) -> None:
        status = {archived_round["id"]: archived_round["status"] for archived_round in outcome.rounds}
        ended = Counter(status.get(name, "lost") for name in self.cut_short)
        tally = self.tally
        tally.interrupted += len(self.cut_short)
        tally.resumed, tally.voided = ended["settled"], ended["void"]
        if lost := ended["lost"]:
            self._fault(f"{lost} rounds that were cut short never ended")
        tally.acknowledged += len(self.acknowledged_records)
        tally.wagers += sum("place-wagers" in key for key in self.answered)
        tally.tickets += sum(key.startswith("ticket-") for key in self.answered)
        tally.jackpots += outcome.events["jackpot-hit"]


@dataclass(frozen=True)
class Outcome:
    """Rounds, balances and event counts at the end of an evening."""

    rounds: list[Facts]
    balances: dict[str, int]
    events: Counter[str]


def layout(state: TableState) -> dict[str, int]:
    """Return the money on a table in cents, by the kind of account that holds it."""
    return {
        "stakes": sum(spot.total for spot in state.round.spots.values()) if state.round else 0,
        "bank": state.bank.cents if state.bank else 0,
        "jackpot": sum(jackpot.cents for jackpot in state.jackpots),
    }


def account(move: Facts) -> str:
    """Return the account of the player who sent a command.

    Players are numbered in the order in which the house creates them.
    """
    return f"player:{('ann', 'bob', 'cat', 'dee').index(move['who']) + 1}"


def evening(stable: Stable, url: Callable[[], str], game: Game, point: str, chance: random.Random) -> Tally:
    """Run one house that is killed at a given point and one that is not, and compare them."""
    game = replace(game, rounds=MOMENT_ROUNDS) if point == ANY_MOMENT else game
    with tempfile.TemporaryDirectory() as folder:
        for name in ("killed", "spared"):
            (Path(folder) / name).mkdir()
        spared = Evening(stable, Path(folder) / "spared", url(), game)
        started = time.monotonic()
        spared.finish()
        seconds = time.monotonic() - started
        killed = Evening(stable, Path(folder) / "killed", url(), game)
        if point == ANY_MOMENT:
            killed.die_at_any_moment(chance, 0.6 * seconds)
        else:
            killed.die_at_every_commit(point)
        killed.compare(spared)
    killed.tally.faults += spared.tally.faults
    return killed.tally


def new_files(folder: str) -> Callable[[], str]:
    numbers = count(1)
    return lambda: f"{folder}/house-{next(numbers)}.db"


def new_schemas(server: str) -> Callable[[], str]:
    """Return a function that creates a new PostgreSQL schema and returns its URL."""
    numbers = count(1)

    def make() -> str:
        name = f"faults_{os.getpid()}_{next(numbers)}"
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}".encode())
        return f"{server}{'&' if '?' in server else '?'}options=-csearch_path%3D{name}"

    return make


COLUMNS = (
    ("kills", "kills"), ("interrupted", "cut short"), ("resumed", "resumed"), ("voided", "voided"),
    ("acknowledged", "acknowledged"), ("wagers", "wagers"), ("tickets", "tickets"), ("jackpots", "jackpots"),
    ("wagers_lost", "wagers lost"), ("cents_lost", "cents lost"), ("paid_twice", "paid twice"),
)  # fmt: skip


def show(title: str, rows: Mapping[str, Tally]) -> None:
    print(f"{title:<30}" + "".join(f"{head:>13}" for _, head in COLUMNS))
    for name, tally in rows.items():
        print(f"{name:<30}" + "".join(f"{getattr(tally, field_name):>13,}" for field_name, _ in COLUMNS))
    print()


def run(kills: int, new_url: Callable[[], str], seed: int) -> int:
    by_game: dict[str, Tally] = {}
    by_point: dict[str, Tally] = {}
    total = Tally()
    chance = random.Random(seed)
    stable = Stable()
    started = time.monotonic()
    try:
        for number in count():
            point = POINTS[number % len(POINTS)]
            for game in games(number + number // len(POINTS)):
                if number and total.kills >= kills:
                    break
                tally = evening(stable, new_url, game, point, chance)
                for each in (by_game.setdefault(game.name, Tally()), by_point.setdefault(point, Tally()), total):
                    each.add(tally)
            if total.kills >= kills:
                break
    finally:
        stable.close()
    show("game", by_game)
    show("killed", {**by_point, "all": total})
    print(f"{total.kills:,} kills in {time.monotonic() - started:,.0f} s")
    for fault in total.faults[:20]:
        print(f"FAULT {fault}")
    return 0 if total.is_sound else 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=800, help="go on until so many; every game has its turn first")
    parser.add_argument("--postgresql", metavar="URL", help="a server to keep the houses in, instead of files")
    parser.add_argument("--seed", type=int, default=1, help="for the moments nobody chose")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        new_url = new_schemas(options.postgresql) if options.postgresql else new_files(folder)
        return run(options.kills, new_url, options.seed)


if __name__ == "__main__":
    sys.exit(main())
