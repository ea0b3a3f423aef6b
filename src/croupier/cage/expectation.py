"""Expected win of the house on settled wagers, and how far a result may lie from it by luck.

Each settled wager counts at its exact edge from the shipped par sheet. The deviation takes all wagers of one round
together, because one result decides them all: where the sheet says how two wagers depend on each other, the variance of
a round is exact; elsewhere it is the largest that the variances of the wagers allow. Stakes are added up as whole cents
and their products, so every figure is an exact fraction until it is shown.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any

from croupier.errors import BadInput
from croupier.odds.shipped_sheets import FullSheet, load_shipped_sheet
from croupier.odds.wager_odds import CombinedOdds
from croupier.table.round_figures import in_action
from croupier.table.settings import TableSettings, game_rules

LUCK_DEVIATIONS = 2
"""A result within this number of deviations of the expectation counts as luck."""
SHEETS_MOST = 64
Pair = tuple[str, str]


class WagerModel:
    """Edge and variance of the wagers of one par sheet, and how the wagers of one round depend on each other."""

    def __init__(self, full: FullSheet) -> None:
        self.odds = full.sheet.wagers
        self.mean_products = full.mean_products
        self.parts = {
            part
            for name, odds in self.odds.items()
            if isinstance(odds, CombinedOdds)
            for part in odds.parts
            if part != name
        }
        """Wagers whose result is counted in another wager's odds: those of the whole hand."""

    def has(self, wager: str) -> bool:
        return wager in self.odds or wager in self.parts

    def edge(self, wager: str) -> Fraction:
        return Fraction(0) if wager in self.parts else self.odds[wager].house_edge

    def loss(self, wager: str) -> Fraction:
        """Return the mean part of a unit stake that is lost; the house gets nothing for promotional chips."""
        if wager in self.parts:
            return Fraction(0)
        odds = self.odds[wager]
        lost = sum((-line.net * line.count for line in odds.lines if line.net < 0), Fraction(0))
        return lost / odds.total if odds.total else Fraction(0)

    def covariance(self, pair: Pair) -> Fraction:
        first, second = pair
        if {first, second} & self.parts:
            return Fraction(0)
        if first == second:
            return self.odds[first].variance
        return self.mean_products[pair] - self.odds[first].house_edge * self.odds[second].house_edge


@dataclass
class StakeSums:
    """Stakes of many rounds of one par sheet, added up: by wager, and as products of the wagers of each round."""

    stakes: Counter[str] = field(default_factory=Counter)
    promotional: Counter[str] = field(default_factory=Counter)
    products: Counter[Pair] = field(default_factory=Counter)
    """Sum over the rounds of the product of the stakes of two wagers; a pair of equal names is a square."""
    is_bound: bool = False
    """Whether the deviation is an upper bound, because the sheet does not say how some wagers depend on each other."""

    def add(self, other: StakeSums) -> None:
        self.stakes.update(other.stakes)
        self.promotional.update(other.promotional)
        self.products.update(other.products)
        self.is_bound |= other.is_bound


@dataclass
class Expectation:
    """Expected win and variance of many rounds, which may be of different games."""

    sums: dict[WagerModel, StakeSums] = field(default_factory=lambda: defaultdict(StakeSums))
    rounds_without_sheet: int = 0
    """Rounds with a wager that no shipped par sheet has; they are in neither figure."""

    def add_round(self, archived: Mapping[str, Any]) -> None:
        """Add one settled round that the house banked, as the archive has it."""
        stakes, promotional = _stakes(archived)
        if not stakes:
            return
        model = _model_of(archived)
        if model is None or not all(model.has(wager) for wager in stakes):
            self.rounds_without_sheet += 1
            return
        self.sums[model].add(_sums_of_round(model, archived, stakes, promotional))

    def add(self, other: Expectation) -> None:
        """Add the rounds of another expectation."""
        self.rounds_without_sheet += other.rounds_without_sheet
        for model, sums in other.sums.items():
            self.sums[model].add(sums)

    @property
    def expected(self) -> Fraction:
        """Expected win in cents."""
        total = Fraction(0)
        for model, sums in self.sums.items():
            total += sum((cents * model.edge(wager) for wager, cents in sums.stakes.items()), Fraction(0))
            total -= sum((cents * model.loss(wager) for wager, cents in sums.promotional.items()), Fraction(0))
        return total

    @property
    def variance(self) -> Fraction:
        """Variance of the win, in square cents; rounds are independent of each other."""
        return sum(
            (
                product * model.covariance(pair)
                for model, sums in self.sums.items()
                for pair, product in sums.products.items()
            ),
            Fraction(0),
        )

    @property
    def is_bound(self) -> bool:
        return any(sums.is_bound for sums in self.sums.values())


