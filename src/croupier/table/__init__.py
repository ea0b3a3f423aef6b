"""The live table: who banks, who acts, what is refused."""
