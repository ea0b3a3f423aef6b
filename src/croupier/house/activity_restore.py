"""At the start of a house: what its players have staked, won and lost this month, for their own limits."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from sqlalchemy import select

from croupier.house.house import House
from croupier.house.projections import user_of
from croupier.store.schema import rounds
from croupier.table.round_archive import spot_from_json
from croupier.table.round_figures import staked_by

MONTH_MS = 32 * 24 * 3600 * 1000
PAGE = 1000

Played = dict[int, list[tuple[int, int, int]]]


def restore_activity(house: House) -> None:
    """From the rounds that were kept, and from what lies on the tables now."""
    played = _played(house)
    still_open = _open(house)
    for user_id in {*played, *still_open}:
        house.guard.restore_activity(user_id, played.get(user_id, []), still_open.get(user_id, []))


def _played(house: House) -> Played:
    """Each player's settled rounds, oldest first: when, staked, won or lost."""
    played: Played = defaultdict(list)
    since = house.clock() - MONTH_MS
    wanted = select(rounds.c.body, rounds.c.ended_at, rounds.c.id).where(rounds.c.status != "void")
    last: tuple[int, str] = (since, "")
    while True:
        page = house.query(
            wanted.where((rounds.c.ended_at > last[0]) | ((rounds.c.ended_at == last[0]) & (rounds.c.id > last[1])))
            .order_by(rounds.c.ended_at, rounds.c.id)
            .limit(PAGE)
        )
        for row in page:
            _add(played, json.loads(row.body))
        if len(page) < PAGE:
            return played
        last = page[-1].ended_at, page[-1].id


def _add(played: Played, kept: Mapping[str, Any]) -> None:
    corrected: dict[str, int] = defaultdict(int)
    for change in kept["corrections"]:
        for account, cents in change["differences"].items():
            corrected[account] += cents
    for account, (before, after) in kept["balances"].items():
        staked = sum(spot_from_json(spot).credit_cents for spot in kept["spots"] if spot["account"] == account)
        if kept.get("between"):
            staked = staked_by(kept, account)
        if kept["bank"] and kept["bank"]["account"] == account:
            staked += kept["bank"]["cents"]
        played[user_of(account)].append((kept["ended_at"], staked, after - before + corrected[account]))


def _open(house: House) -> dict[int, list[tuple[int, int, str]]]:
    """What each player has on a table now: since when, how much, where."""
    still: dict[int, list[tuple[int, int, str]]] = defaultdict(list)
    for state in house.tables.values():
        if state.round is not None and state.stakes is None:
            for spot in state.round.spots.values():
                still[user_of(spot.account)].append((state.round.opened_at, spot.credit_cents, state.name))
        if state.bank is not None:
            still[user_of(state.bank.account)].append((house.clock(), state.bank.cents, state.name))
    return still
