"""Follow the streams that other servers write: their tables, and what they change of players and meters.

Every server keeps every table in memory, so that it can show it, check a player's limits across all tables, and go on
with it at once when it takes the table over. Records come from the database alone; a message from another server only
says that there are new ones. All this runs in jobs of the writer, between the server's own commands.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from sqlalchemy import select, text

from croupier.cage.meters import all_meters
from croupier.cage.promotional_grants import unfinished_grants
from croupier.house.house import House, group_by_player
from croupier.house.log_replay import TABLE
from croupier.house.projections import update_player_limits, user_of
from croupier.house.rulebook_archive import restore_rulebook_file
from croupier.people.limit_jobs import limits_of
from croupier.store.claims import HOUSE
from croupier.store.errors import DatabaseCorruptedError
from croupier.store.ledger_accounts import is_player, kind_of, meter, overflow, owner_of, seed_owed
from croupier.store.log_audit import StoredRecord, parse_body, record_problem
from croupier.store.old_event_kinds import with_current_kinds
from croupier.store.record import Record, Transfer, genesis
from croupier.store.schema import promotional_grants
from croupier.store.shared_state import shared_name
from croupier.store.transaction import quoted_names
from croupier.store.unit_of_work import UnitOfWork
from croupier.table.command_effect import CommandEffect
from croupier.table.events import ChangeAnnounced, SettingsChanged, event_of
from croupier.table.sealing import RecordUnsealer
from croupier.table.state import TableState

RECORDS_MOST = 2_000
"""Most records that are read at once."""

# The index is read for each stream by itself, however long the log is.
NEW_RECORDS = f"""
    SELECT new.* FROM claims LEFT JOIN unnest(%s::text[], %s::bigint[]) AS known(stream, seq) USING (stream)
    CROSS JOIN LATERAL (
        SELECT {quoted_names(StoredRecord._fields)} FROM records
        WHERE records.stream = claims.stream AND records.seq > coalesce(known.seq, 0)
        ORDER BY records.seq LIMIT {RECORDS_MOST}
    ) AS new
    WHERE claims.stream <> ALL(%s::text[]) ORDER BY new.stream, new.seq LIMIT {RECORDS_MOST}
"""  # noqa: S608 - constants
BALANCES = "SELECT name, balance FROM accounts WHERE name = ANY(%s::text[])"
OWN_CLAIMS = text("SELECT stream, epoch FROM claims WHERE server = :id")


def catch_up(house: House, uow: UnitOfWork, names: Collection[str] = (), *, own: bool = False) -> list[Record]:
    """Apply all records of other servers that are not in memory yet, and read again what they and `names` change.

    `own` includes the streams of this server, after an outage: a commit may have succeeded without an answer.
    """
    found: list[Record] = []
    while True:
        left_out = [] if own else [stream for stream in house.ledger.heads if stream != HOUSE and house.owns(stream)]
        page = _new_records(house, uow, left_out)
        for stream in dict.fromkeys(record.stream for record in page):
            records = [record for record in page if record.stream == stream]
            found += _apply_to_table(house, uow, records) if stream.startswith(TABLE) else records
            uow.set_cached(house.ledger.heads, stream, (records[-1].seq, records[-1].hash))
        if len(page) < RECORDS_MOST:
            break
    uow.followed += found
    refresh(house, uow, {*names, *_names_in(found)}, accounts_in(found))
    return found


def catch_up_after_outage(house: House, uow: UnitOfWork) -> None:
    """Give up the streams that other servers have taken over, and read the others again.

    A commit of this server may have succeeded without an answer.
    """
    assert house.owned is not None
    assert house.store.fence is not None
    still = {row.stream: row.epoch for row in uow.transaction.query(OWN_CLAIMS, {"id": house.store.fence.server})}
    for stream, epoch in list(house.owned.items()):
        if epoch and (not house.store.fence.epoch or still.get(stream) != epoch):
            uow.set_cached(house.owned, stream, 0)
    catch_up(house, uow, own=True)


def _new_records(house: House, uow: UnitOfWork, left_out: Collection[str]) -> list[Record]:
    """Return the next records of all other streams after those in memory, with their hashes checked."""
    ends = dict(house.ledger.heads)
    seqs = [seq for seq, _ in ends.values()]
    found = []
    for row in map(StoredRecord._make, uow.transaction.fetch(NEW_RECORDS, list(ends), seqs, list(left_out))):
        seq, before = ends.get(row.stream) or (0, genesis(house.store.house, row.stream))
        facts = parse_body(row.body)
        fault = record_problem(row, row.body, facts, seq + 1, before)
        if fault is not None or facts is None:
            raise DatabaseCorruptedError(str(fault))
        events, transfers = with_current_kinds(facts["events"]), tuple(map(Transfer._make, facts["transfers"]))
        found.append(Record(row.stream, row.seq, *row[5:], events, transfers, row.before, row.hash, row.body))
        ends[row.stream] = row.seq, row.hash
    return found


def _apply_to_table(house: House, uow: UnitOfWork, records: list[Record]) -> list[Record]:
    """Apply another server's records to a table in memory, and return them with face-down cards decrypted."""
    name = records[0].stream.removeprefix(TABLE)
    state = house.tables.get(name) or TableState(name)
    unsealer = RecordUnsealer(house.keys.decrypt, state.seals)
    opened = list(unsealer.records(records))
    for record in opened:
        events = tuple(map(event_of, record.events))
        for event in events:
            if isinstance(event, SettingsChanged | ChangeAnnounced):
                restore_rulebook_file(uow.query, house.policy.rulebook_folder, event.settings.rulebook)
            state = event.apply(state)
        effect = CommandEffect(state, events, record.transfers)
        with uow.as_of(record.at):
            update_player_limits(uow, house.limit_tracker, name, effect)
    uow.set_cached(house.tables, name, replace(state, seals=unsealer.seals))
    return opened


