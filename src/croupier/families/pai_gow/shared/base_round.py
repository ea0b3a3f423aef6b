"""Base of rounds in which packets of cards or tiles are dealt round the table, and the result of set hands.

Dice decide which seat gets the first packet; the next packets follow in the direction of the game. Hands are opened and
paid in the same direction, from the action button.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from croupier.cards import Piece
from croupier.money.bets import SEATED, Bet
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

DEALER, PLAYER, BANKER = "dealer", "player", "banker"
HIGH, LOW = "high", "low"


@dataclass(frozen=True)
class SetHand:
    """Cards of one hand in dealing order, and its arrangement: the high hand and the low hand."""

    cards: tuple[Piece, ...]
    arrangement: ArrangedHands
    by_house: bool = True
    """Whether the house set the hand, by request or because the player did not answer."""

    @property
    def high(self) -> tuple[Piece, ...]:
        return self.arrangement[0]

    @property
    def low(self) -> tuple[Piece, ...]:
        return self.arrangement[1]


@dataclass(frozen=True)
class PaiGowSeatResult:
    """Final hand of one seat."""

    seat: int
    hand: SetHand
    doubled: tuple[str, ...] = ()
    """Bettors who have doubled their wager."""


@dataclass(frozen=True)
class PaiGowResult:
    """Result of a finished round."""

    dealer: SetHand
    """The player-dealer's hand; in games with two common hands, the Banker hand."""
    seats: tuple[PaiGowSeatResult, ...]
    common: SetHand | None = None
    """The Player hand, in games with two common hands."""
    dice: tuple[int, ...] = ()
    first: int | None = None
    """Seat that got the first packet."""
    action: int | None = None
    """Seat with the action button, where settlement starts."""
    bank: int | None = None
    """Seat of the player-dealer."""

    def seat(self, number: int) -> PaiGowSeatResult | None:
        return next((seat for seat in self.seats if seat.seat == number), None)

    def hand_of(self, seat: int) -> SetHand | None:
        """Return the hand that decides the wagers of a seat."""
        if self.common is not None:
            return self.common
        own = self.seat(seat)
        return None if own is None else own.hand

    @property
    def cards(self) -> tuple[Piece, ...]:
        hands = [self.dealer, *([self.common] if self.common else []), *(seat.hand for seat in self.seats)]
        return tuple(card for hand in hands for card in hand.cards)


class DealingPlan(NamedTuple):
    """Way in which packets of cards or tiles are dealt round the table."""

    seats: tuple[int, ...]
    """All seats, in the direction of the game."""
    packet: int
    """Number of cards or tiles in a packet; each hand gets one packet."""
    roll: Roll
    bank: int | None = None
    first: int | None = None
    """Seat that gets the first packet, if no dice decide it."""
    read_opened: bool = False
    """Whether cards or tiles are read when their hand is opened, instead of when they are dealt face down."""


def reads_when_opened(rules: TableRules) -> bool:
    """Return whether the dealer enters the cards of a hand only when the hand is opened.

    A shuffling machine or a smart shoe reports the cards earlier.
    """
    options = rules.options
    return options.get("mode") == "dealer-assist" and options.get(READ_OPTION) == READ_OPENED


@dataclass(frozen=True)
class Entrant:
    """Seat that is dealt a hand, with the bettors who have a base wager there; the first of them sets the hand."""

    seat: int
    stake: int = 0
    """Base wager in cents of the bettor who decides; 0 if the seat has bonus wagers only and the house sets its hand.
    """
    bettors: tuple[str, ...] = ()


def entrant_of(seat: int, bets: Sequence[Bet], base: str) -> Entrant:
    """Return the seat with its bettors on the base wager and the stake of the first of them, who sets the hand.

    The seated player comes first, then the backline bettors in the order of their bets.
    """
    stakes: dict[str, int] = {}
    for bet in bets:
        if bet.seat == seat and bet.wager == base:
            stakes[bet.bettor] = stakes.get(bet.bettor, 0) + bet.amount
    names = sorted(stakes, key=lambda name: name != SEATED)
    return Entrant(seat, stakes[names[0]] if names else 0, tuple(names))


@dataclass(eq=False)
class PaiGowHand:
    """Hand of a round in progress."""

    name: str
    seat: int | None
    stake: int = 0
    """Stake in cents of the deciding bettor, on the wager that the hand is played for."""
    pieces: list[Piece] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    arrangement: ArrangedHands | None = None
    by_house: bool = True
    is_open: bool = False

    @classmethod
    def of_seat(cls, seat: int, stake: int) -> PaiGowHand:
        return cls(str(HandName.of_seat(seat)), seat, stake)

    @property
    def as_set_hand(self) -> SetHand:
        assert self.arrangement is not None
        return SetHand(tuple(self.pieces), self.arrangement, self.by_house)


H = TypeVar("H", bound=PaiGowHand)


def seats_from(seats: tuple[int, ...], first: int | None) -> tuple[int, ...]:
    """Return all seats in order round the table, starting from `first`."""
    place = seats.index(first) if first in seats else 0
    return seats[place:] + seats[:place]


def hands_from_seat(seats: tuple[int, ...], first: int | None, hands: Sequence[H]) -> list[H]:
    """Return the hands of the seats in order round the table, starting from one seat."""
    turns = {seat: turn for turn, seat in enumerate(seats_from(seats, first))}
    return sorted(hands, key=lambda hand: turns[hand.seat or 0])


def in_dealing_order(
    seats: tuple[int, ...], first: int | None, bank: int | None, hands: Sequence[H], dealer: H
) -> list[H]:
    """Return all hands in dealing order. [004 L425, L569]

    The player-dealer's hand is dealt when its seat's turn comes, or last if no seat banks.
    """
    turns = {seat: turn for turn, seat in enumerate(seats_from(seats, first))}
    bank_turn = turns.get(bank or 0, len(turns))
    return sorted([dealer, *hands], key=lambda hand: turns.get(hand.seat or 0, bank_turn))


