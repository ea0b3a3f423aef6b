"""Blackjack: rounds, settlement, odds and documents."""
