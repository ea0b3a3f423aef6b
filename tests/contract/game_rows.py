"""Table of families for the mathematics tests: for each a quick rulebook and a comparison of kernel and live round.

`compare` of a row deals the first rounds of the simulation to the live round, settles them, and returns the
differences. The kernel plays by the rules `printed` and the live round by the rules `played`, so that a test can give
them different rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from croupier.cards import Piece
from croupier.cards.random_source import SeededRandomSource
from croupier.families.baccarat.odds import compare_live
from croupier.families.blackjack.odds.simulate_job import cards_of_shoe
from croupier.families.dealer_poker.shared.odds import verify as poker_verify
from croupier.families.holdem.odds.verify import HoldemVerifier
from croupier.families.pai_gow.poker.odds import simulate as pai_gow_simulate
from croupier.families.pai_gow.poker.odds.exact import house_way_reading
from croupier.families.pai_gow.poker.odds.hand_traits import as_kernel_argument, low_hand_bits_of
from croupier.families.pai_gow.poker.odds.simulate import PaiGowJob, PaiGowSimulation
from croupier.families.pai_gow.poker.odds.verify import always_doubled
from croupier.families.pai_gow.shared import odds as packet_verify
from croupier.families.pai_gow.shared.base_round import SetHand
from croupier.families.thirteen_card.clean_sweeps import counts_of, possible_sweeps
from croupier.families.thirteen_card.odds import kernels as thirteen_kernels
from croupier.families.thirteen_card.rules import rules_of as thirteen_rules_of
from croupier.families.thirteen_card.rules import tables_of
from croupier.families.war import odds as war_verify
from croupier.hands.card_parsing import card_of, index_of
from croupier.money.bets import SEATED, Bet
from croupier.money.cents import Cents
from croupier.money.settlement import Settlement
from croupier.odds.family_odds import exact_par_sheet, odds_of
from croupier.odds.par_sheet import ParSheet
from croupier.odds.shipped_sheets import load_shipped_sheet
from croupier.odds.simulation.shuffle_kernels import draw_positions, shuffle_workspace, start_of
from croupier.odds.verification import driver
from croupier.odds.verification.driver import Verifier
from croupier.play.driver import deal_cards, play_to_end, timeout_answer
from croupier.play.family import family_of, settle_bets
from croupier.play.hands_on_table import HandName
from croupier.play.round import Arrangement, Deal, HandToSet, Opening, RoundInProgress
from croupier.rulebook.table_rules import TableRules
from tests.families.blackjack.chart_rounds import basic, job_of, kernel_net, live_net, wild
from tests.table_rules import rules_of

SEED = 7
Compared = tuple[int, list[str]]
"""Number of compared rounds, and a text for each difference."""
Compare = Callable[[TableRules, TableRules, int], Compared]


def sheet_of(rules: TableRules) -> ParSheet:
    """Return the shipped par sheet, or a newly counted one if none ships.

    `test_mathematics.py` checks that a shipped sheet equals a new count.
    """
    shipped = load_shipped_sheet(rules)
    return shipped.sheet if shipped else exact_par_sheet(rules)


def verifier_of(printed: TableRules, played: TableRules, seed: int) -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(driver, "exact_par_sheet", sheet_of)
        return odds_of(printed).verifier(printed, played, SeededRandomSource(seed), seed)


def findings_of(verifier: Verifier) -> list[str]:
    return [str(finding) for finding in verifier.findings]


# Comparison of each family's kernel with the live round


def compare_baccarat(printed: TableRules, played: TableRules, seed: int) -> Compared:
    """Deal whole shoes of the simulation again in the live round, and compare the hands."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compare_live, "SIMULATED_SHOES", 4)
        found, rounds = compare_live.compare_simulated_shoes(printed, played, seed)
    return rounds, [str(finding) for finding in found]


