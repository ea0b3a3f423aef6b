"""The hub: who watches which table, and what each of them is told after a commit.

A batch of records is put into words once for each kind of viewer, not once for each screen: a hundred screens at one
table get the same text. A screen too slow to follow is cut off; it comes back and resumes where it was.
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
from croupier.views.models.player import PrivateEventView

View = Mapping[str, Any]
Farewell = tuple[int, str]
"""The code and the reason that a live connection is closed with."""

FRAMES_BEHIND_MOST = 1_000
TOGETHER_SECONDS = 0.01
"""What happens at one table within this time is told in one frame: a hundred screens get a hundred frames, not more."""
WATCHER_SECONDS = 0.0005
"""Added to that for each watcher in the house, for watchers alone: however many there are, sending to them takes the
same part of the server's time, and players and staff are told as fast as before."""


class Subscriber:
    """One connection that watches a table."""

    def __init__(self, table: str, viewer: Viewer, *, wants_view: bool = False) -> None:
        self.table = table
        self.viewer = viewer
        self.wants_view = wants_view
        """Whether it is told how the table looks now, beside what happened."""
        self.view: View = {}
        self.cut_off = asyncio.Event()
        """Set when the screen has fallen too far behind, or was dismissed."""
        self.dismissed_for: Farewell | None = None
        self._frames: list[str] = []
        self._ready = asyncio.Event()
        self._seen: int | None = None
        self._early: list[Record] = []

    def enqueue(self, frame: str) -> None:
        """Queue a frame; the connection's own task sends it."""
        if len(self._frames) >= FRAMES_BEHIND_MOST:
            self.cut_off.set()
        else:
            self._frames.append(frame)
        self._ready.set()

    @property
    def is_watcher(self) -> bool:
        """Whether nobody is logged in at this screen."""
        return self.viewer.kind == "public"

    def dismiss(self, why: Farewell) -> None:
        """Have the connection closed for this reason."""
        self.dismissed_for = why
        self.cut_off.set()

    @property
    def last_seq(self) -> int | None:
        """The last record it was shown; None while it does not know where it stands."""
        return self._seen

    def enqueue_initial(self, frame: str, seq: int) -> list[Record]:
        """The state as of record `seq`, or what was missed up to it; then what came after it in the meantime."""
        self._seen = seq
        self.enqueue(frame)
        early, self._early = [record for record in self._early if record.seq > seq], []
        self.enqueue_records(early)
        return early

    def enqueue_records(self, records: Sequence[Record], frame: str | None = None) -> None:
        """Records the screen has not seen, each once; kept back until it knows where it stands.

        `frame`: all of them in words, where somebody has put them so already.
        """
        if self._seen is None:
            self._early.extend(records)
            return
        unseen = [record for record in records if record.seq > self._seen]
        if unseen:
            self._seen = unseen[-1].seq
            whole = frame is not None and len(unseen) == len(records)
            self.enqueue(frame if frame is not None and whole else events_frame(unseen, self.viewer, None))

    async def frames(self) -> list[str]:
        """What has been queued, as soon as there is something."""
        await self.ready()
        return self.take()

    async def ready(self) -> None:
        """Wait until something is queued."""
        await self._ready.wait()

    def take(self) -> list[str]:
        """What has been queued; from here on the queue is empty."""
        self._ready.clear()
        frames, self._frames = self._frames, []
        return frames


