"""Par sheets of poker against a player-dealer: the odds of every wager with best play."""
