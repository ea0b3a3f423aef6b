"""One person's game at a table: balance, shoe with commitment, and hands. This module prints nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from croupier.cards import Shoe, ShoeRules
from croupier.cards.commitment import Commitment, CommitmentOpening, commit
from croupier.cards.random_source import RandomSource, shuffled
from croupier.money.bets import SEATED, Bet
from croupier.money.cents import Cents, format_dollars
from croupier.money.collection import Collection
from croupier.money.settlement import Settlement
from croupier.play.family import settle_bets
from croupier.play.round import Roll, Void
from croupier.terminal.family_terminal import terminal_of
from croupier.terminal.hand_in_play import FinishedHand, HandInPlay
from croupier.terminal.table_setup import METER_WITHOUT_SEED, TableSetup

SHORT_DIGEST = 16


@dataclass(frozen=True)
class CommittedShoe:
    """Shoe with a commitment, ready for its first hand."""

    number: int
    shoe: Shoe[Any]
    """Shoe for the first hand, after its burn cards were dealt."""
    burnt: tuple[Any, ...]
    commitment: Commitment
    opening: CommitmentOpening
    """Opening of the commitment; secret until the shoe is over."""

    def is_honoured_by(self, played: Shoe[Any]) -> bool:
        """Return whether the played cards are those of the opening, and the opening has the published digest."""
        return self.opening.cards == played.cards and self.commitment.is_opened_by(self.opening)


def new_committed_shoe(number: int, rules: ShoeRules, chance: RandomSource) -> CommittedShoe:
    """Shuffle the cards, commit to their order and deal the burn cards. [003 L200; 004 L2303-2310]"""
    cards = shuffled(rules.full_shoe, chance)
    commitment, opening = commit(cards, rules.cut_from_back, chance)
    burnt, shoe = Shoe.new(rules, cards).burn()
    return CommittedShoe(number, shoe, burnt, commitment, opening)


def short_digest(fresh: CommittedShoe) -> str:
    """Return the first characters of the commitment's digest, for display."""
    return fresh.commitment.digest[:SHORT_DIGEST]


class Session:
    """State of one person's game: balance, meters, shoe and history."""

    def __init__(self, seating: TableSetup, balance: Cents, chance: RandomSource) -> None:
        self.seating = seating
        self.rules = seating.rules
        self.family_terminal = terminal_of(self.rules)
        self.bought_in = balance
        self.balance = balance
        self.meters = seating.starting_meters()
        self.hands_played = 0
        self._chance = chance
        self._shoes = 0
        self.new_shoe()

    def new_shoe(self) -> None:
        """Shuffle the next shoe and commit to its order."""
        self._shoes += 1
        self.committed_shoe = new_committed_shoe(self._shoes, self.rules.shoe, self._chance)
        self.shoe = self.committed_shoe.shoe
        self.family_terminal.new_shoe()

    @property
    def record(self) -> Any:
        """History of the finished hands; its type depends on the family."""
        return self.family_terminal.record

    @property
    def is_a_deck(self) -> bool:
        """Whether every hand is dealt from a whole deck that is shuffled for it."""
        return len(self.shoe.cards) == len(self.rules.shoe.pack.pieces) and self.rules.shuffles_each_round

    @property
    def deck_noun(self) -> str:
        """Word for a whole deck in messages; of tiles it is a wall."""
        return "Wall" if self.rules.shoe.pack.piece_noun == "tile" else "Deck"

    @property
    def is_shoe_over(self) -> bool:
        return self.shoe.is_finished or self.rules.shuffles_each_round

    @property
    def is_broke(self) -> bool:
        return self.balance < self.seating.least_bet

    def bets_of(self, stakes: dict[str, Cents]) -> tuple[Bet, ...]:
        return tuple(Bet(self.seating.seat, SEATED, wager, amount) for wager, amount in stakes.items())

    def refusal(self, bets: Sequence[Bet]) -> str | None:
        """Return why the rules or the balance do not allow these wagers, or None."""
        if reason := self.seating.refusal(bets):
            return reason
        needed = sum(bet.amount for bet in bets) + self.own_fee(self.seating.collection(bets))
        if needed > self.balance:
            return f"That takes {format_dollars(needed)}, and you have {format_dollars(self.balance)}"
        return None

    def own_fee(self, collection: Collection | None) -> Cents:
        """Return the collection fee in cents that this seat pays; most schedules charge only the player-dealer."""
        return collection.players.get(str(self.seating.seat), Cents(0)) if collection else Cents(0)

    def roll(self, need: Roll) -> tuple[int, ...]:
        """Roll dice, or draw a number, with the random source that also shuffles the cards."""
        faces = need.most - need.least + 1
        return tuple(need.least + self._chance.below(faces) for _ in range(need.count))

    def begin(self, bets: tuple[Bet, ...]) -> HandInPlay:
        """Begin a hand and deal its first cards."""
        return HandInPlay(self, bets)

    def finish(self, hand: HandInPlay) -> FinishedHand:
        """Settle a hand and update the balance, before the screen shows the result."""
        result = hand.play.result
        assert result is not None
        self.shoe = self.shoe.end_hand(tuple(card for _, card in hand.dealt))
        self.hands_played += 1
        if isinstance(result, Void):
            return FinishedHand(result, Settlement(()), None, Cents(0), self.balance)
        settlement = settle_bets(self.rules, result, hand.bets, bank=self.seating.bank, meters=self.meters)
        net = Cents(sum(one.net for one in settlement.settled) - self.own_fee(hand.collection))
        self.balance = Cents(self.balance + net)
        # A meter that is won completely returns to its seed, or to the start amount of this program if it has none.
        self.meters = {meter: amount or METER_WITHOUT_SEED for meter, amount in settlement.meters.items()}
        return FinishedHand(result, settlement, hand.collection, net, self.balance)
