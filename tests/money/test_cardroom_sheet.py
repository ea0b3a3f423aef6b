"""Fee sheet of a cardroom, for a game that leaves its fees to the cardroom. [004 L2185]"""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from croupier.cli import main
from croupier.documents.rules_card import RulesCard
from croupier.errors import BadInput
from croupier.money.collection import read_cardroom_sheet, read_fee_sheet_file
from croupier.play import rulebook_library
from croupier.play.case import read_case, settle_case
from croupier.rulebook.table_rules import TableRules
from croupier.server.config import read_config
from croupier.table import commands as c
from croupier.views.layout_view import posted_wagers
from tests.table_driver import Drive, player

FORTUNE, ROYAL = "ca-fortune-pai-gow-poker", "ca-royal-pai-gow-poker"
SHEET: dict[str, Any] = {
    "title": "Silver Room fees",
    "basis": "player_wager_per_spot",
    "option": [
        {
            "number": 1,
            "player_dealer_fee": "2",
            "brackets": [{"from": 10, "to": 100, "fee": "1"}, {"from": 101, "to": 500, "fee": "2.50"}],
        }
    ],
}
TOML = """
title = "Silver Room fees"
basis = "player_wager_per_spot"

[[option]]
number = 1
player_dealer_fee = "2"
brackets = [
  { from = 10, to = 100, fee = "1" },
  { from = 101, to = 500, fee = "2.50" },
]
"""
DEALT = {"player:2": "As Ah Kd Qs 9h 7c 4d", "dealer": "Kc Jc 9d 8s 6h 5d 3s"}


def case(**changes: Any) -> dict[str, Any]:
    wagers = [{"seat": 2, "wager": "base", "amount": "200"}]
    return {"rulebook": FORTUNE, "bank": {"seat": 1, "amount": "900"}, "wagers": wagers, "dealt": DEALT, **changes}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "fees.toml"
    path.write_text(TOML, "utf-8")
    return path


def test_its_schedules_are_numbered_and_cited_as_the_cardrooms_own(file: Path) -> None:
    assert read_fee_sheet_file(file) == SHEET
    (schedule,) = read_cardroom_sheet(SHEET, "fees.toml")
    assert (schedule.id, schedule.title, schedule.cite) == ("room-1", "Silver Room fees", "the room's own fee sheet")


def test_a_case_is_settled_under_it() -> None:
    collection = settle_case(read_case(case(fee_sheet=SHEET, schedule="room-1"))).collection
    assert collection is not None
    assert (collection.player_dealer, collection.players) == (200, {"2": 250})


@pytest.mark.parametrize(("amount", "says"), [("9", "under the $10 minimum"), ("501", "over the $500 maximum")])
def test_wagers_outside_its_brackets_are_refused(amount: str, says: str) -> None:
    with pytest.raises(BadInput, match="the room's own fee sheet") as refused:
        read_case(case(fee_sheet=SHEET, schedule=1, wagers=[{"seat": 2, "wager": "base", "amount": amount}]))
    assert says.replace("$", "") in str(refused.value).replace("$", "")


def test_a_live_table_takes_and_posts_its_fees() -> None:
    drive = Drive(FORTUNE, "automated", schedule="room-1", fee_sheet=SHEET, card_ms=0, result_ms=0).open(1, 2)
    drive.bank(1, 1_000_00)
    drive.run(until="bets-opened")
    before = drive.credit(2)
    drive.bet(2, {"base": 200_00})
    drive.run(until="round-settled")
    assert drive.last_round["fees"] == {"player:1": 2_00, "player:2": 2_50}
    assert drive.balance("drop") == 4_50
    net = sum(result["net_cents"] for result in drive.last_round["results"])
    assert drive.credit(2) == before + net - 2_50
    drive.check_log()


def test_the_wagers_of_a_table_with_a_sheet_are_shown() -> None:
    drive = Drive(FORTUNE, schedule="room-1", fee_sheet=SHEET).open(1, 2)
    assert [wager["id"] for wager in posted_wagers(drive.state.settings)] == ["base", "fortune-bonus"]


def test_a_table_with_a_sheet_does_not_run_without_one_of_its_schedules() -> None:
    drive = Drive(FORTUNE)
    refusal = drive.refused(
        c.ChangeSettings(settings=drive.state.settings.model_copy(update={"fee_sheet": SHEET})), "settings/schedule"
    )
    assert "room-1" in refusal.message
    assert drive.state.settings.model_dump().get("fee_sheet") is None, "older logs read the same"


