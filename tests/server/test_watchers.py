"""Watchers of a table: one view is made for all of them, their number is limited, and players come first."""

from __future__ import annotations

import asyncio
import socket
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from croupier.server import hub as hub_module
from croupier.server.auth import COOKIE
from croupier.server.config import ServerSection
from croupier.server.hub import Hub, Subscriber
from croupier.server.live_limits import DISPLACED, FULL, TOO_MANY_OF_USER, LiveLimits, SendQueue
from croupier.views import Viewer
from tests.server_fixture import TABLE, Client, live_house, serve_on_port

WAIT = 30.0
WATCHERS = 300
PUBLIC = Viewer("public")


def test_a_view_is_made_once_for_each_kind_of_viewer_however_many_watch(monkeypatch: pytest.MonkeyPatch) -> None:
    viewers_made: list[Viewer] = []
    encoded: list[Any] = []
    dumps = hub_module.json.dumps
    monkeypatch.setattr(hub_module.json, "dumps", lambda *args, **how: (encoded.append(1), dumps(*args, **how))[1])

    def view_of(state: Any, viewer: Viewer) -> dict[str, Any]:
        viewers_made.append(viewer)
        return {"phase": f"{len(viewers_made)}", "own": viewer.account}

    async def publish_once() -> list[Subscriber]:
        state: Any = object()
        hub = Hub(lambda table: (1, state), view_of)
        first = {"phase": "0", "own": None}
        viewers = [PUBLIC] * WATCHERS + [Viewer("dealer")] * 5 + [Viewer("player", "player:1")] * 2
        screens = [Subscriber("t1", viewer, wants_view=True) for viewer in viewers]
        for screen in screens:
            hub.join(screen)
            screen.view = first
            screen.enqueue_initial("{}", 1)
        hub.publish("t1", (), {})
        await asyncio.sleep(2 * WATCHERS * hub_module.WATCHER_SECONDS)
        return screens

    screens = asyncio.run(publish_once())
    assert sorted(viewer.kind for viewer in viewers_made) == ["dealer", "player", "public"]
    assert len(encoded) == 3
    frames = [screen.take_frames() for screen in screens]
    assert {len(queued) for queued in frames} == {2}
    assert len({id(queued[1]) for queued in frames[:WATCHERS]}) == 1


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


def test_many_watchers_get_fewer_updates_and_staff_get_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_module, "WATCHER_SECONDS", 0.1)

    async def publish_four_times() -> tuple[list[str], list[str]]:
        state: Any = object()
        hub = Hub(lambda table: (1, state), lambda state, viewer: {"now": asyncio.get_running_loop().time()})
        watcher, dealer = (Subscriber("t1", viewer, wants_view=True) for viewer in (PUBLIC, Viewer("dealer")))
        for screen in (watcher, dealer, *(Subscriber("t2", PUBLIC) for _ in range(WATCHERS))):
            hub.join(screen)
            screen.enqueue_initial("{}", 1)
        for _ in range(4):
            hub.publish("t1", (), {})
            await asyncio.sleep(3 * hub_module.COLLECT_SECONDS)
        return watcher.take_frames(), dealer.take_frames()

    watcher, dealer = asyncio.run(publish_four_times())
    assert len(watcher) == 2  # the initial state, and one view
    assert len(dealer) == 5


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


def test_each_pass_of_the_loop_sends_to_a_few_watchers() -> None:
    async def passes() -> list[int]:
        turns, done, counts = SendQueue(each_pass=3), [], []

        async def wait_for_turn(number: int) -> None:
            await turns.wait()
            done.append(number)

        tasks = [asyncio.create_task(wait_for_turn(number)) for number in range(7)]
        for _ in range(20):
            await asyncio.sleep(0)
            counts.append(len(done))
        await asyncio.gather(*tasks)
        assert done == sorted(done)
        return counts

    counts = asyncio.run(passes())
    assert counts[-1] == 7
    assert max(later - before for before, later in pairwise(counts)) == 3


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
