"""Edge cases of poker against a player-dealer: one deal for every outcome of two hands, and small packs for rare hands.

The deals are built from a few boards with hole cards, and a few hands of three cards, taken in pairs. The live table's
ranking determines their outcomes. An outcome without an example is impossible: for example, a hand without a pair never
meets a full house, because both use the same board; and flushes never tie if each hand must use a hole card. No
three-card hand has ace, two, three, so the ranking does not depend on whether that is a straight.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations

from croupier.cards import Card, Rank, Suit, parse_cards
from croupier.cards.card import DECK
from croupier.cards.random_source import RandomSource
from croupier.families.dealer_poker.shared.odds.round_outcomes import LOST, TIED, WON, dealer_class
from croupier.families.dealer_poker.shared.round import PokerResult, PokerSeatResult
from croupier.families.dealer_poker.ultimate.facts import UltimateSeatContext
from croupier.hands import rank3, rank5, rank6
from croupier.hands.hand_strength import Category, ThreeCardCategory
from croupier.hands.rank_hand import HandRank
from croupier.money.bets import SEATED
from croupier.play import edge_cases
from croupier.play.driver import Dealer

SEAT = 1
STAKE = 100
End = tuple[int, int, int]
"""Outcome of two hands: player's category, dealer's category, result: the last three indexes of `PokerCounts.ends`."""
Deal = tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]
"""Cards of a deal: the player's, the dealer's and the board."""

BOARDS = {
    "Qh Jh Th 5c 3d": (
        *("Ah Kh", "9h 8h", "6h 2h", "7h 4h", "Ac Kd", "As Ks", "Ad Kc", "9c 8c", "Qc Qd", "Jc Jd", "Qs Jc", "Qd Jd"),
        *("Ts 5d", "Qs 2s", "Qd 2d", "Jc 4c", "7c 6d", "7s 6s", "8d 7d"),
    ),
    "Qh Jh Th Qs 3d": (
        *("Ah Kh", "9h 8h", "Qc Qd", "Jc Jd", "Qd Td", "6h 2h", "Ac Kd", "Qc 7c", "Qd 6d", "Jc 4c", "7c 6d", "8c 5d"),
        *("Jd 4d", "Tc Td"),
    ),
    "Th 9h 8h 8c 2s": ("Qh Jh", "7h 6h", "8s 8d"),
    "9h 8h 7h 6h 5h": ("Ac Kd", "2s 3c"),
    "Ah Kh Qh Jh Th": ("2s 3c", "4d 5d"),
    "Qs Qc Jd Jc Js": ("Qh Qd", "Jh 2d", "Ac Kd", "9h 8h"),
    "Qs Qh Qd Qc Ad": ("7c 6d", "5s 4h"),
    "Ac Jc 9c 6c 4c": ("2h 2d", "3s 3h"),
    "Qs Qh Qd 7c 2d": ("As 5h", "Ah 4s", "Kc 6d", "Qc 3s"),
    "Qs Qc Jd Jc 5h": ("Qh 2d", "Qd 2c"),
    "Qs Qh Qd Qc 2d": ("Ac 7d", "As 7h"),
}
"""Boards, each with hole cards that are dealt on it.

