"""The loops of exact blackjack, compiled. All of them stand in this file and call nothing outside it.

Every value here is taken over all cards that may come, and counts nothing where the dealer turns out to have a
natural: E[result; no natural]. Draws then have their plain chances, whatever the dealer has under his up card, and
nothing has to be said about the hole card until the end, where the original wager is lost against a natural. Divided
by the chance of no natural it is the value after the hole card was looked at.

On accuracy: chances of the dealer's totals are sums of products of whole numbers, all positive, so their relative
error is a few dozen roundings (under 1e-14); a player's value is an average of such, bounded by 8; the values behind
a split go through at most four differences that grow an error less than the chance of that path shrinks it. Values
are good to 1e-13.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled_cached, compiled_inline

TOGETHER = 64
"""Shoes walked through at a time."""
MOST_DRAWN = 20
FREE = -1
"""In a policy: whatever is better."""
STAND, HIT, DOUBLE, SURRENDER, NATURAL = 0, 1, 2, 5, 9
"""As in `actions`; NATURAL: an ace and a ten that are paid as one after a split."""


class KernelRules(NamedTuple):
    """What a kernel must know of the rules."""

    up: int
    win: float
    charlie_cards: int
    """A number no hand reaches where there is no such rule."""
    charlie: float
    hard_31: float
    """Below zero where 21 is the end."""
    surrender_loses: float
    natural: float


@compiled_cached
def dealer_totals(steps: Any, shoes: NDArray[np.float64], chances: NDArray[np.float64]) -> None:
    """Chances of 17 to 21 without a natural. `shoes`: counts by [value - 1][shoe]; `chances`: by [total][shoe].

    Inner loops go over shoes, as many as there are: a loop of fixed length would be unrolled and not made wide.
    """
    longest = steps.depth.max() + 1
    factors = np.zeros((10 * MOST_DRAWN, TOGETHER))
    running = np.ones((longest + 1, TOGETHER))
    sums = np.zeros((5 * longest, TOGETHER))
    for start in range(0, shoes.shape[1], TOGETHER):
        many = min(TOGETHER, shoes.shape[1] - start)
        for value in range(10):
            for drawn in range(17 // (value + 1) + 1):
                for b in range(many):
                    factors[value * MOST_DRAWN + drawn, b] = shoes[value, start + b] - drawn
        sums[:] = 0.0
        _walk(steps, longest, many, factors, running, sums)
        _chances(sums, longest, many, shoes[:, start : start + many], chances[:, start : start + many])


@compiled_cached
def _walk(steps: Any, longest: int, many: int, factors: Any, running: Any, sums: Any) -> None:
    for s in range(steps.depth.shape[0]):
        depth, factor, orders = steps.depth[s], steps.factor[s], steps.orders[s]
        for b in range(many):
            running[depth + 1, b] = running[depth, b] * factors[factor, b]
        if orders > 0.0:
            into = steps.total[s] * longest + depth
            for b in range(many):
                sums[into, b] += orders * running[depth + 1, b]


@compiled_cached
def _chances(sums: Any, longest: int, many: int, shoes: Any, chances: Any) -> None:
    """From ways to chances: a hand of d drawn cards is one of cards x (cards - 1) x ... ordered draws."""
    cards = shoes.sum(axis=0)
    share = np.ones(many)
    chances[:] = 0.0
    for depth in range(longest):
        for b in range(many):
            share[b] /= max(cards[b] - depth, 1.0)
        for total in range(5):
            for b in range(many):
                chances[total, b] += sums[total * longest + depth, b] * share[b]


@compiled_inline
def natural_chance(up: int, tens: float, aces: float, cards: float) -> float:
    """That the hole card makes a natural, with so many cards left."""
    if up == 1:
        return tens / cards
    return aces / cards if up == 10 else 0.0


@compiled_inline
def _safe(terms: Any, left: Any, held: Any, extra_value: int, extras: int, cards: float) -> float:
    """The chance of no natural after these cards and `extras` of one value have left."""
    tens = left[9] - held[9] - (extras if extra_value == 9 else 0)
    aces = left[0] - held[0] - (extras if extra_value == 0 else 0)
    return 1.0 - natural_chance(terms.up, tens, aces, cards)


@compiled_inline
def _safe_after(terms: Any, left: Any, held: Any, card: int, extra_value: int, extras: int, cards: float) -> float:
    """The same after one more card; `cards` are left before it."""
    tens = left[9] - held[9] - (extras if extra_value == 9 else 0) - (card == 9)
    aces = left[0] - held[0] - (extras if extra_value == 0 else 0) - (card == 0)
    return 1.0 - natural_chance(terms.up, tens, aces, cards - 1)


@compiled_inline
def _win_and_loss(chances: Any, shoe: int, total: int, safe: float) -> tuple[float, float]:
    """Chances to win and to lose with this total, standing; the dealer's bust is what is left over."""
    higher, equal = 0.0, 0.0
    for dealer in range(5):
        if dealer + 17 > total:
            higher += chances[dealer, shoe]
        elif dealer + 17 == total:
            equal = chances[dealer, shoe]
    return safe - higher - equal, higher


