"""Thirteen cards laid into three rows, everybody against everybody; nobody banks."""
