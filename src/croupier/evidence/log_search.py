"""Search for records in the log by their contents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from croupier.store.old_event_kinds import with_old_kinds
from croupier.store.record import EventJson, Record
from croupier.store.record_search import records_with_text
from croupier.store.store import Store

TABLE = "table/"
ENDINGS = ("round-settled", "round-voided")


def find_records(
    store: Store, stream: str, kinds: Iterable[str], *, about: str = "", after: int = 0, up_to: int | None = None
) -> list[Record]:
    """Return the records of a stream that have an event of one of these kinds, in order.

    `about` is text that the record must contain; `after` and `up_to` limit the record numbers.
    """
    named = [f'"kind":"{kind}"' for kind in with_old_kinds(kinds)]
    return records_with_text(store, stream, named, about=about, after=after, up_to=up_to)


def find_numbered_event(store: Store, stream: str, kind: str, number: int) -> tuple[Record, EventJson] | None:
    """Return the first event of a kind whose field `number` has this value, and its record; None if there is none."""
    for record in find_records(store, stream, [kind], about=f'"number":{number}'):
        for event in record.events:
            if event["kind"] == kind and event["number"] == number:
                return record, event
    return None


def events_up_to_round(found: Iterable[Record], round_id: str) -> Iterator[tuple[Record, EventJson]]:
    """Yield events with their records until the betting of a round opens."""
    for record in found:
        for event in record.events:
            if opens_round(event, round_id):
                return
            yield record, event


def opens_round(event: Mapping[str, Any], round_id: str) -> bool:
    return bool(event["kind"] == "bets-opened" and event["round"] == round_id)


def ends_round(event: Mapping[str, Any], round_id: str) -> bool:
    return event["kind"] in ENDINGS and bool(event["round"] == round_id)
