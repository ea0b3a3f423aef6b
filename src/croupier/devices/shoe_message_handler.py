"""Server-side handling of a shoe's message: authenticate it, run its command, respond; one transaction.

A message is handled once. Its number is used up even if the table refuses the reported event: a refused card has left
the shoe all the same, so the table is put on hold until a supervisor has checked. [R11, R16, R22] The round is not
void: the supervisor clears the fault and records how, and the dealer continues by hand where the shoe stopped. The
message to the supervisor names no card, because players may not have seen it. [003 L296-297]
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum

from croupier.devices.pairing import SmartShoe, find_device, store_memory
from croupier.devices.shoe_message import ShoeEvent, ShoeMessage
from croupier.devices.shoe_response import (
    CardDestination,
    ShoeMessageResponse,
    card_destination,
    due_card,
    refusal_detail,
)
from croupier.errors import Refused
from croupier.house.house import ELSEWHERE, CommandReply, House
from croupier.house.log_replay import TABLE
from croupier.house.projections import write_projections
from croupier.store.unit_of_work import UnitOfWork
from croupier.table import commands as c
from croupier.table.command_effect import Actor, CommandContext, EffectBuilder
from croupier.table.events import json_of
from croupier.table.procedure import has_burn_cards_to_show
from croupier.table.state import Phase, TableState
from croupier.table.supervisor_handlers import place_fault


class ShoeFault(StrEnum):
    """Fault of a shoe, with its code in the event log."""

    LOST = "gap"
    NUMBER_TWICE = "number_used"
    IMPOSSIBLE = "impossible_card"
    OUT_OF_TURN = "out_of_turn"
    MISSING = "missing_cards"
    DOOR = "door"


FAULT_TEXTS = {
    ShoeFault.LOST: "a message was lost, so a card may be missing",
    ShoeFault.NUMBER_TWICE: "two messages have one number, so a card may be missing",
    ShoeFault.IMPOSSIBLE: "it read a card that cannot be in the shoe any more",
    ShoeFault.OUT_OF_TURN: "a card left it that the table could not take",
    ShoeFault.MISSING: "cards are missing",
    ShoeFault.DOOR: "its door was opened during a round",
}


def place_hold(house: House, uow: UnitOfWork, state: TableState, actor: Actor, fault: ShoeFault) -> None:
    """Stop the table with a hold, once per kind of fault and shoe.

    A closed table, or one that the generator deals, continues: no shoe is in play there. [R8]
    """
    reason = f"smart shoe {actor.name}: {FAULT_TEXTS[fault]}"
    in_play = state.phase is not Phase.CLOSED and not state.is_automated
    if not in_play or any(one.reason == reason for one in state.holds):
        return
    builder = EffectBuilder(state, CommandContext(uow.at, actor))
    place_fault(builder, reason)
    decided = builder.build()
    events = [json_of(event) for event in decided.events]
    uow.append_record(TABLE + state.name, actor=actor.id, command="device-fault", events=events)
    uow.set_cached(house.tables, state.name, decided.state)
    write_projections(uow, house.limit_tracker, state, decided, actor)


NOT_SIGNED = Refused("device/mac", "This message is not signed with the key of a shoe in use; pair the shoe again.")
NO_TABLE = Refused("device/no_table", "This shoe was paired for no table: ask for a code for the table it stands at.")
MOVED_TO_OTHER_TABLE = Refused(
    "device/table_changed", "This shoe has been given to another table since it was paired; pair it there."
)
GENERATOR = Refused("device/mode", "The generator deals at this table; a shoe is of use where a dealer deals.")

Outcome = CardDestination | Refused | None


def handle_message(house: House, message: ShoeMessage) -> Callable[[UnitOfWork], ShoeMessageResponse | Refused]:
    """Return a job that handles a message; it returns `Refused` for a rejected message, whose number stays unused."""

    def job(uow: UnitOfWork) -> ShoeMessageResponse | Refused:
        device = find_device(uow.query, house.keys, message.device)
        if device is None or not message.is_signed_with(device.key):
            return NOT_SIGNED
        if device.memory.table is None:
            return NO_TABLE
        if device.memory.table != device.table:
            return MOVED_TO_OTHER_TABLE
        if not house.runs(device.table):
            return ELSEWHERE
        handler = ShoeMessageHandler(house, uow, device, message)
        return handler.repeat_response() if message.seq <= device.memory.seq else handler.answer()

    return job


class ShoeMessageHandler:
    """Handler of one message with a valid signature."""

    def __init__(self, house: House, uow: UnitOfWork, device: SmartShoe, message: ShoeMessage) -> None:
        assert device.memory.table is not None
        self.house, self.uow, self.device, self.message = house, uow, device, message
        self.table = device.memory.table
        self.memory = device.memory
        self.actor = Actor(f"device:{device.name}", device.name, "device", terminal=device.id)

    @property
    def state(self) -> TableState | None:
        """Current state of the table, including the effects of this message."""
        return self.house.tables.get(self.table)

    def repeat_response(self) -> ShoeMessageResponse | Refused:
        """Repeat the response if the last message was sent again; refuse older messages and reused numbers."""
        memory, seq = self.memory, self.message.seq
        if seq == memory.seq and self.message.mac == memory.mac:
            return ShoeMessageResponse(**memory.answer | {"repeated": True})
        if seq < memory.seq:
            message_text = f"Message {seq} comes after message {memory.seq}: it is old, or somebody sends it again."
            self.note("device/replay", message_text)
            return Refused("device/replay", message_text)
        message_text = f"Another message with the number {seq} was taken already."
        self.hold(ShoeFault.NUMBER_TWICE, message_text)
        return Refused("device/number_used", message_text)

    def answer(self) -> ShoeMessageResponse:
        outcome = self._outcome()
        refused = outcome if isinstance(outcome, Refused) else None
        response = ShoeMessageResponse(
            device=self.device.id,
            seq=self.message.seq,
            at=self.uow.at,
            accepted=refused is None,
            where=outcome if isinstance(outcome, CardDestination) else None,
            refused=None if refused is None else refusal_detail(refused),
            table=self.table,
            table_seq=self.house.ledger.heads.get(TABLE + self.table, (0, ""))[0],
            due=due_card(self.state, self.uow.at),
        )
        response_json = response.model_dump(mode="json")
        new_memory = replace(self.memory, seq=self.message.seq, mac=self.message.mac, answer=response_json)
        store_memory(self.uow, self.device.id, new_memory)
        return response

    def _outcome(self) -> Outcome:
        state, first_missed = self.state, self.memory.seq + 1
        if state is None:
            return Refused("table/not_found", f"There is no table {self.table}.")
        if state.is_automated:
            return GENERATOR
        if self.message.seq > first_missed:
            message_text = f"Messages {first_missed} to {self.message.seq - 1} never came: a card may be missing."
            self.hold(ShoeFault.LOST, message_text)
            return Refused("device/gap", message_text)
        return EVENT_HANDLERS[self.message.event](self, state)

    def run_command(self, order: c.Command) -> CommandReply:
        """Run a command as the shoe, with an idempotency key of device, pairing and message number. [R19]"""
        key = f"{self.device.id}.{self.device.pairing}.{self.message.seq}"
        reply: CommandReply = self.house.command_job(self.table, order, self.actor, key)(self.uow)
        return reply

    def note(self, code: str, text: str) -> None:
        message_text = f"Smart shoe {self.device.name}: {text}"
        self.uow.note_significant_event(
            code, message_text, actor=self.actor.id, table=self.table, device=self.device.id
        )

    def hold(self, fault: ShoeFault, text: str) -> None:
        """Record a fault of the shoe and put the table on hold."""
        self.note(f"device/{fault.value}", text)
        if (state := self.state) is not None:
            place_hold(self.house, self.uow, state, self.actor, fault)


def hello(handler: ShoeMessageHandler, state: TableState) -> Outcome:
    return None


def card(handler: ShoeMessageHandler, state: TableState) -> Outcome:
    """Deal a card, or start a new shoe with it; if the table refuses the card, hold the table."""
    if refused := _burn_cut_short(handler, state):
        return refused
    assert handler.message.card is not None
    reply = handler.run_command(c.ReadCard(card=handler.message.card))
    if not isinstance(reply, Refused):
        return card_destination(reply.events)
    if reply.code == "shoe/not_loaded":
        handler.note("device/no_shoe", "a card was read before a new shoe was brought in")
    else:
        fault = ShoeFault.IMPOSSIBLE if reply.code == "shoe/impossible_card" else ShoeFault.OUT_OF_TURN
        handler.hold(fault, f"a card was refused ({reply.code})")
    return reply


def burn(handler: ShoeMessageHandler, state: TableState) -> Outcome:
    """Record a burn card after the first one; hold the table if no card is to be burned.

    The table counted all burn cards with the first one; this checks that they were read.
    """
    due = _burned_after_first(state)
    burned = _burned_by(handler, state)
    if burned >= due or state.shoe is None:
        handler.hold(ShoeFault.OUT_OF_TURN, "a card was burned that was not due")
        return Refused("card/not_due", "No card is to be burned now. Call a supervisor.")
    handler.memory = replace(handler.memory, shoe=state.shoe.number, burned=burned + 1)
    if handler.message.card is not None and has_burn_cards_to_show(state):
        reply = handler.run_command(c.ShowBurnCard(card=handler.message.card))
        if isinstance(reply, Refused):
            handler.hold(ShoeFault.IMPOSSIBLE, f"a burned card was refused ({reply.code})")
            return reply
    return CardDestination(words=f"Burned, {burned + 1} of {due}", burn=due - burned - 1)


def cut_card(handler: ShoeMessageHandler, state: TableState) -> Outcome:
    reply = handler.run_command(c.ReportCutCard())
    if not isinstance(reply, Refused):
        return None
    handler.note("device/cut_card", f"the cut card was refused ({reply.code})")
    return reply


def misread(handler: ShoeMessageHandler, state: TableState) -> Outcome:
    """Record a card that could not be read, and call a supervisor; the dealer enters the card by hand."""
    handler.note("device/misread", "a card could not be read")
    return _call_supervisor(handler, f"Smart shoe {handler.device.name} could not read a card: enter it by hand.")


def empty(handler: ShoeMessageHandler, state: TableState) -> Outcome:
    """Record that the shoe is empty; hold the table if it should still contain cards. [R11]"""
    shoe = state.shoe
    if shoe is not None and not shoe.is_finished and shoe.left:
        handler.hold(ShoeFault.MISSING, f"the shoe is empty, and {shoe.left} cards should be left")
    else:
        handler.note("device/empty", "the shoe is empty")
    return _call_supervisor(handler, f"Smart shoe {handler.device.name} is empty.")


def door_open(handler: ShoeMessageHandler, state: TableState) -> Outcome:
    if state.round is None:
        handler.note("device/door", "the door was opened between rounds")
    else:
        handler.hold(ShoeFault.DOOR, "the door was opened during a round")
    return None


def door_closed(handler: ShoeMessageHandler, state: TableState) -> Outcome:
    handler.note("device/door", "the door was closed")
    return None


def _call_supervisor(handler: ShoeMessageHandler, note: str) -> Outcome:
    reply = handler.run_command(c.CallSupervisor(note=note))
    return reply if isinstance(reply, Refused) else None


def _burned_after_first(state: TableState) -> int:
    """Return how many cards must be burned after the first burn card, which determines their number."""
    return 0 if state.shoe is None else state.shoe.burned_unseen + max(0, len(state.shoe.burned) - 1)


def _burned_by(handler: ShoeMessageHandler, state: TableState) -> int:
    is_same = state.shoe is not None and handler.memory.shoe == state.shoe.number
    return handler.memory.burned if is_same else 0


def _burn_cut_short(handler: ShoeMessageHandler, state: TableState) -> Refused | None:
    """Put the table on hold and refuse if the shoe has read some but not all burn cards, else return None.

    A shoe that reads no burn cards is not checked.
    """
    due, burned = _burned_after_first(state), _burned_by(handler, state)
    if not 0 < burned < due:
        return None
    handler.memory = replace(handler.memory, burned=due)
    handler.hold(ShoeFault.MISSING, f"{burned} cards were burned, and {due} should have been")
    return Refused("device/burn_short", f"{due - burned} more cards should have been burned. Call a supervisor.")


EVENT_HANDLERS: dict[ShoeEvent, Callable[[ShoeMessageHandler, TableState], Outcome]] = {
    ShoeEvent.HELLO: hello,
    ShoeEvent.CARD: card,
    ShoeEvent.TILE: card,
    ShoeEvent.BURN: burn,
    ShoeEvent.CUT_CARD: cut_card,
    ShoeEvent.EMPTY: empty,
    ShoeEvent.DOOR_OPEN: door_open,
    ShoeEvent.DOOR_CLOSED: door_closed,
    ShoeEvent.MISREAD: misread,
}
