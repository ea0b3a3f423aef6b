"""One round's result for several wagers staked together.

Wagers on one round hang together: the Player line cannot win with the Banker line. So their common spread is counted
from one table that tells all their facts apart, every deal settled for all of them at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from croupier.errors import BadInput, Problem
from croupier.families.baccarat.facts import Layout, facts_of
from croupier.families.baccarat.odds.exact import FIRST_FOUR, SUITS, ExactBaccarat, require_baccarat
from croupier.families.baccarat.odds.kinds import CoupTable
from croupier.money.cents import AmountError, Cents, parse_amount, show_dollars
from croupier.money.odds import OddsKind
from croupier.money.outcome import SEATED, Bet
from croupier.money.settlement import settle
from croupier.odds.composition import Composition
from croupier.odds.joint import JointRound, Outcome, Stakes
from croupier.odds.table import NotCounted
from croupier.rulebook.betting import check_bets
from croupier.rulebook.closures import Facts
from croupier.rulebook.conditions import BoundCondition
from croupier.rulebook.house_rules import HouseRules
from croupier.rulebook.wagers import TableWager

NOTHING = Fraction(0)
ACTION_MAX = Cents(10**11)
"""A billion dollars on one wager: more is a slip of the finger."""


def joint_round(house: HouseRules, stakes: Stakes, *, to_the_cent: bool, where: str) -> JointRound:
    """Settle every deal of a full shoe for all stakes together.

    `to_the_cent`: the stakes are one bettor's, alone at the table, and are paid and rounded as a table settles them.
    Otherwise they are many bettors' together, each at the same odds as the least stake, and nothing is rounded: then
    the means are those of the par sheet. Seat, layout and meters are the par sheet's too.
    """
    require_baccarat(house)
    wagers = [house.wagers[name] for name in stakes]
    seat, layout = house.seats[0], Layout(house.seat_hands, frozenset(house.seats))
    table = _table(house, wagers, seat, layout, where)
    price = _settled if to_the_cent else _in_proportion
    outcomes = []
    for place, count in _unlike(wagers, table):
        facts = facts_of(table.kinds.coups[place], seat, layout)
        won, lost = price(house, stakes, facts)
        outcomes.append(Outcome(won, lost, count))
    left_out = tuple(w.id for w in wagers if any(row.odds.kind is OddsKind.SHARE for row in w.rows))
    return JointRound(stakes, tuple(outcomes), table.total, left_out)


def _table(house: HouseRules, wagers: list[TableWager], seat: int, layout: Layout, where: str) -> CoupTable:
    facts = frozenset[str]().union(*(wager.facts for wager in wagers))
    shoe = Composition.of_decks(house.shoe.decks)
    try:
        return ExactBaccarat.of(house).table(shoe, facts, seat=seat, layout=layout)
    except NotCounted:
        four = ", ".join(wager.id for wager in wagers if wager.facts & FIRST_FOUR)
        suits = ", ".join(wager.id for wager in wagers if wager.facts & SUITS)
        said = (
            f"{four} (the first four cards) and {suits} (the suits of whole hands) cannot be counted together exactly"
        )
        raise BadInput.at(where, f"{said}; leave out one kind or the other") from None


def _unlike(wagers: list[TableWager], table: CoupTable) -> list[tuple[int, int]]:
    """The rounds that some condition of some wager tells apart: one's place in the table, and the deals like it."""
    there = np.nonzero(table.weights)[0]
    codes: NDArray[np.int64] = np.zeros(len(there), dtype=np.int64)
    for condition in (condition for wager in wagers for condition in _conditions(wager)):
        holds = np.broadcast_to(condition.holds_in(table.columns), table.weights.shape)[there]
        codes = np.unique(2 * codes + holds, return_inverse=True)[1].astype(np.int64)
    _, places = np.unique(codes, return_index=True)
    weights = np.zeros(len(places), dtype=np.int64)
    np.add.at(weights, codes, table.weights[there])
    return [(int(there[place]), int(weight)) for place, weight in zip(places, weights, strict=True)]


def _conditions(wager: TableWager) -> Iterator[BoundCondition]:
    if wager.push is not None:
        yield wager.push
    yield from (row.when for row in wager.rows)
    yield from (charge.when for charge in wager.charges)
    yield from (back.when for back in wager.gives_back)


