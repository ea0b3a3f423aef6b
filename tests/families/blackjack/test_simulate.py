"""The blackjack simulator: a slow reference (the twin) and the live round play the same shoes with equal results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cards import CutRule, ShoeRules
from croupier.errors import BadInput
from croupier.families.blackjack.hand_values import count, dealer_draws, is_natural
from croupier.families.blackjack.odds.actions import HIT, SPLIT, STAND, SURRENDER, Chart, action
from croupier.families.blackjack.odds.card_counting import CountSystem, Spread, count_named, count_of, count_systems
from croupier.families.blackjack.odds.exact import payoffs_of
from croupier.families.blackjack.odds.hand_outcomes import NATURAL_X, OutcomePayouts
from croupier.families.blackjack.odds.payoffs import Payoffs
from croupier.families.blackjack.odds.seat_strategy import SeatStrategy
from croupier.families.blackjack.odds.simulate_job import AfterCut, BlackjackJob, ShoePlan, cards_of_shoe
from croupier.families.blackjack.odds.simulate_results import BlackjackTally
from croupier.families.blackjack.odds.simulate_run import simulate_blackjack
from croupier.families.blackjack.odds.solver import BlackjackSolver
from croupier.families.blackjack.rules import BlackjackRules, DoubleOn, HoleCheck, SplitBy, Surrender
from croupier.families.blackjack.settle import play_rules_of
from croupier.odds.shoe_composition import card_of
from croupier.play import rulebook_library
from croupier.rulebook.table_rules import TableRules
from tests.families.blackjack.chart_rounds import basic, job_of, kernel_net, live_net, wild
from tests.soak import SOAK, or_soak

HALF = Fraction(1, 2)
SPADES = card_of(0).suit.__class__.SPADES


# Slow reference


@dataclass
class TwinHand:
    cards: list[int]
    is_split: bool = False
    doubled: bool = False
    surrendered: bool = False

    @property
    def values(self) -> list[int]:
        return [value_of(card) for card in self.cards]


@dataclass
class TwinSeat:
    plays: SeatStrategy
    hands: list[TwinHand]
    insured: bool = False


def value_of(card: int) -> int:
    return min(card // 4 + 1, 10)


class TwinRound:
    """One round of the slow reference. It raises IndexError when the cards run out."""

    def __init__(self, job: BlackjackJob, cards: list[int], place: int, counted: Fraction) -> None:
        self.job, self.rules, self.cards = job, job.rules, cards
        self.place = place
        self.running = counted
        self.first_place = place

    def deal(self) -> int:
        self.place += 1
        return self.cards[self.place - 1]

    def play(self) -> None:
        seats, rules = len(self.job.seats), self.rules
        first = [self.deal()] * seats if rules.shared_hand else [self.deal() for _ in range(seats)]
        up = self.deal()
        second = [self.deal()] * seats if rules.shared_hand else [self.deal() for _ in range(seats)]
        hole = self.deal()
        self.dealer = [up, hole]
        pairs = zip(self.job.seats, first, second, strict=True)
        self.seats = [
            TwinSeat(plays, [TwinHand([first_card, second_card])]) for plays, first_card, second_card in pairs
        ]
        self.firsts = [(first_card, second_card, up) for first_card, second_card in zip(first, second, strict=True)]
        self.natural = is_natural(value_of(up), value_of(hole))
        if value_of(up) == 1 and self.insures():
            for seat in self.seats:
                seat.insured = True
        is_checked = value_of(up) in (1, 10)
        if rules.surrender is Surrender.EARLY and is_checked:
            for seat in self.seats:
                if not self.is_natural(seat.hands[0]) and self.decide(seat, seat.hands[0]) == SURRENDER:
                    seat.hands[0].surrendered = True
        if not (self.natural and rules.hole_check is HoleCheck.PEEK):
            for seat in self.seats:
                self.play_seat(seat)
        self.play_dealer()

    def insures(self) -> bool:
        """Return whether the strategy insures, by the count of all cards but the hole card.

        Once discards are dealt, only the cards on the table are out of the shoe.
        """
        if isinstance(self.job.insures, str):
            return self.job.insures == "always"
        assert self.job.count is not None
        seen_cards, all_cards = self.cards[self.first_place : self.place - 1], 52 * self.rules.decks
        before, cards = (
            (self.running, all_cards) if self.place <= all_cards else (first_count(self.job), len(self.cards))
        )
        running = before + sum(self.job.count.tag(card_of(card)) for card in seen_cards)
        return true_count(self.job, running, cards - self.place + 1) >= self.job.insures

    def play_seat(self, seat: TwinSeat) -> None:
        place = 0
        while place < len(seat.hands):
            hand = seat.hands[place]
            if len(hand.cards) == 1:
                hand.cards.append(self.deal())
            if self.is_finished(seat, hand):
                place += 1
                continue
            match self.decide(seat, hand):
                case 0:
                    place += 1
                case 1:
                    hand.cards.append(self.deal())
                case 2:
                    hand.doubled = True
                    hand.cards.append(self.deal())
                case 4:
                    seat.hands.insert(place + 1, TwinHand([hand.cards.pop()], True))
                    hand.is_split = True
                case 5:
                    hand.surrendered = True

    def is_natural(self, hand: TwinHand) -> bool:
        allowed = not hand.is_split or self.rules.split_natural
        return len(hand.cards) == 2 and is_natural(*hand.values) and allowed

    def is_charlie(self, hand: TwinHand) -> bool:
        return 0 < self.rules.charlie_cards <= len(hand.cards) and sum(hand.values) <= 21

    def is_finished(self, seat: TwinSeat, hand: TwinHand) -> bool:
        if hand.doubled or hand.surrendered or sum(hand.values) > 21:
            return True
        if self.is_natural(hand) or self.is_charlie(hand):
            return True
        if hand.is_split and hand.values[0] == 1 and not self.rules.split_aces_play:
            return self.decide(seat, hand) != SPLIT
        return False

    def can_split(self, seat: TwinSeat, hand: TwinHand) -> bool:
        if len(hand.cards) != 2:
            return False
        ranks = [card // 4 for card in hand.cards] if self.rules.split_by is SplitBy.RANK else hand.values
        most = self.rules.most_ace_hands if hand.values[0] == 1 else self.rules.most_hands
        return ranks[0] == ranks[1] and len(seat.hands) < most

    def can_double(self, hand: TwinHand) -> bool:
        held, rules = count(hand.values), self.rules
        if len(hand.cards) != 2 or (hand.is_split and not rules.double_after_split):
            return False
        if held.total == 21 and not rules.double_21:
            return False
        least = {DoubleOn.ANY: 0, DoubleOn.NINE_TO_ELEVEN: 9, DoubleOn.TEN_OR_ELEVEN: 10}[rules.double_on]
        return least == 0 or (least <= held.total <= 11 and not held.soft)

    def can_surrender(self, hand: TwinHand) -> bool:
        rules = self.rules
        if rules.surrender is Surrender.OFF or len(hand.cards) != 2:
            return False
        return not hand.is_split or (rules.surrender_after_split and hand.values[0] != 1)

    def decide(self, seat: TwinSeat, hand: TwinHand) -> int:
        held, up = count(hand.values), value_of(self.dealer[0])
        pair = hand.values[0] if self.can_split(seat, hand) else 0
        options: dict[str, Any] = {"may_double": self.can_double(hand), "may_surrender": self.can_surrender(hand)}
        chart = seat.plays.chart
        key = (tuple(sorted(hand.values)), up)
        if not hand.is_split and key in seat.plays.exceptions:
            chart = Chart.standing()
            code = seat.plays.exceptions[key]
            (chart.soft if held.soft else chart.hard)[held.total, up] = code
        return action(chart, total=held.total, is_soft=held.soft, up=up, pair=pair, **options)

    def is_decided(self, hand: TwinHand) -> bool:
        return hand.surrendered or sum(hand.values) > 21 or self.is_natural(hand) or self.is_charlie(hand)

    def play_dealer(self) -> None:
        waits = any(not self.is_decided(hand) for seat in self.seats for hand in seat.hands)
        stopped = self.natural and self.rules.hole_check is HoleCheck.PEEK
        self.drew = (waits and not stopped) or self.job.dealer_completes
        while not self.natural and self.drew and self.dealer_goes_on():
            self.dealer.append(self.deal())

    def dealer_goes_on(self) -> bool:
        held = count(value_of(card) for card in self.dealer)
        return dealer_draws(held, hits_soft_17=self.rules.hits_soft_17)

    # Results

    def net(self, seat: TwinSeat) -> Fraction:
        pays = self.job.payoffs
        insured = (HALF * pays.insurance_pays if self.natural else -HALF) if seat.insured else Fraction(0)
        if not self.natural:
            return insured + sum((self.hand_net(hand) for hand in seat.hands), Fraction(0))
        first = seat.hands[0]
        if self.is_natural(first):
            return insured
        early = first.surrendered and self.rules.surrender is Surrender.EARLY and not first.is_split
        return insured - (pays.surrender_loses if early else 1)

    def hand_net(self, hand: TwinHand) -> Fraction:
        pays, total = self.job.payoffs, count(hand.values).total
        stake = 2 if hand.doubled else 1
        if hand.surrendered:
            return -pays.surrender_loses
        if self.is_natural(hand):
            return pays.natural if not self.is_x(hand) or pays.blackjack_x is None else pays.blackjack_x
        if total > 21:
            is_31 = (
                self.rules.plays_to_31 and total == 31 and not hand.doubled and count(hand.values[:-1]) == (21, False)
            )
            return pays.hard_31 if is_31 else Fraction(-stake)
        if self.is_charlie(hand):
            return stake * pays.charlie
        dealer = count(value_of(card) for card in self.dealer).total
        if dealer > 21 or total > dealer:
            return stake * pays.win
        return Fraction(0 if total == dealer else -stake)

    def is_x(self, hand: TwinHand) -> bool:
        low_card, high_card = sorted(card_of(card) for card in hand.cards)
        is_king = (
            {int(low_card.rank), int(high_card.rank)} == {1, 13}
            and low_card.suit == high_card.suit
            and not hand.is_split
        )
        return is_king and (self.job.payoffs.blackjack_x_any_suit or low_card.suit == SPADES)


def first_count(job: BlackjackJob) -> Fraction:
    assert job.count is not None
    return job.count.first + job.rules.decks * job.count.first_per_deck


def true_count(job: BlackjackJob, running: Fraction, left: int) -> Fraction:
    assert job.count is not None
    return running * job.count.true_per_cards / left if job.count.true_per_cards else running


@dataclass
class TwinTally:
    """Counts of the slow reference, with the names of `BlackjackTally`."""

    rounds: int = 0
    hand_counts: Counter[str] = field(default_factory=Counter)
    nets: Counter[tuple[int, Fraction]] = field(default_factory=Counter)
    tables: list[Fraction] = field(default_factory=list)
    split_seats: Counter[int] = field(default_factory=Counter)
    bust_cards: Counter[int] = field(default_factory=Counter)
    dealer: Counter[str] = field(default_factory=Counter)
    insured: list[int] = field(default_factory=lambda: [0, 0])
    firsts: Counter[tuple[int, ...]] = field(default_factory=Counter)
    ran_out: int = 0

    def add(self, job: BlackjackJob, bucket: int, played: TwinRound) -> None:
        self.rounds += 1
        self.ran_out += played.place > 52 * job.rules.decks
        for seat, three in zip(played.seats, played.firsts, strict=True):
            self.nets[bucket, played.net(seat)] += 1
            self.firsts[*three, int(played.natural)] += 1
            self.insured[int(played.natural)] += seat.insured
            self.split_seats[len(seat.hands)] += len(seat.hands) > 1
            is_played = not (played.natural and job.rules.hole_check is HoleCheck.PEEK)
            for place, hand in enumerate(seat.hands):
                if not (played.natural and place > 0):
                    self.add_hand(played, hand, is_played=is_played)
        self.tables.append(sum((played.net(seat) for seat in played.seats), Fraction(0)))
        total = count(value_of(card) for card in played.dealer).total
        name = "bust" if total > 21 else str(total)
        self.dealer["natural" if played.natural else name if played.drew else "none"] += 1
        self.bust_cards[min(len(played.dealer), 8)] += total > 21

    def add_hand(self, played: TwinRound, hand: TwinHand, *, is_played: bool) -> None:
        values = hand.values
        self.hand_counts["doubles"] += hand.doubled
        self.hand_counts["naturals"] += played.is_natural(hand)
        self.hand_counts["surrenders"] += hand.surrendered
        is_31 = played.rules.plays_to_31 and not hand.doubled and sum(values) == 31 and sum(values[:-1]) == 21
        self.hand_counts["hard_31s"] += is_31
        self.hand_counts["busts"] += sum(values) > 21 and not is_31
        self.hand_counts["charlies"] += played.is_charlie(hand) and is_played and not hand.surrendered


def twin(job: BlackjackJob, shoes: int, limit: int = 10**9) -> TwinTally:
    tally = TwinTally()
    for shoe in range(shoes):
        for bucket, played in twin_shoe(job, shoe):
            if tally.rounds < limit:
                tally.add(job, bucket, played)
    return tally


def twin_shoe(job: BlackjackJob, shoe: int) -> Iterator[tuple[int, TwinRound]]:
    """Yield the rounds of a shoe; the last round is finished with discards if the shoe runs out."""
    cards = cards_of_shoe(job, shoe)
    place = 0 if job.shoe.is_fresh else job.shoe.burn[value_of(cards[0]) - 1]
    cut = len(cards) - job.shoe.cut_from_back
    burnt, rounds_left = place, None
    while place < len(cards) and rounds_left != 0:
        running, bucket = Fraction(0), 0
        if job.count is not None:
            running = first_count(job)
            running += sum(job.count.tag(card_of(card)) for card in cards[burnt:place])
            reached = true_count(job, running, len(cards) - place).__floor__()
            bucket = min(max(reached, job.counts_from), job.counts_to) - job.counts_from
        played = TwinRound(job, cards, place, running)
        try:
            played.play()
        except IndexError:
            played = TwinRound(job, cards_of_shoe(job, shoe, discards=place), place, running)
            with suppress(IndexError):
                played.play()
                yield bucket, played
            return
        yield bucket, played
        if job.shoe.is_fresh:
            return
        if rounds_left is not None:
            rounds_left -= 1
        elif played.place > cut:
            is_first = place >= cut
            rounds_left = {
                AfterCut.NOTHING: 0,
                AfterCut.ONE_MORE: 1,
                AfterCut.ONE_MORE_UNLESS_FIRST: 0 if is_first else 1,
            }[job.shoe.after_cut]
        place = played.place


def assert_same(job: BlackjackJob, tally: BlackjackTally, expected: TwinTally) -> None:
    units = tally.units
    assert tally.rounds == expected.rounds
    middle = job.net_zero_index
    nets = {(int(row), int(net) - middle): int(tally.nets[row, net]) for row, net in np.argwhere(tally.nets)}
    assert nets == {(bucket, int(net * units)): many for (bucket, net), many in expected.nets.items()}
    for name in ("doubles", "naturals", "surrenders", "busts", "hard_31s", "charlies"):
        assert (name, getattr(tally, name)) == (name, expected.hand_counts[name])
    assert Counter(tally.split_seats) == +expected.split_seats
    assert tally.hands == len(job.seats) * tally.rounds + tally.splits
    assert tally.action == units * (tally.hands + tally.doubles)
    assert list(tally.insured) == expected.insured
    insurance = sum(many * int(pay) for many, pay in zip(tally.insured, job.pays.insurance, strict=True))
    assert tally.net == int((tally.hands_by_end.sum(axis=0) * job.pays.table).sum()) + insurance
    assert Counter(tally.dealer_totals) == +expected.dealer
    assert Counter(tally.bust_cards) == +expected.bust_cards
    if job.counts_firsts:
        assert int(tally.firsts.sum()) == sum(expected.firsts.values())
        assert all(tally.firsts[place] == many for place, many in expected.firsts.items())
    if len(job.seats) > 1:
        many, net, squares = tally.tally.counts.table.reshape(-1, 3).sum(axis=0).tolist()
        sums = [int(total * units) for total in expected.tables]
        assert (many, net, squares) == (len(sums), sum(sums), sum(total * total for total in sums))


def tally_of(job: BlackjackJob, shoes: int, limit: int = 2**62) -> BlackjackTally:
    return BlackjackTally(job, job.deal(0, shoes, limit))


rule_sets = st.builds(
    BlackjackRules,
    decks=st.integers(1, 8),
    hits_soft_17=st.booleans(),
    hole_check=st.sampled_from(HoleCheck),
    surrender=st.sampled_from(Surrender),
    surrender_after_split=st.booleans(),
    double_on=st.sampled_from(DoubleOn),
    double_21=st.booleans(),
    double_after_split=st.booleans(),
    split_by=st.sampled_from(SplitBy),
    most_hands=st.integers(2, 5),
    most_ace_hands=st.integers(1, 2),
    split_aces_play=st.booleans(),
    split_natural=st.booleans(),
    charlie_cards=st.sampled_from([0, 3, 4, 5, 10]),
    plays_to_31=st.booleans(),
    shared_hand=st.booleans(),
)
payoff_sets = st.builds(
    Payoffs,
    natural=st.sampled_from([Fraction(6, 5), Fraction(3, 2), Fraction(1)]),
    blackjack_x=st.sampled_from([None, Fraction(2), Fraction(7, 3)]),
    blackjack_x_any_suit=st.booleans(),
    charlie=st.sampled_from([Fraction(1), Fraction(2)]),
)
plans = st.one_of(
    st.builds(
        ShoePlan,
        burn=st.sampled_from([(1,) * 10, (0,) * 10, tuple(range(2, 12))]),
        cut_from_back=st.integers(0, 52),
        after_cut=st.sampled_from(AfterCut),
    ),
    st.just(ShoePlan.fresh()),
)


@cache
def wild_plays(seed: int) -> SeatStrategy:
    return SeatStrategy(wild(seed))


many_seats = st.lists(st.integers(0, 2), min_size=2, max_size=7)
charts_of_seats = st.one_of(st.just([0]), many_seats)


@settings(max_examples=10, deadline=None)
@given(rule_sets, payoff_sets, plans, charts_of_seats, st.data())
def test_kernel_and_twin_play_the_same_rounds_under_any_rules(
    rules: BlackjackRules, payoffs: Payoffs, plan: ShoePlan, charts: list[int], data: st.DataObject
) -> None:
    count_name = data.draw(st.sampled_from([None, *count_systems()]))
    insures: list[Any] = ["never", "always"] + ([Fraction(3, 2), Fraction(-1)] if count_name else [])
    first_chart = data.draw(st.integers(0, 10**6))
    seats = tuple(wild_plays(first_chart + chart) for chart in charts)
    job = BlackjackJob(
        rules, payoffs, seats, data.draw(st.integers(0, 2**64 - 1)), plan,
        count_named(count_name) if count_name else None,
        insures=data.draw(st.sampled_from(insures)),
        dealer_completes=data.draw(st.booleans()),
        counts_firsts=data.draw(st.booleans()),
    )  # fmt: skip
    shoes = 40 if plan.is_fresh else 12
    assert_same(job, tally_of(job, shoes), twin(job, shoes))


FIXED = {
    "ilani": (BlackjackRules(charlie_cards=10), Payoffs(), ShoePlan()),
    "six fresh decks": (BlackjackRules(), Payoffs(), ShoePlan.fresh()),
    "one deck to the last card": (BlackjackRules(decks=1), Payoffs(), ShoePlan((0,) * 10, 0, AfterCut.ONE_MORE)),
    "no look at the hole card": (BlackjackRules(hole_check=HoleCheck.NONE), Payoffs(), ShoePlan()),
    "Blackjack X": (
        BlackjackRules(surrender=Surrender.EARLY, surrender_after_split=True, plays_to_31=True),
        Payoffs(blackjack_x=Fraction(2)),
        ShoePlan(),
    ),
}


@pytest.mark.parametrize("name", FIXED)
@pytest.mark.parametrize("plays", [SeatStrategy(basic()), SeatStrategy(wild(3))], ids=["basic", "wild"])
def test_a_lone_seat_is_played_as_the_twin_plays_it_for_thousands_of_rounds(name: str, plays: SeatStrategy) -> None:
    rules, payoffs, plan = FIXED[name]
    job = BlackjackJob(rules, payoffs, (plays,), 11, plan)
    shoes = 2000 if plan.is_fresh else 60
    assert_same(job, tally_of(job, shoes), twin(job, shoes))


@pytest.mark.parametrize("count", [None, "hi-lo"])
def test_a_round_that_the_shoe_runs_out_in_is_finished_with_its_discards(count: str | None) -> None:
    """Check seven seats and a cut card near the end: almost every shoe runs out, and no round is lost."""
    plan = ShoePlan(cut_from_back=26, after_cut=AfterCut.ONE_MORE)
    system = count_named(count) if count else None
    insures: str | Fraction = Fraction(1) if count else "always"
    job = BlackjackJob(
        BlackjackRules(decks=2), Payoffs(), (SeatStrategy(basic()),) * 7, 5, plan, system, insures=insures
    )
    wanted = twin(job, 40)
    assert_same(job, tally_of(job, 40), wanted)
    assert wanted.ran_out > 20


@cache
def plain_job(decks: int) -> BlackjackJob:
    return BlackjackJob(BlackjackRules(decks=decks), Payoffs(), (SeatStrategy(basic()),), 3, ShoePlan())


@settings(max_examples=30, deadline=None)
@given(st.sampled_from([1, 6, 10]), st.data())
def test_discards_are_shuffled_and_every_one_of_them_is_dealt_once(decks: int, data: st.DataObject) -> None:
    job = plain_job(decks)
    shoe, many = data.draw(st.integers(0, 10**6)), data.draw(st.integers(0, 52 * decks - 1))
    cards = cards_of_shoe(job, shoe, many)
    assert cards[: 52 * decks] == cards_of_shoe(job, shoe)
    assert sorted(cards[52 * decks :]) == sorted(cards[:many])


def test_every_discard_comes_first_or_second_equally_often() -> None:
    """Check 24,000 shoes with eight discards by a chi-squared test over all 56 pairs of positions."""
    job = plain_job(1)
    counts: Counter[tuple[int, int]] = Counter()
    for shoe in range(24_000):
        cards = cards_of_shoe(job, shoe, 8)
        counts[cards.index(cards[52]), cards.index(cards[53])] += 1
    mean = 24_000 / 56
    assert sum((many - mean) ** 2 / mean for many in counts.values()) < 99.6  # 1 in 5,000
    assert len(counts) == 56


@settings(max_examples=8, deadline=None)
@given(st.integers(1, 400), st.integers(0, 10**6), st.booleans())
def test_any_number_of_rounds_stops_at_that_round(limit: int, seed: int, fresh: bool) -> None:
    job = BlackjackJob(
        BlackjackRules(), Payoffs(), (SeatStrategy(basic()),), seed, ShoePlan.fresh() if fresh else ShoePlan()
    )
    shoes = limit if fresh else 10
    assert_same(job, tally_of(job, shoes, limit), twin(job, shoes, limit))


def test_exceptions_are_played_before_a_split_and_nowhere_else() -> None:
    exceptions = {((2, 10), 4): HIT, ((8, 8), 10): SURRENDER, ((2, 4, 10), 10): STAND, ((3, 3, 10), 10): STAND}
    job = BlackjackJob(BlackjackRules(), Payoffs(), (SeatStrategy(basic(), exceptions),), 4, ShoePlan.fresh())
    assert_same(job, tally_of(job, 3000), twin(job, 3000))
    plain = BlackjackJob(BlackjackRules(), Payoffs(), (SeatStrategy(basic()),), 4, ShoePlan.fresh())
    assert tally_of(job, 3000).net != tally_of(plain, 3000).net


# Against the exact value


def test_first_cards_have_their_exact_frequencies() -> None:
    """Check a matched pair of six decks (5 in 311) and the dealer's natural (2 x 24 x 96 in 312 x 311)."""
    tally = simulate_blackjack(
        BlackjackRules(), Payoffs(), basic(), 1_000_000, shoe=ShoePlan.fresh(), counts_firsts=True
    )
    firsts = tally.firsts
    matched = sum(int(firsts[card, card].sum()) for card in range(52))
    for counted, chance in ((matched, 5 / 311), (int(firsts[..., 1].sum()), 2 * 24 * 96 / (312 * 311))):
        assert abs(counted / tally.rounds - chance) < 4 * (chance / tally.rounds) ** 0.5
    assert int(firsts[..., 1].sum()) == tally.dealer_totals["natural"]


