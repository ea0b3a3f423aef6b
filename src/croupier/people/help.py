"""Help lines for problem gambling on terminals, tickets and rules cards, by jurisdiction (`help_lines.toml`)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from croupier.errors import BadInput

NATIONAL = "us"
LETTERS_MOST = 160
"""Longest line that fits on a ticket, in characters."""


def help_line(jurisdiction: str, overrides: Mapping[str, str] | None = None) -> str:
    """Return the help line for a jurisdiction or a rulebook id; the national line for unknown jurisdictions.

    A rulebook id starts with its jurisdiction. `overrides` are the operator's lines by jurisdiction, from the
    configuration.
    """
    prefix = jurisdiction.partition("-")[0].lower()
    own, shipped = overrides or {}, help_lines()
    name = prefix if prefix in own or prefix in shipped else NATIONAL
    return check_help_line(name, own[name]) if name in own else shipped[name]


def check_help_line(jurisdiction: str, line: str) -> str:
    """Check an operator's help line: one printable line that fits on a ticket."""
    where = f"help_lines.{jurisdiction}"
    if not line.strip() or not line.isprintable():
        raise BadInput.at(where, "is empty or has more than one line; say who helps and how to reach them")
    if len(line) > LETTERS_MOST:
        raise BadInput.at(where, f"has {len(line)} letters; a ticket has room for {LETTERS_MOST}")
    return line


@cache
def help_lines() -> Mapping[str, str]:
    """Return the help lines that are shipped with the program."""
    text = files("croupier.people").joinpath("help_lines.toml").read_text("utf-8")
    return {name: str(line) for name, line in tomllib.loads(text).items()}
