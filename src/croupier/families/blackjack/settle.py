"""Seats of a round, built from the placed bets, and verdicts on the bets of a finished round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from croupier.families.blackjack.facts import BlackjackHandContext, fact, facts_of
from croupier.families.blackjack.round import (
    BlackjackHandResult,
    BlackjackResult,
    BlackjackSeatBet,
    BlackjackSeatResult,
    RoundSeats,
)
from croupier.families.blackjack.rules import (
    BlackjackRules,
    BlackjackSection,
    DoubleOn,
    HoleCheck,
    SplitBy,
    Surrender,
    section_of,
)
from croupier.money.bets import SEATED, Bet, BetResult, Verdict
from croupier.money.cents import Cents
from croupier.play.facts import RoundFacts
from croupier.rulebook.table_rules import TableRules

SPOT_FACTS = fact.spot_facts
WORDS = {"hit": True, "stand": False, "shared": True, "per-seat": False}
"""Truth value of each option value that stands for True or False."""


def play_rules_of(rules: TableRules) -> BlackjackRules:
    """Return the rules of play of a table with its chosen options."""
    section = section_of(rules)

    def option_value(key: str) -> Any:
        return rules.value(getattr(section, key))

    def flag(key: str) -> bool:
        value = option_value(key)
        return WORDS[value] if isinstance(value, str) else bool(value)

    most_hands = int(option_value("most_hands"))
    return BlackjackRules(
        decks=rules.shoe.decks,
        hits_soft_17=flag("hits_soft_17"),
        hole_check=HoleCheck(option_value("hole_check")),
        surrender=Surrender(option_value("surrender")),
        surrender_after_split=flag("surrender_after_split"),
        double_on=DoubleOn(option_value("double_on")),
        double_21=flag("double_21"),
        double_after_split=flag("double_after_split"),
        double_for_less=flag("double_for_less"),
        split_by=SplitBy(option_value("split_by")),
        most_hands=most_hands,
        most_ace_hands=min(most_hands, int(option_value("most_ace_hands"))),
        split_aces_play=flag("split_aces_play"),
        split_natural=flag("split_natural"),
        charlie_cards=int(option_value("charlie_cards")),
        plays_to_31=flag("plays_to_31"),
        insurance=section.insurance in rules.wagers,
        shared_hand=flag("hand_model"),
    )


def round_seats(
    rules: TableRules,
    bets: Sequence[Bet],
    bank_seat: int | None = None,
    *,
    together: bool = False,
    cards_last: bool = False,
    asks_on_21: bool = True,
) -> RoundSeats:
    """Return the seats that are dealt into a round, in dealing order, with their stakes and bettors."""
    section = section_of(rules)
    least = rules.wagers[section.wager].limit.least if rules.value(section.double_within_limits) else 1
    return RoundSeats(
        seat_bets=tuple(_seat_bet(seat, bets, section.wager) for seat in _dealing_order(rules, bets, bank_seat)),
        dealer_completes=any(bet.wager in section.completes_for for bet in bets),
        decide_together=together,
        deal_after_decisions=cards_last,
        ask_on_21=asks_on_21,
        insurance_least=section.insurance_least,
        double_least=least,
    )


def _dealing_order(rules: TableRules, bets: Sequence[Bet], bank_seat: int | None) -> list[int]:
    """Return the seats with bets in ascending order, or starting after the bank's seat if a player banks."""
    seats = sorted({bet.seat for bet in bets})
    if bank_seat is None:
        return seats
    return [seat for seat in seats if seat > bank_seat] + [seat for seat in seats if seat < bank_seat]


def _seat_bet(seat: int, bets: Sequence[Bet], main: str) -> BlackjackSeatBet:
    """Return a seat's main stake and its bettors, the deciding bettor first.

    The seated player decides. If the seated player has no main wager, the first bettor behind the seat decides.
    """
    stakes: dict[str, int] = {}
    for bet in bets:
        if bet.seat == seat and bet.wager == main:
            stakes[bet.bettor] = stakes.get(bet.bettor, 0) + bet.amount
    names = sorted(stakes, key=lambda name: name != SEATED)
    return BlackjackSeatBet(seat, stakes[names[0]] if names else 0, tuple(names))


