"""Kernels that play a hand of hold'em: blinds, four betting rounds, side pots, odd chips and the fee.

Seats are positions from the left of the button: 0 acts first after the flop, the last one is the button. With two
players the button has the small blind and acts first before the flop (CA-THE-A11). All actions are recorded, so that
another implementation can replay the hand; see `record_hands`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import allow_in_kernels, compiled_inline, kernel_function
from croupier.families.holdem.bot_strategy import choose_after_flop, choose_before_flop, raise_to
from croupier.families.holdem.odds.betting_rules import MOST_SEATS, BettingRules
from croupier.hands.kernels import HandTables, rank_of_keys
from croupier.odds.simulation.shuffle_kernels import GOLDEN, U64, mix64

allow_in_kernels(choose_before_flop, choose_after_flop, raise_to)  # simulated players decide as the bots do

BOARD = 5
MOST_ACTS = 448
"""Maximum number of recorded actions in a hand; no raises are allowed after half of them.

Rules without a cap on raises should never reach the maximum.
"""
FOLDED, CALLED, RAISED = 0, 1, 2
FLOP_CARDS = (0, 3, 4, 5)
SHOWDOWN_SAMPLES = 8
"""Number of random showdowns from which a sensible player estimates the strength of a hand."""
RANDOM_PLAY, SIMPLE_STRATEGY = 0, 1


class LookupTables(NamedTuple):
    """Lookup tables that players decide by and that showdowns are ranked by."""

    hands: HandTables
    opening: NDArray[np.float32]


HandArray = NDArray[np.int64]
"""State of a hand as one array of integers, reused for the next hand.

