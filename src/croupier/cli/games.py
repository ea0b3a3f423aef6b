"""`croupier games`: the list of available rulebooks."""

from __future__ import annotations

import json

from croupier.play.rulebook_list import ListedRulebook, listed_rulebooks

INDENT = "  "
UNBROKEN = 1000
"""Output width for a pipe, so large that lines never break and other programs can search them."""


def show_games(*, as_json: bool) -> None:
    books = sorted(listed_rulebooks(), key=lambda book: (book.house, book.rulebook))
    if as_json:
        print(json.dumps([book.json() for book in books], indent=2))
    else:
        _print(books)


def _print(books: list[ListedRulebook]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for heading in ("Rulebook", "Game", "Bank", "Wagers"):
        ids = heading == "Rulebook"
        widest = max(len(book.rulebook) for book in books) + len(INDENT) if ids else None
        table.add_column(heading, no_wrap=heading not in ("Rulebook", "Game"), overflow="fold", min_width=widest)
    last = ""
    for book in sorted(books, key=lambda book: (book.house, book.family, book.rulebook)):
        if (group := f"{book.house}, {book.family_title}") != last:
            last = group
            table.add_row(f"[bold]{group}[/bold]")
        table.add_row(f"{INDENT}{book.rulebook}", book.title, book.banking, str(len(book.wagers)))
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = UNBROKEN
    console.print(table)
    print("Rules of one: croupier rules RULEBOOK. Play it: croupier play RULEBOOK.")
