"""Client of a house over a real server: a hand, cuts in every phase with no wager lost or doubled, and its errors."""

from __future__ import annotations

import asyncio
import inspect
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from croupier.client import (
    AsyncClient,
    AsyncTable,
    Client,
    ClientError,
    ConnectionLostError,
    HouseUnavailableError,
    InvalidRequestError,
    NotAllowedError,
    NotFoundError,
    NotLoggedInError,
    RecordsMissedError,
    RefusedError,
    Table,
    WagersRefusedError,
)
from croupier.client.errors import refused_response
from croupier.client.messages import AcceptedFrame, Commands, EventRecordView, TableView
from croupier.server import table_socket
from croupier.server.table_socket import SESSION_ENDED
from tests.server_fixture import PASSWORD, TABLE, Live, live_house, serve_on_port
from tests.server_fixture import Client as Browser
from tests.silent_proxy import SilentProxy

ROOT = Path(__file__).parents[2]
BLACKJACK, SEAT = "bj-1", 3
WAIT_SECONDS = 60.0
SILENCE_SECONDS = 1.0


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """Run a house with a blackjack table and a baccarat table that a dealer deals; its clock is stopped."""
    with live_house(tmp_path_factory.mktemp("house")) as house:
        settings = {"rulebook": "house-blackjack", "mode": "dealer-assist"}
        house.client_as("admin").post("/api/tables", name=BLACKJACK, settings=settings, key=house.key())
        house.client_as("supervisor").command("open-table", BLACKJACK)
        for name in ("player", "player-2"):
            house.client_as(name).post("/api/me/buy-in", cents=5_000_00, key=house.key())
        yield house


@pytest.fixture(scope="module")
def port(live: Live) -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as listener, serve_on_port(live, listener) as port:
        yield port


@pytest.fixture(scope="module")
def dealer(live: Live) -> Browser:
    """Return a dealer who has a new shoe at each table."""
    client = live.client_as("dealer")
    for table in (BLACKJACK, TABLE):
        client.command("load-shoe", table)
        client.command("read-card", table, card="2c")
    return client


@pytest.fixture
def line(port: int) -> Iterator[SilentProxy]:
    with SilentProxy(port) as proxy:
        yield proxy


def url(port: int) -> str:
    return f"http://127.0.0.1:{port}"


@asynccontextmanager
async def client_of(port: int, name: str = "player", **settings: Any) -> AsyncIterator[AsyncClient]:
    settings = {"silence_seconds": SILENCE_SECONDS, "patience_seconds": WAIT_SECONDS} | settings
    async with AsyncClient(url(port), **settings) as client:
        await client.log_in(name, PASSWORD)
        yield client


def deal(dealer: Browser, cards: str, table: str) -> None:
    for card in cards.split():
        dealer.command("read-card", table, card=card)


async def in_thread(function: Callable[..., Any], *args: Any, **named: Any) -> Any:
    """Run a step of another user in a thread, while the client goes on."""
    return await asyncio.to_thread(function, *args, **named)


# A hand, in both kinds of client


def test_a_hand_is_played_in_ten_lines(port: int, dealer: Browser) -> None:
    with Client(url(port)) as client:
        client.log_in("player", PASSWORD)
        assert BLACKJACK in {tile["table"] for tile in client.lobby()}
        with client.open_table(BLACKJACK) as table:
            table.sit_down(seat=SEAT)
            dealer.command("open-bets", BLACKJACK)
            table.wait_until(lambda view: view["betting"]["is_open"], timeout=WAIT_SECONDS)
            table.place_wagers(seat=SEAT, wagers=[{"wager": "blackjack", "cents": 25_00}])
            dealer.command("close-bets", BLACKJACK)
            deal(dealer, "Ts 6c 9h Td", BLACKJACK)
            table.wait_until(has_question, timeout=WAIT_SECONDS)
            table.decide(seat=SEAT, choice="stand")
            deal(dealer, "8c", BLACKJACK)
            records = table.records()
            dealer.command("call-result", BLACKJACK)
            assert any(event["kind"] == "round-settled" for record in records for event in record["events"])
            view = table.wait_until(lambda view: view["last_round"] is not None, timeout=WAIT_SECONDS)
            assert view["last_round"]
            assert [(one["wager"], one["net_cents"]) for one in view["last_round"]["player"]["results"]] == [
                ("blackjack", 25_00)
            ]
            assert table.seq == client.table(BLACKJACK)["seq"]
            table.stand_up()
        number = int(view["last_round"]["round"].partition("/")[2] or view["rounds"])
        assert client.round(BLACKJACK, number)["id"] == view["last_round"]["round"]
        assert client.last_round(BLACKJACK)
        assert client.house()["name"] == "Test House"
        assert client.me()["balance_cents"] == 5_025_00
        token = client.token
        with Client(url(port), token=token) as other:
            assert other.me()["name"] == "player"
        client.log_out()
        with pytest.raises(NotLoggedInError):
            client.me()


