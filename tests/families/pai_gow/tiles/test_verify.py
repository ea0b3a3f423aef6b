"""Games with tiles verified: what is played is what is printed, and a table that plays otherwise is found."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.cards.random_source import SeededRandomSource
from croupier.odds.verification.driver import Verifier, verify
from croupier.play import rulebook_library
from croupier.play.family import family_of
from croupier.rulebook.table_rules import TableRules
from tests.soak import in_soak

BOOKS = ("ca-pai-gow-tiles", "ca-mah-jong-pai-gow")


def house(book: str, **options: Any) -> TableRules:
    return TableRules.of(rulebook_library.load(book), options)


def table(book: str, **played: Any) -> Verifier:
    return family_of(house(book)).odds.verifier(house(book), house(book, **played), SeededRandomSource(5), 5)


@pytest.mark.parametrize("book", BOOKS)
def test_rounds_of_a_sound_table_agree_with_its_sheet(book: str) -> None:
    sound = table(book)
    sound.small_banks = 40
    sound.play_shoes(60)
    sound.play_small_banks()
    assert sound.findings == []
    assert sound.rounds == 60
    assert sound.compared["rounds against a bank too small"] == 40


@pytest.mark.parametrize(
    ("book", "played"),
    [
        ("ca-pai-gow-tiles", {"teen_split_9_11": "either"}),
        ("ca-mah-jong-pai-gow", {"pair_independent": False}),
    ],
)
def test_a_table_that_plays_by_another_reading_is_found(book: str, played: dict[str, Any]) -> None:
    wrong = table(book, **played)
    rounds = []
    for live in wrong.forced_rounds(wrong.sheet.wagers):
        rounds.append(live)
        if len(rounds) == 400 or wrong.findings:
            break
    wrong.settle(rounds, wrong.forced, "bets of rounds made to order")
    assert wrong.findings


@in_soak
@pytest.mark.parametrize("book", BOOKS)
def test_every_step_of_a_verification_passes(book: str) -> None:
    assert verify(house(book), rounds=20_000, seed=3).findings == ()
