"""Creation of a poker round from the placed bets, and verdicts on the bets of a finished round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from croupier.cards import parse_cards
from croupier.families.dealer_poker.shared.round import PokerResult, PokerRound, PokerSeatBet
from croupier.families.dealer_poker.shared.rules import PokerSection, section_of
from croupier.families.dealer_poker.three_card import facts as three_card_facts
from croupier.families.dealer_poker.three_card.round import ThreeCardRound
from croupier.families.dealer_poker.ultimate import facts as ultimate_facts
from croupier.families.dealer_poker.ultimate.round import Streets, UltimateRound
from croupier.hands import rank2, rank3
from croupier.hands.rank_hand import STRAIGHTS, HandRank
from croupier.money.bets import SEATED, Bet, BetResult, Verdict
from croupier.money.cents import Cents
from croupier.play.facts import RoundFacts
from croupier.play.hands_on_table import HandValue
from croupier.rulebook.table_rules import TableRules

ULTIMATE = "ultimate-holdem"
HOLE_CARDS, BOARD_CARDS, THREE_CARDS = 2, 5, 3


def is_ultimate(rules: TableRules) -> bool:
    return rules.rulebook.written.family == ULTIMATE


def round_of(
    rules: TableRules, bets: Sequence[Bet], bank_seat: int | None = None, *, together: bool = False
) -> PokerRound:
    """Return a new round in which the seats with these bets play.

    Hold'em deals to seats in ascending order, three-card poker starts left of the bank.
    """
    seats = dealing_order(rules, bets, bank_seat)
    entrants = [_seat_bet(seat, bets, section_of(rules).ante) for seat in seats]
    section = section_of(rules)
    if not is_ultimate(rules):
        return ThreeCardRound(entrants, together=together, upcard=bool(rules.value(section.upcard)))
    most = rules.wagers[section.ante].limit.most if rules.value(section.play_counts_to_max) else None
    from_shoe = rules.value(section.deal) == "shoe"
    return UltimateRound(entrants, play_multiples(section), together=together, from_shoe=from_shoe, most_play=most)


def play_multiples(section: PokerSection) -> Streets:
    """Return the sizes of the Play wager in antes, by number of community cards shown. [004 L3562-3564, L3642-3649]"""
    return {0: tuple(section.before_flop), 3: (section.flop,), 5: (section.river,)}


def dealing_order(rules: TableRules, bets: Sequence[Bet], bank_seat: int | None) -> list[int]:
    """Return the seats that receive cards, in dealing order."""
    ante = section_of(rules).ante
    # In hold'em a seat without an Ante receives no cards; bonus wagers of other players follow a seat that has one.
    # [004 L3629]
    seats = sorted({bet.seat for bet in bets if not is_ultimate(rules) or bet.wager == ante})
    if bank_seat is None or is_ultimate(rules):
        return seats
    return [seat for seat in seats if seat > bank_seat] + [seat for seat in seats if seat < bank_seat]


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
    if is_ultimate(rules):
        return ultimate_facts.facts_of(result, seat, int(rules.value(section_of(rules).min_hole_cards)))
    wheel = "low" if rules.value(section_of(rules).a23_straight) else "none"
    return three_card_facts.facts_of(result, seat, wheel)


def hand_value(rules: TableRules, own: tuple[str, ...], board: tuple[str, ...]) -> HandValue | None:
    """Return the value of a hand under the table's options, with the community cards turned up so far.

    Return None if cards are missing.
    """
    section = section_of(rules)
    if is_ultimate(rules):
        is_hand = len(own) == HOLE_CARDS and len(board) in play_multiples(section)
        return _ultimate_value(own, board, int(rules.value(section.min_hole_cards))) if is_hand else None
    wheel = "low" if rules.value(section.a23_straight) else "none"
    return _three_card_value(own, wheel) if len(own) == THREE_CARDS else None


@lru_cache(maxsize=4096)
def _ultimate_value(own: tuple[str, ...], board: tuple[str, ...], min_hole_cards: int) -> HandValue:
    hole, shared = parse_cards(" ".join(own)), parse_cards(" ".join(board))
    rank = ultimate_facts.best_of(hole, shared, min_hole_cards) if shared else rank2(list(hole))
    return _hand_value(rank, is_whole=len(board) == BOARD_CARDS)


@lru_cache(maxsize=4096)
def _three_card_value(own: tuple[str, ...], wheel: str) -> HandValue:
    return _hand_value(rank3(list(own), wheel=wheel), is_whole=True)


def _hand_value(rank: HandRank, *, is_whole: bool) -> HandValue:
    counting = [str(card) for card in rank.best]
    ranks = list(dict.fromkeys(card[0] for card in counting))
    category = rank.category.name
    return {
        "total": None,
        "is_soft": False,
        "category": category.lower().replace("_", "-"),
        "ranks": ranks[:1] if category in STRAIGHTS else ranks,
        "cards": counting if is_whole else [],
    }


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
