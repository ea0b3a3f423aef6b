"""The house's fee at a table per pot and per hour, by fee schedule and number of players.

The fee itself is printed (004 L926-954). It is taken only if there is a flop, and how often that happens depends on the
players. That fraction is measured on simulated hands, and the sheet says so; it also states the assumed number of hands
per hour.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any

from croupier.documents.fee_sheet import FeeSheet
from croupier.documents.strategy import PlainTable
from croupier.families.holdem.odds.kernels import FEES, FLOP_POTS, FLOPS
from croupier.families.holdem.odds.simulate import HoldemJob, betting_rules_of, buy_in_range
from croupier.families.holdem.rules import BY_SCHEDULE, SHEETS, HoldemRules, rules_of, schedule_of
from croupier.money.cents import Cents, format_dollars
from croupier.money.collection import Schedule, schedules_for
from croupier.odds.par_sheet import options_json
from croupier.rulebook.table_rules import FEE_OPTION, TableRules

HANDS_AN_HOUR = 35
"""Assumed number of hands that a dealer deals in an hour; usual are 30 to 40."""
HANDS = 4_000
"""Number of hands that are simulated for each line of the sheet."""
SEED = 1
ALL_PLAYERS = tuple(range(2, 10))
FEW_PLAYERS = (2, 4, 6, 9)
"""Numbers of players for which the sheet has lines, if it lists all fee schedules."""
WIDTH = 1.959964


@dataclass(frozen=True)
class FeeLine:
    """Figures of one fee schedule for one number of players."""

    schedule: Schedule
    players: int
    fee_cents: int
    """Fee of one hand that the schedule prints, in cents."""
    big_blind_cents: int
    flops: float
    """Fraction of hands that reach the flop."""
    interval: float
    taken_cents: float
    """Average fee per hand in cents, over hands with and without a flop."""
    pot_share: float
    """Fee as a fraction of the pots of hands with a flop."""

    @property
    def an_hour_cents(self) -> float:
        return self.taken_cents * HANDS_AN_HOUR

    @property
    def blinds_a_hundred(self) -> float | None:
        """Cost of 100 hands to each player, in big blinds, if all pay equally; None without a big blind."""
        return 100 * self.taken_cents / self.players / self.big_blind_cents if self.big_blind_cents else None

    @property
    def blinds_an_hour(self) -> float | None:
        hundred = self.blinds_a_hundred
        return None if hundred is None else HANDS_AN_HOUR / 100 * hundred


def fee_lines(rules: TableRules, schedule: Schedule, players: Sequence[int]) -> list[FeeLine]:
    """Return the lines of a fee schedule, one for each number of players."""
    by_schedule = dict.fromkeys(("betting", "stakes"), BY_SCHEDULE) if schedule_of(rules) is None else {}
    play_rules = rules_of(replace(rules, options={**rules.options, **by_schedule, FEE_OPTION: schedule.id}))
    return [_line(play_rules, schedule, many) for many in players]


def _line(rules: HoldemRules, schedule: Schedule, players: int) -> FeeLine:
    betting = betting_rules_of(rules)
    sums = HoldemJob(betting, players, SEED, buy_in_range(betting)).deal(0, HANDS).counts[0]
    flops = float(sums[FLOPS]) / HANDS
    return FeeLine(
        schedule=schedule,
        players=players,
        fee_cents=betting.fees[players] * rules.chip,
        big_blind_cents=rules.big_blind,
        flops=flops,
        interval=WIDTH * sqrt(flops * (1 - flops) / HANDS),
        taken_cents=float(sums[FEES]) * rules.chip / HANDS,
        pot_share=float(sums[FEES] / sums[FLOP_POTS]) if sums[FLOP_POTS] else 0.0,
    )


def fee_sheet(rules: TableRules) -> FeeSheet:
    """Return the fee sheet of the selected schedule for all numbers of players, or of all schedules for a few."""
    chosen = schedule_of(rules)
    options = schedules_for(rules.id) if chosen is None else (chosen,)
    players = FEW_PLAYERS if chosen is None else ALL_PLAYERS
    lines = [line for option in options for line in fee_lines(rules, option, players)]
    return FeeSheet(rules.rulebook.title, _notes(), (_table(lines),), _fee_sheet_json(rules, lines))


def _notes() -> tuple[str, ...]:
    return (
        "There is no house edge: players contest the pot among themselves, and no wager is against the house.",
        "What the house takes is its fee, once a hand, from the pot; without a flop it takes nothing (004 L971-976).",
        f"Assumed: {HANDS_AN_HOUR} hands an hour. How many hands see a flop is measured on {HANDS:,} simulated hands a "
        f"line; other players will see more of them, or fewer.",
        "Flop: hands that see one. Pot: what the fee is of their pots. bb: big blinds that it costs each player, "
        "in 100 hands and an hour, where all pay alike.",
    )


def _table(lines: Sequence[FeeLine]) -> PlainTable:
    heads = (
        "Option",
        "Stakes",
        "Dealt\nin",
        "Fee",
        "Flop\n%",
        "Pot\n%",
        "$ a\nhand",
        "$ an\nhour",
        "bb in\n100",
        "bb an\nhour",
    )
    return PlainTable("", heads, tuple(_row(line) for line in lines), figures=8)


def _row(line: FeeLine) -> tuple[str, ...]:
    return (
        f"{SHEETS[line.schedule.sheet]} {line.schedule.option}",
        stakes_text(line.schedule),
        str(line.players),
        format_dollars(Cents(line.fee_cents)),
        f"{100 * line.flops:.1f}",
        f"{100 * line.pot_share:.1f}",
        f"{line.taken_cents / 100:.2f}",
        f"{line.an_hour_cents / 100:.2f}",
        "–" if line.blinds_a_hundred is None else f"{line.blinds_a_hundred:.1f}",
        "–" if line.blinds_an_hour is None else f"{line.blinds_an_hour:.2f}",
    )


def stakes_text(schedule: Schedule) -> str:
    return " / ".join(format_dollars(Cents(int(cents))) for _, cents in schedule.stakes)


def _fee_sheet_json(rules: TableRules, lines: Sequence[FeeLine]) -> dict[str, Any]:
    return {
        "rulebook": rules.id,
        "digest": rules.rulebook.digest,
        "options": options_json(rules),
        "house_edge": None,
        "method": "simulated",
        "hands_an_hour": HANDS_AN_HOUR,
        "hands_simulated": HANDS,
        "fees": [
            {
                "schedule": line.schedule.id,
                "stakes": stakes_text(line.schedule),
                "players": line.players,
                "fee_cents": line.fee_cents,
                "big_blind_cents": line.big_blind_cents,
                "flop_share": line.flops,
                "flop_interval": line.interval,
                "cents_a_hand": line.taken_cents,
                "share_of_pot": line.pot_share,
                "cents_an_hour": line.an_hour_cents,
                "big_blinds_per_100_hands": line.blinds_a_hundred,
                "big_blinds_an_hour": line.blinds_an_hour,
            }
            for line in lines
        ],
    }
