"""A running house: tables in memory, every change through the writer, the log as the source of truth.

Before a house accepts commands, it checks the integrity of the database, compares the rulebooks with the digests that
the tables were set up with, and replays the log from the first record to the last. [R28]
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import Select, select

from croupier.cage.meters import HouseMeter, MeterParameters, all_meters, create_meter
from croupier.cage.promotional_grants import DAY_MS, PromotionalGrant, expire_grants, unfinished_grants
from croupier.cage.reading import ConnectionReader
from croupier.cards.random_source import RandomSource, SystemRandomSource
from croupier.cards.rng_health import GeneratorFault, MonitoredRandomSource
from croupier.errors import BadInput, Problem, Refused
from croupier.house.clock import MonotonicClock
from croupier.house.idempotency import refuse_reused_key, request_fingerprint
from croupier.house.log_replay import TABLE, kind_problems, rebuild_table
from croupier.house.meter_increments import refuse_unposted_increment
from croupier.house.projections import user_of, write_projections
from croupier.house.round_store import RoundComparison, orphan_round_problems
from croupier.house.rulebook_archive import archive_rulebook, restore_rulebook_files
from croupier.house.shoe_generator import ShoeGenerator
from croupier.house.significant_events import ALARMS
from croupier.house.table_snapshots import TableSnapshots
from croupier.house.writer import Writer, resolve_futures
from croupier.people.calendar import GamingCalendar, PeriodKind
from croupier.people.limit_tracker import LimitTracker
from croupier.play.rulebook_library import load
from croupier.store.claims import shared_state
from croupier.store.errors import DuplicateRecordError
from croupier.store.keys import HouseKeys
from croupier.store.ledger_accounts import AccountName, owner_of
from croupier.store.ledger_accounts import meter as meter_account
from croupier.store.record import Record
from croupier.store.schema import bundles, meters, rounds
from croupier.store.shared_state import SharedState
from croupier.store.store import Store, house_kind
from croupier.store.stream_lock import StreamLock
from croupier.store.unit_of_work import InsufficientFundsError, Job, LedgerState, UnitOfWork
from croupier.table.command_effect import SYSTEM, Actor, CommandContext, CommandEffect, PromotionalPlayRules
from croupier.table.commands import AnnounceChange, ChangeSettings, Command, RunTimers
from croupier.table.dispatch import command_name, execute_command, void_for_fault
from croupier.table.events import (
    BetsClosed,
    BetsOpened,
    SettingsChanged,
    TableCreated,
    TablePaused,
    TableResumed,
    apply_all,
    json_of,
)
from croupier.table.sealing import RecordUnsealer, seal_events
from croupier.table.settings import TableSettings, game_rules, refuse_settings, settings_for_setup
from croupier.table.state import Phase, TableState
from croupier.table.timers import next_timer_at

if TYPE_CHECKING:
    from croupier.house.membership import Membership

KEYS_REMEMBERED_MOST = 20_000
ELSEWHERE = Refused("table/elsewhere", "Another server runs this table now; please try again.")
"""Answer to a command for a table that this server does not run; `Runtime.command` passes the command on."""

K = TypeVar("K")
V = TypeVar("V")


@dataclass(frozen=True)
class HousePolicy:
    """Settings that the operator chooses for the whole house."""

    name: str = "croupier"
    demonstration: bool = False
    executive_above_cents: int = 10_000_00
    time_zone: str = "UTC"
    day_starts_hour: int = 0
    """Hour of the day in `time_zone` at which a gaming day begins, for limits and reports."""
    promotional: PromotionalPlayRules | None = None
    """Rules for playing promotional chips; None disables them."""
    rulebook_folder: Path | None = None
    """Folder of the rulebooks that this house writes itself, from approved drafts; None if it writes none."""


@dataclass(frozen=True)
class Accepted:
    """Recorded effect of an accepted command.

    `repeated`: the idempotency key was used before for the same command, so nothing was done again.
    """

    stream: str
    seq: int
    at: int
    events: tuple[dict[str, Any], ...] = ()
    repeated: bool = False

    @classmethod
    def of(cls, record: Record, *, repeated: bool = False) -> Accepted:
        return cls(record.stream, record.seq, record.at, record.events, repeated)


CommandReply = Accepted | Refused


def monitored_chance(chance: RandomSource) -> MonitoredRandomSource:
    """Wrap a random source with health tests and return it; raise `BadInput` if it fails the first test. [R9]"""
    try:
        return MonitoredRandomSource(chance)
    except GeneratorFault as fault:
        raise BadInput.at("generator", f"failed its test: {fault}") from fault


class House:
    """The running system of one casino: tables, balances and the writer, in one process."""

    def __init__(
        self,
        store: Store,
        keys: HouseKeys,
        policy: HousePolicy,
        *,
        clock: Callable[[], int] | None = None,
        chance: RandomSource | None = None,
        whole_log: bool = False,
    ) -> None:
        """Open the house; with `whole_log`, its tables are replayed and compared from the first record on."""
        self.store = store
        self.keys = keys
        self.policy = policy
        self.clock = clock or MonotonicClock()
        self.generator = ShoeGenerator(keys, monitored_chance(chance or SystemRandomSource()))
        self.limit_tracker = LimitTracker(GamingCalendar(policy.time_zone, policy.day_starts_hour))
        self.tables: dict[str, TableState] = {}
        self.meter_status: dict[str, str] = {}
        self.meter_ceilings: dict[str, int | None] = {}
        self.grants: dict[str, tuple[PromotionalGrant, ...]] = {}
        """Promotional grants by player account, earliest expiry first."""
        self.owned = store.fence.held if store.fence else None
        """Epoch of each stream that this server runs, 0 for one that it gave up; None if it runs the house alone."""
        self.ledger = LedgerState(store.house, shared=SharedState() if store.fence else None)
        self.writer = Writer(store, self.ledger, self.clock, resolve_futures)
        self.writer.on_reload = self.reload
        self.writer.owns = self.owns
        self.writer.on_commit = self._publish_committed
        self.writer.on_reconnect = lambda since: self.shift_deadlines_job(
            since, "the house's books could not be reached"
        )
        self.snapshots = TableSnapshots(store, keys)
        self.stream_lock: StreamLock | None = None
        """Lock on the house's log stream; None if this process does not run the house."""
        self.committed_tables: dict[str, tuple[int, TableState]] = {}
        """Each table after its last committed record, with the number of that record; only this may be shown."""
        self.committed_balances: dict[str, int] = {}
        self._replies_by_key: dict[tuple[str, str], Record] = {}
        self.membership: Membership | None = None
        """Membership of this server in a house that several servers run; None if it runs the house alone."""
        self.log_differences: list[Problem] = []
        """Differences found at start-up between the log and the archived rounds or the demonstration flag."""
        self.reload(self.log_differences, whole_log=whole_log)

    def reload(self, altered: list[Problem] | None = None, *, whole_log: bool = False) -> None:
        """Load everything that the house keeps in memory from the database: at start-up and after an outage.

        All data is read before anything is changed, because other threads read the memory and the database may fail
        again. If the list `altered` is given, the archived rounds that are replayed are compared with the log and the
        differences are added to the list. Tables start from their snapshots, unless `whole_log` is given.
        """
        restore_rulebook_files(self.query, self.policy.rulebook_folder)
        versions = self._shared_versions()
        heads = {stream: (head.seq, head.hash) for stream, head in self.store.heads().items()}
        balances = self.store.balances()
        names = sorted(stream.removeprefix(TABLE) for stream in heads if stream.startswith(TABLE))
        tables = {name: self._table_from_log(name, altered, whole_log=whole_log) for name in names}
        if altered is not None:
            altered += orphan_round_problems(self.store)
        posted = self.query(select(meters.c.id, meters.c.status, meters.c.ceiling_cents))
        given = group_by_player(self.run_read(lambda reader: unfinished_grants(reader, self.clock())))
        self._replies_by_key.clear()
        if self.ledger.shared is not None:
            replace_contents(self.ledger.shared.versions, versions)
        replace_contents(self.grants, given)
        replace_contents(self.ledger.heads, heads)
        replace_contents(self.ledger.balances, balances)
        replace_contents(self.tables, tables)
        replace_contents(self.meter_status, {row.id: row.status for row in posted})
        replace_contents(self.meter_ceilings, {row.id: row.ceiling_cents for row in posted})
        replace_contents(self.committed_balances, balances)
        replace_contents(
            self.committed_tables, {name: (heads[TABLE + name][0], state) for name, state in tables.items()}
        )

    def _shared_versions(self) -> dict[str, int]:
        return {} if self.owned is None else {row.name: row.version for row in self.query(select(shared_state))}

    def owns(self, stream: str) -> bool:
        """Return whether this server runs a table, given by its stream, or does the house's upkeep (`house`)."""
        return self.owned is None or self.owned.get(stream, 0) > 0

    def runs(self, table: str) -> bool:
        """Return whether this server runs a table."""
        return self.owns(TABLE + table)

    def _table_from_log(self, name: str, altered: list[Problem] | None, *, whole_log: bool = False) -> TableState:
        """Rebuild a table from its last snapshot and the records after it."""
        snapshot = None if whole_log else self.snapshots.load(name)
        if altered is None:
            return rebuild_table(self.store, name, self.keys.decrypt, snapshot=snapshot)
        comparison = RoundComparison(self.store, name, after=snapshot[0].seq if snapshot else 0)
        state = rebuild_table(self.store, name, self.keys.decrypt, comparison, snapshot=snapshot)
        altered += [*comparison.findings, *kind_problems(state, house_kind(demonstration=self.policy.demonstration))]
        return state

    def _publish_committed(self, uow: UnitOfWork) -> None:
        """Copy the balances and table states that a commit changed to the dictionaries that readers use."""
        for account in uow.changed_keys(self.ledger.balances):
            self.committed_balances[account] = self.ledger.balances[account]
        for name in uow.changed_keys(self.tables):
            self.committed_tables[name] = self._seq(name), self.tables[name]

    def _seq(self, name: str) -> int:
        return self.ledger.heads[TABLE + name][0]

    def changed_rules(self) -> list[tuple[str, str]]:
        """Return the tables whose rulebook has changed since they were set up, with the name of the rulebook. [R57]"""
        return [
            (state.name, state.settings.rulebook)
            for state in self.tables.values()
            if state.version and not load(state.settings.rulebook).matches_digest(state.digest)
        ]

    # Commands to tables

    def execute(self, table: str, order: Command, actor: Actor = SYSTEM, key: str | None = None) -> CommandReply:
        """Run a command at a table in this thread, commit it, and return the reply."""
        try:
            reply: CommandReply = self.writer.run(self.command_job(table, order, actor, key))
        except DuplicateRecordError as error:
            return reply_for_duplicate(self, error, table, actor, order, key)
        return reply

    def enqueue(self, table: str, order: Command, actor: Actor, key: str | None = None) -> Future[Any]:
        """Queue a command for the writer; the future returns a `CommandReply` after the commit."""
        return self.writer.submit(self.command_job(table, order, actor, key))

    def command_job(self, table: str, order: Command, actor: Actor, key: str | None = None) -> Job:
        """Return the writer job that executes a command at a table."""
        request = None if key is None else self.command_fingerprint(table, order)

        def run(uow: UnitOfWork) -> CommandReply:
            if key is not None and (earlier := self._replies_by_key.get((actor.id, key))) is not None:
                return self.repeat_reply(earlier, table, order)
            state = self.tables.get(table)
            if state is None:
                return Refused("table/not_found", f"There is no table {table}.")
            if not self.runs(table) or (self.membership is not None and self.membership.is_suspended):
                return ELSEWHERE
            with uow.for_request(request):
                return self._carry_out(uow, state, order, actor, key)

        return run

    def _carry_out(
        self, uow: UnitOfWork, state: TableState, order: Command, actor: Actor, key: str | None
    ) -> CommandReply:
        context = self._context(uow, state, actor)
        try:
            decided = execute_command(state, order, context)
            if state.is_automated and is_betting_boundary(decided):
                self.generator.chance.advance()
        except GeneratorFault as fault:
            decided = void_for_fault(state, context, f"the generator failed its test: {fault}")
        if isinstance(order, ChangeSettings | AnnounceChange) and not isinstance(decided, Refused):
            decided = refuse_unposted_increment(all_meters(uow), state.name, order.settings) or decided
        if isinstance(decided, Refused):
            return self._refused(uow, state, order, actor, key, decided)
        if not decided.events:
            return Accepted(TABLE + state.name, self.ledger.heads.get(TABLE + state.name, (0, ""))[0], uow.at)
        return self._record(uow, state, decided, command_name(order), actor, key)

    def _record(
        self, uow: UnitOfWork, state: TableState, decided: CommandEffect, command: str, actor: Actor, key: str | None
    ) -> CommandReply:
        events = [json_of(event) for event in decided.events]
        logged = seal_events(events, state, decided.state, self.keys.encrypt)
        try:
            record = uow.append_record(
                TABLE + state.name,
                actor=actor.id,
                command=command,
                events=events,
                written=logged.events,
                transfers=decided.transfers,
                key=key,
            )
        except InsufficientFundsError as overdrawn:
            return Refused("money/insufficient", f"There is too little money for that: {overdrawn}.")
        uow.set_cached(self.tables, state.name, replace(decided.state, seals=logged.seals))
        if key is not None:
            self._remember(uow, actor, key, record)
        write_projections(uow, self.limit_tracker, state, decided, actor)
        if decided.state.version != state.version:
            self._prepare(uow, state.name, decided.state.settings)
        return Accepted.of(record)

    def command_fingerprint(self, table: str, order: Command) -> str:
        """Return the hash that identifies a command to a table; records store it beside the idempotency key."""
        return request_fingerprint(self.keys, command_name(order), TABLE + table, order)

    def repeat_reply(self, earlier: Record, table: str, order: Command) -> CommandReply:
        """Return the earlier reply to a repeated command; refuse its key for any other command. [R19]"""
        if refused := refuse_reused_key(earlier, command_name(order), self.command_fingerprint(table, order)):
            return refused
        if earlier.stream != TABLE + table:
            return Refused(
                "idempotency_key/reused", f"This key was used at {earlier.stream}; give every command a key of its own."
            )
        return Accepted.of(earlier, repeated=True)

    def _remember(self, uow: UnitOfWork, actor: Actor, key: str, record: Record) -> None:
        if len(self._replies_by_key) >= KEYS_REMEMBERED_MOST:
            self._replies_by_key.pop(next(iter(self._replies_by_key)))
        uow.set_cached(self._replies_by_key, (actor.id, key), record)

    def _refused(
        self, uow: UnitOfWork, state: TableState, order: Command, actor: Actor, key: str | None, refused: Refused
    ) -> CommandReply:
        """Return the stored reply if the command was already executed before a restart, otherwise the refusal. [R19]

        A refusal with a code in `ALARMS` is stored as a significant event.
        """
        if key is not None and (earlier := self.find(actor.id, key)) is not None:
            return self.repeat_reply(earlier, state.name, order)
        if refused.code in ALARMS:
            text = f"{command_name(order)} was refused: {refused.message}"
            uow.note_significant_event(
                refused.code, text, actor=actor.id, table=state.name, device=actor.terminal or ""
            )
        return refused

    def _context(self, uow: UnitOfWork, state: TableState, actor: Actor) -> CommandContext:
        def own_limits(account: str, at: int, extra_cents: int, staked_cents: int) -> Refused | None:
            uow.uses(account)
            return self.limit_tracker.check_stake(user_of(account), at, extra_cents, state.name)

        def meter_is_up(account: str) -> bool:
            uow.uses(account)
            return self.meter_status.get(owner_of(account), "running") == "running"

        def meter_ceiling(account: str) -> int | None:
            uow.uses(account)
            return self.meter_ceilings.get(owner_of(account))

        def grants(account: str) -> list[AccountName]:
            uow.uses(account)
            return [one.purse for one in self.active_grants(account, uow.at)]

        return CommandContext(
            at=uow.at,
            actor=actor,
            balance=uow.balance,
            card_source=self.generator,
            meter_is_up=meter_is_up,
            meter_ceiling=meter_ceiling,
            check_player_limits=own_limits,
            archived_round=lambda name: archived_round_row(uow, state.name, name),
            has_bundle=lambda name: bool(uow.query(select(bundles.c.id).where(bundles.c.round_id == name))),
            executive_above_cents=self.policy.executive_above_cents,
            day_ends=lambda at: self.limit_tracker.calendar.period(PeriodKind.DAY, at).ends_at,
            promotional=self.policy.promotional,
            grants=grants,
        )

    # Promotional chips

    def active_grants(self, account: str, at: int) -> list[PromotionalGrant]:
        """Return a player's grants that have not expired, earliest expiry first."""
        return [one for one in self.grants.get(account, ()) if one.ends_at > at]

    def cache_grant(self, uow: UnitOfWork, given: PromotionalGrant) -> None:
        player_grants = sorted([*self.grants.get(given.account, ()), given], key=lambda one: (one.ends_at, one.id))
        uow.uses(given.account)
        uow.set_cached(self.grants, given.account, tuple(player_grants))

    def has_expired_grants(self, at: int) -> bool:
        """Return whether an expired grant still has a balance."""
        known = [grant for player_grants in list(self.grants.values()) for grant in player_grants]
        return any(one.ends_at <= at and self.committed_balances.get(one.purse, 0) > 0 for one in known)

    def expire_due_grants(self, uow: UnitOfWork) -> list[PromotionalGrant]:
        """Move the chips of expired grants back to the house, and return these grants.

        Grants that expired more than a day ago are removed from memory: after a day, none of their chips are on a
        layout.
        """
        ended = expire_grants(uow)
        for account, player_grants in list(self.grants.items()):
            left = tuple(one for one in player_grants if one.ends_at > uow.at - DAY_MS)
            if left != player_grants:
                uow.set_cached(self.grants, account, left)
        return ended

    # Actions of the system itself

    def hold_all_job(self, reason: str) -> Job:
        """Return a job that places a hold on all open tables and voids their rounds, after a fault. [R30, R57]"""

        def run(uow: UnitOfWork) -> None:
            for state in list(self.tables.values()):
                if not self.runs(state.name):
                    continue
                if state.phase is not Phase.CLOSED and not any(hold.reason == reason for hold in state.holds):
                    decided = void_for_fault(state, self._context(uow, state, SYSTEM), reason)
                    self._record(uow, state, decided, "fault", SYSTEM, None)

        return run

    def next_timers(self) -> dict[str, int]:
        """Return the time of the next timer of each table, in milliseconds since the epoch."""
        times = {name: next_timer_at(state) for name, state in list(self.tables.items())}
        return {name: at for name, at in times.items() if at is not None}

    def next_timer_of(self, table: str) -> int | None:
        return next_timer_at(self.committed_tables[table][1]) if table in self.committed_tables else None

    def run_timers(self, table: str) -> CommandReply:
        return self.execute(table, RunTimers())

    def create_table(self, name: str, settings: TableSettings) -> CommandReply:
        """Create a table in this thread, commit it, and return the reply."""
        reply = self.writer.run(lambda uow: self.create_table_in(uow, name, settings))
        assert isinstance(reply, Accepted | Refused)
        return reply

    def create_table_in(
        self, uow: UnitOfWork, name: str, settings: TableSettings, *, by: str = "system", key: str | None = None
    ) -> CommandReply:
        """Create a table with its first settings and the meters of its game.

        The name of a table is fixed, because it is part of the name of its log stream.
        """
        if name in self.tables:
            return Refused("table/exists", f"There is a table {name} already.")
        if self.owned is not None:
            uow.set_cached(self.owned, TABLE + name, 1)
        settings = settings_for_setup(settings)
        if refusal := refuse_settings(settings, demonstration=self.policy.demonstration):
            return refusal
        if refusal := refuse_unposted_increment(all_meters(uow), name, settings):
            return refusal
        created = TableCreated(name=name, demonstration=self.policy.demonstration)
        rules = game_rules(settings)
        changed = SettingsChanged(
            version=1, settings=settings, digest=rules.rulebook.digest, must_intervene=rules.must_intervene
        )
        self._prepare(uow, name, settings)
        events = [json_of(created), json_of(changed)]
        record = uow.append_record(TABLE + name, actor=by, command="create-table", events=events, key=key)
        uow.set_cached(self.tables, name, changed.apply(created.apply(TableState(name))))
        return Accepted.of(record)

    def _prepare(self, uow: UnitOfWork, name: str, settings: TableSettings) -> None:
        """Archive the rulebook of a table's new settings, and create the meters that it needs."""
        archive_rulebook(uow, game_rules(settings).rulebook)
        self._meters_of(uow, name, settings)

    def _meters_of(self, uow: UnitOfWork, name: str, settings: TableSettings) -> None:
        """Create a meter for each progressive that has no house meter, starting at the rulebook's seed."""
        there = {meter.id for meter in all_meters(uow)}
        for meter in game_rules(settings).meters:
            linked = settings.house_meter(name, meter.id)
            if linked not in there:
                parameters = MeterParameters(meter.seed, meter.contribution)
                made = create_meter(uow, meter=linked, title=linked, parameters=parameters, by="system")
                if isinstance(made, Refused):
                    raise BadInput.at(f"meter {linked}", made.message)
                self.cache_meter(uow, made)

    def cache_meter(self, uow: UnitOfWork, meter: HouseMeter) -> None:
        """Update the cached status and ceiling of a meter."""
        uow.uses(meter.account)
        uow.set_cached(self.meter_status, meter.id, meter.status)
        uow.set_cached(self.meter_ceilings, meter.id, meter.parameters.ceiling_cents)

    def accept_rules(self, name: str) -> CommandReply:
        """Change a table to the current content of its rulebook, as a new version of its settings."""
        return self.execute(name, ChangeSettings(settings=self.tables[name].settings))

    def resume_clocks(self) -> None:
        """Move all deadlines by the time the server was down, so that no player loses time."""
        self.writer.run(self.shift_deadlines_job(None, "the server was stopped"))

    def shift_deadlines_job(self, since: int | None, reason: str, tables: Collection[str] | None = None) -> Job:
        """Return a job that moves the deadlines of all running tables, or of these, by the time since `since`.

        `since` is in milliseconds since the epoch; None means since the last record of each table. If the clock was set
        back and now is before the last record, deadlines move back too.
        """

        def run(uow: UnitOfWork) -> None:
            for name, state in list(self.tables.items()):
                if not state.is_running or not self.runs(name) or (tables is not None and name not in tables):
                    continue
                began = self._last_at(TABLE + name) if since is None else since
                events = (
                    TablePaused(at=min(began, uow.at), reason=reason),
                    TableResumed(stood_ms=uow.at - began),
                )
                uow.append_record(
                    TABLE + name, actor="system", command="restart", events=[json_of(one) for one in events]
                )
                uow.set_cached(self.tables, name, apply_all(state, events))

        return run

    def _last_at(self, stream: str) -> int:
        head = self.ledger.heads[stream][0]
        return next(iter(self.store.records(stream, after=head - 1))).at

    def last_record_at(self) -> int:
        """Return the time of the newest record of all streams, in milliseconds since the epoch."""
        return max(map(self._last_at, self.ledger.heads), default=0)

    # Queries

    def records(self, table: str, after: int = 0, limit: int | None = None) -> Iterator[Record]:
        """Yield the records of a table with face-down cards decrypted, for view builders that filter by viewer."""
        return RecordUnsealer(self.keys.decrypt).records(self.store.records(TABLE + table, after, limit))

    def find(self, actor: str, key: str) -> Record | None:
        """Return the record of this actor's command with this idempotency key, with face-down cards decrypted."""
        found = self.store.find(actor, key)
        return found and next(RecordUnsealer(self.keys.decrypt).records([found]))

    def query(self, statement: Select[Any]) -> list[Any]:
        with self.store.read() as connection:
            return list(connection.execute(statement).all())

    def run_read(self, query: Callable[[ConnectionReader], V]) -> V:
        """Run a query function with a reader for one snapshot of the database."""
        with self.store.read() as connection:
            return query(ConnectionReader(connection))

    def archived_round(self, round_id: str) -> Mapping[str, Any] | None:
        """Return the archived JSON of a past round, or None if there is no such round."""
        rows = self.query(select(rounds.c.body).where(rounds.c.id == round_id))
        return json.loads(rows[0].body) if rows else None

    def meter_cents(self) -> dict[str, int]:
        """Return the cents on each running meter; wagers on any other meter are closed. [R47, R51]"""
        running = [name for name, status in list(self.meter_status.items()) if status == "running"]
        return {name: self.committed_balances.get(meter_account(name), 0) for name in running}

    def tables_showing(self, meters: Collection[str]) -> set[str]:
        """Return the tables that display one of these meters. [R47]"""
        if not meters:
            return set()
        shown = [state for _, state in list(self.committed_tables.values())]
        return {state.name for state in shown if not state.meter_names.isdisjoint(meters)}

    def has_money_in_play(self, account: str) -> bool:
        """Return whether money of this account is in play at any table. [R45]"""
        return any(state.has_money_in_play(account) for state in list(self.tables.values()))


