"""Hypothesis strategies for poker against a player-dealer: table rules, wagers and random rounds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from croupier.cards import Card, Rank, Suit
from croupier.cards.card import DECK
from croupier.cards.random_source import SeededRandomSource, shuffled
from croupier.families.dealer_poker.shared.round import PokerResult, PokerRound
from croupier.families.dealer_poker.shared.rules import section_of
from croupier.families.dealer_poker.shared.settle import ULTIMATE_GAME, game_of, round_of
from croupier.money.bets import SEATED, Bet
from croupier.money.cents import Cents
from croupier.money.settlement import PostedBank
from croupier.play import rulebook_library
from croupier.play.round import Answer, Ask, Decision, RoundInProgress, TimedOut, Void
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.wager_checks import check_bets
from tests.blackjack_rounds import play_out

FAMILIES = ("three-card", "ultimate-holdem")
RULEBOOKS = [name for name in rulebook_library.names() if rulebook_library.load(name).written.family in FAMILIES]
PACKS: tuple[tuple[Card, ...], ...] = (
    DECK,
    tuple(card for card in DECK if card.rank in (Rank.ACE, Rank.TWO, Rank.THREE, Rank.FOUR, Rank.FIVE, Rank.SIX)),
    tuple(card for card in DECK if card.rank >= Rank.NINE or card.rank is Rank.ACE),
    tuple(card for card in DECK if card.suit in (Suit.SPADES, Suit.HEARTS)),
    tuple(card for card in DECK if card.rank in range(2, 12)),
)
"""Reduced packs, large enough for four seats.

Straights, flushes and full houses come every few rounds; with the last pack a player-dealer seldom qualifies.
"""


def is_ultimate(rules: TableRules) -> bool:
    return game_of(rules) is ULTIMATE_GAME


@dataclass(frozen=True, repr=False)
class Round:
    """Played round with all its inputs."""

    rules: TableRules
    bets: list[Bet]
    bank: PostedBank | None
    together: bool
    play: RoundInProgress[PokerResult | Void]
    questions: tuple[tuple[Ask, int], ...]
    """Questions put to players, each with the number of answers before it."""

    def __repr__(self) -> str:
        answers = [str(answer) for answer in self.play.answers]
        return f"{self.rules.id} {self.rules.options} {self.bets} {self.bank} {answers}"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Print the short form in Hypothesis reports; all fields would fill pages."""
        printer.text(repr(self))

    @property
    def result(self) -> PokerResult:
        assert isinstance(self.play.result, PokerResult)
        return self.play.result

    def begin(self) -> PokerRound:
        return round_of(self.rules, self.bets, self.bank.seat if self.bank else None, together=self.together)


@st.composite
def table_rules(draw: st.DrawFn, /, family: str = "", **fixed: Any) -> TableRules:
    """Draw table rules of a poker rulebook with some options changed."""
    rulebooks = [rulebook_library.load(name) for name in RULEBOOKS]
    fitting = [
        rulebook
        for rulebook in rulebooks
        if set(fixed) <= set(rulebook.written.options) and family in rulebook.written.family
    ]
    rulebook = draw(st.sampled_from(fitting))
    options: dict[str, Any] = {}
    for name, option in rulebook.written.options.items():
        values: list[Any] = [*option.choices, *([True, False] if option.kind == "flag" else [])]
        if not values:
            continue
        if draw(st.booleans()):
            options[name] = draw(st.sampled_from(values))
    return TableRules.of(rulebook, options | fixed)


@st.composite
def rounds(draw: st.DrawFn, /, *, silent: bool = False, family: str = "", **fixed: Any) -> Round:
    """Draw a round of up to four seats, some with a backline bettor, with random legal decisions.

    With `silent`, every decision times out.
    """
    rules = draw(table_rules(family=family, **fixed))
    bank = None
    if draw(st.booleans()):
        bank = PostedBank(draw(st.sampled_from(rules.seats)), Cents(draw(st.integers(1, 40_000))))
    seats = st.sampled_from([seat for seat in rules.seats if bank is None or seat != bank.seat])
    numbers = draw(st.lists(seats, min_size=1, max_size=4, unique=True))
    bets = [bet for seat in numbers for bet in draw(_bets_of(rules, seat))]
    assert not check_bets(rules, bets, bank_seat=bank.seat if bank else None)
    together = draw(st.booleans())
    chance = SeededRandomSource(draw(st.integers(0, 2**32)))
    pack = iter(shuffled(draw(st.sampled_from(PACKS)), chance))
    play: RoundInProgress[PokerResult | Void] = RoundInProgress(
        lambda: round_of(rules, bets, bank.seat if bank else None, together=together)
    )
    questions = play_out(play, lambda _: next(pack), _silent if silent else _any_of(chance))
    return Round(rules, bets, bank, together, play, tuple(questions))


@st.composite
def _bets_of(draw: st.DrawFn, rules: TableRules, seat: int) -> list[Bet]:
    """Draw an Ante (with its Blind), allowed bonuses and sometimes a backline wager."""
    ante = Cents(draw(st.integers(500, 10_000)))
    base = ["ante", "blind"] if is_ultimate(rules) else ["ante"]
    bets = [Bet(seat, SEATED, wager, ante) for wager in base]
    bonuses = [name for name in rules.betting_wagers if name not in base]
    bets += [Bet(seat, SEATED, name, rules.wagers[name].limit.least) for name in bonuses if draw(st.booleans())]
    if rules.wagers[section_of(rules).ante].backline and draw(st.booleans()):
        bets.append(Bet(seat, "backline-1", "ante", Cents(draw(st.integers(500, 10_000)))))
    if is_ultimate(rules) and draw(st.booleans()):
        bets.append(Bet(seat, "backline-1", "trips", Cents(500)))
    return bets


def _any_of(chance: SeededRandomSource) -> Callable[[Ask], Answer]:
    def decide(ask: Ask) -> Answer:
        question = ask.questions[chance.below(len(ask.questions))]
        choice = question.choices[chance.below(len(question.choices))]
        followers: Sequence[str] | None = None if chance.below(2) else ()
        return Decision(question.seat, choice.do, None, None if followers is None else tuple(followers))

    return decide


def _silent(_: Ask) -> Answer:
    return TimedOut()
