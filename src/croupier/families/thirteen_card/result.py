"""Result of a hand of thirteen cards: rows and declaration of every seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from croupier.cards import Card
from croupier.families.thirteen_card.clean_sweeps import sweeps_of_rows
from croupier.families.thirteen_card.hand_values import category, foul_reason, strength
from croupier.families.thirteen_card.points import NOT_DECLARED, HandStatus, PointRules, ShowdownHand, best_hands

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
    """Return the final hand for a declared Clean Sweep: its best sweep, or foul if it is none. [004 L219]"""
    best = best_sweep(sweeps_of_rows(rows, needs_order=needs_order), rules)
    if not best:
        return SeatHand(seat, cards, rows, HandStatus.FOUL, declared=when)
    return SeatHand(seat, cards, rows, HandStatus.SWEEP, best, when)


def best_sweep(kinds: Sequence[str] | frozenset[str], rules: PointRules) -> str:
    """Return the sweep with the highest rank, then with the most points; empty if there is none. [CA-13C-A4]"""
    order = {kind: (rules.sweeps[kind].rank, -rules.sweeps[kind].points, kind) for kind in kinds}
    return min(order, key=lambda kind: order[kind], default="")


def next_action_seat(hands: Sequence[SeatHand], now: int, rules: PointRules) -> int:
    """Return the next seat of the action button.

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
