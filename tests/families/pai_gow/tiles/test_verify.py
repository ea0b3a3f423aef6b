"""Verification of the games with tiles: an honest table passes."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.odds.verification.driver import verify
from croupier.play import rulebook_library
from croupier.rulebook.table_rules import TableRules
from tests.soak import in_soak

RULEBOOKS = ("ca-pai-gow-tiles", "ca-mah-jong-pai-gow")


def rules_of(rulebook: str, **options: Any) -> TableRules:
    return TableRules.of(rulebook_library.load(rulebook), options)


@in_soak
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_step_of_a_verification_passes(rulebook: str) -> None:
    assert verify(rules_of(rulebook), rounds=20_000, seed=3).findings == ()
