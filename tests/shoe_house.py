"""House with smart shoes; a test sends their messages one by one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import select

from croupier.cards.random_source import SeededRandomSource
from croupier.devices.pairing import NewlyPairedShoe, pair_device
from croupier.devices.shoe_message import ShoeEvent, ShoeMessage, sign_message
from croupier.devices.shoe_message_handler import handle_message
from croupier.devices.shoe_response import ShoeMessageResponse
from croupier.errors import Refused
from croupier.house.house import Accepted, House, HousePolicy
from croupier.people.roles import SYSTEM
from croupier.people.sessions import SessionService
from croupier.people.terminals import PairingCode, create_pairing_code
from croupier.store.keys import HouseKeys
from croupier.store.record import Transfer
from croupier.store.schema import significant
from croupier.store.store import Store
from croupier.table import commands as c
from croupier.table.command_effect import Actor
from croupier.table.settings import DealingMode, TableSettings
from croupier.table.state import TableState
from tests.server_fixture import TABLE, Live

NOON = 1_790_000_000_000
DEALER, FLOOR = Actor("user:5", "dan", "dealer"), Actor("user:8", "sue", "supervisor")
ANN = Actor("user:1", "ann", "player", "player:1")
KEY = bytes(range(32))
ID = "t-0123456789abcdef"


class ShoeHouse:
    """House with two tables dealt by hand and one that the generator deals."""

    def __init__(self, folder: Path, seed: int = 5, url: str | None = None) -> None:
        self.now = NOON
        self.url = url or str(folder / "house.db")
        self.keys = HouseKeys.create(folder / "house.keys")
        self.seed = seed
        self.open()
        for name in ("co-1", "co-2"):
            self.created(name, TableSettings(rulebook="co-baccarat"))
        self.created("auto-1", TableSettings(rulebook="ilani-midi-baccarat", mode=DealingMode.AUTOMATED))
        self.house.writer.run(self._fund)
        for table in ("co-1", "auto-1"):
            self.act(c.SitDown(seat=1), ANN, table=table)

    @staticmethod
    def _fund(uow: Any) -> None:
        money = [Transfer("outside", "player:1", 10_000_000_00)]
        uow.append_record("house", actor="system", command="fund", transfers=money)

    def open(self) -> None:
        self.store = Store.open(self.url, create=True)
        policy = HousePolicy("Riverside", demonstration=True)
        chance = SeededRandomSource(self.seed)
        self.house = House(self.store, self.keys, policy, clock=lambda: self.now, chance=chance)

    def reopen(self) -> None:
        self.store.close()
        self.open()

    def created(self, name: str, settings: TableSettings) -> None:
        """Create a table with these settings and open it."""
        assert isinstance(self.house.create_table(name, settings), Accepted)
        self.act(c.OpenTable(), FLOOR, table=name)

    def act(self, order: c.Command, actor: Actor = DEALER, *, table: str = "co-1") -> Accepted:
        """Give a table a command that must be accepted."""
        reply = self.house.execute(table, order, actor)
        assert isinstance(reply, Accepted), reply
        return reply

    def shoe(self, name: str = "shoe-1", table: str | None = "co-1") -> Shoe:
        """Pair a new shoe and return it."""
        code = self.house.writer.run(create_pairing_code(SYSTEM, name, table_name=table))
        assert isinstance(code, PairingCode)
        pair = pair_device(code.code, address="loopback", sessions=SessionService(), keys=self.keys)
        paired = self.house.writer.run(pair)
        assert isinstance(paired, NewlyPairedShoe)
        return Shoe(self, paired)

    def begin(self, shoe: Shoe, first: str = "As") -> None:
        """Load a shoe, burn cards by the value of its first card, and close the bets of a round."""
        self.act(c.LoadShoe())
        shoe.card(first)
        self.begin_round()

    def begin_round(self) -> None:
        """Open bets, place a wager and close bets."""
        self.act(c.OpenBets())
        self.bet_and_close()

    def bet_and_close(self, table: str = "co-1") -> None:
        """Place a wager and close the bets, because no round is dealt without a wager."""
        wagers = [c.WagerAmount(wager="player", cents=10_00)]
        self.act(c.PlaceWagers(seat=1, wagers=wagers), ANN, table=table)
        self.act(c.CloseBets(), table=table)

    def clear(self) -> None:
        """Clear all holds of the table as the supervisor."""
        holds = self.state.holds
        assert holds
        for hold in holds:
            self.act(c.ClearHold(id=hold.id, reason="looked at the shoe"), FLOOR)

    @property
    def state(self) -> TableState:
        return self.house.tables["co-1"]

    @property
    def dealt(self) -> str:
        """Return the dealt cards of the current round as text."""
        return "" if self.state.round is None else " ".join(str(card.card) for card in self.state.round.dealt)

    @property
    def noted(self) -> list[str]:
        """Return the codes of all significant events."""
        return [row.code for row in self.house.query(select(significant.c.code).order_by(significant.c.id))]

    def records(self, table: str = "co-1") -> int:
        return self.house.ledger.heads[f"table/{table}"][0]

    @property
    def reasons(self) -> list[str]:
        """Return the reasons of the holds of the table."""
        return [hold.reason for hold in self.state.holds]


class Shoe:
    """Client side of a shoe, which numbers and signs its messages."""

    def __init__(self, shoe_house: ShoeHouse, paired: NewlyPairedShoe) -> None:
        self.shoe_house, self.id, self.key = shoe_house, paired.id, bytes.fromhex(paired.key)
        self.seq = 0

    def message(self, event: ShoeEvent, card: str | None = None, seq: int | None = None) -> ShoeMessage:
        """Return a signed message."""
        return sign_message(self.key, self.id, self.seq if seq is None else seq, self.shoe_house.now, event, card)

    def post(self, message: ShoeMessage) -> ShoeMessageResponse | Refused:
        """Send a message; return the response or the refusal."""
        reply = self.shoe_house.house.writer.run(handle_message(self.shoe_house.house, message))
        assert isinstance(reply, ShoeMessageResponse | Refused)
        return reply

    def send(self, event: ShoeEvent, card: str | None = None) -> ShoeMessageResponse:
        """Send the next message and return the response to it."""
        self.seq += 1
        answer = self.post(self.message(event, card))
        assert isinstance(answer, ShoeMessageResponse), answer
        assert answer.seq == self.seq
        return answer

    def card(self, card: str) -> str:
        """Send a card, which must be accepted; return the description of its destination."""
        answer = self.send(ShoeEvent.CARD, card)
        assert answer.accepted, answer
        assert answer.where is not None
        return answer.where.words

    def cards(self, cards: str) -> list[str]:
        """Send cards, which must be accepted; return the descriptions of their destinations."""
        return [self.card(card) for card in cards.split()]

    def refused(self, event: ShoeEvent, card: str | None = None) -> str:
        """Send the next message, which must be refused; return the code."""
        answer = self.send(event, card)
        assert answer.refused is not None, answer
        assert not answer.accepted
        return answer.refused.code


NAMED: dict[ShoeEvent, tuple[str | None, ...]] = {
    ShoeEvent.CARD: ("Ks", "As", "JK"),
    ShoeEvent.BURN: ("Ks", "As"),
    ShoeEvent.TILE: ("1-3", "6-6", "1", "W"),
}


def code_for(live: Live, table: str | None = TABLE, name: str = "shoe-1") -> str:
    """Create a pairing code for a shoe and return it."""
    terminal: dict[str, Any] = {"name": name} | ({} if table is None else {"table": table})
    return str(live.client_as("supervisor").post("/api/terminals", **terminal)["code"])


def paired(live: Live) -> tuple[str, bytes]:
    """Pair a shoe over HTTP and return its device id and its key."""
    pairing = live.client().post("/api/devices/pair", code=code_for(live))
    assert pairing["table"] == TABLE
    return pairing["device"], bytes.fromhex(pairing["key"])