The last two boards are for hands that tie and must use a hole card.
"""
THREE_CARD_HANDS = (
    *("2s 4h 5d", "2h 4d 5c", "2c 4s 7h", "3s 5h Jd", "Qs 4c 2d", "Qh 4d 2h", "Ks 9h 3d", "Ac 9d 4h"),
    *("6s 6h 3c", "6d 6c 3s", "Ts Th 2c", "2s 4s 9s", "2h 4h 9h", "Kc 9c 3c", "4s 5h 6d", "4h 5d 6c", "Jc Qd Kh"),
    *("7s 7h 7d", "8c 8h 8s", "3d 4d 5d", "3c 4c 5c", "9s Ts Js", "Qc Kc Ac", "Qd Kd Ad"),
)
SIX_CARDS = {
    Category.HIGH_CARD: "2s 4h 6d 8c Ts Kh",
    Category.PAIR: "2s 2h 6d 8c Ts Kh",
    Category.TWO_PAIR: "2s 2h 6d 6c Ts Kh",
    Category.THREE_OF_A_KIND: "2s 2h 2d 8c Ts Kh",
    Category.STRAIGHT: "4s 5h 6d 7c 8s Kh",
    Category.FLUSH: "2s 4s 6s 8s Ts Kh",
    Category.FULL_HOUSE: "2s 2h 2d 8c 8s Kh",
    Category.FOUR_OF_A_KIND: "2s 2h 2d 2c Ts Kh",
    Category.STRAIGHT_FLUSH: "4s 5s 6s 7s 8s Kh",
    Category.ROYAL_FLUSH: "Ts Js Qs Ks As 2h",
}
"""Example of six cards for each category that their best five cards can have."""


def result_of(deal: Deal, *, folded: bool) -> PokerResult:
    """Return the finished round of one seat that played or folded with these cards."""
    own, dealer, board = deal
    seat = PokerSeatResult(SEAT, STAKE, own, 0 if folded else STAKE, () if folded else (SEATED,), folded)
    return PokerResult(dealer, board, (seat,))


def deal_text(deal: Deal) -> str:
    own, dealer, board = (" ".join(map(str, cards)) for cards in deal)
    return f"{own} against {dealer}" + (f" on {board}" if board else "")


def _compared(own: int, dealer: int) -> int:
    return TIED if own == dealer else WON if own > dealer else LOST


@cache
def ultimate_deals(min_hole_cards: int = 0) -> dict[End, Deal]:
    """Return a deal for every possible outcome of two hands that must use at least this number of hole cards."""
    found: dict[End, Deal] = {}
    for end, deal in _ultimate(min_hole_cards):
        found.setdefault(end, deal)
    return dict(sorted(found.items()))


def _ultimate(min_hole_cards: int) -> Iterator[tuple[End, Deal]]:
    for cards, holes in BOARDS.items():
        board = parse_cards(cards)
        ranked = [(hole, _ranked(hole, board, min_hole_cards)) for hole in map(parse_cards, holes)]
        for (own, own_rank), (dealer, dealer_rank) in permutations(ranked, 2):
            if not set(own) & set(dealer):
                end = (int(own_rank.category), int(dealer_rank.category), _compared(own_rank.value, dealer_rank.value))
                yield end, (own, dealer, board)


def _ranked(hole: tuple[Card, ...], board: tuple[Card, ...], min_hole_cards: int) -> HandRank:
    """Return the rank of a hand, computed by the function that ranks the player-dealer's hand at the live table."""
    return UltimateSeatContext(PokerResult(hole, board, ()), min_hole_cards=min_hole_cards).dealer


@cache
def three_card_deals() -> dict[End, Deal]:
    """Return a deal for every possible outcome of two three-card hands."""
    found: dict[End, Deal] = {}
    for end, deal in _three_card():
        found.setdefault(end, deal)
    return dict(sorted(found.items()))


def _three_card() -> Iterator[tuple[End, Deal]]:
    ranked = [(hand, rank3(list(hand))) for hand in map(parse_cards, THREE_CARD_HANDS)]
    for (own, own_rank), (dealer, dealer_rank) in permutations(ranked, 2):
        if not set(own) & set(dealer):
            high = any(card.rank == Rank.ACE or card.rank >= Rank.QUEEN for card in dealer)
            place = dealer_class(
                dealer_rank.category, qualifies=high or dealer_rank.category > ThreeCardCategory.HIGH_CARD
            )
            yield (int(own_rank.category), place, _compared(own_rank.value, dealer_rank.value)), (own, dealer, ())


@cache
def board_deals() -> dict[int, Deal]:
    """Return one hold'em deal for each category that the five cards of the board can have by themselves."""
    found: dict[int, Deal] = {}
    for category, cards in SIX_CARDS.items():
        board = parse_cards(cards)[:5]
        assert rank5(list(board)).category == category
        one, two, three, four = [card for card in DECK if card not in board][20:24]
        found[int(category)] = ((one, two), (three, four), board)
    return found


