"""Rulebook section of thirteen-card poker: points of rows and sweeps, and strengths of rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field

from croupier.errors import Problem
from croupier.families.thirteen_card.clean_sweeps import SWEEPS
from croupier.families.thirteen_card.hand_values import BACK, FRONT, MIDDLE, ROWS, five_card_strengths, front_strengths
from croupier.families.thirteen_card.house_way import PARTS, RowTables, row_tables
from croupier.families.thirteen_card.points import PointRules, SweepValue
from croupier.hands.hand_strength import Category
from croupier.money.cents import Cents, format_dollars
from croupier.money.collection import Schedule, schedules_for
from croupier.play.table_stakes import PointsPosted
from croupier.rulebook.schema import Cite, FamilyTable, FromOption, Procedure, RulebookFile, Section, Text
from croupier.rulebook.table_rules import FEE_OPTION, TableRules
from croupier.rulebook.toml_reader import Path

KEY = "thirteen_card"
NO_FEE, BY_FEE = "none", "schedule"
BONUS_HANDS: Mapping[str, tuple[Category, ...]] = {
    "three_of_a_kind": (Category.THREE_OF_A_KIND,),
    "full_house": (Category.FULL_HOUSE,),
    "four_of_a_kind": (Category.FOUR_OF_A_KIND,),
    "straight_flush": (Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH),
}
"""Hand categories that earn each bonus; the last bonus is for a straight flush or better. [004 L172]"""
Steps = Annotated[list[int], Field(min_length=PARTS + 1, max_length=PARTS + 1)]


class BonusLine(Section):
    """Bonus points that a kind of hand earns in each row that it wins."""

    title: Text
    front: int = 0
    middle: int = 0
    back: int = 0
    cite: Cite = Field(default=[])


class SweepLine(Section):
    """Clean Sweep: its rank, 1 the highest, and its points."""

    title: Text
    text: Text
    rank: int = Field(ge=1)
    points: int = Field(ge=1)
    cite: Cite = Field(default=[])


class RowStrengths(Section):
    """Strengths of rows that the house way sets: quantiles 0/32, 1/32 ... 32/32 of their positions."""

    front: Steps
    middle: Steps
    back: Steps


class ThirteenCardSection(FamilyTable):
    """Rulebook section of thirteen-card poker."""

    point: str | FromOption = BY_FEE
    buy_in_points: int = Field(ge=1)
    shot: int
    homerun: int
    surrender: int
    foul: int
    bonus_mode: Literal["add", "replace"] | FromOption = "add"
    homerun_bonus: Literal["table", "3"] | FromOption = "table"
    sweep_tie: Literal["rank", "points"] | FromOption = "rank"
    sweep_order: Literal["pairs", "by_rank"] | FromOption = "pairs"
    sweep_needs_order: bool | FromOption = False
    foul_counts_homerun: bool | FromOption = False
    false_sweep_surrender: Literal["pays_three", "foul_pays"] | FromOption = "pays_three"
    ante_to_sweep: bool | FromOption = True
    coverage_model: Literal["exchanged", "net_running"] | FromOption = "exchanged"
    silence: Literal["foul", "as_dealt"] | FromOption = "foul"
    time_out: Literal["house-way", "foul"] | FromOption = "foul"
    same_moment_ms: int | FromOption = 500
    bonus: dict[str, BonusLine]
    sweeps: dict[str, SweepLine]
    rows: RowStrengths

    def problems(self, book: RulebookFile) -> Iterator[tuple[Path, str]]:
        for name in self.bonus:
            if name not in BONUS_HANDS:
                yield (KEY, "bonus", name), f"is no hand with a bonus; those are {', '.join(BONUS_HANDS)}"
        if set(self.sweeps) != set(SWEEPS):
            yield (KEY, "sweeps"), f"are {', '.join(SWEEPS)}: each of them once"
        for row, rungs in ((FRONT, front_strengths()), (MIDDLE, five_card_strengths()), (BACK, five_card_strengths())):
            steps = getattr(self.rows, row)
            if sorted(steps) != steps or steps[0] < 1 or steps[-1] > len(rungs):
                yield (KEY, "rows", row), f"are places from 1 to {len(rungs)} that never fall"

    def rules_card_procedures(self, options: Mapping[str, Any]) -> Iterator[Procedure]:
        for line in self.bonus.values():
            brings = ", ".join(f"{row} {getattr(line, row)}" for row in ROWS if getattr(line, row))
            yield Procedure(title=f"Bonus, {line.title.lower()}", text=f"In a row that wins: {brings}.", cite=line.cite)
        for sweep in self.sweeps.values():
            text = f"{sweep.text} {sweep.points} points; rank {sweep.rank}."
            yield Procedure(title=f"Clean Sweep, {sweep.title}", text=text, cite=sweep.cite)


def section_of(rules: TableRules) -> ThirteenCardSection:
    section = rules.rulebook.written.own
    assert isinstance(section, ThirteenCardSection)
    return section


class Stakes(NamedTuple):
    """Point value, ante and buy-in in cents, and the fee schedule."""

    point: Cents
    ante: Cents
    buy_in: Cents
    fee: Schedule | None


def stakes_of(rules: TableRules) -> Stakes:
    """Return the stakes that the selected fee schedule sets, or else those of the option. [004 L959-963]"""
    printed = schedules_for(rules.rulebook.id)
    fee, point = str(rules.options[FEE_OPTION]), str(rules.value(section_of(rules).point))
    schedule = next((one for one in printed if one.id == fee), None)
    wanted = Cents(100 * int(point)) if point != BY_FEE else None
    stakes = [dict(one.stakes) for one in ([schedule] if schedule else printed)]
    found = next(one for one in stakes if wanted is None or schedule or one["point"] == wanted)
    return Stakes(found["point"], found["ante"], Cents(section_of(rules).buy_in_points * found["point"]), schedule)


def stakes_problem(rules: TableRules) -> Problem | None:
    """Return the conflict between the point option and the fee schedule as text, or None."""
    stakes, point = stakes_of(rules), str(rules.value(section_of(rules).point))
    if stakes.fee is None or point == BY_FEE or Cents(100 * int(point)) == stakes.point:
        return None
    return Problem("options.point", f"is {point}; {stakes.fee.id} plays for {format_dollars(stakes.point)} a point")


def rules_of(rules: TableRules) -> PointRules:
    """Return the point values of rows and sweeps under the selected readings."""
    section = section_of(rules)
    bonus = {
        (row, kind): getattr(line, row)
        for name, line in section.bonus.items()
        for kind in BONUS_HANDS[name]
        for row in ROWS
        if getattr(line, row)
    }
    fixed = rules.value(section.homerun_bonus)
    return PointRules(
        bonus,
        {name: SweepValue(line.rank, line.points) for name, line in section.sweeps.items()},
        section.shot,
        section.homerun,
        section.surrender,
        section.foul,
        bonus_replaces=rules.value(section.bonus_mode) == "replace",
        homerun_bonus=None if fixed == "table" else int(fixed),
        tie_by_rank=rules.value(section.sweep_tie) == "rank",
        foul_counts_homerun=bool(rules.value(section.foul_counts_homerun)),
        false_sweep_pays=rules.value(section.false_sweep_surrender) == "foul_pays",
        sweeps_by_rank=rules.value(section.sweep_order) == "by_rank",
    )


def points_posted(rules: TableRules) -> list[PointsPosted]:
    """Return all point values that a table posts: endings, bonus hands by row, and Clean Sweeps. [004 L162-206]"""
    section = section_of(rules)
    ends = {
        "shot": len(ROWS) * section.shot,
        "homerun": len(ROWS) * section.homerun,
        "surrender": section.surrender,
        "foul": section.foul,
    }
    return [
        *(PointsPosted(kind="ends", name=name, row="", points=points) for name, points in ends.items()),
        *(
            PointsPosted(kind="bonus", name=name, row=row, points=getattr(line, row))
            for name, line in section.bonus.items()
            for row in ROWS
            if getattr(line, row)
        ),
        *(PointsPosted(kind="sweep", name=name, row="", points=line.points) for name, line in section.sweeps.items()),
    ]


def tables_of(rules: TableRules) -> RowTables:
    """Return the lookup tables by which the house way is found."""
    steps, play_rules = section_of(rules).rows, rules_of(rules)
    bonus = frozenset((row, kind, points) for (row, kind), points in play_rules.bonus.items())
    return row_tables((tuple(steps.front), tuple(steps.middle), tuple(steps.back)), bonus)
