"""Example deals: one for every outcome of two poker hands against each other.

They are built from a few boards with hole cards, and a few hands of three cards, taken in pairs. The live table's
ranking determines their outcomes. An outcome without an example is impossible: for example, a hand without a pair never
meets a full house, because both use the same board; and flushes never tie if each hand must use a hole card. No
three-card hand has ace, two, three, so the ranking does not depend on whether that is a straight.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import permutations

from croupier.cards import Card, Rank, parse_cards
from croupier.families.dealer_poker.shared.odds.round_outcomes import LOST, TIED, WON, dealer_class
from croupier.families.dealer_poker.shared.round_state import PokerResult, PokerSeatResult
from croupier.families.dealer_poker.ultimate.facts import UltimateSeatContext
from croupier.hands import rank3, rank6
from croupier.hands.hand_strength import Category, ThreeCardCategory
from croupier.hands.rank_hand import HandRank
from croupier.money.bets import SEATED

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
    """Return the rank of a hand, computed as the live table ranks the player-dealer's hand."""
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
def six_card_deals() -> dict[int, Deal]:
    """Return one deal for each category that the six cards of both hands can have."""
    found: dict[int, Deal] = {}
    for category, cards in SIX_CARDS.items():
        six = parse_cards(cards)
        assert rank6(list(six)).category == category
        found[int(category)] = (six[::2], six[1::2], ())
    return found
