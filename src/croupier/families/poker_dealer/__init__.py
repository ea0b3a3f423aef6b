"""Poker against a player-dealer: three-card poker and hold'em with one raise."""
