"""Winning hands of a progressive wager without a share of the meter: paid from the tray or from the meter."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cage.table_reports import event_counts
from croupier.documents.rules_card_table import meter_cards
from croupier.errors import BadInput
from croupier.odds.shipped_sheets import load_shipped_sheet
from croupier.play import rulebook_library
from croupier.rulebook.table_rules import TableRules
from croupier.table import commands as c
from tests.table_driver import OTHER_SUPERVISOR, Drive

DRAGON = "2s 4s 3s As 5s 2h"
"""A Dragon 7 over a total of zero, not of one suit or colour: pays 75 for 1."""
METER = {"other_hands_from": "meter"}


def play_round(stands: int, options: dict[str, Any], *seats: int) -> Drive:
    """Play a round with a winning hand that has no share of the meter."""
    drive = Drive("co-ez-baccarat", options=options)
    drive.house.give("meter:t1-ez-progressive", stands)
    drive.open(*seats, first="Kc")
    drive.play(DRAGON, {number: {"banker": 1_000, "ez-progressive": 100} for number in seats})
    return drive


def test_other_winning_hands_are_paid_from_the_tray_or_by_option_from_the_meter() -> None:
    """Both sources pay the player the same; only the meter and the house's balance differ. [003 L614]"""
    tray, meter = play_round(5_000_00, {}, 1), play_round(5_000_00, METER, 1)
    assert tray.credit(1) == meter.credit(1)
    assert tray.balance("meter:t1-ez-progressive") == 5_000_00
    assert meter.balance("meter:t1-ez-progressive") == 5_000_00 - 74_00
    assert meter.balance("house") == tray.balance("house") + 74_00
    results = {result["wager"]: result for result in meter.house.archived["t1/000001"]["results"]}
    assert results["ez-progressive"]["meter_cents"] == 74_00
    assert results["ez-progressive"]["jackpot_cents"] == 0
    assert not meter.state.jackpots  # without a share of the meter, no award waits for a supervisor
    assert meter.house.archived["t1/000001"]["meters"] == {
        "ez-progressive": {"before": 5_000_00, "after": 5_000_00 - 74_00}
    }


def test_the_tray_pays_what_the_meter_lacks() -> None:
    drive = play_round(100_00, METER, 1, 2)
    assert drive.balance("meter:t1-ez-progressive") == 0
    paid = [result.get("meter_cents", 0) for result in drive.house.archived["t1/000001"]["results"]]
    assert sorted(paid) == [0, 0, 26_00, 74_00]
    assert drive.credit(1) == drive.credit(2)


def test_the_house_hold_excludes_payments_from_the_meter() -> None:
    for options in ({}, METER):
        drive = play_round(5_000_00, options, 1)
        settled = next(event for event in drive.log if event["kind"] == "round-settled")
        assert event_counts(settled)["hold_cents"] == drive.balance("house")


def test_a_correction_moves_the_payment_back_to_the_meter_or_from_it() -> None:
    drive = play_round(5_000_00, METER, 1)
    request = {"round": "t1/000001", "place": 6, "reason": "misread"}
    drive.ok(c.RequestCorrection(card="9h", **request))
    drive.ok(c.ApproveCorrection(id="correction-1"), actor=OTHER_SUPERVISOR)
    assert drive.balance("meter:t1-ez-progressive") == 5_000_00
    drive.house.move("meter:t1-ez-progressive", "seed", 5_000_00)
    drive.ok(c.RequestCorrection(card="2h", **request))
    drive.refused(c.ApproveCorrection(id="correction-2"), "correction/jackpot", actor=OTHER_SUPERVISOR)


@settings(max_examples=20, deadline=None)
@given(stands=st.integers(0, 300_00), seats=st.integers(1, 7), share=st.integers(0, 100))
def test_players_are_paid_in_full_whatever_the_meter_has(stands: int, seats: int, share: int) -> None:
    wagers = {number: {"banker": 1_000, "ez-progressive": 100} for number in range(1, seats + 1)}
    options = {"contribution": f"{share}%"}
    drives = [Drive("co-ez-baccarat", options=options | more) for more in ({}, METER)]
    for drive in drives:
        if stands:
            drive.house.give("meter:t1-ez-progressive", stands)
        drive.open(*wagers, first="Kc").play(DRAGON, wagers)
    tray, meter = drives
    assert [tray.credit(number) for number in wagers] == [meter.credit(number) for number in wagers]
    off = tray.balance("meter:t1-ez-progressive") - meter.balance("meter:t1-ez-progressive")
    assert off == min(74_00 * seats, stands + share * seats)
    assert meter.balance("house") - tray.balance("house") == off


def test_the_meter_option_exists_only_where_the_documents_allow_it() -> None:
    """The 99 Fortunes pays its other hands from the tray: "they do not come off the meter". [003 L426]"""
    with pytest.raises(BadInput):
        TableRules.of(rulebook_library.load("co-99-fortunes"), METER)
    (card,) = meter_cards(TableRules.of(rulebook_library.load("co-ez-baccarat"), METER))
    assert card.text.endswith("; it pays the other winning hands too.")
    assert "L614" in card.cite


def test_the_odds_do_not_depend_on_the_source_of_the_payment() -> None:
    both = [TableRules.of(rulebook_library.load("co-ez-baccarat"), more) for more in ({}, METER)]
    tray, meter = (load_shipped_sheet(house) for house in both)
    assert tray is not None
    assert meter is not None
    assert tray.progressives == meter.progressives
    assert tray.sheet.wagers == meter.sheet.wagers
