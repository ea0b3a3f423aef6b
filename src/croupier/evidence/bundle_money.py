"""The money of a bundled round: what its records moved, held against what its results say. [R37, R40]

Stakes, bank and fees go out with their own records and come back, with what was won, in the one that settles: over all
of them together everybody has gained what the results say, and nothing is left in between.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from croupier.errors import Problem
from croupier.evidence.round_records import is_about_round
from croupier.store.transaction import kind_of

PEOPLE = ("player", "owed")
STACK = "stack"
"""Chips in front of a player are his own money as well."""
OTHERS_MONEY = ("round-corrected", "jackpot-confirmed", "jackpot-rejected", "jackpot-backed-out")
"""Commands that move money of a round whenever they come: in this round's records they may be about another."""


def wrong_money(body: Mapping[str, Any], kept: Mapping[str, Any]) -> Iterator[Problem]:
    """Where the records moved other sums than the results of a finished round say."""
    moved = moved_by(body)
    due = due_to(kept)
    due.update(paid_jackpots(body))
    for account in sorted({*due, *(name for name in moved if kind_of(name) == "player")}):
        if moved[account] != due[account]:
            said = f"the records moved {moved[account]} cents to it, and the results say {due[account]}"
            yield Problem(account, said)
    yield from _wrong_promotional(moved, body, kept)
    table = kept["table"]
    for name in (f"stakes:{table}", f"bank:{table}", f"promo-stakes:{table}"):
        if moved[name]:
            yield Problem(name, f"{moved[name]} cents of the round are left in it")
    if sum(moved.values()):
        yield Problem("money", f"the round's money adds up to {sum(moved.values())} cents and not to nothing")


def _wrong_promotional(moved: Counter[str], body: Mapping[str, Any], kept: Mapping[str, Any]) -> Iterator[Problem]:
    """Promotional chips: what the results say was taken is gone from the gifts, but for what the house has forgone."""
    is_void = kept["status"] == "void"
    taken = 0 if is_void else sum(one.get("promotional_taken_cents", 0) for one in kept["results"])
    events = [event for entry in (*body["records"], *body["later"]) for event in entry["record"]["events"]]
    corrected = [
        event for event in events if event["kind"] == "round-corrected" and is_about_round(event, body["round_id"])
    ]
    forgone = sum(cents for event in corrected for cents in event.get("forgone", {}).values())
    gone = -sum(cents for name, cents in moved.items() if kind_of(name) == "promo")
    if gone != taken - forgone:
        said = f"the records took {gone} cents of promotional chips, and the results say {taken - forgone}"
        yield Problem("promo", said)


def wrong_stakes(body: Mapping[str, Any], kind: str, staked: int) -> Iterator[Problem]:
    """Of a round in play: what lies in the escrow is what lies on the layout."""
    table = body["chain"]["stream"].removeprefix("table/")
    held = moved_by(body)[f"{kind}:{table}"]
    if held != staked:
        yield Problem(f"{kind}:{table}", f"holds {held} cents of the round, and {staked} lie on the layout")


def moved_by(body: Mapping[str, Any]) -> Counter[str]:
    """What every account gained by the round's records. What a player owes is his own money, the other way round."""
    moved: Counter[str] = Counter()
    for entry in money_records(body):
        for debit, credit, cents in entry["record"]["transfers"]:
            if not isinstance(cents, int) or cents <= 0:
                raise ValueError(f"a transfer of {cents!r} from {debit} to {credit}")
            moved[_person(debit)] -= cents
            moved[_person(credit)] += cents
    return moved


def money_records(body: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The records with money of this round. The first only opens the bets: any money in it is the round's before."""
    if body["bank"]:
        yield body["bank"]
    for entry in (*body["records"][1 - _brings_chips(body) :], *body["later"]):
        if not any(_is_anothers(event, body["round_id"]) for event in entry["record"]["events"]):
            yield entry


def _brings_chips(body: Mapping[str, Any]) -> bool:
    """Whether the first record is the beginning of a hand between seats, with the chips that are brought to it."""
    return any(event["kind"] == "hand-started" for event in body["records"][0]["record"]["events"])


def _is_anothers(event: Mapping[str, Any], round_id: str) -> bool:
    return event["kind"] in OTHERS_MONEY and not is_about_round(dict(event), round_id)


def _person(account: str) -> str:
    if kind_of(account) == STACK:
        return f"player:{account.rpartition('/')[2]}"
    return account.replace("owed:", "player:", 1) if kind_of(account) in PEOPLE else account


def due_to(kept: Mapping[str, Any]) -> Counter[str]:
    """What everybody gained by a round: winnings less losses less fees; by a void one, nothing."""
    due: Counter[str] = Counter()
    if kept["status"] == "void":
        return due
    for one in kept["results"]:
        due[one["account"]] += one.get("credit_net_cents", one["net_cents"]) - one["jackpot_cents"]
    for account, cents in kept["fees"].items():
        due[account] -= cents
    if kept["bank"]:
        due[kept["bank"]["account"]] += kept["bank"]["net_cents"]
    return due


def paid_jackpots(body: Mapping[str, Any]) -> Counter[str]:
    """Jackpots of this round that were confirmed and paid, less what was backed out again."""
    events = [event for entry in (*body["records"], *body["later"]) for event in entry["record"]["events"]]
    hits = {event["id"]: event for event in events if event["kind"] == "jackpot-hit"}
    paid: Counter[str] = Counter()
    for event in events:
        if event["kind"] == "jackpot-confirmed" and event["paid"] and is_about_round(event, body["round_id"]):
            paid[hits[event["id"]]["account"]] += hits[event["id"]]["cents"]
        if event["kind"] == "jackpot-backed-out" and is_about_round(event, body["round_id"]):
            paid[event["account"]] -= event["cents"]
    return paid
