"""Check of the money of a bundled round: transfers of its records against its results. [R37, R40]

Stakes, bank and fees are paid by separate records and return, with the winnings, in the record that settles. Over all
these records, everybody's gain must equal the results, and nothing may be left in the intermediate accounts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from croupier.errors import Problem
from croupier.evidence.round_records import is_about_round
from croupier.store.ledger_accounts import TableAccountKind, kind_of, player_of, table_account

PEOPLE = ("player", "owed")
STACK = "stack"
LEFT_EMPTY: tuple[TableAccountKind, ...] = ("stakes", "bank", "promo-stakes")
"""Accounts of a table that have no money of a round after its end."""
"""Account kind of the chips in front of a player, which are the player's money too."""
MONEY_EVENTS_OF_ANY_ROUND = ("round-corrected", "jackpot-confirmed", "jackpot-rejected", "jackpot-backed-out")
"""Events that move money of any earlier round.

They may be recorded while this round is in play, and then they are not about this round.
"""


def money_findings(body: Mapping[str, Any], archived: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield a problem for each account that gained another amount in the records than in the results of the round."""
    moved = net_transfers(body)
    due = results_by_account(archived)
    due.update(paid_jackpots(body))
    for account in sorted({*due, *(name for name in moved if kind_of(name) == "player")}):
        if moved[account] != due[account]:
            message = f"the records moved {moved[account]} cents to it, and the results say {due[account]}"
            yield Problem(account, message)
    yield from _wrong_promotional(moved, body, archived)
    table = archived["table"]
    for name in (table_account(kind, table) for kind in LEFT_EMPTY):
        if moved[name]:
            yield Problem(name, f"{moved[name]} cents of the round are left in it")
    if sum(moved.values()):
        yield Problem("money", f"the round's money adds up to {sum(moved.values())} cents and not to nothing")


def _wrong_promotional(moved: Counter[str], body: Mapping[str, Any], archived: Mapping[str, Any]) -> Iterator[Problem]:
    """Check that the promotional chips taken from grants are those of the results.

    Chips that a correction should have taken, but that the house has waived, do not count.
    """
    is_void = archived["status"] == "void"
    taken = 0 if is_void else sum(one.get("promotional_taken_cents", 0) for one in archived["results"])
    events = [event for entry in (*body["records"], *body["later"]) for event in entry["record"]["events"]]
    corrected = [
        event for event in events if event["kind"] == "round-corrected" and is_about_round(event, body["round_id"])
    ]
    forgone = sum(cents for event in corrected for cents in event.get("forgone", {}).values())
    removed = -sum(cents for name, cents in moved.items() if kind_of(name) == "promo")
    if removed != taken - forgone:
        message = f"the records took {removed} cents of promotional chips, and the results say {taken - forgone}"
        yield Problem("promo", message)


def stake_findings(body: Mapping[str, Any], kind: str, staked: int) -> Iterator[Problem]:
    """Check, for a round in play, that the table's account of stakes has exactly the `staked` cents on the layout."""
    table = body["chain"]["stream"].removeprefix("table/")
    escrow = net_transfers(body)[f"{kind}:{table}"]
    if escrow != staked:
        yield Problem(f"{kind}:{table}", f"holds {escrow} cents of the round, and {staked} lie on the layout")


def net_transfers(body: Mapping[str, Any]) -> Counter[str]:
    """Return the net gain of every account in the round's records, in cents.

    A player's chip stack and debts count as the player's own account.
    """
    moved: Counter[str] = Counter()
    for entry in money_records(body):
        for debit, credit, cents in entry["record"]["transfers"]:
            if not isinstance(cents, int) or cents <= 0:
                raise ValueError(f"a transfer of {cents!r} from {debit} to {credit}")
            moved[_person(debit)] -= cents
            moved[_person(credit)] += cents
    return moved


def money_records(body: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the log records that moved money of this round.

    The first record only opens betting: its money belongs to the previous round, unless it starts a hand between seats.
    """
    if body["bank"]:
        yield body["bank"]
    for entry in (*body["records"][1 - _brings_chips(body) :], *body["later"]):
        if not any(_is_of_other_round(event, body["round_id"]) for event in entry["record"]["events"]):
            yield entry


def _brings_chips(body: Mapping[str, Any]) -> bool:
    """Return whether the first record starts a hand between seats, with the chips that the players bring."""
    return any(event["kind"] == "hand-started" for event in body["records"][0]["record"]["events"])


def _is_of_other_round(event: Mapping[str, Any], round_id: str) -> bool:
    return event["kind"] in MONEY_EVENTS_OF_ANY_ROUND and not is_about_round(dict(event), round_id)


def _person(account: str) -> str:
    return (player_of(account) or account) if kind_of(account) in (*PEOPLE, STACK) else account


def results_by_account(archived: Mapping[str, Any]) -> Counter[str]:
    """Return the net gain of every account from a round's results in cents; zero for a void round.

    A net gain is winnings less losses and fees.
    """
    due: Counter[str] = Counter()
    if archived["status"] == "void":
        return due
    for result in archived["results"]:
        due[result["account"]] += result.get("credit_net_cents", result["net_cents"]) - result["jackpot_cents"]
    for account, cents in archived["fees"].items():
        due[account] -= cents
    if archived["bank"]:
        due[archived["bank"]["account"]] += archived["bank"]["net_cents"]
    return due


def paid_jackpots(body: Mapping[str, Any]) -> Counter[str]:
    """Return the cents of this round's jackpots that were confirmed and paid, by account, less those taken back."""
    events = [event for entry in (*body["records"], *body["later"]) for event in entry["record"]["events"]]
    hits = {event["id"]: event for event in events if event["kind"] == "jackpot-hit"}
    paid: Counter[str] = Counter()
    for event in events:
        if event["kind"] == "jackpot-confirmed" and event["paid"] and is_about_round(event, body["round_id"]):
            paid[hits[event["id"]]["account"]] += hits[event["id"]]["cents"]
        if event["kind"] == "jackpot-backed-out" and is_about_round(event, body["round_id"]):
            paid[event["account"]] -= event["cents"]
    return paid
