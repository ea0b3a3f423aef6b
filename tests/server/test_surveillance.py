"""Surveillance and the office through the API: one table as data, unseen events, and the figures of the day."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.cage.event_review import MATTERS, ROUTINE
from croupier.house.significant_events import ALL_CODES
from tests.server_fixture import TABLE, Live, live_house, refusal


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    """Run a house for one test."""
    with live_house(tmp_path) as live:
        yield live


def deal(live: Live, cards: str, *, wagers: dict[str, int]) -> Any:
    """Start a round at the dealer's table with a wager of each amount, deal these cards, and return the dealer."""
    dealer, cashier, player = live.client_as("dealer"), live.client_as("cashier"), live.client_as("player")
    cashier.post("/api/shifts", float_cents=1_000_00, key=live.key())
    cashier.post("/api/buy-ins", player="player", cents=500_00, table=TABLE, key=live.key())
    dealer.command("load-shoe")
    dealer.command("read-card", card="As")
    player.command("sit-down", seat=1)
    dealer.command("open-bets")
    placed = [{"wager": wager, "cents": cents} for wager, cents in wagers.items()]
    player.command("place-wagers", seat=1, wagers=placed)
    dealer.command("close-bets")
    for card in cards.split():
        live.now += 2_000
        dealer.command("read-card", card=card)
    return dealer


def test_a_table_as_data_has_the_stakes_with_their_sums_and_the_time_of_each_card(live: Live) -> None:
    deal(live, "9s Kh Kd", wagers={"player": 100_00, "tie": 5_00})
    watched = live.client_as("surveillance").get(f"/api/surveillance/tables/{TABLE}")
    assert watched["round"] == f"{TABLE}/000001"
    assert watched["wagers"]["status"] == "locked"
    assert watched["wagers"]["wagers"] == ["player", "tie"]
    assert watched["wagers"]["totals"] == {"player": 100_00, "tie": 5_00}
    assert watched["wagers"]["staked_cents"] == 105_00
    (seat,) = watched["wagers"]["seats"]
    assert (seat["seat"], seat["name"], seat["staked_cents"]) == (1, "Player", 105_00)
    assert [card["card_number"] for card in watched["cards"]] == [1, 2, 3]
    assert [card["read_by"] for card in watched["cards"]] == ["dealer"] * 3
    positions = [(card["hand"], card["position_in_hand"]) for card in watched["cards"]]
    assert positions == [("player", 1), ("banker", 1), ("player", 2)]
    first, second, third = (card["at"] for card in watched["cards"])
    assert (second - first, third - second) == (2_000, 2_000)
    counted = {"by_shoe": 0, "by_dealer": 3, "by_generator": 0, "misread": 0, "usual_gap_ms": 2_000}
    assert watched["shoe"] == counted


def test_the_readings_of_a_shoe_are_counted_over_its_rounds(live: Live) -> None:
    deal(live, "9s Kh Kd 2c", wagers={"player": 100_00}).command("call-result")
    dealer, player = live.client_as("dealer"), live.client_as("player")
    dealer.command("open-bets")
    player.command("place-wagers", seat=1, wagers=[{"wager": "player", "cents": 100_00}])
    dealer.command("close-bets")
    for card in "8s", "Kh":
        dealer.command("read-card", card=card)
    watched = live.client_as("surveillance").get(f"/api/surveillance/tables/{TABLE}")
    assert [card["card_number"] for card in watched["cards"]] == [1, 2]
    assert watched["shoe"]["by_dealer"] == 6
    assert watched["shoe"]["usual_gap_ms"] == 2_000


def test_a_table_as_data_names_no_card(live: Live) -> None:
    """Which card was read is only in the view of the table, where face-down cards are hidden from surveillance."""
    deal(live, "9s Kh Kd", wagers={"player": 100_00})
    watched = live.client_as("surveillance").get(f"/api/surveillance/tables/{TABLE}")
    fields = {"card_number", "hand", "position_in_hand", "at", "read_by"}
    assert all(set(card) == fields for card in watched["cards"])
    assert not {"9s", "Kh", "Kd"} & set(str(watched).replace("'", " ").split())


def test_the_last_round_stays_until_the_next_one_opens(live: Live) -> None:
    deal(live, "9s Kh Kd 2c", wagers={"player": 100_00}).command("call-result")
    watched = live.client_as("surveillance").get(f"/api/surveillance/tables/{TABLE}")
    assert watched["round"] == f"{TABLE}/000001"
    assert watched["wagers"]["status"] == "over"
    assert watched["wagers"]["staked_cents"] == 100_00
    assert len(watched["cards"]) == 4


