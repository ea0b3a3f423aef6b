"""Hypothesis strategies for blackjack: table rules, wagers and random rounds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from hypothesis import reject
from hypothesis import strategies as st

from croupier.cards import Card, Rank
from croupier.cards.card import DECK
from croupier.cards.random_source import SeededRandomSource
from croupier.errors import BadInput
from croupier.families.blackjack.round import BlackjackResult, BlackjackRound, RoundSeats
from croupier.families.blackjack.rules import section_of
from croupier.families.blackjack.settle import play_rules_of, round_seats
from croupier.money.bets import SEATED, Bet
from croupier.money.cents import Cents
from croupier.money.settlement import PostedBank
from croupier.play import driver, rulebook_library
from croupier.play.round import Answer, Ask, Deal, Decision, Question, RoundInProgress, TimedOut, Void
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.wager_checks import check_bets

RULEBOOKS = [name for name in rulebook_library.names() if rulebook_library.load(name).written.family == "blackjack"]
WHOLE = {"most_hands": (1, 2, 4), "most_ace_hands": (1, 2, 4), "charlie_cards": (5, 10)}
PACKS: tuple[tuple[Rank, ...], ...] = (
    tuple(Rank),
    (Rank.ACE,),
    (Rank.EIGHT,),
    (Rank.ACE, Rank.FIVE, Rank.SIX, Rank.KING),
    (Rank.ACE, Rank.TEN, Rank.JACK, Rank.KING),
    (Rank.ACE, Rank.TWO, Rank.THREE, Rank.TEN),
    (Rank.FIVE, Rank.SIX, Rank.TEN),
    (Rank.SEVEN, Rank.TEN),
)
"""Reduced packs: in some of them every hand can be split, or insurance is offered in every second round."""
LEANINGS = ("split", "double-down", "hit", "surrender", "insure", "")
"""Decisions that players of a random round may prefer; they take the preferred one three times in four where it is
legal."""


@dataclass(frozen=True, repr=False)
class Round:
    """Played round with all its inputs."""

    rules: TableRules
    bets: list[Bet]
    bank: PostedBank | None
    table: RoundSeats
    play: RoundInProgress[BlackjackResult | Void]
    questions: tuple[tuple[Ask, int], ...]
    """Questions put to players, each with the number of answers before it."""

    def __repr__(self) -> str:
        answers = [str(answer) for answer in self.play.answers]
        return f"{self.rules.id} {self.table} {self.bank} {play_rules_of(self.rules)} {answers}"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Print the short form in Hypothesis reports; all fields would fill pages."""
        printer.text(repr(self))

    @property
    def result(self) -> BlackjackResult:
        assert isinstance(self.play.result, BlackjackResult)
        return self.play.result

    def begin(self) -> BlackjackRound:
        return BlackjackRound(play_rules_of(self.rules), self.table)


@st.composite
def table_rules(draw: st.DrawFn, /, **fixed: Any) -> TableRules:
    """Draw table rules of a blackjack rulebook with some options changed.

    `fixed` options have the given values in every draw.
    """
    rulebooks = [rulebook_library.load(name) for name in RULEBOOKS]
    rulebook = draw(
        st.sampled_from([rulebook for rulebook in rulebooks if set(fixed) <= set(rulebook.written.options)])
    )
    options: dict[str, Any] = {}
    for name, option in rulebook.written.options.items():
        values: list[Any] = [*WHOLE.get(name, ()), *option.choices, *([True, False] if option.kind == "flag" else [])]
        if not values:
            continue
        if draw(st.booleans()):
            options[name] = draw(st.sampled_from(values))
    try:
        return TableRules.of(rulebook, options | fixed)
    except BadInput:
        reject()  # these options exclude each other
        raise


@st.composite
def rounds(draw: st.DrawFn, /, *, silent: bool = False, **fixed: Any) -> Round:
    """Draw a round of up to four seats, some with a backline bettor, with random legal decisions.

    With `silent`, every decision times out.
    """
    rules = draw(table_rules(**fixed))
    bank = None
    if rules.has_player_dealer and draw(st.booleans()):
        bank = PostedBank(draw(st.sampled_from(rules.seats)), Cents(draw(st.integers(1, 40_000))))
    bank_seat = bank.seat if bank else None
    seats = st.sampled_from([seat for seat in rules.seats if seat != bank_seat])
    bets = [
        bet
        for seat in draw(st.lists(seats, min_size=1, max_size=4, unique=True))
        for bet in draw(_bets_of(rules, seat))
    ]
    table = round_seats(rules, bets, bank_seat, together=draw(st.booleans()), asks_on_21=draw(st.booleans()))
    pack = pack_of(draw(st.sampled_from(PACKS)))
    chance = SeededRandomSource(draw(st.integers(0, 2**32)))
    play_rules = play_rules_of(rules)
    play: RoundInProgress[BlackjackResult | Void] = RoundInProgress(lambda: BlackjackRound(play_rules, table))
    decide = _silent if silent else _any_of(chance, draw(st.sampled_from(LEANINGS)))
    questions = play_out(play, lambda _: pack[chance.below(len(pack))], decide)
    return Round(rules, bets, bank, table, play, tuple(questions))


@st.composite
def _bets_of(draw: st.DrawFn, rules: TableRules, seat: int) -> list[Bet]:
    """Draw a main wager of ten dollars or more, allowed side wagers and sometimes a backline wager."""
    main = section_of(rules).wager
    bets = [Bet(seat, SEATED, main, Cents(draw(st.integers(1_000, 5_001))))]
    if rules.wagers[main].backline and draw(st.booleans()):
        bets.append(Bet(seat, "backline-1", main, Cents(draw(st.integers(1_000, 5_001)))))
    for wager in rules.betting_wagers.values():
        if wager.id != main and draw(st.booleans()):
            bets.append(Bet(seat, SEATED, wager.id, wager.limit.least))
    assert not check_bets(rules, bets)
    return bets


def pack_of(ranks: Sequence[Rank]) -> list[Card]:
    return [card for card in DECK if card.rank in ranks]


def play_out(
    play: RoundInProgress[Any], card: Callable[[Deal], Card], decide: Callable[[Ask], Answer]
) -> list[tuple[Ask, int]]:
    """Play a round to its end; return each question with the number of answers before it."""
    questions: list[tuple[Ask, int]] = []

    def deal() -> Card:
        assert isinstance(play.need, Deal)
        return card(play.need)

    def answered(play: RoundInProgress[Any], _: Question) -> Answer:
        assert isinstance(play.need, Ask)
        questions.append((play.need, len(play.answers)))
        return decide(play.need)

    driver.play_to_end(play, deal, answered)
    return questions


def _any_of(chance: SeededRandomSource, leaning: str) -> Callable[[Ask], Answer]:
    return lambda ask: decided(ask.questions[chance.below(len(ask.questions))], chance, leaning)


def _silent(_: Ask) -> Answer:
    return TimedOut()


def decided(question: Question, chance: SeededRandomSource, leaning: str = "") -> Decision:
    """Return a random legal decision with a random legal amount; backline bettors follow or not."""
    choice = question.choices[chance.below(len(question.choices))]
    if chance.below(4):
        choice = question.choice(leaning) or choice
    cents = choice.least + chance.below(choice.most - choice.least + 1)
    return Decision(question.seat, choice.do, cents, None if chance.below(2) else ())
