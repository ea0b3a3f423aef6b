"""The smart shoe: who is believed, what a message does, what goes wrong, and a whole shoe dealt by the simulator."""

from __future__ import annotations

import json
import random
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from croupier.cards import Card
from croupier.cards.chance import SeededChance, shuffled
from croupier.cards.shoe import decks
from croupier.cli.shoe import read_faults, read_shoe
from croupier.devices.answer import Answer
from croupier.devices.line import HttpLine, Reply
from croupier.devices.message import Event, Message, mac_of, signed
from croupier.devices.pairing import PairedDevice, pair_device
from croupier.devices.plan import Mishap, Plan
from croupier.devices.simulator import Simulator
from croupier.devices.taking import take
from croupier.errors import BadInput, Refused
from croupier.evidence.rederive import rederive
from croupier.house.house import Accepted, House, HousePolicy
from croupier.people.roles import SYSTEM
from croupier.people.sessions import Sessions
from croupier.people.terminals import Paired, PairingCode, ask_code, exchange_code, retire_terminal
from croupier.server.routes.devices import PairDevice, PairedDeviceTold
from croupier.store.audit import verify
from croupier.store.keys import HouseKeys
from croupier.store.record import Transfer
from croupier.store.schema import settings as settings_table
from croupier.store.schema import significant, terminals
from croupier.store.store import Store
from croupier.table import commands as c
from croupier.table.clock import due_at
from croupier.table.draft import Actor
from croupier.table.settings import Mode, TableSettings
from croupier.table.state import Phase, TableState
from tests.database import database_url, new_database, postgres_server  # noqa: F401 - fixtures
from tests.server_fixture import TABLE, Live, live_house, refusal
from tests.soak import in_soak

NOON = 1_790_000_000_000
PAGE = Path(__file__).parents[2] / "docs" / "smart-shoe.md"
DEALER, FLOOR = Actor("user:5", "dan", "dealer"), Actor("user:8", "sue", "supervisor")
ANN = Actor("user:1", "ann", "player", "player:1")
KEY = bytes(range(32))
ID = "t-0123456789abcdef"


class Shop:
    """A house with two dealer's tables and one that the generator deals."""

    def __init__(self, folder: Path, seed: int = 5, url: str | None = None) -> None:
        self.now = NOON
        self.url = url or str(folder / "house.db")
        self.keys = HouseKeys.create(folder / "house.keys")
        self.seed = seed
        self.open()
        for name in ("co-1", "co-2"):
            self.created(name, TableSettings(rulebook="co-baccarat"))
        self.created("auto-1", TableSettings(rulebook="ilani-midi-baccarat", mode=Mode.AUTOMATED))
        self.house.writer.run(self._fund)
        for table in ("co-1", "auto-1"):
            self.act(c.SitDown(seat=1), ANN, table=table)

    @staticmethod
    def _fund(desk: Any) -> None:
        money = [Transfer("outside", "player:1", 10_000_000_00)]
        desk.record("house", actor="system", command="fund", transfers=money)

    def open(self) -> None:
        self.store = Store.open(self.url, create=True)
        policy = HousePolicy("Riverside", demonstration=True)
        chance = SeededChance(self.seed)
        self.house = House(self.store, self.keys, policy, clock=lambda: self.now, chance=chance)

    def reopen(self) -> None:
        self.store.close()
        self.open()

    def created(self, name: str, settings: TableSettings) -> None:
        assert isinstance(self.house.create_table(name, settings), Accepted)
        self.act(c.OpenTable(), FLOOR, table=name)

    def act(self, order: c.Order, actor: Actor = DEALER, *, table: str = "co-1") -> Accepted:
        reply = self.house.act(table, order, actor)
        assert isinstance(reply, Accepted), reply
        return reply

    def shoe(self, name: str = "shoe-1", table: str | None = "co-1") -> Shoe:
        """A shoe just paired."""
        code = self.house.writer.run(ask_code(SYSTEM, name, table_name=table))
        assert isinstance(code, PairingCode)
        pair = pair_device(code.code, address="loopback", sessions=Sessions(), keys=self.keys)
        paired = self.house.writer.run(pair)
        assert isinstance(paired, PairedDevice)
        return Shoe(self, paired)

    def begin(self, shoe: Shoe, first: str = "As") -> None:
        """A new shoe, burned, and a round whose bets are closed."""
        self.act(c.NewShoe())
        shoe.card(first)
        self.begin_round()

    def begin_round(self) -> None:
        self.act(c.OpenBets())
        self.bet_and_close()

    def bet_and_close(self, table: str = "co-1") -> None:
        """No round is dealt without a wager."""
        wagers = [c.WagerOn(wager="player", cents=10_00)]
        self.act(c.PlaceWagers(seat=1, wagers=wagers), ANN, table=table)
        self.act(c.CloseBets(), table=table)

    def clear(self) -> None:
        """The supervisor has looked."""
        holds = self.state.holds
        assert holds
        for hold in holds:
            self.act(c.ClearHold(id=hold.id, reason="looked at the shoe"), FLOOR)

    @property
    def state(self) -> TableState:
        return self.house.tables["co-1"]

    @property
    def dealt(self) -> str:
        return "" if self.state.round is None else " ".join(str(one.card) for one in self.state.round.dealt)

    @property
    def noted(self) -> list[str]:
        return [row.code for row in self.house.query(select(significant.c.code).order_by(significant.c.id))]

    def records(self, table: str = "co-1") -> int:
        return self.house.books.heads[f"table/{table}"][0]

    @property
    def reasons(self) -> list[str]:
        return [hold.reason for hold in self.state.holds]


