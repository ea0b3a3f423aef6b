"""View of the lobby: one tile for each table, with the data for the choice of a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from croupier.play.family import family_of
from croupier.table.settings import game_rules
from croupier.table.state import Phase, TableState
from croupier.views.jackpots_view import progressives_view
from croupier.views.layout_view import posted_wagers
from croupier.views.models.lobby import LastHandView, LobbyTileView, TableLimitView, TableStakesSummaryView
from croupier.views.models.table import TableLabelView
from croupier.views.table_stakes_view import buy_in_view
from croupier.views.table_view import PLAY_MONEY, betting_view

QUIET_MS = 60_000
"""Time without a wager, from the opening of the bets, after which a table with players is no longer in play."""


def lobby_view(
    states: Iterable[TableState],
    at: int = 0,
    meters: Mapping[str, int] | None = None,
    signs: Mapping[str, TableLabelView] | None = None,
) -> list[LobbyTileView]:
    """Return one tile for each table, ordered by table number; the same for all viewers.

    A table without a label in `signs` gets its position in `states` as its number.
    """
    numbered: list[tuple[TableLabelView, TableState]] = [
        ((signs or {}).get(state.name) or {"number": place, "display_name": "", "languages": []}, state)
        for place, state in enumerate(states, 1)
    ]
    return [_tile(state, at, meters or {}, sign) for sign, state in sorted(numbered, key=lambda one: one[0]["number"])]


def _tile(state: TableState, at: int, meters: Mapping[str, int], sign: TableLabelView) -> LobbyTileView:
    written = state.rules.rulebook.written
    betting, offers = betting_view(state, at), state.offers
    return {
        "table": state.name,
        "now": at,
        "demo_label": PLAY_MONEY if state.demonstration else "",
        "rulebook": written.id,
        "title": written.title,
        "short_title": written.short_title or written.title,
        "family": written.family,
        "other_names": list(state.family.other_names),
        "house": written.house,
        "banking": written.banking,
        "mode": state.settings.mode,
        "phase": state.phase,
        "is_running": state.is_running,
        "is_in_play": is_in_play(state, at),
        "bets_open": betting["is_open"],
        "closes_at": betting["closes_at"],
        "betting_seconds": state.settings.betting_seconds,
        "seats": len(state.rules.seats),
        "seats_taken": len(state.seats),
        "limit": _line_limit(state),
        "player_dealer": None if offers is None else offers.rotation.player_dealer,
        "progressives": progressives_view(state, meters),
        "hands_in_shoe": len(state.trends.current.hands),
        **_stakes(state),
        **sign,
        "record": state.trends.on_tile(state.family.history),
        "road": state.trends.road_on_tile(state.family.history),
        "last_hand": _last_hand(state),
        "has_jackpot": bool(state.jackpots),
    }


def is_in_play(state: TableState, at: int) -> bool:
    """Return whether a round is played here: wagers are placed, cards are dealt, or the last result is still new.

    A jackpot that waits for confirmation keeps its table in play.
    """
    current = state.round
    if state.phase is Phase.CLOSED:
        return False
    if state.phase is Phase.DEALING or state.jackpots or (current is not None and current.spots):
        return True
    if state.last is None or all(sitter.third_party for sitter in state.seats.values()):
        return False
    if current is None:
        return state.stakes is None or state.can_start_hand
    return at < current.opened_at + QUIET_MS


def _last_hand(state: TableState) -> LastHandView | None:
    """Return the hands that all players share: those that are being dealt, else those of the last settled round."""
    current, last = state.round, state.last
    if current is not None and current.dealt:
        dealt: dict[str, list[str]] = {}
        for card in current.dealt:
            if card.hand in state.family.common_hands and not card.face_down:
                dealt.setdefault(card.hand, []).append(str(card.card))
        if not dealt:
            return None
        return {"cards": dealt, "hand_values": dict(state.family.evaluate_hands(state.rules, dealt))}
    if last is None or last["status"] == "void":
        return None
    rules = game_rules(last["settings"])
    family = family_of(rules)
    cards = {hand: last["cards"][hand] for hand in family.common_hands if hand in last["cards"]}
    values = family.evaluate_hands(rules, last["cards"])
    return {"cards": cards, "hand_values": {hand: value for hand, value in values.items() if hand in cards}}


def _stakes(state: TableState) -> TableStakesSummaryView:
    """Return the buy-in and the length of the waiting list, if seats play against each other."""
    return {} if state.stakes is None else {"buy_in": buy_in_view(state), "waiting": len(state.waiting)}


def _line_limit(state: TableState) -> TableLimitView:
    """Return the limits of the line wagers; if seats play against each other, the limits of the buy-in."""
    if state.stakes is not None:
        brings = state.stakes.buy_in(state.rules)
        return {"least_cents": brings.least, "most_cents": brings.most or 0}
    lines = [
        wager
        for wager in posted_wagers(state.settings)
        if wager["group"] == "line" and not wager["is_placed_during_round"]
    ]
    limits = [wager["limit"] for wager in lines]
    return {
        "least_cents": min((limit["least_cents"] for limit in limits), default=0),
        "most_cents": max((limit["most_cents"] for limit in limits), default=0),
    }
