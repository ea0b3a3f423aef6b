"""Baccarat counted, simulated and verified."""
