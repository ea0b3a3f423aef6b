"""Poker against a player-dealer in the terminal."""
