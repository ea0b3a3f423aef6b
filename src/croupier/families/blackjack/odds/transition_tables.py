"""Lookup tables of a strategy under the rules of a table: a state and a card give the next state.

A hand is played by one lookup per card. All rules are applied when the tables are built, so that kernels test none of
them. States with the same successors are one state: the number of cards matters only where a hand can still win by its
number of cards, and two hands with the same total differ only if they are played differently.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.families.blackjack.hand_values import ACE, TEN, Count, dealer_draws, is_natural
from croupier.families.blackjack.odds import actions
from croupier.families.blackjack.odds.hand_outcomes import (
    BROKE,
    BROKE_DOUBLED,
    CHARLIE,
    CHARLIE_DOUBLED,
    DEALER_17,
    DEALER_BROKE_3,
    DEALER_ENDS,
    DEALER_NATURAL,
    DECIDED,
    DOUBLED,
    ENDS,
    HARD_31,
    IS_X,
    MOST_BUST_CARDS,
    NATURAL,
    NATURAL_X,
    NO_PAIR,
    NOT_DRAWN,
    OPENINGS,
    ORDINARY,
    ROW,
    SPECIALS,
    SPLIT,
    STOOD,
    SURRENDERED,
    SURRENDERED_EARLY,
    UNPLAYED,
)
from croupier.families.blackjack.odds.seat_strategy import ActionOptions, SeatStrategy
from croupier.families.blackjack.rules import BlackjackRules, HoleCheck, Surrender

CARDS = range(1, 11)


class HandTotals(NamedTuple):
    """Properties of a hand that determine how it is played on."""

    hard: int
    """Total of the hand with all aces as one."""
    has_ace: bool
    cards: int
    values: tuple[int, ...] = ()
    """Card values in ascending order, if a strategy depends on them."""

    @property
    def counted(self) -> Count:
        is_soft = self.has_ace and self.hard <= 11
        return Count(self.hard + 10 * is_soft, is_soft)

    def with_card(self, card: int) -> HandTotals:
        values = tuple(sorted((*self.values, card))) if self.values else ()
        return HandTotals(self.hard + card, self.has_ace or card == ACE, self.cards + 1, values)


def hand_totals(*cards: int, keep: bool = False) -> HandTotals:
    return HandTotals(sum(cards), ACE in cards, len(cards), tuple(sorted(cards)) if keep else ())


class StateTable:
    """Table of the next state for each state and card; states with equal rows are stored once."""

    def __init__(self, ends: int) -> None:
        self._ends = ends
        self._found: dict[tuple[int, ...], int] = {}

    def state(self, row: tuple[int, ...]) -> int:
        return self._found.setdefault(row, self._ends + len(self._found))

    def table(self) -> NDArray[np.int64]:
        """Return the table of next states; a final state leads to itself for every card."""
        table = np.zeros((self._ends + len(self._found), ROW), np.int64)
        table[: self._ends] = np.arange(self._ends)[:, None]
        for row, state in self._found.items():
            table[state, : len(row)] = row
        return table


@dataclass
class StateMachineBuilder:
    """Builds the lookup tables of one strategy: the first states of hands, and the next state after each card.

    Several strategies share one table of next states.
    """

    rules: BlackjackRules
    plays: SeatStrategy
    states: StateTable
    _hit_states: dict[tuple[int, HandTotals], int] = field(default_factory=dict)

    def openings(self) -> NDArray[np.uint16]:
        """Return the first state of a hand, by special case, first card, up card, second card and hole card."""
        table = np.zeros((SPECIALS, 10, 10, 10, 10), np.uint16)
        for first, up, second in product(CARDS, repeat=3):
            for special in range(SPECIALS):
                if special == ORDINARY or _is_special(special, first, second):
                    self._fill(table[special, first - 1, up - 1, second - 1], special, first, second, up)
                else:
                    table[special, first - 1, up - 1, second - 1] = table[ORDINARY, first - 1, up - 1, second - 1]
        return table.reshape(SPECIALS, OPENINGS)

    def _fill(self, by_hole: NDArray[np.uint16], special: int, first: int, second: int, up: int) -> None:
        """Store in `by_hole` the first state of a hand for each hole card of the dealer.

        A dealer's natural that is found at once ends the round before the hand is played. [002 L100-101; 004 L1423]
        """
        state = self._first_state(special, first, second, up)
        by_hole[:] = state
        if self.rules.hole_check is HoleCheck.PEEK and up in (ACE, TEN):
            stands = state in (NATURAL, NATURAL_X, SURRENDERED_EARLY)
            by_hole[ACE + TEN - up - 1] = state if stands else UNPLAYED

    def _first_state(self, special: int, first: int, second: int, up: int) -> int:
        if is_natural(first, second):
            return NATURAL_X if special == IS_X else NATURAL
        pair = first if first == second and special != NO_PAIR and self._may_split(first) else 0
        situation = ActionOptions(up, pair, can_double=True, can_surrender=self.rules.surrender is not Surrender.OFF)
        return self._state_after_decision(hand_totals(first, second, keep=bool(self.plays.exceptions)), situation)

    def _may_split(self, card: int) -> bool:
        return (self.rules.most_ace_hands if card == ACE else self.rules.most_hands) > 1

    def after_split(self) -> NDArray[np.uint16]:
        """Return the state of a split hand after its second card is dealt.

        The index consists of up card, first card, second card, and whether the hand may be split again.
        """
        table = np.zeros((10, 10, 10, 2), np.uint16)
        for up, first, second in product(CARDS, repeat=3):
            for may in (False, True):
                table[up - 1, first - 1, second - 1, int(may)] = self._split_hand(up, first, second, may=may)
        return table.reshape(-1)

    def _split_hand(self, up: int, first: int, second: int, *, may: bool) -> int:
        """Return the state of a split hand that has these two cards. [002 L82-84; 004 L1391-1395, L1401, L1406]"""
        rules = self.rules
        if rules.split_natural and is_natural(first, second):
            return NATURAL
        situation = ActionOptions(
            up,
            first if may and first == second else 0,
            can_double=rules.double_after_split,
            can_surrender=rules.surrender_after_split and rules.surrender is not Surrender.OFF and first != ACE,
            is_split=True,
        )
        held = hand_totals(first, second)
        if first == ACE and not rules.split_aces_play:
            splits = situation.pair and self._move(held, situation) == actions.SPLIT
            return SPLIT if splits else self._charlie_state(held) or STOOD + held.counted.total
        return self._state_after_decision(held, situation)

    def _charlie_state(self, held: HandTotals) -> int:
        return CHARLIE if 0 < self.rules.charlie_cards <= held.cards else 0

    def _state_after_decision(self, held: HandTotals, situation: ActionOptions) -> int:
        """Return the state after the strategy's decision; the hand may end with that decision."""
        if charlie := self._charlie_state(held):
            return charlie
        match self._move(held, situation):
            case actions.STAND:
                return STOOD + held.counted.total
            case actions.HIT:
                return self._hit_state(held, situation)
            case actions.DOUBLE:
                return self.states.state(tuple(self._after_double(held.with_card(card)) for card in CARDS))
            case actions.SPLIT:
                return SPLIT
        early = self.rules.surrender is Surrender.EARLY and not situation.is_split
        return SURRENDERED_EARLY if early else SURRENDERED

    def _move(self, held: HandTotals, situation: ActionOptions) -> int:
        return self.plays.decide(held.counted, held.values, situation, self.rules)

    def _hit_state(self, held: HandTotals, situation: ActionOptions) -> int:
        later = ActionOptions(situation.up, is_split=situation.is_split)
        if not self.plays.looks_at_cards:
            held = held._replace(values=())
        key = (situation.up, held if self.rules.charlie_cards else held._replace(cards=0))
        if key not in self._hit_states:
            self._hit_states[key] = self.states.state(tuple(self._after_hit(held, card, later) for card in CARDS))
        return self._hit_states[key]

    def _after_hit(self, before: HandTotals, card: int, situation: ActionOptions) -> int:
        """Return the state after a hit with this card. [002 L16, L21; 004 L1369-1371]"""
        held = before.with_card(card)
        if held.hard > 21:
            is_31 = self.rules.plays_to_31 and before.hard == 21 and card == TEN
            return HARD_31 if is_31 else BROKE
        return self._state_after_decision(held, situation)

    def _after_double(self, held: HandTotals) -> int:
        """Return the final state of a doubled hand, which receives exactly one card. [002 L32; 004 L1399]"""
        if held.hard > 21:
            return BROKE_DOUBLED
        return CHARLIE_DOUBLED if self._charlie_state(held) else DOUBLED + held.counted.total


