"""Check a signed bundle, or the signature of a report, without croupier: python check_bundle.py FILE PUBLIC_KEY

Written from "Checking it without this program" in docs/explanation/evidence.md; the numbers are that page's steps.
Needs Python and one package, cryptography, for Ed25519. Prints what is wrong; exit status 0 if nothing is.
"""

import json
import re
import sys
from collections import Counter
from hashlib import sha256
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

SHOE, TOKEN = "croupier-shoe-1\n", re.compile(r"sealed-card:\d+:([0-9a-f]{64}):\S+")


def text_of(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def digest(text):
    return sha256(text.encode()).hexdigest()


def is_signed(key, message, signature):
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(signature), message.encode())
    except (InvalidSignature, ValueError):
        return False
    return True


def events_of(entries, *kinds):
    return [event for entry in entries if entry for event in entry["record"]["events"] if event["kind"] in kinds]


def faults(bundle, key):
    """Yield every fault of a bundle, from the house's public key in hexadecimal."""
    body, chain, shoe = bundle["body"], bundle["body"]["chain"], bundle["body"]["shoe"]
    if body["public_key"] != key or not is_signed(key, "croupier bundle\n" + text_of(body), bundle["signature"]):
        yield "1: the signature is not the house's"
    before, seq = chain["before"], chain["first"]
    for entry in (*body["records"], body["settings"], body["bank"], shoe["filled"], shoe["opened"], *body["later"]):
        if entry and entry["hash"] != digest(f"{entry['before']}\n{text_of(entry['record'])}"):
            yield f"2: the hash of record {entry['record']['seq']} is wrong"
        if entry and entry["record"]["stream"] != chain["stream"]:
            yield f"2: record {entry['record']['seq']} is of another table"
    for entry in body["records"]:
        if (entry["before"], entry["record"]["seq"]) != (before, seq):
            yield f"3: record {seq} is missing"
        before, seq = entry["hash"], entry["record"]["seq"] + 1
    start = digest(f"croupier log\n{body['house']['id']}\n{chain['stream']}")
    if (before, seq - 1) != (chain["after"], chain["last"]) or (chain["first"] == 1 and chain["before"] != start):
        yield "3: the records do not begin or end as the chain says"
    if point := body["checkpoint"]:
        head = json.loads(point["body"])["heads"].get(chain["stream"], [0, ""])
        if not is_signed(key, "croupier checkpoint\n" + point["body"], point["signature"]):
            yield "4: the signature of the checkpoint is not the house's"
        if any([e["record"]["seq"], e["hash"]] != head for e in body["records"] if e["record"]["seq"] == head[0]):
            yield "4: the records are not those that the checkpoint signed"
    rules = {name: value for name, value in (body["rulebook"]["data"] or {}).items() if name != "earlier"}
    in_force = events_of([body["settings"]], "settings-changed")[-1]["digest"]
    if body["rulebook"]["digest"] != in_force or (rules and digest(text_of(rules)) != in_force):
        yield "5: the rules are not those that the table was set to"
    opened = {one["digest"]: one for e in events_of(body["records"], "cards-unsealed") for one in e["openings"]}
    yield from shoe_faults(body, shoe, opened)
    for sealed, one in opened.items():
        if digest(f"{SHOE}{one['nonce']}\n0\n{one['card']}\n") != sealed:
            yield f"7: {one['card']} is not the card that was dealt face down"
    balance = Counter()
    for debit, credit, cents in (t for e in (body["bank"], *body["records"]) if e for t in e["record"]["transfers"]):
        balance.update({debit: -cents, credit: cents})
    for name in ("stakes", "bank") if body["round"] else ():
        if left := balance[f"{name}:{chain['stream'].removeprefix('table/')}"]:
            yield f"8: {left} cents are left in {name}"


def shoe_faults(body, shoe, opened):
    """Yield the faults of the shoe's commitment, and of each card against its place in the shoe."""
    loaded = [e for e in events_of([shoe["filled"]], "shoe-loaded") if e["number"] == shoe["number"]][-1]
    if loaded["digest"] is None or shoe["opened"] is None:
        return
    shown = next(e for e in events_of([shoe["opened"]], "shoe-revealed") if e["number"] == shoe["number"])
    if digest(f"{SHOE}{shown['nonce']}\n{shown['cut_from_back']}\n{shown['cards']}\n") != loaded["digest"]:
        yield "6: the shoe is not the one that was committed to"
    out, dealt = [], False
    for event in (event for entry in body["records"] for event in entry["record"]["events"]):
        dealt = dealt or (event["kind"] == "bets-opened" and event["round"] == body["round_id"])
        if dealt and event["kind"] == "cards-burned":
            out += [*event["shown"], *[None] * (event["count"] - len(event["shown"]))]
        elif dealt and event["kind"] in ("card-dealt", "round-input-recorded") and event.get("card"):
            token = TOKEN.fullmatch(event["card"])
            out.append(opened.get(token[1], {}).get("card") if token else event["card"])
        elif dealt and event["kind"] in ("round-settled", "round-voided"):
            break
    for place, card in enumerate(out, start=shoe["place"]):
        if card is not None and shown["cards"].split(" ")[place] != card:
            yield f"6: card {place + 1} of the shoe came out as {card}"


def file_faults(signed, key, folder):
    """Yield the faults of the signature of a file, such as a report, that lies beside it."""
    body = signed["body"]
    if body["public_key"] != key or not is_signed(key, "croupier file\n" + text_of(body), signed["signature"]):
        yield "the signature is not the house's"
    if sha256((folder / Path(body["file"]).name).read_bytes()).hexdigest() != body["sha256"]:
        yield f"{body['file']} is not the file that was signed"


if __name__ == "__main__":
    try:
        path, key = Path(sys.argv[1]), sys.argv[2]
        signed = json.loads(path.read_text("utf-8"))
        is_file = signed["body"]["format"] == "croupier file 1"
        found = list(file_faults(signed, key, path.parent) if is_file else faults(signed, key))
    except (OSError, ValueError, LookupError, TypeError, AttributeError, StopIteration, RuntimeError) as error:
        found = [f"this is no bundle or signature, or a part is missing: {error!r}"]
    print("\n".join(found) or "nothing is wrong with it")
    sys.exit(bool(found))
