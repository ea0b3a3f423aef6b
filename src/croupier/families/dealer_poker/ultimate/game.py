"""Ultimate Texas Hold'em in the form that the shared code of poker against a player-dealer uses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from croupier.cards import Card, parse_cards
from croupier.families.dealer_poker.shared.edge_cases import SEAT, Deal, End, board_deals, ultimate_deals
from croupier.families.dealer_poker.shared.odds.action_values import raise_name
from croupier.families.dealer_poker.shared.odds.round_outcomes import ULTIMATE_SHAPE, ULTIMATE_TIMES
from croupier.families.dealer_poker.shared.round import CHECK, FOLD, PLAY, PokerResult, PokerSeatBet
from croupier.families.dealer_poker.shared.rules import PokerSection, section_of
from croupier.families.dealer_poker.ultimate import facts
from croupier.families.dealer_poker.ultimate.round import Streets, UltimateRound
from croupier.families.dealer_poker.ultimate.rules import MIN_HOLE_CARDS
from croupier.hands import rank2
from croupier.money.bets import Bet
from croupier.play.facts import RoundFacts
from croupier.play.hands_on_table import HandValue, ranked_hand_value
from croupier.rulebook.table_rules import TableRules

HOLE_CARDS, BOARD_CARDS = 2, 5


class UltimateGame:
    """Ultimate Texas Hold'em: seats are dealt in ascending order, and the Play wager has several sizes."""

    facts = facts.fact
    allows_times = True
    own_cards = HOLE_CARDS
    has_board = True
    play_sizes = ULTIMATE_TIMES
    outcome_shape = ULTIMATE_SHAPE
    decision_help = (
        ("4  3", "before the flop: plays four or three Antes"),
        ("c", "checks, before the flop and on it"),
        ("2", "on the flop: plays two Antes"),
        ("1  f", "at the river: plays one Ante, or folds"),
        ("p", "plays the most that is open"),
    )

    def case_words(self, rules: TableRules) -> tuple[str, ...]:
        sizes = dict.fromkeys(times for street in play_multiples(section_of(rules)).values() for times in street)
        return PLAY, CHECK, FOLD, *(f"{PLAY}-{times}" for times in sizes)

    def new_round(self, rules: TableRules, entrants: Sequence[PokerSeatBet], *, together: bool) -> UltimateRound:
        section = section_of(rules)
        most = rules.wagers[section.ante].limit.most if rules.value(section.play_counts_to_max) else None
        from_shoe = rules.value(section.deal) == "shoe"
        return UltimateRound(entrants, play_multiples(section), together=together, from_shoe=from_shoe, most_play=most)

    def dealing_order(self, rules: TableRules, bets: Sequence[Bet], bank_seat: int | None) -> list[int]:
        # A seat without an Ante receives no cards; bonus wagers of others follow a seat that has one. [004 L3629]
        return sorted({bet.seat for bet in bets if bet.wager == section_of(rules).ante})

    def facts_of(self, rules: TableRules, result: PokerResult, seat: int) -> RoundFacts[Any]:
        return facts.facts_of(result, seat, _min_hole_cards(rules))

    def play_name(self, times: int) -> str:
        return raise_name(times)

    def dealt_cards(self, rules: TableRules, deal: Deal) -> tuple[Card, ...]:
        own, dealer, board = deal
        if rules.value(section_of(rules).deal) == "shoe":
            return (*board, own[0], dealer[0], own[1], dealer[1])
        return (*own, *dealer, *board)

    def edge_case_deals(self) -> Sequence[Deal]:
        return [*(deal for least in MIN_HOLE_CARDS for deal in ultimate_deals(least).values()), *board_deals().values()]

    def outcome_deals(self, min_hole_cards: int) -> Mapping[End, Deal]:
        return ultimate_deals(min_hole_cards)

    def outcome_facts(self, result: PokerResult, min_hole_cards: int) -> RoundFacts[Any]:
        return facts.facts_of(result, SEAT, min_hole_cards)

    def six_card_deals(self) -> Mapping[int, Deal]:
        return {}

    def board_deals(self) -> Mapping[int, Deal]:
        return board_deals()

    def hand_value(self, rules: TableRules, own: tuple[str, ...], board: tuple[str, ...]) -> HandValue | None:
        is_hand = len(own) == HOLE_CARDS and len(board) in play_multiples(section_of(rules))
        return _value(own, board, _min_hole_cards(rules)) if is_hand else None


def play_multiples(section: PokerSection) -> Streets:
    """Return the sizes of the Play wager in antes, by number of community cards shown. [004 L3562-3564, L3642-3649]"""
    return {0: tuple(section.before_flop), 3: (section.flop,), 5: (section.river,)}


def _min_hole_cards(rules: TableRules) -> int:
    return int(rules.value(section_of(rules).min_hole_cards))


@lru_cache(maxsize=4096)
def _value(own: tuple[str, ...], board: tuple[str, ...], min_hole_cards: int) -> HandValue:
    hole, shared = parse_cards(" ".join(own)), parse_cards(" ".join(board))
    rank = facts.best_of(hole, shared, min_hole_cards) if shared else rank2(list(hole))
    return ranked_hand_value(rank, is_whole=len(board) == BOARD_CARDS)
