"""Kernels of exact blackjack. All of them are in this file and call nothing outside it.

A kernel that calls a large kernel is compiled with a second copy of it. Python calls `dealer_totals` itself.

Every value is an expectation over all cards that may be drawn, and rounds with a dealer's natural count as 0: E[result;
no natural]. Draws then have their plain probabilities, independent of the hole card. The hole card matters only at the
end, where the original wager is lost to a natural. A value divided by the probability of no natural is the value after
the hole card is checked.

Accuracy: the probabilities of the dealer's totals are sums of products of positive whole numbers, so their relative
error is a few dozen roundings (under 1e-14). A player's value is an average of such numbers and is bounded by 8. The
value of a split goes through at most four differences; each increases an error by less than the probability of its path
reduces the error. Values are accurate to 1e-13.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled_cached, compiled_inline, kernel_function

SHOES_PER_BATCH = 64
"""Number of shoes for which probabilities are computed together."""
MOST_DRAWN = 20
FREE = -1
"""Entry of a strategy that prescribes no action: the better of standing and hitting is taken."""
STAND, HIT, DOUBLE, SURRENDER, NATURAL = 0, 1, 2, 5, 9
"""Action codes, the same as in the module `actions`; NATURAL is an ace and a ten that are paid as a natural after a
split."""


class KernelRules(NamedTuple):
    """Rules and payouts in the form that the kernels need."""

    up: int
    win: float
    charlie_cards: int
    """Number of cards with which a hand wins at once; larger than any hand if there is no such rule."""
    charlie: float
    hard_31: float
    """Payout of a hard 31; negative if the game does not play to 31."""
    surrender_loses: float
    natural: float


@compiled_cached
def dealer_totals(steps: Any, shoes: NDArray[np.float64], chances: NDArray[np.float64]) -> None:
    """Compute the probability of each dealer's total from 17 to 21, in rounds without a dealer's natural.

    `shoes` has shape (10, n): counts by value - 1 and shoe. `chances` has shape (5, n): by total - 17 and shoe. The
    inner loops run over a variable number of shoes, because the compiler unrolls a loop of fixed length instead of
    vectorizing it.
    """
    longest = 1
    for depth in steps.depth:
        longest = max(longest, depth + 1)
    factors = np.zeros((10 * MOST_DRAWN, SHOES_PER_BATCH))
    running = np.ones((longest + 1, SHOES_PER_BATCH))
    sums = np.zeros((5 * longest, SHOES_PER_BATCH))
    for start in range(0, shoes.shape[1], SHOES_PER_BATCH):
        many = min(SHOES_PER_BATCH, shoes.shape[1] - start)
        for value in range(10):
            for drawn in range(17 // (value + 1) + 1):
                for b in range(many):
                    factors[value * MOST_DRAWN + drawn, b] = shoes[value, start + b] - drawn
        sums[:] = 0.0
        _walk(steps, longest, many, factors, running, sums)
        _chances(sums, longest, many, shoes[:, start : start + many], chances[:, start : start + many])


@compiled_inline
def _walk(steps: Any, longest: int, many: int, factors: Any, running: Any, sums: Any) -> None:
    for s in range(steps.depth.shape[0]):
        depth, factor, orders = steps.depth[s], steps.factor[s], steps.orders[s]
        for b in range(many):
            running[depth + 1, b] = running[depth, b] * factors[factor, b]
        if orders > 0.0:
            into = steps.total[s] * longest + depth
            for b in range(many):
                sums[into, b] += orders * running[depth + 1, b]


@compiled_inline
def _chances(sums: Any, longest: int, many: int, shoes: Any, chances: Any) -> None:
    """Convert numbers of ordered draws of the dealer into probabilities.

    A hand of d drawn cards is one of cards x (cards - 1) x ... ordered draws.
    """
    # Loops, because a sum over an axis takes seconds to compile.
    cards, share = np.zeros(many), np.ones(many)
    for value in range(10):
        for b in range(many):
            cards[b] += shoes[value, b]
    chances[:] = 0.0
    for depth in range(longest):
        for b in range(many):
            share[b] /= max(cards[b] - depth, 1.0)
        for total in range(5):
            for b in range(many):
                chances[total, b] += sums[total * longest + depth, b] * share[b]


@kernel_function
def natural_chance(up: int, tens: float, aces: float, cards: float) -> float:
    """Return the probability that the hole card gives the dealer a natural, from the cards left."""
    if up == 1:
        return tens / cards
    return aces / cards if up == 10 else 0.0


@kernel_function
def _no_natural_chance(terms: Any, left: Any, held: Any, extra_value: int, extras: int, cards: float) -> float:
    """Return the probability that the dealer has no natural, after some cards have left the shoe.

    These are the cards `held` by the player, and `extras` more cards of one value.
    """
    tens = left[9] - held[9] - (extras if extra_value == 9 else 0)
    aces = left[0] - held[0] - (extras if extra_value == 0 else 0)
    return 1.0 - natural_chance(terms.up, tens, aces, cards)


@kernel_function
def _no_natural_chance_after(
    terms: Any, left: Any, held: Any, card: int, extra_value: int, extras: int, cards: float
) -> float:
    """Return the probability that the dealer has no natural after one more card has left.

    `cards` counts the cards left before that card.
    """
    tens = left[9] - held[9] - (extras if extra_value == 9 else 0) - (card == 9)
    aces = left[0] - held[0] - (extras if extra_value == 0 else 0) - (card == 0)
    return 1.0 - natural_chance(terms.up, tens, aces, cards - 1)


@compiled_cached
def shoe_contains(left: NDArray[np.float64], held: NDArray[np.int64]) -> bool:
    """Return whether the shoe contains these cards."""
    for value in range(10):  # noqa: SIM110 - compiled code has no generators
        if held[value] > left[value]:
            return False
    return True


@compiled_cached
def value_all_hands(
    hands: Any,
    terms: Any,
    left: NDArray[np.float64],
    win: NDArray[np.float64],
    loss: NDArray[np.float64],
    policy: NDArray[np.int8],
    values: NDArray[np.float64],
) -> None:
    """Compute the value of every hand if it stands, hits, takes the better of both, and doubles.

    These are the columns of `values`.

    Where `policy` prescribes an action, the third column has the value of that action. Rows are processed from last to
    first, because a hit leads only to later rows. Hands that the shoe does not contain stay 0.
    """
    cards_left = left.sum()
    for row in range(hands.counts.shape[0] - 1, 0, -1):
        held = hands.counts[row]
        if not shoe_contains(left, held):
            continue
        cards = cards_left - hands.cards[row]
        if hands.cards[row] >= terms.charlie_cards:
            values[row, :3] = terms.charlie * _no_natural_chance(terms, left, held, 0, 0, cards)
            continue
        values[row, 0] = terms.win * win[row] - loss[row]
        values[row, 1] = _hit(hands, terms, left, row, cards, 0, 0, values[:, 2])
        values[row, 2] = values[row, 1] if values[row, 1] > values[row, 0] else values[row, 0]
        if policy[row] != FREE:
            values[row, 2] = values[row, 0] if policy[row] == STAND else values[row, 1]
        if hands.cards[row] == 2:
            values[row, 3] = 2.0 * _hit(hands, terms, left, row, cards, 0, 0, values[:, 0])


@kernel_function
def _hit(
    hands: Any, terms: Any, left: Any, row: int, cards: float, extra_value: int, extras: int, after: NDArray[np.float64]
) -> float:
    """Return the value of hitting a hand; `after` has the value of each hand that the drawn card can lead to."""
    held = hands.counts[row]
    can_make_31 = terms.hard_31 >= 0.0 and hands.total[row] == 21 and not hands.soft[row]
    value = 0.0
    for card in range(10):
        ways = left[card] - held[card] - (extras if card == extra_value else 0)
        if ways <= 0.0:
            continue
        following = hands.following[row, card]
        if following >= 0:
            value += ways * after[following]
        else:
            pays = terms.hard_31 if can_make_31 and card == 9 else -1.0
            value += ways * pays * _no_natural_chance_after(terms, left, held, card, extra_value, extras, cards)
    return value / cards


@compiled_cached
def mark_reachable_hands(
    hands: Any, left: NDArray[np.float64], pair: int, policy: NDArray[np.int8], first: NDArray[np.int8]
) -> NDArray[np.int8]:
    """Return for each hand whether a split hand can become it: 0 is no, 1 is played on, 2 ends there, 3 both.

    `pair` is the value of the split card minus 1. `first` is the action for two cards by row, `policy` for more cards.
    """
    reached = np.zeros(hands.counts.shape[0], np.int8)
    start = hands.following[0, pair]
    for card in range(10):
        reached[hands.following[start, card]] = 1
    for row in range(start, hands.counts.shape[0]):
        if not reached[row] & 1 or not shoe_contains(left, hands.counts[row]):
            continue
        action = first[row] if hands.cards[row] == 2 else policy[row]
        if action == STAND:
            reached[row] |= 2
        elif action in (HIT, DOUBLE):
            for card in range(10):
                following = hands.following[row, card]
                if following >= 0:
                    reached[following] |= 1 if action == HIT else 2
    return reached


@compiled_cached
def split_hand(
    hands: Any,
    terms: Any,
    left: NDArray[np.float64],
    pair: int,
    same: float,
    extras: int,
    rows: NDArray[np.int64],
    ways: NDArray[np.int8],
    policy: NDArray[np.int8],
    first: NDArray[np.int8],
    places: NDArray[np.int64],
    win: NDArray[np.float64],
    loss: NDArray[np.float64],
) -> tuple[float, float]:
    """Return the values of one hand of a split, when `extras` more cards of the pair's value have left the shoe.

    The first value covers every second card; the second value covers only second cards that do not match the pair.
    `same` is the number of matching cards in the shoe; it is smaller than the number of cards of that value if only
    equal ranks match.
    """
    after = np.zeros(hands.counts.shape[0])
    ends = np.zeros(hands.counts.shape[0])
    start = hands.following[0, pair]
    cards_left = left.sum() - extras
    for i in range(rows.shape[0] - 1, -1, -1):
        row = rows[i]
        if left[pair] - extras < hands.counts[row, pair] or not shoe_contains(left, hands.counts[row]):
            continue
        cards = cards_left - hands.cards[row]
        safe = _no_natural_chance(terms, left, hands.counts[row], pair, extras, cards)
        if hands.cards[row] >= terms.charlie_cards:
            after[row] = ends[row] = terms.charlie * safe
            continue
        if ways[i] & 2:
            ends[row] = terms.win * win[places[row]] - loss[places[row]]
        if ways[i] & 1:
            action = first[row] if hands.cards[row] == 2 else policy[row]
            after[row] = _action_value(action, hands, terms, left, row, cards, pair, extras, safe, ends, after)
    return _second_card(hands, left, start, pair, same, extras, cards_left - 1, after)


@kernel_function
def _action_value(
    action: int,
    hands: Any,
    terms: Any,
    left: Any,
    row: int,
    cards: float,
    pair: int,
    extras: int,
    safe: float,
    ends: Any,
    after: Any,
) -> float:
    if action == STAND:
        return ends[row]  # type: ignore[no-any-return]
    if action == HIT:
        return _hit(hands, terms, left, row, cards, pair, extras, after)
    if action == DOUBLE:
        return 2.0 * _hit(hands, terms, left, row, cards, pair, extras, ends)
    return terms.natural * safe if action == NATURAL else -terms.surrender_loses * safe  # type: ignore[no-any-return]


@kernel_function
def _second_card(
    hands: Any, left: Any, start: int, pair: int, same: float, extras: int, cards: float, after: Any
) -> tuple[float, float]:
    whole, other = 0.0, 0.0
    for card in range(10):
        ways = left[card] - (extras + 1 if card == pair else 0)
        if ways <= 0.0:
            continue
        value = after[hands.following[start, card]] / cards
        whole += ways * value
        other += (left[card] - same if card == pair else ways) * value
    return whole, other


@compiled_cached
def split_value(
    most_hands: int, same: float, cards: float, whole: NDArray[np.float64], other: NDArray[np.float64]
) -> float:
    """Return the total value of all hands of a split; the module `splits` describes the method.

    `whole` and `other` are the results of `split_hand`, indexed by `extras`. `same` counts the cards that match the
    pair and `cards` all cards, both before the pair was dealt and without the up card. Column k of the internal tables
    assumes that k further cards are known not to match the pair.
    """
    size = 2 * most_hands
    any_second = np.zeros((size, size))
    not_pair = np.zeros((size, size))
    # A loop, because an assignment of a slice takes seconds to compile.
    for extras in range(whole.shape[0]):
        any_second[extras, 0], not_pair[extras, 0] = whole[extras], other[extras]
    for known in range(size - 1):
        for extras in range(1, size - 1 - known):
            pair_next = max(same - extras - 1, 0.0) / (cards - extras - 1 - known)
            if pair_next >= 1.0:
                continue
            for table in (any_second, not_pair):
                rest = table[extras, known] - pair_next * table[extras + 1, known]
                table[extras, known + 1] = rest / (1.0 - pair_next)
    return _hands_together(most_hands, same, cards, any_second, not_pair)


@kernel_function
def _hands_together(most_hands: int, same: float, cards: float, any_second: Any, not_pair: Any) -> float:
    """Return the total value of a split, computed by dealing a second card to each hand in turn.

    The table is indexed by [hands that wait for a second card][hands that received a card that does not match].
    """
    together = np.zeros((most_hands + 2, most_hands + 2))
    for hands in range(most_hands, 1, -1):
        extras = hands - 1
        for waiting in range(hands + 1):
            closed = hands - waiting
            closed_value = 0.0
            if closed > 0:
                pair_next = max(same - extras - 1, 0.0) / (cards - extras - closed)
                if pair_next < 1.0:
                    closed_value = closed * not_pair[extras, closed - 1] / (1.0 - pair_next)
            if hands == most_hands or waiting == 0:
                together[waiting, closed] = closed_value + waiting * any_second[extras, closed]
                continue
            pair_next = max(same - extras - 1, 0.0) / (cards - extras - 1 - closed)
            together[waiting, closed] = pair_next * together[waiting + 1, closed]
            if pair_next < 1.0:
                together[waiting, closed] += (1.0 - pair_next) * together[waiting - 1, closed + 1]
    return together[2, 0]  # type: ignore[no-any-return]


@compiled_cached
def hand_chances(
    hands: Any, left: NDArray[np.float64], two: NDArray[np.float64], hits: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the probability that play reaches each hand of three or more cards.

    `two` has the weights of two-card hands; `hits` has 1 for each row of `player_hands` that is hit.
    """
    more = np.zeros(two.shape[0])
    cards_left = left.sum()
    for row in range(1, two.shape[0]):
        weight = hits[row] * (two[row] if hands.cards[row] == 2 else more[row])
        if weight <= 0.0:
            continue
        for card in range(10):
            ways = left[card] - hands.counts[row, card]
            following = hands.following[row, card]
            if ways > 0.0 and following >= 0:
                more[following] += weight * ways / (cards_left - hands.cards[row])
    return more


