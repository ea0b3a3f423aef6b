"""`TypedDict` classes of all views; the types of the web pages are generated from them.

Amounts are in cents, times in milliseconds since the epoch by the server's clock. A key that may be missing is
`NotRequired`. `pick_fields` copies only the declared keys, so a new key of a record stays hidden until it is declared
here. In TypeScript the names lose the suffix `View`, except `TableView`.
"""

from __future__ import annotations

from croupier.views.models import (
    bank,
    decisions,
    events,
    floor,
    frames,
    game,
    hands,
    jackpots,
    lobby,
    player,
    results,
    rounds,
    seats,
    settings,
    staff,
    table,
    table_stakes,
    trends,
    wagers,
)

PARTS = (
    *(trends, wagers, game, settings),
    *(hands, decisions, seats, results, bank, jackpots),
    *(player, staff, table_stakes, rounds),
    *(table, lobby, floor, events, frames),
)
"""Modules in the order of the generated file; in a module that is missing here, undeclared keys would not be refused.
"""
