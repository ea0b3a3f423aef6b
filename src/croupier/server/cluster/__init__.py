"""Several servers of one house: which server runs which table, and how commands and records reach the other servers."""