@compiled_cached
def chart_column(
    hands: Any,
    terms: Any,
    left: NDArray[np.float64],
    chances: Any,
    weights: Any,
    doubles: NDArray[np.bool_],
    give_up: NDArray[np.float64],
    gives_up: bool,
    codes: NDArray[np.int8],
) -> None:
    """Choose the best code for each total against one up card: `codes[0][total]` hard, `codes[1][total]` soft.

    `chances` has the probabilities to win and to lose when standing. `weights` says how often a hand occurs as the
    first two cards, and with more cards. `doubles` marks the totals that may be doubled. `give_up` is the value of a
    surrender by row. Larger totals (aces as one) come first, so that a hit is valued by the codes that are already
    chosen.
    """
    values = np.zeros((hands.counts.shape[0], 4))
    cards_left = left.sum()
    last = hands.counts.shape[0] - 1
    while last > 0:
        hard = _hard_total(hands, last)
        row = last
        cells = np.zeros((2, 6))
        while row > 0 and _hard_total(hands, row) == hard:
            if shoe_contains(left, hands.counts[row]):
                cards = cards_left - hands.cards[row]
                if hands.cards[row] >= terms.charlie_cards:
                    values[row, :3] = terms.charlie * _no_natural_chance(terms, left, hands.counts[row], 0, 0, cards)
                else:
                    values[row, 0] = terms.win * chances[0][row] - chances[1][row]
                    values[row, 1] = _hit(hands, terms, left, row, cards, 0, 0, values[:, 2])
                    values[row, 3] = 2.0 * _hit(hands, terms, left, row, cards, 0, 0, values[:, 0])
                    _add_to_cell(
                        cells[1 if hands.soft[row] else 0], values[row], give_up[row], weights[0][row], weights[1][row]
                    )
            row -= 1
        for soft in range(2):
            total = hard + 10 if soft else hard
            if total <= 21:
                codes[soft, total] = _best_code(cells[soft], doubles[total], gives_up)
        for done in range(row + 1, last + 1):
            if hands.cards[done] < terms.charlie_cards:
                code = codes[1 if hands.soft[done] else 0, hands.total[done]]
                values[done, 2] = values[done, 1] if code in HITTING else values[done, 0]
        last = row


