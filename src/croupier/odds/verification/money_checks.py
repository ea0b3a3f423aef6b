"""Independent check of a settled round's money: postings balance and meters are paid to the cent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import floor

from croupier.money.bank_coverage import CoverageModel
from croupier.money.bets import Bet
from croupier.money.cents import Cents, format_amount
from croupier.money.meters import MeterRules
from croupier.money.settlement import PostedBank, SettledBet, Settlement
from croupier.money.settlement_order import SettlementGrouping
from croupier.odds.verification.full_table import FullyBetTable
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.wager_checks import check_bets

Fault = tuple[str, str]
"""Id of the wager or name of the rule, and a description of the error."""
SEATS_AGAINST_A_SMALL_BANK = 4


def money_faults(table: FullyBetTable, before: Mapping[str, Cents], done: Settlement) -> Iterator[Fault]:
    """Yield all errors in the postings of a round."""
    nets = sum(one.net for one in done.settled)
    if sum(done.postings.values()) != 0:
        yield "settlement", f"postings sum to {format_amount(sum(done.postings.values()))}, not to nothing"
    if sum(amount for account, amount in done.postings.items() if account.startswith("bettor:")) != nets:
        yield "settlement", "the bettors' postings are not what their wagers came to"
    if done.bank_net is not None and done.bank_net != -nets:
        yield "settlement", f"the bank moved {format_amount(done.bank_net)}, the bettors {format_amount(nets)}"
    for meter in table.rules.meters:
        after = done.meters[meter.id]
        if after != before[meter.id] + done.postings.get(f"meter:{meter.id}", 0):
            yield meter.wager, f"meter {meter.id} stands at {format_amount(after)}, which its postings do not explain"
    if any(one.prize or one.verdict.prizes for one in done.settled):
        yield from _prize_faults(table, before, done)


def _prize_faults(table: FullyBetTable, before: Mapping[str, Cents], done: Settlement) -> Iterator[Fault]:
    """Compare each winner's total prize from all meters with the expected one."""
    due = [0] * len(done.settled)
    for meter in table.rules.meters:
        put_in = sum(floor(bet.amount * meter.contribution) for bet in table.bets if bet.wager == meter.wager)
        for place, prize in _divided(meter, before[meter.id] + put_in, done.settled).items():
            due[place] += prize
    for settled_bet, prize in zip(done.settled, due, strict=True):
        if settled_bet.prize != prize:
            yield (
                settled_bet.bet.wager,
                f"the meters owe {format_amount(prize)} to seat {settled_bet.bet.seat}"
                f" and paid {format_amount(settled_bet.prize)}",
            )


def _divided(meter: MeterRules, standing: int, settled: Sequence[SettledBet]) -> dict[int, int]:
    """Return what each winner of a meter must receive, in cents, by index of the bet.

    The largest share of the meter is paid first, and winners with equal shares divide it equally. All bets on one wager
    have the same size here.
    """
    shares = {
        place: prize.share
        for place, settled_bet in enumerate(settled)
        for prize in settled_bet.verdict.prizes
        if prize.meter == meter.id
    }
    prizes: dict[int, int] = {}
    for share in sorted(set(shares.values()), reverse=True):
        winners = [place for place, own in shares.items() if own == share]
        prizes |= dict.fromkeys(winners, floor(standing * share) // len(winners))
        standing -= sum(prizes[place] for place in winners)
    return prizes


def bank_faults(
    rules: TableRules, done: Settlement, due: Sequence[int], bank: PostedBank, order: Sequence[int]
) -> Iterator[Fault]:
    """Yield all errors in the settlement of a round in which the bank cannot pay everything.

    The bank must not pay more than it put up, and each wager must move as the order and the coverage rule require.
    `due` is the net of each wager with an unlimited bank; `order` contains the indexes of the bets in order of
    settlement.
    """
    nets = [one.net for one in done.settled]
    assert done.bank_net is not None
    assert done.bank_left is not None
    if done.bank_net != -sum(nets) or abs(done.bank_net) > bank.amount or not 0 <= done.bank_left <= bank.amount:
        yield (
            "settlement",
            f"a bank of {format_amount(bank.amount)} moved {format_amount(done.bank_net)},"
            f" the bettors {format_amount(sum(nets))}",
        )
    for settled_bet, owed in zip(done.settled, due, strict=True):
        if not min(0, owed) <= settled_bet.net <= max(0, owed):
            yield (
                settled_bet.bet.wager,
                f"{format_amount(owed)} was due and a short bank moved {format_amount(settled_bet.net)}",
            )
    if rules.settlement.coverage.model is CoverageModel.EXCHANGED:
        yield from _cover_faults(rules, done.settled, due, bank, order)


def _cover_faults(
    rules: TableRules, settled: Sequence[SettledBet], due: Sequence[int], bank: PostedBank, order: Sequence[int]
) -> Iterator[Fault]:
    """Check that every dollar of the bank plays once, in the order of settlement. [004 L427, L875]"""
    left = int(bank.amount)
    for place in order:
        wanted = abs(due[place])
        moved = min(wanted, left) if rules.settlement.coverage.partial or wanted <= left else 0
        if abs(settled[place].net) != moved:
            seat, wager = settled[place].bet.seat, settled[place].bet.wager
            net = format_amount(settled[place].net)
            message = f"seat {seat}: a bank with {format_amount(left)} left moves {format_amount(moved)}, {net} moved"
            yield wager, message
            return
        left -= moved


def bets_in_settlement_order(rules: TableRules, bets: Sequence[Bet], first_seat: int) -> list[int]:
    """Return the indexes of the bets in the order in which the rulebook settles them: by seat or by wager.

    Seats are taken from `first_seat` on in dealing direction, wagers in the order of the rulebook.
    """
    play_rules = rules.settlement.order
    start = rules.seats.index(first_seat)
    direction = -1 if rules.is_counter_clockwise else 1
    turn = {seat: direction * (place - start) % len(rules.seats) for place, seat in enumerate(rules.seats)}
    rank = {wager: place for place, wager in enumerate(play_rules.wagers)}
    by_seat = [(turn[bet.seat], rank[bet.wager], place) for place, bet in enumerate(bets)]
    by_wager = [(rank[bet.wager], turn[bet.seat], place) for place, bet in enumerate(bets)]
    return [key[-1] for key in sorted(by_wager if play_rules.by is SettlementGrouping.WAGER else by_seat)]


def bets_at_several_seats(table: FullyBetTable) -> list[Bet]:
    """Copy the bets of a full table to several seats, so that the order of settlement matters."""
    bank_seat = table.bank.seat if table.bank else None
    seats = [seat for seat in table.rules.seats if seat != bank_seat]
    step = max(1, len(seats) // SEATS_AGAINST_A_SMALL_BANK)
    bets = list(table.bets)
    for shift in range(step, len(seats), step):
        moved = [Bet(_shifted(seats, bet.seat, shift), bet.bettor, bet.wager, bet.amount) for bet in table.bets]
        grown = bets + [bet for bet in moved if bet not in bets]
        if not check_bets(table.rules, grown, bank_seat=bank_seat):
            bets = grown
    return bets


def _shifted(seats: Sequence[int], seat: int, shift: int) -> int:
    return seats[(seats.index(seat) + shift) % len(seats)]