def test_the_interval_covers_the_correlation_of_seats_at_one_table() -> None:
    """Check that five seats with one dealer have a wider interval than five times as many rounds of one seat."""
    rules, payoffs, chart = BlackjackRules(), Payoffs(), basic()
    tally = simulate_blackjack(rules, payoffs, chart, 200_000, seats=5)
    alone = 1.96 * tally.standard_deviation / (5 * tally.rounds) ** 0.5
    assert 1.3 * alone < tally.interval < 2.3 * alone
    assert abs(float(tally.edge) + 0.0189) < 1.5 * tally.interval


# Laws


def test_every_pay_is_a_whole_number_of_units() -> None:
    assert OutcomePayouts(Payoffs()).units == 10
    assert OutcomePayouts(Payoffs(natural=Fraction(3, 2))).units == 2
    assert OutcomePayouts(Payoffs(blackjack_x=Fraction(7, 3))).units == 30
    assert OutcomePayouts(Payoffs(blackjack_x=Fraction(2))).table[NATURAL_X, 2] == 20


# Counting


def test_a_spread_is_the_flat_result_with_each_count_weighed() -> None:
    steps = Spread(((0, 1), (1, 2), (2, 4), (3, 8)))
    flat = simulate_blackjack(BlackjackRules(), Payoffs(), basic(), 300_000, count="hi-lo")
    spread = simulate_blackjack(BlackjackRules(), Payoffs(), basic(), 300_000, count="hi-lo", spread=steps)
    assert [row.net for row in flat.by_count] == [row.net for row in spread.by_count]
    assert spread.net == sum(steps.stake(row.count) * row.net for row in flat.by_count if row.count is not None)
    assert spread.staked > flat.staked == 300_000 * flat.units
    assert [steps.stake(count) for count in (-5, 0, 1, 2, 9)] == [1, 1, 2, 4, 8]


