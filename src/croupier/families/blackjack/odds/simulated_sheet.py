"""Odds of every wager of a blackjack table, measured in simulated rounds.

First cards are counted by rank and suit, the dealer's hands by total and, if broken, by number of cards. Bonus wagers
depend on nothing else.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import Any, Unpack

import numpy as np

from croupier.cards import Card, Rank, Suit
from croupier.errors import BadInput
from croupier.families.blackjack.hand_values import ACE, TEN, count, is_natural, value
from croupier.families.blackjack.odds import fact_tables
from croupier.families.blackjack.odds.actions import Chart
from croupier.families.blackjack.odds.card_counting import CountSystem, Spread
from croupier.families.blackjack.odds.exact import round_lines, solution_of, solver_of
from croupier.families.blackjack.odds.hand_tables import player_hands
from croupier.families.blackjack.odds.seat_strategy import ActionOptions, SeatStrategy
from croupier.families.blackjack.odds.simulate_job import ShoePlan
from croupier.families.blackjack.odds.simulate_results import BlackjackTally
from croupier.families.blackjack.odds.simulate_run import run_simulation
from croupier.families.blackjack.odds.solution import BlackjackSolution
from croupier.families.blackjack.rules import Surrender, section_of
from croupier.families.blackjack.settle import play_rules_of
from croupier.odds.fact_table import SIMULATED, FactTable, NotExactlyCountable
from croupier.odds.par_sheet import ParSheet, measured_sheet, paytable_of
from croupier.odds.shoe_composition import Composition, card_number, card_of
from croupier.odds.simulation.driver import CheckedRun
from croupier.odds.simulation.run_options import RunOptions
from croupier.odds.wager_odds import CONFIDENCE, CorrelatedOdds, PayLine, WagerOdds, measure_wager, nets_by_entry
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.wagers import OfferedWager

Hand = tuple[int, ...]


def exact_strategy(solution: BlackjackSolution) -> SeatStrategy:
    """Return perfect play from a full shoe in the form of a seat's strategy.

    Split hands are played by the chart, so the strategy is worth slightly less than perfect play.
    """
    chart = SeatStrategy(solution.chart)
    exceptions = {}
    for hand in _hands(solution):
        held, may_split = count(hand), _may_split(solution, hand)
        for up in solution.up_card_solvers:
            if not _can_be_dealt(solution, hand, up):
                continue
            best = solution.best(hand, up).action
            situation = _situation(solution, hand, up, may_split=may_split)
            if best != chart.decide(held, hand, situation, solution.rules):
                exceptions[hand, up] = best
    return SeatStrategy(solution.chart, exceptions)


def _hands(solution: BlackjackSolution) -> Iterator[Hand]:
    """Yield every hand that may need a decision, as card values in ascending order."""
    hands, charlie = player_hands(), solution.rules.charlie_cards
    for counts in hands.counts[hands.cards >= 2]:
        hand = tuple(int(card) for card in np.repeat(np.arange(1, 11), counts))
        is_decided = (len(hand) == 2 and is_natural(*hand)) or 0 < charlie <= len(hand)
        if not is_decided and (count(hand).total < 21 or solution.rules.plays_to_31):
            yield hand


def _can_be_dealt(solution: BlackjackSolution, hand: Hand, up: int) -> bool:
    all_cards = (*hand, up)
    return all(all_cards.count(card) <= solution.shoe.values[card - 1] for card in set(all_cards))


def _may_split(solution: BlackjackSolution, hand: Hand) -> bool:
    most = solution.rules.most_ace_hands if hand[0] == ACE else solution.rules.most_hands
    return len(hand) == 2 and hand[0] == hand[1] and most > 1


def _situation(solution: BlackjackSolution, hand: Hand, up: int, *, may_split: bool) -> ActionOptions:
    if len(hand) > 2:
        return ActionOptions(up)
    may_surrender = solution.rules.surrender is not Surrender.OFF
    return ActionOptions(up, hand[0] if may_split else 0, can_double=True, can_surrender=may_surrender)


STRATEGIES = ("chart", "exact")


@dataclass(frozen=True)
class SimulatedPlayers:
    """Seats of a simulated table: their number, strategy, card count and insurance."""

    seats: int = 1
    strategy: str = "chart"
    count: CountSystem | None = None
    spread: Spread | None = None
    insures: str | Fraction = "never"

    def plays(self, rules: TableRules) -> Chart | SeatStrategy:
        if self.strategy not in STRATEGIES:
            raise BadInput.at("--strategy", f'is "{self.strategy}"; choose chart or exact')
        solution = solution_of(rules)
        return exact_strategy(solution) if self.strategy == "exact" else solution.chart


@dataclass(frozen=True)
class SimulatedMainOdds(WagerOdds):
    """Simulated odds of the main wager.

    Stakes may differ from round to round, and the seats of a round are correlated. The lines are the results of a round
    at one stake.
    """

    won: Fraction = Fraction(0)
    """Amount won per unit of the first stake; negative if the seats lost."""
    deviation: float = 0.0
    half_width: float = 0.0

    @property
    def expected(self) -> Fraction:
        return self.won

    @property
    def standard_deviation(self) -> float:
        return self.deviation

    @property
    def interval(self) -> float | None:
        return self.half_width


def simulate_table(rules: TableRules, players: SimulatedPlayers, **run_options: Unpack[RunOptions]) -> BlackjackTally:
    """Simulate a table's shoes until a limit of `run_options` is reached.

    `within` names the main wager and the width of its confidence interval.
    """
    run = CheckedRun.of(rules.wagers, **run_options)
    main, narrow = section_of(rules).wager, run.stop.within
    if narrow is not None and narrow[0] != main:
        raise BadInput.at("--within", f"of a blackjack table watches the main wager: {main}={narrow[1]:g}")
    fresh = rules.shuffles_each_round
    if fresh and players.count is not None:
        raise BadInput.at("--count", "every round here is dealt from whole decks, which leaves nothing to count")
    try:
        game, plays = solver_of(rules), players.plays(rules)
    except NotExactlyCountable as reason:
        raise BadInput.at("RULEBOOK", f"the main wager {reason}") from None
    return run_simulation(
        run, game.rules, game.payoffs, plays, players.seats,
        shoe=ShoePlan.fresh() if fresh else ShoePlan.of(rules.shoe),
        spread=players.spread, count=players.count, insurance=players.insures,
        dealer_completes=any(name in section_of(rules).completes_for for name in rules.betting_wagers),
        counts_firsts=True,
    )  # fmt: skip


def simulated_sheet(rules: TableRules, tally: BlackjackTally) -> ParSheet:
    """Return the odds of every wager from the simulated rounds."""
    sheet = measured_sheet(rules, None, SIMULATED, tally.rounds, lambda wager: simulated_odds(rules, wager, tally))
    return sheet if tally.job.shoe.is_fresh else replace(sheet, rounds_per_shoe=tally.rounds_per_shoe)


def simulated_odds(rules: TableRules, wager: OfferedWager, tally: BlackjackTally) -> WagerOdds:
    """Return the simulated odds of one wager.

    Raise `NotExactlyCountable` if the wager depends on something that the simulation does not count.
    """
    section = section_of(rules)
    if wager.id == section.wager:
        return _main(rules, wager, tally)
    if wager.id == section.insurance:
        return _insurance(rules, wager, tally)
    table = simulated_table(rules, wager, tally)
    odds = measure_wager(wager, table, paytable=paytable_of(rules, wager.id))
    return _correlated(odds, _independent_rounds(wager, table, tally.seats))


def simulated_table(rules: TableRules, wager: OfferedWager, tally: BlackjackTally) -> FactTable:
    """Return the fact table of a bonus wager, weighted by how often each class occurred in the simulation."""
    fact_tables.require_priced(rules, wager)
    if wager.facts <= fact_tables.FIRST_THREE:
        return FactTable(tally.firsts.sum(axis=3).reshape(-1), SIMULATED, fact_tables.first_three())
    if wager.facts <= fact_tables.BY_RANK:
        if "hole_rank" in wager.facts:
            raise NotExactlyCountable("looks at hole_rank, which the simulation does not count; croupier odds does")
        return FactTable(_by_rank(tally), SIMULATED, fact_tables.first_four())
    if not wager.facts <= fact_tables.DEALERS:
        if wager.facts <= fact_tables.FIRST_THREE | {"dealer_natural"}:
            return FactTable(_by_card(tally), SIMULATED, fact_tables.first_four_by_card())
        seen = wager.facts - fact_tables.FIRST_THREE
        looks_at = f"looks at {', '.join(sorted(seen))}, which the simulation does not count"
        raise NotExactlyCountable(f"{looks_at}; croupier odds does")
    return _dealers(rules, wager, tally)


def _correlated(odds: WagerOdds, rounds: float) -> CorrelatedOdds:
    return CorrelatedOdds(**{one.name: getattr(odds, one.name) for one in fields(WagerOdds)}, rounds=rounds)


def _independent_rounds(wager: OfferedWager, table: FactTable, seats: int) -> float:
    """Return the number of independent rounds that would measure a bonus wager's mean as precisely.

    The seats of a round share only the dealer's cards. Their covariance is therefore the variance of the mean results
    by dealer's cards, minus the variance that random sampling alone would cause.
    """
    if wager.facts <= fact_tables.DEALERS or seats == 1:
        return float(table.total)
    shared = 52 if wager.facts <= fact_tables.FIRST_THREE else 13 * 13 if wager.facts <= fact_tables.BY_RANK else 52**2
    nets, many = nets_by_entry(wager, table).reshape(-1, shared), table.weights.reshape(-1, shared)
    rounds_by_dealer = many.sum(axis=0)
    nets, many, rounds_by_dealer = (
        nets[:, rounds_by_dealer > 0],
        many[:, rounds_by_dealer > 0],
        rounds_by_dealer[rounds_by_dealer > 0],
    )
    mean = (nets * many).sum() / rounds_by_dealer.sum()
    means = (nets * many).sum(axis=0) / rounds_by_dealer
    variance = float((nets**2 * many).sum() / rounds_by_dealer.sum() - mean**2)
    by_chance = float((((nets - means) ** 2 * many).sum(axis=0) / rounds_by_dealer).sum() / rounds_by_dealer.sum())
    together = max(float((rounds_by_dealer * (means - mean) ** 2).sum() / rounds_by_dealer.sum()) - by_chance, 0.0)
    return float(rounds_by_dealer.sum()) * variance / (variance + (seats - 1) * together) if variance else 0.0


def _main(rules: TableRules, wager: OfferedWager, tally: BlackjackTally) -> SimulatedMainOdds:
    lines = round_lines(tally, wager)
    return SimulatedMainOdds(
        wager.id, wager.title, wager.group, paytable_of(rules, wager.id), wager.limit.least, lines,
        sum(line.count for line in lines), SIMULATED,
        won=tally.edge, deviation=tally.standard_deviation, half_width=tally.interval,
    )  # fmt: skip


def _insurance(rules: TableRules, wager: OfferedWager, tally: BlackjackTally) -> CorrelatedOdds:
    """Return the odds of insurance over all rounds with an ace up, whether or not a seat insured.

    All seats of a round win or lose together.
    """
    lost, won = tally.firsts[:, :, :4].sum(axis=(0, 1, 2)).tolist()
    pays, row = solver_of(rules).payoffs.insurance_pays, wager.rows[0]
    lines = (
        PayLine(row.title, row.odds.text, "win", pays, won, row.cite, row_numbers=(row.number,)),
        PayLine("lose", "lose", "lose", Fraction(-1), lost, wager.cite),
    )
    odds = WagerOdds(wager.id, wager.title, wager.group, None, wager.limit.least, lines, lost + won, SIMULATED)
    return _correlated(odds, (lost + won) / tally.seats)


def _by_rank(tally: BlackjackTally) -> np.ndarray[Any, Any]:
    """Return the number of rounds by rank of the first two cards, the up card and the hole card.

    The simulation stores only whether the hole card makes a natural; one rank of hole card represents each of the two
    cases.
    """
    by_rank = tally.firsts.reshape(13, 4, 13, 4, 13, 4, 2).sum(axis=(1, 3, 5))
    weights = np.zeros((13,) * 4, dtype=np.int64)
    for up in range(13):
        hole = {ACE: TEN, TEN: ACE}.get(value(up + 1), 2)
        weights[:, :, up, 1] += by_rank[:, :, up, 0]
        weights[:, :, up, hole - 1] += by_rank[:, :, up, 1]
    return weights.reshape(-1)


def _by_card(tally: BlackjackTally) -> np.ndarray[Any, Any]:
    """Return the number of rounds by first two cards, up card and hole card; one hole card stands for each case.

    The simulation stores only whether the hole card makes a natural.
    """
    weights = np.zeros((52,) * 4, dtype=np.int64)
    for up in range(52):
        hole = {ACE: TEN, TEN: ACE}.get(value(card_of(up).rank), 2)
        weights[:, :, up, card_number(Card(Rank.TWO, Suit.SPADES))] += tally.firsts[:, :, up, 0]
        weights[:, :, up, card_number(Card(Rank(hole), Suit.SPADES))] += tally.firsts[:, :, up, 1]
    return weights.reshape(-1)


def _dealers(rules: TableRules, wager: OfferedWager, tally: BlackjackTally) -> FactTable:
    """Return the fact table of the dealer's hands: by total, and busts by number of cards."""
    columns, _ = fact_tables.dealer_hands(Composition.of_decks(rules.shoe.decks), play_rules_of(rules).hits_soft_17)
    weights = np.zeros(columns.rounds, dtype=np.int64)
    for counted, alike in _dealer_groups(columns, tally):
        which = np.flatnonzero(alike)
        _require_one_end(wager, columns, which)
        weights[which[0]] += counted
    return FactTable(weights, SIMULATED, columns)


