"""Hub: the subscribers of each table, and the frames they receive after a commit.

A batch of records is serialized and encoded once for each access level, not once for each subscriber: a thousand
screens at a table get the same bytes. A subscriber that is too slow is disconnected; it can reconnect and resume.
"""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from croupier.server.frame_writer import FrameWriter, SharedFrame, encode_frame
from croupier.server.telemetry import CommandTraces
from croupier.store.record import Record
from croupier.table.state import TableState
from croupier.views import Viewer, event_view, own_view
from croupier.views.models.frames import EventRecordView, EventsFrame, PrivateFrame
from croupier.views.models.player import PrivateEventView
from croupier.views.viewer import AccessLevel, access_level_at

View = Mapping[str, Any]
CloseReason = tuple[int, str]
"""Code and reason text with which a WebSocket connection is closed."""

FRAMES_BEHIND_MOST = 1_000
CHARACTERS_BEHIND_MOST = 2_097_152
"""Most characters in the queued frames of a subscriber, so that slow subscribers cannot fill the memory."""
FRAMES_BEHIND = 16
"""Queued frames from which a subscriber is behind: it then gets one change of the view when it has caught up."""
COLLECT_SECONDS = 0.01
"""Seconds during which events of a table are collected and then sent as one frame, to limit the number of frames."""
SCREENS_EACH_PASS = 32
"""Most subscribers that receive frames in one pass of the event loop, so that commands are answered in between."""
SENDING_SHARE = 1 / 3
"""Largest share of the time in which one audience is sent frames; a large audience gets fewer and larger frames."""


class Subscriber:
    """One WebSocket connection that follows a table."""

    def __init__(
        self, table: str, viewer: Viewer, *, wants_view: bool = False, writer: FrameWriter | None = None
    ) -> None:
        self.table = table
        self.viewer = viewer
        self.wants_view = wants_view
        """Whether the subscriber also receives the changed parts of the table view."""
        self.writer = writer
        """Writer for frames without the queue while the connection keeps up; None: all frames are queued."""
        self.view: View = {}
        self.missed_view = False
        """Whether changes of the view were left out while the subscriber was behind."""
        self.must_close = asyncio.Event()
        """Event that is set when the subscriber is too far behind or must be disconnected."""
        self.close_reason: CloseReason | None = None
        self._frames: deque[str] = deque()
        self._characters = 0
        self._ready = asyncio.Event()
        self._last_sent: int | None = None
        self._early: list[Record] = []

    def enqueue(self, frame: str) -> None:
        """Write a frame, or queue it for the task of the connection while the connection is behind."""
        if self.writer is not None and not self._frames and self.writer.is_writable:
            self._write(self.writer, frame)
            return
        if len(self._frames) >= FRAMES_BEHIND_MOST or self._characters >= CHARACTERS_BEHIND_MOST:
            self.must_close.set()
        else:
            self._frames.append(frame)
            self._characters += len(frame)
        self._ready.set()

    def write_queued(self) -> None:
        """Write queued frames until the connection is behind again."""
        while self._frames and self.writer is not None and self.writer.is_writable:
            frame = self._frames.popleft()
            self._characters -= len(frame)
            self._write(self.writer, frame)
        if not self._frames:
            self._ready.clear()

    @staticmethod
    def _write(writer: FrameWriter, frame: str) -> None:
        writer.write_frame(frame.encoded if isinstance(frame, SharedFrame) else encode_frame(frame))

    @property
    def is_behind(self) -> bool:
        return len(self._frames) >= FRAMES_BEHIND

    @property
    def is_watcher(self) -> bool:
        """Whether the connection is a watcher's, that is one without a log-in."""
        return self.viewer.kind == "public"

    def request_close(self, why: CloseReason) -> None:
        """Request that the connection is closed with this code and reason."""
        self.close_reason = why
        self.must_close.set()

    @property
    def last_seq(self) -> int | None:
        """Number of the last record that was sent; None before the first frame."""
        return self._last_sent

    def enqueue_initial(self, frame: str, seq: int) -> list[Record]:
        """Queue the first frame, valid up to record `seq`, and then the records committed since.

        The frame has the table state or the missed records. The return value is the list of these later records.
        """
        self._last_sent = seq
        self.enqueue(frame)
        early, self._early = [record for record in self._early if record.seq > seq], []
        self.enqueue_records(early)
        return early

    def enqueue_records(self, records: Sequence[Record], frame: str | None = None) -> None:
        """Queue records newer than the last one sent; hold them back until the first frame was sent.

        `frame` is the serialized form of all records, if it exists already.
        """
        if self._last_sent is None:
            self._early.extend(records)
            return
        if not records or records[-1].seq <= self._last_sent:
            return
        if frame is None or records[0].seq <= self._last_sent:
            unseen = [record for record in records if record.seq > self._last_sent]
            frame = events_frame(unseen, self.viewer, None)
        self._last_sent = records[-1].seq
        self.enqueue(frame)

    async def frames(self) -> list[str]:
        """Wait for queued frames and return them."""
        await self.ready()
        return self.take_frames()

    async def ready(self) -> None:
        """Wait until a frame is queued."""
        await self._ready.wait()

    def take_frames(self) -> list[str]:
        """Return the queued frames and empty the queue."""
        self._ready.clear()
        frames = list(self._frames)
        self._frames.clear()
        self._characters = 0
        return frames


