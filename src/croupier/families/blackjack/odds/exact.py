"""Exact odds of every wager of a blackjack table: bonus wagers by counting, the main wager by perfect play.

The payouts of the main wager are found by settling example hands. The odds distinguish a fixed set of results of a
blackjack hand; the rulebook decides what each result pays. A rulebook that pays by anything else raises
`NotExactlyCountable`.

Effects of removal are the odds of every wager after one card has left the shoe: the main wager is solved again, the
other wagers are counted again. The removed card is a random card of its rank, so suits are weighted by the number of
cards left.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any

from croupier.cards import Card, Rank, Suit, parse_cards
from croupier.compiled import compiling_ahead
from croupier.errors import BadInput
from croupier.families.blackjack.facts import facts_of
from croupier.families.blackjack.hand_values import value
from croupier.families.blackjack.odds import fact_tables
from croupier.families.blackjack.odds.payoffs import Payoffs
from croupier.families.blackjack.odds.solver import BlackjackSolver
from croupier.families.blackjack.round import BlackjackHandResult, BlackjackResult, BlackjackSeatResult
from croupier.families.blackjack.rules import section_of
from croupier.families.blackjack.settle import play_rules_of
from croupier.money.bets import SEATED, BetResult, Verdict
from croupier.money.cents import Cents
from croupier.odds.fact_table import EXACT, FactTable, NotExactlyCountable
from croupier.odds.par_sheet import ParSheet, measured_sheet, paytable_of
from croupier.odds.removal_effects import WagerEffects
from croupier.odds.shoe_composition import Composition, card_number
from croupier.odds.wager_odds import PayLine, SolvedOdds, WagerOdds, measure_wager
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.wagers import OfferedWager

if TYPE_CHECKING:
    from croupier.families.blackjack.odds.simulate_results import BlackjackTally
    from croupier.families.blackjack.odds.solution import BlackjackSolution
    from croupier.play.facts import FactColumns

ROUNDS = 2**22
"""Number of rounds simulated to find how the main wager's results are distributed; its edge is computed exactly."""
SEED = 1


def blackjack_par_sheet(rules: TableRules, shoe: Composition | None = None) -> ParSheet:
    """Return the par sheet of a blackjack table, from a full shoe or from the cards left."""
    from croupier.families.blackjack.odds import compile_ahead

    cards, main = shoe or Composition.of_decks(rules.shoe.decks), section_of(rules).wager
    total = cards.cards * (cards.cards - 1) * (cards.cards - 2)
    found: dict[str, WagerOdds] = {}
    with compiling_ahead(compile_ahead.__name__, compile_ahead.KERNELS) as wait:
        # What calls no kernel of the second process comes first: the values of hands without splits, and other wagers.
        with suppress(NotExactlyCountable):
            solution_of(rules, cards)
        for wager in rules.wagers.values():
            if wager.id != main:
                with suppress(NotExactlyCountable):
                    found[wager.id] = _odds(rules, wager, cards)
        wait()
        return measured_sheet(
            rules, cards, EXACT, total, lambda wager: found.get(wager.id) or _odds(rules, wager, cards)
        )


def _odds(rules: TableRules, wager: OfferedWager, shoe: Composition) -> WagerOdds:
    section = section_of(rules)
    if wager.id == section.wager:
        return _main_odds(rules, wager, shoe)
    if wager.id == section.insurance:
        return _insurance(rules, wager, shoe)
    return measure_wager(wager, bonus_table(rules, wager, shoe), paytable=paytable_of(rules, wager.id))


def bonus_table(rules: TableRules, wager: OfferedWager, shoe: Composition) -> FactTable:
    """Return the smallest fact table that tells all facts of a bonus wager apart."""
    fact_tables.require_priced(rules, wager)
    columns: FactColumns
    weights: Any
    if wager.facts <= fact_tables.FIRST_THREE:
        columns, weights = fact_tables.first_three(), fact_tables.first_three_weights(shoe)
    elif wager.facts <= fact_tables.BY_RANK:
        columns, weights = fact_tables.first_four(), fact_tables.first_four_weights(shoe)
    elif wager.facts <= fact_tables.FIRST_FOUR:
        columns, weights = fact_tables.first_four_by_card(), fact_tables.first_four_by_card_weights(shoe)
    elif wager.facts <= fact_tables.DEALER_THREE:
        columns = fact_tables.dealer_threes(play_rules_of(rules).hits_soft_17)
        weights = fact_tables.first_three_weights(shoe)
    else:
        columns, weights = fact_tables.dealer_hands(shoe, play_rules_of(rules).hits_soft_17)
    return FactTable(weights, EXACT, columns)


