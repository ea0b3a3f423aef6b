"""Verification of poker against a player-dealer: the steps that come on top of those of every game.

- rows: every outcome of two hands, with every Play size;
- decks: dealt by the live table and decided by best play. Each settled bet is compared with the sheet line that the
  kernel gives for the same cards, and the net result of the hand with the kernel's;
- simulation: rounds of the simulation are dealt live, and millions of rounds are compared with the exact odds.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from croupier.cards.random_source import RandomSource
from croupier.families.dealer_poker.shared.edge_cases import Deal, deal_text, dealers
from croupier.families.dealer_poker.shared.odds.exact import poker_sheet
from croupier.families.dealer_poker.shared.odds.fact_tables import SIX, on_board, outcome_classes, table_of
from croupier.families.dealer_poker.shared.odds.pay_rules import hand_wagers, net_of
from croupier.families.dealer_poker.shared.odds.round_outcomes import PokerCounts
from croupier.families.dealer_poker.shared.odds.simulate import simulate_poker
from croupier.families.dealer_poker.shared.odds.verify_rounds import (
    PokerOutcome,
    SimulationKernel,
    deal_of,
    hands_text,
    plays_for,
    wrong_face_up_cards,
)
from croupier.families.dealer_poker.shared.round import PokerResult
from croupier.families.dealer_poker.shared.rules import section_of
from croupier.families.dealer_poker.shared.settle import game_of
from croupier.hands import rank5
from croupier.money.bets import Bet
from croupier.money.cents import format_amount
from croupier.money.settlement import SettledBet, Settlement
from croupier.odds.fact_table import EXACT
from croupier.odds.par_sheet import ParSheet
from croupier.odds.shipped_sheets import load_shipped_sheet
from croupier.odds.verification.driver import ROUND, Counts, LiveRound, Verifier
from croupier.odds.verification.report import Finding, WagerCheck
from croupier.odds.verification.sheet_lines import NOT_PRINTED, printed_lines
from croupier.odds.verification.statistics import ChiSquare
from croupier.odds.wager_odds import WagerOdds, measure_wager
from croupier.play.driver import AnyDealer, Dealer, Decide, QuestionAnswer, deal_cards, deal_until_decision
from croupier.play.round import RoundInProgress
from croupier.rulebook.table_rules import TableRules

LineOf = Callable[[PokerOutcome], int]


class SheetLineFinder:
    """Finds the par sheet line in which each wager ends, from the outcome of a round."""

    def __init__(self, sheet: ParSheet) -> None:
        rules = sheet.rules
        self._rules = rules
        section = section_of(rules)
        self._kinds = outcome_classes(rules)
        self._places = {end: place for place, end in enumerate(self._kinds.deals)}
        self._play = section.play
        self.wagers_on_hand = (*hand_wagers(rules), section.play)
        own = measure_wager(
            rules.wagers[section.ante], table_of(rules.wagers[section.ante], one_round_per_outcome(rules), self._kinds)
        )
        self.odds: dict[str, WagerOdds] = {**sheet.wagers, section.ante: own}
        """Odds of each wager. The sheet prints the result of the whole hand as the Ante's; here the Ante is measured
        alone."""
        self.of: dict[str, LineOf] = {
            name: self._line_of(name) for name in self.odds if not on_board(rules.wagers[name])
        }
        self.game = {line.net: place for place, line in enumerate(sheet[section.ante].lines)}
        self._nets_by_outcome: dict[tuple[int, ...], dict[str, Fraction]] = {}

    def _line_of(self, name: str) -> LineOf:
        wager, odds, kinds = self._rules.wagers[name], self.odds[name], self._kinds
        if kinds.six is not None and any(fact.startswith(SIX) for fact in wager.facts):
            by_six = printed_lines(wager, odds, kinds.six).tolist()
            return lambda end: int(by_six[end.six or 0])
        lines = printed_lines(wager, odds, kinds.columns).tolist()
        return lambda end: int(lines[self._place(end)])

    def by_board(self, name: str) -> list[int]:
        """Return the line in which a wager on the board ends, by category of the board."""
        assert self._kinds.board is not None
        return [int(line) for line in printed_lines(self._rules.wagers[name], self.odds[name], self._kinds.board)]

    def _place(self, end: PokerOutcome) -> int:
        """Return the index of an outcome in the columns of facts: played hands come first, then folded ones."""
        return self._places[end.own, end.dealer, end.result] + (0 if end.times else len(self._places))

    def hand_value(self, end: PokerOutcome) -> Fraction:
        """Return the result of Ante, Blind and Play in antes, by settling the example round of the outcome."""
        kind = (bool(end.times), end.own, end.dealer, end.result)
        if kind not in self._nets_by_outcome:
            deal = self._kinds.deals[kind[1:]]
            wagers = self.wagers_on_hand if end.times else self.wagers_on_hand[:-1]
            self._nets_by_outcome[kind] = {
                name: net_of(self._rules, name, deal, folded=not end.times) for name in wagers
            }
        nets = self._nets_by_outcome[kind]
        return sum((net * (end.times if name == self._play else 1) for name, net in nets.items()), Fraction(0))


def one_round_per_outcome(rules: TableRules) -> PokerCounts:
    """Return counts in which every possible outcome occurs once."""
    game = game_of(rules)
    ends = np.zeros(game.outcome_shape, np.int64)
    for own, dealer, result in outcome_classes(rules).deals:
        ends[:, own, dealer, result] = 1
    six = np.ones(len(game.six_card_deals()), np.int64)
    return PokerCounts(game.play_sizes, ends, six if six.size else None, EXACT)


SIMULATED_ROUNDS = 2**23
SIMULATED_LIVE = 500
"""Number of simulated rounds that are also dealt live."""
DECISIONS_COMPARED = 100
"""Number of rounds in which each decision of the kernel is also compared with the solution."""


class DealerPokerVerifier(Verifier):
    """Verification of a table at which one seat plays by best play."""

    lines_high = False
    random_rounds = 500
    small_banks = 200

    def __init__(self, printed: TableRules, played: TableRules, chance: RandomSource, seed: int) -> None:
        super().__init__(printed, played, chance, seed)
        section = section_of(printed)
        self.main: str = section.ante
        self.raised = section.play
        self.hands_played = 0

    def printed_sheet(self) -> ParSheet:
        shipped = load_shipped_sheet(self.printed)
        return shipped.sheet if shipped else super().printed_sheet()

    @cached_property
    def kernel(self) -> SimulationKernel:
        return SimulationKernel(self.printed, self.seed)

    @cached_property
    def lines(self) -> SheetLineFinder:
        return SheetLineFinder(self.sheet)

    @property
    def stake(self) -> int:
        return next(bet.amount for bet in self.table.bets if bet.wager == self.main)

    def hands_of(self, result: PokerResult) -> str:
        return hands_text(result)

    def lines_of(self, wager: str, seat: int, rounds: Sequence[LiveRound]) -> Sequence[int]:
        if on_board(self.printed.wagers[wager]):
            by_board = self.lines.by_board(wager)
            return [by_board[rank5(list(live.result.board)).category] for live in rounds]
        line_of = self.lines.of[wager]
        return [line_of(live.evaluation) for live in rounds]

    def odds_of(self, wager: str, seat: int) -> WagerOdds:
        return self.lines.odds[wager]

    # Playing

    def play_live_round(
        self, play: RoundInProgress[Any], deal: AnyDealer, decide: Decide, evaluation: Any = None
    ) -> LiveRound | None:
        return super().play_live_round(play, deal, self._check_face_up(decide), evaluation)

    def _check_face_up(self, decide: Decide) -> Decide:
        """Return a decision function that first checks which cards are face up, and then decides."""

        def check_then_decide(play: RoundInProgress[Any], question: Any) -> QuestionAnswer:
            if wrong := wrong_face_up_cards(self.played, play):
                self.findings.append(Finding(ROUND, wrong))
            return decide(play, question)

        return check_then_decide

    def _in_order(self, deal: Deal) -> Dealer:
        return deal_cards(game_of(self.played).dealt_cards(self.played, deal))

    def forced_rounds(self, wagers: Collection[str]) -> Sequence[LiveRound]:
        """Yield a live round for every outcome and every Play size; the size 0 is a fold."""
        begin, game = self.live_round_factory(), game_of(self.printed)
        deals = [
            *outcome_classes(self.printed).deals.values(),
            *game.board_deals().values(),
            *game.six_card_deals().values(),
        ]
        rounds = [
            self.play_live_round(RoundInProgress(begin), self._in_order(deal), plays_for(times))
            for deal in deals
            for times in game.play_sizes
        ]
        return self.with_evaluation([live for live in rounds if live is not None])

    def rare_round_dealers(self) -> Iterator[Dealer]:
        return dealers(self.chance)

    def with_evaluation(self, rounds: Sequence[LiveRound]) -> list[LiveRound]:
        """Return the rounds, each with the kernel's outcome for the same cards and decisions."""
        seats = [live.result.seats[0] for live in rounds]
        deals = [(seat.cards, live.result.dealer, live.result.board) for seat, live in zip(seats, rounds, strict=True)]
        return [
            live._replace(evaluation=end._replace(times=seat.played // seat.stake))
            for live, seat, end in zip(rounds, seats, self.kernel.outcomes(deals), strict=True)
        ]

    def shuffled(self, rounds: int) -> list[LiveRound]:
        begin, plays = self.live_round_factory(), []
        for _ in range(rounds):
            shoe, play = self.shoes.next_burned_shoe(), RoundInProgress(begin)
            deal_until_decision(play, deal_cards(shoe.cards[shoe.dealt :]))
            plays.append(play)
        self.compared["rounds dealt live and by the kernel"] += rounds
        return self._played_best(plays)

    def _played_best(self, plays: Sequence[RoundInProgress[Any]]) -> list[LiveRound]:
        """Play dealt rounds to the end with the decisions of the kernel."""
        ends = self.kernel.outcomes([deal_of(play, self.table.bets[0].seat) for play in plays])
        nothing_left = deal_cards(())
        rounds = [
            self.play_live_round(play, nothing_left, plays_for(end.times), end)
            for play, end in zip(plays, ends, strict=True)
        ]
        return [live for live in rounds if live is not None]

    # Settlement

    def count(self, counts: Counts, one: SettledBet, line: int, live: LiveRound) -> None:
        """Count a bet in its sheet line, a Play wager once per ante; `compare_round` counts the Ante."""
        if one.bet.wager != self.main:
            counts[one.bet.wager][line] += live.evaluation.times if one.bet.wager == self.raised else 1

    def compare_round(self, live: LiveRound, done: Settlement, counts: Counts | None) -> None:
        """Compare the total result of Ante, Blind and Play with the kernel's, and count its line on the sheet."""
        end, net = live.evaluation, Fraction(0)
        for settled_bet in done.settled:
            if settled_bet.bet.wager in self.lines.wagers_on_hand:
                net += Fraction(settled_bet.net, self.stake)
            if settled_bet.bet.wager == self.raised and settled_bet.bet.amount != end.times * self.stake:
                message = (
                    f"a Play wager of {format_amount(settled_bet.bet.amount)}, and the odds play for {end.times} antes"
                )
                self.add_finding(ROUND, message, live.result)
        due = self.lines.hand_value(end)
        if net != due:
            self.add_finding(ROUND, f"the hand comes to {net} antes live and to {due} in the odds", live.result)
        elif counts is not None:
            counts[self.main][self.lines.game.get(net, NOT_PRINTED)] += 1
        self.hands_played += counts is self.observed_counts and end.times > 0

    def settled_first(self, result: PokerResult, bets: Sequence[Bet]) -> Collection[int]:
        """Return the indexes of Antes that the house takes before other bets are settled. [CA-3CP-A4]"""
        section = section_of(self.played)
        if not self.played.value(section.fold_first):
            return ()
        folded = {seat.seat for seat in result.seats if seat.folded}
        return [place for place, bet in enumerate(bets) if bet.seat in folded and bet.wager == section.ante]

    # Simulation

    def compare_simulation(self) -> None:
        """Deal the first rounds of the simulation live with the same cards; compare hands and counts."""
        simulated, begin, plays = self.kernel.simulated(SIMULATED_LIVE), self.live_round_factory(), []
        for number, (deal, end) in enumerate(simulated):
            play = RoundInProgress(begin)
            deal_until_decision(play, self._in_order(deal))
            if deal_of(play, self.table.bets[0].seat) != deal:
                self.findings.append(Finding(ROUND, f"cards go elsewhere than in the odds: {deal_text(deal)}"))
            if number < DECISIONS_COMPARED:
                self._compare_solution(deal, end)
            plays.append(play)
        self.settle(self._played_best(plays), None, "bets of rounds of the simulation")
        self._compare_counts([end for _, end in simulated])
        counts = simulate_poker(self.printed, rounds=SIMULATED_ROUNDS, seed=self.seed, threads=1)
        self.simulated_sheet = poker_sheet(self.printed, counts)
        self.compared["rounds of the simulation dealt live"] += len(plays)
        self.compared["rounds of the simulation"] += counts.rounds

    def _compare_solution(self, deal: Deal, end: PokerOutcome) -> None:
        self.compared["rounds decided by the solution itself"] += 1
        if (best := self.kernel.best(deal)) != end.times:
            message = f"plays for {end.times} antes in the simulation and for {best} by the solution"
            self.findings.append(Finding(ROUND, f"{message}: {deal_text(deal)}"))

    def _compare_counts(self, ends: Sequence[PokerOutcome]) -> None:
        counts = self.kernel.counted(len(ends))
        place = {times: place for place, times in enumerate(counts.times)}
        recounted = np.zeros_like(counts.ends)
        for end in ends:
            recounted[place[end.times], end.own, end.dealer, end.result] += 1
        if not np.array_equal(recounted, counts.ends):
            self.findings.append(Finding("simulation", "counts its rounds otherwise than they ended"))

    # Results

    def check(self, odds: WagerOdds) -> WagerCheck:
        """Return the expected and observed counts of one wager, and its test.

        A Play wager is not tested: its lines are counted by antes, which are not independent.
        """
        if odds.wager == self.raised:
            return self.wager_check(odds, self.observed_counts[odds.wager], self.hands_played, None)
        return super().check(odds)

    def tests(self) -> Mapping[str, ChiSquare | None]:
        """Return a test of the simulation for each wager but the Play wager, see `check`."""
        return {name: test for name, test in super().tests().items() if name != f"simulation of {self.raised}"}