def final_bets(rules: TableRules, result: BlackjackResult, bets: Sequence[Bet]) -> list[Bet]:
    """Return all bets at the end of the round: main wagers of each hand with doubles, bonus wagers, and insurance."""
    return [bet for bet, _ in _final_bets_with_stake(section_of(rules), result, bets)]


def _final_bets_with_stake(
    section: BlackjackSection, result: BlackjackResult, bets: Sequence[Bet]
) -> Iterator[tuple[Bet, Cents]]:
    """Yield each bet at the end of the round with the amount that was first placed."""
    for bet in bets:
        for final_bet in _bets_on_hands(bet, result) if bet.wager == section.wager else [bet]:
            yield final_bet, bet.amount
    for bet in _insurances(section, result, bets):
        yield bet, bet.amount


def _bets_on_hands(bet: Bet, result: BlackjackResult) -> list[Bet]:
    seat = result.seat(bet.seat)
    if seat is None or not seat.hands:
        return [bet]
    hands = enumerate(seat.hands, start=1)
    number = len(seat.hands) > 1
    return [
        replace(bet, amount=Cents(bet.amount + double_amount(bet, seat, hand)), hand=place if number else 0)
        for place, hand in hands
        if bet.bettor in hand.hand_bettors
    ]


def double_amount(bet: Bet, seat: BlackjackSeatResult, hand: BlackjackHandResult) -> int:
    """Return the amount in cents by which a bettor doubled.

    Bettors behind the seat double in the same proportion as the deciding bettor, rounded down to whole cents.
    """
    return bet.amount * hand.doubled_by // seat.stake if bet.bettor in hand.doubling_bettors else 0


def _insurances(section: BlackjackSection, result: BlackjackResult, bets: Sequence[Bet]) -> Iterator[Bet]:
    for seat in result.seats:
        for bet in bets:
            if bet.wager == section.wager and (cents := _insured_by(bet, seat)):
                yield Bet(bet.seat, bet.bettor, section.insurance, Cents(cents))


def _insured_by(bet: Bet, seat: BlackjackSeatResult) -> int:
    """Return the insurance of a main wager in cents; 0 if the bettor did not insure or the share is under a cent."""
    insures = bet.seat == seat.seat and bet.bettor in seat.insurers
    return bet.amount * seat.insured // seat.stake if insures else 0


def decide_final_bets(
    rules: TableRules, result: BlackjackResult, bets: Sequence[Bet], meters: Mapping[str, Cents] | None = None
) -> list[tuple[Bet, Verdict]]:
    """Return each bet at the end of the round with its verdict; `bets` are the bets as placed."""
    section = section_of(rules)
    facts_by_hand: dict[tuple[int, int], RoundFacts[BlackjackHandContext]] = {}
    verdicts = []
    for bet, placed in _final_bets_with_stake(section, result, bets):
        key = bet.seat, max(1, bet.hand)
        if key not in facts_by_hand:
            facts_by_hand[key] = facts_of(result, *key)
        verdict = rules.wagers[bet.wager].decide(facts_by_hand[key], bet.amount, meters or {})
        if bet.wager == section.wager:
            verdict = _original_only(result, bet, placed, verdict)
        verdicts.append((bet, verdict))
    return verdicts


def _original_only(result: BlackjackResult, bet: Bet, placed: int, verdict: Verdict) -> Verdict:
    """Return the verdict after the amounts added by splits and doubles are given back.

    If the dealer does not check the hole card and has a natural, only the original wager is lost. [002 L31-32]
    """
    late = result.rules.hole_check is HoleCheck.NONE and result.dealer_natural
    if not late or verdict.result is not BetResult.LOSE:
        return verdict
    if bet.hand > 1:
        return Verdict(BetResult.RETURNED, cite=verdict.cite)
    return replace(verdict, winnings=Cents(min(verdict.winnings, placed)))
