"""Choices that a rules card offers for an option: each of them can be set."""

from __future__ import annotations

import pytest

from croupier.documents.rules_card_options import option_choices
from croupier.documents.rules_card_wording import RulesCardFormatter
from croupier.play.rulebook_library import load, names
from croupier.rulebook.options import read_option
from croupier.rulebook.table_rules import TableRules


@pytest.mark.parametrize("rulebook", names())
def test_every_choice_on_a_list_can_be_chosen(rulebook: str) -> None:
    rules = TableRules.of(load(rulebook), {})
    words = RulesCardFormatter(rules)
    for name, option in rules.rulebook.written.options.items():
        choices = option_choices(option, words, rules.options[name])
        read = [
            words.value(option, read_option(option, choice.replace("$", "").replace(",", ""))) for choice in choices
        ]
        assert tuple(read) == choices, name
        assert len(set(choices)) == len(choices)
        in_force = words.value(option, rules.options[name])
        assert not choices or in_force in (*choices, "none"), name


def test_lists_keep_within_the_limits_and_go_up() -> None:
    rules = TableRules.of(load("ilani-midi-baccarat"), {})
    options, words = rules.rulebook.written.options, RulesCardFormatter(rules)
    commission = option_choices(options["commission"], words, rules.options["commission"])
    assert (commission[0], commission[-1]) == ("0%", "5%")
    assert option_choices(options["seats"], words, 7) == tuple(str(seats) for seats in range(1, 51))
    assert option_choices(options["cut_from_back"], words, 14) == (), "nobody looks through 287 numbers"
    limits = TableRules.of(load("ca-big-bonus-baccarat"), {})
    least = limits.rulebook.written.options["table_min"]
    assert option_choices(least, RulesCardFormatter(limits), 25_00)[:4] == ("$5", "$10", "$15", "$20")
    assert option_choices(least, RulesCardFormatter(limits), 25_00)[-1] == "$100"


def test_odds_are_written_by_hand() -> None:
    rules = TableRules.of(load("co-baccarat"), {})
    assert (
        option_choices(rules.rulebook.written.options["tie_odds"], RulesCardFormatter(rules), rules.options["tie_odds"])
        == ()
    )
