"""Exact blackjack: published values, a slow reference that plays card by card, laws, and invalid input."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cards import Card, Rank, Suit
from croupier.errors import BadInput
from croupier.families.blackjack.facts import facts_of
from croupier.families.blackjack.hand_values import count, dealer_draws, is_natural
from croupier.families.blackjack.odds import actions, compile_ahead, fact_tables
from croupier.families.blackjack.odds.actions import DOUBLED_TOTALS
from croupier.families.blackjack.odds.hand_tables import BUST, NATURAL, dealer_outcomes, dealer_walk
from croupier.families.blackjack.odds.kernels import dealer_totals
from croupier.families.blackjack.odds.payoffs import Payoffs
from croupier.families.blackjack.odds.solution import BlackjackSolution
from croupier.families.blackjack.odds.solver import BlackjackSolver
from croupier.families.blackjack.round import BlackjackHandResult, BlackjackResult, BlackjackSeatResult
from croupier.families.blackjack.rules import BlackjackRules, DoubleOn, HoleCheck, SplitBy, Surrender
from croupier.odds.shoe_composition import Composition, card_number, card_of

ILANI = BlackjackRules()
PLAIN = BlackjackRules(hits_soft_17=False, surrender=Surrender.OFF)
SIX_TO_FIVE = Payoffs()
THREE_TO_TWO = Payoffs(natural=Fraction(3, 2))
DECK = (4, 4, 4, 4, 4, 4, 4, 4, 4, 16)


# --- published values ---


@pytest.mark.parametrize(
    ("rules", "payoffs", "percent", "digits"),
    [
        (ILANI, SIX_TO_FIVE, -1.886881178428, 12),
        (PLAIN, THREE_TO_TWO, -0.402870236, 9),
        (replace(PLAIN, decks=8), THREE_TO_TWO, -0.430580629, 9),
        (replace(PLAIN, decks=1, double_after_split=False, most_hands=2), THREE_TO_TWO, 0.024273905, 9),
    ],
)
def test_the_reference_values_are_reproduced_to_the_last_digit(
    rules: BlackjackRules, payoffs: Payoffs, percent: float, digits: int
) -> None:
    assert abs(100 * BlackjackSolver(rules, payoffs).solve().value - percent) < 10**-digits


def test_buster_has_the_published_edge() -> None:
    shoe, pays = tuple(6 * held for held in DECK), {3: 1, 4: 3, 5: 6, 6: 30, 7: 100}
    result = Fraction(-1)
    for up in range(1, 11):
        left = tuple(held - (value == up) for value, held in enumerate(shoe, start=1))
        busts = dealer_outcomes(up, left, hits_soft_17=True).bust_cards
        returned = sum(chance * (pays.get(cards, 200) + 1) for cards, chance in busts.items())
        result += Fraction(shoe[up - 1], sum(shoe)) * returned
    assert round(float(-100 * result), 3) == 4.724


def test_insurance_of_six_decks() -> None:
    insurance = BlackjackSolver().solve().insurance
    assert insurance.value == Fraction(-23, 311)
    assert insurance.against([10, 10]) == Fraction(94, 309) * 3 - 1
    effects = insurance.effects_of_removal()
    assert effects[10] < 0 < effects[5] == effects[1]


@pytest.mark.parametrize(("cards", "gain"), [(5, 0.0146), (6, 0.0016), (7, 0.0001)])
def test_a_charlie_has_the_published_value(cards: int, gain: float) -> None:
    """Check the value of a charlie against published figures, which are for slightly different games."""
    without = BlackjackSolver(PLAIN, THREE_TO_TWO).solve().value
    with_it = BlackjackSolver(replace(PLAIN, charlie_cards=cards), THREE_TO_TWO).solve().value
    assert with_it - without == pytest.approx(gain, rel=0.12)


def test_ten_card_charlie_is_worth_something_but_hardly_anything() -> None:
    gain = BlackjackSolver(replace(ILANI, charlie_cards=10)).solve().value - BlackjackSolver(ILANI).solve().value
    assert 1e-9 < gain < 1e-8


def test_the_ilani_chart_is_basic_strategy() -> None:
    chart = BlackjackSolver().solve().chart
    columns = [*range(2, 11), 1]
    rows = {
        "16": chart.hard[16, columns], "12": chart.hard[12, columns], "11": chart.hard[11, columns],
        "A7": chart.soft[18, columns], "A6": chart.soft[17, columns],
        "88": chart.pair[8, columns], "99": chart.pair[9, columns], "44": chart.pair[4, columns],
    }  # fmt: skip
    assert {name: " ".join(actions.LETTERS[code] for code in row) for name, row in rows.items()} == {
        "16": "S S S S S H H R Rs R",
        "12": "H H S S S H H H H H",
        "11": "D D D D D D D D D D",
        "A7": "Ds Ds Ds Ds Ds S S H H H",
        "A6": "H D D D D H H H H H",
        "88": "P P P P P P P P P Rp",
        "99": "P P P P P - P P - -",
        "44": "- - - P P - - - - -",
    }


# --- the dealer ---


def dealer_outcomes_card_by_card(up: int, left: tuple[int, ...], hits_soft_17: bool) -> dict[tuple[int, int], Fraction]:
    """Return the dealer's chances by (outcome, number of cards), drawn card by card in plain Python."""
    chances: dict[tuple[int, int], Fraction] = {}

    def draw(hand: tuple[int, ...], left: tuple[int, ...], chance: Fraction) -> None:
        total = count(hand)
        if len(hand) > 1 and not dealer_draws(total, hits_soft_17=hits_soft_17):
            outcome = NATURAL if len(hand) == 2 and is_natural(*hand) else min(total.total, BUST)
            chances[outcome, len(hand)] = chances.get((outcome, len(hand)), Fraction(0)) + chance
            return
        for card, number_left in enumerate(left, start=1):
            if number_left:
                remaining = tuple(number - (place == card - 1) for place, number in enumerate(left))
                draw((*hand, card), remaining, chance * Fraction(number_left, sum(left)))

    draw((up,), left, Fraction(1))
    return chances