def test_events_are_grouped_by_table_and_matter_and_seen_by_group(live: Live) -> None:
    watcher, supervisor = live.client_as("surveillance"), live.client_as("supervisor")
    supervisor.command("pause-table", reason="a card fell on the floor")
    supervisor.command("resume-table")
    before = watcher.get("/api/surveillance/unseen")
    group = next(one for one in before["groups"] if one["table"] == TABLE and one["matter"] == "stop")
    assert [one["code"] for one in group["events"]] == ["table/paused"]
    assert before["routine"] > 0, "routine entries are counted, not listed"
    assert not ROUTINE & {one["code"] for listed in before["groups"] for one in listed["events"]}
    live.now += 1_000
    ids = [one["id"] for one in group["events"]]
    assert watcher.post("/api/surveillance/seen", ids=ids, key=live.key())["count"] == 1
    after = watcher.get("/api/surveillance/unseen")
    assert after["count"] == before["count"] - 1
    assert after["since"] == live.now
    assert all(one["id"] not in ids for listed in after["groups"] for one in listed["events"])


def test_a_mark_is_recorded_and_counts_only_for_its_user(live: Live) -> None:
    watcher = live.client_as("surveillance")
    live.client_as("supervisor").command("pause-table", reason="a card fell on the floor")
    ids = [one["id"] for group in watcher.get("/api/surveillance/unseen")["groups"] for one in group["events"]]
    key = live.key()
    watcher.post("/api/surveillance/seen", ids=ids, key=key)
    assert watcher.post("/api/surveillance/seen", ids=ids, key=key)["repeated"]
    noted = watcher.get("/api/events", code="events")["events"]
    assert [one["actor"] for one in noted] == [f"user:{watcher.user_id}"]
    refusal(live.client_as("supervisor").ask("GET", "/api/surveillance/unseen"), 403, "role/forbidden")


def test_every_code_of_a_significant_event_has_a_matter() -> None:
    assert {code.partition("/")[0] for code in ALL_CODES - ROUTINE} <= set(MATTERS)
    assert ROUTINE <= ALL_CODES


def test_the_day_chains_wagered_win_and_hold_with_the_expectation(live: Live) -> None:
    deal(live, "9s Kh Kd 2c", wagers={"player": 100_00}).command("call-result")
    day = live.client_as("auditor").get("/api/reports/day")
    figures, tables = day["figures"], live.client_as("auditor").get("/api/reports/tables")
    house = figures["house"]
    assert (house["rounds"], house["wagered_cents"], house["win_cents"]) == (1, 100_00, -100_00)
    assert house["hold_percent"] == "-100.0000"
    assert house["expected_cents"] == 1_24, "1.2351 % of $100"
    assert figures["expected_percent"] == "1.2350"
    assert house["deviations"] == "1.1"
    assert house["is_within_luck"] is True
    assert figures["earned_cents"] == tables["totals"]["revenue_cents"] == -100_00
    assert figures["drop"] == {
        "drop_cents": 500_00,
        "cash_cents": 500_00,
        "tickets_cents": 0,
        "play_money_cents": 0,
    }
    assert [row["table"] for row in figures["tables"]] == [TABLE]
    assert sum(hour["win_cents"] for hour in figures["hours"]) == house["win_cents"]
    assert figures["hours"][-1]["expected_cents"] == 1_24
    assert live.client_as("auditor").get("/api/reports/day", table=TABLE)["figures"] == figures
    assert live.client_as("auditor").get("/api/reports/day", table="other")["figures"]["house"]["rounds"] == 0


def test_a_void_round_is_in_no_figure_of_the_day(live: Live) -> None:
    deal(live, "9s Kh", wagers={"player": 100_00})
    live.client_as("supervisor").command("void-round", reason="the shoe fell")
    figures = live.client_as("auditor").get("/api/reports/day")["figures"]
    assert figures["house"]["rounds"] == figures["house"]["wagered_cents"] == figures["house"]["win_cents"] == 0
    assert figures["house"]["expected_cents"] is None
    assert figures["tables"] == []


def test_a_figure_opens_its_rounds(live: Live) -> None:
    deal(live, "9s Kh Kd 2c", wagers={"player": 100_00}).command("call-result")
    auditor = live.client_as("auditor")
    day = auditor.get("/api/reports/day")
    period = {"since": day["since"], "until": day["until"]}
    assert [one["number"] for one in auditor.get("/api/rounds", banked_by="house", **period)["rounds"]] == [1]
    assert auditor.get("/api/rounds", banked_by="players", **period)["rounds"] == []
    assert auditor.get("/api/rounds", since=0, until=day["since"])["rounds"] == []
