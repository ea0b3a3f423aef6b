"""Odds of pai gow poker: hand classes, compiled house way, and exact counts of all deals of two hands."""