class StateMachine(NamedTuple):
    """Lookup tables with which the simulation kernels play hands by all strategies.

    A state is a number that stands for a hand and how it is played on. A table gives the first state of a hand from its
    first cards; `next_states` gives the next state from a state and a drawn card, until a final state is reached. The
    dealer's hand has tables of its own.
    """

    next_states: NDArray[np.uint16]
    openings: NDArray[np.uint16]
    """First state of a hand, by special case, first card, up card, second card and hole card. Each strategy has a block
    of SPECIALS x OPENINGS entries."""
    after_split: NDArray[np.uint16]
    """State of a split hand after its second card. Each strategy has a block of 2,000 entries with the index ((up x 10
    + first) x 10 + second) x 2 + (1 if it may be split again)."""
    dealer_from: NDArray[np.uint8]
    """Offset into `dealer_first` for each final state of a player's hand: 100 if it needs the dealer's total, else 0.
    """
    dealer_first: NDArray[np.uint8]
    """Dealer's first state by up card and hole card: 100 entries for rounds in which no hand needs the dealer's total,
    then 100 for the others."""
    dealer_next: NDArray[np.uint8]


def build_state_machine(
    rules: BlackjackRules, strategies: tuple[SeatStrategy, ...], *, dealer_completes: bool
) -> StateMachine:
    states = StateTable(ENDS)
    players = [StateMachineBuilder(rules, plays, states) for plays in strategies]
    openings = np.concatenate([player.openings().reshape(-1) for player in players])
    after_split = np.concatenate([player.after_split() for player in players])
    dealer_first, dealer_next = dealer_tables(rules)
    waits = [100 * (dealer_completes or end not in DECIDED) for end in range(ENDS)]
    table = states.table()
    assert len(table) < 2**16
    return StateMachine(
        table.astype(np.uint16).reshape(-1), openings, after_split, np.array(waits, np.uint8), dealer_first, dealer_next
    )


