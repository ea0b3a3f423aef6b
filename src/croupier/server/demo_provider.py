"""Bank provider of the demonstration: a player who takes the bank when no other player does.

It gives the same commands as any player.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools

from croupier.people.users import user_by_name
from croupier.play.round import Arrange, Ask
from croupier.server.runtime import Runtime
from croupier.store.errors import DatabaseUnavailableError
from croupier.store.ledger_accounts import player
from croupier.table.bank_handlers import unanswered_seat
from croupier.table.command_effect import Actor
from croupier.table.commands import AcceptBank, ArrangeCards, Command, MakeDecision, PostBank, SitDown, StandUp
from croupier.table.rotation import RotationStage
from croupier.table.state import Phase, TableState

BANK_CENTS = 2_000_00
POLL_SECONDS = 0.5


class DemoProvider:
    """Player who joins player-dealer games with other players, takes the offered bank, and leaves after them."""

    def __init__(self, runtime: Runtime, name: str) -> None:
        self._runtime = runtime
        user = runtime.run_query(lambda query: user_by_name(query, name))
        assert user is not None
        self._account = player(user.id)
        self._actor = Actor(f"user:{user.id}", user.display_name, "player", self._account, user.third_party)
        self._keys = itertools.count()
        self._started = runtime.now()

    async def run(self) -> None:
        """Check all tables every half second, as long as the server runs."""
        while not self._runtime.is_stopping:
            for state in [shown for _, shown in list(self._runtime.house.committed_tables.values())]:
                order = self._next_command(state) if self._runtime.house.runs(state.name) else None
                if order is not None:
                    await self._give(state.name, order)
            await asyncio.sleep(POLL_SECONDS)

    async def _give(self, table: str, order: Command) -> None:
        """Give a command; a command that is refused or cannot be written is reconsidered at the next check."""
        with contextlib.suppress(DatabaseUnavailableError):
            await self._runtime.command(table, order, self._actor, f"provider-{self._started}-{next(self._keys)}")

    def _next_command(self, state: TableState) -> Command | None:
        """Return the next command of the provider at a table, or None."""
        if state.phase is Phase.DEALING:
            return self._answers(state)
        if state.offers is None or state.phase is not Phase.BETWEEN or not state.is_running:
            return None
        seat = state.seat_of(self._account)
        others = len(state.seats) - (seat is not None)
        if seat is None:
            free = [number for number in state.rules.seats if number not in state.seats]
            return SitDown(seat=free[-1]) if others and free else None
        if not others:
            return StandUp()
        if unanswered_seat(state) != seat:
            return None
        is_offered = state.offers.rotation.stage is RotationStage.OFFERING
        return AcceptBank(cents=BANK_CENTS) if is_offered else PostBank(cents=BANK_CENTS)

    def _answers(self, state: TableState) -> Command | None:
        """Return the command with the default answer to a question that the round asks the provider, or None."""
        bank = state.bank
        if bank is None or bank.account != self._account or not state.is_running:
            return None
        need = state.replay_play.need
        if isinstance(need, Arrange) and need.hand_to_set(bank.seat) is not None:
            return ArrangeCards(seat=bank.seat)
        question = need.question(bank.seat) if isinstance(need, Ask) else None
        return None if question is None else MakeDecision(seat=bank.seat, choice=question.timeout_action)