@compiled_cached
def holds(left: NDArray[np.float64], held: NDArray[np.int64]) -> bool:
    """Whether the shoe has these cards."""
    for value in range(10):  # noqa: SIM110 - compiled loops are written out
        if held[value] > left[value]:
            return False
    return True


@compiled_cached
def standing(
    steps: Any,
    hands: Any,
    up: int,
    left: NDArray[np.float64],
    wanted: NDArray[np.int64],
    extra_value: int,
    extras: int,
    places: NDArray[np.int64],
    win: NDArray[np.float64],
    loss: NDArray[np.float64],
) -> None:
    """Chances to win and to lose when standing on the wanted hands, with `extras` more cards of one value gone.

    `left`: the shoe without the up card. A hand's result goes to its place in `win` and `loss`.
    """
    shoes = np.empty((10, wanted.shape[0]))
    chances = np.empty((5, wanted.shape[0]))
    for value in range(10):
        gone = extras if value == extra_value else 0
        for i in range(wanted.shape[0]):
            shoes[value, i] = left[value] - hands.counts[wanted[i], value] - gone
    dealer_totals(steps, shoes, chances)
    cards = left.sum() - extras
    for i in range(wanted.shape[0]):
        row = wanted[i]
        safe = 1.0 - natural_chance(up, shoes[9, i], shoes[0, i], cards - hands.cards[row])
        win[places[row]], loss[places[row]] = _win_and_loss(chances, i, hands.total[row], safe)


@compiled_cached
def play(
    hands: Any,
    terms: Any,
    left: NDArray[np.float64],
    win: NDArray[np.float64],
    loss: NDArray[np.float64],
    policy: NDArray[np.int8],
    values: NDArray[np.float64],
) -> None:
    """Every hand's value standing, hitting, the better (or as `policy` has it) and doubled: columns of `values`.

    Later rows first: a hit only leads to later ones. Hands that the shoe does not hold are left at 0.
    """
    cards_left = left.sum()
    for row in range(hands.counts.shape[0] - 1, 0, -1):
        held = hands.counts[row]
        if not holds(left, held):
            continue
        cards = cards_left - hands.cards[row]
        if hands.cards[row] >= terms.charlie_cards:
            values[row, :3] = terms.charlie * _safe(terms, left, held, 0, 0, cards)
            continue
        values[row, 0] = terms.win * win[row] - loss[row]
        values[row, 1] = _hit(hands, terms, left, row, cards, 0, 0, values[:, 2])
        values[row, 2] = values[row, 1] if values[row, 1] > values[row, 0] else values[row, 0]
        if policy[row] != FREE:
            values[row, 2] = values[row, 0] if policy[row] == STAND else values[row, 1]
        if hands.cards[row] == 2:
            values[row, 3] = 2.0 * _hit(hands, terms, left, row, cards, 0, 0, values[:, 0])


@compiled_inline
def _hit(
    hands: Any, terms: Any, left: Any, row: int, cards: float, extra_value: int, extras: int, after: NDArray[np.float64]
) -> float:
    """One more card. `after`: what a hand is worth once it is there."""
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
            value += ways * pays * _safe_after(terms, left, held, card, extra_value, extras, cards)
    return value / cards


@compiled_cached
def mark_reachable_hands(
    hands: Any, left: NDArray[np.float64], pair: int, policy: NDArray[np.int8], first: NDArray[np.int8]
) -> Any:
    """Hands that a split hand comes to, and how: 1 is played on, 2 is where it ends, 3 both. `pair`: value - 1.

    `first`: what is done with the first two cards (by row); `policy`: with more.
    """
    reached = np.zeros(hands.counts.shape[0], np.int8)
    start = hands.following[0, pair]
    for card in range(10):
        reached[hands.following[start, card]] = 1
    for row in range(start, hands.counts.shape[0]):
        if not reached[row] & 1 or not holds(left, hands.counts[row]):
            continue
        action = first[row] if hands.cards[row] == 2 else policy[row]
        if action == STAND:
            reached[row] |= 2
        elif action in (HIT, DOUBLE):
            for card in range(10):
                following = hands.following[row, card]
                if following >= 0:
                    reached[following] |= 1 if action == HIT else 2
    found = np.flatnonzero(reached)
    return found, reached[found]


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
    """What one hand is worth that starts with a card of the pair, when `extras` more of the pair are gone.

    First: whatever comes second. Second: the part of it in which no card of the pair comes. `same`: cards of the pair
    in the shoe; it is less than the cards of that value where only equal ranks are a pair.
    """
    after = np.zeros(hands.counts.shape[0])
    ends = np.zeros(hands.counts.shape[0])
    start = hands.following[0, pair]
    cards_left = left.sum() - extras
    for i in range(rows.shape[0] - 1, -1, -1):
        row = rows[i]
        if left[pair] - extras < hands.counts[row, pair] or not holds(left, hands.counts[row]):
            continue
        cards = cards_left - hands.cards[row]
        safe = _safe(terms, left, hands.counts[row], pair, extras, cards)
        if hands.cards[row] >= terms.charlie_cards:
            after[row] = ends[row] = terms.charlie * safe
            continue
        if ways[i] & 2:
            ends[row] = terms.win * win[places[row]] - loss[places[row]]
        if ways[i] & 1:
            action = first[row] if hands.cards[row] == 2 else policy[row]
            after[row] = _acted(action, hands, terms, left, row, cards, pair, extras, safe, ends, after)
    return _second_card(hands, left, start, pair, same, extras, cards_left - 1, after)