def dealer_tables(rules: BlackjackRules) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return the dealer's first and next states; busts differ by number of cards. [004 L410-415]"""
    states = StateTable(DEALER_ENDS)

    def state_of_hand(held: HandTotals) -> int:
        if held.hard > 21:
            return DEALER_BROKE_3 + min(held.cards, MOST_BUST_CARDS) - 3
        if not dealer_draws(held.counted, hits_soft_17=rules.hits_soft_17):
            return DEALER_17 + held.counted.total - 17
        return states.state(tuple(state_of_hand(held.with_card(card)) for card in CARDS))

    first = np.array([_dealer_first(state_of_hand, *pair) for pair in _pairs()], np.uint8)
    undrawn = np.array([DEALER_NATURAL if is_natural(*pair) else NOT_DRAWN for pair in _pairs()], np.uint8)
    table = states.table()
    assert len(table) <= 2**8
    return np.concatenate((undrawn, first)), table.astype(np.uint8).reshape(-1)


def _is_special(special: int, first: int, second: int) -> bool:
    return is_natural(first, second) if special == IS_X else first == second == TEN


def _pairs() -> Iterator[tuple[int, int]]:
    return ((up, hole) for up in CARDS for hole in CARDS)


def _dealer_first(state_of_hand: Callable[[HandTotals], int], up: int, hole: int) -> int:
    return DEALER_NATURAL if is_natural(up, hole) else state_of_hand(hand_totals(up, hole))
