"""Users, roles and permissions, sessions, terminals, and the limits that players set for themselves."""