@pytest.mark.parametrize("hits_soft_17", [False, True])
@pytest.mark.parametrize("up", [1, 6, 10])
def test_the_dealers_chances_equal_those_drawn_card_by_card(up: int, hits_soft_17: bool) -> None:
    left = (2, 0, 1, 3, 0, 4, 0, 2, 1, 6)
    slow, fast = (
        dealer_outcomes_card_by_card(up, left, hits_soft_17),
        dealer_outcomes(up, left, hits_soft_17=hits_soft_17),
    )
    for total, chance in fast.totals.items():
        assert chance == sum(part for (outcome, _), part in slow.items() if outcome == total)
    assert fast.bust_cards == {cards: part for (outcome, cards), part in sorted(slow.items()) if outcome == BUST}
    assert sum(fast.totals.values()) == 1


@settings(deadline=None, max_examples=30)
@given(st.tuples(*[st.integers(0, 24)] * 9, st.integers(6, 96)), st.integers(1, 10), st.booleans())
def test_the_kernel_gives_the_dealers_exact_chances(values: tuple[int, ...], up: int, hits_soft_17: bool) -> None:
    chances = np.empty((5, 1))
    dealer_totals(dealer_walk(up, hits_soft_17), np.array(values, np.float64).reshape(10, 1), chances)
    exact = dealer_outcomes(up, values, hits_soft_17=hits_soft_17).totals
    assert chances[:, 0] == pytest.approx([float(exact[total]) for total in range(17, 22)], abs=1e-14)


# --- slow reference: every round is played card by card ---


