"""Progressive meters: jackpots that tables contribute to, and their setup and manual changes by people (R47 to R51).

The amount of a meter is the balance of its account, so it survives a crash. Its parameters change only while its link
is stopped, and every change of its amount is recorded with person and reason: a contribution, a seed, an adjustment, a
prize.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any

from sqlalchemy import insert, select, update

from croupier.cage.entry_checks import amount_refusal, reason_refusal
from croupier.cage.reading import Reader
from croupier.cage.shifts import HOUSE
from croupier.errors import Refused
from croupier.money.cents import format_dollars
from croupier.store.ledger_accounts import ADJUST, SEED, AccountName
from croupier.store.ledger_accounts import meter as meter_account
from croupier.store.record import Transfer
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


METER_ID = re.compile(r"[a-z0-9][a-z0-9/-]{0,119}")
"""Pattern of a meter id; the id may consist of a table's name and the rulebook's meter id, such as `royal-9/both`."""
TITLE_MOST = 120
CONTROLLER = "9 NYCRR 5321.18(b)(4)"


def refuse_new_meter(meter: str, title: str, parameters: MeterParameters) -> Refused | None:
    """Return why a meter cannot have this id, title or parameters, or None."""
    if not METER_ID.fullmatch(meter):
        return Refused("meter/name", "A meter's name is up to 120 lower-case letters, digits, hyphens and strokes.")
    if not title.strip() or not title.isprintable() or len(title) > TITLE_MOST:
        return Refused("meter/title", f"A meter needs a title of up to {TITLE_MOST} characters.")
    return _parameters_refusal(parameters, parameters.seed_cents)


def create_meter(
    uow: UnitOfWork, *, meter: str, title: str, parameters: MeterParameters, by: str, key: str | None = None
) -> HouseMeter | Refused:
    """Create a progressive meter with its seed amount, and start it."""
    if refused := refuse_new_meter(meter, title, parameters):
        return refused
    if find_meter(uow, meter) or uow.balance(meter_account(meter)):
        return Refused("meter/exists", f"There is a meter {meter} already.")
    new = HouseMeter(meter, title, parameters, parameters.seed_cents, LinkStatus.RUNNING.value, 0, uow.at)
    uow.write(insert(meters), new.row())
    lines = [Transfer(SEED, new.account, parameters.seed_cents)] if parameters.seed_cents else []
    event = {"kind": "meter-created", "meter": meter, "title": title, **parameters.posted()}
    uow.append_record(HOUSE, actor=by, command="create-meter", events=[event], transfers=lines, key=key)
    uow.note_significant_event(
        "meter/created", f"The meter {title} was set up at {format_dollars(new.base_cents)}.", actor=by
    )
    return new


def change_meter(
    uow: UnitOfWork,
    *,
    meter: str,
    parameters: MeterParameters,
    by: str,
    reason: str,
    in_use: Sequence[str] = (),
    key: str | None = None,
) -> HouseMeter | Refused:
    """Change the parameters of a stopped meter; refuse while a round that feeds the meter is in progress. (R49)

    `in_use` has the tables with a round in progress that feeds this meter.
    """
    found = _find_for_change(uow, meter, reason)
    if isinstance(found, Refused):
        return found
    if found.is_running:
        message = f"{found.title} is running; stop its link before changing how it works."
        return Refused("meter/running", message, (CONTROLLER,))
    if in_use:
        message = f"A round on {found.title} is in progress at {', '.join(in_use)}; wait until it is settled."
        return Refused("meter/in_use", message, (CONTROLLER,))
    if refused := _parameters_refusal(parameters, uow.balance(found.account)):
        return refused
    changed = replace(found, parameters=parameters, updated_at=uow.at)
    event = {"was": found.parameters.posted(), "now": parameters.posted(), "reason": reason}
    _record_change(uow, changed, "meter-changed", event, by=by, command="change-meter", key=key)
    uow.note_significant_event("meter/changed", f"{found.title} was set up differently: {reason}", actor=by)
    return changed


def adjust_meter(
    uow: UnitOfWork, *, meter: str, cents: int, by: str, reason: str, key: str | None = None
) -> HouseMeter | Refused:
    """Raise a meter by `cents`, or lower it if negative, and record the reason. (R49)"""
    found = _find_for_change(uow, meter, reason)
    if isinstance(found, Refused):
        return found
    if refused := amount_refusal(abs(cents)):
        return refused
    before = uow.balance(found.account)
    if before + cents < 0:
        message = f"{found.title} stands at {format_dollars(before)} and cannot fall by {format_dollars(-cents)}."
        return Refused("meter/not_enough", message)
    if refused := _ceiling_refusal(found.parameters.ceiling_cents, before + cents):
        return refused
    line = Transfer(ADJUST, found.account, cents) if cents > 0 else Transfer(found.account, ADJUST, -cents)
    changed = replace(found, updated_at=uow.at)
    event = {"cents": cents, "before_cents": before, "after_cents": before + cents, "reason": reason}
    _record_change(uow, changed, "meter-adjusted", event, [line], by=by, command="adjust-meter", key=key)
    message = f"{found.title} went from {format_dollars(before)} to {format_dollars(before + cents)}: {reason}"
    uow.note_significant_event("meter/adjusted", message, actor=by)
    return changed


def stop_meter(uow: UnitOfWork, *, meter: str, by: str, reason: str, key: str | None = None) -> HouseMeter | Refused:
    """Stop a progressive meter, which closes its wager at every table. [9 NYCRR 5321.18(b)(3)(i)]"""
    return _switch(uow, meter, LinkStatus.STOPPED, by, reason, key)


def start_meter(uow: UnitOfWork, *, meter: str, by: str, reason: str, key: str | None = None) -> HouseMeter | Refused:
    """Restart a stopped progressive meter; its amount does not change."""
    return _switch(uow, meter, LinkStatus.RUNNING, by, reason, key)


def _switch(uow: UnitOfWork, meter: str, to: LinkStatus, by: str, reason: str, key: str | None) -> HouseMeter | Refused:
    found = _find_for_change(uow, meter, reason)
    if isinstance(found, Refused):
        return found
    if found.status == to.value:
        code = "meter/running" if to is LinkStatus.RUNNING else "meter/stopped"
        return Refused(code, f"{found.title} is {to.value} already.")
    changed = replace(found, status=to.value, updated_at=uow.at)
    verb = "start" if to is LinkStatus.RUNNING else "stop"
    done = "started" if to is LinkStatus.RUNNING else "stopped"
    _record_change(uow, changed, f"meter-{done}", {"reason": reason}, by=by, command=f"{verb}-meter", key=key)
    uow.note_significant_event(f"meter/{done}", f"The link of {found.title} was {done}: {reason}", actor=by)
    return changed


def _find_for_change(uow: UnitOfWork, meter: str, reason: str) -> HouseMeter | Refused:
    if refused := reason_refusal(reason):
        return refused
    return find_meter(uow, meter) or Refused("meter/not_found", "There is no such meter.")


def _parameters_refusal(parameters: MeterParameters, stands_at: int) -> Refused | None:
    if refused := amount_refusal(parameters.seed_cents, least=0):
        return refused
    if not 0 <= parameters.contribution <= 1 or parameters.contribution.denominator > 10**9:
        return Refused("meter/contribution", "A contribution is a share of the stake, from 0 to 1.")
    ceiling = parameters.ceiling_cents
    if ceiling is not None and (refused := amount_refusal(ceiling)):
        return refused
    return _ceiling_refusal(ceiling, max(stands_at, parameters.seed_cents))


def _ceiling_refusal(ceiling: int | None, cents: int) -> Refused | None:
    if ceiling is None or cents <= ceiling:
        return None
    message = f"The ceiling of {format_dollars(ceiling)} would be below the {format_dollars(cents)} that is on show."
    return Refused("meter/ceiling", message, (CONTROLLER, "WAC 230-15-685(3)"))


def _record_change(
    uow: UnitOfWork,
    changed: HouseMeter,
    kind: str,
    facts: dict[str, Any],
    lines: Sequence[Transfer] = (),
    *,
    by: str,
    command: str,
    key: str | None,
) -> None:
    write_meter(uow, changed)
    event = {"kind": kind, "meter": changed.id, **facts}
    uow.append_record(HOUSE, actor=by, command=command, events=[event], transfers=lines, key=key)