@pytest.mark.parametrize("name", count_systems())
def test_shipped_counts_name_their_source_and_sum_correctly_over_a_deck(name: str) -> None:
    """Check the sum of each shipped count system over a deck.

    A balanced count sums to zero, an unbalanced one to the value that its first count offsets.
    """
    system = count_named(name)
    total = sum(system.tag(card_of(card)) for card in range(52))
    assert system.source
    assert total == (0 if system.true_per_cards else -system.first_per_deck)
    assert all(tag == int(tag) for tag in system.whole_tags())


# Misuse


def job_arguments(**changes: Any) -> dict[str, Any]:
    return {"rules": BlackjackRules(), "payoffs": Payoffs(), "chart": basic(), "rounds": 1000, **changes}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seats": 0}, "seats: is 0; a table has 1 to 7"),
        ({"seats": 8}, "seats: is 8"),
        ({"rounds": 0}, "--rounds: is 0"),
        ({"seconds": -1.0}, "--seconds"),
        ({"within": -1.0}, "--within"),
        ({"threads": 0}, "threads: is 0"),
        ({"chart": [basic()], "seats": 2}, "1 strategies for 2 seats"),
        ({"spread": Spread(((0, 1),))}, "spread: needs a count"),
        ({"insurance": 3}, "insurance: from a true count on needs a count"),
        ({"insurance": "sometimes"}, 'insurance: is "sometimes"'),
        ({"insurance": 1000, "count": "hi-lo"}, "insurance: is 1000"),
        ({"insurance": "always", "rules": BlackjackRules(insurance=False)}, "insurance: is not offered"),
        ({"count": "hi-low"}, 'there is no count "hi-low"; did you mean "hi-lo"?'),
        ({"rules": BlackjackRules(decks=11)}, "rules.decks: is 11"),
        ({"rules": BlackjackRules(most_hands=17)}, "rules.most_hands: is 17"),
        ({"rules": BlackjackRules(charlie_cards=2)}, "rules.charlie_cards: is 2"),
        ({"shoe": ShoeRules(decks=8)}, "shoe.decks: is 8, and the rules say 6"),
        ({"shoe": ShoePlan(cut_from_back=313)}, "shoe.cut_from_back: is 313"),
        ({"shoe": ShoePlan(burn=(312,) * 10)}, "no round can be played from this shoe"),
    ],
)
def test_impossible_arguments_are_refused_by_name(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput) as refused:
        simulate_blackjack(**job_arguments(**changes))
    assert message in str(refused.value)


