"""A hand of hold'em in a compiled loop: blinds, four rounds of betting, side pots, odd chips, the fee.

Seats are places from the button's left: 0 is the first to act after the flop, the last is the button. With two players
the button has the small blind and opens (CA-THE-A11). What was done is written down, so that any other engine can be
given the same hand: see `told_hands`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import called
from croupier.families.holdem.odds.players import choose_after_flop, choose_before_flop, raise_to
from croupier.families.holdem.odds.stakes import MOST_SEATS, TableStakes
from croupier.hands.kernels import HandTables, rank_of_keys
from croupier.odds.simulation.shoes import GOLDEN, U64, mixed

BOARD = 5
MOST_ACTS = 448
"""Acts in a hand; a hand that would have more is called down. No limit on raises is meant to reach it."""
FOLDED, CALLED, RAISED = 0, 1, 2
FLOP_CARDS = (0, 3, 4, 5)
LOOKS = 8
"""Showdowns that a sensible player thinks of."""
WILD, SENSIBLE = 0, 1


class Look(NamedTuple):
    """What players and showdowns look things up in."""

    five: HandTables
    six: HandTables
    seven: HandTables
    opening: NDArray[np.float32]


class Felt(NamedTuple):
    """A hand as it lies, with room for one; used again for the next."""

    cards: NDArray[np.uint8]
    """Two a seat, by seat; then the board."""
    began: NDArray[np.int64]
    stack: NDArray[np.int64]
    bet: NDArray[np.int64]
    """In this round."""
    total: NDArray[np.int64]
    """In the pot, without dead money."""
    is_in: NDArray[np.bool_]
    level: NDArray[np.int64]
    """The bet to match when a seat last acted in this round; -1 before that."""
    value: NDArray[np.int64]
    won: NDArray[np.int64]
    posts: NDArray[np.bool_]
    """Seats that make up for missed blinds: the big one live, the small one dead. [CA-THE-A5]"""
    acts: NDArray[np.int64]
    """Seat, what was done, and the bet it came to; a line each."""
    ends: NDArray[np.int64]
    """How the hand ended; see `ENDS`."""
    word: NDArray[np.uint64]


ENDS = ("acts", "board", "fee", "pot", "left", "dead", "pots")
"""Acts done; cards on the board; the fee; the pot before it; seats still in; dead money; pots."""
ACTS, ON_BOARD, FEE, POT, LEFT, DEAD, POTS = range(len(ENDS))


@called
def new_felt() -> Felt:
    seats = MOST_SEATS
    return Felt(
        np.zeros(2 * seats + BOARD, np.uint8),
        np.zeros(seats, np.int64),
        np.zeros(seats, np.int64),
        np.zeros(seats, np.int64),
        np.zeros(seats, np.int64),
        np.zeros(seats, np.bool_),
        np.zeros(seats, np.int64),
        np.zeros(seats, np.int64),
        np.zeros(seats, np.int64),
        np.zeros(seats, np.bool_),
        np.zeros((MOST_ACTS, 3), np.int64),
        np.zeros(7, np.int64),
        np.zeros(1, np.uint64),
    )


@called
def next_word(felt: Felt) -> Any:
    felt.word[0] += GOLDEN
    return mixed(felt.word[0])


@called
def next_share(felt: Felt) -> float:
    """From 0 to 1."""
    return float(next_word(felt) >> U64(11)) * (1.0 / 9007199254740992.0)


@called
def below(felt: Felt, many: int) -> int:
    """One of so many, each as likely but for a part in thousands of millions."""
    return int(((next_word(felt) >> U64(32)) * U64(many)) >> U64(32))


# Putting chips in


@called
def put_in(felt: Felt, seat: int, chips: int) -> None:
    """As many as there are."""
    paid = min(chips, felt.stack[seat])
    felt.stack[seat] -= paid
    felt.bet[seat] += paid
    felt.total[seat] += paid


@called
def seat_players(stakes: TableStakes, felt: Felt, seats: int) -> None:
    """Antes, blinds and posts."""
    felt.ends[:] = 0
    felt.ends[LEFT] = seats
    for seat in range(seats):
        felt.stack[seat], felt.is_in[seat] = felt.began[seat], True
        felt.bet[seat] = felt.total[seat] = felt.won[seat] = 0
        put_in(felt, seat, stakes.ante)
        felt.bet[seat] = 0
        felt.level[seat] = -1
    small, big = (1, 0) if seats == 2 else (0, 1)
    put_in(felt, small, stakes.small_blind)
    put_in(felt, big, stakes.big_blind)
    for seat in range(seats):
        if felt.posts[seat] and seat not in (small, big):
            dead = min(stakes.small_blind, felt.stack[seat])
            felt.stack[seat] -= dead
            felt.ends[DEAD] += dead
            put_in(felt, seat, stakes.big_blind)


@called
def take_back_uncalled(felt: Felt, seats: int) -> None:
    """What nobody has matched goes back to whoever bet it, and the round's bets are in the pot."""
    most = second = 0
    who = 0
    for seat in range(seats):
        if felt.bet[seat] > most:
            most, second, who = felt.bet[seat], most, seat
        elif felt.bet[seat] > second:
            second = felt.bet[seat]
    felt.stack[who] += most - second
    felt.total[who] -= most - second
    for seat in range(seats):
        felt.bet[seat] = 0
        felt.level[seat] = -1


