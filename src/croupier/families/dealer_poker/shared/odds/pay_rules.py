"""Rules that determine best play, found by settling an example round of every outcome under a rulebook.

The solver distinguishes a fixed set of outcomes; the rulebook decides what each pays. A rulebook that pays by anything
else raises `NotExactlyCountable`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

from croupier.families.dealer_poker.shared.edge_cases import (
    SEAT,
    Deal,
    End,
    deal_text,
    result_of,
    three_card_deals,
    ultimate_deals,
)
from croupier.families.dealer_poker.shared.game import PokerGame
from croupier.families.dealer_poker.shared.odds.action_values import Pay
from croupier.families.dealer_poker.shared.odds.round_outcomes import LOST, WON
from croupier.families.dealer_poker.shared.rules import section_of
from croupier.families.dealer_poker.shared.settle import THREE_CARD_GAME, ULTIMATE_GAME, facts_of, game_of
from croupier.families.dealer_poker.three_card.rules import NotQualified, ThreeCardPays, ThreeCardRules
from croupier.families.dealer_poker.ultimate.rules import HANDS, HandPays, UltimateRules
from croupier.hands.hand_strength import Category, ThreeCardCategory, Wheel
from croupier.money.bets import BetResult
from croupier.money.cents import Cents
from croupier.odds.fact_table import NotExactlyCountable
from croupier.odds.optional_packages import require_package
from croupier.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from croupier.families.dealer_poker.three_card.odds.solver import ThreeCardSolution
    from croupier.families.dealer_poker.ultimate.odds.solver import UltimateSolution

STAKE = Cents(100_000)
PokerRules: TypeAlias = UltimateRules | ThreeCardRules
PokerSolution: TypeAlias = "UltimateSolution | ThreeCardSolution"
QUALIFIED = 1
"""Three-card poker: lowest dealer's class in `PokerCounts.ends` that qualifies."""


def solution_of(rules: TableRules) -> PokerSolution:
    """Return best play at this table; raise `NotExactlyCountable` if its payouts cannot be counted."""
    return cached_solution(rules_of(rules))


@lru_cache(maxsize=8)
def cached_solution(rules: PokerRules) -> PokerSolution:
    """Return best play; tables with equal rules share one cached solution."""
    require_package("numba", "best play")
    if isinstance(rules, UltimateRules):
        from croupier.families.dealer_poker.ultimate.odds.solver import UltimateSolution

        return UltimateSolution(rules)
    from croupier.families.dealer_poker.three_card.odds.solver import ThreeCardSolution as OfThree

    return OfThree(rules)


def rules_of(rules: TableRules) -> PokerRules:
    """Return the rules on which best play depends.

    Raise `NotExactlyCountable` if the payouts depend on anything that the solver does not distinguish.
    """
    return _cached_rules(PokerRulesKey(rules))


@dataclass(frozen=True, eq=False)
class PokerRulesKey:
    """Cache key for table rules: two are equal if the rulebook's digest and the options are equal."""

    rules: TableRules

    @property
    def key(self) -> tuple[str, frozenset[tuple[str, Any]]]:
        return self.rules.rulebook.digest, frozenset(self.rules.options.items())

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PokerRulesKey) and other.key == self.key


@lru_cache(maxsize=64)
def _cached_rules(rules_key: PokerRulesKey) -> PokerRules:
    return PLAY_RULES[game_of(rules_key.rules)](rules_key.rules)


def hand_wagers(rules: TableRules) -> tuple[str, ...]:
    """Return the wagers that are placed together on the hand: the Ante, and the Blind if there is one."""
    section = section_of(rules)
    group = rules.wagers[section.ante].group
    return tuple(wager.id for wager in rules.wagers.values() if wager.group == group and wager.id != section.play)


def net_of(rules: TableRules, wager: str, deal: Deal, *, folded: bool = False) -> Fraction:
    """Return the net result of one unit of a wager in a round."""
    facts = facts_of(rules, result_of(deal, folded=folded), SEAT)
    verdict = rules.wagers[wager].decide(facts, STAKE)
    sign = {BetResult.WIN: 1, BetResult.LOSE: -1}.get(verdict.result, 0)
    return Fraction(sign * verdict.winnings - verdict.charge, STAKE)


def ultimate_rules(rules: TableRules) -> UltimateRules:
    """Return the rules of a hold'em table in the form that the solver takes."""
    section, least = section_of(rules), min_hole_cards_of(rules)
    blind = _blind(rules)
    deals = ultimate_deals(least)
    play_rules = UltimateRules(
        before_flop=tuple(sorted(section.before_flop)),
        flop=section.flop,
        river=section.river,
        qualifies=_qualifies(rules, deals),
        blind=_blind_pays(rules, blind, deals),
        min_hole_cards=least,
    )
    for end, deal in deals.items():
        _require(rules, section.ante, deal, _ante_of(play_rules, end))
        _require(rules, blind, deal, _blind_of(play_rules, end))
        _require(rules, section.play, deal, end[2] - 1)
    _require_folds_lose(rules, (section.ante, blind), deals.values())
    return play_rules


def min_hole_cards_of(rules: TableRules) -> int:
    """Return the number of the two hole cards that a hand must use. [CA-UTH-A1]"""
    return int(rules.value(section_of(rules).min_hole_cards))


def _blind(rules: TableRules) -> str:
    ante = section_of(rules).ante
    others = [wager for wager in hand_wagers(rules) if wager != ante]
    if len(others) != 1:
        raise NotExactlyCountable(f"rides on an Ante with {len(others)} Blinds, and best play is worked out for one")
    if not any(cap.exact and cap.share == 1 and cap.of == (ante,) for cap in rules.wagers[others[0]].caps):
        raise NotExactlyCountable(
            f"rides beside {others[0]}, which best play is worked out for only where it equals {ante}"
        )
    return others[0]


