"""What a hand of two to seven cards is worth.

>>> from croupier.hands import rank7
>>> rank7("Kh Kd 4s 4c Ks 2d 3d").name
'kings full of fours'

One hand at a time needs the standard library only. Arrays of hands and equities need the extra `odds`, and load what
they need when they are first asked for.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from croupier.errors import BadInput

if TYPE_CHECKING:
    from croupier.cards import JOKER
    from croupier.hands.arrays import card_array, category_counts, ranks2, ranks3, ranks5, ranks6, ranks7, tally
    from croupier.hands.order import Category, JokerRule, ThreeCardCategory, Wheel
    from croupier.hands.ranges import read_range
    from croupier.hands.ranking import HandRank, rank2, rank3, rank5, rank6, rank7
    from croupier.hands.reading import card_of, index_of
    from croupier.hands.sampling import Equities, HandEquity, best_equities, sampled_equities
    from croupier.hands.showdown import Equity, equities, equity
    from croupier.hands.tables import tables_for

PLAIN = {
    "order": ("Category", "JokerRule", "ThreeCardCategory", "Wheel"),
    "ranges": ("read_range",),
    "ranking": ("HandRank", "rank2", "rank3", "rank5", "rank6", "rank7"),
    "reading": ("JOKER", "card_of", "index_of"),
}
"""Modules that need nothing else."""
COMPILED = {
    "arrays": ("card_array", "category_counts", "ranks2", "ranks3", "ranks5", "ranks6", "ranks7", "tally"),
    "sampling": ("Equities", "HandEquity", "best_equities", "sampled_equities"),
    "showdown": ("Equity", "equities", "equity"),
    "tables": ("tables_for",),
}
"""Modules of the extra `odds`."""
HOMES = {name: module for modules in (PLAIN, COMPILED) for module, names in modules.items() for name in names}

__all__ = [
    "JOKER", "Category", "Equities", "Equity", "HandEquity", "HandRank", "JokerRule", "ThreeCardCategory", "Wheel",
    "best_equities", "card_array", "card_of", "category_counts", "equities", "equity", "index_of", "rank2", "rank3",
    "rank5", "rank6", "rank7", "ranks2", "ranks3", "ranks5", "ranks6", "ranks7", "read_range", "sampled_equities",
    "tables_for", "tally",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """Each name imports its module when it is first asked for."""
    home = HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'croupier.hands' has no attribute {name!r}")
    if home in COMPILED and find_spec("numba") is None:
        raise BadInput.at(f"croupier.hands.{name}", "needs Numba; install it with: pip install 'croupier[odds]'")
    return getattr(import_module(f"croupier.hands.{home}"), name)
