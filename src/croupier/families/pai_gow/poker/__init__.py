"""Pai gow poker: seven or six cards, set into a high hand of five and a low hand, against the player-dealer's hands."""
