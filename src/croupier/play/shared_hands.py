"""Functions for families in which all players share the hands and nobody decides anything."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from croupier.money.bets import Bet
from croupier.money.cents import Cents
from croupier.play.facts import RoundFacts
from croupier.play.family import ROLES, DecidedBets, WagerPosition, rows_won
from croupier.rulebook.table_rules import TableRules


def decide_by_facts(
    rules: TableRules, facts: RoundFacts[Any], bets: Sequence[Bet], meters: Mapping[str, Cents]
) -> DecidedBets:
    """Decide every bet by the same facts of the round."""
    return DecidedBets(list(bets), [rules.wagers[bet.wager].decide(facts, bet.amount, meters) for bet in bets])


def wagers_won(rules: TableRules, facts: RoundFacts[Any], meters: Mapping[str, Cents]) -> dict[str, str]:
    """Return the wagers that these facts pay, placed or not, each with the name of its winning row."""
    return rows_won(rules, ((name, one.decide(facts, one.limit.least, meters)) for name, one in rules.wagers.items()))


def layout_beside_hands(rules: TableRules, hands: Sequence[str]) -> Mapping[str, WagerPosition]:
    """Return where wagers are drawn: one whose name ends with a hand's name beside that hand, all others between."""
    zones = {name: next((hand for hand in hands if name.endswith(hand)), "tie") for name in rules.wagers}
    return {name: WagerPosition(ROLES[rules.wagers[name].group], zone) for name, zone in zones.items()}
