"""Devices at a table: messages of smart shoes, their authentication, and a simulator."""
