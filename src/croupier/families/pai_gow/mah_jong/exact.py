"""Exact odds of mah-jong pai gow: all 29,070 deals of two tiles against two, counted by dots."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from croupier.families.pai_gow.mah_jong.facts import all_hand_pairs, columns_of
from croupier.families.pai_gow.mah_jong.hand_values import deals
from croupier.odds.fact_table import EXACT, FactTable

DEALS = 29_070


@lru_cache(maxsize=1)
def exact_table() -> FactTable:
    """Return the facts of each two hands that can meet, weighted by deals; they are the same for all rulebooks."""
    weights = np.array([ways for _, _, ways in deals()], np.int64)
    assert weights.sum() == DEALS
    return FactTable(weights, EXACT, columns_of(all_hand_pairs()))
