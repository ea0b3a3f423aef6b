"""Statistical tests of `croupier.odds.fairness`: drawn numbers, orders of cards, and faces of cards."""
