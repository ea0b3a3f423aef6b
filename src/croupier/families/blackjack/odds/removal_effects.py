"""Effects of removal at a blackjack table: the odds of every wager after one card has left the shoe.

The main wager is solved again, the other wagers are counted again. The removed card is a random card of its rank, so
suits are weighted by the number of cards left.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from croupier.cards import Card, Rank, Suit
from croupier.errors import BadInput
from croupier.families.blackjack.hand_values import value
from croupier.families.blackjack.odds import fact_tables
from croupier.families.blackjack.odds.exact import bonus_table, solver_of
from croupier.families.blackjack.rulebook_schema import section_of
from croupier.odds.par_sheet import ParSheet
from croupier.odds.removal_effects import WagerEffects
from croupier.odds.shoe_composition import Composition, card_number
from croupier.odds.wager_odds import measure_wager
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.wagers import OfferedWager


def blackjack_effects(sheet: ParSheet) -> dict[str, WagerEffects]:
    """Return the effects of removal on every wager of an exact sheet."""
    assert sheet.shoe is not None
    removals = _RemovalEdges(sheet.rules, sheet.shoe)
    return {name: removals.effects(sheet.rules.wagers[name], odds.house_edge) for name, odds in sheet.wagers.items()}


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
            changes = self._of_main()
        else:
            changes = {rank: self._after(wager, rank) - edge for rank in Rank if self.left[rank]}
        return WagerEffects(wager.id, edge, self.shoe.cards, changes, self.left)

    def _of_main(self) -> dict[Rank, Fraction]:
        """Return the effects on the main wager: the house loses what the best play for the cards left gains."""
        try:
            values = solver_of(self.rules).effects_of_removal(self.shoe)
        except BadInput as small:
            raise BadInput.at("--effects", f"one card has to leave: {small.problems[0].text}") from None
        return {Rank(rank): -Fraction(change) for rank, change in values.items()}

    def _after(self, wager: OfferedWager, rank: Rank) -> Fraction:
        """Return the house edge after one card of a rank has left the shoe, averaged over the suits of the card."""
        here = [card for suit in Suit if self._count(card := Card(rank, suit))]
        if not self._sees_suits(wager):
            return self._edge(wager, here[0])
        return sum((self._count(card) * self._edge(wager, card) for card in here), Fraction(0)) / self.left[rank]

    def _sees_suits(self, wager: OfferedWager) -> bool:
        return (
            wager.id != section_of(self.rules).insurance
            and not wager.facts <= fact_tables.BY_RANK | fact_tables.DEALERS
        )

    def _edge(self, wager: OfferedWager, card: Card) -> Fraction:
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
