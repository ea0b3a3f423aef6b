"""The cage: where cash, credit and tickets change into each other."""
