"""Reports: each figure is a sum over the ledger or a recount of the log, and both agree."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import insert, update

from croupier.cage import buy_in, cash_out, ledger_sums, meters, redemptions, shifts
from croupier.cage.cage_reports import cashier_report, house_report, shift_report, shifts_report
from croupier.cage.cash_out import CashOutRules
from croupier.cage.event_review import EventSearch, search_events
from croupier.cage.ledger_sums import Period, trial_balance
from croupier.cage.meters import MeterParameters
from croupier.cage.table_reports import event_counts, pay_table_report, percent, table_report
from croupier.cage.ticket_reports import redemption_log, terminal_report, voucher_report
from croupier.csv_output import to_csv
from croupier.store import ledger_accounts, schema
from croupier.store.ledger_accounts import table_account
from croupier.store.unit_of_work import UnitOfWork
from tests.cage_house import DAY, NOON, House, open_audited_house
from tests.database import database_url, new_database, postgres_server  # noqa: F401 - fixtures

TODAY = Period(NOON, NOON + DAY)
TOMORROW = Period(NOON + DAY, NOON + 2 * DAY)


@pytest.fixture
def house(database_url: str) -> Iterator[House]:  # noqa: F811 - a fixture
    """Open a new house, once over SQLite and once over PostgreSQL."""
    yield from open_audited_house(database_url)


def read(house: House, report: Any, *positional: Any, **more: Any) -> Any:
    """Return a report as it is after conversion to JSON and back."""
    with house.reading() as reading:
        found = report(reading, *positional, **more)
    return json.loads(json.dumps(found))


def result(
    account: str, cents: int, net: int, *, commission: int = 0, jackpot: int = 0, how: str = ""
) -> dict[str, Any]:
    """Return the result of a wager in the form in which events store it."""
    return {
        "account": account,
        "cents": cents,
        "result": how or ("win" if net > 0 else "lose"),
        "net_cents": net,
        "commission_cents": commission,
        "jackpot_cents": jackpot,
    }


def settle(house: House, table: str, number: int, results: list[dict[str, Any]], *, meter_cents: int = 0) -> None:
    """Record a round of a house-banked table in the log and the ledger."""
    name = f"{table}/{number:06d}"
    lines = []
    for seat_result in results:
        account, stake = seat_result["account"], seat_result["cents"]
        won = seat_result["net_cents"] + seat_result["commission_cents"] - seat_result["jackpot_cents"]
        lines.append((account, table_account("stakes", table), stake))
        if won >= 0:
            lines += [
                (table_account("stakes", table), account, stake),
                (table_account("house", table), account, won),
            ]
        else:
            lines += [(table_account("stakes", table), table_account("house", table), -won)]
            lines += [(table_account("stakes", table), account, stake + won)]
        lines.append((account, table_account("commission", table), seat_result["commission_cents"]))
    lines.append((table_account("house", table), ledger_accounts.meter("dragon"), meter_cents))
    event = {"kind": "round-settled", "round": name, "results": results, "bank": None}
    house.pay(f"table/{table}", [{"kind": "round-input-recorded"}, event], *lines)


def archive_round(house: House, table: str, number: int, rulebook: str, version: str) -> None:
    """Store the archived data of a round."""
    row = {
        "id": f"{table}/{number:06d}",
        "table_name": table,
        "number": number,
        "opened_at": house.now,
        "rulebook": rulebook,
        "digest": f"digest of {rulebook}",
        "version": version,
        "mode": "automated",
        "status": "settled",
        "body": "{}",
    }
    house.writer.run(lambda uow: uow.write(insert(schema.rounds), row))


def test_the_line_of_a_table_has_its_rounds_and_its_money(house: House) -> None:
    ann, bob = house.player(50_000), house.player()
    shift = house.shift()
    cash = {"shift": shift.id, "by": shift.cashier}
    house.done(buy_in.with_cash, account=bob, cents=30_000, table="ez-1", **cash)
    house.done(buy_in.with_cash, account=bob, cents=500, **cash)  # a buy-in for no table
    settle(house, "ez-1", 1, [result(ann, 10_000, 9_500, commission=500), result(bob, 5_000, -5_000)], meter_cents=100)
    settle(house, "ez-1", 2, [result(bob, 2_000, 0, how="push"), result(ann, 700, 0, how="returned")])
    settle(house, "ez-2", 1, [result(ann, 3_000, -3_000)])
    house.pay("table/ez-1", [{"kind": "round-voided", "round": "ez-1/000003"}])
    facts = {"account": bob, "by": "user:2", "in_play": False, "chance": house.chance, "table": "ez-1"}
    rules = CashOutRules(hand_pay_above_cents=10_000)
    first = house.done(cash_out.cash_out, **facts, cents=4_000, rules=rules)
    house.done(cash_out.cash_out, **facts, cents=10_001, rules=rules)
    house.done(redemptions.redeem_to_credit, account=ann, number=first.number, by="user:1", terminal="t1", table="ez-1")
    lines = read(house, table_report, TODAY)
    assert [line["table"] for line in lines] == ["ez-1", "ez-2"]
    assert lines[0] == {
        "table": "ez-1",
        "rounds": 2,
        "voided": 1,
        "corrections": 0,
        "drop_cents": 34_000,
        "tickets_out_cents": 4_000,
        "hand_pays_cents": 10_001,
        "wagered_cents": 17_000,
        "won_cents": 21_500,
        "corrected_cents": 0,
        "hold_cents": -4_500,
        "hold_percent": "-26.4705",
        "bank_cents": 0,
        "revenue_cents": -4_500,
        "promotional_staked_cents": 0,
        "promotional_won_cents": 0,
        "promotional_taken_cents": 0,
        "revenue_with_promotional_cents": -4_500,
        "house_cents": -5_100,
        "collection_cents": 0,
        "commission_cents": 500,
        "contributed_cents": 100,
        "jackpots_hit_cents": 0,
        "jackpots_paid_cents": 0,
        "jackpots_backed_out_cents": 0,
    }
    assert lines[1]["hold_cents"] == lines[1]["house_cents"] == 3_000
    assert read(house, table_report, TODAY, table="ez-2") == [lines[1]]
    assert read(house, table_report, TOMORROW) == []


def test_a_correction_is_reported_in_the_period_in_which_it_was_made(house: House) -> None:
    ann = house.player(50_000)
    settle(house, "ez-1", 1, [result(ann, 1_000, -1_000)])
    archive_round(house, "ez-1", 1, "ez", "3")
    house.now += DAY
    event = {"kind": "round-corrected", "round": "ez-1/000001", "differences": {ann: 2_000}, "bank": None}
    house.pay("table/ez-1", [event], (table_account("house", "ez-1"), ann, 2_000))
    (first,), (second,) = (read(house, table_report, day) for day in (TODAY, TOMORROW))
    assert (first["hold_cents"], first["corrected_cents"]) == (1_000, 0)
    assert (second["hold_cents"], second["corrected_cents"], second["corrections"]) == (-2_000, 2_000, 1)
    both = Period(NOON, NOON + 2 * DAY)
    (line,) = read(house, pay_table_report, both)
    assert (line["rounds"], line["corrected_cents"], line["return_percent"]) == (1, 2_000, "200.0000")


def test_a_loss_of_a_player_dealer_is_not_a_loss_of_the_house(house: House) -> None:
    """Check that the house earns only its collection, and a commission where it charges one."""
    ann, bob = house.player(50_000), house.player(50_000)
    lost = {"kind": "round-settled", "round": "ci-1/1", "results": [result(ann, 1_000, 2_400)]}
    won = {"kind": "round-settled", "round": "ci-1/2", "results": [result(ann, 1_000, 950, commission=50)]}
    house.pay("table/ci-1", [lost | {"bank": {"account": bob, "net_cents": -2_400}}], (bob, ann, 2_400))
    house.pay("table/ci-1", [won | {"bank": {"account": bob, "net_cents": -1_000}}], (bob, ann, 1_000))
    house.pay("table/ci-1", [], (ann, "drop:ci-1", 100), (ann, "commission:ci-1", 50))
    fixed = {"kind": "round-corrected", "round": "ci-1/1", "differences": {ann: -3_000, bob: 3_000}}
    house.pay("table/ci-1", [fixed | {"bank": {"account": bob}}], (ann, bob, 3_000))
    (line,) = read(house, table_report, TODAY)
    assert (line["wagered_cents"], line["won_cents"], line["corrected_cents"]) == (2_000, 5_350, -3_000)
    assert (line["hold_cents"], line["hold_percent"], line["bank_cents"]) == (50, "7.5000", -400)
    assert (line["collection_cents"], line["revenue_cents"]) == (100, 150)
    headings, cells = (row.split(",") for row in to_csv([line]).splitlines())
    assert dict(zip(headings, cells, strict=True))["bank_cents"] == "-400"


def test_stacks_and_bots_are_not_counted_as_wagered(house: House) -> None:
    """Check a hand of a person and a bot with $100 each: $30 changes hands, and each pays a fee of $1."""
    ann, bot = house.player(50_000), house.player(50_000)
    lost, won = result(ann, 10_000, -3_100, commission=100), result(bot, 10_000, 2_900, commission=100)
    settled = {"kind": "round-settled", "round": "th-1/1", "results": [lost, won], "bank": None, "between": True}
    put_in = {ann: 3_100, bot: 3_100}
    house.pay("table/th-1", [settled | {"put_in": put_in, "bots": [bot]}], (ann, bot, 2_900), (ann, "drop:th-1", 200))
    (line,) = read(house, table_report, TODAY)
    assert (line["wagered_cents"], line["won_cents"], line["hold_cents"]) == (3_100, 0, 0)
    assert (line["collection_cents"], line["revenue_cents"], line["hold_percent"]) == (200, 100, "3.2258")
    assert event_counts(settled)["wagered_cents"] == 20_000, "a log of an older version is read as it was"


def test_collection_and_jackpots_come_from_the_ledger(house: House) -> None:
    ann = house.player(10_000)
    house.pay("table/ci-1", [], (ann, "drop:ci-1", 300), ("seed", "meter:dragon", 5_000))
    house.pay("table/ci-1", [], ("drop:ci-1", ann, 100), ("meter:dragon", "jackpot:ci-1", 4_000))
    won = result(ann, 100, 4_000, jackpot=4_000)
    house.pay("table/ci-1", [{"kind": "round-settled", "round": "ci-1/1", "results": [won], "bank": None}])
    house.pay("table/ci-1", [], ("jackpot:ci-1", ann, 4_000))
    house.now += DAY
    house.pay("table/ci-2", [], (ann, "drop:ci-2", 70))  # a round that is not over yet
    (line,) = read(house, table_report, TODAY)
    assert line["collection_cents"] == 200
    (other_line,) = read(house, table_report, TOMORROW, table="ci-2")
    assert (other_line["table"], other_line["rounds"], other_line["collection_cents"], other_line["hold_percent"]) == (
        "ci-2",
        0,
        70,
        None,
    )
    assert read(house, table_report, TOMORROW, table="ci-1") == []
    assert (line["jackpots_hit_cents"], line["jackpots_paid_cents"]) == (4_000, 4_000)
    assert (line["wagered_cents"], line["won_cents"], line["hold_percent"]) == (100, 100, "200.0000")


RESULTS = st.tuples(
    st.sampled_from(["ez-1", "ez-2"]),
    st.integers(1, 5_000),
    st.sampled_from(["win", "lose", "push", "half"]),
    st.integers(0, 100),
    st.integers(0, 50),
)


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(played=st.lists(RESULTS, min_size=1, max_size=12))
def test_losses_of_bettors_equal_the_income_of_house_commission_and_meters(
    house: House, played: list[tuple[str, int, str, int, int]]
) -> None:
    """Check that the recount of the log equals the sums over the ledger, for any sequence of rounds. [R39, R40]"""
    house.now += DAY
    day = Period(house.now, house.now + DAY)
    ann, start = house.player(10**7), house.count()
    for place, (table, stake, how, commission, meter_cents) in enumerate(played):
        due = {"win": stake, "lose": -stake, "push": 0, "half": -(stake // 2)}[how]
        charge = min(commission, due) if due > 0 else 0
        outcome = {"win": "win", "push": "push"}.get(how, "lose")
        seat_result = result(ann, stake, due - charge, commission=charge, how=outcome)
        settle(house, table, start + place, [seat_result], meter_cents=meter_cents)
    lines = read(house, table_report, day)
    for line in lines:
        received = line["house_cents"] + line["commission_cents"] + line["contributed_cents"]
        assert line["hold_cents"] == received
    assert sum(line["wagered_cents"] for line in lines) == sum(round_result[1] for round_result in played)
    assert sum(line["hold_cents"] for line in lines) == 10**7 - house.balance(ann)


def test_the_return_of_each_pay_table_is_reported_by_version(house: House) -> None:
    ann = house.player(100_000)
    for number, (version, net) in enumerate([("1", -1_000), ("1", 1_000), ("2", -1_000), ("2", -1_000)], 1):
        settle(house, "ez-1", number, [result(ann, 1_000, net)])
        archive_round(house, "ez-1", number, "ez", version)
    # a round that is not archived is reported without a rulebook, instead of being left out
    settle(house, "ez-2", 1, [result(ann, 500, -500)])
    house.pay("table/ez-1", [{"kind": "round-voided", "round": "ez-1/000009"}])
    lines = read(house, pay_table_report, TODAY)
    figures = [
        (line["table"], line["rulebook"], line["version"], line["rounds"], line["return_percent"]) for line in lines
    ]
    assert figures == [
        ("ez-1", "ez", "1", 2, "100.0000"),
        ("ez-1", "ez", "2", 2, "0.0000"),
        ("ez-2", "", "", 1, "0.0000"),
    ]
    assert read(house, pay_table_report, TODAY, table="ez-2") == lines[2:]


@pytest.mark.parametrize(
    ("part", "whole", "expected"),
    [(1, 3, "33.3333"), (-1, 3, "-33.3333"), (2, 1, "200.0000"), (0, 5, "0.0000"), (1, 0, None), (1, 10**6, "0.0001")],
)
def test_a_percentage_is_exact_and_truncated(part: int, whole: int, expected: str | None) -> None:
    assert percent(part, whole) == expected


def test_events_are_read_a_page_at_a_time(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that a report is the same for any number of events read at a time."""
    ann = house.player(10**6)
    for number in range(1, 8):
        settle(house, "ez-1", number, [result(ann, 100, -100)])
        settle(house, "ez-2", number, [result(ann, 200, -200)])
    whole = read(house, table_report, TODAY)
    assert [line["wagered_cents"] for line in whole] == [700, 1_400]
    for size in (1, 2, 7, 14):
        monkeypatch.setattr(ledger_sums, "PAGE", size)
        assert read(house, table_report, TODAY) == whole