@dataclass
class SlowGame:
    """Slow reference: every round is played card by card and hand by hand, with its hole card, without shortcuts.

    A card is given as (label, value).
    """

    rules: BlackjackRules
    payoffs: Payoffs
    shoe: dict[tuple[str, int], int]

    def __post_init__(self) -> None:
        self.kinds = sorted(self.shoe)
        self.memo: dict[Any, Any] = {}

    def cached(self, key: Any, work: Any) -> Any:
        if key not in self.memo:
            self.memo[key] = work()
        return self.memo[key]

    @staticmethod
    def take(left: tuple[int, ...], kind: int) -> tuple[int, ...]:
        return (*left[:kind], left[kind] - 1, *left[kind + 1 :])

    def value_of(self, kind: int) -> int:
        return self.kinds[kind][1]

    def holes(self, left: tuple[int, ...], up: int) -> list[tuple[int, float]]:
        """Return the hole cards that make no natural, with their chances under that condition."""
        fit = [(kind, held) for kind, held in enumerate(left) if held and not is_natural(up, self.value_of(kind))]
        return [(kind, held / sum(held for _, held in fit)) for kind, held in fit]

    def natural_chance(self, left: tuple[int, ...], up: int) -> float:
        naturals = sum(held for kind, held in enumerate(left) if is_natural(up, self.value_of(kind)))
        return naturals / sum(left)

    def dealer(self, hand: tuple[int, ...], left: tuple[int, ...]) -> dict[int, float]:
        """Return the chances of the final totals of the dealer; 22 means bust. `hand` has card values."""
        return self.cached(("dealer", tuple(sorted(hand)), left), lambda: self._dealer(hand, left))  # type: ignore[no-any-return]

    def _dealer(self, hand: tuple[int, ...], left: tuple[int, ...]) -> dict[int, float]:
        total = count(hand)
        if not dealer_draws(total, hits_soft_17=self.rules.hits_soft_17):
            return {min(total.total, 22): 1.0}
        ends: dict[int, float] = {}
        for kind, held in enumerate(left):
            if held:
                for end, chance in self.dealer((*hand, self.value_of(kind)), self.take(left, kind)).items():
                    ends[end] = ends.get(end, 0.0) + chance * held / sum(left)
        return ends

    def settled(self, hand: tuple[int, ...], dealer: int) -> float:
        """Return the result of a hand that stood, against a dealer without a natural."""
        total = count(hand).total
        if self.rules.charlie_cards and len(hand) >= self.rules.charlie_cards and total <= 21:
            return float(self.payoffs.charlie)
        if total == 31 and self.makes_31(hand[:-1]) and hand[-1] == 10:
            return float(self.payoffs.hard_31)
        if total > 21:
            return -1.0
        return 1.0 if dealer > 21 or total > dealer else -1.0 * (total < dealer)

    def makes_31(self, hand: tuple[int, ...]) -> bool:
        return self.rules.plays_to_31 and count(hand) == (21, False)

    def is_over(self, hand: tuple[int, ...]) -> bool:
        is_charlie = 0 < self.rules.charlie_cards <= len(hand)
        return is_charlie or count(hand).total > 21

    def stand(self, hand: tuple[int, ...], left: tuple[int, ...], up: int) -> float:
        result = 0.0
        for hole, chance in self.holes(left, up):
            ends = self.dealer((up, self.value_of(hole)), self.take(left, hole))
            result += chance * sum(share * self.settled(hand, end) for end, share in ends.items())
        return result

    def next_cards(self, left: tuple[int, ...], up: int) -> list[tuple[int, float]]:
        """Return the chances of the next card, given that the hole card makes no natural."""
        chances: dict[int, float] = {}
        for hole, chance in self.holes(left, up):
            rest = self.take(left, hole)
            for kind, held in enumerate(rest):
                if held:
                    chances[kind] = chances.get(kind, 0.0) + chance * held / sum(rest)
        return list(chances.items())

    def best(self, hand: tuple[int, ...], left: tuple[int, ...], up: int) -> tuple[float, float]:
        """Return the values of standing and of hitting (with best play afterwards), given no dealer natural."""
        return self.cached(("best", tuple(sorted(hand)), left, up), lambda: self._best(hand, left, up))  # type: ignore[no-any-return]

    def _best(self, hand: tuple[int, ...], left: tuple[int, ...], up: int) -> tuple[float, float]:
        hit = 0.0
        for kind, chance in self.next_cards(left, up):
            longer, rest = (*hand, self.value_of(kind)), self.take(left, kind)
            over = self.is_over(longer)
            hit += chance * (self.stand(longer, rest, up) if over else max(self.best(longer, rest, up)))
        return self.stand(hand, left, up), hit

    def double(self, hand: tuple[int, ...], left: tuple[int, ...], up: int) -> float:
        cards = self.next_cards(left, up)
        drawn = (((*hand, self.value_of(kind)), self.take(left, kind), chance) for kind, chance in cards)
        return 2 * sum(chance * self.stand(longer, rest, up) for longer, rest, chance in drawn)

    def ways(self, hand: tuple[int, ...], left: tuple[int, ...], up: int, *, split: bool) -> dict[str, float]:
        """Return the value of each decision with two cards, given that the dealer has no natural.

        With `split`, only decisions of a split hand are included.
        """
        stand, hit = self.best(hand, left, up)
        ways = {"stand": stand, "hit": hit}
        total = count(hand).total
        in_range = self.rules.double_21 if total == 21 else total in DOUBLED_TOTALS[self.rules.double_on]
        if in_range and (self.rules.double_after_split or not split):
            ways["double"] = self.double(hand, left, up)
        offered = self.rules.surrender_after_split if split else self.rules.surrender is Surrender.LATE
        if self.rules.surrender is not Surrender.OFF and offered:
            ways["surrender"] = -float(self.payoffs.surrender_loses)
        return ways

    # the decision of a split hand depends only on its own cards and the up card

    def fixed_action(self, cards: tuple[int, ...], up_kind: int) -> str:
        """Return the decision of the fixed strategy for a split hand; `cards` are pairs (label, value)."""
        values = tuple(self.value_of(kind) for kind in cards)
        up = self.value_of(up_kind)
        key = ("fixed", tuple(sorted(values)), up, len(cards))
        return self.cached(key, lambda: self._fixed(cards, values, up_kind))  # type: ignore[no-any-return]

    def _fixed(self, cards: tuple[int, ...], values: tuple[int, ...], up_kind: int) -> str:
        left = self.remaining(up_kind, *cards)
        up = self.value_of(up_kind)
        if len(cards) == 2:
            ways = self.ways(values, left, up, split=True)
        else:
            ways = dict(zip(("stand", "hit"), self.best(values, left, up), strict=True))
        return max(ways, key=lambda way: ways[way])

    def remaining(self, *gone: int) -> tuple[int, ...]:
        taken = Counter(gone)
        return tuple(self.shoe[card] - taken[kind] for kind, card in enumerate(self.kinds))

    def is_pair(self, first: int, second: int) -> bool:
        by_rank = self.rules.split_by is SplitBy.RANK
        return first == second if by_rank else self.value_of(first) == self.value_of(second)

    def split(self, first: int, second: int, up_kind: int) -> float:
        """Return the value of a split, given that the dealer has no natural.

        Hands are played to their end one after the other, then the dealer plays.
        """
        up, left, result = self.value_of(up_kind), self.remaining(up_kind, first, second), 0.0
        self.up_kind, self.up, self.pair = up_kind, up, first
        for hole, chance in self.holes(left, up):
            self.hole = hole
            result += chance * self.hands(self.take(left, hole), 2, 2, ())
        return result

    def hands(self, left: tuple[int, ...], waiting: int, hands: int, done: tuple[Any, ...]) -> float:
        """Return the value of the hands of a split that still wait to be played.

        `done` has the cards and the stake of each finished hand.
        """
        key = ("hands", self.up_kind, self.value_of(self.pair), self.pair if self.rules.split_by is SplitBy.RANK else 0,
               self.hole, left, waiting, hands, tuple(sorted(done)))  # fmt: skip
        return self.cached(key, lambda: self._hands(left, waiting, hands, done))  # type: ignore[no-any-return]

    def _hands(self, left: tuple[int, ...], waiting: int, hands: int, done: tuple[Any, ...]) -> float:
        if not waiting:
            ends = self.dealer((self.up, self.value_of(self.hole)), left)
            return sum(chance * sum(self.paid(hand, end) for hand in done) for end, chance in ends.items())
        most = self.rules.most_ace_hands if self.value_of(self.pair) == 1 else self.rules.most_hands
        result = 0.0
        for kind, held in enumerate(left):
            if not held:
                continue
            rest = self.take(left, kind)
            if self.is_pair(kind, self.pair) and hands < most:
                worth = self.hands(rest, waiting + 1, hands + 1, done)
            else:
                worth = self.play(rest, waiting - 1, hands, done, (self.pair, kind))
            result += held / sum(left) * worth
        return result

    def paid(self, hand: tuple[str, tuple[int, ...], int], dealer: int) -> float:
        how, cards, stake = hand
        if how == "surrender":
            return -float(self.payoffs.surrender_loses)
        return float(self.payoffs.natural) if how == "natural" else stake * self.settled(cards, dealer)

    def play(
        self, left: tuple[int, ...], waiting: int, hands: int, done: tuple[Any, ...], cards: tuple[int, ...]
    ) -> float:
        values = tuple(self.value_of(kind) for kind in cards)
        action = "stand" if self.is_over(values) else self.split_action(cards, values)
        if action in ("stand", "natural", "surrender"):
            # The last card stays last, because it decides whether the hand makes 31.
            held = (*sorted(values[:-1]), values[-1])
            return self.hands(left, waiting, hands, (*done, (action, held, 1)))
        result = 0.0
        for kind, many in enumerate(left):
            if not many:
                continue
            rest, longer = self.take(left, kind), (*cards, kind)
            if action == "double":
                end = ("stand", tuple(self.value_of(card) for card in longer), 2)
                worth = self.hands(rest, waiting, hands, (*done, end))
            else:
                worth = self.play(rest, waiting, hands, done, longer)
            result += many / sum(left) * worth
        return result

    def split_action(self, cards: tuple[int, ...], values: tuple[int, ...]) -> str:
        if len(cards) == 2 and self.rules.split_natural and is_natural(*values):
            return "natural"
        if self.value_of(self.pair) == 1 and not self.rules.split_aces_play:
            return "stand"
        return self.fixed_action(cards, self.up_kind)

    def result(self, first: int, second: int, up_kind: int) -> float:
        """Return the expected result of two cards, with naturals and early surrender."""
        up, left = self.value_of(up_kind), self.remaining(up_kind, first, second)
        natural = self.natural_chance(left, up)
        values = (self.value_of(first), self.value_of(second))
        if is_natural(*values):
            return float(self.payoffs.natural) * (1 - natural)
        ways = self.ways(values, left, up, split=False) if natural < 1 else {"stand": 0.0}
        most = self.rules.most_ace_hands if values[0] == 1 else self.rules.most_hands
        if self.is_pair(first, second) and most > 1 and natural < 1:
            ways["split"] = self.split(first, second, up_kind)
        result = (1 - natural) * max(ways.values()) - natural
        early = self.rules.surrender is Surrender.EARLY
        return max(result, -float(self.payoffs.surrender_loses)) if early else result

    @cached_property
    def value(self) -> float:
        total, cards = 0.0, sum(self.shoe.values())
        for up_kind in range(len(self.kinds)):
            for first in range(len(self.kinds)):
                for second in range(len(self.kinds)):
                    ways = (
                        self.remaining()[up_kind]
                        * self.remaining(up_kind)[first]
                        * max(self.remaining(up_kind, first)[second], 0)
                        if self.remaining()[up_kind] > 0 and self.remaining(up_kind)[first] > 0
                        else 0
                    )
                    if ways:
                        total += ways * self.result(first, second, up_kind)
        return total / (cards * (cards - 1) * (cards - 2))


