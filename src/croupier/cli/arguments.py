"""Parsers for command-line arguments: options as NAME=VALUE, and fee sheet files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from croupier.errors import BadInput
from croupier.money.collection import read_fee_sheet_file


def read_options(written: Sequence[str]) -> dict[str, str]:
    """Parse options such as `["decks=6", "paytable=2"]` to names and values."""
    options: dict[str, str] = {}
    for text in written:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise BadInput.at("--option", f'is "{text}"; write NAME=VALUE, such as decks=6')
        options[name.strip()] = value.strip()
    return options


def read_fees(path: Path | None) -> dict[str, Any] | None:
    """Read a cardroom's own fee sheet from a file; return None if no file is given."""
    return None if path is None else read_fee_sheet_file(path)
