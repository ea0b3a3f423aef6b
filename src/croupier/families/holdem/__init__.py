"""Texas hold'em: seats play one another for pots, and the house takes a fee."""
