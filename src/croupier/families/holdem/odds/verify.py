"""Verification of hold'em: the money of every hand is compared, because there is no sheet of odds.

- The live round plays hands of the simulation again, with the same cards and decisions. It must accept every decision,
  ask the same seats, and end with the same chips.
- Each hand is settled as at a live table: all amounts balance, nobody loses more than the stack, and the fee matches.
- Many more hands are simulated, and their chips are counted again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

import numpy as np

from croupier.cards import Card
from croupier.errors import InvariantViolation
from croupier.families.holdem.odds.betting_kernels import BEGAN, FEE, POSTS, RANDOM_PLAY, SIMPLE_STRATEGY
from croupier.families.holdem.odds.simulate import (
    HoldemJob,
    RecordedAction,
    RecordedHands,
    betting_rules_of,
    buy_in_range,
)
from croupier.families.holdem.round import HoldemResult, HoldemRound
from croupier.families.holdem.rules import rules_of
from croupier.hands import card_of
from croupier.odds.fact_table import EXACT
from croupier.odds.par_sheet import ParSheet
from croupier.odds.verification.driver import SETTLEMENT, LiveRound, Verifier
from croupier.odds.verification.report import Finding
from croupier.play.driver import play_to_end
from croupier.play.family import settle_bets
from croupier.play.round import Decision, ForbiddenDecision, Question, RoundInProgress, UnexpectedAnswer

LIVE_PART = 20
"""One of this many requested rounds is also played live, because live rounds are slow."""
SIMULATED_HANDS = 2**16
FOLD, CALL, RAISE = range(3)
SHORT_STACKS = 30
"""Maximum stack in big blinds for hands that should have side pots."""


class HoldemVerifier(Verifier):
    """Verification of a table at which the seats play against each other."""

    def printed_sheet(self) -> ParSheet:
        return ParSheet(self.printed, None, EXACT, 0, {})

    def hands_of(self, result: HoldemResult) -> str:
        return ", ".join(f"seat {one.seat} {''.join(map(str, one.cards))}" for one in result.seats)

    def lines_of(self, wager: str, seat: int, rounds: Sequence[LiveRound]) -> None:
        return None

    def forced_rounds(self, wagers: Collection[str]) -> Iterable[LiveRound]:
        return ()

    def shuffled(self, rounds: int) -> Sequence[LiveRound]:
        return ()

    def play(self, rounds: int) -> None:
        self.replay_live(max(rounds // LIVE_PART, 20))
        self.compare_simulation()

    def jobs(self) -> list[HoldemJob]:
        """Return simulation jobs for every number of seats; short stacks and random play give rare endings."""
        betting = betting_rules_of(rules_of(self.printed))
        most, seed = len(self.printed.seats), self.seed % 2**63
        few = 1, SHORT_STACKS * max(betting.big_blind, 1)
        wild = [HoldemJob(betting, seats, seed, few, RANDOM_PLAY) for seats in range(2, most + 1)]
        return [*wild, HoldemJob(betting, most, seed, buy_in_range(betting), SIMPLE_STRATEGY)]

    def replay_live(self, hands: int) -> None:
        """Play the hands of the simulation again with the live code."""
        jobs = self.jobs()
        for job in jobs:
            recorded = job.recorded_hands(0, -(-hands // len(jobs)))
            for hand in range(len(recorded.states)):
                if self.findings:
                    return
                self._play_one(recorded, hand)
                self.rounds += 1
            self.compared["hands of the simulation played live"] += len(recorded.states)

    def _play_one(self, recorded: RecordedHands, hand: int) -> None:
        rules = rules_of(self.played)
        seats = self.played.seats[: recorded.seats]
        began = {
            seat: int(chips) * rules.chip for seat, chips in zip(seats, recorded.by_seat(BEGAN)[hand], strict=True)
        }
        play: RoundInProgress[Any] = RoundInProgress(
            lambda: HoldemRound(rules, began, seats[-1], self.played.seats, _posts(recorded, hand, seats, rules))
        )
        try:
            play_to_end(play, _cards(recorded, hand), _decisions(recorded.acts(hand), seats, rules.chip))
        except (ForbiddenDecision, UnexpectedAnswer, IndexError) as refused:
            self.findings.append(Finding("round", f"the live round refuses what the simulation does: {refused}"))
            return
        assert isinstance(play.result, HoldemResult)
        self._compare_ends(play.result, recorded, hand, rules.chip)

    def _compare_ends(self, result: HoldemResult, recorded: RecordedHands, hand: int, chip: int) -> None:
        live = [one.net for one in result.seats]
        simulated = [int(net) * chip for net in recorded.nets[hand]]
        if live != simulated or result.fee != int(recorded.figure(FEE)[hand]) * chip:
            self.add_finding(
                "pots", f"live they come to {live} and a fee of {result.fee}, simulated to {simulated}", result
            )
        try:
            done = settle_bets(self.played, result, ())
        except InvariantViolation as broken:
            self.add_finding(SETTLEMENT, str(broken), result)
            return
        if sum(one.net + one.charge for one in done.settled) or sum(one.charge for one in done.settled) != result.fee:
            self.add_finding(SETTLEMENT, "what some lose is not what others win and the house takes", result)
        if [one.net for one in sorted(done.settled, key=lambda one: one.bet.seat)] != [
            one.net for one in sorted(result.seats, key=lambda one: one.seat)
        ]:
            self.add_finding(SETTLEMENT, "the seats are not paid what they won", result)
        self.compared["seats settled"] += len(live)

    def compare_simulation(self) -> None:
        """Simulate hands; the kernel adds up all chips and stops at a hand in which they do not balance."""
        job = self.jobs()[-1]
        job.deal(0, SIMULATED_HANDS)
        self.compared["hands of the simulation, every chip counted again"] += SIMULATED_HANDS


def _posts(recorded: RecordedHands, hand: int, seats: Sequence[int], rules: Any) -> dict[int, int]:
    posted = recorded.by_seat(POSTS)[hand]
    return {
        seat: rules.big_blind + rules.small_blind for place, seat in enumerate(seats) if place > 1 and posted[place]
    }


def _cards(recorded: RecordedHands, hand: int) -> Any:
    """Return a function that deals the hole cards in turn, then the board."""
    holes = np.transpose(recorded.holes[hand]).ravel()
    board = recorded.boards[hand]
    order = iter([_card(int(number)) for number in (*holes, *board)])
    return lambda: next(order)


def _card(number: int) -> Card:
    card = card_of(number)
    assert isinstance(card, Card)
    return card


def _decisions(acts: list[RecordedAction], seats: Sequence[int], chip: int) -> Any:
    left = list(acts)

    def decide(play: RoundInProgress[Any], question: Question) -> Decision:
        actions = {choice.do for choice in question.choices}
        if "muck" in actions:
            return Decision(question.seat, "muck")
        act = left.pop(0)
        if seats[act.seat] != question.seat:
            raise UnexpectedAnswer(f"seat {question.seat} is asked, and not seat {seats[act.seat]}")
        if act.what == RAISE:
            return Decision(question.seat, "raise" if "raise" in actions else "bet", cents=act.bet * chip)
        return Decision(question.seat, "fold" if act.what == FOLD else "call" if "call" in actions else "check")

    return decide
