"""Round of thirteen-card poker and its result: deal stacks, set hands face down or declare, then show all hands."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from croupier.cards import Card
from croupier.cards.pack import require_card
from croupier.families.thirteen_card.clean_sweeps import (
    arrangement_for_sweep,
    counts_of,
    possible_sweeps,
    sweeps_of_rows,
)
from croupier.families.thirteen_card.hand_values import (
    FRONT_CARDS,
    HAND_CARDS,
    ROW_CARDS,
    SIZES,
    category,
    foul_reason,
    strength,
)
from croupier.families.thirteen_card.house_way import RowTables, house_arrangement
from croupier.families.thirteen_card.points import NOT_DECLARED, HandStatus, PointRules, ShowdownHand, best_hands
from croupier.money.cents import Cents, format_dollars
from croupier.play.hands_on_table import HandName
from croupier.play.prompter import Prompter
from croupier.play.round import (
    AS_DEALT,
    FOUL,
    HOUSE_WAY,
    Answer,
    Arrange,
    ArrangedHands,
    Arrangement,
    Deal,
    Decision,
    ForbiddenDecision,
    HandToSet,
    Need,
    OpenHand,
    Round,
    RoundVoidedError,
    TimedOut,
    Void,
)

AnyRows = tuple[tuple[Card, ...], ...]


@dataclass(frozen=True)
class SeatHand:
    """Hand of one seat at the end of the round."""

    seat: int
    cards: tuple[Card, ...]
    rows: AnyRows
    end: HandStatus
    sweep: str = ""
    declared: int = NOT_DECLARED
    by_house: bool = False

    @cached_property
    def shown(self) -> ShowdownHand:
        if self.end is not HandStatus.REGULAR:
            return ShowdownHand(self.seat, self.end, sweep=self.sweep, declared=self.declared)
        front, middle, back = (strength(row) for row in self.rows)
        kinds = category(front), category(middle), category(back)
        return ShowdownHand(self.seat, self.end, (front, middle, back), kinds)


def set_hand(seat: int, cards: tuple[Card, ...], rows: AnyRows, *, by_house: bool = False) -> SeatHand:
    """Return the final hand for rows that a player has set; it is foul if the rows are out of order. [004 L213]"""
    end = HandStatus.REGULAR if foul_reason(rows) is None else HandStatus.FOUL
    return SeatHand(seat, cards, rows, end, by_house=by_house)


def sweep_hand(
    seat: int, cards: tuple[Card, ...], rows: AnyRows, when: int, rules: PointRules, *, needs_order: bool
) -> SeatHand:
    """Return the final hand of a seat that declared a Clean Sweep: its best sweep; foul if it has none. [004 L219]"""
    best = best_sweep(sweeps_of_rows(rows, needs_order=needs_order), rules)
    if not best:
        return SeatHand(seat, cards, rows, HandStatus.FOUL, declared=when)
    return SeatHand(seat, cards, rows, HandStatus.SWEEP, best, when)


def best_sweep(kinds: Sequence[str] | frozenset[str], rules: PointRules) -> str:
    """Return the sweep with the highest rank, then with the most points; empty if there is none. [CA-13C-A4]"""
    order = {kind: (rules.sweeps[kind].rank, -rules.sweeps[kind].points, kind) for kind in kinds}
    return min(order, key=lambda kind: order[kind], default="")


def next_action_seat(hands: Sequence[SeatHand], now: int, rules: PointRules) -> int:
    """Return the seat that gets the action button in the next hand.

    It is the seat with the best declared sweep, or else the best back row; of several seats the first clockwise.
    Without such a hand the button stays. [004 L70, L132; CA-13C-A12]
    """
    best = best_hands([hand.shown for hand in hands], rules)
    return next((hand.seat for hand in hands if hand.seat in best), now)


@dataclass(frozen=True)
class ThirteenResult:
    """Result of a finished hand."""

    hands: tuple[SeatHand, ...]
    """Hands in order of position, clockwise from the dealer button, the button's seat last."""
    button: int
    action: int
    """Seat of the action button, which gets the first stack."""
    plays: Mapping[int, int]
    """Cents that each seat has at stake: its chips, in whole points. [004 L230]"""
    next_action: int
    """Seat of the action button in the next hand. [004 L70, L132]"""
    fee_apart: bool = False
    """Whether the part of the fee that the antes do not cover is only reported, not taken from chips; true in cases."""

    @property
    def cards(self) -> tuple[Card, ...]:
        return tuple(card for hand in self.hands for card in hand.cards)

    @property
    def shown(self) -> list[ShowdownHand]:
        return [hand.shown for hand in self.hands]

    def hand(self, seat: int) -> SeatHand | None:
        return next((hand for hand in self.hands if hand.seat == seat), None)


