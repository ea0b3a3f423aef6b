"""How a table is set up: its game, its mode, its clocks. Changed only between rounds, under a new version number."""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from croupier.errors import BadInput, Refused
from croupier.money.collection import NoSchedule, Schedule
from croupier.play.family import family_of
from croupier.play.library import load
from croupier.rulebook.house_rules import HouseRules, under_schedule
from croupier.rulebook.rulebook import Rulebook
from croupier.table.rotation_pack_file import pack_named

Seconds = Annotated[int, Field(ge=1, le=600)]
Milliseconds = Annotated[int, Field(ge=0, le=60_000)]
TableName = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$")]


class Mode(StrEnum):
    """Where the cards come from."""

    AUTOMATED = "automated"
    """The house's generator."""
    DEALER_ASSIST = "dealer-assist"
    """A smart shoe, or the dealer's keys."""


class TableSettings(BaseModel):
    """Everything about a table that a supervisor may choose."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    rulebook: str
    options: dict[str, Any] = {}
    mode: Mode = Mode.DEALER_ASSIST
    schedule: int | str | None = None
    """The collection schedule in force, by number or id: a player-dealer game that has any does not run without."""
    rotation: str = "two-hands"
    """The rotation rules of a player-dealer table."""
    betting_seconds: Seconds = 20
    decision_seconds: Seconds = 15
    offer_seconds: Seconds = 20
    card_ms: Milliseconds = 900
    """Between two cards of the generator."""
    result_ms: Milliseconds = 4000
    """How long a result stands before the next bets open by themselves."""
    meters: dict[str, str] = {}
    """Which house meter stands behind each meter of the rulebook; several tables may share one."""

    def house_meter(self, table: str, meter: str) -> str:
        """The house meter behind a meter of the rulebook; the table's own where none is named."""
        return self.meters.get(meter, f"{table}-{meter}")


KNOWN_MOST = 512
_KNOWN: dict[int, tuple[TableSettings, Rulebook, HouseRules]] = {}
"""The rules of settings by their identity: a table asks for them a dozen times a command."""


@lru_cache(maxsize=256)
def _rules(rulebook: str, options: str, mode: Mode, schedule: int | str | None = None) -> HouseRules:
    return table_rules(load(rulebook), json.loads(options), mode, schedule)


def table_rules(
    book: Rulebook, options: Mapping[str, Any], mode: Mode, schedule: int | str | None = None
) -> HouseRules:
    """The house rules of a table: where a rulebook asks how the cards are dealt, the table's mode is the answer; where
    it asks which schedule's stakes are played for, the one in force is."""
    asks = "mode" in book.written.options and "mode" not in options
    return under_schedule(book, {**options, "mode": mode.value} if asks else options, schedule)


def house_rules(settings: TableSettings) -> HouseRules:
    """The rulebook with the table's options; raises `BadInput` where they cannot be used."""
    known = _KNOWN.get(id(settings))
    if known is not None and known[0] is settings and known[1] is load(settings.rulebook):
        return known[2]
    options = json.dumps(settings.options, sort_keys=True)
    house = _rules(settings.rulebook, options, settings.mode, settings.schedule)
    if len(_KNOWN) >= KNOWN_MOST:
        _KNOWN.clear()
    _KNOWN[id(settings)] = settings, house.book, house
    return house


def schedule_of(settings: TableSettings) -> Schedule | None:
    """The collection schedule in force."""
    return None if settings.schedule is None else house_rules(settings).schedule(settings.schedule)


def modes_allowed(house: HouseRules) -> frozenset[Mode]:
    """What the document allows: cards from a generator only where it says so; a live dealer's cards can be read."""
    written = house.book.written.modes
    allowed = {Mode.AUTOMATED} if "automated" in written else set()
    if "live" in written or "dealer-assist" in written:
        allowed.add(Mode.DEALER_ASSIST)
    return frozenset(allowed)


def refusal_of(settings: TableSettings, *, demonstration: bool) -> Refused | None:
    """Why a table cannot be run so; None when it can."""
    try:
        house = house_rules(settings)
        schedule = schedule_of(settings)
        pack_named(settings.rotation)
    except BadInput as bad:
        return Refused("settings/rulebook", f"{str(bad).rstrip('.')}.")
    except NoSchedule as none:
        return Refused("settings/schedule", f"{str(none)[:1].upper()}{str(none)[1:]}.")
    if not demonstration and settings.mode not in modes_allowed(house):
        said = f"{house.book.title} is not dealt {settings.mode.value} under {house.book.written.house} rules"
        return Refused(
            "settings/mode",
            f"{said}; it may run {_named(modes_allowed(house))}.",
            (house.book.cite(house.book.written.cite),),
        )
    if schedule is None and house.schedules:
        return _no_collection(house)
    stakes = family_of(house).table_stakes
    if stakes is not None and (wrong := stakes.wrong(house)):
        return Refused("settings/options", f"{wrong.where}: {wrong.message}.", (wrong.cite,) if wrong.cite else ())
    if schedule is not None and house.book.written.banking == "house":
        return Refused("settings/schedule", f"{house.book.title} is banked by the house and takes no collection.")
    if schedule is not None and (closed := _closed_by(house, schedule)):
        return Refused("settings/schedule", f"{schedule.id} leaves no amount that may be bet on {closed}.")
    if unknown := set(settings.meters) - {meter.id for meter in house.meters}:
        return Refused("settings/meters", f"{house.book.title} has no meter {', '.join(sorted(unknown))}.")
    return None


def _no_collection(house: HouseRules) -> Refused:
    """A fee is taken before the cards are dealt: a table whose fee nobody has named does not run. [004 L3060, L3464]"""
    collection = house.book.written.collection
    assert collection is not None
    first, last = house.schedules[0].id, house.schedules[-1].id
    said = f"{house.book.title} takes a collection before the cards are dealt; choose its schedule, {first} to {last}."
    return Refused("settings/schedule", said, (house.book.cite(collection.cite),))


def _closed_by(house: HouseRules, schedule: Schedule) -> str | None:
    """A wager whose least amount under the schedule is over its most."""
    limits = {wager.title: house.limit(wager, schedule) for wager in house.wagers.values()}
    return next((title for title, limit in limits.items() if limit.least > limit.most), None)


def _named(modes: frozenset[Mode]) -> str:
    return " or ".join(sorted(mode.value for mode in modes)) or "in no mode this server knows"
