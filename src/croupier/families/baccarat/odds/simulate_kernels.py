"""Simulation kernels and their job: they deal millions of rounds and count them in classes that the facts tell apart.

Shoes are dealt as at the live table. Each of the 10,000 openings of a round is decided once, before the first shoe. Two
kernels deal the same shoes. One uses card points only and counts every round by totals; it plays four shoes in
parallel, because a round cannot start before the length of the previous one is computed. The other uses whole cards,
for wagers that depend on ranks and suits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled_cached, compiled_inline, compiled_nogil
from croupier.errors import BadInput
from croupier.families.baccarat.hand_values import points as points_of_rank
from croupier.families.baccarat.odds.kernels import (
    STOOD,
    TOTALS_CLASSES,
    banker_draws,
    first_four_key,
    is_natural,
    player_draws,
)
from croupier.odds.simulation.job import ALL_ROUNDS, Backend, Job, KeyCounts, Tally
from croupier.odds.simulation.shuffle_kernels import (
    GOLDEN,
    U64,
    ShoeSetup,
    ShuffleWorkspace,
    shoe_setup,
    shuffle,
    shuffle_workspace,
    start_of,
)

OPENINGS = 10**4
"""Number of openings: both two-card totals and the next two cards, which together decide a round."""
SHORTEST_ROUND, LONGEST_ROUND = 4, 6
SIDE_BY_SIDE = 4
MAX_SHOES_PER_CALL = 2**24
"""Limit that keeps every count of one call below 32 bits."""


class CoupSetup(NamedTuple):
    """Shoe and drawing rules of a table."""

    dealing: ShoeSetup
    lengths: NDArray[np.uint8]
    """Number of cards that a round takes, indexed by its opening."""
    kinds: NDArray[np.uint16]
    """Class of the round by totals, indexed by its opening; numbered as in the exact counts."""


def coup_setup(
    *,
    decks: int,
    burn: Sequence[int],
    cut_from_back: int,
    ends_with_the_hand: bool,
    draws: Sequence[Sequence[int]],
    natural_stops: bool,
) -> CoupSetup:
    """Return the shoe and drawing rules as arrays.

    After the cut card, at most the round in progress and one more are dealt.
    """
    dealing = shoe_setup(
        decks=decks,
        points=points_of_rank,
        burn=burn,
        cut_from_back=cut_from_back,
        ends_with_the_hand=ends_with_the_hand,
        dealt=max(52 * decks - cut_from_back, *burn) + 2 * LONGEST_ROUND,
    )
    return CoupSetup(dealing, *decide_openings(np.array(draws, dtype=np.int64), natural_stops))


@compiled_cached
def decide_openings(draws: Any, natural_stops: bool) -> tuple[NDArray[np.uint8], NDArray[np.uint16]]:
    """Compute the length and the class of the round for each opening, with the drawing functions of live play."""
    lengths = np.zeros(OPENINGS, np.uint8)
    kinds = np.zeros(OPENINGS, np.uint16)
    for opening in range(OPENINGS):
        player, banker = opening // 1000, opening // 100 % 10
        next_card, card_after = opening // 10 % 10, opening % 10
        player_third, banker_third = STOOD, STOOD
        if not (natural_stops and (is_natural(player) or is_natural(banker))):
            if player_draws(draws, player):
                player_third = next_card
            if banker_draws(draws, banker, player_third):
                banker_third = next_card if player_third == STOOD else card_after
        lengths[opening] = 4 + (player_third != STOOD) + (banker_third != STOOD)
        kinds[opening] = (player * 10 + banker) * 121 + player_third * 11 + banker_third
    return lengths, kinds


@compiled_cached
def find_openings(points: Any, openings: Any) -> None:
    """Compute for each position of a shoe the opening of a round that would start there.

    The last digit of a sum s of two cards' points is the smaller of s and s - 10 as unsigned bytes.
    """
    for card in range(U64(len(openings))):
        player = np.uint8(points[card] + points[card + U64(2)])
        banker = np.uint8(points[card + U64(1)] + points[card + U64(3)])
        player = min(player, np.uint8(player - np.uint8(10)))
        banker = min(banker, np.uint8(banker - np.uint8(10)))
        totals = np.uint16(player) * np.uint16(1000) + np.uint16(banker) * np.uint16(100)
        openings[card] = totals + np.uint16(points[card + U64(4)]) * np.uint16(10) + np.uint16(points[card + U64(5)])


@compiled_cached
def deal_shoe_rounds(
    lengths: Any,
    cards: int,
    cut: int,
    ends_with_the_hand: bool,
    openings: Any,
    row: int,
    place: int,
    has_dealt_rounds: bool,
    limit: int,
    begins: Any,
) -> int:
    """Deal rounds from `place` to the end of the shoe, at most `limit`; return the number of finished rounds.

    The start of each round is written to `begins`. `row`: start of the shoe's openings. `has_dealt_rounds`: rounds were
    dealt before, so a cut card before `place` was reached during one of them. [003 L230; 000 L104-105]
    """
    is_out = has_dealt_rounds and place > cut
    more = 1
    rounds = 0
    while place < cards and rounds < limit and (more > 0 or not is_out):
        end = place + lengths[openings[row + place]]
        if is_out:
            more -= 1
        elif end > cut:
            is_out = True
            more = 0 if ends_with_the_hand and place >= cut else 1
        if end > cards:
            break  # Too few cards are left: the round is void. [003 L299]
        begins[rounds] = row + place
        rounds += 1
        place = end
    return rounds


@compiled_cached
def _deal_side_by_side(lengths: Any, openings: Any, until: Any, places: Any, counts: Any) -> int:
    """Deal one round of each of four shoes in turn until one shoe reaches `until`; return the number of rounds."""
    row_2 = U64(len(openings)) // U64(SIDE_BY_SIDE)
    row_3, row_4 = row_2 * U64(2), row_2 * U64(3)
    place_1, place_2, place_3, place_4 = U64(places[0]), U64(places[1]), U64(places[2]), U64(places[3])
    one = np.uint32(1)
    rounds = 0
    while place_1 < until and place_2 < until and place_3 < until and place_4 < until:
        opening_1, opening_2 = openings[place_1], openings[row_2 + place_2]
        opening_3, opening_4 = openings[row_3 + place_3], openings[row_4 + place_4]
        place_1 += U64(lengths[opening_1])
        place_2 += U64(lengths[opening_2])
        place_3 += U64(lengths[opening_3])
        place_4 += U64(lengths[opening_4])
        counts[opening_1] += one
        counts[opening_2] += one
        counts[opening_3] += one
        counts[opening_4] += one
        rounds += SIDE_BY_SIDE
    places[0], places[1], places[2], places[3] = place_1, place_2, place_3, place_4
    return rounds


@compiled_nogil
def deal_by_totals(coups: CoupSetup, start: Any, first: int, shoes: int, limit: int, kinds: NDArray[np.int64]) -> int:
    """Deal shoes in order, at most `limit` rounds; count each round's class and return the number of rounds."""
    dealing, lengths = coups.dealing, coups.lengths
    cards, cut, ends_with_the_hand = len(dealing.shoe), dealing.cut, dealing.ends_with_the_hand
    points = dealing.points[dealing.shoe]
    workspace = shuffle_workspace(dealing, SIDE_BY_SIDE)
    order = workspace.shuffled.view(np.uint8)
    row_length = len(order) // SIDE_BY_SIDE
    openings = np.zeros(len(order), np.uint16)
    places, begins = np.zeros(SIDE_BY_SIDE, np.int64), np.zeros(cards, np.int64)
    counts = np.zeros(OPENINGS, np.uint32)
    until = U64(max(min(cut, cards - LONGEST_ROUND + 1), 0))
    rounds, shoe, last = 0, first, first + shoes
    while shoe < last and rounds < limit:
        rows = SIDE_BY_SIDE
        if shoe + rows > last or rounds + rows * (cards // SHORTEST_ROUND) > limit:
            rows = 1
        shuffle(dealing, workspace, points, start, shoe, rows)
        find_openings(order, openings[: rows * row_length - 8])
        for row in range(rows):
            places[row] = dealing.burn[order[row * row_length]]
        dealt = 0
        if rows == SIDE_BY_SIDE:
            dealt = _deal_side_by_side(lengths, openings, until, places, counts)
            rounds += dealt
        for row in range(rows):
            finished = deal_shoe_rounds(
                lengths, cards, cut, ends_with_the_hand,
                openings, row * row_length, places[row], dealt > 0, limit - rounds, begins,
            )  # fmt: skip
            for number in range(finished):
                counts[openings[begins[number]]] += np.uint32(1)
            rounds += finished
        shoe += rows
    for opening in range(OPENINGS):
        kinds[coups.kinds[opening]] += counts[opening]
    return rounds


@compiled_nogil
def shuffle_without_dealing(dealing: ShoeSetup, start: Any, first: int, shoes: int) -> int:
    """Shuffle shoes without dealing rounds, to measure the upper speed limit of a simulation.

    The return value depends on the shuffled cards; a comparison of runs can check it.
    """
    points = dealing.points[dealing.shoe]
    workspace = shuffle_workspace(dealing, SIDE_BY_SIDE)
    checksum = 0
    for shoe in range(first, first + shoes, SIDE_BY_SIDE):
        shuffle(dealing, workspace, points, start, shoe, SIDE_BY_SIDE)
        checksum += int(workspace.shuffled[0] & U64(0xFF))
    return checksum


@compiled_cached
def rounds_of_shoe(
    coups: CoupSetup, start: Any, shoe: int
) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.uint16]]:
    """Return all cards of a shoe in order, the start of each finished round, and the class of each round."""
    cards, dealt = len(coups.dealing.shoe), len(coups.dealing.left) * 4
    workspace, openings, begins = (
        shuffle_workspace(coups.dealing, 1),
        np.zeros(cards, np.uint16),
        np.zeros(cards, np.int64),
    )
    rounds = _shoe_of_cards(coups, workspace, start, shoe, cards, openings, begins)
    order = np.concatenate((workspace.shuffled.view(np.uint8)[:dealt], workspace.pile[: cards - dealt]))
    return order, begins[:rounds], coups.kinds[openings[begins[:rounds]]]


