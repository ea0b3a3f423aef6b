"""The statistical tests of `croupier.odds.fairness`: of drawn numbers, of orders of cards, of the cards themselves."""