class Hub:
    """Every screen, by table."""

    def __init__(
        self, shown_of: Callable[[str], tuple[int, TableState]], view_of: Callable[[TableState, Viewer], View]
    ) -> None:
        """`shown_of` returns a table's durable state with the number of the last record in it, both of one moment."""
        self._shown_of = shown_of
        self._view_of = view_of
        self._screens: defaultdict[str, set[Subscriber]] = defaultdict(set)
        self._waiting: dict[Audience, tuple[list[Record], dict[str, int]]] = {}
        self._told_at: dict[Audience, float] = {}
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
        """The tables that these players have on a screen."""
        return {screen.table for account in accounts for screen in self._of_account.get(account, ())}

    def watching(self, table: str | None = None) -> int:
        return len(self._screens[table]) if table else sum(len(screens) for screens in self._screens.values())

    def screens(self, table: str) -> list[Subscriber]:
        return list(self._screens[table])

    def publish(self, table: str, records: Sequence[Record], changed: Mapping[str, int]) -> None:
        """Tell everyone at a table what was committed, and whoever's credit changed what it is now.

        Without records: something elsewhere has changed what the table's screens show.

        At once, unless the table was told something a moment ago: then with whatever else comes in that moment.
        """
        for are_watchers in {screen.is_watcher for screen in self._screens.get(table, ())}:
            self._tell_soon((table, are_watchers), records, changed)

    def _tell_soon(self, audience: Audience, records: Sequence[Record], changed: Mapping[str, int]) -> None:
        waiting = self._waiting.get(audience)
        if waiting is not None:
            waiting[0].extend(records)
            waiting[1].update(changed)
            return
        self._waiting[audience] = list(records), dict(changed)
        loop = asyncio.get_running_loop()
        due = self._told_at.get(audience, 0.0) + TOGETHER_SECONDS
        if audience[1]:
            due += WATCHER_SECONDS * self._watchers
        loop.call_at(max(loop.time(), due), self._flush, audience)

    def _flush(self, audience: Audience) -> None:
        records, changed = self._waiting.pop(audience)
        self._told_at[audience] = asyncio.get_running_loop().time()
        table, are_watchers = audience
        screens = [screen for screen in self._screens[table] if screen.is_watcher is are_watchers]
        frames: dict[str, str] = {}
        patches = Patches(self._view_of)
        own = private_events(records)
        for screen in screens:
            kind, seen = screen.viewer.kind, screen.last_seq
            if records and kind not in frames:
                frames[kind] = events_frame(records, screen.viewer, self._shown_of(table)[1])
            screen.enqueue_records(records, frames.get(kind))
            self.delivered += len(records)
            if seen is None:
                continue  # it is told its own part when it has caught up
            if screen.wants_view:
                self._send_view_changes(screen, patches)
            account = screen.viewer.account
            if account is not None:
                mine = [part for part in own.get(account, ()) if part["seq"] > seen]
                if mine or account in changed:
                    screen.enqueue(private_frame(changed.get(account), mine))

    def _send_view_changes(self, screen: Subscriber, patches: Patches) -> None:
        """Show what looks otherwise than this screen was last shown, as of the table's last durable record."""
        seq, state = self._shown_of(screen.table)
        view = patches.view(state, screen.viewer)
        before, screen.view = screen.view, view
        if (frame := patches.frame(before, view, seq)) is not None:
            screen.enqueue(frame)


Audience = tuple[str, bool]
"""A table, and whether its watchers are meant or everybody else at it."""


class Patches:
    """Views and the frames that bring a screen up to them, each made once while one batch is told."""

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
        """What of `view` differs from `before`, as it is sent; None when nothing does."""
        key = id(before), id(view), seq  # both are kept with the frame, so that no other view takes their place
        if key not in self._frames:
            self._frames[key] = before, view, _patch(before, view, seq)
        return self._frames[key][2]


def _patch(before: View, view: View, seq: int) -> str | None:
    changed = {key: part for key, part in view.items() if not _same(before.get(key), part)}
    gone = [key for key in before if key not in view]
    if not changed and not gone:
        return None
    frame = {"type": "view", "seq": seq, "view": changed} | ({"gone": gone} if gone else {})
    return json.dumps(frame, separators=(",", ":"))


def _same(before: Any, now: Any) -> bool:
    """Large parts are made once and shared: then they are the very same."""
    return before is now or bool(before == now)


def events_frame(records: Sequence[Record], viewer: Viewer, state: TableState | None, seq: int | None = None) -> str:
    """Records as a kind of viewer may see them. `seq`: how far they reach, where there may be none of them."""
    shown = [record_view(record, viewer, state) for record in records]
    last = records[-1].seq if seq is None else seq
    return json.dumps({"type": "events", "seq": last, "records": shown}, separators=(",", ":"))


def record_view(record: Record, viewer: Viewer, state: TableState | None) -> dict[str, Any]:
    events = [view for event in record.events if (view := event_view(event, viewer, state)) is not None]
    return {"seq": record.seq, "at": record.at, "events": events}


def private_events(records: Iterable[Record]) -> dict[str, list[PrivateEventView]]:
    """What each account had a part in, for its owner's eyes."""
    parts: dict[str, list[PrivateEventView]] = {}
    for record in records:
        for event in record.events:
            for account in accounts_in_event(event):
                if (own := own_view(event, account)) is not None:
                    parts.setdefault(account, []).append({"seq": record.seq, "kind": event["kind"], **own})
    return parts


def accounts_in_event(event: Mapping[str, Any]) -> set[str]:
    """The players' accounts an event speaks of."""
    named = {event[key] for key in ("account", "owner") if event.get(key) is not None}
    for field in ("balances", "returned", "differences", "fees"):
        named.update(event.get(field, ()))
    return named


def private_frame(cents: int | None, own: list[PrivateEventView]) -> str:
    """What only one person is told: his credit if it changed, and his part in what happened."""
    told: dict[str, Any] = {"type": "you"}
    if cents is not None:
        told["balance_cents"] = cents
    if own:
        told["own"] = own
    return json.dumps(told, separators=(",", ":"))