class Shoe:
    """A shoe's own side: it counts and signs."""

    def __init__(self, shop: Shop, paired: PairedDevice) -> None:
        self.shop, self.id, self.key = shop, paired.id, bytes.fromhex(paired.key)
        self.seq = 0

    def message(self, event: Event, card: str | None = None, seq: int | None = None) -> Message:
        return signed(self.key, self.id, self.seq if seq is None else seq, self.shop.now, event, card)

    def post(self, message: Message) -> Answer | Refused:
        reply = self.shop.house.writer.run(take(self.shop.house, message))
        assert isinstance(reply, Answer | Refused)
        return reply

    def send(self, event: Event, card: str | None = None) -> Answer:
        """The next message; not to be turned away."""
        self.seq += 1
        answer = self.post(self.message(event, card))
        assert isinstance(answer, Answer), answer
        assert answer.seq == self.seq
        return answer

    def card(self, card: str) -> str:
        """Where a card goes; not to be refused."""
        answer = self.send(Event.CARD, card)
        assert answer.accepted, answer
        assert answer.where is not None
        return answer.where.words

    def cards(self, cards: str) -> list[str]:
        return [self.card(card) for card in cards.split()]

    def refused(self, event: Event, card: str | None = None) -> str:
        answer = self.send(event, card)
        assert answer.refused is not None, answer
        assert not answer.accepted
        return answer.refused.code


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[Shop]:
    made = Shop(tmp_path)
    yield made
    made.store.close()


@pytest.fixture
def on_either(tmp_path: Path, database_url: str) -> Iterator[Shop]:  # noqa: F811 - a fixture
    """The same over each kind of database."""
    made = Shop(tmp_path, url=database_url)
    yield made
    made.store.close()


# The page


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)


def test_the_messages_on_the_page_are_signed_as_the_page_says() -> None:
    paired = PairedDeviceTold.model_validate_json(blocks("json paired")[0])
    messages = [Message.model_validate_json(text) for text in blocks("json message")]
    assert [message.signed_text for message in messages] == [text.strip() for text in blocks("text signed")]
    assert {message.device for message in messages} == {paired.device}
    assert all(message.is_signed_with(bytes.fromhex(paired.key)) for message in messages)


def test_the_other_examples_on_the_page_have_the_shapes_of_the_code() -> None:
    assert PairDevice.model_validate_json(blocks("json pair")[0]).code
    answers = [json.loads(text) for text in blocks("json answer")]
    assert [Answer.model_validate(answer).model_dump(mode="json") for answer in answers] == answers
    assert [answer["accepted"] for answer in answers] == [True, False]
    assert set(json.loads(blocks("json error")[0])["error"]) == {"code", "message", "cites", "rules"}


def test_the_page_lists_every_event_field_and_mishap() -> None:
    rows = set(re.findall(r"^\| `([^`]+)` \|", PAGE.read_text("utf-8"), re.MULTILINE))
    assert {*Event, *Mishap, *Message.model_fields} <= rows


# The message

NAMED: dict[Event, tuple[str | None, ...]] = {
    Event.CARD: ("Ks", "As", "JK"),
    Event.BURN: ("Ks", "As"),
    Event.TILE: ("1-3", "6-6", "1", "W"),
}


def test_no_two_messages_have_the_same_text_to_sign() -> None:
    asked = [
        (ID, seq, at, event, card)
        for seq in (1, 11)
        for at in (1, 11)
        for event in Event
        for card in NAMED.get(event, (None,))
    ]
    assert len({signed(KEY, *one).signed_text for one in asked}) == len(asked)


@pytest.mark.parametrize(
    "change",
    [
        {"v": 2},
        {"device": "shoe-1"},
        {"seq": 0},
        {"seq": "1"},
        {"seq": 2**53 + 1},
        {"at": -1},
        {"at": 1.5},
        {"event": "shuffle"},
        {"card": "10s"},
        {"card": "Ks "},
        {"card": "Ks\n"},
        {"card": "1-3"},
        {"card": "W"},
        {"event": "tile"},
        {"event": "tile", "card": "1-7"},
        {"card": None},
        {"event": "hello"},
        {"mac": "0" * 63},
        {"mac": "G" * 64},
        {"table": "co-2"},
    ],
)
def test_a_message_out_of_shape_is_refused(change: dict[str, Any]) -> None:
    sound = signed(KEY, ID, 1, NOON, Event.CARD, "Ks").model_dump(mode="json")
    assert Message.model_validate(sound)
    with pytest.raises(ValueError, match="validation error"):
        Message.model_validate(sound | change)


@pytest.mark.parametrize(
    "change",
    [{"seq": 2}, {"at": NOON + 1}, {"event": Event.BURN}, {"card": "Kh"}, {"mac": "0" * 64}, {"device": "other"}],
)
def test_a_message_changed_on_its_way_is_not_taken(shop: Shop, change: dict[str, Any]) -> None:
    shoe, other = shop.shoe(), shop.shoe("shoe-2")
    shop.act(c.NewShoe())
    before = shop.records()
    message = shoe.message(Event.CARD, "Ks", seq=1)
    if "device" in change:
        change = {"device": other.id}
    tampered = shoe.post(message.model_copy(update=change))
    assert isinstance(tampered, Refused)
    assert tampered.code == "device/mac"
    assert shop.records() == before
    sound = shoe.post(message)
    assert isinstance(sound, Answer)
    assert sound.accepted


def test_a_copy_of_the_database_signs_nothing(shop: Shop) -> None:
    """What it holds of a shoe is sealed, or a hash: no text of it is the key, nor any hash of one."""
    shoe = shop.shoe()
    kept = json.loads(shop.store.setting(f"device/{shoe.id}") or "")
    hashed = shop.house.query(select(terminals.c.secret_hash))[0].secret_hash
    assert shoe.key.hex() not in json.dumps(kept)
    for text in (kept["key"], hashed):
        forged = signed(text.encode(), shoe.id, 1, NOON, Event.HELLO)
        assert isinstance(shoe.post(forged), Refused)
    forged = signed(bytes.fromhex(hashed), shoe.id, 1, NOON, Event.HELLO)
    assert isinstance(shoe.post(forged), Refused)


def test_a_sealed_key_opens_for_its_own_shoe_alone(shop: Shop) -> None:
    one, other = shop.shoe("shoe-1"), shop.shoe("shoe-2")
    mine = shop.store.setting(f"device/{one.id}")
    with shop.store.begin() as transaction:
        transaction.put(settings_table, key=f"device/{other.id}", value=mine)
    refused = one.post(signed(one.key, other.id, 1, NOON, Event.HELLO))
    assert isinstance(refused, Refused)
    assert refused.code == "device/mac"