def set_hands_hidden(
    prompter: Prompter,
    settings: Sequence[HandToSet],
    hands: Mapping[int, PaiGowHand],
    house_way: Callable[[Sequence[Piece]], ArrangedHands],
    put_right: Callable[[ArrangedHands], ArrangedHands] = lambda hands_as_set: hands_as_set,
    before: Sequence[int] = (),
) -> Generator[Need, Answer, None]:
    """Ask the seats to set their hands; the house sets the hands of players who ask for it or do not answer.

    `before`: seats with hands that are already set.
    """
    by_house: set[int] = set()

    def set_by_house(to_set: HandToSet) -> ArrangedHands:
        by_house.add(to_set.seat)
        return house_way(to_set.cards)

    yield from prompter.arrange(settings, set_by_house, _ArrangementRecorder(hands, by_house, put_right), before)


class _ArrangementRecorder(dict[int, ArrangedHands]):
    """Mapping that copies each arrangement to the hand on the table as soon as a seat sets it."""

    def __init__(
        self, hands: Mapping[int, PaiGowHand], by_house: set[int], put_right: Callable[[ArrangedHands], ArrangedHands]
    ) -> None:
        super().__init__()
        self.hands, self.by_house, self.put_right = hands, by_house, put_right

    def __setitem__(self, seat: int, arrangement: ArrangedHands) -> None:
        right = self.put_right(arrangement)
        super().__setitem__(seat, right)
        self.hands[seat].arrangement = right
        self.hands[seat].by_house = seat in self.by_house


def open_hands_in_order(prompter: Prompter, hands: Sequence[PaiGowHand]) -> Generator[Need, Answer, None]:
    """Request that the dealer opens and compares one hand after the other.

    [004 L423, L554, L1733-1734, L2195]
    """
    for place, hand in enumerate(hands):
        later = tuple(one.seat for one in hands[place + 1 :] if one.seat is not None)
        yield from prompter.open_hand(OpenHand(hand.name, hand.seat, later))
        hand.is_open = True


class BaseRound(ABC):
    """Base class of the pai gow rounds in progress: what views need to know about the hands on the table."""

    dealer: PaiGowHand

    @property
    @abstractmethod
    def hands(self) -> Sequence[PaiGowHand]:
        """All hands on the table, the shared ones first."""

    @property
    @abstractmethod
    def reads_when_opened(self) -> bool:
        """Whether hands lie on the table before anybody has read their cards or tiles."""


class TileRound(BaseRound):
    """Base class of the tile rounds. Its state contains hidden tiles; views must hide them."""

    def __init__(self, order: DealingPlan, prompter: Prompter, seats: Sequence[PaiGowHand]) -> None:
        self.order, self.prompter = order, prompter
        self.dealer = PaiGowHand(DEALER, None)
        self.seats = list(seats)
        self.dice: tuple[int, ...] = ()
        self.first: int | None = None
        self.action: int | None = None
        self.dealt = 0

    @property
    def hands(self) -> list[PaiGowHand]:
        """All hands, the player-dealer's first."""
        return [self.dealer, *self.seats]

    @property
    def reads_when_opened(self) -> bool:
        """Whether hands lie on the table before anybody has read their tiles."""
        return self.order.read_opened

    def throw_dice(self) -> Generator[Need, Answer, None]:
        """Throw the dice; count seats in the direction of the game, the player-dealer as one. [004 L423, L554]"""
        seats, bank, first = self.order.seats, self.order.bank, self.order.first
        if first is None and bank is not None:
            self.dice = yield from self.prompter.roll(self.order.roll)
            first = seats[(seats.index(bank) + sum(self.dice) - 1) % len(seats)]
        self.first = first
        # If the player-dealer has the first packet, the action moves to the next seat. [004 L423, L554]
        self.action = self._next(first) if first is not None and first == bank else first

    def _next(self, seat: int) -> int:
        seats = self.order.seats
        return seats[(seats.index(seat) + 1) % len(seats)]

    def deal_packets(self) -> Generator[Need, Answer, None]:
        for hand in in_dealing_order(self.order.seats, self.first, self.order.bank, self.seats, self.dealer):
            yield from self.deal_packet(hand)

    def deal_packet(self, hand: PaiGowHand) -> Generator[Need, Answer, None]:
        """Deal the tiles of one hand; if the hand is already open, the dealer reads them now."""
        for nth in range(1, self.order.packet + 1):
            piece = yield from self.prompter.piece(Deal(hand.name, nth, opens=hand.is_open))
            self.dealt += 1
            hand.pieces.append(piece)
            hand.places.append(self.dealt)

    def read_packets(
        self, is_set: Callable[[PaiGowHand], Generator[Need, Answer, None]]
    ) -> Generator[Need, Answer, None]:
        """Open and read each hand: the player-dealer's first, then the others from the action seat on.

        `is_set` is called for each hand after it is read.
        """
        for hand in (self.dealer, *self.hands_in_action_order()):
            hand.is_open = True
            yield from self.deal_packet(hand)
            yield from is_set(hand)

    def hands_in_action_order(self) -> list[PaiGowHand]:
        """Return the seats' hands in the order in which they are opened and paid. [004 L423, L554]"""
        return hands_from_seat(self.order.seats, self.action, self.seats)

    def open_hands(self) -> Generator[Need, Answer, None]:
        yield from open_hands_in_order(self.prompter, self.hands_in_action_order())

    def refusal(self, decision: Decision) -> ForbiddenDecision | None:
        """Return None: players make no decisions here, they only set their hands."""
        return None
