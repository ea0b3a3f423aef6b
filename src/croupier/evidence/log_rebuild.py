"""Rebuild of all derived data from the log, and comparison with the database. [R31]

Every table's stream is replayed from its first record. Each finished round must be in the database exactly as the log
says, and must give the same results when its cards are played again; each hand on the trend board must be one of those
rounds. People, tickets and other rows are in `row_audit`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from croupier.errors import BadInput, Problem
from croupier.evidence.bundle_replay import BundledRound
from croupier.evidence.log_search import TABLE
from croupier.evidence.row_audit import RowAuditReport, audit_rows
from croupier.house.log_replay import kind_problems
from croupier.house.round_store import RoundComparison, orphan_round_problems
from croupier.play.family import load_family
from croupier.store.ledger_accounts import kind_of, overflow, owner_of
from croupier.store.ledger_accounts import meter as meter_account
from croupier.store.record import Record
from croupier.store.store import HOUSE_KIND, Store, StreamHead
from croupier.table import events as e
from croupier.table.round_archive import ArchivedRoundJson
from croupier.table.sealing import MARK, Cipher, RecordUnsealer, has_sealed_cards
from croupier.table.settings import TableSettings, game_rules
from croupier.table.state import TableState

ProgressCallback = Callable[[str, int], None]
"""Progress callback with the stream and number of each processed record."""


@dataclass
class RebuildReport:
    """Counts of rebuilt data, and the differences from the database."""

    tables: int = 0
    rounds: int = 0
    replayed: int = 0
    other_rules: int = 0
    """Number of rounds under rules that this program no longer has: compared with the log, but not played again."""
    hands: int = 0
    meters: dict[str, int] = field(default_factory=dict)
    row_audit: RowAuditReport = field(default_factory=RowAuditReport)
    findings: list[Problem] = field(default_factory=list)

    @property
    def is_sound(self) -> bool:
        return not self.findings


def rebuild_all(
    store: Store,
    done: ProgressCallback = lambda _stream, _seq: None,
    unlock: Cipher | None = None,
    snapshot_of: Callable[[str], tuple[StreamHead, TableState] | None] = lambda _table: None,
) -> RebuildReport:
    """Rebuild and compare everything; the hash chains must be verified before: see store/log_audit.py.

    `unlock` decrypts face-down cards with the house's key, so that a round in play is included. `snapshot_of` returns
    the last snapshot of a table, which is compared too.
    """
    found = RebuildReport()
    balances: Counter[str] = Counter()
    for stream in sorted(store.heads()):
        name = stream.removeprefix(TABLE)
        table = TableRebuild(store, name, found, snapshot_of(name)) if stream.startswith(TABLE) else None
        for record in _decrypted_records(store, stream, unlock, found):
            for debit, credit, cents in record.transfers:
                balances[debit] -= cents
                balances[credit] += cents
            if table is not None and not table.apply_record(record):
                break
            done(stream, record.seq)
        if table is not None:
            table.finish()
    _meters(store, balances, found)
    found.findings += orphan_round_problems(store)
    found.row_audit = audit_rows(store)
    found.findings += found.row_audit.findings
    return found


def _decrypted_records(store: Store, stream: str, unlock: Cipher | None, found: RebuildReport) -> Iterator[Record]:
    """Yield the records of a stream with their cards decrypted.

    A card that was revealed and is not the one that was encrypted becomes a finding.
    """
    try:
        yield from RecordUnsealer(unlock).records(store.records(stream))
    except BadInput as bad:
        found.findings += bad.problems


class TableRebuild:
    """Rebuild of one table from its stream, which compares every round with the database."""

    def __init__(
        self, store: Store, name: str, found: RebuildReport, snapshot: tuple[StreamHead, TableState] | None = None
    ) -> None:
        self.store = store
        self.snapshot = snapshot
        self.found = found
        self.state = TableState(name)
        self.is_in_play = False
        """Whether the replay has reached cards that it cannot decrypt, which belong to the round in play."""
        self.comparison = RoundComparison(store, name, self._play_again)
        self.found_before = len(found.findings)
        found.tables += 1

    def apply_record(self, record: Record) -> bool:
        """Apply one record; return False if the replay cannot continue."""
        self.is_in_play = self.is_in_play or (MARK in record.body and has_sealed_cards(record.events))
        if self.is_in_play:
            return True
        try:
            for event in map(e.event_of, record.events):
                self._event(event, record)
        except Exception as error:
            message = f"{type(error).__name__}: {error}".splitlines()[0][:300]
            self._report(record.name, f"the table cannot be made again from here on: {message}")
            return False
        if self.snapshot and self.snapshot[0].seq == record.seq and replace(self.snapshot[1], seals=()) != self.state:
            self._report(record.name, "the snapshot of the table after it is not what the log makes of the table")
        return True

    def _event(self, event: e.Event, record: Record) -> None:
        archived = self.comparison.process_event(self.state, event)
        self.state = event.apply(self.state)
        if archived is None:
            return
        self._roads(json.loads(json.dumps(archived)), record)
        if isinstance(event, e.RoundSettled):
            self._meters(event, record)

    def finish(self) -> None:
        """Check, at the end of the stream, that the database has all archived rounds of the log and no others."""
        is_whole = len(self.found.findings) == self.found_before
        self.comparison.finish(self.state.rounds if is_whole else None)
        self.found.rounds += self.comparison.compared
        self.found.findings += self.comparison.findings
        self.found.findings += kind_problems(self.state, self.store.key_value(HOUSE_KIND))

    def _play_again(self, rebuilt: ArchivedRoundJson) -> None:
        """Play an archived round again under its own rules and compare, if this program still has these rules."""
        archived: ArchivedRoundJson = json.loads(json.dumps(rebuilt))
        house = game_rules(TableSettings.model_validate(archived["settings"]))
        if not house.rulebook.matches_digest(archived["digest"]):
            self.found.other_rules += 1
            return
        self.found.replayed += 1
        for difference in BundledRound(archived, house).differences():
            self._report(f"round {archived['id']}", difference)

    def _roads(self, archived: ArchivedRoundJson, record: Record) -> None:
        """Check that the result on the trend board is the result that was settled."""
        if archived["status"] == "void" or not archived["hand_in_shoe"]:
            return
        shoe, hand = archived["hand_in_shoe"]
        trend = self.state.trends.shoe(shoe)
        if trend is None:
            return
        self.found.hands += archived["status"] == "settled"
        drawn = trend.hands[hand - 1] if hand <= len(trend.hands) else None
        if drawn is None or drawn.outcome != load_family(drawn.family).history.entry(
            archived["cards"], archived["facts"]
        ):
            self._report(record.name, f"hand {hand} of shoe {shoe} is drawn otherwise on the roads than it was settled")

    def _meters(self, event: e.RoundSettled, record: Record) -> None:
        """Check that the meter changes in a round's event equal the transfers of its record."""
        moved: Counter[str] = Counter()
        for debit, credit, cents in record.transfers:
            moved[debit] -= cents
            moved[credit] += cents
        for meter, amounts in event.meters.items():
            name = self.state.settings.house_meter(self.state.name, meter)
            change = moved[meter_account(name)] + moved[overflow(name)]
            if change != amounts["after"] - amounts["before"]:
                message = f"went from {amounts['before']} to {amounts['after']} cents; the record moved {change}"
                self._report(record.name, f"meter {name} {message}")

    def _report(self, where: str, what: str) -> None:
        self.found.findings.append(Problem(where, what))


def _meters(store: Store, balances: Mapping[str, int], found: RebuildReport) -> None:
    """Compare the amount of every meter, as the log gives it, with the balance of the meter's account."""
    stored = store.balances()
    for account in sorted(name for name in {*balances, *stored} if kind_of(name) == "meter"):
        cents = balances.get(account, 0)
        found.meters[owner_of(account)] = cents
        if cents != stored.get(account, 0):
            message = f"stands at {stored.get(account, 0)} cents, and the log makes it {cents}"
            found.findings.append(Problem(account, message))