def test_a_terminal_paired_as_a_screen_is_no_shoe_any_more(shop: Shop) -> None:
    shoe = shop.shoe()
    code = shop.house.writer.run(ask_code(SYSTEM, "shoe-1", table_name="co-1"))
    screen = shop.house.writer.run(exchange_code(code.code, address="loopback", sessions=Sessions()))
    assert isinstance(screen, Paired)
    refused = shoe.post(shoe.message(Event.HELLO, seq=1))
    assert isinstance(refused, Refused)
    assert refused.code == "device/mac"


# Who is believed


def test_a_shoe_that_is_paired_again_has_a_new_key_and_counts_from_one(shop: Shop) -> None:
    old = shop.shoe()
    shop.act(c.NewShoe())
    old.send(Event.HELLO)
    old.card("As")
    new = shop.shoe()
    assert new.id == old.id
    refused = old.post(old.message(Event.HELLO, seq=3))
    assert isinstance(refused, Refused)
    assert refused.code == "device/mac"
    shop.begin_round()
    new.send(Event.HELLO)
    assert new.card("Ks") == "Player, first card", "number 2 was used by the pairing before, and is another's key"


def test_a_retired_shoe_is_not_listened_to(shop: Shop) -> None:
    shoe = shop.shoe()
    assert shop.house.writer.run(retire_terminal(SYSTEM, shoe.id, sessions=Sessions())) is None
    refused = shoe.post(shoe.message(Event.HELLO, seq=1))
    assert isinstance(refused, Refused)
    assert refused.code == "device/mac"


def test_a_shoe_speaks_for_the_table_it_was_paired_for_and_no_other(shop: Shop) -> None:
    shoe = shop.shoe()
    shop.act(c.NewShoe())
    before = shop.records("co-2")
    assert shoe.card("As") == "Burned; 1 more follow it"
    assert shop.records("co-2") == before
    assert shop.house.tables["co-2"].shoe is None


def test_a_shoe_given_to_another_table_is_paired_again_first(shop: Shop) -> None:
    """Asking for the code moves the terminal; the shoe itself still stands where it stood."""
    shoe = shop.shoe()
    shop.house.writer.run(ask_code(SYSTEM, "shoe-1", table_name="co-2"))
    refused = shoe.post(shoe.message(Event.HELLO, seq=1))
    assert isinstance(refused, Refused)
    assert refused.code == "device/moved"


def test_a_shoe_paired_for_no_table_is_told_so(shop: Shop) -> None:
    shoe = shop.shoe(table=None)
    refused = shoe.post(shoe.message(Event.HELLO, seq=1))
    assert isinstance(refused, Refused)
    assert refused.code == "device/no_table"


# Order


@pytest.mark.parametrize("restart", [False, True])
def test_the_last_message_sent_again_gets_the_same_answer_and_does_nothing(on_either: Shop, restart: bool) -> None:
    shop = on_either
    shoe = shop.shoe()
    shop.begin(shoe)
    first = shoe.send(Event.CARD, "Ks")
    before = shop.records()
    if restart:
        shop.reopen()
    shop.now += 1000
    again = shoe.post(signed(shoe.key, shoe.id, shoe.seq, shop.now - 1000, Event.CARD, "Ks"))
    assert again == first.model_copy(update={"repeated": True})
    assert shop.records() == before
    assert shop.dealt == "Ks"


def test_a_refused_message_sent_again_is_refused_in_the_same_words(shop: Shop) -> None:
    shoe = shop.shoe()
    shop.act(c.NewShoe())
    shoe.card("As")
    first = shoe.send(Event.CARD, "Ks")
    before = shop.records()
    again = shoe.post(shoe.message(Event.CARD, "Ks"))
    assert again == first.model_copy(update={"repeated": True})
    assert not first.accepted
    assert shop.records() == before


def test_an_older_message_is_turned_away_and_noted(shop: Shop) -> None:
    shoe = shop.shoe()
    shop.begin(shoe)
    old = shoe.message(Event.CARD, "Ks", seq=2)
    shoe.cards("Ks 2h")
    before = shop.records()
    refused = shoe.post(old)
    assert isinstance(refused, Refused)
    assert refused.code == "device/replay"
    assert shop.noted[-1] == "device/replay"
    assert (shop.records(), shop.dealt) == (before, "Ks 2h")
    assert shoe.card("3h") == "Player, second card", "the shoe goes on with its next number"


def test_another_message_under_a_used_number_holds_the_table(shop: Shop) -> None:
    shoe = shop.shoe()
    shop.begin(shoe)
    shoe.card("Ks")
    refused = shoe.post(shoe.message(Event.CARD, "2h"))
    assert isinstance(refused, Refused)
    assert refused.code == "device/number_used"
    assert shop.dealt == "Ks"
    assert "two messages have one number" in shop.reasons[0]


def test_a_gap_holds_the_table_until_a_supervisor_has_looked_and_the_dealer_has_entered_the_cards(shop: Shop) -> None:
    shoe = shop.shoe()
    shop.begin(shoe)
    shoe.card("Ks")
    shoe.seq += 1  # 2h lies on the felt, and its message was lost
    assert shoe.refused(Event.CARD, "9h") == "device/gap"
    assert shop.dealt == "Ks"
    assert shop.reasons == ["smart shoe shoe-1: a message was lost, so a card may be missing"]
    assert {"device/gap", "hold/placed"} <= set(shop.noted)
    assert isinstance(shop.house.act("co-1", c.CallResult(), DEALER), Refused)
    shop.clear()
    for card in ("2h", "9h"):
        shop.act(c.ReadCard(card=card))
    assert shoe.card("6h") == "Banker, second card"
    shop.act(c.CallResult())
    assert shop.state.phase is Phase.BETWEEN


