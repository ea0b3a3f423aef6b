"""Poker against a player-dealer as it is simulated."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from croupier.families.poker_dealer.holdem.solution import Solution as HoldemSolution
from croupier.families.poker_dealer.sheet.counts import THREE_CARD_TIMES, PokerCounts
from croupier.families.poker_dealer.sim import holdem_kernels, three_card_kernels
from croupier.families.poker_dealer.sim.holdem import holdem_game, times_of
from croupier.families.poker_dealer.sim.holdem_kernels import HoldemGame, deal_holdem
from croupier.families.poker_dealer.sim.three_card import three_card_game
from croupier.families.poker_dealer.sim.three_card_kernels import ThreeCardGame, deal_three_card
from croupier.families.poker_dealer.three_card.solution import Solution as ThreeCardSolution
from croupier.odds.simulation.shoes import start_of
from croupier.odds.simulation.tally import ALL_ROUNDS, Job, Tally
from croupier.odds.table import SIMULATED

ROUNDS_A_PIECE = 2**19
Ends = tuple[NDArray[np.int64], ...]
"""Rounds by how they ended; of three cards, by the kind of both hands' six too."""
HOLDEM_KINDS = (holdem_kernels.KINDS, holdem_kernels.KINDS, holdem_kernels.RESULTS)
THREE_CARD_KINDS = (three_card_kernels.KINDS, three_card_kernels.DEALER_KINDS, three_card_kernels.RESULTS)


@dataclass(frozen=True)
class PokerJob(Job[Ends]):
    """One seat that plays best, every round from a whole deck: rounds by how they end, and by six cards."""

    game: HoldemGame | ThreeCardGame
    times: tuple[int, ...]
    seed: int

    most_rounds_a_shoe = 1
    shoes_a_piece = ROUNDS_A_PIECE
    first_look = 4 * ROUNDS_A_PIECE

    @classmethod
    def of(cls, solution: HoldemSolution | ThreeCardSolution, seed: int) -> PokerJob:
        """Rounds played as a solution says."""
        if isinstance(solution, HoldemSolution):
            return cls(holdem_game(solution), times_of(solution), seed)
        return cls(three_card_game(solution), THREE_CARD_TIMES, seed)

    def deal(self, first: int, shoes: int, limit: int = ALL_ROUNDS) -> Tally[Ends]:
        rounds, start = min(shoes, limit), start_of(self.seed)
        if isinstance(self.game, HoldemGame):
            ends = np.zeros((len(self.times), *HOLDEM_KINDS), np.int64)
            deal_holdem(self.game, start, first, rounds, ends.reshape(-1))
            return Tally(rounds, rounds, (ends,))
        ends = np.zeros((len(self.times), *THREE_CARD_KINDS), np.int64)
        six = np.zeros(three_card_kernels.SIX_CARD_KINDS, np.int64)
        deal_three_card(self.game, start, first, rounds, ends.reshape(-1), six)
        return Tally(rounds, rounds, (ends, six))

    def counts(self, tally: Tally[Ends]) -> PokerCounts:
        """What was dealt, in the shape that exact counts have."""
        ends, *six = tally.counts
        return PokerCounts(self.times, ends, six[0] if six else None, SIMULATED)
