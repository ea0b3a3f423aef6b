"""Odds of thirteen-card poker."""