def _stakes(archived: Mapping[str, Any]) -> tuple[Counter[str], Counter[str]]:
    """Return the stakes in action by wager, and the promotional chips among them.

    A wager that was raised during the round, for example doubled, counts with its first stake: the edge of the sheet is
    per unit of the first wager.
    """
    first = {(spot["seat"], spot["bettor"]): spot["wagers"] for spot in archived["spots"]}
    raised: Counter[tuple[int, str, str]] = Counter()
    promotional: Counter[str] = Counter()
    for one in in_action(archived):
        raised[one["seat"], one["bettor"], one["wager"]] += one["cents"]
        promotional[one["wager"]] += one.get("promotional_cents", 0)
    stakes: Counter[str] = Counter()
    for (seat, bettor, wager), cents in raised.items():
        stakes[wager] += min(cents, first.get((seat, bettor), {}).get(wager, cents))
    return stakes, +promotional


def _sums_of_round(
    model: WagerModel, archived: Mapping[str, Any], stakes: Counter[str], promotional: Counter[str]
) -> StakeSums:
    names = sorted(stakes)
    pairs = [(one, other) for place, one in enumerate(names) for other in names[place + 1 :]]
    squares = {(name, name): stakes[name] ** 2 for name in names}
    if model.mean_products:
        products = {pair: 2 * stakes[pair[0]] * stakes[pair[1]] for pair in pairs}
        return StakeSums(Counter(stakes), promotional, Counter(squares | products))
    # By the Cauchy-Schwarz inequality, n wagers together vary by n times the sum of their variances at most.
    counted = len([name for name in names if name not in model.parts])
    bound = Counter({pair: square * counted for pair, square in squares.items()})
    seats = {(one["seat"], one["bettor"]) for one in in_action(archived)}
    return StakeSums(Counter(stakes), promotional, bound, is_bound=counted > 1 or len(seats) > 1)


def _model_of(archived: Mapping[str, Any]) -> WagerModel | None:
    settings = TableSettings.model_validate(archived["settings"])
    return _load_model(
        settings.model_dump_json(include={"rulebook", "options", "mode", "schedule"}), archived["digest"]
    )


@lru_cache(maxsize=SHEETS_MOST)
def _load_model(settings: str, digest: str) -> WagerModel | None:
    """Return the model of the shipped par sheet for these rules, or None if there is none."""
    try:
        rules = game_rules(TableSettings.model_validate_json(settings))
    except BadInput:
        return None
    if rules.rulebook.digest != digest:
        return None
    full = load_shipped_sheet(rules)
    return None if full is None else WagerModel(full)


@dataclass(frozen=True)
class LuckFigures:
    """Expected win, deviation and distance, rounded for display; None where no par sheet gives them."""

    expected_cents: int | None
    deviation_cents: int | None
    deviations: str | None
    """Distance of the win from the expectation in deviations, with one decimal place, without a sign."""
    is_within_luck: bool | None
    one_day_in: int | None
    """Number of days in which a distance at least this large happens once on average; None within luck."""
    is_deviation_bound: bool
    rounds_without_sheet: int


def luck_figures(expectation: Expectation, win_cents: int) -> LuckFigures:
    """Return how far a win lies from its expectation.

    If a round has no par sheet there is an expectation of the others, and no distance.
    """
    expected, variance = expectation.expected, expectation.variance
    missing, is_bound = expectation.rounds_without_sheet, expectation.is_bound
    if not expectation.sums:
        return LuckFigures(None, None, None, None, None, is_bound, missing)
    if missing or variance == 0:
        return LuckFigures(round(expected), None, None, None, None, is_bound, missing)
    away = win_cents - expected
    square = away**2 / variance
    tenths = (math.isqrt(int(400 * square)) + 1) // 2
    is_within = square <= LUCK_DEVIATIONS**2
    return LuckFigures(
        expected_cents=round(expected),
        deviation_cents=math.isqrt(int(variance)),
        deviations=f"{tenths // 10}.{tenths % 10}",
        is_within_luck=is_within,
        one_day_in=None if is_within else _one_in(float(square)),
        is_deviation_bound=is_bound,
        rounds_without_sheet=missing,
    )


ONE_IN_MOST = 1_000_000


def _one_in(square: float) -> int:
    """Return the rarity of a distance, by the normal distribution: both sides count."""
    share = math.erfc(math.sqrt(square / 2))
    return ONE_IN_MOST if share * ONE_IN_MOST < 1 else round(1 / share)
