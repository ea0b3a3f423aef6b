"""Kernels that simulate millions of blackjack rounds with shuffled shoes and lookup tables.

Each card of a hand is one table lookup from state to state. Wrong branch predictions cost the most time. A single
seat's hand therefore always takes three steps, needed or not (a final state leads to itself and takes no card), several
shoes are played side by side, and branches remain only for rare cases: a fourth card, a split, the end of a shoe. Rare
cases, and tables with several seats, are played hand by hand. Both methods use the same tables and count the same
results.

All kernels are in this one file.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled_cached, compiled_inline, compiled_nogil
from croupier.families.blackjack.odds.hand_outcomes import (
    DEALER_ENDS,
    DEALER_NATURAL,
    ENDS,
    OPENINGS,
    RETURNED,
    ROW,
    SPECIALS,
    SPLIT,
)
from croupier.odds.simulation.shuffle_kernels import (
    GOLDEN,
    U64,
    ShoeSetup,
    ShuffleWorkspace,
    fair_places,
    shuffle,
    start_of_shoe,
)

MOST_HANDS = 16
CELLS = ENDS * DEALER_ENDS
AFTER_SPLIT = 2000
"""Number of entries per strategy in `SimulationRules.after_split`."""
STEPS = 3
"""Number of draws that the compiled loop always makes, without a branch; few hands draw more cards."""
TAIL = 64
"""Number of unused bytes after the last row, so that reading ahead stays inside the array."""
NEVER, ALWAYS, BY_COUNT = range(3)
"""Rules by which a seat insures: never, always, or from a true count on."""


class SimulationRules(NamedTuple):
    """Rules, lookup tables and shoe setups that are the same for all shoes."""

    short: ShoeSetup
    whole: ShoeSetup
    next_states: NDArray[np.uint16]
    openings: NDArray[np.uint16]
    after_split: NDArray[np.uint16]
    dealer_from: NDArray[np.uint8]
    dealer_first: NDArray[np.uint8]
    dealer_next: NDArray[np.uint8]
    strategies: NDArray[np.int64]
    """Index of the strategy of each seat."""
    is_shared: bool
    most_hands: int
    most_ace_hands: int
    by_rank: bool
    specials: NDArray[np.uint8]
    """Code of the special case that the first two cards are (see `hand_outcomes`), indexed by 52 x first + second."""
    goes_on: bool
    """Whether a round may follow the one in which the cut card comes out."""
    is_fresh: bool
    pays: NDArray[np.int64]
    insurance: NDArray[np.int64]
    net_zero_index: int
    """Index at which counts by net result have the result 0."""
    tags: NDArray[np.int64]
    """Amount that each card adds to the running count."""
    first_count: int
    count_times: int
    count_left: NDArray[np.int64]
    """Number by which the running count times `count_times` is divided, for each position in the shoe."""
    lowest: int
    """True count of the first bucket. Rounds are counted in one bucket per true count; the first also has all lower
    counts."""
    buckets: int
    insures: int
    insures_from: tuple[int, int]
    """True count from which a seat insures, as numerator and denominator."""


class SimulationCounts(NamedTuple):
    """Counters of the results of a simulation."""

    cells: NDArray[np.int64]
    """Rounds of seats that did not split: by bucket of the true count, insured or not, final state, dealer's final
    state."""
    split_hands: NDArray[np.int64]
    """Hands of seats that split: by bucket of the true count, final state, dealer's final state."""
    split_nets: NDArray[np.int64]
    """Rounds of seats that split: by bucket of the true count and by net result."""
    split_seats: NDArray[np.int64]
    """Rounds of seats that split by number of hands; then their insurance wagers lost and won."""
    dealer: NDArray[np.int64]
    """Dealer's final states in rounds with a split or with several seats; `cells` has the others."""
    table: NDArray[np.int64]
    """For tables with several seats, by bucket of the true count: rounds, sum of the table's net results, sum of their
    squares."""
    firsts: NDArray[np.int64]
    """Rounds by first card, second card, up card, and whether the dealer has a natural; empty if not requested."""


