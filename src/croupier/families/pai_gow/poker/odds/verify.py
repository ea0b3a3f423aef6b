"""Verification of pai gow poker: the checks that come on top of those of every game.

- rows: for every property of the cards that wagers use, a hand against others, played live and set the house way;
- decks: dealt by the live round; each settled bet is compared with the line that the compiled kernel gives for the
  same cards;
- simulation: millions of simulated rounds are compared with the exact odds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card, Piece
from croupier.cards.random_source import RandomSource, shuffled
from croupier.families.pai_gow.poker.edge_cases import SEVEN_CARD_DEALS, SIX_CARD_DEALS
from croupier.families.pai_gow.poker.facts import card_number_of
from croupier.families.pai_gow.poker.odds.exact import house_way_reading
from croupier.families.pai_gow.poker.odds.hand_classes import JOKER, classes_of
from croupier.families.pai_gow.poker.odds.hand_traits import hand_traits
from croupier.families.pai_gow.poker.odds.shipped_counts import hand_counts
from croupier.families.pai_gow.poker.odds.simulate import DECK, CellMeaning, PaiGowSimulation, cell_meaning, cells_of
from croupier.families.pai_gow.poker.round import DOUBLE
from croupier.families.pai_gow.poker.rules import section_of
from croupier.families.pai_gow.shared.base_round import PaiGowResult, SetHand
from croupier.hands.card_parsing import card_of, read_cards
from croupier.odds.fact_table import ComputedFactColumns
from croupier.odds.shoe_composition import card_number
from croupier.odds.simulation.driver import CheckedRun
from croupier.odds.verification.driver import ROUND, LiveRound, ShuffledShoes, Verifier, cards_text
from croupier.odds.verification.report import Finding
from croupier.odds.verification.sheet_lines import printed_lines
from croupier.play.driver import AnyDealer, Decide, deal_cards, play_to_end
from croupier.play.hands_on_table import HandName
from croupier.play.round import Deal, ForbiddenDecision, Question, Roll, RoundInProgress, UnexpectedAnswer, Void
from croupier.rulebook.table_rules import TableRules

SIMULATED_ROUNDS = 2**21
DIE = 6


class PaiGowVerifier(Verifier):
    """Verification of pai gow poker. Every hand is set the house way, and doubled if that is allowed."""

    small_banks = 100

    def __init__(self, printed: TableRules, played: TableRules, chance: RandomSource, seed: int) -> None:
        super().__init__(printed, played, chance, seed)
        self.shoes: ShuffledShoes = JokerDecks(played, chance)
        self._lines: dict[str, NDArray[np.int64]] = {}
        self._cells: tuple[Sequence[LiveRound], dict[int, NDArray[np.int64]]] = (), {}

    @cached_property
    def cell_meaning(self) -> CellMeaning:
        return cell_meaning(self.printed)

    def hands_of(self, result: PaiGowResult) -> str:
        own = [result.common] if result.common else [seat.hand for seat in result.seats]
        return "; ".join(_hand_text(name, hand) for name, hand in [("player-dealer", result.dealer), *_named(own)])

    def lines_of(self, wager: str, seat: int, rounds: Sequence[LiveRound]) -> Sequence[int]:
        if wager not in self._lines:
            known = ComputedFactColumns(self.cell_meaning.columns, self.cell_meaning.cells)
            self._lines[wager] = printed_lines(self.printed.wagers[wager], self.sheet[wager], known)
        bet_at = self._seat_of(wager)
        if self._cells[0] is not rounds:
            self._cells = rounds, {}
        if bet_at not in self._cells[1]:
            self._cells[1][bet_at] = self._cells_of(rounds, bet_at)
        lines: list[int] = self._lines[wager][self._cells[1][bet_at]].tolist()
        return lines

    def _seat_of(self, wager: str) -> int:
        """Return the seat that has bet on a wager; a double-down is at the seat of the base wager."""
        name = section_of(self.printed).base if wager == section_of(self.printed).double else wager
        return next(bet.seat for bet in self.table.bets if bet.wager == name)

    def _cells_of(self, rounds: Sequence[LiveRound], seat: int) -> NDArray[np.int64]:
        """Return the result cell of each round, computed by the simulation kernel from the round's cards."""
        hands = [hand for live in rounds for hand in (live.result.dealer, live.result.hand_of(seat))]
        cards = np.array([card_number_of(card) for hand in hands for card in hand.cards], np.uint8)
        cells: NDArray[np.int64] = cells_of(self.cell_meaning.lookup, cards, 2).astype(np.int64)
        return cells

    def play_live_round(
        self, play: RoundInProgress[Any], deal: AnyDealer, decide: Decide, evaluation: Any = None
    ) -> LiveRound | None:
        """Play one live round with dice and all hands set the house way; record a finding if it refuses a decision."""
        try:
            cards = play_to_end(play, deal, decide, throw=self._throw)
        except (ForbiddenDecision, UnexpectedAnswer) as refused:
            self.findings.append(Finding(ROUND, f"the live round refuses what the odds do: {refused}"))
            return None
        return None if isinstance(play.result, Void) else LiveRound(play.result, cards, evaluation)

    def _throw(self, need: Roll) -> tuple[int, ...]:
        return tuple(1 + self.chance.below(DIE) for _ in range(need.count))

    def forced_rounds(self, wagers: Collection[str]) -> Iterator[LiveRound]:
        seat = self._seat_of(section_of(self.printed).base)
        for own, dealer in self._deals():
            play = RoundInProgress(self.live_round_factory())
            live = self.play_live_round(play, self._to_order(play, seat, own, dealer), always_doubled)
            if live is not None:
                yield live

    def _deals(self) -> Iterator[tuple[Sequence[Piece], Sequence[Piece]]]:
        """Yield edge-case deals, then an example hand of every label, for the seat and for the player-dealer."""
        reading = house_way_reading(self.printed)
        for deal in SEVEN_CARD_DEALS if reading.way.low_cards == 2 else SIX_CARD_DEALS:
            first_hand, other_hand = (read_cards(part, "deal") for part in deal.split("|"))
            yield first_hand, other_hand
        classes, labels, traits = classes_of(reading.size), self.cell_meaning.labels, hand_counts(reading)[0]
        places = np.minimum(np.searchsorted(traits, hand_traits(*reading).traits), len(traits) - 1)
        both = labels.own_of[places] * labels.many[1] + labels.dealers_of[places]
        for first in np.unique(both, return_index=True)[1]:
            own = [card_of(int(card)) for card in classes.cards[first]]
            rest = [card_of(card) for card in range(DECK) if card_of(card) not in own]
            dealer = shuffled(tuple(rest), self.chance)[: reading.size]
            yield own, dealer
            yield dealer, own

    def _to_order(
        self, play: RoundInProgress[Any], seat: int, own: Sequence[Piece], dealer: Sequence[Piece]
    ) -> AnyDealer:
        """Return a function that deals these cards to the seat and to the player-dealer, in any dealing order.

        All other hands get other cards.
        """
        rest = iter([card_of(card) for card in range(DECK) if card_of(card) not in (*own, *dealer)])
        hands = {
            "dealer": iter(dealer),
            "banker": iter(dealer),
            "player": iter(own),
            str(HandName.of_seat(seat)): iter(own),
        }

        def deal() -> Piece:
            need = play.need
            assert isinstance(need, Deal)
            return next(hands.get(need.hand, rest))

        return deal

    def shuffled(self, rounds: int) -> list[LiveRound]:
        begin = self.live_round_factory()
        dealt = [
            self.play_live_round(RoundInProgress(begin), deal_cards(self.shoes.next_cards()), always_doubled)
            for _ in range(rounds)
        ]
        return [live for live in dealt if live is not None]

    def compare_simulation(self) -> None:
        run = CheckedRun.of(self.printed.wagers, rounds=SIMULATED_ROUNDS, seed=self.seed, threads=1)
        self.simulated_sheet = PaiGowSimulation(self.printed, 1, self.seed).run(run).sheet()
        self.compared["rounds of the simulation"] += SIMULATED_ROUNDS


