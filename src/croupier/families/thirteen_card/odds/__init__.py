"""The mathematics of thirteen cards."""
