"""What every view is made of, written once: the type checker reads it here, the pages' types are made from it.

Amounts are cents, times milliseconds of the server's clock. A key that may be missing says so; one that is not here is
shown to nobody. `pick` takes its keys from these shapes, so that a new key of a record is hidden until it is written
down. A shape's name ends in `Seen` where something else has its plain name already; the pages use the plain one.
"""

from __future__ import annotations

from croupier.views.models import (
    bank,
    decisions,
    events,
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
    *(table, lobby, events),
)
"""In the order in which the pages have them; a part that is not here would let undeclared keys pass."""
