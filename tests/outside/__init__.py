"""Games from packages outside croupier."""
