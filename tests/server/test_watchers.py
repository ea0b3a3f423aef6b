"""Watchers of a table: one view is made for all of them, their number is limited, and players come first."""

from __future__ import annotations

import asyncio
import itertools
import json
import socket
import time
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.client import ClientProtocol
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.sync.client import ClientConnection, connect
from websockets.uri import parse_uri

from croupier.server import hub as hub_module
from croupier.server.auth import COOKIE
from croupier.server.config import ServerSection
from croupier.server.frame_writer import encode_frame
from croupier.server.hub import FRAMES_BEHIND, SCREENS_EACH_PASS, Hub, Subscriber
from croupier.server.live_limits import DISPLACED, FULL, TOO_MANY_OF_USER, LiveLimits
from croupier.store.record import Record
from croupier.views import Viewer
from tests.server_fixture import TABLE, Client, live_house, serve_on_port

WAIT = 30.0
WATCHERS = 300
PUBLIC = Viewer("public")


class RecordingWriter:
    """Frame writer that keeps the frames; it can stop taking them."""

    def __init__(self) -> None:
        self.is_writable = True
        self.written: list[bytes] = []

    def write_frame(self, frame: bytes) -> None:
        self.written.append(frame)

    async def wait_until_writable(self) -> None:
        pass


def test_a_view_is_made_and_encoded_once_for_each_kind_of_viewer(monkeypatch: pytest.MonkeyPatch) -> None:
    viewers_made: list[Viewer] = []
    common: dict[str, Any] = {"shoe": 1}
    serialized: list[Any] = []
    dumps = hub_module.json.dumps
    monkeypatch.setattr(hub_module.json, "dumps", lambda part, **how: (serialized.append(part), dumps(part, **how))[1])

    def view_of(state: Any, viewer: Viewer) -> dict[str, Any]:
        viewers_made.append(viewer)
        return {"common": common, "own": {"is": viewer.account, "made": len(viewers_made)}}

    async def publish_once() -> list[RecordingWriter]:
        state: Any = SimpleNamespace(is_automated=True)
        hub = Hub(lambda table: (1, state), view_of)
        first: dict[str, Any] = {"common": {}, "own": {}}
        viewers = [PUBLIC] * WATCHERS + [Viewer("dealer")] * 5 + [Viewer("player", "player:1")] * 2
        writers = [RecordingWriter() for _ in viewers]
        for viewer, writer in zip(viewers, writers, strict=True):
            screen = Subscriber("t1", viewer, wants_view=True, writer=writer)
            hub.join(screen)
            screen.view = first
            screen.enqueue_initial("{}", 1)
        hub.publish("t1", (), {})
        for _ in range(2 * len(viewers) // SCREENS_EACH_PASS):
            await asyncio.sleep(0)
        return writers

    writers = asyncio.run(publish_once())
    assert sorted(viewer.kind for viewer in viewers_made) == ["dealer", "player", "public"]
    assert serialized.count(common) == 2  # once for the audience of watchers, once for players and staff together
    assert len(serialized) == 2 + 3
    assert {len(writer.written) for writer in writers} == {2}
    assert len({id(writer.written[1]) for writer in writers[:WATCHERS]}) == 1
    frame = json.loads(writers[0].written[1][2:])
    assert (frame["seq"], frame["view"]["common"], frame["view"]["own"]["is"]) == (1, common, None)


def test_each_pass_of_the_loop_sends_to_a_few_screens() -> None:
    async def passes() -> list[int]:
        state: Any = SimpleNamespace(is_automated=True)
        hub = Hub(lambda table: (1, state), lambda state, viewer: {"now": 2})
        writers, counts = [RecordingWriter() for _ in range(WATCHERS)], []
        for writer in writers:
            screen = Subscriber("t1", PUBLIC, wants_view=True, writer=writer)
            hub.join(screen)
            screen.enqueue_initial("{}", 1)
        hub.publish("t1", (), {})
        for _ in range(WATCHERS):
            await asyncio.sleep(0)
            counts.append(sum(len(writer.written) - 1 for writer in writers))
        return counts

    counts = asyncio.run(passes())
    assert counts[-1] == WATCHERS
    assert max(later - before for before, later in pairwise(counts)) == SCREENS_EACH_PASS


def test_a_batch_waits_until_the_one_before_has_reached_every_screen() -> None:
    async def publish_twice() -> list[RecordingWriter]:
        views = [{"now": 1}, {"now": 2}]
        state: Any = SimpleNamespace(is_automated=True)
        hub = Hub(lambda table: (1, state), lambda state, viewer: views.pop(0))
        writers = [RecordingWriter() for _ in range(2 * SCREENS_EACH_PASS)]
        for writer in writers:
            screen = Subscriber("t1", PUBLIC, wants_view=True, writer=writer)
            hub.join(screen)
            screen.enqueue_initial("{}", 1)
        hub.publish("t1", (), {})
        for _ in range(WATCHERS):
            await asyncio.sleep(0)
            if any(len(writer.written) == 2 for writer in writers):
                break
        hub.publish("t1", (), {})
        await asyncio.sleep(5 * hub_module.COLLECT_SECONDS)
        return writers

    for writer in asyncio.run(publish_twice()):
        assert [json.loads(frame[2:])["view"]["now"] for frame in writer.written[1:]] == [1, 2]


def test_a_screen_that_was_behind_gets_every_record_and_one_view() -> None:
    async def fall_behind() -> tuple[int, RecordingWriter]:
        now = itertools.count(1)
        state: Any = SimpleNamespace(is_automated=True)
        hub = Hub(lambda table: (9_999, state), lambda state, viewer: {"now": next(now)})
        writer = RecordingWriter()
        screen = Subscriber("t1", PUBLIC, wants_view=True, writer=writer)
        hub.join(screen)
        screen.enqueue_initial("{}", 0)
        writer.is_writable = False
        for seq in range(1, 3 * FRAMES_BEHIND + 1):
            hub.publish("t1", [Record("table/t1", seq, 0, "system", None, "x", (), (), "", "", "")], {})
            await asyncio.sleep(2 * hub_module.COLLECT_SECONDS)
        assert screen.is_behind
        assert screen.missed_view
        writer.is_writable = True
        screen.write_queued()
        hub.send_missed_view(screen)
        return next(now), writer

    _, writer = asyncio.run(fall_behind())
    frames = [json.loads(frame[4 if frame[1] == 126 else 2 :]) for frame in writer.written[1:]]
    records = [record["seq"] for frame in frames if frame["type"] == "events" for record in frame["records"]]
    assert records == list(range(1, 3 * FRAMES_BEHIND + 1))
    views = [frame["view"]["now"] for frame in frames if frame["type"] == "view"]
    assert len(views) <= FRAMES_BEHIND // 2 + 1
    assert frames[-1]["type"] == "view"
    assert views[-1] == len(views)


def test_a_screen_with_too_much_in_its_queue_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_module, "CHARACTERS_BEHIND_MOST", 100)
    writer = RecordingWriter()
    writer.is_writable = False
    screen = Subscriber("t1", PUBLIC, writer=writer)
    screen.enqueue("x" * 150)
    assert not screen.must_close.is_set()
    screen.enqueue("x")
    assert screen.must_close.is_set()
    assert writer.written == []


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65_535, 65_536, 70_000])
def test_an_encoded_frame_is_what_a_websocket_library_reads(length: int) -> None:
    client = ClientProtocol(parse_uri("ws://localhost/"), state=State.OPEN)
    client.receive_data(encode_frame("é" * (length // 2) + "e" * (length % 2)))
    (frame,) = client.events_received()
    assert isinstance(frame, Frame)
    assert (frame.opcode, frame.fin, len(frame.data)) == (Opcode.TEXT, True, length)


def test_a_public_view_is_shared_by_those_who_open_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with live_house(tmp_path) as live:
        viewers_made: list[Viewer] = []
        view_of = live.runtime.view_of

        def counted(state: Any, viewer: Viewer) -> Any:
            viewers_made.append(viewer)
            return view_of(state, viewer)

        monkeypatch.setattr(live.runtime, "view_of", counted)
        public, player = live.client(), live.client_as("player")
        views = [public.get(f"/api/tables/{TABLE}")["view"] for _ in range(5)]
        assert viewers_made == [PUBLIC]
        assert all(view == views[0] for view in views)
        player.get(f"/api/tables/{TABLE}")
        assert len(viewers_made) == 2
        live.client_as("dealer").command("load-shoe")
        assert public.get(f"/api/tables/{TABLE}")["view"]["shoe"]["number"] == 1


def test_an_audience_that_takes_long_gets_fewer_frames_and_staff_get_all() -> None:
    async def publish_four_times() -> tuple[list[str], list[str]]:
        state: Any = SimpleNamespace(is_automated=True)
        now = itertools.count(1)

        def view_of(state: Any, viewer: Viewer) -> dict[str, int]:
            if viewer == PUBLIC:
                time.sleep(4 * hub_module.COLLECT_SECONDS)  # as if there were many watchers
            return {"now": next(now)}

        hub = Hub(lambda table: (1, state), view_of)
        watcher, dealer = (Subscriber("t1", viewer, wants_view=True) for viewer in (PUBLIC, Viewer("dealer")))
        for screen in (watcher, dealer):
            hub.join(screen)
            screen.enqueue_initial("{}", 1)
        for _ in range(4):
            hub.publish("t1", (), {})
            await asyncio.sleep(2 * hub_module.COLLECT_SECONDS)
        return watcher.take_frames(), dealer.take_frames()

    watcher, dealer = asyncio.run(publish_four_times())
    assert len(watcher) < len(dealer)
    assert len(dealer) == 5  # the initial state, and a view each time


def enter(limits: LiveLimits, viewer: Viewer, holder: str) -> tuple[Subscriber, int | None]:
    """Let a screen enter a table as watcher; return it, and the close code if it was refused."""
    screen = Subscriber("t1", viewer)
    refused = limits.enter(screen, holder, "192.0.2.1")
    return screen, refused and refused[0]


def test_watchers_are_limited_by_address_and_in_total() -> None:
    limits = LiveLimits(ServerSection(watchers_each=2, watchers_most=3))
    first, _ = enter(limits, PUBLIC, "a")
    assert [enter(limits, PUBLIC, holder)[1] for holder in ("a", "a", "b", "c")] == [None, FULL, None, FULL]
    assert enter(limits, Viewer("player", "player:1"), "user:1")[1] is None
    limits.leave(first, "a")
    assert enter(limits, PUBLIC, "c")[1] is None


def test_watchers_behind_a_proxy_without_addresses_are_not_limited_as_one() -> None:
    limits = LiveLimits(ServerSection(watchers_each=1, proxies=["192.0.2.0/24"]))
    assert [enter(limits, PUBLIC, "192.0.2.1")[1] for _ in range(3)] == [None, None, None]


def test_a_player_displaces_the_newest_watcher_and_no_player() -> None:
    limits = LiveLimits(ServerSection(screens_most=3, screens_each=2))
    watchers = [enter(limits, PUBLIC, holder)[0] for holder in ("a", "b")]
    assert enter(limits, Viewer("dealer"), "user:1")[1] is None
    assert enter(limits, PUBLIC, "c")[1] == FULL
    assert enter(limits, Viewer("player", "player:2"), "user:2")[1] is None
    assert [watcher.close_reason for watcher in watchers] == [None, DISPLACED]
    limits.leave(watchers[1], "b")
    assert enter(limits, Viewer("player", "player:3"), "user:3")[1] is None
    limits.leave(watchers[0], "a")
    assert enter(limits, Viewer("player", "player:4"), "user:4")[1] == FULL


def test_one_screen_too_many_of_a_person_closes_the_oldest_screen() -> None:
    limits = LiveLimits(ServerSection(screens_each=2))
    screens = [enter(limits, Viewer("player", "player:2"), "user:2")[0] for _ in range(3)]
    assert [screen.close_reason for screen in screens] == [TOO_MANY_OF_USER, None, None]


def test_a_refused_watcher_gets_a_close_code_and_a_reason(tmp_path: Path) -> None:
    server = {"watchers_each": 2, "screens_most": 3}
    with (
        live_house(tmp_path, server=server) as live,
        socket.create_server(("127.0.0.1", 0)) as listener,
        serve_on_port(live, listener) as port,
        ExitStack() as connections,
    ):

        def open_socket(client: Client | None = None) -> ClientConnection:
            token = client.http.cookies.get(COOKIE) if client else None
            headers = {"Cookie": f"{COOKIE}={token}"} if token else {}
            address = f"ws://127.0.0.1:{port}/api/tables/{TABLE}/live?view=true"
            return connections.enter_context(
                connect(address, additional_headers=headers, open_timeout=WAIT, max_size=None)
            )

        watchers = [open_socket() for _ in range(2)]
        for watcher in watchers:
            watcher.recv(WAIT)
        assert closed(open_socket())[0] == FULL
        for name in ("player", "player-2"):
            open_socket(live.client_as(name)).recv(WAIT)
        assert closed(watchers[1]) == DISPLACED
        watchers[0].ping().wait(WAIT)


def read_on(connection: ClientConnection) -> None:
    """Receive messages until the connection closes."""
    for _ in range(100):
        connection.recv(WAIT)


def closed(connection: ClientConnection) -> tuple[int, str]:
    """Return the close code and the reason of a connection that the server closes."""
    with pytest.raises(ConnectionClosed) as caught:
        read_on(connection)
    assert caught.value.rcvd is not None
    return caught.value.rcvd.code, caught.value.rcvd.reason
