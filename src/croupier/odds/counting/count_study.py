"""Study of a table's wagers by card counting: who could beat which wager, how, and for how much."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from croupier.errors import BadInput, suggestion
from croupier.odds.counting.card_effects import (
    DECK,
    CardEffects,
    effects_by_rank,
    propose_tags,
)
from croupier.odds.counting.collusion import CollusionValue
from croupier.odds.counting.count_job import (
    BettingPlan,
    CountingSystem,
    CountJob,
    CountResult,
    CountTally,
    run_count_job,
)
from croupier.odds.counting.count_options import CountOptions
from croupier.odds.counting.shoe_polynomials import ShoePolynomial
from croupier.odds.fact_table import NotExactlyCountable
from croupier.odds.result_display import bar_plot, html_table
from croupier.odds.shoe_composition import card_of
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.wagers import OfferedWager

SHOES_A_PERFECT_ONE = 5
"""Number of shoes with counts for each shoe in which the expectation of every round is computed."""
LEAST_PERFECT = 1024
LEAST_CORRELATION = 0.7
"""Named counts are compared for a wager from this correlation on."""
MARGIN = 1
"""Number of counts below the estimated trigger from which exact expectations are computed."""
PERFECT = "every card"


class ShoeGame(ABC):
    """Interface between a family and the counting study: a table whose shoe can be counted."""

    def __init__(self, rules: TableRules) -> None:
        self.rules = rules

    @abstractmethod
    def effects(self, wager: OfferedWager) -> CardEffects:
        """Return the effects of removal on a wager. Raise `NotExactlyCountable`."""

    @abstractmethod
    def polynomials(self, wager: OfferedWager) -> Mapping[str, ShoePolynomial]:
        """Return expectations of a wager for any shoe, by what their player knows: the exact one first.

        Empty if the expectation has no practical form.
        """

    @abstractmethod
    def systems(self) -> Sequence[CountingSystem]:
        """Return the published counts for games of this family."""

    @abstractmethod
    def job(self, plans: Sequence[BettingPlan], *, cut: int | None, burn_seen: str, seats: int, seed: int) -> CountJob:
        """Return the simulation of these plans. Raise `NotExactlyCountable` for a wager that it cannot settle."""


@dataclass(frozen=True)
class CutResult:
    """Gain of a plan at one position of the cut card."""

    cut: int
    rounds_per_shoe: float
    result: CountResult


@dataclass(frozen=True)
class CountedPlan:
    """Result of one way to decide when to bet on a wager."""

    name: str
    """`proposed`, `one count`, the name of a count in print, `own`, `perfect: KNOWS`, or `spread of suits`."""
    tags: tuple[float, ...] | None
    """Tags of the 52 cards; None for a player who knows the expectation."""
    correlation: float | None
    break_even: float | None
    """True count at which the expectation is zero by the linear estimate; None if the count says nothing."""
    result: CountResult | None
    """Gain at the best trigger; None if no trigger gains anything in the simulated shoes."""
    by_cut: tuple[CutResult, ...] = ()
    source: str = ""


@dataclass(frozen=True)
class ShoppedShoe:
    """Gain on the first round of a shoe for a player who sees the first burn card."""

    best_card: str
    best_expected: float
    favourable: float
    """Probability of a first card after which the first round is favourable."""
    gain: float
    """Expected gain per shoe looked at, with a bet on the first round where it is favourable."""


@dataclass(frozen=True)
class WagerCount:
    """Study of one wager."""

    wager: str
    title: str
    effects: CardEffects | None
    plans: tuple[CountedPlan, ...]
    shopped: ShoppedShoe | None
    note: str = ""
    """Reason for which the wager was not studied, or what the figures leave out."""

    @property
    def best(self) -> CountedPlan | None:
        """Best plan with a count; None if no count gains anything."""
        counted = [plan for plan in self.plans if plan.tags is not None and plan.result is not None]
        return max(counted, key=lambda plan: plan.result.per_shoe if plan.result else 0.0, default=None)

    def __repr__(self) -> str:
        best = self.best
        gain = "no count gains" if best is None or best.result is None else f"{best.result.per_shoe:.4f} units a shoe"
        return f"<{self.wager}: {gain}>"

    @property
    def perfect(self) -> CountedPlan | None:
        """Plan of a player who knows all cards left; an upper bound for every count."""
        return next((plan for plan in self.plans if plan.tags is None), None)


@dataclass(frozen=True)
class CountStudy:
    """Study of a table's wagers."""

    rules: TableRules
    options: CountOptions
    cut: int
    rounds_per_shoe: float
    shoes: int
    wagers: tuple[WagerCount, ...]
    together: tuple[tuple[str, CountedPlan], ...] = ()
    """Wagers of `options.together`, each with its plan; all plans have the same tags."""
    collusion: tuple[CollusionValue, ...] = ()
    """Value of knowing other seats' cards, in games that shuffle for every round."""

    def __getitem__(self, wager: str) -> WagerCount:
        for one in self.wagers:
            if one.wager == wager:
                return one
        raise BadInput.at(wager, f"was not studied{suggestion(wager, [one.wager for one in self.wagers])}")

    def __repr__(self) -> str:
        if self.collusion:
            gains = (f"{one.hands} hands {one.gain:+.6f}" for one in self.collusion)
            return f"<{self.rules.id}, gain in antes from knowing: {', '.join(gains)}>"
        bests = ((one.wager, plan.result) for one in self.wagers if (plan := one.best) is not None)
        gains = (f"{name} {result.per_shoe:.4f}" for name, result in bests if result is not None)
        return f"<{self.rules.id}, {self.shoes:,} shoes, units a shoe by the best count: {', '.join(gains) or 'none'}>"

    def _repr_html_(self) -> str:
        """Return every plan as a row of an HTML table, with the effects of removal as a plot, for notebooks."""
        title = f"{self.rules.rulebook.title}: can it be beaten?"
        if self.collusion:
            known = [
                (str(one.hands), f"{one.expected:+.6f}", f"{one.gain:+.6f}", f"{one.error:.6f}", one.method)
                for one in self.collusion
            ]
            return html_table(("Hands known", "Antes a round", "Gain", "Standard error", "Method"), known, title)
        heads = ("Wager", "Bets by", "Correlation", "From", "Bets", "Edge", "Units a shoe", "Error", "Units per 100")
        rows = [_row(one, plan) for one in self.wagers for plan in one.plans]
        effects = {one.title: one.effects for one in self.wagers if one.effects is not None}
        by_rank = {name: effects_by_rank(effect) for name, effect in effects.items()}
        ranks = list(next(iter(by_rank.values()), {}))
        bars = {name: [100 * effect for effect in of.values()] for name, of in by_rank.items()}
        plot = bar_plot("rank that leaves the shoe", "player's gain, %", ranks, bars) if bars else ""
        return html_table(heads, rows, title) + plot


