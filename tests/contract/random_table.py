"""Table of any game whose players make random legal bets and decisions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from croupier.cards import Piece
from croupier.cards.random_source import SeededRandomSource, shuffled
from croupier.errors import Refused
from croupier.play import rulebook_library
from croupier.play.round import AnnounceResult, Arrange, Ask, Deal, HandToSet, OpenHand, Roll
from croupier.table import commands as c
from croupier.table.state import Phase
from tests.table_driver import DEALER, SUPERVISOR, Drive, House, placed, player

RULEBOOKS = rulebook_library.names()
"""Every rulebook that ships."""
PLAYERS = 3
BANK_CENTS = 5_000_00
BET_CENTS = 20_00
SIDE_CENTS = 10_00
STEPS_MOST = 200


@dataclass
class RandomTable:
    """Table with three players; the first player banks where a player must bank."""

    rulebook: str
    seed: int
    mode: str = "dealer-assist"
    swap: tuple[int, int] | None = None
    """Positions of two cards of the pack that are swapped, for a table that differs from another in one card. In a
    smaller pack the second position is the last one."""
    settings: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.chance = SeededRandomSource(self.seed)
        self.drive = Drive(self.rulebook, self.mode, house=House(self.seed), **self.settings)
        self.cards = self._pack()
        self.drive.ok(c.OpenTable())
        self.drive.seat(*self.seats)
        if not self.drive.state.is_automated:
            self._load_shoe()
        self._post_bank()

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(sorted(self.drive.state.rules.seats)[:PLAYERS])

    def _pack(self) -> list[Piece]:
        cards = list(shuffled(self.drive.state.rules.shoe.full_shoe, SeededRandomSource(self.seed + 1)))
        if self.swap:
            first, second = self.swap[0], min(self.swap[1], len(cards) - 1)
            cards[first], cards[second] = cards[second], cards[first]
        return cards

    def _load_shoe(self) -> None:
        self.drive.ok(c.LoadShoe())
        assert self.drive.state.shoe is not None
        if self.drive.state.shoe.burn_due:
            self.drive.ok(c.ReadCard(card=str(self.cards.pop())))

    def _post_bank(self) -> None:
        if self.drive.state.rules.has_player_dealer:
            self.drive.bank(self.seats[0], BANK_CENTS)

    def start_hand(self) -> None:
        """Buy chips for every player and start a hand, in games in which seats play against each other."""
        stakes, state = self.drive.state.stakes, self.drive.state
        assert stakes is not None
        least = stakes.buy_in(state.rules).least
        for seat in self.seats:
            if not state.stack(f"player:{seat}").cents:
                self.drive.ok(c.BuyChips(cents=4 * least), actor=player(seat))
        if self.drive.state.is_automated:
            for _ in range(10):
                if self.drive.state.phase is Phase.DEALING:
                    return
                self.drive.tick()
        if self.drive.state.button is None:
            self.drive.ok(c.DrawButton(), actor=DEALER)
        self.drive.ok(c.DealHand(), actor=DEALER)

    def bet(self) -> None:
        """Place all wagers that the rules allow, for every player except the bank."""
        if self.drive.state.stakes is not None:
            self.start_hand()
            return
        if self.drive.state.is_automated:
            for _ in range(10):
                if self.drive.state.phase is Phase.BETTING:
                    break
                self.drive.tick()
        else:
            self.drive.ok(c.OpenBets())
        bank = self.drive.state.bank
        for seat in self.seats:
            if bank is None or bank.account != f"player:{seat}":
                self._bet_at(seat)
        assert self.drive.state.round
        assert self.drive.state.round.spots, "nothing may be bet on"
        if self.swap and self.drive.state.is_automated:
            self._swap_in_shoe(*self.swap)

    def _swap_in_shoe(self, first: int, second: int) -> None:
        """Swap two cards of a generated shoe; positions count from the next card that is dealt."""
        shoe, openings = self.drive.state.shoe, self.drive.house.box.openings
        assert shoe is not None
        assert shoe.sealed is not None
        cards = list(openings[shoe.sealed].cards)
        first, second = shoe.dealt + first, shoe.dealt + second
        cards[first], cards[second] = cards[second], cards[first]
        openings[shoe.sealed] = replace(openings[shoe.sealed], cards=tuple(cards))

    def _bet_at(self, seat: int) -> None:
        """Place the first wager of the layout at a seat, then every other wager that is allowed.

        Where the first wager is refused alone, it is placed together with the second.
        """
        first, *others = self.drive.state.rules.betting_wagers
        me, chips = player(seat), {first: BET_CENTS}
        if isinstance(self.drive.do(placed(seat, chips), actor=me), Refused):
            chips[others[0]] = BET_CENTS
            self.drive.ok(placed(seat, chips), actor=me)
        for wager in others:
            more = {wager: SIDE_CENTS, **chips}  # a command names all chips of the spot
            if not isinstance(self.drive.do(placed(seat, more), actor=me), Refused):
                chips = more

    def steps(self) -> Iterator[int]:
        """Play from the close of betting to the end of the round; yield the number of dealt cards before each step."""
        if self.drive.state.phase is Phase.BETTING:
            self.drive.ok(c.CloseBets())
        for _ in range(STEPS_MOST):
            yield self.dealt
            if self.drive.state.phase is not Phase.DEALING:
                return
            self._step()
        raise AssertionError(f"the round is not over after {STEPS_MOST} steps")

    @property
    def dealt(self) -> int:
        return len(self.drive.state.round.dealt) if self.drive.state.round else 0

    def _step(self) -> None:
        state, drive = self.drive.state, self.drive
        need = state.replay_play.need
        if isinstance(need, Ask):
            self._decide(need)
        elif isinstance(need, Arrange):
            self._arrange(need)
        elif drive.state.is_automated:
            drive.tick()
        elif isinstance(need, Deal):
            drive.ok(c.ReadCard(card=str(self.cards[self.dealt])))
        elif isinstance(need, Roll):
            drive.ok(c.RollDice(numbers=[need.least + self.chance.below(need.most) for _ in range(need.count)]))
        elif isinstance(need, OpenHand):
            drive.ok(c.ShowHand())
        elif isinstance(need, AnnounceResult):
            drive.ok(c.CallResult())

    def _decide(self, need: Ask) -> None:
        question = need.questions[self.chance.below(len(need.questions))]
        choice = question.choices[self.chance.below(len(question.choices))].do
        answer = self.drive.do(c.MakeDecision(seat=question.seat, choice=choice), actor=player(question.seat))
        if isinstance(answer, Refused):  # the player has not enough chips or may not stake so much: the time runs out
            self.drive.tick()

    def _arrange(self, need: Arrange) -> None:
        """Set one hand as it was dealt or by the house way, or let the time run out."""
        hand = need.hands_to_set[self.chance.below(len(need.hands_to_set))]
        match self.chance.below(4):
            case 0:
                self.drive.tick()
            case 1:
                self.drive.ok(c.ArrangeCards(seat=hand.seat), actor=player(hand.seat))
            case _:
                order = c.ArrangeCards(seat=hand.seat, hands=as_dealt(hand))
                if isinstance(self.drive.do(order, actor=player(hand.seat)), Refused):  # a foul that the rules refuse
                    self.drive.ok(c.ArrangeCards(seat=hand.seat), actor=player(hand.seat))

    def play(self) -> None:
        self.bet()
        for _ in self.steps():
            pass

    def void(self) -> None:
        self.drive.ok(c.DeclareMisdeal(reason="the contract"), actor=SUPERVISOR)


def as_dealt(setting: HandToSet) -> dict[str, list[str]]:
    """Return the arrangement that has the cards in the order in which they were dealt."""
    left = [str(card) for card in setting.cards]
    return {name: [left.pop(0) for _ in range(many)] for name, many in setting.sizes}
