"""Creation of a round of pai gow tiles from the bets, and verdicts of the bets of a finished round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from croupier.families.pai_gow.shared.base_round import HIGH, LOW, DealingPlan, PaiGowHand, PaiGowResult, entrant_of
from croupier.families.pai_gow.shared.rules_cache import cache_per_rules
from croupier.families.pai_gow.tiles.facts import TilesSeatContext, facts_of
from croupier.families.pai_gow.tiles.house_way import TilesHouseWay
from croupier.families.pai_gow.tiles.round import DICE, TILES_A_HAND, TilesRound, TilesRoundSetup
from croupier.families.pai_gow.tiles.rules import parse_house_way, section_of
from croupier.money.bets import Bet, Verdict
from croupier.money.cents import Cents
from croupier.play.facts import RoundFacts
from croupier.rulebook.table_rules import TableRules


@cache_per_rules
def house_way_for(rules: TableRules) -> TilesHouseWay:
    """Return the house way of a table under its options."""
    return parse_house_way(section_of(rules), rules.options)


def dealing_plan(
    rules: TableRules, bank_seat: int | None, first: int | None, *, read_opened: bool = False
) -> DealingPlan:
    """Return the dealing plan; packets are dealt counter-clockwise, by descending seat numbers. [004 L423-425]"""
    seats = rules.seats[::-1] if rules.is_counter_clockwise else rules.seats
    return DealingPlan(seats, TILES_A_HAND, DICE, bank_seat, first, read_opened)


def create_round(
    rules: TableRules,
    bets: Sequence[Bet],
    bank_seat: int | None,
    first: int | None = None,
    *,
    read_opened: bool = False,
) -> TilesRound:
    """Return the round for these bets: every seat with a wager is dealt a hand."""
    section = section_of(rules)
    plan = TilesRoundSetup(
        house_way_for(rules),
        dealing_plan(rules, bank_seat, first, read_opened=read_opened),
        rules.value(section.who_sets) == "free",
        rules.value(section.foul) == "sorted",
    )
    entrants = [entrant_of(seat, bets, section.base) for seat in sorted({bet.seat for bet in bets})]
    return TilesRound(plan, [PaiGowHand.of_seat(one.seat, one.stake) for one in entrants])


def decide_bets(
    rules: TableRules, result: PaiGowResult, bets: Sequence[Bet], meters: Mapping[str, Cents] | None = None
) -> list[Verdict]:
    """Return the verdict of each bet."""
    seat_facts = {seat: facts_of(result, seat) for seat in {bet.seat for bet in bets}}
    return [rules.wagers[bet.wager].decide(seat_facts[bet.seat], bet.amount, meters or {}) for bet in bets]


def compare_parts(result: PaiGowResult, seat: int) -> dict[str, str]:
    """Return the results of the high and low hand: `win`, `lose`, `copy-lose`, or `foul`. [004 L427, L435]

    `copy-lose` is a copy, which the player-dealer wins; `foul` is a part of a foul hand, which loses.
    """
    seat_facts = facts_of(result, seat)
    return {part: _part_result(seat_facts, part) for part in (HIGH, LOW)}


def _part_result(seat_facts: RoundFacts[TilesSeatContext], part: str) -> str:
    if seat_facts["fouled"]:
        return "foul"
    return "win" if seat_facts[f"{part}_wins"] else "copy-lose" if seat_facts[f"{part}_copies"] else "lose"