def cage_day(house: House) -> dict[str, Any]:
    """Run one day of two cashiers and a terminal; return the shift ids and the vouchers."""
    first, second = house.shift(50_000), house.shift(20_000)
    ann = house.player(200_000)
    first_drawer, second_drawer = ({"shift": shift.id, "by": shift.cashier} for shift in (first, second))
    house.done(buy_in.with_cash, account=ann, cents=7_000, **first_drawer)
    house.done(buy_in.with_cash, account=ann, cents=1_000, **second_drawer)
    house.done(shifts.fill_drawer, cents=60_000, **second_drawer)
    facts = {"account": ann, "by": "user:3", "in_play": False, "chance": house.chance}
    rules = CashOutRules(hand_pay_above_cents=50_000, valid_days=10)
    out = [
        house.done(cash_out.cash_out, **facts, cents=cents, rules=rules, terminal="t1")
        for cents in (3_000, 4_000, 5_000, 6_000, 60_000)
    ]
    house.done(redemptions.redeem_for_cash, number=out[0].number, **first_drawer)
    house.done(redemptions.redeem_to_credit, number=out[1].number, account=ann, by="user:1", terminal="t2")
    house.refused(redemptions.redeem_to_credit, number=out[1].number, account=ann, by="user:1", terminal="t2")
    house.done(cash_out.void_voucher, number=out[2].number, by="user:1", reason="torn in half")
    house.done(redemptions.pay_hand_pay, number=out[4].number, witness=house.staff("supervisor"), **second_drawer)
    house.done(shifts.close_shift, **first_drawer, counted_cents=54_100)
    return {"one": first.id, "two": second.id, "tickets": out}


