"""Condition language of rulebooks: what it accepts and refuses, for one round and for arrays of rounds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.families.baccarat.edge_cases import edge_case_coups
from croupier.families.baccarat.facts import fact, facts_of
from croupier.families.baccarat.round import BaccaratRules
from croupier.families.baccarat.rules import drawing_rules
from croupier.play.rulebook_library import load
from croupier.rulebook.conditions import ConditionError, Scope, parse_condition
from croupier.rulebook.table_rules import TableRules

SCOPE = Scope(
    facts=fact.types,
    options={"tie_line": str, "decks": int, "shuffler": bool},
    choices={"tie_line": ["push", "lose"]},
    terms={"dragon": "banker_wins and banker_total == 7 and banker_cards == 3", "far": "dragon and margin > 3"},
)
OPTIONS = {"tie_line": "push", "decks": 8, "shuffler": False}
COUPS = edge_case_coups(drawing_rules(TableRules.of(load("ca-cash-in-baccarat"))))[:600]
COLUMNS = {
    name: np.array([facts_of(coup)[name] for coup in COUPS], dtype=kind.kind) for name, kind in fact.by_name.items()
}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("banker_win", "banker_wins"),
        ("bankr_total == 7", "banker_total"),
        ("__import__('os')", "calls something"),
        ("print(1) == 2", "calls something"),
        ("tie.real == 1", "cannot stand"),
        ("tie if tie else tie", "cannot stand"),
        ("[tie for tie in (1, 2)]", "cannot stand"),
        ("lambda: 1", "cannot stand"),
        ("banker_total", "compare it"),
        ("banker_total and tie", "and, or take conditions"),
        ("not banker_total", "not takes a condition"),
        ("-tie == 1", "minus takes a number"),
        ("tie + 1 == 2", "arithmetic takes numbers"),
        ("tie == 1", "is a condition"),
        ("banker_total == '7'", "is a number"),
        ("banker_total in 7", "followed by a list"),
        ("banker_total in ()", "followed by a list"),
        ("banker_total is 7", "use =="),
        ("tie_line == 'pusch'", 'did you mean "push"'),
        ("banker_total == 7.5", "cannot stand"),
        ("banker_total / 2 == 3", "cannot stand"),
        ("banker_total ** 9 == 3", "cannot stand"),
        ("banker_total ==", "cannot be read"),
        ("", "cannot be read"),
        ("(" * 300 + "tie" + ")" * 300, "cannot be read"),
        ("tie or " * 500 + "tie", "characters long"),
        ("far", None),
        ("count(tie, banker_wins, margin > 3) == 1 and max(player_total, banker_total) == 9", None),
        ("player_third == queen", None),
        ("count(banker_total, tie) == 1", "count takes conditions"),
        ("min(tie, banker_wins) == 1", "min takes numbers"),
        ("max(banker_total) == 9", "needs two or more values"),
    ],
)
def test_a_condition_is_read_or_refused_with_the_reason(text: str, says: str | None) -> None:
    if says is None:
        assert parse_condition(text, SCOPE)
        return
    with pytest.raises(ConditionError) as refusal:
        parse_condition(text, SCOPE)
    assert says in str(refusal.value)


def test_a_term_that_comes_back_to_itself_is_refused() -> None:
    scope = Scope(fact.types, terms={"a": "b and tie", "b": "not c", "c": "a"})
    with pytest.raises(ConditionError, match="a -> b -> c -> a"):
        parse_condition("a", scope)


def test_a_term_stands_for_its_condition() -> None:
    by_term = parse_condition("far", SCOPE).bind(OPTIONS)
    by_hand = parse_condition("banker_wins and banker_total == 7 and banker_cards == 3 and margin > 3", SCOPE).bind(
        OPTIONS
    )
    assert [by_term.holds(facts_of(c)) for c in COUPS] == [by_hand.holds(facts_of(c)) for c in COUPS]


def test_conditions_on_options_are_decided_before_the_round() -> None:
    assert parse_condition("decks > 6 or tie", SCOPE).bind(OPTIONS).constant is True
    assert parse_condition("shuffler and tie", SCOPE).bind(OPTIONS).constant is False
    assert parse_condition("tie_line == 'push' and tie", SCOPE).bind(OPTIONS).constant is None


NUMBERS = st.sampled_from([name for name, kind in fact.types.items() if kind is int] + ["decks", "0", "3", "7", "13"])
TRUTHS = st.sampled_from(
    [name for name, kind in fact.types.items() if kind is bool] + ["shuffler", "True", "dragon", "tie_line == 'lose'"]
)
SUMS = st.recursive(
    NUMBERS, lambda inner: st.builds("({} {} {})".format, inner, st.sampled_from(["+", "-", "*"]), inner), max_leaves=3
)
COMPARISONS = st.builds("({} {} {})".format, SUMS, st.sampled_from(["==", "!=", "<", "<=", ">", ">="]), SUMS)
CHAINS = st.builds("({} <= {} < {})".format, SUMS, SUMS, SUMS)
MEMBERS = st.builds("({} {} (1, 7, {}))".format, SUMS, st.sampled_from(["in", "not in"]), NUMBERS)
CONDITIONS = st.recursive(
    TRUTHS | COMPARISONS | CHAINS | MEMBERS,
    lambda inner: (
        st.builds("({} and {})".format, inner, inner)
        | st.builds("({} or {})".format, inner, inner)
        | st.builds("(not {})".format, inner)
    ),
    max_leaves=8,
)


@given(CONDITIONS)
@settings(max_examples=300)
def test_a_condition_gives_the_same_answer_for_one_round_for_columns_and_for_python(text: str) -> None:
    bound = parse_condition(text, SCOPE).bind(OPTIONS)
    column = np.broadcast_to(bound.holds_in_rounds(COLUMNS), len(COUPS))
    terms = {"dragon": "(banker_wins and banker_total == 7 and banker_cards == 3)"}
    for place in range(0, len(COUPS), 37):
        facts: dict[str, Any] = dict(facts_of(COUPS[place]).all())
        by_python = eval(
            text.replace("dragon", terms["dragon"]), {}, {**facts, **OPTIONS}
        )  # `eval` is the independent reference; only this test uses it
        assert bound.holds(facts) == column[place] == bool(by_python), text


def test_the_family_s_rules_are_read_from_the_rulebook() -> None:
    rules = BaccaratRules.of(TableRules.of(load("ca-cash-in-baccarat")))
    assert rules.draw_table[0][:10] == (1, 1, 1, 1, 1, 1, 0, 0, 0, 0)
    assert rules.draw_table[1 + 3] == (1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1)
    assert rules.draw_table[1 + 6] == (0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0)
    assert rules.draw_table[1 + 7] == (0,) * 11
