"""Facts of a hand of thirteen cards. No wager has conditions: points between each two hands decide."""

from __future__ import annotations

from croupier.families.thirteen_card.points import HandStatus
from croupier.families.thirteen_card.round import ThirteenResult
from croupier.play.facts import FactList

fact: FactList[ThirteenResult] = FactList()
fact.set_wording(
    {"surrendered": ("somebody", "surrendered", "did not surrender")},
    {
        "hands": ("the number of hands", "is {}"),
        "clean_sweeps": ("the number of Clean Sweeps", "is {}"),
        "fouls": ("the number of fouls", "is {}"),
    },
)


@fact
def hands(result: ThirteenResult) -> int:
    """Number of hands dealt."""
    return len(result.hands)


@fact
def clean_sweeps(result: ThirteenResult) -> int:
    """Number of valid Clean Sweeps that were declared."""
    return sum(hand.end is HandStatus.SWEEP for hand in result.hands)


@fact
def fouls(result: ThirteenResult) -> int:
    """Number of foul hands."""
    return sum(hand.end is HandStatus.FOUL for hand in result.hands)


@fact
def surrendered(result: ThirteenResult) -> bool:
    """Whether somebody surrendered."""
    return any(hand.end is HandStatus.SURRENDER for hand in result.hands)


HEADLINE = ("hands", "clean_sweeps", "fouls", "surrendered")
