"""From the chips on the layout to a blackjack round, and from a finished round to everybody's money."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from croupier.families.blackjack.facts import Seen, fact, facts_of
from croupier.families.blackjack.round import BlackjackResult, HandResult, RoundSeats, SeatBet, SeatResult
from croupier.families.blackjack.rulebook_schema import BlackjackSection, section_of
from croupier.families.blackjack.rules import BlackjackRules, DoubleOn, HoleCheck, SplitBy, Surrender
from croupier.money.bets import SEATED, Bet, BetResult, Verdict
from croupier.money.cents import Cents
from croupier.play.facts import RoundFacts
from croupier.rulebook.table_rules import TableRules

SPOT_FACTS = fact.spot_facts
WORDS = {"hit": True, "stand": False, "shared": True, "per-seat": False}
"""How options say yes and no in the words of the game."""


def rules_of(rules: TableRules) -> BlackjackRules:
    """How hands are played at a table with these options."""
    section = section_of(rules)

    def said(key: str) -> Any:
        return rules.value(getattr(section, key))

    def flag(key: str) -> bool:
        word = said(key)
        return WORDS[word] if isinstance(word, str) else bool(word)

    most_hands = int(said("most_hands"))
    return BlackjackRules(
        decks=rules.shoe.decks,
        hits_soft_17=flag("hits_soft_17"),
        hole_check=HoleCheck(said("hole_check")),
        surrender=Surrender(said("surrender")),
        surrender_after_split=flag("surrender_after_split"),
        double_on=DoubleOn(said("double_on")),
        double_21=flag("double_21"),
        double_after_split=flag("double_after_split"),
        double_for_less=flag("double_for_less"),
        split_by=SplitBy(said("split_by")),
        most_hands=most_hands,
        most_ace_hands=min(most_hands, int(said("most_ace_hands"))),
        split_aces_play=flag("split_aces_play"),
        split_natural=flag("split_natural"),
        charlie_cards=int(said("charlie_cards")),
        plays_to_31=flag("plays_to_31"),
        insurance=section.insurance in rules.wagers,
        shared_hand=flag("hand_model"),
    )


def table_of(
    rules: TableRules,
    bets: Sequence[Bet],
    bank_seat: int | None = None,
    *,
    together: bool = False,
    cards_last: bool = False,
    asks_21: bool = True,
) -> RoundSeats:
    """Who is dealt to, in which order, and what each plays for."""
    section = section_of(rules)
    least = rules.wagers[section.wager].limit.least if rules.value(section.double_within_limits) else 1
    return RoundSeats(
        entrants=tuple(_entrant(seat, bets, section.wager) for seat in _dealt_to(rules, bets, bank_seat)),
        dealer_completes=any(bet.wager in section.completes_for for bet in bets),
        together=together,
        cards_last=cards_last,
        asks_21=asks_21,
        insurance_least=section.insurance_least,
        double_least=least,
    )


def _dealt_to(rules: TableRules, bets: Sequence[Bet], bank_seat: int | None) -> list[int]:
    """The seats with chips: in rising order, or from the bank's left."""
    seats = sorted({bet.seat for bet in bets})
    if bank_seat is None:
        return seats
    return [seat for seat in seats if seat > bank_seat] + [seat for seat in seats if seat < bank_seat]


def _entrant(seat: int, bets: Sequence[Bet], main: str) -> SeatBet:
    """The seat's own player decides; where he has no main wager down, the first who bets behind the seat does."""
    stakes: dict[str, int] = {}
    for bet in bets:
        if bet.seat == seat and bet.wager == main:
            stakes[bet.bettor] = stakes.get(bet.bettor, 0) + bet.amount
    names = sorted(stakes, key=lambda name: name != SEATED)
    return SeatBet(seat, stakes[names[0]] if names else 0, tuple(names))


def final_bets(rules: TableRules, result: BlackjackResult, bets: Sequence[Bet]) -> list[Bet]:
    """The chips as they lie at the end: the main wager on each hand with what it was raised by, then insurance."""
    return [bet for bet, _ in _ended(section_of(rules), result, bets)]


def _ended(section: BlackjackSection, result: BlackjackResult, bets: Sequence[Bet]) -> Iterator[tuple[Bet, Cents]]:
    """Each bet as it lies at the end, and what was first placed of it."""
    for bet in bets:
        for one in _on_hands(bet, result) if bet.wager == section.wager else [bet]:
            yield one, bet.amount
    for bet in _insurances(section, result, bets):
        yield bet, bet.amount


def _on_hands(bet: Bet, result: BlackjackResult) -> list[Bet]:
    seat = result.seat(bet.seat)
    if seat is None or not seat.hands:
        return [bet]
    hands = enumerate(seat.hands, start=1)
    number = len(seat.hands) > 1
    return [
        replace(bet, amount=Cents(bet.amount + double_amount(bet, seat, hand)), hand=place if number else 0)
        for place, hand in hands
        if bet.bettor in hand.holders
    ]


def double_amount(bet: Bet, seat: SeatResult, hand: HandResult) -> int:
    """What a bettor doubled by: those behind the seat in the same proportion as the one who decided, in whole cents."""
    return bet.amount * hand.raised // seat.stake if bet.bettor in hand.raisers else 0


def _insurances(section: BlackjackSection, result: BlackjackResult, bets: Sequence[Bet]) -> Iterator[Bet]:
    for seat in result.seats:
        for bet in bets:
            if bet.wager == section.wager and (cents := _insured_by(bet, seat)):
                yield Bet(bet.seat, bet.bettor, section.insurance, Cents(cents))


def _insured_by(bet: Bet, seat: SeatResult) -> int:
    """What a main wager is insured for; a bettor whose part is less than a cent has none."""
    insures = bet.seat == seat.seat and bet.bettor in seat.insurers
    return bet.amount * seat.insured // seat.stake if insures else 0


def judge(
    rules: TableRules, result: BlackjackResult, bets: Sequence[Bet], meters: Mapping[str, Cents] | None = None
) -> list[tuple[Bet, Verdict]]:
    """Each bet as it lies at the end, and what the round makes of it. `bets`: as they were placed."""
    section = section_of(rules)
    seen: dict[tuple[int, int], RoundFacts[Seen]] = {}
    judged = []
    for bet, placed in _ended(section, result, bets):
        key = bet.seat, max(1, bet.hand)
        if key not in seen:
            seen[key] = facts_of(result, *key)
        verdict = rules.wagers[bet.wager].decide(seen[key], bet.amount, meters or {})
        if bet.wager == section.wager:
            verdict = _original_only(result, bet, placed, verdict)
        judged.append((bet, verdict))
    return judged


def _original_only(result: BlackjackResult, bet: Bet, placed: int, verdict: Verdict) -> Verdict:
    """Against a natural that nobody looked for, what was added by splits and doubles comes back. [002 L31-32]"""
    late = result.rules.hole_check is HoleCheck.NONE and result.dealer_natural
    if not late or verdict.result is not BetResult.LOSE:
        return verdict
    if bet.hand > 1:
        return Verdict(BetResult.RETURNED, cite=verdict.cite)
    return replace(verdict, winnings=Cents(min(verdict.winnings, placed)))
