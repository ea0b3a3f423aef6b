"""Blackjack, from its round to its odds."""
