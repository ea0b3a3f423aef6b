"""Printing in a running house: tickets, slips and jackpot pages, and faults of the printer."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from croupier.documents import jackpot_page
from croupier.errors import BadInput
from croupier.evidence.log_rebuild import rebuild_all
from croupier.server.config import PrinterSection, TableSection, parse_config
from croupier.server.print_service import PrintService
from croupier.table.settings import DealingMode
from tests.printer_simulator import SimulatedPrinter, simulated_printer
from tests.server_fixture import NOON, Client, Live, live_house, refusal

WAIT_SECONDS = 60
DAY = 24 * 3600 * 1000
FORTUNES = TableSection(name="fortunes", rulebook="co-99-fortunes", mode=DealingMode.DEALER_ASSIST, open=True)


@pytest.fixture
def printer() -> Iterator[SimulatedPrinter]:
    with simulated_printer() as printer:
        yield printer


@pytest.fixture
def live(tmp_path: Path, printer: SimulatedPrinter) -> Iterator[Live]:
    part = PrinterSection(name="cage", title="Cage printer", uri=printer.uri, check_seconds=0.1, job_seconds=2)
    with live_house(tmp_path, printers=[part], tables=[FORTUNES]) as live:
        yield live


def wait_until(condition: Callable[[], Any]) -> Any:
    """Wait until the condition returns a value, and return it."""
    ends = time.monotonic() + WAIT_SECONDS
    while not (found := condition()):
        assert time.monotonic() < ends, "it did not happen"
        time.sleep(0.02)
    return found


def wait_for_job(client: Client, job: str) -> dict[str, Any]:
    """Wait until a print job is printed or has failed, and return it."""

    def finished_job() -> dict[str, Any] | None:
        state: dict[str, Any] = client.get(f"/api/prints/{job}")
        return state if state["state"] != "printing" else None

    finished: dict[str, Any] = wait_until(finished_job)
    return finished


def printer_codes(live: Live) -> list[str]:
    """Return the codes of the significant events about printers, the oldest first."""
    events = live.client_as("supervisor").get("/api/events", limit=100)["events"]
    return [event["code"] for event in reversed(events) if event["code"].startswith("printer/")]


def test_a_cash_out_prints_its_ticket_and_a_hand_pay_its_slip(live: Live, printer: SimulatedPrinter) -> None:
    """Check that a cash-out prints its ticket once, and that only its owner and staff can see the print job.

    A hand pay prints its slip. [000 L106, L115; 002 L106, L125]
    """
    player = live.client_as("player")
    player.post("/api/me/buy-in", cents=4_000_00, key=live.key())
    key = live.key()
    ticket = player.post("/api/me/cash-out", cents=40_00, key=key)
    done = wait_for_job(player, ticket["print_job"])
    assert (done["state"], done["what"], done["printer"], done["copy_number"]) == (
        "printed",
        "ticket",
        "Cage printer",
        0,
    )
    assert player.post("/api/me/cash-out", cents=40_00, key=key)["print_job"] == ticket["print_job"]
    (paper,) = printer.papers
    assert paper.document.startswith(b"%PDF")
    assert ticket["number"] not in paper.name
    refusal(live.client_as("player-2").send("GET", f"/api/prints/{ticket['print_job']}"), 403, "role/forbidden")
    again = player.post(f"/api/vouchers/{ticket['number']}/print")
    assert wait_for_job(player, again["id"])["copy_number"] == 1
    listed = live.client_as("cashier").get("/api/prints")
    assert [(job["what"], job["about"], job["state"]) for job in listed] == [("ticket", done["about"], "printed")] * 2
    written = [event for record in live.runtime.house.store.records("printing") for event in record.events]
    assert [event["kind"] for event in written] == ["print-requested", "print-finished"] * 2
    assert ticket["number"] not in str(written)
    assert printer_codes(live) == []
    slip = player.post("/api/me/cash-out", cents=3_500_00, key=live.key())
    assert (slip["form"], wait_for_job(player, slip["print_job"])["what"]) == ("hand-pay", "slip")


def test_a_player_gets_two_copies_of_a_ticket_and_the_cage_one_for_each_reason(
    live: Live, printer: SimulatedPrinter
) -> None:
    """Check that the limit counts printer and PDF together, requests at the same time, and requests after a restart."""
    player, cashier = live.client_as("player"), live.client_as("cashier")
    player.post("/api/me/buy-in", cents=500_00, key=live.key())
    ticket = player.post("/api/me/cash-out", cents=40_00, key=live.key())
    wait_for_job(player, ticket["print_job"])
    again = f"/api/vouchers/{ticket['number']}/print"

    async def at_once() -> list[httpx.Response]:
        requests = [player.http.post(again, json={}, headers={"x-csrf-token": player.csrf}) for _ in range(20)]
        return list(await asyncio.gather(*requests))

    answers = live.wait(at_once())
    assert sorted(answer.status_code for answer in answers) == [201, *[409] * 19]
    second = next(answer.json() for answer in answers if answer.status_code == 201)
    assert wait_for_job(player, second["id"])["copy_number"] == 1
    refusal(player.send("GET", ticket["ticket"]), 409, "ticket/copies")
    live.runtime.prints.ticket_copies.clear()  # as after a restart: the copies are counted from the log
    refusal(player.ask("POST", again, {}), 409, "ticket/copies")
    assert len(printer.papers) == 2
    refusal(cashier.send("GET", ticket["ticket"]), 409, "ticket/reprint")
    cashier.post("/api/vouchers/reprint", number=ticket["number"], reason="lost on the way", key=live.key())
    assert cashier.send("GET", ticket["ticket"]).content.startswith(b"%PDF")
    refusal(cashier.send("GET", ticket["ticket"]), 409, "ticket/reprint")
    refusal(cashier.ask("POST", again, {}), 409, "ticket/reprint")


def test_without_a_printer_the_ticket_is_a_pdf(tmp_path: Path) -> None:
    with live_house(tmp_path) as live:
        player = live.client_as("player")
        player.post("/api/me/buy-in", cents=500_00, key=live.key())
        ticket = player.post("/api/me/cash-out", key=live.key())
        assert ticket["print_job"] is None
        refusal(player.ask("POST", f"/api/vouchers/{ticket['number']}/print"), 404, "printer/not_configured")
        for _ in range(2):
            assert player.send("GET", ticket["ticket"]).content.startswith(b"%PDF")
        refusal(player.send("GET", ticket["ticket"]), 409, "ticket/copies")
        shown = [event for record in live.runtime.house.store.records("printing") for event in record.events]
        assert [(event["kind"], event["copy"]) for event in shown] == [("paper-shown", 0), ("paper-shown", 1)]
        assert ticket["number"] not in str(shown)
        assert live.client_as("cashier").get("/api/printers") == []


def test_out_of_paper_and_offline_are_significant_and_the_ticket_is_not_lost(
    live: Live, printer: SimulatedPrinter
) -> None:
    """Check that the money moves before the ticket is printed, and that a later print is marked as a copy.

    [R41, R52]
    """
    player, cashier = live.client_as("player"), live.client_as("cashier")
    player.post("/api/me/buy-in", cents=500_00, key=live.key())
    printer.reasons = ("media-empty-error",)
    wait_until(lambda: printer_codes(live))
    ticket = player.post("/api/me/cash-out", cents=40_00, key=live.key())
    assert ticket["balance_cents"] == 460_00
    failed = wait_for_job(player, ticket["print_job"])
    assert (failed["state"], failed["trouble"]) == ("failed", "paper")
    assert [printer_status["trouble"] for printer_status in cashier.get("/api/printers")] == ["paper"]
    assert [job["still_wanted"] for job in cashier.get("/api/prints")] == [True]
    assert player.send("GET", ticket["ticket"]).content.startswith(b"%PDF")
    printer.reasons = ("none",)
    wait_until(lambda: "printer/back" in printer_codes(live))
    body = {"reason": "the printer was out of paper", "key": live.key()}
    again = cashier.post(f"/api/prints/{ticket['print_job']}/again", **body)
    assert (wait_for_job(cashier, again["id"])["state"], again["copy_number"]) == ("printed", 1)
    assert [job["still_wanted"] for job in cashier.get("/api/prints")] == [False, False]
    printer.garbage = b"nonsense"
    wait_until(lambda: "printer/fault" in printer_codes(live))
    printer.may_answer.clear()
    second = player.post("/api/me/cash-out", cents=40_00, key=live.key())
    state = player.get(f"/api/prints/{second['print_job']}")["state"]
    assert state == "printing", "a money command does not wait for the printer"
    printer.may_answer.set()
    assert wait_for_job(player, second["print_job"])["trouble"] == "fault"
    assert printer_codes(live) == [
        "printer/paper",
        "printer/not_printed",
        "printer/back",
        "printer/fault",
        "printer/not_printed",
    ]
    cashier.post("/api/shifts", float_cents=1_000_00, key=live.key())
    for paid_ticket in (ticket, second):
        assert cashier.post("/api/vouchers/redeem", number=paid_ticket["number"], key=live.key())["cents"] == 40_00
    assert not any(job["still_wanted"] for job in cashier.get("/api/prints"))
    refusal(
        cashier.ask("POST", f"/api/prints/{ticket['print_job']}/again", {**body, "key": live.key()}),
        409,
        "voucher/already_paid",
    )


def test_an_unreachable_printer_is_offline_and_failed_jobs_survive_a_restart(tmp_path: Path) -> None:
    part = PrinterSection(name="bar", uri="ipp://127.0.0.1:9/none", answer_seconds=0.5, check_seconds=0.2)
    with live_house(tmp_path, printers=[part]) as live:
        player = live.client_as("player")
        player.post("/api/me/buy-in", cents=500_00, key=live.key())
        ticket = player.post("/api/me/cash-out", key=live.key())
        assert wait_for_job(player, ticket["print_job"])["trouble"] == "offline"
        assert set(printer_codes(live)) == {"printer/offline", "printer/not_printed"}
        live.runtime.prints.jobs.clear()
        assert live.client_as("supervisor").get(f"/api/prints/{ticket['print_job']}")["trouble"] == "offline"


def test_coupons_are_printed_one_a_page_and_failed_ones_are_printed_again(
    tmp_path: Path, printer: SimulatedPrinter
) -> None:
    """Check that three coupons are a document of three pages, and that failed ones can be printed again.

    [003 L135; R41]
    """
    part = PrinterSection(name="cage", title="Cage printer", uri=printer.uri, check_seconds=0.1, job_seconds=2)
    with live_house(tmp_path, printers=[part], promotional={"on": True}) as live:
        cashier = live.client_as("cashier")
        run = {"count": 3, "cents": 20_00, "campaign": "Opening week", "ends_at": NOON + DAY, "key": live.key()}
        printed = cashier.post("/api/coupons", **run)
        done = wait_for_job(cashier, printed["print_job"])
        assert (done["state"], done["what"], done["about"]) == ("printed", "coupon", "1-3")
        (paper,) = printer.papers
        assert b"/Count 3" in paper.document
        written = str([event for record in live.runtime.house.store.records("printing") for event in record.events])
        assert not any(coupon["number"] in written or coupon["number"] in paper.name for coupon in printed["coupons"])
        assert cashier.post("/api/coupons", **run)["print_job"] == printed["print_job"]
        assert len(printer.papers) == 1, "the same order prints nothing twice"
        assert cashier.send("GET", printed["papers"]).content.startswith(b"%PDF")
        refusal(live.client_as("player").send("GET", printed["papers"]), 403, "role/forbidden")
        refusal(live.client_as("supervisor").send("GET", printed["papers"]), 409, "coupon/print_not_allowed")

        printer.reasons = ("media-empty-error",)
        wait_until(lambda: printer_codes(live))
        more = cashier.post("/api/coupons", **{**run, "count": 2, "key": live.key()})
        assert wait_for_job(cashier, more["print_job"])["trouble"] == "paper"
        player = live.client_as("player")
        player.post("/api/coupons/redeem", number=more["coupons"][0]["number"], key=live.key())
        assert [job["still_wanted"] for job in cashier.get("/api/prints")] == [True, False]
        printer.reasons = ("none",)
        wait_until(lambda: "printer/back" in printer_codes(live))
        body = {"reason": "the printer was out of paper", "key": live.key()}
        again = cashier.post(f"/api/prints/{more['print_job']}/again", **body)
        assert (wait_for_job(cashier, again["id"])["state"], again["copy_number"], again["about"]) == (
            "printed",
            1,
            "4-5",
        )
        assert not any(job["still_wanted"] for job in cashier.get("/api/prints"))
        reprinted = [
            event
            for record in live.runtime.house.store.records("house")
            for event in record.events
            if event["kind"] == "coupons-reprinted"
        ]
        assert [(event["coupon_ids"], event["reason"]) for event in reprinted] == [([5], body["reason"])]
        player.post("/api/coupons/redeem", number=more["coupons"][1]["number"], key=live.key())
        once_more = {**body, "key": live.key()}
        refusal(cashier.ask("POST", f"/api/prints/{again['id']}/again", once_more), 409, "coupon/used")
        assert [str(finding) for finding in rebuild_all(live.runtime.house.store).findings] == []


def test_coupons_without_a_printer_are_a_pdf(tmp_path: Path) -> None:
    with live_house(tmp_path, promotional={"on": True}) as live:
        cashier = live.client_as("cashier")
        run = {"cents": 20_00, "campaign": "Opening week", "ends_at": NOON + DAY, "key": live.key()}
        printed = cashier.post("/api/coupons", **run)
        assert printed["print_job"] is None
        assert cashier.send("GET", printed["papers"]).content.startswith(b"%PDF")


def win_jackpot(live: Live) -> str:
    """Win the meter with four aces of one suit, and confirm the jackpot as a supervisor; return its id."""
    player, dealer, floor = (live.client_as(name) for name in ("player", "dealer", "supervisor"))
    live.client_as("admin").post(
        "/api/meters/fortunes-fortunes-99/adjust", cents=-1_000_00, reason="a smaller prize", key=live.key()
    )
    player.post("/api/me/buy-in", cents=500_00, key=live.key())
    player.command("sit-down", "fortunes", seat=1)
    dealer.command("load-shoe", "fortunes")
    dealer.command("read-card", "fortunes", card="Kc")
    dealer.command("open-bets", "fortunes")
    wagers = [{"wager": "banker", "cents": 10_00}, {"wager": "fortunes-99", "cents": 1_00}]
    player.command("place-wagers", "fortunes", seat=1, wagers=wagers)
    dealer.command("close-bets", "fortunes")
    for card in ["As", "As", "As", "As", "9h", "9d"]:
        dealer.command("read-card", "fortunes", card=card)
    dealer.command("call-result", "fortunes")
    name = "fortunes/000001/jackpot-1"
    floor.command("confirm-jackpot", "fortunes", id=name)
    return name


def test_the_page_of_a_jackpot_is_shown_printed_and_marks_a_back_out(
    live: Live, printer: SimulatedPrinter, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check that the page of a jackpot shows amount, hand and meter, is printed, and shows a later back-out.

    [003 L431, L620]
    """
    name, floor = win_jackpot(live), live.client_as("supervisor")
    pages: list[Any] = []
    whole = jackpot_page.jackpot_page_pdf
    monkeypatch.setattr(jackpot_page, "jackpot_page_pdf", lambda page: pages.append(page) or whole(page))
    shown = live.client_as("auditor").send("GET", f"/api/jackpots/{name}/page.pdf")
    assert shown.content.startswith(b"%PDF")
    (page,) = pages
    assert (page.amount, page.status) == ("$9,000.00", "Paid to the player's credit")
    facts = dict(page.facts)
    assert (facts["Seat"], facts["Round"], facts["Player"]) == (
        "1",
        "1, shoe 1",
        f"Player (player:{live.ids['player']})",
    )
    assert "L4" in facts["Hand"]
    assert dict(page.cards) == {"Player": "As  As  9h", "Banker": "As  As  9d"}
    assert dict(page.meter)["Before the round"] == "$9,000.00"
    assert dict(page.meter)["After the round"] == "$10,000.00"
    assert dict(page.people)["Supervisor"].startswith("Supervisor (user:")
    job = floor.post(f"/api/jackpots/{name}/print")
    assert (wait_for_job(floor, job["id"])["state"], job["about"]) == ("printed", name)
    assert printer.papers[-1].document.startswith(b"%PDF")
    floor.command("request-back-out", "fortunes", id=name, reason="the film shows a six")
    live.client_as("supervisor-2").command("approve-back-out", "fortunes", id="back-out-1")
    floor.send("GET", f"/api/jackpots/{name}/page.pdf")
    assert pages[-1].status == "Backed out: back on the meter"
    assert dict(pages[-1].people)["Asked by"].endswith(": the film shows a six")
    refusal(floor.send("GET", "/api/jackpots/fortunes/000009/jackpot-1/page.pdf"), 404, "jackpot/not_found")
    again = {"reason": "one more", "key": live.key()}
    refusal(floor.ask("POST", f"/api/prints/{job['id']}/again", again), 409, "print/not_a_ticket")