PROMPTER = Prompter(called_off="004 L221", too_few_cards="004 L223", called_early="004 L223")
SURRENDER, CLEAN_SWEEP = "surrender", "clean-sweep"
DECLARATIONS = (CLEAN_SWEEP, SURRENDER, FOUL)


@dataclass(frozen=True)
class RoundSetup:
    """Rules, seats and chips with which one hand is played."""

    rules: PointRules
    tables: RowTables
    point: int
    button: int
    action: int
    plays: Mapping[int, int]
    """Seats dealt in with their cents at stake, in order of position: clockwise from the button, the button last."""
    silence: str = HOUSE_WAY
    needs_order: bool = False
    fee_apart: bool = False
    same_moment_ms: int = 0
    """Milliseconds after a declaration within which further declarations from terminals count as simultaneous."""

    @property
    def in_dealing_order(self) -> list[int]:
        """Seats in dealing order: the action button first, then clockwise. [004 L70, L132]"""
        seats = list(self.plays)
        at = seats.index(self.action)
        return seats[at:] + seats[:at]


@dataclass(eq=False)
class ThirteenHandState:
    """Hand of one seat during the round."""

    seat: int
    cards: list[Card] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    ended: SeatHand | None = None
    is_open: bool = False
    moment: int = 0
    """Number of the moment in which the hand was declared, from 1; 0 without a declaration.

    Declarations in the same moment count as simultaneous.
    """
    question_number: int = 1
    """Number of times that the player has been asked to set the hand."""

    @property
    def name(self) -> str:
        return str(HandName.of_seat(self.seat))


