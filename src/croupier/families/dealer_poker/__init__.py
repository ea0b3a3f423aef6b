"""Poker against a player-dealer: three-card poker and Ultimate Texas Hold'em (one raise)."""
