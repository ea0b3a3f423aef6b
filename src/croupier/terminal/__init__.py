"""A game in the terminal: one seat, one shoe after another, play money."""
