"""Simulation by the live round: every round is dealt from a full shoe and played by the timeout answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Unpack

from croupier.cards import Piece, ShoeEmpty
from croupier.cards.random_source import RandomSource, SeededRandomSource
from croupier.errors import BadInput
from croupier.odds.fact_table import SIMULATED
from croupier.odds.family_odds import SimulationSeats
from croupier.odds.par_sheet import ParSheet, measured_sheet, paytable_of
from croupier.odds.played_rounds.exact import Shoe, shoe_pieces
from croupier.odds.played_rounds.facts import RoundCounts, bank_seat_of, bets_on_all_wagers, fact_table, facts_at
from croupier.odds.simulation.driver import CheckedRun, Simulation
from croupier.odds.simulation.job import ALL_ROUNDS, Job, Tally
from croupier.odds.simulation.run_options import RunOptions
from croupier.odds.wager_odds import WagerOdds, measure_wager
from croupier.play.driver import play_to_end, random_dice, timeout_answer
from croupier.play.family import NO_OPENING, family_of
from croupier.play.round import RoundInProgress, Void
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.wagers import OfferedWager

Counts = tuple[RoundCounts]
STOPS = ("rounds", "seconds", "within")


class FullShoe:
    """Deals the cards of a shoe in random order, and starts again with all of them for every round.

    Only the cards that a round needs are shuffled.
    """

    def __init__(self, pieces: Sequence[Piece], chance: RandomSource) -> None:
        self._pieces, self._chance, self._dealt = list(pieces), chance, 0

    def restart(self) -> None:
        self._dealt = 0

    def __call__(self) -> Piece:
        pieces, place = self._pieces, self._dealt
        if place == len(pieces):
            raise ShoeEmpty("no card is left")
        other = place + self._chance.below(len(pieces) - place)
        pieces[place], pieces[other] = pieces[other], pieces[place]
        self._dealt += 1
        return pieces[place]


@dataclass(frozen=True)
class PlayedJob(Job[Counts]):
    """Work description of a simulation that plays live rounds of one table.

    What the simulation driver counts as one shoe is a block of 64 rounds with one random generator, because seeding a
    generator takes as long as playing a round.
    """

    rules: TableRules
    shoe: Shoe
    seed: int
    seats: int = 1
    """Number of seats that bet; rounds are measured at each of them in turn."""
    max_rounds_per_shoe = 64
    shoes_per_chunk = 16

    def deal(self, first: int, shoes: int, limit: int = ALL_ROUNDS) -> Tally[Counts]:
        counts, dealt, rounds = RoundCounts(), 0, 0
        while dealt < shoes and rounds < limit:
            rounds += self._deal_shoe(first + dealt, limit - rounds, counts)
            dealt += 1
        return Tally(dealt, rounds, (counts,))

    def _deal_shoe(self, number: int, limit: int, counts: RoundCounts) -> int:
        """Play one block of rounds with one random generator; return how many of them were not void.

        The facts of these rounds are added to `counts`.
        """
        rules, seats = self.rules, self.rules.seats[: self.seats]
        chance = SeededRandomSource(self.seed << 64 | number)
        deal, throw = FullShoe(list(self.shoe.elements()), chance), random_dice(chance)
        bets = bets_on_all_wagers(rules, seats)
        begin = family_of(rules).round_factory(rules, bets, bank_seat=bank_seat_of(rules), opening=NO_OPENING)
        played = 0
        for place in range(self.max_rounds_per_shoe):
            if played == limit:
                break
            deal.restart()
            play = RoundInProgress(begin)
            play_to_end(play, deal, timeout_answer, throw=throw)
            if not isinstance(play.result, Void):
                facts = facts_at(rules, play.result, bets, seats[place % len(seats)])
                counts.weights[facts] += 1
                counts.examples.setdefault(facts, tuple(play.answers))
                played += 1
        return played


class PlayedSimulation(Simulation[Counts]):
    """Simulation in progress, with the counts of the live rounds played so far."""

    def __init__(self, job: PlayedJob) -> None:
        self.rules = job.rules
        super().__init__(job)

    def odds(self, wager: OfferedWager) -> WagerOdds:
        table = fact_table(self.rules, self.tally.counts[0], SIMULATED)
        return measure_wager(wager, table, paytable=paytable_of(self.rules, wager.id))

    def interval(self, wager: str) -> float | None:
        return self.odds(self.rules.wagers[wager]).interval

    def sheet(self) -> ParSheet:
        return measured_sheet(self.rules, None, SIMULATED, self.tally.rounds, self.odds)


def sample_rounds(rules: TableRules, shoe: Shoe, seed: int, rounds: int) -> RoundCounts:
    """Play `rounds` live rounds and return how often each set of facts occurred."""
    run = CheckedRun.of(rules.wagers, rounds=rounds, seed=seed, threads=1)
    counts: RoundCounts = PlayedSimulation(PlayedJob(rules, shoe, seed)).run(run).tally.counts[0]
    return counts


def simulate(
    rules: TableRules, seating: SimulationSeats, default_rounds: int, **run_options: Unpack[RunOptions]
) -> ParSheet:
    """Play live rounds and return the simulated par sheet; the option `seats` is the number of seats that bet."""
    title, seats = rules.rulebook.title, 1 if seating.seats is None else seating.seats
    if not 1 <= seats <= len(rules.seats) - rules.has_player_dealer:
        raise BadInput.at("--seats", f"is {seats}; {title} has {len(rules.seats) - rules.has_player_dealer} seats")
    SimulationSeats(**vars(seating) | {"seats": None}).require_none(f"in {title} every seat lets its time run out")
    for where in ("cluster", "device"):
        if run_options.get(where) not in (None, "cpu"):
            raise BadInput.at(f"--{where}", f"needs a kernel; {title} is simulated by playing it on this machine")
    if not any(run_options.get(stop) for stop in STOPS):
        run_options["rounds"] = default_rounds
    run = CheckedRun.of(rules.wagers, **run_options)
    return PlayedSimulation(PlayedJob(rules, shoe_pieces(rules, None), run.seed, seats)).run(run).sheet()
