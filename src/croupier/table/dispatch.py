"""Execute a command on a table state: return the complete effect or the refusal. Pure functions."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from croupier.errors import Refused
from croupier.table import (
    announced_changes,
    back_outs,
    bank_handlers,
    betting,
    corrections,
    dealing,
    dice_corrections,
    operations,
    player_decisions,
    procedure,
    supervisor_handlers,
    surveillance_notices,
    table_stakes,
    timers,
)
from croupier.table.command_declaration import DECLARATIONS, Command, CommandDeclaration, refuse_by_phase
from croupier.table.command_effect import Actor, CommandContext, CommandEffect, EffectBuilder
from croupier.table.state import TableState

HANDLER_MODULES = (
    announced_changes,
    back_outs,
    bank_handlers,
    betting,
    corrections,
    dealing,
    dice_corrections,
    operations,
    player_decisions,
    procedure,
    supervisor_handlers,
    surveillance_notices,
    table_stakes,
    timers,
)
"""Modules that declare commands: importing them fills `DECLARATIONS`."""

DECLARED: Mapping[str, CommandDeclaration] = MappingProxyType(dict(sorted(DECLARATIONS.items())))
"""All table commands by name."""


def execute_command(state: TableState, command: Command, context: CommandContext) -> CommandEffect | Refused:
    """Return the effect of a command, or the refusal; `state` itself does not change."""
    declared = DECLARED[command_name(command)]
    if refusal := refuse_private(state, context.actor) or refuse_by_phase(state, declared):
        return refusal
    builder = EffectBuilder(state, context)
    refusal = declared.handler(builder, command)
    return refusal or builder.build()


def refuse_private(state: TableState, actor: Actor) -> Refused | None:
    """Refuse every player but the owner of a private table; a provider of the demonstration may bank there."""
    owner = state.settings.private_to
    if owner and actor.account not in (None, owner) and not actor.third_party:
        return Refused("table/private", "This table is another player's own.")
    return None


def void_for_fault(state: TableState, context: CommandContext, reason: str) -> CommandEffect:
    """Return the effect of an equipment failure: the round is void, the table on hold. [R9, R30; 000 L135]"""
    builder = EffectBuilder(state, context)
    supervisor_handlers.malfunction(builder, reason)
    return builder.build()


def command_name(command: Command) -> str:
    """Return the name of a command, for example `place-wagers`."""
    do: Any = getattr(command, "do", None)
    assert isinstance(do, str)
    return do
