"""A piece of a simulation: so many rounds from a given one on, dealt, played and counted. Pieces add up in any cut."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from croupier.families.baccarat.odds.sim_shoes import start_of
from croupier.families.poker_dealer.holdem.solution import Solution as HoldemSolution
from croupier.families.poker_dealer.sheet.counts import THREE_CARD_TIMES, PokerCounts
from croupier.families.poker_dealer.sim import holdem_kernels, three_card_kernels
from croupier.families.poker_dealer.sim.holdem import holdem_game, times_of
from croupier.families.poker_dealer.sim.holdem_kernels import HoldemGame, deal_holdem
from croupier.families.poker_dealer.sim.three_card import three_card_game
from croupier.families.poker_dealer.sim.three_card_kernels import ThreeCardGame, deal_three_card
from croupier.families.poker_dealer.three_card.solution import Solution as ThreeCardSolution
from croupier.odds.table import SIMULATED

HOLDEM_KINDS = (holdem_kernels.KINDS, holdem_kernels.KINDS, holdem_kernels.RESULTS)
THREE_CARD_KINDS = (three_card_kernels.KINDS, three_card_kernels.DEALER_KINDS, three_card_kernels.RESULTS)


@dataclass(frozen=True)
class Job:
    """What to deal."""

    game: HoldemGame | ThreeCardGame
    times: tuple[int, ...]
    seed: int

    @classmethod
    def of(cls, solution: HoldemSolution | ThreeCardSolution, seed: int) -> Job:
        """Rounds played as a solution says."""
        if isinstance(solution, HoldemSolution):
            return cls(holdem_game(solution), times_of(solution), seed)
        return cls(three_card_game(solution), THREE_CARD_TIMES, seed)


def nothing_yet(job: Job) -> PokerCounts:
    is_holdem = isinstance(job.game, HoldemGame)
    ends = np.zeros((len(job.times), *(HOLDEM_KINDS if is_holdem else THREE_CARD_KINDS)), np.int64)
    six = None if is_holdem else np.zeros(three_card_kernels.SIX_CARD_KINDS, np.int64)
    return PokerCounts(job.times, ends, six, SIMULATED)


def deal_piece(job: Job, first: int, rounds: int) -> PokerCounts:
    """Deal rounds from `first` on."""
    counts = nothing_yet(job)
    if isinstance(job.game, HoldemGame):
        deal_holdem(job.game, start_of(job.seed), first, rounds, counts.ends.reshape(-1))
    else:
        assert counts.six is not None
        deal_three_card(job.game, start_of(job.seed), first, rounds, counts.ends.reshape(-1), counts.six)
    return counts


def together(one: PokerCounts, other: PokerCounts) -> PokerCounts:
    """The rounds of both."""
    six = None if one.six is None or other.six is None else one.six + other.six
    return replace(one, ends=one.ends + other.ends, six=six)
