"""War: one card each for two hands, the higher wins; equal cards go on."""
