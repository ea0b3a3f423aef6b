"""House edge and other odds of every wager: exact where they can be counted, sampled elsewhere."""
