"""Exact odds of Ultimate Texas Hold'em: best play at all three decisions, and its value.

`solution.Solution(rules)` is the entry point. The module `rules` has plain dataclasses without dependencies; the others
need `croupier[odds]`.
"""
