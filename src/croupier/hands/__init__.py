"""Ranking of hands of two to seven cards, and the equities of such hands.

>>> from croupier.hands import rank7
>>> rank7("Kh Kd 4s 4c Ks 2d 3d").name
'kings full of fours'

Ranking one hand needs only the standard library. Arrays of hands and equities need the optional packages of the extra
`odds`, which are imported at the first use.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from croupier.errors import BadInput

if TYPE_CHECKING:
    from croupier.cards import JOKER
    from croupier.hands.card_parsing import card_of, index_of
    from croupier.hands.exact_equity import Equity, equities, equity
    from croupier.hands.hand_ranges import read_range
    from croupier.hands.hand_strength import Category, JokerRule, ThreeCardCategory, Wheel
    from croupier.hands.rank_arrays import card_array, category_counts, ranks2, ranks3, ranks5, ranks6, ranks7, tally
    from croupier.hands.rank_hand import HandRank, rank2, rank3, rank5, rank6, rank7
    from croupier.hands.rank_tables import tables_for
    from croupier.hands.sampled_equity import Equities, HandEquity, best_equities, sampled_equities

STANDARD_MODULES = {
    "hand_strength": ("Category", "JokerRule", "ThreeCardCategory", "Wheel"),
    "hand_ranges": ("read_range",),
    "rank_hand": ("HandRank", "rank2", "rank3", "rank5", "rank6", "rank7"),
    "card_parsing": ("JOKER", "card_of", "index_of"),
}
"""Names of the modules that need only the standard library."""
COMPILED_MODULES = {
    "rank_arrays": ("card_array", "category_counts", "ranks2", "ranks3", "ranks5", "ranks6", "ranks7", "tally"),
    "sampled_equity": ("Equities", "HandEquity", "best_equities", "sampled_equities"),
    "exact_equity": ("Equity", "equities", "equity"),
    "rank_tables": ("tables_for",),
}
"""Names of the modules that need the extra `odds`."""
MODULE_OF_NAME = {
    name: module
    for modules in (STANDARD_MODULES, COMPILED_MODULES)
    for module, names in modules.items()
    for name in names
}

__all__ = [
    "JOKER", "Category", "Equities", "Equity", "HandEquity", "HandRank", "JokerRule", "ThreeCardCategory", "Wheel",
    "best_equities", "card_array", "card_of", "category_counts", "equities", "equity", "index_of", "rank2", "rank3",
    "rank5", "rank6", "rank7", "ranks2", "ranks3", "ranks5", "ranks6", "ranks7", "read_range", "sampled_equities",
    "tables_for", "tally",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """Import the module of a public name at its first use."""
    home = MODULE_OF_NAME.get(name)
    if home is None:
        raise AttributeError(f"module 'croupier.hands' has no attribute {name!r}")
    if home in COMPILED_MODULES and find_spec("numba") is None:
        raise BadInput.at(f"croupier.hands.{name}", "needs Numba; install it with: pip install 'croupier[odds]'")
    return getattr(import_module(f"croupier.hands.{home}"), name)
