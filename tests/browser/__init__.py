"""The screens as people use them: a real server, a real browser."""