@pytest.mark.parametrize("event", [Event.HELLO, Event.DOOR_CLOSED, Event.CUT_CARD])
def test_whatever_message_shows_the_gap_nothing_in_it_is_carried_out(shop: Shop, event: Event) -> None:
    shoe = shop.shoe()
    shop.begin(shoe)
    shoe.seq += 3
    assert shoe.refused(event) == "device/gap"
    assert shop.state.shoe is not None
    assert shop.state.shoe.hands_left is None
    assert len(shop.state.holds) == 1


def test_the_same_fault_holds_the_table_once(shop: Shop) -> None:
    shoe = shop.shoe()
    shop.begin(shoe)
    for _ in range(5):
        shoe.seq += 1
        shoe.refused(Event.CARD, "Ks")
    assert len(shop.state.holds) == 1
    assert shop.noted.count("device/gap") == 5


# What a message does


def test_the_answer_says_where_each_card_goes_and_what_comes_next(shop: Shop) -> None:
    shoe = shop.shoe()
    assert shoe.send(Event.HELLO).due.words == "New shoe"
    shop.act(c.NewShoe())
    assert shoe.send(Event.HELLO).due.card
    assert shoe.card("2h") == "Burned; 2 more follow it"
    shop.begin_round()
    told = shoe.cards("Ks 2h 5h 4h 6d 3c")
    assert told == [
        "Player, first card",
        "Banker, first card",
        "Player, second card",
        "Banker, second card",
        "Player, third card",
        "Banker, third card",
    ]
    assert shoe.send(Event.HELLO).due.model_dump() == {"card": False, "words": "Call the result"}
    last = next(iter(shop.store.records("table/co-1", after=shop.records() - 1)))
    assert last.actor == "device:shoe-1"
    assert last.key is not None
    assert last.key.startswith(shoe.id)


def test_a_reader_of_tiles_is_taken_like_a_shoe(shop: Shop) -> None:
    """Dice by the dealer, then tile after tile to the hand that wants it; a card there holds the table."""
    table, bob = "tiles-1", Actor("user:2", "bob", "player", "player:2")
    shop.created(table, TableSettings(rulebook="ca-mah-jong-pai-gow", schedule="six-2"))
    money = [Transfer("outside", "player:2", 1_000_00)]
    shop.house.writer.run(lambda desk: desk.record("house", actor="system", command="fund", transfers=money))
    for seat, actor in ((1, ANN), (2, bob)):
        shop.act(c.SitDown(seat=seat), actor, table=table)
    shop.act(c.NewShoe(), table=table)
    shop.act(c.AcceptBank(cents=500_00), ANN, table=table)
    shop.act(c.OpenBets(), table=table)
    shop.act(c.PlaceWagers(seat=2, wagers=[c.WagerOn(wager="win", cents=50_00)]), bob, table=table)
    shop.act(c.CloseBets(), table=table)
    shop.act(c.RollDice(numbers=[1]), table=table)
    reader = shop.shoe("reader-1", table)
    told = [reader.send(Event.TILE, tile).where for tile in ("3", "W", "9")]
    assert [(one.hand, one.nth) for one in told if one] == [("dealer", 1), ("dealer", 2), ("player:2", 1)]
    assert reader.refused(Event.CARD, "Ks") == "card/unreadable"
    assert [hold.reason for hold in shop.house.tables[table].holds]


def test_burned_cards_are_counted_and_one_too_many_holds_the_table(shop: Shop) -> None:
    shoe = shop.shoe()
    shop.act(c.NewShoe())
    first = shoe.send(Event.CARD, "3h")
    assert first.where is not None
    assert first.where.burn == 3
    told = [shoe.send(Event.BURN, card).where for card in ("4h", "5h", "6h")]
    assert [one.words for one in told if one] == ["Burned, 1 of 3", "Burned, 2 of 3", "Burned, 3 of 3"]
    assert not shop.state.holds
    assert shoe.refused(Event.BURN, "7h") == "card/not_due"
    assert "the table could not take" in shop.reasons[0]


def burns_in_sight(shop: Shop, first: str = "3h") -> Shoe:
    """A shoe at a table that shows all its burned cards before bets open; its first card says how many."""
    shop.created("ilani", TableSettings(rulebook="ilani-midi-baccarat", required_steps=["show-burned"]))
    shop.act(c.SitDown(seat=1), ANN, table="ilani")
    shoe = shop.shoe("shoe-9", "ilani")
    shop.act(c.NewShoe(), table="ilani")
    shoe.card(first)
    return shoe


def test_burned_cards_that_a_shoe_reads_are_those_the_table_shows(shop: Shop) -> None:
    """[000 L94]"""
    shoe = burns_in_sight(shop)
    for card in ("4h", "5h", "6h"):
        refused = shop.house.act("ilani", c.OpenBets(), DEALER)
        assert isinstance(refused, Refused)
        assert refused.code == "shoe/burned_unseen"
        shoe.send(Event.BURN, card)
    cards = shop.house.tables["ilani"].shoe
    assert cards is not None
    assert ([str(card) for card in cards.burned], cards.burned_unseen) == (["3h", "4h", "5h", "6h"], 0)
    shop.act(c.OpenBets(), table="ilani")
    shop.bet_and_close("ilani")
    assert shoe.card("Ks") == "Player, first card"


def test_a_burned_card_that_cannot_be_is_not_shown_and_holds_the_table(shop: Shop) -> None:
    shoe = burns_in_sight(shop, "Ts")
    for _ in range(8):
        shoe.send(Event.BURN, "4h")
    assert shoe.refused(Event.BURN, "4h") == "shoe/impossible_card", "a ninth from eight decks"
    state = shop.house.tables["ilani"]
    assert state.shoe is not None
    assert (len(state.shoe.burned), state.shoe.burned_unseen) == (9, 2)
    assert [hold.reason for hold in state.holds] == [
        "smart shoe shoe-9: it read a card that cannot be in the shoe any more"
    ]


def test_burned_cards_that_a_shoe_does_not_read_are_shown_by_the_dealer(shop: Shop) -> None:
    burns_in_sight(shop)
    for card in ("4h", "5h", "6h"):
        shop.act(c.ShowBurned(card=card), table="ilani")
    shop.act(c.OpenBets(), table="ilani")


