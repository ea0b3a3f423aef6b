"""Settings of a table: game, dealing mode and timing.

Settings change only between rounds, and every change has a new version number.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, SerializerFunctionWrapHandler, model_serializer

from croupier.errors import BadInput, Refused
from croupier.money.collection import NoSchedule, Schedule
from croupier.play.family import family_of, load_family
from croupier.play.rulebook_library import load
from croupier.rulebook.options import normalize_name
from croupier.rulebook.rulebook import Rulebook
from croupier.rulebook.schema import Step
from croupier.rulebook.table_rules import READ_OPENED, READ_OPTION, TableRules, rules_under_schedule
from croupier.table.rotation_rules_file import rotation_rules

Seconds = Annotated[int, Field(ge=1, le=600)]
Milliseconds = Annotated[int, Field(ge=0, le=60_000)]
TableName = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$")]
Colour = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9 -]{0,23}$")]
USUAL_COLOURS = ("red", "blue")
EVERY_STEP = "all"
"""Value in `required_steps` that stands for every step of the rulebook."""


class DealingMode(StrEnum):
    """Dealing mode of a table: the source of its cards."""

    AUTOMATED = "automated"
    """The system's random generator."""
    DEALER_ASSIST = "dealer-assist"
    """A smart shoe, or cards entered by the dealer."""


ADDED_LATER = ("required_steps", "batches", "approvals", "fee_sheet", "closes_when_ready", "private_to")
"""Settings added in later versions; they are left out of the JSON while empty."""


