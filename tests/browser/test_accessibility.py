"""WCAG 2.2 AA as far as a program can check it, with axe, on every page and dialog.

Other tests here check what axe cannot: that a keyboard is enough, that a page at twice the size still fits its window,
and that users who ask for less motion get less. [R47]
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.page_list import DESKS, OVER, PAGES, rest
from tests.browser.site import Site, until
from tests.browser.visits import SIZES, Visits
from tests.soak import or_soak

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
LEVELS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa")
CHECK = """async (options) => {
    const found = await axe.run(document, { ...options, resultTypes: ["violations"] });
    const one = (rule, node) => `${rule.id}: ${node.target.join(" ")}: ${node.failureSummary} ${node.html}`;
    return found.violations.flatMap((rule) => rule.nodes.map((node) => one(rule, node)));
}"""
EVERYTHING: dict[str, Any] = {"runOnly": {"type": "tag", "values": LEVELS}}
COLOURS: dict[str, Any] = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
OTHER_THEMES = ("bright", "contrast")


def faults_of(page: Page) -> list[str]:
    """Return the faults that axe finds: all rules in the first theme, and rules about colours in the others."""
    found = list(page.evaluate(CHECK, EVERYTHING))
    for theme in or_soak(OTHER_THEMES, 1):
        wear(page, theme)
        found += [f"{theme}: {fault}" for fault in page.evaluate(CHECK, COLOURS)]
    wear(page, "night")
    return found


def wear(page: Page, theme: str) -> None:
    page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
    rest(page)


def wide_of(page: Page) -> list[str]:
    """Return the elements that are too wide for the window at 200 % on a laptop (1280 by 800), and at 400 %."""
    found = []
    for width in (640, 320):
        page.set_viewport_size({"width": width, "height": 400})
        over, elements = page.evaluate(SIDEWAYS)
        found += [f"{width} wide: {over} too many: {elements}"] if over > 0 else []
    return found


SIDEWAYS = """() => {
    const wide = document.documentElement.clientWidth;
    const out = [...document.querySelectorAll("body *")].filter((one) => one.getBoundingClientRect().right > wide + 1);
    return [document.documentElement.scrollWidth - wide, out.slice(0, 5).map((one) => one.outerHTML.slice(0, 160))];
}"""


@pytest.mark.parametrize("name", or_soak((*DESKS, *PAGES, *OVER), 6))
def test_every_page_is_accessible(name: str, visiting: Visits, evening: Site) -> None:
    """Check that the keyboard reaches everything, that axe finds no fault, and that no element is too wide."""
    page = (PAGES | DESKS | OVER)[name].open(visiting, evening, "terminal")
    if name not in OVER:
        keys_reach_everything(page, (PAGES | DESKS)[name].person)
    page.evaluate(AXE.read_text("utf-8"))
    found = []
    for size in or_soak(("phone", "terminal"), 1):
        page.set_viewport_size(SIZES[size]["viewport"])
        rest(page)
        found += [f"{size}: {fault}" for fault in faults_of(page)]
    found += wide_of(page)
    assert not found, "\n".join(found)


# By keys alone


REACHABLE = """() => [...document.querySelectorAll("a[href], button, input, select, textarea, [tabindex]")]
    .filter((one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility({ visibilityProperty: true }))
    .map((one, nth) => { one.dataset.nth = nth; return `${nth}`; })"""
FOCUSED = """() => {
    const one = document.activeElement;
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    return [one.dataset.nth ?? "", outlineStyle !== "none" && parseFloat(outlineWidth) >= 2];
}"""


def keys_reach_everything(page: Page, person: str | None) -> None:
    """Check that Tab reaches every control and that the focus is visible."""
    left = set(page.evaluate(REACHABLE))
    assert left or not person
    page.evaluate("() => document.activeElement.blur()")
    for _ in range(2 * len(left) + 10):
        page.keyboard.press("Tab")
        nth, is_seen = page.evaluate(FOCUSED)
        left -= {nth} if is_seen else set()
        if not left:
            break
    assert not left, [page.locator(f'[data-nth="{nth}"]').first.evaluate("one => one.outerHTML") for nth in left]


def test_escape_closes_a_dialog_and_restores_the_focus(visiting: Visits, evening: Site) -> None:
    page = PAGES["terminal"].open(visiting, evening, "terminal")
    button = page.get_by_role("button", name="Rules", exact=True)
    button.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(button).to_be_focused()


DEALT: dict[str, dict[str, Any]] = {"t1": {"rulebook": "ilani-midi-baccarat", "betting_seconds": 600}}


@pytest.mark.site(DEALT)
def test_a_chip_is_placed_and_removed_by_keyboard(site: Site, visit: Visits) -> None:
    page = seated_at_open_bets(site, visit)
    tab_to(page, '[aria-label="$25 chip"]')
    page.keyboard.press("ArrowRight")
    expect(page.locator('[aria-label="$100 chip"]')).to_be_focused()
    tab_to(page, '[data-wager="banker"]')
    page.keyboard.press("Enter")
    until(lambda: staked(site) == 100_00)
    page.keyboard.press("Delete")
    until(lambda: staked(site) == 0)


def staked(site: Site) -> int:
    in_play = site.state("t1").round
    return 0 if in_play is None else sum(spot.total for spot in in_play.spots.values())


def seated_at_open_bets(site: Site, visit: Visits, **how: Any) -> Page:
    for do, fields in (("load-shoe", {}), ("read-card", {"card": "As"})):
        site.as_("dealer").command("t1", do, **fields)
    site.as_("player").command("t1", "sit-down", seat=1)
    site.as_("dealer").command("t1", "open-bets")
    page = visit("player", "/table/t1", "terminal", **how)
    expect(page.locator('[data-wager="banker"]')).to_be_visible()
    return page


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the element has the focus."""
    for _ in range(60):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"60 times Tab, and never at {selector}")


# Motion


WATCH_MOTION = """() => {
    window.motions = [];
    const note = (one) => window.motions.push(one.effect.getTiming().duration);
    const real = Element.prototype.animate;
    Element.prototype.animate = function (...args) { const made = real.apply(this, args); note(made); return made; };
    for (const kind of ["transitionrun", "animationstart"])
        document.addEventListener(kind, (event) => event.target.getAnimations().forEach(note), true);
}"""


@pytest.mark.site(DEALT)
@pytest.mark.parametrize(("wish", "longest"), [("no-preference", 300), ("reduce", 100)])
def test_motion_is_short_and_shorter_with_reduced_motion(wish: str, longest: int, site: Site, visit: Visits) -> None:
    """Check that a card flies for 180 ms and turns for 220 ms, and with reduced motion for at most 100 ms."""
    page = seated_at_open_bets(site, visit, reduced_motion=wish)
    page.evaluate(WATCH_MOTION)
    page.locator('[data-wager="banker"]').click()
    until(lambda: staked(site) > 0)
    site.as_("dealer").command("t1", "close-bets")
    for card in ("9s", "Kh", "Kd", "2c"):
        site.as_("dealer").command("t1", "read-card", card=card)
    site.as_("dealer").command("t1", "call-result")
    expect(page.locator(".line .main")).to_contain_text("Player wins")
    motions = page.evaluate("() => window.motions")
    assert motions
    assert max(motions) <= longest, sorted(motions)[-5:]
