"""From a finished coup and the chips on the layout to everybody's money."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from croupier.families.baccarat.facts import TableContext, fact, facts_of
from croupier.families.baccarat.hand_values import points
from croupier.families.baccarat.round import Coup
from croupier.money.bets import Bet, Verdict
from croupier.money.cents import Cents
from croupier.money.settlement import PostedBank
from croupier.rulebook.condition_compiler import Facts
from croupier.rulebook.table_rules import TableRules

SPOT_FACTS = fact.spot_facts


def layout_of(rules: TableRules, bets: Sequence[Bet]) -> TableContext:
    """What is printed on the layout, and which seats play for the meters."""
    progressive = {wager.id for wager in rules.wagers.values() if wager.group == "progressive"}
    return TableContext(rules.seat_hands, frozenset(bet.seat for bet in bets if bet.wager in progressive))


def decide_bets(rules: TableRules, coup: Coup, bets: Sequence[Bet], meters: Mapping[str, Cents]) -> list[Verdict]:
    """What the round makes of each bet. Bettors who share facts and stake share a verdict."""
    layout = layout_of(rules, bets)
    common = facts_of(coup, layout=layout)
    seen: dict[int, Facts] = {0: common}
    verdicts: dict[tuple[str, int, int], Verdict] = {}
    judged = []
    wagers = rules.wagers
    for bet in bets:
        wager = wagers[bet.wager]
        seat = 0 if wager.facts.isdisjoint(SPOT_FACTS) else bet.seat
        key = (bet.wager, bet.amount, seat)
        if key not in verdicts:
            if seat not in seen:
                seen[seat] = facts_of(coup, seat, layout, common)
            verdicts[key] = wager.decide(seen[seat], bet.amount, meters)
        judged.append(verdicts[key])
    return judged


def start_seat(rules: TableRules, coup: Coup, bank: PostedBank | None) -> int | None:
    """Where settlement starts: left of the bank, or by the value of the Banker hand's hole card. [004 L331, L345]"""
    if bank is None:
        return None
    by_card = rules.options.get("action_start") == "hole_card"
    return rules.left_of(bank.seat, points(coup.banker[1].rank) % len(rules.seats) or 1 if by_card else 1)
