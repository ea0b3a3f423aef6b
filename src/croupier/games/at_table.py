"""What a live table asks of a family of games: begin a round, settle it, and say what it leaves behind."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from croupier.cards import Card
from croupier.games.baccarat import BANKER, PLAYER, BaccaratRules, Coup, Opening, play
from croupier.games.baccarat_facts import HEADLINE, facts_of
from croupier.games.blackjack_table import BlackjackTable
from croupier.games.felt import FeltHand
from croupier.games.poker_table import PokerTable
from croupier.games.round import Answer as RoundAnswer
from croupier.games.round import CarriedCard, Deal, Decision, NotAllowed, Play, Round, Void, replay
from croupier.games.settling import judge, layout_of, settle_coup
from croupier.money.cents import Cents
from croupier.money.outcome import SEATED, Bet, Result
from croupier.money.settlement import PostedBank, Settled, Settlement
from croupier.rulebook.house_rules import HouseRules


class TableGame(Protocol):
    """One family, as a live table plays it."""

    @property
    def hands(self) -> tuple[str, ...]:
        """The hands on the felt, in the order they are called."""

    @property
    def turned_by(self) -> Mapping[str, str]:
        """The wager whose largest bettor turns a hand's cards, where bettors do."""

    def play(
        self,
        house: HouseRules,
        opening: Opening,
        answers: Sequence[RoundAnswer],
        bets: Sequence[Bet] = (),
        bank_seat: int | None = None,
    ) -> Play[Any]:
        """The round as far as it has got."""

    def lies_face_down(self, need: Deal) -> bool:
        """Whether the card that is wanted is dealt face down, and by the game's own rules stays so for a while."""

    def open_places(self, play: Play[Any]) -> frozenset[int]:
        """Of the cards that the game deals face down, those that lie open now, by their number in the round."""

    def felt(self, house: HouseRules, play: Play[Any]) -> list[FeltHand] | None:
        """The hands as they lie now, where that is not simply how they were dealt."""

    def cards_of(self, result: Any) -> dict[str, list[str]]:
        """The cards of each hand at the end."""

    def why_not(self, house: HouseRules, refusal: NotAllowed) -> str:
        """The citation of the rule that forbids a decision."""

    def deciders(self, house: HouseRules, bets: Sequence[Bet], seat: int) -> tuple[str, ...]:
        """The bettors at a seat, the one who decides for it first."""

    def raises(self, house: HouseRules, play: Play[Any], decision: Decision, bets: Sequence[Bet]) -> list[Bet]:
        """What a decision puts on the table, bettor by bettor, the one who decides first; empty when nothing."""

    def settle(
        self,
        house: HouseRules,
        result: Any,
        bets: Sequence[Bet],
        bank: PostedBank | None,
        meters: Mapping[str, Cents],
    ) -> Settlement: ...

    def paid_at_once(self, house: HouseRules, play: Play[Any], bets: Sequence[Bet]) -> Sequence[Settled]:
        """The wagers that are paid while the round goes on, because nothing can change what became of them."""

    def facts(self, house: HouseRules, result: Any, bets: Sequence[Bet]) -> dict[str, Any]: ...

    def winning_wagers(self, house: HouseRules, result: Any, meters: Mapping[str, Cents]) -> tuple[str, ...]: ...

    def outcome(self, result: Any) -> dict[str, Any]: ...

    def next_opening(self, result: Any) -> Opening: ...


class BaccaratTable:
    """Baccarat at a live table."""

    hands = (PLAYER, BANKER)
    turned_by: Mapping[str, str] = {PLAYER: PLAYER, BANKER: BANKER}

    def play(
        self,
        house: HouseRules,
        opening: Opening,
        answers: Sequence[RoundAnswer],
        bets: Sequence[Bet] = (),
        bank_seat: int | None = None,
    ) -> Play[Coup | Void]:
        return replay(self._begin(house, opening), answers)

    def lies_face_down(self, need: Deal) -> bool:
        return False

    def open_places(self, play: Play[Any]) -> frozenset[int]:
        return frozenset()

    def felt(self, house: HouseRules, play: Play[Any]) -> None:
        return None

    def cards_of(self, result: Coup) -> dict[str, list[str]]:
        return {PLAYER: [str(card) for card in result.player], BANKER: [str(card) for card in result.banker]}

    def why_not(self, house: HouseRules, refusal: NotAllowed) -> str:
        return ""

    def deciders(self, house: HouseRules, bets: Sequence[Bet], seat: int) -> tuple[str, ...]:
        return ()

    def raises(self, house: HouseRules, play: Play[Any], decision: Decision, bets: Sequence[Bet]) -> list[Bet]:
        return []

    def _begin(self, house: HouseRules, opening: Opening) -> Callable[[], Round[Coup | Void]]:
        rules = BaccaratRules.of(house)
        return lambda: play(rules, opening)

    def settle(
        self,
        house: HouseRules,
        result: Coup,
        bets: Sequence[Bet],
        bank: PostedBank | None,
        meters: Mapping[str, Cents],
    ) -> Settlement:
        return settle_coup(house, result, bets, bank=bank, meters=meters)

    def paid_at_once(self, house: HouseRules, play: Play[Any], bets: Sequence[Bet]) -> Sequence[Settled]:
        return ()

    def facts(self, house: HouseRules, result: Coup, bets: Sequence[Bet]) -> dict[str, Any]:
        """The facts people speak of."""
        facts = facts_of(result, layout=layout_of(house, bets))
        return {name: facts[name] for name in HEADLINE} | {"winner": result.winner}

    def winning_wagers(self, house: HouseRules, result: Coup, meters: Mapping[str, Cents]) -> tuple[str, ...]:
        """The wagers this coup pays, whoever has them down: for the statistics of the board."""
        wagers = list(house.wagers.values())
        known = {meter.id: meters.get(meter.id, meter.seed) for meter in house.meters}
        seat = house.seats[0]
        verdicts = judge(house, result, [Bet(seat, SEATED, w.id, w.limit.least) for w in wagers], known)
        return tuple(w.id for w, verdict in zip(wagers, verdicts, strict=True) if verdict.result is Result.WIN)

    def outcome(self, result: Coup) -> dict[str, Any]:
        """What the roads are drawn from."""
        return {
            "winner": result.winner,
            "player": [str(card) for card in result.player],
            "banker": [str(card) for card in result.banker],
        }

    def next_opening(self, result: Coup | Void) -> Opening:
        return Opening(free_hand=result.free_hand_next) if isinstance(result, Void) else result.next_opening


TABLE_GAMES: Mapping[str, TableGame] = {
    "baccarat": BaccaratTable(),
    "blackjack": BlackjackTable(),
    "three-card": PokerTable(),
    "ultimate-holdem": PokerTable(),
}


def table_game(house: HouseRules) -> TableGame:
    """The family's way of playing at a live table."""
    return TABLE_GAMES[house.book.written.family]


def opening_of(carried: str | None, *, disclosed: bool, free_hand: bool) -> Opening:
    """How a round begins, from what was written down."""
    card = None if carried is None else CarriedCard(Card.parse(carried), disclosed)
    return Opening(card, free_hand)
