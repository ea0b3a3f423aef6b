"""Games in the terminal: one person plays with play money, one shoe after another."""
