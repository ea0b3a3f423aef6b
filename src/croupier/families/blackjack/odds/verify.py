"""Verification of a blackjack table: the steps that come on top of those of every game.

- shoes: rounds decided by the chart, live and by the kernel with the same cards, must use the same number of cards and
  have the same net result;
- random decisions: each hand must pay what the odds assume;
- simulation: the exact odds of every bonus wager and the exact value of the chart are compared with millions of rounds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from functools import cached_property

from scipy import special

from croupier.cards import Card, Shoe
from croupier.cards.random_source import RandomSource
from croupier.families.blackjack.edge_cases import dealers
from croupier.families.blackjack.odds.exact import solution_of, solver_of
from croupier.families.blackjack.odds.seat_strategy import SeatStrategy
from croupier.families.blackjack.odds.simulate_job import BlackjackJob, ShoePlan, cards_of_shoe
from croupier.families.blackjack.odds.simulate_results import BlackjackTally
from croupier.families.blackjack.odds.simulate_run import simulate_blackjack
from croupier.families.blackjack.odds.simulated_sheet import simulated_odds
from croupier.families.blackjack.odds.solver import BlackjackSolver
from croupier.families.blackjack.odds.verify_rounds import (
    SPARE,
    ChartPlayer,
    KernelShoe,
    LineOf,
    forced_insurance_rounds,
    forced_rounds,
    hands_text,
    insure_if_offered,
    line_finder,
    net_in_first_wagers,
)
from croupier.families.blackjack.round import BlackjackResult
from croupier.families.blackjack.rules import Surrender, section_of
from croupier.families.blackjack.settle import round_seats
from croupier.money.bets import BetResult
from croupier.money.cents import format_amount
from croupier.money.settlement import SettledBet, Settlement
from croupier.odds.fact_table import NotExactlyCountable
from croupier.odds.shoe_composition import card_of
from croupier.odds.verification.driver import ROUND, Counts, LiveRound, Verifier, chi_square_of, count_lines
from croupier.odds.verification.report import Finding, RowCheck, WagerCheck
from croupier.odds.verification.statistics import ChiSquare
from croupier.odds.wager_odds import CONFIDENCE, SolvedOdds, WagerOdds
from croupier.play.driver import Dealer, Decide, ShoeDealer, deal_cards, timeout_answer
from croupier.play.round import RoundInProgress
from croupier.rulebook.table_rules import TableRules

SIMULATED_ROUNDS = 2**22
SIMULATED_SHOES = 24
"""Number of simulated shoes that are also dealt live."""


class BlackjackVerifier(Verifier):
    """Verification of a table at which the chart decides how hands are played."""

    random_rounds = 1_500
    preferred_action = "hit"

    def __init__(self, printed: TableRules, played: TableRules, chance: RandomSource, seed: int) -> None:
        super().__init__(printed, played, chance, seed)
        self.main, self.insurance = section_of(printed).wager, section_of(printed).insurance
        self.rows_live: Counter[object] = Counter()
        """Number of times that the main wager ended in each pay row, in rounds from shuffled shoes."""
        self.rows_without_sense: Counter[object] = Counter()
        self.nets: Counter[Fraction] = Counter()
        """How often each net result of main wager and insurance occurred, in units of the first wager.

        Only rounds from shuffled shoes count.
        """
        self._lines: dict[str, LineOf] = {}

    def hands_of(self, result: BlackjackResult) -> str:
        return hands_text(result)

    def lines_of(self, wager: str, seat: int, rounds: Sequence[LiveRound]) -> Sequence[int] | None:
        if wager == self.main:
            return None
        if wager not in self._lines:
            self._lines[wager] = line_finder(self.sheet, wager)
        return [self._lines[wager](live.result) for live in rounds]

    # Example deals and random decisions

    def forced_rounds(self, wagers: Collection[str]) -> Iterator[LiveRound]:
        """Yield live rounds that end in every line of every bonus wager, and in insurance won and lost."""
        for name in wagers:
            if name not in (self.main, self.insurance):
                for cards in forced_rounds(self.sheet, name):
                    yield from self._ordered(cards, timeout_answer)
        if self.insurance in wagers:
            for cards in forced_insurance_rounds():
                yield from self._ordered(cards, insure_if_offered)

    def _ordered(self, cards: tuple[Card, ...], decide: Decide) -> Iterator[LiveRound]:
        live = self.play_live_round(RoundInProgress(self.live_round_factory()), deal_cards(cards, SPARE), decide)
        if live is not None:
            if live.cards < len(cards):
                message = f"the dealer stands with {hands_text(live.result)}, and draws in the odds"
                self.findings.append(Finding(ROUND, message))
            yield live

    def rare_round_dealers(self) -> Iterator[Dealer]:
        return dealers(self.chance)

    def compare_round(self, live: LiveRound, done: Settlement, counts: Counts | None) -> None:
        hands = [one for one in done.settled if one.bet.wager == self.main]
        if counts is None:
            self.rows_without_sense.update(_row(one) for one in hands)
            self._compare_hands(live.result, hands)
            return
        self.rows_live.update(_row(one) for one in hands)
        if live.evaluation is not None:
            self._compare_net(live, done)

    @cached_property
    def game(self) -> BlackjackSolver:
        """Solver for the rules of the printed sheet."""
        return solver_of(self.printed)

    @property
    def stake(self) -> int:
        return next(bet.amount for bet in self.table.bets if bet.wager == self.main)

    def _compare_hands(self, result: BlackjackResult, hands: Sequence[SettledBet]) -> None:
        """Compare the payment of each randomly played hand with the payment that the odds assume."""
        game = self.game
        for settled_bet in hands:
            self.compared["hands played without sense"] += 1
            due = self.stake * net_in_first_wagers(result, max(0, settled_bet.bet.hand - 1), game.rules, game.payoffs)
            if settled_bet.net != due:
                self.add_finding(
                    settled_bet.bet.wager,
                    f"comes to {format_amount(settled_bet.net)} live and to {format_amount(int(due))} in the odds",
                    result,
                )

    def _compare_net(self, live: LiveRound, done: Settlement) -> None:
        """Compare the net result of a round from a shoe with the kernel's result for the same cards."""
        own = (one.net for one in done.settled if one.bet.wager in (self.main, self.insurance))
        net = Fraction(sum(own), self.stake)
        self.nets[net] += 1
        self.compared["rounds dealt live and by the kernel"] += 1
        if net != live.evaluation.net:
            self.add_finding(
                ROUND, f"comes to {net} first wagers live and to {live.evaluation.net} in the odds", live.result
            )

    # Shoes

    def shuffled(self, rounds: int) -> list[LiveRound]:
        """Deal one shuffled shoe live; in every second shoe every hand is insured if the rules allow it."""
        return self._shoe(self._plain if self.shoes.shoe_count % 2 else self._insured, self.shoes.next_cards())

    @cached_property
    def _plain(self) -> BlackjackJob:
        return self._job(self.seed, "never")

    @cached_property
    def _insured(self) -> BlackjackJob:
        """Simulation job in which every hand is insured; the job without insurance if the rules do not allow it.

        With early surrender, a seat answers only one of the two offers before the hole card is checked.
        """
        rules = solver_of(self.printed).rules
        can_insure = rules.insurance and rules.surrender is not Surrender.EARLY
        return self._job(self.seed, "always") if can_insure else self._plain

    def _job(self, seed: int, insures: str) -> BlackjackJob:
        game, plays = solver_of(self.printed), SeatStrategy(solution_of(self.printed).chart)
        completes = round_seats(self.printed, self.table.bets).dealer_completes
        plan = ShoePlan.of(self.printed.shoe)
        return BlackjackJob(game.rules, game.payoffs, (plays,), seed, plan, insures=insures, dealer_completes=completes)

    def _shoe(self, job: BlackjackJob, cards: tuple[Card, ...]) -> list[LiveRound]:
        """Deal every round of a shoe live, and compare its number of cards with that of the kernel's round."""
        kernel, decide, begin = KernelShoe(job, cards), ChartPlayer(job.seats[0], job), self.live_round_factory()
        _, shoe = Shoe.new(self.played.shoe, cards).burn()
        rounds: list[LiveRound] = []
        while not shoe.is_finished and not self.findings:
            dealer, expected = ShoeDealer(shoe.begin_hand()), kernel.round(shoe.dealt)
            live = self.play_live_round(RoundInProgress(begin), dealer, decide, expected)
            if live is None:
                break
            if expected is None or live.cards != expected.cards:
                message = f"{expected.cards} cards" if expected else "no end"
                self.add_finding(ROUND, f"takes {live.cards} cards live, in the odds {message}", live.result)
                break
            rounds.append(live)
            shoe = dealer.shoe.end_hand(live.result.cards)
        return rounds

    # Simulation

    def compare_simulation(self) -> None:
        self._compare_simulated_shoes()
        self.compared["rounds of the simulation"] += self.simulated.rounds

    def _compare_simulated_shoes(self) -> None:
        """Deal shoes of the simulation live, and compare the distribution of all net results."""
        job = self._plain
        self.nets.clear()
        for number in range(SIMULATED_SHOES):
            cards = tuple(card_of(card) for card in cards_of_shoe(job, number))
            self.settle(self._shoe(job, cards), self.observed_counts, "bets of rounds of the simulation")
        tally = BlackjackTally(job, job.deal(0, SIMULATED_SHOES))
        counted = enumerate(tally.nets.sum(axis=0).tolist())
        simulated = {Fraction(place - job.net_zero_index, tally.units): many for place, many in counted if many}
        if simulated != dict(self.nets) and not self.findings:
            live = f"{self.nets.total()} live from the same cards, or they come to something else"
            message = f"{tally.rounds} rounds of {SIMULATED_SHOES} simulated shoes, {live}"
            self.findings.append(Finding("shoe", message))

    @cached_property
    def simulated(self) -> BlackjackTally:
        game, chart = solver_of(self.printed), solution_of(self.printed).chart
        return simulate_blackjack(
            game.rules, game.payoffs, chart, SIMULATED_ROUNDS, seed=self.seed, shoe=ShoePlan.fresh(),
            counts_firsts=True, dealer_completes=True, threads=1,
        )  # fmt: skip

    # Results

    def check(self, odds: WagerOdds) -> WagerCheck:
        """Compare simulated rounds with the exact odds of a wager."""
        if isinstance(odds, SolvedOdds):
            return self._check_main(odds)
        try:
            line_odds = simulated_odds(self.printed, self.printed.wagers[odds.wager], self.simulated)
        except NotExactlyCountable:
            return self.wager_check(odds, {}, 0, None)
        occurrences = count_lines(odds, line_odds)
        return self.wager_check(odds, occurrences, line_odds.total, chi_square_of(odds, occurrences))

    def _check_main(self, odds: SolvedOdds) -> WagerCheck:
        """Compare the exact value of the chart with the mean of the simulated rounds."""
        off = (float(self.simulated.edge) - odds.chart_value) / (self.simulated.interval / CONFIDENCE)
        test = ChiSquare(off**2, 1, float(special.chdtrc(1, off**2)), frozenset())
        rows = tuple(self._main_rows(odds.wager))
        return WagerCheck(odds.wager, odds.title, odds.paytable, self.simulated.rounds, rows, test)

    def _main_rows(self, wager: str) -> Iterator[RowCheck]:
        """Yield the rows of the main wager with the number of times each was paid.

        Their probabilities depend on how the players decide, and are not printed.
        """
        rows = self.printed.wagers[wager].rows
        lines: list[tuple[object, str, str, str]] = [
            (row.number, row.title, row.odds.text, "win") for row in rows if row.when.constant is not False
        ]
        lines += [("push", "push", "push", "push"), ("lose", "lose", "lose", "lose")]
        for key, title, pays, result in lines:
            yield RowCheck(title, pays, result, None, None, self.rows_live[key], self.rows_without_sense[key])


def _row(one: SettledBet) -> object:
    return one.verdict.row_number if one.result is BetResult.WIN else one.result.value
