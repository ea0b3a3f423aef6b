"""Several servers of one house: who runs which table, and how commands and records reach the others."""
