"""Round of hold'em: hole cards, four betting rounds, the board and the showdown. [004 L6-8]"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field

from croupier.cards import Card
from croupier.families.holdem.betting import Betting, BettingAction, PlayerState
from croupier.families.holdem.rules import HoldemRules
from croupier.families.holdem.settle import Pot, odd_chip_order, pots_after_fee, split_pot
from croupier.hands import rank7
from croupier.play.hands_on_table import HandName
from croupier.play.prompter import Prompter
from croupier.play.round import (
    Answer,
    Ask,
    Choice,
    Deal,
    Decision,
    ForbiddenDecision,
    Need,
    Question,
    RoundVoidedError,
    TimedOut,
    Void,
)

BOARD = "board"
SHOW, MUCK = "show", "muck"
STREETS = ("pre-flop", "flop", "turn", "river", "showdown")
BOARD_CARDS = (3, 1, 1)
HOLE_CARDS = 2
SHOW_SECONDS = 5
"""Seconds in which a winner whom nobody called may choose to show the cards."""
PROMPTER = Prompter("004 L969", "004 L6", "004 L8")


@dataclass(frozen=True)
class HoldemSeatResult:
    """Result of one seat at the end of a hand."""

    seat: int
    brought: int
    cards: tuple[Card, ...]
    put_in: int
    """Cents that the seat put into the pots; amounts that nobody called are returned before."""
    won: int
    folded: bool
    shown: bool
    """Whether all players saw the cards."""
    posted: int = 0

    @property
    def net(self) -> int:
        return self.won - self.put_in


@dataclass(frozen=True)
class HoldemResult:
    """Result of a finished hand."""

    seats: tuple[HoldemSeatResult, ...]
    """Seats clockwise from the left of the button, the button last."""
    board: tuple[Card, ...]
    pots: tuple[Pot, ...]
    fee: int
    fee_pot: int | None
    """Pot in cents when the fee was due, at the flop or at the end; None without a flop."""
    button: int
    small: int
    big: int
    acts: tuple[BettingAction, ...]
    returned: Mapping[int, int] = field(default_factory=dict)

    def of(self, seat: int) -> HoldemSeatResult:
        return next(one for one in self.seats if one.seat == seat)


class HoldemRound:
    """Hand in progress. Its state contains hidden hole cards; views must hide them until they are shown."""

    def __init__(
        self,
        rules: HoldemRules,
        stacks: Mapping[int, int],
        button: int,
        every: Sequence[int],
        posts: Mapping[int, int] | None = None,
    ) -> None:
        self.rules, self.every = rules, tuple(every)
        at = self.every.index(button)
        ring = [*self.every[at + 1 :], *self.every[: at + 1]]
        self.brought = dict(stacks)
        self.posts = dict(posts or {})
        self.betting = Betting(rules, [seat for seat in ring if seat in stacks], stacks, self.posts)
        self.cards: dict[int, list[Card]] = {seat: [] for seat in self.betting.order}
        self.places: dict[int, list[int]] = {seat: [] for seat in self.betting.order}
        self.board: list[Card] = []
        self.board_places: list[int] = []
        self.dealt = 0
        self.stage = 0
        self.shown: set[int] = set()
        self.fee = 0
        self.fee_pot: int | None = None
        self.question_counts: dict[int, int] = {}
        self.deciding_player: PlayerState | None = None
        self.may_show: list[int] = []
        self.won: list[Pot] = []
        self._dealt_in = len(self.betting.order)

    # Course of the hand

    def steps(self) -> Generator[Need, Answer, HoldemResult | Void]:
        try:
            return (yield from self._played())
        except RoundVoidedError as stopped:
            return stopped.void

    def _played(self) -> Generator[Need, Answer, HoldemResult]:
        for nth in range(1, HOLE_CARDS + 1):
            for seat in self.betting.order:
                yield from self._hole_card(seat, nth)
        yield from self._bet()
        for many in BOARD_CARDS:
            if self.betting.is_over:
                break
            self.betting.next_street()
            if self.betting.is_settled:
                self._open_all()
            yield from self._board(many)
            self.stage += 1
            if self.stage == 1 and self.rules.fee_time == "flop":
                self._take_fee()
            yield from self._bet()
        self.betting.return_uncalled()
        if self.rules.fee_time == "end" and self.board:
            self._take_fee()
        yield from self._showdown()
        yield from PROMPTER.announce()
        return self._result()

    def _hole_card(self, seat: int, nth: int) -> Generator[Need, Answer, None]:
        card = yield from PROMPTER.card(Deal(str(HandName.of_seat(seat)), nth))
        self.dealt += 1
        self.cards[seat].append(card)
        self.places[seat].append(self.dealt)

    def _board(self, many: int) -> Generator[Need, Answer, None]:
        """Deal board cards; a card is burned before the flop, the turn and the river. [004 L8]"""
        for nth in range(many):
            card = yield from PROMPTER.card(Deal(BOARD, len(self.board) + 1, burns=int(nth == 0)))
            self.dealt += 1
            self.board.append(card)
            self.board_places.append(self.dealt)

    def _take_fee(self) -> None:
        """Take the fee from the pot after the flop. [004 L971-976; CA-THE-A3]"""
        self.fee_pot = self.betting.pot_cents
        players = self._dealt_in if self.rules.fee_count == "dealt" else len(self.betting.live_players)
        self.fee = self.rules.fee_of(players, self.fee_pot)

    def _bet(self) -> Generator[Need, Answer, None]:
        while (player := self.betting.next_player()) is not None:
            self.deciding_player = player
            answer = yield Ask((self._question(player),))
            self.deciding_player = None
            default_action = self.betting.timeout_action(player)
            decision = (
                Decision(player.seat, default_action) if isinstance(answer, TimedOut) else PROMPTER.decision(answer)
            )
            self.betting.act(player, decision)

    def _question(self, player: PlayerState) -> Question:
        nth = self.question_counts.get(player.seat, 0) + 1
        self.question_counts[player.seat] = nth
        return Question(player.seat, 1, self.betting.choices(player), self.betting.timeout_action(player), nth)

    def refusal(self, decision: Decision) -> ForbiddenDecision | None:
        if self.may_show:
            known = decision.do in (SHOW, MUCK)
            return None if known else ForbiddenDecision("the hand is over: show your cards, or muck them", "words")
        return None if self.deciding_player is None else self.betting.refusal(self.deciding_player, decision)

    # Showdown

    def _open_all(self) -> None:
        """Show the cards of all players who have not folded, because no more betting is possible."""
        self.shown |= {player.seat for player in self.betting.live_players}

    def _showdown(self) -> Generator[Need, Answer, None]:
        """Award the pots; called hands are shown, and a winner whom nobody called may keep the cards hidden."""
        self.won = self._awarded()
        live = [player.seat for player in self.betting.live_players]
        if len(live) > 1:
            self.stage = len(STREETS) - 1
            self._open_all()
        elif self.rules.asks_to_show:
            yield from self._show_or_muck(live[0])

    def _show_or_muck(self, seat: int) -> Generator[Need, Answer, None]:
        self.may_show = [seat]
        nth = self.question_counts.get(seat, 0) + 1
        answer = yield Ask((Question(seat, 1, (Choice(SHOW), Choice(MUCK)), MUCK, nth),), seconds=SHOW_SECONDS)
        if not isinstance(answer, TimedOut) and PROMPTER.decision(answer).do == SHOW:
            self.shown.add(seat)
        self.may_show = []

    def value(self, seat: int) -> int:
        return rank7([*self.cards[seat], *self.board]).value

    def _awarded(self) -> list[Pot]:
        """Return the pots with what each winner gets: the best hand wins, ties split. [004 L8]

        Odd chips go to the winners as the rules of the table say.
        """
        pots = pots_after_fee(self.betting.pots(), self.fee)
        if len(self.betting.live_players) == 1:
            return [Pot(pot.cents, pot.seats, {pot.seats[0]: pot.cents}) for pot in pots]
        values = {player.seat: self.value(player.seat) for player in self.betting.live_players}
        nearest, one_each = self.rules.odd_chip_dir == "nearest", self.rules.odd_chips == "one-each"
        awarded = []
        for pot in pots:
            best = max(values[seat] for seat in pot.seats)
            winners = [seat for seat in pot.seats if values[seat] == best]
            order = odd_chip_order(winners, self.betting.button, self.every, nearest=nearest)
            awarded.append(split_pot(pot, winners, self.rules.chip, order, one_each=one_each))
        return awarded

    def _result(self) -> HoldemResult:
        betting = self.betting
        won = {seat: sum(pot.won.get(seat, 0) for pot in self.won) for seat in betting.order}
        seats = tuple(
            HoldemSeatResult(
                seat,
                self.brought[seat],
                tuple(self.cards[seat]),
                betting.players[seat].put_in,
                won[seat],
                betting.players[seat].folded,
                seat in self.shown,
                self.posts.get(seat, 0),
            )
            for seat in betting.order
        )
        return HoldemResult(
            seats, tuple(self.board), tuple(self.won), self.fee, self.fee_pot,
            betting.button, betting.small, betting.big, tuple(betting.acts), dict(betting.returned),
        )  # fmt: skip
