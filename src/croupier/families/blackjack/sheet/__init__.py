"""Par sheet of a blackjack game: bonus wagers by counting, the main wager by perfect play."""