def unpriced(rules: TableRules) -> dict[str, str]:
    """Return the wagers that are not priced, or only as one seat plays, each with the reason."""
    section, found = section_of(rules), {}
    for wager in rules.wagers.values():
        try:
            if wager.id == section.wager:
                payoffs_of(rules)
            elif wager.id != section.insurance:
                fact_tables.require_dealer_completes(rules, wager)
        except NotExactlyCountable as reason:
            found[wager.id] = str(reason)
    return found


def _insurance(rules: TableRules, wager: OfferedWager, shoe: Composition) -> WagerOdds:
    """Return the odds of insurance when the dealer shows an ace and no other card has left the shoe."""
    chance = fact_tables.chance_of_ten_under_ace(shoe)
    pays, row = payoffs_of(rules).insurance_pays, wager.rows[0]
    win = PayLine(row.title, row.odds.text, "win", pays, chance.numerator, row.cite, row_numbers=(row.number,))
    lose = PayLine("lose", "lose", "lose", Fraction(-1), chance.denominator - chance.numerator, wager.cite)
    stake = wager.limit.least
    return WagerOdds(wager.id, wager.title, wager.group, None, stake, (win, lose), chance.denominator, EXACT)


def _main_odds(rules: TableRules, wager: OfferedWager, shoe: Composition) -> SolvedOdds:
    solved = solution_of(rules, shoe)
    is_full = shoe == Composition.of_decks(rules.shoe.decks)
    lines = _simulated_lines(rules, wager) if is_full else ()
    return SolvedOdds(
        wager.id,
        wager.title,
        wager.group,
        paytable_of(rules, wager.id),
        wager.limit.least,
        lines,
        sum(line.count for line in lines),
        EXACT,
        value=solved.value,
        chart_value=solved.chart_value,
    )


@lru_cache(maxsize=16)
def _solved(game: BlackjackSolver, shoe: Composition) -> BlackjackSolution:
    return game.solve(shoe)


def solver_of(rules: TableRules) -> BlackjackSolver:
    """Return the solver for the table's rules and payouts."""
    return BlackjackSolver(play_rules_of(rules), payoffs_of(rules))


def solution_of(rules: TableRules, shoe: Composition | None = None) -> BlackjackSolution:
    """Return perfect play at this table."""
    return _solved(solver_of(rules), shoe or Composition.of_decks(rules.shoe.decks))


def _simulated_lines(rules: TableRules, wager: OfferedWager) -> tuple[PayLine, ...]:
    """Return the results of simulated rounds played by the chart, as sheet lines in units of the first wager."""
    from croupier.families.blackjack.odds.simulate_job import ShoePlan
    from croupier.families.blackjack.odds.simulate_run import simulate_blackjack

    game, chart = solver_of(rules), solution_of(rules).chart
    tally = simulate_blackjack(game.rules, game.payoffs, chart, ROUNDS, seed=SEED, shoe=ShoePlan.fresh(), threads=1)
    return round_lines(tally, wager)


def round_lines(tally: BlackjackTally, wager: OfferedWager) -> tuple[PayLine, ...]:
    """Return the results of rounds at one stake as lines of the sheet, the best first."""
    counts = tally.nets.sum(axis=0).tolist()
    middle, units = tally.job.net_zero_index, tally.units
    nets = ((Fraction(place - middle, units), count) for place, count in enumerate(counts) if count)
    return tuple(_line(net, count, wager) for net, count in sorted(nets, reverse=True))


def _line(net: Fraction, count: int, wager: OfferedWager) -> PayLine:
    result = "win" if net > 0 else "push" if net == 0 else "lose"
    net_text = f"{float(net):+g}" if net else "0"
    return PayLine(f"round comes to {net_text}", net_text, result, net, count, wager.cite)


