"""A hand of hold'em in a compiled loop: blinds, four rounds of betting, side pots, odd chips, the fee.

Seats are places from the button's left: 0 is the first to act after the flop, the last is the button. With two players
the button has the small blind and opens (CA-THE-A11). What was done is written down, so that any other engine can be
given the same hand: see `told_hands`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled_inline, kernel_function
from croupier.families.holdem.odds.betting_rules import MOST_SEATS, BettingRules
from croupier.families.holdem.odds.players import choose_after_flop, choose_before_flop, raise_to
from croupier.hands.kernels import HandTables, rank_of_keys
from croupier.odds.simulation.shuffle_kernels import GOLDEN, U64, mix64

BOARD = 5
MOST_ACTS = 448
"""Acts in a hand; a hand that would have more is called down. No limit on raises is meant to reach it."""
FOLDED, CALLED, RAISED = 0, 1, 2
FLOP_CARDS = (0, 3, 4, 5)
LOOKS = 8
"""Showdowns that a sensible player thinks of."""
WILD, SENSIBLE = 0, 1


class LookupTables(NamedTuple):
    """What players and showdowns look things up in."""

    hands: HandTables
    opening: NDArray[np.float32]


HandArray = NDArray[np.int64]
"""A hand as it lies, in one row of numbers: several arrays would have their references counted at every step.

What stands from where on is named below; used again for the next hand.
"""
BEGAN = 0
"""Chips, by seat, before the hand."""
STACK = BEGAN + MOST_SEATS
BET = STACK + MOST_SEATS
"""In this round."""
TOTAL = BET + MOST_SEATS
"""In the pot, without dead money."""
IS_IN = TOTAL + MOST_SEATS
LEVEL = IS_IN + MOST_SEATS
"""The bet to match when a seat last acted in this round; -1 before that."""
VALUE = LEVEL + MOST_SEATS
WON = VALUE + MOST_SEATS
POSTS = WON + MOST_SEATS
"""Seats that make up for missed blinds: the big one live, the small one dead. [CA-THE-A5]"""
CARDS = POSTS + MOST_SEATS
"""Two a seat, by seat."""
ON_TABLE = CARDS + 2 * MOST_SEATS
"""The board."""
ENDS = ON_TABLE + BOARD
"""How the hand stands and ended."""
(
    ACTS,  # done so far
    ON_BOARD,  # cards that are open
    FEE,
    POT,  # before the fee
    LEFT,  # seats still in
    DEAD,  # money in the pot that is no bet
    POTS,
    ABLE,  # seats still in that have chips to bet
    TO_MATCH,  # the bet of this round
    LAST_RAISE,  # how far the last full bet or raise went
    SIZE,  # limit: a bet of this round; spread: the least bet
    RAISES,  # full bets and raises in this round, a blind counting as the bet
    IS_CAPPED,  # whether the round has had all its raises
) = range(ENDS, ENDS + 13)
WORD = IS_CAPPED + 1
"""The last random number."""
DONE = WORD + 1
"""Seat, what was done, the bet it came to, and in which round; four numbers an act."""
AN_ACT = 4
FIGURES = DONE + AN_ACT * MOST_ACTS


@kernel_function
def new_hand_array() -> HandArray:
    return np.zeros(FIGURES, np.int64)


@compiled_inline
def next_word(felt: HandArray) -> Any:
    word = U64(felt[WORD]) + GOLDEN
    felt[WORD] = np.int64(word)
    return mix64(word)


@compiled_inline
def next_share(felt: HandArray) -> float:
    """From 0 to 1."""
    return float(next_word(felt) >> U64(11)) * (1.0 / 9007199254740992.0)


@compiled_inline
def below(felt: HandArray, many: int) -> int:
    """One of so many, each as likely but for a part in thousands of millions."""
    return int(((next_word(felt) >> U64(32)) * U64(many)) >> U64(32))


# Putting chips in


@compiled_inline
def put_in(felt: HandArray, seat: int, chips: int) -> None:
    """As many as there are."""
    paid = min(chips, felt[STACK + seat])
    felt[STACK + seat] -= paid
    felt[BET + seat] += paid
    felt[TOTAL + seat] += paid
    felt[POT] += paid
    felt[ABLE] -= paid > 0 and felt[STACK + seat] == 0


@compiled_inline
def blinds_of(rules: BettingRules, seats: int) -> tuple[int, int]:
    return (1, 0) if seats == 2 and rules.button_is_small else (0, 1)


@kernel_function
def seat_players(rules: BettingRules, felt: HandArray, seats: int) -> None:
    """Antes, blinds and posts."""
    felt[ENDS:WORD] = 0
    felt[LEFT] = felt[ABLE] = seats
    for seat in range(seats):
        felt[STACK + seat], felt[IS_IN + seat] = felt[BEGAN + seat], True
        felt[BET + seat] = felt[TOTAL + seat] = felt[WON + seat] = 0
        put_in(felt, seat, rules.ante)
        felt[BET + seat] = 0
        felt[LEVEL + seat] = -1
    small, big = blinds_of(rules, seats)
    put_in(felt, small, rules.small_blind)
    put_in(felt, big, rules.big_blind)
    for seat in range(seats):
        if felt[POSTS + seat] and seat not in (small, big):
            dead = min(rules.small_blind, felt[STACK + seat])
            felt[STACK + seat] -= dead
            felt[DEAD] += dead
            felt[POT] += dead
            put_in(felt, seat, rules.big_blind)


@kernel_function
def take_back_uncalled(felt: HandArray, seats: int) -> None:
    """What nobody has matched goes back to whoever bet it, and the round's bets are in the pot."""
    most = second = 0
    who = 0
    for seat in range(seats):
        if felt[BET + seat] > most:
            most, second, who = felt[BET + seat], most, seat
        elif felt[BET + seat] > second:
            second = felt[BET + seat]
    uncalled = most - second
    felt[ABLE] += uncalled > 0 and felt[STACK + who] == 0 and felt[IS_IN + who]
    felt[STACK + who] += uncalled
    felt[TOTAL + who] -= uncalled
    felt[POT] -= uncalled
    for seat in range(seats):
        felt[BET + seat] = 0
        felt[LEVEL + seat] = -1