def test_a_terminal_prints_on_its_own_printer_and_others_on_the_cage_printer() -> None:
    config = parse_config(
        """
[[printer]]
name = "seat-3"
uri = "ipp://print.example/printers/seat-3"
prints = ["tickets"]
terminals = ["Seat 3"]

[[printer]]
name = "cage"
title = "Cage"
uri = "ipps://print.example:632/printers/cage"
""",
        "house.toml",
    )
    service = PrintService(None, config.printer)  # type: ignore[arg-type]  # nothing is printed
    found = [
        service.printer_for(document, terminal)
        for document, terminal in (("tickets", "Seat 3"), ("slips", "Seat 3"), ("tickets", "Seat 4"), ("pages", None))
    ]
    assert [printer and printer.name for printer in found] == ["seat-3", "cage", "cage", "cage"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[[printer]]\nname = "a"\nuri = "lpt1"\n', "lpt1"),
        ('[[printer]]\nname = "a"\nurl = "ipp://x/y"\n', "url"),
        ('[[printer]]\nname = "a"\nuri = "ipp://x/y"\nprints = ["posters"]\n', "prints"),
        ('[[printer]]\nname = "a"\nuri = "ipp://x/y"\n[[printer]]\nname = "a"\nuri = "ipp://x/z"\n', "two printers"),
    ],
)
def test_an_invalid_printer_section_is_reported(text: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        parse_config(text, "house.toml")
