"""A round of Dragon Tiger: one card to the Dragon and one to the Tiger, and the higher rank wins."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.cards import Card
from croupier.play.prompter import Prompter
from croupier.play.round import Deal, Round, RoundVoidedError, Void

DRAGON, TIGER = "dragon", "tiger"
PROMPTER = Prompter(*[f"dragon-tiger-rules.txt L{line}" for line in (22, 21, 12)])
"""Requests cards; the lines say why a round is void: called off, too few cards, called before both cards were dealt."""
RANKS = ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"]


@dataclass(frozen=True)
class Result:
    """Finished round."""

    dragon: Card
    tiger: Card

    @property
    def winner(self) -> str:
        """Hand with the higher rank, ace low and king high; empty for a tie. [dragon-tiger-rules L13-14]"""
        if self.dragon.rank == self.tiger.rank:
            return ""
        return DRAGON if self.dragon.rank > self.tiger.rank else TIGER

    @property
    def outcome(self) -> str:
        """Result in words: `Dragon wins, nine over four`."""
        low, high = (RANKS[rank - 1] for rank in sorted((self.dragon.rank, self.tiger.rank)))
        return f"{self.winner.capitalize()} wins, {high} over {low}" if self.winner else f"Tie, {high} against {low}"


def dragon_tiger_round() -> Round[Result | Void]:
    """Deal the two cards and wait for the announcement."""
    try:
        dragon = yield from PROMPTER.card(Deal(DRAGON, 1))
        tiger = yield from PROMPTER.card(Deal(TIGER, 1))
        yield from PROMPTER.announce()
    except RoundVoidedError as voided:
        return voided.void
    return Result(dragon, tiger)
