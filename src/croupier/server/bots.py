"""Bots of the demonstration: opponents for a visitor at tables where players play against each other.

Each bot is a player marked as a bot. It gives the same commands as a person, after a human thinking time, and uses only
the view of its own seat. Bots sit down when a person has sat down, play while a person has chips and is dealt in, give
up seats when seats become scarce, and leave when no person is left. A real house has no bots.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from typing import Any, NamedTuple

from pydantic import TypeAdapter

from croupier.cage.buy_in import with_play_money
from croupier.cards.random_source import RandomSource, SystemRandomSource
from croupier.errors import BadInput
from croupier.people.roles import Role
from croupier.people.users import user_by_name
from croupier.play.round import Arrange, Ask, HandToSet, Question
from croupier.server.demonstration import add_people
from croupier.server.runtime import Runtime
from croupier.store.errors import DatabaseUnavailableError, WriteRejectedError
from croupier.store.ledger_accounts import player
from croupier.table.command_effect import Actor
from croupier.table.commands import AnyCommand, BuyChips, Command, SitDown, SitIn, StandUp
from croupier.table.state import Phase, SeatedPlayer, TableState
from croupier.table.table_stakes import free_seats
from croupier.views import Viewer

POLL_SECONDS = 0.3
THINKING_MS = (900, 2600)
"""Thinking time of a bot for a decision in milliseconds, shortest and longest."""
ARRANGING_MS = (4000, 9000)
"""Thinking time of a bot for setting a hand of many cards in milliseconds, shortest and longest."""
BUY_IN_MULTIPLE = 4
"""Buy-in of a bot as a multiple of the minimum buy-in, if the table allows it."""
FREE_SEATS_LEAST = 1
"""Seats that bots leave free for people."""
COMMAND: TypeAdapter[Command] = TypeAdapter(AnyCommand)


class PendingBotDecision(NamedTuple):
    """Decision that a bot will make: the round, the number of the question, and the time at which the bot answers."""

    round: str
    nth: int
    done_at: int


class BotPlayers:
    """All bots of a demonstration; each may sit at every table. Create it before the server starts."""

    def __init__(self, runtime: Runtime, count: int, *, chance: RandomSource | None = None) -> None:
        if not runtime.config.house.demonstration:
            raise BadInput.at("house.bots", "bots play in a demonstration house only: leave it out")
        self._runtime = runtime
        self._chance = chance or SystemRandomSource()
        self._keys = itertools.count()
        self._started = runtime.now()
        self._thoughts: dict[tuple[str, int], PendingBotDecision] = {}
        self._bots = _create_bots(runtime, count)

    async def run(self) -> None:
        """Let the bots act at all tables, every 0.3 seconds, as long as the server runs."""
        while not self._runtime.is_stopping:
            for table in list(self._runtime.house.committed_tables):
                with contextlib.suppress(DatabaseUnavailableError, WriteRejectedError):
                    await self.act_at_table(table)
            await asyncio.sleep(POLL_SECONDS)

    async def act_at_table(self, table: str) -> None:
        """Give at most one command per bot; a refused command is reconsidered at the next call."""
        for bot in self._bots:
            if not self._runtime.house.runs(table):
                return
            state = self._runtime.house.committed_tables[table][1]
            if state.stakes is None or not state.is_automated or not state.is_running:
                return
            order = bot_command(state, bot, self._chance) or await self._answer(state, bot)
            if order is not None:
                await self._give(table, order, bot)

    async def _give(self, table: str, order: Command, bot: Actor) -> None:
        account = str(bot.account)
        if isinstance(order, BuyChips) and order.cents > self._runtime.house.committed_balances.get(account, 0):
            given: dict[str, Any] = {"account": account, "by": bot.id, "demonstration": True}
            await self._runtime.run_job(lambda uow: with_play_money(uow, cents=order.cents, **given))
        await self._runtime.command(table, order, bot, f"bot-{self._started}-{next(self._keys)}")

    async def _answer(self, state: TableState, bot: Actor) -> Command | None:
        """Return the bot's answer to an open question after its thinking time, else None."""
        seat, current = state.seat_of(str(bot.account)), state.round
        if seat is None or current is None or state.phase is not Phase.DEALING:
            return None
        need = state.replay_play.need
        open_question: Question | HandToSet | None = None
        if isinstance(need, Ask):
            open_question = need.question(seat)
        elif isinstance(need, Arrange):
            open_question = need.hand_to_set(seat)
        if open_question is None:
            return None
        thought = self._thoughts.get((state.name, seat))
        if thought is None or thought[:2] != (current.id, open_question.nth):
            least, most = THINKING_MS if isinstance(need, Ask) else ARRANGING_MS
            lasts = least + self._chance.below(most - least + 1)
            self._thoughts[state.name, seat] = PendingBotDecision(
                current.id, open_question.nth, self._runtime.now() + lasts
            )
            return None
        is_done = self._runtime.now() >= thought.done_at
        return await self._runtime.run_in_thread(self._choose_action, state, bot) if is_done else None

    def _choose_action(self, state: TableState, bot: Actor) -> Command | None:
        """Choose an action from the view of the bot's own seat."""
        assert state.stakes is not None
        seat_view = self._runtime.view_of(state, Viewer("player", bot.account))
        move = state.stakes.bot(state.rules, seat_view, self._chance)
        return None if move is None else COMMAND.validate_python(move)


