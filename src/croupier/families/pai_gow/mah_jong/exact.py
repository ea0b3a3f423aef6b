"""Mah-Jong Pai-Gow counted: all 29,070 deals of two tiles and two, by the dots alone."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from croupier.families.pai_gow.mah_jong.facts import columns_of, kinds
from croupier.families.pai_gow.mah_jong.hands import deals
from croupier.odds.fact_table import EXACT, FactTable

DEALS = 29_070


@lru_cache(maxsize=1)
def exact_table() -> FactTable:
    """Every hand against every other; no rule but conditions of wagers looks at them."""
    weights = np.array([ways for _, _, ways in deals()], np.int64)
    assert weights.sum() == DEALS
    return FactTable(weights, EXACT, columns_of(kinds()))
