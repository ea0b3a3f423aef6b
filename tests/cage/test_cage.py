"""Cage: shifts, buy-ins, vouchers paid once, hand pays; over both databases, through a real writer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select, update

from croupier.cage import buy_in, cash_out, redemptions, shifts
from croupier.cage.cash_out import CashOutRules, VoidRefund
from croupier.cage.ledger_sums import trial_balance
from croupier.cage.redemptions import RedemptionResult
from croupier.cage.ticket_numbers import format_number, new_number
from croupier.cage.vouchers import Voucher, find_voucher
from croupier.cards.random_source import SeededRandomSource
from croupier.errors import InvariantViolation, Refused
from croupier.store import ledger_accounts, schema
from tests.cage_house import DAY, NOON, House, failing, open_audited_house, submit_together
from tests.database import database_url, new_database, postgres_server  # noqa: F401 - fixtures
from tests.soak import scaled


@pytest.fixture
def house(database_url: str) -> Iterator[House]:  # noqa: F811 - a fixture
    """Open a new house, once over SQLite and once over PostgreSQL."""
    yield from open_audited_house(database_url)


RULES = CashOutRules(valid_days=30, hand_pay_above_cents=50_000)


def owner(account: str) -> str:
    """Return the user who owns a player's account; the owner needs no authorization of another person."""
    return account.replace("player", "user")


def ticket_of(house: House, account: str, cents: int | None = None, **more: Any) -> Voucher:
    """Cash out a player's credit and return the ticket."""
    facts = {"account": account, "by": owner(account), "in_play": False, "chance": house.chance, "cents": cents}
    return house.done(cash_out.cash_out, **{**facts, "rules": RULES, **more})


def check_ledger_balances(house: House) -> None:
    """Check that the ledger sums to zero and agrees with a recount of the log."""
    with house.reading() as reading:
        balance = trial_balance(reading, recount=True)
    assert balance["total_cents"] == 0
    assert balance["differs"] == []


def test_every_account_name_has_a_known_kind() -> None:
    player = ledger_accounts.player(7)
    names = [ledger_accounts.table_account(kind, "ez-1") for kind in get_args(ledger_accounts.TableAccountKind)]
    names += [ledger_accounts.meter("dragon"), ledger_accounts.overflow("dragon"), ledger_accounts.seed_owed("dragon")]
    names += [player, ledger_accounts.owed_by(player), ledger_accounts.stack("ez-1", player)]
    names += [ledger_accounts.grant_account(7, 3), ledger_accounts.drawer(7), ledger_accounts.SEED]
    names += [ledger_accounts.VOUCHERS, ledger_accounts.HAND_PAYS, ledger_accounts.VAULT, ledger_accounts.OVER_SHORT]
    names += [ledger_accounts.ADJUST, ledger_accounts.OUTSIDE, ledger_accounts.PROMOTIONS]
    assert {ledger_accounts.kind_of(name) for name in names} == set(ledger_accounts.KINDS)
    assert {
        name: ledger_accounts.player_of(name) for name in names if ledger_accounts.player_of(name)
    } == dict.fromkeys(("player:7", "owed:7", "stack:ez-1/7", "promo:7/3"), "player:7")
    assert ledger_accounts.owner_of("player:7") == "7"
    assert ledger_accounts.user_id_of("player:7") == ledger_accounts.user_id_of("user:7") == 7
    assert [ledger_accounts.user_id_of(name) for name in ("player:", "player:x", "player:٧", "drawer:7", "vault")] == [
        None
    ] * 5


@pytest.mark.parametrize("difference", [0, 2_500, -2_500, -12_500])
def test_a_closed_shift_has_a_zero_balance_whatever_was_counted(house: House, difference: int) -> None:
    shift = house.shift(10_000)
    account = house.player()
    house.done(buy_in.with_cash, account=account, cents=4_000, shift=shift.id, by=shift.cashier)
    house.done(shifts.fill_drawer, shift=shift.id, by=shift.cashier, cents=500)
    assert house.balance(ledger_accounts.drawer(shift.id)) == -14_500
    voucher = ticket_of(house, account, 2_000)
    house.done(redemptions.redeem_for_cash, number=voucher.number, shift=shift.id, by=shift.cashier)
    counted = 12_500 + difference
    closed = house.done(shifts.close_shift, shift=shift.id, by=shift.cashier, counted_cents=counted)
    assert (shift.expected_cents, closed.expected_cents) == (None, 12_500)
    assert closed.over_short_cents == difference
    assert house.balance(ledger_accounts.drawer(shift.id)) == 0
    assert house.balance(ledger_accounts.OVER_SHORT) == difference
    assert house.balance(ledger_accounts.VAULT) == 10_500 - counted
    assert house.count(schema.significant) == (1 if difference else 0)
    check_ledger_balances(house)