def _create_bots(runtime: Runtime, count: int) -> list[Actor]:
    """Create the user accounts of the bots with a random password that is not stored, so that no person can log in."""
    names = [f"bot-{nth}" for nth in range(1, count + 1)]
    people = [(name, f"Bot {nth}", Role.PLAYER) for nth, name in enumerate(names, start=1)]
    add_people(runtime, people, SystemRandomSource().nonce().hex())
    users = runtime.run_query(lambda query: [user_by_name(query, name) for name in names])
    return [Actor(f"user:{user.id}", user.display_name, "player", player(user.id), bot=True) for user in users if user]


def bot_command(state: TableState, bot: Actor, chance: RandomSource) -> Command | None:
    """Return the command to sit down, buy chips or leave, or None for no change."""
    account = str(bot.account)
    seat = state.seat_of(account)
    people = [sitter for sitter in state.seats.values() if not sitter.bot]
    if seat is None:
        free = free_seats(state)
        has_free_seats = len(free) > FREE_SEATS_LEAST and not state.waiting
        return (
            SitDown(seat=free[chance.below(len(free))])
            if has_free_seats and any(_is_in(state, one) for one in people)
            else None
        )
    if state.round is not None and state.round.staked_by(account):
        return None
    stack, plays = state.stack(account), any(_takes_part(state, one) for one in people)
    is_crowded = len(free_seats(state)) < FREE_SEATS_LEAST or state.waiting
    if is_crowded or not any(_is_in(state, one) for one in people) or (stack.cents and not plays):
        return StandUp()
    if plays and not _takes_part(state, state.seats[seat]):
        return SitIn() if stack.is_out else BuyChips(cents=_buy_in_amount(state, stack.cents))
    return None


def _is_in(state: TableState, sitter: SeatedPlayer) -> bool:
    return not state.stack(sitter.account).is_out


def _takes_part(state: TableState, sitter: SeatedPlayer) -> bool:
    """Return whether a player has enough chips for the next hand, or a stake in this hand."""
    assert state.stakes is not None
    if state.round is not None and state.round.staked_by(sitter.account):
        return True
    ready = [one for one in state.seated_stacks if state.seats[one.seat].account == sitter.account]
    return any(one.is_in and state.stakes.is_ready(state.rules, one) for one in ready)


def _buy_in_amount(state: TableState, has: int) -> int:
    """Return the cents to buy: a multiple of the minimum buy-in, limited by the table's maximum."""
    assert state.stakes is not None
    buy_in = state.stakes.buy_in(state.rules)
    most = buy_in.least * BUY_IN_MULTIPLE if buy_in.most is None else min(buy_in.most, buy_in.least * BUY_IN_MULTIPLE)
    return int(max(buy_in.chip, (most - has) // buy_in.chip * buy_in.chip))
