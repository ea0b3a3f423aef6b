"""Settlement of a finished coup: a verdict for every bet."""

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


def layout_context(rules: TableRules, bets: Sequence[Bet]) -> TableContext:
    """Return the hands printed on the layout, and the seats that have a progressive wager."""
    progressive = {wager.id for wager in rules.wagers.values() if wager.group == "progressive"}
    return TableContext(rules.seat_hands, frozenset(bet.seat for bet in bets if bet.wager in progressive))


def decide_bets(rules: TableRules, coup: Coup, bets: Sequence[Bet], meters: Mapping[str, Cents]) -> list[Verdict]:
    """Return the verdict of each bet; bets with the same wager, stake and facts share one verdict."""
    layout = layout_context(rules, bets)
    common = facts_of(coup, layout=layout)
    facts_by_seat: dict[int, Facts] = {0: common}
    verdicts: dict[tuple[str, int, int], Verdict] = {}
    decided = []
    wagers = rules.wagers
    for bet in bets:
        wager = wagers[bet.wager]
        seat = 0 if wager.facts.isdisjoint(SPOT_FACTS) else bet.seat
        key = (bet.wager, bet.amount, seat)
        if key not in verdicts:
            if seat not in facts_by_seat:
                facts_by_seat[seat] = facts_of(coup, seat, layout, common)
            verdicts[key] = wager.decide(facts_by_seat[seat], bet.amount, meters)
        decided.append(verdicts[key])
    return decided


def first_seat_to_settle(rules: TableRules, coup: Coup, bank: PostedBank | None) -> int | None:
    """Return the seat where settlement starts: left of the bank, or found by the Banker's hole card. [004 L331, L345]

    Return None if there is no bank.
    """
    if bank is None:
        return None
    by_card = rules.options.get("action_start") == "hole_card"
    return rules.seat_clockwise(bank.seat, points(coup.banker[1].rank) % len(rules.seats) or 1 if by_card else 1)
