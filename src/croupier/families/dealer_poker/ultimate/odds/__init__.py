"""Exact odds of Ultimate Texas Hold'em: best play at all three decisions, and its value.

`solver.UltimateSolution(rules)` is the entry point of the exact mathematics. The modules
need `croupier[odds]`.
"""
