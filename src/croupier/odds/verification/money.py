"""The money of a settled round, counted again: nothing made, nothing lost, meters paid out to the cent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import floor

from croupier.money.bank import CoverageModel
from croupier.money.cents import Cents, show
from croupier.money.meters import MeterRules
from croupier.money.order import By
from croupier.money.outcome import Bet
from croupier.money.settlement import PostedBank, Settled, Settlement
from croupier.odds.verification.table import FullTable
from croupier.rulebook.betting import check_bets
from croupier.rulebook.house_rules import HouseRules

Fault = tuple[str, str]
"""Where, and what is wrong."""
SEATS_AGAINST_A_SMALL_BANK = 4


def money_faults(table: FullTable, before: Mapping[str, Cents], done: Settlement) -> Iterator[Fault]:
    """Everything that is wrong with a round's books."""
    nets = sum(one.net for one in done.settled)
    if sum(done.postings.values()) != 0:
        yield "settlement", f"postings sum to {show(sum(done.postings.values()))}, not to nothing"
    if sum(amount for account, amount in done.postings.items() if account.startswith("bettor:")) != nets:
        yield "settlement", "the bettors' postings are not what their wagers came to"
    if done.bank_net is not None and done.bank_net != -nets:
        yield "settlement", f"the bank moved {show(done.bank_net)}, the bettors {show(nets)}"
    for meter in table.house.meters:
        after = done.meters[meter.id]
        if after != before[meter.id] + done.postings.get(f"meter:{meter.id}", 0):
            yield meter.wager, f"meter {meter.id} stands at {show(after)}, which its postings do not explain"
    if any(one.prize or one.verdict.prizes for one in done.settled):
        yield from _prize_faults(table, before, done)


def _prize_faults(table: FullTable, before: Mapping[str, Cents], done: Settlement) -> Iterator[Fault]:
    """What each winner has from all meters together."""
    due = [0] * len(done.settled)
    for meter in table.house.meters:
        put_in = sum(floor(bet.amount * meter.contribution) for bet in table.bets if bet.wager == meter.wager)
        for place, prize in _divided(meter, before[meter.id] + put_in, done.settled).items():
            due[place] += prize
    for one, prize in zip(done.settled, due, strict=True):
        if one.prize != prize:
            yield one.bet.wager, f"the meters owe {show(prize)} to seat {one.bet.seat} and paid {show(one.prize)}"


def _divided(meter: MeterRules, standing: int, settled: Sequence[Settled]) -> dict[int, int]:
    """A meter among its winners: the larger share first, equal parts, for the bets on a wager here are of one size."""
    shares = {
        place: prize.share
        for place, one in enumerate(settled)
        for prize in one.verdict.prizes
        if prize.meter == meter.id
    }
    prizes: dict[int, int] = {}
    for share in sorted(set(shares.values()), reverse=True):
        winners = [place for place, own in shares.items() if own == share]
        prizes |= dict.fromkeys(winners, floor(standing * share) // len(winners))
        standing -= sum(prizes[place] for place in winners)
    return prizes


def bank_faults(
    house: HouseRules, done: Settlement, due: Sequence[int], bank: PostedBank, order: Sequence[int]
) -> Iterator[Fault]:
    """A bank that runs short: never over what it put up, and each wager moved as the order and the cover say.

    `due`: what each wager comes to where nobody runs short. `order`: the places of the bets as they are settled.
    """
    nets = [one.net for one in done.settled]
    assert done.bank_net is not None
    assert done.bank_left is not None
    if done.bank_net != -sum(nets) or abs(done.bank_net) > bank.amount or not 0 <= done.bank_left <= bank.amount:
        yield "settlement", f"a bank of {show(bank.amount)} moved {show(done.bank_net)}, the bettors {show(sum(nets))}"
    for one, owed in zip(done.settled, due, strict=True):
        if not min(0, owed) <= one.net <= max(0, owed):
            yield one.bet.wager, f"{show(owed)} was due and a short bank moved {show(one.net)}"
    if house.settlement.coverage.model is CoverageModel.EXCHANGED:
        yield from _cover_faults(house, done.settled, due, bank, order)


def _cover_faults(
    house: HouseRules, settled: Sequence[Settled], due: Sequence[int], bank: PostedBank, order: Sequence[int]
) -> Iterator[Fault]:
    """Every dollar of the bank plays once, in the order of settlement. [004 L427, L875]"""
    left = int(bank.amount)
    for place in order:
        wanted = abs(due[place])
        moved = min(wanted, left) if house.settlement.coverage.partial or wanted <= left else 0
        if abs(settled[place].net) != moved:
            seat, wager = settled[place].bet.seat, settled[place].bet.wager
            told = f"seat {seat}: a bank with {show(left)} left moves {show(moved)}, {show(settled[place].net)} moved"
            yield wager, told
            return
        left -= moved


def in_order(house: HouseRules, bets: Sequence[Bet], first_seat: int) -> list[int]:
    """Round from where settling starts, each seat's wagers as the rulebook lists them; or a wager at a time."""
    rules = house.settlement.order
    start = house.seats.index(first_seat)
    way = -1 if house.is_counter_clockwise else 1
    turn = {seat: way * (place - start) % len(house.seats) for place, seat in enumerate(house.seats)}
    rank = {wager: place for place, wager in enumerate(rules.wagers)}
    by_seat = [(turn[bet.seat], rank[bet.wager], place) for place, bet in enumerate(bets)]
    by_wager = [(rank[bet.wager], turn[bet.seat], place) for place, bet in enumerate(bets)]
    return [key[-1] for key in sorted(by_wager if rules.by is By.WAGER else by_seat)]


def spread_bets(table: FullTable) -> list[Bet]:
    """The bets of a full table at several seats, so that it matters who is settled first."""
    bank_seat = table.bank.seat if table.bank else None
    seats = [seat for seat in table.house.seats if seat != bank_seat]
    step = max(1, len(seats) // SEATS_AGAINST_A_SMALL_BANK)
    bets = list(table.bets)
    for shift in range(step, len(seats), step):
        moved = [Bet(_shifted(seats, bet.seat, shift), bet.bettor, bet.wager, bet.amount) for bet in table.bets]
        grown = bets + [bet for bet in moved if bet not in bets]
        if not check_bets(table.house, grown, bank_seat=bank_seat):
            bets = grown
    return bets


def _shifted(seats: Sequence[int], seat: int, shift: int) -> int:
    return seats[(seats.index(seat) + shift) % len(seats)]