One array replaces several, because Numba reference-counts every array at each step. The constants below are the
positions in it.
"""
BEGAN = 0
"""Start, in the state array, of the chips that each seat had before the hand."""
STACK = BEGAN + MOST_SEATS
BET = STACK + MOST_SEATS
"""Start, in the state array, of the chips that each seat has wagered in this betting round."""
TOTAL = BET + MOST_SEATS
"""Start, in the state array, of the chips that each seat has in the pot, without dead money."""
IS_IN = TOTAL + MOST_SEATS
LEVEL = IS_IN + MOST_SEATS
"""Start, in the state array, of the bet to match when each seat last acted in this round; -1 before its first action.
"""
VALUE = LEVEL + MOST_SEATS
WON = VALUE + MOST_SEATS
POSTS = WON + MOST_SEATS
"""Start, in the state array, of the marks of seats that post missed blinds: the big blind live, the small blind dead.
[CA-THE-A5]"""
CARDS = POSTS + MOST_SEATS
"""Start, in the state array, of the hole cards, two for each seat."""
ON_TABLE = CARDS + 2 * MOST_SEATS
"""Start, in the state array, of the community cards."""
ENDS = ON_TABLE + BOARD
"""Start, in the state array, of the figures of the hand so far and of its result."""
(
    ACTS,  # number of actions so far
    ON_BOARD,  # number of open board cards
    FEE,
    POT,  # total before the fee
    LEFT,  # number of seats still in
    DEAD,  # money in the pot that is not a bet
    POTS,
    ABLE,  # number of seats still in that have chips to bet
    TO_MATCH,  # bet of this round that must be matched
    LAST_RAISE,  # size of the last full bet or raise
    SIZE,  # limit games: bet of this round; spread games: minimum bet
    RAISES,  # full bets and raises in this round, including the blind
    IS_CAPPED,  # whether the round has reached its cap on raises
) = range(ENDS, ENDS + 13)
WORD = IS_CAPPED + 1
"""Index, in the state array, of the counter of the last random number."""
DONE = WORD + 1
"""Start, in the state array, of the recorded actions, four numbers each: seat, action, bet after it, and betting round.
"""
AN_ACT = 4
FIGURES = DONE + AN_ACT * MOST_ACTS


@kernel_function
def new_hand_array() -> HandArray:
    return np.zeros(FIGURES, np.int64)


@compiled_inline
def next_word(state: HandArray) -> Any:
    word = U64(state[WORD]) + GOLDEN
    state[WORD] = np.int64(word)
    return mix64(word)


@compiled_inline
def next_share(state: HandArray) -> float:
    """Return a random number from 0 to below 1."""
    return float(next_word(state) >> U64(11)) * (1.0 / 9007199254740992.0)


@compiled_inline
def below(state: HandArray, many: int) -> int:
    """Return a random integer below `many`; the bias is less than one part in 10**9."""
    return int(((next_word(state) >> U64(32)) * U64(many)) >> U64(32))


# Putting chips in


@compiled_inline
def put_in(state: HandArray, seat: int, chips: int) -> None:
    """Move this many chips of a seat into its bet, limited by its stack."""
    paid = min(chips, state[STACK + seat])
    state[STACK + seat] -= paid
    state[BET + seat] += paid
    state[TOTAL + seat] += paid
    state[POT] += paid
    state[ABLE] -= paid > 0 and state[STACK + seat] == 0


@compiled_inline
def blinds_of(rules: BettingRules, seats: int) -> tuple[int, int]:
    return (1, 0) if seats == 2 and rules.button_is_small else (0, 1)


@kernel_function
def put_up_blinds(rules: BettingRules, state: HandArray, seats: int) -> None:
    """Start a hand: the seats put up antes, blinds and posts."""
    state[ENDS:WORD] = 0
    state[LEFT] = state[ABLE] = seats
    for seat in range(seats):
        state[STACK + seat], state[IS_IN + seat] = state[BEGAN + seat], True
        state[BET + seat] = state[TOTAL + seat] = state[WON + seat] = 0
        put_in(state, seat, rules.ante)
        state[BET + seat] = 0
        state[LEVEL + seat] = -1
    small, big = blinds_of(rules, seats)
    put_in(state, small, rules.small_blind)
    put_in(state, big, rules.big_blind)
    for seat in range(seats):
        if state[POSTS + seat] and seat not in (small, big):
            dead = min(rules.small_blind, state[STACK + seat])
            state[STACK + seat] -= dead
            state[DEAD] += dead
            state[POT] += dead
            put_in(state, seat, rules.big_blind)


@kernel_function
def take_back_uncalled(state: HandArray, seats: int) -> None:
    """Give the part of the highest bet that nobody matched back to its seat, and end the betting round."""
    most = second = 0
    who = 0
    for seat in range(seats):
        if state[BET + seat] > most:
            most, second, who = state[BET + seat], most, seat
        elif state[BET + seat] > second:
            second = state[BET + seat]
    uncalled = most - second
    state[ABLE] += uncalled > 0 and state[STACK + who] == 0 and state[IS_IN + who]
    state[STACK + who] += uncalled
    state[TOTAL + who] -= uncalled
    state[POT] -= uncalled
    for seat in range(seats):
        state[BET + seat] = 0
        state[LEVEL + seat] = -1


# Betting round


@kernel_function
def highest_of_others(state: HandArray, seats: int, seat: int) -> int:
    highest = 0
    for other_seat in range(seats):
        if other_seat != seat and state[IS_IN + other_seat]:
            highest = max(highest, state[BET + other_seat])
    return highest


@kernel_function
def can_be_called(state: HandArray, seats: int, seat: int) -> bool:
    """Return whether another seat has chips to call a higher bet."""
    for other_seat in range(seats):
        if (
            other_seat != seat
            and state[IS_IN + other_seat]
            and state[BET + other_seat] + state[STACK + other_seat] > state[TO_MATCH]
        ):
            return True
    return False


@compiled_inline
def is_reopened(rules: BettingRules, since: int, full: int) -> bool:
    """Return whether a seat that has acted may raise again, by the increase of the bet since then. [CA-THE-A13]"""
    if rules.reopen == 0:
        return since >= full
    return 2 * since >= full if rules.reopen == 1 else since > 0


@compiled_inline
def open_round(rules: BettingRules, state: HandArray, seats: int, street: int) -> None:
    """Set the bet to match and the size of a raise at the start of a betting round."""
    state[TO_MATCH] = state[RAISES] = state[IS_CAPPED] = 0
    state[SIZE] = state[LAST_RAISE] = rules.small_bet if street < 2 else rules.big_bet
    if street > 0:
        return
    if rules.calls_full_blind:
        state[TO_MATCH] = rules.big_blind
    if rules.big_blind:
        state[LAST_RAISE] = rules.big_blind
    for seat in range(seats):
        state[TO_MATCH] = max(state[TO_MATCH], state[BET + seat])
    state[RAISES] = state[TO_MATCH] > 0


@compiled_inline
def bet_to_match(state: HandArray, seats: int, seat: int) -> int:
    """Return the bet that a seat must match, or -1 if the seat has no turn.

    A seat does not act if it has folded or is all in, or if no opponent can bet.
    """
    if not state[IS_IN + seat] or state[STACK + seat] == 0:
        return -1
    if state[ABLE] > 1:
        return int(state[TO_MATCH])
    highest = highest_of_others(state, seats, seat)
    return highest if highest > state[BET + seat] else -1


@compiled_inline
def may_raise(rules: BettingRules, state: HandArray, seats: int, seat: int) -> bool:
    to_match = state[TO_MATCH]
    if state[BET + seat] + state[STACK + seat] <= to_match or (to_match >= rules.round_cap and not rules.caps_raise):
        return False
    if not can_be_called(state, seats, seat):
        return False
    if state[LEVEL + seat] >= 0 and not is_reopened(rules, to_match - state[LEVEL + seat], state[LAST_RAISE]):
        return False
    if rules.is_limit and state[RAISES] >= rules.raise_cap:
        return bool(state[LEFT] == 2 and not state[IS_CAPPED] and not rules.caps_two)
    return bool(state[ACTS] < MOST_ACTS // 2)


@compiled_inline
def full_raise(rules: BettingRules, state: HandArray) -> int:
    """Return the minimum size of a bet or raise.

    It is the fixed size of a limit game, the last full raise, or the minimum bet.
    """
    is_of_size = rules.is_limit or state[TO_MATCH] == 0 or not rules.raises_by_last
    return int(state[SIZE] if is_of_size else state[LAST_RAISE])


@compiled_inline
def raise_bet(rules: BettingRules, state: HandArray, seat: int, bet: int) -> None:
    """Raise the bet to match; a short all-in does not count as a raise. [CA-THE-A13]"""
    put_in(state, seat, bet - state[BET + seat])
    more = bet - state[TO_MATCH]
    if more >= full_raise(rules, state):
        state[RAISES] += 1
        if state[RAISES] >= rules.raise_cap and (state[LEFT] > 2 or rules.caps_two):
            state[IS_CAPPED] = 1
        state[LAST_RAISE] = more
    state[TO_MATCH] = bet


@compiled_inline
def act(
    rules: BettingRules,
    lookup: LookupTables,
    state: HandArray,
    seats: int,
    seat: int,
    street: int,
    style: int,
    match: int,
) -> bool:
    """Let a seat decide, and carry out its action; return whether the action is a raise."""
    least = most = 0
    if may_raise(rules, state, seats, seat):
        cap = rules.round_cap + (state[TO_MATCH] if rules.caps_raise else 0)
        most = min(state[BET + seat] + state[STACK + seat], cap)
        least = min(state[TO_MATCH] + full_raise(rules, state), most)
        most = least if rules.is_limit else most
    done = decide(lookup, state, seats, seat, street, style, match, least, most)
    if done == FOLDED:
        state[IS_IN + seat] = 0
        state[LEFT] -= 1
        state[ABLE] -= 1
    elif done == CALLED:
        put_in(state, seat, match - state[BET + seat])
    else:
        raise_bet(rules, state, seat, done)
    record_action(state, seat, min(done, RAISED), state[BET + seat], street)
    state[LEVEL + seat] = state[TO_MATCH]
    return done >= RAISED


@kernel_function
def bet_round(rules: BettingRules, lookup: LookupTables, state: HandArray, seats: int, street: int, style: int) -> None:
    """Play one betting round, until all bets are matched, all others are all in, or one player is left."""
    open_round(rules, state, seats, street)
    after_blinds = street == 0 and (rules.small_blind > 0 or rules.big_blind > 0)
    seat = (blinds_of(rules, seats)[1] + 1) % seats if after_blinds else 0
    waiting = seats
    while waiting > 0 and state[LEFT] > 1:
        waiting -= 1
        match = bet_to_match(state, seats, seat)
        if match >= 0 and act(rules, lookup, state, seats, seat, street, style, match):
            waiting = seats - 1
        seat = seat + 1 if seat + 1 < seats else 0
    take_back_uncalled(state, seats)


@compiled_inline
def record_action(state: HandArray, seat: int, what: int, bet: int, street: int) -> None:
    begin = DONE + AN_ACT * state[ACTS]
    state[begin], state[begin + 1], state[begin + 2], state[begin + 3] = seat, what, bet, street
    state[ACTS] += 1


# Decisions


@kernel_function
def decide(
    lookup: LookupTables,
    state: HandArray,
    seats: int,
    seat: int,
    street: int,
    style: int,
    match: int,
    least: int,
    most: int,
) -> int:
    """Return 0 to fold, 1 to check or call, or the total bet to raise to. `most` is 0 if no raise is allowed."""
    call = min(match - state[BET + seat], state[STACK + seat])
    if style == RANDOM_PLAY:
        return decide_randomly(state, call, least, most)
    pot, opponents, raises = state[POT], state[LEFT] - 1, state[RAISES]
    chance = next_share(state)
    if street == 0:
        strength = lookup.opening[state[CARDS + 2 * seat], state[CARDS + 2 * seat + 1]]
        behind = seats - 1 - (1 - seat if seats == 2 else (seat + seats - 2) % seats)
        done = choose_before_flop(strength, behind, opponents, raises, call, pot, most > 0, chance)
    else:
        done = choose_after_flop(
            share_of_showdowns(lookup, state, seats, seat, FLOP_CARDS[street]),
            opponents, call, pot, raises, most > 0, chance,
        )  # fmt: skip
    if done == 0 and call == 0:
        return 1
    if done < 2:
        return done
    return raise_to(least, most, pot, match, chance < 0.25)


@kernel_function
def decide_randomly(state: HandArray, call: int, least: int, most: int) -> int:
    """Return a random action, so that hands end in every possible way."""
    drawn = below(state, 100)
    if most > 0 and drawn < 28:
        if drawn < 10 or least == most:
            return least
        return most if drawn < 17 else least + below(state, int(most - least + 1))
    return 0 if call > 0 and drawn >= 86 else 1


@kernel_function
def share_of_showdowns(lookup: LookupTables, state: HandArray, seats: int, seat: int, down: int) -> float:
    """Return the fraction of a few random showdowns that a hand wins.

    The opponent's cards and the rest of the board are random.
    """
    tables = lookup.hands
    excluded = U64(1) << U64(state[CARDS + 2 * seat]) | U64(1) << U64(state[CARDS + 2 * seat + 1])
    key, mask = tables.start, U64(0)
    for place in range(down):
        card = state[ON_TABLE + place]
        excluded |= U64(1) << U64(card)
        key += tables.keys[card]
        mask += tables.masks[card]
    won = 0
    for _ in range(SHOWDOWN_SAMPLES):
        drawn_cards, word, left = excluded, next_word(state), 10
        theirs, their_mask, ours, our_mask = key, mask, key, mask
        wanted = 2 + BOARD - down
        while wanted > 0:
            if left == 0:
                word, left = next_word(state), 10
            card = int(word & U64(63))
            word >>= U64(6)
            left -= 1
            bit = U64(1) << U64(card)
            if card >= 52 or drawn_cards & bit:
                continue
            drawn_cards |= bit
            theirs += tables.keys[card]
            their_mask += tables.masks[card]
            if wanted > 2:
                ours += tables.keys[card]
                our_mask += tables.masks[card]
            wanted -= 1
        for place in range(2):
            card = int(state[CARDS + 2 * seat + place])
            ours += tables.keys[card]
            our_mask += tables.masks[card]
        own_rank, other_rank = rank_of_keys(ours, our_mask, tables), rank_of_keys(theirs, their_mask, tables)
        won += 2 * (own_rank > other_rank) + (own_rank == other_rank)
    return won / (2 * SHOWDOWN_SAMPLES)


# End of the hand


@kernel_function
def show_down(lookup: LookupTables, state: HandArray, seats: int) -> None:
    """Store the value that each seat's hand has on the complete board."""
    tables = lookup.hands
    key, mask = tables.start, U64(0)
    for place in range(BOARD):
        key += tables.keys[state[ON_TABLE + place]]
        mask += tables.masks[state[ON_TABLE + place]]
    for seat in range(seats):
        one, other = state[CARDS + 2 * seat], state[CARDS + 2 * seat + 1]
        state[VALUE + seat] = rank_of_keys(
            key + tables.keys[one] + tables.keys[other], mask + tables.masks[one] + tables.masks[other], tables
        )


