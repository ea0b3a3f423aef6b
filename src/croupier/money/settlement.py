"""Settlement of a round: every wager is paid or collected in order, to the cent.

Pure functions: verdicts, a bank and meters in; results and ledger postings out. The postings of a round sum to zero, or
`InvariantViolation` is raised.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from croupier.errors import InvariantViolation
from croupier.money.bank_coverage import BankCoverage, CoverageRules
from croupier.money.bets import Bet, BetResult, Verdict
from croupier.money.cents import Cents
from croupier.money.envy import EnvyMode, envy_due
from croupier.money.meters import MeterClaim, MeterRound, MeterRules, run_meter
from croupier.money.settlement_order import OrderRules, settlement_order

ENVY = "envy"


class AggregateMethod(StrEnum):
    """Rule that reduces payments on optional wagers when they exceed the posted aggregate limit. [CO-DB-A4]"""

    PRO_RATA = "pro-rata"
    PAYMENT_ORDER = "payment-order"


@dataclass(frozen=True)
class SettlementRules:
    """Rules by which a table settles, independent of the cards and the chips."""

    order: OrderRules
    coverage: CoverageRules = CoverageRules()
    meters: tuple[MeterRules, ...] = ()
    optional: frozenset[str] = frozenset()
    """Ids of the wagers that an aggregate payout limit counts."""
    aggregate_limit: Cents | None = None
    aggregate_method: AggregateMethod = AggregateMethod.PRO_RATA
    envy: EnvyMode | None = None


@dataclass(frozen=True)
class PostedBank:
    """Seat of a player-dealer and the posted amount in cents."""

    seat: int
    amount: Cents


class SettledBet(NamedTuple):
    """Settled wager: the bettor's net result in cents, and the verdict that it follows from."""

    bet: Bet
    result: BetResult
    net: Cents
    owed: Cents | None = None
    """Full amount due in cents, if less could be paid; None if paid in full."""
    charge: Cents = Cents(0)
    prize: Cents = Cents(0)
    """Part of the win, in cents, that was paid as a share of a meter."""
    verdict: Verdict = Verdict(BetResult.RETURNED)
    meter_paid: Cents = Cents(0)
    """Part of a fixed pay, in cents, that a meter paid instead of the chip tray. [003 L614]"""


class SeatPayment(NamedTuple):
    """Payment from one seat to another, in a game without a bank."""

    giver: Bet
    taker: Bet
    paid: Cents
    owed: Cents | None = None
    """Full amount due in cents, if less was paid; None if paid in full."""
    points: int = 0


@dataclass(frozen=True)
class Settlement:
    """Result of settling one round: all payments between bettors, bank, house and meters."""

    settled: tuple[SettledBet, ...]
    """Settled wagers in the order of placement, then envy bonuses."""
    bank_net: Cents | None = None
    bank_left: Cents | None = None
    meters: Mapping[str, Cents] = field(default_factory=dict)
    """Amounts in cents after the round of all meters that took part in it."""
    postings: Mapping[str, Cents] = field(default_factory=dict)
    """Change in cents by account; the changes sum to zero."""
    meter_rounds: Mapping[str, MeterRound] = field(default_factory=dict)
    """Contributions, prizes and reseeding of each meter."""
    order: tuple[int, ...] = ()
    """Indexes into `settled` in the order in which the dealer takes and pays."""
    exchanges: tuple[SeatPayment, ...] | None = None
    """Payments between seats in a game without a bank; None in a banked game."""


