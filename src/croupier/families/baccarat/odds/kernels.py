"""Kernels that count deals; they call the same drawing functions as the live round.

Weights are counts of ordered six-card deals: a round of four or five cards counts once for each order of cards that
could have followed, so all rounds of a shoe have the same denominator. The largest shoe of these games (ten decks) has
520 x 519 x ... x 515 < 2**55 deals, so 64 bits represent every count exactly.

The kernels at the end deal whole shoes and find the class of each round, for comparison with the live round. They use
the same drawing rules, and an implementation of burn and cut card of their own.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled_cached, compiled_inline
from croupier.families.baccarat import hand_values

STOOD = hand_values.STOOD
TOTALS_CLASSES = 10 * 10 * 11 * 11
"""Number of classes of rounds by totals: two-card totals and points of the third cards (10 for no third card)."""

total = compiled_inline(hand_values.total)
is_natural = compiled_inline(hand_values.is_natural)
player_draws = compiled_inline(hand_values.player_draws)
banker_draws = compiled_inline(hand_values.banker_draws)


@compiled_inline
def count_pairs(left: Any, one: int, two: int) -> Any:
    """Count the ordered ways to take one card of kind `one` and one of kind `two` from the cards left."""
    return left[one] * left[two] * 2 if one != two else left[one] * (left[one] - 1)


@compiled_cached
def count_totals(shoe: NDArray[np.int64], draws: NDArray[np.int64], natural_stops: bool) -> NDArray[np.int64]:
    """Count the deals of each class of rounds by totals. `shoe`: cards left of each point value 0-9."""
    counts = np.zeros(TOTALS_CLASSES, np.int64)
    left = shoe.copy()
    cards = left.sum()
    after_four = (cards - 4) * (cards - 5)
    for a in range(10):
        for b in range(a, 10):
            player_ways = count_pairs(left, a, b)
            if player_ways <= 0:
                continue
            left[a] -= 1
            left[b] -= 1
            player = total(a, b)
            for c in range(10):
                for d in range(c, 10):
                    banker_ways = count_pairs(left, c, d)
                    if banker_ways <= 0:
                        continue
                    banker = total(c, d)
                    ways = player_ways * banker_ways
                    place = (player * 10 + banker) * 121
                    if natural_stops and (is_natural(player) or is_natural(banker)):
                        counts[place + STOOD * 11 + STOOD] += ways * after_four
                        continue
                    left[c] -= 1
                    left[d] -= 1
                    _thirds(counts, place, ways, left, draws, player, banker, cards)
                    left[c] += 1
                    left[d] += 1
            left[a] += 1
            left[b] += 1
    return counts


@compiled_inline
def _thirds(counts: Any, place: int, ways: int, left: Any, draws: Any, player: int, banker: int, cards: int) -> None:
    if not player_draws(draws, player):
        if banker_draws(draws, banker, STOOD):
            for e in range(10):
                counts[place + STOOD * 11 + e] += ways * left[e] * (cards - 5)
        else:
            counts[place + STOOD * 11 + STOOD] += ways * (cards - 4) * (cards - 5)
        return
    for e in range(10):
        with_third = ways * left[e]
        if with_third <= 0:
            continue
        if not banker_draws(draws, banker, e):
            counts[place + e * 11 + STOOD] += with_third * (cards - 5)
            continue
        left[e] -= 1
        for f in range(10):
            counts[place + e * 11 + f] += with_third * left[f]
        left[e] += 1


FIRST_FOUR_KEYS = 3 * 3 * 64 * 14 * 19 * 19
"""Upper bound of the keys that `first_four_key` returns; far fewer occur."""


@compiled_inline
def _pair_kind(first: int, second: int) -> int:
    """Return 0 if two cards have different ranks, 1 if they are a pair, 2 if they are a pair of one suit.

    Card numbers are 4 x (rank - 1) + suit.
    """
    if first // 4 != second // 4:
        return 0
    return 2 if first == second else 1


@compiled_inline
def _nine_kind(first: int, second: int) -> int:
    """Return the class of two cards that are a nine and a picture; 0 for other cards.

    1 and 2: a jack or queen with a nine, of two suits or of one suit. 3-18: a king with a nine, by their suits.
    """
    low, high = min(first // 4, second // 4), max(first // 4, second // 4)
    if low != 8 or high < 10:
        return 0
    if high < 12:
        return 2 if first % 4 == second % 4 else 1
    king, nine = (first, second) if first // 4 == 12 else (second, first)
    return 3 + 4 * (king % 4) + nine % 4


@compiled_inline
def _pattern(cards: tuple[int, int, int, int]) -> int:
    """Return the patterns of four cards as bits: quads, suited quads, trips, suited trips, two pair, a suited pair."""
    same_rank = 0
    same_card = 0
    for i in range(4):
        for j in range(i + 1, 4):
            same_rank += cards[i] // 4 == cards[j] // 4
            same_card += cards[i] == cards[j]
    bits = 0
    if same_rank == 6:
        bits |= 1
    if same_card == 6:
        bits |= 2
    if same_rank == 3:
        bits |= 4
        if same_card == 3:
            bits |= 8
    if same_rank == 2:
        bits |= 16
    if same_card > 0:
        bits |= 32
    return bits


@compiled_cached
def first_four_key(a: int, b: int, c: int, d: int) -> int:
    """Return a key of the first four cards; equal keys give equal facts. Player has a and b, Banker c and d."""
    pattern = _pattern((a, b, c, d))
    quads_rank = a // 4 + 1 if pattern & 1 else 0
    key = _pair_kind(a, b) * 3 + _pair_kind(c, d)
    key = (key * 64 + pattern) * 14 + quads_rank
    return (key * 19 + _nine_kind(a, b)) * 19 + _nine_kind(c, d)


@compiled_cached
def count_first_fours(shoe: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return all keys of first four cards, the number of ordered deals of each key, and an example of each.

    `shoe`: number of cards left of each of the 52 cards.
    """
    counts = np.zeros(FIRST_FOUR_KEYS, np.int64)
    example = np.full(FIRST_FOUR_KEYS, -1, np.int64)
    left = shoe.copy()
    for a in range(52):
        for b in range(a, 52):
            player_ways = count_pairs(left, a, b)
            if player_ways <= 0:
                continue
            left[a] -= 1
            left[b] -= 1
            for c in range(52):
                for d in range(c, 52):
                    banker_ways = count_pairs(left, c, d)
                    if banker_ways > 0:
                        key = first_four_key(a, b, c, d)
                        counts[key] += player_ways * banker_ways
                        if example[key] < 0:
                            example[key] = ((a * 52 + b) * 52 + c) * 52 + d
            left[a] += 1
            left[b] += 1
    found = np.nonzero(counts)[0]
    return found, counts[found], example[found]


