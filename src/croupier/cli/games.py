"""`croupier games`: the list of available rulebooks."""

from __future__ import annotations

import json

from croupier.play import rulebook_library
from croupier.play.family import load_family
from croupier.rulebook.rulebook import Rulebook
from croupier.rulebook.table_rules import TableRules

INDENT = "  "
UNBROKEN = 1000
"""Output width for a pipe, so large that lines never break and other programs can search them."""


def show_games(*, as_json: bool) -> None:
    books = sorted(
        (rulebook_library.load(name) for name in rulebook_library.names()),
        key=lambda book: (book.written.house, book.id),
    )
    if as_json:
        print(json.dumps([_entry(book) for book in books], indent=2))
    else:
        _print(books)


def _entry(book: Rulebook) -> dict[str, object]:
    written = book.written
    return {
        "rulebook": book.id,
        "title": book.title,
        "house": written.house,
        "family": written.family,
        "banking": written.banking,
        "modes": written.modes,
        "wagers": list(TableRules.of(book).wagers),
        "paytables": book.paytables,
        "source": written.source,
        "digest": book.digest,
    }


def _print(books: list[Rulebook]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for heading in ("Rulebook", "Game", "Bank", "Wagers"):
        ids = heading == "Rulebook"
        widest = max(len(book.id) for book in books) + len(INDENT) if ids else None
        table.add_column(heading, no_wrap=heading not in ("Rulebook", "Game"), overflow="fold", min_width=widest)
    last = ""
    for book in sorted(books, key=lambda book: (book.written.house, book.written.family, book.id)):
        if (group := f"{book.written.house}, {load_family(book.written.family).display_name}") != last:
            last = group
            table.add_row(f"[bold]{group}[/bold]")
        table.add_row(f"{INDENT}{book.id}", book.title, book.written.banking, str(len(TableRules.of(book).wagers)))
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = UNBROKEN
    console.print(table)
    print("Rules of one: croupier rules RULEBOOK. Play it: croupier play RULEBOOK.")
