"""The kernel that plays by the million, and the round that a table plays: the same shoes, the same money."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from croupier.families.blackjack.hand_values import count
from croupier.families.blackjack.odds.actions import DOUBLE, HIT, SPLIT, STAND, SURRENDER, Chart, action
from croupier.families.blackjack.odds.solver import BlackjackSolver
from croupier.families.blackjack.round import BlackjackResult, BlackjackRound
from croupier.families.blackjack.rulebook_schema import section_of
from croupier.families.blackjack.settle import play_rules_of, round_seats
from croupier.families.blackjack.sheet.pays import payoffs_of
from croupier.families.blackjack.sim.job import BlackjackJob, ShoePlan, cards_of_shoe
from croupier.families.blackjack.sim.seat_strategy import SeatStrategy
from croupier.families.blackjack.sim.simulate import simulate_blackjack
from croupier.families.blackjack.sim.tally import BlackjackTally
from croupier.money.bets import SEATED, Bet
from croupier.money.cents import Cents
from croupier.odds.shoe_composition import card_of
from croupier.play import rulebook_library
from croupier.play.driver import deal_cards, play_to_end
from croupier.play.family import settle_bets
from croupier.play.round import Decision, Question, RoundInProgress, Void
from croupier.rulebook.table_rules import TableRules
from tests.families.blackjack.test_simulate import basic, wild
from tests.soak import in_soak, or_soak

pytestmark = in_soak

STAKE = 10_000
SHOES = 60
WORDS = {STAND: "stand", HIT: "hit", DOUBLE: "double-down", SPLIT: "split", SURRENDER: "surrender"}
OWN, ILANI, BUSTER, X = "house-blackjack", "ilani-blackjack", "ca-buster-blackjack", "ca-blackjack-x"
GAMES: dict[str, tuple[str, dict[str, Any], int, str]] = {
    "as ilani deals it": (ILANI, {}, 1, "never"),
    "ilani, three seats, all insured": (ILANI, {}, 3, "always"),
    "ilani, no look at the hole card": (ILANI, {"hole_check": "none"}, 2, "never"),
    "no look, insured, nothing given up": (ILANI, {"hole_check": "none", "surrender": "off"}, 2, "always"),
    "no look, given up before": (ILANI, {"hole_check": "none", "surrender": "early"}, 1, "never"),
    "given up before the look": (ILANI, {"surrender": "early"}, 1, "never"),
    "one hand for all": (ILANI, {"hand_model": "shared"}, 3, "never"),
    "split aces play on": (ILANI, {"split_aces_play": True, "split_natural": True}, 1, "never"),
    "pairs of one rank": (ILANI, {"split_by": "rank", "dealer_soft_17": "stand"}, 1, "never"),
    "five cards win": (ILANI, {"charlie_cards": 5}, 1, "never"),
    "our own": (OWN, {}, 2, "never"),
    "our own, narrow": (
        OWN,
        {"double_on": "9-11", "double_after_split": False, "most_hands": 2, "decks": 2, "surrender": "late"},
        1,
        "never",
    ),
    "our own, aces again": (
        OWN,
        {"most_ace_hands": 4, "surrender": "late", "surrender_after_split": True, "hole_check": "none"},
        1,
        "never",
    ),
    "buster": (BUSTER, {}, 2, "never"),
    "x": (X, {}, 2, "never"),
    "x, given up after the look": (X, {"surrender": "late", "bjx_any_suit": True}, 1, "always"),
}


def job_of(house: TableRules, seats: int, insures: str, chart: Chart, seed: int = 7) -> BlackjackJob:
    return BlackjackJob(
        play_rules_of(house), payoffs_of(house), (SeatStrategy(chart),) * seats, seed, ShoePlan.fresh(), insures=insures
    )


def kernel_net(job: BlackjackJob, shoe: int) -> Fraction:
    """What the kernel says a round of this shoe brought, all seats together, in stakes."""
    tally = BlackjackTally(job, job.deal(shoe, 1))
    assert tally.rounds == 1
    nets = tally.nets.sum(axis=0).tolist()
    return Fraction(sum((place - job.net_middle) * many for place, many in enumerate(nets)), tally.units)


def live_net(house: TableRules, job: BlackjackJob, shoe: int, chart: Chart) -> Fraction:
    """The same shoe dealt to a table's round, decided by the chart, and settled by the rulebook."""
    bets = [Bet(seat, SEATED, section_of(house).wager, Cents(STAKE)) for seat in range(1, len(job.seats) + 1)]
    rules, laid = play_rules_of(house), round_seats(house, bets)
    play: RoundInProgress[BlackjackResult | Void] = RoundInProgress(lambda: BlackjackRound(rules, laid))
    decide = partial(decision, chart=chart, insures=job.insures == "always")
    play_to_end(play, deal_cards(map(card_of, cards_of_shoe(job, shoe))), decide)
    assert isinstance(play.result, BlackjackResult)
    return Fraction(sum(one.net for one in settle_bets(house, play.result, bets).settled), STAKE)


