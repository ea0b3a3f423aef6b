"""Creation of a poker round from the placed bets, and verdicts on the bets of a finished round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from croupier.families.dealer_poker.shared.edge_cases import SEAT, result_of
from croupier.families.dealer_poker.shared.game import PokerGame
from croupier.families.dealer_poker.shared.round import PokerResult, PokerRound, PokerSeatBet
from croupier.families.dealer_poker.shared.rules import section_of
from croupier.families.dealer_poker.three_card.game import ThreeCardGame
from croupier.families.dealer_poker.ultimate.game import UltimateGame
from croupier.money.bets import SEATED, Bet, BetResult, Verdict
from croupier.money.cents import Cents
from croupier.play.facts import RoundFacts
from croupier.rulebook.table_rules import TableRules

ULTIMATE = "ultimate-holdem"
THREE_CARD_GAME: PokerGame = ThreeCardGame()
ULTIMATE_GAME: PokerGame = UltimateGame()


def game_of(rules: TableRules) -> PokerGame:
    """Return the game that a rulebook describes."""
    return ULTIMATE_GAME if rules.rulebook.written.family == ULTIMATE else THREE_CARD_GAME


def round_of(
    rules: TableRules, bets: Sequence[Bet], bank_seat: int | None = None, *, together: bool = False
) -> PokerRound:
    """Return a new round in which the seats with these bets play."""
    seats = game_of(rules).dealing_order(rules, bets, bank_seat)
    entrants = [_seat_bet(seat, bets, section_of(rules).ante) for seat in seats]
    return game_of(rules).new_round(rules, entrants, together=together)


def _seat_bet(seat: int, bets: Sequence[Bet], ante: str) -> PokerSeatBet:
    """Return a seat's Ante and its bettors, the deciding bettor first.

    The seated player decides. If the seated player has no Ante, the first bettor behind the seat decides.
    """
    stakes: dict[str, int] = {}
    for bet in bets:
        if bet.seat == seat and bet.wager == ante:
            stakes[bet.bettor] = stakes.get(bet.bettor, 0) + bet.amount
    names = sorted(stakes, key=lambda name: name != SEATED)
    return PokerSeatBet(seat, stakes[names[0]] if names else 0, tuple(names))


def facts_of(rules: TableRules, result: PokerResult, seat: int = 0) -> RoundFacts[Any]:
    """Return the facts of a round for a seat, under the table's options."""
    return game_of(rules).facts_of(rules, result, seat)


def edge_case_facts(rules: TableRules) -> tuple[RoundFacts[Any], ...]:
    """Return the facts of the edge-case deals, the same at every call; each deal is played once and folded once."""
    return tuple(facts_of(rules, result, SEAT) for result in _edge_case_results(game_of(rules)))


@cache
def _edge_case_results(game: PokerGame) -> tuple[PokerResult, ...]:
    return tuple(result_of(deal, folded=folded) for deal in game.edge_case_deals() for folded in (False, True))


def wagers_paid_after_fold(rules: TableRules) -> frozenset[str]:
    """Return the wagers that may win although the player folded."""
    folded = [facts for facts in edge_case_facts(rules) if facts["folded"]]
    return frozenset(
        wager.id
        for wager in rules.betting_wagers.values()
        if any(wager.decide(facts, wager.limit.least).result is BetResult.WIN for facts in folded)
    )


def final_bets(rules: TableRules, result: PokerResult, bets: Sequence[Bet]) -> list[Bet]:
    """Return the bets at the end of the round: the placed bets, then the Play wagers."""
    return [*bets, *_play_bets(rules, result, bets)]


def _play_bets(rules: TableRules, result: PokerResult, bets: Sequence[Bet]) -> Iterator[Bet]:
    section = section_of(rules)
    for seat in result.seats:
        antes: dict[str, int] = {}
        for bet in bets:
            if bet.seat == seat.seat and bet.wager == section.ante:
                antes[bet.bettor] = antes.get(bet.bettor, 0) + bet.amount
        for name, ante in antes.items():
            if name in seat.playing_bettors:
                yield Bet(seat.seat, name, section.play, Cents(ante * seat.played // seat.stake))


def decide_final_bets(
    rules: TableRules, result: PokerResult, bets: Sequence[Bet], meters: Mapping[str, Cents] | None = None
) -> list[tuple[Bet, Verdict]]:
    """Return each bet at the end of the round with its verdict; bets at seats without cards are returned."""
    facts_by_seat: dict[tuple[int, bool], RoundFacts[Any]] = {}
    verdicts = []
    without = _without_play(rules, result, bets)
    for bet in final_bets(rules, result, bets):
        if result.seat(bet.seat) is None:
            verdicts.append((bet, Verdict(BetResult.RETURNED, cite=rules.wagers[bet.wager].cite)))
            continue
        gave_up = (bet.seat, bet.bettor) in without
        if (bet.seat, gave_up) not in facts_by_seat:
            round_result = _folded_at(result, bet.seat) if gave_up else result
            facts_by_seat[bet.seat, gave_up] = facts_of(rules, round_result, bet.seat)
        verdicts.append(
            (bet, rules.wagers[bet.wager].decide(facts_by_seat[bet.seat, gave_up], bet.amount, meters or {}))
        )
    return verdicts


def _without_play(rules: TableRules, result: PokerResult, bets: Sequence[Bet]) -> frozenset[tuple[int, str]]:
    """Return the bettors who have an Ante but no Play wager at a seat that played; they lose the Ante.

    Without this rule, a bettor behind a seat who has no money left would stay in the round for free. [004 L658, L2668]
    """
    ante = section_of(rules).ante
    played = {seat.seat: seat.playing_bettors for seat in result.seats if seat.played}
    return frozenset(
        (bet.seat, bet.bettor)
        for bet in bets
        if bet.wager == ante and bet.seat in played and bet.bettor not in played[bet.seat]
    )


def _folded_at(result: PokerResult, number: int) -> PokerResult:
    """Return the round's result with this seat shown as folded; it decides the bets of a bettor who folded there."""
    seats = (replace(seat, folded=True) if seat.seat == number else seat for seat in result.seats)
    return replace(result, seats=tuple(seats))


def forfeited_bets(rules: TableRules, result: PokerResult, bets: Sequence[Bet]) -> frozenset[int]:
    """Return the indexes of the Antes of folded seats, if the house takes them before other bets. [CA-3CP-A4]"""
    section = section_of(rules)
    if not rules.value(section.fold_first):
        return frozenset()
    folded = {seat.seat for seat in result.seats if seat.folded}
    without = _without_play(rules, result, bets)
    return frozenset(
        place
        for place, bet in enumerate(bets)
        if bet.wager == section.ante and (bet.seat in folded or (bet.seat, bet.bettor) in without)
    )