def test_a_shoe_that_reads_burned_cards_has_to_read_them_all(shop: Shop) -> None:
    shoe = shop.shoe()
    shop.act(c.NewShoe())
    shoe.card("3h")
    shoe.send(Event.BURN, "4h")
    shop.begin_round()
    assert shoe.refused(Event.CARD, "Ks") == "device/burn_short"
    assert shop.reasons == ["smart shoe shoe-1: cards are missing"]
    shop.clear()
    shop.act(c.ReadCard(card="Ks"))
    assert shoe.card("2h") == "Banker, first card", "it is asked once"


def test_a_shoe_that_reads_no_burned_cards_is_not_asked(shop: Shop) -> None:
    shoe = shop.shoe()
    shop.begin(shoe, "3h")
    assert shoe.card("Ks") == "Player, first card"


def test_the_cut_card_comes_once(shop: Shop) -> None:
    shoe = shop.shoe()
    shop.begin(shoe)
    assert shoe.send(Event.CUT_CARD).accepted
    assert shop.state.shoe is not None
    assert shop.state.shoe.hands_left == 1
    assert shoe.refused(Event.CUT_CARD) == "shoe/cut_card_out"
    assert not shop.state.holds


def test_a_misread_card_calls_a_supervisor_and_the_dealer_enters_it(shop: Shop) -> None:
    shoe = shop.shoe()
    shop.begin(shoe)
    shoe.card("Ks")
    answer = shoe.send(Event.MISREAD)
    assert answer.accepted
    assert answer.where is None
    assert shop.dealt == "Ks"
    assert shop.state.supervisor_called == "Smart shoe shoe-1 could not read a card: enter it by hand."
    assert "device/misread" in shop.noted
    shop.act(c.ReadCard(card="2h"))
    assert shoe.card("9d") == "Player, second card"


def test_a_card_read_wrongly_is_put_right_by_the_dealer_before_the_result(shop: Shop) -> None:
    shoe = shop.shoe()
    shop.begin(shoe)
    shoe.cards("9s 2h 9h 5h")
    shop.act(c.CorrectCard(place=3, card="Kh"))
    shop.act(c.CallResult())
    assert shop.state.last is not None
    assert shop.state.last["facts"]["player_total"] == 9


def test_an_open_door_holds_a_round_and_is_noted_between_rounds(shop: Shop) -> None:
    shoe = shop.shoe()
    shop.act(c.NewShoe())
    assert shoe.send(Event.DOOR_OPEN).accepted
    assert shoe.send(Event.DOOR_CLOSED).accepted
    assert shop.noted.count("device/door") == 2
    assert not shop.state.holds
    shoe.card("As")
    shop.begin_round()
    assert shoe.send(Event.DOOR_OPEN).accepted
    assert shop.reasons == ["smart shoe shoe-1: its door was opened during a round"]
    assert shop.state.round is not None, "the round is not void: a supervisor decides"
    shop.clear()
    assert shoe.card("Ks") == "Player, first card"


def test_an_empty_shoe_that_should_hold_cards_holds_the_table(shop: Shop) -> None:
    shoe = shop.shoe()
    assert shoe.send(Event.EMPTY).accepted
    assert shop.noted[-2:] == ["device/empty", "table/call"]
    assert not shop.state.holds
    shop.begin(shoe)
    shoe.send(Event.EMPTY)
    assert shop.reasons == ["smart shoe shoe-1: cards are missing"]
    assert shop.state.supervisor_called == "Smart shoe shoe-1 is empty."


# Cards that cannot be


def test_a_ninth_king_of_spades_from_eight_decks_alarms_and_blocks_settlement(shop: Shop) -> None:
    shoe = shop.shoe()
    shop.begin(shoe)
    shoe.cards("Ks Ks Ks Ks Ks Ks")
    shop.act(c.CallResult())
    shop.begin_round()
    shoe.cards("Ks Ks")
    answer = shoe.send(Event.CARD, "Ks")
    assert answer.refused is not None
    assert answer.refused.code == "shoe/impossible_card"
    assert "All 8 Ks of 8 decks are out" in answer.refused.message
    assert {"shoe/impossible_card", "device/impossible_card", "hold/placed"} <= set(shop.noted)
    assert "Ks" not in shop.reasons[0]
    for order in (c.CallResult(), c.ReadCard(card="2h")):
        refused = shop.house.act("co-1", order, DEALER)
        assert isinstance(refused, Refused)
        assert refused.code == "table/fault"
    shop.clear()
    shop.act(c.ReadCard(card="Kh"))
    assert shoe.card("2h") == "Banker, second card"


def test_a_card_beyond_the_last_of_the_shoe_alarms(shop: Shop) -> None:
    """The 417th card: 416 are out."""
    shoe = shop.shoe()
    shop.begin(shoe)
    state = shop.state
    assert state.shoe is not None
    shop.house.tables["co-1"] = TableState(**vars(state) | {"shoe": state.shoe._replace(dealt=state.shoe.total)})
    assert shoe.refused(Event.CARD, "2h") == "shoe/impossible_card"
    assert len(shop.state.holds) == 1


def test_a_card_too_many_holds_the_table_until_the_supervisor_has_reported_it(shop: Shop) -> None:
    shoe = shop.shoe()
    shop.begin(shoe)
    shoe.cards("9s 2h Kh 5h")
    assert shoe.refused(Event.CARD, "7d") == "card/not_due"
    assert isinstance(shop.house.act("co-1", c.CallResult(), DEALER), Refused)
    shop.clear()
    shop.act(c.CardInError(card="7d", disclosed=False, reason="drawn although the hands were complete"), FLOOR)
    assert shop.state.opening.carried is not None
    assert str(shop.state.opening.carried.card) == "7d"


