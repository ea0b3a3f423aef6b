"""A running house: one writer, its books in memory, its tables, and everything it commits before anyone is told."""
