"""Open the files of a casino: check keys, log, ledger and rulebooks, and refuse to open what was altered."""

from __future__ import annotations

import logging
import socket
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from pathlib import Path

from sqlalchemy import insert

from croupier.cards.random_source import RandomSource
from croupier.errors import BadInput, Problem, Refused, suggestion
from croupier.evidence.row_audit import audit_rows
from croupier.house.activity_restore import restore_activity
from croupier.house.clock import MonotonicClock
from croupier.house.house import House, HousePolicy
from croupier.house.membership import Membership, own_facts, require_exact_clock, require_free_name, require_same
from croupier.people.limit_jobs import all_limits
from croupier.server.config import HouseConfig
from croupier.server.config_checks import require_possible_house
from croupier.server.log_check import existing
from croupier.store.claims import (
    OVERDUE_MS,
    ClaimTable,
    Fence,
    fence_all,
    read_state,
    require_direct_connection,
    session_name,
)
from croupier.store.engine import DatabaseLocation
from croupier.store.errors import DatabaseUnavailableError, WriteRejectedError
from croupier.store.keys import HouseKeys, KeysExistError
from croupier.store.log_audit import PUBLIC_KEY, verify_log
from croupier.store.schema import key_values as settings_table
from croupier.store.store import HOUSE_KIND, Store, house_kind
from croupier.store.verified import AuditStart, VerifiedMark, last_verified, write_mark

HOUSE = "house"
WHOLE_LOG_MOST = 10_000
"""Number of records up to which every start verifies the whole log and replays all of it, which takes a second or two.

A longer log is verified from the last mark on; the whole of it is verified while the house runs.
"""
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
    membership: Membership | None = None
    keys, store = _open_files(config, create=create)
    try:
        if config.cluster.server:
            membership = _prepare_membership(config, store, keys, clock)
        claim = store.lock_stream(HOUSE)  # Several servers have it only while one of them joins.
        if membership is None and store.location.path is None:
            _fence_members(store)
        _check_demonstration_flag(store, config)
        _check_keys(store, keys, config)
        policy = HousePolicy(
            config.house.name,
            config.house.demonstration,
            config.limits.executive_above,
            config.house.time_zone,
            config.house.day_starts_hour,
            config.promotional.play_rules,
            config.house.rulebook_folder,
        )
        with store.one_snapshot() if membership else nullcontext():
            since = _verified_before(store, keys)
            mark = _audit(store, keys, config, since)
            _write_kind(store, config)
            if membership is not None:
                claim.release()
                store.fence = membership.fence
            house = House(store, keys, policy, clock=clock, chance=chance, whole_log=since is None)
            if membership:
                restore_limits(house)
        _refuse_altered(store, config, house.log_differences)
        if membership is None:
            house.stream_lock = claim
        else:
            facts = own_facts(house, [table.rulebook for table in config.table])
            require_same(facts, membership.table.state().living)
            membership.join(house, facts)
        if mark is not None:
            whole_at = house.clock() if since is None else mark.whole_at
            with store.begin() as transaction:
                write_mark(transaction, keys, mark._replace(whole_at=whole_at))
        _require_rules(house, accept_rules)
    except (DatabaseUnavailableError, WriteRejectedError) as error:
        _close(store, membership)
        raise BadInput.at(str(store.location), f"cannot be opened: {error}") from error
    except BaseException:
        _close(store, membership)
        raise
    return house


def _close(store: Store, membership: Membership | None) -> None:
    if membership is not None:
        membership.leave()
        membership.listening.close()
    store.close()


def _prepare_membership(
    config: HouseConfig, store: Store, keys: HouseKeys, clock: Callable[[], int] | None
) -> Membership:
    """Check that this server may join the others; no other server joins until it has started."""
    server, place = config.cluster.server, store.location
    require_direct_connection(place)
    listening = _listen(config.cluster.address)
    membership = Membership(ClaimTable(place, server, store.sessions), Fence(server), listening)
    try:
        membership.table.lock_joining()
        require_exact_clock(membership.table, clock or MonotonicClock())
        _require_free_name(membership, keys)
    except BaseException:
        membership.table.close()
        listening.close()
        raise
    return membership


def _require_free_name(membership: Membership, keys: HouseKeys) -> None:
    """Refuse a second server of this name; wait for one that was killed just now."""
    give_up = time.monotonic() + 2 * OVERDUE_MS / 1000
    while membership.id in {server.id for server in membership.table.state().living} and time.monotonic() < give_up:
        time.sleep(0.1)
    require_free_name(membership.id, membership.table.state(), keys)


def _listen(address: str) -> socket.socket:
    host, _, port = address.rpartition(":")
    # With the protocol named, asyncio turns off the delay of small packets (TCP_NODELAY).
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, int(port)))
    except (OSError, OverflowError) as error:
        listening.close()
        raise BadInput.at(f"cluster.address {address}", f"cannot be listened on: {error}") from None
    return listening


def _fence_members(store: Store) -> None:
    """Refuse to run a house alone while several servers run it; fence the servers that are gone."""
    with store.begin() as transaction:
        state = read_state(transaction.connection)
        if living := ", ".join(server.id for server in state.living):
            raise BadInput.at(HOUSE, f"is run by several servers: {living}; join them with --server, or stop them")
        if state.servers:
            fence_all(transaction.connection)


def restore_limits(house: House) -> None:
    """Load the limits of all players, and their play of the last month."""
    house.limit_tracker.restore_limits(house.run_read(lambda reader: all_limits(reader.query)))
    restore_activity(house)