HITTING = (1, 2, 5)
"""HIT, DOUBLE and SURRENDER: codes that hit when neither a double nor a surrender is legal."""


@kernel_function
def _hard_total(hands: Any, row: int) -> int:
    return hands.total[row] - 10 if hands.soft[row] else hands.total[row]  # type: ignore[no-any-return]


@kernel_function
def _add_to_cell(cell: Any, values: Any, give_up: float, two: float, more: float) -> None:
    """Add the values of a hand to the sums of the chart cell that the hand belongs to.

    Entries: stand and hit with more than two cards; stand, hit, double and surrender with two cards.
    """
    cell[0] += more * values[0]
    cell[1] += more * values[1]
    cell[2] += two * values[0]
    cell[3] += two * values[1]
    cell[4] += two * values[3]
    cell[5] += two * give_up


@kernel_function
def _best_code(cell: Any, may_double: bool, gives_up: bool) -> int:
    """Return the code with the highest value over all hands of a chart cell; HIT if the cell has no hands."""
    best, code = cell[1] + cell[3], 1
    if cell[0] + cell[2] > best:
        best, code = cell[0] + cell[2], 0
    for hits in (1, 0):
        if may_double and cell[hits] + cell[4] > best:
            best, code = cell[hits] + cell[4], 2 if hits else 3
        if gives_up and cell[hits] + cell[5] > best:
            best, code = cell[hits] + cell[5], 5 if hits else 6
    return code