def has_question(view: TableView) -> bool:
    return view["decision"] is not None


def test_both_clients_have_the_same_methods() -> None:
    for plain, waiting in ((Client, AsyncClient), (Table, AsyncTable)):
        for name, member in vars(waiting).items():
            if name.startswith("_") or name == "headers":
                continue
            assert hasattr(plain, name), (plain, name)
            if inspect.isfunction(member):
                own = inspect.signature(getattr(plain, name))
                assert list(own.parameters.values()) == list(inspect.signature(member).parameters.values()), name


# Cuts


class Cut:
    """Way to cut the connection around a command: either the command or its reply is lost."""

    def __init__(self, line: SilentProxy, lost: str) -> None:
        self.line, self.lost = line, lost

    async def send(
        self, table: AsyncTable, command: Coroutine[Any, Any, AcceptedFrame], stored: Callable[[], int]
    ) -> None:
        """Send a command into a line that is cut before the reply comes; wait for the reply of a new line."""
        before = stored()
        self.line.fall_silent(requests=self.lost == "command", answers=self.lost == "reply")
        sent = asyncio.create_task(command)
        if self.lost == "reply":
            async with asyncio.timeout(WAIT_SECONDS):
                while stored() == before:
                    await asyncio.sleep(0.01)
        else:
            await asyncio.sleep(0.1)
            assert stored() == before
        self.line.abandon_connections()
        self.line.resume()
        async with asyncio.timeout(WAIT_SECONDS):
            reply = await sent
        assert reply["repeated"] is (self.lost == "reply")


@pytest.mark.parametrize("lost", ["command", "reply"])
def test_no_wager_is_lost_or_doubled_by_a_cut_in_any_phase(
    live: Live, dealer: Browser, line: SilentProxy, lost: str
) -> None:
    def stored() -> int:
        return live.runtime.house.committed_tables[BLACKJACK][0]

    async def play() -> tuple[list[EventRecordView], int]:
        async with client_of(line.port, "player-2") as client, client.open_table(BLACKJACK) as table:
            cut, records, began = Cut(line, lost), table.records(), table.seq
            before = table.balance_cents
            await cut.send(table, table.sit_down(seat=SEAT), stored)
            await in_thread(dealer.command, "open-bets", BLACKJACK)
            await table.wait_until(lambda view: view["betting"]["is_open"], timeout=WAIT_SECONDS)
            wagers: list[Any] = [{"wager": "blackjack", "cents": 50_00}]
            await cut.send(table, table.place_wagers(seat=SEAT, wagers=wagers), stored)
            await in_thread(dealer.command, "close-bets", BLACKJACK)
            await in_thread(deal, dealer, "5s 6c 6h Td", BLACKJACK)
            await table.wait_until(has_question, timeout=WAIT_SECONDS)
            await cut.send(table, table.decide(seat=SEAT, choice="double-down"), stored)
            await in_thread(deal, dealer, "9c 8c", BLACKJACK)
            await in_thread(dealer.command, "call-result", BLACKJACK)
            await table.wait_until(lambda view: view["phase"] == "between-rounds", timeout=WAIT_SECONDS)
            await cut.send(table, table.stand_up(), stored)
            assert table.reconnections >= 4
            await table.wait_until(lambda view: view["player"]["seat"] is None, timeout=WAIT_SECONDS)
            assert before is not None
            assert table.balance_cents == before + 100_00
            last = stored()
            followed = []
            async for record in records:
                followed.append(record)
                if record["seq"] == last:
                    return followed, began
        raise AssertionError

    followed, began = asyncio.run(play())
    assert [one["seq"] for one in followed] == list(range(began + 1, followed[-1]["seq"] + 1))
    events = [event for record in followed for event in record["events"]]
    assert [event["wagers"] for event in events if event["kind"] == "wagers-placed"] == [{"blackjack": 50_00}]
    assert [event["choice"] for event in events if event["kind"] == "decision-made"] == ["double-down"]