@pytest.mark.parametrize(
    "make",
    [
        lambda: ShoePlan(burn=(1, 2)),
        lambda: ShoePlan(cut_from_back=-1),
        lambda: Spread(()),
        lambda: Spread(((1, 1), (1, 2))),
        lambda: Spread(((0, 0),)),
        lambda: Spread(((0, -1),)),
        lambda: SeatStrategy(basic(), {((10, 2), 4): HIT}),
        lambda: SeatStrategy(basic(), {((2, 10), 4): SPLIT}),
        lambda: SeatStrategy(basic(), {((2, 10, 10), 4): HIT}),
        lambda: SeatStrategy(basic(), {((2, 10), 4): 99}),
        lambda: CountSystem("short", {"A": Fraction(1)}),
        lambda: count_of("odd", {"title": "odd", "tags": {}, "source": "", "tag": 1}),
        lambda: count_of("odd", {"title": "odd", "source": ""}),
        lambda: count_of("odd", {"title": "odd", "tags": {"A": "one"}, "source": ""}),
    ],
)
def test_records_that_make_no_sense_are_refused(make: Any) -> None:
    with pytest.raises(BadInput):
        make()


def test_a_chart_with_a_strange_code_is_refused() -> None:
    chart = basic()
    chart.hard[12, 4] = SPLIT
    with pytest.raises(BadInput, match="hard holds the code 4"):
        SeatStrategy(chart)


