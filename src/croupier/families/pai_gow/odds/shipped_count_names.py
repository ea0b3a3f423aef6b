"""Where the package keeps what was counted, and under which name: by all that decides how hands come out."""

from __future__ import annotations

import hashlib
from importlib.resources import files

from croupier.families.pai_gow.house_way import HouseWay

FOLDER = files("croupier.families.pai_gow.odds").joinpath("count_data")


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def name_of(way: HouseWay, named: bool) -> str:
    """Of a house way under its readings."""
    return digest(repr((way.rows, tuple(way.rules), way.low_cards, named)))
