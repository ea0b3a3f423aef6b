"""Records of a round of pai gow poker: hidden hands are encrypted while they are hidden and complete afterwards."""

from __future__ import annotations

import json
from pathlib import Path

from croupier.evidence.bundle_check import check_bundle
from croupier.evidence.log_rebuild import rebuild_all
from croupier.table import commands as c
from croupier.table.settings import TableSettings
from croupier.views import Viewer
from croupier.views.lobby_view import lobby_view
from croupier.views.table_view import table_view
from tests.evidence_house import ANN, BOB, DEALER, FLOOR, PIT, Evening
from tests.families.pai_gow.test_live import ACES_BEHIND, deal_to_arranging
from tests.live_tables import open_and_call
from tests.table_driver import player

FORTUNE = "ca-fortune-pai-gow-poker"
BANK_CARDS, OWN_CARDS = "Kd Th 8d 7c 5s 3h 2c", "As Ah Kc Qd 9c 7d 4s"
BANK_LAYS = {"high": ["Kd", "Th", "7c", "5s", "3h"], "low": ["8d", "2c"]}


def test_the_log_encrypts_face_down_cards_and_stores_arrangements_by_position() -> None:
    drive = deal_to_arranging()
    drive.ok(c.SaveArrangementDraft(seat=2, hands=ACES_BEHIND), actor=player(2))
    drive.ok(c.ArrangeCards(seat=2, hands=ACES_BEHIND), actor=player(2))
    log_text = json.dumps(drive.written)
    assert all(f'"{card}"' not in log_text for card in (*OWN_CARDS.split(), *BANK_CARDS.split()))
    for seat in (3, 1):
        drive.ok(c.ArrangeCards(seat=seat), actor=player(seat))
    drive.ok(c.ShowHand())
    log_text = json.dumps(drive.written)
    assert all(f'"{card}"' in log_text for card in OWN_CARDS.split()), "the opened hand"
    assert all(f'"{card}"' not in log_text for card in ("Ac", "Ad", "Ks", "Qs")), "not the next one"
    drive.check_log()


def test_boards_show_past_hands_of_the_player_dealer_and_the_dealer_sees_the_payment_order() -> None:
    drive = deal_to_arranging()
    for seat in (2, 3, 1):
        drive.ok(c.ArrangeCards(seat=seat), actor=player(seat))
    open_and_call(drive)
    record = table_view(drive.state, Viewer("public"), 0, {})["trends"]["record"]
    assert record["kind"] == "seat-marks"
    (shown,) = record["rounds"]
    assert [part["name"] for part in shown["dealer"]] == ["king high, seven kicker", "ten high, eight kicker"]
    (tile,) = lobby_view([drive.state])
    assert len(tile["record"]["rounds"]) == 1
    last = table_view(drive.state, Viewer("dealer"), 0, {})["last_round"]
    assert last is not None
    assert [last["results"][place]["seat"] for place in last["settlement_order"]] == [2, 3]
    assert last["facts"]["dice"] == [4, 2, 2]


def test_the_audit_finds_the_archived_round_equal_to_the_log(tmp_path: Path) -> None:
    """Check a round dealt by hand with corrected dice, hands that players set, and a card corrected afterwards.

    The audit finds no fault.
    """
    evening, table = Evening(f"sqlite:///{tmp_path / 'house.db'}", tmp_path), "pai-gow"
    evening.house.create_table(table, TableSettings(rulebook=FORTUNE, options={"cards_read": "dealt"}))
    orders = [
        (c.OpenTable(), FLOOR),
        (c.SitDown(seat=1), ANN),
        (c.SitDown(seat=2), BOB),
        (c.AcceptBank(cents=2_000_00), ANN),
        (c.LoadShoe(), DEALER),
        (c.OpenBets(), DEALER),
        (c.PlaceWagers(seat=2, wagers=[c.WagerAmount(wager="base", cents=50_00)]), BOB),
        (c.CloseBets(), DEALER),
        (c.RollDice(numbers=[4, 2, 3]), DEALER),
        *((c.ReadCard(card=card), DEALER) for card in (BANK_CARDS.split() + OWN_CARDS.split())),
        (c.CorrectDice(numbers=[4, 2, 2]), DEALER),
        (c.SaveArrangementDraft(seat=2, hands={"low": ["Kc"]}), BOB),
        (c.ArrangeCards(seat=2, hands=ACES_BEHIND), BOB),
        (c.ArrangeCards(seat=1, hands=BANK_LAYS), ANN),
        (c.ShowHand(), DEALER),
        (c.CallResult(), DEALER),
        (c.RequestCorrection(round=f"{table}/000001", place=3, card="9h", reason="It was a nine"), FLOOR),
        (c.ApproveCorrection(id="correction-1"), PIT),
    ]
    for order, actor in orders:
        evening.act(table, order, actor)
    board_entry = evening.house.tables[table].trends.current.outcomes[0]
    assert list(board_entry.low) == ["9h", "2c"], "the low hand holds the nine now, where the eight lay"
    assert rebuild_all(evening.store).findings == []
    assert not check_bundle(evening.bundle(f"{table}/000001")).findings
    evening.close()