class BlackjackWorkspace(NamedTuple):
    """Preallocated arrays for the rounds in progress."""

    ends: NDArray[np.int64]
    """Final states of the hands, MOST_HANDS per seat, then the dealer's final state and the position of the first card
    that the dealer drew."""
    hands: NDArray[np.int64]
    places: NDArray[np.uint64]
    """Position of the next card to deal, for each shoe."""
    short_at: NDArray[np.int64]
    """Position at which a round started that needs more cards than were shuffled, for each shoe; -1 if there is none.
    """
    standing: NDArray[np.int64]
    """State of one shoe as four numbers: position of the next card, whether the cut card is out, number of rounds that
    may follow, whether the next round needs more cards than were shuffled."""


class ShoeArrays(NamedTuple):
    """Shuffled shoes, one per row."""

    workspace: ShuffleWorkspace
    values: NDArray[np.uint8]
    """Card values minus 1; the same memory as the shuffled cards if only values matter."""
    openings: NDArray[np.uint16]
    """The four card values from each position on, as decimal digits: how a single seat's round starts."""


@compiled_inline
def _value(values: Any, at: Any) -> Any:
    """Return the value of the card at a position of the shoe.

    Past the last card the value is arbitrary, because the round is dealt again or void.
    """
    return np.int64(values[min(at, len(values) - 1)])


@compiled_inline
def _card(cards: Any, at: Any) -> Any:
    return np.int64(cards[min(at, len(cards) - 1)])


@compiled_inline
def _play_out(next_states: Any, values: Any, state: Any, at: Any) -> Any:
    """Draw cards until the hand has ended; return its final state and the next position."""
    while state >= ENDS:
        state = np.int64(next_states[state * ROW + _value(values, at)])
        at += 1
    return state, at


@compiled_inline
def _play_split(
    next_states: Any, after_split: Any, values: Any, kinds: Any, by_rank: Any, most: Any,
    first_at: Any, up: Any, at: Any, ends: Any, ends_from: Any,
) -> Any:  # fmt: skip
    """Play all hands of a seat that splits, from left to right; return their number and the next position.

    Each hand receives its second card when its turn comes. [002 L31]
    """
    first = _value(values, first_at)
    hands, waiting, finished = 2, 2, 0
    while waiting > 0:
        waiting -= 1
        second = _value(values, at)
        may = second == first and hands < most
        if may and by_rank:
            may = _value(kinds, first_at) // 4 == _value(kinds, at) // 4
        at += 1
        state = np.int64(after_split[((up * 10 + first) * 10 + second) * 2 + (1 if may else 0)])
        if state == SPLIT:
            hands += 1
            waiting += 2
        else:
            state, at = _play_out(next_states, values, state, at)
            ends[ends_from + finished] = state
            finished += 1
    return finished, at


@compiled_inline
def _dealer_offset(dealer_from: Any, ends: Any, hands: Any) -> Any:
    """Return the offset into the table of the dealer's first states.

    It is 100 if one of the split hands needs the dealer's total, else 0.
    """
    waits = U64(0)
    for hand in range(hands):
        waits |= U64(dealer_from[ends[hand]])
    return waits


@compiled_cached
def play_round(game: SimulationRules, values: Any, cards: Any, begin: Any, workspace: BlackjackWorkspace) -> Any:
    """Play one round hand by hand from its first card, and return the position after its last card.

    The final states go to `workspace`, the dealer's as the last. Each seat receives one card, then the dealer the up
    card, each seat a second card, and the dealer the hole card. [002 L93]
    """
    seats, apart = len(game.strategies), 0 if game.is_shared else 1
    own = 1 if game.is_shared else seats
    up, hole = _value(values, begin + own), _value(values, begin + 2 * own + 1)
    at = begin + 2 * own + 2
    waits = np.int64(0)
    for seat in range(seats):
        first_at, second_at = begin + apart * seat, begin + own + 1 + apart * seat
        special = np.int64(0)
        if cards is not None:
            special = np.int64(game.specials[52 * _card(cards, first_at) + _card(cards, second_at)])
        opening = 1000 * _value(values, first_at) + 100 * up + 10 * _value(values, second_at) + hole
        state = np.int64(game.openings[(game.strategies[seat] * SPECIALS + special) * OPENINGS + opening])
        if state == SPLIT:
            most = game.most_ace_hands if _value(values, first_at) == 0 else game.most_hands
            after_split = game.after_split[game.strategies[seat] * AFTER_SPLIT :]
            workspace.hands[seat], at = _play_split(
                game.next_states, after_split, values, values if cards is None else cards, game.by_rank, most,
                first_at, up, at, workspace.ends, seat * MOST_HANDS,
            )  # fmt: skip
        else:
            state, at = _play_out(game.next_states, values, state, at)
            workspace.ends[seat * MOST_HANDS] = state
            workspace.hands[seat] = 1
        for hand in range(workspace.hands[seat]):
            waits |= np.int64(game.dealer_from[workspace.ends[seat * MOST_HANDS + hand]])
    dealer = np.int64(game.dealer_first[waits + up * 10 + hole])
    workspace.ends[seats * MOST_HANDS + 1] = at
    while dealer >= DEALER_ENDS:
        dealer = np.int64(game.dealer_next[dealer * ROW + _value(values, at)])
        at += 1
    workspace.ends[seats * MOST_HANDS] = dealer
    return at


