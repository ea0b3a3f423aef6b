"""Wording on the rules card that the facts of several poker games share."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.play.facts import Phrase

HAND, PLAYER_DEALER = "the hand", "the player-dealer"


def hand_phrase(subject: str, what: str, verb: str = "is") -> Phrase:
    """Return the phrase that says whether the subject is a hand: `the hand is a pair`, `the hand is not a pair`."""
    return subject, f"{verb} {what}", f"{verb} not {what}"


SHARED_WORDING: Mapping[str, Phrase] = {
    "folded": (HAND, "was folded", "was not folded"),
    "hand_wins": (HAND, "beats the player-dealer's", "does not beat the player-dealer's"),
    "hands_tie": ("the hands", "are equal", "are not equal"),
}
FIVE_CARD_HANDS: Mapping[str, str] = {
    "royal_flush": "a royal flush",
    "straight_flush": "a straight flush",
    "four_of_a_kind": "four of a kind",
    "full_house": "a full house",
    "flush": "a flush",
    "straight": "a straight",
    "three_of_a_kind": "three of a kind",
}
