"""Printing over the Internet Printing Protocol, and the status of printers."""
