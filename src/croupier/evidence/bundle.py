"""The signed bundle of one round: all that an outsider needs to replay the round and check it. [R29]

A bundle is one JSON file, signed as a whole. It contains the archived round, its records from the opening of betting to
the end without a gap, the records that it depends on (settings, shoe, bank), later records about it (corrections,
jackpots, disputes), the rules as data, and the house's last checkpoint. The order of a shoe in play and face-down cards
stay encrypted, as in the log; the bundle does not contain the key.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, NamedTuple

from sqlalchemy import insert, select

from croupier import __version__
from croupier.errors import BadInput
from croupier.evidence.round_records import RoundRecords, records_of_round
from croupier.house.rulebook_archive import archived_rulebook
from croupier.play.rulebook_library import load
from croupier.store.keys import HouseKeys
from croupier.store.record import Record, canonical
from croupier.store.schema import bundles, checkpoints, rounds
from croupier.store.store import Store
from croupier.store.unit_of_work import UnitOfWork

FORMAT = "croupier bundle 1"
SIGNED_AS = b"croupier bundle\n"
HOUSE = "house"
"""Stream of the log that records the creation of bundles."""

Body = dict[str, Any]


class BundleReceipt(NamedTuple):
    """Id of the round and digest of its bundle, as the log records them."""

    round_id: str
    digest: str


def make_bundle(store: Store, keys: HouseKeys, round_id: str, at: int, by: str, *, house_name: str = "") -> bytes:
    """Return the bundle of a round, which may be settled, void or still in play; `note_bundle` records it."""
    found = records_of_round(store, round_id)
    body = {
        "format": FORMAT,
        "house": {"id": store.house, "name": house_name},
        "public_key": keys.public_text,
        "software": __version__,
        "made": {"at": at, "by": by},
        "round_id": round_id,
        "round": _archived_round(store, round_id),
        "chain": _chain(found),
        "records": [_entry(record) for record in found.chain],
        "settings": _entry(found.settings),
        "shoe": _shoe(found),
        "bank": None if found.posted is None else _entry(found.posted),
        "later": [_entry(record) for record in found.later],
        "rulebook": _rulebook(store, found.settings),
        "checkpoint": _checkpoint(store),
    }
    return _bundle_bytes(body, keys.sign(SIGNED_AS + canonical(body).encode()))


def note_bundle(uow: UnitOfWork, *, round_id: str, data: bytes, by: str, key: str | None = None) -> BundleReceipt:
    """Record a bundle and its digest in the log, so that a dispute can be closed and copies can be identified."""
    digest = sha256(data).hexdigest()
    uow.write(insert(bundles), {"round_id": round_id, "at": uow.at, "by": by, "digest": digest})
    event = {"kind": "bundle-created", "round": round_id, "digest": digest}
    uow.append_record(HOUSE, actor=by, command="make-bundle", events=[event], key=key)
    uow.note_significant_event(
        "bundle/made", f"The bundle of round {round_id} was made.", actor=by, table=table_of(round_id)
    )
    return BundleReceipt(round_id, digest)


def table_of(round_id: str) -> str:
    return round_id.rpartition("/")[0]


def _bundle_bytes(body: Body, signature: str) -> bytes:
    return (json.dumps({"body": body, "signature": signature}, indent=1, sort_keys=True) + "\n").encode("ascii")


def _archived_round(store: Store, round_id: str) -> Mapping[str, Any] | None:
    with store.read() as connection:
        body = connection.scalar(select(rounds.c.body).where(rounds.c.id == round_id))
    return None if body is None else json.loads(body)


def _entry(record: Record) -> dict[str, Any]:
    """Return a log record as JSON data from which an outsider can compute its canonical text and its hash again."""
    return {"before": record.before, "hash": record.hash, "record": json.loads(record.body)}


def _chain(found: RoundRecords) -> dict[str, Any]:
    first, last = found.chain[0], found.chain[-1]
    return {
        "stream": found.stream, "first": first.seq, "last": last.seq, "before": first.before, "after": last.hash,
    }  # fmt: skip


def _shoe(found: RoundRecords) -> dict[str, Any]:
    return {
        "number": found.shoe_number,
        "place": found.shoe_place,
        "filled": _entry(found.shoe),
        "opened": None if found.shoe_revealed is None else _entry(found.shoe_revealed),
    }


def _rulebook(store: Store, settings: Record) -> dict[str, Any]:
    """Return the data of the rulebook that the round was played under.

    It comes from the database, or from the package if the package still has the rulebook unchanged.
    """
    changed = [event for event in settings.events if event["kind"] == "settings-changed"][-1]
    name, digest = changed["settings"]["rulebook"], changed["digest"]
    with store.read() as connection:
        data = archived_rulebook(connection, digest)
    if data is None:
        data = _packaged(name, digest)
    return {"id": name, "digest": digest, "options": changed["settings"]["options"], "data": data}


def _packaged(name: str, digest: str) -> Mapping[str, Any] | None:
    try:
        book = load(name)
    except BadInput:
        return None
    return book.data if book.digest == digest else None


def _checkpoint(store: Store) -> dict[str, Any] | None:
    with store.read() as connection:
        row = connection.execute(select(checkpoints).order_by(checkpoints.c.id.desc()).limit(1)).mappings().first()
    return None if row is None else dict(row)
