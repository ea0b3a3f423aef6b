"""Restore the players' stakes, wins and losses of the last month at start-up, for their personal limits."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from sqlalchemy import select, tuple_

from croupier.house.house import House
from croupier.house.projections import user_of
from croupier.store.schema import rounds
from croupier.table.round_archive import spot_from_json
from croupier.table.round_figures import staked_by

MONTH_MS = 32 * 24 * 3600 * 1000
PAGE = 1000

Played = dict[int, list[tuple[int, int, int]]]


def restore_activity(house: House) -> None:
    """Restore each player's activity from archived rounds and from open stakes on the tables."""
    played = _settled_rounds(house)
    still_open = _open_stakes(house)
    for user_id in {*played, *still_open}:
        house.limit_tracker.restore_activity(user_id, played.get(user_id, []), still_open.get(user_id, []))


def _settled_rounds(house: House) -> Played:
    """Return the settled rounds of each user of the last 32 days: end time, staked cents and net cents."""
    played: Played = defaultdict(list)
    since = house.clock() - MONTH_MS
    wanted = select(rounds.c.body, rounds.c.ended_at, rounds.c.id).where(rounds.c.status != "void")
    last: tuple[int, str] = (since, "")
    while True:
        page = house.query(
            wanted.where(tuple_(rounds.c.ended_at, rounds.c.id) > last)
            .order_by(rounds.c.ended_at, rounds.c.id)
            .limit(PAGE)
        )
        for row in page:
            _add_round(played, json.loads(row.body))
        if len(page) < PAGE:
            return played
        last = page[-1].ended_at, page[-1].id


def _add_round(played: Played, archived: Mapping[str, Any]) -> None:
    corrected: dict[str, int] = defaultdict(int)
    for change in archived["corrections"]:
        for account, cents in change["differences"].items():
            corrected[account] += cents
    for account, (before, after) in archived["balances"].items():
        staked = sum(spot_from_json(spot).credit_cents for spot in archived["spots"] if spot["account"] == account)
        if archived.get("between"):
            staked = staked_by(archived, account)
        if archived["bank"] and archived["bank"]["account"] == account:
            staked += archived["bank"]["cents"]
        played[user_of(account)].append((archived["ended_at"], staked, after - before + corrected[account]))


def _open_stakes(house: House) -> dict[int, list[tuple[int, int, str]]]:
    """Return the open stakes and banks of each user: time in milliseconds, cents, table."""
    still: dict[int, list[tuple[int, int, str]]] = defaultdict(list)
    for state in house.tables.values():
        if state.round is not None and state.stakes is None:
            for spot in state.round.spots.values():
                still[user_of(spot.account)].append((state.round.opened_at, spot.credit_cents, state.name))
        if state.bank is not None:
            still[user_of(state.bank.account)].append((house.clock(), state.bank.cents, state.name))
    return still
