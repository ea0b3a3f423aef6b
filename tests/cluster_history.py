"""History of a house under faults, and its checker: the answers to clients, compared with the database's log.

    python tests/cluster_history.py HISTORY.jsonl

`docs/reference/fault-tests.md` describes the format and the rules. This file uses nothing of croupier, so that a fault
there cannot hide here; the check takes time in proportion to the length of the history.
"""

from __future__ import annotations

import bisect
import json
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Line = Mapping[str, Any]
HOUSE = "house"
FINDINGS_MOST = 20


class History:
    """Lines of a history in the order of their times; any thread may add one."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self._lock = threading.Lock()

    def add(self, kind: str, at: float | None = None, **facts: Any) -> None:
        """Add a line; `at` is its time in seconds by the monotonic clock of this process, now by default."""
        with self._lock:
            self.lines.append({"type": kind, "at": time.monotonic() if at is None else at, **facts})

    def write(self, path: Path) -> None:
        path.write_text("".join(json.dumps(line) + "\n" for line in self.lines), "utf-8")


@dataclass
class Account:
    """Balances of one account: the one at the start, and the one after each record that moved it."""

    balances: list[int]
    places: dict[str, tuple[list[int], list[int]]] = field(default_factory=dict)
    """Numbers of the records of each stream that moved the account, and their places in `balances`."""

    def move(self, stream: str, seq: int, cents: int) -> None:
        seqs, places = self.places.setdefault(stream, ([], []))
        self.balances.append(self.balances[-1] + cents)
        seqs.append(seq)
        places.append(len(self.balances) - 1)

    def place_after(self, stream: str, seq: int) -> int:
        """Return the place of the last balance that a record of this stream up to `seq` made."""
        seqs, places = self.places.get(stream, ([], []))
        nth = bisect.bisect_right(seqs, seq)
        return places[nth - 1] if nth else 0

    def place_of(self, cents: int, least: int) -> int | None:
        """Return the first place from `least` on with this balance; None if there is none."""
        for place in range(least, len(self.balances)):
            if self.balances[place] == cents:
                return place
        return None


class Checker:
    """Checks of one history; `findings` has a sentence for each rule that it breaks."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self.findings: list[str] = []
        by_kind: defaultdict[str, list[Line]] = defaultdict(list)
        for line in lines:
            by_kind[line["type"]].append(line)
        self.records = sorted(by_kind["record"], key=lambda line: line["nth"])
        self.log: dict[tuple[str, int], Line] = {(line["stream"], line["seq"]): line for line in self.records}
        self.start = by_kind["start"][0]
        self.accounts = self._accounts()
        self._keys(by_kind["send"], by_kind["reply"])
        self._order([*by_kind["send"], *by_kind["reply"]])
        self._writers()
        self._database([*by_kind["database"], *by_kind["shown"], *by_kind["reply"]])
        self._balances([*by_kind["shown"], *by_kind["balance"]])
        self._end(by_kind["end"])

    def _accounts(self) -> dict[str, Account]:
        accounts = {name: Account([cents]) for name, cents in self.start["balances"].items()}
        for record in self.records:
            moved: defaultdict[str, int] = defaultdict(int)
            for debit, credit, cents in record["transfers"]:
                moved[debit] -= cents
                moved[credit] += cents
            for name in moved.keys() & accounts.keys():
                accounts[name].move(record["stream"], record["seq"], moved[name])
        for name, account in accounts.items():
            if min(account.balances) < 0:
                self.findings.append(f"{name} is overdrawn")
        return accounts

    def _keys(self, sent: list[Line], replies: list[Line]) -> None:
        """Check that acknowledged commands are in the log once, refused ones never, and others at most once."""
        logged: defaultdict[str, list[tuple[str, int]]] = defaultdict(list)
        for record in self.records:
            if record["key"]:
                logged[record["key"]].append((record["stream"], record["seq"]))
        for key in {line["key"] for line in sent}:
            if len(logged[key]) > 1:
                self.findings.append(f"command {key} is in the log {len(logged[key])} times")
        for reply in replies:
            found = logged[reply["key"]]
            if reply["result"] == "refused" and found:
                self.findings.append(f"command {reply['key']} was refused, and is in the log")
            if reply["result"] == "ok" and found[:1] != [(f"table/{reply['table']}", reply["seq"])]:
                self.findings.append(f"command {reply['key']} was acknowledged as {reply['seq']}; the log has {found}")

    def _order(self, lines: list[Line]) -> None:
        """Check that a command that was sent after the answer to another one has a later record at its table."""
        answered: defaultdict[str, int] = defaultdict(int)
        before: dict[str, int] = {}
        for line in sorted(lines, key=lambda line: line["at"]):
            if line["type"] == "send":
                before.setdefault(line["key"], answered[line["table"]])
            elif line["result"] == "ok":
                if line["seq"] <= before.get(line["key"], 0):
                    self.findings.append(f"command {line['key']} has an earlier record than one answered before it")
                answered[line["table"]] = max(answered[line["table"]], line["seq"])

    def _writers(self) -> None:
        """Check that each record of a table was written by the server with its claim, and that epochs only rise."""
        last: dict[str, tuple[int, int]] = {}
        for record in self.records:
            stream, epoch = record["stream"], record["epoch"]
            seq, before = last.get(stream, (self.start["heads"].get(stream, 0), 0))
            if record["seq"] != seq + 1:
                self.findings.append(f"record {record['seq']} of {stream} follows record {seq}")
            last[stream] = record["seq"], epoch
            if stream == HOUSE:
                continue
            if record["writer"] != record["holder"]:
                text = f"record {record['seq']} of {stream} was written by {record['writer']}"
                self.findings.append(f"{text} while {record['holder'] or 'nobody'} had the claim")
            if epoch < before:
                self.findings.append(f"the epoch of {stream} falls from {before} to {epoch}")

    def _database(self, lines: list[Line]) -> None:
        """Check that nothing was shown before it was in the database, and that no epoch has two servers or falls."""
        shown: defaultdict[str, int] = defaultdict(int)
        epochs: dict[str, int] = {}
        servers: dict[tuple[str, int], str] = {}
        for line in sorted(lines, key=lambda line: line.get("asked_at", line["at"])):
            if line["type"] != "database":
                stream = f"table/{line['table']}"
                shown[stream] = max(shown[stream], line.get("seq", 0))
                continue
            for stream, seq in shown.items():
                if line["heads"].get(stream, 0) < seq:
                    self.findings.append(f"record {seq} of {stream} was shown before it was in the database")
            for stream, (server, epoch) in line["claims"].items():
                if epoch < epochs.get(stream, 0):
                    self.findings.append(f"the epoch of the claim on {stream} falls to {epoch}")
                epochs[stream] = epoch
                if server and servers.setdefault((stream, epoch), server) != server:
                    self.findings.append(f"epoch {epoch} of {stream} has two servers")

    def _balances(self, lines: list[Line]) -> None:
        """Check that each balance that a connection was shown is one of the ledger, and not older than what it saw."""
        least: defaultdict[tuple[str, str], int] = defaultdict(int)
        for line in sorted(lines, key=lambda line: line["at"]):
            account = self.accounts[line["account"]]
            at = line["connection"], line["account"]
            if line["type"] == "shown":
                stream = f"table/{line['table']}"
                if line["seq"] > self.start["heads"].get(stream, 0) and (stream, line["seq"]) not in self.log:
                    self.findings.append(f"record {line['seq']} of {stream} was shown and is not in the log")
                least[at] = max(least[at], account.place_after(stream, line["seq"]))
            elif (place := account.place_of(line["cents"], least[at])) is None:
                text = f"{line['account']} was shown {line['cents']} cents"
                self.findings.append(f"{text}, which the ledger does not have after what this screen had seen")
            else:
                least[at] = place

    def _end(self, lines: list[Line]) -> None:
        """Check that every server shows, at the end, what the database had a while before."""
        for line in lines:
            account = self.accounts[line["account"]]
            where = f"server {line['server']} at the end"
            stream = f"table/{line['table']}"
            if line["seq"] < line["heads"][stream]:
                self.findings.append(f"{where} shows record {line['seq']} of {stream}, not {line['heads'][stream]}")
            least = max(account.place_after(stream, seq) for stream, seq in line["heads"].items())
            if account.place_of(line["cents"], least) is None:
                self.findings.append(
                    f"{where} shows {line['cents']} cents of {line['account']}, an old or wrong balance"
                )


def check(lines: Iterable[Line]) -> list[str]:
    """Return a sentence for each rule that a history breaks."""
    return Checker(lines).findings


def main(path: Path) -> int:
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    findings = check(lines)
    print(f"{len(lines):,} lines, findings: {len(findings)}")
    for finding in findings[:FINDINGS_MOST]:
        print(f"  {finding}")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
