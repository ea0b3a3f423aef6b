"""The exact mathematics of Ultimate Texas Hold'em: best play at all three points, what it is worth, the bonuses.

`game.Holdem` is the door: `Holdem(rules).solve()`. `rules` and `pays` are plain records and need nothing else; the rest
needs `croupier[odds]`.
"""