class RegulatorApproval(BaseModel):
    """Approval by the regulator of an option, as recorded in the table's settings."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    reference: Annotated[str, Field(min_length=1, max_length=80)]
    date: Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}$")]
    entered_by: Annotated[str, Field(max_length=80)] = "configuration"
    """Name of the person who entered the approval; the table sets it and ignores the value in a command."""


class TableSettings(BaseModel):
    """Everything about a table that a supervisor may choose."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    rulebook: str
    options: dict[str, Any] = {}
    mode: DealingMode = DealingMode.DEALER_ASSIST
    schedule: int | str | None = None
    """Collection schedule in effect, by number or id; None for a game without schedules.

    A player-dealer game that has schedules requires one.
    """
    fee_sheet: dict[str, Any] = {}
    """Fee sheet of the card room, for rulebooks without fees; its schedules are room-1, room-2, ..."""
    rotation: str = "two-hands"
    """Name of the rotation rules, for a player-dealer table."""
    betting_seconds: Seconds = 20
    decision_seconds: Seconds = 15
    offer_seconds: Seconds = 20
    card_ms: Milliseconds = 900
    """Time between two cards of the generator, in milliseconds."""
    result_ms: Milliseconds = 4000
    """Time a result stays on display before betting opens automatically, in milliseconds."""
    closes_when_ready: bool = False
    """Whether betting closes before the end of the countdown when every player has said that their bets are made."""
    meters: dict[str, str] = {}
    """House meter for each meter of the rulebook, by name; several tables may share one house meter."""
    required_steps: list[Annotated[str, Field(max_length=40)]] = []
    """Ids of the procedure steps that are required before cards are dealt; `all` for every step."""
    batches: list[Colour] = Field(default=[], max_length=2)
    """Back colours of two batches or decks that alternate; red and blue if empty."""
    private_to: Annotated[str, Field(max_length=40)] = ""
    """Account of the only player who may see and use the table, to try a draft of the Lab; empty for every other table.
    """
    approvals: dict[Annotated[str, Field(max_length=40)], RegulatorApproval] = {}
    """Recorded approvals by the rulebook's approval id."""

    @model_serializer(mode="wrap")
    def _as_written(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Leave out empty settings that were added later, so that rounds archived earlier keep the same JSON."""
        written: dict[str, Any] = write(self)
        return {key: value for key, value in written.items() if value or key not in ADDED_LATER}

    def house_meter(self, table: str, meter: str) -> str:
        """Return the house meter for a meter of the rulebook: the configured one, or the table's own."""
        return self.meters.get(meter, f"{table}-{meter}")


RULES_CACHE_MOST = 512
_RULES_CACHE: dict[int, tuple[TableSettings, Rulebook, TableRules]] = {}
"""Rules by the identity of the settings object; a cache, because a command needs the rules a dozen times."""


@lru_cache(maxsize=256)
def _rules(
    rulebook: str, options: str, mode: DealingMode, schedule: int | str | None = None, fee_sheet: str = "{}"
) -> TableRules:
    return rules_for_mode(load(rulebook), json.loads(options), mode, schedule, json.loads(fee_sheet))


def without_unapproved_options(settings: TableSettings) -> TableSettings:
    """Return the settings with unapproved options switched off, except options that are set explicitly.

    Explicit options stay, so that `refuse_settings` can refuse them with a reason. Settings of an unreadable rulebook
    are returned unchanged and refused later. [003 L134, L149]
    """
    try:
        approvals = load(settings.rulebook).written.approval.values()
    except BadInput:
        return settings
    given = {normalize_name(name) for name in settings.options}
    off = {
        approval.option: approval.without
        for approval in approvals
        if approval.id not in settings.approvals and normalize_name(approval.option) not in given
    }
    return settings.model_copy(update={"options": {**off, **settings.options}}) if off else settings


def settings_for_setup(settings: TableSettings) -> TableSettings:
    """Return the settings for a table that is set up now.

    Unapproved options are off. At a dealer's table, cards dealt face down are read when their hand is opened, unless
    the settings choose that a smart shoe reads them as they are dealt. Tables that were set up before this option
    existed stay unchanged. Times that the settings do not choose are the usual ones of the game.
    """
    settings = without_unapproved_options(settings)
    try:
        written = load(settings.rulebook).written
    except BadInput:
        return settings
    has_option = READ_OPTION in written.options
    stakes = load_family(written.family).table_stakes
    if stakes is not None:
        times = {name: time for name, time in stakes.usual_times.items() if name not in settings.model_fields_set}
        settings = settings.model_copy(update=times)
    given = {normalize_name(name) for name in settings.options}
    if not has_option or settings.mode is not DealingMode.DEALER_ASSIST or normalize_name(READ_OPTION) in given:
        return settings
    return settings.model_copy(update={"options": {**settings.options, READ_OPTION: READ_OPENED}})


def rules_for_mode(
    book: Rulebook,
    options: Mapping[str, Any],
    mode: DealingMode,
    schedule: int | str | None = None,
    fee_sheet: Mapping[str, Any] | None = None,
) -> TableRules:
    """Return the rules for a table: the rulebook with options, dealing mode, schedule and fee sheet.

    If the rulebook has an option `mode` and the settings do not choose it, the table's mode is used.
    """
    sets_mode = "mode" in book.written.options and "mode" not in options
    return rules_under_schedule(book, {**options, "mode": mode.value} if sets_mode else options, schedule, fee_sheet)


def game_rules(settings: TableSettings) -> TableRules:
    """Return the rulebook with the table's options, or raise `BadInput` if they cannot be used."""
    cached = _RULES_CACHE.get(id(settings))
    if cached is not None and cached[0] is settings and cached[1] is load(settings.rulebook):
        return cached[2]
    options = json.dumps(settings.options, sort_keys=True)
    fee_sheet = json.dumps(settings.fee_sheet, sort_keys=True)
    rules = _rules(settings.rulebook, options, settings.mode, settings.schedule, fee_sheet)
    if len(_RULES_CACHE) >= RULES_CACHE_MOST:
        _RULES_CACHE.clear()
    _RULES_CACHE[id(settings)] = settings, rules.rulebook, rules
    return rules


def batch_colours(settings: TableSettings) -> tuple[str, ...]:
    """Return the back colours that alternate at a table. [003 L103-108; 004 L612-614, L2613-2622, L3570-3576]

    With a single batch, return its colour if one is configured.
    """
    if not game_rules(settings).has_two_batches:
        return tuple(settings.batches[:1])
    return tuple(settings.batches) or USUAL_COLOURS


def required_steps(settings: TableSettings) -> dict[str, Step]:
    """Return the steps that are required before cards are dealt, in rulebook order; none where the generator deals."""
    if settings.mode is DealingMode.AUTOMATED:
        return {}
    steps = game_rules(settings).steps
    wanted = steps if EVERY_STEP in settings.required_steps else settings.required_steps
    return {name: step for name, step in steps.items() if name in wanted}


def schedule_of(settings: TableSettings) -> Schedule | None:
    """Return the collection schedule in effect under these settings, or None if there is none."""
    return None if settings.schedule is None else game_rules(settings).schedule(settings.schedule)


def modes_allowed(rules: TableRules) -> frozenset[DealingMode]:
    """Return the dealing modes that the rulebook's document allows.

    The generator deals only where the document allows it; every live game may be dealt with dealer assistance.
    """
    written = rules.rulebook.written.modes
    allowed = {DealingMode.AUTOMATED} if "automated" in written else set()
    if "live" in written or "dealer-assist" in written:
        allowed.add(DealingMode.DEALER_ASSIST)
    return frozenset(allowed)


def refuse_settings(settings: TableSettings, *, demonstration: bool) -> Refused | None:
    """Return why a table cannot run with these settings, or None."""
    try:
        rules = game_rules(settings)
        schedule = schedule_of(settings)
        rotation_rules(settings.rotation)
    except BadInput as bad:
        return Refused("settings/rulebook", f"{str(bad).rstrip('.')}.")
    except NoSchedule as none:
        return Refused("settings/schedule", f"{str(none)[:1].upper()}{str(none)[1:]}.")
    if not demonstration and settings.mode not in modes_allowed(rules):
        message = (
            f"{rules.rulebook.title} is not dealt {settings.mode.value} under {rules.rulebook.written.house} rules"
        )
        return Refused(
            "settings/mode",
            f"{message}; it may run {_modes_text(modes_allowed(rules))}.",
            (rules.rulebook.cite(rules.rulebook.written.cite),),
        )
    if schedule is None and rules.schedules:
        return _missing_schedule(rules)
    stakes = family_of(rules).table_stakes
    if stakes is not None and (wrong := stakes.problem(rules)):
        return Refused("settings/options", f"{wrong.where}: {wrong.message}.", (wrong.cite,) if wrong.cite else ())
    if schedule is not None and rules.rulebook.written.banking == "house":
        return Refused("settings/schedule", f"{rules.rulebook.title} is banked by the house and takes no collection.")
    if schedule is not None and (outside := rules.table_limit_problem(schedule)):
        message = f"{outside.where.removeprefix('options.')} {outside.message}."
        return Refused("settings/options", message, (outside.cite,))
    if schedule is not None and (closed := _wager_with_empty_range(rules, schedule)):
        return Refused("settings/schedule", f"{schedule.id} leaves no amount that may be bet on {closed}.")
    if refusal := _refuse_unapproved(settings, rules) or _refuse_steps(settings, rules):
        return refusal
    if unknown := set(settings.meters) - {meter.id for meter in rules.meters}:
        return Refused("settings/meters", f"{rules.rulebook.title} has no meter {', '.join(sorted(unknown))}.")
    return None


def _refuse_unapproved(settings: TableSettings, rules: TableRules) -> Refused | None:
    """Refuse options that need the regulator's approval while none is recorded. [003 L134, L149]"""
    if unknown := set(settings.approvals) - set(rules.rulebook.written.approval):
        return Refused(
            "settings/approval_required",
            f"{rules.rulebook.title} needs no approval {', '.join(sorted(unknown))}.",
        )
    for approval in rules.rulebook.written.approval.values():
        if approval.id not in settings.approvals and rules.options[approval.option] == approval.value:
            message = f"{approval.title} needs the regulator's approval: record its reference and date first."
            return Refused("settings/approval_required", message, (rules.rulebook.cite(approval.cite),))
    return None


def _refuse_steps(settings: TableSettings, rules: TableRules) -> Refused | None:
    if unknown := set(settings.required_steps) - {EVERY_STEP, *rules.rulebook.written.step}:
        return Refused("settings/unknown_step", f"{rules.rulebook.title} has no step {', '.join(sorted(unknown))}.")
    if rules.has_two_batches and len(settings.batches) == 1:
        return Refused("settings/batches", "Two batches take turns here: give the colours of both.")
    if len(set(settings.batches)) < len(settings.batches):
        return Refused("settings/batches", "The two batches have backs of different colours.")
    return None


def _missing_schedule(rules: TableRules) -> Refused:
    """Return the refusal for a missing schedule: the fee is collected before the cards are dealt. [004 L3060, L3464]"""
    collection = rules.rulebook.written.collection
    assert collection is not None
    first, last = rules.schedules[0].id, rules.schedules[-1].id
    message = (
        f"{rules.rulebook.title} takes a collection before the cards are dealt; choose its schedule, {first} to {last}."
    )
    return Refused("settings/schedule", message, (rules.rulebook.cite(collection.cite),))


def _wager_with_empty_range(rules: TableRules, schedule: Schedule) -> str | None:
    """Return the title of the first wager with a minimum above its maximum under the schedule, or None."""
    limits = {wager.title: rules.limit(wager, schedule) for wager in rules.wagers.values()}
    return next((title for title, limit in limits.items() if limit.least > limit.most), None)


def _modes_text(modes: frozenset[DealingMode]) -> str:
    return " or ".join(sorted(mode.value for mode in modes)) or "in no mode this server knows"
