"""Texas hold'em between players, who contest a pot among themselves."""
