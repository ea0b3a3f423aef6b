"""War: two hands get one card each and the higher card wins; equal cards go to war, with one more card each."""
