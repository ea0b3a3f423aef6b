"""Play a draft at a private table with play money: one table for each player, set to the draft between two rounds."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from croupier.cards.random_source import SystemRandomSource
from croupier.errors import BadInput, Refused
from croupier.house.house import Accepted
from croupier.people.session import UserSession
from croupier.play.family import DemoTable
from croupier.rulebook.rulebook import Rulebook
from croupier.rulebook.table_rules import TableRules
from croupier.server.demonstration import demonstration_table
from croupier.server.lab.drafts import write_rulebook
from croupier.server.runtime import Runtime
from croupier.store.unit_of_work import UnitOfWork
from croupier.table.command_effect import SYSTEM
from croupier.table.commands import ChangeSettings, OpenTable
from croupier.table.settings import TableSettings
from croupier.table.state import Phase

NAME_BYTES = 6
BETTING_SECONDS = 60
"""Betting time of a private table; it closes when its player is ready."""
PLAY_MONEY_ONLY = Refused(
    "lab/play_money_only", "A draft is played with play money: at the demonstration house, by a player."
)
TRIED_MOST = 500
"""Most rulebooks that one player tries in a house; their rounds can be replayed, so their files stay."""
TOO_MANY = Refused("lab/too_many_tried", f"A player tries {TRIED_MOST} rulebooks in one house at most.")


async def play_draft(
    runtime: Runtime, session: UserSession, folder: Path, book: Rulebook, text: str, options: Mapping[str, object]
) -> str | Refused:
    """Set the player's private table to a draft, open it, and return its name; create the table for the first draft."""
    if not runtime.config.house.demonstration or session.role.value != "player":
        return PLAY_MONEY_ONLY
    if folder.is_dir() and sum(1 for _ in folder.iterdir()) >= TRIED_MOST:
        return TOO_MANY
    try:
        TableRules.of(book, options)
        file = await runtime.run_job(lambda uow: write_rulebook(uow, folder, book, text))
        settings = await runtime.run_in_thread(_settings, file, dict(options), session.account)
    except BadInput as bad:
        return Refused("lab/not_a_rulebook", f"The draft has problems: {bad}")
    states = (state for _, state in runtime.house.committed_tables.values())
    state = next((one for one in states if one.settings.private_to == session.account), None)
    if state is None:
        return await _create(runtime, settings)
    if state.settings != settings:
        reply = await runtime.command(state.name, ChangeSettings(settings=settings), SYSTEM, None)
        if isinstance(reply, Refused):
            return reply
    if runtime.house.committed_tables[state.name][1].phase is Phase.CLOSED:
        reply = await runtime.command(state.name, OpenTable(), SYSTEM, None)
        if isinstance(reply, Refused):
            return reply
    return state.name


async def _create(runtime: Runtime, settings: TableSettings) -> str | Refused:
    name = f"lab-{SystemRandomSource().nonce()[:NAME_BYTES].hex()}"

    def job(uow: UnitOfWork) -> Accepted | Refused:
        return runtime.house.create_table_in(uow, name, settings)

    created = await runtime.run_job(job)
    if isinstance(created, Refused):
        return created
    opened = await runtime.command(name, OpenTable(), SYSTEM, None)
    return opened if isinstance(opened, Refused) else name


def _settings(file: Path, options: dict[str, object], account: str) -> TableSettings:
    shown = demonstration_table(DemoTable("lab", str(file), options, automated=True)).settings
    return shown.model_copy(
        update={"private_to": account, "betting_seconds": BETTING_SECONDS, "closes_when_ready": True}
    )