STAKE = Cents(100_000)
NINETEEN = "Tc 9d"
NATURAL = "Ac Td"
NATURALS = (NATURAL, "As Ks", "Ah Kh")
"""Example naturals, which must tie with each other, or else perfect play cannot be computed. [CA-BJX-A2]"""
HANDS = {
    17: "Tc 7d", 18: "Tc 8d", 19: "Tc 9d", 20: "Tc Jd", 21: "Tc 5d 6h", 12: "Tc 2d", 16: "Tc 6d", 4: "2c 2d"
}  # fmt: skip
"""Example hand for each total that `_require_plain` compares."""
BROKE = "Tc 6d Kh"
KNOWN = frozenset(
    {
        *("natural", "spade_ace_king", "suited_ace_king", "hard_31", "charlie", "broke", "surrendered", "hand_total"),
        *("dealer_natural", "dealer_broke", "dealer_total", "dealer_spade_ace_king", "dealer_suited_ace_king"),
        "insured",
    }
)
"""Names of the facts that perfect play takes into account; a main wager may depend only on these."""


def payoffs_of(rules: TableRules) -> Payoffs:
    """Return the payouts of a table's main wager and insurance.

    Raise `NotExactlyCountable` if they are not the payouts of a blackjack game.
    """
    _require_plain(rules)
    play_rules = play_rules_of(rules)
    x_spades, x_hearts = _pays(rules, "As Ks"), _pays(rules, "Ah Kh")
    natural = _pays(rules, "Ac Td")
    charlie = "As Ac Ah Ad As 2s 2h 2c 2d 3s"
    return Payoffs(
        natural=natural,
        win=_pays(rules, "Tc Jd"),
        blackjack_x=x_spades if x_spades != natural else None,
        blackjack_x_any_suit=x_spades != natural and x_hearts == x_spades,
        hard_31=_pays(rules, "Tc 6d 5h Jd") if play_rules.plays_to_31 else Fraction(0),
        charlie=_pays(rules, charlie) if play_rules.charlie_cards == 10 else Fraction(1),
        surrender_loses=-_net(_verdict(rules, HANDS[16], NINETEEN, surrendered=True)),
        insurance_pays=_insurance_pays(rules),
    )


def _pays(rules: TableRules, cards: str) -> Fraction:
    return _net(_verdict(rules, cards, NINETEEN))


def _insurance_pays(rules: TableRules) -> Fraction:
    name = section_of(rules).insurance
    if not name:
        return Fraction(2)
    facts = facts_of(_result(rules, HANDS[20], "Ac Td"), 1)
    return _net(rules.wagers[name].decide(facts, STAKE))


def _verdict(rules: TableRules, cards: str, dealer: str, *, surrendered: bool = False) -> Verdict:
    facts = facts_of(_result(rules, cards, dealer, surrendered=surrendered), 1)
    return rules.wagers[section_of(rules).wager].decide(facts, STAKE)


def _net(verdict: Verdict) -> Fraction:
    sign = {BetResult.WIN: 1, BetResult.LOSE: -1}.get(verdict.result, 0)
    return Fraction(sign * verdict.winnings, STAKE)


def _result(
    rules: TableRules, cards: str, dealer: str, *, surrendered: bool = False, insured: int = 0
) -> BlackjackResult:
    own: tuple[Card, ...] = parse_cards(cards)
    hand = BlackjackHandResult(
        own, (SEATED,), is_split=False, doubled_by=0, doubling_bettors=(), surrendered=surrendered
    )
    seat = BlackjackSeatResult(1, int(STAKE), (hand,), own[:2], insured, (SEATED,) if insured else ())
    return BlackjackResult(play_rules_of(rules), parse_cards(dealer), (seat,))


