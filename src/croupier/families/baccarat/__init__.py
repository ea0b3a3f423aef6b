"""Baccarat, from its round to its odds."""