def decision(play: RoundInProgress[Any], question: Question, chart: Chart, insures: bool) -> Decision:
    open_to = {choice.do for choice in question.choices}
    current = play.state
    assert isinstance(current, BlackjackRound)
    seat, place = current.seat(question.seat), question.hand - 1
    hand = seat.hands[place]
    held = count(hand.values)
    # Before the look at the hole card nothing is split yet; whether it could be decides whether it is given up.
    pair = hand.values[0] if current.legal.refusal_reason(seat, place, "split") is None else 0
    code = action(
        chart, total=held.total, is_soft=held.soft, up=current.legal.up, pair=pair,
        may_double="double-down" in open_to, may_surrender="surrender" in open_to,
    )  # fmt: skip
    if "decline" in open_to:
        word = "insure" if insures and "insure" in open_to else "surrender" if code == SURRENDER else "decline"
        return Decision(question.seat, word if word in open_to else "decline")
    word = WORDS[code]
    return Decision(question.seat, word if word in open_to else "stand")


@pytest.mark.parametrize("name", or_soak(tuple(GAMES), 6))
def test_kernel_and_live_round_come_to_the_same_money_shoe_by_shoe(name: str) -> None:
    """With a chart that does strange things: splits and doubles that nobody would make, hits on 21."""
    rulebook, options, seats, insures = GAMES[name]
    house = TableRules.of(rulebook_library.load(rulebook), options)
    for chart in (wild(11), basic()):
        job = job_of(house, seats, insures, chart)
        for shoe in range(SHOES):
            assert kernel_net(job, shoe) == live_net(house, job, shoe, chart), (shoe, cards_of_shoe(job, shoe)[:20])


def test_a_kernel_that_played_otherwise_would_be_found_out() -> None:
    hits, stands = (TableRules.of(rulebook_library.load(OWN), {"dealer_soft_17": how}) for how in ("hit", "stand"))
    chart = basic()
    job = job_of(hits, 1, "never", chart)
    assert any(kernel_net(job, shoe) != live_net(stands, job, shoe, chart) for shoe in range(400))


@pytest.mark.parametrize("surrender", ["off", "late", "early"])
def test_without_a_look_only_the_original_wager_is_lost_for_the_mathematics_too(surrender: str) -> None:
    """The exact value of the chart lies within four deviations of what the kernel plays, and it plays as the table."""
    house = TableRules.of(rulebook_library.load(ILANI), {"hole_check": "none", "surrender": surrender})
    solved = BlackjackSolver(play_rules_of(house), payoffs_of(house)).solve()
    tally = simulate_blackjack(
        play_rules_of(house), payoffs_of(house), solved.chart, 2**21, seed=5, shoe=ShoePlan.fresh(), threads=1
    )
    assert abs(float(tally.edge) - solved.chart_value) < 2 * tally.interval
