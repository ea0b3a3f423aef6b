"""What the three pai gow games have in common."""
