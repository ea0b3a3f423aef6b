"""A round of pai gow poker: dice decide the first packet, players set their cards face down, then all hands are shown.

Games with two common hands deal them and set them the house way, without any question to a player.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from croupier.cards import Piece
from croupier.families.pai_gow.poker.facts import HIGH_CARDS, DealtCards, card_number_of, split_house_way
from croupier.families.pai_gow.poker.hand_values import is_foul
from croupier.families.pai_gow.poker.house_way import PokerHouseWay
from croupier.families.pai_gow.shared.base_round import (
    BANKER,
    DEALER,
    HIGH,
    LOW,
    PLAYER,
    BaseRound,
    Entrant,
    PaiGowHand,
    PaiGowResult,
    PaiGowSeatResult,
    hands_from_seat,
    in_dealing_order,
    open_hands_in_order,
    seats_from,
    set_hands_hidden,
)
from croupier.hands.card_parsing import card_of
from croupier.hands.hand_strength import Category
from croupier.money.cents import format_dollars
from croupier.play.hands_on_table import HandName
from croupier.play.prompter import Prompter, paying_bettors
from croupier.play.round import (
    Answer,
    ArrangedHands,
    Ask,
    Choice,
    Deal,
    Decision,
    ForbiddenDecision,
    HandToSet,
    Need,
    Question,
    Roll,
    Round,
    RoundVoidedError,
    TimedOut,
    Void,
)

PROMPTER = Prompter(called_off="004 L1541", too_few_cards="004 L1534", called_early="004 L1538")
DOUBLE, STAY = "double-down", "stay"
PILE = "pile"
DICE = 3
PILES_FOR_ALL = 7
ACE = 14


class PokerRoundSetup(NamedTuple):
    """Dealing rules of one round, from the rulebook and its options."""

    way: PokerHouseWay
    cards: int = 7
    dealer_sets: bool = False
    """Whether the player who banks sets the player-dealer's hand; if not, the house sets it."""
    shown_first: bool = False
    doubles: bool = False
    has_common_hands: bool = False
    """Whether only two hands are dealt, which all bettors share."""
    seats: tuple[int, ...] = ()
    """All seats, clockwise."""
    bank: int | None = None
    first: int | None = None
    """Seat that gets the first packet, if no dice decide it."""
    deals_piles: bool = False
    """Whether piles are dealt by hand and the player-dealer picks one, instead of packets to the seats."""
    from_left: bool = False
    """Whether hands are opened and paid from the player-dealer's left, instead of from the action button."""
    keeps_button: bool = False
    """Whether the player-dealer keeps the action button if the dice name the player-dealer's seat. [CA-LPGP-A1]"""
    foul_loses: bool = True
    """Whether a foul hand loses; if not, it has to be set again. [CA-MPG-A4]"""
    reads_when_opened: bool = False
    """Whether cards are read when their hand is opened, instead of when they are dealt face down."""


@dataclass(eq=False)
class PokerHand(PaiGowHand):
    """Hand of a round in progress, with its bettors."""

    entrant: Entrant | None = None
    doubled: tuple[str, ...] = ()

    @classmethod
    def of_entrant(cls, one: Entrant) -> PokerHand:
        return cls(str(HandName.of_seat(one.seat)), one.seat, one.stake, entrant=one)


