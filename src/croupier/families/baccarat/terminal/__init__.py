"""Terminal presentation of baccarat."""
