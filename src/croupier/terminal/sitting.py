"""One person at a table of any game: the balance, the shoe and its commitment, what may be bet. Draws nothing."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.cards.chance import Chance
from croupier.money.cents import Cents, show_dollars
from croupier.money.collection import Collection
from croupier.money.outcome import SEATED, Bet
from croupier.terminal.seating import Seating
from croupier.terminal.shoe_in_play import fresh_shoe


class Sitting:
    """What every game in the terminal has in common."""

    def __init__(self, seating: Seating, balance: Cents, chance: Chance) -> None:
        self.seating = seating
        self.house = seating.house
        self.bought_in = balance
        self.balance = balance
        self.meters = seating.starting_meters()
        self.hands_played = 0
        self._chance = chance
        self._shoes = 0
        self.new_shoe()

    def new_shoe(self) -> None:
        """Shuffle and commit to the next shoe."""
        self._shoes += 1
        self.fresh = fresh_shoe(self._shoes, self.house.shoe, self._chance)
        self.shoe = self.fresh.shoe

    @property
    def is_fresh_each_round(self) -> bool:
        """Whether every hand is dealt from whole decks."""
        return self.house.is_fresh_each_round

    @property
    def is_broke(self) -> bool:
        return self.balance < self.seating.least_bet

    def bets_of(self, stakes: dict[str, Cents]) -> tuple[Bet, ...]:
        return tuple(Bet(self.seating.seat, SEATED, wager, amount) for wager, amount in stakes.items())

    def refusal(self, bets: Sequence[Bet]) -> str | None:
        """Why these wagers may not stand: the rules, or the money behind them."""
        if reason := self.seating.refusal(bets):
            return reason
        needed = sum(bet.amount for bet in bets) + self.own_fee(self.seating.collection(bets))
        if needed > self.balance:
            return f"That takes {show_dollars(needed)}, and you have {show_dollars(self.balance)}"
        return None

    def own_fee(self, collection: Collection | None) -> Cents:
        """What a schedule that goes by spots takes from this seat; most take it from the player-dealer."""
        return collection.players.get(str(self.seating.seat), Cents(0)) if collection else Cents(0)
