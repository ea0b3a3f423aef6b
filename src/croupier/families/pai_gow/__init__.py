"""Pai gow poker: seven cards, or six, laid into a high hand of five and a low one, against a player-dealer's two."""
