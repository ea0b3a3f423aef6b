"""Terminal presentation of pai gow tiles: the tiles, the names of the hands, and their comparison."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from croupier.families.pai_gow.shared.base_round import PaiGowResult, SetHand
from croupier.families.pai_gow.shared.terminal import SetHandTerminal
from croupier.families.pai_gow.tiles.facts import SetTiles, facts_of
from croupier.families.pai_gow.tiles.hand_setting import hand_name, tile_names
from croupier.families.pai_gow.tiles.hand_values import beats, is_copy
from croupier.families.pai_gow.tiles.round import TilesRound
from croupier.money.bets import BetResult
from croupier.money.settlement import SettledBet
from croupier.play.hands_on_table import HandName, HandOnTable
from croupier.play.round import HandToSet
from croupier.terminal.hand_in_play import HandInPlay


class TilesTerminal(SetHandTerminal):
    """Presentation of pai gow tiles in the terminal."""

    has_decisions = True
    card_seconds = 0.15
    spacious_from_lines = 34
    named_cards_position = "low"
    decision_help = (
        ("3 4  1-3 5-6", "puts these two tiles into the low hand, by number or by their dots"),
        ("h", "sets your hand the house way"),
    )

    def who(self, name: HandName) -> str:
        return "PLAYER-DEALER"

    def name_of(self, hand: HandOnTable[Any]) -> str:
        return hand_name(hand.cards)

    def announcement(self, hand: HandInPlay) -> str:
        setting, sentences = hand.setting, [self._order(hand)]
        if setting is not None:
            sentences.append(f"You have {tile_names(setting.cards)}. Put two into the low hand.")
        return " ".join(one for one in sentences if one)

    def _order(self, hand: HandInPlay) -> str:
        """Return a sentence about the dice and the first packet; empty before the dice are thrown."""
        current = hand.play.state
        if not isinstance(current, TilesRound) or not current.dice:
            return ""
        dice = ", ".join(map(str, current.dice))
        return f"The dice show {dice}, {sum(current.dice)}: seat {current.first} has the first four tiles."

    def arrangement_prompts(self, setting: HandToSet) -> Sequence[tuple[str, str]]:
        return ("3 4", "puts these into the low hand, the others into the high one"), ("h", "house way")

    def result_sentences(self, hand: HandInPlay, result: PaiGowResult) -> list[str]:
        """Return sentences about both sides' hands and their comparison."""
        own = result.seat(hand.session.seating.seat)
        sentences = [f"The player-dealer has {_in_words(result.dealer)}."]
        if own is None:
            return sentences
        context = facts_of(result, own.seat).view
        return [*sentences, f"You have {_in_words(own.hand)}.", _compared(context.own, context.dealer)]

    def bet_outcome(self, hand: HandInPlay, result: PaiGowResult, one: SettledBet) -> str | None:
        return "push: one hand each" if one.result is BetResult.PUSH else None


def _in_words(hand: SetHand) -> str:
    return f"{hand_name(hand.high)} high and {hand_name(hand.low)} low"


def _compared(own: SetTiles, dealer: SetTiles) -> str:
    """Return how the high and low hands compare, for example "High hand better, low hand a copy."."""
    if own.foul:
        return "Your hand is foul."
    return f"High hand {_half(own.high, dealer.high)}, low hand {_half(own.low, dealer.low)}."


def _half(own: int, other: int) -> str:
    return "better" if beats(own, other) else "a copy" if is_copy(own, other) else "worse"
