"""Facts of a round of Dragon Tiger; the conditions of its rulebook use them."""

from __future__ import annotations

from croupier.play.facts import FactList
from dragon_tiger.round import DRAGON, TIGER, Result

fact: FactList[Result] = FactList()
fact.set_wording(
    {
        "dragon_wins": ("the Dragon's card", "is higher", "is not higher"),
        "tiger_wins": ("the Tiger's card", "is higher", "is not higher"),
        "tie": ("the two cards", "are of one rank", "are of different ranks"),
        "suited": ("the two cards", "are of one suit", "are of different suits"),
    },
    {"dragon_card": ("the Dragon's card", "is {}"), "tiger_card": ("the Tiger's card", "is {}")},
)


@fact
def dragon_wins(result: Result) -> bool:
    """The Dragon's card is higher."""
    return result.winner == DRAGON


@fact
def tiger_wins(result: Result) -> bool:
    """The Tiger's card is higher."""
    return result.winner == TIGER


@fact
def tie(result: Result) -> bool:
    """Both cards have the same rank."""
    return not result.winner


@fact
def suited(result: Result) -> bool:
    """Both cards have the same suit."""
    return result.dragon.suit == result.tiger.suit


@fact
def dragon_card(result: Result) -> int:
    """The Dragon's card: ace 1, two to ten, jack 11, queen 12, king 13."""
    return int(result.dragon.rank)


@fact
def tiger_card(result: Result) -> int:
    """The Tiger's card: ace 1, two to ten, jack 11, queen 12, king 13."""
    return int(result.tiger.rank)