def compare_war(printed: TableRules, played: TableRules, seed: int) -> Compared:
    """Deal shoes of the simulation in the live round, and compare the results."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(war_verify, "SIMULATED_LIVE", 200)
        patch.setattr(war_verify, "SIMULATED_ROUNDS", 200)
        verifier = verifier_of(printed, played, seed)
        verifier.compare_simulation()
    return verifier.compared["rounds of the simulation dealt live"], findings_of(verifier)


def compare_blackjack(printed: TableRules, played: TableRules, seed: int) -> Compared:
    """Compare the first round of each shoe at three seats, by basic strategy and by a random chart."""
    shoes, differing = 25, []
    for chart in (basic(), wild(11)):
        for insures in ("never", "always"):
            job = job_of(printed, 3, insures, chart, seed)
            for shoe in range(shoes):
                kernel, live = kernel_net(job, shoe), live_net(played, job, shoe, chart)
                if kernel != live:
                    cards = cards_of_shoe(job, shoe)[:20]
                    differing.append(f"shoe {shoe} comes to {kernel} in the kernel and to {live} live: {cards}")
    return 4 * shoes, differing


def compare_poker(printed: TableRules, played: TableRules, seed: int) -> Compared:
    """Deal rounds of the simulation in the live round with the same decisions, and compare hands and money."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(poker_verify, "SIMULATED_LIVE", 80)
        patch.setattr(poker_verify, "SIMULATED_ROUNDS", 80)
        patch.setattr(poker_verify, "DECISIONS_COMPARED", 20)
        verifier = verifier_of(printed, played, seed)
        verifier.compare_simulation()
    return verifier.compared["rounds of the simulation dealt live"], findings_of(verifier)


def compare_pai_gow(printed: TableRules, played: TableRules, seed: int) -> Compared:
    """Deal rounds of three seats in the live round, and compare how often each wager ends in each line."""
    seats, rounds = 3, 60
    simulation = PaiGowSimulation(printed, seats, seed)
    simulation.tally = simulation.job.deal(0, rounds)
    simulated = {
        (name, line.result, line.net): line.count
        for name, odds in simulation.sheet().wagers.items()
        for line in odds.lines
        if line.count
    }
    verifier = verifier_of(printed, played, seed)
    bets = [replace(bet, seat=seat) for seat in range(1, seats + 1) for bet in verifier.table.bets]
    live: Counter[tuple[str, str, Fraction]] = Counter()
    differing: list[str] = []
    assert isinstance(simulation.job, PaiGowJob)
    for hands in pai_gow_hands(simulation.job, rounds):
        play: RoundInProgress[Any] = RoundInProgress(verifier.live_round_factory(bets))
        done = verifier.play_live_round(play, _dealer_of(play, hands), always_doubled)
        differing += _hands_set_differently(printed, [done.result.dealer, *(seat.hand for seat in done.result.seats)])
        for outcome in settle_bets(played, done.result, bets, bank=verifier.table.bank).settled:
            live[outcome.bet.wager, outcome.result.value, Fraction(outcome.net, outcome.bet.amount)] += 1
    differing += [
        f"{line}: {simulated.get(line, 0)} in the kernel and {live[line]} live"
        for line in {*simulated, *live}
        if simulated.get(line, 0) != live[line]
    ]
    return rounds * seats, findings_of(verifier) + differing


def _hands_set_differently(rules: TableRules, hands: Sequence[SetHand]) -> list[str]:
    """Return a text for each hand that is not set as the compiled house way sets it.

    Settlement ranks only the cards of such a hand, so it does not find the difference.
    """
    way = as_kernel_argument(house_way_reading(rules).way)
    fronts = low_hand_bits_of(way, np.array([[index_of(card) for card in hand.cards] for hand in hands], np.int64))
    differing = []
    for hand, front in zip(hands, fronts.tolist(), strict=True):
        low = tuple(card for place, card in enumerate(hand.cards) if front >> place & 1)
        differing += [] if set(low) == set(hand.low) else [f"{hand.cards} is laid with {hand.low} in front, not {low}"]
    return differing


