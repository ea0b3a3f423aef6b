"""Open, close, pause and set up a table; seats, supervisor calls, holds, disputes and accommodations."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from croupier.errors import Refused
from croupier.store.ledger_accounts import NO_ACCOUNT, AccountName
from croupier.table import events as e
from croupier.table.announced_changes import next_announced_change, refuse_unannounced, with_approver_names
from croupier.table.bank_handlers import record_seat_change, reset_bank_deadline, return_bank, start_game
from croupier.table.command_declaration import (
    ADMIN,
    ANY_PHASE,
    BETTING,
    BETWEEN,
    CLOSED,
    DEALER,
    OPEN,
    PLAYER,
    SETTING_UP,
    SUPERVISOR,
    Command,
    Name,
    Reason,
    Seat,
    handles,
)
from croupier.table.command_effect import SYSTEM, Actor, EffectBuilder
from croupier.table.dealing import reveal_shoe
from croupier.table.settings import TableSettings, game_rules, refuse_settings, settings_for_setup
from croupier.table.state import AnnouncedChange, Phase, TableHold
from croupier.table.surveillance_notices import notify_surveillance
from croupier.table.table_stakes import refuse_seat_out_of_turn, return_chips, take_all_chips


class OpenTable(Command):
    """Command to open the table for play."""

    do: Literal["open-table"] = "open-table"


@handles(OpenTable, phases=CLOSED, roles=SUPERVISOR | ADMIN)
def open_table(builder: EffectBuilder, command: OpenTable) -> Refused | None:
    """Open the table if its settings are valid today; a due announced change takes effect first."""
    change = next_announced_change(builder.state)
    if change is not None and change.from_at <= builder.at:
        apply_announced_change(builder, change)
    if refusal := refuse_settings(builder.state.settings, demonstration=builder.state.demonstration):
        return refusal
    is_new = builder.state.openings == 0
    builder.emit(e.TableOpened(next_at=builder.at))
    if is_new:
        notify_surveillance(builder, "The table was set up and opened.")
    start_game(builder)
    return None


class CloseTable(Command):
    """Command to close the table between rounds."""

    do: Literal["close-table"] = "close-table"


@handles(CloseTable, phases=BETWEEN | BETTING, roles=SUPERVISOR | ADMIN, paused=True)
def close_table(builder: EffectBuilder, command: CloseTable) -> Refused | None:
    """Close the table between rounds: return the bank and all chips, and free all seats."""
    if refusal := builder.refuse_while_wagers_are_down():
        return refusal
    return_bank(builder)
    take_all_chips(builder)
    for seat, sitter in dict(builder.state.seats).items():
        builder.emit(e.SeatLeft(seat=seat, account=sitter.account))
    builder.emit(e.TableClosed())
    return None


class PauseTable(Command):
    """Command to stop the table's timers."""

    do: Literal["pause-table"] = "pause-table"
    reason: Reason


@handles(PauseTable, phases=OPEN, roles=DEALER)
def pause_table(builder: EffectBuilder, command: PauseTable) -> Refused | None:
    builder.emit(e.TablePaused(at=builder.at, reason=command.reason))
    return None


class ResumeTable(Command):
    """Command to restart the timers of a paused table."""

    do: Literal["resume-table"] = "resume-table"


@handles(ResumeTable, phases=OPEN, roles=DEALER, paused=True)
def resume_table(builder: EffectBuilder, command: ResumeTable) -> Refused | None:
    if builder.state.paused_at is None:
        return Refused("table/not_paused", "The table is not paused.")
    builder.emit(e.TableResumed(stood_ms=max(0, builder.at - builder.state.paused_at)))
    return None


class ChangeSettings(Command):
    """Command to change the table's settings between rounds."""

    do: Literal["change-settings"] = "change-settings"
    settings: TableSettings


@handles(ChangeSettings, phases=SETTING_UP, roles=SUPERVISOR | ADMIN, paused=True)
def change_settings(builder: EffectBuilder, command: ChangeSettings) -> Refused | None:
    """Change the table's settings between rounds, under a new version number. [R15]"""
    state = builder.state
    settings = with_approver_names(builder, settings_for_setup(command.settings))
    if refusal := builder.refuse_while_wagers_are_down() or refuse_settings(
        settings, demonstration=state.demonstration
    ):
        return refusal
    if settings.private_to != state.settings.private_to:
        return Refused("settings/private", "A table is private from its first day, or never.")
    is_own = command.settings.rulebook.endswith(".toml") and builder.actor != SYSTEM
    if command.settings.rulebook != state.settings.rulebook and is_own:
        return Refused("settings/rulebook", "A rulebook of one's own is named in the house's configuration.")
    if state.jackpots:
        return Refused(
            "settings/jackpot_pending",
            "A jackpot waits for confirmation; its rules stay as they are until then.",
        )
    if refusal := _refuse_shared_meter(builder, settings) or refuse_unannounced(state, settings):
        return refusal
    _apply_settings(builder, settings)
    return None


