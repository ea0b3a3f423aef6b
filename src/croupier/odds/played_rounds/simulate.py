"""Simulation by the live round: every round is dealt from a full shoe and played by timeout answers or best play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Unpack

from croupier.cards import Piece, ShoeEmpty
from croupier.cards.random_source import RandomSource, SeededRandomSource
from croupier.errors import BadInput
from croupier.odds.fact_table import SIMULATED, NotExactlyCountable
from croupier.odds.family_odds import SimulationSeats, exact_par_sheet, odds_of
from croupier.odds.par_sheet import ParSheet, measured_sheet, paytable_of
from croupier.odds.played_rounds.exact import Shoe, shoe_pieces
from croupier.odds.played_rounds.facts import RoundCounts, bank_seat_of, bets_on_all_wagers, fact_table, facts_at
from croupier.odds.shoe_composition import Composition
from croupier.odds.simulation.driver import CheckedRun, Simulation
from croupier.odds.simulation.job import ALL_ROUNDS, Job, Tally
from croupier.odds.simulation.run_options import RunOptions
from croupier.odds.wager_odds import WagerOdds, measure_wager
from croupier.play.driver import Decide, play_to_end, random_dice, timeout_answer
from croupier.play.family import NO_OPENING, family_of
from croupier.play.round import Question, RoundInProgress, Void
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.wagers import OfferedWager

Counts = tuple[RoundCounts]
STOPS = ("rounds", "seconds", "within")
SIMULATED_ROUNDS, PLAYED_ROUNDS, PRICE_SEED = 4_000_000, 20_000, 1
"""Number of rounds of the kernel, and of live rounds, that price a wager without an exact count, and their seed."""


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
    is_played_best: bool = False
    """Whether seats decide by best play; otherwise every seat lets its time run out."""
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
        decide = best_play_answer(rules) if self.is_played_best else timeout_answer
        begin = family_of(rules).round_factory(rules, bets, bank_seat=bank_seat_of(rules), opening=NO_OPENING)
        played = 0
        for place in range(self.max_rounds_per_shoe):
            if played == limit:
                break
            deal.restart()
            play = RoundInProgress(begin)
            play_to_end(play, deal, decide, throw=throw)
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


def sample_rounds(
    rules: TableRules, shoe: Shoe, seed: int, rounds: int, *, is_played_best: bool = False
) -> RoundCounts:
    """Play `rounds` live rounds and return how often each set of facts occurred."""
    run = CheckedRun.of(rules.wagers, rounds=rounds, seed=seed, threads=1)
    job = PlayedJob(rules, shoe, seed, is_played_best=is_played_best)
    counts: RoundCounts = PlayedSimulation(job).run(run).tally.counts[0]
    return counts


def best_play_answer(rules: TableRules) -> Decide:
    """Return a function that answers questions by best play; in a game without decisions, the timeout answer.

    Raise `NotExactlyCountable` if best play is not known for these rules.
    """
    coach = odds_of(rules).coach
    if coach is None:
        return timeout_answer
    solved = coach.solve(rules)

    def decide(play: RoundInProgress[Any], question: Question) -> str:
        values = coach.action_values(rules, coach.visible_state(rules, play, question), question, solved)
        legal = [action for action in values if question.choice(action) is not None]
        return max(legal, key=lambda action: values[action], default=question.timeout_action)

    return decide


def played_odds(rules: TableRules, wagers: Iterable[str], seed: int, rounds: int) -> Mapping[str, WagerOdds]:
    """Return the odds of these wagers from live rounds of one seat that decides by best play.

    Raise `NotExactlyCountable` if best play is not known.
    """
    best_play_answer(rules)
    counts = sample_rounds(rules, shoe_pieces(rules, None), seed, rounds, is_played_best=True)
    table = fact_table(rules, counts, SIMULATED)
    return {name: measure_wager(rules.wagers[name], table, paytable=paytable_of(rules, name)) for name in wagers}


def priced_par_sheet(rules: TableRules, shoe: Composition | None = None) -> ParSheet:
    """Return the odds of every wager: exact ones, and simulated ones of wagers that no count tells apart.

    These are simulated by the family's kernel if it tells them apart, else by playing live rounds. From a shoe that is
    partly dealt, with a meter, and where best play is not known, they stay without odds.
    """
    sheet = exact_par_sheet(rules, shoe)
    progressive = {meter.wager for meter in rules.meters}
    wanted = [name for name in sheet.not_counted if name not in progressive]
    if not wanted or sheet.shoe != Composition.of_decks(rules.shoe.decks):
        return sheet
    found: dict[str, WagerOdds] = {}
    try:
        simulated = odds_of(rules).simulate(
            rules, SimulationSeats(), rounds=SIMULATED_ROUNDS, seed=PRICE_SEED, threads=1
        )
        found |= {name: odds for name, odds in simulated.sheet.wagers.items() if name in wanted}
        if left := [name for name in wanted if name not in found]:
            found |= played_odds(rules, left, PRICE_SEED, PLAYED_ROUNDS)
    except (BadInput, NotExactlyCountable):
        """Best play is not known: what was found so far is priced, the others keep their reasons."""
    wagers = {name: odds for name in rules.wagers if (odds := sheet.wagers.get(name) or found.get(name))}
    not_counted = {name: reason for name, reason in sheet.not_counted.items() if name not in found}
    return replace(sheet, wagers=wagers, not_counted=not_counted)


def simulate(
    rules: TableRules, seating: SimulationSeats, default_rounds: int, **run_options: Unpack[RunOptions]
) -> ParSheet:
    """Play live rounds and return the simulated par sheet; the option `seats` is the number of seats that bet."""
    title, seats = rules.rulebook.title, 1 if seating.seats is None else seating.seats
    if not 1 <= seats <= len(rules.seats) - rules.has_player_dealer:
        raise BadInput.at("--seats", f"is {seats}; {title} has {len(rules.seats) - rules.has_player_dealer} seats")
    SimulationSeats(**vars(seating) | {"seats": None}).require_none(f"{title} is simulated without them")
    for where in ("cluster", "device"):
        if run_options.get(where) not in (None, "cpu"):
            raise BadInput.at(f"--{where}", f"needs a kernel; {title} is simulated by playing it on this machine")
    if all(run_options.get(stop) is None for stop in STOPS):
        run_options["rounds"] = default_rounds
    run = CheckedRun.of(rules.wagers, **run_options)
    return PlayedSimulation(PlayedJob(rules, shoe_pieces(rules, None), run.seed, seats)).run(run).sheet()