@compiled_inline
def _agrees(draws: Any, natural_stops: bool, player: int, banker: int, player_third: int, banker_third: int) -> bool:
    """Return whether the drawing rules, after these two-card totals, lead to exactly these third cards."""
    if natural_stops and (is_natural(player) or is_natural(banker)):
        return player_third == STOOD and banker_third == STOOD
    if player_draws(draws, player) != (player_third != STOOD):
        return False
    return banker_draws(draws, banker, player_third) == (banker_third != STOOD)


@compiled_inline
def _arrangements_of_three(left: Any, x: int, y: int, z: int) -> Any:
    """Count the ordered ways to take two cards and a third card, or only two cards if `z` is `STOOD`."""
    ways = count_pairs(left, x, y)
    if z != STOOD:
        ways *= left[z] - (x == z) - (y == z)
    return ways


@compiled_cached
def count_restricted(
    first: NDArray[np.int64],
    second: NDArray[np.int64],
    overlap: bool,
    player_is_first: bool,
    cards: int,
    draws: NDArray[np.int64],
    natural_stops: bool,
) -> NDArray[np.int64]:
    """Count deals by totals if one hand's cards come from the set `first` and the other's from the set `second`.

    `overlap`: the cards of the first hand are also among those of `second`, so they are removed from it. The order in
    which the hands take their cards does not change the count.
    """
    counts = np.zeros(TOTALS_CLASSES, np.int64)
    rest = second.copy()
    for x in range(10):
        for y in range(x, 10):
            for z in range(11):
                first_ways = _arrangements_of_three(first, x, y, z)
                if first_ways <= 0:
                    continue
                if overlap:
                    rest[x] -= 1
                    rest[y] -= 1
                    if z != STOOD:
                        rest[z] -= 1
                _second_hand(counts, rest, first_ways, total(x, y), z, player_is_first, cards, draws, natural_stops)
                if overlap:
                    rest[x] += 1
                    rest[y] += 1
                    if z != STOOD:
                        rest[z] += 1
    return counts


