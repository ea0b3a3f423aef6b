"""Rounds of the blackjack kernel and of the live table, decided by the same chart over the same shoes."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from croupier.families.blackjack.hand_values import count
from croupier.families.blackjack.odds.actions import (
    DOUBLE,
    DOUBLE_STAND,
    FOLLOW,
    HIT,
    SPLIT,
    STAND,
    SURRENDER,
    SURRENDER_SPLIT,
    SURRENDER_STAND,
    Chart,
    action,
)
from croupier.families.blackjack.odds.exact import payoffs_of
from croupier.families.blackjack.odds.seat_strategy import SeatStrategy
from croupier.families.blackjack.odds.simulate_job import BlackjackJob, ShoePlan, cards_of_shoe
from croupier.families.blackjack.odds.simulate_results import BlackjackTally
from croupier.families.blackjack.round import BlackjackResult, BlackjackRound
from croupier.families.blackjack.rules import section_of
from croupier.families.blackjack.settle import play_rules_of, round_seats
from croupier.money.bets import SEATED, Bet
from croupier.money.cents import Cents
from croupier.odds.shoe_composition import card_of
from croupier.play.driver import deal_cards, play_to_end
from croupier.play.family import settle_bets
from croupier.play.round import Decision, Question, RoundInProgress, Void
from croupier.rulebook.table_rules import TableRules

STAKE = 10_000
CHOICES = {STAND: "stand", HIT: "hit", DOUBLE: "double-down", SPLIT: "split", SURRENDER: "surrender"}


def basic() -> Chart:
    """Return basic strategy for six decks: the dealer hits soft 17, double after split, late surrender."""
    chart = Chart.standing()
    hard, soft, pair = chart.hard, chart.soft, chart.pair
    hard[:12, 1:] = hard[12:17, 7:] = hard[12:17, 1] = hard[12, 2:4] = HIT
    hard[11, 1:] = hard[10, 2:10] = hard[9, 3:7] = DOUBLE
    hard[16, 9:] = hard[16, 1] = hard[15, 10] = hard[15, 1] = SURRENDER
    hard[17, 1] = SURRENDER_STAND
    soft[:18, 1:] = soft[18, 9:] = soft[18, 1] = HIT
    soft[13:15, 5:7] = soft[15:17, 4:7] = soft[17, 3:7] = DOUBLE
    soft[18, 2:7] = soft[19, 6] = DOUBLE_STAND
    pair[1, 1:] = pair[8, 1:] = pair[2:4, 2:8] = pair[7, 2:8] = SPLIT
    pair[4, 5:7] = pair[6, 2:7] = pair[9, 2:7] = pair[9, 8:10] = SPLIT
    pair[8, 1] = SURRENDER_SPLIT
    return chart


def wild(seed: int) -> Chart:
    """Return basic strategy with random codes in a third of its cells; every code is used, also hits on 21."""
    chart, dice = basic(), np.random.default_rng(seed)
    for table, codes in (
        (chart.hard, (STAND, HIT, DOUBLE, DOUBLE_STAND, SURRENDER, SURRENDER_STAND)),
        (chart.soft, (STAND, HIT, DOUBLE, DOUBLE_STAND, SURRENDER, SURRENDER_STAND)),
        (chart.pair, (SPLIT, SPLIT, SPLIT, SURRENDER_SPLIT, FOLLOW)),
    ):
        made_up = dice.random(table.shape) < 0.34
        table[made_up] = dice.choice(np.array(codes, np.int8), table.shape)[made_up]
    return chart


def job_of(rules: TableRules, seats: int, insures: str, chart: Chart, seed: int = 7) -> BlackjackJob:
    return BlackjackJob(
        play_rules_of(rules), payoffs_of(rules), (SeatStrategy(chart),) * seats, seed, ShoePlan.fresh(), insures=insures
    )


def kernel_net(job: BlackjackJob, shoe: int) -> Fraction:
    """Return the result of a round of this shoe in the kernel, all seats together, in stakes."""
    tally = BlackjackTally(job, job.deal(shoe, 1))
    assert tally.rounds == 1
    nets = tally.nets.sum(axis=0).tolist()
    return Fraction(sum((place - job.net_zero_index) * count for place, count in enumerate(nets)), tally.units)


def live_net(rules: TableRules, job: BlackjackJob, shoe: int, chart: Chart) -> Fraction:
    """Return the result of the same round at the live table, decided by the chart, all seats together, in stakes."""
    bets = [Bet(seat, SEATED, section_of(rules).wager, Cents(STAKE)) for seat in range(1, len(job.seats) + 1)]
    play_rules, seats = play_rules_of(rules), round_seats(rules, bets)
    play: RoundInProgress[BlackjackResult | Void] = RoundInProgress(lambda: BlackjackRound(play_rules, seats))
    decide = partial(decision, chart=chart, insures=job.insures == "always")
    play_to_end(play, deal_cards(map(card_of, cards_of_shoe(job, shoe))), decide)
    assert isinstance(play.result, BlackjackResult)
    return Fraction(sum(outcome.net for outcome in settle_bets(rules, play.result, bets).settled), STAKE)


def decision(play: RoundInProgress[Any], question: Question, chart: Chart, insures: bool) -> Decision:
    """Return the decision of the chart for a question of the live round."""
    open_to = {choice.do for choice in question.choices}
    current = play.state
    assert isinstance(current, BlackjackRound)
    seat, place = current.seat(question.seat), question.hand - 1
    hand = seat.hands[place]
    hand_total = count(hand.values)
    # Before the peek no hand is split yet, but whether it could be split decides about surrender.
    pair = hand.values[0] if current.legal.refusal_reason(seat, place, "split") is None else 0
    code = action(
        chart, total=hand_total.total, is_soft=hand_total.soft, up=current.legal.up, pair=pair,
        may_double="double-down" in open_to, may_surrender="surrender" in open_to,
    )  # fmt: skip
    if "decline" in open_to:
        choice_name = "insure" if insures and "insure" in open_to else "surrender" if code == SURRENDER else "decline"
        return Decision(question.seat, choice_name if choice_name in open_to else "decline")
    choice_name = CHOICES[code]
    return Decision(question.seat, choice_name if choice_name in open_to else "stand")