def test_a_game_that_prints_its_fees_takes_no_other_sheet() -> None:
    with pytest.raises(BadInput, match="fee_sheet: Royal Pai Gow Poker does not leave its fees to the room"):
        TableRules.of(rulebook_library.load(ROYAL), {}, SHEET)
    drive = Drive(ROYAL)
    changed = drive.state.settings.model_copy(update={"fee_sheet": SHEET})
    drive.refused(c.ChangeSettings(settings=changed), "settings/rulebook")


def test_the_rules_card_names_it() -> None:
    rules = TableRules.of(rulebook_library.load(FORTUNE), {}, SHEET)
    card = RulesCard.of(rules, rules.schedule("room-1")).collection
    assert card is not None
    assert [(bracket.range, bracket.fee) for bracket in card.brackets] == [
        ("$10 to $100", "$1"),
        ("$101 to $500", "$2.50"),
    ]
    assert card.cite.startswith("the room's own fee sheet")
    assert RulesCard.of(TableRules.of(rulebook_library.load(FORTUNE)), None).collection is None


def test_the_banks_odds_take_it_off(file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any) -> None:
    words = ["croupier", "bank", FORTUNE, "--action", "base=200", "--fees", str(file), "--json"]
    monkeypatch.setattr("sys.argv", words)
    with pytest.raises(SystemExit, match="0"):
        main()
    (shown,) = json.loads(capsys.readouterr().out)["schedules"]
    assert (shown["schedule"], shown["fee"], shown["cite"]) == ("room-1", "2.00", "the room's own fee sheet")


def test_a_house_file_names_it_beside_itself(file: Path) -> None:
    house = file.parent / "house.toml"
    house.write_text(
        f'[[table]]\nname = "fortune"\nrulebook = "{FORTUNE}"\nschedule = "room-1"\nfees = "fees.toml"\n', "utf-8"
    )
    (table,) = read_config(house).table
    assert table.settings.fee_sheet == SHEET
    file.write_text(TOML.replace('"2.50"', '"a lot"'), "utf-8")
    with pytest.raises(BadInput, match=r"fees.toml.option\[1\].brackets\[2\].fee"):
        read_config(house)
    file.unlink()
    with pytest.raises(BadInput, match=r"fees.toml: there is no such file"):
        read_config(house)


def without(key: str) -> dict[str, Any]:
    return {name: value for name, value in SHEET.items() if name != key}


def with_option(**changes: Any) -> dict[str, Any]:
    sheet = deepcopy(SHEET)
    sheet["option"][0] |= changes
    return sheet


SIX_RATES = [{"from": 10 * rate, "to": 10 * rate + 9, "fee": "1"} for rate in range(1, 7)]
WRONG: list[tuple[Any, str]] = [
    ("fees", "fees: is 'fees'; expected a table"),
    (without("title"), "fees.title: is missing"),
    ({**SHEET, "lines": 3}, "fees.lines: is not a key here"),
    ({**SHEET, "basis": "ante"}, 'fees.basis: is "ante"; a room'),
    ({**SHEET, "basis": "wins"}, 'basis: is "wins"; expected one of'),
    ({**SHEET, "option": []}, "fees.option: has 0 options"),
    ({**SHEET, "option": SHEET["option"] * 2}, r"fees.option\[2\].number: is 1; each option has a number of its own"),
    ({**SHEET, "basis": "total_table_action"}, "belongs to every option per spot, and to no other"),
    (with_option(brackets=[]), "is empty; expected at least one bracket"),
    (with_option(brackets=SIX_RATES), r"are 6; a table has 5 rates at most \(004 L3466\)"),
    (with_option(brackets=[{"from": 10, "to": 5, "fee": "1"}]), "is 5, below the 10 the bracket starts from"),
    (with_option(brackets=[{"from": 10, "to": 20, "fee": "1"}, {"from": 30, "fee": "2"}]), "does not follow on"),
]


@pytest.mark.parametrize(("data", "says"), WRONG)
def test_a_fault_of_a_sheet_is_reported_with_its_key(data: Any, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        read_cardroom_sheet(data, "fees")


def test_a_backline_bettor_and_a_seat_pay_separately() -> None:
    drive = Drive(FORTUNE, schedule="room-1", fee_sheet=SHEET).open(1, 2, 3)
    drive.bank(1, 1_000_00)
    drive.ok(c.OpenBets())
    drive.bet(2, {"base": 10_00})
    drive.ok(c.PlaceWagers(seat=2, wagers=[c.WagerAmount(wager="base", cents=101_00)]), actor=player(3))
    drive.ok(c.CloseBets())
    assert drive.state.round is not None
    assert drive.state.round.fees == {"player:1": 2_00, "player:2": 1_00, "player:3": 2_50}
