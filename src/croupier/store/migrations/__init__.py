"""How a house's database came to its present shape, version by version (Alembic)."""
