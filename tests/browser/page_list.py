"""List of all pages and dialogs: who opens each, its address, the clicks that lead to it, and when it is loaded."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.site import Site
from tests.browser.visits import Visits


@dataclass(frozen=True)
class Look:
    """One page or dialog that tests open and inspect."""

    person: str | None
    path: str
    ready: str
    """Selector of an element that is visible when the page is completely loaded."""
    taps: tuple[str, ...] = ()
    """Beginnings of the names of the buttons to click, from the page to the dialog."""
    shows: tuple[str, ...] = ("phone", "laptop", "terminal")
    """Window sizes at which a screenshot is stored."""

    def open(self, visit: Visits, site: Site, size: Any, **how: Any) -> Page:
        """Open the page as its user, with the page's clock stopped at the time of the house."""
        page = visit(self.person, self.path, size, now=site.runtime.now(), reduced_motion="reduce", **how)
        self.reach(page)
        return page

    def reach(self, page: Page) -> None:
        """Click through from the page to the dialog, in English."""
        for name in self.taps:
            named = re.compile(f"^{name}")
            page.get_by_role("button", name=named).or_(page.get_by_role("tab", name=named)).last.click()
        expect(page.locator(self.ready).first).to_be_visible()
        rest(page)


def rest(page: Page) -> None:
    """Wait for fonts, and finish all animations."""
    page.evaluate("() => document.fonts.ready.then(() => {})")
    page.evaluate(
        "() => document.getAnimations().forEach(one => "
        "{ try { one.finish(); } catch { one.cancel(); /* it would go on for ever */ } })"
    )


ON_A_WALL = ("phone", "laptop", "wall")
FELT = "[data-wager=banker]"
PAGES: dict[str, Look] = {
    "lobby-nobody": Look(None, "/", "article h3"),
    "lobby": Look("player", "/", "article h3"),
    "terminal": Look("player", "/table/midi", FELT, (), ("phone", "laptop", "terminal", "tall")),
    "terminal-player-dealer": Look("player", "/table/ez", FELT),
    "terminal-progressive": Look("player", "/table/fortunes", ".meter"),
    "terminals": Look("player", "/table/midi/fortunes", FELT),
    "dealer-tables": Look("dealer", "/dealer", "main a, main button"),
    "dealer": Look("dealer", "/dealer/midi", "[data-console=midi]"),
    "board": Look(None, "/board", "[data-tile=midi] [data-mark]", (), ON_A_WALL),
    "board-table": Look(None, "/board/midi", "[data-road=big] [data-mark]", (), ON_A_WALL),
    "pit": Look("supervisor", "/pit", "[data-table=midi]"),
    "pit-table": Look("supervisor", "/pit/midi", "aside dd:has-text('2.19%')"),
    "cage": Look("cashier", "/cage", "text=What the drawer should hold"),
    "office-reports": Look("auditor", "/office/reports", "tbody tr"),
    "office-people": Look("admin", "/office/people", "tbody tr"),
    "office-terminals": Look("admin", "/office/terminals", "form"),
    "office-meters": Look("admin", "/office/meters", "tbody tr"),
    "office-events": Look("auditor", "/office/events", "tbody tr"),
    "office-audit": Look("auditor", "/office/audit", "section button"),
    "tokens": Look(None, "/tokens", "[data-theme=contrast]"),
}
DESKS: dict[str, Look] = {
    "surveillance": Look("surveillance", "/surveillance", "[data-surveillance] [data-group] li"),
    "office-day": Look("auditor", "/office/day", "[data-chart=tables] tbody button"),
}
"""Pages that tests inspect, but that have no stored screenshot."""
POKER: dict[str, Look] = {
    "poker-terminal": Look("player", "/table/holdem", "[data-question]", (), ("phone", "laptop", "terminal", "tall")),
    "poker-dealer": Look("dealer", "/dealer/holdem", "[data-decide]"),
    "poker-board": Look(None, "/board/holdem", "[data-record] [data-card]", (), ON_A_WALL),
}
"""Pages of a hold'em hand at a decision, in a house of its own."""
OVER: dict[str, Look] = {
    "sign-in-dealer": Look(None, "/dealer/midi", "form"),
    "sign-in-terminal": Look(None, "/table/midi", "form"),
    "rules": Look("player", "/", "dialog h3", ("Rules and odds: Electronic Midi Baccarat",)),
    "odds": Look("player", "/", "dialog table", ("Rules and odds: Electronic Midi Baccarat", "Odds")),
    "choices": Look("player", "/", "dialog fieldset", ("EN, Language, theme and sounds",)),
    "help": Look("player", "/", "dialog dt", ("Help: how",)),
    "help-line": Look("player", "/", "dialog .line", ("Help line",)),
    "betting": Look("player", "/table/midi", "dialog section", ("More",)),
    "my-play": Look("player", "/table/midi", "dialog input", ("My play",)),
    "my-rounds": Look("player", "/table/midi", "dialog li button", ("My rounds",)),
    "replay": Look("player", "/table/midi", "dialog svg", ("Tie Round 9",)),
    "cash-out": Look("player", "/table/midi", "dialog input, dialog button", ("Cash out",)),
    "favourites": Look("player", "/table/midi", "dialog button", ("Saved",)),
    "wrong": Look("dealer", "/dealer/midi", "[data-wrong], dialog", ("That is wrong",)),
    "pause": Look("dealer", "/dealer/midi", "dialog input, dialog textarea, dialog select", ("Pause",)),
    "drawer": Look("supervisor", "/dealer/midi", "[data-drawer], dialog", ("Supervisor",)),
    "pit-rounds": Look("supervisor", "/pit/midi", "aside li b", ("Rounds",)),
    "pit-setup": Look("supervisor", "/pit/midi", "aside input, aside select", ("Set-up",)),
    "pit-records": Look("supervisor", "/pit/midi", "aside .body", ("Records",)),
    "cage-buy-in": Look("cashier", "/cage", ".till input", ("Buy-in",)),
    "cage-change": Look("cashier", "/cage", ".till input", ("Reprint or void",)),
}