def test_a_count_by_denomination_must_sum_to_the_amount(house: House) -> None:
    shift = house.shift(10_000)
    own_shift = {"shift": shift.id, "by": shift.cashier}
    counted = {20_00: 4, 5_00: 3, 25: 18, 10: 0}
    refused = house.refused(shifts.close_shift, **own_shift, counted_cents=10_000, denominations=counted)
    assert refused.code == "shift/denominations"
    assert "$99.50, not $100." in refused.message
    closed = house.done(shifts.close_shift, **own_shift, counted_cents=9_950, denominations=counted)
    assert closed.over_short_cents == -50
    assert list(house.store.records("house"))[-1].events[0]["denominations"] == {"25": 18, "500": 3, "2000": 4}
    check_ledger_balances(house)


def test_a_cashier_has_one_drawer_and_may_use_no_other(house: House) -> None:
    shift, other_cashier = house.shift(), house.staff("cashier")
    own_shift = {"shift": shift.id, "by": shift.cashier}
    assert house.refused(shifts.open_shift, by=shift.cashier, float_cents=1).code == "shift/already_open"
    assert house.refused(shifts.fill_drawer, shift=shift.id, by=other_cashier, cents=1).code == "shift/not_yours"
    assert (
        house.refused(shifts.close_shift, shift=shift.id, by=other_cashier, counted_cents=1).code == "shift/not_yours"
    )
    assert house.refused(shifts.close_shift, shift=99, by=other_cashier, counted_cents=1).code == "shift/not_found"
    assert house.refused(shifts.close_shift, shift=10**30, by=other_cashier, counted_cents=1).code == "shift/not_found"
    assert house.refused(shifts.close_shift, **own_shift, counted_cents=-1).code == "money/amount"
    assert house.refused(shifts.fill_drawer, **own_shift, cents=0).code == "money/amount"
    house.done(shifts.close_shift, **own_shift, counted_cents=100_000)
    assert house.refused(shifts.fill_drawer, **own_shift, cents=5).code == "shift/closed"
    assert house.refused(shifts.close_shift, **own_shift, counted_cents=5).code == "shift/closed"
    again = house.done(shifts.open_shift, by=shift.cashier, float_cents=0)
    assert again.id != shift.id
    with house.reading() as reading:
        assert shifts.open_shift_of(reading, shift.cashier) == again


def test_cash_becomes_credit(house: House) -> None:
    shift, account = house.shift(), house.player()
    facts = {"account": account, "shift": shift.id, "by": shift.cashier}
    bought = house.done(buy_in.with_cash, **facts, cents=7_500, table="ez-1", key="k1")
    assert (bought.balance_cents, house.balance(account)) == (7_500, 7_500)
    assert house.balance(ledger_accounts.drawer(shift.id)) == -107_500
    assert bought.record == "house#2"
    assert house.refused(buy_in.with_cash, **{**facts, "by": "user:99"}, cents=1).code == "shift/not_yours"
    for amount in (0, -5, 10**16, 1.5, True):
        assert house.refused(buy_in.with_cash, **facts, cents=amount).code == "money/amount"
    for nobody in ("player:999", "player:", "player:1x", "vault", f"player:{10**30}"):
        assert house.refused(buy_in.with_cash, **{**facts, "account": nobody}, cents=1).code == "player/not_found"
    inactive = f"player:{house.person('player', active=False)}"
    assert house.refused(buy_in.with_cash, **{**facts, "account": inactive}, cents=1).code == "player/inactive"
    staff = f"player:{house.person('dealer')}"
    assert house.refused(buy_in.with_cash, **{**facts, "account": staff}, cents=1).code == "player/not_found"
    check_ledger_balances(house)


