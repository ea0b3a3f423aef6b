"""The document of a jackpot, as a PDF or printed. [003 L431, L620]"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any
from zoneinfo import ZoneInfo

from fastapi import Path, Response
from sqlalchemy import select

from croupier.cage.ticket_document import amount_in_words, format_local_time
from croupier.errors import Refused
from croupier.money.cents import Cents, format_dollars
from croupier.people.users import user_by_id
from croupier.server.auth import ActingSession, CurrentRuntime, CurrentSession, require_permission
from croupier.server.error_responses import raise_if_refused
from croupier.server.print_service import PrintDocument
from croupier.server.routes.base import actor_name, routes
from croupier.server.routes.cash_outs import PDF_RESPONSE
from croupier.server.routes.print_jobs import PrintJobResponse, print_response
from croupier.server.runtime import Runtime
from croupier.server.tables import TableId
from croupier.store.ledger_accounts import owner_of
from croupier.store.schema import approvals, jackpots, meters, rounds
from croupier.table.round_archive import RoundReplay

router = routes("meters")

Round = Annotated[str, Path(pattern=r"^\d{6,10}$")]
Which = Annotated[str, Path(pattern=r"^jackpot-\d{1,4}$")]

STATUS = {
    "pending": "Waits for confirmation",
    "confirmed": "Waits for an executive",
    "paid": "Paid to the player's credit",
    "rejected": "Rejected: back on the meter",
    "backed-out": "Backed out: back on the meter",
}


@router.get("/jackpots/{table}/{number}/{jackpot}/page.pdf", response_class=Response, responses=PDF_RESPONSE)
async def page(
    table: TableId, number: Round, jackpot: Which, session: CurrentSession, runtime: CurrentRuntime
) -> Response:
    """Return the PDF of a jackpot, for the accounts department."""
    require_permission(session, "view-reports")
    name = f"{table}/{number}/{jackpot}"
    raise_if_refused(await runtime.run_in_thread(_refuse_unknown, runtime, name))
    pdf = await runtime.run_in_thread(_pdf, runtime, name)
    shown = f'inline; filename="win-{table}-{number}-{jackpot}.pdf"'
    return Response(pdf, media_type="application/pdf", headers={"Content-Disposition": shown})


@router.post("/jackpots/{table}/{number}/{jackpot}/print", status_code=201)
async def print_page(
    table: TableId, number: Round, jackpot: Which, session: ActingSession, runtime: CurrentRuntime
) -> PrintJobResponse:
    """Print the document of a jackpot on the printer for pages."""
    require_permission(session, "view-reports")
    name = f"{table}/{number}/{jackpot}"
    raise_if_refused(await runtime.run_in_thread(_refuse_unknown, runtime, name))
    printer = runtime.prints.printer_for("pages", session.terminal or None)
    if printer is None:
        raise_if_refused(
            Refused("printer/not_configured", "This house has no printer for pages; open the page and print it here.")
        )
    assert printer is not None
    paper = PrintDocument(
        "page", {"jackpot": name}, f"Win page {name}", lambda: _pdf(runtime, name), actor_name(session)
    )
    return print_response(runtime, await runtime.prints.submit(printer, paper))


def _row(runtime: Runtime, name: str) -> Mapping[str, Any] | None:
    rows = runtime.run_query(lambda query: query(select(jackpots).where(jackpots.c.id == name)))
    return {str(key): value for key, value in rows[0]._mapping.items()} if rows else None


def _refuse_unknown(runtime: Runtime, name: str) -> Refused | None:
    return None if _row(runtime, name) else Refused("jackpot/not_found", "There is no such jackpot.")


def _pdf(runtime: Runtime, name: str) -> bytes:
    """Return the PDF of a jackpot; slow, so it runs in a reader or printer thread."""
    from croupier.documents.jackpot_page import JackpotPage, jackpot_page_pdf  # noqa: PLC0415 - Typst is optional

    row = _row(runtime, name)
    assert row is not None, "looked for before"
    archived = _archived_round(runtime, row["round_id"])
    hit = {"row": row, "archived": archived}
    house = runtime.config.house
    return jackpot_page_pdf(
        JackpotPage(
            house=house.name,
            site=house.site,
            title=_meter_title(runtime, row["meter"]),
            amount=_money(row["cents"]),
            amount_in_words=amount_in_words(row["cents"]),
            status=STATUS[row["status"]],
            demonstration=house.demonstration,
            facts=_facts(runtime, **hit),
            cards=tuple(
                (name.replace("_", " ").capitalize(), "  ".join(cards)) for name, cards in archived["cards"].items()
            ),
            meter=_meter(row, archived),
            people=_people(runtime, row),
            number=row["id"],
            printed=f"Printed {_at(runtime, runtime.now())}",
        )
    )


def _money(cents: int) -> str:
    return f"${cents // 100:,}.{cents % 100:02d}"


def _at(runtime: Runtime, moment: int) -> str:
    return format_local_time(moment, ZoneInfo(runtime.config.house.time_zone))


def _archived_round(runtime: Runtime, round_id: str) -> dict[str, Any]:
    rows = runtime.run_query(lambda query: query(select(rounds.c.body).where(rounds.c.id == round_id)))
    archived: dict[str, Any] = json.loads(rows[0].body)
    return archived


def _meter_title(runtime: Runtime, meter: str) -> str:
    rows = runtime.run_query(lambda query: query(select(meters.c.title).where(meters.c.id == meter)))
    return str(rows[0].title) if rows else meter


def _named(runtime: Runtime, who: str | None) -> str:
    """Return the display name of `user:7` or `player:7`, with the id."""
    number = owner_of(who or "")
    if not number.isdecimal():
        return who or ""
    user = runtime.run_query(lambda query: user_by_id(query, int(number)))
    return f"{user.display_name} ({who})" if user else str(who)


def _results(row: Mapping[str, Any], archived: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the player's results that won from a meter."""
    return [one for one in archived["results"] if one["account"] == row["account"] and one["jackpot_cents"]]


