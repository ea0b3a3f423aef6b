"""Database rows for queries, derived from table events: rounds, jackpots and approvals.

The log contains all of this data too.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import insert, update

from croupier.cage.meters import record_hit
from croupier.house.significant_events import significant_entries
from croupier.people.limit_tracker import LimitTracker
from croupier.store.ledger_accounts import kind_of, owner_of
from croupier.store.schema import approvals, jackpots, round_players, rounds
from croupier.store.unit_of_work import UnitOfWork
from croupier.table import events as e
from croupier.table.command_effect import Actor, CommandEffect
from croupier.table.round_archive import accounts_in
from croupier.table.round_figures import staked_by
from croupier.table.state import TableState

ROUND_PLAYER = insert(round_players)


def write_projections(
    uow: UnitOfWork, guard: LimitTracker, before: TableState, decided: CommandEffect, actor: Actor
) -> None:
    """Write the rows for a command's events: rounds, jackpots, approvals, significant events, player limits."""
    for archived in decided.archived_rounds:
        store_round(uow, archived)
    for event in decided.events:
        _update_rows(uow, before, event, actor)
        for code, text in significant_entries(event):
            uow.note_significant_event(code, text, actor=actor.id, table=before.name, device=actor.terminal or "")
    update_player_limits(uow, guard, before.name, decided)


def store_round(uow: UnitOfWork, archived: Mapping[str, Any]) -> None:
    uow.upsert(rounds, **round_row(archived))
    people = [] if archived["corrections"] else accounts_in(archived)
    if people:
        uow.write(ROUND_PLAYER, *({"round_id": archived["id"], "account": account} for account in people))


def round_row(archived: Mapping[str, Any]) -> dict[str, Any]:
    """Return the database row of an archived round."""
    return {
        "id": archived["id"],
        "table_name": archived["table"],
        "number": archived["number"],
        "shoe": archived["shoe"],
        "opened_at": archived["opened_at"],
        "ended_at": archived["ended_at"],
        "rulebook": archived["settings"]["rulebook"],
        "digest": archived["digest"],
        "version": archived["version"],
        "mode": archived["settings"]["mode"],
        "status": archived["status"],
        "body": json.dumps(archived, sort_keys=True, separators=(",", ":")),
    }


def _update_rows(uow: UnitOfWork, state: TableState, event: e.Event, actor: Actor) -> None:
    match event:
        case e.JackpotHit():
            _jackpot_hit(uow, state, event)
        case e.JackpotConfirmed():
            decided = {"status": "paid" if event.paid else "confirmed", "decided_at": uow.at}
            by = {"executive_by": event.by} if actor.role == "admin" else {"decided_by": event.by}
            uow.write(update(jackpots).where(jackpots.c.id == event.id).values(**decided, **by))
        case e.JackpotRejected():
            _decide_jackpot(uow, event.id, "rejected", actor, event.reason)
        case e.BackOutRequested():
            _insert_approval(uow, state, event, "back-out", {"jackpot": event.jackpot, "cents": event.cents})
        case e.BackOutRejected():
            _decide_approval(uow, state, event.id, "refused", actor)
        case e.JackpotBackedOut():
            _decide_approval(uow, state, event.approval, "approved", actor)
            taken_back = {"status": "backed-out", "reason": event.reason}
            uow.write(update(jackpots).where(jackpots.c.id == event.id).values(**taken_back))
        case e.CorrectionRequested():
            _insert_approval(uow, state, event, "correction", {"place": event.place, "card": event.card})
        case e.RoundCorrected():
            _decide_approval(uow, state, event.approval, "approved", actor)
        case e.CorrectionRejected():
            _decide_approval(uow, state, event.id, "refused", actor)


def _jackpot_hit(uow: UnitOfWork, state: TableState, event: e.JackpotHit) -> None:
    meter = state.settings.house_meter(state.name, event.meter)
    row = {
        "id": event.id,
        "meter": meter,
        "table_name": state.name,
        "round_id": event.round,
        "account": event.account,
        "cents": event.cents,
        "status": "pending",
        "hit_at": uow.at,
    }
    uow.upsert(jackpots, **row)
    record_hit(uow, meter=meter, restarted_at_cents=event.restarts_at)


def _decide_jackpot(uow: UnitOfWork, jackpot: str, status: str, actor: Actor, reason: str) -> None:
    values = {"status": status, "decided_at": uow.at, "decided_by": actor.id, "reason": reason}
    uow.write(update(jackpots).where(jackpots.c.id == jackpot).values(**values))


def _insert_approval(
    uow: UnitOfWork,
    state: TableState,
    event: e.CorrectionRequested | e.BackOutRequested,
    kind: str,
    what: Mapping[str, Any],
) -> None:
    """Store a request to correct a round or to take back a jackpot, which another person has to approve."""
    uow.upsert(
        approvals,
        id=f"{state.name}/{event.id}",
        kind=kind,
        stream=f"table/{state.name}",
        round_id=event.round,
        requested_by=event.by,
        requested_at=uow.at,
        body=json.dumps(what),
        reason=event.reason,
        status="asked",
    )


def _decide_approval(uow: UnitOfWork, state: TableState, approval_id: str, status: str, actor: Actor) -> None:
    values = {"status": status, "decided_by": actor.id, "decided_at": uow.at}
    uow.write(update(approvals).where(approvals.c.id == f"{state.name}/{approval_id}").values(**values))


def update_player_limits(uow: UnitOfWork, guard: LimitTracker, table: str, decided: CommandEffect) -> None:
    """Record stakes, results and corrections of each player for the player's limits."""
    for event in decided.events:
        match event:
            case e.RoundSettled():
                _record_table_stakes(uow, guard, table, event)
                for account, (before, after) in event.balances.items():
                    guard.record_result(uow, user_of(account), after - before, table)
            case e.RoundVoided():
                for account in event.returned:
                    guard.record_void(uow, user_of(account), table)
            case e.RoundCorrected():
                for account, cents in event.differences.items():
                    guard.record_correction(uow, user_of(account), cents)
            case e.WagersPlaced() | e.BankPosted() | e.BankReturned():
                _record_credit_change(uow, guard, table, decided, event.account)


def _record_table_stakes(uow: UnitOfWork, guard: LimitTracker, table: str, event: e.RoundSettled) -> None:
    """Record the chips that each player put into a hand, in games between players.

    Chips in front of a player are not stakes until the player puts them into a hand.
    """
    if not event.between:
        return
    for account in event.balances:
        cents = staked_by({"results": event.results, "put_in": event.put_in}, account)
        open_cents = guard.activity(user_of(account)).open_cents.get(table, 0)
        if cents > open_cents:
            guard.record_stake(uow, user_of(account), cents - open_cents, table)


def _record_credit_change(
    uow: UnitOfWork, guard: LimitTracker, table: str, decided: CommandEffect, account: str
) -> None:
    """Record the cents that a command moved between a player's credit and the table."""
    # In games between players, chips count as staked at settlement, in `_record_table_stakes`.
    change = sum(cents for debit, to, cents in decided.transfers if debit == account and kind_of(to) != "stack")
    change -= sum(cents for _, credit, cents in decided.transfers if credit == account)
    if change:
        guard.record_stake(uow, user_of(account), change, table)


def user_of(account: str) -> int:
    """Return the user id of a player account such as `player:7`."""
    return int(owner_of(account))
