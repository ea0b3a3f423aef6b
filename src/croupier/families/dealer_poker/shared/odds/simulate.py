"""Simulation of poker against a player-dealer: every round from a whole deck, one seat with best play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from math import comb
from typing import TYPE_CHECKING, Unpack

import numpy as np
from numpy.typing import NDArray

from croupier.errors import BadInput
from croupier.families.dealer_poker.shared.odds.exact import poker_odds, poker_sheet
from croupier.families.dealer_poker.shared.odds.kernels import DECK, min_remainder
from croupier.families.dealer_poker.shared.odds.pay_rules import solution_of
from croupier.families.dealer_poker.shared.odds.round_outcomes import THREE_CARD_TIMES, PokerCounts
from croupier.families.dealer_poker.shared.rules import section_of
from croupier.families.dealer_poker.three_card.odds import kernels as three_card_kernels
from croupier.families.dealer_poker.three_card.odds.kernels import ThreeCardLookup, deal_three_card
from croupier.families.dealer_poker.three_card.odds.solver import (
    HANDS,
    SUITS,
    ThreeCardSolution,
    category_of_values,
    hand_values,
    hands,
    lowest_qualifying_value,
    swap_suit_with_spades,
)
from croupier.families.dealer_poker.ultimate.odds import simulate_kernels as ultimate_kernels
from croupier.families.dealer_poker.ultimate.odds.board_kernels import layout
from croupier.families.dealer_poker.ultimate.odds.hand_values import (
    VALUES,
    category_starts,
    library_card_number,
    tables_of,
)
from croupier.families.dealer_poker.ultimate.odds.simulate_kernels import UltimateLookup, deal_ultimate
from croupier.families.dealer_poker.ultimate.odds.solver import UltimateSolution
from croupier.families.dealer_poker.ultimate.odds.strategy_bits import strategy_bits_of
from croupier.hands.rank_tables import tables_for
from croupier.odds.fact_table import SIMULATED, NotExactlyCountable
from croupier.odds.family_odds import SimulationReport, SimulationSeats
from croupier.odds.simulation.driver import CheckedRun, Simulation
from croupier.odds.simulation.job import ALL_ROUNDS, Job, Tally
from croupier.odds.simulation.run_options import RunOptions
from croupier.odds.simulation.shuffle_kernels import start_of
from croupier.odds.wager_odds import CombinedOdds
from croupier.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from rich.console import Console

WORD = 64


@lru_cache(maxsize=8)
def three_card_game(solution: ThreeCardSolution) -> ThreeCardLookup:
    """Return the lookup arrays of three-card poker: best play of a solution, and the ranking of hands."""
    rules = solution.rules
    kinds = category_of_values(rules.wheel)
    qualified = np.arange(len(kinds)) >= lowest_qualifying_value(rules.qualifies, rules.wheel)
    return ThreeCardLookup(
        least=min_remainder(three_card_kernels.CARDS),
        threes=np.array([comb(card, 3) for card in range(DECK)], np.uint64),
        values=hand_values(rules.wheel)[in_order()].astype(np.uint16),
        plays=played_bits(solution),
        kinds=kinds.astype(np.uint8),
        dealer_kinds=np.where(qualified, kinds + 1, 0).astype(np.uint8),
        sixes=tables_for(6),
        six_kinds=(np.searchsorted(category_starts(), np.arange(VALUES), side="right") - 1).astype(np.uint8),
    )


@cache
def in_order() -> NDArray[np.int64]:
    """Return for each hand number that the kernels use the index of the same hand in the solver's list `hands`."""
    low, middle, high = hands().T.astype(object)
    numbers = [comb(top, 3) + comb(mid, 2) + bottom for bottom, mid, top in zip(low, middle, high, strict=True)]
    return np.argsort(np.array(numbers, np.int64))


