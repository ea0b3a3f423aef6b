"""Smart shoes that fall silent: noticed once, a supervisor is called, and the table plays on."""

from __future__ import annotations

from croupier.devices.shoe_client import HEARTBEAT_MS
from croupier.devices.shoe_message import ShoeEvent
from croupier.devices.silent_shoes import SILENT_SECONDS, SilentShoes, note_job, shoes_in_use
from croupier.table import commands as c
from tests.shoe_house import FLOOR, ShoeHouse


def look(house: ShoeHouse, watch: SilentShoes) -> list[str]:
    """Look for silent shoes and record what is new, as a server does; return the codes of what was recorded."""
    before = len(house.noted)
    for news in watch.find_changes(house.house.run_read(lambda reader: shoes_in_use(reader.query)), house.now):
        house.house.writer.run(note_job(house.house, news))
    return [code for code in house.noted[before:] if code in ("device/silent", "device/back")]


def pause(house: ShoeHouse, seconds: float) -> None:
    house.now += int(1000 * seconds)


def test_a_silent_shoe_is_noticed_once_and_again_when_it_speaks(shoe_house: ShoeHouse) -> None:
    watch, shoe = SilentShoes(shoe_house.house), shoe_house.shoe()
    pause(shoe_house, SILENT_SECONDS + 1)
    assert look(shoe_house, watch) == [], "a shoe counts from its first message on"
    shoe_house.begin(shoe)
    assert look(shoe_house, watch) == []
    pause(shoe_house, SILENT_SECONDS)
    assert look(shoe_house, watch) == []
    pause(shoe_house, 1)
    assert look(shoe_house, watch) == ["device/silent"]
    called = shoe_house.state.supervisor_called
    assert called == "Smart shoe shoe-1 has sent nothing for 30 s: enter the cards by hand, and look at it."
    assert not shoe_house.state.holds
    pause(shoe_house, SILENT_SECONDS)
    assert look(shoe_house, watch) == []
    shoe_house.act(c.ReadCard(card="2h"))
    shoe.send(ShoeEvent.HELLO)
    assert look(shoe_house, watch) == ["device/back"]


def test_a_shoe_that_sends_its_heartbeat_is_not_reported(shoe_house: ShoeHouse) -> None:
    watch, shoe = SilentShoes(shoe_house.house), shoe_house.shoe()
    for _ in range(10):
        shoe.send(ShoeEvent.HELLO)
        assert look(shoe_house, watch) == []
        pause(shoe_house, HEARTBEAT_MS / 1000)


def test_of_two_shoes_at_a_table_one_may_be_off(shoe_house: ShoeHouse) -> None:
    watch, first, second = SilentShoes(shoe_house.house), shoe_house.shoe(), shoe_house.shoe("shoe-2")
    first.send(ShoeEvent.HELLO)
    for _ in range(10):
        second.send(ShoeEvent.HELLO)
        assert look(shoe_house, watch) == []
        pause(shoe_house, HEARTBEAT_MS / 1000)
    pause(shoe_house, SILENT_SECONDS)
    assert look(shoe_house, watch) == ["device/silent"]


def test_a_closed_table_needs_no_shoe(shoe_house: ShoeHouse) -> None:
    watch, shoe = SilentShoes(shoe_house.house), shoe_house.shoe()
    shoe.send(ShoeEvent.HELLO)
    shoe_house.act(c.CloseTable(), FLOOR)
    for _ in range(2):
        assert look(shoe_house, watch) == []
        pause(shoe_house, SILENT_SECONDS + 1)
    shoe_house.act(c.OpenTable(), FLOOR)
    assert look(shoe_house, watch) == [], "the time begins when the table is opened"
    pause(shoe_house, SILENT_SECONDS + 1)
    assert look(shoe_house, watch) == ["device/silent"]