Audience = tuple[str, bool]
"""A table name, and whether the audience is its watchers or all other subscribers."""


class Hub:
    """All subscribers by table; it sends them the frames after each commit."""

    def __init__(
        self, shown_of: Callable[[str], tuple[int, TableState]], view_of: Callable[[TableState, Viewer], View]
    ) -> None:
        """Create the hub; `shown_of` returns the committed state of a table and the number of its last record."""
        self._shown_of = shown_of
        self._view_of = view_of
        self._screens: defaultdict[str, set[Subscriber]] = defaultdict(set)
        self._waiting: dict[Audience, tuple[list[Record], dict[str, int]]] = {}
        self._is_sending: set[Audience] = set()
        self._next_at: dict[Audience, float] = {}
        """Earliest time of the next frame of each audience, by the clock of the event loop."""
        self._of_account: defaultdict[str, set[Subscriber]] = defaultdict(set)
        self.traces: CommandTraces | None = None
        """Traces that end with the frames of the last subscriber; None while they are off."""
        self.delivered = 0
        self.cut_off = 0
        """Number of subscribers that were disconnected because they were too slow."""

    def join(self, screen: Subscriber) -> None:
        self._screens[screen.table].add(screen)
        if screen.viewer.account is not None:
            self._of_account[screen.viewer.account].add(screen)

    def leave(self, screen: Subscriber) -> None:
        self._screens[screen.table].discard(screen)
        account = screen.viewer.account
        if account is not None:
            self._of_account[account].discard(screen)
            if not self._of_account[account]:
                del self._of_account[account]

    def tables_of(self, accounts: Iterable[str]) -> set[str]:
        """Return the tables that these players have open on a screen."""
        return {screen.table for account in accounts for screen in self._of_account.get(account, ())}

    def subscriber_count(self, table: str | None = None) -> int:
        return len(self._screens[table]) if table else sum(len(screens) for screens in self._screens.values())

    def close_all(self, why: CloseReason) -> None:
        """Request that every connection is closed with this code and reason."""
        for screens in self._screens.values():
            for screen in screens:
                screen.request_close(why)

    def subscribers(self, table: str) -> list[Subscriber]:
        return list(self._screens[table])

    def publish(self, table: str, records: Sequence[Record], changed: Mapping[str, int]) -> None:
        """Send committed records to the subscribers of a table, and changed balances to their owners.

        An empty `records` means that something outside the table has changed the table's view, such as a meter. Frames
        go out at once, unless a frame was sent just before; then they are collected for a moment.
        """
        for are_watchers in {screen.is_watcher for screen in self._screens.get(table, ())}:
            audience = table, are_watchers
            waiting = self._waiting.get(audience)
            if waiting is not None:
                waiting[0].extend(records)
                waiting[1].update(changed)
                continue
            self._waiting[audience] = list(records), dict(changed)
            if audience not in self._is_sending:
                self._schedule(audience)

    def _schedule(self, audience: Audience) -> None:
        loop = asyncio.get_running_loop()
        loop.call_at(max(loop.time(), self._next_at.get(audience, 0.0)), self._flush, audience)

    def _flush(self, audience: Audience) -> None:
        records, changed = self._waiting.pop(audience)
        table, are_watchers = audience
        screens = iter([screen for screen in self._screens[table] if screen.is_watcher is are_watchers])
        self._is_sending.add(audience)
        batch = Batch(records, changed, *self._shown_of(table), self._view_of)
        self._send_to_some(audience, batch, screens, asyncio.get_running_loop().time())

    def _send_to_some(self, audience: Audience, batch: Batch, screens: Iterator[Subscriber], began: float) -> None:
        """Send a batch to some of an audience, and to the others in the next passes of the event loop."""
        sent = 0
        for screen in islice(screens, SCREENS_EACH_PASS):
            batch.send(screen)
            sent += 1
        self.delivered += sent * len(batch.records)
        loop = asyncio.get_running_loop()
        if sent == SCREENS_EACH_PASS:
            loop.call_soon(self._send_to_some, audience, batch, screens, began)
            return
        if self.traces is not None:
            count = sum(screen.is_watcher is audience[1] for screen in self._screens[audience[0]])
            self.traces.frames_sent(audience, [record.seq for record in batch.records], loop.time() - began, count)
        self._next_at[audience] = began + max(COLLECT_SECONDS, (loop.time() - began) / SENDING_SHARE)
        self._is_sending.discard(audience)
        if audience in self._waiting:
            self._schedule(audience)

    def send_missed_view(self, screen: Subscriber) -> None:
        """Send a subscriber that has caught up the current view, as one change."""
        Batch([], {}, *self._shown_of(screen.table), self._view_of).send_view_changes(screen)