def _dealer_groups(columns: Any, tally: BlackjackTally) -> Iterator[tuple[int, np.ndarray[Any, Any]]]:
    """Yield each group of dealer's hands that the simulation counts together.

    A group is given as its number of rounds and a mask of its classes.
    """
    total, cards, natural = columns["dealer_total"], columns["dealer_cards"], columns["dealer_natural"]
    yield tally.dealer_totals["natural"], natural
    for stood in range(17, 22):
        yield tally.dealer_totals[str(stood)], (total == stood) & ~natural
    *exactly, last = tally.bust_cards
    for many in exactly:
        yield tally.bust_cards[many], (total > 21) & (cards == many)
    yield tally.bust_cards[last], (total > 21) & (cards >= last)


def _require_one_end(wager: OfferedWager, columns: Any, which: np.ndarray[Any, Any]) -> None:
    weights = np.zeros(columns.rounds, dtype=np.int64)
    weights[which] = 1
    ends = measure_wager(wager, FactTable(weights, SIMULATED, columns)).lines
    if sum(line.count > 0 for line in ends) != 1:
        raise NotExactlyCountable("tells dealer's hands apart that the simulation counts together")


@dataclass(frozen=True)
class CountOdds:
    """Odds of the rounds that began at one true count, with the stake at that count.

    The first count includes all lower counts, the last count all higher ones.
    """

    count: int
    stake: int
    rounds: int
    """Number of rounds of all seats."""
    share: float
    house_edge: float
    interval: float
    """Half the width of the 95 % confidence interval.

    The seats of a round are correlated, so one round of the whole table is one observation.
    """


def odds_by_count(tally: BlackjackTally) -> list[CountOdds]:
    """Return the odds at each true count; an empty list if the seats do not count cards."""
    rounds_of_all = sum(row.rounds for row in tally.by_count)
    results = []
    for row, (rounds, net, squares) in zip(tally.by_count, tally.tables, strict=True):
        if row.rounds and row.count is not None:
            mean = net / rounds
            half = CONFIDENCE * math.sqrt(max(squares / rounds - mean**2, 0.0) / rounds) / tally.seats / tally.units
            edge = -row.net / row.rounds / tally.units
            results.append(CountOdds(row.count, row.stake, row.rounds, row.rounds / rounds_of_all, edge, half))
    return results
