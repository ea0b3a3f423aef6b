"""Signing in: changing a given password, setting up a second factor, and pairing a screen."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from croupier.people.one_time_codes import RECOVERY_CODES, code_of, secret_of, step_at
from croupier.people.roles import Role
from tests.browser.site import PASSWORD, Site
from tests.browser.visits import Visits, sign_in

GIVEN = "a word of the house"
CHOSEN = "nobody else knows this"


def signs_in(page: Page, name: str, password: str) -> None:
    page.locator("input[autocomplete=username]").fill(name)
    page.locator("input[autocomplete=current-password]").fill(password)
    page.keyboard.press("Enter")


def test_a_given_password_must_be_changed_first(site: Site, visit: Visits) -> None:
    user = site.as_("player").user_id
    site.as_("admin").post(f"/api/users/{user}/password", password=GIVEN)
    visit.allow("/api/me/password")
    page = visit(None)
    signs_in(page, "player", GIVEN)
    expect(page.get_by_role("heading", name="A password of your own")).to_be_visible()
    page.get_by_label("The password you were given").fill(GIVEN)
    page.get_by_label("Your new password").fill("short")
    page.get_by_role("button", name="Use this one from now on").click()
    expect(page.get_by_role("alert")).not_to_be_empty()
    page.get_by_label("Your new password").fill(CHOSEN)
    page.get_by_role("button", name="Use this one from now on").click()
    expect(page.get_by_role("link", name="Play").first).to_be_visible()
    again = visit(None)
    signs_in(again, "player", CHOSEN)
    expect(again.get_by_role("button", name="Sign out: Player One")).to_be_visible()


def test_a_second_factor_is_set_up_and_then_required(
    site: Site, visit: Visits, monkeypatch: pytest.MonkeyPatch
) -> None:
    sessions = site.runtime.sessions
    monkeypatch.setattr(sessions, "rules", replace(sessions.rules, second_factor=frozenset({Role.CASHIER})))
    visit.allow("/api/login", "/api/me/second-factor/prove")
    page = visit(None)
    signs_in(page, "cashier", PASSWORD)
    expect(page.get_by_role("heading", name="Your second factor")).to_be_visible()
    expect(page.get_by_role("img", name="Scan this with an authenticator app")).to_be_visible()
    secret = secret_of(page.locator(".key").inner_text().replace(" ", ""))
    digits, prove = (
        page.get_by_label("The six digits it shows now"),
        page.get_by_role("button", name="Use it from now on"),
    )
    digits.fill("1")
    prove.click()
    expect(page.get_by_role("alert")).to_contain_text("not the code of this secret")
    digits.fill(code_of(secret, step_at(site.runtime.wall_clock_ms())))
    prove.click()
    expect(page.get_by_role("heading", name="Your recovery codes")).to_be_visible()
    codes = page.locator("li code").all_inner_texts()
    assert len(codes) == RECOVERY_CODES
    page.get_by_role("button", name="I have written them down").click()
    expect(page.get_by_role("button", name="Sign out: Cashier")).to_be_visible()
    again = visit(None)
    signs_in(again, "cashier", PASSWORD)
    expect(again.get_by_label("Code")).to_be_focused()
    again.get_by_label("Code").fill("000000")
    again.keyboard.press("Enter")
    expect(again.get_by_role("complementary").get_by_role("alert")).to_contain_text("This code is not right")
    again.get_by_label("Code").fill(codes[0].lower())
    again.keyboard.press("Enter")
    expect(again.get_by_role("button", name="Sign out: Cashier")).to_be_visible()
    office = visit("admin", "/office")
    office.get_by_role("button", name="People").click()
    office.get_by_role("button", name="cashier").first.click()
    office.get_by_role("button", name="Take off the second factor").click()
    expect(office.get_by_role("status").first).to_contain_text("sets up a new second factor")


def test_a_screen_is_paired_by_the_code_that_the_office_reads_out(site: Site, visit: Visits) -> None:
    office = visit("supervisor", "/office")
    office.get_by_role("button", name="Terminals").click()
    office.get_by_label("Terminal", exact=True).fill("T-9")
    office.get_by_label("Stands at").select_option("dealer-midi")
    office.get_by_role("button", name="Ask for a pairing code").click()
    code = office.locator(".code").inner_text()
    visit.allow("/api/terminals/pair")
    page = visit(None, "/", "tall")
    page.get_by_role("button", name="Language, theme and sounds").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_text("Pair this screen with the house").click()
    sheet.get_by_label("Pairing code").fill("22222222")
    sheet.get_by_role("button", name="Pair", exact=True).click()
    expect(sheet.get_by_role("alert")).to_contain_text("code")
    sheet.get_by_label("Pairing code").fill(code.lower())
    sheet.get_by_role("button", name="Pair", exact=True).click()
    expect(sheet.get_by_role("status")).to_contain_text("This screen is now T-9.")
    assert "croupier_terminal" in {cookie["name"] for cookie in page.context.cookies()}
    sheet.get_by_role("button", name="Go to Table 2").click()
    expect(page).to_have_url(re.compile("#/table/dealer-midi$"))


def test_an_administrator_pairs_and_unpairs_the_own_screen(visit: Visits) -> None:
    page = visit("admin", "/office/meters")
    page.get_by_role("button", name="Language, theme and sounds").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_text("Pair this screen with the house").click()
    sheet.get_by_label("Terminal's name").fill("T-10")
    sheet.get_by_role("button", name="Pair this screen", exact=True).click()
    expect(sheet.get_by_role("status")).to_contain_text("This screen is now T-10.")
    sheet.get_by_role("button", name="Close").click()
    sign_in(page, "admin")
    page.get_by_role("button", name="Language, theme and sounds").click()
    sheet.get_by_role("button", name="Unpair this screen").click()
    sheet.get_by_role("button", name="Yes, unpair it").click()
    expect(sheet.get_by_role("status")).to_contain_text("This screen is T-10 no longer.")
    assert "croupier_terminal" not in {cookie["name"] for cookie in page.context.cookies()}
