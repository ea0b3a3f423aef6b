"""Game in the terminal: one person, one shoe after another, play money."""
