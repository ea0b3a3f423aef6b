"""Open the files of a casino: check keys, log, ledger and rulebooks, and refuse to open what was altered."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from pathlib import Path

from sqlalchemy import insert

from croupier.cards.random_source import RandomSource
from croupier.errors import BadInput, Problem, Refused
from croupier.evidence.row_audit import audit_rows
from croupier.house.house import House, HousePolicy
from croupier.server.config import HouseConfig
from croupier.store.errors import DatabaseUnavailableError, WriteRejectedError
from croupier.store.keys import HouseKeys
from croupier.store.log_audit import PUBLIC_KEY, verify_log
from croupier.store.schema import key_values as settings_table
from croupier.store.store import HOUSE_KIND, Store, house_kind

HOUSE = "house"
SHOWN_MOST = 5
"""Number of findings shown when a start is refused; an audit shows all of them."""

log = logging.getLogger("croupier")


def open_casino(
    config: HouseConfig,
    *,
    clock: Callable[[], int] | None = None,
    chance: RandomSource | None = None,
    create: bool = False,
    accept_rules: Sequence[str] = (),
) -> House:
    """Open and check the files of a house and rebuild its tables; raise BadInput on any problem."""
    keys, store = _open_files(config, create=create)
    try:
        claim = store.lock_stream(HOUSE)
        _check_demonstration_flag(store, config)
        _check_keys(store, keys, config)
        _require_clean_audit(store, keys, config)
        _write_kind(store, config)
        policy = HousePolicy(
            config.house.name,
            config.house.demonstration,
            config.limits.executive_above,
            config.house.time_zone,
            config.house.day_starts_hour,
            config.promotional.play_rules,
        )
        house = House(store, keys, policy, clock=clock, chance=chance)
        house.stream_lock = claim
        _refuse_altered(store, config, house.log_differences)
        _require_rules(house, accept_rules)
    except (DatabaseUnavailableError, WriteRejectedError) as error:
        store.close()
        raise BadInput.at(str(store.location), f"cannot be opened: {error}") from error
    except BaseException:
        store.close()
        raise
    return house


def _open_files(config: HouseConfig, *, create: bool) -> tuple[HouseKeys, Store]:
    """Open the keys and the database; create both if neither exists."""
    path = Path(config.house.keys)
    if not create or path.exists():
        return HouseKeys.load(path), Store.open(config.house.database, create=create)
    with HouseKeys.create_for_new_database(path) as keys:
        store = Store.open(config.house.database, create=True, first_settings={PUBLIC_KEY: keys.public_text})
        if store.key_value(PUBLIC_KEY) not in (None, keys.public_text):
            store.close()
            raise BadInput.at(str(path), "is missing, and the house has its keys already: restore them from their copy")
    return keys, store


def _check_demonstration_flag(store: Store, config: HouseConfig) -> None:
    """Refuse a demonstration database for a real house, and the reverse: the kind is fixed. [R20]

    The log also contains the kind from the first start on, and each table from its first record: see
    `_require_clean_audit`.
    """
    written = store.key_value(HOUSE_KIND)
    if written not in (None, house_kind(demonstration=config.house.demonstration)):
        note_text = f"was begun as a {written}; house.demonstration in the configuration says otherwise"
        raise BadInput.at(config.house.database, note_text)


def _write_kind(store: Store, config: HouseConfig) -> None:
    """Store whether a database is a demonstration's or a real house's, if the database does not say so yet."""
    if store.key_value(HOUSE_KIND) is None:
        kind = house_kind(demonstration=config.house.demonstration)
        with store.begin() as transaction:
            transaction.write(insert(settings_table).values(key=HOUSE_KIND, value=kind))


def _check_keys(store: Store, keys: HouseKeys, config: HouseConfig) -> None:
    """Refuse keys other than those that signed this house's evidence and encrypted its shoes. [R28]

    With other keys, no round could continue.
    """
    written = store.key_value(PUBLIC_KEY)
    if written is None:
        with store.begin() as transaction:
            transaction.upsert(settings_table, key=PUBLIC_KEY, value=keys.public_text)
    elif written != keys.public_text:
        raise BadInput.at(config.house.keys, "holds the keys of another house: the database knows other ones")


def _require_clean_audit(store: Store, keys: HouseKeys, config: HouseConfig) -> None:
    """Refuse to open a database that an audit finds altered. [R28]

    The audit covers log, ledger, checkpoints, triggers, users and tickets. A missing second copy was never started, or
    its administrator moved it away; a new copy is started.
    """
    copy, log_copy = (_existing_copy(config.checkpoints.copy_to), _existing_copy(config.checkpoints.log_to))
    found = verify_log(store, keys.public_text, copy, log_copy).findings
    _refuse_altered(store, config, found or audit_rows(store).findings)


def _refuse_altered(store: Store, config: HouseConfig, found: Sequence[Problem]) -> None:
    """Raise `BadInput` with the first findings and the command that lists all of them."""
    copy, log_copy = (_existing(config.checkpoints.copy_to), _existing(config.checkpoints.log_to))
    if found:
        command = (
            f"croupier audit verify {store.location} --keys {config.house.keys}{f' --copy {copy}' if copy else ''}"
        )
        command += f" --log-copy {log_copy}" if log_copy else ""
        more = f"findings: {len(found):,}; the house does not open. To see them all, run: {command}"
        raise BadInput([*found[:SHOWN_MOST], Problem(config.house.database, more)])


def _existing_copy(named: str) -> Path | None:
    """Return the path of a second copy if it exists; log a warning if it is configured but missing."""
    if named and not _existing(named):
        log.warning("%s is not there: this second copy begins anew", named)
    return _existing(named)


def _existing(named: str) -> Path | None:
    return Path(named) if named and Path(named).exists() else None


def _require_rules(house: House, accept: Sequence[str]) -> None:
    """Refuse tables with a rulebook that has changed since set-up, unless the change is accepted. [R15, R57]"""
    for table in accept:
        if table not in house.tables:
            raise BadInput.at("--accept-rules", f"there is no table {table}")
        reply = house.accept_rules(table)
        if isinstance(reply, Refused):
            raise BadInput.at("--accept-rules", reply.message)
    changed = house.changed_rules()
    if changed:
        named = ", ".join(f"{table} ({rulebook})" for table, rulebook in changed)
        raise BadInput.at(
            "rulebook",
            f"not the one these tables were set up with: {named}. "
            "Put the old one back, or accept the new one with: croupier serve --accept-rules TABLE",
        )
