"""The rooms: one package a family of games, reached through one door."""