def played_bits(solution: ThreeCardSolution) -> NDArray[np.uint64]:
    """Return which hands best play plays, as bits: a row for each shown card, a bit for each hand.

    A solution assumes that the shown card is a spade; for another suit, the names of that suit and of spades are
    exchanged.
    """
    rows = []
    for card in range(DECK):
        row = card // SUITS if solution.rules.is_exposed else 0
        places = swap_suit_with_spades(card % SUITS) if solution.rules.is_exposed else np.arange(HANDS)
        rows.append(solution.plays[row][places][in_order()])
    bits = np.zeros((DECK, -(-HANDS // WORD) * WORD), np.uint8)
    bits[:, :HANDS] = rows
    return np.packbits(bits, axis=1, bitorder="little").view("<u8").astype(np.uint64)


def play_sizes(solution: UltimateSolution) -> tuple[int, ...]:
    """Return the possible sizes of a Play wager in antes; 0 is a fold."""
    rules = solution.rules
    return (0, *sorted({*rules.before_flop, rules.flop, rules.river}))


@lru_cache(maxsize=4)
def ultimate_game(solution: UltimateSolution) -> UltimateLookup:
    """Return the lookup arrays of hold'em: best play of a solution, and the ranking of hands."""
    times, choices, spots = play_sizes(solution), strategy_bits_of(solution), layout()
    numbers = np.array([library_card_number(place) for place in range(DECK)])
    tables = tables_of(solution.rules)
    kinds = np.searchsorted(category_starts(), np.arange(VALUES), side="right") - 1
    return UltimateLookup(
        least=min_remainder(ultimate_kernels.CARDS),
        keys=tables.keys[numbers],
        masks=tables.masks[numbers],
        tables=tables,
        fives=tables_for(5),
        kinds=kinds.astype(np.uint8),
        first=np.searchsorted(times, choices.first).astype(np.uint8),
        flop=choices.flop,
        by_ranks=choices.by_ranks,
        by_types=choices.by_types,
        suited=choices.suited.astype(np.uint64),
        rank_pair=spots.rank_pair.reshape(-1).astype(np.uint64),
        type_pair=spots.type_pair.reshape(-1).astype(np.uint64),
        threes=np.array([comb(card, 3) for card in range(DECK)], np.uint64),
        at_flop=times.index(solution.rules.flop),
        at_river=times.index(solution.rules.river),
        min_hole_cards=solution.rules.min_hole_cards,
    )


ROUNDS_A_PIECE = 2**19
Ends = tuple[NDArray[np.int64], ...]
"""Counts of rounds by outcome and, in three-card poker, by category of the six cards of both hands."""
ULTIMATE_KINDS = (ultimate_kernels.KINDS, ultimate_kernels.KINDS, ultimate_kernels.RESULTS)
THREE_CARD_KINDS = (three_card_kernels.KINDS, three_card_kernels.DEALER_KINDS, three_card_kernels.RESULTS)


@dataclass(frozen=True)
class PokerJob(Job[Ends]):
    """Work description of a simulation: one seat with best play, every round from a whole deck."""

    game: UltimateLookup | ThreeCardLookup
    times: tuple[int, ...]
    seed: int

    max_rounds_per_shoe = 1
    shoes_per_chunk = ROUNDS_A_PIECE
    shoes_before_first_check = 4 * ROUNDS_A_PIECE

    @classmethod
    def of(cls, solution: UltimateSolution | ThreeCardSolution, seed: int) -> PokerJob:
        """Return the job that simulates rounds with the best play of this solution."""
        if isinstance(solution, UltimateSolution):
            return cls(ultimate_game(solution), play_sizes(solution), seed)
        return cls(three_card_game(solution), THREE_CARD_TIMES, seed)

    def deal(self, first: int, shoes: int, limit: int = ALL_ROUNDS) -> Tally[Ends]:
        rounds, start = min(shoes, limit), start_of(self.seed)
        if isinstance(self.game, UltimateLookup):
            ends = np.zeros((len(self.times), *ULTIMATE_KINDS), np.int64)
            deal_ultimate(self.game, start, first, rounds, ends.reshape(-1))
            return Tally(rounds, rounds, (ends,))
        ends = np.zeros((len(self.times), *THREE_CARD_KINDS), np.int64)
        six = np.zeros(three_card_kernels.SIX_CARD_KINDS, np.int64)
        deal_three_card(self.game, start, first, rounds, ends.reshape(-1), six)
        return Tally(rounds, rounds, (ends, six))

    def counts(self, tally: Tally[Ends]) -> PokerCounts:
        """Return the counts of a simulation in the form that exact counts have."""
        ends, *six = tally.counts
        return PokerCounts(self.times, ends, six[0] if six else None, SIMULATED)


@dataclass(frozen=True, repr=False)
class PokerSimulationReport(SimulationReport):
    """Simulation report with the frequencies of decisions; the JSON output lists them with the Ante."""

    def print_extra(self, console: Console) -> None:
        for odds in self.sheet.wagers.values():
            if isinstance(odds, CombinedOdds):
                console.print(" ".join(self._sentences(odds)))

    def _sentences(self, game: CombinedOdds) -> Iterator[str]:
        shares = (f"{action} {float(share):.3%}" for action, share in game.decisions.items() if share)
        yield f"One seat by best play, every round from a whole deck: {', '.join(shares)}."
        together = [self.sheet.rules.wagers[wager].title for wager in game.parts]
        yield f"The {game.title}'s figures are for {' and '.join((', '.join(together[:-1]), together[-1]))} together,"
        yield f"in antes: {float(game.average_wager):.3f} are put down on average, and the bank keeps"
        yield f"{float(game.element_of_risk):.3%} of them."


class PokerSimulation(Simulation[Ends]):
    """Poker simulation in progress, with its rounds so far."""

    def __init__(self, rules: TableRules, job: PokerJob) -> None:
        super().__init__(job)
        self._rules, self._job = rules, job

    @property
    def counts(self) -> PokerCounts:
        return self._job.counts(self.tally)

    def interval(self, wager: str) -> float | None:
        return poker_odds(self._rules, self._rules.wagers[wager], self.counts).interval

    def checks_per_growth(self, wager: str) -> int:
        return 2


def simulate_poker(rules: TableRules, **run_options: Unpack[RunOptions]) -> PokerCounts:
    """Simulate rounds of one seat with best play until a limit of `run_options` is reached, and count their outcomes.

    Raise `BadInput` if best play cannot be computed for the rulebook.
    """
    run = CheckedRun.of(rules.wagers, **run_options)
    try:
        job = PokerJob.of(solution_of(rules), run.seed)
    except NotExactlyCountable as reason:
        ante = rules.wagers[section_of(rules).ante].title
        raise BadInput.at("RULEBOOK", f"the {ante} {reason}") from None
    return PokerSimulation(rules, job).run(run).counts


def simulate_report(
    rules: TableRules, seating: SimulationSeats, **run_options: Unpack[RunOptions]
) -> PokerSimulationReport:
    """Simulate rounds as the command line asks for, and return a report with the odds of every wager."""
    seating.require_none(f"in {rules.rulebook.title} one seat plays best, every round from a whole deck")
    return PokerSimulationReport(poker_sheet(rules, simulate_poker(rules, **run_options)))