# A round of betting


@kernel_function
def highest_of_others(felt: HandArray, seats: int, seat: int) -> int:
    highest = 0
    for other in range(seats):
        if other != seat and felt[IS_IN + other]:
            highest = max(highest, felt[BET + other])
    return highest


@kernel_function
def can_be_called(felt: HandArray, seats: int, seat: int) -> bool:
    """Whether anybody else has chips for more than there is to match."""
    for other in range(seats):
        if other != seat and felt[IS_IN + other] and felt[BET + other] + felt[STACK + other] > felt[TO_MATCH]:
            return True
    return False


@compiled_inline
def is_reopened(rules: BettingRules, since: int, full: int) -> bool:
    """Whether who has acted may raise again, by what the bet went up since. [CA-THE-A13]"""
    if rules.reopen == 0:
        return since >= full
    return 2 * since >= full if rules.reopen == 1 else since > 0


@compiled_inline
def open_round(rules: BettingRules, felt: HandArray, seats: int, street: int) -> None:
    """What there is to match before anybody acts, and how much more is a raise."""
    felt[TO_MATCH] = felt[RAISES] = felt[IS_CAPPED] = 0
    felt[SIZE] = felt[LAST_RAISE] = rules.small_bet if street < 2 else rules.big_bet
    if street > 0:
        return
    if rules.calls_full_blind:
        felt[TO_MATCH] = rules.big_blind
    if rules.big_blind:
        felt[LAST_RAISE] = rules.big_blind
    for seat in range(seats):
        felt[TO_MATCH] = max(felt[TO_MATCH], felt[BET + seat])
    felt[RAISES] = felt[TO_MATCH] > 0


@compiled_inline
def match_of(felt: HandArray, seats: int, seat: int) -> int:
    """What a seat is asked to match; -1 where it is not asked: folded, all in, or nobody left to bet against."""
    if not felt[IS_IN + seat] or felt[STACK + seat] == 0:
        return -1
    if felt[ABLE] > 1:
        return int(felt[TO_MATCH])
    highest = highest_of_others(felt, seats, seat)
    return highest if highest > felt[BET + seat] else -1


