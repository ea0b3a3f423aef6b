"""Facts of a hand of hold'em, with their wording; no wager depends on them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from croupier.families.holdem.round import HoldemResult
from croupier.play.facts import FactColumns, FactList, RoundFacts

HEADLINE = ("players", "saw_flop", "showdown", "pots")


class HandSummary(NamedTuple):
    """Figures of a finished hand from which its facts are computed."""

    players: int
    board: int
    at_the_end: int
    pots: int

    @classmethod
    def of(cls, result: HoldemResult) -> HandSummary:
        left = sum(not seat.folded for seat in result.seats)
        return cls(len(result.seats), len(result.board), left, len(result.pots))


fact: FactList[HandSummary] = FactList()
fact.set_wording(
    {
        "saw_flop": ("the hand", "saw a flop", "saw no flop"),
        "showdown": ("the hand", "came to a showdown", "was over before a showdown"),
    },
    {"players": ("the number of players dealt in", "is {}"), "pots": ("the number of pots", "is {}")},
)


def round_facts(result: HoldemResult) -> RoundFacts[HandSummary]:
    return RoundFacts(fact, HandSummary.of(result))


def columns_of(summaries: Sequence[HandSummary]) -> FactColumns:
    return FactColumns([RoundFacts(fact, one) for one in summaries], fact.types)


@fact
def players(summary: HandSummary) -> int:
    """Number of players dealt in."""
    return summary.players


@fact
def saw_flop(summary: HandSummary) -> bool:
    """Whether the flop was dealt: then a fee is taken."""
    return summary.board > 0


@fact
def showdown(summary: HandSummary) -> bool:
    """Whether two or more players were left at the end."""
    return summary.at_the_end > 1


@fact
def pots(summary: HandSummary) -> int:
    """Number of pots, including side pots."""
    return summary.pots