class ThirteenRound:
    """Round in progress. Its state contains hidden cards; views must hide them until they are shown."""

    def __init__(self, plan: RoundSetup) -> None:
        self.plan = plan
        self.hands = [ThirteenHandState(seat) for seat in plan.plays]
        self.dealt = 0
        self.moments = 0
        self.moment_began_ms: int | None = None

    def of(self, seat: int) -> ThirteenHandState:
        return next(hand for hand in self.hands if hand.seat == seat)

    def steps(self) -> Round[ThirteenResult | Void]:
        try:
            for seat in self.plan.in_dealing_order:
                yield from self._stack(self.of(seat))
            yield from self._set_hands()
            yield from self._show_hands()
            yield from PROMPTER.announce()
        except RoundVoidedError as void:
            return void.void
        plan, ended = self.plan, tuple(hand.ended for hand in self.hands if hand.ended is not None)
        coming = next_action_seat(ended, plan.action, plan.rules)
        return ThirteenResult(ended, plan.button, plan.action, plan.plays, coming, plan.fee_apart)

    def refusal(self, decision: Decision) -> ForbiddenDecision | None:
        """Return None: players make no decisions here, they only set their hands."""

    def _stack(self, hand: ThirteenHandState) -> Generator[Need, Answer, None]:
        for nth in range(1, HAND_CARDS + 1):
            piece = yield from PROMPTER.piece(Deal(hand.name, nth))
            self.dealt += 1
            hand.cards.append(require_card(piece))
            hand.places.append(self.dealt)

    # Setting of hands

    def _set_hands(self) -> Generator[Need, Answer, None]:
        while waiting := [hand for hand in self.hands if hand.ended is None]:
            done = tuple(hand.seat for hand in self.hands if hand.ended is not None)
            answer = yield from PROMPTER.arrangement(Arrange(tuple(self.hand_to_set(hand) for hand in waiting), done))
            if isinstance(answer, TimedOut):
                for hand in waiting:
                    hand.ended = self._unanswered_hand(hand)
                return
            hand = self.of(answer.seat)
            hand.ended = self._hand_of_answer(hand, answer)
            self._order_declarations(hand)

    def hand_to_set(self, hand: ThirteenHandState) -> HandToSet:
        return HandToSet(
            hand.seat,
            tuple(hand.cards),
            SIZES,
            hand.question_number,
            foul_of,
            foul_loses=True,
            declarations=DECLARATIONS,
            declaration_problem=lambda arrangement: self.declaration_problem(hand, arrangement),
            timeout_action=self.plan.silence,
        )

    def _unanswered_hand(self, hand: ThirteenHandState) -> SeatHand:
        """Return the final hand of a player who did not answer in time. [004 L213; CA-13C-A20]

        By the option, it is set the house way, left as dealt, or foul.
        """
        cards = tuple(hand.cards)
        if self.plan.silence == HOUSE_WAY:
            return set_hand(hand.seat, cards, house_arrangement(cards, self.plan.tables), by_house=True)
        rows = cards[:FRONT_CARDS], cards[FRONT_CARDS : FRONT_CARDS + ROW_CARDS], cards[FRONT_CARDS + ROW_CARDS :]
        if self.plan.silence == AS_DEALT:
            return set_hand(hand.seat, cards, rows)
        return SeatHand(hand.seat, cards, rows, HandStatus.FOUL)

    def _hand_of_answer(self, hand: ThirteenHandState, answer: Arrangement) -> SeatHand:
        cards = tuple(hand.cards)
        set_rows = None if answer.card_numbers is None else self._rows(hand, answer)
        if answer.declaration:
            return self._declared(hand, answer, set_rows)
        rows = house_arrangement(cards, self.plan.tables) if set_rows is None else set_rows
        return set_hand(hand.seat, cards, rows, by_house=set_rows is None)

    def _rows(self, hand: ThirteenHandState, answer: Arrangement) -> AnyRows:
        assert answer.card_numbers is not None
        return tuple(tuple(hand.cards[place - 1] for place in places) for places in answer.card_numbers)

    def _declared(self, hand: ThirteenHandState, answer: Arrangement, set_rows: AnyRows | None) -> SeatHand:
        """Return the final hand of a player who declared a foul, a Clean Sweep or a surrender; not numbered yet."""
        cards, plan = tuple(hand.cards), self.plan
        if answer.declaration == FOUL:
            return SeatHand(hand.seat, cards, set_rows or (cards,), HandStatus.FOUL)
        hand.moment = self._moment(answer)
        if answer.declaration == CLEAN_SWEEP:
            rows = set_rows or self._sweep_rows(hand)
            return sweep_hand(hand.seat, cards, rows, NOT_DECLARED, plan.rules, needs_order=plan.needs_order)
        # The rows do not matter: a surrendered hand is never shown.
        return SeatHand(hand.seat, cards, set_rows or (cards,), HandStatus.SURRENDER)

    def _moment(self, answer: Arrangement) -> int:
        """Return the number of the moment to which a declaration belongs; declarations of one moment are simultaneous.

        [004 L188, L220; CA-13C-A24]
        """
        if not self._is_same_moment(answer):
            self.moments += 1
            self.moment_began_ms = answer.declared_at_ms
        return self.moments

    def _is_same_moment(self, answer: Arrangement) -> bool:
        """Return whether a declaration counts as simultaneous with the one before it."""
        began, at = self.moment_began_ms, answer.declared_at_ms
        return began is not None and at is not None and at - began < self.plan.same_moment_ms

    def _order_declarations(self, newest: ThirteenHandState) -> None:
        """Number the declarations by moment, and within a moment clockwise from the button. [004 L188, L220]

        Only one player may surrender. Of two simultaneous surrenders the one closest to the button counts, and the
        other player is asked again to set the hand.
        """
        if newest.ended is not None and newest.ended.end is HandStatus.SURRENDER:
            for hand in self.hands:
                if hand is not newest and hand.ended is not None and hand.ended.end is HandStatus.SURRENDER:
                    hand.ended, hand.moment, hand.question_number = None, 0, hand.question_number + 1
        declared = sorted((hand for hand in self.hands if hand.moment), key=lambda hand: hand.moment)
        for nth, hand in enumerate(declared, start=1):
            assert hand.ended is not None
            hand.ended = replace(hand.ended, declared=nth)

    def _sweep_rows(self, hand: ThirteenHandState) -> AnyRows:
        """Return rows that show the best sweep of these cards."""
        best = best_sweep(possible_sweeps(*counts_of(hand.cards)), self.plan.rules)
        rows = arrangement_for_sweep(best, hand.cards, needs_order=self.plan.needs_order)
        return rows or house_arrangement(hand.cards, self.plan.tables)

    def declaration_problem(self, hand: ThirteenHandState, arrangement: Arrangement) -> ForbiddenDecision | None:
        """Return why a seat may not make this declaration, or None."""
        if arrangement.declaration == SURRENDER:
            return self._surrender_problem(hand, arrangement)
        if arrangement.declaration == CLEAN_SWEEP:
            rows = self._sweep_rows(hand) if arrangement.card_numbers is None else self._rows(hand, arrangement)
            is_one = sweeps_of_rows(rows, needs_order=self.plan.needs_order)
            return (
                None
                if is_one
                else ForbiddenDecision("these cards are no Clean Sweep; declared it would be a foul", FOUL)
            )
        return ForbiddenDecision("a hand is fouled by the floor alone", FOUL)

    def _surrender_problem(self, hand: ThirteenHandState, arrangement: Arrangement) -> ForbiddenDecision | None:
        """Return why a seat may not surrender, or None.

        Only one player per hand may surrender, and the player's chips must cover the cost. [004 L188; CA-13C-A17, A23,
        A24]
        """
        before = [one.ended for one in self.hands if one.ended is not None]
        surrendered = next(
            (one for one in self.hands if one.ended is not None and one.ended.end is HandStatus.SURRENDER), None
        )
        if surrendered is not None and not self._counts_first(hand, surrendered, arrangement):
            return ForbiddenDecision(f"seat {surrendered.seat} has surrendered; one player a hand may", SURRENDER)
        rules, swept = self.plan.rules, [one for one in before if one.end is HandStatus.SWEEP]
        points = sum(rules.sweeps[one.sweep].points for one in swept)
        points += rules.surrender * (len(self.hands) - 1 - len(swept))
        costs, has = points * self.plan.point, self.plan.plays[hand.seat]
        if costs <= has:
            return None
        wanted, available = format_dollars(Cents(costs)), format_dollars(Cents(has))
        return ForbiddenDecision(f"a surrender costs {wanted} here, and {available} of your chips play", SURRENDER)

    def _counts_first(self, hand: ThirteenHandState, other: ThirteenHandState, arrangement: Arrangement) -> bool:
        """Return whether a declaration counts before a simultaneous one, because its seat is nearer the button.

        [004 L188]
        """
        at_once = other.moment == self.moments and self._is_same_moment(arrangement)
        return at_once and self.hands.index(hand) < self.hands.index(other)

    # Showdown

    def _show_hands(self) -> Generator[Need, Answer, None]:
        """Show the hands, Clean Sweeps first; a surrendered hand stays face down under its marker. [004 L188, L206]"""
        shown = [hand for hand in self.hands if hand.ended is not None and hand.ended.end is not HandStatus.SURRENDER]
        shown.sort(key=lambda hand: hand.ended is None or hand.ended.end is not HandStatus.SWEEP)
        for place, hand in enumerate(shown):
            later = tuple(one.seat for one in shown[place + 1 :])
            yield from PROMPTER.open_hand(OpenHand(hand.name, hand.seat, later))
            hand.is_open = True


def as_cards(hands: ArrangedHands) -> AnyRows:
    return tuple(tuple(require_card(card) for card in row) for row in hands)


def foul_of(hands: ArrangedHands) -> str | None:
    return foul_reason(as_cards(hands))


def positions(seats: Sequence[int], button: int) -> list[int]:
    """Return the seats clockwise from the button, the button's seat last. [004 L117-124]"""
    return [seat for seat in seats if seat > button] + [seat for seat in seats if seat <= button]