def _settled(house: HouseRules, stakes: Stakes, facts: Facts) -> tuple[Fraction, Fraction]:
    """What the table's own settlement makes of one bettor's stakes; a meter's prize is taken out again."""
    bets = [Bet(house.seats[0], SEATED, name, amount) for name, amount in stakes.items()]
    verdicts = [house.wagers[bet.wager].decide(facts, bet.amount) for bet in bets]
    nets = [one.net - one.prize for one in settle(bets, verdicts, house.settlement).settled]
    return _sides(Fraction(net) for net in nets)


def _in_proportion(house: HouseRules, stakes: Stakes, facts: Facts) -> tuple[Fraction, Fraction]:
    """What many bettors' stakes gain and lose, within the aggregate limit that a house may have posted."""
    nets = {name: amount * gain_of_unit(house.wagers[name], facts) for name, amount in stakes.items()}
    won, lost = _sides(iter(nets.values()))
    limit = house.settlement.aggregate_limit
    if limit is not None and not house.is_player_dealt:
        limited, _ = _sides(net for name, net in nets.items() if name in house.settlement.optional)
        won -= max(limited - limit, NOTHING)
    return won, lost


def _sides(nets: Iterator[Fraction]) -> tuple[Fraction, Fraction]:
    won = lost = NOTHING
    for net in nets:
        won, lost = won + max(net, NOTHING), lost + max(-net, NOTHING)
    return won, lost


def gain_of_unit(wager: TableWager, facts: Facts) -> Fraction:
    """What a unit of the least stake gains in a round, unrounded, a meter's prize left out: the par sheet's measure."""
    unit = wager.limit.least
    charge = next((charge for charge in wager.charges if charge.when.holds(facts)), None)
    winnings = _winnings(wager, facts)
    if winnings is None:
        back = next((back for back in wager.gives_back if back.when.holds(facts)), None)
        return back.share - 1 if back else Fraction(-1)
    charged = charge.rate * (unit if charge.of_stake else winnings) if charge else 0
    return (winnings - charged) / unit


def _winnings(wager: TableWager, facts: Facts) -> Fraction | None:
    """What the least stake wins: nothing in a push, None when it loses."""
    if wager.push is not None and wager.push.holds(facts):
        return Fraction(0)
    holding = tuple(row for row in wager.rows if row.when.holds(facts))
    rows = wager.rows_paid(holding, wager.limit.least, {})
    return wager.exact_winnings(rows, wager.limit.least) if rows else None


def read_stakes(house: HouseRules, text: str, where: str) -> dict[str, Cents]:
    """`player=300,tie=20` as wagers and amounts; every problem at once."""
    problems: list[Problem] = []
    stakes: dict[str, Cents] = {}
    for part in text.split(","):
        name, equals, amount = (piece.strip() for piece in part.partition("="))
        if not equals or not name or not amount:
            problems.append(
                Problem(where, f'"{part.strip()}" is no stake; write WAGER=DOLLARS, such as player=25,tie=5')
            )
        elif message := _wrong(house, name, amount, stakes):
            problems.append(Problem(where, message))
        else:
            stakes[name] = parse_amount(amount)
    if problems:
        raise BadInput(problems)
    return stakes


def _wrong(house: HouseRules, name: str, amount: str, stakes: Stakes) -> str | None:
    if name not in house.wagers:
        return check_bets(house, [Bet(house.seats[0], SEATED, name, Cents(1))])[0].message
    if name in stakes:
        return f"{name} is named twice; add its stakes up"
    try:
        cents = parse_amount(amount)
    except AmountError as error:
        return f"{name} {error}"
    if cents == 0:
        return f"{name} is zero; leave it out, or stake something on it"
    return f"{name} is over {show_dollars(ACTION_MAX)}" if cents > ACTION_MAX else None


def check_stakes(house: HouseRules, stakes: Stakes, where: str) -> None:
    """One bettor's stakes have to keep to the table's limits and prerequisites."""
    bets = [Bet(house.seats[0], SEATED, name, amount) for name, amount in stakes.items()]
    if problems := check_bets(house, bets):
        raise BadInput(Problem(where, problem.message) for problem in problems)