@kernel_function
def pay_pots(rules: BettingRules, state: HandArray, seats: int) -> None:
    """Pay the main and side pots, one for each all-in amount; the fee is taken from the main pot first.

    All-in amounts that the same players can win form one pot.
    """
    fee, done, dead = state[FEE], 0, state[DEAD]
    while True:
        level = 2**62
        for seat in range(seats):
            if state[IS_IN + seat] and done < state[TOTAL + seat] < level:
                level = state[TOTAL + seat]
        if level == 2**62:
            return
        pot = dead
        dead = 0
        for seat in range(seats):
            pot += max(0, min(state[TOTAL + seat], level) - done)
        taken = min(fee, pot)
        fee -= taken
        split_pot(rules, state, seats, level, pot - taken)
        state[POTS] += 1
        done = level


@kernel_function
def split_pot(rules: BettingRules, state: HandArray, seats: int, level: int, pot: int) -> None:
    """Divide a pot among the best hands that put in enough; odd chips go clockwise from the button's left.

    [CA-THE-A7, CA-THE-A16]
    """
    best, sharing = -1, 0
    for seat in range(seats):
        if state[IS_IN + seat] and state[TOTAL + seat] >= level:
            if state[VALUE + seat] > best:
                best, sharing = state[VALUE + seat], 1
            elif state[VALUE + seat] == best:
                sharing += 1
    odd = pot % sharing
    for seat in range(seats):
        if state[IS_IN + seat] and state[TOTAL + seat] >= level and state[VALUE + seat] == best:
            more = min(odd, 1) if rules.odd_chips_one_each else odd
            state[WON + seat] += pot // sharing + more
            odd -= more


@kernel_function
def take_fee(rules: BettingRules, state: HandArray, seats: int) -> None:
    """Take the house's fee, at most the whole pot. [CA-THE-A4]"""
    fee = rules.fees[state[LEFT] if rules.fee_by_flop else seats]
    state[FEE] = 0 if fee > state[POT] and rules.waives_short_fee else min(fee, state[POT])


@kernel_function
def play_hand(rules: BettingRules, lookup: LookupTables, state: HandArray, seats: int, style: int) -> None:
    """Play the hand that the state array describes: cards, stacks and posts."""
    put_up_blinds(rules, state, seats)
    for street in range(4):
        if street == 1 and not rules.fee_at_end:
            take_fee(rules, state, seats)
        state[ON_BOARD] = FLOP_CARDS[street]
        bet_round(rules, lookup, state, seats, street, style)
        if state[LEFT] == 1:
            break
    if rules.fee_at_end and state[ON_BOARD] > 0:
        take_fee(rules, state, seats)
    if state[LEFT] == 1:
        for seat in range(seats):
            if state[IS_IN + seat]:
                state[WON + seat] = state[POT] - state[FEE]
        state[POTS] = 1
        return
    show_down(lookup, state, seats)
    pay_pots(rules, state, seats)
