"""Odds of baccarat: exact counts, simulation and verification."""
