"""Simulator of a smart shoe, over HTTP and from a shell."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from croupier.cards import Card
from croupier.cards.random_source import SeededRandomSource, shuffled
from croupier.cards.shoe import build_decks
from croupier.cli.shoe import read_faults, read_shoe
from croupier.devices.shoe_client import HttpReply, HttpTransport
from croupier.devices.shoe_message import ShoeEvent, mac_of, sign_message
from croupier.devices.simulator import ShoeSimulator, SimulatedFault, SimulationPlan
from croupier.errors import BadInput
from tests.server_fixture import TABLE, Live, refusal
from tests.shoe_house import ID, KEY, NOON, code_for, paired
from tests.soak import in_soak

# Over HTTP


class LiveLine:
    """HTTP transport of the simulator that calls the application directly, without a network port."""

    def __init__(self, live: Live) -> None:
        self._client = live.client()

    def request(self, method: str, path: str, body: dict[str, Any] | None = None) -> HttpReply:
        response = self._client.send(method, path, json=body)
        return HttpReply(response.status_code, response.json())


def test_a_shoe_is_paired_by_code_once_and_its_cards_reach_the_dealer(live: Live) -> None:
    code = code_for(live)
    shoe, dealer = live.client(), live.client_as("dealer")
    pairing = shoe.post("/api/devices/pair", code=code.lower())
    refusal(shoe.ask("POST", "/api/devices/pair", {"code": code}), 409, "terminal/code")
    dealer.command("load-shoe")
    message = sign_message(bytes.fromhex(pairing["key"]), pairing["device"], 1, NOON, ShoeEvent.CARD, "9s")
    answer = shoe.post("/api/devices/messages", **message.model_dump(mode="json"))
    assert answer["where"]["words"] == "Burned; 9 more follow it"
    assert dealer.get(f"/api/tables/{TABLE}")["view"]["staff"]["next_step"]["text"] == "Open the bets"
    again = shoe.post("/api/devices/messages", **message.model_dump(mode="json"))
    assert again == answer | {"repeated": True}


def test_a_forged_message_is_refused_and_found_among_the_significant_events(live: Live) -> None:
    device, _ = paired(live)
    forged = sign_message(KEY, device, 1, NOON, ShoeEvent.CARD, "9s").model_dump(mode="json")
    response = live.client().send("POST", "/api/devices/messages", json=forged)
    assert response.json()["error"]["code"] == "device/mac"
    assert response.status_code >= 400
    unknown = sign_message(KEY, ID, 1, NOON, ShoeEvent.CARD, "9s").model_dump(mode="json")
    assert live.client().send("POST", "/api/devices/messages", json=unknown).json() == response.json()
    found = live.client_as("auditor").get("/api/events", code="device/mac")
    assert {event["device"] for event in found["events"]} == {device, ID}


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'{"v":1}', b'{"v":1,"seq":1e999}', b"\xff\xfe"])
def test_a_body_that_is_not_a_message_is_refused(live: Live, body: bytes) -> None:
    response = live.client().send("POST", "/api/devices/messages", content=body)
    refusal(response, 422, "request/invalid")


def test_a_hold_by_the_shoe_is_cleared_by_a_supervisor_and_not_by_the_dealer(live: Live) -> None:
    device, key = paired(live)
    shoe, dealer, floor = live.client(), live.client_as("dealer"), live.client_as("supervisor")
    message = sign_message(key, device, 5, NOON, ShoeEvent.CARD, "9s").model_dump(mode="json")
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
    """People around a simulated shoe: a dealer, a player, and a supervisor who clears faults."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.dealer, self.floor = live.client_as("dealer"), live.client_as("supervisor")
        self.player = live.client_as("player")
        self.player.post("/api/me/buy-in", cents=10_000_00, key=live.key())
        self.player.command("sit-down", seat=1)
        self.unrecorded_cards: list[str] = []
        """Cards that have left the shoe but are not recorded at the table."""
        self.lines: list[str] = []

    def say(self, line: str) -> None:
        """Record a line that the simulator prints; remember a card that it shows but the table did not accept."""
        self.lines.append(line)
        not_entered = (
            r"(?:Not read|Lost on its way): (\w\w)|\w\w in place of (\w\w):|(\w\w)(?: slipped out)?: (?:No|Mess|The)"
        )
        if card := re.match(not_entered, line):
            self.unrecorded_cards.append(card[1] or card[2] or card[3])

    def wait(self, seconds: float) -> None:
        """Do the next action of the staff or the player while the shoe waits."""
        staff = self.dealer.get(f"/api/tables/{TABLE}")["view"]["staff"]
        for hold in staff["holds"]:
            self.floor.command("clear-hold", id=hold["id"], reason="looked at the shoe")
        view = self.dealer.get(f"/api/tables/{TABLE}")["view"]
        do = view["staff"]["next_step"]["command"]
        if do is None and view["phase"] == "betting" and not staff["holds"]:
            self.player.command("place-wagers", seat=1, wagers=[{"wager": "player", "cents": 10_00}])
        elif do == "read-card" and self.unrecorded_cards:
            self.dealer.command("read-card", card=self.unrecorded_cards.pop(0))
        elif do in ("load-shoe", "open-bets", "close-bets", "call-result"):
            self.dealer.command(do)


