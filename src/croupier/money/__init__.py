"""Money: whole cents, odds, banks, settlement, collection."""
