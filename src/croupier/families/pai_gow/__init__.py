"""Pai gow: cards, Chinese dominoes and mah-jong tiles; `shared` has what the three games have in common."""
