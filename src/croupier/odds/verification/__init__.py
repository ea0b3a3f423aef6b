"""The parts of a verification: what is played, what is compared, what is reported."""
