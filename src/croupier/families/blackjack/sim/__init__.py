"""Simulation of blackjack with shuffled shoes: millions of rounds, all counts as whole numbers."""
