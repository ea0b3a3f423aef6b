"""The running system: one writer, balances and tables in memory; results are published only after the commit."""