def simulate(live: Live, plan: SimulationPlan, seed: int = 3, wait: Any = None) -> tuple[Any, Table]:
    people = Table(live)
    simulator = ShoeSimulator(
        LiveLine(live),
        plan,
        SeededRandomSource(seed),
        print_line=people.say,
        wait=wait or people.wait,
        clock=lambda: live.now,
    )
    simulator.pair(code_for(live), TABLE)
    return simulator.run(), people


@in_soak
def test_the_simulator_deals_a_whole_shoe(live: Live) -> None:
    shoe = shuffled(build_decks(8), SeededRandomSource(41))
    dealt, people = simulate(live, SimulationPlan(cards=shoe, rounds=200, wait_seconds=10))
    assert dealt.refused == ()
    assert people.lines[-1] == "The cards of the file are dealt."
    records = list(live.runtime.house.store.records(f"table/{TABLE}"))
    events = [event for record in records for event in record.events]
    burnt = next(event for event in events if event["kind"] == "cards-burned")
    assert burnt["shown"] == [str(shoe[0])]
    played = [event["card"] for event in events if event["kind"] == "card-dealt"]
    assert played == [str(card) for card in shoe[burnt["count"] : burnt["count"] + len(played)]]
    assert burnt["count"] + len(played) == dealt.cards > 416 - 14
    assert [event["last_hand"] for event in events if event["kind"] == "cut-card-reached"]
    assert dealt.rounds == len([event for event in events if event["kind"] == "round-settled"]) > 60
    by = {record.actor for record in records for event in record.events if event["kind"] == "card-dealt"}
    assert by == {"device:shoe-1"}


@in_soak
@pytest.mark.parametrize(
    ("mishap", "codes"),
    [
        (SimulatedFault.MISREAD, ()),
        (SimulatedFault.DUPLICATE, ()),
        (SimulatedFault.LOST, ("device/gap",)),
        (SimulatedFault.OUT_OF_TURN, ("card/not_due",)),
        (SimulatedFault.DOOR, ("table/fault",)),
    ],
)
def test_play_continues_after_each_simulated_fault(live: Live, mishap: SimulatedFault, codes: tuple[str, ...]) -> None:
    dealt, people = simulate(live, SimulationPlan(rounds=4, wait_seconds=10, faults={13: mishap}))
    assert dealt.refused == codes
    assert dealt.rounds == 4
    state = live.runtime.house.tables[TABLE]
    assert state.shoe is not None
    assert state.shoe.dealt == dealt.cards
    assert not people.unrecorded_cards


def test_a_simulated_impossible_card_is_refused(live: Live) -> None:
    """Simulate a shoe that starts with eight kings of spades, so that the next card can be misread as a ninth."""
    rest = [card for card in build_decks(8) if str(card) != "Ks"]
    shoe = (Card.parse("Ah"), Card.parse("2h"), *[Card.parse("Ks")] * 8, *rest)[:416]
    dealt, people = simulate(
        live, SimulationPlan(rounds=3, cards=shoe, wait_seconds=10, faults={3: SimulatedFault.IMPOSSIBLE})
    )
    assert dealt.refused == ("shoe/impossible_card",)
    assert any(line.startswith("Ks in place of") for line in people.lines)


