"""Texas hold'em: players contest a pot among themselves."""
