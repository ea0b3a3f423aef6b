"""Wording of the poker facts on the rules card."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.play.facts import Phrase

_HAND, _DEALER, _BEATEN, _SIX = "the hand", "the player-dealer", "the lower hand", "the best five of both hands' cards"


def _is(subject: str, what: str, verb: str = "is") -> Phrase:
    return subject, f"{verb} {what}", f"{verb} not {what}"


_SHARED: Mapping[str, Phrase] = {
    "folded": (_HAND, "was folded", "was not folded"),
    "hand_wins": (_HAND, "beats the player-dealer's", "does not beat the player-dealer's"),
    "hands_tie": ("the hands", "are equal", "are not equal"),
}
_FIVE: Mapping[str, str] = {
    "royal_flush": "a royal flush",
    "straight_flush": "a straight flush",
    "four_of_a_kind": "four of a kind",
    "full_house": "a full house",
    "flush": "a flush",
    "straight": "a straight",
    "three_of_a_kind": "three of a kind",
}
_SEVEN: Mapping[str, str] = {**_FIVE, "two_pair": "two pair", "pair": "a pair"}
_THREE: Mapping[str, str] = {
    "mini_royal": "a mini royal flush",
    "straight_flush": "a straight flush",
    "three_of_a_kind": "three of a kind",
    "straight": "a straight",
    "flush": "a flush",
    "pair": "a pair",
}
THREE_CARD: Mapping[str, Phrase] = {
    **_SHARED,
    "dealer_qualifies": (_DEALER, "has queen high or better", "has less than queen high"),
    **{name: _is(_HAND, words) for name, words in _THREE.items()},
    **{f"six_{name}": _is(_SIX, words, "are") for name, words in _FIVE.items()},
}
ULTIMATE: Mapping[str, Phrase] = {
    **_SHARED,
    "dealer_qualifies": (_DEALER, "has a pair or better", "has no pair"),
    **{name: _is(_HAND, words) for name, words in _SEVEN.items()},
    **{f"beaten_{name}": _is(_BEATEN, words) for name, words in _SEVEN.items()},
}
