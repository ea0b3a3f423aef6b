"""The exact strategy as a simulation plays it: the chart, and every hand that its own cards play otherwise."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from croupier.families.blackjack.hands import ACE, count, is_natural
from croupier.families.blackjack.odds.player_hands import player_hands
from croupier.families.blackjack.odds.solution import Solution
from croupier.families.blackjack.rules import Surrender
from croupier.families.blackjack.sim.plays import Plays, Situation

Hand = tuple[int, ...]


def exact_plays(solution: Solution) -> Plays:
    """Perfect play from a full shoe. A hand that was split is played by the chart: its value is a little less."""
    chart = Plays(solution.chart)
    exceptions = {}
    for hand in _hands(solution):
        held, may_split = count(hand), _may_split(solution, hand)
        for up in solution.facings:
            if not _can_be_dealt(solution, hand, up):
                continue
            best = solution.best(hand, up).action
            situation = _situation(solution, hand, up, may_split=may_split)
            if best != chart.decide(held, hand, situation, solution.rules):
                exceptions[hand, up] = best
    return Plays(solution.chart, exceptions)


def _hands(solution: Solution) -> Iterator[Hand]:
    """Every hand that may have to be decided, its values in rising order."""
    hands, charlie = player_hands(), solution.rules.charlie_cards
    for counts in hands.counts[hands.cards >= 2]:
        hand = tuple(int(card) for card in np.repeat(np.arange(1, 11), counts))
        is_decided = (len(hand) == 2 and is_natural(*hand)) or 0 < charlie <= len(hand)
        if not is_decided and (count(hand).total < 21 or solution.rules.plays_to_31):
            yield hand


def _can_be_dealt(solution: Solution, hand: Hand, up: int) -> bool:
    seen = (*hand, up)
    return all(seen.count(card) <= solution.shoe.values[card - 1] for card in set(seen))


def _may_split(solution: Solution, hand: Hand) -> bool:
    most = solution.rules.most_ace_hands if hand[0] == ACE else solution.rules.most_hands
    return len(hand) == 2 and hand[0] == hand[1] and most > 1


def _situation(solution: Solution, hand: Hand, up: int, *, may_split: bool) -> Situation:
    if len(hand) > 2:
        return Situation(up)
    may_surrender = solution.rules.surrender is not Surrender.OFF
    return Situation(up, hand[0] if may_split else 0, can_double=True, can_surrender=may_surrender)