def _qualifies(rules: TableRules, deals: dict[End, Deal]) -> Category:
    """Return the lowest category of a dealer's hand against which a winning Ante is paid."""
    ante = section_of(rules).ante
    paid = [end[1] for end, deal in deals.items() if end[2] == WON and net_of(rules, ante, deal) > 0]
    if not paid:
        raise NotExactlyCountable(f"is of a game in which no hand wins {ante}")
    return Category(min(paid))


def _blind_pays(rules: TableRules, blind: str, deals: dict[End, Deal]) -> HandPays:
    pays: dict[str, Pay] = {}
    for category in HANDS:
        won = next(deal for end, deal in deals.items() if end[0] == category and end[2] == WON)
        pays[category.name.lower()] = net_of(rules, blind, won)
    return HandPays(**pays)


def _ante_of(rules: UltimateRules, end: End) -> int:
    return end[2] - 1 if end[1] >= rules.qualifies else 0


def _blind_of(rules: UltimateRules, end: End) -> Fraction:
    return rules.blind.of(Category(end[0])) if end[2] == WON else Fraction(-(end[2] == LOST))


def three_card_rules(rules: TableRules) -> ThreeCardRules:
    """Return the rules of a three-card poker table in the form that the solver takes."""
    section = section_of(rules)
    if hand_wagers(rules) != (section.ante,):
        raise NotExactlyCountable(
            "rides on a second wager beside the Ante, and best play is worked out for an Ante alone"
        )
    deals = three_card_deals()
    lower = next(deal for end, deal in deals.items() if end[1] < QUALIFIED and end[2] == LOST)
    plain = ThreeCardRules(
        wheel=wheel_of(rules),
        not_qualified=NotQualified.PAID if net_of(rules, section.ante, lower) > 0 else NotQualified.COMPARED,
        is_exposed=bool(rules.value(section.upcard)),
        is_pair_plus_forfeited=_is_lost_by_folding(rules, deals),
    )
    play_rules = _with_ante(plain, {end: net_of(rules, section.ante, deal) for end, deal in deals.items()})
    for end, deal in deals.items():
        _require(rules, section.ante, deal, play_rules.ante_net(end[0], end[2], qualifies=end[1] >= QUALIFIED))
        _require(rules, section.play, deal, end[2] - 1 if end[1] >= QUALIFIED else 0)
    _require_folds_lose(rules, (section.ante,), deals.values())
    return play_rules


def _with_ante(plain: ThreeCardRules, nets: Mapping[End, Fraction]) -> ThreeCardRules:
    """Return the rules with the payouts of the Ante at this table: even money, a bonus, or a list of net results."""
    won = {end[0]: net - 1 for end, net in nets.items() if end[1] >= QUALIFIED and end[2] == WON}
    with_bonus = plain
    if any(won.values()) and all(more >= 0 for more in won.values()):
        bonus = ThreeCardPays(**{ThreeCardCategory(kind).name.lower(): more for kind, more in won.items()})
        with_bonus = replace(plain, ante_bonus=bonus)
    table = [[list(by_result) for by_result in of_kind] for of_kind in with_bonus.all_ante_nets()]
    for end, net in nets.items():
        table[end[0]][end[1] >= QUALIFIED][end[2]] = net
    written = tuple(tuple(tuple(by_result) for by_result in of_kind) for of_kind in table)
    return with_bonus if written == with_bonus.all_ante_nets() else replace(plain, ante_nets=written)


def wheel_of(rules: TableRules) -> Wheel:
    """Return whether ace, two, three are a straight. [CA-TCP-A1]"""
    return Wheel.LOW if rules.value(section_of(rules).a23_straight) else Wheel.NONE


def _is_lost_by_folding(rules: TableRules, deals: dict[End, Deal]) -> bool:
    """Return whether a fold forfeits a bonus wager on the player's three cards."""
    bonuses = [wager.id for wager in rules.wagers.values() if "folded" in wager.facts and "pair" in wager.facts]
    pair = next(deal for end, deal in deals.items() if end[0] == 1)
    return any(net_of(rules, wager, pair) > net_of(rules, wager, pair, folded=True) for wager in bonuses)


def _require(rules: TableRules, wager: str, deal: Deal, expected: int | Fraction) -> None:
    if (got := net_of(rules, wager, deal)) != expected:
        raise NotExactlyCountable(
            f"is of a game in which {wager} comes to {got} with {deal_text(deal)}; best play is worked out for "
            f"{expected}"
        )


def _require_folds_lose(rules: TableRules, wagers: Iterable[str], deals: Iterable[Deal]) -> None:
    for deal in deals:
        for wager in wagers:
            if net_of(rules, wager, deal, folded=True) != -1:
                raise NotExactlyCountable(
                    f"is of a game in which a fold keeps some of {wager}, and best play is worked out where it does not"
                )


def plain_rules(rules: TableRules) -> PokerRules:
    """Return the usual rules of the game, but with the ranking of hands that this table has.

    They give the counts of wagers whose odds do not depend on how the hand is played.
    """
    return PLAIN_RULES[game_of(rules)](rules)


PLAY_RULES: Mapping[PokerGame, Callable[[TableRules], PokerRules]] = {
    THREE_CARD_GAME: three_card_rules,
    ULTIMATE_GAME: ultimate_rules,
}
PLAIN_RULES: Mapping[PokerGame, Callable[[TableRules], PokerRules]] = {
    THREE_CARD_GAME: lambda rules: ThreeCardRules(wheel=wheel_of(rules)),
    ULTIMATE_GAME: lambda rules: UltimateRules(min_hole_cards=min_hole_cards_of(rules)),
}
