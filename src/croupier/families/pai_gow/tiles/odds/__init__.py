"""The mathematics of pai gow tiles: every deal of four and four counted, every hand set in the best way."""
