"""The screens in Firefox and WebKit: a round of every family, a dealer's round, and every screen of the house.

Tablets and iPhones run WebKit, many office computers Firefox. The other tests of this folder use Chromium; what a
screen does is checked there, and here that it opens, fits its window and takes a bet in the other two.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from croupier.play.family import FAMILIES
from croupier.server.demonstration import PASSWORD
from tests.browser.engines import ENGINES, Engine, open_engine
from tests.browser.geometry import BROKEN_DIGEST, LETTERS_LEAST, SETTLED, WALK
from tests.browser.site import Site, open_site, until
from tests.browser.steps import new_shoe
from tests.browser.test_every_screen import BY_FAMILY, FAMILY_RULEBOOKS, FOR_ALL, MEANT
from tests.browser.visits import NO_GUIDES
from tests.soak import in_soak
from tests.table_driver import first_schedule

pytestmark = in_soak

PHONE, TERMINAL = (460, 844), (1280, 800)
"""Window sizes; WebKit's small browser cannot be narrower than this phone."""
QUICK = {"betting_seconds": 6, "decision_seconds": 3, "offer_seconds": 3, "card_ms": 60, "result_ms": 8000}
SLOW = {"betting_seconds": 600, "decision_seconds": 600, "offer_seconds": 600}
TABLE_STAKES = {"holdem": {"time_bank": 0}, "thirteen-card": {}}
"""Options of the families whose players buy chips and play one another; in all others they bet on spots."""
WITH_SPOTS = sorted(set(FAMILIES) - set(TABLE_STAKES))
HARMLESS = "ResizeObserver loop"
"""Message of a layout that is measured again in the next frame, which is what the screens do."""
ROUND_SECONDS = 90
ANSWERS_MOST = 40
SEAT_BUTTON = "button.seat, button.sit"
TAKE_SEAT, BUY = "footer[data-stakes] button.primary:not([data-do])", "[data-do=buy]"
BETTING = "document.querySelector('.terminal[data-phase=betting]') !== null"
DEALER_TABLE = "midi-dealer"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    tables = {DEALER_TABLE: {"rulebook": "ilani-midi-baccarat", **SLOW}}
    for family, rulebook in FAMILY_RULEBOOKS.items():
        table = {"rulebook": rulebook, "schedule": first_schedule(rulebook)}
        automated = table | QUICK | {"mode": "automated", "options": TABLE_STAKES.get(family, {})}
        tables |= {family: automated, f"{family}-dealer": table | SLOW}
        tables |= {f"{family}-{engine}": automated for engine in ENGINES if family in TABLE_STAKES}
    with open_site(tmp_path_factory.mktemp("house"), tables) as site:
        yield site


