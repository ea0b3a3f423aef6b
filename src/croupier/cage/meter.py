"""House meters: progressive jackpots that one or several tables contribute to (R47 to R51).

The amount of a meter is the balance of its account, so it survives a crash. Its parameters change only while its link
is stopped, and every change of its amount is recorded: a contribution, a seed, an adjustment with its reason, a prize.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any

from sqlalchemy import select, update

from croupier.cage.reading import Reader
from croupier.store.ledger_accounts import AccountName
from croupier.store.ledger_accounts import meter as meter_account
from croupier.store.schema import meters
from croupier.store.unit_of_work import UnitOfWork

PLAIN = ("id", "title", "base_cents", "status", "hits", "updated_at")
"""Fields that have the same name and value in a meter's database row and in `HouseMeter`."""


class LinkStatus(StrEnum):
    """Status of the link between a meter and its tables; while it is stopped, the meter's wager is closed (R51)."""

    RUNNING = "running"
    STOPPED = "stopped"


@dataclass(frozen=True)
class MeterParameters:
    """Posted parameters of a meter: its seed, the contribution of each stake, and its ceiling."""

    seed_cents: int
    """Cents that the house adds whenever the meter restarts."""
    contribution: Fraction
    """Fraction of each stake on the meter's wager that is added to the meter."""
    ceiling_cents: int | None = None
    """Cents that the meter does not exceed; further contributions are saved for its next start. None for no ceiling."""

    def posted(self) -> dict[str, Any]:
        """Return the parameters as a dictionary, as the log and the database store them."""
        return {**asdict(self), "contribution": str(self.contribution)}


@dataclass(frozen=True)
class HouseMeter:
    """One meter with its parameters and status; the amount on it is the balance of its account."""

    id: str
    title: str
    parameters: MeterParameters
    base_cents: int
    """Amount in cents from which the meter started last."""
    status: str
    hits: int
    updated_at: int

    @property
    def account(self) -> AccountName:
        return meter_account(self.id)

    @property
    def is_running(self) -> bool:
        return self.status == LinkStatus.RUNNING.value

    def row(self) -> dict[str, Any]:
        return {**{name: getattr(self, name) for name in PLAIN}, **self.parameters.posted()}


def find_meter(reader: Reader, meter: str) -> HouseMeter | None:
    rows = reader.query(select(meters).where(meters.c.id == meter))
    return meter_from_row(rows[0]._mapping) if rows else None


def all_meters(reader: Reader) -> list[HouseMeter]:
    return [meter_from_row(row._mapping) for row in reader.query(select(meters).order_by(meters.c.id))]


def meter_from_row(row: Mapping[Any, Any]) -> HouseMeter:
    parameters = MeterParameters(row["seed_cents"], Fraction(row["contribution"]), row["ceiling_cents"])
    return HouseMeter(parameters=parameters, **{name: row[name] for name in PLAIN})


def record_hit(uow: UnitOfWork, *, meter: str, restarted_at_cents: int | None) -> None:
    """Count one more win of a meter in the database.

    `restarted_at_cents` is the amount that the meter starts from again, if the whole meter was won; None if only a
    part.
    """
    found = find_meter(uow, meter)
    if found is None:
        return
    base = found.base_cents if restarted_at_cents is None else restarted_at_cents
    write_meter(uow, replace(found, hits=found.hits + 1, base_cents=base, updated_at=uow.at))


def write_meter(uow: UnitOfWork, changed: HouseMeter) -> None:
    uow.write(update(meters).where(meters.c.id == changed.id), changed.row())
