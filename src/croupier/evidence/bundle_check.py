"""Check of a bundle by an outsider, with only the file and, optionally, the house's public key. [R29]"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from croupier.errors import BadInput, Problem, first_problems
from croupier.evidence.bundle import FORMAT, SIGNED_AS
from croupier.evidence.bundle_money import money_findings, stake_findings
from croupier.evidence.bundle_replay import (
    BundledRound,
    bundle_rules,
    fee_differences,
    initial_state,
    last_event,
    rebuild_round,
    round_events,
    settings_of,
)
from croupier.evidence.shoe_check import cards_out, order_findings, revealed_order
from croupier.files import BUNDLE, parse_json
from croupier.rulebook.table_rules import TableRules
from croupier.store.checkpoint import Checkpoint, parse_checkpoint
from croupier.store.keys import verify_signature
from croupier.store.old_event_kinds import with_current_kinds
from croupier.store.record import canonical, chain_hash, genesis
from croupier.table.events import event_of

EVENTS_MOST = 20_000
"""Most events in a bundle. Each event copies the table state, so the time grows with the square of their number."""

Body = Mapping[str, Any]


@dataclass(frozen=True)
class BundleReport:
    """Contents of a bundle, and all findings of its check."""

    body: Body
    checked: tuple[str, ...]
    """Names of the completed checks."""
    findings: tuple[Problem, ...]
    not_checked: tuple[Problem, ...] = ()
    """Checks that this bundle does not support, with the reasons; they are not faults of the round."""
    is_signer_known: bool = False
    """Whether a public key of the house was given for comparison; anybody can sign with their own key."""

    @property
    def is_sound(self) -> bool:
        return self.is_signer_known and not self.findings

    @property
    def round(self) -> Mapping[str, Any] | None:
        """The archived round; None if it was still in play."""
        archived = self.body.get("round")
        return archived if isinstance(archived, dict) else None


def check_bundle(data: bytes, public_text: str | None = None) -> BundleReport:
    """Check a bundle; `public_text` is the house's public key from a trusted source, to compare with the bundle's."""
    body, signature = read_bundle(data)
    rules = cache(lambda: bundle_rules(body))
    current = cache(lambda: _with_current_kinds(body))
    steps: dict[str, Callable[[], Iterator[Problem]]] = {
        "signature": lambda: _signature(body, signature, public_text),
        "chain of records": lambda: _chain(body),
        "checkpoint": lambda: _checkpoint(body),
        "records as the checkpoint has them": lambda: _matches_checkpoint(body),
        "round as the records tell it": lambda: _matches_records(current(), rules()),
        "round played again by its rulebook": lambda: _check_replay(current(), rules()),
        "money": lambda: _money(current(), rules),
        "shoe": lambda: _shoe(current()),
    }
    checked: list[str] = []
    findings: list[Problem] = []
    not_checked: list[Problem] = []
    for name, step in steps.items():
        try:
            findings += step()
            checked.append(name)
        except NotChecked as reason:
            not_checked.append(Problem(name, str(reason)))
        except Exception as error:  # a bundle may contain anything: a failed check is a finding, not a crash
            reason_text = f"{type(error).__name__}: {error}".splitlines()[0][:300]
            findings.append(Problem(name, f"cannot be checked: {reason_text}"))
    return BundleReport(
        body, tuple(checked), first_problems(findings), tuple(not_checked), is_signer_known=public_text is not None
    )


class NotChecked(Exception):  # noqa: N818 - named after the event
    """Exception for a check that is skipped because the bundle lacks what it needs; the message is the reason."""


def read_bundle(data: bytes) -> tuple[Body, str]:
    """Return body and signature of a bundle file; raise `BadInput` if it is not a bundle."""
    try:
        file = parse_json(data, BUNDLE)
        body, signature = file["body"], file["signature"]
        is_ours = body["format"] == FORMAT and isinstance(signature, str) and set(file) == {"body", "signature"}
    except (ValueError, KeyError, TypeError) as error:
        raise BadInput.at("bundle", f"is not a bundle, or is damaged: {error}") from None
    if not is_ours:
        raise BadInput.at("bundle", f"is not a bundle that this program reads ({FORMAT})")
    if (count := events_in(body)) > EVENTS_MOST:
        raise BadInput.at("bundle", f"has {count:,} events; {EVENTS_MOST:,} at most are read")
    return body, signature


def events_in(value: Any) -> int:
    """Return the number of events in a part of a bundle, however deep they are nested."""
    if isinstance(value, dict):
        own = value.get("events")
        return (len(own) if isinstance(own, list) else 0) + sum(map(events_in, value.values()))
    return sum(map(events_in, value)) if isinstance(value, list) else 0


def _with_current_kinds(value: Any) -> Any:
    """Return a part of a bundle in which events of earlier versions have the kind names that the program uses today."""
    if isinstance(value, dict):
        return {
            key: list(with_current_kinds(part)) if key == "events" else _with_current_kinds(part)
            for key, part in value.items()
        }
    return [_with_current_kinds(part) for part in value] if isinstance(value, list) else value


def _signature(body: Body, signature: str, public_text: str | None) -> Iterator[Problem]:
    key = body["public_key"]
    if public_text is not None and key != public_text:
        yield Problem("signature", f"the bundle was signed with the key {key}, not with the house's, {public_text}")
    if not verify_signature(key, SIGNED_AS + canonical(body).encode(), signature):
        yield Problem("signature", "does not match: the bundle was altered after it was signed")


def _chain(body: Body) -> Iterator[Problem]:
    """Check that every record has the right hash and that the round's records follow each other without a gap."""
    stream, chain, own = body["chain"]["stream"], body["chain"], body["records"]
    others = [entry for entry in (body["settings"], *_shoe_entries(body), body["bank"], *body["later"]) if entry]
    for entry in (*own, *others):
        yield from _check_entry(entry, stream)
    before, seq = chain["before"], chain["first"]
    for entry in own:
        if (entry["record"]["seq"], entry["before"]) != (seq, before):
            yield Problem(f"{stream}#{seq}", "is missing, or does not follow the record before it")
            return
        before, seq = entry["hash"], seq + 1
    if (seq - 1, before) != (chain["last"], chain["after"]):
        yield Problem(f"{stream}#{chain['last']}", "is missing: the chain ends before it")
    if chain["first"] == 1 and chain["before"] != genesis(body["house"]["id"], stream):
        yield Problem(f"{stream}#1", "does not begin this house's log")
    yield from _check_duplicates(own, others, stream)


