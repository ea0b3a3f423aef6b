"""Changed copies of a table's state are those of `dataclasses.replace`, and a wrong field is an error."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

import pytest

from croupier.table.state import Phase, TableState
from croupier.table.state.changed_copy import replace


@dataclass(frozen=True)
class Checked:
    """Class that checks its fields, which a changed copy would leave out."""

    cents: int

    def __post_init__(self) -> None:
        assert self.cents >= 0


def test_a_changed_copy_is_the_one_of_the_standard_library() -> None:
    state = TableState("t1", version=3)
    changed = replace(state, phase=Phase.BETTING, rounds=7)
    assert changed == dataclasses.replace(state, phase=Phase.BETTING, rounds=7)
    assert (state.phase, state.rounds) == (Phase.CLOSED, 0)
    with pytest.raises(dataclasses.FrozenInstanceError):
        changed.version = 4  # type: ignore[misc]


def test_a_field_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(TypeError, match="TableState has no field phases"):
        replace(TableState("t1"), phases=Phase.BETTING)  # type: ignore[call-arg]


def test_a_class_that_checks_its_fields_is_refused() -> None:
    with pytest.raises(AssertionError, match="Checked"):
        replace(Checked(1), cents=-1)
