"""Ultimate Texas Hold'em: poker against a player-dealer with five community cards and one raise."""