@compiled_cached
def _shoe_of_cards(
    coups: CoupSetup, workspace: ShuffleWorkspace, start: Any, shoe: int, limit: int, openings: Any, begins: Any
) -> int:
    """Shuffle a shoe of whole cards instead of points, and find its rounds; return the number of rounds."""
    dealing = coups.dealing
    shuffle(dealing, workspace, dealing.shoe, start, shoe, 1)
    order = workspace.shuffled.view(np.uint8)
    dealt = len(dealing.left) * 4
    points = np.zeros(dealt + 8, np.uint8)
    for place in range(dealt):
        points[place] = dealing.points[order[place]]
    find_openings(points, openings[:dealt])
    return deal_shoe_rounds(
        coups.lengths, len(dealing.shoe), dealing.cut, dealing.ends_with_the_hand,
        openings, 0, dealing.burn[points[0]], False, limit, begins,
    )  # fmt: skip


USES_FIRST_FOUR, USES_SUITS, USES_TOTALS = 1, 2, 4
"""Bits that select which properties of a round its key contains: those that the facts of a wager depend on."""
NO_CARD = 52


@compiled_inline
def _hands_of(order: Any, place: int, kind: int) -> Any:
    """Return three cards of the Player and three of the Banker; a third card that was not drawn is `NO_CARD`."""
    card = np.int64
    next_card = place + 4
    player_third, banker_third = card(NO_CARD), card(NO_CARD)
    if kind % 121 // 11 != STOOD:
        player_third = card(order[next_card])
        next_card += 1
    if kind % 11 != STOOD:
        banker_third = card(order[next_card])
    player, banker = (card(order[place]), card(order[place + 2])), (card(order[place + 1]), card(order[place + 3]))
    return player[0], player[1], player_third, banker[0], banker[1], banker_third


