"""Messages of a smart shoe: the protocol page, the format, authentication and message order."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from croupier.devices.shoe_message import ShoeEvent, ShoeMessage, sign_message
from croupier.devices.shoe_response import ShoeMessageResponse
from croupier.devices.simulator import SimulatedFault
from croupier.errors import Refused
from croupier.people.roles import SYSTEM
from croupier.people.sessions import SessionService
from croupier.people.terminals import PairedTerminal, create_pairing_code, exchange_code, retire_terminal
from croupier.server.routes.devices import PairDeviceRequest, PairedDeviceResponse
from croupier.store.schema import key_values as settings_table
from croupier.store.schema import terminals
from croupier.table import commands as c
from croupier.table.state import Phase
from tests.shoe_house import DEALER, ID, KEY, NAMED, NOON, ShoeHouse

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "smart-shoe.md"


# Protocol page


def code_blocks(kind: str) -> list[str]:
    """Return the code blocks of this language on the protocol page."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)


def test_the_messages_on_the_page_are_signed_as_the_page_says() -> None:
    paired = PairedDeviceResponse.model_validate_json(code_blocks("json paired")[0])
    messages = [ShoeMessage.model_validate_json(text) for text in code_blocks("json message")]
    assert [message.signed_text for message in messages] == [text.strip() for text in code_blocks("text signed")]
    assert {message.device for message in messages} == {paired.device}
    assert all(message.is_signed_with(bytes.fromhex(paired.key)) for message in messages)


def test_the_other_examples_on_the_page_match_the_models() -> None:
    assert PairDeviceRequest.model_validate_json(code_blocks("json pair")[0]).code
    answers = [json.loads(text) for text in code_blocks("json answer")]
    assert [ShoeMessageResponse.model_validate(answer).model_dump(mode="json") for answer in answers] == answers
    assert [answer["accepted"] for answer in answers] == [True, False]
    assert set(json.loads(code_blocks("json error")[0])["error"]) == {"code", "message", "cites", "rules"}


def test_the_page_lists_every_event_field_and_mishap() -> None:
    rows = set(re.findall(r"^\| `([^`]+)` \|", PAGE.read_text("utf-8"), re.MULTILINE))
    assert {*ShoeEvent, *SimulatedFault, *ShoeMessage.model_fields} <= rows


# Message format


def test_no_two_messages_have_the_same_text_to_sign() -> None:
    cases = [
        (ID, seq, at, event, card)
        for seq in (1, 11)
        for at in (1, 11)
        for event in ShoeEvent
        for card in NAMED.get(event, (None,))
    ]
    assert len({sign_message(KEY, *fields).signed_text for fields in cases}) == len(cases)


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
def test_a_message_with_a_wrong_format_is_refused(change: dict[str, Any]) -> None:
    sound = sign_message(KEY, ID, 1, NOON, ShoeEvent.CARD, "Ks").model_dump(mode="json")
    assert ShoeMessage.model_validate(sound)
    with pytest.raises(ValueError, match="validation error"):
        ShoeMessage.model_validate(sound | change)


@pytest.mark.parametrize(
    "change",
    [{"seq": 2}, {"at": NOON + 1}, {"event": ShoeEvent.BURN}, {"card": "Kh"}, {"mac": "0" * 64}, {"device": "other"}],
)
def test_a_message_changed_on_its_way_is_refused(shoe_house: ShoeHouse, change: dict[str, Any]) -> None:
    shoe, other_shoe = shoe_house.shoe(), shoe_house.shoe("shoe-2")
    shoe_house.act(c.LoadShoe())
    before = shoe_house.records()
    message = shoe.message(ShoeEvent.CARD, "Ks", seq=1)
    if "device" in change:
        change = {"device": other_shoe.id}
    tampered = shoe.post(message.model_copy(update=change))
    assert isinstance(tampered, Refused)
    assert tampered.code == "device/mac"
    assert shoe_house.records() == before
    sound = shoe.post(message)
    assert isinstance(sound, ShoeMessageResponse)
    assert sound.accepted