@pytest.mark.parametrize("phase", ["between", "betting", "paused", "held"])
def test_a_card_that_comes_when_none_can_be_dealt_holds_the_table(shop: Shop, phase: str) -> None:
    shoe = shop.shoe()
    shop.act(c.NewShoe())
    shoe.card("As")
    if phase != "between":
        shop.act(c.OpenBets())
    if phase == "paused":
        shop.act(c.PauseTable(reason="a break"))
    if phase == "held":
        shop.act(c.ReportDisagreement(reason="the board is dark"), FLOOR)
    assert shoe.refused(Event.CARD, "Ks") in {"card/not_due", "table/phase", "table/paused", "table/fault"}
    assert "smart shoe shoe-1: a card left it that the table could not take" in shop.reasons
    assert shop.dealt == ""


def test_a_card_before_the_new_shoe_is_refused_and_noted(shop: Shop) -> None:
    shoe = shop.shoe()
    assert shoe.refused(Event.CARD, "Ks") == "shoe/none"
    assert shop.noted[-1] == "device/no_shoe"
    assert not shop.state.holds


def test_a_closed_table_is_not_held(shop: Shop) -> None:
    shoe = shop.shoe()
    shop.act(c.CloseTable(), FLOOR)
    assert shoe.refused(Event.CARD, "Ks") == "table/phase"
    shoe.seq += 1
    assert shoe.refused(Event.HELLO) == "device/gap"
    assert not shop.state.holds


# The generator


def auto_cards(folder: Path, traffic: int | None) -> list[Any]:
    """What the generator deals in 120 steps, with or without shoes talking across it."""
    folder.mkdir()
    shop = Shop(folder, seed=77)
    shoes = [shop.shoe("a", "auto-1"), shop.shoe("b", "co-1"), shop.shoe("c", "auto-1")]
    fuzz = random.Random(traffic)
    for _ in range(120):
        if traffic is not None:
            babble(fuzz, shoes)
        shop.now = max(shop.now, due_at(shop.house.tables["auto-1"]) or shop.now)
        shop.house.tick("auto-1")
        if shop.house.tables["auto-1"].phase is Phase.BETTING:
            shop.bet_and_close("auto-1")
    told = [event for record in shop.store.records("table/auto-1") for event in record.events]
    shop.store.close()
    kinds = {"shoe-filled": "digest", "cards-burnt": "shown", "card-dealt": "card", "round-voided": "round"}
    return [event[kinds[event["kind"]]] for event in told if event["kind"] in kinds]


def babble(fuzz: random.Random, shoes: list[Shoe]) -> None:
    """Messages of every kind: the next one, an old one, one from far ahead, one signed with another's key."""
    for shoe in shoes:
        event = fuzz.choice(list(Event))
        card = str(fuzz.choice(decks(1))) if event in (Event.CARD, Event.BURN) else NAMED.get(event, (None,))[0]
        seq = max(1, shoe.seq + fuzz.choice([-2, 0, 1, 1, 1, 7]))
        key = fuzz.choice([shoe.key, shoe.key, shoe.key, shoes[0].key])
        reply = shoe.post(signed(key, shoe.id, seq, fuzz.randrange(10**12), event, card))
        if isinstance(reply, Answer):
            shoe.seq = max(shoe.seq, reply.seq)


def test_no_traffic_of_devices_changes_what_the_generator_deals(tmp_path: Path) -> None:
    """[R8]"""
    quiet = auto_cards(tmp_path / "quiet", None)
    assert len([one for one in quiet if isinstance(one, str) and len(one) == 2]) > 40
    for seed in (1, 2):
        assert auto_cards(tmp_path / f"noise-{seed}", seed) == quiet


def test_at_a_table_the_generator_deals_a_shoe_has_no_effect(shop: Shop) -> None:
    shoe = shop.shoe("shoe-9", "auto-1")
    before = shop.records("auto-1")
    for event in Event:
        assert shoe.refused(event, NAMED.get(event, (None,))[0]) == "device/mode"
    shoe.seq += 4
    assert shoe.refused(Event.CARD, "Ks") == "device/mode"
    assert isinstance(shoe.post(shoe.message(Event.CARD, "2h")), Refused)
    assert shop.records("auto-1") == before


def test_what_a_shoe_did_is_verified_with_the_rest_of_the_log(on_either: Shop) -> None:
    shop = on_either
    shoe = shop.shoe()
    shop.begin(shoe)
    shoe.cards("9s 2h")
    shoe.send(Event.DOOR_OPEN)
    shop.clear()
    shoe.cards("Kh 5h")
    shop.act(c.CallResult())
    assert not verify(shop.store, shop.keys.public_text).findings
    assert not rederive(shop.store).findings
    before = shop.house.tables
    shop.reopen()
    assert shop.house.tables == before


# Over HTTP


class LiveLine:
    """The simulator's line into the application, without a port."""

    def __init__(self, live: Live) -> None:
        self._client = live.client()

    def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Reply:
        response = self._client.send(method, path, json=body)
        return Reply(response.status_code, response.json())


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    with live_house(tmp_path) as made:
        yield made


def code_for(live: Live, table: str | None = TABLE, name: str = "shoe-1") -> str:
    asked: dict[str, Any] = {"name": name} | ({} if table is None else {"table": table})
    return str(live.client_as("supervisor").post("/api/terminals", **asked)["code"])


def paired(live: Live) -> tuple[str, bytes]:
    told = live.client().post("/api/devices/pair", code=code_for(live))
    assert told["table"] == TABLE
    return told["device"], bytes.fromhex(told["key"])


def test_a_shoe_is_paired_by_code_once_and_its_cards_reach_the_dealer(live: Live) -> None:
    code = code_for(live)
    shoe, dealer = live.client(), live.client_as("dealer")
    told = shoe.post("/api/devices/pair", code=code.lower())
    refusal(shoe.ask("POST", "/api/devices/pair", {"code": code}), 409, "terminal/code")
    dealer.command("new-shoe")
    message = signed(bytes.fromhex(told["key"]), told["device"], 1, NOON, Event.CARD, "9s")
    answer = shoe.post("/api/devices/messages", **message.model_dump(mode="json"))
    assert answer["where"]["words"] == "Burned; 9 more follow it"
    assert dealer.get(f"/api/tables/{TABLE}")["view"]["staff"]["expects"]["words"] == "Open the bets"
    again = shoe.post("/api/devices/messages", **message.model_dump(mode="json"))
    assert again == answer | {"repeated": True}