def ten_values(shoe: dict[tuple[str, int], int]) -> tuple[int, ...]:
    return tuple(sum(held for (_, value), held in shoe.items() if value == wanted) for wanted in range(1, 11))


SMALL = {("A", 1): 3, ("6", 6): 4, ("8", 8): 5, ("T", 10): 9}
LOW = {("A", 1): 2, ("3", 3): 5, ("5", 5): 5, ("9", 9): 5, ("T", 10): 7}
MADE_OF_31 = {("7", 7): 12, ("T", 10): 9}


@pytest.mark.parametrize(
    ("rules", "shoe"),
    [
        (replace(ILANI, most_hands=2), LOW),
        (ILANI, SMALL),
        (replace(ILANI, double_after_split=False, most_ace_hands=4, hits_soft_17=False), SMALL),
        (replace(ILANI, split_aces_play=True, split_natural=True, most_hands=3), SMALL),
        (replace(ILANI, surrender=Surrender.EARLY, surrender_after_split=True, most_hands=3, double_21=True), SMALL),
        (replace(ILANI, double_on=DoubleOn.TEN_OR_ELEVEN, charlie_cards=4, most_hands=2), LOW),
        (replace(ILANI, double_on=DoubleOn.NINE_TO_ELEVEN, charlie_cards=3), SMALL),
        (replace(ILANI, plays_to_31=True, most_hands=3), MADE_OF_31),
        (replace(ILANI, most_hands=1, most_ace_hands=1, hole_check=HoleCheck.NONE), SMALL),
    ],
)
def test_the_value_equals_that_of_the_slow_game(rules: BlackjackRules, shoe: dict[tuple[str, int], int]) -> None:
    fast = BlackjackSolver(rules).solve(ten_values(shoe))
    assert fast.value == pytest.approx(SlowGame(rules, SIX_TO_FIVE, shoe).value, abs=1e-12)


