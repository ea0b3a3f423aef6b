"""Opening, closing, pausing a table; its settings; who sits where."""

from __future__ import annotations

from croupier.errors import Refused
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.banking import await_answer, return_bank, seat_turns, start_game
from croupier.table.dealing import open_shoe
from croupier.table.draft import Draft
from croupier.table.settings import TableSettings, house_rules, refusal_of
from croupier.table.stacks import not_his_turn, take_all_chips, take_chips
from croupier.table.state import Hold, Phase


def open_table(draft: Draft, command: c.OpenTable) -> Refused | None:
    """A table opens only as it could be set up: one from before a rule is set up again first."""
    if refusal := refusal_of(draft.state.settings, demonstration=draft.state.demonstration):
        return refusal
    draft.put(e.TableOpened(next_at=draft.at))
    start_game(draft)
    return None


def close_table(draft: Draft, command: c.CloseTable) -> Refused | None:
    """Between rounds; what is posted goes back. Players keep their credit, not their seats."""
    if refusal := draft.chips_are_down():
        return refusal
    return_bank(draft)
    take_all_chips(draft)
    for seat, sitter in dict(draft.state.seats).items():
        draft.put(e.SeatLeft(seat=seat, account=sitter.account))
    draft.put(e.TableClosed())
    return None


def pause_table(draft: Draft, command: c.PauseTable) -> Refused | None:
    draft.put(e.TablePaused(at=draft.at, reason=command.reason))
    return None


def resume_table(draft: Draft, command: c.ResumeTable) -> Refused | None:
    if draft.state.paused_at is None:
        return Refused("table/not_paused", "The table is not paused.")
    draft.put(e.TableResumed(stood_ms=max(0, draft.at - draft.state.paused_at)))
    return None


def change_settings(draft: Draft, command: c.ChangeSettings) -> Refused | None:
    """A new version of the table, between rounds. [R15]"""
    state = draft.state
    if refusal := draft.chips_are_down() or refusal_of(command.settings, demonstration=state.demonstration):
        return refusal
    if command.settings.rulebook != state.settings.rulebook and command.settings.rulebook.endswith(".toml"):
        return Refused("settings/rulebook", "A rulebook of one's own is named in the house's configuration.")
    if state.jackpots:
        return Refused("settings/jackpot", "A jackpot waits for confirmation; its rules stay as they are until then.")
    if refusal := _same_meter(draft, command.settings):
        return refusal
    return_bank(draft)
    if command.settings.rulebook != state.settings.rulebook:
        take_all_chips(draft)
    _open_shoe_that_goes(draft, command.settings)
    _leave_seats_not_there(draft, command)
    digest = house_rules(command.settings).book.digest
    next_at = None if state.phase is Phase.CLOSED else draft.clock
    draft.put(e.SettingsChanged(version=state.version + 1, settings=command.settings, digest=digest, next_at=next_at))
    await_answer(draft)
    start_game(draft)
    return None


def _same_meter(draft: Draft, settings: TableSettings) -> Refused | None:
    """Two meters of one game are two sums of money: one house meter cannot stand behind both."""
    names = [settings.house_meter(draft.state.name, meter.id) for meter in house_rules(settings).meters]
    twice = sorted({name for name in names if names.count(name) > 1})
    said = f"The meter {', '.join(twice)} would stand behind two meters of the game; each needs its own."
    return Refused("settings/meters", said) if twice else None


def _open_shoe_that_goes(draft: Draft, settings: TableSettings) -> None:
    """A shoe that leaves the table with the old settings is opened: its commitment can be checked like any other."""
    state = draft.state
    if state.shoe is None:
        return
    if state.settings.mode is not settings.mode or state.house.shoe != house_rules(settings).shoe:
        open_shoe(draft)


def _leave_seats_not_there(draft: Draft, command: c.ChangeSettings) -> None:
    there = house_rules(command.settings).seats
    for seat, sitter in dict(draft.state.seats).items():
        if seat not in there:
            take_chips(draft, seat, sitter.account)
            draft.put(e.SeatLeft(seat=seat, account=sitter.account))
            seat_turns(draft, "seat-leaves", seat, sitter.account)


