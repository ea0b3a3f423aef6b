"""`croupier audit book`: print, write, encrypt and decrypt a third-party provider's playing book. [R60]"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rich import box
from rich.console import Console
from rich.table import Table

from croupier.cli.audit import dollars
from croupier.cli.open_database import open_store, write_new
from croupier.errors import BadInput
from croupier.files import KEYS, read_bytes

if TYPE_CHECKING:
    from croupier.table.playing_book import PlayingBookLine

AMOUNTS = ("Posted", "Won", "Lost", "Fee", "Net")


def show_book(
    database: str, players: list[str], *, csv: Path | None, encrypt: bool, key_file: Path | None, as_json: bool
) -> None:
    """Print a provider's playing book as a table or JSON lines, or write it to a file that may be encrypted."""
    from croupier.evidence.playing_book_export import provider_book
    from croupier.table.playing_book import as_csv, as_json_lines

    if (encrypt or key_file) and csv is None:
        raise BadInput.at("--encrypt", "locks a file: name it with --csv")
    if key_file and not encrypt:
        raise BadInput.at("--key-file", "goes with --encrypt")
    with open_store(database, read_only=True) as store:
        lines = provider_book(store, players)
    if csv is not None:
        _write(csv, as_csv(lines), encrypt=encrypt, key_file=key_file)
    elif as_json:
        sys.stdout.write(as_json_lines(lines))
    else:
        _print(lines)


def _write(path: Path, text: str, *, encrypt: bool, key_file: Path | None) -> None:
    """Write the playing book to a file; if it is encrypted, write the key to its own file or print it once."""
    from croupier.evidence.playing_book_export import encrypt_book, new_key

    if not encrypt:
        write_new(path, text.encode(), private=True)
        return
    is_there = key_file is not None and key_file.exists()
    key = _key_in(key_file) if key_file is not None and is_there else new_key()
    data = encrypt_book(text, key)
    if key_file is not None and not is_there:
        write_new(key_file, f"{key}\n".encode(), private=True)
    write_new(path, data, private=True)
    if key_file is None:
        print(f"The key, which is kept nowhere else: {key}")


def _key_in(path: Path) -> str:
    try:
        return read_bytes(path, KEYS.bytes_most).decode("ascii").strip()
    except UnicodeDecodeError:
        raise BadInput.at(str(path), "holds no key of a playing book") from None


def unlock_book(file: Path, key_file: Path) -> None:
    """Decrypt and print a playing book."""
    from croupier.evidence.playing_book_export import decrypt_book

    sys.stdout.write(decrypt_book(read_bytes(file), _key_in(key_file)))


def _print(lines: tuple[PlayingBookLine, ...]) -> None:
    from croupier.table.playing_book import totals

    shown = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    for heading in ("Time", "Round", "Seat", "As", *AMOUNTS, "User", "Terminal"):
        shown.add_column(heading, justify="right" if heading in AMOUNTS else "left")
    for line in lines:
        money = (line.posted_cents, line.won_cents, line.lost_cents, line.collection_cents, line.net_cents)
        banked = "bank" if line.player_dealer else "bettor"
        shown.add_row(line.time, line.round, str(line.seat), banked, *map(dollars, money), line.user, line.terminal)
    console = Console(highlight=False, markup=False)
    console.print(shown)
    every = totals(lines)
    console.print(f"{every.lines:,} lines, {every.hands_banked:,} hands banked, net {dollars(every.net_cents)}.")