def test_a_simulator_without_a_dealer_gives_up_in_bounded_time(live: Live) -> None:
    waits: list[float] = []
    with pytest.raises(BadInput, match="the table waits for a new shoe for 2 seconds; the shoe stops"):
        simulate(live, SimulationPlan(wait_seconds=2), wait=waits.append)
    assert len(waits) == 10


def test_a_simulator_that_starts_during_a_shoe_waits_for_the_next(live: Live) -> None:
    dealer = live.client_as("dealer")
    dealer.command("load-shoe")
    dealer.command("read-card", card="As")
    with pytest.raises(BadInput, match="shoe 1 was begun without this device"):
        simulate(live, SimulationPlan(wait_seconds=1), wait=lambda seconds: None)


@pytest.mark.parametrize(
    ("table", "message", "named"),
    [
        ("auto-1", "is automated: the generator deals there", None),
        (None, "this code is for no table", None),
        (TABLE, "is co-9; the code is for co-1", "co-9"),
    ],
)
def test_a_code_for_the_wrong_table_gives_a_clear_error(
    live: Live, table: str | None, message: str, named: str
) -> None:
    simulator = ShoeSimulator(LiveLine(live), SimulationPlan(), SeededRandomSource(1), print_line=lambda line: None)
    with pytest.raises(BadInput, match=message):
        simulator.pair(code_for(live, table), named)


def test_a_wrong_code_gives_a_clear_error(live: Live) -> None:
    simulator = ShoeSimulator(LiveLine(live), SimulationPlan(), SeededRandomSource(1), print_line=lambda line: None)
    with pytest.raises(BadInput, match="--pair: This code is wrong, used or older"):
        simulator.pair("22222222")


def test_a_file_without_a_complete_shoe_gives_a_clear_error(live: Live) -> None:
    with pytest.raises(BadInput, match="--cards: has 52 cards; the shoe of co-1 has 416"):
        simulate(live, SimulationPlan(cards=build_decks(1)))


# From a shell


@contextmanager
def answering(live: Live) -> Iterator[str]:
    """Serve the application on a port of the loopback interface and yield its address."""
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


def croupier(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "croupier", "shoe", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def test_the_command_deals_over_a_real_connection(live: Live) -> None:
    live.client_as("dealer").command("load-shoe")
    with answering(live) as url:
        ran = croupier("--server", url, "--pair", code_for(live), "--seed", "5", "--delay", "0", "--wait", "1")
    assert "shoe-1 is paired for co-1." in ran.stdout
    assert "Burned" in ran.stdout
    assert ran.returncode == 2
    assert ran.stderr == "croupier: co-1: no card was due for 1 seconds; the shoe stops\n"
    state = live.runtime.house.tables[TABLE]
    assert state.shoe is not None
    assert not state.shoe.burn_due


def test_an_unreachable_server_gives_a_clear_error() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    ran = croupier("--server", f"http://127.0.0.1:{port}", "--pair", "22222222")
    assert ran.returncode == 2
    assert ran.stderr.startswith(f"croupier: http://127.0.0.1:{port}: cannot be reached: ")
    assert len(ran.stderr.splitlines()) == 1


@pytest.mark.parametrize("url", ["tables.example", "ftp://tables.example", "http://", "http://a:99999", "http://a/b"])
def test_an_invalid_address_gives_a_clear_error(url: str) -> None:
    with pytest.raises(BadInput, match="--server: "):
        HttpTransport(url)


@pytest.mark.parametrize("text", ["lost", "lost=", "lost=0", "lost=-1", "lost=x", "stolen=3", "=3"])
def test_an_unknown_fault_gives_a_clear_error(text: str) -> None:
    with pytest.raises(BadInput, match=r"--fault: .*KIND=CARD"):
        read_faults([text])


def test_faults_and_shoes_are_parsed_from_plain_text(tmp_path: Path) -> None:
    assert read_faults(["lost=12", "out-of-turn=3"]) == {12: SimulatedFault.LOST, 3: SimulatedFault.OUT_OF_TURN}
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
    """Check the signature against RFC 4231, test case 2, so that a shoe built with any library agrees."""
    assert mac_of(b"Jefe", "what do ya want for nothing?") == (
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    )