def test_the_report_of_the_cage_has_every_kind_of_payment(house: House) -> None:
    cage_day(house)
    assert read(house, house_report, TODAY) == {
        "cash_in_cents": 8_000,
        "play_money_cents": 200_000,
        "tickets_issued": 4,
        "tickets_issued_cents": 18_000,
        "tickets_to_credit_cents": 4_000,
        "tickets_to_cash_cents": 3_000,
        "tickets_void_cents": 5_000,
        "hand_pays_due_cents": 60_000,
        "hand_pays_paid": 1,
        "hand_pays_paid_cents": 60_000,
        "hand_pays_void_cents": 0,
        "jackpots_paid": 0,
        "jackpots_paid_cents": 0,
        "jackpots_backed_out_cents": 0,
        "promotional_given_cents": 0,
        "promotional_expired_cents": 0,
        "over_short_cents": 100,
        "adjusted_cents": 0,
    }
    assert set(read(house, house_report, TOMORROW).values()) == {0}


def test_the_cash_of_each_cashier_is_reported_by_kind(house: House) -> None:
    day = cage_day(house)
    first, second = read(house, cashier_report, TODAY)
    assert (first["shift"], second["shift"]) == (day["one"], day["two"])
    assert (first["cash_in_cents"], first["tickets_paid_cents"], first["over_cents"], first["to_vault_cents"]) == (
        7_000,
        3_000,
        100,
        54_100,
    )
    assert (second["cash_in_cents"], second["hand_pays_cents"], second["from_vault_cents"]) == (1_000, 60_000, 80_000)
    assert read(house, cashier_report, TOMORROW) == []


