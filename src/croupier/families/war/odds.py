"""Odds of war: the exact count, the simulation, the verification, and the interface that the rest of the system calls.

The exact count covers any number of wars, to the last card of the shoe. Only ranks matter, and only in pairs. A rank
with n cards left can supply the pairs of j wars in n(n-1)...(n-2j+1) orders. Wars of different ranks can follow each
other in any order. The number of orders with k wars is therefore k! times the coefficient of x^k in a product of one
polynomial per rank, in which the coefficient of x^j is the count above divided by j!. Each of the two ranks of the
deciding pair supplies one more card. The cards that remain in the shoe can be in any order. All numbers are integers,
and their sum is the number of orders of the shoe.

The simulation deals every round from a new shoe. Four cards decide all but one round in two hundred. Only if the first
two pairs are equal is the whole shoe shuffled; its first four cards are the same as in the short shuffle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import factorial, gcd, perm
from typing import Any, Unpack, cast

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card, Rank, Suit
from croupier.compiled import compiled_inline, compiled_nogil
from croupier.errors import BadInput
from croupier.families.war.facts import HEADLINE, ending_columns_of, possible_endings
from croupier.families.war.round import CARDS_PER_PAIR, WarEnding, WarResult
from croupier.families.war.rules import ACE_HIGH, BANKER, PLAYER, card_height, dealing_order
from croupier.odds.fact_table import EXACT, SIMULATED, FactTable, Weights
from croupier.odds.family_odds import FamilyOdds, SimulationReport, SimulationSeats
from croupier.odds.par_sheet import ParSheet, counted_sheet, measured_sheet
from croupier.odds.shoe_composition import Composition, card_of
from croupier.odds.simulation.driver import CheckedRun, Simulation
from croupier.odds.simulation.job import ALL_ROUNDS, Job, Tally
from croupier.odds.simulation.run_options import RunOptions
from croupier.odds.simulation.shuffle_kernels import ShoeSetup, shoe_setup, shuffle, shuffle_workspace, start_of
from croupier.odds.verification.driver import LiveRound, Verifier, cards_text
from croupier.odds.verification.report import Finding
from croupier.odds.verification.sheet_lines import printed_lines
from croupier.odds.wager_odds import WagerOdds, measure_wager
from croupier.play.driver import deal_cards, timeout_answer
from croupier.play.facts import FactColumns
from croupier.play.round import RoundInProgress
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.wagers import OfferedWager

CardsLeftByRank = tuple[int, ...]
"""Number of cards left of each rank, from the two to the ace."""
Polynomial = list[int]


def war_sheet(rules: TableRules, shoe: Composition | None) -> ParSheet:
    """Compute the exact par sheet of every wager, for a full shoe or for the cards left in `shoe`."""
    if shoe is not None and shoe.cards < CARDS_PER_PAIR:
        raise BadInput.at(
            "shoe", f"{shoe.cards} {'card is' if shoe.cards == 1 else 'cards are'} left; a round needs {CARDS_PER_PAIR}"
        )
    return counted_sheet(rules, shoe, lambda wager, cards: exact_table(cards_left_by_rank(cards)))


def cards_left_by_rank(shoe: Composition) -> CardsLeftByRank:
    left = [0] * (ACE_HIGH + 1)
    for number, count in enumerate(shoe.counts):
        left[card_height(card_of(number).rank)] += count
    return tuple(left[2:])


def exact_table(left: CardsLeftByRank) -> FactTable:
    """Return every possible ending of a round, weighted by the number of shoe orders that lead to it."""
    return FactTable(cast(Weights, _count_orders(left)), EXACT, ending_columns(sum(left)))


@lru_cache(maxsize=16)
def ending_columns(cards: int) -> FactColumns:
    """Return the facts of all possible endings as columns; they depend only on the number of cards in the shoe."""
    return ending_columns_of(possible_endings(cards))


@lru_cache(maxsize=16)
def _count_orders(left: CardsLeftByRank) -> np.ndarray[tuple[int], np.dtype[np.object_]]:
    """Return for each of `possible_endings` the number of shoe orders that lead to it, in lowest terms.

    The counts are Python integers because they do not fit into 64 bits.
    """
    cards, most = sum(left), sum(left) // CARDS_PER_PAIR
    ties = [1]
    for count in left:
        ties = _product(ties, _war_polynomial(count))
    zeros = [0] * (most + 1)
    decided = {
        pair: _decided_polynomial(ties, *pair) + zeros for pair in {(min(a, b), max(a, b)) for a in left for b in left}
    }
    orders = [
        factorial(wars) * decided[min(player, banker), max(player, banker)][wars] * factorial(cards - 2 * wars - 2)
        for wars in range(most)
        for index, player in enumerate(left)
        for other, banker in enumerate(left)
        if index != other
    ]
    orders.append(factorial(most) * (ties + zeros)[most] * factorial(cards % 2))
    assert sum(orders) == factorial(cards)
    common = gcd(*set(orders))
    return np.array([order // common for order in orders], dtype=object)


def _war_polynomial(count: int, deciding_cards: int = 0) -> Polynomial:
    """Return a polynomial for one rank: coefficient j counts the orders of its cards in j wars, divided by j!.

    `deciding_cards`: how many cards of the rank are in the deciding pair in addition.
    """
    return [perm(count, 2 * wars + deciding_cards) // factorial(wars) for wars in range(count // 2 + 1)]


def _decided_polynomial(ties: Polynomial, one: int, other: int) -> Polynomial:
    """Return the product of the polynomials of all ranks, if the two deciding cards have two given ranks."""
    rest = _quotient(_quotient(ties, _war_polynomial(one)), _war_polynomial(other))
    return _product(_product(rest, _war_polynomial(one, deciding_cards=1)), _war_polynomial(other, deciding_cards=1))


def _product(one: Polynomial, other: Polynomial) -> Polynomial:
    product = [0] * (len(one) + len(other) - 1)
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            product[i + j] += a * b
    return product


def _quotient(dividend: Polynomial, divisor: Polynomial) -> Polynomial:
    """Divide a polynomial by a factor that divides it exactly and has the constant term 1."""
    quotient: Polynomial = []
    for index in range(len(dividend) - len(divisor) + 1):
        subtracted = sum(divisor[j] * quotient[index - j] for j in range(1, min(index, len(divisor) - 1) + 1))
        quotient.append(dividend[index] - subtracted)
    return quotient


EndingCounts = NDArray[np.int64]
RANKS = 13
PAIRS = RANKS * (RANKS - 1)
"""Number of ordered pairs of cards with different ranks."""
ROWS = 64
"""Number of shoes shuffled at the same time."""
FIRST_CARDS = 4


@compiled_inline
def ending_index(order: Any, begin: int, cards: int, banker_first: bool) -> int:
    """Return the index of the round's ending in `possible_endings`, or -1 if the two cards are equal each time."""
    for wars in range(cards // CARDS_PER_PAIR):
        first, second = int(order[begin + 2 * wars]), int(order[begin + 2 * wars + 1])
        if first != second:
            player, banker = (second, first) if banker_first else (first, second)
            return wars * PAIRS + player * (RANKS - 1) + banker - (banker > player)
    return -1


@compiled_nogil
def deal_rounds(
    first_cards: ShoeSetup, whole: ShoeSetup, banker_first: bool, start: Any, first: int, rounds: int, counts: Any
) -> None:
    """Deal `rounds` rounds from round number `first` and count each ending in `counts`."""
    short_workspace, full_workspace = shuffle_workspace(first_cards, ROWS), shuffle_workspace(whole, 1)
    heights = whole.points[whole.shoe]
    last = len(counts) - 1
    for begin in range(first, first + rounds, ROWS):
        rows = min(ROWS, first + rounds - begin)
        shuffle(first_cards, short_workspace, heights, start, begin, rows)
        order = short_workspace.shuffled.view(np.uint8)
        for row in range(rows):
            kind = ending_index(order, row * len(order) // ROWS, FIRST_CARDS, banker_first)
            if kind < 0:
                shuffle(whole, full_workspace, heights, start, begin + row, 1)
                kind = ending_index(full_workspace.shuffled.view(np.uint8), 0, len(heights), banker_first)
            counts[kind if kind >= 0 else last] += 1


@dataclass(frozen=True)
class WarJob(Job[tuple[EndingCounts]]):
    """Work description of a simulation of war: how the shoes of one table are shuffled, and the random seed."""

    first_cards: ShoeSetup
    whole: ShoeSetup
    banker_first: bool
    seed: int
    max_rounds_per_shoe = 1
    shoes_per_chunk = 2**19

    @classmethod
    def of(cls, rules: TableRules, seed: int) -> WarJob:
        decks = rules.shoe.decks
        return cls(
            _shoe_setup(decks, FIRST_CARDS), _shoe_setup(decks, 52 * decks), dealing_order(rules)[0] == BANKER, seed
        )

    def deal(self, first: int, shoes: int, limit: int = ALL_ROUNDS) -> Tally[tuple[EndingCounts]]:
        rounds = min(shoes, limit)
        counts = np.zeros(len(self.whole.shoe) // CARDS_PER_PAIR * PAIRS + 1, np.int64)
        deal_rounds(self.first_cards, self.whole, self.banker_first, start_of(self.seed), first, rounds, counts)
        return Tally(rounds, rounds, (counts,))

    def cards(self, shoe: int) -> list[Card]:
        """Return all cards of one shoe in dealing order, for comparison with the live table."""
        workspace = shuffle_workspace(self.whole, 1)
        shuffle(self.whole, workspace, self.whole.shoe, start_of(self.seed), shoe, 1)
        return [card_of(int(number)) for number in workspace.shuffled.view(np.uint8)[: len(self.whole.shoe)]]


def _shoe_setup(decks: int, dealt: int) -> ShoeSetup:
    return shoe_setup(
        decks=decks,
        points=lambda rank: card_height(Rank(rank)) - 2,
        burn=[0] * RANKS,
        cut_from_back=0,
        ends_with_the_hand=False,
        dealt=dealt,
    )


class WarSimulation(Simulation[tuple[EndingCounts]]):
    """Simulation of war at one table, with the counts of the rounds dealt so far."""

    def __init__(self, rules: TableRules, seed: int) -> None:
        self.rules = rules
        super().__init__(WarJob.of(rules, seed))

    def odds(self, wager: OfferedWager) -> WagerOdds:
        return measure_wager(
            wager, FactTable(self.tally.counts[0], SIMULATED, ending_columns(52 * self.rules.shoe.decks))
        )

    def interval(self, wager: str) -> float | None:
        return self.odds(self.rules.wagers[wager]).interval

    def sheet(self) -> ParSheet:
        return measured_sheet(self.rules, None, SIMULATED, self.tally.rounds, self.odds)


FORCED_CARDS = 20
"""Number of cards in the shoe of a forced round; 20 are enough for nine wars and the two deciding cards."""
PACK = 52
SIMULATED_LIVE, SIMULATED_ROUNDS = 1_000, 2**23


class WarVerifier(Verifier):
    """Verification of war: the checks that only this game has, in addition to those of every game.

    Forced rounds have every deciding pair, after no war, after one, and so on up to more wars than any pay table
    distinguishes, and a shoe that runs out. The first shoes of the simulation are dealt at the live table, and millions
    of simulated rounds are compared with the exact odds. Players make no decisions, and every round has a new shoe.
    """

    rounds_per_batch = 10_000
    _columns: tuple[Sequence[LiveRound], FactColumns] | None = None

    def hands_of(self, result: WarResult) -> str:
        return f"Banker {cards_text(result.banker)}, Player {cards_text(result.player)}"

    def lines_of(self, wager: str, seat: int, rounds: Sequence[LiveRound]) -> Sequence[int]:
        if self._columns is None or self._columns[0] is not rounds:
            self._columns = rounds, ending_columns_of([live.result.ending for live in rounds])
        lines: list[int] = printed_lines(self.printed.wagers[wager], self.sheet[wager], self._columns[1]).tolist()
        return lines

    def forced_rounds(self, wagers: Collection[str]) -> Iterator[LiveRound]:
        for ending in possible_endings(FORCED_CARDS):
            live = self._dealt(_cards_for(ending, dealing_order(self.printed)))
            if live is not None and live.result.ending != ending:
                self.add_finding("round", f"the odds have {ending}, the live round {live.result.ending}", live.result)
            elif live is not None:
                yield live

    def _dealt(self, cards: Sequence[Card]) -> LiveRound | None:
        return self.play_live_round(RoundInProgress(self.live_round_factory()), deal_cards(cards), timeout_answer)

    def shuffled(self, rounds: int) -> list[LiveRound]:
        """Deal rounds live from shuffled shoes; each shoe gives one round per pack, rotated by 52 cards each time.

        A rotated shoe is as well shuffled as the original and gives another round.
        """
        dealt: list[LiveRound | None] = []
        while len(dealt) < rounds:
            cards = self.shoes.next_cards()
            dealt += [self._dealt(cards[begin:] + cards[:begin]) for begin in range(0, len(cards), PACK)]
        return [live for live in dealt if live is not None]

    def compare_simulation(self) -> None:
        job = WarJob.of(self.printed, self.seed)
        dealt = [self._dealt(job.cards(shoe)) for shoe in range(SIMULATED_LIVE)]
        counts = job.deal(0, SIMULATED_LIVE).counts[0]
        endings = possible_endings(len(job.whole.shoe))
        simulated = {endings[place]: int(counts[place]) for place in np.flatnonzero(counts)}
        if simulated != Counter(live.result.ending for live in dealt if live is not None):
            self.findings.append(Finding("simulation", "counts its rounds otherwise than they end live"))
        run = CheckedRun.of(self.printed.wagers, rounds=SIMULATED_ROUNDS, seed=self.seed, threads=1)
        self.simulated_sheet = WarSimulation(self.printed, self.seed).run(run).sheet()
        self.compared["rounds of the simulation dealt live"] += len(dealt)
        self.compared["rounds of the simulation"] += SIMULATED_ROUNDS


def _cards_for(ending: WarEnding, order: tuple[str, str]) -> list[Card]:
    """Return cards that lead to `ending`: wars of successive ranks, then the two deciding cards if there are any."""
    heights = range(2, ACE_HIGH + 1)
    pairs = [(heights[war % len(heights)],) * 2 for war in range(ending.wars)]
    if ending.player:
        pairs.append((ending.player, ending.banker) if order[0] == PLAYER else (ending.banker, ending.player))
    return [
        Card(Rank(rank if rank < ACE_HIGH else 1), Suit(place)) for pair in pairs for place, rank in enumerate(pair)
    ]


class WarOdds:
    """Odds of war: exact par sheets, and simulation."""

    strategy = None
    coach = None
    main_facts = HEADLINE
    removal_effects = None
    progressive_odds = None
    shuffle_tests = None
    card_counting = None
    prepare_to_verify = None
    verifier = WarVerifier

    def fact_table(self, rules: TableRules, facts: Iterable[str], shoe: Composition) -> FactTable:
        return exact_table(cards_left_by_rank(shoe))

    def par_sheet(self, rules: TableRules, shoe: Composition | None) -> ParSheet:
        return war_sheet(rules, shoe)

    def relative_cost(self, rules: TableRules) -> int:
        return len(rules.wagers)

    def simulate(
        self, rules: TableRules, seating: SimulationSeats, **run_options: Unpack[RunOptions]
    ) -> SimulationReport:
        seating.require_none(f"nobody decides anything in {rules.rulebook.title}")
        run = CheckedRun.of(rules.wagers, **run_options)
        return SimulationReport(WarSimulation(rules, run.seed).run(run).sheet())


ODDS: FamilyOdds = WarOdds()