def test_a_copy_of_the_database_cannot_sign_messages(shoe_house: ShoeHouse) -> None:
    """Check that neither the encrypted key nor the hash in the database can sign a message."""
    shoe = shoe_house.shoe()
    stored = json.loads(shoe_house.store.key_value(f"device/{shoe.id}") or "")
    hashed = shoe_house.house.query(select(terminals.c.secret_hash))[0].secret_hash
    assert shoe.key.hex() not in json.dumps(stored)
    for text in (stored["key"], hashed):
        forged = sign_message(text.encode(), shoe.id, 1, NOON, ShoeEvent.HELLO)
        assert isinstance(shoe.post(forged), Refused)
    forged = sign_message(bytes.fromhex(hashed), shoe.id, 1, NOON, ShoeEvent.HELLO)
    assert isinstance(shoe.post(forged), Refused)


def test_an_encrypted_key_is_decrypted_only_for_its_own_shoe(shoe_house: ShoeHouse) -> None:
    shoe, other_shoe = shoe_house.shoe("shoe-1"), shoe_house.shoe("shoe-2")
    sealed_key = shoe_house.store.key_value(f"device/{shoe.id}")
    with shoe_house.store.begin() as transaction:
        transaction.upsert(settings_table, key=f"device/{other_shoe.id}", value=sealed_key)
    refused = shoe.post(sign_message(shoe.key, other_shoe.id, 1, NOON, ShoeEvent.HELLO))
    assert isinstance(refused, Refused)
    assert refused.code == "device/mac"


def test_a_shoe_paired_again_as_a_screen_is_no_shoe(shoe_house: ShoeHouse) -> None:
    shoe = shoe_house.shoe()
    code = shoe_house.house.writer.run(create_pairing_code(SYSTEM, "shoe-1", table_name="co-1"))
    screen = shoe_house.house.writer.run(exchange_code(code.code, address="loopback", sessions=SessionService()))
    assert isinstance(screen, PairedTerminal)
    refused = shoe.post(shoe.message(ShoeEvent.HELLO, seq=1))
    assert isinstance(refused, Refused)
    assert refused.code == "device/mac"


# Authentication


def test_a_shoe_that_is_paired_again_has_a_new_key_and_counts_from_one(shoe_house: ShoeHouse) -> None:
    old = shoe_house.shoe()
    shoe_house.act(c.LoadShoe())
    old.send(ShoeEvent.HELLO)
    old.card("As")
    new = shoe_house.shoe()
    assert new.id == old.id
    refused = old.post(old.message(ShoeEvent.HELLO, seq=3))
    assert isinstance(refused, Refused)
    assert refused.code == "device/mac"
    shoe_house.begin_round()
    new.send(ShoeEvent.HELLO)
    assert new.card("Ks") == "Player, first card", "number 2 was used by the pairing before, and is another's key"


def test_messages_of_a_retired_shoe_are_refused(shoe_house: ShoeHouse) -> None:
    shoe = shoe_house.shoe()
    assert shoe_house.house.writer.run(retire_terminal(SYSTEM, shoe.id, sessions=SessionService())) is None
    refused = shoe.post(shoe.message(ShoeEvent.HELLO, seq=1))
    assert isinstance(refused, Refused)
    assert refused.code == "device/mac"


def test_a_shoe_deals_only_at_the_table_it_was_paired_for(shoe_house: ShoeHouse) -> None:
    shoe = shoe_house.shoe()
    shoe_house.act(c.LoadShoe())
    before = shoe_house.records("co-2")
    assert shoe.card("As") == "Burned; 1 more follow it"
    assert shoe_house.records("co-2") == before
    assert shoe_house.house.tables["co-2"].shoe is None


def test_a_shoe_for_another_table_must_be_paired_again(shoe_house: ShoeHouse) -> None:
    """Check that a shoe is refused after a pairing code for another table is created.

    Creating the code moves the terminal to the other table; the shoe is still paired for the first one.
    """
    shoe = shoe_house.shoe()
    shoe_house.house.writer.run(create_pairing_code(SYSTEM, "shoe-1", table_name="co-2"))
    refused = shoe.post(shoe.message(ShoeEvent.HELLO, seq=1))
    assert isinstance(refused, Refused)
    assert refused.code == "device/table_changed"


def test_a_shoe_paired_for_no_table_is_refused(shoe_house: ShoeHouse) -> None:
    shoe = shoe_house.shoe(table=None)
    refused = shoe.post(shoe.message(ShoeEvent.HELLO, seq=1))
    assert isinstance(refused, Refused)
    assert refused.code == "device/no_table"


# Message order