@called
def pot_of(felt: Felt, seats: int) -> int:
    pot = felt.ends[DEAD]
    for seat in range(seats):
        pot += felt.total[seat]
    return pot


# A round of betting


@called
def can_others_act(felt: Felt, seats: int, seat: int) -> bool:
    for other in range(seats):
        if other != seat and felt.is_in[other] and felt.stack[other] > 0:
            return True
    return False


@called
def highest_of_others(felt: Felt, seats: int, seat: int) -> int:
    highest = 0
    for other in range(seats):
        if other != seat:
            highest = max(highest, felt.bet[other])
    return highest


@called
def is_reopened(stakes: TableStakes, since: int, full: int) -> bool:
    """Whether who has acted may raise again, by what the bet went up since. [CA-THE-A13]"""
    if stakes.reopen == 0:
        return since >= full
    return 2 * since >= full if stakes.reopen == 1 else since > 0


@called
def bet_round(stakes: TableStakes, look: Look, felt: Felt, seats: int, street: int, style: int) -> None:
    """One round; ends with all bets matched, all others all in, or one player left."""
    size = stakes.small_bet if street < 2 else stakes.big_bet
    to_match, last_raise, raises, is_capped = 0, size, 0, False
    if street == 0:
        raises = 1
        if stakes.calls_full_blind:
            to_match = stakes.big_blind
        if not stakes.is_limit:
            last_raise = max(size, stakes.big_blind)
        for seat in range(seats):
            to_match = max(to_match, felt.bet[seat])
    seat = 0 if street else 1 if seats == 2 else 2 % seats
    waiting = seats
    while waiting > 0 and felt.ends[LEFT] > 1:
        waiting -= 1
        others = can_others_act(felt, seats, seat)
        highest = highest_of_others(felt, seats, seat)
        if felt.is_in[seat] and felt.stack[seat] > 0 and (others or felt.bet[seat] < highest):
            has = felt.bet[seat] + felt.stack[seat]
            match = to_match if others else highest
            match = max(match, felt.bet[seat])
            least = most = 0
            may = others and has > to_match and to_match < stakes.round_cap
            may = may and (felt.level[seat] < 0 or is_reopened(stakes, to_match - felt.level[seat], last_raise))
            if stakes.is_limit:
                may = may and (raises < stakes.raise_cap or (felt.ends[LEFT] == 2 and not is_capped))
            may = may and felt.ends[ACTS] < MOST_ACTS // 2
            if may:
                most = min(has, stakes.round_cap)
                step = last_raise if stakes.is_limit or stakes.raises_by_last else stakes.small_bet
                least = min(to_match + step, most)
                if stakes.is_limit:
                    most = least
            done = decide(look, felt, seats, seat, street, style, match, least, most, raises)
            if done == 0:
                felt.is_in[seat] = False
                felt.ends[LEFT] -= 1
                write(felt, seat, FOLDED, felt.bet[seat])
            elif done == 1:
                put_in(felt, seat, match - felt.bet[seat])
                write(felt, seat, CALLED, felt.bet[seat])
            else:
                put_in(felt, seat, done - felt.bet[seat])
                write(felt, seat, RAISED, felt.bet[seat])
                if done - to_match >= last_raise:
                    raises += 1
                    is_capped = is_capped or (raises >= stakes.raise_cap and felt.ends[LEFT] > 2)
                    if not stakes.is_limit:
                        last_raise = done - to_match
                to_match = done
                waiting = seats - 1
            felt.level[seat] = to_match
        seat = seat + 1 if seat + 1 < seats else 0
    take_back_uncalled(felt, seats)


@called
def write(felt: Felt, seat: int, what: int, bet: int) -> None:
    act = felt.ends[ACTS]
    felt.acts[act, 0], felt.acts[act, 1], felt.acts[act, 2] = seat, what, bet
    felt.ends[ACTS] = act + 1


# Deciding


@called
def decide(
    look: Look, felt: Felt, seats: int, seat: int, street: int, style: int, match: int, least: int, most: int,
    raises: int,
) -> int:  # fmt: skip
    """0 to fold, 1 to check or call, otherwise what the bet is raised to. `most`: 0 where no raise is allowed."""
    call = min(match - felt.bet[seat], felt.stack[seat])
    if style == WILD:
        return decide_wildly(felt, call, least, most)
    pot, opponents = pot_of(felt, seats), felt.ends[LEFT] - 1
    chance = next_share(felt)
    if street == 0:
        first, other = felt.cards[2 * seat], felt.cards[2 * seat + 1]
        order = 1 - seat if seats == 2 else (seat + seats - 2) % seats
        behind = seats - 1 - order
        done = choose_before_flop(look.opening[first, other], behind, raises, call, pot, most > 0, chance)
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


