"""Public displays of a poker table: its last hands, the order of payment, and the limits in the lobby."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from croupier.evidence.bundle import SIGNED_AS
from croupier.evidence.bundle_check import check_bundle
from croupier.evidence.log_rebuild import rebuild_all
from croupier.money.bets import Bet
from croupier.money.settlement_order import settlement_order
from croupier.store.record import canonical
from croupier.table import commands as c
from croupier.table.settings import TableSettings
from croupier.views import Viewer
from croupier.views.lobby_view import lobby_view
from croupier.views.table_view import table_view
from tests.evidence_house import ANN, BOB, DEALER, FLOOR, PIT, Evening
from tests.table_driver import OTHER_SUPERVISOR, SUPERVISOR, Drive, player

ULTIMATE, THREE, SIX = "ca-ultimate-texas-holdem", "ca-3-card-poker", "ca-three-card-poker-6-card-bonus"
BANK = 1_000_00
ANTE = 20_00
HOLDEM_CARDS = "Ac Ad 8s 6d Kd Qc Qs 9s 7h 4d 2h"
THREE_CARDS = "Ks Kh 4d 9s 8h 3d Qc 7h 2s"


def deal_round(game: str, cards: str, **trips: int) -> Drive:
    """Deal all cards of a round by hand; seat 1 banks, seats 2 and 3 have an Ante."""
    drive = Drive(game, "dealer-assist").open(1, 2, 3)
    drive.bank(1, BANK)
    drive.ok(c.OpenBets())
    both = {"ante": ANTE} | ({"blind": ANTE} if game == ULTIMATE else {})
    drive.bet(3, both | trips)
    drive.bet(2, both)
    drive.ok(c.CloseBets())
    drive.deal(cards)
    return drive


def settle(drive: Drive, *decisions: tuple[int, str]) -> Drive:
    for seat, choice in decisions:
        drive.ok(c.MakeDecision(seat=seat, choice=choice), actor=player(seat))
    drive.ok(c.CallResult())
    return drive


def view(drive: Drive, kind: str = "public") -> dict[str, Any]:
    return table_view(drive.state, Viewer(kind), 0, {})


def holdem() -> Drive:
    played = deal_round(ULTIMATE, HOLDEM_CARDS, trips=10_00)
    return settle(played, (2, "play-4"), (3, "check"), (3, "check"), (3, "fold"))


def test_the_board_shows_past_hands_of_the_player_dealer_with_the_community_cards() -> None:
    shown = view(holdem())["trends"]["record"]["rounds"]
    assert [(list(hand["cards"]), list(hand["board"]), hand["name"], hand["qualifies"]) for hand in shown] == [
        (["Kd", "Qc"], ["Qs", "9s", "7h", "4d", "2h"], "pair of queens, king kicker", True)
    ]


def test_three_card_hands_have_no_community_cards_and_may_not_qualify() -> None:
    drive = settle(deal_round(THREE, "Ks Kh 4d 9s 8h 3d Jc 7h 2s"), (2, "play"), (3, "fold"))
    (shown,) = view(drive)["trends"]["record"]["rounds"]
    assert (list(shown["cards"]), list(shown["board"])) == (["Jc", "7h", "2s"], [])
    assert not shown["qualifies"]


def test_no_poker_hand_is_counted_as_a_blackjack_or_a_baccarat_hand() -> None:
    trends = view(holdem())["trends"]
    assert [set(hand) for hand in trends["record"]["rounds"]] == [{"cards", "board", "name", "qualifies"}]
    assert trends["current"]["dealer"]["natural"]["of"] == 0
    assert trends["current"]["roads"]["bead"] == []
    assert trends["current"]["wagers"]["trips"] == {"count": 0, "of": 1, "percent": "0.0"}


def test_a_correction_changes_the_displayed_hand() -> None:
    drive = holdem()
    request = c.RequestCorrection(round=drive.last_round["id"], place=5, card="Ks", reason="Misread")
    drive.ok(request, actor=SUPERVISOR)
    (waiting,) = drive.state.corrections
    drive.ok(c.ApproveCorrection(id=waiting), actor=OTHER_SUPERVISOR)
    (shown,) = view(drive)["trends"]["record"]["rounds"]
    assert list(shown["cards"]) == ["Ks", "Qc"]


def test_the_displayed_hands_stay_although_the_deck_changes() -> None:
    drive = holdem()
    drive.bank(1, BANK)
    drive.ok(c.OpenBets())
    drive.bet(2, {"ante": ANTE, "blind": ANTE})
    drive.ok(c.CloseBets())
    drive.deal("As Kh 2c 3d 9c 8d 7c 6h 4s")
    settle(drive, (2, "check"), (2, "check"), (2, "fold"))
    assert [hand["name"] for hand in view(drive)["trends"]["record"]["rounds"]] == [
        "pair of queens, king kicker",
        "nine high, eight kicker",
    ]


@pytest.mark.parametrize("game", [ULTIMATE, THREE, SIX])
def test_the_lobby_shows_the_last_hands_and_the_limits_of_the_ante(game: str) -> None:
    drive = holdem() if game == ULTIMATE else settle(deal_round(game, THREE_CARDS), (2, "play"), (3, "fold"))
    (tile,) = lobby_view([drive.state])
    assert len(tile["record"]["rounds"]) == 1
    ante = next(wager for wager in view(drive)["wagers"] if wager["id"] == "ante")["limit"]
    assert tile["limit"] == {"least_cents": ante["least_cents"], "most_cents": ante["most_cents"]}, "without Play"


def test_the_dealer_sees_the_order_of_payment() -> None:
    """Check that seat 2 is settled first: seat 3 bet first, but the player-dealer sits at seat 1. [004 L3659-3661]"""
    drive = holdem()
    last = view(drive, "dealer")["last_round"]
    order = [(last["results"][place]["seat"], last["results"][place]["wager"]) for place in last["settlement_order"]]
    assert order == [(2, "play"), (2, "ante"), (2, "blind"), (3, "ante"), (3, "blind"), (3, "trips")]
    assert "settlement_order" not in view(drive)["last_round"]


def test_the_order_of_payment_is_the_order_of_settlement() -> None:
    drive = holdem()
    last, rules = drive.state.last, drive.state.rules
    assert last is not None
    bets = [Bet(result["seat"], result["bettor"], result["wager"], result["cents"]) for result in last["results"]]
    assert last["order"] == settlement_order(bets, rules.settlement.order, 2)


def test_the_audit_finds_the_archived_round_equal_to_the_log(tmp_path: Path) -> None:
    """Check a round that is dealt by hand and corrected afterwards.

    Its bundle is valid, the log gives the same record, and a bundle with another decision is found.
    """
    evening, table = Evening(f"sqlite:///{tmp_path / 'house.db'}", tmp_path), "holdem"
    evening.house.create_table(table, TableSettings(rulebook=ULTIMATE, schedule=1))
    both = [c.WagerAmount(wager=wager, cents=ANTE) for wager in ("ante", "blind")]
    orders = [
        (c.OpenTable(), FLOOR),
        (c.SitDown(seat=1), ANN),
        (c.SitDown(seat=2), BOB),
        (c.AcceptBank(cents=BANK), ANN),
        (c.LoadShoe(), DEALER),
        (c.OpenBets(), DEALER),
        (c.PlaceWagers(seat=2, wagers=both), BOB),
        (c.CloseBets(), DEALER),
        *((c.ReadCard(card=card), DEALER) for card in ["Ac", "Ad", "Kd", "Qc", "Qs", "9s", "7h", "4d", "2h"]),
        (c.MakeDecision(seat=2, choice="play-4"), BOB),
        (c.CallResult(), DEALER),
        (c.RequestCorrection(round=f"{table}/000001", place=4, card="Jc", reason="It was a jack"), FLOOR),
        (c.ApproveCorrection(id="correction-1"), PIT),
    ]
    for order, actor in orders:
        evening.act(table, order, actor)
    (shown,) = evening.house.tables[table].trends.current.outcomes
    assert (shown.name, shown.qualifies) == ("king high, queen kicker", False)
    assert rebuild_all(evening.store).findings == []
    bundle = evening.bundle(f"{table}/000001")
    assert not check_bundle(bundle).findings
    forged = json.loads(json.dumps(json.loads(bundle)["body"]).replace('"play-4"', '"play-3"'))
    signature = evening.keys.sign(SIGNED_AS + canonical(forged).encode())
    assert check_bundle(json.dumps({"body": forged, "signature": signature}).encode()).findings
    evening.close()