@cache
def six_card_deals() -> dict[int, Deal]:
    """Return one deal for each category that the six cards of both hands can have."""
    found: dict[int, Deal] = {}
    for category, cards in SIX_CARDS.items():
        six = parse_cards(cards)
        assert rank6(list(six)).category == category
        found[int(category)] = (six[::2], six[1::2], ())
    return found


THREE_CARD_DEALS = {
    "2s 4h 5d": (
        "2h 4d 5c, 2c 4s 7h, 3s 5h Jd, Qs 4c 2d, Ks 9h 3d, 6s 6h 3c, Ts Th 2c, Kc 9c 3c, 4s 5h 6d, Jc Qd Kh, "
        "7s 7h 7d, 3c 4c 5c, 9s Ts Js, Qc Kc Ac, 2c 2d 9h, 3d 4d 9d, Ad 2d 3d, 5s 6s 7s, 2h 2c 2d, 3s 4s Kh, "
        "Ts Th Js, 6d 7d 8d"
    ),
    "2h 4d 5c": "2s 4s 9s, Ad 2s 3c",
    "2c 4s 7h": "2s 4h 5d, 3s 5h Jd, 4h 5d 6c, 2h 5s 6s",
    "3s 5h Jd": "2c 4s 7h, Ad 2s 4c",
    "Qs 4c 2d": "Qh 4d 2h, Qc Kc Ac",
    "Qh 4d 2h": "4h 5h 6h",
    "Ks 9h 3d": "Qs 4c 2d, 3s 4s Kh",
    "Ac 9d 4h": "Qs 4c 2d",
    "6s 6h 3c": (
        "2s 4h 5d, 2c 4s 7h, 3s 5h Jd, Qs 4c 2d, Ks 9h 3d, 6d 6c 3s, Ts Th 2c, 2s 4s 9s, 4s 5h 6d, Jc Qd Kh, "
        "7s 7h 7d, 3d 4d 5d, 9s Ts Js, Qc Kc Ac, Ad 2s 2h, 3s 4s 5h, 3d 4d 9d, 3s 3h 4s, 6d 7d 8d"
    ),
    "6d 6c 3s": "2h 6h Kh, 2h 5s 6s",
    "Ts Th 2c": "2s Td Jd",
    "2s 4s 9s": (
        "2h 4d 5c, 3s 5h Jd, Qs 4c 2d, Ks 9h 3d, 6s 6h 3c, Ts Th 2c, 2h 4h 9h, Kc 9c 3c, 4h 5d 6c, Jc Qd Kh, "
        "7s 7h 7d, 3d 4d 5d, Qc Kc Ac, 2c 2d 9h, 3d 4d 9d, As Qs Ks, Ac 8d Qd, 5s 6s 7s, 2h 2c 2d, 3c 4h 4c, "
        "7s Ts Js, Ts Th Js, 2h 5s 6s, As 8h Qs, As Qs Kh, 2d 3d 4d, 6d 7d 8d"
    ),
    "2h 4h 9h": "2s 5s 6s, 3s 4s 7h, 7s Ts Js",
    "Kc 9c 3c": "Qd Kd Ad, 3d 4d 9d, 2s 5s 6s, Tc Jc Qc",
    "4s 5h 6d": (
        "2s 4h 5d, Qs 4c 2d, Ks 9h 3d, 6s 6h 3c, Ts Th 2c, 2h 4h 9h, Kc 9c 3c, 4h 5d 6c, Jc Qd Kh, 7s 7h 7d, "
        "3d 4d 5d, 9s Ts Js, Qc Kc Ac, 3h 4h 9c, Ad 2s 3c, 2s 5s 6s, Ad 2d 3d, 2s Td Jd, 2s 3h 4h, 2d 3d 4d"
    ),
    "4h 5d 6c": "3s 4s 5h, 3s 3h 4s, 3s 4s 7h",
    "Jc Qd Kh": "4s 5h 6d, Qc Kc Ac, Ah Qh Kc, Ah Ts Js, As Ah Ts, As 2s Ts",
    "7s 7h 7d": "2s 4h 5d, Qs 4c 2d, 6s 6h 3c, 2s 4s 9s, 4s 5h 6d, 8c 8h 8s, 3d 4d 5d, Qc Kc Ac, 2h 2c 2d",
    "8c 8h 8s": "Ac 8d Qd, 6d 7d 8d",
    "3d 4d 5d": (
        "2c 4s 7h, 3s 5h Jd, Qs 4c 2d, 6s 6h 3c, Ts Th 2c, 2s 4s 9s, 4s 5h 6d, Jc Qd Kh, 7s 7h 7d, 3c 4c 5c, "
        "9s Ts Js, Qc Kc Ac, Qd Kd Ad, Ad 2s 2h, Ad 2s 3c, Ad 2s 4c, 2h 6h Kh, Ac 8d Qd, 3s 3h 4s, 5s 6s 7s, "
        "As 8s 9s, 2s Td Jd, 2s 3s 4s, 3s 4s Kh, 9s Td Jd, 2h 5s 6s, As 8h Qs, As 2s 3s, 4s 5s 6s, 6d 7d 8d"
    ),
    "3c 4c 5c": "3d 4d 9d, Ac 2c 5h, 2s Td Jd, Jc Qc Kc",
    "9s Ts Js": "Jc Qd Kh, 3d 4d 5d, Qc Kc Ac, As Qs Ks, 2s 5s 6s, 3s 3h 4s, 5s 6s 7s, 6d 7d 8d",
    "Qc Kc Ac": (
        "2s 4h 5d, Qs 4c 2d, 6s 6h 3c, 2s 4s 9s, 4s 5h 6d, Jc Qd Kh, 7s 7h 7d, 3d 4d 5d, 3c 4c 5c, 9s Ts Js, "
        "Qd Kd Ad, Ad 2s 2h, Ad 2s 3c, 2h 6h Kh, Ad 2d 3d, 2s Td Jd, 3c 4h 4c, 7s Ts Js, 9s Td Jd, Ts Th Js, "
        "As Ah 2s, As Ah Qs, As 2s Qs, As 8h Qs, Ah Ts Js, Js Qs Ks"
    ),
    "Qd Kd Ad": "As Ah Ac, 3d 4d 9d, 2s Td Jd, 9s Td Jd",
    "As Ah Ac": "Qd Kd Ad, Ad 2s 2h, Ad 2s 3c, Ad 2d 3d",
    "Ad 2s 2h": "Qs 4c 2d, Ts Th 2c, 3d 4d 5d, Qc Kc Ac, As Ah Ac, 2c 2d 9h, 3s 4s 5h, Ac 2c 5h",
    "2c 2d 9h": "2s 4s 9s, Ad 2s 2h",
    "3s 4s 5h": "9s Ts Js, As Qs Ks, 2s 5s 6s, 5s 6s 7s, As 8s 9s, 3c 4h 4c",
    "3h 4h 9c": "2h 6h Kh, 2s 5s 6s, 2h 5s 6s",
    "3d 4d 9d": "3s 4s 5h, 2s 5s 6s, Ac 2c 5h, 5s 6s 7s, 2h 5s 6s",
    "As Qs Ks": "9s Ts Js, 3s 4s 5h, 3s 4s 7h, 7s Ts Js, 3s 4s Kh, Ts Th Js, Ah Ts Js",
    "Ad 2s 3c": "4s 5h 6d, Qc Kc Ac, As Ah Ac, Ah Qh Kc, Ac 2c 5h, As 2c 2d",
    "Ah Qh Kc": "Ad 2s 3c, Ac 8d Qd, Ad 2d 3d",
    "Ad 2s 4c": "As 2c 2d",
    "2h 6h Kh": "3s 4s 5h",
    "Ac 8d Qd": "As Qs Ks",
    "2s 5s 6s": "3s 4s 5h, 3d 4d 9d, 3s 3h 4s, 3s 4s 7h, 3c 4h 4c, 3s 4s Kh",
    "3s 3h 4s": "3d 4d 5d, 9s Ts Js, As Qs Ks, 2s 5s 6s, Ac 2c 5h, 5s 6s 7s, As 8s 9s",
    "Ac 2c 5h": "3c 4c 5c, 3s 4s Kh",
    "Ad 2d 3d": "Qc Kc Ac, As Ah Ac, Ah Qh Kc, 3s 3h 4s",
    "5s 6s 7s": "6d 6c 3s, 3s 4s 5h, 3s 3h 4s, As 8s 9s, 3s 4s 7h, 2s 3s 4s",
    "As 8s 9s": "2s 5s 6s, 7s Ts Js",
    "3s 4s 7h": "As Qs Ks, 2s 5s 6s",
    "2s Td Jd": "Qc Kc Ac, Qd Kd Ad",
    "2h 2c 2d": "2s 4h 5d, 2s 4s 9s, 2s 3h 4h",
    "3c 4h 4c": "3s 4s 5h, 2s 5s 6s",
    "7s Ts Js": "Qc Kc Ac, As Qs Ks, As 8s 9s",
    "2s 3s 4s": "2h 2c 2d",
    "9s Td Jd": "Jc Qd Kh, Qc Kc Ac, Qd Kd Ad",
    "Ts Th Js": "Qc Kc Ac, As Qs Ks",
    "2h 5s 6s": "3h 4h 9c",
    "As Ah 2s": "Qc Kc Ac",
    "As Ah Qs": "Qc Kc Ac, Ts Js Ks",
    "As 2s Qs": "Qc Kc Ac, Ts Js Ks",
    "Ts Js Ks": "As Ah Qs, As 2s Qs, As 8h Qs, As Qs Kh",
    "As 8h Qs": "Ts Js Ks",
    "As Qs Kh": "Ts Js Ks",
    "2s 3h 4h": "2h 2c 2d",
    "Js Qs Ks": "Qc Kc Ac, As Ah Ts, As 2s Ts, As 2h Ts",
    "As Ah Ts": "Js Qs Ks",
    "As 2s Ts": "Js Qs Ks",
    "As 2h Ts": "Js Qs Ks",
    "Tc Jc Qc": "Ac Qs Kc",
    "Ac Qs Kc": "Tc Jc Qc",
}
"""Each player's hand with dealer's hands against it: one deal for every outcome of two hands and their six cards.

An outcome combines both hand categories, the comparison, whether the dealer qualifies, and the category of all six
cards, with A-2-3 as a straight or not. The deals were found by counting all deals.
"""


