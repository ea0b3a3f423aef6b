"""The par sheet of a blackjack game: bonus wagers counted, the main wager by perfect play."""
