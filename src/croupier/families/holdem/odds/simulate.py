"""Simulation of hold'em for `croupier simulate`: pots, flops and fees of millions of hands with simple players.

The betting rules of kernels are read from the rulebook here, so that a change in reading does not recompile kernels.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

import numpy as np
from numpy.typing import NDArray

from croupier.errors import BadInput, InvariantViolation
from croupier.families.holdem.bot_strategy import opening_strengths
from croupier.families.holdem.odds.betting_kernels import (
    ACTS,
    AN_ACT,
    BEGAN,
    BOARD,
    CARDS,
    DONE,
    FIGURES,
    IS_IN,
    ON_TABLE,
    SIMPLE_STRATEGY,
    STACK,
    WON,
    LookupTables,
)
from croupier.families.holdem.odds.betting_rules import MOST_SEATS, NO_CAP, REOPEN, BettingRules
from croupier.families.holdem.odds.kernels import (
    ACT_SUM,
    BURNT,
    FEES,
    FEES_SQUARED,
    FLOP_POTS,
    FLOPS,
    HANDS,
    POT_SUM,
    POTS_SQUARED,
    SHOWDOWNS,
    SIDE_POTS,
    SUMS,
    play_hands,
    record_hands,
)
from croupier.families.holdem.rules import HoldemRules, rules_of
from croupier.hands.rank_tables import tables_for
from croupier.money.cents import Cents, format_dollars
from croupier.money.collection import pot_fee
from croupier.odds.fact_table import SIMULATED
from croupier.odds.family_odds import SimulationReport, SimulationSeats, refuse_device
from croupier.odds.par_sheet import ParSheet
from croupier.odds.simulation.driver import CheckedRun, Simulation
from croupier.odds.simulation.job import ALL_ROUNDS, Job, Tally
from croupier.odds.simulation.run_options import RunOptions
from croupier.odds.simulation.shuffle_kernels import ShoeSetup, shoe_setup, start_of
from croupier.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from rich.console import Console


def betting_rules_of(rules: HoldemRules) -> BettingRules:
    """Return a table's betting rules in chips; refuse readings that the simulation does not support."""
    _require_supported(rules)
    chip = rules.chip
    fees = [int(pot_fee(rules.fee, players, saw_flop=True)) if rules.fee else 0 for players in range(1, MOST_SEATS + 1)]
    for fee in fees:
        if fee % chip:
            message = (
                f"is {format_dollars(Cents(chip))}; the fee of {format_dollars(Cents(fee))} is no whole number of them"
            )
            raise BadInput.at("options.chip", message)
    cap = rules.round_cap // chip if rules.round_cap else NO_CAP
    return BettingRules(
        small_blind=rules.small_blind // chip,
        big_blind=rules.big_blind // chip,
        ante=rules.ante // chip,
        is_limit=rules.is_limit,
        small_bet=(rules.small_bet if rules.is_limit else rules.min_bet) // chip,
        big_bet=(rules.big_bet if rules.is_limit else rules.min_bet) // chip,
        raise_cap=rules.raise_cap + 1 if rules.raise_cap else NO_CAP,
        caps_two=rules.headsup_cap,
        round_cap=NO_CAP if rules.is_limit else cap,
        caps_raise=rules.round_cap_of == "raise",
        raises_by_last=rules.min_raise == "last",
        reopen=REOPEN.index(rules.reopen),
        calls_full_blind=rules.short_blind == "full",
        button_is_small=rules.hu_button_is_sb,
        odd_chips_one_each=rules.odd_chips == "one-each",
        fee_at_end=rules.fee_time == "end",
        fee_by_flop=rules.fee_count == "flop",
        waives_short_fee=rules.fee_short_pot == "waive",
        fees=(0, *(fee // chip for fee in fees)),
    )


def _require_supported(rules: HoldemRules) -> None:
    for name, supported in (("odd_chip_dir", "clockwise"), ("check_raise", True), ("post_sb_dead", True)):
        if getattr(rules, name) != supported:
            message = f"is {getattr(rules, name)}; hands are simulated with {supported} alone"
            raise BadInput.at(f"options.{name}", message)


Sums = NDArray[np.float64]
PLAYERS_WORDS = 0x9D39_247E
"""Number added to the seed for players' decisions, so that they use other random numbers than the shuffle."""


BROUGHT_BLINDS = {True: (20, 60), False: (40, 160)}
"""Minimum and maximum stack of simulated players in big blinds, for limit (True) and spread (False) games."""


def buy_in_range(rules: BettingRules) -> tuple[int, int]:
    """Return the minimum and maximum number of chips that simulated players bring."""
    least, most = BROUGHT_BLINDS[rules.is_limit]
    return least * max(rules.big_blind, 1), most * max(rules.big_blind, 1)


@cache
def player_lookup_tables() -> LookupTables:
    return LookupTables(tables_for(7), opening_strengths())


@cache
def _dealing(seats: int) -> ShoeSetup:
    return shoe_setup(
        decks=1,
        points=lambda rank: 0,
        burn=[0],
        cut_from_back=0,
        ends_with_the_hand=False,
        dealt=2 * seats + BOARD + BURNT,
    )


@dataclass(frozen=True)
class HoldemJob(Job[tuple[Sums]]):
    """Work description of a simulation of one table: number of players, their chips and their style of play."""

    rules: BettingRules
    seats: int
    seed: int
    brought: tuple[int, int]
    """Minimum and maximum number of chips that a seat has at the start of a hand."""
    style: int = SIMPLE_STRATEGY
    max_rounds_per_shoe = 1
    shoes_per_chunk = 2**13

    def deal(self, first: int, shoes: int, limit: int = ALL_ROUNDS) -> Tally[tuple[Sums]]:
        hands = min(shoes, limit)
        sums = np.zeros(len(SUMS))
        wrong = play_hands(*self._played_with, first, hands, sums)
        if wrong >= 0:
            raise InvariantViolation(f"hand {wrong} of seed {self.seed} does not give back every chip")
        return Tally(hands, hands, (sums,))

    def recorded_hands(self, first: int, hands: int) -> RecordedHands:
        """Play the first hands of the simulation one by one and return their complete records.

        They are compared with the hands of another implementation.
        """
        felts = np.zeros((hands, FIGURES), np.int64)
        record_hands(*self._played_with, first, hands, felts)
        return RecordedHands(self.seats, felts)

    @property
    def _played_with(
        self,
    ) -> tuple[BettingRules, LookupTables, ShoeSetup, NDArray[np.uint64], int, int, tuple[int, int]]:
        starts = np.array([start_of(self.seed), start_of(self.seed + PLAYERS_WORDS)], np.uint64)
        lookup, dealing = player_lookup_tables(), _dealing(self.seats)
        return self.rules, lookup, dealing, starts, self.seats, self.style, self.brought


@dataclass(frozen=True)
class RecordedHands:
    """Complete records of hands, one row each; seats are ordered from the left of the button, amounts are chips."""

    seats: int
    states: NDArray[np.int64]

    def by_seat(self, what: int) -> NDArray[np.int64]:
        """Return one figure for each seat of each hand, for example `TOTAL`, as an array of shape (hands, seats)."""
        return self.states[:, what : what + self.seats]

    def figure(self, what: int) -> NDArray[np.int64]:
        """Return one figure of each hand, for example `FEE`, as an array."""
        return self.states[:, what]

    @property
    def nets(self) -> NDArray[np.int64]:
        """Net result of each seat after the fee."""
        return self.by_seat(STACK) + self.by_seat(WON) - self.by_seat(BEGAN)

    @property
    def is_in(self) -> NDArray[np.bool_]:
        return self.by_seat(IS_IN).astype(np.bool_)

    @property
    def holes(self) -> NDArray[np.int64]:
        """Hole cards as an array of shape (hands, seats, 2)."""
        return self.states[:, CARDS : CARDS + 2 * self.seats].reshape(-1, self.seats, 2)

    @property
    def boards(self) -> NDArray[np.int64]:
        return self.states[:, ON_TABLE : ON_TABLE + BOARD]

    def acts(self, hand: int) -> list[RecordedAction]:
        """Return the recorded actions of the hand with this index, in order."""
        many = int(self.states[hand, ACTS])
        done = self.states[hand, DONE : DONE + AN_ACT * many].reshape(many, AN_ACT).tolist()
        return [RecordedAction(*one) for one in done]


class RecordedAction(NamedTuple):
    """One action of a recorded hand."""

    seat: int
    what: int
    """0 for fold, 1 for check or call, 2 for bet or raise."""
    bet: int
    """Total bet of the seat in the betting round after the action, in chips."""
    street: int
    """Betting round: 0 before the flop to 3 on the river."""


WIDTH = 1.959964


@dataclass(frozen=True, repr=False)
class SimulatedPots(SimulationReport):
    """Figures of the simulated hands: pots, flops and fees."""

    seats: int
    chip_cents: int
    sums: Sums

    def mean(self, what: int, squares: int) -> tuple[float, float]:
        """Return the average per hand in cents, and half the width of its 95 % confidence interval."""
        hands = float(self.sums[HANDS])
        mean = float(self.sums[what]) / hands
        spread = sqrt(max(0.0, float(self.sums[squares]) / hands - mean**2) / hands)
        return mean * self.chip_cents, WIDTH * spread * self.chip_cents

    def share(self, what: int) -> float:
        return float(self.sums[what] / self.sums[HANDS])

    @property
    def extra_json(self) -> dict[str, Any]:
        pot, fee = self.mean(POT_SUM, POTS_SQUARED), self.mean(FEES, FEES_SQUARED)
        return {
            "house_edge": None,
            "players": self.seats,
            "flop_share": self.share(FLOPS),
            "showdown_share": self.share(SHOWDOWNS),
            "side_pot_share": self.share(SIDE_POTS),
            "decisions_a_hand": self.share(ACT_SUM),
            "pot_cents": {"mean": pot[0], "interval": pot[1]},
            "fee_cents": {"mean": fee[0], "interval": fee[1]},
            "fee_share_of_pots": float(self.sums[FEES] / self.sums[FLOP_POTS]) if self.sums[FLOP_POTS] else 0.0,
            "money": "every chip of every hand was counted again",
        }

    def print_extra(self, console: Console) -> None:
        figures = self.extra_json
        least, most = BROUGHT_BLINDS[rules_of(self.sheet.rules).is_limit]
        console.print("There is no house edge: players contest the pot among themselves.")
        console.print(
            f"{self.seats} players, each with {least} to {most} big blinds, who decide by the strength of their hands."
        )
        for words, name in (("see a flop", "flop_share"), ("come to a showdown", "showdown_share")):
            console.print(f"Hands that {words}: {figures[name]:.2%}.")
        console.print(f"Hands with a side pot: {figures['side_pot_share']:.2%}.")
        for words, name in (("pot", "pot_cents"), ("fee", "fee_cents")):
            mean, interval = figures[name]["mean"] / 100, figures[name]["interval"] / 100
            console.print(f"Average {words} of a hand: ${mean:,.3f} ± {interval:.3f}.")
        console.print("Every chip of every hand was there again at its end.")


class HoldemSimulation(Simulation[tuple[Sums]]):
    """Simulation of hold'em in progress, with its hands so far."""

    def interval(self, wager: str) -> float | None:
        raise BadInput.at("--within", "goes by a wager's edge; here players contest the pot among themselves")


def simulate_hands(rules: TableRules, seating: SimulationSeats, **run_options: Unpack[RunOptions]) -> SimulatedPots:
    """Simulate hands of one table; `--seats` is the number of players, by default all seats."""
    seats = len(rules.seats) if seating.seats is None else seating.seats
    if not 2 <= seats <= min(MOST_SEATS, len(rules.seats)):
        raise BadInput.at("--seats", f"is {seats}; 2 to {min(MOST_SEATS, len(rules.seats))} are dealt in")
    SimulationSeats(None, seating.strategy, seating.count, seating.spread, seating.insure).require_none(
        f"in {rules.rulebook.title} every player decides by the strength of his hand"
    )
    refuse_device(rules.rulebook.title, run_options)
    if run_options.get("within") is not None:
        raise BadInput.at("--within", "goes by a wager's edge; here players contest the pot among themselves")
    run = CheckedRun.of(rules.wagers, **run_options)
    play_rules = rules_of(rules)
    betting = betting_rules_of(play_rules)
    done = HoldemSimulation(HoldemJob(betting, seats, run.seed, buy_in_range(betting))).run(run)
    sheet = ParSheet(rules, None, SIMULATED, done.tally.rounds, {})
    return SimulatedPots(sheet, seats, play_rules.chip, done.tally.counts[0])