def test_first_cards_that_were_not_counted_are_refused() -> None:
    job = BlackjackJob(BlackjackRules(), Payoffs(), (SeatStrategy(basic()),), 1, ShoePlan())
    with pytest.raises(ValueError, match="counts_firsts"):
        _ = BlackjackTally(job, job.deal(0, 0)).firsts
    assert BlackjackTally(job, job.deal(0, 0)).edge == 0


def test_the_live_table_s_shoe_is_a_plan() -> None:
    live = ShoeRules(decks=6, burn="by-first-card", cut_from_back=40, cut_rule=CutRule.ENDS_WITH_THE_HAND)
    assert ShoePlan.of(live) == ShoePlan((*range(2, 11), 11), 40, AfterCut.ONE_MORE_UNLESS_FIRST)
    assert ShoePlan.of(ShoeRules(decks=6, burn="fixed", burn_fixed=1)).burn == (1,) * 10
    assert ShoePlan.of(ShoeRules(decks=6, burn="none")).after_cut is AfterCut.ONE_MORE


SHOES = 60 if SOAK else 10
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


@pytest.mark.parametrize("name", or_soak(tuple(GAMES), 6))
def test_kernel_and_live_round_give_the_same_money_for_each_shoe(name: str) -> None:
    """Check that kernel and live round pay the same, with a chart of unusual decisions.

    The chart has splits and doubles that nobody would make, and hits on 21.
    """
    rulebook, options, seats, insures = GAMES[name]
    rules = TableRules.of(rulebook_library.load(rulebook), options)
    for chart in (wild(11), basic()):
        job = job_of(rules, seats, insures, chart)
        for shoe in range(SHOES):
            assert kernel_net(job, shoe) == live_net(rules, job, shoe, chart), (shoe, cards_of_shoe(job, shoe)[:20])


@pytest.mark.parametrize("surrender", ["off", "late", "early"])
def test_without_a_peek_the_exact_value_also_counts_only_the_original_wager_as_lost(surrender: str) -> None:
    """Check that the exact value of the chart lies within four standard errors of the simulated edge."""
    rules = TableRules.of(rulebook_library.load(ILANI), {"hole_check": "none", "surrender": surrender})
    solved = BlackjackSolver(play_rules_of(rules), payoffs_of(rules)).solve()
    tally = simulate_blackjack(
        play_rules_of(rules), payoffs_of(rules), solved.chart, 2**21, seed=5, shoe=ShoePlan.fresh(), threads=1
    )
    assert abs(float(tally.edge) - solved.chart_value) < 2 * tally.interval
