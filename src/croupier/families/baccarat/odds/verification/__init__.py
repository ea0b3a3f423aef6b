"""The parts of a verification of baccarat."""
