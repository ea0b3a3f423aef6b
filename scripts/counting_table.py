"""Print the counting table of docs/explanation/counting.md: every side bet of the shipped rulebooks dealt from a shoe.

`python -m scripts.counting_table [--shoes N] [RULEBOOK...]`. Side bets with the same pays and the same chances are
counted once; the later ones are listed with the first. The default options and cut cards of the rulebooks apply.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import Any

from croupier.odds.counting.card_effects import tags_by_rank
from croupier.odds.counting.count_options import SHOES, CountOptions
from croupier.odds.counting.count_study import CountedPlan, CountStudy, WagerCount
from croupier.odds.family_odds import count_study, odds_of
from croupier.play import rulebook_library
from croupier.rulebook.table_rules import TableRules

HEADINGS = (
    "rulebook, side bet", "edge", "best count", "correlation", "bets", "edge of bets", "a shoe", "s.e.", "most",
    "the same bet as",
)  # fmt: skip
LINE = "line"
"""Group of the wagers on the hands themselves; all others are side bets."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rulebooks", nargs="*", metavar="RULEBOOK")
    parser.add_argument("--shoes", type=int, default=SHOES)
    given = parser.parse_args()
    first_of: dict[Any, str] = {}
    others: dict[str, list[str]] = {}
    rows: dict[str, tuple[CountStudy, WagerCount]] = {}
    for name in given.rulebooks or rulebook_library.shipped_names():
        for study, wager in studied(name, given.shoes, first_of, others):
            rows[f"`{name}` `{wager.wager}`"] = study, wager
    print(f"| {' | '.join(HEADINGS)} |")
    print("| --- | ---: | --- |" + " ---: |" * (len(HEADINGS) - 4) + " --- |")
    for title, (study, wager) in rows.items():
        print(f"| {title} | {' | '.join(cells(study, wager))} | {', '.join(others.get(title, []))} |")


def studied(
    name: str, shoes: int, first_of: dict[Any, str], others: dict[str, list[str]]
) -> Iterator[tuple[CountStudy, WagerCount]]:
    """Yield the studies of a rulebook's side bets, without those that an earlier one is equal to."""
    rules = TableRules.of(rulebook_library.load(name))
    if rules.shoe.decks == 1 or odds_of(rules).card_counting is None:
        return  # Shuffled for every round, or not studied.
    side_bets = tuple(wager.id for wager in rules.wagers.values() if wager.group != LINE)
    # One shoe is enough for the effects of removal, by which equal bets are found.
    known = count_study(rules, CountOptions(wagers=side_bets, shoes=1, threads=1))
    new = []
    for wager in known.wagers:
        title = f"`{name}` `{wager.wager}`"
        key = title if wager.effects is None else (wager.effects.by_card, wager.effects.expected, known.cut, wager.note)
        first = first_of.setdefault(key, title)
        if first == title:
            new.append(wager.wager)
        else:
            others.setdefault(first, []).append(title)
    if new:
        study = count_study(rules, CountOptions(wagers=tuple(new), shoes=shoes))
        for wager in study.wagers:
            print(f"{name} {wager.wager}", file=sys.stderr)
            yield study, wager


def cells(study: CountStudy, wager: WagerCount) -> list[str]:
    """Return the figures of a side bet: its best count by tags, and the best possible play."""
    if wager.effects is None:
        return ["", f"not studied: {wager.note}", *[""] * 6]
    edge, best, perfect = f"{-100 * float(wager.effects.expected):.2f} %", wager.best, wager.perfect
    most = "" if perfect is None else f"{0.0 if perfect.result is None else perfect.result.per_shoe:.3f}"
    if best is None or best.result is None:
        linear = [plan for plan in wager.plans if plan.tags is not None]
        text = f"{tags_text(linear[0])}, never" if linear else "no linear count"
        correlation = f"{linear[0].correlation:.3f}" if linear and linear[0].correlation is not None else ""
        return [edge, text, correlation, "", "", "0", "", most]
    result = best.result
    return [
        edge, f"{tags_text(best)}, from {result.trigger:+d}", f"{best.correlation:.3f}", f"{result.frequency:.2%}",
        f"{result.edge:.2%}", f"{result.per_shoe:.4f}", f"{result.error:.4f}", most,
    ]  # fmt: skip


def tags_text(plan: CountedPlan) -> str:
    """Return the tags of a plan from ace to ten, or the 13 ranks if ten values differ."""
    by_rank = tags_by_rank(plan.tags or ())
    if by_rank is None:
        return "by rank and suit"
    tags = [f"{tag:+g}" if tag else "0" for tag in by_rank.values()]
    return " ".join(tags[:10] if len(set(tags[9:])) == 1 else tags)


if __name__ == "__main__":
    main()
