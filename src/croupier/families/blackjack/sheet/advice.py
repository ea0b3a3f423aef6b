"""What each way to go on is worth to somebody who sees his own cards and the dealer's up card, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from croupier.families.blackjack.hands import ACE
from croupier.families.blackjack.odds.solution import Solution
from croupier.play.round import Question

WORDS = {"double": "double-down"}
"""What the mathematics calls otherwise than the table."""


def advice(
    solution: Solution, cards: Sequence[int], up: int, question: Question, *, hands: int = 1
) -> dict[str, float]:
    """Every way the question offers, best first, in units of the wager; a double is one by the whole wager.

    `cards`: values of the hand in question. Before the look at the hole card, going on is worth the best that comes
    after it, and insurance is a wager of its own beside that.
    """
    ways = solution.best(cards, up, hands=hands).offered()
    worth = {WORDS.get(name, name): float(one) for name, one in ways.items()}
    if question.choice("decline") is not None:
        worth = _offers(solution, cards, up, worth, question)
    told = {choice.do: worth[choice.do] for choice in question.choices if choice.do in worth}
    return dict(sorted(told.items(), key=lambda way: -way[1]))


def _offers(
    solution: Solution, cards: Sequence[int], up: int, worth: Mapping[str, float], question: Question
) -> dict[str, float]:
    goes_on = max(one for do, one in worth.items() if do != "surrender")
    insured = float(solution.insurance.against(cards)) / 2 if up == ACE and question.choice("insure") else 0.0
    return {**worth, "decline": goes_on, "insure": goes_on + insured}
