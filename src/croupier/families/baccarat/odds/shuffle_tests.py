"""The first round of every shoe, dealt by the live table's own drawing rules, against the exact count of all deals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import cache

from croupier.cards import Card
from croupier.families.baccarat.odds.exact import ExactBaccarat
from croupier.families.baccarat.round import BaccaratRules, Coup, play
from croupier.odds.fairness_tests.result import Group, Result
from croupier.odds.shoe_composition import Composition
from croupier.play import rulebook_library
from croupier.play.driver import result_of
from croupier.rulebook.table_rules import TableRules

ROUNDS = Group("First rounds")
RULEBOOK = "pa-mini-baccarat"
"""Any baccarat rulebook: they share the drawing rules."""


def _is_pair(hand: tuple[Card, ...]) -> bool:
    return hand[0].rank == hand[1].rank


Kind = Callable[[Coup], Hashable]
KINDS: dict[str, tuple[tuple[str, ...], Kind]] = {
    "Player, Banker or Tie": (("player_total", "banker_total"), lambda coup: coup.winner),
    "final totals": (("player_total", "banker_total"), lambda coup: (coup.player_total, coup.banker_total)),
    "cards of both hands": (("player_total", "banker_total"), lambda coup: (len(coup.player), len(coup.banker))),
    "pairs": (("player_pair", "banker_pair"), lambda coup: (_is_pair(coup.player), _is_pair(coup.banker))),
}
"""What is told apart, and the facts whose exact count tells it apart."""


def round_tests(openings: Sequence[Sequence[Card]], decks: int) -> Iterator[Result]:
    """`openings`: the first six cards of every shoe."""
    rules = BaccaratRules.of(_house())
    coups = [first_round(rules, cards) for cards in openings]
    for name, (_, kind) in KINDS.items():
        deals, seen = exact_deals(name, decks), Counter(map(kind, coups))
        total = sum(deals.values())
        kinds = [*deals, *(seen.keys() - deals.keys())]
        yield ROUNDS.chances(name, [seen[of] for of in kinds], [deals[of] / total for of in kinds])


@cache
def _house() -> TableRules:
    return TableRules.of(rulebook_library.load(RULEBOOK))


@cache
def exact_deals(name: str, decks: int) -> Counter[Hashable]:
    """How many deals of a full shoe are of each kind."""
    facts, kind = KINDS[name]
    table = ExactBaccarat.of(_house()).table(Composition.of_decks(decks), facts)
    deals: Counter[Hashable] = Counter()
    for coup, weight in zip(table.kinds.coups, table.weights.tolist(), strict=True):
        deals[kind(coup)] += weight
    return deals


def first_round(rules: BaccaratRules, cards: Sequence[Card]) -> Coup:
    """A round dealt from these cards on."""
    coup = result_of(lambda: play(rules), cards)
    assert isinstance(coup, Coup)
    return coup
