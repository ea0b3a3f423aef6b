"""Simulation of poker against a player-dealer: every round from a whole deck, with best play."""
