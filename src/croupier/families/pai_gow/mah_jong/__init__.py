"""Pai gow with mah-jong tiles: two tiles each, the higher hand wins."""
