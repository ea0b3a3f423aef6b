"""Odds of pai gow tiles: exact counts of every deal of two hands, and the best arrangement of every hand."""