@compiled_inline
def _suits_of(first: int, second: int, third: int) -> int:
    """Return the suits of a hand as a bit mask."""
    suits = (1 << (first % 4)) | (1 << (second % 4))
    return suits if third == NO_CARD else suits | (1 << (third % 4))


@compiled_inline
def _key(properties: int, hands: Any, kind: int, suit_sets: Any) -> int:
    """Return a key of a round; rounds with equal keys agree in the properties that the bit mask `look` selects."""
    key = 0
    if properties & USES_FIRST_FOUR:
        key = first_four_key(hands[0], hands[1], hands[3], hands[4])
    if properties & USES_SUITS:
        player = _suits_of(hands[0], hands[1], hands[2])
        banker = _suits_of(hands[3], hands[4], hands[5])
        key = key * 64 + suit_sets[player] * 16 + suit_sets[banker] * 4 + suit_sets[player | banker]
    if properties & USES_TOTALS:
        key = key * TOTALS_CLASSES + kind
    return key


@compiled_inline
def _example(hands: Any) -> int:
    """Encode the six cards of a round as digits to the base 53."""
    example = 0
    for card in hands:
        example = example * (NO_CARD + 1) + card
    return example


@compiled_nogil
def deal_by_cards(
    coups: CoupSetup,
    start: Any,
    first: int,
    shoes: int,
    limit: int,
    property_masks: NDArray[np.int64],
    suit_sets: NDArray[np.int64],
    keys: NDArray[np.int64],
    counts: NDArray[np.int64],
    examples: NDArray[np.int64],
) -> int:
    """Deal shoes with whole cards and count rounds by key, in one hash table per entry of `looks`.

    Return the number of rounds, or -1 if a table is too full. `suit_sets`: for every bit mask of suits, 2 if it is one
    suit plus 1 if it is one colour. `keys` is -1 in unused slots; `examples` stores the first round of each key.
    """
    cards, slots = len(coups.dealing.shoe), keys.shape[1]
    workspace, openings, begins = (
        shuffle_workspace(coups.dealing, 1),
        np.zeros(cards, np.uint16),
        np.zeros(cards, np.int64),
    )
    order = workspace.shuffled.view(np.uint8)
    used = np.zeros(len(property_masks), np.int64)
    shift = U64(64 - int(np.log2(slots)))
    rounds = 0
    for shoe in range(first, first + shoes):
        finished = _shoe_of_cards(coups, workspace, start, shoe, limit - rounds, openings, begins)
        rounds += finished
        for number in range(finished):
            place = begins[number]
            kind = int(coups.kinds[openings[place]])
            hands = _hands_of(order, place, kind)
            for table in range(len(property_masks)):
                key = _key(property_masks[table], hands, kind, suit_sets)
                slot = np.int64((U64(key) * GOLDEN) >> shift)
                while keys[table, slot] != key:
                    if keys[table, slot] < 0:
                        keys[table, slot] = key
                        examples[table, slot] = _example(hands)
                        used[table] += 1
                        break
                    slot = (slot + 1) % slots
                counts[table, slot] += 1
        if used.max() > slots // 2:
            return -1
        if rounds >= limit:
            break
    return rounds