@pytest.fixture(scope="module", params=ENGINES)
def engine(request: pytest.FixtureRequest, house: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    with open_engine(request.param, tmp_path_factory.mktemp(request.param)) as opened:
        opened.go(house.url)
        opened.evaluate(NO_GUIDES)
        yield opened


def sign_in(engine: Engine, house: Site, person: str | None, path: str) -> None:
    """Open a path as another person, or as nobody."""
    body = json.dumps(json.dumps({"name": person, "password": PASSWORD}))
    how = f"{{ method: 'POST', headers: {{ 'content-type': 'application/json' }}, body: {body} }}"
    log_in = f"fetch('/api/login', {how})"
    log_out = """fetch('/api/me').then((me) => me.ok ? me.json() : null).then(
        (me) => me && fetch('/api/logout', { method: 'POST', headers: { 'x-csrf-token': me.csrf } }))"""
    engine.go(house.url)
    engine.evaluate(f"{log_out if person is None else log_in}.then(() => true)")
    engine.go(f"{house.url}/?{person}#{path}")


def found_on(engine: Engine, sizes: tuple[tuple[int, int], ...] = (TERMINAL, PHONE)) -> list[str]:
    """Return the errors of the page, and its layout faults at each window size."""
    found = [error for error in engine.errors() if HARMLESS not in error]
    for size in sizes:
        engine.resize(*size)
        engine.evaluate(f"({SETTLED})()")
        faults = engine.evaluate(f"({WALK.split(chr(10), 1)[1]})({{ needed: [], least: {LETTERS_LEAST} }})")
        found += [
            f"{engine.name} {size}: {fault}"
            for fault in faults
            if not MEANT.match(fault) and not BROKEN_DIGEST.search(fault)
        ]
    return found


@pytest.mark.parametrize("family", WITH_SPOTS)
def test_a_round_is_played_to_its_result(engine: Engine, house: Site, family: str) -> None:
    engine.resize(*PHONE)
    sign_in(engine, house, "player", f"/table/{family}")
    engine.wait_for(f"{BETTING} || document.querySelector('{SEAT_BUTTON}')?.checkVisibility()", ROUND_SECONDS)
    if not engine.evaluate(BETTING):
        engine.click(SEAT_BUTTON)
        engine.wait_for(BETTING, ROUND_SECONDS)
    before = house.balance("player")
    engine.click(".spot.line:not(.shut)")
    engine.wait_for("document.querySelector('[data-wager] .pill') !== null")
    until(lambda: house.balance("player") < before)
    engine.wait_for("document.querySelector('[data-sum]') !== null", ROUND_SECONDS)
    assert found_on(engine, (PHONE,)) == []


@pytest.mark.parametrize("family", TABLE_STAKES)
def test_a_hand_between_seats_is_played_to_its_result(engine: Engine, house: Site, family: str) -> None:
    """Buy chips in the dialog, answer while asked with the first choice that costs nothing, and wait for the sum."""
    table = f"{family}-{engine.name}"
    engine.resize(*PHONE)
    sign_in(engine, house, "player", f"/table/{table}")
    account = f"player:{house.as_('player').user_id}"
    engine.click(TAKE_SEAT)
    engine.click(BUY)
    engine.click("dialog button.primary")
    bought = until(lambda: house.state(table).stack(account).cents)
    seat = next(seat for seat in (2, 3) if seat not in house.state(table).seats)
    house.as_("player2").command(table, "sit-down", seat=seat)
    house.as_("player2").command(table, "buy-chips", cents=bought)
    end = "document.querySelector('[data-sum]') !== null"
    choice = "document.querySelector('[data-bet] [data-do=check], [data-bet] [data-do=call]')"
    for _ in range(ANSWERS_MOST):
        engine.wait_for(f"{end} || {choice}?.checkVisibility()", ROUND_SECONDS)
        if engine.evaluate(end):
            break
        engine.evaluate(f"({choice}?.click(), true)")
    assert found_on(engine, (PHONE,)) == []


def test_a_dealer_deals_a_round_by_keys(engine: Engine, house: Site) -> None:
    table, bettor = DEALER_TABLE, house.as_("player2")
    if house.state(table).shoe is None:
        bettor.command(table, "sit-down", seat=3)
        new_shoe(house, table)
    house.as_("dealer").command(table, "open-bets")
    bettor.command(table, "place-wagers", seat=3, wagers=[{"wager": "player", "cents": 25_00}])
    house.as_("dealer").command(table, "close-bets")
    engine.resize(*TERMINAL)
    sign_in(engine, house, "dealer", f"/dealer/{table}")
    for number, card in enumerate(("9s", "2d", "Kc", "5h"), 1):
        engine.wait_for("document.querySelector('[data-pad]') !== null")
        engine.type_into("body", card)
        engine.wait_for(f"document.querySelectorAll('li.done').length === {number}")
    engine.click("[data-action]")
    until(lambda: house.state(table).round is None)
    assert found_on(engine, (TERMINAL,)) == []


@pytest.mark.parametrize("person", list(dict.fromkeys(who for who, _, _ in (*BY_FAMILY.values(), *FOR_ALL.values()))))
def test_every_screen_opens_and_fits(engine: Engine, house: Site, person: str | None) -> None:
    paths = [(path, ready) for who, path, ready in FOR_ALL.values() if who == person]
    paths += [
        (path.format(family=family), ready)
        for who, path, ready in BY_FAMILY.values()
        if who == person
        for family in sorted(FAMILIES)
    ]
    sign_in(engine, house, person, "/")
    found = []
    for path, ready in paths:
        engine.resize(*TERMINAL)
        engine.evaluate(f"(location.hash = {json.dumps(path)}, true)")
        engine.wait_for(f"document.querySelector({json.dumps(ready)})?.checkVisibility()")
        found += [f"{path}: {fault}" for fault in found_on(engine)]
    assert not found, "\n".join(found)
