"""Tests of the screens with a real server and a real browser."""
