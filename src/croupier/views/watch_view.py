"""View of one table's wagers for surveillance: stakes of each seat by wager, with their sums.

It has no cards: those are in the view of the table, as surveillance may see them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Literal

from typing_extensions import TypedDict

from croupier.store.ledger_accounts import AccountName
from croupier.table.state import AddedWager, SpotBets, TableState


class WatchedSeatView(TypedDict):
    """Stakes of one bettor at one seat."""

    seat: int
    bettor: str
    account: AccountName
    name: str
    """Name of the player in the seat; empty for a backline bettor, and after the player has left."""
    is_bot: bool
    stakes: dict[str, int]
    """Cents by wager."""
    staked_cents: int


class WatchedWagersView(TypedDict):
    """Wagers of the round in play, or of the last round while none is in play."""

    status: Literal["betting", "locked", "over", "none"]
    seats: list[WatchedSeatView]
    wagers: list[str]
    """Wagers with a stake, in the order of the layout."""
    totals: dict[str, int]
    """Cents of all seats by wager."""
    staked_cents: int


def watched_wagers(state: TableState) -> WatchedWagersView:
    """Return the stakes of all seats, with their sums by seat and by wager.

    Where seats play against each other, these are the chips that they brought into the hand.
    """
    current, last = state.round, state.last
    spots: Iterable[SpotBets | AddedWager] = ()
    status: Literal["betting", "locked", "over", "none"] = "none"
    if current is not None:
        spots = [*current.spots.values(), *current.added_wagers]
        status = "betting" if current.closed_at is None else "locked"
    elif last is not None and "spots" in last:
        spots, status = last["spots"], "over"
    stakes: dict[tuple[int, str, AccountName], Counter[str]] = {}
    for spot in spots:
        placed = {spot.wager: spot.cents} if isinstance(spot, AddedWager) else spot.wagers
        stakes.setdefault((spot.seat, spot.bettor, spot.account), Counter()).update(placed)
    totals = sum(stakes.values(), Counter[str]())
    return {
        "status": status,
        "seats": [_seat(state, *whose, by_wager) for whose, by_wager in sorted(stakes.items())],
        "wagers": [wager for wager in state.rules.wagers if wager in totals],
        "totals": dict(totals),
        "staked_cents": totals.total(),
    }


def _seat(state: TableState, seat: int, bettor: str, account: AccountName, stakes: Counter[str]) -> WatchedSeatView:
    sitter = state.seats.get(seat)
    is_there = sitter is not None and sitter.account == account
    return {
        "seat": seat,
        "bettor": bettor,
        "account": account,
        "name": sitter.name if sitter is not None and is_there else "",
        "is_bot": sitter is not None and is_there and sitter.bot,
        "stakes": dict(stakes),
        "staked_cents": stakes.total(),
    }
