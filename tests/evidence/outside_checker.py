"""Checker of bundles and logs, written from "Checking it without this program" in `docs/explanation/evidence.md` alone.

It imports nothing from croupier, only the standard library and a package for Ed25519. Each check returns a list of
sentences, one for each fault.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from hashlib import sha256
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

BUNDLE, CHECKPOINT, LOG, SHOE = "croupier bundle\n", "croupier checkpoint\n", "croupier log\n", "croupier-shoe-1\n"
FORMAT = "croupier bundle 1"
TOKEN = re.compile(r"sealed-card:(\d+):([0-9a-f]{64}):(\S+)")
ENDS = ("round-settled", "round-voided")


def canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def hashed(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def is_signed(key: str, message: str, signature: str) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(signature), message.encode())
    except (InvalidSignature, ValueError):
        return False
    return True


def check_log(text: str, house: str) -> tuple[list[str], dict[tuple[str, int], str]]:
    """Return the faults of an exported log, and the hash of every record in it."""
    found, hashes = [], {}
    ends: dict[str, tuple[int, str]] = {}
    for line in filter(None, text.split("\n")):
        entry = json.loads(line)
        stream, seq, record = entry["stream"], entry["seq"], json.loads(entry["body"])
        before_seq, before = ends.get(stream, (0, hashed(f"{LOG}{house}\n{stream}")))
        if (record["stream"], record["seq"]) != (stream, seq) or canonical(record) != entry["body"]:
            found.append(f"{stream}#{seq}: its body is another record's, or not canonical")
        if (seq, entry["before"]) != (before_seq + 1, before):
            found.append(f"{stream}#{seq}: does not follow")
        if entry["hash"] != hashed(f"{entry['before']}\n{entry['body']}"):
            found.append(f"{stream}#{seq}: its hash is wrong")
        ends[stream] = seq, entry["hash"]
        hashes[stream, seq] = entry["hash"]
    return found, hashes


def check_checkpoints(text: str, key: str, house: str, log: dict[tuple[str, int], str]) -> list[str]:
    """Return the faults of a file of checkpoints, in its own chain and against the hashes of a log."""
    found, before, number = [], hashed(f"{LOG}{house}\ncheckpoints"), 0
    for line in filter(None, text.split("\n")):
        checkpoint = json.loads(line)
        facts, number = json.loads(checkpoint["body"]), number + 1
        if not is_signed(key, CHECKPOINT + checkpoint["body"], checkpoint["signature"]):
            found.append(f"checkpoint {number}: its signature is wrong")
        if (checkpoint["id"], facts["before"], facts["house"]) != (number, before, house):
            found.append(f"checkpoint {number}: does not follow")
        before = hashed(checkpoint["body"])
        for stream, (seq, head) in facts["heads"].items():
            if seq and log.get((stream, seq)) != head:
                found.append(f"{stream}#{seq}: is not what checkpoint {number} signed")
    return found


def check_bundle(text: str, key: str, log: dict[tuple[str, int], str] | None = None) -> list[str]:
    """Return the faults of a bundle, found by steps 1 to 9 of that section of `docs/explanation/evidence.md`."""
    file = json.loads(text)
    body = file["body"]
    if set(file) != {"body", "signature"} or body["format"] != FORMAT:
        return ["is no bundle"]
    found = []
    if body["public_key"] != key or not is_signed(key, BUNDLE + canonical(body), file["signature"]):
        found.append("1: the signature is not the house's")
    found += [*_entries(body), *_chain(body), *_checkpoint(body, key), *_rulebook(body)]
    found += [*_shoe(body), *_openings(body), *_money(body)]
    for entry in body["records"] if log is not None else ():
        name = entry["record"]["stream"], entry["record"]["seq"]
        if log is not None and log.get(name) != entry["hash"]:
            found.append(f"9: {name[0]}#{name[1]} is not the log's")
    return found


def _all(body: Any) -> list[Any]:
    shoe = body["shoe"]
    other_entries = (body["settings"], body["bank"], shoe["filled"], shoe["opened"], *body["later"])
    return [entry for entry in (*body["records"], *other_entries) if entry is not None]


def _entries(body: Any) -> list[str]:
    found, hash_by_seq = [], {}
    for entry in _all(body):
        record = entry["record"]
        name = f"{record['stream']}#{record['seq']}"
        if entry["hash"] != hashed(f"{entry['before']}\n{canonical(record)}"):
            found.append(f"2: the hash of {name} is wrong")
        if record["stream"] != body["chain"]["stream"]:
            found.append(f"2: {name} is of another stream")
        if hash_by_seq.setdefault(record["seq"], entry["hash"]) != entry["hash"]:
            found.append(f"2: {name} stands here twice")
    return found


def _chain(body: Any) -> list[str]:
    chain, stream = body["chain"], body["chain"]["stream"]
    seq, before = chain["first"], chain["before"]
    for entry in body["records"]:
        if (entry["record"]["seq"], entry["before"]) != (seq, before):
            return [f"3: {stream}#{seq} is missing"]
        seq, before = seq + 1, entry["hash"]
    found = [] if (seq - 1, before) == (chain["last"], chain["after"]) else ["3: the chain does not end as it says"]
    if chain["first"] == 1 and chain["before"] != hashed(f"{LOG}{body['house']['id']}\n{stream}"):
        found.append("3: the chain does not begin the stream")
    return found


def _checkpoint(body: Any, key: str) -> list[str]:
    checkpoint = body["checkpoint"]
    if checkpoint is None:
        return []
    facts, found = json.loads(checkpoint["body"]), []
    if (
        not is_signed(key, CHECKPOINT + checkpoint["body"], checkpoint["signature"])
        or facts["house"] != body["house"]["id"]
    ):
        found.append("4: the checkpoint is not the house's")
    seq, head = facts["heads"].get(body["chain"]["stream"], (0, ""))
    if any(entry["hash"] != head for entry in _all(body) if entry["record"]["seq"] == seq):
        found.append("4: the records are not what the checkpoint signed")
    return found


def _rulebook(body: Any) -> list[str]:
    rulebook = body["rulebook"]
    settings = [event for event in body["settings"]["record"]["events"] if event["kind"] == "settings-changed"][-1]
    if rulebook["digest"] != settings["digest"]:
        return ["5: the rulebook is not the one in the settings"]
    rules = {name: value for name, value in (rulebook["data"] or {}).items() if name != "earlier"}
    return ["5: the rules do not have their digest"] if rules and hashed(canonical(rules)) != rulebook["digest"] else []


def _shoe(body: Any) -> list[str]:
    shoe = body["shoe"]
    filled = [
        e for e in shoe["filled"]["record"]["events"] if e["kind"] == "shoe-loaded" and e["number"] == shoe["number"]
    ]
    if filled[-1]["digest"] is None or shoe["opened"] is None:
        return []
    reveal_events = shoe["opened"]["record"]["events"]
    opened = next(e for e in reveal_events if e["kind"] == "shoe-revealed" and e["number"] == shoe["number"])
    if hashed(f"{SHOE}{opened['nonce']}\n{opened['cut_from_back']}\n{opened['cards']}\n") != filled[-1]["digest"]:
        return ["6: the shoe is not the one that was committed to"]
    order = opened["cards"].split(" ")
    for place, card in enumerate(_cards_out(body), start=shoe["place"]):
        if card is not None and order[place] != card:
            return [f"6: card {place + 1} came out as {card}"]
    return []


def _round(body: Any) -> list[Any]:
    events = [event for entry in body["records"] for event in entry["record"]["events"]]
    begins = next(n for n, e in enumerate(events) if e["kind"] == "bets-opened" and e["round"] == body["round_id"])
    ends = [n for n, event in enumerate(events) if n > begins and event["kind"] in ENDS]
    return events[begins : ends[0] + 1] if ends else events[begins:]


def _cards_out(body: Any) -> list[str | None]:
    out: list[str | None] = []
    opened = {opening["digest"]: opening["card"] for opening in _opened(body)}
    for event in _round(body):
        if event["kind"] == "cards-burned":
            out += [*event["shown"], *[None] * (event["count"] - len(event["shown"]))]
        elif event["kind"] == "card-dealt" or (event["kind"] == "round-input-recorded" and event.get("card")):
            token = TOKEN.fullmatch(event["card"])
            out.append(opened.get(token[2]) if token else event["card"])
    return out


def _opened(body: Any) -> list[Any]:
    events = [event for entry in body["records"] for event in entry["record"]["events"]]
    return [opening for event in events if event["kind"] == "cards-unsealed" for opening in event["openings"]]


def _openings(body: Any) -> list[str]:
    return [
        f"7: {opening['card']} is not the card that was dealt"
        for opening in _opened(body)
        if hashed(f"{SHOE}{opening['nonce']}\n0\n{opening['card']}\n") != opening["digest"]
    ]


def _money(body: Any) -> list[str]:
    moved: Counter[str] = Counter()
    for entry in [entry for entry in (body["bank"], *body["records"]) if entry is not None]:
        for debit, credit, cents in entry["record"]["transfers"]:
            if type(cents) is not int or cents < 1:
                return [f"8: {cents!r} is no amount"]
            moved[debit] -= cents
            moved[credit] += cents
    if body["round"] is None:
        return []
    table = body["chain"]["stream"].removeprefix("table/")
    return [f"8: {name} is left with {moved[name]}" for name in (f"stakes:{table}", f"bank:{table}") if moved[name]]
