"""Several rules side by side: figures of every wager, a sweep over one option, the win an hour, correlations.

These are pure functions over par sheets: the command line, the library and the server call the same ones.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import Any

from croupier.errors import BadInput, suggestion
from croupier.money.cents import Cents, format_amount
from croupier.odds.fact_table import NotExactlyCountable
from croupier.odds.family_odds import SimulationSeats, odds_of
from croupier.odds.par_sheet import ParSheet, options_json, wager_json
from croupier.odds.result_display import html_lines, html_table, line_plot, percent
from croupier.odds.shipped_sheets import load_shipped_sheet, priced_sheet
from croupier.odds.shoe_composition import Composition
from croupier.odds.wager_odds import CONFIDENCE, WagerOdds, mean_product
from croupier.play.edited_rules import with_cut_card
from croupier.play.family import family_of
from croupier.rulebook.table_rules import TableRules

ROUNDS_PER_HOUR = 70
FIGURES = (
    "house_edge", "house_edge_exact", "precision", "interval", "hit", "push", "loss", "standard_deviation", "skewness",
    "largest_pay",
)  # fmt: skip
"""Figures of a wager, by their names on a par sheet, that a comparison has."""
MOST_VARIANTS = 26
MOST_POINTS = 100
CUT = "cut"
"""Name of the sweep that moves the cut card; it is not an option of a rulebook."""
SWEEP_ROUNDS = 2_000_000
"""Default number of rounds that are simulated for each position of the cut card."""


@dataclass(frozen=True)
class HourlyWin:
    """The bank's win in an hour from one bettor who makes the same bet every round."""

    rounds: int
    stake: Cents
    mean: Fraction
    """Expected win of the bank in cents."""
    deviation: float
    """Standard deviation of the win in cents."""

    @property
    def spread(self) -> tuple[float, float]:
        """Range in cents that the win of an hour leaves in one of 20 hours, by the normal approximation."""
        half = CONFIDENCE * self.deviation
        return float(self.mean) - half, float(self.mean) + half


def hourly_win(odds: WagerOdds, stake: Cents, rounds: int = ROUNDS_PER_HOUR) -> HourlyWin:
    """Return the bank's win of an hour on one wager, staked with the same amount every round."""
    if rounds < 1:
        raise BadInput.at("--rounds-per-hour", f"is {rounds}; at least one round is played in an hour")
    deviation = stake * odds.standard_deviation * math.sqrt(rounds)
    return HourlyWin(rounds, stake, odds.house_edge * stake * rounds, deviation)


@dataclass(frozen=True)
class Variant:
    """One set of rules in a comparison, with its par sheet."""

    label: str
    """Letter of the variant: A, B, C."""
    rules: TableRules
    sheet: ParSheet


@dataclass(frozen=True)
class WagerInVariants:
    """One wager with its odds in each variant."""

    wager: str
    title: str
    odds: tuple[WagerOdds | None, ...]
    """Odds in the order of the variants; None where a variant does not offer or price the wager."""

    def change(self, figure: str, place: int) -> float | None:
        """Return how a figure of `WagerOdds` differs from the first variant's, or None if one of them has none."""
        first, other = self.odds[0], self.odds[place]
        return None if first is None or other is None else float(getattr(other, figure)) - float(getattr(first, figure))


@dataclass(frozen=True)
class Comparison:
    """Variants side by side; the first is the one that others are compared with."""

    variants: tuple[Variant, ...]

    @cached_property
    def wagers(self) -> tuple[WagerInVariants, ...]:
        """Every wager of any variant, in the order in which the variants name them."""
        names = dict.fromkeys(name for variant in self.variants for name in variant.rules.wagers)
        return tuple(self._wager(name) for name in names)

    def _wager(self, name: str) -> WagerInVariants:
        offered = [variant.rules.wagers.get(name) for variant in self.variants]
        title = next(wager.title for wager in offered if wager is not None)
        return WagerInVariants(name, title, tuple(variant.sheet.wagers.get(name) for variant in self.variants))

    @cached_property
    def option_differences(self) -> Mapping[str, tuple[str | None, ...]]:
        """Options whose values are not the same in all variants, as text; None where a rulebook has no such option."""
        values = [options_json(variant.rules) for variant in self.variants]
        names = dict.fromkeys(name for chosen in values for name in chosen)
        rows = {name: tuple(_option(chosen, name) for chosen in values) for name in names}
        return {name: row for name, row in rows.items() if len(set(row)) > 1}

    def __getitem__(self, wager: str) -> WagerInVariants:
        for one in self.wagers:
            if one.wager == wager:
                return one
        raise BadInput.at(wager, f"is a wager of none of them{suggestion(wager, [one.wager for one in self.wagers])}")

    def __repr__(self) -> str:
        return f"<{', '.join(f'{one.label} {one.rules.id}' for one in self.variants)}: {len(self.wagers)} wagers>"

    def _repr_html_(self) -> str:
        """Return the edges and hit rates side by side as an HTML table, for notebooks."""
        labels = [variant.label for variant in self.variants]
        heads = ("Wager", *(f"{label}: edge" for label in labels), *(f"{label}: hit" for label in labels))
        rows = [
            (
                one.title,
                *("–" if odds is None else percent(odds.house_edge) for odds in one.odds),
                *("–" if odds is None else percent(odds.hit) for odds in one.odds),
            )
            for one in self.wagers
        ]
        named = (f"{one.label} {one.rules.rulebook.title} {one.rules.id}" for one in self.variants)
        differing = {name: ", ".join(map(str, values)) for name, values in self.option_differences.items()}
        return html_table(heads, rows, "; ".join(named)) + (html_lines(differing, "Options") if differing else "")


