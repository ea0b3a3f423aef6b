"""Evidence: signed bundles of single rounds, the log replayed from its first record, shoes opened, files checked."""
