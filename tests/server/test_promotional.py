"""Promotional chips through the API, from the cage to a settled round: granted, staked, shown, expired, audited."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from croupier.evidence.bundle import make_bundle
from croupier.evidence.bundle_check import check_bundle
from croupier.evidence.log_rebuild import rebuild_all
from croupier.server import upkeep
from croupier.server.open_casino import open_casino
from croupier.store.log_audit import verify_log
from tests.server_fixture import NOON, PASSWORD, TABLE, WAIT_SECONDS, Client, Live, live_house, refusal

DAY = 24 * 3600 * 1000
WINS = ("9s", "2h", "Kd", "Kc")


def grant_body(live: Live, **more: Any) -> dict[str, Any]:
    """Return the body of a request that grants promotional chips."""
    body = {"player": "player", "cents": 50_00, "campaign": "Opening week", "reason": "welcome", "ends_at": NOON + DAY}
    return {**body, "key": live.key(), **more}


def open_table(live: Live) -> tuple[Client, Client]:
    """Seat a player and open the bets; return the clients of dealer and player."""
    dealer, player = live.client_as("dealer"), live.client_as("player")
    player.command("sit-down", seat=1)
    for do, fields in (("load-shoe", {}), ("read-card", {"card": "2s"})):
        dealer.command(do, **fields)
    while (expects := dealer.get(f"/api/tables/{TABLE}")["view"]["staff"]["next_step"])["command"] == "show-burn-card":
        dealer.command("show-burn-card", card="3s")
    assert expects["command"] == "open-bets", expects
    dealer.command("open-bets")
    return dealer, player


def test_from_the_cage_to_a_settled_round_and_through_a_restart(tmp_path: Path) -> None:
    with live_house(tmp_path, promotional={"on": True}) as live:
        cashier, auditor = live.client_as("cashier"), live.client_as("auditor")
        given = cashier.post("/api/promotional", **grant_body(live))
        assert given["promotional_cents"] == 50_00
        dealer, player = open_table(live)
        own = player.get(f"/api/tables/{TABLE}")["view"]["player"]
        assert own["promotional"]["grants"] == [{"campaign": "Opening week", "cents": 50_00, "ends_at": NOON + DAY}]
        assert own["promotional"]["wager_groups"] == ["line"]
        wagers = [{"wager": "player", "cents": 20_00, "promotional": True}]
        player.command("place-wagers", seat=1, wagers=wagers)
        view = player.get(f"/api/tables/{TABLE}")["view"]
        assert view["player"]["spots"][0]["promotional_wagers"] == ["player"]
        assert (view["player"]["staked_cents"], view["player"]["promotional_staked_cents"]) == (0, 20_00)
        assert dealer.get(f"/api/tables/{TABLE}")["view"]["chips"][0]["is_promotional"] is True
        refusal(player.ask("POST", "/api/me/cash-out", {"key": live.key()}), 409, "cash-out/in_play")
        dealer.command("close-bets")
        for card in WINS:
            dealer.command("read-card", card=card)
        dealer.command("call-result")
        me = player.get("/api/me")
        assert (me["balance_cents"], me["promotional_cents"]) == (20_00, 30_00)
        [archived] = player.get("/api/rounds")["rounds"]
        assert archived["player"]["promotional_cents"] == 20_00
        assert archived["player"]["results"][0]["promotional_taken_cents"] == 20_00
        assert archived["player"]["net_cents"] == 20_00
        [line] = auditor.get("/api/reports/promotional")["rows"]
        assert line == {
            "given_cents": 50_00,
            "promotional_staked_cents": 20_00,
            "promotional_taken_cents": 20_00,
            "promotional_won_cents": 20_00,
            "expired_cents": 0,
            "outstanding_cents": 30_00,
            "agrees": True,
        }
        house = live.runtime.house
        bundle = make_bundle(house.store, house.keys, f"{TABLE}/000001", live.now, "user:1", house_name="Test House")
        assert check_bundle(bundle, house.keys.public_text).findings == ()
        config = live.config
    clock = [NOON + 1]
    reopened = open_casino(config, clock=lambda: clock[0])
    try:
        assert verify_log(reopened.store).findings == ()
        assert rebuild_all(reopened.store).findings == []
        account = f"player:{live.ids['player']}"
        assert [grant.campaign for grant in reopened.active_grants(account, NOON + 1)] == ["Opening week"]
        assert reopened.has_expired_grants(NOON + DAY)
        clock[0] = NOON + DAY
        reopened.writer.run(reopened.expire_due_grants)
        assert reopened.ledger.balances["promotions"] == 0
        assert not reopened.has_expired_grants(NOON + DAY)
    finally:
        reopened.store.close()


def test_promotional_chips_expire_on_time_in_the_view_and_in_the_ledger(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upkeep, "GRANT_CHECK_SECONDS", 0.02)
    with live_house(tmp_path, promotional={"on": True}) as live:
        live.client_as("cashier").post("/api/promotional", **grant_body(live, ends_at=NOON + 1_000))
        player = live.client_as("player")
        assert player.get("/api/me")["promotional_cents"] == 50_00
        live.now = NOON + 1_000
        assert player.get("/api/me")["promotional_cents"] == 0, "from its hour on"
        give_up = time.monotonic() + WAIT_SECONDS
        while live.runtime.house.committed_balances["promotions"]:
            assert time.monotonic() < give_up, "the ledger never says so"
            time.sleep(0.02)


def test_promotional_chips_need_permission_and_configuration(tmp_path: Path) -> None:
    with live_house(tmp_path) as live:
        cashier, player = live.client_as("cashier"), live.client_as("player")
        refusal(cashier.ask("POST", "/api/promotional", grant_body(live)), 409, "promotional/off")
        coupon = {"cents": 1_00, "campaign": "Mailing", "ends_at": NOON + DAY, "key": live.key()}
        refusal(cashier.ask("POST", "/api/coupons", coupon), 409, "promotional/off")
        assert cashier.get("/api/promotional")["on"] is False
        refusal(player.ask("POST", "/api/promotional", grant_body(live)), 403, "role/forbidden")
        _, player = open_table(live)
        wagers = [{"wager": "player", "cents": 20_00, "promotional": True}]
        body = {"key": live.key(), "command": {"do": "place-wagers", "seat": 1, "wagers": wagers}}
        refusal(player.ask("POST", f"/api/tables/{TABLE}/commands", body), 409, "promotional/off")
        assert "promotional" not in player.get(f"/api/tables/{TABLE}")["view"]["player"]


def test_a_coupon_is_printed_and_redeemed_once(tmp_path: Path) -> None:
    with live_house(tmp_path, promotional={"on": True, "supervisor_most": 75_00}) as live:
        supervisor, cashier = live.client_as("supervisor"), live.client_as("cashier")
        player, other_player = live.client_as("player"), live.client_as("player-2")
        run = {"cents": 25_00, "count": 3, "campaign": "Mailing", "ends_at": NOON + DAY, "key": live.key()}
        papers = supervisor.post("/api/coupons", **run)["coupons"]
        assert len({coupon["number"] for coupon in papers}) == 3
        again = supervisor.post("/api/coupons", **run)
        assert again == {
            "coupons": [],
            "papers": "/api/coupons/1/3/coupons.pdf",
            "print_job": None,
            "repeated": True,
        }
        over = {**run, "cents": 75_01, "key": live.key()}
        refusal(supervisor.ask("POST", "/api/coupons", over), 409, "promotional/over_limit")
        first = {"number": papers[0]["number"], "key": live.key()}
        given = player.post("/api/coupons/redeem", **first)
        assert (given["cents"], given["repeated"]) == (25_00, False)
        assert player.post("/api/coupons/redeem", **first)["repeated"] is True, "the same request, told again"
        used = {"number": papers[0]["number"], "key": live.key()}
        refusal(other_player.ask("POST", "/api/coupons/redeem", used), 409, "coupon/used")
        second = {"number": papers[1]["number"], "key": live.key()}
        refusal(cashier.ask("POST", "/api/coupons/redeem", second), 404, "player/not_found")
        refusal(player.ask("POST", "/api/coupons/redeem", {**second, "player": "player-2"}), 409, "coupon/own")
        assert cashier.post("/api/coupons/redeem", **second, player="player-2")["promotional_cents"] == 25_00
        voided = supervisor.post("/api/coupons/void", number=papers[2]["number"], reason="spoiled", key=live.key())
        assert voided["coupon"] == papers[2]["number"][-4:]
        last = {"number": papers[2]["number"], "key": live.key()}
        refusal(player.ask("POST", "/api/coupons/redeem", last), 409, "coupon/void")
        [line] = live.client_as("auditor").get("/api/reports/campaigns")["rows"]
        assert line == {
            "campaign": "Mailing",
            "gifts": 2,
            "coupons": 2,
            "given_cents": 50_00,
            "outstanding_cents": 50_00,
        }


def test_grants_above_the_daily_limit_of_one_person_need_a_second_signature(tmp_path: Path) -> None:
    with live_house(tmp_path, promotional={"on": True, "giver_day_most": "100"}) as live:
        cashier = live.client_as("cashier")
        assert cashier.get("/api/promotional")["giver_day_most_cents"] == 100_00
        run = {"cents": 50_00, "count": 2, "campaign": "Mailing", "ends_at": NOON + DAY}
        papers = cashier.post("/api/coupons", **run, key=live.key())["coupons"]
        cashier.post("/api/coupons/redeem", number=papers[0]["number"], player="player", key=live.key())
        refusal(cashier.ask("POST", "/api/coupons", {**run, "key": live.key()}), 409, "promotional/second")
        refusal(cashier.ask("POST", "/api/promotional", grant_body(live)), 409, "promotional/second")
        wrong = {"second": "supervisor", "second_password": "not his"}
        refusal(cashier.ask("POST", "/api/promotional", grant_body(live, **wrong)), 403, "approval/second")
        for name in ("cashier", "dealer", "player-2"):
            own = {"second": name, "second_password": PASSWORD}
            refusal(cashier.ask("POST", "/api/promotional", grant_body(live, **own)), 409, "promotional/second")
        signed = {"second": "supervisor-2", "second_password": PASSWORD}
        assert len(cashier.post("/api/coupons", **run, **signed, key=live.key())["coupons"]) == 2
        assert cashier.post("/api/promotional", **grant_body(live, **signed))["promotional_cents"] == 100_00


@pytest.mark.parametrize("field", ["cents", "ends_at"])
def test_invalid_amounts_and_times_are_refused_as_bad_requests(tmp_path: Path, field: str) -> None:
    with live_house(tmp_path, promotional={"on": True}) as live:
        cashier = live.client_as("cashier")
        for wrong in (-1, "100", 1.5, 2**60):
            assert cashier.ask("POST", "/api/promotional", grant_body(live, **{field: wrong})).status_code == 422