def is_betting_boundary(decided: CommandEffect | Refused) -> bool:
    """Return whether a command opened or closed betting.

    At these moments the random source is tested although nothing is drawn: before wagers are placed and before the
    first card. [R6, R9]
    """
    return isinstance(decided, CommandEffect) and any(
        isinstance(event, BetsOpened | BetsClosed) for event in decided.events
    )


def replace_contents(memory: dict[K, V], by: Mapping[K, V]) -> None:
    """Make a dictionary equal to `by` without emptying it first, because other threads read it."""
    memory.update(by)
    for key in memory.keys() - by.keys():
        del memory[key]


def group_by_player(given: Collection[PromotionalGrant]) -> dict[str, tuple[PromotionalGrant, ...]]:
    found: dict[str, list[PromotionalGrant]] = {}
    for grant in given:
        found.setdefault(grant.account, []).append(grant)
    return {account: tuple(player_grants) for account, player_grants in found.items()}


def archived_round_row(uow: UnitOfWork, table: str, name: str) -> Mapping[str, Any] | None:
    rows = uow.query(select(rounds.c.body).where(rounds.c.id == name, rounds.c.table_name == table))
    return json.loads(rows[0].body) if rows else None


def reply_for_duplicate(
    house: House, error: BaseException, table: str, actor: Actor, order: Command, key: str | None
) -> CommandReply:
    """Return the reply of the first execution, if the error is that the database already has this command's record.

    Any other error is raised again.
    """
    if isinstance(error, DuplicateRecordError) and key is not None:
        earlier = house.find(actor.id, key)
        if earlier is not None:
            return house.repeat_reply(earlier, table, order)
    raise error