def _shoe_entries(body: Body) -> list[Any]:
    return [body["shoe"]["filled"], body["shoe"]["opened"]]


def _check_entry(entry: Mapping[str, Any], stream: str) -> Iterator[Problem]:
    record = entry["record"]
    where = f"{record['stream']}#{record['seq']}"
    if entry["hash"] != chain_hash(entry["before"], canonical(record)):
        yield Problem(where, "its hash does not match its contents")
    if record["stream"] != stream:
        yield Problem(where, f"is no record of {stream}")


def _check_duplicates(own: list[Any], others: list[Any], stream: str) -> Iterator[Problem]:
    """Check that a record that is in several parts of the bundle is the same in all of them."""
    hashes = {entry["record"]["seq"]: entry["hash"] for entry in own}
    for entry in others:
        seq = entry["record"]["seq"]
        if hashes.setdefault(seq, entry["hash"]) != entry["hash"]:
            yield Problem(f"{stream}#{seq}", "stands here twice, with different contents")


def _signed(body: Body) -> Checkpoint:
    if body["checkpoint"] is None:
        raise NotChecked("the house had signed none when the bundle was made")
    return parse_checkpoint(json.dumps(body["checkpoint"]), "checkpoint")


def _checkpoint(body: Body) -> Iterator[Problem]:
    """Check that the bundle's checkpoint is signed with the house's key and names the house of the bundle."""
    last_checkpoint = _signed(body)
    if not last_checkpoint.is_signed_by(body["public_key"]):
        yield Problem(f"checkpoint {last_checkpoint.id}", "its signature is not the house's")
    if parse_json(last_checkpoint.body, BUNDLE)["house"] != body["house"]["id"]:
        yield Problem(f"checkpoint {last_checkpoint.id}", "is another house's")