class Batch:
    """Records of one table for its subscribers; a frame for several subscribers is serialized once."""

    def __init__(
        self,
        records: Sequence[Record],
        changed: Mapping[str, int],
        seq: int,
        state: TableState,
        view_of: Callable[[TableState, Viewer], View],
    ) -> None:
        self.records = records
        self._changed = changed
        self._seq, self._state = seq, state
        self._view_of = view_of
        self._own = private_events(records)
        self._events: dict[AccessLevel, SharedFrame] = {}
        self._views: dict[Viewer, View] = {}
        self._view_frames: dict[tuple[int, int], tuple[View, View, str | None]] = {}
        self._parts: dict[int, tuple[Any, str]] = {}

    def send(self, screen: Subscriber) -> None:
        """Send a subscriber the records, the changes of the view, and the parts for its account alone."""
        last_seq, was_behind = screen.last_seq, screen.is_behind
        if self.records:
            screen.enqueue_records(self.records, self._events_for(screen.viewer))
        if last_seq is None:
            return  # The first frame will bring the subscriber up to date.
        if screen.wants_view:
            if was_behind:
                screen.missed_view = True
            elif last_seq <= self._seq:  # A view that was sent meanwhile may be newer.
                self.send_view_changes(screen)
        account = screen.viewer.account
        if account is not None:
            parts = [part for part in self._own.get(account, ()) if part["seq"] > last_seq]
            if parts or account in self._changed:
                screen.enqueue(private_frame(self._changed.get(account), parts))

    def _events_for(self, viewer: Viewer) -> SharedFrame:
        level = access_level_at(viewer, self._state)
        if level not in self._events:
            self._events[level] = SharedFrame(events_frame(self.records, viewer, self._state))
        return self._events[level]

    def send_view_changes(self, screen: Subscriber) -> None:
        """Send a subscriber the parts of the table view that changed since its last frame."""
        viewer = screen.viewer
        if viewer not in self._views:
            self._views[viewer] = self._view_of(self._state, viewer)
        before, screen.view = screen.view, self._views[viewer]
        screen.missed_view = False
        if (frame := self._view_frame(before, screen.view)) is not None:
            screen.enqueue(frame)

    def _view_frame(self, before: View, view: View) -> str | None:
        """Return the serialized difference between two views, or None if they are equal."""
        key = id(before), id(view)  # The cache entry references both views, so that their ids cannot be reused.
        if key not in self._view_frames:
            self._view_frames[key] = before, view, self._view_changes(before, view)
        return self._view_frames[key][2]

    def _view_changes(self, before: View, view: View) -> SharedFrame | None:
        changed = [f'"{key}":{self._part(part)}' for key, part in view.items() if not _same(before.get(key), part)]
        gone = [key for key in before if key not in view]
        if not changed and not gone:
            return None
        removed = f',"removed":{json.dumps(gone)}' if gone else ""
        return SharedFrame(f'{{"type":"view","seq":{self._seq},"view":{{{",".join(changed)}}}{removed}}}')

    def _part(self, part: Any) -> str:
        """Return a part of a view as JSON; the views of several players have the same object for a common part."""
        if id(part) not in self._parts:
            self._parts[id(part)] = part, json.dumps(part, separators=(",", ":"))
        return self._parts[id(part)][1]


def _same(before: Any, now: Any) -> bool:
    """Return whether two parts of a view are equal.

    Large parts are shared objects, so identity is checked first, which is fast.
    """
    return before is now or bool(before == now)


def events_frame(records: Sequence[Record], viewer: Viewer, state: TableState | None, seq: int | None = None) -> str:
    """Serialize records for this kind of viewer; `seq` is the last record number if there are no records."""
    shown = [record_view(record, viewer, state) for record in records]
    last = records[-1].seq if seq is None else seq
    frame: EventsFrame = {"type": "events", "seq": last, "records": shown}
    return json.dumps(frame, separators=(",", ":"))


def record_view(record: Record, viewer: Viewer, state: TableState | None) -> EventRecordView:
    events = [view for event in record.events if (view := event_view(event, viewer, state)) is not None]
    return {"seq": record.seq, "at": record.at, "events": events}


def private_events(records: Iterable[Record]) -> dict[str, list[PrivateEventView]]:
    """Return the private part of the events for each account."""
    parts: dict[str, list[PrivateEventView]] = {}
    for record in records:
        for event in record.events:
            for account in accounts_in_event(event):
                if (own := own_view(event, account)) is not None:
                    parts.setdefault(account, []).append({"seq": record.seq, "kind": event["kind"], **own})
    return parts


def accounts_in_event(event: Mapping[str, Any]) -> set[str]:
    """Return the player accounts named in an event."""
    named = {event[key] for key in ("account", "owner") if event.get(key) is not None}
    for field in ("balances", "returned", "differences", "fees"):
        named.update(event.get(field, ()))
    return named


def private_frame(cents: int | None, own: list[PrivateEventView]) -> str:
    """Serialize the frame for one player: the balance if it changed, and the private part of events."""
    frame: PrivateFrame = {"type": "private"}
    if cents is not None:
        frame["balance_cents"] = cents
    if own:
        frame["events"] = own
    return json.dumps(frame, separators=(",", ":"))
