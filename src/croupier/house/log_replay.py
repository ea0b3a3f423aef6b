"""The log as a house reads it when it starts: every record held against its hash before anything is built on it. [R28]

A record that was altered, taken out, put in or moved stops the house with a line that names it. What was cut off from
the end of the log shows against the signed checkpoints: see `croupier audit verify`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from croupier.errors import BadInput, Problem
from croupier.house.round_store import KeptRounds
from croupier.play.rulebook_library import load
from croupier.store.log_audit import parse_body, record_problem
from croupier.store.paging import rows
from croupier.store.record import Record, genesis
from croupier.store.schema import records
from croupier.store.store import Store, house_kind
from croupier.table.events import event_of
from croupier.table.reducer import apply_event
from croupier.table.sealing import Cipher, RecordUnsealer
from croupier.table.state import TableState

TABLE = "table/"


def verified_records(store: Store, stream: str) -> Iterator[Record]:
    """The records of a stream from the first, each after its hash was computed again. [R53]"""
    before, expected = genesis(store.house, stream), 1
    with store.read() as connection:
        for row in rows(connection, records, records.c.stream == stream):
            if fault := record_problem(row, parse_body(row.body), expected, before):
                raise BadInput([fault])
            yield Record.from_row(row._mapping)
            before, expected = row.hash, expected + 1


def rebuild_table(store: Store, name: str, unlock: Cipher, kept: KeptRounds | None = None) -> TableState:
    """A table made from its records; the house's key opens the cards that still lie face down.

    `kept`: compares the rounds it makes with those that the house keeps.
    """
    state, opener = TableState(name), RecordUnsealer(unlock)
    for record in opener.records(verified_records(store, TABLE + name)):
        try:
            for event in map(event_of, record.events):
                if kept is not None:
                    kept.follow(state, event)
                state = apply_event(state, event)
        except BadInput:
            raise
        except Exception as error:
            raise BadInput.at(record.name, _why_not(state, error)) from error
    if kept is not None:
        kept.finish(state.rounds)
    return replace(state, seals=opener.seals)


def other_kind(state: TableState, kind: str | None) -> list[Problem]:
    """Return the finding for a table that was set up in a house of another kind than the setting says. [R20]"""
    if kind in (None, house_kind(demonstration=state.demonstration)):
        return []
    return [Problem(f"table {state.name}", f"was not set up in a {kind}, which the house's books say it is")]


def _why_not(state: TableState, error: Exception) -> str:
    """Other rules are the likeliest reason why a table cannot be made again."""
    rulebook = state.settings.rulebook
    if state.version and not load(rulebook).is_the_book(state.digest):
        return f"the table was set up with another rulebook {rulebook} than this one: put the old one back"
    said = f"{type(error).__name__}: {error}".splitlines()[0][:200]
    return f"the table cannot be made again from here on: {said}"
