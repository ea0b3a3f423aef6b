"""Tests of the shuffle: results of the first round of every shoe against the exact count of all deals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import cache

from croupier.cards import Card
from croupier.families.baccarat.odds.exact import ExactBaccarat
from croupier.families.baccarat.round import BaccaratRules, Coup, play
from croupier.odds.fairness_tests.result import FairnessTestGroup, FairnessTestResult
from croupier.odds.shoe_composition import Composition
from croupier.play import rulebook_library
from croupier.play.driver import result_of
from croupier.rulebook.table_rules import TableRules

ROUNDS = FairnessTestGroup("First rounds")
RULEBOOK = "pa-mini-baccarat"
"""Any baccarat rulebook: all have the same drawing rules."""


def _is_pair(hand: tuple[Card, ...]) -> bool:
    return hand[0].rank == hand[1].rank


CoupProperty = Callable[[Coup], Hashable]
TESTED_PROPERTIES: dict[str, tuple[tuple[str, ...], CoupProperty]] = {
    "Player, Banker or Tie": (("player_total", "banker_total"), lambda coup: coup.winner),
    "final totals": (("player_total", "banker_total"), lambda coup: (coup.player_total, coup.banker_total)),
    "cards of both hands": (("player_total", "banker_total"), lambda coup: (len(coup.player), len(coup.banker))),
    "pairs": (("player_pair", "banker_pair"), lambda coup: (_is_pair(coup.player), _is_pair(coup.banker))),
}
"""Tested properties of a round, each with the facts that select its exact count and a function of the coup."""


def round_tests(openings: Sequence[Sequence[Card]], decks: int) -> Iterator[FairnessTestResult]:
    """Yield a test result for each property of a round. `openings`: the first six cards of every shoe."""
    rules = BaccaratRules.of(_table_rules())
    coups = [first_round(rules, cards) for cards in openings]
    for name, (_, kind) in TESTED_PROPERTIES.items():
        deals, observed = exact_deals(name, decks), Counter(map(kind, coups))
        total = sum(deals.values())
        kinds = [*deals, *(observed.keys() - deals.keys())]
        yield ROUNDS.probability_result(name, [observed[of] for of in kinds], [deals[of] / total for of in kinds])


@cache
def _table_rules() -> TableRules:
    return TableRules.of(rulebook_library.load(RULEBOOK))


@cache
def exact_deals(name: str, decks: int) -> Counter[Hashable]:
    """Count the deals of a full shoe by the value of a property."""
    facts, kind = TESTED_PROPERTIES[name]
    table = ExactBaccarat.of(_table_rules()).table(Composition.of_decks(decks), facts)
    deals: Counter[Hashable] = Counter()
    for coup, weight in zip(table.classes.coups, table.weights.tolist(), strict=True):
        deals[kind(coup)] += weight
    return deals


def first_round(rules: BaccaratRules, cards: Sequence[Card]) -> Coup:
    """Return the baccarat round that is dealt from the first cards of a shoe."""
    coup = result_of(lambda: play(rules), cards)
    assert isinstance(coup, Coup)
    return coup