def test_play_money_is_for_demonstrations_and_touches_no_cash(house: House) -> None:
    facts = {"account": house.player(), "by": "system", "cents": 100_000}
    assert house.refused(buy_in.with_play_money, **facts, demonstration=False).code == "buy-in/real_house"
    house.done(buy_in.with_play_money, **facts, demonstration=True)
    assert house.balance(ledger_accounts.OUTSIDE) == -100_000
    assert house.balance(ledger_accounts.VAULT) == 0


def test_a_ticket_has_the_data_that_the_rules_require(house: House) -> None:
    account = house.player(20_000)
    voucher = ticket_of(house, account, 12_345, terminal="t1", table="ez-1")
    assert (voucher.status, voucher.kind, voucher.cents) == ("issued", "cash-out", 12_345)
    assert (voucher.issued_at, voucher.expires_at) == (NOON, NOON + 30 * DAY)
    assert (voucher.terminal_id, voucher.table_name, voucher.account) == ("t1", "ez-1", account)
    assert (house.balance(account), house.balance(ledger_accounts.VOUCHERS)) == (7_655, 12_345)
    with house.reading() as reading:
        assert find_voucher(reading, voucher.number) == voucher
    paper = voucher.ticket(house="H", site="S", issuer="t1", help_line="Call", demonstration=True)
    assert (paper.cents, paper.number, paper.is_slip) == (12_345, voucher.number, False)
    assert voucher.number not in repr(voucher)
    rest = ticket_of(house, account)
    assert rest.cents == 7_655
    assert house.balance(account) == 0


def test_a_cash_out_needs_the_approval_of_its_owner_or_a_second_person(house: House) -> None:
    account, stranger = house.player(5_000), owner(house.player())
    cashier, colleague, supervisor = house.staff("cashier"), house.staff("cashier"), house.staff("supervisor")
    inactive = f"user:{house.person('supervisor', active=False)}"
    facts: dict[str, Any] = {
        "account": account,
        "by": cashier,
        "in_play": False,
        "chance": house.chance,
        "cents": 1_000,
    }
    for approver in (
        None,
        cashier,
        stranger,
        inactive,
        house.staff("dealer"),
        house.staff("auditor"),
        "system",
        "user:99",
    ):
        assert house.refused(cash_out.cash_out, **facts, consent_by=approver).code == "cash-out/approval_required"
    assert house.balance(account) == 5_000
    for approver in (owner(account), colleague, supervisor, house.staff("admin")):
        house.done(cash_out.cash_out, **facts, consent_by=approver)
    house.done(cash_out.cash_out, **{**facts, "by": owner(account)})
    approvals = [record.events[0]["word"] for record in house.store.records("house") if record.command == "cash-out"]
    assert approvals == [owner(account), colleague, supervisor, approver, owner(account)]


def test_a_cash_out_is_refused_while_money_is_in_play_or_without_credit(house: House) -> None:
    account = house.player(5_000)
    facts: dict[str, Any] = {"account": account, "by": owner(account), "in_play": False, "chance": house.chance}
    assert house.refused(cash_out.cash_out, **{**facts, "in_play": True}).code == "cash-out/in_play"
    assert house.refused(cash_out.cash_out, **facts, cents=5_001).code == "cash-out/not_enough"
    assert house.refused(cash_out.cash_out, **facts, cents=-1).code == "money/amount"
    assert house.refused(cash_out.cash_out, **facts, cents=0).code == "cash-out/nothing"
    pauper = house.player()
    poor = {**facts, "account": pauper, "by": owner(pauper)}
    assert house.refused(cash_out.cash_out, **poor).code == "cash-out/nothing"
    assert house.refused(cash_out.cash_out, **{**facts, "account": "vault"}).code == "player/not_found"
    assert house.count(schema.vouchers) == 0
    assert house.balance(account) == 5_000