def test_a_forged_message_is_refused_and_found_among_the_significant_events(live: Live) -> None:
    device, _ = paired(live)
    forged = signed(KEY, device, 1, NOON, Event.CARD, "9s").model_dump(mode="json")
    response = live.client().send("POST", "/api/devices/messages", json=forged)
    assert response.json()["error"]["code"] == "device/mac"
    assert response.status_code >= 400
    unknown = signed(KEY, ID, 1, NOON, Event.CARD, "9s").model_dump(mode="json")
    assert live.client().send("POST", "/api/devices/messages", json=unknown).json() == response.json()
    found = live.client_as("auditor").get("/api/events", code="device/mac")
    assert {event["device"] for event in found["events"]} == {device, ID}


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'{"v":1}', b'{"v":1,"seq":1e999}', b"\xff\xfe"])
def test_a_body_that_is_no_message_is_refused_in_the_one_shape(live: Live, body: bytes) -> None:
    response = live.client().send("POST", "/api/devices/messages", content=body)
    refusal(response, 422, "request/invalid")


def test_a_hold_by_the_shoe_is_cleared_by_a_supervisor_and_not_by_the_dealer(live: Live) -> None:
    device, key = paired(live)
    shoe, dealer, floor = live.client(), live.client_as("dealer"), live.client_as("supervisor")
    message = signed(key, device, 5, NOON, Event.CARD, "9s").model_dump(mode="json")
    answer = shoe.post("/api/devices/messages", **message)
    assert answer["refused"]["code"] == "device/gap"
    hold = dealer.get(f"/api/tables/{TABLE}")["view"]["staff"]["holds"][0]
    assert hold["reason"] == "smart shoe shoe-1: a message was lost, so a card may be missing"
    clear = {"key": live.key(), "command": {"do": "clear-hold", "id": hold["id"], "reason": "looked"}}
    refusal(dealer.ask("POST", f"/api/tables/{TABLE}/commands", clear), 403, "role/forbidden")
    floor.command("clear-hold", id=hold["id"], reason="looked")
    assert "staff" not in live.client().get(f"/api/tables/{TABLE}")["view"]


# The simulator