def test_tens_that_split_by_rank_are_counted_by_rank() -> None:
    """Check a shoe in which it is best to split tens, under the rule that only equal ranks may be split."""
    rules = replace(ILANI, split_by=SplitBy.RANK, most_hands=3)
    shoe = {("A", 1): 1, ("5", 5): 4, ("T", 10): 5, ("K", 10): 7}
    cards = [card for label, held in ((Rank.ACE, 1), (Rank.FIVE, 4), (Rank.TEN, 5), (Rank.KING, 7))
             for card in [Card(label, Suit.HEARTS)] * held]  # fmt: skip
    fast = BlackjackSolver(rules).solve(Composition.of_cards(cards))
    assert fast.value == pytest.approx(SlowGame(rules, SIX_TO_FIVE, shoe).value, abs=1e-12)
    assert fast.hands[(10, 10), 5].best == "split"
    by_value = BlackjackSolver(replace(rules, split_by=SplitBy.VALUE)).solve(Composition.of_cards(cards))
    assert by_value.value > fast.value


def test_each_decision_of_any_hand_has_the_value_of_the_slow_game() -> None:
    rules = replace(ILANI, most_hands=2)
    slow, fast = SlowGame(rules, SIX_TO_FIVE, LOW), BlackjackSolver(rules).solve(ten_values(LOW))
    kinds = {value: kind for kind, (_, value) in enumerate(slow.kinds)}
    for hand in ((3, 3), (10, 5), (3, 3, 9), (1, 3, 3), (1, 5), (5, 5), (3, 3, 3, 3)):
        for up in (1, 5, 10):
            ways = fast.best(hand, up)
            left = slow.remaining(kinds[up], *(kinds[card] for card in hand))
            assert (ways.stand, ways.hit) == pytest.approx(slow.best(hand, left, up), abs=1e-12)
            if len(hand) == 2:
                assert ways.double == pytest.approx(slow.double(hand, left, up), abs=1e-12)
                assert ways.surrender == -0.5
            if hand == (3, 3):
                assert ways.split == pytest.approx(slow.split(kinds[3], kinds[3], kinds[up]), abs=1e-12)


