"""Tests of the client of a house."""