def test_a_ticket_number_is_never_issued_twice(house: House) -> None:
    account = house.player(1_000)

    class Stuck:
        """Random source that repeats one value for a while."""

        def __init__(self, times: int) -> None:
            self.left, self.good = times, SeededRandomSource(3)

        def below(self, limit: int) -> int:
            self.left -= 1
            return 42 if self.left >= 0 else self.good.below(limit)

        def nonce(self) -> bytes:
            return b""

    first = ticket_of(house, account, 100, chance=Stuck(1))
    second = ticket_of(house, account, 100, chance=Stuck(3))
    assert first.number != second.number
    with pytest.raises(InvariantViolation, match="used before"):
        ticket_of(house, account, 100, chance=Stuck(100))
    assert house.balance(account) == 800


def test_the_log_never_contains_a_payable_ticket_number(house: House) -> None:
    shift, account = house.shift(), house.player(100_000)
    small, large = ticket_of(house, account, 1_000), ticket_of(house, account, 60_000)
    watch = house.staff("supervisor")
    pay = {"shift": shift.id, "by": shift.cashier}
    house.done(cash_out.reprint_voucher, number=small.number, by=watch, reason="printer jam")
    house.done(redemptions.redeem_for_cash, number=small.number, **pay)
    house.done(redemptions.pay_hand_pay, number=large.number, witness=watch, **pay)
    house.refused(redemptions.redeem_for_cash, number=small.number, **pay)
    with house.store.read() as connection:
        written = [
            *connection.scalars(select(schema.records.c.body)),
            *connection.scalars(select(schema.significant.c.text)),
        ]
    assert len(written) > 6
    assert not [text for text in written if small.number in text or large.number in text]
    assert any(small.last_four in text for text in written)


def refusals(house: House) -> dict[str, dict[str, Any]]:
    """Return arguments of redemptions that the cage must refuse, by the outcome that it records for each."""
    account = house.player(1_000_000)
    good = ticket_of(house, account, 1_000)
    paid, void, large = (ticket_of(house, account, cents) for cents in (1_100, 1_200, 90_000))
    old = ticket_of(house, account, 1_300, rules=CashOutRules(valid_days=1))
    rich = ticket_of(house, account, 40_000)
    house.done(redemptions.redeem_to_credit, number=paid.number, account=account, by="user:1", terminal="t9")
    house.done(cash_out.void_voucher, number=void.number, by="user:1", reason="torn in half")
    misread = good.number[:-1] + str((int(good.number[-1]) + 1) % 10)
    return {
        "not_found": {"number": new_number(SeededRandomSource(99))},
        "already_paid": {"number": paid.number},
        "void": {"number": void.number},
        "expired": {"number": old.number},
        "amount_differs": {"number": good.number, "cents": 10_000},
        "damaged_number": {"number": misread},
        "hand_pay": {"number": large.number},
        "not_enough_cash": {"number": rich.number},
    }


WORDS = {
    "not_found": "No ticket has this number",
    "already_paid": "already paid on Sep 21, 2026 14:13:20 UTC by user:1",
    "void": "made void: torn in half",
    "expired": "was valid until",
    "amount_differs": "at $10; the amount read is $100",
    "damaged_number": "misread",
    "hand_pay": "paid by hand",
    "not_enough_cash": "does not hold enough",
}


def test_a_refused_ticket_gives_the_reason_and_only_the_attempt_is_recorded(house: House) -> None:
    shift = house.shift(30_000)
    cases = refusals(house)
    assert set(cases) == set(WORDS)
    house.now += 2 * DAY
    for outcome, facts in cases.items():
        before, written, balances = house.outcomes(), house.count(), house.store.balances()
        refused = house.refused(redemptions.redeem_for_cash, shift=shift.id, by=shift.cashier, **facts)
        assert refused.code.rpartition("/")[2] == outcome
        assert WORDS[outcome] in refused.message
        assert house.outcomes() == [*before, outcome]
        assert (house.count(), house.store.balances()) == (written, balances)


def test_a_terminal_gets_the_same_refusals(house: House) -> None:
    account = house.player()
    cases = refusals(house)
    house.now += 2 * DAY
    del cases["not_enough_cash"]  # a terminal has no cash drawer
    for outcome, facts in cases.items():
        refused = house.refused(redemptions.redeem_to_credit, account=account, by="user:1", terminal="t1", **facts)
        assert refused.code.rpartition("/")[2] == outcome
    assert house.outcomes()[-len(cases) :] == list(cases)
    number = cases["amount_differs"]["number"]
    assert (
        house.refused(redemptions.redeem_to_credit, number=number, account="vault", by="user:1").code
        == "player/not_found"
    )
    assert house.balance(account) == 0


