"""Settlement between seats in games without a bank: debts are paid as far as each seat's money reaches.

A bet is the amount that a seat brings to the hand. One seat's loss is another seat's win, fees are separate entries,
and nobody loses more than they brought. Pure functions, exact to the cent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from croupier.errors import InvariantViolation
from croupier.money.bets import Bet, BetResult, Verdict
from croupier.money.cents import Cents
from croupier.money.settlement import SeatPayment, SettledBet, Settlement


class SeatDebt(NamedTuple):
    """Debt of one seat to another; giver and taker are indexes of their bets."""

    giver: int
    taker: int
    cents: Cents
    points: int = 0
    """Number of points that the debt is for; 0 in a game that does not count points."""
    owed: Cents | None = None
    """Full amount due in cents, if the game's rules reduce it to `cents`; None if `cents` is the full amount."""


class Fee(NamedTuple):
    """Fee in cents that the house takes from a bet, by the index of the bet."""

    payer: int
    cents: Cents


@dataclass(frozen=True)
class SeatDebts:
    """Debts between seats at the end of a round, in the order of payment. Fees are taken first."""

    debts: tuple[SeatDebt, ...]
    fees: tuple[Fee, ...] = ()
    each_dollar_once: bool = False
    """Whether each dollar plays once, so that won money cannot be lost again in the same round."""


def settle_between_seats(bets: Sequence[Bet], between: SeatDebts) -> Settlement:
    """Pay the fees and debts, and return each bet's net result and the payments between seats."""
    funds = [_BetFunds(bet.amount, each_dollar_once=between.each_dollar_once) for bet in bets]
    for payer, cents in between.fees:
        funds[payer].pay_fee(cents)
    exchanges = tuple(_exchange(bets, funds, due) for due in between.debts)
    settled = tuple(_settled(bet, fund) for bet, fund in zip(bets, funds, strict=True))
    return Settlement(settled, postings=_postings(settled), order=tuple(range(len(bets))), exchanges=exchanges)


class _BetFunds:
    """Money of one bet while debts are paid from it and to it."""

    def __init__(self, brought: Cents, *, each_dollar_once: bool) -> None:
        self.brought = brought
        self.won = self.lost = self.fee = 0
        self._once = each_dollar_once

    def pay_fee(self, cents: Cents) -> None:
        if not 0 <= cents <= self.brought - self.fee:
            raise InvariantViolation(f"a fee of {cents} is taken from {self.brought - self.fee}")
        self.fee += cents

    @property
    def left(self) -> int:
        """Cents that can still be lost; if each dollar plays once, also the cents that can still be won."""
        played = self.won + self.lost if self._once else self.lost - self.won
        return self.brought - self.fee - played

    @property
    def winnable(self) -> int | None:
        """Cents that can still be won; None if there is no limit."""
        return self.left if self._once else None


def _exchange(bets: Sequence[Bet], funds: Sequence[_BetFunds], due: SeatDebt) -> SeatPayment:
    giver, taker = funds[due.giver], funds[due.taker]
    if due.cents < 0 or giver is taker:
        raise InvariantViolation(f"{due} is nothing that one seat owes another")
    paid = min(due.cents, giver.left) if taker.winnable is None else min(due.cents, giver.left, taker.winnable)
    giver.lost += paid
    taker.won += paid
    owed = due.cents if paid < due.cents else due.owed
    return SeatPayment(bets[due.giver], bets[due.taker], Cents(paid), owed, due.points)


def _settled(bet: Bet, fund: _BetFunds) -> SettledBet:
    net = Cents(fund.won - fund.lost - fund.fee)
    result = BetResult.WIN if net > 0 else BetResult.LOSE if net < 0 else BetResult.PUSH
    return SettledBet(bet, result, net, charge=Cents(fund.fee), verdict=Verdict(result, Cents(abs(net))))


def _postings(settled: Sequence[SettledBet]) -> dict[str, Cents]:
    postings: dict[str, int] = {"commission": 0}
    for settled_bet in settled:
        if settled_bet.net < -settled_bet.bet.amount:
            raise InvariantViolation(
                f"seat {settled_bet.bet.seat} brought {settled_bet.bet.amount} and lost {-settled_bet.net}"
            )
        account = f"bettor:{settled_bet.bet.payer}"
        postings[account] = postings.get(account, 0) + settled_bet.net
        postings["commission"] += settled_bet.charge
    if sum(postings.values()) != 0:
        raise InvariantViolation(f"postings do not balance: {postings}")
    return {account: Cents(cents) for account, cents in postings.items() if cents}


def debts_from_nets(nets: Sequence[int]) -> tuple[SeatDebt, ...]:
    """Return debts that produce these net results, for example after the pots of a hand; the nets must sum to zero."""
    if sum(nets) != 0:
        raise InvariantViolation(f"what some lost is not what others won: {list(nets)}")
    owe = [[place, -net] for place, net in enumerate(nets) if net < 0]
    dues = []
    for taker, net in ((place, net) for place, net in enumerate(nets) if net > 0):
        wanted = net
        while wanted:
            giver, has = owe[0]
            paid = min(wanted, has)
            dues.append(SeatDebt(giver, taker, Cents(paid)))
            wanted -= paid
            owe[0][1] -= paid
            if owe[0][1] == 0:
                owe.pop(0)
    return tuple(dues)
