"""All records of the log about one round: its own, and the earlier and later ones that it depends on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice

from croupier.errors import BadInput
from croupier.evidence.log_search import (
    ENDINGS,
    TABLE,
    ends_round,
    events_up_to_round,
    find_numbered_event,
    find_records,
    opens_round,
)
from croupier.evidence.shoe_check import cards_out
from croupier.store.record import EventJson, Record
from croupier.store.store import Store

ROUND_RECORDS_MOST = 10_000
"""Most records of one round that are read; the records of a longer round are cut off."""
BANK_ENDS = ("bank-returned", *ENDINGS)
ANSWERS = ("correction-rejected", "back-out-rejected", "hold-lifted")
"""Kinds of events that end a request or a hold, and name it only by its id."""


@dataclass(frozen=True)
class RoundRecords:
    """All log records that prove one round."""

    stream: str
    chain: tuple[Record, ...]
    """Records from the opening of betting to the end, without a gap; while the round is in play, to the last record."""
    settings: Record
    shoe: Record
    shoe_number: int
    shoe_place: int
    """Number of cards that had left the shoe before the round."""
    shoe_revealed: Record | None
    posted: Record | None
    """Record in which the player-dealer posted the bank of this round; None if the house banks."""
    later: tuple[Record, ...]
    """Later records about the round: corrections, jackpot decisions, disputes."""


def records_of_round(store: Store, round_id: str) -> RoundRecords:
    """Return all records of a round; raise `BadInput` if there is no such round."""
    stream = TABLE + round_id.rpartition("/")[0]
    first = next(iter(_opening(store, stream, round_id)), None)
    if first is None:
        raise BadInput.at(round_id, "this house has no such round")
    own = tuple(_own(store, stream, first, round_id))
    settings = _last_before(store, first, round_id, "settings-changed")
    shoe = _last_before(store, first, round_id, "shoe-loaded")
    if settings is None or shoe is None:
        raise BadInput.at(round_id, "the log has lost the settings or the shoe it was played with")
    number = shoe[1]["number"]
    return RoundRecords(
        stream,
        own,
        settings[0],
        shoe[0],
        number,
        _place(store, shoe, first, round_id),
        _opened(store, stream, number),
        _posted(store, first, round_id),
        tuple(_later(store, stream, own[-1].seq, round_id)),
    )


def _opening(store: Store, stream: str, round_id: str) -> Iterator[Record]:
    for record in find_records(store, stream, ["bets-opened"], about=f'"round":"{round_id}"'):
        if any(opens_round(event, round_id) for event in record.events):
            yield record


def _own(store: Store, stream: str, first: Record, round_id: str) -> Iterator[Record]:
    for record in islice(store.records(stream, after=first.seq - 1), ROUND_RECORDS_MOST):
        yield record
        if any(ends_round(event, round_id) for event in record.events):
            return


def _last_before(store: Store, first: Record, round_id: str, kind: str) -> tuple[Record, EventJson] | None:
    found = find_records(store, first.stream, [kind], up_to=first.seq)
    matching = [pair for pair in events_up_to_round(found, round_id) if pair[1]["kind"] == kind]
    return matching[-1] if matching else None


def _place(store: Store, shoe: tuple[Record, EventJson], first: Record, round_id: str) -> int:
    """Return how many cards left the shoe from its loading until betting on the round opened."""
    filled, event = shoe
    between = store.records(first.stream, after=filled.seq - 1, limit=first.seq - filled.seq + 1)
    events = [one for _, one in events_up_to_round(between, round_id)]
    return sum(1 for _ in cards_out(events[events.index(event) :]))


def _opened(store: Store, stream: str, number: int) -> Record | None:
    found = find_numbered_event(store, stream, "shoe-revealed", number)
    return found[0] if found else None


def _posted(store: Store, first: Record, round_id: str) -> Record | None:
    """Return the record in which the player-dealer posted the bank of this round, or None.

    A bank that was returned, or that an earlier round used, does not count.
    """
    found = _last_before(store, first, round_id, "bank-posted")
    if found is None:
        return None
    record, posted = found
    between = store.records(first.stream, after=record.seq - 1, limit=first.seq - record.seq + 1)
    events = [one for _, one in events_up_to_round(between, round_id)]
    since = events[events.index(posted) + 1 :]
    return None if any(event["kind"] in BANK_ENDS for event in since) else record


def _later(store: Store, stream: str, last: int, round_id: str) -> Iterator[Record]:
    kinds = (
        *("correction-requested", "round-corrected", "jackpot-confirmed", "jackpot-rejected", "hold-placed"),
        *("back-out-requested", "jackpot-backed-out"),
    )
    about = find_records(store, stream, kinds, about=f'"{round_id}', after=last)
    named = [record for record in about if any(is_about_round(event, round_id) for event in record.events)]
    answers = find_records(store, stream, ANSWERS, after=last)
    ids = {event["id"] for event in chain(*(record.events for record in named)) if "id" in event}
    answered = [record for record in answers if any(_answers(event, ids) for event in record.events)]
    yield from sorted({record.seq: record for record in (*named, *answered)}.values(), key=lambda record: record.seq)


def _answers(event: EventJson, ids: Iterable[str]) -> bool:
    return event["kind"] in ANSWERS and event["id"] in ids


def is_about_round(event: EventJson, round_id: str) -> bool:
    """Return whether an event that was recorded after a round is about this round."""
    return event.get("round") == round_id or str(event.get("id", "")).startswith(f"{round_id}/")