@pytest.mark.parametrize("restart", [False, True])
def test_the_last_message_sent_again_gets_the_same_answer_and_does_nothing(
    shoe_house_per_database: ShoeHouse, restart: bool
) -> None:
    shoe_house = shoe_house_per_database
    shoe = shoe_house.shoe()
    shoe_house.begin(shoe)
    first = shoe.send(ShoeEvent.CARD, "Ks")
    before = shoe_house.records()
    if restart:
        shoe_house.reopen()
    shoe_house.now += 1000
    again = shoe.post(sign_message(shoe.key, shoe.id, shoe.seq, shoe_house.now - 1000, ShoeEvent.CARD, "Ks"))
    assert again == first.model_copy(update={"repeated": True})
    assert shoe_house.records() == before
    assert shoe_house.dealt == "Ks"


def test_a_refused_message_sent_again_gets_the_same_refusal(shoe_house: ShoeHouse) -> None:
    shoe = shoe_house.shoe()
    shoe_house.act(c.LoadShoe())
    shoe.card("As")
    first = shoe.send(ShoeEvent.CARD, "Ks")
    before = shoe_house.records()
    again = shoe.post(shoe.message(ShoeEvent.CARD, "Ks"))
    assert again == first.model_copy(update={"repeated": True})
    assert not first.accepted
    assert shoe_house.records() == before


def test_an_older_message_is_refused_and_noted(shoe_house: ShoeHouse) -> None:
    shoe = shoe_house.shoe()
    shoe_house.begin(shoe)
    old = shoe.message(ShoeEvent.CARD, "Ks", seq=2)
    shoe.cards("Ks 2h")
    before = shoe_house.records()
    refused = shoe.post(old)
    assert isinstance(refused, Refused)
    assert refused.code == "device/replay"
    assert shoe_house.noted[-1] == "device/replay"
    assert (shoe_house.records(), shoe_house.dealt) == (before, "Ks 2h")
    assert shoe.card("3h") == "Player, second card", "the shoe goes on with its next number"


def test_a_different_message_with_a_used_number_holds_the_table(shoe_house: ShoeHouse) -> None:
    shoe = shoe_house.shoe()
    shoe_house.begin(shoe)
    shoe.card("Ks")
    refused = shoe.post(shoe.message(ShoeEvent.CARD, "2h"))
    assert isinstance(refused, Refused)
    assert refused.code == "device/number_used"
    assert shoe_house.dealt == "Ks"
    assert "two messages have one number" in shoe_house.reasons[0]


def test_a_gap_holds_the_table_until_it_is_cleared_and_the_cards_are_entered(
    shoe_house: ShoeHouse,
) -> None:
    shoe = shoe_house.shoe()
    shoe_house.begin(shoe)
    shoe.card("Ks")
    shoe.seq += 1  # 2h is on the table, but its message was lost
    assert shoe.refused(ShoeEvent.CARD, "9h") == "device/gap"
    assert shoe_house.dealt == "Ks"
    assert shoe_house.reasons == ["smart shoe shoe-1: a message was lost, so a card may be missing"]
    assert {"device/gap", "hold/placed"} <= set(shoe_house.noted)
    assert isinstance(shoe_house.house.execute("co-1", c.CallResult(), DEALER), Refused)
    shoe_house.clear()
    for card in ("2h", "9h"):
        shoe_house.act(c.ReadCard(card=card))
    assert shoe.card("6h") == "Banker, second card"
    shoe_house.act(c.CallResult())
    assert shoe_house.state.phase is Phase.BETWEEN


@pytest.mark.parametrize("event", [ShoeEvent.HELLO, ShoeEvent.DOOR_CLOSED, ShoeEvent.CUT_CARD])
def test_a_message_that_shows_a_gap_is_not_carried_out(shoe_house: ShoeHouse, event: ShoeEvent) -> None:
    shoe = shoe_house.shoe()
    shoe_house.begin(shoe)
    shoe.seq += 3
    assert shoe.refused(event) == "device/gap"
    assert shoe_house.state.shoe is not None
    assert shoe_house.state.shoe.hands_left is None
    assert len(shoe_house.state.holds) == 1


def test_the_same_fault_holds_the_table_once(shoe_house: ShoeHouse) -> None:
    shoe = shoe_house.shoe()
    shoe_house.begin(shoe)
    for _ in range(5):
        shoe.seq += 1
        shoe.refused(ShoeEvent.CARD, "Ks")
    assert len(shoe_house.state.holds) == 1
    assert shoe_house.noted.count("device/gap") == 5
