"""One person's game: shoe after shoe, the balance, the meters, and what the shoe has brought so far. Draws nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from croupier.cards import Card, ShoeEmpty
from croupier.cards.chance import Chance
from croupier.games.baccarat import BaccaratRules, Coup, play
from croupier.games.round import Called, Deal, NoCardsLeft, Play, Void
from croupier.games.settling import judge, settle_coup
from croupier.money.cents import Cents, show_dollars
from croupier.money.collection import Collection
from croupier.money.outcome import SEATED, Bet, Result
from croupier.money.settlement import Settlement
from croupier.terminal.road import ShoeRecord
from croupier.terminal.seating import METER_WITHOUT_SEED, Seating
from croupier.terminal.shoe_in_play import fresh_shoe

Dealt = tuple[tuple[str, Card], ...]
"""The cards of a hand in the order they left the shoe, each with the hand it went to."""


@dataclass(frozen=True)
class HandPlayed:
    """One hand from the first card to the money."""

    bets: tuple[Bet, ...]
    dealt: Dealt
    result: Coup | Void
    balance_before: Cents
    balance_after: Cents
    settlement: Settlement = Settlement(())
    collection: Collection | None = None
    cut_card_came: bool = False
    cut_card_came_first: bool = False

    @property
    def net(self) -> Cents:
        return Cents(self.balance_after - self.balance_before)


class Session:
    """The game as it stands."""

    def __init__(self, seating: Seating, balance: Cents, chance: Chance) -> None:
        self.seating = seating
        self.house = seating.house
        self.bought_in = balance
        self.balance = balance
        self.meters = seating.starting_meters()
        self.hands_played = 0
        self._chance = chance
        self._rules = BaccaratRules.of(self.house)
        self._shoes = 0
        self.new_shoe()

    def new_shoe(self) -> None:
        """Shuffle and commit to the next shoe; the road starts again."""
        self._shoes += 1
        self.fresh = fresh_shoe(self._shoes, self.house.shoe, self._chance)
        self.shoe = self.fresh.shoe
        self.record = ShoeRecord()

    @property
    def is_broke(self) -> bool:
        return self.balance < self.seating.least_bet

    def bets_of(self, stakes: dict[str, Cents]) -> tuple[Bet, ...]:
        return tuple(Bet(self.seating.seat, SEATED, wager, amount) for wager, amount in stakes.items())

    def refusal(self, bets: Sequence[Bet]) -> str | None:
        """Why these wagers may not stand: the rules, or the money behind them."""
        if reason := self.seating.refusal(bets):
            return reason
        needed = sum(bet.amount for bet in bets) + self._own_fee(self.seating.collection(bets))
        if needed > self.balance:
            return f"That takes {show_dollars(needed)}, and you have {show_dollars(self.balance)}"
        return None

    def play(self, bets: tuple[Bet, ...]) -> HandPlayed:
        """Deal a hand and settle it. The balance is right at once, whatever the screen still has to show."""
        before, shoe_before = self.balance, self.shoe
        collection = self.seating.collection(bets)
        dealt, result = self._deal()
        settlement = Settlement(())
        if isinstance(result, Coup):
            settlement = self._settle(result, bets)
            self.balance = Cents(self.balance - self._own_fee(collection))
        self.hands_played += 1
        came = shoe_before.hands_left is None and self.shoe.hands_left is not None
        return HandPlayed(
            bets,
            dealt,
            result,
            before,
            self.balance,
            settlement,
            collection if isinstance(result, Coup) else None,
            cut_card_came=came,
            cut_card_came_first=came and self.shoe.hands_left == 0,
        )

    def _deal(self) -> tuple[Dealt, Coup | Void]:
        """The cards come as the rules call for them. A shoe that runs out makes the hand void. [003 L299]"""
        hand: Play[Coup | Void] = Play(lambda: play(self._rules))
        shoe = self.shoe.begin_hand()
        dealt: list[tuple[str, Card]] = []
        while isinstance(hand.need, Deal):
            try:
                card, shoe = shoe.deal()
            except ShoeEmpty:
                hand.answer(NoCardsLeft())
                break
            dealt.append((hand.need.hand, card))
            hand.answer(card)
        if not hand.is_over:
            hand.answer(Called())
        assert hand.result is not None
        self.shoe = shoe.end_hand(_picked_up(hand.result, dealt))
        return tuple(dealt), hand.result

    def _settle(self, coup: Coup, bets: tuple[Bet, ...]) -> Settlement:
        meters = self.meters
        settlement = settle_coup(self.house, coup, bets, bank=self.seating.bank, meters=meters)
        self.balance = Cents(self.balance + sum(settled.net for settled in settlement.settled))
        self.record = self.record.after(coup, self._side_bets_hit(coup))
        # A meter won whole goes back to its seed; without one, to where the house starts it.
        self.meters = {meter: amount or METER_WITHOUT_SEED for meter, amount in settlement.meters.items()}
        return settlement

    def _side_bets_hit(self, coup: Coup) -> tuple[str, ...]:
        """The side bets this coup pays, whoever has them down."""
        side = [wager for wager in self.house.wagers.values() if wager.group in ("side", "progressive")]
        bets = self.bets_of({wager.id: wager.limit.least for wager in side})
        verdicts = judge(self.house, coup, bets, self.meters)
        return tuple(wager.id for wager, verdict in zip(side, verdicts, strict=True) if verdict.result is Result.WIN)

    def _own_fee(self, collection: Collection | None) -> Cents:
        """What a schedule that goes by spots takes from this seat; most take it from the player-dealer."""
        return collection.players.get(str(self.seating.seat), Cents(0)) if collection else Cents(0)


def _picked_up(result: Coup | Void, dealt: list[tuple[str, Card]]) -> tuple[Card, ...]:
    return result.cards if isinstance(result, Coup) else tuple(card for _, card in dealt)
