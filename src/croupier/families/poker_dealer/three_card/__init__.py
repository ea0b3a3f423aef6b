"""The exact mathematics of three-card poker with one of the dealer's cards exposed: best play, its value.

`solution.Solution(rules)` is the door. `rules` holds plain records and needs nothing else; the rest
needs `croupier[odds]`.
"""
