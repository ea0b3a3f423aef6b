"""Sums of the ledger and events of the log for a period, from which all reports are built; and the trial balance."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, and_, func, or_, select

from croupier.cage.reading import Reader
from croupier.errors import BadInput
from croupier.store.old_event_kinds import with_current_kinds, with_old_kinds
from croupier.store.schema import accounts, archived, records, transfers

PAGE = 500
TABLE = "table/"


@dataclass(frozen=True)
class Period:
    """Time from `since` up to but not including `until`, in milliseconds since 1970 UTC."""

    since: int
    until: int

    def holds(self, column: ColumnElement[Any]) -> ColumnElement[bool]:
        return and_(column >= self.since, column < self.until)


class MoneyFlow(NamedTuple):
    """Key by which transfers are added up: stream and command of the log, kinds of debited and credited account."""

    stream: str
    command: str
    debit: str
    credit: str


class MoneyFlows:
    """Sums and counts of all transfers of a period, by stream, command and kinds of accounts."""

    def __init__(self, cents: dict[MoneyFlow, int], moves: dict[MoneyFlow, int]) -> None:
        self._cents = cents
        self._moves = moves

    @property
    def tables(self) -> set[str]:
        """Names of the tables that moved money in the period."""
        return {flow.stream.removeprefix(TABLE) for flow in self._cents if flow.stream.startswith(TABLE)}

    def cents(
        self, debit: str | None = None, credit: str | None = None, *, stream: str = "", commands: Sequence[str] = ()
    ) -> int:
        """Return the cents that moved from accounts of kind `debit` to accounts of kind `credit`.

        An argument that is None or empty matches everything.
        """
        return sum(self._cents[flow] for flow in self._of(debit, credit, stream, commands))

    def moves(self, debit: str, credit: str, *, commands: Sequence[str] = ()) -> int:
        """Return the number of transfers from accounts of kind `debit` to accounts of kind `credit`."""
        return sum(self._moves[flow] for flow in self._of(debit, credit, "", commands))

    def net_to(self, kind: str, *, stream: str = "") -> int:
        """Return the cents that accounts of this kind received, less the cents that they paid."""
        return self.cents(credit=kind, stream=stream) - self.cents(debit=kind, stream=stream)

    def _of(self, debit: str | None, credit: str | None, stream: str, commands: Sequence[str]) -> Iterator[MoneyFlow]:
        for flow in self._cents:
            is_wanted = flow.debit == (debit or flow.debit) and flow.credit == (credit or flow.credit)
            if is_wanted and flow.stream == (stream or flow.stream) and (not commands or flow.command in commands):
                yield flow


def flows(reader: Reader, period: Period) -> MoneyFlows:
    """Return the sums of the transfers of a period; the database adds them up."""
    debited, credited = accounts.alias("debited"), accounts.alias("credited")
    grouping = (records.c.stream, records.c.command, debited.c.kind, credited.c.kind)
    joined = (
        records.join(transfers, and_(transfers.c.stream == records.c.stream, transfers.c.seq == records.c.seq))
        .join(debited, debited.c.name == transfers.c.debit)
        .join(credited, credited.c.name == transfers.c.credit)
    )
    sums = select(*grouping, func.sum(transfers.c.cents), func.count()).select_from(joined)
    rows = reader.query(sums.where(period.holds(records.c.at)).group_by(*grouping))
    found = [(MoneyFlow(*row[:4]), int(row[4]), int(row[5])) for row in rows]
    return MoneyFlows({flow: cents for flow, cents, _ in found}, {flow: moves for flow, _, moves in found})


class LoggedEvent(NamedTuple):
    """One event of the log, with the name of its stream."""

    stream: str
    event: dict[str, Any]

    @property
    def table(self) -> str:
        return self.stream.removeprefix(TABLE)


def events_of(
    reader: Reader, period: Period, kinds: Sequence[str], *, stream: str | None = None
) -> Iterator[LoggedEvent]:
    """Yield the period's events of these kinds, by stream and record number; the log is read in pages.

    Raise `BadInput` for a period from which records are archived: their events are not in the database.
    """
    _require_unarchived(reader, period)
    named = or_(*(records.c.body.contains(f'"kind":"{kind}"', autoescape=True) for kind in with_old_kinds(kinds)))
    wanted = select(records.c.stream, records.c.seq, records.c.body).where(period.holds(records.c.at), named)
    if stream is not None:
        wanted = wanted.where(records.c.stream == stream)
    last: tuple[str, int] = ("", 0)
    page: Sequence[Any] = [None] * PAGE
    while len(page) == PAGE:
        page = reader.query(_after(wanted, *last).limit(PAGE))
        for at_stream, seq, body in page:
            last = (at_stream, seq)
            events = with_current_kinds(json.loads(body)["events"])
            yield from (LoggedEvent(at_stream, event) for event in events if event.get("kind") in kinds)


def _require_unarchived(reader: Reader, period: Period) -> None:
    last = and_(records.c.stream == archived.c.stream, records.c.seq == archived.c.seq)
    ((at,),) = reader.query(select(func.max(records.c.at)).select_from(archived.join(records, last)))
    if at is not None and at >= period.since:
        raise BadInput.at("period", "begins before records that are archived; choose a later beginning")


def _after(wanted: Any, stream: str, seq: int) -> Any:
    beyond = or_(records.c.stream > stream, and_(records.c.stream == stream, records.c.seq > seq))
    return wanted.where(beyond).order_by(records.c.stream, records.c.seq)


def trial_balance(reader: Reader, *, recount: bool = False) -> dict[str, Any]:
    """Return the balances of all accounts, by kind and by account, and whether they sum to zero.

    With `recount`, all transfers of the ledger are added up again, and accounts with another balance are listed.
    """
    rows = reader.query(select(accounts.c.name, accounts.c.kind, accounts.c.balance).order_by(accounts.c.name))
    kinds: Counter[str] = Counter()
    for _, kind, balance in rows:
        kinds[kind] += balance
    report = {
        "accounts": [{"account": name, "kind": kind, "cents": balance} for name, kind, balance in rows],
        "kinds": [{"kind": kind, "cents": cents} for kind, cents in sorted(kinds.items())],
        "total_cents": sum(kinds.values()),
    }
    if recount:
        report["differs"] = _differences({name: balance for name, _, balance in rows}, _recounted(reader))
    return report


def _recounted(reader: Reader) -> Counter[str]:
    """Return every account's balance as recounted from the transfers."""
    total: Counter[str] = Counter()
    for column, sign in ((transfers.c.credit, 1), (transfers.c.debit, -1)):
        for name, cents in reader.query(select(column, func.sum(transfers.c.cents)).group_by(column)):
            total[name] += sign * int(cents)
    return total


def _differences(balances: dict[str, int], counted: Counter[str]) -> list[dict[str, Any]]:
    return [
        {"account": name, "balance_cents": balances.get(name, 0), "ledger_cents": counted[name]}
        for name in sorted(balances.keys() | counted.keys())
        if balances.get(name, 0) != counted[name]
    ]
