"""A shoe's message, taken by the house: believed, carried out as the shoe's command, answered. One job, one commit.

A message is taken once. The number of a message that is taken is used, whether or not the table accepted what the
message reports: a card that is refused has left the shoe all the same, so the table is held until somebody has looked.
[R11, R22]
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from croupier.devices.pairing import SmartShoe, find_device, remember
from croupier.devices.shoe_faults import ShoeFault, hold
from croupier.devices.shoe_message import ShoeEvent, ShoeMessage
from croupier.devices.shoe_response import (
    CardDestination,
    ShoeMessageResponse,
    card_destination,
    due_card,
    refusal_detail,
)
from croupier.errors import Refused
from croupier.house.house import CommandReply, House
from croupier.house.log_replay import TABLE
from croupier.store.unit_of_work import UnitOfWork
from croupier.table import commands as c
from croupier.table.command_effect import Actor
from croupier.table.procedure import has_burn_cards_to_show
from croupier.table.state import TableState

NOT_SIGNED = Refused("device/mac", "This message is not signed with the key of a shoe in use; pair the shoe again.")
NO_TABLE = Refused("device/no_table", "This shoe was paired for no table: ask for a code for the table it stands at.")
MOVED = Refused("device/table_changed", "This shoe has been given to another table since it was paired; pair it there.")
GENERATOR = Refused("device/mode", "The generator deals at this table; a shoe is of use where a dealer deals.")

Outcome = CardDestination | Refused | None


def handle_message(house: House, message: ShoeMessage) -> Callable[[UnitOfWork], ShoeMessageResponse | Refused]:
    """A message as a job for the writer. A `Refused` means that the message was not taken."""

    def job(uow: UnitOfWork) -> ShoeMessageResponse | Refused:
        device = find_device(uow.query, house.keys, message.device)
        if device is None or not message.is_signed_with(device.key):
            return NOT_SIGNED
        if device.memory.table is None:
            return NO_TABLE
        if device.memory.table != device.table:
            return MOVED
        taking = ShoeMessageHandler(house, uow, device, message)
        return taking.repeat_response() if message.seq <= device.memory.seq else taking.answer()

    return job


class ShoeMessageHandler:
    """One authentic message on its way to the table."""

    def __init__(self, house: House, uow: UnitOfWork, device: SmartShoe, message: ShoeMessage) -> None:
        assert device.memory.table is not None
        self.house, self.uow, self.device, self.message = house, uow, device, message
        self.table = device.memory.table
        self.memory = device.memory
        self.actor = Actor(f"device:{device.name}", device.name, "device", terminal=device.id)

    @property
    def state(self) -> TableState | None:
        """The table, with everything this message has done so far."""
        return self.house.tables.get(self.table)

    def repeat_response(self) -> ShoeMessageResponse | Refused:
        """The last message, sent again, gets the same answer; an older one, or another under its number, gets none."""
        memory, seq = self.memory, self.message.seq
        if seq == memory.seq and self.message.mac == memory.mac:
            return ShoeMessageResponse(**memory.answer | {"repeated": True})
        if seq < memory.seq:
            said = f"Message {seq} comes after message {memory.seq}: it is old, or somebody sends it again."
            self.note("device/replay", said)
            return Refused("device/replay", said)
        said = f"Another message with the number {seq} was taken already."
        self.hold(ShoeFault.NUMBER_TWICE, said)
        return Refused("device/number_used", said)

    def answer(self) -> ShoeMessageResponse:
        outcome = self._outcome()
        refused = outcome if isinstance(outcome, Refused) else None
        made = ShoeMessageResponse(
            device=self.device.id,
            seq=self.message.seq,
            at=self.uow.at,
            accepted=refused is None,
            where=outcome if isinstance(outcome, CardDestination) else None,
            refused=None if refused is None else refusal_detail(refused),
            table=self.table,
            table_seq=self.house.books.heads.get(TABLE + self.table, (0, ""))[0],
            due=due_card(self.state, self.uow.at),
        )
        told = made.model_dump(mode="json")
        kept = replace(self.memory, seq=self.message.seq, mac=self.message.mac, answer=told)
        remember(self.uow, self.device.id, kept)
        return made

    def _outcome(self) -> Outcome:
        state, first_missed = self.state, self.memory.seq + 1
        if state is None:
            return Refused("table/not_found", f"There is no table {self.table}.")
        if state.is_automated:
            return GENERATOR
        if self.message.seq > first_missed:
            said = f"Messages {first_missed} to {self.message.seq - 1} never came: a card may be missing."
            self.hold(ShoeFault.LOST, said)
            return Refused("device/gap", said)
        return EVENT_HANDLERS[self.message.event](self, state)

    def run_command(self, order: c.Command) -> CommandReply:
        """A command of the shoe's, under a key of its own: device, pairing and number. [R19]"""
        key = f"{self.device.id}.{self.device.pairing}.{self.message.seq}"
        reply: CommandReply = self.house.command_job(self.table, order, self.actor, key)(self.uow)
        return reply

    def note(self, code: str, text: str) -> None:
        said = f"Smart shoe {self.device.name}: {text}"
        self.uow.note_significant_event(code, said, actor=self.actor.id, table=self.table, device=self.device.id)

    def hold(self, fault: ShoeFault, text: str) -> None:
        """Note a fault, and hold the table for it."""
        self.note(f"device/{fault.value}", text)
        if (state := self.state) is not None:
            hold(self.house, self.uow, state, self.actor, fault)


