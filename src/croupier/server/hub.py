"""Hub: the subscribers of each table, and the frames they receive after a commit.

A batch of records is serialized once for each kind of viewer, not once for each subscriber: a hundred screens at a
table get the same text. A subscriber that is too slow is disconnected; it can reconnect and resume.
"""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from croupier.store.record import Record
from croupier.table.state import TableState
from croupier.views import Viewer, event_view, own_view
from croupier.views.models.frames import EventRecordView, EventsFrame, PrivateFrame, ViewFrame
from croupier.views.models.player import PrivateEventView

View = Mapping[str, Any]
CloseReason = tuple[int, str]
"""Code and reason text with which a WebSocket connection is closed."""

FRAMES_BEHIND_MOST = 1_000
COLLECT_SECONDS = 0.01
"""Seconds during which events of a table are collected and then sent as one frame, to limit the number of frames."""
WATCHER_SECONDS = 0.0005
"""Additional delay in seconds per connected watcher, only for frames to watchers.

A watcher is a subscriber without a log-in. With this delay, sending to watchers takes the same fraction of the server's
time however many there are, and players and staff are served as fast as before.
"""


class Subscriber:
    """One WebSocket connection that follows a table."""

    def __init__(self, table: str, viewer: Viewer, *, wants_view: bool = False) -> None:
        self.table = table
        self.viewer = viewer
        self.wants_view = wants_view
        """Whether the subscriber also receives the changed parts of the table view."""
        self.view: View = {}
        self.must_close = asyncio.Event()
        """Event that is set when the subscriber is too far behind or must be disconnected."""
        self.close_reason: CloseReason | None = None
        self._frames: list[str] = []
        self._ready = asyncio.Event()
        self._last_sent: int | None = None
        self._early: list[Record] = []

    def enqueue(self, frame: str) -> None:
        """Queue a frame; the task of the WebSocket connection sends it."""
        if len(self._frames) >= FRAMES_BEHIND_MOST:
            self.must_close.set()
        else:
            self._frames.append(frame)
        self._ready.set()

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
        unseen = [record for record in records if record.seq > self._last_sent]
        if unseen:
            self._last_sent = unseen[-1].seq
            whole = frame is not None and len(unseen) == len(records)
            self.enqueue(frame if frame is not None and whole else events_frame(unseen, self.viewer, None))

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
        frames, self._frames = self._frames, []
        return frames


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
        self._sent_at: dict[Audience, float] = {}
        self._watchers = 0
        self._of_account: defaultdict[str, set[Subscriber]] = defaultdict(set)
        self.delivered = 0

    def join(self, screen: Subscriber) -> None:
        self._screens[screen.table].add(screen)
        self._watchers += screen.is_watcher
        if screen.viewer.account is not None:
            self._of_account[screen.viewer.account].add(screen)

    def leave(self, screen: Subscriber) -> None:
        self._screens[screen.table].discard(screen)
        self._watchers -= screen.is_watcher
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

    def subscribers(self, table: str) -> list[Subscriber]:
        return list(self._screens[table])

    def publish(self, table: str, records: Sequence[Record], changed: Mapping[str, int]) -> None:
        """Send committed records to the subscribers of a table, and changed balances to their owners.

        An empty `records` means that something outside the table has changed the table's view, such as a meter. Frames
        go out at once, unless a frame was sent just before; then they are collected for a moment.
        """
        for are_watchers in {screen.is_watcher for screen in self._screens.get(table, ())}:
            self._schedule((table, are_watchers), records, changed)

    def _schedule(self, audience: Audience, records: Sequence[Record], changed: Mapping[str, int]) -> None:
        waiting = self._waiting.get(audience)
        if waiting is not None:
            waiting[0].extend(records)
            waiting[1].update(changed)
            return
        self._waiting[audience] = list(records), dict(changed)
        loop = asyncio.get_running_loop()
        due = self._sent_at.get(audience, 0.0) + COLLECT_SECONDS
        if audience[1]:
            due += WATCHER_SECONDS * self._watchers
        loop.call_at(max(loop.time(), due), self._flush, audience)

    def _flush(self, audience: Audience) -> None:
        records, changed = self._waiting.pop(audience)
        self._sent_at[audience] = asyncio.get_running_loop().time()
        table, are_watchers = audience
        screens = [screen for screen in self._screens[table] if screen.is_watcher is are_watchers]
        frames: dict[str, str] = {}
        patches = ViewChanges(self._view_of)
        own = private_events(records)
        for screen in screens:
            kind, last_seq = screen.viewer.kind, screen.last_seq
            if records and kind not in frames:
                frames[kind] = events_frame(records, screen.viewer, self._shown_of(table)[1])
            screen.enqueue_records(records, frames.get(kind))
            self.delivered += len(records)
            if last_seq is None:
                continue  # The first frame will bring the subscriber up to date.
            if screen.wants_view:
                self._send_view_changes(screen, patches)
            account = screen.viewer.account
            if account is not None:
                parts = [part for part in own.get(account, ()) if part["seq"] > last_seq]
                if parts or account in changed:
                    screen.enqueue(private_frame(changed.get(account), parts))

    def _send_view_changes(self, screen: Subscriber, patches: ViewChanges) -> None:
        """Send a subscriber the parts of the table view that changed since its last frame."""
        seq, state = self._shown_of(screen.table)
        view = patches.view(state, screen.viewer)
        before, screen.view = screen.view, view
        if (frame := patches.frame(before, view, seq)) is not None:
            screen.enqueue(frame)


Audience = tuple[str, bool]
"""A table name, and whether the audience is its watchers or all other subscribers."""


class ViewChanges:
    """Views and view changes of one batch, each computed once."""

    def __init__(self, view_of: Callable[[TableState, Viewer], View]) -> None:
        self._view_of = view_of
        self._views: dict[Viewer, tuple[TableState, View]] = {}
        self._frames: dict[tuple[int, int, int], tuple[View, View, str | None]] = {}

    def view(self, state: TableState, viewer: Viewer) -> View:
        known = self._views.get(viewer)
        if known is None or known[0] is not state:
            known = self._views[viewer] = state, self._view_of(state, viewer)
        return known[1]

    def frame(self, before: View, view: View, seq: int) -> str | None:
        """Return the serialized difference between two views, or None if they are equal."""
        key = id(before), id(view), seq  # The cache entry references both views, so that their ids cannot be reused.
        if key not in self._frames:
            self._frames[key] = before, view, _patch(before, view, seq)
        return self._frames[key][2]


def _patch(before: View, view: View, seq: int) -> str | None:
    changed = {key: part for key, part in view.items() if not _same(before.get(key), part)}
    gone = [key for key in before if key not in view]
    if not changed and not gone:
        return None
    frame: ViewFrame = {"type": "view", "seq": seq, "view": changed}
    if gone:
        frame["removed"] = gone
    return json.dumps(frame, separators=(",", ":"))


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