def _apply_settings(builder: EffectBuilder, settings: TableSettings, change: str | None = None) -> None:
    state = builder.state
    return_bank(builder)
    if settings.rulebook != state.settings.rulebook:
        take_all_chips(builder)
    _reveal_removed_shoe(builder, settings)
    _free_removed_seats(builder, settings)
    rules = game_rules(settings)
    builder.emit(
        e.SettingsChanged(
            version=state.version + 1,
            settings=settings,
            digest=rules.rulebook.digest,
            next_at=None if state.phase is Phase.CLOSED else builder.table_time,
            change=change,
            must_intervene=rules.must_intervene,
        )
    )
    if state.openings:
        notify_surveillance(builder, f"The table was set up anew: version {builder.state.version}.")
    reset_bank_deadline(builder)
    start_game(builder)


def apply_announced_change(builder: EffectBuilder, change: AnnouncedChange) -> None:
    """Apply an announced change that is due, or withdraw it if its settings are now invalid. [003 L148; 004 L900]"""
    refusal = refuse_settings(change.settings, demonstration=builder.state.demonstration)
    if refusal is not None:
        builder.emit(e.ChangeWithdrawn(id=change.id, reason=refusal.message))
        return
    _apply_settings(builder, change.settings, change.id)


def _refuse_shared_meter(builder: EffectBuilder, settings: TableSettings) -> Refused | None:
    """Refuse settings that use one house meter for two meters of the game: their amounts must stay separate."""
    names = [settings.house_meter(builder.state.name, meter.id) for meter in game_rules(settings).meters]
    twice = sorted({name for name in names if names.count(name) > 1})
    text = f"The meter {', '.join(twice)} would stand behind two meters of the game; each needs its own."
    return Refused("settings/meters", text) if twice else None


def _reveal_removed_shoe(builder: EffectBuilder, settings: TableSettings) -> None:
    """Publish the order of a shoe that the new settings remove, so that its commitment can be checked."""
    state = builder.state
    if state.shoe is None:
        return
    if state.settings.mode is not settings.mode or state.rules.shoe != game_rules(settings).shoe:
        reveal_shoe(builder)


def _free_removed_seats(builder: EffectBuilder, settings: TableSettings) -> None:
    """Free seats that the new layout does not have, and seats above a player's limit, last taken first."""
    rules = game_rules(settings)
    for seat, sitter in dict(builder.state.seats).items():
        if seat not in rules.seats:
            _leave(builder, seat, sitter.account)
    for account in dict.fromkeys(sitter.account for sitter in builder.state.seats.values()):
        for seat in builder.state.seats_of(account)[rules.seats_per_player :][::-1]:
            _leave(builder, seat, account)


class SitDown(Command):
    """Command to take a seat, or a further seat where one player may have several."""

    do: Literal["sit-down"] = "sit-down"
    seat: Seat


@handles(SitDown, phases=OPEN, roles=PLAYER)
def sit_down(builder: EffectBuilder, command: SitDown) -> Refused | None:
    """Take a seat, or a further seat where one player may have several. [004 L1441, L1465]"""
    state, actor = builder.state, builder.actor
    if actor.account is None:
        return Refused("seat/players_only", "Only a player may take a seat.")
    if actor.bot and not state.demonstration:
        return Refused("seat/bot", "Bots play in a demonstration house only.")
    if refusal := _refuse_further_seat(builder, actor.account):
        return refusal
    if command.seat not in state.rules.seats:
        return Refused("seat/not_found", f"There is no seat {command.seat}; the table has {list(state.rules.seats)}.")
    if command.seat in state.seats:
        return Refused("seat/taken", f"Seat {command.seat} is taken.")
    if refusal := refuse_seat_out_of_turn(state, actor.account):
        return refusal
    if refusal := builder.context.check_player_limits(actor.account, builder.at, 0, 0):
        return refusal
    is_first = state.seat_of(actor.account) is None
    if any(one.account == actor.account for one in state.waiting):
        builder.emit(e.WaitingListLeft(account=actor.account))
    builder.emit(_seat_taken(command.seat, actor.account, actor))
    if not is_first:
        return None  # the bank is offered once per player, regardless of the number of seats [004 L355]
    refusal = record_seat_change(builder, "seat-joins", command.seat, actor.account)
    if refusal is None and builder.state.round is None:
        start_game(builder)
    return refusal


def _seat_taken(seat: int, account: AccountName, who: Actor) -> e.SeatTaken:
    return e.SeatTaken(seat=seat, account=account, name=who.name, third_party=who.third_party, bot=who.bot)


