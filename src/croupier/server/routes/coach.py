"""The coach of a play-money house: what each way to go on is worth, by one's own cards and the dealer's up card.

It knows what the player sees and nothing more: the shoe it counts with is a full one, and the hole card is part of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from typing import Any

from croupier.games.blackjack import DECLINE, DOUBLE, INSURE, SURRENDER
from croupier.games.blackjack_rules import BlackjackRules, HoleCheck, Surrender
from croupier.games.felt import FeltHand
from croupier.games.round import Ask, Question
from croupier.hands.blackjack import ACE, TEN, value
from croupier.odds.blackjack.shoe import BlackjackShoe
from croupier.odds.table import NotCounted
from croupier.rulebook.house_rules import HouseRules
from croupier.server.answers import accepted
from croupier.server.doors import LoggedIn, Running, may
from croupier.server.routes.asking import Told, routes
from croupier.server.tables import TableId, shown
from croupier.table.refusals import Refused
from croupier.table.state import Phase, TableState
from croupier.views.felt import decider

router = routes("coach")

FAMILY = "blackjack"
WORDS = {"double": DOUBLE}
"""What the mathematics calls otherwise than the table."""
NO_EXTRA = "The coach needs the odds extra, which this server was installed without: pip install 'croupier[odds]'."


class OptionTold(Told):
    """One way to go on."""

    do: str
    value: float
    """What the hand is worth that way, in units of its first wager; a double is one by the whole wager."""


class CoachTold(Told):
    """What is best for the one question that the caller has open, and what every way is worth."""

    seat: int
    hand: int
    question: int
    best: str
    options: list[OptionTold]
    """The best first."""


@router.get("/tables/{table}/coach")
async def coach(table: TableId, session: LoggedIn, runtime: Running) -> CoachTold | None:
    """The best decision for one's own open question, in a play-money house; null while there is none.

    The first answer takes a moment: asked before anybody decides, the game is worked out when somebody does.
    """
    may(session, "ask-coach")
    state = shown(runtime, table)[1]
    accepted(_not_here(state))
    solved = accepted(await runtime.look(_solved, state.house))
    return _told(shown(runtime, table)[1], session.account, solved)


def _not_here(state: TableState) -> Refused | None:
    if not state.demonstration:
        return Refused("role/play_money_only", "The coach is for play money; this house plays for real money.")
    if state.house.book.written.family != FAMILY:
        return Refused("coach/none", "Nobody decides anything in this game: there is nothing to coach.")
    return Refused("coach/no_odds", NO_EXTRA) if find_spec("numba") is None else None


def _solved(house: HouseRules) -> Any:
    """Perfect play under a table's rules; worked out once for each, and kept."""
    from croupier.odds.blackjack_sheet.sheet import solution_of  # noqa: PLC0415 - needs the odds extra

    try:
        return solution_of(house)
    except NotCounted as reason:
        return Refused("coach/none", f"The main wager of this table {reason}.")


def _told(state: TableState, account: str | None, solved: Any) -> CoachTold | None:
    question = _question(state, account)
    if question is None:
        return None
    options = list(_options(state, question, solved))
    best = sorted(options, key=lambda one: -one.value)
    return CoachTold(seat=question.seat, hand=question.hand, question=question.nth, best=best[0].do, options=best)


def _question(state: TableState, account: str | None) -> Question | None:
    """The question that this account's player has to answer now."""
    if state.round is None or state.phase is not Phase.DEALING or account is None:
        return None
    need = state.play.need
    open_now = need.questions if isinstance(need, Ask) else ()
    return next((one for one in open_now if decider(state, one.seat) == account), None)


def _options(state: TableState, question: Question, solved: Any) -> Iterator[OptionTold]:
    """Every way the question offers, with its worth."""
    laid = state.game.felt(state.house, state.play) or []
    hands = [hand for hand in laid if hand.seat == question.seat]
    cards, up = _values(hands[question.hand - 1]), _values(laid[0])[0]
    ways = solved.best(cards, up, hands=len(hands)).offered()
    worth = {WORDS.get(name, name): float(one) for name, one in ways.items()}
    if question.choice(DECLINE) is not None:
        worth = _offers(question, worth, float(solved.insurance.against(cards)) if up == ACE else 0.0, hands[0])
    elif _natural_is_in(solved.rules, cards, len(hands)):
        worth = {do: _after_the_look(solved.shoe, one, cards, up) for do, one in worth.items()}
    return (OptionTold(do=one.do, value=worth[one.do]) for one in question.choices if one.do in worth)


def _offers(question: Question, worth: dict[str, float], insured: float, hand: FeltHand) -> dict[str, float]:
    """Before the look: going on is worth the best that comes after it, and insurance is a wager of its own beside."""
    goes_on = max(one for do, one in worth.items() if do != SURRENDER)
    offer = question.choice(INSURE)
    share = offer.most / hand.stake_cents if offer is not None else 0.0
    return {**worth, DECLINE: goes_on, INSURE: goes_on + share * insured}


def _natural_is_in(rules: BlackjackRules, cards: Sequence[int], hands: int) -> bool:
    """Where a hand may be given up before the look, its worth with two cards is told as of then. [CA-BJX-A4]"""
    early = rules.surrender is Surrender.EARLY and rules.hole_check is HoleCheck.PEEK
    return early and len(cards) == 2 and hands == 1


def _after_the_look(shoe: BlackjackShoe, worth: float, cards: Sequence[int], up: int) -> float:
    """The same worth once it is known that no natural lies under the up card."""
    wanted = {ACE: TEN, TEN: ACE}.get(up)
    if wanted is None:
        return worth
    seen = [*cards, up]
    natural = (shoe.values[wanted - 1] - seen.count(wanted)) / (shoe.cards - len(seen))
    return (worth + natural) / (1 - natural)


def _values(hand: FeltHand) -> list[int]:
    return [value(card.rank) for card in hand.cards]