class Table:
    """The people around a simulated shoe: a dealer who does what the console says, a supervisor who clears faults."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.dealer, self.floor = live.client_as("dealer"), live.client_as("supervisor")
        self.player = live.client_as("player")
        self.player.post("/api/me/buy-in", cents=10_000_00, key=live.key())
        self.player.command("sit-down", seat=1)
        self.on_the_felt: list[str] = []
        """Cards out of the shoe that the table does not know of."""
        self.said: list[str] = []

    def say(self, line: str) -> None:
        """What the simulator says; the dealer sees the same cards on the felt."""
        self.said.append(line)
        not_entered = (
            r"(?:Not read|Lost on its way): (\w\w)|\w\w in place of (\w\w):|(\w\w)(?: slipped out)?: (?:No|Mess|The)"
        )
        if card := re.match(not_entered, line):
            self.on_the_felt.append(card[1] or card[2] or card[3])

    def wait(self, seconds: float) -> None:
        """While the shoe waits the people do the next thing."""
        staff = self.dealer.get(f"/api/tables/{TABLE}")["view"]["staff"]
        for hold in staff["holds"]:
            self.floor.command("clear-hold", id=hold["id"], reason="looked at the shoe")
        view = self.dealer.get(f"/api/tables/{TABLE}")["view"]
        do = view["staff"]["expects"]["do"]
        if do is None and view["phase"] == "betting" and not staff["holds"]:
            self.player.command("place-wagers", seat=1, wagers=[{"wager": "player", "cents": 10_00}])
        elif do == "read-card" and self.on_the_felt:
            self.dealer.command("read-card", card=self.on_the_felt.pop(0))
        elif do in ("new-shoe", "open-bets", "close-bets", "call-result"):
            self.dealer.command(do)


def simulate(live: Live, plan: Plan, seed: int = 3, wait: Any = None) -> tuple[Any, Table]:
    people = Table(live)
    simulator = Simulator(
        LiveLine(live), plan, SeededChance(seed), say=people.say, wait=wait or people.wait, clock=lambda: live.now
    )
    simulator.pair(code_for(live), TABLE)
    return simulator.run(), people


@in_soak
def test_the_simulator_deals_a_whole_shoe(live: Live) -> None:
    shoe = shuffled(decks(8), SeededChance(41))
    dealt, people = simulate(live, Plan(cards=shoe, rounds=200, wait_seconds=10))
    assert dealt.refused == ()
    assert people.said[-1] == "The cards of the file are dealt."
    records = list(live.runtime.house.store.records(f"table/{TABLE}"))
    events = [event for record in records for event in record.events]
    burnt = next(event for event in events if event["kind"] == "cards-burnt")
    assert burnt["shown"] == [str(shoe[0])]
    played = [event["card"] for event in events if event["kind"] == "card-dealt"]
    assert played == [str(card) for card in shoe[burnt["count"] : burnt["count"] + len(played)]]
    assert burnt["count"] + len(played) == dealt.cards > 416 - 14
    assert [event["last_hand"] for event in events if event["kind"] == "cut-card-came"]
    assert dealt.rounds == len([event for event in events if event["kind"] == "round-settled"]) > 60
    by = {record.actor for record in records for event in record.events if event["kind"] == "card-dealt"}
    assert by == {"device:shoe-1"}


@in_soak
@pytest.mark.parametrize(
    ("mishap", "codes"),
    [
        (Mishap.MISREAD, ()),
        (Mishap.DUPLICATE, ()),
        (Mishap.LOST, ("device/gap",)),
        (Mishap.OUT_OF_TURN, ("card/not_due",)),
        (Mishap.DOOR, ("table/fault",)),
    ],
)
def test_the_simulator_goes_wrong_and_play_goes_on(live: Live, mishap: Mishap, codes: tuple[str, ...]) -> None:
    dealt, people = simulate(live, Plan(rounds=4, wait_seconds=10, mishaps={13: mishap}))
    assert dealt.refused == codes
    assert dealt.rounds == 4
    state = live.runtime.house.tables[TABLE]
    assert state.shoe is not None
    assert state.shoe.dealt == dealt.cards
    assert not people.on_the_felt


def test_a_simulated_impossible_card_is_refused(live: Live) -> None:
    """A shoe of which the first cards are eight kings of spades: the next can be misread as a ninth."""
    rest = [card for card in decks(8) if str(card) != "Ks"]
    shoe = (Card.parse("Ah"), Card.parse("2h"), *[Card.parse("Ks")] * 8, *rest)[:416]
    dealt, people = simulate(live, Plan(rounds=3, cards=shoe, wait_seconds=10, mishaps={3: Mishap.IMPOSSIBLE}))
    assert dealt.refused == ("shoe/impossible_card",)
    assert any(line.startswith("Ks in place of") for line in people.said)


def test_a_simulator_without_a_dealer_gives_up_in_bounded_time(live: Live) -> None:
    naps: list[float] = []
    with pytest.raises(BadInput, match="the table waits for a new shoe for 2 seconds; the shoe stops"):
        simulate(live, Plan(wait_seconds=2), wait=naps.append)
    assert len(naps) == 10


def test_a_simulator_that_comes_in_the_middle_of_a_shoe_waits_for_the_next(live: Live) -> None:
    dealer = live.client_as("dealer")
    dealer.command("new-shoe")
    dealer.command("read-card", card="As")
    with pytest.raises(BadInput, match="shoe 1 was begun without this device"):
        simulate(live, Plan(wait_seconds=1), wait=lambda seconds: None)


@pytest.mark.parametrize(
    ("table", "said", "named"),
    [
        ("auto-1", "is automated: the generator deals there", None),
        (None, "this code is for no table", None),
        (TABLE, "is co-9; the code is for co-1", "co-9"),
    ],
)
def test_a_code_for_the_wrong_place_is_a_clear_line(live: Live, table: str | None, said: str, named: str) -> None:
    simulator = Simulator(LiveLine(live), Plan(), SeededChance(1), say=lambda line: None)
    with pytest.raises(BadInput, match=said):
        simulator.pair(code_for(live, table), named)


def test_a_wrong_code_is_a_clear_line(live: Live) -> None:
    simulator = Simulator(LiveLine(live), Plan(), SeededChance(1), say=lambda line: None)
    with pytest.raises(BadInput, match="--pair: This code is wrong, used or older"):
        simulator.pair("22222222")


def test_a_file_that_is_no_whole_shoe_is_a_clear_line(live: Live) -> None:
    with pytest.raises(BadInput, match="--cards: has 52 cards; the shoe of co-1 has 416"):
        simulate(live, Plan(cards=decks(1)))


# From a shell


@contextmanager
def answering(live: Live) -> Iterator[str]:
    """The application on a port of the loopback."""
    import asyncio

    import uvicorn

    listening = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(live.app, lifespan="off", log_config=None))
    future = asyncio.run_coroutine_threadsafe(server.serve([listening]), live._loop)
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        future.result(60)
        listening.close()


def croupier(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "croupier", "shoe", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def test_the_command_deals_over_a_real_line(live: Live) -> None:
    live.client_as("dealer").command("new-shoe")
    with answering(live) as url:
        ran = croupier("--server", url, "--pair", code_for(live), "--seed", "5", "--delay", "0", "--wait", "1")
    assert "shoe-1 is paired for co-1." in ran.stdout
    assert "Burned" in ran.stdout
    assert ran.returncode == 2
    assert ran.stderr == "croupier: co-1: no card was due for 1 seconds; the shoe stops\n"
    state = live.runtime.house.tables[TABLE]
    assert state.shoe is not None
    assert not state.shoe.burn_due


def test_a_server_that_is_not_there_is_a_clear_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    ran = croupier("--server", f"http://127.0.0.1:{port}", "--pair", "22222222")
    assert ran.returncode == 2
    assert ran.stderr.startswith(f"croupier: http://127.0.0.1:{port}: cannot be reached: ")
    assert len(ran.stderr.splitlines()) == 1


@pytest.mark.parametrize("url", ["tables.example", "ftp://tables.example", "http://", "http://a:99999", "http://a/b"])
def test_an_address_that_is_none_is_a_clear_line(url: str) -> None:
    with pytest.raises(BadInput, match="--server: "):
        HttpLine(url)


@pytest.mark.parametrize("text", ["lost", "lost=", "lost=0", "lost=-1", "lost=x", "stolen=3", "=3"])
def test_a_fault_that_is_none_is_a_clear_line(text: str) -> None:
    with pytest.raises(BadInput, match=r"--fault: .*KIND=CARD"):
        read_faults([text])


def test_faults_and_shoes_are_read_as_people_write_them(tmp_path: Path) -> None:
    assert read_faults(["lost=12", "out-of-turn=3"]) == {12: Mishap.LOST, 3: Mishap.OUT_OF_TURN}
    with pytest.raises(BadInput, match="card 3 has two"):
        read_faults(["lost=3", "misread=3"])
    file = tmp_path / "shoe.txt"
    file.write_text("Ks 10h, 2c\n", "utf-8")
    assert [str(card) for card in read_shoe(str(file))] == ["Ks", "Th", "2c"]
    file.write_text("Ks Xh\n", "utf-8")
    with pytest.raises(BadInput, match=r"--cards: .*not a card"):
        read_shoe(str(file))
    file.write_text("\n", "utf-8")
    with pytest.raises(BadInput, match="holds no cards"):
        read_shoe(str(file))


def test_the_signature_is_the_published_one() -> None:
    """RFC 4231, test case 2: so that a shoe built with any library agrees."""
    assert mac_of(b"Jefe", "what do ya want for nothing?") == (
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    )