def _refuse_further_seat(builder: EffectBuilder, account: AccountName) -> Refused | None:
    state = builder.state
    held, most = state.seats_of(account), state.rules.seats_per_player
    if not held:
        return None
    if most == 1:
        return Refused("seat/already_seated", f"You sit in seat {held[0]} already.")
    if builder.actor.third_party:
        return Refused("seat/too_many_boxes", "A third-party provider holds one seat.")
    if len(held) < most:
        return None
    text = f"You hold seats {', '.join(map(str, sorted(held)))}; one player may hold {most} at this table."
    return Refused("seat/too_many_boxes", text, _seat_limit_citation(builder))


def _seat_limit_citation(builder: EffectBuilder) -> tuple[str, ...]:
    book = builder.state.rules.rulebook
    return (book.cite(book.written.options["boxes"].cite),)


class StandUp(Command):
    """Command to leave the table, or one of several seats."""

    do: Literal["stand-up"] = "stand-up"
    seat: Seat | None = None
    """Seat to leave; None: all seats of the player."""


@handles(StandUp, phases=OPEN, roles=PLAYER, paused=True)
def stand_up(builder: EffectBuilder, command: StandUp) -> Refused | None:
    """Leave all seats of the player, or the seat in the command."""
    account = builder.actor.account or NO_ACCOUNT
    held = builder.state.seats_of(account)
    if not held:
        return Refused("seat/not_seated", "You have no seat at this table.")
    if command.seat is not None and command.seat not in held:
        return Refused("seat/not_yours", f"Seat {command.seat} is not yours to leave.")
    leaves = held if command.seat is None else [command.seat]
    if builder.state.round is not None and _is_in_play(builder, account, held, leaves):
        return Refused("seat/in_play", "You are in this round; you may leave when it is settled.")
    for seat in sorted(leaves, key=held.index, reverse=True):
        if refusal := _leave(builder, seat, account):
            return refusal
    return None


def _is_in_play(builder: EffectBuilder, account: AccountName, held: list[int], leaves: list[int]) -> bool:
    """Return whether the player cannot leave these seats yet, because of chips in play or the bank.

    To leave all seats, the player may have no chips on the table; to leave some seats, no chips at these seats.
    """
    current = builder.state.round
    assert current is not None
    if any(_is_bank(builder, seat, account) for seat in leaves):
        return True
    if len(leaves) == len(held):
        return current.staked_by(account) + current.promotional_by(account) > 0
    return any((seat, account) in current.spots for seat in leaves)


def _leave(builder: EffectBuilder, seat: int, account: AccountName) -> Refused | None:
    """Free a seat; if it was the player's first one, the rotation moves the player to the next seat."""
    if _is_bank(builder, seat, account):
        return_bank(builder)
    was_first = builder.state.seat_of(account) == seat
    return_chips(builder, seat, account)
    builder.emit(e.SeatLeft(seat=seat, account=account))
    if not was_first:
        return None
    refusal = record_seat_change(builder, "seat-leaves", seat, account)
    other = builder.state.seat_of(account)
    return (
        refusal if refusal is not None or other is None else record_seat_change(builder, "seat-joins", other, account)
    )


def _is_bank(builder: EffectBuilder, seat: int, account: AccountName) -> bool:
    """Return whether the player banks from this seat; a bettor behind the seat may bank there instead. [004 L1577]"""
    bank = builder.state.bank
    return bank is not None and (bank.seat, bank.account) == (seat, account)


class CallSupervisor(Command):
    """Command to call a supervisor."""

    do: Literal["call-supervisor"] = "call-supervisor"
    note: Annotated[str, Field(max_length=400)] = ""


@handles(CallSupervisor, phases=OPEN, roles=PLAYER | DEALER, paused=True, held=True)
def call_supervisor(builder: EffectBuilder, command: CallSupervisor) -> Refused | None:
    builder.emit(e.SupervisorCalled(note=command.note))
    return None


class AnswerCall(Command):
    """Command that reports the arrival of a supervisor."""

    do: Literal["answer-call"] = "answer-call"


@handles(AnswerCall, phases=ANY_PHASE, roles=SUPERVISOR, paused=True, held=True)
def answer_call(builder: EffectBuilder, command: AnswerCall) -> Refused | None:
    if builder.state.supervisor_called is None:
        return Refused("table/no_supervisor_call", "Nobody has called at this table.")
    builder.emit(e.CallAnswered())
    return None


class ClearHold(Command):
    """Command to lift a hold that a fault caused."""

    do: Literal["clear-hold"] = "clear-hold"
    id: Name
    reason: Reason


