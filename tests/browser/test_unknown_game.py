"""Game of a family for which the pages have no screens: the pages say so, and show the rest of the table."""

from __future__ import annotations

from playwright.sync_api import Route, expect

from tests.browser.site import Site
from tests.browser.visits import Visits


def test_the_page_reports_a_family_that_it_cannot_show(site: Site, visit: Visits) -> None:
    page = visit(None)
    tiles = page.locator("article")
    expect(tiles.first).to_be_visible()
    count = tiles.count()
    expect(page.locator("[data-unknown]")).to_have_count(0)

    def with_another(route: Route) -> None:
        answer = route.fetch()
        lobby = answer.json()
        lobby[0]["family"] = "faro"
        route.fulfill(response=answer, json=lobby)

    page.route("**/api/lobby", with_another)
    expect(page.locator("[data-unknown=faro][role=alert]")).to_contain_text("does not know the game “faro”")
    expect(tiles).to_have_count(count)
