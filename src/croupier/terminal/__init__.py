"""A game of baccarat in the terminal: one seat, one shoe after another, play money."""
