"""Write the lists of all table commands: `table/commands.py` and, for readers, `docs/reference/table-commands.md`.

Both are made of the declarations beside the handlers and are kept in the repository, so that a review shows every
change of a command, its phases or its roles. `python -m croupier.table.command_lists` writes them; a test fails while
one of them is out of date.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from croupier.table.betting import WagerAmount
from croupier.table.command_declaration import ANY_PHASE, Command, CommandDeclaration
from croupier.table.dispatch import DECLARED
from croupier.table.roles import Role
from croupier.table.state import Phase

COMMAND = "python -m croupier.table.command_lists"
MODULE = Path(__file__).with_name("commands.py")
PAGE = Path(__file__).parents[3] / "docs" / "reference" / "table-commands.md"

MODULE_HEAD = f'''"""All table commands, for import from one place; `{COMMAND}` writes this file."""

# ruff: noqa: PLC0414 -- an import under its own name is one that other modules may import from here

from __future__ import annotations

from typing import Annotated

from pydantic import Field

'''
MODULE_END = '''"""All commands from outside; the server itself sends `RunTimers`."""

AnyCommand = Annotated[CommandUnion, Field(discriminator="do")]
COMMANDS: dict[str, type[Command]] = {str(kind.model_fields["do"].default): kind for kind in CommandUnion.__args__}
'''
PAGE_HEAD = f"""# Commands of a table

Every command that a live table accepts, in which [phase](../explanation/live-table.md) and from which role. `{COMMAND}`
writes this page from the declarations in `src/croupier/table`; a test fails while it is out of date. The fields of each
command are in the reference of the API at `/docs` of a running server, and [api.md](api.md) says how to send it.

*Stopped* says whether the table accepts the command also while it is paused or on hold.

| command | phases | stopped | roles | |
| --- | --- | --- | --- | --- |
"""


def commands_module() -> str:
    """Return the text of `table/commands.py`."""
    kinds: set[type[Command]] = {*(one.kind for one in DECLARED.values()), Command, WagerAmount}
    imports = [f"from {kind.__module__} import {kind.__name__} as {kind.__name__}" for kind in kinds]
    union = "\n    | ".join(one.kind.__name__ for one in DECLARED.values() if one.roles)
    return MODULE_HEAD + "\n".join(sorted(imports)) + f"\n\nCommandUnion = (\n    {union}\n)\n" + MODULE_END


def commands_page() -> str:
    """Return the text of `docs/reference/table-commands.md`."""
    return PAGE_HEAD + "\n".join(map(_row, DECLARED.values())) + "\n"


def _row(one: CommandDeclaration) -> str:
    phases = "any" if one.phases == ANY_PHASE else ", ".join(phase for phase in Phase if phase in one.phases)
    stopped = " and ".join(word for word, is_so in (("paused", one.paused), ("held", one.held)) if is_so) or "no"
    roles = ", ".join(role for role in Role if role in one.roles) or "none: the system's timer"
    summary = (one.kind.__doc__ or "").partition("\n")[0]
    return f"| `{one.name}` | {phases} | {stopped} | {roles} | {summary} |"


def texts() -> Iterator[tuple[Path, str]]:
    """Yield each generated file with its text."""
    yield MODULE, commands_module()
    yield PAGE, commands_page()


if __name__ == "__main__":
    for path, text in texts():
        path.write_text(text, encoding="utf-8")
