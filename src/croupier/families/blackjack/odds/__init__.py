"""Exact odds of blackjack: perfect play, the best chart, insurance, and effects of removal.

`solver.BlackjackSolver` is the entry point. The modules `actions` (charts) and `payoffs` need only NumPy; the others
need `croupier[odds]`.
"""
