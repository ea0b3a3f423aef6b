"""Figures of hold'em: fee sheet and simulation."""
