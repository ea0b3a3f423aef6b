"""`croupier compare`: several rules side by side, or one game over a range of an option or of the cut card."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from croupier.cli.arguments import read_options
from croupier.cli.output import plain_table, print_compile_time, print_json
from croupier.errors import BadInput
from croupier.money.cents import AmountError, Cents, parse_amount
from croupier.play import rulebook_library
from croupier.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from croupier.odds.compare import Comparison, Sweep
    from croupier.odds.wager_odds import WagerOdds


def show_comparison(
    rulebooks: Sequence[str],
    options: list[str],
    *,
    wagers: list[str],
    sweep: str | None,
    stake: str,
    rounds_per_hour: int,
    rounds: int,
    correlation: bool,
    as_json: bool,
) -> None:
    """Print the variants side by side, a sweep of each, and the correlations if they are asked for."""
    variants = [_rules(written, options) for written in rulebooks]
    _check_wagers(variants, wagers)
    if sweep is not None and correlation:
        raise BadInput.at("--correlation", "goes with rulebooks as they are; leave out --sweep")
    bet = _stake(stake)
    with print_compile_time():
        if sweep is not None:
            _show_sweeps(variants, sweep, wagers, rounds, as_json)
            return
        from croupier.odds.compare import compare, comparison_json, correlations

        compared = compare(variants)
        found = [correlations(one.rules, wagers or None) for one in compared.variants] if correlation else []
    data = comparison_json(compared, bet, rounds_per_hour)
    if as_json:
        shown = [one for one in data["wagers"] if not wagers or one["wager"] in wagers]
        pairs = [[{"wagers": list(pair), "correlation": value} for pair, value in of.items()] for of in found]
        print_json({**data, "wagers": shown, **({"correlations": pairs} if correlation else {})})
    else:
        _print(compared, data, wagers, found)


def _rules(written: str, options: list[str]) -> TableRules:
    """Return the rules of one variant: `co-baccarat` or `co-baccarat:decks=6,tie_odds=9:1`."""
    name, _, own = written.partition(":") if not written.endswith(".toml") else (written, "", "")
    given = [*options, *(part for part in own.split(",") if part)]
    return TableRules.of(rulebook_library.load(name), read_options(given))


def _check_wagers(variants: Sequence[TableRules], wagers: Sequence[str]) -> None:
    known = dict.fromkeys(name for rules in variants for name in rules.wagers)
    for name in wagers:
        if name not in known:
            raise BadInput.at("--wager", f'"{name}" is a wager of none of them; there is {", ".join(known)}')


def _stake(written: str) -> Cents:
    try:
        return parse_amount(written)
    except AmountError as error:
        raise BadInput.at("--stake", str(error)) from None


def _show_sweeps(
    variants: Sequence[TableRules], written: str, wagers: Sequence[str], rounds: int, as_json: bool
) -> None:
    from croupier.odds.compare import parse_sweep, sweep, sweep_json

    option, values = parse_sweep(written)
    swept = [(rules, sweep(rules, option, values, rounds=rounds)) for rules in variants]
    if as_json:
        shown = [{"rulebook": rules.id, **sweep_json(one, wagers or list(rules.wagers))} for rules, one in swept]
        print_json({"sweeps": shown})
        return
    console = _console()
    for rules, one in swept:
        console.print(f"[bold]{rules.rulebook.title}[/bold]  {rules.id}: house edge % by {option}")
        console.print(_sweep_table(one, [name for name in wagers or rules.wagers if name in rules.wagers]))
        if any(point.rounds_per_shoe is not None for point in one.points):
            console.print(f"Simulated, {one.points[0].sheet.rounds:,} rounds each; ± is half the 95 % interval.")


def _sweep_table(swept: Sweep, wagers: Sequence[str]) -> Table:
    priced = [name for name in wagers if any(name in point.sheet.wagers for point in swept.points)]
    has_shoes = any(point.rounds_per_shoe is not None for point in swept.points)
    shown = plain_table(swept.option, *(["Rounds a shoe"] if has_shoes else []), *priced)
    for point in swept.points:
        cells = [_edge_cell(point.sheet.wagers.get(name)) for name in priced]
        shoe = [f"{point.rounds_per_shoe:.2f}" if point.rounds_per_shoe is not None else ""] if has_shoes else []
        shown.add_row(point.value, *shoe, *cells)
    return shown


def _edge_cell(odds: WagerOdds | None) -> str:
    if odds is None:
        return "–"
    if odds.interval is None:
        return f"{100 * float(odds.house_edge):.4f}"
    return f"{100 * float(odds.house_edge):.3f} ± {100 * odds.interval:.3f}"


def _console() -> Console:
    from rich.console import Console

    return Console(highlight=False)


def _print(compared: Comparison, data: dict[str, Any], wagers: Sequence[str], found: Sequence[Any]) -> None:
    console = _console()
    for variant in compared.variants:
        console.print(f"[bold]{variant.label}[/bold]  {variant.rules.rulebook.title}  {variant.rules.id}")
    if compared.option_differences:
        options = plain_table("Option", *(variant.label for variant in compared.variants))
        for name, values in compared.option_differences.items():
            options.add_row(name, *("–" if value is None else value for value in values))
        console.print(options)
    shown = plain_table("Wager", "", *(variant.label for variant in compared.variants), *_change_headings(compared))
    for one in data["wagers"]:
        if not wagers or one["wager"] in wagers:
            _add_wager(shown, one)
    console.print(shown)
    console.print(
        f"Win an hour: the bank's, of ${data['stake']} staked on each of {data['rounds_per_hour']} rounds, "
        "with its standard deviation."
    )
    for variant, pairs in zip(compared.variants, found, strict=False):
        correlated = plain_table(f"{variant.label}: correlation of", "with", "")
        for (first, second), value in pairs.items():
            correlated.add_row(first, second, f"{value:+.6f}")
        console.print(correlated)


def _change_headings(compared: Comparison) -> list[str]:
    return [f"{variant.label} – A" for variant in compared.variants[1:]]


def _share(places: int) -> Callable[[float], str]:
    return lambda value: f"{100 * value:.{places}f} %"


def _add_wager(shown: Table, one: dict[str, Any]) -> None:
    """Add the rows of one wager: a figure in each variant, and how the others differ from the first."""
    lines: list[tuple[str, Callable[[Any], float], Callable[[float], str]]] = [
        ("edge", lambda of: of["house_edge"], _share(4)),
        ("hit rate", lambda of: of["hit"], _share(3)),
        ("push", lambda of: of["push"], _share(3)),
        ("deviation", lambda of: of["standard_deviation"], lambda value: f"{value:.4f}"),
        ("skewness", lambda of: of["skewness"], lambda value: f"{value:.3f}"),
        ("largest pay", lambda of: of["largest_pay"], lambda value: f"{value:,.6g}"),
        ("win an hour", lambda of: of["win_an_hour"]["mean"], lambda value: f"${value:,.2f}"),
        ("  deviation", lambda of: of["win_an_hour"]["standard_deviation"], lambda value: f"${value:,.2f}"),
    ]
    figures = one["variants"]
    for place, (title, value_of, text) in enumerate(lines):
        values = [None if of is None else value_of(of) for of in figures]
        cells = ["–" if value is None else text(value) for value in values]
        changes = [
            "–" if value is None or values[0] is None else _change(value - values[0], text) for value in values[1:]
        ]
        shown.add_row(one["title"] if place == 0 else "", title, *cells, *changes)
    shown.add_section()


def _change(difference: float, text: Callable[[float], str]) -> str:
    return "same" if abs(difference) < 5e-13 else ("+" if difference > 0 else "−") + text(abs(difference))