def _option(chosen: Mapping[str, str | int | bool], name: str) -> str | None:
    if name not in chosen:
        return None
    value = chosen[name]
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def compare(several: Sequence[TableRules], sheets: Sequence[ParSheet | None] | None = None) -> Comparison:
    """Return the rules side by side, each with its par sheet; sheets that are known already are not counted again."""
    if not 1 <= len(several) <= MOST_VARIANTS:
        raise BadInput.at("compare", f"takes from 1 to {MOST_VARIANTS} rulebooks; {len(several)} were given")
    known = sheets or [None] * len(several)
    return Comparison(
        tuple(
            Variant(chr(ord("A") + place), rules, sheet or priced_sheet(rules))
            for place, (rules, sheet) in enumerate(zip(several, known, strict=True))
        )
    )


@dataclass(frozen=True)
class SweepPoint:
    """Odds at one value of the option that a sweep varies."""

    value: str
    rules: TableRules
    sheet: ParSheet
    rounds_per_shoe: float | None
    """Average number of rounds between two shuffles; None where the sweep does not simulate shoes."""


@dataclass(frozen=True)
class Sweep:
    """Odds of one game over a range of values of one option, or of positions of the cut card."""

    option: str
    points: tuple[SweepPoint, ...]

    def edges(self, wager: str) -> list[float | None]:
        """Return the house edge of a wager at each point; None where the wager has no odds."""
        found = (point.sheet.wagers.get(wager) for point in self.points)
        return [None if odds is None else float(odds.house_edge) for odds in found]

    @property
    def wagers(self) -> list[str]:
        """Wagers that have odds at some point."""
        return list(dict.fromkeys(name for point in self.points for name in point.sheet.wagers))

    def __repr__(self) -> str:
        values = [point.value for point in self.points]
        return f"<{self.points[0].rules.id} by {self.option}, {values[0]} to {values[-1]}: {len(values)} points>"

    def _repr_html_(self) -> str:
        """Return the edges in percent as an HTML table with a plot, for notebooks."""
        edges = {name: [None if e is None else 100 * e for e in self.edges(name)] for name in self.wagers}
        rows = [
            (point.value, *("–" if (e := edges[name][place]) is None else f"{e:.4f}" for name in self.wagers))
            for place, point in enumerate(self.points)
        ]
        title = f"{self.points[0].rules.rulebook.title}: house edge % by {self.option}"
        table = html_table((self.option, *self.wagers), rows, title)
        return table + line_plot(self.option, "house edge, %", [point.value for point in self.points], edges)


def sweep_point(rules: TableRules, option: str, value: str, *, rounds: int = SWEEP_ROUNDS, seed: int = 1) -> SweepPoint:
    """Return the odds at one value of an option; for the cut card, simulated odds and the rounds of a shoe."""
    if option == CUT:
        return _cut_point(rules, value, rounds, seed)
    options = rules.rulebook.written.options
    if option not in options:
        near = suggestion(option, [*options, CUT])
        raise BadInput.at(
            "--sweep", f'"{option}" is not an option of {rules.rulebook.title}{near or f"; {CUT} moves the cut card"}'
        )
    given = {name: chosen for name, chosen in options_json(rules).items() if name != option}
    swept = TableRules.of(rules.rulebook, {**given, option: value})
    return SweepPoint(value, swept, priced_sheet(swept), None)


def sweep(rules: TableRules, option: str, values: Iterable[str], *, rounds: int = SWEEP_ROUNDS, seed: int = 1) -> Sweep:
    """Return the odds at every value of an option, or with the cut card so many cards from the back (`cut`)."""
    wanted = list(values)
    if not 1 <= len(wanted) <= MOST_POINTS:
        raise BadInput.at("--sweep", f"has {len(wanted)} values; give from 1 to {MOST_POINTS}")
    return Sweep(option, tuple(sweep_point(rules, option, value, rounds=rounds, seed=seed) for value in wanted))


def _cut_point(rules: TableRules, value: str, rounds: int, seed: int) -> SweepPoint:
    if rules.rulebook_shuffles_each_round:
        raise BadInput.at("--sweep", f"{rules.rulebook.title} deals every round from whole decks; there is no cut card")
    cards = rules.shoe.decks * len(rules.shoe.pack.pieces)
    if not value.isdecimal() or not 0 <= int(value) < cards:
        raise BadInput.at("--sweep", f"cut is {value}; the cut card lies from 0 to {cards - 1} cards from the back")
    swept = with_cut_card(rules, int(value))
    sheet = odds_of(swept).simulate(swept, SimulationSeats(), rounds=rounds, seed=seed).sheet
    return SweepPoint(value, swept, sheet, sheet.rounds_per_shoe)


