"""Hold'em verified. There is no sheet of odds to hold the table against; what is compared is the money of every hand.

- hands of the simulation played again by the live round: the same cards, the same decisions; the round may refuse none
  of them, must ask whom the simulation asks, and must end with the same chips in front of everybody;
- each settled as a live table settles it: nothing is lost, nobody loses more than he brought, the fee is its line;
- hands by the million, whose chips are counted again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

import numpy as np

from croupier.cards import Card
from croupier.errors import InvariantViolation
from croupier.families.holdem.odds.betting_kernels import BEGAN, FEE, POSTS, SENSIBLE, WILD
from croupier.families.holdem.odds.chosen_betting import betting_rules_of
from croupier.families.holdem.odds.simulation import Act, HoldemJob, RecordedHands, buy_in_range
from croupier.families.holdem.round import HoldemResult, HoldemRound
from croupier.families.holdem.rules import rules_of
from croupier.hands import card_of
from croupier.odds.fact_table import EXACT
from croupier.odds.par_sheet import ParSheet
from croupier.odds.verification.driver import SETTLEMENT, Verifier
from croupier.odds.verification.live import LiveRound
from croupier.odds.verification.report import Finding
from croupier.play.driver import play_to_end
from croupier.play.family import settle_bets
from croupier.play.round import Decision, ForbiddenDecision, Question, RoundInProgress, UnexpectedAnswer

LIVE_PART = 20
"""One in so many of the rounds asked for is played by the live round, which takes its time."""
SIMULATED_HANDS = 2**16
FOLD, CALL, RAISE = range(3)
SHORT_STACKS = 30
"""Big blinds, where hands are to have side pots."""


class HoldemVerifier(Verifier):
    """A table at which seats play one another."""

    def printed_sheet(self) -> ParSheet:
        return ParSheet(self.printed, None, EXACT, 0, {})

    def hands_of(self, result: HoldemResult) -> str:
        return ", ".join(f"seat {one.seat} {''.join(map(str, one.cards))}" for one in result.seats)

    def lines_of(self, wager: str, seat: int, rounds: Sequence[LiveRound]) -> None:
        return None

    def made_to_order(self, wagers: Collection[str]) -> Iterable[LiveRound]:
        return ()

    def shuffled(self, rounds: int) -> Sequence[LiveRound]:
        return ()

    def play(self, rounds: int) -> None:
        self.play_again(max(rounds // LIVE_PART, 20))
        self.compare_simulation()

    def jobs(self) -> list[HoldemJob]:
        """Tables of every size; short stacks and players without sense, so that there are side pots and odd chips."""
        betting = betting_rules_of(rules_of(self.printed))
        most, seed = len(self.printed.seats), self.seed % 2**63
        few = 1, SHORT_STACKS * max(betting.big_blind, 1)
        wild = [HoldemJob(betting, seats, seed, few, WILD) for seats in range(2, most + 1)]
        return [*wild, HoldemJob(betting, most, seed, buy_in_range(betting), SENSIBLE)]

    def play_again(self, hands: int) -> None:
        """The simulation's hands, dealt and decided at the live table."""
        jobs = self.jobs()
        for job in jobs:
            told = job.told(0, -(-hands // len(jobs)))
            for hand in range(len(told.felts)):
                if self.findings:
                    return
                self._play_one(told, hand)
                self.rounds += 1
            self.compared["hands of the simulation played live"] += len(told.felts)

    def _play_one(self, told: RecordedHands, hand: int) -> None:
        rules = rules_of(self.played)
        seats = self.played.seats[: told.seats]
        began = {seat: int(chips) * rules.chip for seat, chips in zip(seats, told.by_seat(BEGAN)[hand], strict=True)}
        play: RoundInProgress[Any] = RoundInProgress(
            lambda: HoldemRound(rules, began, seats[-1], self.played.seats, _posts(told, hand, seats, rules))
        )
        try:
            play_to_end(play, _cards(told, hand), _decisions(told.acts(hand), seats, rules.chip))
        except (ForbiddenDecision, UnexpectedAnswer, IndexError) as refused:
            self.findings.append(Finding("round", f"the live round refuses what the simulation does: {refused}"))
            return
        assert isinstance(play.result, HoldemResult)
        self._compare_ends(play.result, told, hand, rules.chip)

    def _compare_ends(self, result: HoldemResult, told: RecordedHands, hand: int, chip: int) -> None:
        live = [one.net for one in result.seats]
        simulated = [int(net) * chip for net in told.nets[hand]]
        if live != simulated or result.fee != int(told.end(FEE)[hand]) * chip:
            self.find("pots", f"live they come to {live} and a fee of {result.fee}, simulated to {simulated}", result)
        try:
            done = settle_bets(self.played, result, ())
        except InvariantViolation as broken:
            self.find(SETTLEMENT, str(broken), result)
            return
        if sum(one.net + one.charge for one in done.settled) or sum(one.charge for one in done.settled) != result.fee:
            self.find(SETTLEMENT, "what some lose is not what others win and the house takes", result)
        if [one.net for one in sorted(done.settled, key=lambda one: one.bet.seat)] != [
            one.net for one in sorted(result.seats, key=lambda one: one.seat)
        ]:
            self.find(SETTLEMENT, "the seats are not paid what they won", result)
        self.compared["seats settled"] += len(live)

    def compare_simulation(self) -> None:
        """Every chip is counted again by the kernel; a hand that loses one stops the run."""
        job = self.jobs()[-1]
        job.deal(0, SIMULATED_HANDS)
        self.compared["hands of the simulation, every chip counted again"] += SIMULATED_HANDS


def _posts(told: RecordedHands, hand: int, seats: Sequence[int], rules: Any) -> dict[int, int]:
    posted = told.by_seat(POSTS)[hand]
    return {
        seat: rules.big_blind + rules.small_blind for place, seat in enumerate(seats) if place > 1 and posted[place]
    }


def _cards(told: RecordedHands, hand: int) -> Any:
    """Two each in turn, then as much of the board as is dealt."""
    holes = np.transpose(told.holes[hand]).ravel()
    board = told.boards[hand]
    order = iter([_card(int(number)) for number in (*holes, *board)])
    return lambda: next(order)


def _card(number: int) -> Card:
    card = card_of(number)
    assert isinstance(card, Card)
    return card


def _decisions(acts: list[Act], seats: Sequence[int], chip: int) -> Any:
    left = list(acts)

    def decide(play: RoundInProgress[Any], question: Question) -> Decision:
        ways = {choice.do for choice in question.choices}
        if "muck" in ways:
            return Decision(question.seat, "muck")
        act = left.pop(0)
        if seats[act.seat] != question.seat:
            raise UnexpectedAnswer(f"seat {question.seat} is asked, and not seat {seats[act.seat]}")
        if act.what == RAISE:
            return Decision(question.seat, "raise" if "raise" in ways else "bet", cents=act.bet * chip)
        return Decision(question.seat, "fold" if act.what == FOLD else "call" if "call" in ways else "check")

    return decide
