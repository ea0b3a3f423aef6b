"""Description of a blackjack simulation: rules, seats and shoe as the kernels need them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.cards import CutRule, ShoeRules
from croupier.errors import BadInput
from croupier.families.blackjack.hand_values import is_natural, value
from croupier.families.blackjack.odds.card_counting import CountSystem
from croupier.families.blackjack.odds.hand_outcomes import DEALER_ENDS, ENDS, IS_X, NO_PAIR, ORDINARY, OutcomePayouts
from croupier.families.blackjack.odds.payoffs import Payoffs
from croupier.families.blackjack.odds.seat_strategy import SeatStrategy
from croupier.families.blackjack.odds.simulate_kernels import (
    ALWAYS,
    BY_COUNT,
    CELLS,
    MOST_HANDS,
    NEVER,
    TAIL,
    BlackjackWorkspace,
    ShoeArrays,
    SimulationCounts,
    SimulationRules,
    append_discards,
    deal_fresh_rounds,
    deal_shoes,
)
from croupier.families.blackjack.odds.transition_tables import build_state_machine
from croupier.families.blackjack.rules import BlackjackRules, SplitBy
from croupier.odds.shoe_composition import card_of
from croupier.odds.simulation.job import ALL_ROUNDS, Job, Tally
from croupier.odds.simulation.shuffle_kernels import (
    ShoeSetup,
    ShuffleWorkspace,
    burn_by_points,
    shoe_setup,
    shuffle,
    start_of,
)

MOST_DECKS = 10
CARDS_A_SEAT = 12
"""Number of cards shuffled at first for the round of one seat; a round that needs more gets a whole shoe."""


class AfterCut(IntEnum):
    """Number of rounds that are played after the cut card has come out."""

    NOTHING = 0
    """The round in which the cut card comes out is the last."""
    ONE_MORE = 1
    """One more round is played. [003 L230]"""
    ONE_MORE_UNLESS_FIRST = 2
    """One more round is played, unless the cut card takes the place of a round's first card. [000 L104-105]"""


@dataclass(frozen=True)
class ShoePlan:
    """Filling, burning and end of a simulated shoe; the number of decks is part of the rules."""

    burn: tuple[int, ...] = (1,) * 10
    """Number of cards burned, by the value of the first card, ace to ten."""
    cut_from_back: int = 78
    """Number of cards behind the cut card: a deck and a half. [ILANI-BJ-A24]"""
    after_cut: AfterCut = AfterCut.NOTHING
    is_fresh: bool = False
    """Whether every round is dealt from a new shoe, as by a generator or a continuous shuffler. [002 L79, L111]"""

    def __post_init__(self) -> None:
        if len(self.burn) != 10 or min(self.burn) < 0:
            raise BadInput.at("shoe.burn", f"is {self.burn}; give ten numbers of cards, for an ace to a ten")
        if self.cut_from_back < 0:
            raise BadInput.at(
                "shoe.cut_from_back", f"is {self.cut_from_back}; the cut card lies before 0 cards or more"
            )

    @classmethod
    def fresh(cls) -> ShoePlan:
        return cls(burn=(0,) * 10, cut_from_back=0, is_fresh=True)

    @classmethod
    def of(cls, rules: ShoeRules) -> ShoePlan:
        """Return the plan of a live table's shoe."""
        ten, *others = burn_by_points(rules)
        ends = rules.cut_rule is CutRule.ENDS_WITH_THE_HAND
        return cls((*others, ten), rules.cut_from_back, AfterCut.ONE_MORE_UNLESS_FIRST if ends else AfterCut.ONE_MORE)


