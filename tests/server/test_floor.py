"""The supervisor's floor: one response with every table, its people, its pace and what waits for somebody."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from croupier.views.floor_view import IN_PLAY_MS, LATE_MS
from tests.server.test_routes import play_round
from tests.server_fixture import TABLE, Client, Live, live_house

HOUR_MS = 3_600_000
MINUTE_MS = 60_000


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    with live_house(tmp_path) as opened:
        yield opened


def bought_in(live: Live, name: str = "player") -> Client:
    player = live.client_as(name)
    player.post("/api/me/buy-in", cents=1_000_00, table=TABLE, key=live.key())
    return player


def line_of(live: Live, table: str = TABLE, reader: str = "supervisor") -> dict[str, Any]:
    lines = live.client_as(reader).get("/api/floor")
    assert [line["number"] for line in lines] == sorted(line["number"] for line in lines)
    return next(line for line in lines if line["table"] == table)


def test_a_line_counts_rounds_of_the_last_hour_and_stays_in_play_between_two(live: Live) -> None:
    player = bought_in(live)
    assert (line_of(live)["is_in_play"], line_of(live)["rounds_last_hour"]) == (False, 0)
    play_round(live, player)
    live.now += IN_PLAY_MS // 2
    play_round(live, player)
    assert (line_of(live)["is_in_play"], line_of(live)["rounds_last_hour"]) == (True, 2)
    live.now += IN_PLAY_MS
    assert (line_of(live)["is_in_play"], line_of(live)["rounds_last_hour"]) == (False, 2)
    live.now += HOUR_MS - IN_PLAY_MS
    assert line_of(live)["rounds_last_hour"] == 0
    live.client_as("dealer").command("open-bets")
    live.client_as("player").command("place-wagers", seat=1, wagers=[{"wager": "player", "cents": 100_00}])
    assert line_of(live)["is_in_play"]
    assert line_of(live, "auto-1")["phase"] == "closed"


def test_a_line_counts_people_and_neither_bots_nor_providers(live: Live) -> None:
    play_round(live, bought_in(live))
    bot = live.client_as("player-2")
    bot.command("sit-down", seat=3)
    house = live.runtime.house
    seq, state = house.committed_tables[TABLE]
    seats = {**state.seats, 3: type(state.seats[3])(state.seats[3].account, "Bot", bot=True)}
    seats[4] = type(state.seats[3])("player:99", "Provider", third_party=True)
    house.committed_tables[TABLE] = seq, replace(state, seats=seats)
    line = line_of(live)
    assert (line["players"], line["seats_taken"]) == (1, 3)
    taken = {chair["seat"]: chair for chair in line["chairs"] if chair["is_taken"]}
    assert [taken[seat]["is_bot"] for seat in (1, 3, 4)] == [False, True, False]
    assert [taken[seat]["is_third_party"] for seat in (1, 3, 4)] == [False, False, True]
    assert taken[1]["name"] == "Player"


def test_alerts_have_their_times_and_the_loudest_comes_first(live: Live) -> None:
    player, dealer, supervisor = bought_in(live), live.client_as("dealer"), live.client_as("supervisor")
    play_round(live, player)
    called_at = live.now
    player.command("call-supervisor", note="Is this right?")
    live.now += 10_000
    correction = {"round": f"{TABLE}/000001", "place": 1, "card": "8s", "reason": "The film shows an eight"}
    dealer.command("request-correction", **correction)
    live.now += 10_000
    supervisor.command("pause-table", reason="Change of dealer")
    live.client_as("surveillance").command("send-notice", text="Please spread the discards")
    alerts = line_of(live)["alerts"]
    assert [(alert["kind"], alert["urgency"], alert["since"] - called_at) for alert in alerts] == [
        ("call", "stopped", 0),
        ("correction", "stopped", 10_000),
        ("paused", "late", 20_000),
        ("notice", "late", 20_000),
    ]
    assert [alert["text"] for alert in alerts][:2] == ["Is this right?", "The film shows an eight"]
    assert alerts[1]["round"] == f"{TABLE}/000001"
    supervisor.command("answer-call")
    assert [alert["kind"] for alert in line_of(live)["alerts"]] == ["correction", "paused", "notice"]


def test_a_dealer_who_enters_no_card_for_a_while_is_late(live: Live) -> None:
    player, dealer = bought_in(live), live.client_as("dealer")
    play_round(live, player)
    dealer.command("open-bets")
    player.command("place-wagers", seat=1, wagers=[{"wager": "player", "cents": 100_00}])
    live.now += 5 * MINUTE_MS  # The bets of this table stay open until the dealer closes them.
    assert line_of(live)["alerts"] == []
    dealer.command("close-bets")
    dealer.command("read-card", card="9s")
    last = live.now
    live.now += LATE_MS - 1
    assert line_of(live)["alerts"] == []
    live.now += 1
    (alert,) = line_of(live)["alerts"]
    assert (alert["kind"], alert["urgency"], alert["since"]) == ("dealing-late", "late", last)
    assert alert["text"] == "Deal: Banker, first card"
    dealer.command("read-card", card="2h")
    assert line_of(live)["alerts"] == []


def test_a_rounds_money_by_seat_has_one_sign_and_adds_up(live: Live) -> None:
    player, other = bought_in(live), bought_in(live, "player-2")
    dealer, supervisor = live.client_as("dealer"), live.client_as("supervisor")
    play_round(live, player)
    other.command("sit-down", seat=4)
    dealer.command("open-bets")
    player.command(
        "place-wagers", seat=1, wagers=[{"wager": "player", "cents": 100_00}, {"wager": "tie", "cents": 5_00}]
    )
    other.command("place-wagers", seat=4, wagers=[{"wager": "banker", "cents": 50_00}])
    money = supervisor.get(f"/api/tables/{TABLE}")["view"]["staff"]["round_money"]
    assert (money["staked_cents"], money["gets_cents"]) == (155_00, None)
    assert [(row["seat"], row["staked_cents"], row["gets_cents"]) for row in money["seats"]] == [
        (1, 105_00, None),
        (4, 50_00, None),
    ]
    dealer.command("close-bets")
    for card in ("9s", "Kh", "Kd", "2c"):
        dealer.command("read-card", card=card)
    dealer.command("call-result")
    round_two = supervisor.get(f"/api/rounds/{TABLE}/2")
    assert [(row["seat"], row["gets_cents"]) for row in round_two["money"]["seats"]] == [(1, 95_00), (4, -50_00)]
    assert (round_two["money"]["staked_cents"], round_two["money"]["gets_cents"]) == (155_00, 45_00)
    assert round_two["money"]["gets_cents"] == -round_two["house"]["net_cents"]
    before_after = round_two["balances"][f"player:{player.user_id}"]
    assert before_after[1] - before_after[0] == 95_00
    assert "money" not in player.get(f"/api/rounds/{TABLE}/2")