def pai_gow_hands(job: PaiGowJob, rounds: int) -> Iterator[list[list[Piece]]]:
    """Yield the hands of the first simulated rounds, the hand of the player-dealer first."""
    row_length, workspace = 4 * len(job.dealing.left), shuffle_workspace(job.dealing, pai_gow_simulate.ROWS)
    for first in range(0, rounds, pai_gow_simulate.ROWS):
        rows = min(pai_gow_simulate.ROWS, rounds - first)
        draw_positions(job.dealing, workspace, start_of(job.seed), first, rows)
        picked = workspace.picked.view(np.uint16)
        for row in range(rows):
            pile, cards = list(range(pai_gow_simulate.DECK)), []
            for place in picked[row * row_length :][: (job.seats + 1) * job.lookup.size].tolist():
                cards.append(card_of(pile[place]))
                pile[place] = pile[-1]
                pile.pop()
            yield [cards[start : start + job.lookup.size] for start in range(0, len(cards), job.lookup.size)]


def _dealer_of(play: RoundInProgress[Any], hands: Sequence[Sequence[Piece]]) -> Callable[[], Piece]:
    """Return a function that deals these hands (player-dealer, seat 1, 2, ...) in the order that the round asks for."""
    dealer, *seats = (iter(hand) for hand in hands)
    cards_of_seat = {str(HandName.of_seat(number)): cards for number, cards in enumerate(seats, start=1)}

    def deal() -> Piece:
        assert isinstance(play.need, Deal)
        return next(cards_of_seat.get(play.need.hand, dealer))

    return deal


def compare_packets(printed: TableRules, played: TableRules, seed: int) -> Compared:
    """Play rounds of the simulation of a game with packets in the live round, and compare the results."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(packet_verify, "SIMULATED_LIVE", 300)
        patch.setattr(packet_verify, "SIMULATED_ROUNDS", 300)
        verifier = verifier_of(printed, played, seed)
        verifier.compare_simulation()
    return verifier.compared["rounds of the simulation dealt live"], findings_of(verifier)


def compare_holdem(printed: TableRules, played: TableRules, seed: int) -> Compared:
    """Play simulated hands of two to nine seats again in the live round, and compare the final chips."""
    verifier = HoldemVerifier(printed, played, SeededRandomSource(seed), seed)
    verifier.replay_live(60)
    return verifier.rounds, findings_of(verifier)


def compare_thirteen(printed: TableRules, played: TableRules, seed: int) -> Compared:
    """Set, compare and settle deals of the simulation in the live round.

    The kernel counts points and no money, so this function computes the money: points at their price, and the printed
    fee, which is all that the seats lose together.
    """
    deals, differing = 4, []
    nets = thirteen_points(printed, seed, deals)
    for deal in range(deals):
        order = thirteen_order(seed, deal)
        done = settle_thirteen(played, order)
        charged = sum(outcome.charge for outcome in done.settled)
        if charged != THIRTEEN_FEE or sum(outcome.net for outcome in done.settled) != -THIRTEEN_FEE:
            differing.append(f"deal {deal}: the printed fee is {THIRTEEN_FEE} and {charged} is taken")
        for seat, points in enumerate(nets[deal].tolist(), start=1):
            won = sum(outcome.net + outcome.charge for outcome in done.settled if outcome.bet == _points(seat))
            if won != points * THIRTEEN_POINT:
                differing.append(f"deal {deal}, seat {seat}: {points} points in the kernel and {won} cents live")
    return deals * 4, differing


def thirteen_points(rules: TableRules, seed: int, deals: int) -> Any:
    """Return the points that each of four seats wins in the kernel's first deals."""
    arranging, scoring = (
        thirteen_kernels.arranging_tables(tables_of(rules)),
        thirteen_kernels.scoring_tables(thirteen_rules_of(rules)),
    )
    hands, nets = np.zeros((deals, 4, 4), np.int64), np.zeros((deals, 4), np.int64)
    thirteen_kernels.arrange_deals(np.arange(52), 4, start_of(seed), 0, deals, arranging, scoring, hands)
    thirteen_kernels.play_deals(hands, arranging, scoring, nets, np.zeros(3, np.int64))
    return nets


def thirteen_order(seed: int, deal: int) -> list[Any]:
    """Return all 52 cards of a deal in the order that the kernel gives them."""
    pack = np.arange(52)
    thirteen_kernels.shuffle_pack(pack, start_of(seed), deal, 52)
    return [card_of(number) for number in pack.tolist()]


