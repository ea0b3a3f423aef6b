"""Live tables: commands, events, state, the bank rotation, dealing, settlement and corrections."""
