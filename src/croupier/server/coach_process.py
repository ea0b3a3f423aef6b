"""Compute the coach's advice about decisions in a separate process, so that it does not delay wagers.

Each question is computed once: the answer is cached, and identical questions wait for the same computation. The process
receives only the player's own view and the table rules. It ends with the server.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import pickle
import signal
import struct
import sys
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, BinaryIO

from croupier.cards import Piece
from croupier.errors import BadInput, Refused
from croupier.odds.fact_table import NotExactlyCountable
from croupier.odds.family_odds import odds_of
from croupier.operating_system import end_process, lower_priority
from croupier.play.round import Question
from croupier.table.settings import DealingMode, TableSettings, game_rules

ANSWERS_MOST = 512
WAITING_MOST = 32
ANSWER_SECONDS = 120
"""Longest time in seconds to wait for an answer; the first under new rules takes longest, as the game is solved then.
"""
NICE_LEVEL = 10
LENGTH = struct.Struct(">Q")
PROGRAM = "from croupier.server.coach_process import main; main()"
"""Program text for the option -c; it imports this module, because pickled jobs contain the module's name."""
BUSY = Refused("rate/coach", "The coach is busy; ask again in a moment.")
CHANGED = Refused(
    "coach/not_available", "The rulebook's file has changed since the table was set up: the coach cannot read it."
)

log = logging.getLogger("croupier")


@dataclass(frozen=True)
class CoachJob:
    """One question to the coach; a job without question and cards only solves the game in advance."""

    rulebook: str
    options: str
    """Chosen options as JSON with sorted keys."""
    mode: str
    schedule: int | str | None
    digest: str
    """Digest of the rulebook that the table uses."""
    question: Question | None = None
    visible_state: Any = None
    """The part of the player's own view that the family's coach needs."""
    cards: tuple[Piece, ...] = ()
    """Cards to arrange into hands; empty if the question is about a decision."""

    @classmethod
    def for_settings(cls, settings: TableSettings, digest: str, **question_fields: Any) -> CoachJob:
        options = json.dumps(settings.options, sort_keys=True)
        return cls(settings.rulebook, options, settings.mode.value, settings.schedule, digest, **question_fields)


def compute_values(job: CoachJob) -> Any:
    """Compute the value of each action or arrangement, or return a refusal.

    See `action_values` and `arrangement_values` of the family's coach.
    """
    options = json.loads(job.options)
    settings = TableSettings(rulebook=job.rulebook, options=options, mode=DealingMode(job.mode), schedule=job.schedule)
    try:
        house = game_rules(settings)
    except BadInput:
        return CHANGED
    coach = odds_of(house).coach
    if house.rulebook.digest != job.digest or coach is None:
        return CHANGED
    try:
        solved = coach.solve(house)
    except NotExactlyCountable as reason:
        return Refused("coach/not_available", f"A wager of this table {reason}.")
    if job.question is not None:
        return coach.action_values(house, job.visible_state, job.question, solved)
    if not job.cards:
        return None
    return () if coach.arrangement_values is None else coach.arrangement_values(house, job.cards)


class CoachService:
    """Service that sends questions to the coach process and caches its answers."""

    def __init__(self) -> None:
        self.compute: Callable[[CoachJob], Awaitable[Any]] = self._compute_in_process
        self._answers: OrderedDict[CoachJob, Any] = OrderedDict()
        self._under_way: dict[CoachJob, asyncio.Task[Any]] = {}
        self._one_at_a_time = asyncio.Lock()
        self._child: asyncio.subprocess.Process | None = None

    async def ask(self, job: CoachJob) -> Any:
        if job in self._answers:
            self._answers.move_to_end(job)
            return self._answers[job]
        if job not in self._under_way:
            if len(self._under_way) >= WAITING_MOST:
                return BUSY
            self._under_way[job] = asyncio.create_task(self._answer(job))
        return await asyncio.shield(self._under_way[job])

    async def _answer(self, job: CoachJob) -> Any:
        try:
            answer = await self.compute(job)
        except (OSError, EOFError, TimeoutError) as error:
            log.warning("the coach did not answer: %s", error or type(error).__name__)
            return BUSY
        finally:
            del self._under_way[job]
        self._answers[job] = answer
        if len(self._answers) > ANSWERS_MOST:
            self._answers.popitem(last=False)
        return answer

    async def _compute_in_process(self, job: CoachJob) -> Any:
        async with self._one_at_a_time:
            child = self._child
            if child is None or child.returncode is not None:
                pipe = asyncio.subprocess.PIPE
                command = (sys.executable, "-c", PROGRAM)
                child = self._child = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
            try:
                async with asyncio.timeout(ANSWER_SECONDS):
                    return await _exchange(child, job)
            except BaseException:
                # The process may still send the answer to this question, so it must not be used for the next one.
                await self._end()
                raise

    async def _end(self) -> None:
        child, self._child = self._child, None
        if child is not None and child.returncode is None:
            await end_process(child)

    async def stop(self) -> None:
        for task in list(self._under_way.values()):
            task.cancel()
        await asyncio.gather(*self._under_way.values(), return_exceptions=True)
        await self._end()


async def _exchange(child: asyncio.subprocess.Process, job: CoachJob) -> Any:
    assert child.stdin is not None
    assert child.stdout is not None
    packed = pickle.dumps(job)
    child.stdin.write(LENGTH.pack(len(packed)) + packed)
    await child.stdin.drain()
    (length,) = LENGTH.unpack(await child.stdout.readexactly(LENGTH.size))
    return pickle.loads(await child.stdout.readexactly(length))  # noqa: S301 - data from our child process


def serve(requests: BinaryIO, responses: BinaryIO) -> None:
    """Answer jobs from the pipe until the server closes it."""
    while len(header := requests.read(LENGTH.size)) == LENGTH.size:
        job = pickle.loads(requests.read(*LENGTH.unpack(header)))  # noqa: S301 - data from the parent process
        packed = pickle.dumps(compute_values(job))
        responses.write(LENGTH.pack(len(packed)) + packed)
        responses.flush()


def main() -> None:
    """Run the process at low priority, because dealing has precedence; output of libraries goes to stderr."""
    lower_priority(NICE_LEVEL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the server; the closed pipe then ends this process.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    serve(sys.stdin.buffer, answers)
