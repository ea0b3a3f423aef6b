"""The exact mathematics of blackjack: perfect play, the best chart, insurance, what a card is worth.

`game.Blackjack` is the door. `actions` (charts) and `payoffs` need nothing but NumPy; the rest needs `croupier[odds]`.
"""