def test_an_attempt_with_the_drawer_of_another_cashier_is_recorded(house: House) -> None:
    shift = house.shift()
    voucher = ticket_of(house, house.player(500))
    for number, code in ((voucher.number, "not_yours"), ("\0" * 500, "not_yours")):
        refused = house.refused(redemptions.redeem_for_cash, number=number, shift=shift.id, by="user:999")
        assert refused.code == f"shift/{code}"
    assert house.refused(redemptions.redeem_for_cash, number="x", shift=10**40, by="user:9", cents=10**40)
    assert house.outcomes() == ["not_yours", "not_yours", "not_found"]


def test_a_ticket_number_is_read_in_any_notation_and_paid_in_cash(house: House) -> None:
    shift, voucher = house.shift(), ticket_of(house, house.player(2_500))
    facts = {"number": format_number(voucher.number), "shift": shift.id, "by": shift.cashier}
    paid = house.done(redemptions.redeem_for_cash, **facts, cents=2_500)
    assert (paid.balance_cents, paid.to) == (None, ledger_accounts.drawer(shift.id))
    with house.reading() as reading:
        stored = find_voucher(reading, voucher.number)
    assert stored == paid.voucher
    assert stored is not None
    assert (stored.status, stored.redeemed_by, stored.redeemed_at) == ("redeemed", shift.cashier, NOON)
    assert stored.shift_id == shift.id
    assert house.balance(ledger_accounts.VOUCHERS) == 0


def test_a_ticket_presented_a_hundred_times_at_once_is_paid_once(house: House) -> None:
    first, second = house.shift(), house.shift()
    account, voucher = house.player(), ticket_of(house, house.player(5_000))
    hands = [
        partial(redemptions.redeem_for_cash, number=voucher.number, shift=first.id, by=first.cashier),
        partial(redemptions.redeem_for_cash, number=voucher.number, shift=second.id, by=second.cashier),
        partial(redemptions.redeem_to_credit, number=voucher.number, account=account, by="user:1", terminal="t1"),
    ]
    answers = submit_together(house, [hands[i % 3] for i in range(100)])
    paid = [answer for answer in answers if isinstance(answer, RedemptionResult)]
    refused = Counter(answer.code for answer in answers if isinstance(answer, Refused))
    assert len(paid) == 1
    assert refused == {"voucher/already_paid": 99}
    assert Counter(house.outcomes()) == {"paid": 1, "already_paid": 99}
    left = [house.balance(ledger_accounts.drawer(shift.id)) + 100_000 for shift in (first, second)]
    assert [*left, house.balance(account), house.balance(ledger_accounts.VOUCHERS)].count(5_000) == 1
    check_ledger_balances(house)


def test_a_crash_before_the_commit_leaves_nothing_of_a_payment(house: House) -> None:
    shift, voucher = house.shift(), ticket_of(house, house.player(5_000))
    pay = partial(redemptions.redeem_for_cash, number=voucher.number, shift=shift.id, by=shift.cashier)
    balances, written = house.store.balances(), house.count()
    with pytest.raises(RuntimeError, match="the power is gone"):
        house.writer.run(failing(pay))
    assert (house.store.balances(), house.count(), house.outcomes()) == (balances, written, [])
    assert house.balance(ledger_accounts.VOUCHERS) == 5_000
    with house.reading() as reading:
        assert find_voucher(reading, voucher.number) == voucher
    assert isinstance(house.writer.run(pay), RedemptionResult)
    assert house.refused(pay).code == "voucher/already_paid"


