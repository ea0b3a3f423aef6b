"""Check of a shoe's commitment against its revealed order and against the cards that were dealt. [R7, R8]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import repeat
from typing import Any

from croupier.cards import Piece, parse_pieces
from croupier.cards.commitment import Commitment, CommitmentOpening
from croupier.cards.pack import pack_of
from croupier.errors import BadInput, Problem
from croupier.evidence.log_search import TABLE, find_numbered_event
from croupier.store.record import EventJson
from croupier.store.store import Store
from croupier.table.sealing import RecordUnsealer, has_sealed_cards


@dataclass(frozen=True)
class ShoeReport:
    """Findings of the check of one shoe, with its number of cards and cards dealt."""

    table: str
    number: int
    digest: str
    cards: int
    out: int
    """Number of cards that left the shoe, burn cards included."""
    cut_from_back: int
    findings: tuple[Problem, ...]

    @property
    def is_sound(self) -> bool:
        return not self.findings


def check_shoe(store: Store, table: str, number: int) -> ShoeReport:
    """Check a shoe of a table from the log: its commitment, its revealed order and its dealt cards."""
    stream = TABLE + table
    if store.head(stream).seq == 0:
        raise BadInput.at(table, "this house has no such table")
    events = _events_of_shoe(store, stream, number)
    filled = next((event for event in events if event["kind"] == "shoe-loaded"), None)
    if filled is None:
        raise BadInput.at(f"{table} shoe {number}", "no such shoe was filled at this table")
    if filled["digest"] is None:
        raise BadInput.at(f"{table} shoe {number}", "was dealt by hand: nobody knew its order beforehand")
    opened = next((event for event in events if event["kind"] == "shoe-revealed"), None)
    if opened is None:
        is_out = bool(find_numbered_event(store, stream, "shoe-loaded", number + 1))
        why = "stays sealed: hands were thrown in unseen" if is_out else "is sealed until the next shoe comes in"
        raise BadInput.at(f"{table} shoe {number}", why)
    order, findings = revealed_order(filled, opened)
    out = list(cards_out(events))
    findings += order_findings(order, out, 0, f"shoe {number}")
    return ShoeReport(table, number, filled["digest"], len(order), len(out), opened["cut_from_back"], tuple(findings))


def _events_of_shoe(store: Store, stream: str, number: int) -> list[EventJson]:
    """Return the events from the filling of a shoe to the filling of the next, or to its reveal."""
    filled = find_numbered_event(store, stream, "shoe-loaded", number)
    found: list[EventJson] = []
    for record in RecordUnsealer().records(store.records(stream, after=filled[0].seq - 1)) if filled else ():
        for event in record.events:
            is_first = event["kind"] == "shoe-loaded" and event["number"] == number
            if event["kind"] == "shoe-loaded" and event["number"] > number:
                return found
            if is_first or found:
                found.append(event)
            if event["kind"] == "shoe-revealed" and event["number"] == number:
                return found
    return found


def revealed_order(filled: Mapping[str, Any], opened: Mapping[str, Any]) -> tuple[tuple[Piece, ...], list[Problem]]:
    """Return the order of a revealed shoe, and findings if it does not match the commitment."""
    order = parse_pieces(opened["cards"])
    opening = CommitmentOpening(bytes.fromhex(opened["nonce"]), order, opened["cut_from_back"])
    where, found = f"shoe {filled['number']}", []
    if not Commitment(filled["digest"]).is_opened_by(opening):
        found.append(Problem(where, "its order is not the one that was committed to before the first wager"))
    if pack_of(order) is None:
        found.append(Problem(where, f"its {len(order)} cards are not whole decks"))
    return order, found


def cards_out(events: Iterable[Mapping[str, Any]]) -> Iterator[str | None]:
    """Yield the cards that leave the shoe in these events, in order; None for a card that the events do not show."""
    for event in events:
        match event["kind"]:
            case "cards-burned":
                yield from event["shown"]
                yield from repeat(None, event["count"] - len(event["shown"]))
            case "card-dealt":
                yield None if has_sealed_cards([event]) else event["card"]
            case "round-input-recorded" if event.get("card"):
                yield event["card"]


def order_findings(order: tuple[Piece, ...], out: Iterable[str | None], start: int, where: str) -> list[Problem]:
    """Return a finding for the first card that differs from the shoe's order, else an empty list.

    `start` is the position of the first card of `out` in the order.
    """
    for place, card in enumerate(out, start=start):
        if place >= len(order):
            return [Problem(where, f"card {place + 1} came out of a shoe of {len(order)}")]
        if card is not None and card != str(order[place]):
            return [Problem(where, f"card {place + 1} came out as {card}; it was committed to as {order[place]}")]
    return []
