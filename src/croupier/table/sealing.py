"""Face-down cards in the log: encrypted with the house's key until they are revealed. [R7, R8]

The table's events name every card, because the state needs them. Before the events are stored, each card that is still
face down after the command is replaced by a *token*: its number in the round, a commitment to it (as to a shoe of one
card) and the encrypted card. The record that reveals the card, or ends its round, contains the *opening*: nonce and
card. With the opening, anyone can read the card without a key and check that it is the card that was dealt. Readers of
records use a `RecordUnsealer`, which restores the original events.

A card that was folded face down is never opened: it stays encrypted, and the record that ends its round lists it. With
the key, a `RecordUnsealer` restores it; without the key, any card that is not in the round takes its place. Such a card
decides nothing.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from croupier.cards import Pack, parse_piece
from croupier.cards.commitment import Commitment, CommitmentOpening, digest_of
from croupier.errors import BadInput
from croupier.store.record import EventJson, Record
from croupier.table.round_input_json import CARD_KEYS
from croupier.table.state import CardSeal, TableState

OPENED = "cards-unsealed"
"""Kind of the event that opens cards; it exists only in the log, and a `RecordUnsealer` removes it."""
MARK = "sealed-card:"
TOKEN = re.compile(rf"{MARK}(\d+):([0-9a-f]{{64}}):(\S+)")
NONCE_BYTES = 16
ALL_ARE_OPEN = ("round-settled", "round-voided", "bets-opened")
"""Kinds of events that end or open a round; after them no card is face down."""

ReadEvent = Mapping[str, Any]
"""Event as JSON, as it is read from the log."""
Cipher = Callable[[str, str], str]
"""Function that encrypts or decrypts a text; the second argument binds the text to its context.

See `HouseKeys.encrypt` and `HouseKeys.decrypt`.
"""
CardSubstitution = Callable[[int, str], str]
"""Function that returns the new text of a card; it takes the card's number in the round and its old text."""


class SealedEvents(NamedTuple):
    """Events for the log, and the cards that are still encrypted after them."""

    events: Sequence[EventJson]
    seals: tuple[CardSeal, ...]


def seal_events(events: Sequence[EventJson], before: TableState, after: TableState, lock: Cipher) -> SealedEvents:
    """Return the events for the log: encrypt cards that stay face down, and add the openings of revealed cards."""
    hidden, unseen = _face_down(after), _unseen_in(events)
    if not hidden and not before.seals and not unseen:
        return SealedEvents(events, ())
    seals = {(seal.place, seal.card): seal for seal in before.seals}

    def change(place: int, card: str) -> str:
        if place not in hidden and place not in unseen:
            return card
        if (place, card) not in seals:
            seals[place, card] = _seal_card(place, card, lock)
        return _token(seals[place, card])

    sealed_events = _replace_cards(events, change)
    done = [seal for seal in seals.values() if seal.place not in hidden]
    turned = [seal for seal in done if seal.place not in unseen]
    if done:
        openings = [{"digest": seal.digest, "nonce": seal.nonce, "card": seal.card} for seal in turned]
        locked = [seal.digest for seal in done if seal.place in unseen]
        sealed_events.append({"kind": OPENED, "openings": openings} | ({"locked": locked} if locked else {}))
    return SealedEvents(sealed_events, tuple(seal for seal in seals.values() if seal.place in hidden))


def _face_down(state: TableState) -> frozenset[int]:
    if state.round is None:
        return frozenset()
    return frozenset(place for place, card in enumerate(state.round.dealt, start=1) if card.face_down)


def _unseen_in(events: Iterable[ReadEvent]) -> frozenset[int]:
    """Return the numbers of cards that are never revealed, from the events that end their round."""
    return frozenset(place for event in events for place in event.get("unseen") or ())


def _seal_card(place: int, card: str, lock: Cipher) -> CardSeal:
    opening = CommitmentOpening(os.urandom(NONCE_BYTES), (parse_piece(card),), 0)
    digest, nonce = digest_of(opening), opening.nonce.hex()
    return CardSeal(place, card, nonce, digest, lock(f"{nonce} {card}", digest))


def _token(seal: CardSeal) -> str:
    return f"{MARK}{seal.place}:{seal.digest}:{seal.sealed}"


# The following functions are the only ones that locate cards in events. Free text is never treated as a card.


def _replace_cards(events: Iterable[ReadEvent], change: CardSubstitution) -> list[EventJson]:
    """Return the events with the text of every dealt card replaced by what `change` returns."""
    events = list(events)
    dealt = [event for event in events if event["kind"] == "card-dealt" and event.get("irregular")]
    irregular = {event["card"]: event["place"] for event in dealt}
    return [_replace_event_cards(event, change, irregular) for event in events]


def _replace_event_cards(event: ReadEvent, change: CardSubstitution, irregular: Mapping[str, int]) -> EventJson:
    match event:
        case {"kind": "card-dealt", "place": place, "card": card, "irregular": answer}:
            now = {"card": change(place, card)}
            return {**event, **now, "irregular": answer and _replace_input_card(answer, place, change)}
        case {"kind": "card-corrected", "place": place, "was": was, "card": card, "answers": answers}:
            now = {"was": change(place, was), "card": change(place, card)}
            return {**event, **now, "answers": _replace_inputs_cards(answers, change)}
        case {"kind": "irregularity-reported", "card": card} if card in irregular:
            return {**event, "card": change(irregular[card], card)}
    return dict(event)


def _replace_inputs_cards(answers: Iterable[Mapping[str, Any]], change: CardSubstitution) -> list[dict[str, Any]]:
    changed, place = [], 0
    for answer in answers:
        place += any(key in answer for key in CARD_KEYS)
        changed.append(_replace_input_card(answer, place, change))
    return changed


