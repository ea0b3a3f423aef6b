"""Changes that players must be notified of before they take effect. [003 L148; 004 L900, L3467]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import Field

from croupier.errors import BadInput, Refused
from croupier.money.cents import Cents, format_dollars
from croupier.money.pay_odds import PayOdds
from croupier.rulebook.options import OptionValue
from croupier.rulebook.schema import FromOption, NoticeRule
from croupier.rulebook.table_rules import TableRules
from croupier.table import events as e
from croupier.table.command_declaration import ADMIN, ANY_PHASE, SUPERVISOR, Command, Name, Reason, handles
from croupier.table.command_effect import EffectBuilder
from croupier.table.settings import (
    RegulatorApproval,
    TableSettings,
    game_rules,
    refuse_settings,
    schedule_of,
    settings_for_setup,
)
from croupier.table.state import AnnouncedChange, TableState
from croupier.table.surveillance_notices import MINUTE_MS, notify_surveillance

SCHEDULE = "Collection schedule"


@dataclass(frozen=True)
class NoticeRequirement:
    """Change that needs advance notice, with the notice period in minutes and the citation."""

    title: str
    minutes: int
    cite: str


def changes_needing_notice(before: TableSettings, after: TableSettings) -> list[NoticeRequirement]:
    """Return the changes between two settings that need advance notice to the players.

    If the game itself changes, only options under a notice rule that both games have are compared, such as the vigorish
    of a table [003 L148].
    """
    old, new = game_rules(before), game_rules(after)
    written = old.rulebook.written.announced
    if old.rulebook.title == new.rulebook.title:
        pays = [notice for rule in written.values() for notice in _pay_notices(rule, old, new)]
        return [*_option_notices(written, old, new), *pays, *_fee_notices(before, after)]
    return _option_notices(
        {name: rule for name, rule in written.items() if name in new.rulebook.written.announced}, old, new
    )


def notices_due(state: TableState, settings: TableSettings) -> list[NoticeRequirement]:
    """Return the notices that a table's players must get before these settings take effect.

    The settings are compared with the current ones and with the last settings of the same game at this table. Changing
    the game and changing it back therefore does not avoid a notice.
    """
    game = game_rules(settings).rulebook.title
    last = [one for one in state.posted.values() if _title(one) == game]
    return [notice for before in (state.settings, *last) for notice in changes_needing_notice(before, settings)]


def _title(settings: TableSettings) -> str | None:
    try:
        return game_rules(settings).rulebook.title
    except BadInput:
        return None  # the house has removed this rulebook file


def _option_notices(written: Mapping[str, NoticeRule], old: TableRules, new: TableRules) -> list[NoticeRequirement]:
    return [
        notice
        for rule in written.values()
        for notice in (*_changed_option_notices(rule, old, new), *_shortened_notice(rule, old, new))
    ]


def _fee_notices(before: TableSettings, after: TableSettings) -> Iterator[NoticeRequirement]:
    """Yield the notice that is required if the collection rates change. [004 L981, L3467, L3547]"""
    was, becomes = schedule_of(before), schedule_of(after)
    if was is not None and was != becomes and was.notice is not None:
        yield NoticeRequirement(SCHEDULE, was.notice.minutes, f"{was.document} L{was.notice.line}")


def _shortened_notice(rule: NoticeRule, old: TableRules, new: TableRules) -> Iterator[NoticeRequirement]:
    """Yield the notice that is required if the change shortens a notice period.

    The old period applies to this change; without this rule, a notice could be avoided by shortening it first.
    """
    if isinstance(rule.minutes, FromOption) and rule.minutes.option in new.options:
        minutes = int(old.value(rule.minutes))
        if int(new.value(rule.minutes)) < minutes:
            yield NoticeRequirement(
                old.rulebook.written.options[rule.minutes.option].title, minutes, old.rulebook.cite(rule.cite)
            )


def _changed_option_notices(rule: NoticeRule, old: TableRules, new: TableRules) -> Iterator[NoticeRequirement]:
    minutes, cite = int(old.value(rule.minutes)), old.rulebook.cite(rule.cite)
    for name in rule.options:
        if name in old.options and name in new.options and _has_changed(rule, old.options[name], new.options[name]):
            yield NoticeRequirement(old.rulebook.written.options[name].title, minutes, cite)


def _pay_notices(rule: NoticeRule, old: TableRules, new: TableRules) -> Iterator[NoticeRequirement]:
    minutes, cite = int(old.value(rule.minutes)), old.rulebook.cite(rule.cite)
    for name in rule.wagers:
        if name in old.wagers and name in new.wagers and _pays(old, name) != _pays(new, name):
            yield NoticeRequirement(old.wagers[name].title, minutes, cite)


def _has_changed(rule: NoticeRule, was: OptionValue, becomes: OptionValue) -> bool:
    if was == becomes:
        return False
    numbers = isinstance(was, int | Fraction) and isinstance(becomes, int | Fraction)
    return not (rule.change == "increase" and numbers and becomes < was)  # type: ignore[operator]  # both are numbers


def _pays(rules: TableRules, wager: str) -> list[tuple[str, str]]:
    return [(row.name, row.odds.text) for row in rules.wagers[wager].rows]


def describe_changes(before: TableSettings, after: TableSettings) -> list[dict[str, Any]]:
    """Return every option that would change, each with its old and new value as text for the players."""
    old, new = game_rules(before), game_rules(after)
    written = new.rulebook.written.options
    found = [
        {
            "option": name,
            "title": written[name].title,
            "was": _option_text(old, name),
            "becomes": _option_text(new, name),
        }
        for name in new.options
        if name in old.options and old.options[name] != new.options[name]
    ]
    if old.rulebook.digest != new.rulebook.digest:
        found.insert(0, {"option": "", "title": "Game", "was": old.rulebook.title, "becomes": new.rulebook.title})
    fees = [_schedule_text(one) for one in (before, after)]
    if fees[0] != fees[1]:
        found.append({"option": "", "title": SCHEDULE, "was": fees[0], "becomes": fees[1]})
    return found


def _schedule_text(settings: TableSettings) -> str:
    """Return a collection schedule as text, with its id and its fees: "six-2 ($1 – $30)"."""
    schedule = schedule_of(settings)
    if schedule is None:
        return "none"
    fees = sorted({*(bracket.fee for bracket in schedule.brackets), *filter(None, [schedule.player_dealer_fee])})
    return f"{schedule.id} ({' – '.join(dict.fromkeys(format_dollars(fee) for fee in (fees[0], fees[-1])))})"


def _option_text(rules: TableRules, name: str) -> str:
    value, kind = rules.options[name], rules.rulebook.written.options[name].kind
    if value is None:
        return "none"
    if kind == "percent" and isinstance(value, Fraction | int):
        return f"{float(value * 100):g}%"
    if kind == "money" and isinstance(value, int):
        return format_dollars(Cents(value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value.text if isinstance(value, PayOdds) else str(value)


def refuse_unannounced(state: TableState, settings: TableSettings) -> Refused | None:
    """Refuse a change that players were not notified of in time; a table that was never opened needs no notice."""
    notices = notices_due(state, settings) if state.openings else []
    if not notices:
        return None
    first = max(notices, key=lambda one: one.minutes)
    message = f"{first.title}: this is announced first, and counts {_period_text(first.minutes)} later."
    return Refused("settings/notice_required", message, tuple(dict.fromkeys(one.cite for one in notices)))


def _period_text(minutes: int) -> str:
    return f"{minutes // 60} hours" if minutes % 60 == 0 and minutes >= 120 else f"{minutes} minutes"


class AnnounceChange(Command):
    """Command to announce new settings; they are posted now and take effect at `from_at`."""

    do: Literal["announce-change"] = "announce-change"
    settings: TableSettings
    from_at: Annotated[int, Field(ge=0, strict=True)] | None = None
    """Effective time in milliseconds since the epoch; None: as soon as the notice period allows."""


@handles(AnnounceChange, phases=ANY_PHASE, roles=SUPERVISOR | ADMIN, paused=True, held=True)
def announce_change(builder: EffectBuilder, command: AnnounceChange) -> Refused | None:
    """Announce new settings; they are posted now and take effect between rounds after the notice period."""
    state = builder.state
    settings = with_approver_names(builder, settings_for_setup(command.settings))
    if refusal := refuse_settings(settings, demonstration=state.demonstration):
        return refusal
    if settings == state.settings:
        return Refused("change/no_difference", "Nothing would change.")
    if state.announced_changes:
        return Refused("change/announced", "A change is announced already; withdraw it first.")
    notices = notices_due(state, settings)
    earliest = builder.at + MINUTE_MS * max((one.minutes for one in notices), default=0)
    from_at = earliest if command.from_at is None else command.from_at
    if from_at < earliest:
        longest = max(notices, key=lambda one: one.minutes, default=None)
        message = "It cannot count from a time that is past."
        if longest is not None:
            message = f"{longest.title} is announced {_period_text(longest.minutes)} before it counts."
        return Refused("change/notice_too_short", message, tuple(dict.fromkeys(one.cite for one in notices)))
    builder.emit(
        e.ChangeAnnounced(
            id=f"change-{state.noticed + 1}",
            at=builder.at,
            from_at=from_at,
            settings=settings,
            changes=describe_changes(state.settings, settings),
            by=builder.actor.id,
            name=builder.actor.name,
        )
    )
    notify_surveillance(builder, "A change was announced.")
    return None


class WithdrawChange(Command):
    """Command to withdraw an announced change."""

    do: Literal["withdraw-change"] = "withdraw-change"
    id: Name
    reason: Reason


@handles(WithdrawChange, phases=ANY_PHASE, roles=SUPERVISOR | ADMIN, paused=True, held=True)
def withdraw_change(builder: EffectBuilder, command: WithdrawChange) -> Refused | None:
    if all(one.id != command.id for one in builder.state.announced_changes):
        return Refused("change/not_found", f"No change {command.id} is announced at this table.")
    builder.emit(e.ChangeWithdrawn(id=command.id, reason=command.reason))
    return None


def with_approver_names(builder: EffectBuilder, settings: TableSettings) -> TableSettings:
    """Return the settings with the actor as the person who entered each new approval. [003 L134, L149]

    The `entered_by` value in the command is ignored.
    """
    known, who = builder.state.settings.approvals, builder.actor.name or builder.actor.id

    def recorded(name: str, one: RegulatorApproval) -> RegulatorApproval:
        there = known.get(name)
        is_there = there is not None and (there.reference, there.date) == (one.reference, one.date)
        return there if there is not None and is_there else one.model_copy(update={"entered_by": who})

    approvals = {name: recorded(name, one) for name, one in settings.approvals.items()}
    return settings.model_copy(update={"approvals": approvals}) if approvals else settings


def next_announced_change(state: TableState) -> AnnouncedChange | None:
    """Return the next announced change, or None; a jackpot that waits for confirmation delays every change."""
    return state.announced_changes[0] if state.announced_changes and not state.jackpots else None