# --- laws ---

RULES = st.builds(
    BlackjackRules,
    decks=st.sampled_from([1, 2, 6, 8]),
    hits_soft_17=st.booleans(),
    surrender=st.sampled_from(Surrender),
    double_on=st.sampled_from(DoubleOn),
    double_after_split=st.booleans(),
    most_hands=st.integers(2, 4),
    most_ace_hands=st.just(2),
    split_natural=st.booleans(),
    charlie_cards=st.sampled_from([0, 7, 10]),
    plays_to_31=st.booleans(),
)
BETTER: list[dict[str, Any]] = [
    {"surrender": Surrender.EARLY},
    {"double_on": DoubleOn.ANY},
    {"double_after_split": True},
    {"split_aces_play": True},
    {"split_natural": True},
    {"charlie_cards": 6},
    {"plays_to_31": True},
    {"double_21": True},
]


@settings(deadline=None, max_examples=20)
@given(RULES, st.sampled_from(BETTER))
def test_more_choices_never_lower_the_value(rules: BlackjackRules, better: dict[str, Any]) -> None:
    plain, richer = BlackjackSolver(rules).solve().value, BlackjackSolver(replace(rules, **better)).solve().value
    assert richer >= plain - 1e-13


@settings(deadline=None, max_examples=10)
@given(RULES)
def test_peeking_changes_nothing_if_only_the_original_wager_is_lost(rules: BlackjackRules) -> None:
    unseen = replace(rules, hole_check=HoleCheck.NONE)
    assert BlackjackSolver(unseen).solve().value == pytest.approx(BlackjackSolver(rules).solve().value, abs=1e-14)


@settings(deadline=None, max_examples=8)
@given(RULES)
def test_no_chart_beats_perfect_play(rules: BlackjackRules) -> None:
    solved = BlackjackSolver(rules).solve()
    assert 0 <= solved.chart_cost < 0.002


def test_no_single_cell_of_the_chart_could_be_better() -> None:
    solved = BlackjackSolver(replace(ILANI, most_hands=1, most_ace_hands=1)).solve()
    chart = actions.Chart(solved.chart.hard.copy(), solved.chart.soft.copy(), solved.chart.pair)
    cells = [(chart.hard, total, up) for total in (9, 12, 15, 16) for up in (2, 9, 10, 1)]
    cells += [(chart.soft, total, up) for total in (17, 18) for up in (2, 9)]
    for table, total, up in cells:
        chosen = int(table[total, up])
        for code in {actions.STAND, actions.HIT, actions.DOUBLE, actions.SURRENDER, actions.SURRENDER_STAND} - {chosen}:
            table[total, up] = code
            assert solved.value_of(chart) <= solved.chart_value + 1e-13
        table[total, up] = chosen


def test_knowing_a_removed_card_has_a_positive_mean_effect() -> None:
    """Check that the mean effect over all cards is the gain of a player who has seen the removed card."""
    effects = BlackjackSolver(replace(PLAIN, decks=1), THREE_TO_TWO).effects_of_removal(DECK)
    assert sum(held * effects[card] for card, held in enumerate(DECK, start=1)) > 0
    assert max(effects, key=lambda card: effects[card]) == 5
    assert min(effects, key=lambda card: effects[card]) in (1, 10)


def test_effects_by_rank_agree_with_those_by_value() -> None:
    game = BlackjackSolver(replace(PLAIN, decks=1), THREE_TO_TWO)
    by_rank, by_value = game.effects_of_removal(), game.effects_of_removal(DECK)
    assert by_rank == pytest.approx({rank: by_value[min(rank, 10)] for rank in range(1, 14)}, abs=1e-15)


def test_a_value_does_not_depend_on_how_the_shoe_is_given() -> None:
    game = BlackjackSolver(replace(ILANI, decks=2))
    assert game.solve().value == game.solve(tuple(2 * held for held in DECK)).value
    assert game.solve().edge == -game.solve().value


