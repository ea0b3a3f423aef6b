"""Blackjack simulated with real shoes: rounds by the million, every count a whole number."""