def test_a_bet_that_comes_late_is_refused_and_does_not_count_for_the_next_round(
    live: Live, dealer: Browser, line: SilentProxy
) -> None:
    async def play() -> None:
        async with client_of(line.port, "player-2") as client, client.open_table(TABLE) as table:
            await table.sit_down(seat=1)
            await in_thread(dealer.command, "open-bets", TABLE)
            await table.wait_until(lambda view: view["betting"]["is_open"], timeout=WAIT_SECONDS)
            line.fall_silent()
            sent = asyncio.create_task(table.place_wagers(seat=1, wagers=[{"wager": "player", "cents": 25_00}]))
            await in_thread(live.client_as("supervisor").command, "void-round", TABLE, reason="the line is cut")
            await in_thread(dealer.command, "open-bets", TABLE)
            line.abandon_connections()
            line.resume()
            with pytest.raises(RefusedError) as refusal:
                await sent
            assert refusal.value.code == "wager/no_more_bets"
            await in_thread(live.client_as("supervisor").command, "void-round", TABLE, reason="nobody has bet")
            await table.stand_up()

    asyncio.run(play())


def test_records_that_the_house_no_longer_sends_are_an_error_and_the_view_goes_on(
    live: Live, port: int, line: SilentProxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_socket, "MISSED_MOST", 2)
    supervisor = live.client_as("supervisor")

    async def follow() -> None:
        async with client_of(line.port) as client, client.open_table(TABLE) as table:
            records, seq = table.records(), table.seq
            line.fall_silent()
            for _ in range(2):
                await in_thread(supervisor.command, "pause-table", TABLE, reason="the line is cut")
                await in_thread(supervisor.command, "resume-table", TABLE)
            line.abandon_connections()
            line.resume()
            with pytest.raises(RecordsMissedError) as missed:
                await anext(records)
            assert (missed.value.after, missed.value.seq) == (seq, seq + 4)
            assert table.seq == seq + 4
            await in_thread(supervisor.command, "pause-table", TABLE, reason="once more")
            assert (await anext(records))["seq"] == seq + 5
            await table.wait_until(lambda view: view["is_paused"], timeout=WAIT_SECONDS)
            await in_thread(supervisor.command, "resume-table", TABLE)

    asyncio.run(follow())


def test_a_house_that_stays_away_ends_the_wait_and_the_key_repeats_the_command(
    live: Live, dealer: Browser, port: int, line: SilentProxy
) -> None:
    async def play() -> None:
        async with client_of(line.port, "player-2", patience_seconds=1.0) as client, client.open_table(TABLE) as table:
            line.fall_silent(requests=False)
            with pytest.raises(ConnectionLostError) as lost:
                await table.sit_down(seat=2)
            line.abandon_connections()
            line.resume()
            with pytest.raises(ConnectionLostError):
                await table.wait_until(has_question)
            with pytest.raises(ConnectionLostError):
                await anext(table.records())
        async with client_of(port, "player-2") as client, client.open_table(TABLE) as table:
            reply = await table.send({"do": "sit-down", "seat": 2}, key=lost.value.key)
            assert reply["repeated"]
            await table.stand_up()

    asyncio.run(play())