def _require_plain(rules: TableRules) -> None:
    """Raise `NotExactlyCountable` unless the higher total wins, equal totals push and a bust loses.

    Naturals must tie, and a natural must beat every other hand.
    """
    wager = rules.wagers[section_of(rules).wager]
    if unknown := wager.facts - KNOWN:
        raise NotExactlyCountable(f"pays by {', '.join(sorted(unknown))}, which perfect play is not counted for")
    for cards, dealer, expected in _plain_results():
        if (got := _net(_verdict(rules, cards, dealer))) != expected:
            raise NotExactlyCountable(f"{cards} against {dealer} comes to {got} and not to {expected}")
    for dealer in (NATURAL, NINETEEN):
        insured = facts_of(_result(rules, NATURAL, dealer, insured=STAKE // 2), 1)
        if _net(wager.decide(insured, STAKE)) != _net(_verdict(rules, NATURAL, dealer)):
            raise NotExactlyCountable("pays an insured natural otherwise than one that is not")


def _plain_results() -> Iterator[tuple[str, str, int]]:
    for total, cards in HANDS.items():
        for dealer, held in HANDS.items():
            if dealer >= 17:
                yield cards, held, (total > dealer) - (total < dealer)
        yield cards, BROKE, 1
        yield cards, NATURAL, -1
    yield BROKE, BROKE, -1
    yield BROKE, NINETEEN, -1
    for own, others in product(NATURALS, repeat=2):
        yield own, others, 0


def blackjack_effects(sheet: ParSheet) -> dict[str, WagerEffects]:
    """Return the effects of removal on every wager of an exact sheet."""
    assert sheet.shoe is not None
    removals = _RemovalEdges(sheet.rules, sheet.shoe)
    return {name: removals.effects(sheet.rules.wagers[name], odds.house_edge) for name, odds in sheet.wagers.items()}


def edges_by_card(rules: TableRules, wager: OfferedWager, shoe: Composition) -> tuple[Fraction, dict[Card, Fraction]]:
    """Return the expected gain of a wager, and its change after each card has left the shoe."""
    removals, cards = _RemovalEdges(rules, shoe), [Card(rank, suit) for rank in Rank for suit in Suit]
    if wager.id == section_of(rules).wager:
        by_rank = removals.changes_of_main()
        return Fraction(solution_of(rules, shoe).value), {card: -by_rank[card.rank] for card in cards}
    edge = measure_wager(wager, bonus_table(rules, wager, shoe)).house_edge
    return -edge, {card: edge - removals.edge(wager, card) for card in cards}


class _RemovalEdges:
    """House edge of each wager after one card has left the shoe."""

    def __init__(self, rules: TableRules, shoe: Composition) -> None:
        self.rules, self.shoe = rules, shoe
        self.left = {rank: sum(self._count(Card(rank, suit)) for suit in Suit) for rank in Rank}
        self._without = cache(lambda card: self.shoe.without([card], "--effects"))

    def _count(self, card: Card) -> int:
        return self.shoe.counts[card_number(card)]

    def effects(self, wager: OfferedWager, edge: Fraction) -> WagerEffects:
        if wager.id == section_of(self.rules).wager:
            changes = self.changes_of_main()
        else:
            changes = {rank: self._after(wager, rank) - edge for rank in Rank if self.left[rank]}
        return WagerEffects(wager.id, edge, self.shoe.cards, changes, self.left)

    def changes_of_main(self) -> dict[Rank, Fraction]:
        """Return the change of the main wager's house edge for each rank that leaves the shoe.

        The edge falls by what the best play for the remaining cards gains.
        """
        try:
            values = solver_of(self.rules).effects_of_removal(self.shoe)
        except BadInput as small:
            raise BadInput.at("--effects", f"one card has to leave: {small.problems[0].text}") from None
        return {Rank(rank): -Fraction(change) for rank, change in values.items()}

    def _after(self, wager: OfferedWager, rank: Rank) -> Fraction:
        """Return the house edge after one card of a rank has left the shoe, averaged over the suits of the card."""
        here = [card for suit in Suit if self._count(card := Card(rank, suit))]
        if not self._sees_suits(wager):
            return self.edge(wager, here[0])
        return sum((self._count(card) * self.edge(wager, card) for card in here), Fraction(0)) / self.left[rank]

    def _sees_suits(self, wager: OfferedWager) -> bool:
        return (
            wager.id != section_of(self.rules).insurance
            and not wager.facts <= fact_tables.BY_RANK | fact_tables.DEALERS
        )

    def edge(self, wager: OfferedWager, card: Card) -> Fraction:
        """Return the house edge of a wager after a card has left the shoe."""
        return self._edges(wager, self._representative(wager, card))

    def _representative(self, wager: OfferedWager, card: Card) -> Card:
        """Return a card whose removal has the same effect, so that equal results are computed once.

        Insurance and wagers on the dealer's hand depend only on the value of a card.
        """
        by_value = wager.id == section_of(self.rules).insurance or wager.facts <= fact_tables.DEALERS
        if not by_value:
            return card
        alike = (Card(rank, suit) for rank in Rank for suit in Suit if value(rank) == value(card.rank))
        return next(one for one in alike if self._count(one))

    @cache  # noqa: B019 - the object exists only while one sheet is computed
    def _edges(self, wager: OfferedWager, card: Card) -> Fraction:
        left = self._without(card)
        if wager.id == section_of(self.rules).insurance:
            chance = fact_tables.chance_of_ten_under_ace(left)
            return 1 - chance * (solver_of(self.rules).payoffs.insurance_pays + 1)
        return measure_wager(wager, bonus_table(self.rules, wager, left)).house_edge
