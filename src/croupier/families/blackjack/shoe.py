"""Whether a blackjack table deals from a shoe until its cut card, or every round from whole decks."""

from __future__ import annotations

from croupier.rulebook.house_rules import HouseRules


def is_fresh_each_round(house: HouseRules) -> bool:
    """Where the machine deals, or a shuffler that never stops. [ILANI-BJ-A24]"""
    options = house.options
    if options.get("shoe") == "continuous":
        return True
    by_mode = options.get("shoe") == "by-mode" or options.get("automated_shoe") == "fresh-each-round"
    return by_mode and options.get("mode") == "automated"