def test_all_deals_are_counted_and_each_has_the_value_of_its_best_decision() -> None:
    solved = BlackjackSolver(PLAIN, THREE_TO_TWO).solve()
    assert sum(solved.deals.values()) == pytest.approx(1, abs=1e-13)
    options = solved.hands[(8, 8), 10]
    assert options.best == "split"
    assert options.value == options.split == max(options.legal().values())
    assert options.action == actions.SPLIT


# --- Blackjack X ---

X_RULES = replace(ILANI, surrender=Surrender.EARLY, surrender_after_split=True, plays_to_31=True)
X_PAYS = Payoffs(blackjack_x=Fraction(2))


@pytest.mark.parametrize(("any_suit", "kinds"), [(False, 1), (True, 4)])
def test_the_ace_and_king_of_spades_pay_more(any_suit: bool, kinds: int) -> None:
    plain = BlackjackSolver(X_RULES).solve().value
    special = BlackjackSolver(X_RULES, replace(X_PAYS, blackjack_x_any_suit=any_suit)).solve().value
    dealt = Fraction(2 * kinds * 6 * 6, 312 * 311)
    both_natural = Fraction(2 * 23 * 95, 310 * 309)
    assert special - plain == pytest.approx(float(dealt * (1 - both_natural) * Fraction(4, 5)), abs=1e-14)


def test_without_the_king_of_spades_there_is_no_blackjack_x() -> None:
    kings = [Card(Rank.KING, Suit.SPADES)] * 6
    left = Composition.of_decks(6).without(kings)
    assert BlackjackSolver(X_RULES, X_PAYS).solve(left).value == BlackjackSolver(X_RULES).solve(left).value
    effects = BlackjackSolver(X_RULES, X_PAYS).effects_of_removal()
    assert effects[13] < effects[12] == effects[10]


def test_a_hard_21_is_hit_where_only_tens_are_left() -> None:
    solved = BlackjackSolver(replace(ILANI, plays_to_31=True)).solve((2, 0, 0, 0, 0, 0, 3, 0, 0, 60))
    assert solved.best((7, 7, 7), 10).best == "hit"
    assert BlackjackSolver(ILANI).solve().best((7, 7, 7), 10).best == "stand"


def test_early_surrender_values_include_the_dealers_natural() -> None:
    early, late = BlackjackSolver(X_RULES).solve().best((10, 6), 1), BlackjackSolver(ILANI).solve().best((10, 6), 1)
    assert early.surrender == late.surrender == -0.5
    assert early.stand < late.stand
    natural = 95 / 309
    assert early.stand == pytest.approx(late.stand * (1 - natural) - natural, abs=1e-13)


# --- split hands, charts, invalid input ---


def test_split_hands_have_the_decisions_that_the_rules_allow() -> None:
    solved = BlackjackSolver(ILANI).solve()
    assert solved.best((1, 5), 6, hands=2).legal().keys() == {"stand"}
    assert solved.best((1, 1), 6, hands=2).legal().keys() == {"stand"}
    assert solved.best((5, 1), 6, hands=2).legal().keys() == {"stand", "hit", "double"}
    assert solved.best((10, 1), 6, hands=2).legal().keys() == {"stand", "hit"}
    assert "split" in solved.best((8, 8), 6, hands=3).legal()
    assert "split" not in solved.best((8, 8), 6, hands=4).legal()
    assert BlackjackSolver(replace(ILANI, split_natural=True)).solve().best((1, 10), 6, hands=2).stand == 1.2
    assert solved.best((1, 10), 6).legal() == {"stand": 1.2}


def test_a_charlie_stands_and_is_paid() -> None:
    solved = BlackjackSolver(replace(ILANI, charlie_cards=5)).solve()
    assert solved.best((2, 2, 2, 2, 3), 10).legal() == {"stand": pytest.approx(1.0)}


def test_a_chart_code_has_a_second_choice_if_the_first_is_not_allowed() -> None:
    chart = BlackjackSolver().solve().chart
    sixteen = {"total": 16, "is_soft": False, "up": 10}
    assert actions.action(chart, **sixteen, may_surrender=True) == actions.SURRENDER
    assert actions.action(chart, **sixteen) == actions.STAND
    assert actions.action(chart, **sixteen, pair=8, may_surrender=True) == actions.SPLIT
    assert actions.action(chart, total=11, is_soft=False, up=6) == actions.HIT
    assert actions.action(chart, total=18, is_soft=True, up=6) == actions.STAND
    assert actions.action(chart, total=20, is_soft=False, up=6, pair=10, may_double=True) == actions.STAND
    assert actions.pair_action(actions.SURRENDER_SPLIT, True) == actions.SURRENDER
    assert actions.pair_action(actions.SURRENDER_SPLIT, False) == actions.SPLIT
    with pytest.raises(ValueError, match="22 x 11"):
        actions.Chart(chart.pair, chart.soft, chart.pair)