def _names_in(records: Iterable[Record]) -> set[str]:
    """Return the players, meters and other shared names that records may have changed.

    At a table nothing of a player changes but balances.
    """
    found: set[str | None] = set()
    for record in records:
        names = {shared_name(account) for account in accounts_in([record])}
        found |= names if record.stream == HOUSE else {name for name in names if name and not is_player(name)}
        if record.stream == HOUSE:
            for event in record.events:
                found |= {f"player:{event['user_id']}"} if "user_id" in event else set()
                found |= {str(event["account"])} if is_player(str(event.get("account"))) else set()
                found |= {meter(event["meter"])} if "meter" in event else set()
    return {name for name in found if name is not None and name != HOUSE}


def accounts_in(records: Iterable[Record]) -> set[str]:
    return {account for record in records for transfer in record.transfers for account in transfer[:2]}


def refresh(house: House, uow: UnitOfWork, names: Collection[str], moved: Collection[str] = ()) -> None:
    """Read players, meters and other shared names again from the database, and the balances of moved accounts.

    Their versions stay as they are, unless this batch has locked them: what is read without a lock may be old when a
    job uses it, so the job then has to lock the name and read it again.
    """
    if not names and not moved:
        return
    players = {name for name in names if is_player(name)}
    meter_ids = {owner_of(name) for name in names if kind_of(name) == "meter"}
    wanted = {*moved, *(name for name in names if name != HOUSE)}
    wanted |= {f"owed:{owner_of(name)}" for name in players}
    for meter_id in meter_ids:
        wanted |= {overflow(meter_id), seed_owed(meter_id)}
    if players:
        wanted |= _refresh_players(house, uow, players)
    if meter_ids:
        for one in all_meters(uow):
            uow.set_cached(house.meter_status, one.id, one.status)
            uow.set_cached(house.meter_ceilings, one.id, one.parameters.ceiling_cents)
    for name, balance in uow.transaction.fetch(BALANCES, sorted(wanted)):
        uow.set_cached(house.ledger.balances, name, balance)


def _refresh_players(house: House, uow: UnitOfWork, players: Collection[str]) -> set[str]:
    """Read the limits and grants of players again; return the accounts of their grants."""
    for account in players:
        house.limit_tracker.refresh_limits(uow, user_of(account), limits_of(uow.query, user_of(account)))
    given = group_by_player(unfinished_grants(uow, uow.at, players))
    for account in players:
        if given.get(account, ()) != house.grants.get(account, ()):
            uow.set_cached(house.grants, account, given.get(account, ()))
    purses = select(promotional_grants.c.purse).where(promotional_grants.c.account.in_(players))
    return {row.purse for row in uow.query(purses)}
