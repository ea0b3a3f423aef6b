"""Code that the three pai gow games share."""