@pytest.mark.parametrize(
    ("shoe", "says"),
    [
        ((0,) * 10, "0 cards with 0 pips are left"),
        ((4, 4, 4), "ten counts of cards"),
        ((-1, *DECK[1:]), "ten counts of cards"),
        ((1, 1, 1, 1, 1, 1, 1, 1, 1, 1), "4 hands and the dealer may take 150"),
    ],
)
def test_an_impossible_shoe_is_refused(shoe: tuple[int, ...], says: str) -> None:
    with pytest.raises(BadInput, match=says):
        BlackjackSolver().solve(shoe)


def test_a_composition_by_value_has_no_ranks_or_suits() -> None:
    with pytest.raises(BadInput, match="all 52 cards"):
        BlackjackSolver(replace(ILANI, split_by=SplitBy.RANK)).solve(DECK)
    with pytest.raises(BadInput, match="all 52 cards"):
        BlackjackSolver(X_RULES, X_PAYS).solve(DECK)


@pytest.mark.parametrize(
    ("cards", "up", "says"),
    [
        ((10, 10, 5), 6, "no hand to decide"),
        ((10,), 6, "no hand to decide"),
        ((), 6, "no hand to decide"),
        ((11, 2), 6, "11 is no card's value"),
        ((10, 6), 0, "0 is no card's value"),
        ((2, 2, 2, 2), 2, "5 cards of value 2"),
    ],
)
def test_an_impossible_hand_is_refused(cards: tuple[int, ...], up: int, says: str) -> None:
    solved: BlackjackSolution = BlackjackSolver(replace(PLAIN, decks=1)).solve()
    with pytest.raises(BadInput, match=says):
        solved.best(cards, up)


def test_rules_and_pays_that_cannot_be_counted_are_refused() -> None:
    with pytest.raises(BadInput, match="up to 4 hands"):
        BlackjackSolver(replace(ILANI, most_hands=5))
    with pytest.raises(BadInput, match="before anybody plays"):
        BlackjackSolver(replace(ILANI, charlie_cards=2))
    with pytest.raises(ValueError, match="cannot cost money"):
        Payoffs(natural=Fraction(-1))
    with pytest.raises(ValueError, match="cannot be"):
        Payoffs(surrender_loses=Fraction(2))


def test_a_shoe_without_some_values_is_solved_like_any_other() -> None:
    left = list(Composition.of_decks(6).counts)
    for suit in Suit:
        left[card_number(Card(Rank.FIVE, suit))] = 0
    solved = BlackjackSolver(ILANI).solve(Composition(tuple(left)))
    assert solved.value > BlackjackSolver(ILANI).solve().value + 0.02
    assert all(up != 5 and 5 not in pair for pair, up in solved.hands)


def test_facts_of_first_cards_by_rank_or_suit_alone_are_those_of_the_cards() -> None:
    chosen = np.random.default_rng(1).integers(0, 52, (400, 3)).tolist()
    chosen += [[card, card, card] for card in range(0, 52, 5)] + [[0, 4, 8], [3, 7, 2]]
    entries = [(one * 52 + two) * 52 + up for one, two, up in chosen]
    for name in fact_tables.FIRST_THREE:
        column = fact_tables.first_three()[name][entries]
        for (one, two, up), found in zip(chosen, column, strict=True):
            own = (card_of(one), card_of(two))
            hand = BlackjackHandResult(own, (), is_split=False, doubled_by=0, doubling_bettors=(), surrendered=False)
            seat = BlackjackSeatResult(1, 0, (hand,), own, 0, ())
            result = BlackjackResult(BlackjackRules(), (card_of(up),), (seat,))
            assert found == facts_of(result, 1)[name], (name, own, card_of(up))


def test_kernels_are_compiled_ahead_for_the_arguments_that_a_sheet_calls_them_with() -> None:
    """Otherwise the second process would compile kernels that nobody calls."""
    BlackjackSolver(ILANI, SIX_TO_FIVE).solve().chart  # noqa: B018 - computed on first use
    before = {kernel: len(kernel.signatures) for kernel in compile_ahead.KERNELS}
    compile_ahead.compile_all()
    for kernel, signatures in before.items():
        assert len(kernel.signatures) == max(signatures, 1), kernel