def test_the_shift_report_goes_from_float_to_count(house: House) -> None:
    day = cage_day(house)
    report = read(house, shift_report, day["one"])
    assert (report["float_cents"], report["fills_cents"], report["expected_cents"]) == (50_000, 0, 54_000)
    assert (report["counted_cents"], report["over_short_cents"], report["drawer_cents"]) == (54_100, 100, 0)
    assert report["is_open"] is False
    running = read(house, shift_report, day["two"])
    assert (running["fills_cents"], running["expected_cents"], running["drawer_cents"]) == (60_000, 21_000, 21_000)
    assert (running["is_open"], running["counted_cents"]) == (True, None)
    assert read(house, shifts_report, TODAY) == [report, running]
    assert read(house, shifts_report, TOMORROW) == [running]
    assert read(house, shift_report, 99) is None


def test_a_shift_opened_without_a_float_is_reported(house: House) -> None:
    shift = house.shift(0)
    report = read(house, shift_report, shift.id)
    assert (report["expected_cents"], report["drawer_cents"], report["fills_cents"]) == (0, 0, 0)


def test_the_tickets_of_each_terminal_are_reported(house: House) -> None:
    cage_day(house)
    printer, taker = read(house, terminal_report, TODAY)
    assert (printer["terminal"], printer["tickets_out"], printer["tickets_out_cents"]) == ("t1", 4, 18_000)
    assert (printer["hand_pays"], printer["hand_pays_cents"]) == (1, 60_000)
    assert taker == {
        "terminal": "t2",
        "tickets_out": 0,
        "tickets_out_cents": 0,
        "hand_pays": 0,
        "hand_pays_cents": 0,
        "tickets_in": 1,
        "tickets_in_cents": 4_000,
        "refused": 1,
    }


