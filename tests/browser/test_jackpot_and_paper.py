"""Jackpots that two supervisors back out, and tickets that are printed again at the cage."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from croupier.server.config import PrinterSection
from tests.browser.floor import Table
from tests.browser.site import Site, open_site, until
from tests.browser.visits import Visits
from tests.printer_simulator import SimulatedPrinter, simulated_printer

TABLES = {"fortunes": {"rulebook": "co-99-fortunes", "betting_seconds": 600}}


@pytest.fixture(scope="module")
def printer() -> Iterator[SimulatedPrinter]:
    with simulated_printer() as printer:
        yield printer


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory, printer: SimulatedPrinter) -> Iterator[Site]:
    part = PrinterSection(name="cage", title="Cage printer", uri=printer.uri, check_seconds=0.2, job_seconds=2)
    with open_site(tmp_path_factory.mktemp("paper"), TABLES, provider=False, printers=(part,)) as opened:
        yield opened


@pytest.fixture
def at(browser: Browser, floor: Site) -> Iterator[Visits]:
    visits = Visits(browser, floor)
    yield visits
    visits.close()


def won(table: Table) -> None:
    """Win the whole meter at seat 1 with four aces of one suit."""
    table.new_shoe()
    table.sit(player=1)
    table.opened()
    wagers = [{"wager": "banker", "cents": 25_00}, {"wager": "fortunes-99", "cents": 1_00}]
    table.do("player", "place-wagers", seat=1, wagers=wagers)
    table.closed()
    table.deal("As As As As 9h 9d")
    table.called()


def test_a_paid_jackpot_is_backed_out_by_two_supervisors(at: Visits, floor: Site, printer: SimulatedPrinter) -> None:
    """Check that one supervisor requests the back-out with a reason, and only another can approve it.

    [003 L431-433, L620-623]
    """
    won(Table(floor, "fortunes"))
    hit = floor.state("fortunes").jackpots[0]
    before = floor.balance("player")
    for who in ("supervisor2", "admin"):
        if floor.state("fortunes").jackpots:
            floor.as_(who).command("fortunes", "confirm-jackpot", id=hit.id)
    assert floor.balance("player") == before + hit.cents
    first = at("supervisor", "/pit/fortunes", "laptop")
    first.get_by_role("button", name="Records").click()
    first.locator('[data-action="print-page"]').click()
    expect(first.locator('[data-print="printed"]')).to_have_text("Printed at Cage printer")
    assert printer.papers[-1].name == f"Win page {hit.id}"
    first.locator('[data-action="request-back-out"]').click()
    first.get_by_role("textbox").fill("The film shows a six")
    first.get_by_role("dialog").get_by_role("button", name="Back out").click()
    first.get_by_role("button", name="Now", exact=True).click()
    expect(first.locator('[data-action="approve-back-out"]')).to_be_disabled()
    expect(first.locator('[data-case="back-out"]')).to_contain_text("another supervisor has to decide")
    second_pit = at("admin" if hit.cents > 10_000_00 else "supervisor2", "/pit/fortunes", "laptop")
    expect(second_pit.locator("[data-alarm]")).to_contain_text("Jackpot to be backed out")
    expect(second_pit.locator('[data-case="back-out"]')).to_contain_text("The film shows a six")
    second_pit.locator('[data-action="approve-back-out"]').click()
    expect(second_pit.locator('[data-case="back-out"]')).to_have_count(0)
    until(lambda: floor.balance("player") == before)
    assert floor.kinds("fortunes")[-1] == "jackpot-backed-out"


def test_a_ticket_that_was_not_printed_is_reported_and_printed_at_the_cage(
    at: Visits, floor: Site, printer: SimulatedPrinter
) -> None:
    """Check that player and cashier are told that the paper is out, and that the cashier prints the ticket again.

    [000 L106, L115; R41, R52]
    """
    printer.reasons = ("media-empty-error",)
    player = at("player2", "/table/fortunes", "terminal")
    player.get_by_role("button", name="Cash out").click()
    player.get_by_role("dialog", name="Cash out").get_by_role("button", name="Cash out $").click()
    expect(player.locator('[data-print="failed"]')).to_have_text("Cage printer: no paper")
    expect(player.get_by_role("dialog")).to_contain_text("Your ticket is safe")
    number = player.locator("[data-ticket]").inner_text()
    cage = at("cashier", "/cage", "laptop")
    expect(cage.locator('[data-printer="cage"]')).to_contain_text("Cage printer: no paper")
    printer.reasons = ("none",)
    until(lambda: floor.runtime.prints.problems["cage"] is None)
    waits = cage.locator(f'[data-unprinted="{number[-4:]}"]')
    waits.get_by_role("button", name="Print again").click()
    cage.get_by_role("button", name="The printer did not print it").click()
    cage.get_by_role("dialog").get_by_role("button", name="Print again").click()
    expect(cage.locator('[data-print="printed"]')).to_have_text("Printed at Cage printer")
    expect(waits).to_have_count(0)
    assert printer.papers[-1].document.startswith(b"%PDF")
