"""`croupier count`: whether a table's wagers can be beaten by counting cards or by knowing other seats' cards."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from croupier.cli.arguments import read_options
from croupier.cli.output import print_compile_time, print_json
from croupier.odds.counting.count_options import CountOptions
from croupier.odds.family_odds import count_study
from croupier.odds.optional_packages import require_package
from croupier.play import rulebook_library
from croupier.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from croupier.odds.counting.count_job import CountResult
    from croupier.odds.counting.count_study import CountedPlan, CountStudy, WagerCount

EQUAL_NOTE = "=: means of exact expectations for the cards left; the other gains are those of dealt rounds."


def show_count(rulebook: str, options: list[str], asked: CountOptions, *, as_json: bool) -> None:
    """Print the study of the wagers as tables or as JSON."""
    require_package("numba", "odds")
    rules = TableRules.of(rulebook_library.load(rulebook), read_options(options))
    with print_compile_time(), _progress() as progress:
        study = count_study(rules, asked, progress)
    if as_json:
        from croupier.odds.counting.count_report import study_json

        print_json(study_json(study))
        return
    from rich.console import Console

    _print_study(study, Console(highlight=False))


@contextmanager
def _progress() -> Iterator[Callable[[float], None]]:
    """Show a progress bar on standard error, if standard error is a terminal."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("counting effects, loading kernels, dealing shoes", total=1.0)
        yield lambda share: bar.update(task, completed=share)


def _print_study(study: CountStudy, console: Console) -> None:
    """Print the study as tables."""
    console.print(f"[bold]{study.rules.rulebook.title}[/bold]  {study.rules.id}: can it be beaten?")
    if study.collusion:
        console.print("Best play of the Ante and the Play by a player who knows the cards of other seats.")
        _print_collusion(study, console)
        return
    console.print(
        f"{study.rules.shoe.decks} decks, cut card {study.cut} from the back, {study.shoes:,} shoes of "
        f"{study.rounds_per_shoe:.2f} rounds, seed {study.options.seed}; burn cards seen: {study.options.burn_seen}"
    )
    for wager in study.wagers:
        _print_wager(wager, console)
    if study.together:
        console.print()
        console.print(f"[bold]One count for {len(study.together)} wagers[/bold]")
        for name, plan in study.together:
            console.print(f"{study.rules.wagers[name].title}: {_tags_text(plan.tags)}")
        console.print(_plans_table([plan for _, plan in study.together], [name for name, _ in study.together]))
    console.print()
    console.print(EQUAL_NOTE)


def _print_wager(wager: WagerCount, console: Console) -> None:
    console.print()
    console.print(f"[bold]{wager.title}[/bold]  {wager.wager}")
    if wager.effects is None:
        console.print(f"  not studied: {wager.note}")
        return
    from croupier.odds.counting.card_effects import effects_by_rank, effects_by_suit

    effects = wager.effects
    console.print(f"  house edge {-float(effects.expected):.4%}{', ' + wager.note if wager.note else ''}")
    by_rank = "  ".join(f"{rank} {100 * effect:+.4f}" for rank, effect in effects_by_rank(effects).items())
    console.print(f"  player's gain in % when a card leaves: {by_rank}")
    if effects.depends_on_suits:
        by_suit = "  ".join(f"{suit} {100 * effect:+.4f}" for suit, effect in effects_by_suit(effects).items())
        console.print(f"  by suit: {by_suit}")
    if not effects.is_linear:
        console.print("  every card has the same effect, so no linear count helps")
    for plan in wager.plans:
        if plan.tags is not None:
            console.print(f"  {plan.name}: {_tags_text(plan.tags)}")
    if wager.plans:
        console.print(_plans_table(wager.plans, [plan.name for plan in wager.plans]))
    for plan in wager.plans:
        if plan.by_cut:
            console.print(_cuts_table(plan))
    if wager.shopped is not None and wager.shopped.favourable:
        shopped = wager.shopped
        console.print(
            f"  first burn card turned up: favourable after {shopped.favourable:.2%} of the cards, "
            f"{shopped.gain:.5f} units a shoe looked at"
        )


def _tags_text(tags: tuple[float, ...] | None) -> str:
    from croupier.odds.counting.card_effects import tags_by_rank

    by_rank = None if tags is None else tags_by_rank(tags)
    if by_rank is None:
        return "by rank and suit"
    ten_values = [by_rank[rank] for rank in "TJQK"]
    shown = list(by_rank)[:10] if len(set(ten_values)) == 1 else list(by_rank)
    return " ".join(f"{rank} {by_rank[rank]:+g}" if by_rank[rank] else f"{rank} 0" for rank in shown)


def _plans_table(plans: list[CountedPlan] | tuple[CountedPlan, ...], names: list[str]) -> Table:
    from rich import box
    from rich.table import Table

    # At 80 columns, only the names may be folded: a figure that is cut off reads as another figure.
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("Bets by", overflow="fold")
    for heading in ("BC", "From", "Bets %", "Edge %", "Units/\nshoe", "s.e.", "Units/\n100", ""):
        table.add_column(heading, justify="right", no_wrap=True)
    for name, plan in zip(names, plans, strict=True):
        correlation = "" if plan.correlation is None else f"{plan.correlation:.3f}"
        if plan.result is None:
            table.add_row(name, correlation, "never", "0", "", "0", "", "0", "")
            continue
        result = plan.result
        trigger = f"{result.trigger:+d}" if plan.tags is not None else "> 0"
        table.add_row(name, correlation, trigger, *_figures(result), "=" if result.is_conditional else "")
    return table


def _cuts_table(plan: CountedPlan) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, title=f"{plan.name}, by cut card", title_justify="left")
    for heading in ("Cut", "Rounds", "Bets %", "Edge %", "Units/shoe", "s.e.", "Units/100"):
        table.add_column(heading, justify="right", no_wrap=True)
    for cut in plan.by_cut:
        table.add_row(str(cut.cut), f"{cut.rounds_per_shoe:.2f}", *_figures(cut.result))
    return table


def _figures(result: CountResult) -> tuple[str, ...]:
    return (
        f"{100 * result.frequency:.3f}",
        f"{100 * result.edge:.3f}",
        f"{result.per_shoe:.4f}",
        f"{result.error:.4f}" if math.isfinite(result.error) else "unknown",
        f"{result.per_100_hands:.4f}",
    )


def _print_collusion(study: CountStudy, console: Console) -> None:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("Hands known", justify="right", no_wrap=True)
    for heading in ("Antes a round", "Gain", "s.e.", "Changed", "Method"):
        table.add_column(heading, justify="right", no_wrap=True)
    for value in study.collusion:
        changed = "" if value.changed is None else f"{value.changed:.3%}"
        error = f"{value.error:.6f}" if value.error else ""
        table.add_row(str(value.hands), f"{value.expected:+.6f}", f"{value.gain:+.6f}", error, changed, value.method)
    console.print(table)
