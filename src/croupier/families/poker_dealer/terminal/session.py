"""One person's game of poker against the player-dealer: a hand from the bets to the money. Draws nothing."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from croupier.cards import Card
from croupier.cards.chance import Chance
from croupier.families.poker_dealer.felt import BOARD, FOLD, PokerResult, PokerSeatResult
from croupier.families.poker_dealer.round import HoldemRound, PokerRound
from croupier.families.poker_dealer.settling import is_holdem
from croupier.money.cents import Cents
from croupier.money.outcome import Bet
from croupier.play.felt import FeltHand
from croupier.play.round import Void
from croupier.terminal.asked_hand import AskedHand, HandOver
from croupier.terminal.seating import Seating
from croupier.terminal.sitting import Sitting

PokerPlayed = HandOver[PokerResult]
WON, LOST, EVEN, FOLDED = "won", "lost", "even", "folded"


class PokerSession(Sitting):
    """The game as it stands."""

    def __init__(self, seating: Seating, balance: Cents, chance: Chance) -> None:
        super().__init__(seating, balance, chance)
        self.record: Counter[str] = Counter()
        """How one's hands have fared, deck after deck."""

    def begin(self, bets: tuple[Bet, ...]) -> PokerHand:
        return PokerHand(self, bets)

    def take(self, played: PokerPlayed) -> None:
        """Book a hand that is over."""
        self.balance = played.balance_after
        self.hands_played += 1
        own = self.own_seat(played.result)
        if own is not None and own.stake:
            lines = [one.net for one in played.settlement.settled if self.house.wagers[one.bet.wager].group == "line"]
            came_to = sum(lines)
            self.record[FOLDED if own.folded else WON if came_to > 0 else LOST if came_to < 0 else EVEN] += 1

    def own_seat(self, result: PokerResult | Void) -> PokerSeatResult | None:
        return None if isinstance(result, Void) else result.seat(self.seating.seat)


@dataclass(frozen=True)
class PokerScene:
    """The layout at one moment: the dealer's hand, the board where there is one, one's own; and which cards are up."""

    felt: tuple[FeltHand, ...]
    up: frozenset[int]
    """By their number in the round."""

    def is_up(self, place: int) -> bool:
        return place in self.up

    def room_for(self, hand: FeltHand) -> int:
        """How many cards a hand will have: every one has its place on the felt before it comes."""
        has_board = len(self.felt) > 2
        return 5 if hand.name == BOARD else 2 if has_board else 3


class PokerHand(AskedHand[PokerResult]):
    """A hand of poker under way. The person sees his own cards, and of the others what lies open."""

    def __init__(self, session: PokerSession, bets: tuple[Bet, ...]) -> None:
        self.session = session
        self.scenes: list[PokerScene] = []
        """The layout after every card that came or was turned since the last decision."""
        super().__init__(session, bets)

    @property
    def round(self) -> PokerRound:
        assert isinstance(self.play.felt, PokerRound)
        return self.play.felt

    @property
    def board_seen(self) -> int:
        """Cards of the board that are turned."""
        return self.round.seen if isinstance(self.round, HoldemRound) else 0

    @property
    def own(self) -> FeltHand:
        return self.scene.felt[-1]

    @property
    def seen(self) -> list[Card]:
        """What lies open beside one's own cards: of the board, or the dealer's."""
        up = self._table.open_places(self.play)
        dealt = zip((*self.round.dealer, *self.round.board), self._places, strict=True)
        return [card for card, place in dealt if place in up]

    @property
    def _places(self) -> tuple[int, ...]:
        return *self.round.dealer_places, *self.round.board_places

    @property
    def scene(self) -> PokerScene:
        felt = tuple(self._table.felt(self.session.house, self.play) or ())
        if is_holdem(self.session.house) and not self.round.board:
            felt = (*felt[:1], FeltHand(BOARD, None, (), (), None), *felt[1:])
        return PokerScene(felt, self._table.open_places(self.play) | frozenset(felt[-1].places))

    def stand_to_the_end(self) -> None:
        """It stays in for the least that keeps it in: a check, then one Play wager; given up where that is too much."""
        while (question := self.question) is not None:
            stays = [one for one in question.choices if one.do != FOLD and self.refusal(one.do) is None]
            self.decide(min(stays, key=lambda one: one.most).do if stays else FOLD)

    def _go_on(self) -> None:
        super()._go_on()
        self._turned()

    def _dealt(self) -> None:
        self.scenes.append(self.scene)

    def _decided(self) -> None:
        self.scenes = [self.scene]

    def _turned(self) -> None:
        """What was turned since the last scene, one card after the other."""
        scene = self.scene
        up = self.scenes[-1].up if self.scenes else scene.up
        for place in sorted(scene.up - up):
            up |= {place}
            self.scenes.append(PokerScene(scene.felt, up))