def parse_sweep(text: str) -> tuple[str, list[str]]:
    """Parse a sweep: `decks=1..8`, `cut=14..104:10` in steps of ten, or `tie_odds=8:1,9:1`."""
    name, equals, written = (part.strip() for part in text.partition("="))
    if not equals or not name or not written:
        raise BadInput.at("--sweep", f'is "{text}"; write OPTION=FIRST..LAST, such as decks=1..8 or cut=14..104:10')
    if ".." not in written:
        return name, [value.strip() for value in written.split(",")]
    span, _, step = written.partition(":")
    first, _, last = span.partition("..")
    numbers = [part.strip() for part in (first, last, step or "1")]
    if not all(number.isdecimal() for number in numbers) or int(numbers[2]) == 0:
        raise BadInput.at("--sweep", f'"{written}" is no range; write FIRST..LAST or FIRST..LAST:STEP in whole numbers')
    begin, end, by = (int(number) for number in numbers)
    if begin > end:
        raise BadInput.at("--sweep", f'"{written}" runs from {begin} down to {end}; write the smaller number first')
    values = list(range(begin, end + 1, by))
    if len(values) > MOST_POINTS:
        raise BadInput.at("--sweep", f"has {len(values)} values; the most is {MOST_POINTS}, so take larger steps")
    return name, [str(value) for value in values]


def correlations(rules: TableRules, wagers: Sequence[str] | None = None) -> Mapping[tuple[str, str], float]:
    """Return the correlation of the results of each two wagers on one round, by pairs of ids.

    Pairs that no one table can count are left out, and so are wagers with one possible result. Raise `BadInput` in
    games in which players decide: their wagers do not follow from one count.
    """
    sheet = priced_sheet(rules)
    names = [name for name in (wagers or sheet.wagers) if sheet[name].variance]
    if family_of(rules).deciding is not None:
        reason = f"players decide in {rules.rulebook.title}, so no count gives the results of two wagers at once"
        raise BadInput.at("--correlation", reason)
    products = _known_products(rules)
    shoe = Composition.of_decks(rules.shoe.decks)
    found: dict[tuple[str, str], float] = {}
    for one, other in combinations(names, 2):
        mean = products.get((min(one, other), max(one, other)))
        if mean is None:
            facts = rules.wagers[one].facts | rules.wagers[other].facts
            try:
                table = odds_of(rules).fact_table(rules, facts, shoe)
                mean = mean_product(rules.wagers[one], rules.wagers[other], table)
            except NotExactlyCountable:
                continue
        found[one, other] = correlation(sheet[one], sheet[other], mean)
    return found


def correlation(one: WagerOdds, other: WagerOdds, product: Fraction) -> float:
    """Return the correlation of two wagers from the mean of the product of their results."""
    covariance = product - one.expected * other.expected
    return float(covariance) / (one.standard_deviation * other.standard_deviation)


def _known_products(rules: TableRules) -> Mapping[tuple[str, str], Fraction]:
    shipped = load_shipped_sheet(rules)
    return {} if shipped is None else shipped.mean_products


def comparison_json(compared: Comparison, stake: Cents, rounds: int) -> dict[str, Any]:
    """Return the output of `croupier compare --json`, a stable format: see docs/reference/commands.md."""
    return {
        "variants": [
            {
                "label": variant.label,
                "rulebook": variant.rules.id,
                "title": variant.rules.rulebook.title,
                "digest": variant.rules.rulebook.digest,
                "options": options_json(variant.rules),
                "method": variant.sheet.method,
            }
            for variant in compared.variants
        ],
        "differing_options": {name: list(values) for name, values in compared.option_differences.items()},
        "stake": format_amount(stake),
        "rounds_per_hour": rounds,
        "wagers": [
            {
                "wager": one.wager,
                "title": one.title,
                "variants": [None if odds is None else figures_json(odds, stake, rounds) for odds in one.odds],
            }
            for one in compared.wagers
        ],
    }


def figures_json(odds: WagerOdds, stake: Cents, rounds: int) -> dict[str, Any]:
    """Return the figures of one wager for a comparison; `win_an_hour` is the bank's, in dollars."""
    hour = hourly_win(odds, stake, rounds)
    return {
        **{name: value for name, value in wager_json(odds).items() if name in FIGURES},
        "win_an_hour": {"mean": float(hour.mean / 100), "standard_deviation": hour.deviation / 100},
    }


def sweep_json(swept: Sweep, wagers: Sequence[str]) -> dict[str, Any]:
    """Return a sweep for JSON, with the figures of some wagers at every point."""
    return {
        "option": swept.option,
        "points": [
            {
                "value": point.value,
                "method": point.sheet.method,
                "rounds": point.sheet.rounds,
                "rounds_per_shoe": point.rounds_per_shoe,
                "wagers": {
                    name: {key: value for key, value in wager_json(odds).items() if key in FIGURES}
                    for name in wagers
                    if (odds := point.sheet.wagers.get(name)) is not None
                },
            }
            for point in swept.points
        ],
    }
