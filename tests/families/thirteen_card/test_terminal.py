"""A hand of thirteen-card poker in the terminal."""

from __future__ import annotations

import pytest

from croupier.cards.random_source import SeededRandomSource
from croupier.errors import BadInput
from croupier.families.thirteen_card.terminal import ThirteenTerminal
from croupier.money.cents import Cents
from croupier.play.rulebook_library import load
from croupier.rulebook.table_rules import TableRules


def play_hand(*lines: str, dollars: int = 1000) -> None:
    terminal = ThirteenTerminal(TableRules.of(load("ca-13-card-chinese-poker"), {"fee": "c13-2"}))
    remaining_lines = iter(lines)
    terminal.custom_game(Cents(dollars * 100), SeededRandomSource(5), lambda _: next(remaining_lines))


def test_an_impossible_arrangement_is_refused_and_asked_again(capsys: pytest.CaptureFixture[str]) -> None:
    play_hand("1 2", "c", "h", "s", "q")
    printed = capsys.readouterr().out
    assert "Eight numbers are three in front and five in the middle" in printed
    assert "These cards are no Clean Sweep" in printed
    assert "You: surrendered" in printed
    assert "You leave with" in printed


def test_a_buy_in_that_is_too_small_is_refused_with_the_minimum() -> None:
    with pytest.raises(BadInput, match=r"the buy-in is \$100, twenty points"):
        play_hand(dollars=99)
