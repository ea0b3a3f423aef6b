"""Odds of every wager of a poker table, from counts of all deals with best play or from simulated rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, cast

import numpy as np

from croupier.errors import BadInput
from croupier.families.dealer_poker.shared.odds.fact_tables import (
    outcome_classes,
    play_table,
    require_examples,
    table_of,
)
from croupier.families.dealer_poker.shared.odds.pay_rules import (
    PokerRules,
    cached_solution,
    hand_wagers,
    net_of,
    plain_rules,
    rules_of,
)
from croupier.families.dealer_poker.shared.odds.round_outcomes import THREE_CARD_TIMES, PokerCounts
from croupier.families.dealer_poker.shared.round import FOLD
from croupier.families.dealer_poker.shared.rules import section_of
from croupier.families.dealer_poker.shared.settle import game_of
from croupier.families.dealer_poker.ultimate.rules import UltimateRules
from croupier.odds.fact_table import EXACT, SIMULATED, NotExactlyCountable
from croupier.odds.par_sheet import ParSheet, measured_sheet, paytable_of
from croupier.odds.shoe_composition import Composition
from croupier.odds.wager_odds import CombinedOdds, CorrelatedOdds, PayLine, WagerOdds, measure_wager
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.wagers import OfferedWager

if TYPE_CHECKING:
    from croupier.families.dealer_poker.three_card.odds.solver import ThreeCardSolution
    from croupier.families.dealer_poker.ultimate.odds.solver import UltimateSolution


def poker_par_sheet(rules: TableRules, shoe: Composition | None = None) -> ParSheet:
    """Return the exact par sheet of a poker table."""
    full = Composition.of_decks(rules.shoe.decks)
    if shoe is not None and shoe != full:
        raise BadInput.at("shoe", "every round is dealt from a whole deck, so there is nothing left over to count from")
    try:
        return poker_sheet(rules, exact_counts(rules))
    except NotExactlyCountable as reason:
        return _sheet_without_best_play(rules, str(reason))


def _sheet_without_best_play(rules: TableRules, reason: str) -> ParSheet:
    """Return a par sheet of the wagers that do not depend on best play, such as Trips, if best play is unavailable."""
    played = wagers_depending_on_play(rules)
    sheet = poker_sheet(rules, _counts_for(plain_rules(rules)))
    counted = {name: odds for name, odds in sheet.wagers.items() if name not in played}
    return replace(sheet, wagers=counted, not_counted={**sheet.not_counted, **dict.fromkeys(sorted(played), reason)})


def wagers_depending_on_play(rules: TableRules) -> frozenset[str]:
    """Return the wagers with odds that depend on how the hand is played."""
    folding = (wager.id for wager in rules.wagers.values() if "folded" in wager.facts)
    return frozenset({*hand_wagers(rules), section_of(rules).play, *folding})


def unpriced(rules: TableRules) -> dict[str, str]:
    """Return the wagers that can be priced neither exactly nor by playing, each with the reason."""
    try:
        rules_of(rules)
    except NotExactlyCountable as reason:
        return dict.fromkeys(sorted(wagers_depending_on_play(rules)), str(reason))
    return {}


def exact_counts(rules: TableRules) -> PokerCounts:
    """Return the number of deals by outcome with best play.

    Hold'em takes some seconds, three-card poker one second.
    """
    return _counts_for(rules_of(rules))


@lru_cache(maxsize=8)
def _counts_for(rules: PokerRules) -> PokerCounts:
    # Import kernels only for a count; loading them is slow.
    solution = cached_solution(rules)
    if isinstance(rules, UltimateRules):
        from croupier.families.dealer_poker.ultimate.odds import second_count as ultimate

        return PokerCounts(
            ultimate.play_sizes(rules), ultimate.count_outcomes(cast("UltimateSolution", solution)), None, EXACT
        )
    from croupier.families.dealer_poker.three_card.odds import second_count as three_card

    ends = three_card.count_outcomes(cast("ThreeCardSolution", solution))
    return PokerCounts(THREE_CARD_TIMES, ends, three_card.six_card_ends(), EXACT)


def poker_sheet(rules: TableRules, counts: PokerCounts) -> ParSheet:
    """Return the par sheet of a table from the outcomes of its rounds."""
    shoe = Composition.of_decks(rules.shoe.decks) if counts.method == EXACT else None
    return measured_sheet(rules, shoe, counts.method, counts.rounds, lambda wager: poker_odds(rules, wager, counts))


def poker_odds(rules: TableRules, wager: OfferedWager, counts: PokerCounts) -> WagerOdds:
    """Return the odds of one wager; raise `NotExactlyCountable` if they cannot be counted."""
    section = section_of(rules)
    if wager.id == section.ante:
        return _HandOdds(rules, counts).odds(wager)
    if wager.id == section.play:
        return _play(rules, wager, counts)
    return measure_wager(wager, table_of(wager, counts, outcome_classes(rules)), paytable=paytable_of(rules, wager.id))


def _play(rules: TableRules, wager: OfferedWager, counts: PokerCounts) -> WagerOdds:
    """Return the odds of the Play wager per unit staked on it; a wager of four antes counts as four wagers."""
    odds = measure_wager(wager, play_table(counts, outcome_classes(rules)), paytable=paytable_of(rules, wager.id))
    if counts.method != SIMULATED:
        return odds
    rounds = counts.ends.sum(axis=(1, 2, 3)).astype(float)
    times = np.array(counts.times, float)
    squares = float(rounds @ times**2)
    plain = {one.name: getattr(odds, one.name) for one in fields(odds)}
    return CorrelatedOdds(**plain, rounds=float(rounds @ times) ** 2 / squares if squares else 0.0)


class _HandOdds:
    """Odds of all wagers on a hand together, in antes."""

    def __init__(self, rules: TableRules, counts: PokerCounts) -> None:
        self.rules, self.counts = rules, counts
        kinds = outcome_classes(rules)
        require_examples(kinds, counts)
        self.deals = kinds.deals
        self.riding, self.play = hand_wagers(rules), section_of(rules).play

    def odds(self, wager: OfferedWager) -> CombinedOdds:
        nets: Counter[Fraction] = Counter()
        net_sums = dict.fromkeys((*self.riding, self.play), Fraction(0))
        for many, by_wager in self._ends():
            nets[sum(by_wager.values(), Fraction(0))] += many
            for name, net in by_wager.items():
                net_sums[name] += many * net
        rounds = self.counts.rounds
        return CombinedOdds(
            wager.id,
            wager.title,
            wager.group,
            paytable_of(self.rules, wager.id),
            wager.limit.least,
            tuple(_line(net, nets[net], wager) for net in sorted(nets, reverse=True)),
            rounds,
            self.counts.method,
            parts={name: Fraction(sum_of, rounds or 1) for name, sum_of in net_sums.items()},
            average_wager=sum((times * share for times, share in self._shares()), Fraction(len(self.riding))),
            decisions={self._decided(times): share for times, share in self._shares()},
        )

    def _ends(self) -> Iterator[tuple[int, Mapping[str, Fraction]]]:
        """Yield every outcome that occurred: how many rounds ended in it, and the net result of each wager."""
        for end, deal in self.deals.items():
            played = {name: net_of(self.rules, name, deal) for name in (*self.riding, self.play)}
            folded = {name: net_of(self.rules, name, deal, folded=True) for name in self.riding}
            for place, times in enumerate(self.counts.times):
                if many := int(self.counts.ends[place, *end]):
                    yield many, played | {self.play: times * played[self.play]} if times else folded

    def _shares(self) -> Iterator[tuple[int, Fraction]]:
        """Yield how often each Play size was chosen, the largest first and a fold last."""
        rounds = self.counts.ends.sum(axis=(1, 2, 3)).tolist()
        for times, many in sorted(zip(self.counts.times, rounds, strict=True), reverse=True):
            yield times, Fraction(many, self.counts.rounds or 1)

    def _decided(self, times: int) -> str:
        """Return the name of a decision: `4x` or `fold`; in three-card poker, with one size of wager, `play`."""
        if times == 0:
            return FOLD
        return game_of(self.rules).play_name(times)


def _line(net: Fraction, count: int, wager: OfferedWager) -> PayLine:
    result = "win" if net > 0 else "push" if net == 0 else "lose"
    net_text = f"{float(net):+g}" if net else "0"
    return PayLine(f"round comes to {net_text}", net_text, result, net, count, wager.cite)
