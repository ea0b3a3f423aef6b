"""The coach of a play-money house: what each way to go on is worth, by what the player himself sees.

It knows that and nothing more: whatever lies face down may be any card that he does not see.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

from croupier.errors import Refused
from croupier.odds.family_odds import ArrangementValue
from croupier.play.family import family_of
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
    """One way to go on."""

    do: str
    value: float
    """What the hand is worth that way, in units of its first wager or in antes; a double is one by the whole wager."""


class CoachArrangement(ResponseModel):
    """One way to lay one's cards."""

    hands: dict[str, list[str]]
    value: float
    house_way: bool


class CoachResponse(ResponseModel):
    """What is best for the one question that the caller has open, and what every way is worth."""

    seat: int
    hand: int
    question: int
    best: str
    options: list[CoachOption]
    """The best first."""
    ways: tuple[CoachArrangement, ...] = ()
    """Where cards are laid into hands: every legal way, the best first; then there are no options."""


@router.get("/tables/{table}/coach")
async def coach(table: TableId, session: CurrentSession, runtime: CurrentRuntime) -> CoachResponse | None:
    """The best decision for one's own open question, in a play-money house; null while there is none.

    The first answer takes a moment: asked before anybody decides, the game is worked out when somebody does.
    """
    require_permission(session, "use-coach")
    raise_if_refused(_not_here(committed_table(runtime, table)[1]))
    raise_if_refused(await runtime.coach.ask(_job(committed_table(runtime, table)[1], None)))
    state = committed_table(runtime, table)[1]
    question = _question(state, session.account)
    if question is None:
        return None
    return told(state.rules, question, raise_if_refused(await runtime.coach.ask(_job(state, question))))


def _job(state: TableState, question: Question | HandToSet | None) -> CoachJob:
    """What the coach is asked; without a question, to work the game out before there is one."""
    digest = state.rules.book.digest
    if isinstance(question, HandToSet):
        return CoachJob.under(state.settings, digest, cards=question.cards)
    if question is None:
        return CoachJob.under(state.settings, digest)
    own = family_of(state.rules).odds.coach
    assert own is not None
    seen = own.visible_state(state.rules, state.replay_play, question)
    return CoachJob.under(state.settings, digest, question=question, seen=seen)


def _not_here(state: TableState) -> Refused | None:
    if not state.demonstration:
        return Refused("role/play_money_only", "The coach is for play money; this house plays for real money.")
    if find_spec("numba") is None:
        return Refused("coach/no_odds", NO_EXTRA)
    if family_of(state.rules).odds.coach is None:
        return Refused("coach/not_available", "Nobody decides anything in this game: there is nothing to coach.")
    return None


def told(house: TableRules, question: Question | HandToSet, worth: Any) -> CoachResponse | None:
    """The coach's answer to one question; None where there is nothing to choose."""
    if isinstance(question, HandToSet):
        return _ways_response(house, question, worth)
    options = [CoachOption(do=one.do, value=worth[one.do]) for one in question.choices if one.do in worth]
    if not options:
        return None
    best = sorted(options, key=lambda one: -one.value)
    return CoachResponse(seat=question.seat, hand=question.hand, question=question.nth, best=best[0].do, options=best)


def _ways_response(house: TableRules, setting: HandToSet, found: Sequence[ArrangementValue]) -> CoachResponse | None:
    """What every way to lay the cards is worth; the first hand gets what goes into no other."""
    (first, _), (other, _) = setting.sizes[0], setting.sizes[-1]
    ways, kinds = [], house.shoe.pack.kinds
    for numbers, worth, is_house_way in found:
        front = [kinds[number] for number in numbers]
        behind = list(setting.cards)
        for piece in front:
            behind.remove(piece)
        hands = {first: [str(card) for card in behind], other: [str(card) for card in front]}
        ways.append(CoachArrangement(hands=hands, value=worth, house_way=is_house_way))
    if not ways:
        return None
    return CoachResponse(seat=setting.seat, hand=1, question=setting.nth, best="", options=[], ways=tuple(ways))


def _question(state: TableState, account: str | None) -> Question | HandToSet | None:
    """The question that this account's player has to answer now."""
    if state.round is None or state.phase is not Phase.DEALING or account is None:
        return None
    need = state.replay_play.need
    if isinstance(need, Arrange):
        return next((one for one in need.settings if state.deciding_account(one.seat) == account), None)
    open_now = need.questions if isinstance(need, Ask) else ()
    return next((one for one in open_now if state.deciding_account(one.seat) == account), None)
