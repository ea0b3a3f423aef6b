"""The exact mathematics of Ultimate Texas Hold'em: best play at all three points, and what it is worth.

`solution.Solution(rules)` is the door. `rules` and `pays` are plain records and need nothing else; the rest
needs `croupier[odds]`.
"""
