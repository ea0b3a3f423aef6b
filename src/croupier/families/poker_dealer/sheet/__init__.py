"""Par sheets of poker against a player-dealer: what every wager is worth with best play, from counts of its rounds."""
