"""Routes of the coach, for play money only: the value of each action, computed from the player's own view.

A face-down card may be any card that the player has not seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

from croupier.errors import Refused
from croupier.odds.family_odds import ArrangementValue, odds_of
from croupier.play.round import Arrange, Ask, HandToSet, Question
from croupier.rulebook.table_rules import TableRules
from croupier.server.auth import CurrentRuntime, CurrentSession, require_permission
from croupier.server.coach_process import CoachJob
from croupier.server.error_responses import raise_if_refused
from croupier.server.routes.base import ResponseModel, routes
from croupier.server.tables import TableId, committed_table
from croupier.table.state import Phase, TableState

router = routes("coach")

NO_EXTRA = "The coach needs the odds extra, which this server was installed without: pip install 'croupier[odds]'."


class CoachOption(ResponseModel):
    """One action that the player may choose now, with its expected value."""

    do: str
    value: float
    """Expected value of the hand with this action, in units of its first wager or in antes.

    The value of a double counts the whole doubled wager.
    """


class CoachArrangement(ResponseModel):
    """One way to set the player's cards into hands, with its expected value."""

    hands: dict[str, list[str]]
    value: float
    house_way: bool


class CoachResponse(ResponseModel):
    """Best choice for the player's open question, and the value of every choice."""

    seat: int
    hand: int
    question: int
    best: str
    options: list[CoachOption]
    """All actions that the player may choose, best first."""
    ways: tuple[CoachArrangement, ...] = ()
    """All legal arrangements, best first, when the player sets a hand; `options` is then empty."""


@router.get("/tables/{table}/coach")
async def coach(table: TableId, session: CurrentSession, runtime: CurrentRuntime) -> CoachResponse | None:
    """Return the best decision for the player's open question, or null if there is none; play money only.

    The first answer takes longest. A request before the first decision already solves the game.
    """
    require_permission(session, "use-coach")
    raise_if_refused(_refuse_unavailable(committed_table(runtime, table)[1]))
    raise_if_refused(await runtime.coach.ask(_job(committed_table(runtime, table)[1], None)))
    state = committed_table(runtime, table)[1]
    question = _question(state, session.account)
    if question is None:
        return None
    return coach_response(state.rules, question, raise_if_refused(await runtime.coach.ask(_job(state, question))))


def _job(state: TableState, question: Question | HandToSet | None) -> CoachJob:
    """Return the coach job of a question; without a question, a job that only solves the game."""
    digest = state.rules.rulebook.digest
    if isinstance(question, HandToSet):
        return CoachJob.for_settings(state.settings, digest, cards=question.cards)
    if question is None:
        return CoachJob.for_settings(state.settings, digest)
    own = odds_of(state.rules).coach
    assert own is not None
    visible_state = own.visible_state(state.rules, state.replay_play, question)
    return CoachJob.for_settings(state.settings, digest, question=question, visible_state=visible_state)


def _refuse_unavailable(state: TableState) -> Refused | None:
    if not state.demonstration:
        return Refused("role/play_money_only", "The coach is for play money; this house plays for real money.")
    if find_spec("numba") is None:
        return Refused("coach/no_odds", NO_EXTRA)
    if odds_of(state.rules).coach is None:
        return Refused("coach/not_available", "Nobody decides anything in this game: there is nothing to coach.")
    return None


def coach_response(house: TableRules, question: Question | HandToSet, values: Any) -> CoachResponse | None:
    """Return the coach's values for a player's question, best first; None if the player has nothing to choose."""
    if isinstance(question, HandToSet):
        return _arrangements_response(house, question, values)
    options = [CoachOption(do=one.do, value=values[one.do]) for one in question.choices if one.do in values]
    if not options:
        return None
    best = sorted(options, key=lambda one: -one.value)
    return CoachResponse(seat=question.seat, hand=question.hand, question=question.nth, best=best[0].do, options=best)


def _arrangements_response(
    house: TableRules, to_set: HandToSet, found: Sequence[ArrangementValue]
) -> CoachResponse | None:
    """Return the response with the value of every arrangement; the first hand gets all cards that the last does not."""
    (first, _), (other, _) = to_set.sizes[0], to_set.sizes[-1]
    arrangements, kinds = [], house.shoe.pack.kinds
    for numbers, value, is_house_way in found:
        front = [kinds[number] for number in numbers]
        behind = list(to_set.cards)
        for piece in front:
            behind.remove(piece)
        hands = {first: [str(card) for card in behind], other: [str(card) for card in front]}
        arrangements.append(CoachArrangement(hands=hands, value=value, house_way=is_house_way))
    if not arrangements:
        return None
    return CoachResponse(seat=to_set.seat, hand=1, question=to_set.nth, best="", options=[], ways=tuple(arrangements))


def _question(state: TableState, account: str | None) -> Question | HandToSet | None:
    """Return the open question of this account's player, or None."""
    if state.round is None or state.phase is not Phase.DEALING or account is None:
        return None
    need = state.replay_play.need
    if isinstance(need, Arrange):
        return next((one for one in need.hands_to_set if state.deciding_account(one.seat) == account), None)
    open_now = need.questions if isinstance(need, Ask) else ()
    return next((one for one in open_now if state.deciding_account(one.seat) == account), None)
