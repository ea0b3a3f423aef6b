"""Second count of pai gow poker, which shares no code with the package: ranks, house way, and deals of two hands.

This count has a table of all hands of seven cards, where the package counts classes of hands. It sets a hand by the
rows of the printed chart, where the package reads its rules as data. Pairs of hands without a common card are counted
by inclusion-exclusion: all pairs, minus those that share one card, plus those that share two, and so on.

`python -m tests.families.pai_gow.recount` counts the whole deck and prints the nine numbers. The functions also run
uncompiled, so that a short deck can be counted without a compiler.
"""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import Any

import numpy as np

DECK = 53
JOKER = 52
"""Number of the joker. Other cards are 4 x rank + suit, with ranks from 0 for a two to 12 for an ace."""
ACE = 12
HIGH_CARD, PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH, ROYAL, FIVE_ACES = range(11)
FIVES = list(combinations(range(7), 5))
BACKS = np.array(FIVES, np.int64)
FRONTS = np.array([[place for place in range(7) if place not in five] for five in FIVES], np.int64)
DENSE = 3
"""Largest set of common cards for which pairs of hands are counted in a table of all high and low hands; so many hands
contain such a small set that a list would be slower."""


# Values of hands


def run_top(ranks: int) -> int:
    """Return the highest rank of a straight: 12 for an ace, 3 for 5-4-3-2-A, or -1 if there is none."""
    for top in range(ACE, 3, -1):
        if (ranks >> (top - 4)) & 31 == 31:
            return top
    return 3 if ranks & 15 == 15 and ranks >> ACE & 1 else -1


def run_with_joker(ranks: int) -> int:
    """Return the highest rank of a straight that these ranks and one more card of any rank form, or -1."""
    best = -1
    for rank in range(13):
        best = max(best, run_top(ranks | 1 << rank))
    return best