def _open_files(config: HouseConfig, *, create: bool) -> tuple[HouseKeys, Store]:
    """Open the keys and the database; create both if neither exists."""
    path = Path(config.house.keys)
    sessions = session_name(config.cluster.server) if config.cluster.server else ""
    if sessions and DatabaseLocation.parse(config.house.database).path:
        raise BadInput.at(config.house.database, "is a file; several servers share a database of PostgreSQL only")
    if create and not path.exists():
        with suppress(KeysExistError):  # Another server of the house has made them meanwhile.
            return _create_files(config, path, sessions)
    keys = HouseKeys.load(path)
    return keys, _open_database(config.house.database, keys, create=create, sessions=sessions)


def _create_files(config: HouseConfig, path: Path, sessions: str) -> tuple[HouseKeys, Store]:
    """Create the keys and the database of a new house, once its configuration is known to be usable."""
    require_possible_house(config)
    with HouseKeys.create_for_new_database(path) as keys:
        first = {PUBLIC_KEY: keys.public_text}
        store = Store.open(config.house.database, create=True, sessions=sessions, first_settings=first)
        if store.key_value(PUBLIC_KEY) not in (None, keys.public_text):
            store.close()
            raise BadInput.at(str(path), "is missing, and the house has its keys already: restore them from their copy")
    return keys, store


def _open_database(where: str, keys: HouseKeys, *, create: bool, sessions: str) -> Store:
    """Open the database; check its whole file if the whole log will be verified too."""
    store = Store.open(where, create=create, whole_file=False, sessions=sessions)
    try:
        if _verified_before(store, keys) is None:
            store.check_whole_file()
    except (DatabaseUnavailableError, WriteRejectedError) as error:
        store.close()
        raise BadInput.at(str(store.location), f"cannot be opened: {error}") from error
    return store


def _verified_before(store: Store, keys: HouseKeys) -> AuditStart | None:
    """Return the point up to which the log was verified; None if this start has to verify the whole log."""
    if sum(head.seq for head in store.heads().values()) <= WHOLE_LOG_MOST:
        return None
    return last_verified(store, keys.public_text)


def _check_demonstration_flag(store: Store, config: HouseConfig) -> None:
    """Refuse a demonstration database for a real house, and the reverse: the kind is fixed. [R20]

    The log also contains the kind from the first start on, and each table from its first record: see
    `_audit`.
    """
    written = store.key_value(HOUSE_KIND)
    if written not in (None, house_kind(demonstration=config.house.demonstration)):
        wanted = str(written == house_kind(demonstration=True)).lower()
        raise BadInput.at(
            config.position_of("house", "demonstration"),
            f"{config.house.database} was begun as a {written} and stays one: set house.demonstration = {wanted}, "
            "or name other files in house.database and house.keys",
        )


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


def _audit(store: Store, keys: HouseKeys, config: HouseConfig, since: AuditStart | None) -> VerifiedMark | None:
    """Refuse to open a database that an audit finds altered; return the mark of how far it was verified. [R28]

    The audit covers log, ledger, checkpoints, triggers, users and tickets. A missing second copy was never started, or
    its administrator moved it away; a new copy is started. With `since`, only what follows that checkpoint is read.
    """
    copy, log_copy = (_existing_copy(config.checkpoints.copy_to), _existing_copy(config.checkpoints.log_to))
    report = verify_log(store, keys.public_text, copy, log_copy, since)
    _refuse_altered(store, config, report.findings or audit_rows(store).findings)
    return report.mark


def _refuse_altered(store: Store, config: HouseConfig, found: Sequence[Problem]) -> None:
    """Raise `BadInput` with the first findings and the command that lists all of them."""
    copy, log_copy = (existing(config.checkpoints.copy_to), existing(config.checkpoints.log_to))
    if found:
        command = (
            f"croupier audit verify {store.location} --keys {config.house.keys}{f' --copy {copy}' if copy else ''}"
        )
        command += f" --log-copy {log_copy}" if log_copy else ""
        more = f"findings: {len(found):,}; the house does not open. To see them all, run: {command}"
        raise BadInput([*found[:SHOWN_MOST], Problem(config.house.database, more)])


def _existing_copy(named: str) -> Path | None:
    """Return the path of a second copy if it exists; log a warning if it is configured but missing."""
    if named and not existing(named):
        log.warning("%s is not there: this second copy begins anew", named)
    return existing(named)


def _require_rules(house: House, accept: Sequence[str]) -> None:
    """Refuse tables with a rulebook that has changed since set-up, unless the change is accepted. [R15, R57]"""
    for table in accept:
        if table not in house.tables:
            known = ", ".join(sorted(house.tables)) or "none"
            message = f'there is no table "{table}"{suggestion(table, house.tables) or ";"} the tables are: {known}'
            raise BadInput.at("--accept-rules", message)
        reply = house.accept_rules(table)
        if isinstance(reply, Refused):
            raise BadInput.at("--accept-rules", reply.message)
    changed = house.changed_rules()
    if changed:
        named = ", ".join(f"{table} ({rulebook})" for table, rulebook in changed)
        raise BadInput.at(
            "rulebook",
            f"not the one these tables were set up with: {named}. "
            "Put the old one back, or accept the new one by adding to the command: "
            + " ".join(f"--accept-rules {table}" for table, _ in changed),
        )
