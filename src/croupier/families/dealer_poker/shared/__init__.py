"""Code that the games of poker against a player-dealer share."""