def _replace_input_card(answer: Mapping[str, Any], place: int, change: CardSubstitution) -> dict[str, Any]:
    return {key: change(place, value) if key in CARD_KEYS else value for key, value in answer.items()}


# Read sealed events.


def read_openings(events: Iterable[ReadEvent], where: str) -> dict[str, str]:
    """Return the opened cards by digest, or raise `BadInput` if a card does not match its commitment."""
    found: dict[str, str] = {}
    for event in events:
        for opening in event["openings"] if event["kind"] == OPENED else ():
            _require_committed(opening["digest"], opening["nonce"], opening["card"], where)
            found[opening["digest"]] = opening["card"]
    return found


def substitute_cards(events: Iterable[ReadEvent], openings: Mapping[str, str]) -> dict[str, str]:
    """Return a substitute by digest for each card that is never opened: any card that is not in the round."""
    events = list(events)
    locked = [digest for event in events if event["kind"] == OPENED for digest in event.get("locked", ())]
    if not locked:
        return {}
    named = {*openings.values(), *(str(event["card"]) for event in events if event["kind"] == "card-dealt")}
    spare = [str(piece) for piece in Pack.CARDS.pieces if str(piece) not in named]
    return dict(zip(locked, spare, strict=False))


def _require_committed(digest: str, nonce: str, card: str, where: str) -> None:
    if not Commitment(digest).is_opened_by(CommitmentOpening(bytes.fromhex(nonce), (parse_piece(card),), 0)):
        raise BadInput.at(where, f"opens {card}, and that is not the card that was dealt face down ({digest[:12]}…)")


def unseal_events(events: Iterable[ReadEvent], openings: Mapping[str, str]) -> list[EventJson]:
    """Return the events with every card decrypted for which there is an opening."""

    def change(_: int, text: str) -> str:
        token = TOKEN.fullmatch(text)
        return text if token is None else openings.get(token[2], text)

    return _replace_cards((event for event in events if event["kind"] != OPENED), change)


def has_sealed_cards(events: Iterable[ReadEvent]) -> bool:
    """Return whether the events contain a card that is still encrypted."""
    return bool(_tokens(events))


def _tokens(events: Iterable[ReadEvent]) -> dict[str, tuple[int, str]]:
    """Return the card number and the encrypted text of each encrypted card in these events, by digest."""
    found: dict[str, tuple[int, str]] = {}

    def note(_: int, text: str) -> str:
        if token := TOKEN.fullmatch(text):
            found[token[2]] = int(token[1]), token[3]
        return text

    _replace_cards(events, note)
    return found


class RecordUnsealer:
    """Decrypts the cards in one table's records, with the openings in the records or with the key.

    A record with an encrypted card is delayed until the card is opened, at most for one round. At the end of the log,
    without the key, the records of the current round stay encrypted: see `has_sealed_cards`.
    """

    def __init__(self, unlock: Cipher | None = None, seals: Iterable[CardSeal] = ()) -> None:
        """Create the unsealer; `seals` are the cards that records before the first one have encrypted."""
        self._unlock = unlock
        self.seals = tuple(seals)
        """Cards that the log has encrypted and not opened; set when all records are read and the key is available."""

    def records(self, records: Iterable[Record]) -> Iterator[Record]:
        waiting: list[Record] = []
        closed = {seal.digest: (seal.place, seal.sealed) for seal in self.seals}
        openings: dict[str, str] = {}
        for record in records:
            if not waiting and not closed and MARK not in record.body and OPENED not in record.body:
                yield record
                continue
            openings |= read_openings(record.events, record.name)
            locked = closed | _tokens(record.events)
            waiting.append(record)
            events = [event for record in waiting for event in record.events]
            for digest, card in substitute_cards(events, openings).items():
                openings[digest] = card if self._unlock is None or digest not in locked else self._card(digest, locked)
            closed = {digest: entry for digest, entry in locked.items() if digest not in openings}
            _require_open(record, closed)
            if not closed:
                yield from _unsealed_records(waiting, openings)
                waiting, openings = [], {}
        self._end(closed)
        yield from _unsealed_records(waiting, openings | {seal.digest: seal.card for seal in self.seals})

    def _card(self, digest: str, locked: Mapping[str, tuple[int, str]]) -> str:
        assert self._unlock is not None
        place, text = locked[digest]
        return _unseal_card(place, digest, text, self._unlock).card

    def _end(self, closed: Mapping[str, tuple[int, str]]) -> None:
        if self._unlock is not None:
            self.seals = tuple(
                _unseal_card(place, digest, text, self._unlock) for digest, (place, text) in closed.items()
            )


def _require_open(record: Record, closed: Mapping[str, Any]) -> None:
    ends = [place for place, event in enumerate(record.events) if event["kind"] in ALL_ARE_OPEN]
    if not closed or not ends:
        return
    dealt_since = _tokens(record.events[ends[-1] + 1 :])  # a hand between seats starts with its cards
    if left := [digest for digest in closed if digest not in dealt_since]:
        raise BadInput.at(record.name, f"ends a round, and {len(left)} of its cards were never opened")


def _unseal_card(place: int, digest: str, sealed: str, unlock: Cipher) -> CardSeal:
    nonce, card = unlock(sealed, digest).split()
    _require_committed(digest, nonce, card, f"card {place} of the round in play")
    return CardSeal(place, card, nonce, digest, sealed)


def _unsealed_records(records: Iterable[Record], openings: Mapping[str, str]) -> Iterator[Record]:
    for record in records:
        yield replace(record, events=tuple(unseal_events(record.events, openings)))