FEWEST_SLOTS = 2**12
SUIT_SETS = np.array(
    [2 * (len(suits) == 1) + (len({suit % 2 for suit in suits}) == 1) for suits in
     ([suit for suit in range(4) if mask >> suit & 1] for mask in range(16))],
    dtype=np.int64,
)  # fmt: skip
"""Class of each set of suits, indexed by bit mask: 2 for one suit, plus 1 for one colour.

Red suits have odd numbers.
"""

Counted = tuple[Any, ...]
"""Counts of rounds by totals, then the key counts of each entry in `BaccaratJob.fact_groups`."""


@dataclass(frozen=True)
class BaccaratJob(Job[Counted]):
    """Work description of a simulation of baccarat; only arrays, so that it can be sent to other machines."""

    setup: CoupSetup
    seed: int
    fact_groups: tuple[int, ...] = ()
    """Bit masks of what is counted besides totals, one hash table for each."""

    shoes_per_chunk = 2**13

    @property
    def max_rounds_per_shoe(self) -> int:
        return len(self.setup.dealing.shoe) // SHORTEST_ROUND

    def deal(self, first: int, shoes: int, limit: int = ALL_ROUNDS) -> Tally[Counted]:
        assert shoes <= MAX_SHOES_PER_CALL
        totals = np.zeros(TOTALS_CLASSES, np.int64)
        rounds = deal_by_totals(self.setup, start_of(self.seed), first, shoes, limit, totals)
        key_counts = self._count_by_key(first, shoes, limit) if self.fact_groups else ()
        assert all(int(one.counts.sum()) == rounds for one in key_counts)
        return Tally(shoes, rounds, (totals, *key_counts))

    def _count_by_key(self, first: int, shoes: int, limit: int) -> tuple[KeyCounts, ...]:
        """Deal the same shoes with whole cards and count rounds by key; hash tables grow until every key fits."""
        slots = FEWEST_SLOTS
        looks = np.array(self.fact_groups, dtype=np.int64)
        while True:
            keys = np.full((len(looks), slots), -1, np.int64)
            counts, examples = np.zeros_like(keys), np.zeros_like(keys)
            tables = (keys, counts, examples)
            if deal_by_cards(self.setup, start_of(self.seed), first, shoes, limit, looks, SUIT_SETS, *tables) >= 0:
                return tuple(_in_order(*table) for table in zip(*tables, strict=True))
            slots *= 4

    def on_device(self) -> Backend[Counted]:
        """Return the CUDA backend. It counts rounds by point totals, so it cannot count wagers on ranks or suits."""
        from croupier.families.baccarat.odds.cuda import CudaBackend
        from croupier.odds.simulation.shuffle_cuda import NoDeviceError

        try:
            return CudaBackend(self.setup, self.seed)
        except NoDeviceError as reason:
            raise BadInput.at("--device", f"no CUDA device can be used: {reason}") from None


def _in_order(keys: NDArray[np.int64], counts: NDArray[np.int64], examples: NDArray[np.int64]) -> KeyCounts:
    used = np.flatnonzero(keys >= 0)
    used = used[np.argsort(keys[used])]
    return KeyCounts(keys[used], counts[used], examples[used])