def hello(taking: ShoeMessageHandler, state: TableState) -> Outcome:
    return None


def card(taking: ShoeMessageHandler, state: TableState) -> Outcome:
    """A card for the round, or the first of a new shoe. One that the table refuses is out of the shoe all the same."""
    if refused := _burn_cut_short(taking, state):
        return refused
    assert taking.message.card is not None
    reply = taking.run_command(c.ReadCard(card=taking.message.card))
    if not isinstance(reply, Refused):
        return card_destination(reply.events)
    if reply.code == "shoe/not_loaded":
        taking.note("device/no_shoe", "a card was read before a new shoe was brought in")
    else:
        fault = ShoeFault.IMPOSSIBLE if reply.code == "shoe/impossible_card" else ShoeFault.OUT_OF_TURN
        taking.hold(fault, f"a card was refused ({reply.code})")
    return reply


def burn(taking: ShoeMessageHandler, state: TableState) -> Outcome:
    """A card for the rack. The table has counted it with the first one burned; here it is seen that it came."""
    due = _burned_after_first(state)
    burned = _burned_by(taking, state)
    if burned >= due or state.shoe is None:
        taking.hold(ShoeFault.OUT_OF_TURN, "a card was burned that was not due")
        return Refused("card/not_due", "No card is to be burned now. Call a supervisor.")
    taking.memory = replace(taking.memory, shoe=state.shoe.number, burned=burned + 1)
    if taking.message.card is not None and has_burn_cards_to_show(state):
        reply = taking.run_command(c.ShowBurnCard(card=taking.message.card))
        if isinstance(reply, Refused):
            taking.hold(ShoeFault.IMPOSSIBLE, f"a burned card was refused ({reply.code})")
            return reply
    return CardDestination(words=f"Burned, {burned + 1} of {due}", burn=due - burned - 1)


def cut_card(taking: ShoeMessageHandler, state: TableState) -> Outcome:
    reply = taking.run_command(c.ReportCutCard())
    if not isinstance(reply, Refused):
        return None
    taking.note("device/cut_card", f"the cut card was refused ({reply.code})")
    return reply


def misread(taking: ShoeMessageHandler, state: TableState) -> Outcome:
    """Nothing is dealt: the dealer reads the card and enters it."""
    taking.note("device/misread", "a card could not be read")
    return _call(taking, f"Smart shoe {taking.device.name} could not read a card: enter it by hand.")


def empty(taking: ShoeMessageHandler, state: TableState) -> Outcome:
    """An empty shoe that should hold cards has lost some. [R11]"""
    shoe = state.shoe
    if shoe is not None and not shoe.is_finished and shoe.left:
        taking.hold(ShoeFault.MISSING, f"the shoe is empty, and {shoe.left} cards should be left")
    else:
        taking.note("device/empty", "the shoe is empty")
    return _call(taking, f"Smart shoe {taking.device.name} is empty.")


def door_open(taking: ShoeMessageHandler, state: TableState) -> Outcome:
    if state.round is None:
        taking.note("device/door", "the door was opened between rounds")
    else:
        taking.hold(ShoeFault.DOOR, "the door was opened during a round")
    return None


def door_closed(taking: ShoeMessageHandler, state: TableState) -> Outcome:
    taking.note("device/door", "the door was closed")
    return None


def _call(taking: ShoeMessageHandler, note: str) -> Outcome:
    reply = taking.run_command(c.CallSupervisor(note=note))
    return reply if isinstance(reply, Refused) else None


def _burned_after_first(state: TableState) -> int:
    """How many cards went to the rack after the first, which said how many."""
    return 0 if state.shoe is None else state.shoe.burned_unseen + max(0, len(state.shoe.burned) - 1)


def _burned_by(taking: ShoeMessageHandler, state: TableState) -> int:
    is_same = state.shoe is not None and taking.memory.shoe == state.shoe.number
    return taking.memory.burned if is_same else 0


def _burn_cut_short(taking: ShoeMessageHandler, state: TableState) -> Refused | None:
    """A shoe that reads burned cards has to have read them all; one that reads none is not asked."""
    due, burned = _burned_after_first(state), _burned_by(taking, state)
    if not 0 < burned < due:
        return None
    taking.memory = replace(taking.memory, burned=due)
    taking.hold(ShoeFault.MISSING, f"{burned} cards were burned, and {due} should have been")
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