def _matches_checkpoint(body: Body) -> Iterator[Problem]:
    """Check that the record that the checkpoint signed for the table's stream has the signed hash in the bundle."""
    last_checkpoint, stream = _signed(body), body["chain"]["stream"]
    seq, signed = parse_json(last_checkpoint.body, BUNDLE)["heads"].get(stream, (0, ""))
    others = (body["settings"], *_shoe_entries(body), body["bank"], *body["later"])
    hashes = {entry["record"]["seq"]: entry["hash"] for entry in (*body["records"], *others) if entry}
    if seq not in hashes:
        raise NotChecked(f"checkpoint {last_checkpoint.id} was made at {stream}#{seq}, which is not in the bundle")
    if hashes[seq] != signed:
        yield Problem(f"{stream}#{seq}", f"is not what checkpoint {last_checkpoint.id} signed")


def _matches_records(body: Body, house: TableRules) -> Iterator[Problem]:
    """Check that the archived round equals the round rebuilt from its records, under the rules in the bundle."""
    yield from _rulebook(body)
    rebuilt, archived = rebuild_round(body, house), body["round"]
    if rebuilt is None or archived is None:
        if rebuilt is not archived:
            yield Problem("round", "the records do not end it" if rebuilt is None else "the records end it")
        return
    if archived.get("id") != body["round_id"]:
        yield Problem("round.id", f"is {archived.get('id')}, and the bundle is of {body['round_id']}")
    for key in sorted(rebuilt.keys() | archived.keys()):
        if rebuilt.get(key) != archived.get(key):
            yield Problem(f"round.{key}", "is not what the records say")


def _rulebook(body: Body) -> Iterator[Problem]:
    given, changed = body["rulebook"], settings_of(body)
    named = {
        "id": changed["settings"]["rulebook"],
        "digest": changed["digest"],
        "options": changed["settings"]["options"],
    }
    for key, value in named.items():
        if given[key] != value:
            yield Problem(f"rulebook.{key}", "is not the one in the table's settings")


def _check_replay(body: Body, house: TableRules) -> Iterator[Problem]:
    archived = body["round"]
    if archived is None:
        raise NotChecked("the round was still in play")
    for difference in (*BundledRound(archived, house).differences(), *fee_differences(archived, house)):
        yield Problem("round", difference)


def _money(body: Body, rules: Callable[[], TableRules]) -> Iterator[Problem]:
    if body["round"] is not None:
        yield from money_findings(body, body["round"])
        return
    state: Any = initial_state(body, rules())
    for event in round_events(body):
        if event["kind"] in ("bets-opened", "wagers-placed"):
            state = event_of(dict(event)).apply(state)
    spots = state.round.spots.values()
    yield from stake_findings(body, "stakes", sum(spot.credit_cents for spot in spots))
    yield from stake_findings(body, "promo-stakes", sum(spot.promotional_cents for spot in spots))


def _shoe(body: Body) -> Iterator[Problem]:
    """Check that a revealed shoe matches its commitment, and that the round's cards were at their places in it."""
    shoe = body["shoe"]
    filled = [one for one in shoe["filled"]["record"]["events"] if one["kind"] == "shoe-loaded"]
    loaded = next((one for one in filled if one["number"] == shoe["number"]), None)
    if loaded is None or (body["round"] and body["round"]["shoe"] != shoe["number"]):
        yield Problem("shoe", "is not the shoe of this round")
        return
    if loaded["digest"] is None:
        raise NotChecked("it was dealt by hand: nobody knew its order beforehand")
    if shoe["opened"] is None:
        raise NotChecked("it was still sealed when the bundle was made")
    order, findings = revealed_order(loaded, last_event(shoe["opened"]["record"]["events"], "shoe-revealed"))
    yield from findings
    yield from order_findings(order, cards_out(round_events(body)), shoe["place"], f"shoe {shoe['number']}")
