"""Replay the log at start-up, from a table's last snapshot on; the hash of every record is checked before. [R28]

A record that was altered, removed, inserted or moved stops the start with a message that names it. Records cut off from
the end of the log are detected with the signed checkpoints: see `croupier audit verify`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from croupier.errors import BadInput, Problem
from croupier.house.round_store import RoundComparison
from croupier.play.rulebook_library import load
from croupier.store.log_audit import parse_body, record_problem
from croupier.store.paging import rows
from croupier.store.record import Record, genesis
from croupier.store.schema import records
from croupier.store.store import Store, StreamHead, house_kind
from croupier.table.events import event_of
from croupier.table.sealing import Cipher, RecordUnsealer
from croupier.table.state import TableState

TABLE = "table/"


def verified_records(store: Store, stream: str, after: StreamHead | None = None) -> Iterator[Record]:
    """Yield the records of a stream after computing and comparing each hash. [R53]

    They are those after the record `after`, which must be the true one; None: from the first record.
    """
    seq, before = after or StreamHead(0, genesis(store.house, stream))
    expected = seq + 1
    with store.read() as connection:
        for row in rows(connection, records, records.c.stream == stream, records.c.seq > seq):
            whole = store.with_body(row._mapping)
            if fault := record_problem(row, whole["body"], parse_body(whole["body"]), expected, before):
                raise BadInput([fault])
            yield Record.from_row(whole)
            before, expected = row.hash, expected + 1


def rebuild_table(
    store: Store,
    name: str,
    unlock: Cipher,
    comparison: RoundComparison | None = None,
    *,
    snapshot: tuple[StreamHead, TableState] | None = None,
) -> TableState:
    """Rebuild the state of a table from its records; `unlock` decrypts cards that are still face down.

    If `comparison` is given, it compares the replayed rounds with the archived rounds. With a snapshot, only the
    records after it are read.
    """
    head, state = snapshot or (None, TableState(name))
    opener = RecordUnsealer(unlock, state.seals)
    for record in opener.records(verified_records(store, TABLE + name, head)):
        try:
            for event in map(event_of, record.events):
                if comparison is not None:
                    comparison.process_event(state, event)
                state = event.apply(state)
        except BadInput:
            raise
        except Exception as error:
            raise BadInput.at(record.name, _replay_error_text(state, error)) from error
    if comparison is not None:
        comparison.finish(state.rounds)
    return replace(state, seals=opener.seals)


def kind_problems(state: TableState, kind: str | None) -> list[Problem]:
    """Return a problem if a demonstration's table is in a real house's database, or the reverse. [R20]"""
    if kind in (None, house_kind(demonstration=state.demonstration)):
        return []
    return [Problem(f"table {state.name}", f"was not set up in a {kind}, which the house's books say it is")]


def _replay_error_text(state: TableState, error: Exception) -> str:
    """Return why replay failed; a changed rulebook is the most likely reason and is checked first."""
    rulebook = state.settings.rulebook
    if state.version and not load(rulebook).matches_digest(state.digest):
        return f"the table was set up with another rulebook {rulebook} than this one: put the old one back"
    text = f"{type(error).__name__}: {error}".splitlines()[0][:200]
    return f"the table cannot be made again from here on: {text}"
