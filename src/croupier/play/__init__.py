"""The language of rounds, and everything about playing them that is written once."""