@handles(ClearHold, phases=ANY_PHASE, roles=SUPERVISOR, paused=True, held=True)
def clear_hold(builder: EffectBuilder, command: ClearHold) -> Refused | None:
    """Lift a hold that a fault caused; the command gives the reason. [R30]"""
    hold = builder.state.hold(command.id)
    if hold is None or hold.why != "fault":
        return Refused("hold/not_found", f"There is no fault {command.id} at this table.")
    _release_hold(builder, hold, command.reason)
    return None


def _release_hold(builder: EffectBuilder, hold: TableHold, reason: str) -> None:
    """Lift a hold, and move all deadlines by the time during which this hold alone stopped the timers.

    Time during which a pause or another hold also stopped the timers is added when that pause or hold ends.
    """
    others = [one.since for one in builder.state.holds if one.id != hold.id]
    if builder.state.paused_at is not None:
        others.append(builder.state.paused_at)
    stood = max(0, min([builder.at, *others]) - hold.since)
    builder.emit(e.HoldLifted(id=hold.id, reason=reason, stood_ms=stood))


class OpenDispute(Command):
    """Command to open a dispute about a round; the table is on hold until the evidence is saved."""

    do: Literal["open-dispute"] = "open-dispute"
    round: Name
    reason: Reason


@handles(OpenDispute, phases=ANY_PHASE, roles=SUPERVISOR, paused=True, held=True)
def open_dispute(builder: EffectBuilder, command: OpenDispute) -> Refused | None:
    """Open a dispute: the table is on hold until the round's evidence is saved. [R29]"""
    current = builder.state.round
    in_play = current is not None and current.id == command.round
    if not in_play and builder.context.archived_round(command.round) is None:
        return Refused("round/not_found", f"This table has no round {command.round}.")
    hold_id = f"dispute-{builder.state.numbered + 1}"
    builder.emit(e.HoldPlaced(id=hold_id, at=builder.at, why="dispute", reason=command.reason, round=command.round))
    return None


class CloseDispute(Command):
    """Command to close a dispute; the evidence bundle of the round must exist."""

    do: Literal["close-dispute"] = "close-dispute"
    id: Name
    resolution: Reason


@handles(CloseDispute, phases=ANY_PHASE, roles=SUPERVISOR, paused=True, held=True)
def close_dispute(builder: EffectBuilder, command: CloseDispute) -> Refused | None:
    hold = builder.state.hold(command.id)
    if hold is None or hold.why != "dispute":
        return Refused("hold/not_found", f"There is no dispute {command.id} at this table.")
    if not builder.context.has_bundle(hold.round or ""):
        return Refused("dispute/no_bundle", f"Make the bundle of round {hold.round} first: it is the evidence.")
    _release_hold(builder, hold, command.resolution)
    return None


class ReferDispute(Command):
    """Command to refer a dispute to an outside body."""

    do: Literal["refer-dispute"] = "refer-dispute"
    id: Name
    to: Annotated[str, Field(min_length=1, max_length=80)] | None = None
    """Body that decides the dispute; None: the one named by the rulebook."""
    reference: Annotated[str, Field(max_length=80)] = ""


@handles(ReferDispute, phases=ANY_PHASE, roles=SUPERVISOR, paused=True, held=True)
def refer_dispute(builder: EffectBuilder, command: ReferDispute) -> Refused | None:
    """Refer a dispute to the body in the command, or to the one that the rulebook names. [000 L137; 002 L132]"""
    hold = builder.state.hold(command.id)
    if hold is None or hold.why != "dispute":
        return Refused("hold/not_found", f"There is no dispute {command.id} at this table.")
    to = command.to or builder.state.rules.rulebook.written.irregularities.disputes_to
    if not to:
        return Refused(
            "dispute/no_authority",
            "Say to whom the dispute is referred: the rules of this game name nobody.",
        )
    builder.emit(e.DisputeReferred(id=hold.id, at=builder.at, to=to, reference=command.reference))
    return None


class RecordAccommodation(Command):
    """Command to record different treatment of a player or dealer with a disability."""

    do: Literal["record-accommodation"] = "record-accommodation"
    seat: Seat | None = None
    what: Reason


@handles(RecordAccommodation, phases=OPEN, roles=DEALER, paused=True, held=True)
def record_accommodation(builder: EffectBuilder, command: RecordAccommodation) -> Refused | None:
    """Record different treatment of a person with a disability, regardless of the game rules. [003 L38]"""
    sitter = None if command.seat is None else builder.state.seats.get(command.seat)
    if command.seat is not None and sitter is None:
        return Refused("seat/empty", f"Nobody sits in seat {command.seat}.")
    builder.emit(
        e.AccommodationRecorded(
            seat=command.seat,
            account=None if sitter is None else sitter.account,
            what=command.what,
            by=builder.actor.id,
            name=builder.actor.name,
        )
    )
    return None
