"""Documents for people: rules cards, par sheets, strategies, tickets and jackpot pages."""
