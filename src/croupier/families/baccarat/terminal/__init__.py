"""Baccarat in the terminal."""
