"""Thirteen-card poker: each player sets three rows and plays against every other player; nobody banks."""