def test_the_voucher_report_groups_tickets_by_status(house: House) -> None:
    cage_day(house)
    report = read(house, voucher_report, at=NOON)
    assert (report["unpaid_cents"], report["held_cents"], report["agrees"]) == (6_000, 6_000, True)
    standing = {(line["status"], line["form"]): (line["tickets"], line["cents"]) for line in report["lines"]}
    assert standing == {
        ("issued", "cash-out"): (1, 6_000),
        ("redeemed", "cash-out"): (2, 7_000),
        ("redeemed", "hand-pay"): (1, 60_000),
        ("void", "cash-out"): (1, 5_000),
    }
    later = read(house, voucher_report, at=NOON + 10 * DAY)
    assert {line["status"] for line in later["lines"]} == {"expired", "redeemed", "void"}
    assert (later["unpaid_cents"], later["agrees"]) == (6_000, True)
    move = update(schema.vouchers).where(schema.vouchers.c.status == "issued")
    house.writer.run(lambda uow: uow.write(move, {"status": "redeemed"}))
    house.is_tampered_with = True
    assert read(house, voucher_report, at=NOON)["agrees"] is False


def test_every_attempt_is_reported_without_ticket_numbers(house: House) -> None:
    day = cage_day(house)
    log = read(house, redemption_log, TODAY)
    assert [line["outcome"] for line in log] == ["paid", "already_paid", "paid", "paid"]
    assert log[1]["ticket"] == f"…{day['tickets'][1].last_four}"
    assert not [line for line in log if day["tickets"][1].number in json.dumps(line)]
    assert len(read(house, redemption_log, TODAY, outcome="already_paid")) == 1
    assert len(read(house, redemption_log, TODAY, number=day["tickets"][1].number)) == 2
    assert len(read(house, redemption_log, TODAY, limit=2)) == 2
    assert read(house, redemption_log, TOMORROW) == []


