"""Payouts of a rulebook's main wager, found by settling example hands.

The odds distinguish a fixed set of results of a blackjack hand; the rulebook decides what each result pays. A rulebook
that pays by anything else raises `NotExactlyCountable`.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from croupier.cards import Card, parse_cards
from croupier.families.blackjack.facts import facts_of
from croupier.families.blackjack.odds.payoffs import Payoffs
from croupier.families.blackjack.round import BlackjackHandResult, BlackjackResult, BlackjackSeatResult
from croupier.families.blackjack.rulebook_schema import section_of
from croupier.families.blackjack.settle import play_rules_of
from croupier.money.bets import SEATED, BetResult, Verdict
from croupier.money.cents import Cents
from croupier.odds.fact_table import NotExactlyCountable
from croupier.rulebook.table_rules import TableRules

STAKE = Cents(100_000)
NINETEEN = "Tc 9d"
NATURAL = "Ac Td"
NATURALS = (NATURAL, "As Ks", "Ah Kh")
"""Naturals that must tie with each other, or else perfect play cannot be computed. [CA-BJX-A2]"""
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
"""Facts that perfect play takes into account; a main wager may depend only on these."""


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
        insurance_pays=_insurance(rules),
    )


def _pays(rules: TableRules, cards: str) -> Fraction:
    return _net(_verdict(rules, cards, NINETEEN))


def _insurance(rules: TableRules) -> Fraction:
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
