"""The help line that goes on every terminal, ticket and rules card, by jurisdiction; the texts: help_lines.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from croupier.errors import BadInput

NATIONAL = "us"
LETTERS_MOST = 160
"""What has room on a ticket."""


def help_line(jurisdiction: str, overrides: Mapping[str, str] | None = None) -> str:
    """The line for a jurisdiction, or for a rulebook, whose id begins with one; the national one elsewhere.

    `overrides`: the operator's own lines by jurisdiction, from the house's configuration.
    """
    prefix = jurisdiction.partition("-")[0].lower()
    own, shipped = overrides or {}, help_lines()
    name = prefix if prefix in own or prefix in shipped else NATIONAL
    return checked(name, own[name]) if name in own else shipped[name]


def checked(jurisdiction: str, line: str) -> str:
    """An operator's own line: one line of print that a ticket has room for, with somewhere to turn to."""
    where = f"help_lines.{jurisdiction}"
    if not line.strip() or not line.isprintable():
        raise BadInput.at(where, "is empty or has more than one line; say who helps and how to reach them")
    if len(line) > LETTERS_MOST:
        raise BadInput.at(where, f"has {len(line)} letters; a ticket has room for {LETTERS_MOST}")
    return line


@cache
def help_lines() -> Mapping[str, str]:
    """The lines that come with the program."""
    text = files("croupier.people").joinpath("help_lines.toml").read_text("utf-8")
    return {name: str(line) for name, line in tomllib.loads(text).items()}