@called
def decide_wildly(felt: Felt, call: int, least: int, most: int) -> int:
    """As nobody would play: every kind of end is met."""
    drawn = below(felt, 100)
    if most > 0 and drawn < 28:
        if drawn < 10 or least == most:
            return least
        return most if drawn < 17 else least + below(felt, int(most - least + 1))
    return 0 if call > 0 and drawn >= 86 else 1


@called
def share_of_showdowns(look: Look, felt: Felt, seats: int, seat: int, down: int) -> float:
    """The share that a hand wins of a few showdowns with a hand dealt at random, over boards dealt at random."""
    tables, board = look.seven, 2 * MOST_SEATS
    seen = U64(1) << U64(felt.cards[2 * seat]) | U64(1) << U64(felt.cards[2 * seat + 1])
    key, mask = tables.start, U64(0)
    for place in range(down):
        card = felt.cards[board + place]
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
            card = int(felt.cards[2 * seat + place])
            ours += tables.keys[card]
            our_mask += tables.masks[card]
        mine, yours = rank_of_keys(ours, our_mask, tables), rank_of_keys(theirs, their_mask, tables)
        won += 2 * (mine > yours) + (mine == yours)
    return won / (2 * LOOKS)


# The end


@called
def show_down(look: Look, felt: Felt, seats: int) -> None:
    """What each hand still in is worth on the whole board."""
    tables, board = look.seven, 2 * MOST_SEATS
    key, mask = tables.start, U64(0)
    for place in range(BOARD):
        key += tables.keys[felt.cards[board + place]]
        mask += tables.masks[felt.cards[board + place]]
    for seat in range(seats):
        one, other = felt.cards[2 * seat], felt.cards[2 * seat + 1]
        felt.value[seat] = rank_of_keys(
            key + tables.keys[one] + tables.keys[other], mask + tables.masks[one] + tables.masks[other], tables
        )


@called
def pay_pots(stakes: TableStakes, felt: Felt, seats: int) -> None:
    """A level for each all-in; levels open to the same players are one pot. The fee comes off the main pot first."""
    fee, done, dead = felt.ends[FEE], 0, felt.ends[DEAD]
    while True:
        level = 2**62
        for seat in range(seats):
            if felt.is_in[seat] and done < felt.total[seat] < level:
                level = felt.total[seat]
        if level == 2**62:
            return
        pot = dead
        dead = 0
        for seat in range(seats):
            pot += max(0, min(felt.total[seat], level) - done)
        taken = min(fee, pot)
        fee -= taken
        split_pot(stakes, felt, seats, level, pot - taken)
        felt.ends[POTS] += 1
        done = level


@called
def split_pot(stakes: TableStakes, felt: Felt, seats: int, level: int, pot: int) -> None:
    """To the best hands that have put in as much, odd chips from the button's left. [CA-THE-A7, CA-THE-A16]"""
    best, sharing = -1, 0
    for seat in range(seats):
        if felt.is_in[seat] and felt.total[seat] >= level:
            if felt.value[seat] > best:
                best, sharing = felt.value[seat], 1
            elif felt.value[seat] == best:
                sharing += 1
    odd = pot % sharing
    for seat in range(seats):
        if felt.is_in[seat] and felt.total[seat] >= level and felt.value[seat] == best:
            more = min(odd, 1) if stakes.odd_chips_one_each else odd
            felt.won[seat] += pot // sharing + more
            odd -= more


@called
def take_fee(stakes: TableStakes, felt: Felt, seats: int) -> None:
    """Never more than is there. [CA-THE-A4]"""
    felt.ends[FEE] = min(stakes.fees[seats], pot_of(felt, seats))


@called
def play_hand(stakes: TableStakes, look: Look, felt: Felt, seats: int, style: int) -> None:
    """Play the hand whose cards, stacks and posts lie on the felt."""
    seat_players(stakes, felt, seats)
    for street in range(4):
        if street == 1 and not stakes.fee_at_end:
            take_fee(stakes, felt, seats)
        felt.ends[ON_BOARD] = FLOP_CARDS[street]
        bet_round(stakes, look, felt, seats, street, style)
        if felt.ends[LEFT] == 1:
            break
    if stakes.fee_at_end and felt.ends[ON_BOARD] > 0:
        take_fee(stakes, felt, seats)
    felt.ends[POT] = pot_of(felt, seats)
    if felt.ends[LEFT] == 1:
        for seat in range(seats):
            if felt.is_in[seat]:
                felt.won[seat] = felt.ends[POT] - felt.ends[FEE]
        felt.ends[POTS] = 1
        return
    show_down(look, felt, seats)
    pay_pots(stakes, felt, seats)