@compiled_inline
def _bucket(count: Any, times: Any, left: Any, lowest: Any, buckets: Any) -> Any:
    """Return the index of the bucket in which rounds of a true count are counted; the true count is rounded down."""
    return min(max(np.int64(count) * times // left - lowest, 0), buckets - 1)


@compiled_inline
def _insures(insures: Any, threshold: Any, count: Any, times: Any, left: Any) -> Any:
    """Return whether a seat insures against an ace, from the cards visible so far: all before the hole card."""
    reached = np.int64(count) * times * threshold[1] >= threshold[0] * left
    return insures == ALWAYS or (insures == BY_COUNT and reached)


@compiled_inline
def _count_firsts(firsts: Any, first: Any, second: Any, up: Any, dealer: Any) -> None:
    if len(firsts) > 0:
        three = (np.int64(first) * 52 + np.int64(second)) * 52 + np.int64(up)
        firsts[three * 2 + (1 if dealer == DEALER_NATURAL else 0)] += 1


@compiled_inline
def _count_split(
    pays: Any, insurance: Any, net_zero_index: Any, ends: Any, ends_from: Any, hands: Any, dealer: Any,
    bucket: Any, insured: Any, split_hands: Any, split_nets: Any, split_seats: Any,
) -> Any:  # fmt: skip
    """Count the hands of a seat that split, and return its net result in units.

    A dealer's natural takes only the original wager.
    """
    won = 1 if dealer == DEALER_NATURAL else 0
    net = insured * insurance[won]
    for hand in range(hands):
        end = RETURNED if won == 1 and hand > 0 else ends[ends_from + hand]
        net += pays[end * DEALER_ENDS + dealer]
        split_hands[(bucket * ENDS + end) * DEALER_ENDS + dealer] += 1
    split_nets[bucket * (2 * net_zero_index + 1) + net_zero_index + net] += 1
    split_seats[hands] += 1
    split_seats[MOST_HANDS + 1 + won] += insured
    return net


@compiled_cached
def _count_round(
    game: SimulationRules,
    values: Any,
    cards: Any,
    running: Any,
    row: Any,
    place: Any,
    workspace: BlackjackWorkspace,
    counts: SimulationCounts,
) -> None:
    """Add the results of a finished round, seat by seat, to the counters."""
    seats, begin = len(game.strategies), row + place
    apart, own = (0, 1) if game.is_shared else (1, seats)
    dealer = workspace.ends[seats * MOST_HANDS]
    won = 1 if dealer == DEALER_NATURAL else 0
    bucket, insured, table_net = 0, 0, 0
    seen = np.int64(0)
    if running is not None:
        left = game.count_left[place]
        bucket = _bucket(running[begin], game.count_times, left, game.lowest, game.buckets)
        seen = np.int64(running[begin + 2 * own + 1])
    if values[begin + own] == 0:
        out = place + 2 * own + 1
        # The shoe is empty and the discards are shuffled: only the cards on the table have left the shoe.
        left = game.count_left[out if out < len(game.whole.shoe) else 2 * own + 1]
        insured = 1 if _insures(game.insures, game.insures_from, seen, game.count_times, left) else 0
    for seat in range(seats):
        if workspace.hands[seat] == 1:
            end = workspace.ends[seat * MOST_HANDS]
            counts.cells[((bucket * 2 + insured) * ENDS + end) * DEALER_ENDS + dealer] += 1
            table_net += game.pays[end * DEALER_ENDS + dealer] + insured * game.insurance[won]
        else:
            table_net += _count_split(
                game.pays, game.insurance, game.net_zero_index, workspace.ends, seat * MOST_HANDS,
                workspace.hands[seat], dealer, bucket, insured,
                counts.split_hands, counts.split_nets, counts.split_seats,
            )  # fmt: skip
        if cards is not None:
            first, second = _card(cards, begin + apart * seat), _card(cards, begin + own + 1 + apart * seat)
            _count_firsts(counts.firsts, first, second, _card(cards, begin + own), dealer)
    if seats > 1 or workspace.hands[0] > 1:
        counts.dealer[dealer] += 1
    if seats > 1:
        counts.table[bucket * 3] += 1
        counts.table[bucket * 3 + 1] += table_net
        counts.table[bucket * 3 + 2] += table_net * table_net


@compiled_cached
def _deal_by_hand(
    game: SimulationRules,
    arrays: ShoeArrays,
    cards: Any,
    running: Any,
    row: Any,
    place: Any,
    dealt: int,
    workspace: BlackjackWorkspace,
    counts: SimulationCounts,
) -> int:
    """Play one round hand by hand, and return the position after its last card.

    The round is counted only if all its cards were shuffled.
    """
    end = play_round(game, arrays.values, cards, row + place, workspace) - row
    if end <= dealt:
        _count_round(game, arrays.values, cards, running, row, place, workspace, counts)
    return int(end)


@compiled_inline
def _draw(next_states: Any, values: Any, state: Any, at: Any, live: Any) -> Any:
    """Draw cards until the hand has ended; the first draws are made without a branch.

    A final state leads to itself and takes no card.
    """
    for _ in range(STEPS):
        drawn = U64(next_states[state * U64(ROW) + U64(values[at])])
        at += U64(state >= live)
        state = drawn
    while state >= live:
        state = U64(next_states[state * U64(ROW) + U64(values[at])])
        at += U64(1)
    return state, at


@compiled_cached
def _deal_side_by_side(
    game: SimulationRules, arrays: ShoeArrays, cards: Any, running: Any, rows: int, row_length: int, dealt: int,
    until: int,
    workspace: BlackjackWorkspace, counts: SimulationCounts,
) -> int:  # fmt: skip
    """Deal rounds of a single seat from several shoes in turn, and return the number of rounds.

    It stops when each shoe has reached the position `until`. A shoe stops before a round that needs more cards than
    were shuffled. If every round has a new shoe, each shoe has one round.
    """
    values, openings, places, short_at, ends = (
        arrays.values,
        arrays.openings,
        workspace.places,
        workspace.short_at,
        workspace.ends,
    )
    next_states, first_states, after_split, specials = game.next_states, game.openings, game.after_split, game.specials
    dealer_from, dealer_first, dealer_next = game.dealer_from, game.dealer_first, game.dealer_next
    pays, insurance, middle, count_left = game.pays, game.insurance, game.net_zero_index, game.count_left
    cells, firsts, dealer_ends = counts.cells, counts.firsts, counts.dealer
    split_hands, split_nets, split_seats = counts.split_hands, counts.split_nets, counts.split_seats
    times, lowest, buckets, insures, threshold = (
        game.count_times, game.lowest, game.buckets, game.insures, game.insures_from
    )  # fmt: skip
    most, stop, over, is_fresh = U64(dealt), U64(until), U64(dealt + 1), game.is_fresh
    kinds, rounds, is_playing = values if cards is None else cards, 0, True
    while is_playing:
        is_playing = False
        for row in range(U64(rows)):
            place = places[row]
            if place >= stop:
                continue
            is_playing = True
            row_begin = row * U64(row_length)
            begin = row_begin + place
            opening = U64(openings[begin])
            if cards is not None:
                opening += U64(specials[U64(cards[begin]) * U64(52) + U64(cards[begin + U64(2)])]) * U64(OPENINGS)
            state, at = _draw(next_states, values, U64(first_states[opening]), begin + U64(4), U64(ENDS))
            up, hole, hands = U64(values[begin + U64(1)]), U64(values[begin + U64(3)]), np.int64(1)
            waits = U64(dealer_from[state])
            if state == U64(SPLIT):
                most_hands = game.most_ace_hands if values[begin] == 0 else game.most_hands
                hands, end_at = _play_split(
                    next_states, after_split, values, kinds, game.by_rank, most_hands,
                    np.int64(begin), np.int64(up), np.int64(at), ends, 0,
                )  # fmt: skip
                at, waits = U64(end_at), _dealer_offset(dealer_from, ends, hands)
            dealer, at = _draw(
                dealer_next, values, U64(dealer_first[waits + up * U64(10) + hole]), at, U64(DEALER_ENDS)
            )
            end = at - row_begin
            if end > most:
                places[row], short_at[row] = over, place
                continue
            bucket, insured, seen = np.int64(0), np.int64(0), np.int64(0)
            if running is not None:
                bucket = np.int64(_bucket(running[begin], times, count_left[place], lowest, buckets))
                seen = np.int64(running[begin + U64(3)])
            if up == U64(0):
                insured = np.int64(_insures(insures, threshold, seen, times, count_left[place + U64(3)]))
            if hands == 1:
                block = U64(bucket * 2 + insured)
                cells[(block * U64(ENDS) + state) * U64(DEALER_ENDS) + dealer] += 1
            else:
                dealer_ends[dealer] += 1
                _count_split(
                    pays, insurance, middle, ends, 0, hands, np.int64(dealer),
                    bucket, insured, split_hands, split_nets, split_seats,
                )  # fmt: skip
            if cards is not None:
                first, second, shown = cards[begin], cards[begin + U64(2)], cards[begin + U64(1)]
                _count_firsts(firsts, first, second, shown, dealer)
            places[row] = over if is_fresh else end
            rounds += 1
    return rounds


@compiled_cached
def _finish_shoe(
    game: SimulationRules,
    arrays: ShoeArrays,
    cards: Any,
    running: Any,
    row: Any,
    dealt: int,
    limit: int,
    workspace: BlackjackWorkspace,
    counts: SimulationCounts,
) -> int:
    """Deal the remaining rounds of a shoe hand by hand, at most `limit`, and return the number of rounds.

    A round that needs more cards than were shuffled is not counted; the shoe stops before that round.
    """
    cut, ends_with_the_hand, whole = game.whole.cut, game.whole.ends_with_the_hand, len(game.whole.shoe)
    place, is_out, more = workspace.standing[0], workspace.standing[1] != 0, workspace.standing[2]
    workspace.standing[3] = 0
    rounds = 0
    while place < whole and rounds < limit and (more > 0 or not is_out):
        end = _deal_by_hand(game, arrays, cards, running, row, place, dealt, workspace, counts)
        if end > dealt:
            workspace.standing[3] = 1
            break
        rounds += 1
        if is_out:
            more -= 1
        elif end > cut:
            is_out = True
            more = 1 if game.goes_on and not (ends_with_the_hand and place >= cut) else 0
        place = end
    workspace.standing[0], workspace.standing[1], workspace.standing[2] = place, 1 if is_out else 0, more
    return rounds


@compiled_cached
def _shuffle_shoes(
    game: SimulationRules,
    dealing: ShoeSetup,
    arrays: ShoeArrays,
    cards: Any,
    running: Any,
    start: Any,
    shoe: int,
    rows: Any,
) -> None:
    """Shuffle `rows` shoes, and fill the values, the running counts and the openings."""
    values, openings, length, dealt = arrays.values, arrays.openings, row_bytes(dealing), len(dealing.left) * 4
    if cards is None:
        shuffle(dealing, arrays.workspace, dealing.points[dealing.shoe], start, shoe, rows)
    else:
        shuffle(dealing, arrays.workspace, dealing.shoe, start, shoe, rows)
        for place in range(rows * length):
            values[place] = dealing.points[cards[place]]
    if running is not None and cards is not None:
        for row in range(rows):
            count = game.first_count
            for place in range(row * length + dealing.burn[values[row * length]], row * length + dealt):
                running[place] = count
                count += game.tags[cards[place]]
            running[row * length + dealt] = count
    for place in range(U64(rows * length)):
        first_two = np.uint16(values[place]) * np.uint16(1000) + np.uint16(values[place + U64(1)]) * np.uint16(100)
        last_two = np.uint16(values[place + U64(2)]) * np.uint16(10) + np.uint16(values[place + U64(3)])
        openings[place] = first_two + last_two


@compiled_cached
def append_discards(
    game: SimulationRules, arrays: ShoeArrays, cards: Any, running: Any, start: Any, shoe: Any, place: Any
) -> None:
    """Shuffle the discards (all cards before `place`) and put them after the last card of a whole shoe."""
    whole, pile, values = len(game.whole.shoe), arrays.workspace.pile, arrays.values
    order = values if cards is None else cards
    # A loop, because an assignment of a slice takes seconds to compile.
    for at in range(place):
        pile[at] = order[at]
    # Use the random numbers after those that shuffled the shoe.
    number = start_of_shoe(start, shoe) + U64(len(game.whole.left)) * GOLDEN
    left, at = U64(place), whole
    while left > U64(1):
        pairs = left * (left - U64(1))
        two = fair_places(number, U64(0), left, (U64(1) << U64(32)) % pairs)
        for picked in (two & U64(0xFFFF), two >> U64(16)):
            left -= U64(1)
            order[at], pile[picked] = pile[picked], pile[left]
            at += 1
        number += GOLDEN
    if left == U64(1):
        order[at] = pile[0]
    if cards is not None:
        for at in range(whole, whole + place):
            values[at] = game.whole.points[cards[at]]
    if running is not None and cards is not None:
        count = game.first_count
        for at in range(place, whole + place):
            if at >= whole:
                running[at] = count
            count += game.tags[cards[at]]
        running[whole + place] = count


@compiled_cached
def _deal_with_discards(
    game: SimulationRules,
    arrays: ShoeArrays,
    cards: Any,
    running: Any,
    start: Any,
    shoe: Any,
    place: Any,
    workspace: BlackjackWorkspace,
    counts: SimulationCounts,
) -> int:
    """Finish a round with the shuffled discards when the shoe has run out; return 1 if it was finished, else 0.

    It cannot be finished if there are too few discards, for example when every round is dealt from whole decks.
    """
    append_discards(game, arrays, cards, running, start, shoe, place)
    cards_in_all = len(game.whole.shoe) + place
    end = _deal_by_hand(game, arrays, cards, running, np.int64(0), place, cards_in_all, workspace, counts)
    return 1 if end <= cards_in_all else 0


@compiled_inline
def row_bytes(dealing: Any) -> int:
    """Return the length in bytes of the array row of one shoe: a multiple of eight, with the last eight unused."""
    fours = len(dealing.left)
    return (fours // 2 + fours % 2 + 1) * 8


@compiled_inline
def _set_shoe_state(cut: Any, goes_on: Any, is_fresh: Any, burnt: Any, place: Any, standing: Any) -> Any:
    """Set the state of a shoe whose rounds were dealt side by side; return whether more rounds may be dealt."""
    is_out = place > cut and place > burnt
    more = 1 if goes_on or not is_out else 0
    standing[0], standing[1], standing[2] = place, 1 if is_out else 0, more
    return more > 0 and not (is_fresh and place > 0)


@compiled_nogil
def deal_shoes(
    game: SimulationRules, arrays: ShoeArrays, whole_arrays: ShoeArrays, cards: Any, whole_cards: Any, running: Any,
    whole_running: Any,
    start: Any, first: int, shoes: int, limit: int, workspace: BlackjackWorkspace, counts: SimulationCounts,
) -> int:  # fmt: skip
    """Deal shoes one after another, at most `limit` rounds, and return the number of rounds."""
    dealing, whole, is_fresh = game.short, game.whole, game.is_fresh
    dealt, length, all_cards = len(dealing.left) * 4, row_bytes(dealing), len(whole.shoe)
    most_rounds = 1 if is_fresh else all_cards // 4
    until = 1 if is_fresh else min(whole.cut, dealt)
    cut, goes_on, burn, values = whole.cut, game.goes_on, dealing.burn, arrays.values
    places, short_at, standing = workspace.places, workspace.short_at, workspace.standing
    # A literal has another type, and every function that receives it would be compiled a second time.
    first_row, one_row = np.int64(0), np.int64(1)
    rounds, shoe, last = 0, first, first + shoes
    while shoe < last and rounds < limit:
        rows = min(len(places), last - shoe)
        if rounds + rows * most_rounds > limit:
            rows = 1
        _shuffle_shoes(game, dealing, arrays, cards, running, start, shoe, rows)
        for row in range(rows):
            places[row] = U64(burn[values[row * length]])
            short_at[row] = -1
        if len(game.strategies) == 1 and rows > 1:
            rounds += _deal_side_by_side(game, arrays, cards, running, rows, length, dealt, until, workspace, counts)
        for row in range(rows):
            place = short_at[row] if short_at[row] >= 0 else np.int64(places[row])
            if not _set_shoe_state(cut, goes_on, is_fresh, burn[values[row * length]], place, standing):
                continue
            left = min(limit - rounds, 1) if is_fresh else limit - rounds
            done = _finish_shoe(game, arrays, cards, running, row * length, dealt, left, workspace, counts)
            if standing[3] != 0:
                _shuffle_shoes(game, whole, whole_arrays, whole_cards, whole_running, start, shoe + row, one_row)
                args = (whole_arrays, whole_cards, whole_running)
                done += _finish_shoe(game, *args, first_row, all_cards, left - done, workspace, counts)
                if standing[3] != 0:
                    done += _deal_with_discards(game, *args, start, shoe + row, standing[0], workspace, counts)
            rounds += done
        shoe += rows
    return rounds


@compiled_nogil
def deal_fresh_rounds(
    game: SimulationRules, arrays: ShoeArrays, whole_arrays: ShoeArrays, start: Any, first: int, shoes: int,
    workspace: BlackjackWorkspace, whole_workspace: BlackjackWorkspace, counts: SimulationCounts,
) -> int:  # fmt: skip
    """Deal one round of a single seat from each of these shoes, and return the number of rounds.

    It counts what `deal_shoes` counts if every round has a new shoe and only card values matter. It calls fewer
    functions, so that it is compiled in less than half the time.
    """
    dealing, whole, places, short_at = game.short, game.whole, workspace.places, workspace.short_at
    dealt, length = len(dealing.left) * 4, row_bytes(dealing)
    all_cards, whole_length = len(whole.shoe), row_bytes(whole)
    # A literal has another type, and every function that receives it would be compiled a second time.
    one: Any = np.int64(1)
    rounds, shoe, last = 0, first, first + shoes
    while shoe < last:
        rows = min(len(places), last - shoe)
        _shuffle_shoes(game, dealing, arrays, None, None, start, shoe, rows)
        for row in range(rows):
            places[row], short_at[row] = U64(0), -1
        rounds += _deal_side_by_side(game, arrays, None, None, rows, length, dealt, one, workspace, counts)
        for row in range(rows):
            if short_at[row] >= 0:
                _shuffle_shoes(game, whole, whole_arrays, None, None, start, shoe + row, one)
                whole_workspace.places[0] = U64(0)
                rounds += _deal_side_by_side(
                    game, whole_arrays, None, None, one, whole_length, all_cards, one, whole_workspace, counts
                )
        shoe += rows
    return rounds


@compiled_nogil
def shuffle_without_dealing(
    game: SimulationRules, arrays: ShoeArrays, start: Any, first: int, shoes: int, rows: int
) -> int:
    """Shuffle shoes of card values without dealing rounds, to measure the speed limit of a simulation.

    Return a sum over the shuffled shoes as a check number.
    """
    points = game.short.points[game.short.shoe]
    checksum = 0
    for shoe in range(first, first + shoes, rows):
        shuffle(game.short, arrays.workspace, points, start, shoe, rows)
        checksum += int(arrays.workspace.shuffled[0] & U64(0xFF))
    return checksum
