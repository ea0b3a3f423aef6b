"""A hand of thirteen cards in the terminal."""

from __future__ import annotations

import pytest

from croupier.cards.random_source import SeededRandomSource
from croupier.errors import BadInput
from croupier.families.thirteen_card.terminal import ThirteenTerminal
from croupier.money.cents import Cents
from croupier.play.rulebook_library import load
from croupier.rulebook.table_rules import TableRules


def played(*lines: str, dollars: int = 1000) -> None:
    room = ThirteenTerminal(TableRules.of(load("ca-13-card-chinese-poker"), {"fee": "c13-2"}))
    left = iter(lines)
    room.custom_game(Cents(dollars * 100), SeededRandomSource(5), lambda _: next(left))


def test_what_cannot_be_is_told_and_asked_again(capsys: pytest.CaptureFixture[str]) -> None:
    played("1 2", "c", "h", "s", "q")
    said = capsys.readouterr().out
    assert "Eight numbers are three in front and five in the middle" in said
    assert "These cards are no Clean Sweep" in said
    assert "You: surrendered" in said
    assert "You leave with" in said


def test_a_buy_in_that_is_too_small_is_refused_with_what_is_right() -> None:
    with pytest.raises(BadInput, match=r"the buy-in is \$100, twenty points"):
        played(dollars=99)
