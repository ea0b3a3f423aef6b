"""Rounds of any game: what a round needs, how it is played, replayed and settled, and the family interface."""