def test_other_jobs_in_the_commit_of_a_crash_are_paid_once(house: House) -> None:
    shift, account = house.shift(), house.player(3_000)
    vouchers = [ticket_of(house, account, 1_000) for _ in range(3)]
    pays = [
        partial(redemptions.redeem_for_cash, number=voucher.number, shift=shift.id, by=shift.cashier)
        for voucher in vouchers
    ]
    # Submit before the writer starts, so that all jobs share one commit.
    waiting = [house.writer.submit(job) for job in (pays[0], failing(pays[1]), pays[2], pays[0])]
    house.writer.start()
    house.writer.stop()
    assert isinstance(waiting[1].exception(timeout=60), RuntimeError)
    answers = [waiting[i].result(timeout=60) for i in (0, 2, 3)]
    assert [type(answer) for answer in answers] == [RedemptionResult, RedemptionResult, Refused]
    assert house.outcomes() == ["paid", "paid", "already_paid"]
    assert house.balance(ledger_accounts.drawer(shift.id)) == -98_000
    assert house.balance(ledger_accounts.VOUCHERS) == 1_000
    check_ledger_balances(house)


def test_the_last_dollar_is_spent_once(house: House) -> None:
    account = house.player(100)
    spend = partial(
        cash_out.cash_out, account=account, by=owner(account), in_play=False, chance=house.chance, cents=100
    )
    answers = submit_together(house, [spend] * 100)
    assert Counter(type(answer) for answer in answers) == {Voucher: 1, Refused: 99}
    assert {answer.code for answer in answers if isinstance(answer, Refused)} == {"cash-out/not_enough"}
    assert house.balance(account) == 0
    numbers = [record.seq for record in house.store.records("house")]
    assert numbers == list(range(1, len(numbers) + 1))


def test_the_money_of_a_void_ticket_goes_back_to_the_player(house: House) -> None:
    account = house.player(3_000)
    first, second, third = (ticket_of(house, account, cents) for cents in (1_000, 1_200, 800))
    facts = {"by": "user:1", "reason": "printer jam"}
    voided = house.done(cash_out.void_voucher, number=first.number, **facts)
    assert (voided.status, voided.void_reason, house.balance(account)) == ("void", "printer jam", 1_000)
    house.done(cash_out.void_voucher, number=second.number, **facts, back_to=VoidRefund.ADJUST)
    assert (house.balance(account), house.balance(ledger_accounts.ADJUST)) == (1_000, 1_200)
    assert house.refused(cash_out.void_voucher, number=first.number, **facts).code == "voucher/void"
    for reason in ("", "  ", "a\nb", "x" * 401, "\0\0\0"):
        refused = house.refused(cash_out.void_voucher, number=third.number, by="user:1", reason=reason)
        assert refused.code == "reason/missing"
    house.now += 31 * DAY
    # after expiry, the money still belongs to the player
    house.done(cash_out.void_voucher, number=third.number, **facts)
    assert (house.balance(account), house.balance(ledger_accounts.VOUCHERS)) == (1_800, 0)
    check_ledger_balances(house)


def test_a_ticket_without_an_account_can_only_be_voided_as_an_adjustment(house: House) -> None:
    voucher = ticket_of(house, house.player(700))
    change = update(schema.vouchers).where(schema.vouchers.c.number == voucher.number)
    house.writer.run(lambda uow: uow.write(change, {"account": None}))
    facts = {"number": voucher.number, "by": "user:1", "reason": "found on the floor"}
    assert house.refused(cash_out.void_voucher, **facts).code == "voucher/no_account"
    house.done(cash_out.void_voucher, **facts, back_to=VoidRefund.ADJUST)
    assert house.balance(ledger_accounts.ADJUST) == 700
    house.writer.run(lambda uow: uow.write(change, {"account": voucher.account}))


def test_a_reprint_is_counted_and_still_pays_once(house: House) -> None:
    shift, voucher = house.shift(), ticket_of(house, house.player(900))
    facts = {"number": voucher.number, "by": "user:1", "reason": "printer jam"}
    assert [house.done(cash_out.reprint_voucher, **facts).reprints for _ in range(2)] == [1, 2]
    assert house.refused(cash_out.reprint_voucher, **{**facts, "reason": ""}).code == "reason/missing"
    assert house.refused(cash_out.reprint_voucher, **{**facts, "number": "1"}).code == "voucher/damaged_number"
    house.now += 31 * DAY
    assert house.refused(cash_out.reprint_voucher, **facts).code == "voucher/expired"
    house.now -= 31 * DAY
    house.done(redemptions.redeem_for_cash, number=voucher.number, shift=shift.id, by=shift.cashier)
    assert house.refused(cash_out.reprint_voucher, **facts).code == "voucher/already_paid"
    assert house.refused(cash_out.void_voucher, **facts).code == "voucher/already_paid"