@compiled_inline
def may_raise(rules: BettingRules, felt: HandArray, seats: int, seat: int) -> bool:
    to_match = felt[TO_MATCH]
    if felt[BET + seat] + felt[STACK + seat] <= to_match or (to_match >= rules.round_cap and not rules.caps_raise):
        return False
    if not can_be_called(felt, seats, seat):
        return False
    if felt[LEVEL + seat] >= 0 and not is_reopened(rules, to_match - felt[LEVEL + seat], felt[LAST_RAISE]):
        return False
    if rules.is_limit and felt[RAISES] >= rules.raise_cap:
        return bool(felt[LEFT] == 2 and not felt[IS_CAPPED] and not rules.caps_two)
    return bool(felt[ACTS] < MOST_ACTS // 2)


@compiled_inline
def full_raise(rules: BettingRules, felt: HandArray) -> int:
    """How far a bet or a raise has to go: a limit table's size, the last full one, or any bet of the spread."""
    is_of_size = rules.is_limit or felt[TO_MATCH] == 0 or not rules.raises_by_last
    return int(felt[SIZE] if is_of_size else felt[LAST_RAISE])


@compiled_inline
def raise_bet(rules: BettingRules, felt: HandArray, seat: int, bet: int) -> None:
    """A short all-in only lifts what there is to match. [CA-THE-A13]"""
    put_in(felt, seat, bet - felt[BET + seat])
    more = bet - felt[TO_MATCH]
    if more >= full_raise(rules, felt):
        felt[RAISES] += 1
        if felt[RAISES] >= rules.raise_cap and (felt[LEFT] > 2 or rules.caps_two):
            felt[IS_CAPPED] = 1
        felt[LAST_RAISE] = more
    felt[TO_MATCH] = bet


@compiled_inline
def act(
    rules: BettingRules, look: LookupTables, felt: HandArray, seats: int, seat: int, street: int, style: int, match: int
) -> bool:
    """Ask a seat, and do what it says; whether that was a raise."""
    least = most = 0
    if may_raise(rules, felt, seats, seat):
        cap = rules.round_cap + (felt[TO_MATCH] if rules.caps_raise else 0)
        most = min(felt[BET + seat] + felt[STACK + seat], cap)
        least = min(felt[TO_MATCH] + full_raise(rules, felt), most)
        most = least if rules.is_limit else most
    done = decide(look, felt, seats, seat, street, style, match, least, most)
    if done == FOLDED:
        felt[IS_IN + seat] = 0
        felt[LEFT] -= 1
        felt[ABLE] -= 1
    elif done == CALLED:
        put_in(felt, seat, match - felt[BET + seat])
    else:
        raise_bet(rules, felt, seat, done)
    write(felt, seat, min(done, RAISED), felt[BET + seat], street)
    felt[LEVEL + seat] = felt[TO_MATCH]
    return done >= RAISED


@kernel_function
def bet_round(rules: BettingRules, look: LookupTables, felt: HandArray, seats: int, street: int, style: int) -> None:
    """One round; ends with all bets matched, all others all in, or one player left."""
    open_round(rules, felt, seats, street)
    after_blinds = street == 0 and (rules.small_blind > 0 or rules.big_blind > 0)
    seat = (blinds_of(rules, seats)[1] + 1) % seats if after_blinds else 0
    waiting = seats
    while waiting > 0 and felt[LEFT] > 1:
        waiting -= 1
        match = match_of(felt, seats, seat)
        if match >= 0 and act(rules, look, felt, seats, seat, street, style, match):
            waiting = seats - 1
        seat = seat + 1 if seat + 1 < seats else 0
    take_back_uncalled(felt, seats)


@compiled_inline
def write(felt: HandArray, seat: int, what: int, bet: int, street: int) -> None:
    begin = DONE + AN_ACT * felt[ACTS]
    felt[begin], felt[begin + 1], felt[begin + 2], felt[begin + 3] = seat, what, bet, street
    felt[ACTS] += 1


# Deciding


@kernel_function
def decide(
    look: LookupTables,
    felt: HandArray,
    seats: int,
    seat: int,
    street: int,
    style: int,
    match: int,
    least: int,
    most: int,
) -> int:
    """0 to fold, 1 to check or call, otherwise what the bet is raised to. `most`: 0 where no raise is allowed."""
    call = min(match - felt[BET + seat], felt[STACK + seat])
    if style == WILD:
        return decide_wildly(felt, call, least, most)
    pot, opponents, raises = felt[POT], felt[LEFT] - 1, felt[RAISES]
    chance = next_share(felt)
    if street == 0:
        strength = look.opening[felt[CARDS + 2 * seat], felt[CARDS + 2 * seat + 1]]
        behind = seats - 1 - (1 - seat if seats == 2 else (seat + seats - 2) % seats)
        done = choose_before_flop(strength, behind, opponents, raises, call, pot, most > 0, chance)
    else:
        done = choose_after_flop(
            share_of_showdowns(look, felt, seats, seat, FLOP_CARDS[street]),
            opponents, call, pot, raises, most > 0, chance,
        )  # fmt: skip
    if done == 0 and call == 0:
        return 1
    if done < 2:
        return done
    return raise_to(least, most, pot, match, chance < 0.25)


@kernel_function
def decide_wildly(felt: HandArray, call: int, least: int, most: int) -> int:
    """As nobody would play: every kind of end is met."""
    drawn = below(felt, 100)
    if most > 0 and drawn < 28:
        if drawn < 10 or least == most:
            return least
        return most if drawn < 17 else least + below(felt, int(most - least + 1))
    return 0 if call > 0 and drawn >= 86 else 1


@kernel_function
def share_of_showdowns(look: LookupTables, felt: HandArray, seats: int, seat: int, down: int) -> float:
    """The share that a hand wins of a few showdowns with a hand dealt at random, over boards dealt at random."""
    tables = look.hands
    seen = U64(1) << U64(felt[CARDS + 2 * seat]) | U64(1) << U64(felt[CARDS + 2 * seat + 1])
    key, mask = tables.start, U64(0)
    for place in range(down):
        card = felt[ON_TABLE + place]
        seen |= U64(1) << U64(card)
        key += tables.keys[card]
        mask += tables.masks[card]
    won = 0
    for _ in range(LOOKS):
        gone, word, left = seen, next_word(felt), 10
        theirs, their_mask, ours, our_mask = key, mask, key, mask
        wanted = 2 + BOARD - down
        while wanted > 0:
            if left == 0:
                word, left = next_word(felt), 10
            card = int(word & U64(63))
            word >>= U64(6)
            left -= 1
            bit = U64(1) << U64(card)
            if card >= 52 or gone & bit:
                continue
            gone |= bit
            theirs += tables.keys[card]
            their_mask += tables.masks[card]
            if wanted > 2:
                ours += tables.keys[card]
                our_mask += tables.masks[card]
            wanted -= 1
        for place in range(2):
            card = int(felt[CARDS + 2 * seat + place])
            ours += tables.keys[card]
            our_mask += tables.masks[card]
        mine, yours = rank_of_keys(ours, our_mask, tables), rank_of_keys(theirs, their_mask, tables)
        won += 2 * (mine > yours) + (mine == yours)
    return won / (2 * LOOKS)


# The end


@kernel_function
def show_down(look: LookupTables, felt: HandArray, seats: int) -> None:
    """What each hand still in is worth on the whole board."""
    tables = look.hands
    key, mask = tables.start, U64(0)
    for place in range(BOARD):
        key += tables.keys[felt[ON_TABLE + place]]
        mask += tables.masks[felt[ON_TABLE + place]]
    for seat in range(seats):
        one, other = felt[CARDS + 2 * seat], felt[CARDS + 2 * seat + 1]
        felt[VALUE + seat] = rank_of_keys(
            key + tables.keys[one] + tables.keys[other], mask + tables.masks[one] + tables.masks[other], tables
        )


@kernel_function
def pay_pots(rules: BettingRules, felt: HandArray, seats: int) -> None:
    """A level for each all-in; levels open to the same players are one pot. The fee comes off the main pot first."""
    fee, done, dead = felt[FEE], 0, felt[DEAD]
    while True:
        level = 2**62
        for seat in range(seats):
            if felt[IS_IN + seat] and done < felt[TOTAL + seat] < level:
                level = felt[TOTAL + seat]
        if level == 2**62:
            return
        pot = dead
        dead = 0
        for seat in range(seats):
            pot += max(0, min(felt[TOTAL + seat], level) - done)
        taken = min(fee, pot)
        fee -= taken
        split_pot(rules, felt, seats, level, pot - taken)
        felt[POTS] += 1
        done = level


@kernel_function
def split_pot(rules: BettingRules, felt: HandArray, seats: int, level: int, pot: int) -> None:
    """To the best hands that have put in as much, odd chips from the button's left. [CA-THE-A7, CA-THE-A16]"""
    best, sharing = -1, 0
    for seat in range(seats):
        if felt[IS_IN + seat] and felt[TOTAL + seat] >= level:
            if felt[VALUE + seat] > best:
                best, sharing = felt[VALUE + seat], 1
            elif felt[VALUE + seat] == best:
                sharing += 1
    odd = pot % sharing
    for seat in range(seats):
        if felt[IS_IN + seat] and felt[TOTAL + seat] >= level and felt[VALUE + seat] == best:
            more = min(odd, 1) if rules.odd_chips_one_each else odd
            felt[WON + seat] += pot // sharing + more
            odd -= more


@kernel_function
def take_fee(rules: BettingRules, felt: HandArray, seats: int) -> None:
    """Never more than is there. [CA-THE-A4]"""
    fee = rules.fees[felt[LEFT] if rules.fee_by_flop else seats]
    felt[FEE] = 0 if fee > felt[POT] and rules.waives_short_fee else min(fee, felt[POT])


@kernel_function
def play_hand(rules: BettingRules, look: LookupTables, felt: HandArray, seats: int, style: int) -> None:
    """Play the hand whose cards, stacks and posts lie on the felt."""
    seat_players(rules, felt, seats)
    for street in range(4):
        if street == 1 and not rules.fee_at_end:
            take_fee(rules, felt, seats)
        felt[ON_BOARD] = FLOP_CARDS[street]
        bet_round(rules, look, felt, seats, street, style)
        if felt[LEFT] == 1:
            break
    if rules.fee_at_end and felt[ON_BOARD] > 0:
        take_fee(rules, felt, seats)
    if felt[LEFT] == 1:
        for seat in range(seats):
            if felt[IS_IN + seat]:
                felt[WON + seat] = felt[POT] - felt[FEE]
        felt[POTS] = 1
        return
    show_down(look, felt, seats)
    pay_pots(rules, felt, seats)
