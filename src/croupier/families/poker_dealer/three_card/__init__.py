"""The exact mathematics of three-card poker with one of the dealer's cards exposed: best play, its value, the bonuses.

`game.ThreeCard` is the door: `ThreeCard(rules).solve()`. `rules` holds plain records and needs nothing else; the rest
needs `croupier[odds]`.
"""
