"""`croupier audit`: verify and replay the log, check shoes, search events, fingerprint the software."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from croupier.cli.open_database import format_time, open_store, parse_time, write_new
from croupier.errors import BadInput, Problem
from croupier.money.cents import format_dollars

if TYPE_CHECKING:
    from croupier.evidence.log_rebuild import RebuildReport
    from croupier.evidence.shoe_check import ShoeReport
    from croupier.store.log_audit import AuditReport
    from croupier.store.store import Store
    from croupier.store.verified import AuditStart

SHOWN_MOST = 20
"""Most findings shown on a screen; JSON output has all."""


def show_audit(
    database: str,
    *,
    keys: Path | None,
    copy: Path | None,
    as_json: bool,
    log_copy: Path | None = None,
    since: str | None = None,
) -> None:
    """Verify the whole log, or what follows the checkpoint `since`; exit with status 1 if there are findings."""
    from croupier.evidence.log_rebuild import rebuild_all
    from croupier.store.keys import HouseKeys
    from croupier.store.log_audit import verify_log

    house_keys = HouseKeys.load(keys) if keys else None
    with open_store(database, read_only=True) as store:
        public_text = house_keys.public_text if house_keys else None
        start = None if since is None else _start_of(store, since, public_text)
        with _status("Verifying the chains of the log"):
            report = verify_log(store, public_text, copy, log_copy, start)
        rebuild = None
        if report.is_sound and start is None:
            with _progress(store) as done:
                rebuild = rebuild_all(store, done, house_keys.decrypt if house_keys else None)
    findings = (*report.findings, *(rebuild.findings if rebuild else ()))
    if as_json:
        print(json.dumps(audit_json(report, rebuild, findings), indent=2))
    else:
        _print_audit(report, rebuild, findings)
    _exit(findings)


def _start_of(store: Store, since: str, public_text: str | None) -> AuditStart:
    """Return the point from which an audit begins: a checkpoint by its number, or `last`, the last one verified."""
    from croupier.store.log_audit import PUBLIC_KEY
    from croupier.store.verified import checkpoint_start, last_verified

    key = public_text or store.key_value(PUBLIC_KEY) or ""
    if since == "last":
        start = last_verified(store, key)
        wrong = "the house has not marked how far its log was verified; leave --since out"
    elif since.isascii() and since.isdecimal() and len(since) < 19:
        start = checkpoint_start(store, int(since), key)
        wrong = f"there is no checkpoint {since} that the house signed"
        marked = last_verified(store, key)
        start = marked if start and marked and marked.checkpoint == start.checkpoint else start
    else:
        start, wrong = None, f'is "{since:.40}"; give the number of a checkpoint, or last'
    if start is None:
        raise BadInput.at("--since", wrong)
    return start


def audit_json(report: AuditReport, rebuild: RebuildReport | None, findings: Iterable[Problem]) -> dict[str, Any]:
    """Return the output of `croupier audit verify --json`, a stable format: see docs/reference/commands.md."""
    derived = None
    if rebuild is not None:
        derived = {
            "tables": rebuild.tables,
            "rounds": rebuild.rounds,
            "rounds_replayed": rebuild.replayed,
            "rounds_of_other_rules": rebuild.other_rules,
            "hands_on_roads": rebuild.hands,
            "meters_cents": rebuild.meters,
            "people": rebuild.row_audit.people,
            "tickets": rebuild.row_audit.tickets,
            "shifts": rebuild.row_audit.shifts,
            "notes": rebuild.row_audit.notes,
        }
    counted = {key: value for key, value in asdict(report).items() if key not in ("findings", "notes", "mark")}
    lists = {"findings": findings_json(findings), "notes": findings_json(report.notes)}
    return {"sound": not list(findings), **counted, "from_the_log": derived, **lists}


def findings_json(findings: Iterable[Problem]) -> list[dict[str, str]]:
    return [{"where": problem.where, "message": problem.message} for problem in findings]


def _print_audit(report: AuditReport, rebuild: RebuildReport | None, findings: tuple[Problem, ...]) -> None:
    console = Console(highlight=False, markup=False)
    console.print(
        f"{report.records:,} records in {report.streams} streams, {report.transfers:,} transfers between "
        f"{report.accounts:,} accounts, {report.checkpoints:,} checkpoints."
    )
    if not report.signatures_checked:
        console.print("The house's public key is not known: signatures were not checked. Give --keys.")
    for note in report.notes:
        console.print(f"NOTE {note}")
    if report.since is not None:
        console.print(f"Only what follows checkpoint {report.since} was read; without --since, everything is.")
    elif rebuild is None:
        console.print("Rounds, meters, people and tickets were not made again: the log cannot be trusted.")
    else:
        _print_rebuild(console, rebuild)
    after = "" if report.since is None else f" after checkpoint {report.since}"
    print_verdict(console, findings, f"SOUND: every record{after} is as it was written.")


def _print_rebuild(console: Console, rebuild: RebuildReport) -> None:
    console.print(
        f"Made again from the log: {rebuild.rounds:,} rounds at {rebuild.tables} tables, {rebuild.replayed:,} of them "
        f"played and settled again, {rebuild.hands:,} hands on the roads, {len(rebuild.meters)} meters, "
        f"{rebuild.row_audit.people:,} people, {rebuild.row_audit.tickets:,} tickets, "
        f"{rebuild.row_audit.shifts:,} shifts."
    )
    for note in rebuild.row_audit.notes:
        console.print(f"Note: {note}.")
    if rebuild.other_rules:
        console.print(f"{rebuild.other_rules:,} rounds were played by rules this program no longer has.")


def print_verdict(console: Console, findings: tuple[Problem, ...], sound: str) -> None:
    """Print the findings in order, or the message `sound` if there are none."""
    for problem in findings[:SHOWN_MOST]:
        console.print(Text(f"FAIL {problem}", style="bold red"))
    if len(findings) > SHOWN_MOST:
        console.print(f"… and {len(findings) - SHOWN_MOST:,} more; --json lists them all.")
    if findings:
        summary = f"NOT SOUND: findings: {len(findings):,}, the first at {findings[0].where}."
        console.print(Text(summary, style="bold red"))
    else:
        console.print(Text(sound, style="bold green"))


def _exit(findings: Iterable[Problem]) -> None:
    if any(True for _ in findings):
        sys.exit(1)


@contextmanager
def _status(words: str) -> Iterator[None]:
    if not sys.stderr.isatty():
        yield
        return
    with Console(stderr=True).status(words):
        yield


@contextmanager
def _progress(store: Store) -> Iterator[Callable[[str, int], None]]:
    """Show a progress bar over all records of the log, if standard error is a terminal."""
    if not sys.stderr.isatty():
        yield lambda _stream, _seq: None
        return
    from rich.progress import Progress

    total = sum(head.seq for head in store.heads().values())
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("Making the tables again", total=total)
        yield lambda _stream, _seq: progress.advance(task)


def show_shoe(database: str, table: str, number: int, *, as_json: bool) -> None:
    """Reveal and check a shoe's commitment; exit with status 1 if the check fails."""
    from croupier.evidence.shoe_check import check_shoe

    with open_store(database, read_only=True) as store:
        report = check_shoe(store, table, number)
    if as_json:
        summary = {key: value for key, value in asdict(report).items() if key != "findings"}
        whole = {"sound": report.is_sound, **summary, "findings": findings_json(report.findings)}
        print(json.dumps(whole, indent=2))
    else:
        _print_shoe(report)
    _exit(report.findings)