def sit_down(draft: Draft, command: c.SitDown) -> Refused | None:
    state, actor = draft.state, draft.actor
    if actor.account is None:
        return Refused("seat/players_only", "Only a player may take a seat.")
    if (seat := state.seat_of(actor.account)) is not None:
        return Refused("seat/seated", f"You sit in seat {seat} already.")
    if command.seat not in state.house.seats:
        return Refused("seat/none", f"There is no seat {command.seat}; the table has {list(state.house.seats)}.")
    if command.seat in state.seats:
        return Refused("seat/taken", f"Seat {command.seat} is taken.")
    if refusal := not_his_turn(state, actor.account):
        return refusal
    if refusal := draft.context.own_limits(actor.account, draft.at, 0, 0):
        return refusal
    if any(one.account == actor.account for one in state.waiting):
        draft.put(e.WaitingLeft(account=actor.account))
    if actor.bot and not state.demonstration:
        return Refused("seat/bot", "Bots play in a demonstration house only.")
    draft.put(
        e.SeatTaken(
            seat=command.seat,
            account=actor.account,
            name=actor.name,
            third_party=actor.third_party,
            bot=actor.bot,
        )
    )
    refusal = seat_turns(draft, "seat-joins", command.seat, actor.account)
    if refusal is None and draft.state.round is None:
        start_game(draft)
    return refusal


def stand_up(draft: Draft, command: c.StandUp) -> Refused | None:
    state = draft.state
    seat = state.seat_of(draft.actor.account or "")
    if seat is None:
        return Refused("seat/not_seated", "You have no seat at this table.")
    current = state.round
    if current is not None and (current.staked_by(draft.actor.account or "") or _banks(draft, seat)):
        return Refused("seat/in_play", "You are in this round; you may leave when it is settled.")
    if _banks(draft, seat):
        return_bank(draft)
    account = draft.actor.account or ""
    take_chips(draft, seat, account)
    draft.put(e.SeatLeft(seat=seat, account=account))
    return seat_turns(draft, "seat-leaves", seat, account)


def _banks(draft: Draft, seat: int) -> bool:
    return draft.state.bank is not None and draft.state.bank.seat == seat


def call_supervisor(draft: Draft, command: c.CallSupervisor) -> Refused | None:
    draft.put(e.SupervisorCalled(note=command.note))
    return None


def answer_call(draft: Draft, command: c.AnswerCall) -> Refused | None:
    if draft.state.supervisor_called is None:
        return Refused("table/not_called", "Nobody has called at this table.")
    draft.put(e.CallAnswered())
    return None


def clear_hold(draft: Draft, command: c.ClearHold) -> Refused | None:
    """A fault was dealt with, and somebody says how. [R30]"""
    hold = draft.state.hold(command.id)
    if hold is None or hold.why != "fault":
        return Refused("hold/none", f"There is no fault {command.id} at this table.")
    _lift(draft, hold, command.reason)
    return None


def _lift(draft: Draft, hold: Hold, reason: str) -> None:
    """Deadlines move by as long as this alone stopped the clocks; what still stops them moves them when it ends."""
    others = [one.since for one in draft.state.holds if one.id != hold.id]
    if draft.state.paused_at is not None:
        others.append(draft.state.paused_at)
    stood = max(0, min([draft.at, *others]) - hold.since)
    draft.put(e.HoldLifted(id=hold.id, reason=reason, stood_ms=stood))


def open_dispute(draft: Draft, command: c.OpenDispute) -> Refused | None:
    """The table stands still until the round's evidence is kept. [R29]"""
    current = draft.state.round
    in_play = current is not None and current.id == command.round
    if not in_play and draft.context.round_kept(command.round) is None:
        return Refused("round/none", f"This table has no round {command.round}.")
    hold_id = f"dispute-{draft.state.numbered + 1}"
    draft.put(e.HoldPlaced(id=hold_id, at=draft.at, why="dispute", reason=command.reason, round=command.round))
    return None


def close_dispute(draft: Draft, command: c.CloseDispute) -> Refused | None:
    hold = draft.state.hold(command.id)
    if hold is None or hold.why != "dispute":
        return Refused("hold/none", f"There is no dispute {command.id} at this table.")
    if not draft.context.bundle_made(hold.round or ""):
        return Refused("dispute/no_bundle", f"Make the bundle of round {hold.round} first: it is the evidence.")
    _lift(draft, hold, command.resolution)
    return None