@compiled_cached
def _second_hand(
    counts: Any,
    rest: Any,
    first_ways: int,
    first_total: int,
    first_third: int,
    player_is_first: bool,
    cards: int,
    draws: Any,
    natural_stops: bool,
) -> None:
    for u in range(10):
        for w in range(u, 10):
            second_total = total(u, w)
            player, banker = (first_total, second_total) if player_is_first else (second_total, first_total)
            for t in range(11):
                player_third, banker_third = (first_third, t) if player_is_first else (t, first_third)
                if not _agrees(draws, natural_stops, player, banker, player_third, banker_third):
                    continue
                ways = first_ways * _arrangements_of_three(rest, u, w, t)
                if ways <= 0:
                    continue
                if player_third == STOOD and banker_third == STOOD:
                    ways *= (cards - 4) * (cards - 5)
                elif STOOD in (player_third, banker_third):
                    ways *= cards - 5
                counts[(player * 10 + banker) * 121 + player_third * 11 + banker_third] += ways


@compiled_cached
def count_fours_with_totals(
    shoe: NDArray[np.int64],
    values: NDArray[np.int64],
    key_places: NDArray[np.int64],
    keys: int,
    draws: NDArray[np.int64],
    natural_stops: bool,
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Count deals by the key of the first four cards and the class by totals; return counts and examples.

    Counts have the shape (keys, `TOTALS_CLASSES`). Examples have the shape (keys, 100): four cards for each key and
    pair of two-card totals. `values`: points of each of the 52 cards. Once the points of the first four cards are
    given, the rest of the round depends on points only.
    """
    counts = np.zeros((keys, TOTALS_CLASSES), np.int64)
    examples = np.full((keys, 100), -1, np.int64)
    fours = np.zeros((10, 10, 10, 10, keys), np.int64)
    left = shoe.copy()
    for a in range(52):
        for b in range(a, 52):
            player_ways = count_pairs(left, a, b)
            if player_ways <= 0:
                continue
            left[a] -= 1
            left[b] -= 1
            for c in range(52):
                for d in range(c, 52):
                    banker_ways = count_pairs(left, c, d)
                    if banker_ways <= 0:
                        continue
                    key = key_places[first_four_key(a, b, c, d)]
                    fours[values[a], values[b], values[c], values[d], key] += player_ways * banker_ways
                    both = total(values[a], values[b]) * 10 + total(values[c], values[d])
                    if examples[key, both] < 0:
                        examples[key, both] = ((a * 52 + b) * 52 + c) * 52 + d
            left[a] += 1
            left[b] += 1
    by_points = np.zeros(10, np.int64)
    for card in range(52):
        by_points[values[card]] += shoe[card]
    _finish_fours(counts, fours, by_points, draws, natural_stops)
    return counts, examples


@compiled_cached
def _finish_fours(counts: Any, fours: Any, by_points: Any, draws: Any, natural_stops: bool) -> None:
    cards = by_points.sum()
    left = by_points.copy()
    rest = np.zeros(121, np.int64)
    for a in range(10):
        for b in range(10):
            for c in range(10):
                for d in range(10):
                    if fours[a, b, c, d].sum() == 0:
                        continue
                    for value in (a, b, c, d):
                        left[value] -= 1
                    rest[:] = 0
                    player, banker = total(a, b), total(c, d)
                    if natural_stops and (is_natural(player) or is_natural(banker)):
                        rest[STOOD * 11 + STOOD] = (cards - 4) * (cards - 5)
                    else:
                        _thirds(rest, 0, 1, left, draws, player, banker, cards)
                    place = (player * 10 + banker) * 121
                    for key in range(counts.shape[0]):
                        ways = fours[a, b, c, d, key]
                        if ways:
                            for third in range(121):
                                counts[key, place + third] += ways * rest[third]
                    for value in (a, b, c, d):
                        left[value] += 1


NO_CARD = -1
BLACK, RED = 0b0101, 0b1010
"""Suits of each colour as bit masks; red suits have odd numbers."""
CoupCards = NDArray[np.int64]
"""Array of shape (n, 6): the Player's three cards and the Banker's three by number; `NO_CARD` where none was drawn."""


@compiled_cached
def _points(card: int) -> int:
    rank = card // 4 + 1
    return rank if rank < 10 else 0


@compiled_cached
def _deal(order: Any, at: int, draws: Any, natural_stops: bool, hand: Any) -> int:
    """Deal one round from index `at` of a shoe into `hand`; return the index where the next round starts."""
    hand[0], hand[3], hand[1], hand[4] = order[at], order[at + 1], order[at + 2], order[at + 3]
    hand[2] = hand[5] = NO_CARD
    at += 4
    player = total(_points(hand[0]), _points(hand[1]))
    banker = total(_points(hand[3]), _points(hand[4]))
    if natural_stops and (is_natural(player) or is_natural(banker)):
        return at
    third = STOOD
    if player_draws(draws, player):
        hand[2] = order[at]
        third = _points(order[at])
        at += 1
    if banker_draws(draws, banker, third):
        hand[5] = order[at]
        at += 1
    return at


@compiled_cached
def deal_shoe(
    order: NDArray[np.int64],
    burn: int,
    cut_from_back: int,
    one_more_hand: bool,
    draws: NDArray[np.int64],
    natural_stops: bool,
) -> CoupCards:
    """Deal every round of a shoe, from the burn to the last round after the cut card, while six cards are left."""
    hands = np.empty((len(order) // 4, 6), np.int64)
    cut_at = len(order) - cut_from_back
    at = burn
    rounds = 0
    last = False
    while at + 6 <= len(order):
        began = at
        at = _deal(order, at, draws, natural_stops, hands[rounds])
        rounds += 1
        if last:
            break
        if at > cut_at:
            if began >= cut_at and not one_more_hand:
                break
            last = True
    return hands[:rounds]


@compiled_cached
def deal_each(orders: NDArray[np.int64], draws: NDArray[np.int64], natural_stops: bool) -> CoupCards:
    """Deal one round from each row of `orders`; a row has six cards."""
    hands = np.empty((len(orders), 6), np.int64)
    for place in range(len(orders)):
        _deal(orders[place], 0, draws, natural_stops, hands[place])
    return hands


@compiled_cached
def _suits(hand: Any, first: int) -> int:
    """Return the suits of three cards as a bit mask."""
    suits = 0
    for place in range(first, first + 3):
        if hand[place] != NO_CARD:
            suits |= 1 << hand[place] % 4
    return suits


@compiled_cached
def _spread(suits: int) -> int:
    """Return the mixture of a set of suits: 0 for one suit, 1 for one colour, 2 for both colours."""
    if suits & (suits - 1) == 0:
        return 0
    return 1 if suits & RED == 0 or suits & BLACK == 0 else 2


@compiled_cached
def _suits_kind(hand: Any) -> int:
    """Return the class of a round by suits: one suit, one colour or both colours, for each hand and for both."""
    player, banker = _suits(hand, 0), _suits(hand, 3)
    return (_spread(player) * 3 + _spread(banker)) * 3 + _spread(player | banker)


@compiled_cached
def coup_classes(hands: CoupCards) -> NDArray[np.int64]:
    """Return the three classes of each round: by totals, by first four cards, and by suits.

    The result has shape (n, 3).
    """
    kinds = np.empty((len(hands), 3), np.int64)
    for place in range(len(hands)):
        hand = hands[place]
        player = total(_points(hand[0]), _points(hand[1]))
        banker = total(_points(hand[3]), _points(hand[4]))
        player_third = STOOD if hand[2] == NO_CARD else _points(hand[2])
        banker_third = STOOD if hand[5] == NO_CARD else _points(hand[5])
        kinds[place, 0] = ((player * 10 + banker) * 11 + player_third) * 11 + banker_third
        kinds[place, 1] = first_four_key(hand[0], hand[1], hand[3], hand[4])
        kinds[place, 2] = _suits_kind(hand)
    return kinds
