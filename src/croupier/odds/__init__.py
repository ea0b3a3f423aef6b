"""Odds: every wager's edge, exact where it can be counted, sampled where it cannot."""
