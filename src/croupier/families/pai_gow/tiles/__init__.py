"""Pai gow with Chinese dominoes: four tiles are set into two hands of two."""