THREE_CARD_EDGE_CASES: tuple[Deal, ...] = tuple(
    (parse_cards(own), parse_cards(dealer), ())
    for own, others in THREE_CARD_DEALS.items()
    for dealer in others.split(", ")
)


def dealers(chance: RandomSource) -> Iterator[Dealer]:
    """Yield one card-dealing function for each round; they deal from the prepared packs in turn."""
    return edge_cases.dealers(PACKS, chance, again=False)


def _packs() -> Iterator[tuple[Card, ...]]:
    """Yield small packs of at least nine cards, in which rare hands are frequent.

    Nine cards are enough for two hands of two cards and the community cards.
    """
    yield DECK
    for suit in Suit:
        yield tuple(Card(rank, suit) for rank in Rank)
    for rank in Rank:
        after, then = Rank(rank % 13 + 1), Rank((rank + 1) % 13 + 1)
        yield tuple(card for card in DECK if card.rank in (rank, after, then))
        yield tuple(card for card in DECK if card.suit is Suit.SPADES or card.rank is rank)
        row = [Rank((rank + step - 1) % 13 + 1) for step in range(7)]
        yield tuple(card for card in DECK if card.rank in row and card.suit in (Suit.SPADES, Suit.HEARTS))
        yield tuple(card for card in DECK if card.rank in row and card.suit is Suit.CLUBS) + _others(row)
        yield tuple(card for card in DECK if card.rank in (rank, Rank.TWO, Rank.KING, Rank.ACE))


def _others(row: Sequence[Rank]) -> tuple[Card, ...]:
    """Return two cards of other ranks, so that a pack of seven consecutive ranks has enough cards for a round."""
    left = [rank for rank in Rank if rank not in row]
    return Card(left[0], Suit.HEARTS), Card(left[-1], Suit.DIAMONDS)


PACKS = tuple(_packs())
