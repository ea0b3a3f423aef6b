"""`croupier equity`: the share of the pot of hands and ranges that share a board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from croupier.cli.output import print_compile_time, print_json
from croupier.odds.optional_packages import require_package
from croupier.odds.par_sheet import fraction_text

if TYPE_CHECKING:
    from croupier.hands.sampled_equity import Equities, HandEquity


def show_equity(hands: Sequence[str], *, board: str, dead: str, samples: int | None, seed: int, as_json: bool) -> None:
    """Print every hand's share of the pot: exact if that takes under a second, else sampled with an interval."""
    require_package("numba", "equity")
    from croupier.hands import best_equities

    with print_compile_time():
        found = best_equities(hands, board=board, dead=dead, samples=samples, seed=seed)
    if as_json:
        print_json(_equities_json(found, hands, board, dead, seed))
    else:
        _print(found, hands, board)


def _equities_json(found: Equities, hands: Sequence[str], board: str, dead: str, seed: int) -> dict[str, Any]:
    is_exact = found.method == "exact"
    return {
        "method": found.method,
        "boards": found.boards,
        "board": board,
        "dead": dead,
        "seed": None if is_exact else seed,
        "hands": [_hand_json(written, one) for written, one in zip(hands, found.hands, strict=True)],
    }


def _hand_json(written: str, one: HandEquity) -> dict[str, Any]:
    return {
        "hand": written,
        "equity": float(one.share),
        "equity_exact": fraction_text(one.share) if one.interval is None else None,
        "win": float(one.win),
        "tie": float(one.tie),
        "lose": float(one.lose),
        "interval": one.interval,
    }


def _print(found: Equities, hands: Sequence[str], board: str) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False)
    is_exact = found.method == "exact"
    how = "every deal and board counted" if is_exact else "deals and boards drawn at random"
    console.print(f"{'Board ' + board if board else 'Before the flop'}: {found.boards:,} boards, {how}.")
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("Hand")
    for heading in ("Equity %", *(() if is_exact else ("± 95 %",)), "Win %", "Tie %", "Lose %"):
        table.add_column(heading, justify="right", no_wrap=True)
    for written, hand in zip(hands, found.hands, strict=True):
        figures = [hand.share, *(() if hand.interval is None else (hand.interval,)), hand.win, hand.tie, hand.lose]
        table.add_row(written, *(f"{100 * float(figure):.4f}" for figure in figures))
    console.print(table)