def test_a_command_waits_while_the_database_is_away(live: Live, port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = [table_socket._refusal("", table_socket.STORE_GONE)]
    carry_out = table_socket._carry_out

    async def away_at_first(connection: Any, session: Any, frame: Any) -> str:
        if answers:
            return answers.pop().replace('"key":""', f'"key":"{frame.key}"')
        return await carry_out(connection, session, frame)

    monkeypatch.setattr(table_socket, "_carry_out", away_at_first)

    async def play() -> None:
        async with client_of(port, "player-2") as client, client.open_table(TABLE) as table:
            assert not (await table.sit_down(seat=2))["repeated"]
            await table.stand_up()

    asyncio.run(play())
    assert answers == []


# Errors


def test_a_wrong_password_is_an_error_with_its_code(port: int) -> None:
    with Client(url(port)) as client, pytest.raises(NotLoggedInError) as refusal:
        client.log_in("player", "not the password")
    assert (refusal.value.code, refusal.value.status) == ("login/wrong", 401)
    assert refusal.value.message in str(refusal.value)


def test_a_closed_table_refuses_bets_with_its_code(port: int) -> None:
    with Client(url(port)) as client:
        client.log_in("player", PASSWORD)
        with client.open_table("auto-1") as table, pytest.raises(RefusedError) as refusal:
            table.place_wagers(seat=1, wagers=[{"wager": "banker", "cents": 25_00}])
    assert (refusal.value.code, refusal.value.status) == ("table/wrong_phase", 409)


def test_a_refused_wager_says_why_and_cites_the_rule(live: Live, dealer: Browser, port: int) -> None:
    with Client(url(port)) as client:
        client.log_in("player", PASSWORD)
        with client.open_table(TABLE) as table:
            table.sit_down(seat=1)
            dealer.command("open-bets", TABLE)
            with pytest.raises(WagersRefusedError) as refusal:
                table.place_wagers(seat=1, wagers=[{"wager": "player", "cents": 100_000_00}])
            live.client_as("supervisor").command("void-round", TABLE, reason="nobody has bet")
            table.stand_up()
    assert refusal.value.code == "wager/invalid_amount"
    assert "$100,000" in refusal.value.message
    assert [problem["reason"] for problem in refusal.value.problems] == ["above-maximum"]
    assert refusal.value.placeable == {}
    assert [rule["document"] for rule in refusal.value.rules] or refusal.value.cites == []


def test_what_a_user_may_not_do_and_what_is_not_there_have_errors_of_their_own(port: int) -> None:
    with Client(url(port)) as client:
        with pytest.raises(NotFoundError) as unknown, client.open_table("none"):
            pass
        assert unknown.value.code == "table/not_found"
        with pytest.raises(NotFoundError):
            client.table("none")
        with client.open_table(TABLE) as table, pytest.raises(NotLoggedInError):
            table.sit_down(seat=1)
        client.log_in("player", PASSWORD)
        with client.open_table(TABLE) as table:
            with pytest.raises(NotAllowedError):
                table.open_bets()
            with pytest.raises(InvalidRequestError):
                table.sit_down(seat=100)
            with pytest.raises(InvalidRequestError, match="16384 characters"):
                table.call_supervisor(note="x" * 20_000)
        with pytest.raises(ClientError, match="is closed"):
            table.stand_up()


def test_a_session_that_ends_is_an_error_for_everybody_who_waits(live: Live, port: int) -> None:
    async def follow() -> None:
        async with client_of(port) as client, client.open_table(TABLE) as table:
            records = table.records()
            live._loop.call_soon_threadsafe(live.runtime.hub.close_all, SESSION_ENDED)
            with pytest.raises(NotLoggedInError) as ended:
                await anext(records)
            assert ended.value.code == "session/over"
            for again in (table.wait_until(has_question), table.stand_up(), anext(table.records())):
                with pytest.raises(NotLoggedInError):
                    await again

    asyncio.run(follow())


def test_a_house_that_is_not_there_is_an_error(live: Live) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        unused = listener.getsockname()[1]
    with Client(url(unused), patience_seconds=0.3) as client:
        with pytest.raises(ConnectionLostError, match=f"http://127.0.0.1:{unused} does not answer"):
            client.house()
        with pytest.raises(ConnectionLostError), client.open_table(TABLE):
            pass
    with pytest.raises(ValueError, match="http://127"):
        Client("127.0.0.1:8000")


def test_an_answer_that_is_not_the_houses_has_its_status() -> None:
    assert isinstance(refused_response(None, 502), HouseUnavailableError)
    assert refused_response("<html>", 404).code == "http/404"


def test_a_fault_in_a_condition_is_raised_where_it_is_waited_for(live: Live, port: int) -> None:
    def condition(view: TableView) -> bool:
        return bool(view["is_paused"] and 1 // 0)

    supervisor = live.client_as("supervisor")
    with Client(url(port)) as client, client.open_table(TABLE) as table:
        with pytest.raises(TimeoutError):
            table.wait_until(condition, timeout=0.05)
        supervisor.command("pause-table", TABLE, reason="a pause")
        with pytest.raises(ZeroDivisionError):
            table.wait_until(condition, timeout=WAIT_SECONDS)
        supervisor.command("resume-table", TABLE)


# The package


def test_the_client_imports_nothing_of_the_server() -> None:
    code = "import sys, croupier.client; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    own = {name for name in loaded if name.startswith("croupier.")}
    assert own == {f"croupier.client{part}" for part in ("", ".async_client", ".errors", ".messages", ".sync_client")}
    assert not loaded & {"pydantic", "fastapi", "sqlalchemy", "numpy"}


def test_a_program_that_forgets_to_close_its_client_ends() -> None:
    code = "from croupier.client import Client; client = Client('http://127.0.0.1:1'); print('made')"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=WAIT_SECONDS
    )
    assert (done.stdout, done.stderr) == ("made\n", "")


def test_without_its_packages_the_client_says_what_to_install() -> None:
    code = "import sys; sys.modules['httpx'] = None; import croupier.client"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "needs httpx; install it with: pip install 'croupier[client]'" in done.stderr


def test_the_types_of_the_client_are_up_to_date() -> None:
    command = [sys.executable, "-m", "croupier.server.client_types", "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr


def test_every_command_is_a_method_with_its_fields() -> None:
    place = inspect.signature(Commands.place_wagers)
    assert list(place.parameters) == ["self", "seat", "wagers", "round"]
    assert place.parameters["round"].default is None
    assert place.parameters["seat"].default is inspect.Parameter.empty
