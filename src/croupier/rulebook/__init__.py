"""Rulebooks: one game as one house offers it, as data that a regulator can read."""
