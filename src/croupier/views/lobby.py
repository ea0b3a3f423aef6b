"""The lobby: a tile for each table, with what a player chooses by."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import cast

from croupier.table.state import TableState
from croupier.views.layout import posted_wagers
from croupier.views.meters_seen import progressives_seen
from croupier.views.shapes.lobby import LineLimit, LobbyTile, StakesPosted
from croupier.views.shapes.table import TableSign
from croupier.views.shapes.trends import TileRecord
from croupier.views.stakes_seen import buy_in_seen
from croupier.views.table import PLAY_MONEY, betting_seen


def lobby_view(
    states: Iterable[TableState],
    at: int = 0,
    meters: Mapping[str, int] | None = None,
    signs: Mapping[str, TableSign] | None = None,
) -> list[LobbyTile]:
    """Every table by its number, in the order given where it has no sign. The same for everyone who looks."""
    numbered: list[tuple[TableSign, TableState]] = [
        ((signs or {}).get(state.name) or {"number": place, "called": "", "languages": []}, state)
        for place, state in enumerate(states, 1)
    ]
    return [_tile(state, at, meters or {}, sign) for sign, state in sorted(numbered, key=lambda one: one[0]["number"])]


def _tile(state: TableState, at: int, meters: Mapping[str, int], sign: TableSign) -> LobbyTile:
    written = state.house.book.written
    betting, offers = betting_seen(state, at), state.offers
    return {
        "table": state.name,
        "now": at,
        "mark": PLAY_MONEY if state.demonstration else "",
        "rulebook": written.id,
        "title": written.title,
        "family": written.family,
        "also_called": list(state.game.also_called),
        "house": written.house,
        "banking": written.banking,
        "mode": state.settings.mode,
        "phase": state.phase,
        "is_running": state.is_running,
        "bets_open": betting["is_open"],
        "closes_at": betting["closes_at"],
        "seats": len(state.house.seats),
        "seats_taken": len(state.seats),
        "limit": _line_limit(state),
        "player_dealer": None if offers is None else offers.rotation.player_dealer,
        "progressives": progressives_seen(state, meters),
        "hands_in_shoe": len(state.trends.current.hands),
        **_stakes(state),
        **sign,
        **cast("TileRecord", state.trends.on_tile()),
    }


def _stakes(state: TableState) -> StakesPosted:
    """What one brings, and how many wait, where seats play one another."""
    return {} if state.stakes is None else {"buy_in": buy_in_seen(state), "waiting": len(state.waiting)}


def _line_limit(state: TableState) -> LineLimit:
    """The limits a table is known by: those of its lines; where seats play one another, what one brings."""
    if state.stakes is not None:
        brings = state.stakes.buy_in(state.house)
        return {"least_cents": brings.least, "most_cents": brings.most or 0}
    lines = [wager for wager in posted_wagers(state.settings) if wager["group"] == "line" and not wager["asked"]]
    limits = [wager["limit"] for wager in lines]
    return {
        "least_cents": min((limit["least_cents"] for limit in limits), default=0),
        "most_cents": max((limit["most_cents"] for limit in limits), default=0),
    }
