"""Live rounds in which best play decides, and the kernel's results for the same cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.families.dealer_poker.shared.edge_cases import Deal as Cards
from croupier.families.dealer_poker.shared.odds.action_values import FOLD as FOLDS
from croupier.families.dealer_poker.shared.odds.pay_rules import solution_of
from croupier.families.dealer_poker.shared.odds.round_outcomes import PokerCounts
from croupier.families.dealer_poker.shared.odds.simulate import PokerJob
from croupier.families.dealer_poker.shared.round import CHECK, FOLD, PLAY, PokerResult, PokerRound
from croupier.families.dealer_poker.three_card.odds import kernels as three_card_kernels
from croupier.families.dealer_poker.three_card.odds.kernels import ThreeCardLookup
from croupier.families.dealer_poker.three_card.odds.solver import PLAY as PLAYS
from croupier.families.dealer_poker.three_card.round import ThreeCardRound
from croupier.families.dealer_poker.ultimate.odds import simulate_kernels as ultimate_kernels
from croupier.families.dealer_poker.ultimate.odds.hand_values import library_card_number, local_card_index
from croupier.families.dealer_poker.ultimate.odds.simulate_kernels import UltimateLookup
from croupier.families.dealer_poker.ultimate.odds.solver import UltimateSolution
from croupier.families.dealer_poker.ultimate.round import UltimateRound
from croupier.hands.card_parsing import index_of
from croupier.odds.shoe_composition import card_of
from croupier.odds.simulation.shuffle_kernels import start_of
from croupier.odds.verification.driver import cards_text
from croupier.play.driver import Decide
from croupier.play.family import family_of
from croupier.play.round import Question, RoundInProgress
from croupier.rulebook.table_rules import TableRules

BOARD_CARDS_VISIBLE = (0, 3, 5)
"""Numbers of community cards that can be face up when a player decides."""


class PokerOutcome(NamedTuple):
    """Outcome of a round: Play size in antes, categories of both hands, result, and category of all six cards."""

    times: int
    own: int
    dealer: int
    result: int
    six: int | None = None


class SimulationKernel:
    """Simulation kernel that is run on given cards or on the simulation's own cards."""

    def __init__(self, rules: TableRules, seed: int) -> None:
        self.solution = solution_of(rules)
        self.job = PokerJob.of(self.solution, seed)

    def outcomes(self, deals: Sequence[Cards]) -> list[PokerOutcome]:
        """Return the outcome of each deal under best play."""
        numbers = [index_of(card) for own, dealer, board in deals for card in (*own, *dealer, *board)]
        game = self.job.game
        if isinstance(game, UltimateLookup):
            arrays = ultimate_kernels.new_round_arrays(len(deals))
            arrays.cards[:] = [local_card_index(number) for number in numbers]
            _play_ultimate(game, arrays, len(deals))
            return self._ultimate_ends(arrays)
        others = three_card_kernels.new_round_arrays(len(deals))
        others.cards[:] = numbers
        _play_three_card(game, others, len(deals))
        return self._three_card_ends(others)

    def simulated(self, rounds: int) -> list[tuple[Cards, PokerOutcome]]:
        """Return the first rounds of a simulation: the cards in dealing order, and the outcome."""
        game, start = self.job.game, start_of(self.job.seed)
        if isinstance(game, UltimateLookup):
            arrays = ultimate_kernels.record_rounds(game, start, 0, rounds)
            numbers = [library_card_number(int(place)) for place in arrays.cards]
            return list(zip(_cut(numbers, 2, 5), self._ultimate_ends(arrays), strict=True))
        others = three_card_kernels.record_rounds(game, start, 0, rounds)
        return list(zip(_cut(others.cards.tolist(), 3, 0), self._three_card_ends(others), strict=True))

    def counted(self, rounds: int) -> PokerCounts:
        """Return the counts that the simulation makes of the same rounds."""
        return self.job.counts(self.job.deal(0, rounds))

    def _ultimate_ends(self, arrays: ultimate_kernels.UltimateRoundArrays) -> list[PokerOutcome]:
        played = [self.job.times[place] for place in arrays.played.tolist()]
        kinds = _split(arrays.ended, ultimate_kernels.KINDS, ultimate_kernels.RESULTS)
        return [PokerOutcome(times, *kind) for times, kind in zip(played, kinds, strict=True)]

    def _three_card_ends(self, arrays: three_card_kernels.ThreeCardRoundArrays) -> list[PokerOutcome]:
        ended = arrays.ended % three_card_kernels.ENDS
        played = [self.job.times[place] for place in (arrays.ended // three_card_kernels.ENDS).tolist()]
        kinds = _split(ended, three_card_kernels.DEALER_KINDS, three_card_kernels.RESULTS)
        return [
            PokerOutcome(times, *kind, six) for times, kind, six in zip(played, kinds, arrays.six.tolist(), strict=True)
        ]

    def best(self, deal: Cards) -> int:
        """Return the Play size in antes that the solution chooses for these cards, asked at each decision in turn."""
        own, dealer, board = (list(cards) for cards in deal)
        if not isinstance(self.solution, UltimateSolution):
            shown = dealer[2:] if self.solution.rules.is_exposed else []
            return int(self.solution.options(own, shown).best == PLAYS)
        for visible in BOARD_CARDS_VISIBLE:
            action = self.solution.options(own, board[:visible]).best
            if action.endswith("x"):
                return int(action.removesuffix("x"))
        assert action == FOLDS
        return 0


def _play_ultimate(game: UltimateLookup, arrays: ultimate_kernels.UltimateRoundArrays, rounds: int) -> None:
    ultimate_kernels.show_hands(game, arrays, rounds)
    ultimate_kernels.play_best(game, arrays, rounds)


def _play_three_card(game: ThreeCardLookup, arrays: three_card_kernels.ThreeCardRoundArrays, rounds: int) -> None:
    three_card_kernels.play_best(
        game.threes, game.values, game.plays.reshape(-1), game.plays.shape[1], game.kinds, game.dealer_kinds,
        rounds, arrays.cards, arrays.ended,
    )  # fmt: skip
    three_card_kernels.rank_six(game.sixes, game.six_kinds, rounds, arrays.cards, arrays.six)


def _split(ended: NDArray[np.uint16], kinds: int, results: int) -> Iterator[tuple[int, int, int]]:
    """Yield the player's category, the dealer's category and the result that each number encodes."""
    for number in ended.tolist():
        yield number // (kinds * results), number // results % kinds, number % results


def _cut(numbers: Sequence[int], size: int, board: int) -> Iterator[Cards]:
    step = 2 * size + board
    for begin in range(0, len(numbers), step):
        cards = tuple(card_of(number) for number in numbers[begin : begin + step])
        yield cards[:size], cards[size : 2 * size], cards[2 * size :]


def round_of(play: RoundInProgress[Any]) -> PokerRound:
    assert isinstance(play.state, PokerRound)
    return play.state


def deal_of(play: RoundInProgress[Any], seat: int) -> Cards:
    """Return the cards of a round that is dealt but not yet decided."""
    current = round_of(play)
    return tuple(current.seat(seat).cards), tuple(current.dealer), tuple(current.board)


def wrong_face_up_cards(rules: TableRules, play: RoundInProgress[Any]) -> str | None:
    """Return a message if the face-up cards at a decision are not those that the rules require. [004 L651, L3642]"""
    face_up, current = family_of(rules).face_up_cards(play), round_of(play)
    due = set(current.board_places[: current.cards_shown]) if isinstance(current, UltimateRound) else set()
    if isinstance(current, ThreeCardRound) and current.upcard:
        due = set(current.dealer_places[2:])
    return None if face_up == due else f"cards {sorted(face_up)} of the round lie open, and should {sorted(due)}"


def plays_for(times: int) -> Decide:
    """Return a decision function that checks until a Play wager of this many antes is legal; with 0 it folds."""

    def decide(play: RoundInProgress[Any], question: Question) -> str:
        current = round_of(play)
        if isinstance(current, ThreeCardRound):
            return PLAY if times else FOLD
        assert isinstance(current, UltimateRound)
        if times in current.streets[current.cards_shown]:
            return f"{PLAY}-{times}"
        return FOLD if current.cards_shown == 5 else CHECK

    return decide


def hands_text(result: PokerResult) -> str:
    own = " and ".join(cards_text(seat.cards) for seat in result.seats)
    return f"{own} against {cards_text(result.dealer)}" + (f" on {cards_text(result.board)}" if result.board else "")
