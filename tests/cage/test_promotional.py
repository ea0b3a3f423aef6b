"""Promotional chips at the cage: granted within limits, expired on time, coupons redeemed once, reported apart."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from croupier.cage import buy_in, cash_out, coupons, promotional_grants
from croupier.cage.ledger_sums import Period, trial_balance
from croupier.cage.promotional_grants import GRANTS_PER_PLAYER_MOST, GrantResult, PromotionalGrantRules
from croupier.cage.promotional_report import campaign_report, promotional_report
from croupier.cage.table_reports import pay_table_report, table_report
from croupier.errors import InvariantViolation, Refused
from croupier.evidence.row_audit import audit_rows
from croupier.people.roles import Role
from croupier.store import schema
from croupier.store.ledger_accounts import PROMOTIONS
from croupier.store.log_audit import verify_log
from tests.cage_house import DAY, NOON, House, open_audited_house, submit_together
from tests.database import database_url, new_database, postgres_server  # noqa: F401 - fixtures

TODAY = Period(NOON, NOON + DAY)
RULES = PromotionalGrantRules()
GIVE: dict[str, Any] = {"campaign": "Lunar New Year", "reason": "birthday", "rules": RULES, "day_starts_at": NOON}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    yield from open_audited_house(f"sqlite:///{tmp_path}/house.db")


@pytest.fixture
def house_per_database(database_url: str) -> Iterator[House]:  # noqa: F811 - a fixture
    """Open a new house, once over SQLite and once over PostgreSQL."""
    yield from open_audited_house(database_url)


def give(house: House, account: str, cents: int = 50_00, ends_at: int = NOON + DAY, **more: Any) -> GrantResult:
    """Grant promotional chips to a player."""
    facts = {"account": account, "cents": cents, "ends_at": ends_at, "by": "user:9", "role": Role.CASHIER}
    return house.done(promotional_grants.grant, **{**GIVE, **facts, **more})


def test_a_promotional_grant_has_its_own_account_and_expires_on_time(house_per_database: House) -> None:
    ann = house_per_database.player(10_000)
    soon, late = (
        give(house_per_database, ann, ends_at=NOON + 10).gift,
        give(house_per_database, ann, 20_00, ends_at=NOON + 20).gift,
    )
    assert (house_per_database.balance(soon.purse), house_per_database.balance(PROMOTIONS)) == (50_00, -70_00)
    assert house_per_database.balance(ann) == 10_000, "no credit was given"
    house_per_database.now = NOON + 10
    assert [grant.id for grant in house_per_database.do(promotional_grants.expire_grants)] == [soon.id]
    assert house_per_database.do(promotional_grants.expire_grants) == [], "once"
    assert (
        house_per_database.balance(soon.purse),
        house_per_database.balance(late.purse),
        house_per_database.balance(PROMOTIONS),
    ) == (0, 20_00, -20_00)
    with house_per_database.reading() as reading:
        assert [grant.id for grant in promotional_grants.active_grants(reading, ann, house_per_database.now)] == [
            late.id
        ]
        report = promotional_report(reading, TODAY)
        assert (report["given_cents"], report["expired_cents"], report["outstanding_cents"]) == (70_00, 50_00, 20_00)
        assert report["agrees"]
        assert campaign_report(reading, TODAY)[0]["outstanding_cents"] == 20_00
        assert trial_balance(reading, recount=True)["differs"] == []
    assert verify_log(house_per_database.store).findings == ()


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"cents": 0}, "money/amount"),
        ({"cents": -1}, "money/amount"),
        ({"cents": 100_01}, "promotional/over_limit"),
        ({"cents": 500_01, "role": Role.SUPERVISOR}, "promotional/over_limit"),
        ({"role": Role.DEALER}, "promotional/over_limit"),
        ({"ends_at": NOON}, "promotional/ends"),
        ({"ends_at": NOON + 91 * DAY}, "promotional/ends"),
        ({"campaign": " "}, "promotional/campaign"),
        ({"campaign": "two\nlines"}, "promotional/campaign"),
        ({"reason": ""}, "reason/missing"),
        ({"account": "player:999"}, "player/not_found"),
        ({"account": "promo:1/1"}, "player/not_found"),
    ],
)
def test_a_forbidden_grant_is_refused_and_moves_nothing(house: House, facts: dict[str, Any], code: str) -> None:
    ann = house.player()
    arguments = {"account": ann, "cents": 50_00, "ends_at": NOON + DAY, "by": "user:9", "role": Role.CASHIER}
    assert house.refused(promotional_grants.grant, **{**GIVE, **arguments, **facts}).code == code
    assert house.balance(PROMOTIONS) == 0


def test_grants_to_one_player_are_limited_by_amount_and_number(house: House) -> None:
    ann = house.player()
    for _ in range(2):
        give(house, ann, 500_00, role=Role.SUPERVISOR)
    arguments = {"account": ann, "cents": 1, "ends_at": NOON + DAY, "by": "user:3", "role": Role.CASHIER}
    assert house.refused(promotional_grants.grant, **{**GIVE, **arguments}).code == "promotional/over_limit"
    house.done(promotional_grants.grant, **{**GIVE, **arguments, "day_starts_at": NOON + 1})
    generous = PromotionalGrantRules(player_day_most_cents=10**9, giver_day_most_cents=10**9)
    for _ in range(GRANTS_PER_PLAYER_MOST - 3):
        give(house, ann, 1, rules=generous)
    assert (
        house.refused(promotional_grants.grant, **{**GIVE, **arguments, "rules": generous}).code
        == "promotional/too_many_grants"
    )


def test_grants_and_coupons_above_a_daily_amount_need_a_second_person(house: House) -> None:
    ann, bob = house.player(), house.player()
    roles = ("cashier", "supervisor", "cashier", "admin")
    giver, supervisor, cashier, admin = (f"user:{house.person(role)}" for role in roles)
    alone: dict[str, Any] = {"by": giver, "role": Role.CASHIER}
    give(house, ann, 100_00, **alone)
    [first, *_] = printed(house, 9, 100_00, **alone)
    more = {**GIVE, **alone, "account": bob, "cents": 1, "ends_at": NOON + DAY}
    assert house.refused(promotional_grants.grant, **more).code == "promotional/second"
    coupon: dict[str, Any] = {"count": 1, "cents": 1, "campaign": "Mailing", "ends_at": NOON + DAY, "rules": RULES}
    coupon |= {**alone, "chance": house.chance, "day_starts_at": NOON}
    assert house.refused(coupons.print_coupons, **coupon).code == "promotional/second"
    house.done(coupons.redeem_coupon, number=first.number, account=bob, by=giver)
    for nobody in (giver, cashier, "user:999"):
        assert house.refused(promotional_grants.grant, **more, second=nobody).code == "promotional/second"
        assert house.refused(coupons.print_coupons, **coupon, second=nobody).code == "promotional/second"
    house.done(promotional_grants.grant, **more, second=supervisor)
    house.done(coupons.print_coupons, **coupon, second=admin)
    signed = [event for record in house.store.records("house") for event in record.events if "second" in event]
    assert [(event["kind"], event["second"]) for event in signed] == [
        ("promotional-granted", supervisor),
        ("coupon-printed", admin),
    ]
    give(house, bob, 1, by=cashier)
    house.done(promotional_grants.grant, **{**more, "day_starts_at": NOON + 1})
    tables = ("gift", "coupon")
    assert not [finding for finding in audit_rows(house.store).findings if finding.where.split()[0] in tables]


def test_promotional_chips_are_never_cashed(house: House) -> None:
    ann = house.player(0)
    give(house, ann)
    facts = {"account": ann, "by": f"user:{ann[7:]}", "in_play": False, "chance": house.chance}
    assert house.refused(cash_out.cash_out, **facts).code == "cash-out/promotional"
    house.done(buy_in.with_play_money, account=ann, cents=1_000, by="system", demonstration=True)
    too_much = house.refused(cash_out.cash_out, **facts, cents=2_000)
    assert too_much.code == "cash-out/not_enough"
    assert "never cashed" in too_much.message
    assert house.done(cash_out.cash_out, **facts).cents == 1_000, "all the credit, and no chip"


@pytest.mark.parametrize(
    ("debit", "credit"),
    [("promo:1/1", "player:1"), ("promo:1/1", "vouchers"), ("player:1", "promo:1/1"), ("promotions", "player:1")],
)
def test_no_transfer_turns_promotional_chips_into_money(house: House, debit: str, credit: str) -> None:
    give(house, house.player(10_000))
    with pytest.raises(InvariantViolation, match="a transfer of 100 cents"):
        house.pay("house", [], (debit, credit, 100))


def test_an_audit_finds_a_transfer_that_was_written_directly(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = house.player(10_000)
    given = give(house, ann)
    monkeypatch.setattr("croupier.store.unit_of_work.mixes_promotional_and_money", lambda debit, credit: False)
    house.pay("house", [], (given.gift.purse, ann, 100))
    monkeypatch.undo()
    [found] = verify_log(house.store).findings
    assert "turns promotional chips into money" in found.message


# Coupons


def printed(house: House, count: int = 1, cents: int = 25_00, **more: Any) -> list[coupons.Coupon]:
    """Order coupons from the cage as a supervisor does, and return them."""
    facts: dict[str, Any] = {"count": count, "cents": cents, "campaign": "Mailing", "ends_at": NOON + DAY}
    facts |= {"by": "user:9", "role": Role.SUPERVISOR, "rules": RULES, "chance": house.chance, "day_starts_at": NOON}
    return house.done(coupons.print_coupons, **{**facts, **more})


def test_a_coupon_presented_many_times_at_once_is_redeemed_once(house_per_database: House) -> None:
    ann, bob = house_per_database.player(), house_per_database.player()
    [paper] = printed(house_per_database)
    assert house_per_database.balance(PROMOTIONS) == 0, "it is worth nothing before"
    jobs = [
        lambda uow, who=who: coupons.redeem_coupon(uow, number=paper.number, account=who, by="user:1")
        for who in (ann, bob) * 8
    ]
    answers = submit_together(house_per_database, jobs)
    given = [answer for answer in answers if isinstance(answer, GrantResult)]
    assert len(given) == 1
    assert {answer.code for answer in answers if isinstance(answer, Refused)} == {"coupon/used"}
    assert house_per_database.balance(given[0].gift.purse) == 25_00 == -house_per_database.balance(PROMOTIONS)
    assert given[0].gift.ends_at == paper.ends_at


def test_unknown_damaged_ended_and_void_coupons_are_refused(house: House) -> None:
    ann = house.player()
    first, second = printed(house, 2)
    facts = {"account": ann, "by": "user:1"}
    assert house.refused(coupons.redeem_coupon, number="000000000000000000000001", **facts).code == "coupon/not_found"
    assert house.refused(coupons.redeem_coupon, number="123", **facts).code == "coupon/damaged_number"
    assert house.refused(coupons.void_coupon, number=first.number, by="user:9", reason="").code == "reason/missing"
    house.done(coupons.void_coupon, number=first.number, by="user:9", reason="lost in the mail")
    assert house.refused(coupons.redeem_coupon, number=first.number, **facts).code == "coupon/void"
    again = house.refused(coupons.void_coupon, number=first.number, by="user:9", reason="twice over")
    assert again.code == "coupon/void"
    house.now = second.ends_at
    assert house.refused(coupons.redeem_coupon, number=second.number, **facts).code == "coupon/expired"
    assert house.balance(PROMOTIONS) == 0


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"count": 0}, "coupon/count"),
        ({"count": 201}, "coupon/count"),
        ({"cents": 500_01}, "promotional/over_limit"),
        ({"cents": 100_01, "role": Role.CASHIER}, "promotional/over_limit"),
        ({"ends_at": NOON}, "promotional/ends"),
    ],
)
def test_coupons_are_printed_within_the_houses_limits(house: House, facts: dict[str, Any], code: str) -> None:
    arguments: dict[str, Any] = {"count": 1, "cents": 100, "campaign": "Mailing", "ends_at": NOON + DAY, "by": "user:9"}
    arguments |= {"role": Role.SUPERVISOR, "rules": RULES, "chance": house.chance, "day_starts_at": NOON}
    assert house.refused(coupons.print_coupons, **{**arguments, **facts}).code == code


def test_the_log_has_no_coupon_number_and_rebuilds_the_row_of_a_coupon(house: House) -> None:
    ann = house.player()
    first, _ = printed(house, 2)
    house.done(coupons.redeem_coupon, number=first.number, account=ann, by="user:1")
    with house.store.read() as connection:
        bodies = list(connection.scalars(schema.records.select().with_only_columns(schema.records.c.body)))
    assert not any(first.number in body for body in bodies)
    tables = {"gift", "coupon"}
    assert not [finding for finding in audit_rows(house.store).findings if finding.where.split()[0] in tables]
    back = update(schema.coupons).where(schema.coupons.c.id == first.id).values(status="printed")
    house.writer.run(lambda uow: uow.write(back))
    house.is_tampered_with = True
    found = [finding for finding in audit_rows(house.store).findings if finding.where == f"coupon {first.id}"]
    assert found
    assert "status is 'printed'" in found[0].message


# Reports


def test_a_report_shows_promotional_play_and_both_kinds_of_revenue(house: House) -> None:
    ann = house.player(10_000)
    purse = give(house, ann).gift.purse
    mixed = {"promotional_cents": 10_00, "promotional_taken_cents": 10_00}

    def result(cents: int, net: int, **more: int) -> dict[str, Any]:
        """Return the result of a wager in the form in which events store it."""
        how = "win" if net > 0 else "lose"
        plain = {"account": ann, "cents": cents, "result": how, "net_cents": net}
        return {**plain, "commission_cents": 0, "jackpot_cents": 0, **more}

    results = [
        result(10_00, 10_00, credit_net_cents=10_00, **mixed),
        result(10_00, -10_00, credit_net_cents=0, **mixed),
    ]
    results.append(result(5_00, -5_00))
    lines = [(purse, "promo-stakes:t1", 20_00), ("promo-stakes:t1", PROMOTIONS, 20_00), ("house:t1", ann, 10_00)]
    lines += [(ann, "stakes:t1", 5_00), ("stakes:t1", "house:t1", 5_00)]
    event = {"kind": "round-settled", "round": "t1/000001", "results": results, "bank": None}
    house.pay("table/t1", [event], *lines)
    with house.reading() as reading:
        [line] = table_report(reading, TODAY)
        [game] = pay_table_report(reading, TODAY)
    assert (line["wagered_cents"], line["won_cents"], line["drop_cents"]) == (5_00, 10_00, 0)
    assert line["hold_cents"] == line["house_cents"] == -5_00
    assert (line["promotional_staked_cents"], line["promotional_won_cents"]) == (20_00, 10_00)
    assert line["promotional_taken_cents"] == 20_00
    assert (line["revenue_cents"], line["revenue_with_promotional_cents"]) == (-5_00, 15_00)
    assert (game["wagered_cents"], game["won_cents"]) == (25_00, 20_00), "a game returns what it returns"