def test_the_trial_balance_is_zero_and_names_altered_accounts(house: House) -> None:
    cage_day(house)
    report = read(house, trial_balance, recount=True)
    assert (report["total_cents"], report["differs"]) == (0, [])
    assert {"kind": "outside", "cents": -200_000} in report["kinds"]
    assert sum(line["cents"] for line in report["accounts"]) == 0
    change = update(schema.accounts).where(schema.accounts.c.name == "vault")
    house.writer.run(lambda uow: uow.write(change, {"balance": 5}))
    report = read(house, trial_balance, recount=True)
    assert [line["account"] for line in report["differs"]] == ["vault"]
    assert report["total_cents"] != 0
    assert "differs" not in read(house, trial_balance)


NOTES = [
    ("cage/over-short", "Shift 1 closed $5 short.", "user:1", "", ""),
    ("meter/stopped", "The link of 100% Dragon was stopped", "user:2", "ez-1", ""),
    ("login/locked", "Too many wrong passwords", "user:3", "", "t1"),
    ("cage/hand-pay", "PAID by hand", "user:1", "ez-1", "t1"),
    ("cagey", "Not of the cage", "user:4", "ez-2", ""),
]


def noted(house: House) -> None:
    """Record the significant events of `NOTES`, one a minute."""
    for minute, (code, text, actor, table, device) in enumerate(NOTES):
        house.now = NOON + minute * 60_000
        house.do(UnitOfWork.note_significant_event, code=code, text=text, actor=actor, table=table, device=device)


@pytest.mark.parametrize(
    ("search", "found"),
    [
        (EventSearch(), [4, 3, 2, 1, 0]),
        (EventSearch(code="cage"), [3, 0]),
        (EventSearch(code="cage/over-short"), [0]),
        (EventSearch(code="cage/"), []),
        (EventSearch(text="paid"), [3]),
        (EventSearch(text="100%"), [1]),
        (EventSearch(text="_"), []),
        (EventSearch(actor="user:1"), [3, 0]),
        (EventSearch(table="ez-1"), [3, 1]),
        (EventSearch(device="t1"), [3, 2]),
        (EventSearch(since=NOON + 60_000, until=NOON + 180_000), [2, 1]),
        (EventSearch(code="cage", actor="user:1", table="ez-1", text="HAND", device="t1"), [3]),
        (EventSearch(code="nothing"), []),
    ],
)
def test_significant_events_are_found_by_each_search_field(house: House, search: EventSearch, found: list[int]) -> None:
    noted(house)
    page = read(house, search_events, search)
    assert [event["text"] for event in page["events"]] == [NOTES[place][1] for place in found]
    assert page["next"] is None


def test_pages_of_events_follow_each_other(house: House) -> None:
    noted(house)
    first = read(house, search_events, EventSearch(), limit=2)
    second = read(house, search_events, EventSearch(), before=first["next"], limit=2)
    third = read(house, search_events, EventSearch(), before=second["next"], limit=2)
    assert third["next"] is None
    texts = [event["text"] for page in (first, second, third) for event in page["events"]]
    assert texts == [note[1] for note in reversed(NOTES)]


def test_important_actions_of_the_cage_are_significant_events(house: House) -> None:
    cage_day(house)
    parameters = MeterParameters(seed_cents=1_000, contribution=Fraction(1, 10))
    house.done(meters.create_meter, meter="dragon", title="Dragon", parameters=parameters, by="user:1")
    why = {"meter": "dragon", "by": "user:1", "reason": "as the manager decided"}
    house.done(meters.adjust_meter, cents=5, **why)
    house.done(meters.stop_meter, **why)
    house.done(meters.change_meter, parameters=parameters, **why)
    house.done(meters.start_meter, **why)
    events = read(house, search_events, EventSearch())["events"]
    assert [event["code"] for event in reversed(events)] == [
        "cage/hand-pay-due",
        "cage/voucher-void",
        "cage/hand-pay",
        "cage/over-short",
        "meter/created",
        "meter/adjusted",
        "meter/stopped",
        "meter/changed",
        "meter/started",
    ]
    assert all(event["stream"] == "house" and event["seq"] for event in events)


def test_rows_are_exported_as_csv(house: House) -> None:
    cage_day(house)
    lines = read(house, shifts_report, TODAY)
    text = to_csv(lines)
    back = list(csv.DictReader(io.StringIO(text)))
    assert list(back[0]) == list(lines[0])
    assert [int(line["expected_cents"]) for line in back] == [54_000, 21_000]
    assert (back[0]["is_open"], back[1]["is_open"], back[1]["counted_cents"]) == ("no", "yes", "")
