"""A round of pai gow tiles: three dice decide which seat gets the first four tiles.

Each player sets two hands of two tiles face down, the player-dealer last; then all hands are shown.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import NamedTuple

from croupier.cards import Piece
from croupier.families.pai_gow.shared.base_round import (
    HIGH,
    LOW,
    DealingPlan,
    PaiGowHand,
    PaiGowResult,
    PaiGowSeatResult,
    TileRound,
    set_hands_hidden,
)
from croupier.families.pai_gow.tiles.hand_values import is_foul, ranks_of, strength
from croupier.families.pai_gow.tiles.house_way import TilesHouseWay, set_hand
from croupier.play.prompter import Prompter
from croupier.play.round import Answer, ArrangedHands, HandToSet, Need, Roll, Round, RoundVoidedError, Void

PROMPTER = Prompter(called_off="004 L423", too_few_cards="004 L425", called_early="004 L425")
TILES_A_HAND = 4
SIZES = ((HIGH, 2), (LOW, 2))
DICE = Roll(3)


class TilesRoundSetup(NamedTuple):
    """Dealing rules of one round, from the rulebook and its options."""

    way: TilesHouseWay
    order: DealingPlan
    dealer_sets: bool = True
    """Whether the player who banks sets the player-dealer's hand; if not, the house sets it."""
    foul_is_sorted: bool = False
    """Whether the house corrects a foul by exchanging the two hands; if not, the foul loses."""


class TilesRound(TileRound):
    """Round of pai gow tiles in progress."""

    def __init__(self, plan: TilesRoundSetup, seats: Sequence[PaiGowHand]) -> None:
        super().__init__(plan.order, PROMPTER, seats)
        self.plan = plan

    def steps(self) -> Round[PaiGowResult | Void]:
        try:
            yield from self.throw_dice()
            if self.order.read_opened:
                yield from self.read_packets(self._set_open_hand)
            else:
                yield from self.deal_packets()
                yield from self._set_seats()
                yield from self._set_dealer()
                yield from self.open_hands()
            yield from PROMPTER.announce()
        except RoundVoidedError as void:
            return void.void
        seats = tuple(PaiGowSeatResult(hand.seat, hand.as_set_hand) for hand in self.seats if hand.seat is not None)
        return PaiGowResult(self.dealer.as_set_hand, seats, None, self.dice, self.first, self.action, self.order.bank)

    def _set_seats(self) -> Generator[Need, Answer, None]:
        """Ask all seats to set their hands at the same time; a foul loses or is corrected. [004 L425; CA-PGT-A11]"""
        hands = self.hands_in_action_order()
        settings = [self._hand_to_set(hand, foul_loses=True) for hand in hands]
        yield from self._arranged(settings, {hand.seat or 0: hand for hand in hands})

    def _set_dealer(self) -> Generator[Need, Answer, None]:
        """Open the player-dealer's tiles after the players are done, and set them. [004 L425; CA-PGT-A9, A11]

        The arrangement must not be foul.
        """
        self.dealer.is_open = True
        if self.plan.dealer_sets and self.order.bank is not None:
            yield from self._arranged([self._hand_to_set(self.dealer)], {self.order.bank: self.dealer})
        self.dealer.arrangement = self.dealer.arrangement or self.set_house_way(self.dealer.pieces)

    def _set_open_hand(self, hand: PaiGowHand) -> Generator[Need, Answer, None]:
        """Let the dealer enter the arrangement of a hand that is open on the table."""
        if hand is self.dealer:
            yield from self._set_dealer()
            return
        before = [one.seat for one in self.seats if one is not hand and one.seat is not None]
        to_set = self._hand_to_set(hand, foul_loses=True)
        yield from self._arranged([to_set], {to_set.seat: hand}, before)

    def _hand_to_set(self, hand: PaiGowHand, *, foul_loses: bool = False) -> HandToSet:
        seat = hand.seat or self.order.bank
        assert seat is not None
        is_on_table = self.order.read_opened
        return HandToSet(seat, tuple(hand.pieces), SIZES, 1, foul_reason, foul_loses, is_on_table=is_on_table)

    def _arranged(
        self, settings: Sequence[HandToSet], hands: Mapping[int, PaiGowHand], before: Sequence[int] = ()
    ) -> Generator[Need, Answer, None]:
        yield from set_hands_hidden(PROMPTER, settings, hands, self.set_house_way, self.correct_foul, before)

    def set_house_way(self, tiles: Sequence[Piece]) -> ArrangedHands:
        return set_house_way(self.plan.way, tiles)

    def correct_foul(self, hands: ArrangedHands) -> ArrangedHands:
        """Exchange the two hands of a foul arrangement, if the house corrects fouls. [CA-PGT-A11]"""
        return hands[::-1] if self.plan.foul_is_sorted and foul_reason(hands) else hands


def set_house_way(way: TilesHouseWay, tiles: Sequence[Piece]) -> ArrangedHands:
    """Return the high hand and the low hand that the house way makes of four tiles, each in dealing order."""
    return tuple(tuple(tiles[place] for place in places) for places in set_hand(way, ranks_of(tiles)))


def hand_strength_of(tiles: Sequence[Piece]) -> int:
    """Return the strength of two tiles."""
    one, other = ranks_of(tiles)
    return strength(one, other)


def foul_reason(hands: ArrangedHands) -> str | None:
    """Return why an arrangement is foul, or None; wrong sizes also give None, because other code checks them."""
    high, low = hands
    if len(high) != 2 or len(low) != 2:
        return None
    return (
        "the low hand may not outrank the high one" if is_foul(hand_strength_of(high), hand_strength_of(low)) else None
    )
