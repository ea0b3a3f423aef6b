"""Exact odds of every wager of a blackjack table: bonus wagers by counting, the main wager by perfect play."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from croupier.families.blackjack.odds import fact_tables
from croupier.families.blackjack.odds.pays import payoffs_of
from croupier.families.blackjack.odds.solver import BlackjackSolver
from croupier.families.blackjack.rulebook_schema import section_of
from croupier.families.blackjack.settle import play_rules_of
from croupier.odds.fact_table import EXACT, FactTable, NotExactlyCountable
from croupier.odds.par_sheet import ParSheet, measured_sheet, paytable_of
from croupier.odds.shoe_composition import Composition
from croupier.odds.wager_odds import PayLine, SolvedOdds, WagerOdds, measure_wager
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.wagers import OfferedWager

if TYPE_CHECKING:
    from croupier.families.blackjack.odds.simulate_results import BlackjackTally
    from croupier.families.blackjack.odds.solution import BlackjackSolution
    from croupier.play.fact_columns import FactColumns

ROUNDS = 2**22
"""Number of rounds simulated to find how the main wager's results are distributed; its edge is computed exactly."""
SEED = 1


def blackjack_par_sheet(rules: TableRules, shoe: Composition | None = None) -> ParSheet:
    """Return the par sheet of a blackjack table, from a full shoe or from the cards left."""
    cards = shoe or Composition.of_decks(rules.shoe.decks)
    total = cards.cards * (cards.cards - 1) * (cards.cards - 2)
    return measured_sheet(rules, cards, EXACT, total, lambda wager: _odds(rules, wager, cards))


def _odds(rules: TableRules, wager: OfferedWager, shoe: Composition) -> WagerOdds:
    section = section_of(rules)
    if wager.id == section.wager:
        return _main_odds(rules, wager, shoe)
    if wager.id == section.insurance:
        return _insurance(rules, wager, shoe)
    return measure_wager(wager, bonus_table(rules, wager, shoe), paytable=paytable_of(rules, wager.id))


def bonus_table(rules: TableRules, wager: OfferedWager, shoe: Composition) -> FactTable:
    """Return the smallest fact table that tells all facts of a bonus wager apart."""
    fact_tables.require_priced(rules, wager)
    columns: FactColumns
    weights: Any
    if wager.facts <= fact_tables.FIRST_THREE:
        columns, weights = fact_tables.first_three(), fact_tables.first_three_weights(shoe)
    elif wager.facts <= fact_tables.BY_RANK:
        columns, weights = fact_tables.first_four(), fact_tables.first_four_weights(shoe)
    else:
        columns, weights = fact_tables.dealer_hands(shoe, play_rules_of(rules).hits_soft_17)
    return FactTable(weights, EXACT, columns)


def unpriced(rules: TableRules) -> dict[str, str]:
    """Return the wagers that can be priced neither exactly nor by simulation, each with the reason."""
    section, found = section_of(rules), {}
    for wager in rules.wagers.values():
        try:
            if wager.id == section.wager:
                payoffs_of(rules)
            elif wager.id != section.insurance:
                fact_tables.require_priced(rules, wager)
        except NotExactlyCountable as reason:
            found[wager.id] = str(reason)
    return found


def _insurance(rules: TableRules, wager: OfferedWager, shoe: Composition) -> WagerOdds:
    """Return the odds of insurance against an ace if only the up card has left the shoe."""
    chance = fact_tables.chance_of_ten_under_ace(shoe)
    pays, row = payoffs_of(rules).insurance_pays, wager.rows[0]
    win = PayLine(row.title, row.odds.text, "win", pays, chance.numerator, row.cite, row_numbers=(row.number,))
    lose = PayLine("lose", "lose", "lose", Fraction(-1), chance.denominator - chance.numerator, wager.cite)
    stake = wager.limit.least
    return WagerOdds(wager.id, wager.title, wager.group, None, stake, (win, lose), chance.denominator, EXACT)


def _main_odds(rules: TableRules, wager: OfferedWager, shoe: Composition) -> SolvedOdds:
    solved = solution_of(rules, shoe)
    is_full = shoe == Composition.of_decks(rules.shoe.decks)
    lines = _simulated_lines(rules, wager) if is_full else ()
    return SolvedOdds(
        wager.id,
        wager.title,
        wager.group,
        paytable_of(rules, wager.id),
        wager.limit.least,
        lines,
        sum(line.count for line in lines),
        EXACT,
        value=solved.value,
        chart_value=solved.chart_value,
    )


@lru_cache(maxsize=16)
def _solved(game: BlackjackSolver, shoe: Composition) -> BlackjackSolution:
    return game.solve(shoe)


def solver_of(rules: TableRules) -> BlackjackSolver:
    """Return the solver for the table's rules and payouts."""
    return BlackjackSolver(play_rules_of(rules), payoffs_of(rules))


def solution_of(rules: TableRules, shoe: Composition | None = None) -> BlackjackSolution:
    """Return perfect play at this table."""
    return _solved(solver_of(rules), shoe or Composition.of_decks(rules.shoe.decks))


def _simulated_lines(rules: TableRules, wager: OfferedWager) -> tuple[PayLine, ...]:
    """Return the results of simulated rounds played by the chart, as sheet lines in units of the first wager."""
    from croupier.families.blackjack.odds.simulate_job import ShoePlan
    from croupier.families.blackjack.odds.simulate_run import simulate_blackjack

    game, chart = solver_of(rules), solution_of(rules).chart
    tally = simulate_blackjack(game.rules, game.payoffs, chart, ROUNDS, seed=SEED, shoe=ShoePlan.fresh(), threads=1)
    return round_lines(tally, wager)


def round_lines(tally: BlackjackTally, wager: OfferedWager) -> tuple[PayLine, ...]:
    """Return the results of rounds at one stake as lines of the sheet, the best first."""
    counts = tally.nets.sum(axis=0).tolist()
    middle, units = tally.job.net_zero_index, tally.units
    nets = ((Fraction(place - middle, units), count) for place, count in enumerate(counts) if count)
    return tuple(_line(net, count, wager) for net, count in sorted(nets, reverse=True))


def _line(net: Fraction, count: int, wager: OfferedWager) -> PayLine:
    result = "win" if net > 0 else "push" if net == 0 else "lose"
    net_text = f"{float(net):+g}" if net else "0"
    return PayLine(f"round comes to {net_text}", net_text, result, net, count, wager.cite)