def settle(
    bets: Sequence[Bet],
    verdicts: Sequence[Verdict],
    rules: SettlementRules,
    *,
    bank: PostedBank | None = None,
    start_seat: int | None = None,
    meters: Mapping[str, Cents] | None = None,
    ahead: frozenset[int] = frozenset(),
) -> Settlement:
    """Settle the bets of a round: pay and collect them in order, and run the meters.

    `bank` is the player-dealer's bank; if it is None, the house banks and all wagers are covered in full. `ahead` has
    the indexes of bets that use the bank before all others.
    """
    runs = _run_meters(bets, verdicts, rules, meters or {}, banked=bank is not None)
    prizes = _prizes(runs, len(bets))
    order = sorted(settlement_order(bets, rules.order, start_seat), key=lambda place: place not in ahead)
    if bank is None:
        due = _within_aggregate(bets, verdicts, rules)
        others = _other_hands(runs, len(bets))
        settled = [_pay_in_full(*item) for item in zip(bets, verdicts, due, prizes, others, strict=True)]
        settled += _envy(bets, verdicts, rules)
        cover = None
    else:
        cover = BankCoverage(bank.amount, rules.coverage)
        settled = _settle_from_bank(cover, bets, verdicts, order)
    order += range(len(bets), len(settled))
    return _with_postings(settled, runs, bank, cover, tuple(order))


def _run_meters(
    bets: Sequence[Bet],
    verdicts: Sequence[Verdict],
    rules: SettlementRules,
    before: Mapping[str, Cents],
    *,
    banked: bool,
) -> dict[str, MeterRound]:
    runs = {}
    for meter in rules.meters:
        stakes = [bet.amount for bet in bets if bet.wager == meter.wager]
        claims = [
            MeterClaim(i, bets[i].amount, prize.share)
            for i, verdict in enumerate(verdicts)
            for prize in verdict.prizes
            if prize.meter == meter.id
        ]
        if meter.id in before or claims:
            fixed = {} if banked else _fixed_pays_of_meter(meter, bets, verdicts)
            runs[meter.id] = run_meter(meter, before.get(meter.id, meter.seed), stakes, claims, fixed)
    return runs


def _fixed_pays_of_meter(meter: MeterRules, bets: Sequence[Bet], verdicts: Sequence[Verdict]) -> dict[int, Cents]:
    """Return the fixed wins by bet index that the meter pays, if the house pays them from the meter. [003 L614]"""
    if not meter.pays_other_hands:
        return {}
    return {
        place: verdict.winnings
        for place, (bet, verdict) in enumerate(zip(bets, verdicts, strict=True))
        if bet.wager == meter.wager and _is_fixed_win(verdict)
    }


def _other_hands(runs: Mapping[str, MeterRound], count: int) -> list[int]:
    """Return, for each bet, the cents of its fixed pay that meters pay."""
    paid = [0] * count
    for run in runs.values():
        for place, cents in run.other_hands.items():
            paid[place] += cents
    return paid


def _prizes(runs: Mapping[str, MeterRound], count: int) -> list[int]:
    """Return, for each bet, the cents that it wins as a share of a meter."""
    prizes = [0] * count
    for run in runs.values():
        for place, prize in run.prizes.items():
            prizes[place] += prize
    return prizes


