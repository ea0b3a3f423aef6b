"""Commands are declared once, beside their handlers; the lists of all commands are made of the declarations."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import Literal

import pytest

from croupier.errors import InvariantViolation, Refused
from croupier.table.command_declaration import DEALER, DECLARATIONS, OPEN, Command, handles
from croupier.table.command_effect import EffectBuilder
from croupier.table.command_lists import COMMAND, commands_module, texts
from croupier.table.dispatch import DECLARED


@pytest.mark.parametrize(("path", "made"), [*texts()], ids=lambda value: value.name if isinstance(value, Path) else "")
def test_a_kept_list_is_that_of_the_declarations(path: Path, made: str) -> None:
    """Check that the stored lists equal the declarations; a review then shows changed commands, phases and roles."""
    kept = path.read_text("utf-8")
    change = "\n".join(difflib.unified_diff(kept.splitlines(), made.splitlines(), "kept", "declared", lineterm=""))
    assert kept == made, f"{path} is out of date: run `{COMMAND}`.\n{change}"


def test_every_declaration_is_complete_when_the_dispatcher_is_imported() -> None:
    """Check that `table.dispatch` imports every module of handlers.

    Commands of a module that it does not import would be declared too late.
    """
    assert set(DECLARED) == set(DECLARATIONS)


def test_a_command_that_nobody_may_send_is_not_accepted_from_outside() -> None:
    assert not DECLARED["tick"].roles
    assert "| RunTimers" not in commands_module()


def test_a_command_is_declared_once() -> None:
    class CallAgain(Command):
        do: Literal["call-supervisor"] = "call-supervisor"

    def call_again(builder: EffectBuilder, command: CallAgain) -> Refused | None:
        return None

    with pytest.raises(InvariantViolation, match="call-supervisor is declared twice"):
        handles(CallAgain, phases=OPEN, roles=DEALER)(call_again)
