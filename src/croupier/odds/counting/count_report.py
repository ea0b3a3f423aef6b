"""Study of card counting as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.odds.counting.card_effects import effects_by_rank, effects_by_suit, tags_by_rank
from croupier.odds.counting.count_study import CountedPlan, CountStudy, CutResult, WagerCount
from croupier.odds.par_sheet import fraction_text, options_json
from croupier.odds.shoe_composition import card_of

if TYPE_CHECKING:
    from croupier.odds.counting.collusion import CollusionValue
    from croupier.odds.counting.count_job import CountResult


def study_json(study: CountStudy) -> dict[str, Any]:
    """Return the JSON of `croupier count --json`, a contract described in docs/reference/commands.md."""
    options = study.options
    return {
        "rulebook": study.rules.id,
        "digest": study.rules.rulebook.digest,
        "options": options_json(study.rules),
        "shoes": study.shoes,
        "seed": options.seed,
        "cut": study.cut,
        "burn_seen": options.burn_seen,
        "seats": options.seats,
        "rounds_per_shoe": study.rounds_per_shoe,
        "wagers": [_wager_json(wager) for wager in study.wagers],
        "together": [{"wager": name, **_plan_json(plan)} for name, plan in study.together],
        "collusion": [_collusion_json(value) for value in study.collusion],
    }


def _wager_json(wager: WagerCount) -> dict[str, Any]:
    data: dict[str, Any] = {"wager": wager.wager, "note": wager.note}
    if wager.effects is None:
        return data
    effects, shopped = wager.effects, wager.shopped
    data |= {
        "expected": float(effects.expected),
        "effects": {
            "precision": "exact" if effects.is_exact else "floating-point",
            "by_rank": effects_by_rank(effects),
            "by_suit": effects_by_suit(effects) if effects.depends_on_suits else None,
            "by_card": {
                str(card_of(card)): fraction_text(effect) if effects.is_exact else float(effect)
                for card, effect in enumerate(effects.by_card)
            },
            "is_linear": effects.is_linear,
        },
        "plans": [_plan_json(plan) for plan in wager.plans],
    }
    if shopped is not None:
        data["shopped"] = {
            "best_card": shopped.best_card,
            "best_expected": shopped.best_expected,
            "favourable": shopped.favourable,
            "gain": shopped.gain,
        }
    return data


def _plan_json(plan: CountedPlan) -> dict[str, Any]:
    return {
        "name": plan.name,
        "tags": _tags_json(plan.tags),
        "correlation": plan.correlation,
        "break_even": plan.break_even,
        "source": plan.source or None,
        "result": _result_json(plan.result) if plan.result is not None else None,
        "by_cut": [_cut_json(cut) for cut in plan.by_cut],
    }


def _tags_json(tags: tuple[float, ...] | None) -> dict[str, float] | None:
    if tags is None:
        return None
    return tags_by_rank(tags) or {str(card_of(card)): tag for card, tag in enumerate(tags)}


def _cut_json(cut: CutResult) -> dict[str, Any]:
    return {"cut": cut.cut, "rounds_per_shoe": cut.rounds_per_shoe, **_result_json(cut.result)}


def _result_json(result: CountResult) -> dict[str, Any]:
    return {
        "trigger": result.trigger,
        "frequency": result.frequency,
        "edge": result.edge,
        "per_shoe": result.per_shoe,
        "per_100_hands": result.per_100_hands,
        "error": result.error,
        "method": "conditional" if result.is_conditional else "simulated",
    }


def _collusion_json(value: CollusionValue) -> dict[str, Any]:
    return {
        "hands": value.hands,
        "expected_alone": value.expected_alone,
        "expected": value.expected,
        "gain": value.gain,
        "error": value.error,
        "changed": value.changed,
        "method": value.method,
    }