def shoe_setups(plan: ShoePlan, decks: int, seats: int) -> tuple[ShoeSetup, ShoeSetup]:
    """Return two shuffle setups: for the part of a shoe that is normally dealt, and for the whole shoe."""
    cards = 52 * decks
    begin = 0 if plan.is_fresh else max(cards - plan.cut_from_back, *plan.burn, 0)
    rounds = 1 if plan.is_fresh or plan.after_cut is AfterCut.NOTHING else 2
    margin = (rounds - 1) * 6 * (seats + 1) + CARDS_A_SEAT * (seats + 1) // 2
    dealt = min(cards, begin + -(-(margin + 4) // 8) * 8)
    return _dealing(plan, decks, dealt), _dealing(plan, decks, cards)


def _dealing(plan: ShoePlan, decks: int, dealt: int) -> ShoeSetup:
    return shoe_setup(
        decks=decks,
        points=lambda rank: value(rank) - 1,
        burn=plan.burn,
        cut_from_back=plan.cut_from_back,
        ends_with_the_hand=plan.after_cut is AfterCut.ONE_MORE_UNLESS_FIRST,
        dealt=dealt,
    )


ROWS = 16
"""Number of shoes that a kernel plays side by side."""
FRESH_ROWS = 256
ROUNDS_A_PIECE = 2**20
LOWEST, HIGHEST = -10, 10
"""Default range of true counts that are counted separately. Lower counts are added to the lowest, higher counts to the
highest."""


@dataclass(frozen=True)
class BlackjackJob(Job[SimulationCounts]):
    """Work description of a blackjack simulation: what to play, and what to count."""

    rules: BlackjackRules
    payoffs: Payoffs
    seats: tuple[SeatStrategy, ...]
    """Strategy by which each seat plays."""
    seed: int
    shoe: ShoePlan
    count: CountSystem | None = None
    counts_from: int = LOWEST
    counts_to: int = HIGHEST
    insures: str | Fraction = "never"
    """Rule by which a seat insures: `never`, `always`, or the true count from which it insures."""
    dealer_completes: bool = False
    counts_firsts: bool = False
    """Whether to count the combinations of first two cards and up card by rank and suit."""

    @cached_property
    def pays(self) -> OutcomePayouts:
        return OutcomePayouts(self.payoffs)

    @property
    def buckets(self) -> int:
        return 1 if self.count is None else self.counts_to - self.counts_from + 1

    @property
    def net_zero_index(self) -> int:
        """Index at which a net result of 0 is counted; also the most units that a seat can win or lose."""
        return self.pays.most * self.rules.most_hands + int(abs(self.pays.insurance).max())

    @property
    def looks_at_cards(self) -> bool:
        """Whether the kernels must read whole cards, because ranks, suits or the count matter.

        There are two compiled versions of each kernel: one reads only card values, the other reads the cards too.
        """
        by_rank = self.rules.split_by is SplitBy.RANK
        return self.counts_firsts or self.count is not None or by_rank or self.payoffs.blackjack_x is not None

    @property
    def max_rounds_per_shoe(self) -> int:
        least = 4 if self.rules.shared_hand else 2 * len(self.seats) + 2
        return 1 if self.shoe.is_fresh else -(-52 * self.rules.decks // least)

    @property
    def shoes_per_chunk(self) -> int:
        return max(1, ROUNDS_A_PIECE // self.max_rounds_per_shoe)

    @property
    def shoes_before_first_check(self) -> int:
        return 2 * ROUNDS_A_PIECE // self.max_rounds_per_shoe

    def deal(self, first: int, shoes: int, limit: int = ALL_ROUNDS) -> Tally[SimulationCounts]:
        game, rows = self.game, FRESH_ROWS if self.shoe.is_fresh else ROWS
        arrays, cards, running = allocate_shoes(self, game.short, rows)
        whole_arrays, whole_cards, whole_running = allocate_shoes(self, game.whole, 1)
        counts = self._no_counts()
        if self.shoe.is_fresh and len(self.seats) == 1 and not self.looks_at_cards:
            played = deal_fresh_rounds(
                game, arrays, whole_arrays, start_of(self.seed), first, min(shoes, limit),
                allocate_workspace(1, rows), allocate_workspace(1, 1), counts,
            )  # fmt: skip
            return Tally(shoes, played, counts)
        rounds = deal_shoes(
            game, arrays, whole_arrays, cards, whole_cards, running, whole_running,
            start_of(self.seed), first, shoes, limit, allocate_workspace(len(self.seats), rows), counts,
        )  # fmt: skip
        return Tally(shoes, rounds, counts)

    def _no_counts(self) -> SimulationCounts:
        buckets = self.buckets
        sizes = (
            buckets * 2 * CELLS, buckets * ENDS * DEALER_ENDS, buckets * (2 * self.net_zero_index + 1),
            MOST_HANDS + 3, DEALER_ENDS, buckets * 3, 52**3 * 2 if self.counts_firsts else 0,
        )  # fmt: skip
        return SimulationCounts(*(np.zeros(size, np.int64) for size in sizes))

    @cached_property
    def game(self) -> SimulationRules:
        rules = self.rules
        strategies = tuple(dict.fromkeys(self.seats))
        machine = build_state_machine(rules, strategies, dealer_completes=self.dealer_completes)
        short, whole = shoe_setups(self.shoe, rules.decks, len(self.seats))
        return SimulationRules(
            short, whole, *machine,
            strategies=np.array([strategies.index(plays) for plays in self.seats], np.int64),
            is_shared=rules.shared_hand,
            most_hands=rules.most_hands,
            most_ace_hands=rules.most_ace_hands,
            by_rank=rules.split_by is SplitBy.RANK,
            specials=special_cases(rules, self.payoffs),
            goes_on=self.shoe.after_cut is not AfterCut.NOTHING,
            is_fresh=self.shoe.is_fresh,
            pays=self.pays.table.reshape(-1),
            insurance=self.pays.insurance,
            net_zero_index=self.net_zero_index,
            **self._counting(),
        )  # fmt: skip

    def _counting(self) -> dict[str, Any]:
        """Return the kernel parameters that control card counting and insurance."""
        cards = 52 * self.rules.decks
        system, threshold = self.count, self.insures if isinstance(self.insures, Fraction) else Fraction(0)
        tags, first, times, left = [0] * 52, 0, 1, [1] * (cards + 1)
        if system is not None:
            tags, times = system.whole_tags(), system.true_per_cards or 1
            first = int((system.first + system.first_per_deck * self.rules.decks) * system.scale)
            left = [system.scale * (cards - place if system.true_per_cards else 1) for place in range(cards)]
            left.append(system.scale)
        return {
            "tags": np.array(tags, np.int64),
            "first_count": first,
            "count_times": times,
            "count_left": np.array(left, np.int64),
            "lowest": self.counts_from,
            "buckets": self.buckets,
            "insures": {"never": NEVER, "always": ALWAYS}.get(str(self.insures), BY_COUNT),
            "insures_from": (threshold.numerator, threshold.denominator),
        }


def special_cases(rules: BlackjackRules, payoffs: Payoffs) -> NDArray[np.uint8]:
    """Return a code for every pair of first cards: ordinary, or which special case; indexed by 52 x first + second.

    The codes are those of `hand_outcomes`, such as ORDINARY.
    """
    table = np.zeros(52 * 52, np.uint8)
    for place in range(52 * 52):
        table[place] = _special(rules, payoffs, place // 52, place % 52)
    return table


def _special(rules: BlackjackRules, payoffs: Payoffs, first: int, second: int) -> int:
    """Return the code of the special case that two cards are: the Blackjack X natural, or two tens that are no pair.

    [004 L1322, L1367; ILANI-BJ-A8]
    """
    one, other = card_of(first), card_of(second)
    if is_natural(value(one.rank), value(other.rank)):
        is_king = {int(one.rank), int(other.rank)} == {1, 13} and one.suit == other.suit
        is_its_suit = payoffs.blackjack_x_any_suit or one.suit.name == "SPADES"
        return IS_X if payoffs.blackjack_x is not None and is_king and is_its_suit else ORDINARY
    differs = value(one.rank) == value(other.rank) and one.rank != other.rank
    return NO_PAIR if rules.split_by is SplitBy.RANK and differs else ORDINARY


def allocate_shoes(
    job: BlackjackJob, dealing: ShoeSetup, rows: int
) -> tuple[ShoeArrays, NDArray[np.uint8] | None, NDArray[np.int32] | None]:
    """Return empty arrays for `rows` shoes and for the discards of one shoe.

    The second and third result are the cards and the running counts; both are None if only card values matter.
    """
    fours = len(dealing.left)
    eights = rows * (fours // 2 + fours % 2 + 1) + len(dealing.shoe) // 8 + TAIL // 8
    shuffled = np.zeros(eights, np.uint64)
    pile, places = np.empty(len(dealing.shoe), np.uint8), np.empty(rows * fours, np.uint64)
    workspace = ShuffleWorkspace(places, np.ones(rows, np.bool_), pile, shuffled)
    openings = np.zeros(eights * 8, np.uint16)
    if not job.looks_at_cards:
        return ShoeArrays(workspace, shuffled.view(np.uint8), openings), None, None
    arrays = ShoeArrays(workspace, np.zeros(eights * 8, np.uint8), openings)
    return arrays, shuffled.view(np.uint8), np.zeros(eights * 8, np.int32)


def cards_of_shoe(job: BlackjackJob, shoe: int, discards: int = 0) -> list[int]:
    """Return all cards of a shoe in dealing order as 4 x (rank - 1) + suit, to compare with a live table.

    After them come as many discards as requested, in the order in which they are dealt when the shoe has run out.
    """
    whole, start = job.game.whole, start_of(job.seed)
    arrays = allocate_shoes(job, whole, 1)[0]
    shuffled = arrays.workspace.shuffled.view(np.uint8)
    arrays = arrays._replace(values=np.zeros_like(shuffled))
    shuffle(whole, arrays.workspace, whole.shoe, start, shoe, 1)
    append_discards(job.game, arrays, shuffled, None, start, shoe, discards)
    cards: list[int] = shuffled[: len(whole.shoe) + discards].tolist()
    return cards


def allocate_workspace(seats: int, rows: int) -> BlackjackWorkspace:
    return BlackjackWorkspace(
        ends=np.zeros(seats * MOST_HANDS + 2, np.int64),
        hands=np.zeros(seats, np.int64),
        places=np.zeros(rows, np.uint64),
        short_at=np.full(rows, -1, np.int64),
        standing=np.zeros(4, np.int64),
    )
