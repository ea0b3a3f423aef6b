"""Exact odds of three-card poker, with or without a shown dealer's card: best play and its value.

`solver.ThreeCardSolution(rules)` is the entry point of the exact mathematics. The modules
need `croupier[odds]`.
"""
