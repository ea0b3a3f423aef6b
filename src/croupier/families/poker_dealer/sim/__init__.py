"""Poker against a player-dealer simulated: every round dealt from a whole deck and played best."""