def _print_shoe(report: ShoeReport) -> None:
    console = Console(highlight=False, markup=False)
    console.print(f"Shoe {report.number} of table {report.table}: {report.cards} cards, {report.out} of them came out.")
    console.print(f"Committed to as {report.digest}.", soft_wrap=True)
    print_verdict(console, report.findings, "SOUND: the order was committed to, and every card came in its place.")


def show_events(
    database: str,
    *,
    code: str | None,
    text: str | None,
    actor: str | None,
    table: str | None,
    since: str | None,
    until: str | None,
    limit: int,
    before: int | None,
    as_json: bool,
) -> None:
    """Print significant events, newest first. [R52]"""
    from croupier.cage.event_review import PAGE_MOST, EventSearch, search_events
    from croupier.cage.reading import ConnectionReader

    if not 1 <= limit <= PAGE_MOST:
        raise BadInput.at("--limit", f"is {limit}; give 1 to {PAGE_MOST}")
    search = EventSearch(
        code=code, text=text, actor=actor, table=table,
        since=parse_time("--since", since), until=parse_time("--until", until),
    )  # fmt: skip
    with open_store(database, read_only=True) as store, store.read() as connection:
        found = search_events(ConnectionReader(connection), search, before=before, limit=limit)
    if as_json:
        print(json.dumps(found, indent=2))
    else:
        _print_events(found)


def _print_events(found: dict[str, Any]) -> None:
    console = Console(highlight=False, markup=False)
    shown = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    for heading in ("Time (UTC)", "Code", "Table", "By", "What"):
        shown.add_column(heading, no_wrap=heading == "Time (UTC)")
    for event in found["events"]:
        cells = (
            format_time(event["at"]),
            event["code"],
            event["table_name"] or "",
            event["actor"] or "",
            event["text"],
        )
        shown.add_row(*(Text(cell) for cell in cells))
    console.print(shown if found["events"] else "Nothing of the kind is on record.")
    if found["next"] is not None:
        console.print(f"There are older ones: --before {found['next']}")


def show_software(*, write: Path | None, check: Path | None, dependencies: bool, as_json: bool) -> None:
    """Print the digest of the installed files; exit with status 1 if they differ from a manifest. [R57]"""
    from croupier.evidence.software_manifest import (
        dependency_digests,
        differences_of,
        digest_of,
        manifest,
        manifest_for,
        manifest_text,
        read_manifest,
    )

    if write is not None and check is not None:
        raise BadInput.at("--check", "does not go with --write: check against a manifest that was written before")
    if check is not None and dependencies:
        raise BadInput.at("--dependencies", "does not go with --check: the manifest says whether it covers them")
    expected = read_manifest(check) if check is not None else {}
    files = manifest() | dependency_digests() if dependencies else manifest_for(expected)
    found = tuple(differences_of(expected, files)) if check is not None else ()
    if write is not None:
        write_new(write, manifest_text(files).encode())
    if as_json:
        summary = {"digest": digest_of(files), "files": len(files), "sound": not found if check else None}
        print(json.dumps({**summary, "findings": findings_json(found)}, indent=2))
    else:
        _print_software(digest_of(files), len(files), found, checked=check is not None)
    _exit(found)


def _print_software(digest: str, files: int, found: tuple[Problem, ...], *, checked: bool) -> None:
    console = Console(highlight=False, markup=False)
    console.print(f"{files} files, together {digest}.", soft_wrap=True)
    if checked:
        print_verdict(console, found, "SOUND: the software is the one in the manifest.")


def dollars(cents: int | None) -> str:
    return "" if cents is None else format_dollars(cents)
