"""Cards that lie face down, as the log keeps them: locked with the house's key until they are turned. [R7, R8]

The table's events name every card, because the table has to be played. Where they become a record, a card that is still
face down after the command is replaced by a *token*: its place in the round, a commitment to it (as to a shoe of one
card) and the card itself, sealed with the house's key. The record in which it is turned, or in which its round ends,
has its *opening*, nonce and card, so that from then on anyone reads it without a key and checks that it is the card
that was dealt. Whoever folds records puts an `RecordUnsealer` before them and sees events as they were made.

A card that was thrown in unseen is opened to nobody: it stays locked, and the record that ends its round says so. With
the key a `RecordUnsealer` gives it as it was; without, any card that is not in the round stands for it, and decides
nothing.
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
"""The event that opens cards. It belongs to the log alone: an `RecordUnsealer` takes it out again."""
MARK = "sealed-card:"
TOKEN = re.compile(rf"{MARK}(\d+):([0-9a-f]{{64}}):(\S+)")
NONCE_BYTES = 16
ALL_ARE_OPEN = ("round-settled", "round-voided", "bets-opened")
"""With these events no card lies face down any more."""

ReadEvent = Mapping[str, Any]
"""An event as somebody read it."""
Cipher = Callable[[str, str], str]
"""Text, and what it is about, to sealed text; or back. See `HouseKeys.seal` and `unseal`."""
CardSubstitution = Callable[[int, str], str]
"""A card's place in the round and its text, to what stands there instead."""


class SealedEvents(NamedTuple):
    """Events as the log keeps them, and the cards that lie locked after them."""

    events: Sequence[EventJson]
    seals: tuple[CardSeal, ...]


def seal_events(events: Sequence[EventJson], before: TableState, after: TableState, lock: Cipher) -> SealedEvents:
    """A command's events for the log: what lies face down after it is locked, what no longer does is opened."""
    hidden, unseen = _face_down(after), _unseen_in(events)
    if not hidden and not before.seals and not unseen:
        return SealedEvents(events, ())
    seals = {(seal.place, seal.card): seal for seal in before.seals}

    def change(place: int, card: str) -> str:
        if place not in hidden and place not in unseen:
            return card
        if (place, card) not in seals:
            seals[place, card] = _locked(place, card, lock)
        return _token(seals[place, card])

    told = _changed(events, change)
    done = [seal for seal in seals.values() if seal.place not in hidden]
    turned = [seal for seal in done if seal.place not in unseen]
    if done:
        openings = [{"digest": seal.digest, "nonce": seal.nonce, "card": seal.card} for seal in turned]
        locked = [seal.digest for seal in done if seal.place in unseen]
        told.append({"kind": OPENED, "openings": openings} | ({"locked": locked} if locked else {}))
    return SealedEvents(told, tuple(seal for seal in seals.values() if seal.place in hidden))


def _face_down(state: TableState) -> frozenset[int]:
    if state.round is None:
        return frozenset()
    return frozenset(place for place, card in enumerate(state.round.dealt, start=1) if card.face_down)


def _unseen_in(events: Iterable[ReadEvent]) -> frozenset[int]:
    """The cards of a round that ends with these events which nobody will ever see."""
    return frozenset(place for event in events for place in event.get("unseen") or ())


def _locked(place: int, card: str, lock: Cipher) -> CardSeal:
    opening = CommitmentOpening(os.urandom(NONCE_BYTES), (parse_piece(card),), 0)
    digest, nonce = digest_of(opening), opening.nonce.hex()
    return CardSeal(place, card, nonce, digest, lock(f"{nonce} {card}", digest))


def _token(seal: CardSeal) -> str:
    return f"{MARK}{seal.place}:{seal.digest}:{seal.sealed}"


# Where cards stand in events: the one place that knows. Free text is never taken for a card.


def _changed(events: Iterable[ReadEvent], change: CardSubstitution) -> list[EventJson]:
    """Events with every card that was dealt in them changed."""
    events = list(events)
    dealt = [event for event in events if event["kind"] == "card-dealt" and event.get("irregular")]
    irregular = {event["card"]: event["place"] for event in dealt}
    return [_one_changed(event, change, irregular) for event in events]


def _one_changed(event: ReadEvent, change: CardSubstitution, irregular: Mapping[str, int]) -> EventJson:
    match event:
        case {"kind": "card-dealt", "place": place, "card": card, "irregular": told}:
            now = {"card": change(place, card)}
            return {**event, **now, "irregular": told and _answer_changed(told, place, change)}
        case {"kind": "card-corrected", "place": place, "was": was, "card": card, "answers": answers}:
            now = {"was": change(place, was), "card": change(place, card)}
            return {**event, **now, "answers": _answers_changed(answers, change)}
        case {"kind": "irregularity-reported", "card": card} if card in irregular:
            return {**event, "card": change(irregular[card], card)}
    return dict(event)


