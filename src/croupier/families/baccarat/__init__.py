"""Baccarat: the round, its settlement, boards, odds and terminal presentation."""
