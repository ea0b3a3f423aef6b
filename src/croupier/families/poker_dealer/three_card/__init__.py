"""Exact odds of three-card poker, with or without a shown dealer's card: best play and its value.

`solution.Solution(rules)` is the entry point. The module `rules` has plain dataclasses without dependencies; the others
need `croupier[odds]`.
"""
