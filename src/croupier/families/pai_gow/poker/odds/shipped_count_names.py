"""Folder and file names of the precomputed hand counts shipped with the package.

The name is a digest of everything that the counts depend on.
"""

from __future__ import annotations

import hashlib
from importlib.resources import files

from croupier.families.pai_gow.poker.house_way import PokerHouseWay

FOLDER = files("croupier.families.pai_gow.poker.odds").joinpath("count_data")


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def counts_file_name(way: PokerHouseWay, named: bool) -> str:
    """Return the name, without suffix, of the file with the precomputed counts for a house way."""
    return digest(repr((way.rows, tuple(way.rules), way.low_cards, named)))
