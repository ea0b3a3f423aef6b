"""The families: code that deals a kind of game and leaves facts behind."""