def _answers_changed(answers: Iterable[Mapping[str, Any]], change: CardSubstitution) -> list[dict[str, Any]]:
    changed, place = [], 0
    for told in answers:
        place += any(key in told for key in CARD_KEYS)
        changed.append(_answer_changed(told, place, change))
    return changed


def _answer_changed(told: Mapping[str, Any], place: int, change: CardSubstitution) -> dict[str, Any]:
    return {key: change(place, value) if key in CARD_KEYS else value for key, value in told.items()}


# Reading them again


def read_openings(events: Iterable[ReadEvent], where: str) -> dict[str, str]:
    """The cards that these events open, by their commitments; `BadInput` where one is not what was committed to."""
    found: dict[str, str] = {}
    for event in events:
        for one in event["openings"] if event["kind"] == OPENED else ():
            _require_committed(one["digest"], one["nonce"], one["card"], where)
            found[one["digest"]] = one["card"]
    return found


def substitute_cards(events: Iterable[ReadEvent], openings: Mapping[str, str]) -> dict[str, str]:
    """A card for each that stays locked for good, by its commitment: any that is not in the round."""
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
    """Events with their cards in clear, as far as these openings go."""

    def change(_: int, text: str) -> str:
        token = TOKEN.fullmatch(text)
        return text if token is None else openings.get(token[2], text)

    return _changed((event for event in events if event["kind"] != OPENED), change)


def has_sealed_cards(events: Iterable[ReadEvent]) -> bool:
    """Whether a card in them still lies face down."""
    return bool(_tokens(events))


def _tokens(events: Iterable[ReadEvent]) -> dict[str, tuple[int, str]]:
    """The tokens in these events, by their commitments: place and sealed text."""
    found: dict[str, tuple[int, str]] = {}

    def note(_: int, text: str) -> str:
        if token := TOKEN.fullmatch(text):
            found[token[2]] = int(token[1]), token[3]
        return text

    _changed(events, note)
    return found


class RecordUnsealer:
    """Records of one table with their cards in clear: by the openings in them, or where there are none yet by the key.

    A record that locks a card is held back until the card is opened, a round at most. At the end of the log, without
    the key, the round in play comes as it is written: see `has_sealed_cards`.
    """

    def __init__(self, unlock: Cipher | None = None) -> None:
        self._unlock = unlock
        self.seals: tuple[CardSeal, ...] = ()
        """What the log has locked and not opened, where the key opens it; known once all records are read."""

    def records(self, records: Iterable[Record]) -> Iterator[Record]:
        waiting: list[Record] = []
        closed: dict[str, tuple[int, str]] = {}
        openings: dict[str, str] = {}
        for record in records:
            if not waiting and MARK not in record.body and OPENED not in record.body:
                yield record
                continue
            openings |= read_openings(record.events, record.name)
            locked = closed | _tokens(record.events)
            waiting.append(record)
            events = [event for one in waiting for event in one.events]
            for digest, card in substitute_cards(events, openings).items():
                openings[digest] = card if self._unlock is None else self._card(digest, locked)
            closed = {digest: lying for digest, lying in locked.items() if digest not in openings}
            _require_open(record, closed)
            if not closed:
                yield from _shown(waiting, openings)
                waiting, openings = [], {}
        self._end(closed)
        yield from _shown(waiting, openings | {seal.digest: seal.card for seal in self.seals})

    def _card(self, digest: str, locked: Mapping[str, tuple[int, str]]) -> str:
        assert self._unlock is not None
        place, text = locked[digest]
        return _unlocked(place, digest, text, self._unlock).card

    def _end(self, closed: Mapping[str, tuple[int, str]]) -> None:
        if self._unlock is not None:
            self.seals = tuple(_unlocked(place, digest, text, self._unlock) for digest, (place, text) in closed.items())


def _require_open(record: Record, closed: Mapping[str, Any]) -> None:
    ends = [place for place, event in enumerate(record.events) if event["kind"] in ALL_ARE_OPEN]
    if not closed or not ends:
        return
    dealt_since = _tokens(record.events[ends[-1] + 1 :])  # a hand between seats begins with its cards
    if left := [digest for digest in closed if digest not in dealt_since]:
        raise BadInput.at(record.name, f"ends a round, and {len(left)} of its cards were never opened")


def _unlocked(place: int, digest: str, sealed: str, unlock: Cipher) -> CardSeal:
    nonce, card = unlock(sealed, digest).split()
    _require_committed(digest, nonce, card, f"card {place} of the round in play")
    return CardSeal(place, card, nonce, digest, sealed)


def _shown(records: Iterable[Record], openings: Mapping[str, str]) -> Iterator[Record]:
    for record in records:
        yield replace(record, events=tuple(unseal_events(record.events, openings)))
