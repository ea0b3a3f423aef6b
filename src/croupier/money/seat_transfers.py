"""Settlement between seats: what players owe each other, paid as far as each has brought it.

Nobody banks. A bet is what its seat has brought to the hand; what one seat loses another wins, fees are lines of their
own, and nobody loses more than he brought. Pure, and exact to the cent.
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
    """What one seat owes another, by the places of their bets."""

    giver: int
    taker: int
    cents: Cents
    points: int = 0
    """In a game that counts in points: how many."""
    owed: Cents | None = None
    """What was due, where the game's own rules let less change hands."""


class Fee(NamedTuple):
    """What the house takes of a bet."""

    payer: int
    cents: Cents


@dataclass(frozen=True)
class SeatDebts:
    """What seats owe each other at the end of a round, in the order it is paid. Fees come first."""

    dues: tuple[SeatDebt, ...]
    fees: tuple[Fee, ...] = ()
    each_dollar_once: bool = False
    """Whether what was won or lost is used up for both; otherwise winnings may be lost again."""


def settle_between_seats(bets: Sequence[Bet], between: SeatDebts) -> Settlement:
    """Who pays whom, and what each bet is better or worse off by."""
    purses = [_Purse(bet.amount, each_dollar_once=between.each_dollar_once) for bet in bets]
    for payer, cents in between.fees:
        purses[payer].pay_fee(cents)
    exchanges = tuple(_exchange(bets, purses, due) for due in between.dues)
    settled = tuple(_settled(bet, purse) for bet, purse in zip(bets, purses, strict=True))
    return Settlement(settled, postings=_postings(settled), order=tuple(range(len(bets))), exchanges=exchanges)


class _Purse:
    """A bet while others are paid from it and to it."""

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
        """What can still be lost; and won, where each dollar plays once."""
        played = self.won + self.lost if self._once else self.lost - self.won
        return self.brought - self.fee - played

    @property
    def room(self) -> int | None:
        """What can still be won; None where that is without end."""
        return self.left if self._once else None


def _exchange(bets: Sequence[Bet], purses: Sequence[_Purse], due: SeatDebt) -> SeatPayment:
    giver, taker = purses[due.giver], purses[due.taker]
    if due.cents < 0 or giver is taker:
        raise InvariantViolation(f"{due} is nothing that one seat owes another")
    paid = min(due.cents, giver.left) if taker.room is None else min(due.cents, giver.left, taker.room)
    giver.lost += paid
    taker.won += paid
    owed = due.cents if paid < due.cents else due.owed
    return SeatPayment(bets[due.giver], bets[due.taker], Cents(paid), owed, due.points)


def _settled(bet: Bet, purse: _Purse) -> SettledBet:
    net = Cents(purse.won - purse.lost - purse.fee)
    result = BetResult.WIN if net > 0 else BetResult.LOSE if net < 0 else BetResult.PUSH
    return SettledBet(bet, result, net, charge=Cents(purse.fee), verdict=Verdict(result, Cents(abs(net))))


def _postings(settled: Sequence[SettledBet]) -> dict[str, Cents]:
    postings: dict[str, int] = {"commission": 0}
    for one in settled:
        if one.net < -one.bet.amount:
            raise InvariantViolation(f"seat {one.bet.seat} brought {one.bet.amount} and lost {-one.net}")
        account = f"bettor:{one.bet.payer}"
        postings[account] = postings.get(account, 0) + one.net
        postings["commission"] += one.charge
    if sum(postings.values()) != 0:
        raise InvariantViolation(f"postings do not balance: {postings}")
    return {account: Cents(cents) for account, cents in postings.items() if cents}


def dues_of(nets: Sequence[int]) -> tuple[SeatDebt, ...]:
    """Who pays whom where only what each won or lost is known, as after the pots of a hand; the nets sum to nothing."""
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