def _facts(runtime: Runtime, row: Mapping[str, Any], archived: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    house = RoundReplay(archived).rules
    won = _results(row, archived)
    label = runtime.table_labels.get(row["table_name"])
    called = f" {label['display_name']}" if label and label["display_name"] else ""
    facts = [
        ("Table", f"{row['table_name']}{called}"),
        ("Game", f"{house.rulebook.title} ({archived['settings']['rulebook']})"),
        ("Round", f"{archived['number']}, shoe {archived['shoe']}"),
        ("Settled", _at(runtime, archived["ended_at"])),
        ("Player", _named(runtime, row["account"])),
    ]
    for jackpot in won:
        title = house.wagers[jackpot["wager"]].title if jackpot["wager"] in house.wagers else jackpot["wager"]
        facts += [
            ("Seat", str(jackpot["seat"])),
            ("Wager", f"{title}, {format_dollars(Cents(jackpot['cents']))}"),
            ("Hand", f"{jackpot['name']} [{jackpot['cite']}]" if jackpot["cite"] else jackpot["name"]),
        ]
    return tuple(facts)


def _meter(row: Mapping[str, Any], archived: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    then = RoundReplay(archived).settings
    lines = [("Meter", row["meter"])]
    for meter, stood in archived["meters"].items():
        if then.house_meter(archived["table"], meter) == row["meter"]:
            lines += [("Before the round", _money(stood["before"])), ("After the round", _money(stood["after"]))]
    return (*lines, ("Won off it", _money(row["cents"])))


def _people(runtime: Runtime, row: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    people = [("Hit", _at(runtime, row["hit_at"]))]
    for title, column in (("Supervisor", "decided_by"), ("Executive", "executive_by")):
        if row[column]:
            people.append((title, _named(runtime, row[column])))
    if row["decided_at"]:
        people.append(("Decided", _at(runtime, row["decided_at"])))
    if row["status"] == "backed-out":
        people += _back_out(runtime, row)
    elif row["reason"]:
        people.append(("Reason", row["reason"]))
    return tuple(people)


def _back_out(runtime: Runtime, row: Mapping[str, Any]) -> list[tuple[str, str]]:
    wanted = select(approvals).where(
        approvals.c.round_id == row["round_id"], approvals.c.kind == "back-out", approvals.c.status == "approved"
    )
    for approval in runtime.run_query(lambda query: query(wanted)):
        if json.loads(approval.body)["jackpot"] == row["id"]:
            return [
                ("Backed out", _at(runtime, approval.decided_at)),
                ("Asked by", f"{_named(runtime, approval.requested_by)}: {approval.reason}"),
                ("Approved by", _named(runtime, approval.decided_by)),
            ]
    return []