class JokerDecks(ShuffledShoes):
    """Decks of 53 cards, a whole one for every round; it also counts how often each card is in each position."""

    def __init__(self, rules: TableRules, chance: RandomSource) -> None:
        super().__init__(rules, chance)
        self.by_part = np.zeros((1, DECK), dtype=np.int64)
        self.by_place = np.zeros((DECK, DECK), dtype=np.int64)
        self.deck: tuple[Any, ...] = tuple(card_of(card) for card in range(DECK))

    def next_cards(self) -> tuple[Card, ...]:
        cards = shuffled(self.deck, self.chance)
        self.shoe_count += 1
        numbers = np.array([card_number(card) if isinstance(card, Card) else JOKER for card in cards], dtype=np.int64)
        self.by_part[0] += 1
        self.by_place[np.arange(DECK), numbers] += 1
        return cards


def always_doubled(play: RoundInProgress[Any], question: Question) -> str:
    return DOUBLE if any(choice.do == DOUBLE for choice in question.choices) else question.timeout_action


def _named(hands: Sequence[SetHand]) -> Iterator[tuple[str, SetHand]]:
    for number, hand in enumerate(hands, start=1):
        yield f"hand {number}", hand


def _hand_text(name: str, hand: SetHand) -> str:
    return f"{name} {cards_text(hand.high)} | {cards_text(hand.low)}"  # type: ignore[arg-type]
