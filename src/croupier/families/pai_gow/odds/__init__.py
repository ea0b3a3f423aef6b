"""The exact mathematics of pai gow poker: classes of hands, hands set by the million, and every deal of two counted."""
