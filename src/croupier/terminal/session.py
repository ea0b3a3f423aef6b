"""One person's game: shoe after shoe, the balance, the meters, and what the shoe has brought so far. Draws nothing."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.cards import Card, ShoeEmpty
from croupier.cards.chance import Chance
from croupier.families.baccarat.round import BaccaratRules, Coup, play
from croupier.families.baccarat.settling import judge
from croupier.money.cents import Cents
from croupier.money.collection import Collection
from croupier.money.outcome import Bet, Result
from croupier.money.settlement import Settlement
from croupier.play.family import settle_bets
from croupier.play.round import Called, Deal, NoCardsLeft, Play, Void
from croupier.terminal.road import ShoeRecord
from croupier.terminal.seating import METER_WITHOUT_SEED, Seating
from croupier.terminal.sitting import Sitting

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

    @property
    def net(self) -> Cents:
        return Cents(self.balance_after - self.balance_before)


class Session(Sitting):
    """The game as it stands."""

    def __init__(self, seating: Seating, balance: Cents, chance: Chance) -> None:
        super().__init__(seating, balance, chance)
        self._rules = BaccaratRules.of(self.house)

    def new_shoe(self) -> None:
        """Shuffle and commit to the next shoe; the road starts again."""
        super().new_shoe()
        self.record = ShoeRecord()

    def play(self, bets: tuple[Bet, ...]) -> HandPlayed:
        """Deal a hand and settle it. The balance is right at once, whatever the screen still has to show."""
        before = self.balance
        collection = self.seating.collection(bets)
        dealt, result = self._deal()
        settlement = Settlement(())
        if isinstance(result, Coup):
            settlement = self._settle(result, bets)
            self.balance = Cents(self.balance - self.own_fee(collection))
        self.hands_played += 1
        return HandPlayed(
            bets,
            dealt,
            result,
            before,
            self.balance,
            settlement,
            collection if isinstance(result, Coup) else None,
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
        settlement = settle_bets(self.house, coup, bets, bank=self.seating.bank, meters=meters)
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


def _picked_up(result: Coup | Void, dealt: list[tuple[str, Card]]) -> tuple[Card, ...]:
    return result.cards if isinstance(result, Coup) else tuple(card for _, card in dealt)
