"""Reading what people type at a shell: options as NAME=VALUE, files and standard input."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from croupier.errors import BadInput
from croupier.money.collection import room_sheet_data


def read_options(written: Sequence[str]) -> dict[str, str]:
    """`["decks=6", "paytable=2"]` as names and values."""
    options: dict[str, str] = {}
    for text in written:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise BadInput.at("--option", f'is "{text}"; write NAME=VALUE, such as decks=6')
        options[name.strip()] = value.strip()
    return options


def read_fees(path: Path | None) -> dict[str, Any] | None:
    """A room's own fee sheet from its file; None where none is named."""
    return None if path is None else room_sheet_data(path)
