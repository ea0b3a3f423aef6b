"""Packets that go round the table: dice say who has the first, the next follow in the direction of the game, and hands
are opened and paid in that order from the action button on."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from croupier.cards import Piece
from croupier.families.pai_gow.result import DEALER, SetHand
from croupier.play.hands_on_table import HandName
from croupier.play.prompter import Prompter
from croupier.play.round import (
    Answer,
    ArrangedHands,
    Deal,
    Decision,
    ForbiddenDecision,
    HandToSet,
    Need,
    OpenHand,
    Roll,
)
from croupier.rulebook.table_rules import READ_OPENED, READ_OPTION, TableRules


class DealingPlan(NamedTuple):
    """How packets go round."""

    seats: tuple[int, ...]
    """All there are, in the direction of the game."""
    packet: int
    """Pieces of a packet."""
    roll: Roll
    bank: int | None = None
    first: int | None = None
    """The seat of the first packet, where that is known without dice."""
    read_opened: bool = False
    """Whether pieces are read when their hand is opened, and not while they lie face down."""


def reads_when_opened(rules: TableRules) -> bool:
    """Whether a dealer enters the cards of a hand when it is opened; a machine or a smart shoe knows them before."""
    options = rules.options
    return options.get("mode") == "dealer-assist" and options.get(READ_OPTION) == READ_OPENED


@dataclass(eq=False)
class PaiGowHand:
    """A hand while the round is played."""

    name: str
    seat: int | None
    stake: int = 0
    """Cents of the wager that it is played for, of whoever decides."""
    pieces: list[Piece] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    laid: ArrangedHands | None = None
    by_house: bool = True
    is_open: bool = False

    @classmethod
    def of_seat(cls, seat: int, stake: int) -> PaiGowHand:
        return cls(str(HandName.of_seat(seat)), seat, stake)

    @property
    def ended(self) -> SetHand:
        assert self.laid is not None
        return SetHand(tuple(self.pieces), self.laid, self.by_house)


H = TypeVar("H", bound=PaiGowHand)


def seats_from(seats: tuple[int, ...], first: int | None) -> tuple[int, ...]:
    """All seats, from one of them on."""
    place = seats.index(first) if first in seats else 0
    return seats[place:] + seats[:place]


def in_turn(seats: tuple[int, ...], first: int | None, hands: Sequence[H]) -> list[H]:
    """The seats' hands, from one seat on."""
    turns = {seat: turn for turn, seat in enumerate(seats_from(seats, first))}
    return sorted(hands, key=lambda hand: turns[hand.seat or 0])


def in_dealing_order(
    seats: tuple[int, ...], first: int | None, bank: int | None, hands: Sequence[H], dealer: H
) -> list[H]:
    """From the first seat on, the player-dealer's in his turn; without a bank his last. [004 L425, L569]"""
    turns = {seat: turn for turn, seat in enumerate(seats_from(seats, first))}
    his = turns.get(bank or 0, len(turns))
    return sorted([dealer, *hands], key=lambda hand: turns.get(hand.seat or 0, his))


def set_hands_hidden(
    asking: Prompter,
    settings: Sequence[HandToSet],
    hands: Mapping[int, PaiGowHand],
    house_way: Callable[[Sequence[Piece]], ArrangedHands],
    put_right: Callable[[ArrangedHands], ArrangedHands] = lambda laid: laid,
    before: Sequence[int] = (),
) -> Generator[Need, Answer, None]:
    """Seats lay their hands; the house lays those of whoever asks for it or says nothing.

    `before`: the seats whose cards lie already.
    """
    by_house: set[int] = set()

    def the_house_way(setting: HandToSet) -> ArrangedHands:
        by_house.add(setting.seat)
        return house_way(setting.cards)

    yield from asking.arrange(settings, the_house_way, _Laid(hands, by_house, put_right), before)


class _Laid(dict[int, ArrangedHands]):
    """Takes hands as seats lay them, and puts them on the felt at once."""

    def __init__(
        self, hands: Mapping[int, PaiGowHand], by_house: set[int], put_right: Callable[[ArrangedHands], ArrangedHands]
    ) -> None:
        super().__init__()
        self.hands, self.by_house, self.put_right = hands, by_house, put_right

    def __setitem__(self, seat: int, laid: ArrangedHands) -> None:
        right = self.put_right(laid)
        super().__setitem__(seat, right)
        self.hands[seat].laid = right
        self.hands[seat].by_house = seat in self.by_house


def open_hands_in_order(asking: Prompter, hands: Sequence[PaiGowHand]) -> Generator[Need, Answer, None]:
    """One hand after the other is opened and compared. [004 L423, L554, L1733-1734, L2195]"""
    for place, hand in enumerate(hands):
        later = tuple(one.seat for one in hands[place + 1 :] if one.seat is not None)
        yield from asking.show(OpenHand(hand.name, hand.seat, later))
        hand.is_open = True


class TileRound:
    """What rounds with packets have in common. Whoever shows one hides what is not seen yet."""

    def __init__(self, order: DealingPlan, asking: Prompter, seats: Sequence[PaiGowHand]) -> None:
        self.order, self.asking = order, asking
        self.dealer = PaiGowHand(DEALER, None)
        self.seats = list(seats)
        self.dice: tuple[int, ...] = ()
        self.first: int | None = None
        self.action: int | None = None
        self.dealt = 0

    @property
    def hands(self) -> list[PaiGowHand]:
        """As they lie, the player-dealer's first."""
        return [self.dealer, *self.seats]

    @property
    def reads_when_opened(self) -> bool:
        """Whether hands lie on the felt before anybody has read their pieces."""
        return self.order.read_opened

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
        for hand in in_dealing_order(self.order.seats, self.first, self.order.bank, self.seats, self.dealer):
            yield from self.packet(hand)

    def packet(self, hand: PaiGowHand) -> Generator[Need, Answer, None]:
        """The pieces of one hand; of one that is open they are read as it is opened."""
        for nth in range(1, self.order.packet + 1):
            piece = yield from self.asking.piece(Deal(hand.name, nth, opens=hand.is_open))
            self.dealt += 1
            hand.pieces.append(piece)
            hand.places.append(self.dealt)

    def read_packets(
        self, is_set: Callable[[PaiGowHand], Generator[Need, Answer, None]]
    ) -> Generator[Need, Answer, None]:
        """Each hand is read as it is opened, the player-dealer's first, then by the action; `is_set` follows each."""
        for hand in (self.dealer, *self.by_action()):
            hand.is_open = True
            yield from self.packet(hand)
            yield from is_set(hand)

    def by_action(self) -> list[PaiGowHand]:
        """The seats' hands in the order in which they are opened and paid. [004 L423, L554]"""
        return in_turn(self.order.seats, self.action, self.seats)

    def open_in_turn(self) -> Generator[Need, Answer, None]:
        yield from open_hands_in_order(self.asking, self.by_action())

    def refusal(self, decision: Decision) -> ForbiddenDecision | None:
        """Nobody is asked anything but to lay his hand."""
        return None