@compiled_inline
def _acted(
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


@compiled_inline
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
    """All hands of a split together. See `splits` for the method.

    `whole`, `other`: by extras, as `split_hand` gives them. `same`, `cards`: the pair's cards and all cards left before
    the pair was dealt, the up card not among them. Hands in columns by how many cards are known not to be of the pair.
    """
    size = 2 * most_hands
    any_second = np.zeros((size, size))
    not_pair = np.zeros((size, size))
    any_second[: whole.shape[0], 0] = whole
    not_pair[: other.shape[0], 0] = other
    for known in range(size - 1):
        for extras in range(1, size - 1 - known):
            pair_next = max(same - extras - 1, 0.0) / (cards - extras - 1 - known)
            if pair_next >= 1.0:
                continue
            for table in (any_second, not_pair):
                rest = table[extras, known] - pair_next * table[extras + 1, known]
                table[extras, known + 1] = rest / (1.0 - pair_next)
    return _hands_together(most_hands, same, cards, any_second, not_pair)


@compiled_inline
def _hands_together(most_hands: int, same: float, cards: float, any_second: Any, not_pair: Any) -> float:
    """Over what comes as second card of each hand in turn: [hands that wait for it][hands that got another card]."""
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
    """How often each hand of three cards or more is held, by weights of the first two and by which rows are hit."""
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
    """The best code for each total against one up card: `codes`[0][total] hard, [1][total] soft.

    `chances`: to win and to lose standing. `weights`: how often a hand is held as first two cards, and with more.
    `doubles`: totals that may be doubled. `give_up`: by row, what a surrender is worth. Larger totals (aces as one)
    come first, so that every hit is worth what the chart makes of it.
    """
    values = np.zeros((hands.counts.shape[0], 4))
    cards_left = left.sum()
    last = hands.counts.shape[0] - 1
    while last > 0:
        hard = _hard_total(hands, last)
        row = last
        cells = np.zeros((2, 6))
        while row > 0 and _hard_total(hands, row) == hard:
            if holds(left, hands.counts[row]):
                cards = cards_left - hands.cards[row]
                if hands.cards[row] >= terms.charlie_cards:
                    values[row, :3] = terms.charlie * _safe(terms, left, hands.counts[row], 0, 0, cards)
                else:
                    values[row, 0] = terms.win * chances[0][row] - chances[1][row]
                    values[row, 1] = _hit(hands, terms, left, row, cards, 0, 0, values[:, 2])
                    values[row, 3] = 2.0 * _hit(hands, terms, left, row, cards, 0, 0, values[:, 0])
                    _weigh(
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
"""HIT, DOUBLE and SURRENDER: hit where nothing else is open."""


@compiled_inline
def _hard_total(hands: Any, row: int) -> int:
    return hands.total[row] - 10 if hands.soft[row] else hands.total[row]  # type: ignore[no-any-return]


@compiled_inline
def _weigh(cell: Any, values: Any, give_up: float, two: float, more: float) -> None:
    """Sums of a cell: standing and hitting with more cards; standing, hitting, doubling, giving up with two."""
    cell[0] += more * values[0]
    cell[1] += more * values[1]
    cell[2] += two * values[0]
    cell[3] += two * values[1]
    cell[4] += two * values[3]
    cell[5] += two * give_up


@compiled_inline
def _best_code(cell: Any, may_double: bool, gives_up: bool) -> int:
    """The code that is worth most over all hands of the cell; hit where nothing is held."""
    best, code = cell[1] + cell[3], 1
    if cell[0] + cell[2] > best:
        best, code = cell[0] + cell[2], 0
    for hits in (1, 0):
        if may_double and cell[hits] + cell[4] > best:
            best, code = cell[hits] + cell[4], 2 if hits else 3
        if gives_up and cell[hits] + cell[5] > best:
            best, code = cell[hits] + cell[5], 5 if hits else 6
    return code