def five_worth(cards: Any) -> int:
    """Return the value of five cards: the category, then the ranks, in base 16.

    The joker is an ace, or the card that completes a straight or a flush.
    """
    held = np.zeros(13, np.int64)
    suits = np.zeros(4, np.int64)
    ranks = 0
    joker = False
    for card in cards:
        if card == JOKER:
            joker = True
        else:
            held[card // 4] += 1
            suits[card % 4] += 1
            ranks |= 1 << (card // 4)
    natural = 4 if joker else 5
    is_flush = suits.max() == natural
    is_unpaired = held.max() == 1
    if is_unpaired:
        top = run_with_joker(ranks) if joker else run_top(ranks)
        if top >= 0:
            kind = STRAIGHT if not is_flush else ROYAL if top == ACE else STRAIGHT_FLUSH
            return kind * 16**5 + top
    if is_flush:
        if joker:
            missing = ACE
            while ranks >> missing & 1:
                missing -= 1
            ranks |= 1 << missing
        worth = FLUSH
        for rank in range(ACE, -1, -1):
            if ranks >> rank & 1:
                worth = worth * 16 + rank
        return worth
    if joker:
        held[ACE] += 1
    return by_count(held)


def by_count(held: Any) -> int:
    """Return the value of a hand by its groups of equal ranks: larger groups first, then higher ranks."""
    shape = 0
    cards = 0
    for times in range(5, 0, -1):
        for rank in range(ACE, -1, -1):
            if held[rank] == times:
                shape = shape * 10 + times
                for _ in range(times):
                    cards = cards * 16 + rank
    kind = HIGH_CARD
    if shape == 2111:
        kind = PAIR
    elif shape == 221:
        kind = TWO_PAIR
    elif shape == 311:
        kind = THREE
    elif shape == 32:
        kind = FULL_HOUSE
    elif shape == 41:
        kind = FOUR
    elif shape == 5:
        kind = FIVE_ACES
    return kind * 16**5 + cards


def two_worth(first_card: int, second_card: int) -> int:
    """Return the value of two cards: a pair is above every other hand; the joker is an ace."""
    first = ACE if first_card == JOKER else first_card // 4
    second = ACE if second_card == JOKER else second_card // 4
    return (256 if first == second else 0) + 16 * max(first, second) + min(first, second)


def is_complete(worth: int) -> bool:
    kind = worth // 16**5
    return kind in (STRAIGHT, FLUSH, STRAIGHT_FLUSH, ROYAL)


# The house way, row by row of the chart (Lucky Pai Gow Poker, 004 L2515-2547)


def held_so(held: Any, times: int) -> Any:
    """Return the ranks that are held exactly `times` times, highest first, followed by -1."""
    found = np.full(8, -1, np.int64)
    many = 0
    for rank in range(ACE, -1, -1):
        if held[rank] == times:
            found[many] = rank
            many += 1
    return found


def wanted_front(held: Any, complete: bool) -> int:
    """Return the two ranks that the chart puts into the low hand, as the value of a low hand.

    -1 means the best low hand that leaves a complete hand (a straight or flush).
    """
    singles, pairs, threes = held_so(held, 1), held_so(held, 2), held_so(held, 3)
    four = held_so(held, 4)[0]
    two_singles = 16 * singles[0] + singles[1]
    if held[ACE] == 5:  # 1
        return twice(ACE)
    if four >= 0:  # 2
        return front_of_four(four, max(threes[0], pairs[0]), two_singles)
    if threes[1] >= 0:  # 3
        return twice(threes[0])
    if (threes[0] >= 0 and pairs[0] >= 0) or pairs[2] >= 0:  # 4, 5
        return twice(pairs[0])
    if complete and pairs[1] < 0:  # 6, 8, 9
        return -1
    if pairs[1] >= 0:  # 7, 10
        least = 13 if pairs[0] >= 10 else ACE if pairs[0] >= 7 else 11 if pairs[0] >= 4 else 10
        return two_singles if singles[0] >= least else twice(pairs[1])
    if threes[0] == ACE:  # 11a
        return 16 * ACE + singles[0]
    if threes[0] >= 0 or pairs[0] >= 0:  # 11b, 12
        return two_singles
    return 16 * singles[1] + singles[2]  # 13


def front_of_four(four: int, beside: int, two_singles: int) -> int:
    """Return the low hand that row 2 of the chart sets for four of a kind.

    `beside` is the rank of a pair or of three of a kind, or negative.
    """
    if beside >= 0:
        return twice(beside)
    least = 13 if four >= 10 else 11 if four >= 7 else 10 if four >= 4 else 0
    return two_singles if two_singles // 16 >= least else twice(four)


def twice(rank: int) -> int:
    return 256 + 17 * rank


def set_worth(cards: Any) -> Any:
    """Return the values of the high and the low hand; of equal fronts, the one that leaves the best five cards."""
    held = np.zeros(13, np.int64)
    for card in cards:
        held[ACE if card == JOKER else card // 4] += 1
    behind = np.zeros(21, np.int64)
    complete = False
    five = np.zeros(5, np.int64)
    for way in range(21):
        for place in range(5):
            five[place] = cards[BACKS[way, place]]
        behind[way] = five_worth(five)
        complete = complete or is_complete(behind[way])
    wanted = wanted_front(held, complete)
    low = high = -1
    for way in range(21):
        front = two_worth(cards[FRONTS[way, 0]], cards[FRONTS[way, 1]])
        fits = front == wanted or (wanted < 0 and is_complete(behind[way]))
        if fits and (front > low or (front == low and behind[way] > high)):
            low, high = front, behind[way]
    return high, low


# All hands, by their place in a list of all of them


def place_of(choose: Any, hand: Any) -> int:
    """Return the index of a hand with ascending cards in the list of all hands."""
    place = 0
    for nth in range(7):
        place += choose[hand[nth], nth + 1]
    return place


def next_cards(cards: Any, many: int, deck: int) -> bool:
    """Advance ascending cards to the next combination; return whether there is one."""
    place = 0
    while place < many - 1 and cards[place] + 1 == cards[place + 1]:
        cards[place] = place
        place += 1
    cards[place] += 1
    return bool(cards[place] < deck if place == many - 1 else True)


def suits_of(cards: Any, many: int, deck: Any, masks: Any) -> None:
    """Compute the ranks that are held of each suit."""
    masks[:] = 0
    for nth in range(many):
        card = deck[cards[nth]]
        if card != JOKER:
            masks[card % 4] |= 1 << (card // 4)


def suits_fall(masks: Any) -> bool:
    """Return whether the bit masks of the suits are in falling order.

    Of all ways to name the suits of a hand, one has this order; only that one is computed.
    """
    return bool(masks[0] >= masks[1] and masks[1] >= masks[2] and masks[2] >= masks[3])


def ways_to_name(masks: Any) -> int:
    """Return how many sets of cards differ from this one only by the names of the suits."""
    ways = 24
    run = 1
    for suit in range(1, 4):
        run = run + 1 if masks[suit] == masks[suit - 1] else 1
        ways //= run
    return ways


def renamed(masks: Any, has_joker: bool, at: Any, hand: Any) -> None:
    """Write the same ranks with suits in falling order, as ascending positions in the deck."""
    order = np.sort(masks)[::-1]
    many = 0
    for rank in range(13):
        for suit in range(4):
            if order[suit] >> rank & 1:
                hand[many] = at[4 * rank + suit]
                many += 1
    if has_joker:
        hand[6] = at[JOKER]


def set_all(deck: Any, at: Any, choose: Any, high: Any, low: Any) -> None:
    """Set every hand of seven cards, and store the values of its high and low hand.

    Only hands with suits in falling order are computed; the others are equal to one of them.
    """
    cards, masks, hand = np.arange(7), np.zeros(4, np.int64), np.zeros(7, np.int64)
    for is_like in (False, True):
        cards[:] = np.arange(7)
        while True:
            suits_of(cards, 7, deck, masks)
            if suits_fall(masks) != is_like:
                place = place_of(choose, cards)
                if is_like:
                    renamed(masks, deck[cards[6]] == JOKER, at, hand)
                    like = place_of(choose, hand)
                    high[place], low[place] = high[like], low[like]
                else:
                    high[place], low[place] = set_worth(deck[cards])
            if not next_cards(cards, 7, len(deck)):
                break


# All deals of two


def points_with(taken: Any, many: int, points: Any, size: int, choose: Any, found: Any) -> int:
    """Collect the packed values of all hands that contain the taken cards; return how many hands these are."""
    free_cards = np.zeros(size, np.int64)
    free = 0
    for card in range(size):
        is_free = True
        for nth in range(many):
            is_free = is_free and taken[nth] != card
        if is_free:
            free_cards[free] = card
            free += 1
    more, hand = np.arange(7 - many), np.zeros(7, np.int64)
    hands = 0
    while True:
        held = added = 0
        for nth in range(7):
            if added == 7 - many or (held < many and taken[held] < free_cards[more[added]]):
                hand[nth] = taken[held]
                held += 1
            else:
                hand[nth] = free_cards[more[added]]
                added += 1
        found[hands] = points[place_of(choose, hand)]
        hands += 1
        if not next_cards(more, 7 - many, free):
            return hands


def pairs_in_field(field: Any, times: int, nine: Any) -> None:
    """Count all pairs of hands in a table of counts by high and by low hand."""
    below = np.zeros(field.shape[1], np.int64)
    for row in range(field.shape[0]):
        less_before = less_here = 0
        before, here = below.sum(), field[row].sum()
        for low in range(field.shape[1]):
            many = field[row, low] * times
            if many:
                nine[8] += many * less_before
                nine[7] += many * below[low]
                nine[6] += many * (before - less_before - below[low])
                nine[5] += many * less_here
                nine[4] += many * field[row, low]
                nine[3] += many * (here - less_here - field[row, low])
            less_before += below[low]
            less_here += field[row, low]
        below += field[row]


def pairs_in_list(points: Any, lows: int, times: int, sums: Any, nine: Any) -> None:
    """Count all pairs of hands in a sorted list of high x lows + low."""
    sums[:] = 0
    begin, many = 0, len(points)
    while begin < many:
        row, end = points[begin] // lows, begin
        while end < many and points[end] // lows == row:
            low = points[end] % lows
            less = up_to(sums, low)
            same = up_to(sums, low + 1) - less
            nine[8] += times * less
            nine[7] += times * same
            nine[6] += times * (begin - less - same)
            end += 1
        at = begin
        while at < end:
            after = at
            while after < end and points[after] == points[at]:
                after += 1
            equal = times * (after - at)
            nine[5] += equal * (at - begin)
            nine[4] += equal * (after - at)
            nine[3] += equal * (end - after)
            step = points[at] % lows + 1
            while step < len(sums):
                sums[step] += after - at
                step += step & -step
            at = after
        begin = end


def up_to(sums: Any, low: int) -> int:
    """Return how many of the hands in the tree of sums have a low hand below this one."""
    total = 0
    while low > 0:
        total += sums[low]
        low &= low - 1
    return total


def count_pairs(deck: Any, choose: Any, points: Any, highs: int, lows: int) -> Any:
    """Count deals of two hands without a common card by high hand (lower, copy, higher), then by low hand."""
    size = len(deck)
    nine, masks = np.zeros(9, np.int64), np.zeros(4, np.int64)
    field, sums = np.zeros((highs, lows), np.int64), np.zeros(lows + 1, np.int64)
    found = np.zeros(len(points), np.int32)
    for many in range(7):
        taken = np.arange(many)
        while True:
            suits_of(taken, many, deck, masks)
            if suits_fall(masks):
                hands = points_with(taken, many, points, size, choose, found)
                times = ways_to_name(masks) * (1 - 2 * (many % 2))
                if many <= DENSE:
                    field[:] = 0
                    for nth in range(hands):
                        field[found[nth] // lows, found[nth] % lows] += 1
                    pairs_in_field(field, times, nine)
                else:
                    pairs_in_list(np.sort(found[:hands]), lows, times, sums, nine)
            if many == 0 or not next_cards(taken, many, size):
                break
    # A hand shares all seven cards with itself.
    nine[4] -= len(points)
    for result in range(3):
        nine[result] = nine[8 - result]
    return nine


def counted(cards: list[int]) -> list[int]:
    """Count all deals of two hands from these cards, by how the high and the low hands compare; return nine numbers.

    The deck must have the same ranks in every suit, and the joker.
    """
    deck = np.array(sorted(cards), np.int64)
    at = np.full(DECK, -1, np.int64)
    at[deck] = np.arange(len(deck))
    choose = np.array([[comb(n, k) for k in range(8)] for n in range(DECK + 1)], np.int64)
    hands = comb(len(deck), 7)
    high, low = np.zeros(hands, np.int32), np.zeros(hands, np.int16)
    set_all(deck, at, choose, high, low)
    high_places, low_places = places_among(high), places_among(low)
    highs, lows = int(high_places.max()) + 1, int(low_places.max()) + 1
    points = high_places[high]
    points *= np.int32(lows)
    points += low_places[low]
    nine: list[int] = count_pairs(deck, choose, points, highs, lows).tolist()
    return nine


def places_among(worths: Any) -> Any:
    """Return for each value how many different lower values occur."""
    is_there = np.zeros(int(worths.max()) + 1, np.bool_)
    is_there[worths] = True
    return np.cumsum(is_there, dtype=np.int32) - np.int32(1)


COMPILED = (
    *("run_top", "run_with_joker", "by_count", "five_worth", "two_worth", "is_complete", "twice", "held_so"),
    *("front_of_four", "wanted_front", "set_worth", "place_of", "next_cards", "suits_of", "suits_fall"),
    *("ways_to_name", "renamed", "set_all", "points_with", "up_to", "pairs_in_field", "pairs_in_list", "count_pairs"),
)


def whole_deck() -> list[int]:
    """Count all deals of two hands from the whole deck of 53 cards; return nine numbers as `counted` does.

    The functions are compiled for this; it takes some minutes.
    """
    from numba import njit

    plain = {name: globals()[name] for name in COMPILED}
    globals().update({name: njit(function) for name, function in plain.items()})
    try:
        return counted(list(range(DECK)))
    finally:
        globals().update(plain)


if __name__ == "__main__":
    nine = whole_deck()
    for row in range(0, 9, 3):
        print("  ".join(f"{number:>25,}" for number in nine[row : row + 3]))
    print(f"{sum(nine):,} deals")
