"""Wording of the baccarat facts for the rules card."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.play.facts import Clause, Phrase


def _of_side(side: str) -> tuple[dict[str, Phrase], dict[str, Clause]]:
    name = side.capitalize()
    hand, cards, first_two = f"the {name} hand", f"the {name}'s cards", f"the {name}'s first two cards"
    holding: dict[str, Phrase] = {
        "wins": (hand, "wins", "does not win"),
        "natural": (hand, "is a natural", "is no natural"),
        "pair": (first_two, "are a pair", "are no pair"),
        "perfect_pair": (first_two, "are identical", "are not identical"),
        "suited": (cards, "are of one suit", "are not of one suit"),
        "one_colour": (cards, "are of one colour", "are not of one colour"),
        "royal_9": (first_two, "are a nine and a picture", "are no nine and picture"),
        "suited_royal_9": (first_two, "are a nine and a picture of one suit", "are no nine and picture of one suit"),
    }
    counted: dict[str, Clause] = {
        "total": (hand, "counts {}"),
        "cards": (hand, "has {} cards"),
        "first_two": (first_two, "count {}"),
        "third": (f"the {name}'s third card", "counts {}"),
        "king_9": (f"the {name}'s king and nine", "are number {}"),
    }
    return {f"{side}_{key}": v for key, v in holding.items()}, {f"{side}_{key}": v for key, v in counted.items()}


_PLAYER, _BANKER = _of_side("player"), _of_side("banker")
_FOUR = "the first four cards"
_TWICE = "both hands are the king and nine printed at another seat"

HOLDING: Mapping[str, Phrase] = {
    **_PLAYER[0],
    **_BANKER[0],
    "tie": ("the hands", "tie", "do not tie"),
    "natural_tie": ("the hands", "tie with naturals", "do not tie with naturals"),
    "all_suited": ("all cards", "are of one suit", "are not of one suit"),
    "all_one_colour": ("all cards", "are of one colour", "are not of one colour"),
    "quads": (_FOUR, "are of one rank", "are not of one rank"),
    "suited_quads": (_FOUR, "are identical", "are not identical"),
    "trips": (_FOUR, "hold three of one rank", "do not hold three of one rank"),
    "suited_trips": (_FOUR, "hold three of one rank and suit", "do not hold three of one rank and suit"),
    "two_pair": (_FOUR, "are two pairs", "are not two pairs"),
    "suited_pair": (_FOUR, "hold two identical cards", "hold no two identical cards"),
    "quads_seat_bets": ("", "the seat of the quads' rank is betting", "the seat of the quads' rank is not betting"),
    "other_seat_king_9": ("", _TWICE, f"it is not so that {_TWICE}"),
    "other_betting_seat_king_9": ("", f"{_TWICE} that is betting", f"it is not so that {_TWICE} that is betting"),
}
COUNTED: Mapping[str, Clause] = {
    **_PLAYER[1],
    **_BANKER[1],
    "total_cards": ("both hands together", "have {} cards"),
    "margin": ("the winning margin", "is {}"),
    "winning_total": ("the higher count", "is {}"),
    "quads_rank": ("the rank of the four of a kind", "is {}"),
    "seat": ("the bettor's seat", "is number {}"),
    "seat_king_9": ("the king and nine at the bettor's seat", "are number {}"),
}
