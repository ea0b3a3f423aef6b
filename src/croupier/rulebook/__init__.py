"""Rulebooks: TOML files that define one game as one casino offers it, in a form that a regulator can read."""