def test_a_large_cash_out_is_paid_by_hand_before_a_witness(house: House) -> None:
    shift, account = house.shift(), house.player(200_000)
    at_threshold, above = ticket_of(house, account, 50_000), ticket_of(house, account, 50_001)
    assert [at_threshold.kind, above.kind] == ["cash-out", "hand-pay"]
    assert house.balance(ledger_accounts.HAND_PAYS) == 50_001
    assert above.ticket(house="H", site="S", issuer="t", help_line="Call", demonstration=True).is_slip
    facts = {"number": above.number, "shift": shift.id, "by": shift.cashier}
    nobody = (shift.cashier, house.staff("dealer"), "user:999", "system", f"player:{house.person('supervisor')}")
    inactive = f"user:{house.person('supervisor', active=False)}"
    for witness in (*nobody, inactive):
        assert house.refused(redemptions.pay_hand_pay, **facts, witness=witness).code == "hand-pay/no_witness"
    watch = house.staff("supervisor")
    small = {**facts, "number": at_threshold.number}
    assert house.refused(redemptions.pay_hand_pay, **small, witness=watch).code == "voucher/not_a_hand_pay"
    elsewhere = {**facts, "by": watch}
    assert house.refused(redemptions.pay_hand_pay, **elsewhere, witness=watch).code == "shift/not_yours"
    house.done(redemptions.pay_hand_pay, **facts, witness=watch)
    assert house.refused(redemptions.pay_hand_pay, **facts, witness=watch).code == "voucher/already_paid"
    assert (house.balance(ledger_accounts.HAND_PAYS), house.balance(ledger_accounts.drawer(shift.id))) == (0, -49_999)
    check_ledger_balances(house)


def test_the_cashier_of_a_hand_pay_cannot_be_its_witness(house: House) -> None:
    voucher = ticket_of(house, house.player(60_000))
    boss = house.staff("admin")
    shift = house.done(shifts.open_shift, by=boss, float_cents=60_000)
    facts = {"number": voucher.number, "shift": shift.id, "by": boss}
    assert house.refused(redemptions.pay_hand_pay, **facts, witness=boss).code == "hand-pay/no_witness"
    house.done(redemptions.pay_hand_pay, **facts, witness=house.staff("admin"))


def test_a_ticket_is_good_until_the_moment_it_expires(house: House) -> None:
    account = house.player(300)
    first, second = ticket_of(house, account, 100), ticket_of(house, account, 200)
    facts = {"account": account, "by": "user:1", "terminal": "t1"}
    house.now += 30 * DAY - 1
    house.done(redemptions.redeem_to_credit, number=first.number, **facts)
    house.now += 1
    assert house.refused(redemptions.redeem_to_credit, number=second.number, **facts).code == "voucher/expired"


OPERATIONS = ("cash", "play", "out", "pay", "credit", "void", "reprint", "fill", "close", "hand", "crash")
OFTEN = (*OPERATIONS, "out", "out", "pay", "pay", "credit", "hand", "hand", "void")
STEPS = st.tuples(st.sampled_from(OFTEN), st.integers(0, 3), st.integers(0, 70_000))


@settings(max_examples=scaled(6, 400), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(STEPS, min_size=6, max_size=30))
def test_the_ledger_balances_after_any_sequence_of_cage_jobs(house: House, steps: list[tuple[str, int, int]]) -> None:
    before = house.store.balances()
    model = Model(house)
    for step, which, cents in steps:
        model.step(step, which, cents)
    check_ledger_balances(house)
    model.check(before)


