"""Hypothesis strategies: cards, wagers on a layout, banks, options of a rulebook, rounds of any game to settle."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hypothesis import reject
from hypothesis import strategies as st

from croupier.cards import Card, Rank, Suit
from croupier.errors import BadInput
from croupier.families.baccarat.round import BaccaratRules, Coup, play
from croupier.money.bets import Bet
from croupier.money.cents import Cents
from croupier.money.settlement import PostedBank, Settlement
from croupier.play import rulebook_library
from croupier.play.driver import result_of
from croupier.play.family import family_of, settle_bets
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.wager_checks import check_bets
from tests import blackjack_rounds, poker_rounds

BACCARAT = [name for name in rulebook_library.names() if rulebook_library.load(name).written.family == "baccarat"]
BLACKJACK = [name for name in rulebook_library.names() if rulebook_library.load(name).written.family == "blackjack"]
cards = st.builds(Card, st.sampled_from(Rank), st.sampled_from(Suit))
six_cards = st.lists(cards, min_size=6, max_size=6)


@st.composite
def table_rules(draw: st.DrawFn, banking: str | None = None) -> TableRules:
    """Draw the table rules of a shipped baccarat rulebook with some options changed.

    `blackjack_rounds.py` has the same for blackjack.
    """
    rulebooks = [rulebook_library.load(name) for name in BACCARAT]
    rulebook = draw(st.sampled_from([b for b in rulebooks if banking in (None, b.written.banking)]))
    options: dict[str, Any] = {}
    for name, option in rulebook.written.options.items():
        if option.kind in ("choice", "flag") and name not in ("currency", "paytable") and draw(st.booleans()):
            options[name] = draw(st.sampled_from(option.choices or [True, False]))
    dollar_tables = [table for table in rulebook.paytables if not table.startswith(("P2-6", "P2-7-spots-PHP", "P3"))]
    if dollar_tables:
        options["paytable"] = draw(st.sampled_from(dollar_tables))
    try:
        return TableRules.of(rulebook, options)
    except BadInput:
        reject()  # these options exclude each other
        raise


def deal(rules: TableRules, dealt: list[Card]) -> Coup:
    coup = result_of(lambda: play(BaccaratRules.of(rules)), dealt)
    assert isinstance(coup, Coup)
    return coup


@st.composite
def tables(draw: st.DrawFn, rules: TableRules, *, bank_seat: int | None = None) -> list[Bet]:
    """Draw wagers that the rules allow, with several bettors per seat."""
    bets: list[Bet] = []
    seats = [seat for seat in rules.seats if seat != bank_seat]
    for seat in draw(st.lists(st.sampled_from(seats), max_size=4, unique=True)):
        for bettor in draw(st.sampled_from([["player"], ["player", "backline-1"]])):
            for name in draw(st.lists(st.sampled_from(sorted(rules.wagers)), max_size=5, unique=True)):
                wager = rules.wagers[name]
                amount = draw(st.integers(wager.limit.least, min(wager.limit.most, wager.limit.least + 5000)))
                grown = [*bets, Bet(seat, bettor, name, Cents(amount))]
                if not check_bets(rules, grown, bank_seat=bank_seat):
                    bets = grown
    return bets


@dataclass(frozen=True, repr=False)
class Table:
    """A round that was dealt and decided, ready to be settled against any bank."""

    description: str
    """Description of all inputs, shown when a test fails."""
    rules: TableRules
    bank: PostedBank | None
    meters: dict[str, Cents]
    settle: Callable[[PostedBank | None], Settlement]
    start: Callable[[PostedBank | None], int | None]
    """Function that returns the seat at which settlement starts."""

    def __repr__(self) -> str:
        return self.description

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Show the description to Hypothesis, which would print every field over many pages."""
        printer.text(repr(self))


@st.composite
def baccarat_tables(draw: st.DrawFn, banking: str | None = None) -> Table:
    rules = draw(table_rules(banking))
    bank = None
    if rules.has_player_dealer and draw(st.booleans() | st.just(True)):
        bank = PostedBank(draw(st.sampled_from(rules.seats)), Cents(draw(st.integers(1, 200_000))))
    bets = draw(tables(rules, bank_seat=bank.seat if bank else None))
    meters = {meter.id: Cents(draw(st.integers(0, 10_000_000))) for meter in rules.meters}
    coup = deal(rules, draw(six_cards))
    return Table(
        f"{rules.id} {rules.options} {bets} {coup} {bank} {meters}",
        rules,
        bank,
        meters,
        lambda bank: settle_bets(rules, coup, bets, bank=bank, meters=meters),
        lambda bank: family_of(rules).first_seat_to_settle(rules, coup, bank),
    )


def _of_blackjack(played: blackjack_rounds.Round) -> Table:
    rules = played.rules
    return Table(
        repr(played),
        rules,
        played.bank,
        {},
        lambda bank: settle_bets(rules, played.result, played.bets, bank=bank),
        lambda bank: family_of(rules).first_seat_to_settle(rules, played.result, bank),
    )


def _of_poker(played: poker_rounds.Round) -> Table:
    rules = played.rules
    return Table(
        repr(played),
        rules,
        played.bank,
        {},
        lambda bank: settle_bets(rules, played.result, played.bets, bank=bank),
        lambda bank: family_of(rules).first_seat_to_settle(rules, played.result, bank),
    )


def rounds(banking: str | None = None) -> st.SearchStrategy[Table]:
    """Draw a round of any game, ready to settle; `banking` limits it to games banked by the house or by a player."""
    blackjack = blackjack_rounds.rounds().map(_of_blackjack)
    if banking is not None:
        blackjack = blackjack.filter(lambda table: table.rules.rulebook.written.banking == banking)
    poker = poker_rounds.rounds().map(_of_poker)  # in every poker game a player banks
    return baccarat_tables(banking) | blackjack | (st.nothing() if banking == "house" else poker)
