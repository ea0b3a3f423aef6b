"""Faults of a smart shoe, and the hold that stops the table until a supervisor has checked. [R11, R16]

The round is not void: a supervisor clears the fault and records how, and the dealer continues by hand where the shoe
stopped. The message to the supervisor names no card, because players may not have seen it. [003 L296-297]
"""

from __future__ import annotations

from enum import StrEnum

from croupier.house.house import House
from croupier.house.log_replay import TABLE
from croupier.house.projections import write_projections
from croupier.store.unit_of_work import UnitOfWork
from croupier.table.command_effect import Actor, CommandContext, EffectBuilder
from croupier.table.events import json_of
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
