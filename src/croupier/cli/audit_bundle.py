"""`croupier audit bundle`: create the evidence bundle of a round, and check one. [R29]"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Mapping
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from croupier.cards import Card
from croupier.cli.audit import dollars, findings_json, print_verdict
from croupier.cli.open_database import format_time, open_store, write_new
from croupier.errors import BadInput
from croupier.files import BUNDLE, read_bytes
from croupier.play.hands_on_table import hand_words

if TYPE_CHECKING:
    from croupier.evidence.bundle_check import BundleReport

ROWS_MOST = 500
"""Most lines of one kind that are printed for a round; JSON output has all."""
CELL_LENGTH_MOST = 120


def write_bundle(database: str, round_id: str, *, keys: Path, to: Path, by: str) -> None:
    """Create the bundle of a round, record its creation in the log, and write it to a new file."""
    from croupier.evidence.bundle import make_bundle, note_bundle
    from croupier.house.writer import Writer
    from croupier.store.keys import HouseKeys
    from croupier.store.unit_of_work import LedgerState

    signing = HouseKeys.load(keys)
    with open_store(database) as store, store.lock_stream("house"):
        if store.key_value("public_key") not in (None, signing.public_text):
            raise BadInput.at(str(keys), "are the keys of another house")
        at = time.time_ns() // 1_000_000
        data = make_bundle(store, signing, round_id, at, by, house_name=store.key_value("house_name") or "")
        heads = {stream: (head.seq, head.hash) for stream, head in store.heads().items()}
        writer = Writer(store, LedgerState(store.house, heads, store.balances()), lambda: at)
        write_new(to, data)
        try:
            noted = writer.run(lambda uow: note_bundle(uow, round_id=round_id, data=data, by=by))
        except BaseException:
            to.unlink()  # a bundle that is not recorded in the log must not exist
            raise
    print(f"{to}: the bundle of round {round_id}, SHA-256 {noted.digest}")


def show_bundle(file: Path, *, public_key: str | None, as_json: bool) -> None:
    """Check a bundle; exit with status 1 if the check fails or the signer is unknown."""
    from croupier.evidence.bundle_check import check_bundle

    report = check_bundle(read_bytes(file, BUNDLE.bytes_most), public_key)
    if as_json:
        print(json.dumps(bundle_json(report), indent=2))
    else:
        _print(report)
    if not report.is_sound:
        sys.exit(1)


def bundle_json(report: BundleReport) -> dict[str, Any]:
    """Return the output of `croupier audit bundle --json`, a stable format: see docs/reference/commands.md."""
    body = report.body
    named = {key: body.get(key) for key in ("house", "public_key", "software", "made", "round_id", "chain", "round")}
    verdict = {"sound": report.is_sound, "signer_known": report.is_signer_known, "checked": report.checked}
    lists = {"not_checked": findings_json(report.not_checked), "findings": findings_json(report.findings)}
    return {**verdict, **lists, **named}


def _print(report: BundleReport) -> None:
    """Print the round of a bundle, the checks of the bundle and the verdict."""
    console = Console(highlight=False, markup=False)
    body = report.body
    try:
        _print_origin(console, body)
        _print_round(console, report.round)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError, OSError):
        # An altered bundle may contain anything; the findings say what is wrong.
        console.print("The round cannot be shown.")
    console.print(f"Checked: {', '.join(report.checked)}.")
    for reason in report.not_checked:
        console.print(f"Not checked: {reason}.")
    if report.is_signer_known or report.findings:
        print_verdict(console, report.findings, "SOUND: signed by the house, whole, and settled by the rules it names.")
        return
    console.print("Not checked: who signed it.")
    message = (
        f"SIGNER NOT KNOWN: whole, and settled by the rules it names; is {body.get('public_key')} the house's key?"
    )
    console.print(Text(f"{message} Give the house's with --public-key.", style="bold red"), soft_wrap=True)


def _print_origin(console: Console, body: Mapping[str, Any]) -> None:
    rules, noted = body["house"], body["made"]
    console.print(Text(f"Round {body['round_id']} of {rules['name'] or 'house ' + rules['id']}", style="bold"))
    console.print(f"Bundle made {format_time(noted['at'])} UTC by {noted['by']} with croupier {body['software']}.")
    chain = body["chain"]
    later = f", and {len(body['later'])} later ones" if body["later"] else ""
    console.print(f"Records {chain['stream']}#{chain['first']} to #{chain['last']}{later}.")
    console.print(f"Rules: {body['rulebook']['id']}, digest {body['rulebook']['digest']}.", soft_wrap=True)


def _print_round(console: Console, archived: Mapping[str, Any] | None) -> None:
    if archived is None:
        console.print("The round was still in play.")
        return
    times = ", ".join(
        f"{word} {format_time(archived[key])}"
        for word, key in (("opened", "opened_at"), ("closed", "closed_at"), ("ended", "ended_at"))
        if archived[key] is not None
    )
    console.print(
        f"Shoe {archived['shoe']}, round {archived['number']} of the table: {archived['status']}. {times} UTC."
    )
    if archived["status"] == "void":
        console.print(f"Void: {archived['reason']} [{archived['cite']}]")
    width = max((len(hand_words(hand)) for hand in archived["cards"]), default=0)
    for hand, cards in islice(archived["cards"].items(), ROWS_MOST):
        console.print(Text(f"{hand_words(hand):{width}}  {' '.join(Card.parse(card).pretty for card in cards)}"))
    console.print(_wagers(archived))
    if bank := archived["bank"]:
        message = f"Bank of seat {bank['seat']}, {bank['account']}: {dollars(bank['cents'])} posted"
        console.print(f"{message}, net {dollars(bank.get('net_cents'))}." if "net_cents" in bank else f"{message}.")
    for account, cents in islice(archived["fees"].items(), ROWS_MOST):
        console.print(f"Collection of {account}: {dollars(cents)}")
    for change in archived["corrections"][:ROWS_MOST]:
        message = f"Card {change['place']} was read as {change['was']} and is {change['card']}"
        people = f"{change['requested_by']} asked, {change['approved_by']} approved"
        console.print(f"Corrected {format_time(change['at'])}: {message}; {people}: {change['reason']}")


def _wagers(archived: Mapping[str, Any]) -> Table:
    shown = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    for heading in ("Seat", "Account", "Wager", "Amount", "Result", "Net", "By"):
        shown.add_column(heading, justify="right" if heading in ("Seat", "Amount", "Net") else "left")
    for result in archived["results"][:ROWS_MOST]:
        cells = (
            result["seat"], result["account"], result["wager"], dollars(result["cents"]),
            result["result"], dollars(result["net_cents"]), result["cite"],
        )  # fmt: skip
        shown.add_row(*map(_cell, cells))
    if not archived["results"]:
        for spot in archived["spots"][:ROWS_MOST]:
            for wager, cents in islice(spot["wagers"].items(), ROWS_MOST):
                shown.add_row(*map(_cell, (spot["seat"], spot["account"], wager, dollars(cents), "given back")))
    if len(archived["results"]) > ROWS_MOST:
        shown.add_row("", f"… and {len(archived['results']) - ROWS_MOST:,} more")
    return shown


def _cell(value: object) -> Text:
    return Text(str(value)[:CELL_LENGTH_MOST])
