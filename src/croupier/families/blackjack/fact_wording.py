"""Wording of the blackjack facts on the rules card."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.play.facts import Clause, Phrase

_HAND, _DEALER, _FIRST, _THREE = "the hand", "the dealer", "the first two cards", "the first two cards and the up card"

HOLDING: Mapping[str, Phrase] = {
    "dealer_natural": (_DEALER, "has a natural", "has no natural"),
    "dealer_broke": (_DEALER, "is over 21", "is not over 21"),
    "dealer_spade_ace_king": (_DEALER, "has the ace and king of spades", "has not the ace and king of spades"),
    "dealer_suited_ace_king": (_DEALER, "has an ace and king of one suit", "has no ace and king of one suit"),
    "natural": (_HAND, "is a natural", "is no natural"),
    "spade_ace_king": (_HAND, "is the ace and king of spades", "is not the ace and king of spades"),
    "suited_ace_king": (_HAND, "is an ace and king of one suit", "is no ace and king of one suit"),
    "hard_31": (_HAND, "is a hard 31", "is no hard 31"),
    "broke": (_HAND, "is over 21", "is not over 21"),
    "charlie": (_HAND, "has as many cards as win by their number", "has fewer cards than win by their number"),
    "surrendered": (_HAND, "was given up", "was not given up"),
    "doubled": (_HAND, "was doubled", "was not doubled"),
    "insured": (_HAND, "is insured", "is not insured"),
    "split_hand": (_HAND, "came of a split", "did not come of a split"),
    "first_two_soft": (_FIRST, "hold an ace", "hold no ace"),
    "pair": (_FIRST, "are a pair", "are no pair"),
    "value_pair": (_FIRST, "are of one value", "are not of one value"),
    "matched_pair": (_FIRST, "are identical", "are not identical"),
    "both_diamonds": (_FIRST, "are diamonds", "are not both diamonds"),
    "three_one_suit": (_THREE, "are of one suit", "are not of one suit"),
    "three_of_a_kind": (_THREE, "are of one rank", "are not of one rank"),
    "three_straight": (_THREE, "are three ranks in a row", "are not three ranks in a row"),
    "three_678": (_THREE, "are a six, a seven and an eight", "are no six, seven and eight"),
    "up_between": ("the up card", "lies between the first two cards", "does not lie between the first two cards"),
    "up_at_an_end": (
        "the up card",
        "is of the rank of one of the first two",
        "is of the rank of neither of the first two",
    ),
}
COUNTED: Mapping[str, Clause] = {
    "dealer_total": (_DEALER, "has {}"),
    "dealer_cards": (_DEALER, "has {} cards"),
    "hand_total": (_HAND, "counts {}"),
    "hand_cards": (_HAND, "has {} cards"),
    "up_rank": ("the up card", "is of rank {}"),
    "first_rank": ("the first card", "is of rank {}"),
    "second_rank": ("the second card", "is of rank {}"),
    "first_two_total": (_FIRST, "count {}"),
    "three_total": (_THREE, "count {}"),
    "kings": (_FIRST, "hold {} kings"),
    "queens": (_FIRST, "hold {} queens"),
    "jacks": (_FIRST, "hold {} jacks"),
    "rank_matches": (_FIRST, "match the up card's rank {} times"),
    "exact_matches": (_FIRST, "match the up card's rank and suit {} times"),
    "spread": (_FIRST, "leave {} ranks between them"),
}
