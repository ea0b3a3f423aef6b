"""The numbers of hold'em: equities, what the fee takes, hands by the million."""
