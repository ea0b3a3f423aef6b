"""The par sheet as text for a terminal, at least 80 columns wide."""

from __future__ import annotations

from collections.abc import Iterable

from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from croupier.documents.par_sheet_model import EffectsPart, GamePart, ParSheetDocument, ParSheetWager, ProgressivePart

WIDEST = 100
NARROWEST = 80


def print_sheet(parts: ParSheetDocument, console: Console | None = None) -> None:
    """Print a par sheet; output to a pipe has no colours and no trailing spaces."""
    console = console or Console(highlight=False)
    width = min(max(console.width, NARROWEST), WIDEST)
    if console.is_terminal:
        console.print(sheet_text(parts), width=width)
        return
    with console.capture() as captured:
        console.print(sheet_text(parts), width=width)
    for line in captured.get().splitlines():
        console.out(line.rstrip(), highlight=False)


def sheet_text(parts: ParSheetDocument) -> RenderableType:
    """Return the complete par sheet as text for the terminal."""
    shown: list[RenderableType] = [_head(parts), Text(), _figures(parts.wagers)]
    shown += [Text(f"{one.title}: {one.edge_exact}. {one.played}") for one in parts.wagers if one.played]
    shown += [line for wager in parts.wagers if wager.game for line in _game(wager, wager.game)]
    if any(len(wager.ways_to_win) > 1 for wager in parts.wagers):
        shown.append(_rows(parts.wagers))
    for wager in parts.wagers:
        if wager.progressive:
            shown += [_progressive(wager, wager.progressive)]
    if parts.has_effects:
        shown += [Text(), *_effects(parts.wagers)]
    for title, reason in parts.not_counted:
        shown += [Text(), Text(f"{title} is not counted exactly: it {reason}.")]
    return Group(*shown)


def _head(parts: ParSheetDocument) -> RenderableType:
    top = Table.grid(expand=True)
    top.add_column()
    top.add_column(justify="right")
    top.add_row(Text(parts.title, style="bold"), Text(parts.house))
    lines = [
        f"Par sheet of {parts.rulebook}, digest {parts.digest[:12]}",
        f"Shoe: {parts.shoe}",
        parts.method,
    ]
    if parts.changed_options:
        chosen = ", ".join(f"{option.name} {option.value} (not {option.default})" for option in parts.changed_options)
        lines.append(f"Chosen: {chosen}")
    return Group(top, *map(Text, lines))


def _table(*headings: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0), expand=True)
    table.add_column(headings[0], ratio=1)
    for heading in headings[1:]:
        table.add_column(heading, justify="right", no_wrap=True)
    return table


def _figures(wagers: Iterable[ParSheetWager]) -> Table:
    table = _table("Wager", "Edge %", "Hit %", "Push %", "Loss %", "Deviat.", "Skew", "Largest")
    for wager in wagers:
        name = Text(wager.title)
        if wager.paytable:
            name.append(f"\n  pay table {wager.paytable}", style="dim")
        figures = (wager.edge, wager.hit, wager.push, wager.loss, wager.deviation, wager.skewness, wager.largest)
        table.add_row(name, *figures)
    return table


def _game(wager: ParSheetWager, game: GamePart) -> list[Text]:
    """Return four lines of text with the figures of a hand with decisions."""
    decided = ", ".join(f"{name.lower()} {share} %" for name, share in game.decisions)
    brought = ", ".join(f"{title} {part} %" for title, part in game.brought)
    lines = [
        f"{wager.edge_exact} of an Ante.",
        f"Put down on average {game.average} antes; element of risk {game.risk} %.",
        f"Decided: {decided}.",
        f"Brought, of an Ante: {brought}.",
    ]
    return [Text(f"{wager.title}, with best play: {lines[0]}"), *map(Text, lines[1:]), Text()]


def _rows(wagers: Iterable[ParSheetWager]) -> Table:
    table = _table("Row", "Pays", "Chance %", "")
    for wager in wagers:
        if len(wager.ways_to_win) < 2:
            continue
        table.add_row(Text(wager.title, style="bold"))
        for end in wager.ways_to_win:
            table.add_row(Text(f"  {end.name}"), end.pays, end.chance, end.one_in)
    return table


def _progressive(wager: ParSheetWager, odds: ProgressivePart) -> RenderableType:
    players = "1 player" if odds.players == 1 else f"{odds.players} players"
    line_text = f"Stake {odds.stake}, {players} with it; a prize is {odds.split}."
    lines = [f"Returns {odds.fixed} % of the stake without the meter; envy adds {odds.envy} %.", line_text]
    table = _table("Meter", "Seed", f"{odds.thousand} adds", "Breaks even at")
    for meter in odds.meters:
        table.add_row(meter.title, meter.seed, f"{meter.per_thousand} %", meter.break_even)
    return Group(Text(wager.title, style="bold"), *map(Text, lines), table)


def _effects(wagers: Iterable[ParSheetWager]) -> list[RenderableType]:
    found = [(wager, wager.effects) for wager in wagers if wager.effects]
    found.sort(key=lambda one: -one[1].size)
    shown: list[RenderableType] = [
        Text("One card less of a rank: change of the house edge in percentage points", style="bold"),
        Text("*: can be counted late in the shoe", style="dim"),
        Text(" ".join(f"{letter:>5}" for letter, _ in found[0][1].ranks)),
    ]
    for wager, effects in found:
        mark = " *" if effects.can_be_counted else ""
        line_text = f"{wager.title}{mark}  edge {wager.edge}, sum {effects.sum_of_sizes}, spread {effects.spread}"
        shown += [Text(line_text, style="bold" if mark else ""), Text(_changes(effects))]
    return shown


def _changes(effects: EffectsPart) -> str:
    return " ".join(f"{'-' if change is None else _five_wide(change):>5}" for _, change in effects.ranks)


def _five_wide(change: float) -> str:
    """Return a number in five characters: `+.538`, `-1.24`, `+12.3`."""
    if abs(change) < 0.9995:
        return f"{change:+.3f}".replace("0.", ".", 1)
    return f"{change:+.2f}" if abs(change) < 9.995 else f"{change:+.1f}"
