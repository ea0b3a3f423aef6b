"""Creation of a round of pai gow poker from the bets, and verdicts of the bets of a finished round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from croupier.families.pai_gow.poker.facts import PaiGowSeatContext, fact, facts_of
from croupier.families.pai_gow.poker.house_way import PokerHouseWay
from croupier.families.pai_gow.poker.round import PaiGowRound, PokerRoundSetup
from croupier.families.pai_gow.poker.rules import section_of, table_house_way
from croupier.families.pai_gow.shared.base_round import HIGH, LOW, PaiGowResult, entrant_of
from croupier.families.pai_gow.shared.rules_cache import RulesIdentityKey, cache_per_rules
from croupier.money.bets import Bet, BetResult, Verdict
from croupier.money.cents import Cents
from croupier.money.settlement import ENVY
from croupier.play.facts import RoundFacts
from croupier.rulebook.conditions import Scope, parse_condition
from croupier.rulebook.table_rules import TableRules

DecidedBetList = list[tuple[Bet, Verdict]]


@cache_per_rules
def house_way_for(rules: TableRules) -> PokerHouseWay:
    """Return the house way of a table, with the rules for ranking hands that its options select."""
    return table_house_way(rules)


def round_setup(
    rules: TableRules,
    bank_seat: int | None,
    first: int | None = None,
    *,
    by_hand: bool = False,
    read_opened: bool = False,
) -> PokerRoundSetup:
    section = section_of(rules)
    return PokerRoundSetup(
        house_way_for(rules),
        section.cards,
        rules.value(section.who_sets) == "free",
        section.shown_first,
        section.double is not None,
        section.dice == 0,
        rules.seats,
        bank_seat,
        first,
        by_hand,
        rules.value(section.start) == "left",
        rules.value(section.button) == "bank",
        rules.value(section.foul) == "lose",
        read_opened,
    )


def create_round(
    rules: TableRules,
    bets: Sequence[Bet],
    bank_seat: int | None,
    first: int | None = None,
    *,
    by_hand: bool = False,
    read_opened: bool = False,
) -> PaiGowRound:
    """Return the round for these bets: every seat with a wager is dealt a hand."""
    base = section_of(rules).base
    entrants = [entrant_of(seat, bets, base) for seat in sorted({bet.seat for bet in bets})]
    return PaiGowRound(round_setup(rules, bank_seat, first, by_hand=by_hand, read_opened=read_opened), entrants)


def seat_facts(rules: TableRules, result: PaiGowResult, seat: int = 0) -> RoundFacts[PaiGowSeatContext]:
    """Return the facts of a round for one seat, by the table's rules."""
    named = rules.value(section_of(rules).joker_rank) == "named"
    return facts_of(result, house_way_for(rules), seat, named=named)


def compare_parts(rules: TableRules, result: PaiGowResult, seat: int = 0) -> dict[str, str]:
    """Return the results of the high and low hand: `win`, `lose`, `copy-win`, `copy-lose`, or `copy` if nobody wins.

    Both parts of a foul hand are `foul`: they lose, even if its bonus wagers can win. [004 L1569]
    """
    facts = seat_facts(rules, result, seat)
    if facts["foul"]:
        return {HIGH: "foul", LOW: "foul"}
    return {part: _part_result(rules, result, part, facts) for part in (HIGH, LOW)}


def _part_result(rules: TableRules, result: PaiGowResult, part: str, seat_facts: RoundFacts[PaiGowSeatContext]) -> str:
    if not seat_facts[f"{part}_copies"]:
        return "win" if seat_facts[f"{part}_wins"] else "lose"
    if result.common is not None:
        return "copy"
    return "copy-win" if _takes_copies(RulesIdentityKey(rules), part) else "copy-lose"


@lru_cache(maxsize=128)
def _takes_copies(rules_key: RulesIdentityKey, part: str) -> bool:
    """Return whether the seat wins if its high or low hand (`part`) is a copy of the player-dealer's.

    The player-dealer wins a copy unless the rulebook defines the term `high_taken` or `low_taken` otherwise.
    """
    written = rules_key.rules.rulebook.written
    options = {name: value for name, value in rules_key.rules.options.items() if isinstance(value, bool | int | str)}
    if f"{part}_taken" not in written.define:
        return False
    words = {name: one.choices for name, one in written.options.items() if one.choices}
    types = {name: type(value) for name, value in options.items()}
    term = parse_condition(f"{part}_taken", Scope(fact.types, types, words, written.define))
    return term.bind(options).holds({f"{part}_wins": False, f"{part}_copies": True})


def decide_bets(
    rules: TableRules, result: PaiGowResult, bets: Sequence[Bet], meters: Mapping[str, Cents] | None = None
) -> DecidedBetList:
    """Return each bet with its verdict; double-downs and envy pays follow the placed bets."""
    facts_by_seat: dict[int, RoundFacts[PaiGowSeatContext]] = {}
    decided: DecidedBetList = []
    for bet in (*bets, *doubles(rules, result, bets)):
        if bet.seat not in facts_by_seat:
            facts_by_seat[bet.seat] = seat_facts(rules, result, bet.seat)
        decided.append((bet, rules.wagers[bet.wager].decide(facts_by_seat[bet.seat], bet.amount, meters or {})))
    return [*decided, *_envy(rules, result, bets)]


def doubles(rules: TableRules, result: PaiGowResult, bets: Sequence[Bet]) -> Iterator[Bet]:
    """Yield the double-down bets, each as large as its bettor's base wager. [004 L1282]"""
    section = section_of(rules)
    if section.double is None:
        return
    for seat in result.seats:
        for name in seat.doubled:
            own = sum(
                bet.amount for bet in bets if (bet.seat, bet.bettor, bet.wager) == (seat.seat, name, section.base)
            )
            yield Bet(seat.seat, name, section.double, Cents(own))


def envied_hands(rules: TableRules, result: PaiGowResult) -> dict[int, Verdict]:
    """Return the seats whose cards pay an envy bonus to others, with the verdict that a bonus wager there has.

    [004 L2209-2212]
    """
    envy = section_of(rules).envy
    if envy is None:
        return {}
    wager = rules.wagers[envy.wager]
    verdicts = {
        seat.seat: wager.decide(seat_facts(rules, result, seat.seat), wager.limit.least) for seat in result.seats
    }
    return {seat: verdict for seat, verdict in verdicts.items() if verdict.envy}


def _envy(rules: TableRules, result: PaiGowResult, bets: Sequence[Bet]) -> DecidedBetList:
    """Return the envy pay of each bettor with a large enough bonus wager, for the hands of all other seats.

    [004 L2209-2212]
    """
    envy = section_of(rules).envy
    if envy is None:
        return []
    brings = {seat: verdict.envy for seat, verdict in envied_hands(rules, result).items()}
    decided: DecidedBetList = []
    for (seat, name), amount in _staked(bets, envy.wager).items():
        due = sum(cents for other, cents in brings.items() if other != seat)
        if due and amount >= rules.money(envy.least):
            cite = rules.rulebook.cite(envy.cite)
            verdict = Verdict(BetResult.WIN, Cents(due), row=ENVY, name="Envy", cite=cite)
            decided.append((Bet(seat, name, ENVY, Cents(0)), verdict))
    return decided


def _staked(bets: Sequence[Bet], wager: str) -> dict[tuple[int, str], int]:
    """Return how many cents each bettor has staked on a wager."""
    stakes: dict[tuple[int, str], int] = {}
    for bet in bets:
        if bet.wager == wager:
            stakes[bet.seat, bet.bettor] = stakes.get((bet.seat, bet.bettor), 0) + bet.amount
    return stakes