CHIPS = Cents(10_000_00)
"""Chips of each seat in cents; enough for any number of points."""
THIRTEEN_SCHEDULE, THIRTEEN_POINT, THIRTEEN_ANTE, THIRTEEN_FEE = "c13-2", 5_00, 1_00, 5_00
"""Id of a printed fee schedule, its price of a point and of an ante, and its fee for a hand, in cents. [004 L959-963]
"""


def _points(seat: int) -> Bet:
    return Bet(seat, SEATED, "points", CHIPS)


def settle_thirteen(rules: TableRules, order: Sequence[Any]) -> Settlement:
    """Play and settle one live hand of four seats; each seat sets the house way or declares its Clean Sweep."""
    antes = [Bet(seat, SEATED, "ante", Cents(THIRTEEN_ANTE)) for seat in range(1, 5)]
    bets = [*antes, *(_points(seat) for seat in range(1, 5))]
    begin = family_of(rules).round_factory(rules, bets, bank_seat=None, opening=Opening(button=4, action=1))
    play: RoundInProgress[Any] = RoundInProgress(begin)
    play_to_end(play, deal_cards(order), timeout_answer, lay=_arrange_or_declare)
    return settle_bets(rules, play.result, bets)


def _arrange_or_declare(play: RoundInProgress[Any], hand: HandToSet) -> Arrangement:
    is_sweep = bool(possible_sweeps(*counts_of(hand.cards)))  # type: ignore[arg-type]
    return Arrangement(hand.seat, None, declaration="clean-sweep" if is_sweep else "")


# The rows


@dataclass(frozen=True)
class GameRow:
    """One family in the mathematics tests: its rulebook, its comparison and the size of its simulation."""

    name: str
    rulebook: str
    compare: Compare
    options: Mapping[str, Any] = field(default_factory=dict)
    seats: int | None = None
    """Seats of the simulation; None where it deals to one seat and takes no number of seats."""
    rounds: int = 300_000
    """Rounds of the simulation for each seed."""

    @property
    def rules(self) -> TableRules:
        return rules_of(self.rulebook, **self.options)


ROWS = (
    GameRow("baccarat", "co-dragon-bonus", compare_baccarat, rounds=1_000_000),
    GameRow("war", "ca-ultimate-war", compare_war, rounds=1_000_000),
    GameRow("blackjack", "house-blackjack", compare_blackjack, seats=7),
    GameRow("three-card poker", "ca-3-card-poker", compare_poker, rounds=1_000_000),
    GameRow("Ultimate Texas Hold'em", "ca-ultimate-texas-holdem", compare_poker, rounds=3_000_000),
    GameRow("pai gow poker", "ca-lucky-pai-gow-poker", compare_pai_gow, seats=6),
    GameRow("pai gow tiles", "ca-pai-gow-tiles", compare_packets, rounds=1_000_000),
    GameRow("mah-jong", "ca-mah-jong-pai-gow", compare_packets, rounds=1_000_000),
    GameRow("hold'em", "ca-texas-holdem", compare_holdem, {"fee": "lim-3"}, seats=9, rounds=20_000),
    GameRow(
        "thirteen card",
        "ca-13-card-chinese-poker",
        compare_thirteen,
        {"fee": THIRTEEN_SCHEDULE},
        seats=4,
        rounds=600,
    ),
)
"""One row for every family. The last two families have no par sheet, because their seats play against each other."""
ROW = {row.name: row for row in ROWS}
OTHER_ROWS = (
    GameRow("ilani blackjack", "ilani-blackjack", compare_blackjack, seats=7),
    GameRow("Buster Blackjack", "ca-buster-blackjack", compare_blackjack, seats=7),
    GameRow("Blackjack X", "ca-blackjack-x", compare_blackjack, seats=7),
    GameRow("6 Card Bonus", "ca-three-card-poker-6-card-bonus", compare_poker, rounds=1_000_000),
)
"""Rows of other rulebooks of families with decisions; only the soak simulates and verifies them."""
