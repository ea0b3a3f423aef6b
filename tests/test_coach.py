"""The coach of a play-money house: what it says of one's own question, what it knows, and where it is not to be had."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.games import library
from croupier.odds.blackjack_sheet.sheet import solution_of
from croupier.rulebook.house_rules import HouseRules
from croupier.server.routes import coach
from tests.server_fixture import TABLE, Client, Live, live_house, refusal

BLACKJACK = "bj-1"
RULEBOOK = "house-blackjack"
SEAT = 3


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A house with a blackjack table that a dealer deals; its clock stands, so that nobody's time runs out."""
    with live_house(tmp_path_factory.mktemp("house")) as made:
        set_up(made, RULEBOOK)
        yield made


@pytest.fixture(scope="module")
def player(live: Live) -> Client:
    sits = live.client_as("player")
    sits.post("/api/me/buy-in", cents=1_000_00, key=live.key())
    sits.command("sit-down", BLACKJACK, seat=SEAT)
    return sits


@pytest.fixture(scope="module")
def dealer(live: Live) -> Client:
    deals = live.client_as("dealer")
    deals.command("new-shoe", BLACKJACK)
    deals.command("read-card", BLACKJACK, card="Ks")
    return deals


def set_up(live: Live, rulebook: str) -> None:
    settings = {"rulebook": rulebook, "mode": "dealer-assist"}
    live.client_as("admin").post("/api/tables", name=BLACKJACK, settings=settings, key=live.key())
    live.client_as("supervisor").command("open-table", BLACKJACK)


def dealt(player: Client, dealer: Client, cards: str, cents: int = 25_00) -> None:
    """A round with one wager, dealt as far as these cards: the hand's, the up card, the hand's, the hole card."""
    dealer.command("open-bets", BLACKJACK)
    player.command("place-wagers", BLACKJACK, seat=SEAT, wagers=[{"wager": "blackjack", "cents": cents}])
    dealer.command("close-bets", BLACKJACK)
    for card in cards.split():
        dealer.command("read-card", BLACKJACK, card=card)


def broken_off(live: Live) -> None:
    live.client_as("supervisor").command("void-round", BLACKJACK, reason="the test has seen enough")


def asked(player: Client) -> dict[str, Any]:
    """What the coach says, its values by what is done."""
    told: dict[str, Any] = player.get(f"/api/tables/{BLACKJACK}/coach")
    return told | {"options": {one["do"]: one["value"] for one in told["options"]}}


def best(cards: list[int], up: int, **how: Any) -> dict[str, float]:
    solved = solution_of(HouseRules.of(library.load(RULEBOOK)))
    ways: dict[str, float] = solved.best(cards, up, **how).offered()
    return {{"double": "double-down"}.get(name, name): worth for name, worth in ways.items()}


def test_it_tells_what_every_open_way_is_worth_the_best_first(live: Live, player: Client, dealer: Client) -> None:
    dealt(player, dealer, "8s 6c 8h Td")
    told = asked(player)
    assert (told["seat"], told["hand"], told["question"], told["best"]) == (SEAT, 1, 1, "split")
    assert told["options"] == best([8, 8], 6)
    assert list(told["options"]) == sorted(told["options"], key=lambda do: -told["options"][do])
    player.command("decide", BLACKJACK, seat=SEAT, choice="split")
    dealer.command("read-card", BLACKJACK, card="3d")
    after = asked(player)
    assert (after["hand"], after["question"], after["best"]) == (1, 2, "double-down")
    assert after["options"] == best([8, 3], 6, hands=2)
    broken_off(live)


def test_it_knows_no_card_that_the_player_cannot_see(live: Live, player: Client, dealer: Client) -> None:
    told = []
    for hole in ("5d", "Td"):
        dealt(player, dealer, f"9s 7c 7h {hole}")
        told.append(asked(player))
        broken_off(live)
    assert told[0] == told[1]


def test_insurance_is_a_wager_of_its_own_beside_the_hand(live: Live, player: Client, dealer: Client) -> None:
    dealt(player, dealer, "Ts Ac 9h 6d", cents=20_00)
    told = asked(player)
    goes_on = max(best([10, 9], 1).values())
    solved = solution_of(HouseRules.of(library.load(RULEBOOK)))
    assert told["best"] == "decline"
    assert told["options"] == {
        "decline": goes_on,
        "insure": pytest.approx(goes_on + 0.5 * float(solved.insurance.against([10, 9]))),
    }
    broken_off(live)


def test_it_says_nothing_to_whoever_is_not_asked(live: Live, player: Client, dealer: Client) -> None:
    assert player.get(f"/api/tables/{BLACKJACK}/coach") is None
    dealt(player, dealer, "9s 7c 7h 5s")
    other = live.client_as("player-2")
    assert other.get(f"/api/tables/{BLACKJACK}/coach") is None
    refusal(dealer.ask("GET", f"/api/tables/{BLACKJACK}/coach"), 403, "role/forbidden")
    broken_off(live)


def test_there_is_none_for_a_game_without_decisions(live: Live, player: Client) -> None:
    refusal(player.ask("GET", f"/api/tables/{TABLE}/coach"), 404, "coach/none")
    refusal(player.ask("GET", "/api/tables/no-such-table/coach"), 404, "table/none")


def test_without_the_odds_it_says_what_to_install(live: Live, player: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coach, "find_spec", lambda name: None)
    said = refusal(player.ask("GET", f"/api/tables/{BLACKJACK}/coach"), 503, "coach/no_odds")
    assert "croupier[odds]" in said


def test_a_house_that_plays_for_money_has_none(tmp_path: Path) -> None:
    with live_house(tmp_path, demonstration=False) as real:
        set_up(real, RULEBOOK)
        player = real.client_as("player")
        refusal(player.ask("GET", f"/api/tables/{BLACKJACK}/coach"), 403, "role/play_money_only")


def test_after_the_look_an_early_surrender_is_over_and_no_natural_is_feared() -> None:
    """Where a hand could be given up before the look, its worth after it is that without a natural. [CA-BJX-A4]"""
    values = best_of("ca-blackjack-x", [10, 6], 10)
    natural = 24 / (6 * 52 - 3)
    shoe = solution_of(HouseRules.of(library.load("ca-blackjack-x"))).shoe
    told = coach._after_the_look(shoe, values["stand"], [10, 6], 10)
    assert told == pytest.approx((values["stand"] + natural) / (1 - natural))
    assert coach._after_the_look(shoe, values["stand"], [10, 6], 7) == values["stand"]


def best_of(rulebook: str, cards: list[int], up: int) -> dict[str, float]:
    ways: dict[str, float] = solution_of(HouseRules.of(library.load(rulebook))).best(cards, up).offered()
    return ways