def _row(wager: WagerCount, plan: CountedPlan) -> tuple[str, ...]:
    """Return the figures of a plan as text."""
    correlation = "" if plan.correlation is None else f"{plan.correlation:.3f}"
    result = plan.result
    if result is None:
        return (wager.title, plan.name, correlation, "never", "", "", "0", "", "0")
    return (
        wager.title, plan.name, correlation, f"{result.trigger:+d}" if plan.tags is not None else "> 0",
        f"{result.frequency:.3%}", f"{result.edge:.3%}", f"{result.per_shoe:.4f}", f"{result.error:.4f}",
        f"{result.per_100_hands:.4f}",
    )  # fmt: skip


def study_counts(
    game: ShoeGame, options: CountOptions, progress: Callable[[float], None] = lambda _: None
) -> CountStudy:
    """Return the study of a table's wagers."""
    options.check(game.rules)
    return _Study(game, options, progress).run()


def study_collusion(
    rules: TableRules, options: CountOptions, values: Callable[[], tuple[CollusionValue, ...]]
) -> CountStudy:
    """Return the study of a game that shuffles for every round: the value of knowing other seats' cards."""
    try:
        return CountStudy(rules, options, 0, 1.0, 0, (), collusion=values())
    except NotExactlyCountable as reason:
        raise BadInput.at("RULEBOOK", f"{rules.rulebook.title} {reason}") from None


