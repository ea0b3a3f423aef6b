"""Terminal presentation of pai gow poker: the cards, the names of the hands, and their comparison."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from croupier.families.pai_gow.poker.facts import HIGH_CARDS, DealtCards, PaiGowSeatContext, RankedHand, card_number_of
from croupier.families.pai_gow.poker.hand_setting import high_name, low_name
from croupier.families.pai_gow.poker.hand_values import best_of
from croupier.families.pai_gow.poker.rules import section_of
from croupier.families.pai_gow.poker.settle import house_way_for, seat_facts
from croupier.families.pai_gow.shared.base_round import PaiGowResult, SetHand
from croupier.families.pai_gow.shared.terminal import SetHandTerminal
from croupier.money.bets import BetResult
from croupier.money.settlement import SettledBet
from croupier.play.hands_on_table import HandName, HandOnTable
from croupier.play.round import HandToSet
from croupier.rulebook.table_rules import TableRules
from croupier.terminal.hand_in_play import HandInPlay


class PaiGowPokerTerminal(SetHandTerminal):
    """Presentation of pai gow poker in the terminal."""

    hint_unit = "units of your wager"
    card_seconds = 0.1
    spacious_from_lines = 36

    def __init__(self, rules: TableRules) -> None:
        super().__init__(rules)
        self.section, self.way = section_of(rules), house_way_for(rules)
        self.has_decisions = self.section.dice > 0
        front = " ".join(str(place) for place in range(HIGH_CARDS + 1, self.section.cards + 1))
        self.decision_help = (
            (f"{front}  Ks", "puts these cards in front, by number or by name"),
            ("h", "sets your hand the house way"),
            *((("d  s", "doubles your wager, or stays"),) if self.section.double else ()),
        )

    def name_of(self, hand: HandOnTable[Any]) -> str:
        if HandName.parse(hand.name).part == "low":
            return low_name(hand.cards, self.way.rules)
        return high_name(best_of([card_number_of(card) for card in hand.cards], self.way.rules), self.way.rules)

    def announcement(self, hand: HandInPlay) -> str:
        setting = hand.setting
        sentences = [self._order(hand)]
        if setting is not None:
            best = DealtCards(self.way, tuple(card_number_of(card) for card in setting.cards)).best
            low = self.section.cards - HIGH_CARDS
            cards = "one card" if low == 1 else f"{low} cards"
            sentences.append(f"Your best five are {high_name(best, self.way.rules)}. Put {cards} in front.")
        return " ".join(one for one in sentences if one)

    def _order(self, hand: HandInPlay) -> str:
        """Return a sentence about the dice and the first packet; empty before the dice are thrown."""
        from croupier.families.pai_gow.poker.family import PAI_GOW_POKER

        order = PAI_GOW_POKER.order_of_play(hand.play)
        if order is None or not order.rolls:
            return ""
        dice = order.rolls[-1].numbers
        return f"The dice show {', '.join(map(str, dice))}, {sum(dice)}: seat {order.first} has the first packet."

    def arrangement_prompts(self, setting: HandToSet) -> Sequence[tuple[str, str]]:
        front = " ".join(str(place) for place in range(HIGH_CARDS + 1, len(setting.cards) + 1))
        return (front, "puts these in front, the rest behind"), ("h", "house way")

    def result_sentences(self, hand: HandInPlay, result: PaiGowResult) -> list[str]:
        """Return sentences about both sides' hands and their comparison."""
        seat = hand.session.seating.seat
        context = seat_facts(self.rules, result, seat).view
        own, dealer = self._in_words(context.hand, context.set_own), self._in_words(result.dealer, context.set_dealer)
        if result.common is not None:
            return [f"The Player has {own}.", f"The Banker has {dealer}.", _compared(context)]
        played = result.seat(seat)
        sentences = [f"The player-dealer has {dealer}.", f"You have {own}."]
        return [*sentences, _compared(context)] if played is not None else sentences[:1]

    def _in_words(self, hand: SetHand, ranked: RankedHand) -> str:
        return f"{low_name(hand.low, self.way.rules)} in front of {high_name(ranked.high, self.way.rules)}"

    def bet_outcome(self, hand: HandInPlay, result: PaiGowResult, one: SettledBet) -> str | None:
        if one.bet.wager != self.section.base or one.result is not BetResult.PUSH or result.common is not None:
            return None
        facts = seat_facts(self.rules, result, one.bet.seat)
        if self.section.shown_first and facts["dealer_ace_high"]:
            return "push: the player-dealer is ace high"
        return "push: one hand each"

    def choice_label(self, do: str) -> str:
        return "double" if do == "double-down" else do


def _compared(context: PaiGowSeatContext) -> str:
    """Return how the high and low hands compare, for example "High hand higher, low hand a copy."."""
    if context.set_own.foul:
        return "Your hand is foul."
    own, other = context.set_own, context.set_dealer
    return f"High hand {_half(own.compared, other.compared)}, low hand {_half(own.low, other.low)}."


def _half(own: int, other: int) -> str:
    return "higher" if own > other else "a copy" if own == other else "lower"
