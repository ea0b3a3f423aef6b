"""From the chips on the layout to a round of pai gow poker, and from a finished round to everybody's money."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from croupier.families.pai_gow.facts import Seen, fact, facts_of
from croupier.families.pai_gow.house_way import HouseWay
from croupier.families.pai_gow.result import HIGH, LOW, PaiGowResult
from croupier.families.pai_gow.round import Entrant, PaiGowRound, PokerRoundSetup
from croupier.families.pai_gow.rulebook_schema import house_way_of, section_of
from croupier.families.pai_gow.rules_cache import RulesKey, cache_per_rules
from croupier.money.bets import SEATED, Bet, BetResult, Verdict
from croupier.money.cents import Cents
from croupier.money.settlement import ENVY
from croupier.play.facts import RoundFacts
from croupier.rulebook.conditions import Scope, parse_condition
from croupier.rulebook.table_rules import TableRules

Judged = list[tuple[Bet, Verdict]]


@cache_per_rules
def house_way_for(rules: TableRules) -> HouseWay:
    """The house way under the readings in force."""
    return house_way_of(rules)


def plan_of(
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


def round_of(
    rules: TableRules,
    bets: Sequence[Bet],
    bank_seat: int | None,
    first: int | None = None,
    *,
    by_hand: bool = False,
    read_opened: bool = False,
) -> PaiGowRound:
    """The round for these chips: every seat with a wager is dealt a hand."""
    base = section_of(rules).base
    entrants = [entrant_of(seat, bets, base) for seat in sorted({bet.seat for bet in bets})]
    return PaiGowRound(plan_of(rules, bank_seat, first, by_hand=by_hand, read_opened=read_opened), entrants)


def entrant_of(seat: int, bets: Sequence[Bet], base: str) -> Entrant:
    """The seat's own player sets the hand; where he has no base wager down, the first who bets behind the seat does."""
    stakes: dict[str, int] = {}
    for bet in bets:
        if bet.seat == seat and bet.wager == base:
            stakes[bet.bettor] = stakes.get(bet.bettor, 0) + bet.amount
    names = sorted(stakes, key=lambda name: name != SEATED)
    return Entrant(seat, stakes[names[0]] if names else 0, tuple(names))


def seen_by(rules: TableRules, result: PaiGowResult, seat: int = 0) -> RoundFacts[Seen]:
    """What a seat sees of a round, under the readings in force."""
    named = rules.value(section_of(rules).joker_rank) == "named"
    return facts_of(result, house_way_for(rules), seat, named=named)


def compared(rules: TableRules, result: PaiGowResult, seat: int = 0) -> dict[str, str]:
    """How each part of a hand came out: win, lose, and of a copy who takes it; copy where nobody does.

    Both parts of a fouled hand lose, however its bonus wagers are judged. [004 L1569]
    """
    seen = seen_by(rules, result, seat)
    if seen["foul"]:
        return {HIGH: "lose", LOW: "lose"}
    return {part: _came_out(rules, result, part, seen) for part in (HIGH, LOW)}


def _came_out(rules: TableRules, result: PaiGowResult, part: str, seen: RoundFacts[Seen]) -> str:
    if not seen[f"{part}_copies"]:
        return "win" if seen[f"{part}_wins"] else "lose"
    if result.common is not None:
        return "copy"
    return "copy-win" if _takes_copies(RulesKey(rules), part) else "copy-lose"


@lru_cache(maxsize=128)
def _takes_copies(held: RulesKey, part: str) -> bool:
    """Whether a copied hand is the seat's: the player-dealer's, unless the rulebook's own term says otherwise."""
    written = held.rules.book.written
    options = {name: value for name, value in held.rules.options.items() if isinstance(value, bool | int | str)}
    if f"{part}_taken" not in written.define:
        return False
    words = {name: one.choices for name, one in written.options.items() if one.choices}
    types = {name: type(value) for name, value in options.items()}
    term = parse_condition(f"{part}_taken", Scope(fact.types, types, words, written.define))
    return term.bind(options).holds({f"{part}_wins": False, f"{part}_copies": True})


def judge(
    rules: TableRules, result: PaiGowResult, bets: Sequence[Bet], meters: Mapping[str, Cents] | None = None
) -> Judged:
    """Each bet as it lies at the end, and what the round makes of it; doubles and envy after what was put down."""
    seen: dict[int, RoundFacts[Seen]] = {}
    judged: Judged = []
    for bet in (*bets, *doubles(rules, result, bets)):
        if bet.seat not in seen:
            seen[bet.seat] = seen_by(rules, result, bet.seat)
        judged.append((bet, rules.wagers[bet.wager].decide(seen[bet.seat], bet.amount, meters or {})))
    return [*judged, *_envy(rules, result, bets)]


def doubles(rules: TableRules, result: PaiGowResult, bets: Sequence[Bet]) -> Iterator[Bet]:
    """The double-down wagers, each as large as its bettor's own. [004 L1282]"""
    section = section_of(rules)
    if section.double is None:
        return
    for seat in result.seats:
        for name in seat.doubled:
            own = sum(
                bet.amount for bet in bets if (bet.seat, bet.bettor, bet.wager) == (seat.seat, name, section.base)
            )
            yield Bet(seat.seat, name, section.double, Cents(own))


def _envy(rules: TableRules, result: PaiGowResult, bets: Sequence[Bet]) -> Judged:
    """What every other seat's hand brings whoever has enough on the bonus, in one sum. [004 L2209-2212]"""
    envy = section_of(rules).envy
    if envy is None:
        return []
    wager = rules.wagers[envy.wager]
    brings = {
        seat.seat: wager.decide(seen_by(rules, result, seat.seat), wager.limit.least).envy for seat in result.seats
    }
    judged: Judged = []
    for (seat, name), amount in _staked(bets, envy.wager).items():
        due = sum(cents for other, cents in brings.items() if other != seat)
        if due and amount >= rules.money(envy.least):
            cite = rules.book.cite(envy.cite)
            verdict = Verdict(BetResult.WIN, Cents(due), row=ENVY, name="Envy", cite=cite)
            judged.append((Bet(seat, name, ENVY, Cents(0)), verdict))
    return judged


def _staked(bets: Sequence[Bet], wager: str) -> dict[tuple[int, str], int]:
    """What each bettor has on a wager."""
    stakes: dict[tuple[int, str], int] = {}
    for bet in bets:
        if bet.wager == wager:
            stakes[bet.seat, bet.bettor] = stakes.get((bet.seat, bet.bettor), 0) + bet.amount
    return stakes
