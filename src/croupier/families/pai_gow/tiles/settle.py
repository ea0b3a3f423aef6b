"""From the chips on the layout to a round of pai gow tiles, and from a finished round to everybody's money."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from croupier.families.pai_gow.packet_round import DealingPlan, PaiGowHand
from croupier.families.pai_gow.result import HIGH, LOW, PaiGowResult
from croupier.families.pai_gow.rules_cache import cache_per_rules
from croupier.families.pai_gow.settle import entrant_of
from croupier.families.pai_gow.tiles.facts import Seen, facts_of
from croupier.families.pai_gow.tiles.house_way import HouseWay
from croupier.families.pai_gow.tiles.round import DICE, TILES_A_HAND, TilesRound, TilesRoundSetup
from croupier.families.pai_gow.tiles.rulebook_schema import section_of, way_of
from croupier.money.bets import Bet, Verdict
from croupier.money.cents import Cents
from croupier.play.facts import RoundFacts
from croupier.rulebook.table_rules import TableRules


@cache_per_rules
def house_way_for(rules: TableRules) -> HouseWay:
    """The house way under the readings in force."""
    return way_of(section_of(rules), rules.options)


def order_of(rules: TableRules, bank_seat: int | None, first: int | None, *, read_opened: bool = False) -> DealingPlan:
    """Packets go counter-clockwise, by falling seat numbers. [004 L423-425]"""
    seats = rules.seats[::-1] if rules.is_counter_clockwise else rules.seats
    return DealingPlan(seats, TILES_A_HAND, DICE, bank_seat, first, read_opened)


def round_of(
    rules: TableRules,
    bets: Sequence[Bet],
    bank_seat: int | None,
    first: int | None = None,
    *,
    read_opened: bool = False,
) -> TilesRound:
    """The round for these chips: every seat with a wager is dealt a hand."""
    section = section_of(rules)
    plan = TilesRoundSetup(
        house_way_for(rules),
        order_of(rules, bank_seat, first, read_opened=read_opened),
        rules.value(section.who_sets) == "free",
        rules.value(section.foul) == "sorted",
    )
    entrants = [entrant_of(seat, bets, section.base) for seat in sorted({bet.seat for bet in bets})]
    return TilesRound(plan, [PaiGowHand.of_seat(one.seat, one.stake) for one in entrants])


def judge(
    rules: TableRules, result: PaiGowResult, bets: Sequence[Bet], meters: Mapping[str, Cents] | None = None
) -> list[Verdict]:
    """What the round makes of each bet."""
    seen = {seat: facts_of(result, seat) for seat in {bet.seat for bet in bets}}
    return [rules.wagers[bet.wager].decide(seen[bet.seat], bet.amount, meters or {}) for bet in bets]


def compared(result: PaiGowResult, seat: int) -> dict[str, str]:
    """How each part of a hand came out: win, lose, or a copy, which is the player-dealer's. [004 L427, L435]"""
    seen = facts_of(result, seat)
    return {part: _came_out(seen, part) for part in (HIGH, LOW)}


def _came_out(seen: RoundFacts[Seen], part: str) -> str:
    if seen["fouled"]:
        return "lose"
    return "win" if seen[f"{part}_wins"] else "copy-lose" if seen[f"{part}_copies"] else "lose"
