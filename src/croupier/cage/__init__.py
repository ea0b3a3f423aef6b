"""The cage: exchange of cash, player credit, tickets and promotional chips."""
