"""House for `faults.py` that plays at one table, reports each acknowledgement, and kills itself on request.

    python benchmarks/faults_house.py

It reads one JSON request per line and runs one process of the house for each. The process opens the database, sends
again the commands that were never acknowledged, and plays on from the state that it finds. It prints one JSON object
per line: commands sent, acknowledgements, and its exit status. It kills itself with SIGKILL at the commit and the point
that the request names. Without these it plays until the requested rounds are over, or until its parent kills it after
the time in the request.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import func, select

from croupier.cage import buy_in, shifts
from croupier.cage.cash_out import cash_out
from croupier.cage.redemptions import redeem_for_cash, redeem_to_credit
from croupier.cards import parse_cards
from croupier.cards.random_source import SeededRandomSource, SystemRandomSource, shuffled
from croupier.cards.shoe import build_decks
from croupier.errors import BadInput, Refused
from croupier.house.activity_restore import restore_activity
from croupier.house.house import Accepted, House, reply_for_duplicate
from croupier.people.accounts import create_user
from croupier.people.passwords import PasswordHash
from croupier.people.roles import SYSTEM as BY_SYSTEM
from croupier.people.roles import Role
from croupier.play.round import Deal
from croupier.server import open_casino as server
from croupier.server.config import HouseConfig, HouseSection
from croupier.store import store
from croupier.store.errors import DuplicateRecordError
from croupier.store.record import Record
from croupier.store.schema import records, vouchers
from croupier.store.store import Store
from croupier.store.transaction import Transaction
from croupier.store.unit_of_work import Job, UnitOfWork
from croupier.table import commands as c
from croupier.table.bank_handlers import unanswered_seat
from croupier.table.command_effect import SYSTEM, Actor
from croupier.table.rotation import RotationStage
from croupier.table.settings import TableSettings, schedule_of
from croupier.table.state import Phase, TableState
from croupier.table.timers import next_timer_at

POINTS = ("before the flush", "before the commit", "after the commit")
STEPS_MOST, CLAIM_TRIES = 2_000, 200
DOWN_MS = 45_000
NOON = 1_790_000_000_000
CREDIT, BANK, TICKET = 20_000_00, 500_00, 12_34
PEOPLE = {
    "ann": Role.PLAYER, "bob": Role.PLAYER, "cat": Role.PLAYER, "dee": Role.PLAYER, "dealer": Role.DEALER,
    "floor": Role.SUPERVISOR, "boss": Role.ADMIN, "cashier": Role.CASHIER,
}  # fmt: skip
"""People of the house: Ann and Bob sit and play, Dee bets behind one of them, Cat goes to the cage."""
NUMBERS = {name: number for number, name in enumerate(PEOPLE, 1)}
ACTORS = {
    name: Actor(f"user:{number}", name, PEOPLE[name].value, f"player:{number}" if number <= 4 else None)
    for name, number in NUMBERS.items()
} | {"system": SYSTEM}
BY_ACCOUNT = {actor.account: name for name, actor in ACTORS.items() if actor.account}

Move = dict[str, Any]
"""Command of a person: `who`, `key`, and either `do` (a table command) or `cage` with its arguments."""


def report(**facts: Any) -> None:
    """Print one JSON line in a single write, so that a kill cannot cut it in two."""
    os.write(1, (json.dumps(facts) + "\n").encode())


class CountedTransaction(Transaction):
    """Transaction that remembers whether a record was appended."""

    has_records = False

    def append(self, record: Record) -> None:
        self.has_records = True
        super().append(record)


class FatalStore(Store):
    """Store that kills its process at one point of one commit; commits without a record do not count."""

    strike: tuple[int, str] | None = None
    commits = 0

    @contextmanager
    def begin(self) -> Iterator[Transaction]:
        with super().begin() as transaction:
            yield transaction
            assert isinstance(transaction, CountedTransaction)
            FatalStore.commits += transaction.has_records
            self.at("before the flush")
            transaction.flush()
            self.at("before the commit")
        self.at("after the commit")

    def at(self, point: str) -> None:
        strike = FatalStore.strike
        if strike is not None and FatalStore.commits >= strike[0] and point == strike[1]:
            os.kill(os.getpid(), signal.SIGKILL)


class ShoeChance:
    """Random source with a seed for each shoe, so that a shoe has the same cards in every process."""

    def __init__(self) -> None:
        self.for_shoe(0)

    def for_shoe(self, number: int) -> None:
        self._seeded = SeededRandomSource(7_000 + number)

    def below(self, limit: int) -> int:
        return self._seeded.below(limit)

    def nonce(self) -> bytes:
        return self._seeded.nonce()

    def unrelated_bytes(self) -> bytes:
        """Return unpredictable bytes for the health tests between rounds; no shoe depends on them."""
        return SystemRandomSource().nonce()


class Life:
    """One process of the house, from its start to its end."""

    def __init__(self, request: dict[str, Any]) -> None:
        self.request = request
        self.table: str = request["table"]
        self.settings = TableSettings.model_validate(request["settings"])
        self.rounds: int = request["rounds"]
        self.now = NOON
        self.chance = ShoeChance()
        files = HouseSection(demonstration=True, database=request["database"], keys=request["keys"])
        self.house = self.opened(HouseConfig(house=files))

    def opened(self, config: HouseConfig) -> House:
        """Open the house, and retry while the database server still holds the lock of the killed process."""
        for _ in range(CLAIM_TRIES):
            try:
                create = self.request["create"]
                return server.open_casino(config, clock=lambda: self.now, chance=self.chance, create=create)
            except BadInput as bad:
                if "is run by another process" not in str(bad):
                    raise
                time.sleep(0.05)
        raise AssertionError("the claim of a dead process stayed")

    @property
    def state(self) -> TableState:
        return self.house.committed_tables[self.table][1]

    # One process

    def live(self) -> None:
        if self.request["create"]:
            self.prepare()
            return
        if self.request["strike"]:
            FatalStore.commits, FatalStore.strike = 0, tuple(self.request["strike"])
        [(last,)] = self.house.query(select(func.max(records.c.at)))
        self.now = last + DOWN_MS
        restore_activity(self.house)
        self.house.resume_clocks()
        self.house.writer.start()
        for move in self.request["again"]:
            self.carry_out([move])
        self.play()
        self.house.writer.stop()
        self.house.store.close()

    def play(self) -> None:
        for _ in range(STEPS_MOST):
            moves = self.wanted()
            if not moves:
                break
            self.carry_out(moves)
        if self.state.rounds >= self.rounds and self.state.phase is Phase.BETWEEN:
            return
        raise AssertionError(f"the table stands still: {self.state}")

    def carry_out(self, moves: list[Move]) -> None:
        """Submit the moves to the writer at once, and report each one when it is committed."""
        waiting = []
        for move in moves:
            self.now += 1
            report(sent=move)
            waiting.append((move, self.house.writer.submit(self.job(move))))
        for move, future in waiting:
            try:
                reply = future.result(60)
            except DuplicateRecordError as error:
                reply = reply_for_duplicate(
                    self.house, error, self.table, ACTORS[move["who"]], order_of(move), move["key"]
                )
            self.acknowledge(move, reply)

    def acknowledge(self, move: Move, reply: Any) -> None:
        if isinstance(reply, Refused):
            report(refused=reply.code, message=reply.message, key=move["key"])
        elif reply.events:
            report(ack=move["key"], who=move["who"], stream=reply.stream, seq=reply.seq, repeated=reply.repeated)

    # Moves

    def job(self, move: Move) -> Job:
        if "cage" in move:
            return lambda uow: self.at_the_cage(uow, move)
        if move["do"]["do"] == "tick":
            self.chance.for_shoe(self.state.shoes + 1)
            self.now = max(self.now, next_timer_at(self.state) or 0)
        return self.house.command_job(self.table, order_of(move), ACTORS[move["who"]], move["key"])

    def at_the_cage(self, uow: UnitOfWork, move: Move) -> Accepted | Refused:
        """Issue or redeem a ticket, once for each idempotency key."""
        who = ACTORS[move["who"]]
        if earlier := self.house.store.find(who.id, move["key"]):
            return Accepted.of(earlier, repeated=True)
        done: Any
        if move["cage"] == "cash-out":
            assert who.account is not None
            facts: Any = {
                "in_play": self.house.has_money_in_play(who.account),
                "chance": SystemRandomSource(),
                "cents": TICKET,
            }
            done = cash_out(uow, account=who.account, by=who.id, key=move["key"], **facts)
        elif who.account is not None:
            done = redeem_to_credit(uow, number=move["number"], account=who.account, by=who.id, key=move["key"])
        else:
            done = redeem_for_cash(uow, number=move["number"], shift=1, by=who.id, key=move["key"])
        return done if isinstance(done, Refused) else Accepted.of(uow.records[-1])

    def move(self, who: str, order: c.Command, which: object = "") -> Move:
        action = order.model_dump()["do"]
        key = None if action == "tick" else f"{self.table}-{self.state.rounds}-{action}-{who}-{which}"
        return {"who": who, "do": order.model_dump(mode="json"), "key": key}

    def tick(self) -> list[Move]:
        return [self.move("system", c.RunTimers())] if next_timer_at(self.state) is not None else []

    # Next moves, derived only from the state of the house

    def wanted(self) -> list[Move]:
        state = self.state
        if state.phase is Phase.CLOSED:
            return [self.move("floor", c.OpenTable())]
        if state.jackpots:
            jackpot = state.jackpots[0]
            who = "floor" if jackpot.confirmed_by is None else "boss"
            return [self.move(who, c.ConfirmJackpot(id=jackpot.id), jackpot.id)]
        missing = [(who, seat) for who, seat in zip(("ann", "bob"), self.seats, strict=True) if seat not in state.seats]
        if missing:
            return [self.move(who, c.SitDown(seat=seat)) for who, seat in missing]
        if state.phase is Phase.BETWEEN:
            return [] if state.rounds >= self.rounds else self.between()
        return self.betting() if state.phase is Phase.BETTING else self.dealing()

    @property
    def seats(self) -> list[int]:
        return list(self.state.rules.seats)[1:3]

    def between(self) -> list[Move]:
        state = self.state
        if state.offers is not None and (seat := unanswered_seat(state)) is not None:
            who = BY_ACCOUNT[state.seats[seat].account]
            is_asked = state.offers.rotation.stage is RotationStage.OFFERING
            return [self.move(who, c.AcceptBank(cents=BANK) if is_asked else c.PostBank(cents=BANK))]
        if state.is_automated:
            return self.tick()
        if state.shoe is None or state.shoe.is_finished:
            return [self.move("dealer", c.LoadShoe(), state.shoes)]
        if state.shoe.burn_due:
            return [self.move("dealer", c.ReadCard(card="3s"), f"burn-{state.shoes}")]
        return [self.move("dealer", c.OpenBets())]

    def betting(self) -> list[Move]:
        return self.bets() or self.ticket() or self.close()

    def close(self) -> list[Move]:
        return self.tick() if self.state.is_automated else [self.move("dealer", c.CloseBets())]

    def bets(self) -> list[Move]:
        """Return moves that place the first wager of each bettor; later Ann adds every other wager of the game."""
        state = self.state
        assert state.round is not None
        banker = state.bank.account if state.bank else None
        bettors = [who for who in ("ann", "bob", "dee") if ACTORS[who].account != banker]
        bettors = bettors if state.offers is not None else bettors[:2]
        moves = []
        for place, who in enumerate(bettors):
            lines = self.lines(place)
            placed = {name: cents for spot in state.round.spots.values()
                    if spot.account == ACTORS[who].account for name, cents in spot.wagers.items()}  # fmt: skip
            if not placed:
                moves.append(self.put(who, bettors, lines[0], 1))
            elif place == 0 and len(placed) == 1:
                moves.append(self.put(who, bettors, lines[1], 2))
        return moves

    def lines(self, place: int) -> tuple[dict[str, int], dict[str, int]]:
        """Return the first wager of a bettor, and the same with the minimum of every side wager added, in cents."""
        rules, schedule = self.state.rules, schedule_of(self.settings)
        least = {wager.id: int(rules.limit(wager, schedule).least) for wager in rules.wagers.values()}
        line = ("banker", "player", "banker")[place]
        first = {line: 3 * least[line]}
        side_wagers = {name: cents for name, cents in least.items() if name not in ("banker", "player")}
        return first, first | {
            name: cents for name, cents in side_wagers.items() if name not in self.request["not_bet"]
        }

    def put(self, who: str, bettors: list[str], wagers: dict[str, int], which: int) -> Move:
        seat = self.state.seat_of(ACTORS[who].account or "")
        behind = self.state.seat_of(ACTORS[bettors[0]].account or "") if seat is None else seat
        assert behind is not None
        chips = [c.WagerAmount(wager=name, cents=cents) for name, cents in wagers.items()]
        return self.move(who, c.PlaceWagers(seat=behind, wagers=chips), which)

    def ticket(self) -> list[Move]:
        """Return a move that issues the ticket of this round, if it has not been issued."""
        [(issued,)] = self.house.query(select(func.count()).select_from(vouchers))
        key = f"ticket-{self.state.rounds}"
        return [{"who": "cat", "cage": "cash-out", "key": key}] if issued <= self.state.rounds else []

    def paid(self) -> list[Move]:
        """Return moves that redeem open tickets, alternately at the cashier and at a terminal."""
        wanted = select(vouchers.c.number).where(vouchers.c.status == "issued")
        who = "cashier" if self.state.rounds % 2 == 0 else "cat"
        key = f"paid-{self.state.rounds}"
        return [{"who": who, "cage": "redeem", "number": row.number, "key": key} for row in self.house.query(wanted)]

    def dealing(self) -> list[Move]:
        state = self.state
        if moves := self.paid() or self.turned():
            return moves
        assert state.round is not None
        if self.request["void"] and len(state.round.dealt) >= 2:
            return [self.move("floor", c.VoidRound(reason="a card fell to the floor"))]
        if state.is_automated:
            return self.tick()
        assert state.shoe is not None
        if not isinstance(state.replay_play.need, Deal):
            return [self.move("dealer", c.CallResult())]
        return [self.move("dealer", c.ReadCard(card=self.card(state)), state.shoe.dealt)]

    def turned(self) -> list[Move]:
        """Return a move by the player who has the right to turn the cards, once all of them are dealt."""
        current = self.state.round
        if current is None or current.turning is None or current.next_at is None or current.turning.next is None:
            return []
        holder, down = current.turning.turner, current.turning.next
        there = sum(1 for card in current.dealt if card.hand == down.hand and card.face_down)
        if holder is None or there < down.cards or len(current.dealt) < 4:
            return []
        who = BY_ACCOUNT[self.state.seats[holder.seat].account]
        return [self.move(who, c.RevealCards(hand=down.hand), f"{down.hand}-{len(current.dealt)}")]

    def card(self, state: TableState) -> str:
        """Return the next card of the dealer's shoe: first the cards of the request, then a seeded order."""
        assert state.round is not None
        assert state.shoe is not None
        first = parse_cards(self.request["cards"]) if state.rounds == 0 else ()
        place = len(state.round.dealt)
        order = shuffled(build_decks(state.shoe.rules.decks), SeededRandomSource(8_000 + state.shoes))
        return str(first[place] if place < len(first) else order[state.shoe.dealt])

    # Setup before the first kill

    def prepare(self) -> None:
        self.house.writer.run(self.people)
        created = self.house.create_table(self.table, self.settings)
        assert isinstance(created, Accepted), created
        self.house.store.close()

    def people(self, uow: UnitOfWork) -> None:
        for name, role in PEOPLE.items():
            password = PasswordHash("none")
            user = create_user(
                BY_SYSTEM, name=name, display_name=name, role=role, password=password, demonstration=True
            )(uow)
            assert not isinstance(user, Refused), user
            assert user.id == NUMBERS[name]
            if role is Role.PLAYER:
                account = f"player:{user.id}"
                buy_in.with_play_money(uow, account=account, cents=CREDIT, by="system", demonstration=True)
        shifts.open_shift(uow, by=ACTORS["cashier"].id, float_cents=CREDIT)


def order_of(move: Move) -> c.Command:
    facts = move["do"]
    return c.RunTimers() if facts["do"] == "tick" else c.COMMANDS[facts["do"]].model_validate(facts)


def live(request: dict[str, Any]) -> int:
    """Run one process of the house and return its exit status; report any exception as a fault."""
    try:
        Life(request).live()
    except BaseException:
        report(fault=traceback.format_exc())
        return 1
    return 0


def main() -> None:
    server.Store = FatalStore  # type: ignore[attr-defined]
    store.Transaction = CountedTransaction  # type: ignore[attr-defined]
    for line in sys.stdin:
        request = json.loads(line)
        pid = os.fork()
        if pid == 0:
            os._exit(live(request))
        if request["after"] is not None:
            time.sleep(request["after"])
            os.kill(pid, signal.SIGKILL)  # the pid stays valid until `waitpid`, even if the process has ended
        _, status = os.waitpid(pid, 0)
        report(ended=os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    main()