@dataclass
class _Study:
    game: ShoeGame
    options: CountOptions
    progress: Callable[[float], None]
    effects: dict[str, CardEffects] = field(default_factory=dict)
    exact: dict[str, Mapping[str, ShoePolynomial]] = field(default_factory=dict)
    reasons: dict[str, str] = field(default_factory=dict)

    def run(self) -> CountStudy:
        rules, options = self.game.rules, self.options
        names = tuple(dict.fromkeys((*options.wagers, *options.together))) or tuple(rules.wagers)
        for name in names:
            self._prepare(rules.wagers[name])
        studied = [name for name in names if name in self.effects]
        linear = [plan for name in studied for plan in self._count_plans(name)]
        shared = self._shared_plans()
        perfect = [plan for name in studied for plan in self._perfect_plans(name)] if options.device == "cpu" else []
        counted = self._simulate((*linear, *shared), options.shoes)
        known = self._simulate(perfect, max(options.shoes // SHOES_A_PERFECT_ONE, min(options.shoes, LEAST_PERFECT)))
        rows = [self._plan_rows(plans, counts) for plans, counts in (((*linear, *shared), counted), (perfect, known))]
        by_wager: dict[str, list[CountedPlan]] = {name: [] for name in names}
        together: list[tuple[str, CountedPlan]] = []
        for plan, row in (pair for found in rows for pair in found):
            if plan.system is not None and plan.system.name == ONE_COUNT:
                together.append((plan.wager, row))
            else:
                by_wager[plan.wager].append(row)
        base = counted[0] if counted else known[0] if known else None
        return CountStudy(
            rules, options, self._cuts()[0], base.rounds_per_shoe if base else 0.0,
            base.tally.shoes if base else 0,
            tuple(self._wager(name, tuple(by_wager[name])) for name in names), tuple(together),
        )  # fmt: skip

    def _prepare(self, wager: OfferedWager) -> None:
        """Compute the effects of removal and the expectations of a wager, or say why it cannot be studied."""
        try:
            effects = self.game.effects(wager)
            self.game.job((BettingPlan(wager.id, None),), cut=None, burn_seen="none", seats=1, seed=1)
        except NotExactlyCountable as reason:
            self.reasons[wager.id] = str(reason)
            return
        self.effects[wager.id] = effects
        self.exact[wager.id] = self.game.polynomials(wager)

    def _cuts(self) -> tuple[int, ...]:
        return self.options.cuts or (self.game.rules.shoe.cut_from_back,)

    def _count_plans(self, name: str) -> list[BettingPlan]:
        """Return the plans with a count for one wager: the proposed count, the published ones, the user's own."""
        effects = self.effects[name]
        systems = []
        tags = propose_tags((effects,), self.options.level)
        if tags:
            systems.append(CountingSystem(PROPOSED, tags))
        for system in self.game.systems():
            correlation = effects.correlation(system.tags)
            if abs(correlation) >= LEAST_CORRELATION and effects.is_linear:
                systems.append(system if correlation > 0 else system.reversed)
        if self.options.tag_of_card is not None:
            own = CountingSystem("own", self.options.tag_of_card)
            systems.append(own if effects.correlation(own.tags) >= 0 else own.reversed)
        return [self._plan(name, system) for system in systems]

    def _plan(self, name: str, system: CountingSystem) -> BettingPlan:
        exact = next(iter(self.exact[name].values()), None)
        estimate = self.effects[name].break_even_count(system.tags)
        lowest = math.floor(max(min(estimate, 1000.0), -1000.0)) - MARGIN
        return BettingPlan(name, system, exact=exact if self.options.device == "cpu" else None, evaluate_from=lowest)

    def _shared_plans(self) -> list[BettingPlan]:
        """Return one plan for each wager of `together`, all with the same tags."""
        names = [name for name in self.options.together if name in self.effects]
        tags = propose_tags([self.effects[name] for name in names], self.options.level)
        if not tags:
            return []
        system = CountingSystem(ONE_COUNT, tags)
        plans = []
        for name in names:
            follows = self.effects[name].correlation(tags) >= 0
            plan = self._plan(name, system if follows else system.reversed)
            plans.append(replace(plan, system=replace(plan.system or system, name=ONE_COUNT)))
        return plans

    def _perfect_plans(self, name: str) -> list[BettingPlan]:
        found = self.exact[name]
        exact = next(iter(found.values()), None)
        plans = [
            BettingPlan(name, None, value=value, exact=exact, evaluate_from=0, knows=knows)
            for knows, value in found.items()
        ]
        if (suits := found.get("suits")) is not None:
            plans.append(
                BettingPlan(name, None, value=suits, exact=exact, evaluate_from=1, knows=SPREAD, by_spread=True)
            )
        return plans

    def _simulate(self, plans: Sequence[BettingPlan], shoes: int) -> list[CountTally]:
        """Deal shoes for all plans, once for each position of the cut card."""
        if not plans:
            return []
        options, tallies = self.options, []
        for number, cut in enumerate(self._cuts()):
            job = self.game.job(plans, cut=cut, burn_seen=options.burn_seen, seats=options.seats, seed=options.seed)
            tally = run_count_job(job, shoes, threads=options.threads, device=options.device, cluster=options.cluster)
            tallies.append(CountTally(tally, tuple(plans)))
            self.progress((number + 1) / len(self._cuts()))
        return tallies

    def _plan_rows(
        self, plans: Sequence[BettingPlan], tallies: Sequence[CountTally]
    ) -> list[tuple[BettingPlan, CountedPlan]]:
        return [(plan, self._row(place, plan, tallies)) for place, plan in enumerate(plans)] if tallies else []

    def _row(self, place: int, plan: BettingPlan, tallies: Sequence[CountTally]) -> CountedPlan:
        effects, system = self.effects[plan.wager], plan.system
        if plan.by_spread:
            trigger = tallies[0].best_trigger(place, plan.evaluate_from)
            cuts = self._by_cut(place, trigger, tallies)
            return CountedPlan(
                SPREAD, None, None, None, cuts[0].result if cuts else None, cuts if len(cuts) > 1 else ()
            )
        if system is None:
            cuts = self._by_cut(place, 0, tallies)
            result = cuts[0].result if cuts[0].result.frequency else None
            return CountedPlan(f"perfect: {plan.knows}", None, None, None, result, cuts if len(cuts) > 1 else ())
        estimate = effects.break_even_count(system.tags)
        lowest = plan.evaluate_from if plan.exact is not None else _trigger_of(estimate)
        trigger = tallies[0].best_trigger(place, lowest) if lowest is not None else None
        cuts = self._by_cut(place, trigger, tallies)
        return CountedPlan(
            system.name, system.tags, effects.correlation(system.tags), estimate if math.isfinite(estimate) else None,
            cuts[0].result if cuts else None, cuts if len(cuts) > 1 else (), system.source,
        )  # fmt: skip

    def _by_cut(self, place: int, trigger: int | None, tallies: Sequence[CountTally]) -> tuple[CutResult, ...]:
        """Return what betting from a trigger up brings at each position of the cut card; nothing without a trigger."""
        if trigger is None:
            return ()
        cuts = zip(self._cuts(), tallies, strict=True)
        return tuple(CutResult(cut, tally.rounds_per_shoe, tally.result(place, trigger)) for cut, tally in cuts)

    def _wager(self, name: str, plans: tuple[CountedPlan, ...]) -> WagerCount:
        effects = self.effects.get(name)
        wager = self.game.rules.wagers[name]
        shopped = shop_shoe(effects) if effects is not None else None
        note = self.reasons.get(name, "")
        if not note and any(row.meter for row in wager.rows):
            note = "without what the meter pays"
        return WagerCount(name, wager.title, effects, plans, shopped, note)


PROPOSED = "proposed"
SPREAD = "spread of suits"
ONE_COUNT = "one count"


def _trigger_of(estimate: float) -> int | None:
    """Return the lowest whole count at which a wager is favourable by the linear estimate."""
    return math.ceil(estimate) if math.isfinite(estimate) else None


def shop_shoe(effects: CardEffects) -> ShoppedShoe:
    """Return the gain on the first round of a shoe for a player who sees the first burn card."""
    after = [float(effects.expected + effect) for effect in effects.by_card]
    best = max(range(DECK), key=after.__getitem__)
    good = [value for value in after if value > 0]
    return ShoppedShoe(str(card_of(best)), after[best], len(good) / DECK, sum(good) / DECK)
