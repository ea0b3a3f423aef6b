"""Games with tiles verified: what is played is what is printed, and a table that plays otherwise is found."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.odds.verification.driver import verify
from croupier.play import rulebook_library
from croupier.rulebook.table_rules import TableRules
from tests.soak import in_soak

BOOKS = ("ca-pai-gow-tiles", "ca-mah-jong-pai-gow")


def house(book: str, **options: Any) -> TableRules:
    return TableRules.of(rulebook_library.load(book), options)


@in_soak
@pytest.mark.parametrize("book", BOOKS)
def test_every_step_of_a_verification_passes(book: str) -> None:
    assert verify(house(book), rounds=20_000, seed=3).findings == ()
