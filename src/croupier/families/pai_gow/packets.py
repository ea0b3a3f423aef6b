"""Packets that go round the table: dice say who has the first, the next follow in the direction of the game, and hands
are opened and paid in that order from the action button on."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from croupier.cards import Piece
from croupier.families.pai_gow.result import DEALER
from croupier.play.asking import Asking
from croupier.play.felt import HandName
from croupier.play.round import Answer, Deal, Decision, Hands, Need, NotAllowed, Roll, Show


class PacketPlan(NamedTuple):
    """How packets go round."""

    seats: tuple[int, ...]
    """All there are, in the direction of the game."""
    packet: int
    """Pieces of a packet."""
    roll: Roll
    bank: int | None = None
    first: int | None = None
    """The seat of the first packet, where that is known without dice."""


@dataclass(eq=False)
class Packet:
    """A hand while the round is played."""

    name: str
    seat: int | None
    stake: int = 0
    """Cents of the wager that it is played for, of whoever decides."""
    pieces: list[Piece] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    laid: Hands | None = None
    by_house: bool = True
    is_open: bool = False

    @classmethod
    def of_seat(cls, seat: int, stake: int) -> Packet:
        return cls(str(HandName.of_seat(seat)), seat, stake)


class PacketRound:
    """What rounds with packets have in common. Whoever shows one hides what is not seen yet."""

    def __init__(self, order: PacketPlan, asking: Asking, seats: Sequence[Packet]) -> None:
        self.order, self.asking = order, asking
        self.dealer = Packet(DEALER, None)
        self.seats = list(seats)
        self.dice: tuple[int, ...] = ()
        self.first: int | None = None
        self.action: int | None = None
        self.dealt = 0

    @property
    def hands(self) -> list[Packet]:
        """As they lie, the player-dealer's first."""
        return [self.dealer, *self.seats]

    def count_dice(self) -> Generator[Need, Answer, None]:
        """The total counts from the player-dealer, who is one, in the direction of the game. [004 L423, L554]"""
        seats, bank, first = self.order.seats, self.order.bank, self.order.first
        if first is None and bank is not None:
            self.dice = yield from self.asking.roll(self.order.roll)
            first = seats[(seats.index(bank) + sum(self.dice) - 1) % len(seats)]
        self.first = first
        # When the player-dealer has the first packet the action is the next seat's. [004 L423, L554]
        self.action = self._next(first) if first is not None and first == bank else first

    def _next(self, seat: int) -> int:
        seats = self.order.seats
        return seats[(seats.index(seat) + 1) % len(seats)]

    def deal_packets(self) -> Generator[Need, Answer, None]:
        """From the first seat on, the player-dealer's in his turn; without a bank his last. [004 L425, L569]"""
        turns = self._turns(self.first)
        bank = turns.get(self.order.bank or 0, len(turns))
        for hand in sorted(self.hands, key=lambda hand: turns.get(hand.seat or 0, bank)):
            for nth in range(1, self.order.packet + 1):
                piece = yield from self.asking.piece(Deal(hand.name, nth))
                self.dealt += 1
                hand.pieces.append(piece)
                hand.places.append(self.dealt)

    def _turns(self, first: int | None) -> dict[int, int]:
        seats = self.order.seats
        place = seats.index(first) if first in seats else 0
        return {seat: turn for turn, seat in enumerate(seats[place:] + seats[:place])}

    def by_action(self) -> list[Packet]:
        """The seats' hands in the order in which they are opened and paid. [004 L423, L554]"""
        turns = self._turns(self.action)
        return sorted(self.seats, key=lambda hand: turns[hand.seat or 0])

    def open_in_turn(self) -> Generator[Need, Answer, None]:
        """One hand after the other is opened and compared."""
        hands = self.by_action()
        for place, hand in enumerate(hands):
            later = tuple(one.seat for one in hands[place + 1 :] if one.seat is not None)
            yield from self.asking.show(Show(hand.name, hand.seat, later))
            hand.is_open = True

    def refusal(self, decision: Decision) -> NotAllowed | None:
        """Nobody is asked anything but to lay his hand."""
        return None