def _within_aggregate(bets: Sequence[Bet], verdicts: Sequence[Verdict], rules: SettlementRules) -> list[Cents]:
    """Return each bet's payment from the chip tray, within the aggregate limit; meter payments do not count."""
    due = [verdict.winnings for verdict in verdicts]
    limit = rules.aggregate_limit
    if limit is None:
        return due
    order = settlement_order(bets, rules.order, None)
    tray = rules.optional - {meter.wager for meter in rules.meters if meter.pays_other_hands}
    limited = [i for i in order if bets[i].wager in tray and _is_fixed_win(verdicts[i])]
    total = sum(due[i] for i in limited)
    if total <= limit:
        return due
    left = int(limit)
    for i in limited:
        if rules.aggregate_method is AggregateMethod.PRO_RATA:
            due[i] = Cents(due[i] * limit // total)
        else:
            due[i] = Cents(min(due[i], left))
            left -= due[i]
    return due


def _is_fixed_win(verdict: Verdict) -> bool:
    return verdict.result is BetResult.WIN and not verdict.prizes and verdict.winnings > 0


def _pay_in_full(bet: Bet, verdict: Verdict, due: Cents, prize: int, meter_paid: int) -> SettledBet:
    owed = Cents(verdict.winnings - verdict.charge) if due != verdict.winnings else None
    sign = -1 if verdict.result is BetResult.LOSE else 1
    net = Cents(sign * due + prize - verdict.charge)
    return SettledBet(bet, verdict.result, net, owed, verdict.charge, Cents(prize), verdict, Cents(meter_paid))


def _settle_from_bank(
    cover: BankCoverage, bets: Sequence[Bet], verdicts: Sequence[Verdict], order: Sequence[int]
) -> list[SettledBet]:
    """Settle the wagers in order while the player-dealer's money lasts."""
    settled: dict[int, SettledBet] = {}
    for i in order:
        settled[i] = _cover_one(cover, bets[i], verdicts[i])
    return [settled[i] for i in range(len(bets))]


def _cover_one(cover: BankCoverage, bet: Bet, verdict: Verdict) -> SettledBet:
    match verdict.result:
        case BetResult.PUSH | BetResult.RETURNED:
            return SettledBet(bet, verdict.result, Cents(0), verdict=verdict)
        case BetResult.LOSE:
            taken = cover.collect(verdict.winnings)
            result = BetResult.LOSE if taken or not verdict.winnings else BetResult.RETURNED
            return SettledBet(bet, result, Cents(-taken), verdict=verdict)
        case BetResult.WIN:
            paid = cover.pay(verdict.winnings)
            if paid == 0 and (verdict.winnings > 0 or cover.is_used_up):
                return SettledBet(bet, BetResult.RETURNED, Cents(0), verdict=verdict)
            owed = verdict.winnings if paid != verdict.winnings else None
            return SettledBet(bet, BetResult.WIN, paid, owed, verdict=verdict)


def _envy(bets: Sequence[Bet], verdicts: Sequence[Verdict], rules: SettlementRules) -> list[SettledBet]:
    if rules.envy is None:
        return []
    extra = []
    for bet, amount, source in envy_due(bets, verdicts, rules.envy):
        verdict = Verdict(BetResult.WIN, amount, row=ENVY, name="Envy", cite=source.cite)
        extra.append(SettledBet(Bet(bet.seat, bet.bettor, ENVY, Cents(0)), BetResult.WIN, amount, verdict=verdict))
    return extra


def _with_postings(
    settled: list[SettledBet],
    runs: Mapping[str, MeterRound],
    bank: PostedBank | None,
    cover: BankCoverage | None,
    order: tuple[int, ...],
) -> Settlement:
    banker = "house" if bank is None else f"bank:{bank.seat}"
    postings: dict[str, int] = {banker: 0, "commission": 0}
    for settled_bet in settled:
        account = f"bettor:{settled_bet.bet.payer}"
        postings[account] = postings.get(account, 0) + settled_bet.net
        postings["commission"] += settled_bet.charge
        postings[banker] -= settled_bet.net + settled_bet.charge - settled_bet.prize - settled_bet.meter_paid
    for meter, run in runs.items():
        put_in = run.contributed + run.reseeded
        postings[f"meter:{meter}"] = put_in - sum(run.prizes.values()) - sum(run.other_hands.values())
        postings[banker] -= put_in
    _check(postings, bank, cover)
    after = {meter: run.after for meter, run in runs.items()}
    nonzero_postings = {account: Cents(amount) for account, amount in postings.items() if amount}
    if cover is None:
        return Settlement(tuple(settled), meters=after, postings=nonzero_postings, meter_rounds=runs, order=order)
    return Settlement(tuple(settled), cover.net, cover.left, after, nonzero_postings, runs, order)


def _check(postings: Mapping[str, int], bank: PostedBank | None, cover: BankCoverage | None) -> None:
    if sum(postings.values()) != 0:
        raise InvariantViolation(f"postings do not balance: {dict(postings)}")
    if bank is not None and cover is not None:
        banked = postings.get(f"bank:{bank.seat}", 0)
        if banked != cover.net or abs(banked) > bank.amount:
            raise InvariantViolation(f"the bank put up {bank.amount} and moved {banked}, its cover says {cover.net}")
