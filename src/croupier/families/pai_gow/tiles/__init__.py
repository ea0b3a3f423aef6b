"""Pai gow with Chinese dominoes: four tiles set into two hands of two."""
