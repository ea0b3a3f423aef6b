"""Pai gow with mah-jong tiles: each hand has two tiles, and the higher hand wins."""
