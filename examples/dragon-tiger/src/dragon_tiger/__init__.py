"""Dragon Tiger as a package outside croupier: its round, its facts, its rulebook."""
