"""All that a house keeps for looking up, made again from the log alone and held against what it has. [R31]

Every table's stream is folded from its first record. Each round that ends must be in the database exactly as the log
tells it, and comes to the same results when its cards are played again; each hand on the roads is one of those rounds.
People, tickets and the rest of the house's own books are in books.py.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from croupier.errors import BadInput, Problem
from croupier.evidence.bundle_replay import BundledRound
from croupier.evidence.log_search import TABLE
from croupier.evidence.row_audit import RowAuditReport, audit_rows
from croupier.house.log_replay import other_kind
from croupier.house.round_store import KeptRounds, rounds_of_no_table
from croupier.play.family import load_family
from croupier.store.record import Record
from croupier.store.store import HOUSE_KIND, Store
from croupier.store.transaction import kind_of
from croupier.table import events as e
from croupier.table.reducer import apply_event
from croupier.table.round_archive import ArchivedRoundJson
from croupier.table.sealing import MARK, Cipher, RecordUnsealer, has_sealed_cards
from croupier.table.settings import TableSettings, game_rules
from croupier.table.state import TableState

Done = Callable[[str, int], None]
"""Told after every record: its stream, and its number."""


@dataclass
class RebuildReport:
    """What was made again from the log, and where the house has something else."""

    tables: int = 0
    rounds: int = 0
    replayed: int = 0
    other_rules: int = 0
    """Rounds of rules that this program no longer has: kept as recorded, but not played again."""
    hands: int = 0
    meters: dict[str, int] = field(default_factory=dict)
    books: RowAuditReport = field(default_factory=RowAuditReport)
    findings: list[Problem] = field(default_factory=list)

    @property
    def is_sound(self) -> bool:
        return not self.findings


def rebuild_all(store: Store, done: Done = lambda _stream, _seq: None, unlock: Cipher | None = None) -> RebuildReport:
    """Make everything again. The chains must have been verified before: see store/log_audit.py.

    `unlock`: by the house's key also the round in play, whose cards still lie face down; without it, all before that.
    """
    found = RebuildReport()
    balances: Counter[str] = Counter()
    for stream in sorted(store.heads()):
        table = TableRebuild(store, stream.removeprefix(TABLE), found) if stream.startswith(TABLE) else None
        for record in _opened(store, stream, unlock, found):
            for debit, credit, cents in record.transfers:
                balances[debit] -= cents
                balances[credit] += cents
            if table is not None and not table.apply_record(record):
                break
            done(stream, record.seq)
        if table is not None:
            table.finish()
    _meters(store, balances, found)
    found.findings += rounds_of_no_table(store)
    found.books = audit_rows(store)
    found.findings += found.books.findings
    return found


def _opened(store: Store, stream: str, unlock: Cipher | None, found: RebuildReport) -> Iterator[Record]:
    """The records of a stream with their cards face up; a card that was opened as another is found here."""
    try:
        yield from RecordUnsealer(unlock).records(store.records(stream))
    except BadInput as bad:
        found.findings += bad.problems


class TableRebuild:
    """One table, folded from its log."""

    def __init__(self, store: Store, name: str, found: RebuildReport) -> None:
        self.store = store
        self.found = found
        self.state = TableState(name)
        self.is_in_play = False
        """The log has come to cards that lie face down, and there is no key: the round in play, with which it ends."""
        self.kept = KeptRounds(store, name, self._play_again)
        self.found_before = len(found.findings)
        found.tables += 1

    def apply_record(self, record: Record) -> bool:
        """One record more; False where the fold cannot go on."""
        self.is_in_play = self.is_in_play or (MARK in record.body and has_sealed_cards(record.events))
        if self.is_in_play:
            return True
        try:
            for event in map(e.event_of, record.events):
                self._event(event, record)
        except Exception as error:
            said = f"{type(error).__name__}: {error}".splitlines()[0][:300]
            self._report(record.name, f"the table cannot be made again from here on: {said}")
            return False
        return True

    def _event(self, event: e.AnyEvent, record: Record) -> None:
        kept = self.kept.follow(self.state, event)
        self.state = apply_event(self.state, event)
        if kept is None:
            return
        self._roads(json.loads(json.dumps(kept)), record)
        if isinstance(event, e.RoundSettled):
            self._meters(event, record)

    def finish(self) -> None:
        """The stream is at its end: what is kept must be there, and nothing more."""
        is_whole = len(self.found.findings) == self.found_before
        self.kept.finish(self.state.rounds if is_whole else None)
        self.found.rounds += self.kept.compared
        self.found.findings += self.kept.findings
        self.found.findings += other_kind(self.state, self.store.key_value(HOUSE_KIND))

    def _play_again(self, made: ArchivedRoundJson) -> None:
        """By the rules it was played under, where this program still has them."""
        kept: ArchivedRoundJson = json.loads(json.dumps(made))
        house = game_rules(TableSettings.model_validate(kept["settings"]))
        if not house.book.is_the_book(kept["digest"]):
            self.found.other_rules += 1
            return
        self.found.replayed += 1
        for difference in BundledRound(kept, house).differences():
            self._report(f"round {kept['id']}", difference)

    def _roads(self, kept: ArchivedRoundJson, record: Record) -> None:
        """The hand on the roads is the one that was settled."""
        if kept["status"] == "void" or not kept["hand_in_shoe"]:
            return
        shoe, hand = kept["hand_in_shoe"]
        trend = self.state.trends.shoe(shoe)
        if trend is None:
            return
        self.found.hands += kept["status"] == "settled"
        drawn = trend.hands[hand - 1] if hand <= len(trend.hands) else None
        if drawn is None or drawn.outcome != load_family(drawn.family).history.kept(kept["cards"], kept["facts"]):
            self._report(record.name, f"hand {hand} of shoe {shoe} is drawn otherwise on the roads than it was settled")

    def _meters(self, event: e.RoundSettled, record: Record) -> None:
        """What a round says its meters went from and to is what its record moved."""
        moved: Counter[str] = Counter()
        for debit, credit, cents in record.transfers:
            moved[debit] -= cents
            moved[credit] += cents
        for meter, stood in event.meters.items():
            name = self.state.settings.house_meter(self.state.name, meter)
            change = moved[f"meter:{name}"] + moved[f"overflow:{name}"]
            if change != stood["after"] - stood["before"]:
                said = f"went from {stood['before']} to {stood['after']} cents; the record moved {change}"
                self._report(record.name, f"meter {name} {said}")

    def _report(self, where: str, what: str) -> None:
        self.found.findings.append(Problem(where, what))


def _meters(store: Store, balances: Mapping[str, int], found: RebuildReport) -> None:
    """What every meter stands at, from the log, against its account."""
    shown = store.balances()
    for account in sorted(name for name in {*balances, *shown} if kind_of(name) == "meter"):
        cents = balances.get(account, 0)
        found.meters[account.removeprefix("meter:")] = cents
        if cents != shown.get(account, 0):
            said = f"stands at {shown.get(account, 0)} cents, and the log makes it {cents}"
            found.findings.append(Problem(account, said))
