"""Three-card poker against a player-dealer."""
