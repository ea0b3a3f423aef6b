"""Migration scripts, one file for each schema version."""