class Model:
    """Expected credits, drawers and vouchers, computed independently of the ledger."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.players = [house.player(150_000) for _ in range(2)]
        self.credit = dict.fromkeys(self.players, 150_000)
        self.shifts = [house.shift(80_000) for _ in range(2)]
        self.cash = {shift.id: 80_000 for shift in self.shifts}
        self.open = {shift.id for shift in self.shifts}
        self.watch = house.staff("supervisor")
        self.tickets: list[Voucher] = []
        self.unpaid: dict[str, int] = {}
        for account in self.players:
            self.withdraw(account, 20_000, crash=False)
            self.withdraw(account, 60_000, crash=False)

    def step(self, kind: str, which: int, cents: int) -> None:
        """Do one random job of the cage, and update the expected amounts."""
        account, shift = self.players[which % 2], self.shifts[which // 2]
        at = {"shift": shift.id, "by": shift.cashier}
        voucher = self.tickets[cents % len(self.tickets)] if self.tickets else None
        match kind:
            case "cash":
                if self.succeeds(buy_in.with_cash, account=account, cents=cents, **at):
                    self.credit[account] += cents
                    self.cash[shift.id] += cents
            case "play":
                if self.succeeds(buy_in.with_play_money, account=account, cents=cents, by="system", demonstration=True):
                    self.credit[account] += cents
            case "out" | "crash":
                self.withdraw(account, cents, crash=kind == "crash")
            case "fill":
                if self.succeeds(shifts.fill_drawer, cents=cents, **at):
                    self.cash[shift.id] += cents
            case "close":
                if self.succeeds(shifts.close_shift, counted_cents=cents, **at):
                    self.cash[shift.id] = 0
                    self.open.discard(shift.id)
            case _ if voucher is not None:
                self.settle(kind, voucher, account, at)

    def succeeds(self, job: Any, **facts: Any) -> bool:
        """Run a job of the cage and return whether it was accepted."""
        return not isinstance(self.house.do(job, **facts), Refused)

    def withdraw(self, account: str, cents: int, *, crash: bool) -> None:
        """Cash out a player's credit; with `crash`, fail before the commit."""
        job = partial(
            cash_out.cash_out,
            account=account,
            by=owner(account),
            in_play=False,
            chance=self.house.chance,
            cents=cents,
            rules=RULES,
        )
        if crash:
            with pytest.raises(RuntimeError):
                self.house.writer.run(failing(job))
            return
        answer = self.house.do(job)
        assert isinstance(answer, Voucher) == (0 < cents <= self.credit[account])
        if isinstance(answer, Voucher):
            self.credit[account] -= cents
            self.tickets.append(answer)
            self.unpaid[answer.number] = cents

    def settle(self, kind: str, voucher: Voucher, account: str, at: dict[str, Any]) -> None:
        """Pay, credit, void or reprint a ticket, and check whether it is accepted."""
        number, cents = voucher.number, self.unpaid.get(voucher.number, 0)
        payable = cents > 0 and at["shift"] in self.open and self.cash[at["shift"]] >= cents
        match kind:
            case "pay" | "hand":
                more = {"witness": self.watch} if kind == "hand" else {}
                job = redemptions.pay_hand_pay if kind == "hand" else redemptions.redeem_for_cash
                succeeded = self.succeeds(job, number=number, **at, **more)
                assert succeeded == (payable and voucher.is_hand_pay == (kind == "hand"))
                if succeeded:
                    self.cash[at["shift"]] -= self.unpaid.pop(number)
            case "credit":
                succeeded = self.succeeds(redemptions.redeem_to_credit, number=number, account=account, by="user:1")
                assert succeeded == (cents > 0 and not voucher.is_hand_pay)
                if succeeded:
                    self.credit[account] += self.unpaid.pop(number)
            case "void":
                succeeded = self.succeeds(cash_out.void_voucher, number=number, by="user:1", reason="as the test says")
                assert succeeded == (cents > 0)
                if succeeded and voucher.account:
                    self.credit[voucher.account] += self.unpaid.pop(number)
            case "reprint":
                succeeded = self.succeeds(
                    cash_out.reprint_voucher, number=number, by="user:1", reason="as the test says"
                )
                assert succeeded == (cents > 0)

    def check(self, before: dict[str, int]) -> None:
        """Compare the house's balances with the expected amounts."""
        for account, cents in self.credit.items():
            assert self.house.balance(account) == cents
        for shift, cents in self.cash.items():
            assert self.house.balance(ledger_accounts.drawer(shift)) == -cents
        held = sum(
            self.house.balance(name) - before.get(name, 0)
            for name in (ledger_accounts.VOUCHERS, ledger_accounts.HAND_PAYS)
        )
        assert held == sum(self.unpaid.values())
