"""The third-card table, as the rules card prints it."""

from __future__ import annotations

from itertools import groupby

from croupier.documents.card_parts import DrawingCard
from croupier.documents.card_table import spans
from croupier.documents.card_words import Words
from croupier.families.baccarat.section import section_of
from croupier.rulebook.house_rules import HouseRules


def drawing_card(house: HouseRules) -> DrawingCard:
    drawing = section_of(house)
    draws_on = {total: drawing.banker_draws_on_third.get(str(total), []) for total in range(8)}
    rows = [
        (spans(total for total, _ in together), _draws(on))
        for on, together in groupby(draws_on.items(), key=lambda pair: pair[1])
    ]
    return DrawingCard(
        spans(drawing.player_draws_on),
        spans(drawing.banker_draws_when_player_stood),
        tuple(rows),
        Words(house).cite(drawing.cite),
    )


def _draws(on: list[int]) -> str:
    """What the Banker does, by the points of the Player's third card."""
    stands_on = sorted(set(range(10)) - set(on))
    if not on:
        return "never draws"
    if not stands_on:
        return "always draws"
    return f"draws unless it was {stands_on[0]}" if len(stands_on) == 1 else f"draws against {spans(on)}"
