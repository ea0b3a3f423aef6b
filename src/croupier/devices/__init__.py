"""Devices at a table: what a smart shoe says, how it is believed, and a simulator of one."""
