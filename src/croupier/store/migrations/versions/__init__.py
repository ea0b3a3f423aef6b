"""Schema versions, one file each."""
