"""Declares a table command in one place: its class with name and fields, then its handler with phases and roles.

```python
class CallSupervisor(Command):
    do: Literal["call-supervisor"] = "call-supervisor"
    note: str = ""


@handles(CallSupervisor, phases=OPEN, roles=PLAYER | DEALER, paused=True, held=True)
def call_supervisor(builder: EffectBuilder, command: CallSupervisor) -> Refused | None: ...
```

Everything else that lists commands is made of `DECLARATIONS`: which phases and roles accept a command, who handles it,
what the API accepts, `table/commands.py` and `docs/reference/table-commands.md`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from croupier.errors import InvariantViolation, Refused
from croupier.table.command_effect import EffectBuilder
from croupier.table.roles import Role
from croupier.table.state import Phase, TableState

CENTS_MOST = 100_000_000_00
"""Highest amount of a command in cents: 100 million dollars. Sums of such amounts fit the ledger."""

AmountCents = Annotated[int, Field(ge=1, le=CENTS_MOST, strict=True)]
Seat = Annotated[int, Field(ge=1, le=64, strict=True)]
CardText = Annotated[str, Field(min_length=1, max_length=3)]
Reason = Annotated[str, Field(min_length=3, max_length=400)]
Name = Annotated[str, Field(min_length=1, max_length=80)]

ANY_PHASE = frozenset(Phase)
CLOSED = frozenset({Phase.CLOSED})
OPEN = ANY_PHASE - CLOSED
BETWEEN = frozenset({Phase.BETWEEN})
BETTING = frozenset({Phase.BETTING})
DEALING = frozenset({Phase.DEALING})
IN_ROUND = BETTING | DEALING
SETTING_UP = CLOSED | BETWEEN | BETTING
"""Phases in which a table may be set up; in the betting phase, only while no wager is on the layout."""

PLAYER = frozenset({Role.PLAYER})
"""Players act only for themselves."""
SUPERVISOR = frozenset({Role.SUPERVISOR})
DEALER = frozenset({Role.DEALER}) | SUPERVISOR
"""A supervisor has all rights of a dealer."""
ADMIN = frozenset({Role.ADMIN})
SURVEILLANCE = frozenset({Role.SURVEILLANCE})
ONLY_SYSTEM: frozenset[Role] = frozenset()
"""Roles of a command that nobody may send: only the system's timer executes it."""


class Command(BaseModel):
    """Base class of table commands; the field `do` names the command."""

    model_config = ConfigDict(frozen=True, extra="forbid")


CommandT = TypeVar("CommandT", bound=Command)
Handler = Callable[[EffectBuilder, CommandT], Refused | None]


@dataclass(frozen=True)
class CommandDeclaration:
    """A command with its handler, and when and by whom it may be given."""

    name: str
    kind: type[Command]
    handler: Handler[Any]
    phases: frozenset[Phase]
    roles: frozenset[Role]
    paused: bool
    """Whether the command is allowed while the table is paused."""
    held: bool
    """Whether the command is allowed while the table is on hold."""


DECLARATIONS: dict[str, CommandDeclaration] = {}
"""Declared commands by name; complete once `table.dispatch` has imported the modules of all handlers."""


def handles(
    kind: type[CommandT], *, phases: frozenset[Phase], roles: frozenset[Role], paused: bool = False, held: bool = False
) -> Callable[[Handler[CommandT]], Handler[CommandT]]:
    """Declare the decorated function as the handler of a command, with the phases and roles that may give it."""
    name = str(kind.model_fields["do"].default)

    def declare(handler: Handler[CommandT]) -> Handler[CommandT]:
        if name in DECLARATIONS:
            raise InvariantViolation(f"the command {name} is declared twice")
        DECLARATIONS[name] = CommandDeclaration(name, kind, handler, phases, roles, paused, held)
        return handler

    return declare


HOLD_CODES = {"fault": "table/fault", "dispute": "table/dispute"}
"""Error codes of a command at a table on hold, by the reason of the hold."""


def refuse_by_phase(state: TableState, declared: CommandDeclaration) -> Refused | None:
    """Return why the table cannot accept this command now, or None. [R16]"""
    if state.holds and not declared.held:
        hold = state.holds[0]
        return Refused(HOLD_CODES[hold.why], f"The table is held: {hold.reason}. A supervisor has to release it.")
    if state.paused_at is not None and not declared.paused:
        return Refused("table/paused", f"The table is paused: {state.paused_for}.")
    if state.phase not in declared.phases:
        return Refused("table/wrong_phase", f"Not now: {PHASE_TEXT[state.phase]}.")
    return None


PHASE_TEXT = {
    Phase.CLOSED: "the table is closed",
    Phase.BETWEEN: "no round is open",
    Phase.BETTING: "bets are open",
    Phase.DEALING: "no more bets, the round is being dealt",
}
