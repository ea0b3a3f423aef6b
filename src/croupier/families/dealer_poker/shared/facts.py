"""Wording on the rules card that the facts of several poker games share."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.documents.family import ParSheetNotes
from croupier.odds.par_sheet import ParSheet
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


FIGURES = (
    (
        "House edge",
        "What the bank can expect to win, in percent of the stake: of the hand in percent of the Ante, of Play in "
        "percent of what is put on it, of the others in percent of their own stake. A push counts as a stake.",
    ),
    (
        "Best play",
        "Every hand is decided as is worth most to Ante, Blind and Play together, by one's own cards and those that "
        "are open; bonuses and the cards of other seats are left out of it. Of ways worth the same, the one that "
        "risks less.",
    ),
    (
        "Element of risk",
        "The edge in percent of all that is put down on the hand in a round, a folded hand's wagers included.",
    ),
    (
        "By itself",
        "What one wager of the hand does alone, the hand being played as is best for all of them together. What it "
        "brings to the hand is listed there, in percent of an Ante.",
    ),
    (
        "Deals",
        "Every deal that the wager tells apart, all equally likely: own cards, the dealer's and a board dealt as flop "
        "and rest; of three cards, with each card that the dealer may show. Of Play: antes put on it over all deals. "
        "Of a bonus on both hands: all sets of six cards.",
    ),
    ("Net", "What one unit staked is better or worse off by; of the hand, in antes."),
    ("Largest", "The most that one unit staked can win; of the hand, in antes."),
)


def _method(sheet: ParSheet) -> str:
    deals = f"all {sheet.rounds:,} deals were counted" if sheet.rounds else "nothing was counted"
    return f"{deals} by the rules' own conditions, the hand played best; none was sampled."


PAR_SHEET_NOTES = ParSheetNotes(_method, FIGURES)