class PaiGowRound(BaseRound):
    """Round in progress. Its state contains hidden cards; views must hide them."""

    dealer: PokerHand

    def __init__(self, plan: PokerRoundSetup, entrants: Sequence[Entrant]) -> None:
        self.plan = plan
        self.dice: tuple[int, ...] = ()
        self.first: int | None = None
        self.action: int | None = None
        self.dealer = PokerHand(BANKER if plan.has_common_hands else DEALER, None)
        self.common = PokerHand(PLAYER, None) if plan.has_common_hands else None
        self.seats = [PokerHand.of_entrant(one) for one in entrants if not plan.has_common_hands]
        self.dealt = 0
        self.piles: list[PokerHand] = []
        """Piles of cards before they are handed out; after that, the piles that nobody got."""
        self.pile: int | None = None
        """Number of the pile that the player-dealer picked, from 1."""
        for hand in self.hands:
            hand.is_open = plan.has_common_hands and (plan.reads_when_opened or not plan.deals_piles)

    @property
    def hands(self) -> list[PokerHand]:
        """All hands on the table, the shared ones first."""
        return [self.dealer, *([self.common] if self.common else []), *self.seats, *self.piles]

    @property
    def reads_when_opened(self) -> bool:
        """Whether hands lie on the table before anybody has read their cards."""
        return self.plan.reads_when_opened

    def steps(self) -> Round[PaiGowResult | Void]:
        try:
            if self.plan.reads_when_opened:
                yield from self._read_as_opened()
            else:
                yield from self._deal_and_set()
                yield from open_hands_in_order(PROMPTER, self.hands_in_action_order())
            yield from PROMPTER.announce()
        except RoundVoidedError as void:
            return void.void
        seats = tuple(
            PaiGowSeatResult(hand.seat, hand.as_set_hand, hand.doubled) for hand in self.seats if hand.seat is not None
        )
        common = self.common.as_set_hand if self.common else None
        return PaiGowResult(self.dealer.as_set_hand, seats, common, self.dice, self.first, self.action, self.plan.bank)

    def _deal_and_set(self) -> Generator[Need, Answer, None]:
        """Deal the cards face down; each card is recorded as it is dealt. Then let the players set them."""
        if self.plan.deals_piles and self.plan.bank is not None:
            yield from self._deal_piles()
        else:
            yield from self._count_dice()
            for hand in self._in_dealing_order():
                yield from self._packet(hand)
        yield from (self._set_for_all() if self.plan.has_common_hands else self._set_in_turn())

    def _read_as_opened(self) -> Generator[Need, Answer, None]:
        """Open and read hands that were dealt and set unread: the player-dealer's first, then from the action seat.

        The dealer enters how each hand is set. [004 L1539-1540, L1733-1734, L2510-2512]
        """
        if self.plan.deals_piles and self.plan.bank is not None:
            many = PILES_FOR_ALL if self.plan.has_common_hands else len(self.plan.seats)
            yield from self._pick_pile(many)
        yield from self._count_dice()
        if self.plan.doubles:
            yield from self._ask_doubles()
        for shared in (self.dealer, *([self.common] if self.common else [])):
            shared.is_open = True
            yield from self._packet(shared)
        yield from (self._set_for_all() if self.plan.has_common_hands else self._set_dealer())
        for hand in self.hands_in_action_order():
            hand.is_open = True
            yield from self._packet(hand)
            if hand.stake and not (self.plan.shown_first and self.dealer_is_ace_high):
                others = [one.seat for one in self.seats if one is not hand and one.stake and one.seat is not None]
                to_set = self._hand_to_set(hand, foul_loses=self.plan.foul_loses)
                yield from self._arranged([to_set], {to_set.seat: hand}, others)
            hand.arrangement = hand.arrangement or self.set_house_way(hand.pieces)

    def _count_dice(self) -> Generator[Need, Answer, None]:
        """Throw the dice and count seats clockwise from the player-dealer, who is one. [004 L1218, L1537, L1701]"""
        seats, bank, first = self.plan.seats, self.plan.bank, self.plan.first
        if first is None and bank is not None and (self.pile is not None or not self.plan.has_common_hands):
            self.dice = yield from PROMPTER.roll(Roll(DICE))
        if first is None and bank is not None and not self.plan.has_common_hands:
            first = seats[(seats.index(bank) + sum(self.dice) - 1) % len(seats)]
        if first is None and bank is not None:
            first = self._next(bank)
        self.first = first
        # If the player-dealer has the first packet, the action moves to the next seat. [004 L1701, L2176]
        passes_on = first is not None and first == bank and not self.plan.keeps_button
        self.action = self._next(first) if first is not None and passes_on else first

    def _next(self, seat: int) -> int:
        seats = self.plan.seats
        return seats[(seats.index(seat) + 1) % len(seats)]

    def _deal_piles(self) -> Generator[Need, Answer, None]:
        """Deal one card to each pile from left to right, then from right to left; let the player-dealer pick a pile.

        [004 L1249, L1534-1537, L1692-1702, L1892-1894, L2494-2503]
        """
        many = PILES_FOR_ALL if self.plan.has_common_hands else len(self.plan.seats)
        self.piles = [PokerHand(str(HandName(PILE, part=str(number))), None) for number in range(1, many + 1)]
        for nth in range(1, self.plan.cards + 1):
            for pile in self.piles if nth % 2 else reversed(self.piles):
                yield from self._card(pile, nth)
        yield from self._pick_pile(many)
        yield from self._count_dice()
        self._hand_out()

    def _pick_pile(self, many: int) -> Generator[Need, Answer, None]:
        """Ask the player-dealer to pick a pile; without an answer it is the first. [004 L1535, L1693, L1894, L2495]"""
        answer = yield Ask((self._pile_question(many),))
        do = f"{PILE}-1" if isinstance(answer, TimedOut) else PROMPTER.decision(answer).do
        self.pile = int(do.removeprefix(f"{PILE}-"))

    def _pile_question(self, many: int) -> Question:
        assert self.plan.bank is not None
        choices = tuple(Choice(f"{PILE}-{number}") for number in range(1, many + 1))
        return Question(self.plan.bank, 1, choices, choices[0].do, 1)

    def _hand_out(self) -> None:
        """Give the picked pile to the seat that the dice name, and the next piles to the next seats clockwise.

        Piles that nobody gets are set aside.
        """
        assert self.pile is not None
        place, many = self.pile - 1, len(self.piles)
        if self.common is not None:
            # With two common hands, the dice count piles, and the picked pile is one. [004 L1894]
            place = (place + sum(self.dice) - 1) % many
            takers: list[PokerHand | None] = [self.common, self.dealer]
        else:
            hands = {hand.seat: hand for hand in self.seats}
            order = seats_from(self.plan.seats, self.first)
            takers = [self.dealer if seat == self.plan.bank else hands.get(seat) for seat in order]
        for step, hand in enumerate(takers):
            if hand is not None:
                pile = self.piles[(place + step) % many]
                hand.pieces, hand.places = pile.pieces, pile.places
        given = {id(hand.pieces) for hand in takers if hand is not None}
        self.piles = [pile for pile in self.piles if id(pile.pieces) not in given]

    def _in_dealing_order(self) -> list[PokerHand]:
        if self.common:
            return [self.common, self.dealer]
        return in_dealing_order(self.plan.seats, self.first, self.plan.bank, self.seats, self.dealer)

    def _packet(self, hand: PokerHand) -> Generator[Need, Answer, None]:
        for nth in range(1, self.plan.cards + 1):
            yield from self._card(hand, nth)

    def _card(self, hand: PokerHand, nth: int) -> Generator[Need, Answer, None]:
        piece = yield from PROMPTER.piece(Deal(hand.name, nth, opens=self.plan.reads_when_opened and hand.is_open))
        self.dealt += 1
        hand.pieces.append(piece)
        hand.places.append(self.dealt)

    def _set_for_all(self) -> Generator[Need, Answer, None]:
        for hand in (self.dealer, self.common):
            assert hand is not None
            hand.is_open = True
            hand.arrangement = self.set_house_way(hand.pieces)
        yield from ()

    def _set_in_turn(self) -> Generator[Need, Answer, None]:
        if self.plan.shown_first:
            yield from self._set_dealer()
        if not (self.plan.shown_first and self.dealer_is_ace_high):
            yield from self._set_seats()
        for hand in self.seats:
            hand.arrangement = hand.arrangement or self.set_house_way(hand.pieces)
        if self.plan.doubles:
            yield from self._ask_doubles()
        if not self.plan.shown_first:
            yield from self._set_dealer()

    @property
    def dealer_is_ace_high(self) -> bool:
        """Whether the player-dealer is ace high; then every base wager pushes and nobody sets a hand. [004 L2815]"""
        dealt = DealtCards(self.plan.way, tuple(card_number_of(card) for card in self.dealer.pieces))
        return dealt.category == Category.HIGH_CARD and dealt.top == ACE

    def _set_seats(self) -> Generator[Need, Answer, None]:
        """Ask all seats to set their hands at the same time; a foul is accepted where it loses. [004 L1538, L1569]"""
        playing = [hand for hand in self.hands_in_action_order() if hand.stake]
        settings = [self._hand_to_set(hand, foul_loses=self.plan.foul_loses) for hand in playing]
        yield from self._arranged(settings, {hand.seat or 0: hand for hand in playing})

    def _set_dealer(self) -> Generator[Need, Answer, None]:
        """Open the player-dealer's cards; the player-dealer or the house sets them, never foul. [004 L2510-2512]"""
        self.dealer.is_open = True
        if self.plan.dealer_sets and self.plan.bank is not None:
            to_set = self._hand_to_set(self.dealer)
            yield from self._arranged([to_set], {self.plan.bank: self.dealer})
        self.dealer.arrangement = self.dealer.arrangement or self.set_house_way(self.dealer.pieces)

    def _hand_to_set(self, hand: PokerHand, *, foul_loses: bool = False) -> HandToSet:
        seat = hand.seat or self.plan.bank
        assert seat is not None
        # A player-dealer who picked a pile has answered one question already.
        nth = 2 if hand.seat is None and self.pile is not None else 1
        is_on_table = self.plan.reads_when_opened
        return HandToSet(
            seat, tuple(hand.pieces), self.sizes, nth, self.foul_reason, foul_loses, is_on_table=is_on_table
        )

    @property
    def sizes(self) -> tuple[tuple[str, int], ...]:
        return (HIGH, HIGH_CARDS), (LOW, self.plan.cards - HIGH_CARDS)

    def _arranged(
        self, settings: Sequence[HandToSet], hands: Mapping[int, PokerHand], before: Sequence[int] = ()
    ) -> Generator[Need, Answer, None]:
        yield from set_hands_hidden(PROMPTER, settings, hands, self.set_house_way, before=before)

    def set_house_way(self, cards: Sequence[Piece]) -> ArrangedHands:
        high, low = split_house_way(self.plan.way, tuple(card_number_of(card) for card in cards))
        return tuple(card_of(card) for card in high), tuple(card_of(card) for card in low)

    def foul_reason(self, hands: ArrangedHands) -> str | None:
        return foul_reason(self.plan.way, hands)

    def hands_in_action_order(self) -> list[PokerHand]:
        """Return the hands of the seats in the order in which they are opened and paid. [004 L1573, L1586, L1733]"""
        start = self.action
        if self.plan.from_left and self.plan.bank is not None:
            start = self._next(self.plan.bank)
        return hands_from_seat(self.plan.seats, start, self.seats)

    def _ask_doubles(self) -> Generator[Need, Answer, None]:
        """Offer a double-down, a wager as large as the base wager, after hands are set. [004 L1253, L1282]"""
        waiting = [hand for hand in self.hands_in_action_order() if hand.stake]
        while waiting:
            answer = yield Ask(tuple(self._question(hand) for hand in waiting))
            if isinstance(answer, TimedOut):
                return
            decision = PROMPTER.decision(answer)
            hand = next(one for one in waiting if one.seat == decision.seat)
            assert hand.entrant is not None
            if decision.do == DOUBLE:
                hand.doubled = paying_bettors(decision, hand.entrant.bettors)
            waiting = [one for one in waiting if one is not hand]

    def _question(self, hand: PokerHand) -> Question:
        assert hand.seat is not None
        return Question(hand.seat, 1, (Choice(DOUBLE, hand.stake, hand.stake), Choice(STAY)), STAY, 2)

    def refusal(self, decision: Decision) -> ForbiddenDecision | None:
        """Return why a decision is not allowed, or None."""
        if decision.seat == self.plan.bank:
            many = len(self.piles) or (PILES_FOR_ALL if self.plan.has_common_hands else len(self.plan.seats))
            piles = [choice.do for choice in self._pile_question(many).choices]
            return (
                None
                if decision.do in piles
                else ForbiddenDecision(f"a pile is picked: {piles[0]} to {piles[-1]}", PILE)
            )
        hand = next(one for one in self.seats if one.seat == decision.seat)
        choice = self._question(hand).choice(decision.do)
        if choice is None:
            return ForbiddenDecision(f"{decision.do} is not open here; it is {DOUBLE} or {STAY}", DOUBLE)
        if decision.cents is not None and decision.cents != choice.most:
            return ForbiddenDecision(f"a double-down is exactly {format_dollars(choice.most)}", DOUBLE)
        return None


def foul_reason(way: PokerHouseWay, hands: ArrangedHands) -> str | None:
    """Return why an arrangement is foul, or None. [004 L1569, CA-PGP-A2]"""
    high, low = (tuple(card_number_of(card) for card in part) for part in hands)
    return "the low hand may not outrank the high one" if is_foul(high, low, way.rules) else None
