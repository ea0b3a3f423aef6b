"""Simulated smart shoe for tests of the screens: fixed cards, paired by the code that the office shows."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from playwright.sync_api import Page

from croupier.cards import Card
from croupier.cards.random_source import SeededRandomSource, shuffled
from croupier.cards.shoe import build_decks
from croupier.devices.shoe_client import HttpTransport
from croupier.devices.simulator import ShoeSimulator, SimulatedFault, SimulationPlan
from tests.browser.site import Site
from tests.browser.visits import go

BURNT = "As 3c"
ROUNDS = "Ts 2h 2d Kc 4c 5s 5s 2c 4d 6h 6s 6d Jc Qh"
"""Cards of the rounds that the smart shoe deals: Banker 7 over 6, Player 9 over 8, and a tie at six."""
UNREAD = 5
"""Number of the card that the shoe cannot read, counted with the burned cards: the two of diamonds."""
CUT_FROM_BACK = 8 * 52 - 12


def stacked(*first: str) -> tuple[Card, ...]:
    """Return a shoe of eight decks that starts with these cards, for the simulated smart shoe."""
    ahead = [Card.parse(text) for text in first]
    rest = list(shuffled(build_decks(8), SeededRandomSource(3)))
    for card in ahead:
        rest.remove(card)
    return (*ahead, *rest)


@contextmanager
def smart_shoe(site: Site, supervisor: Page, table: str) -> Iterator[None]:
    """Pair a smart shoe with the code on the supervisor's screen; it deals in its own thread."""
    cards = stacked(*BURNT.split(), *ROUNDS.split())
    plan = SimulationPlan(rounds=3, cards=cards, cut_from_back=CUT_FROM_BACK, faults={UNREAD: SimulatedFault.MISREAD})
    simulator = ShoeSimulator(HttpTransport(site.url), plan, SeededRandomSource(5), print_line=lambda _: None)
    simulator.pair(pairing_code(supervisor, table), table)
    with ThreadPoolExecutor(1) as threads:
        dealt = threads.submit(simulator.run)
        yield
        assert (dealt.result().rounds, dealt.result().refused) == (3, ())


def pairing_code(page: Page, table: str) -> str:
    """Create a pairing code on the screen of the office, and return it."""
    go(page, "/office/terminals")
    page.get_by_role("textbox", name="Terminal").fill("shoe-1")
    page.get_by_label("Stands at").select_option(table)
    page.get_by_role("button", name="Ask for a pairing code").click()
    code = page.locator(".code").inner_text()
    go(page, f"/pit/{table}")
    return code
