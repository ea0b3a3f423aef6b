"""Law: the state of a table that is written and read back is the state that its events give, at every point of play.

A start reads a snapshot and applies only the events after it, so the written state has to be complete for every family.
"""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from croupier.store.record import canonical
from croupier.table.events import apply_all, event_of
from croupier.table.state import TableState
from croupier.table.state_codec import UnknownStateError, state_from_json, state_to_json
from tests.contract.random_table import RULEBOOKS, RandomTable

ROUNDS = 2


def read_back(state: TableState) -> TableState:
    """Return a state as a start reads it from a snapshot."""
    return state_from_json(json.loads(canonical(state_to_json(state))))


@pytest.mark.parametrize("rulebook", RULEBOOKS)
@pytest.mark.parametrize("mode", ["dealer-assist", "automated"])
def test_a_snapshot_at_any_point_equals_the_replay(rulebook: str, mode: str) -> None:
    """Check the state with its sealed cards after every step of two rounds from one shoe, and the play after it."""
    table = RandomTable(rulebook, 1, mode)
    taken: list[tuple[int, TableState]] = []

    def take() -> None:
        state = replace(table.drive.state, seals=table.drive.seals)
        restored = read_back(state)
        assert restored == state
        taken.append((len(table.drive.log), restored))

    take()
    for _ in range(ROUNDS if can_bet_again(table) else 1):
        table.bet()
        take()
        for _ in table.steps():
            take()
        take()
    events = [event_of(event) for event in table.drive.log]
    for count, restored in taken:
        assert apply_all(replace(restored, seals=()), events[count:]) == table.drive.state


def can_bet_again(table: RandomTable) -> bool:
    """Return whether players can bet in a second round; between seats, somebody may have lost all chips."""
    return table.drive.state.stakes is None and not table.drive.state.rules.has_player_dealer


def test_a_text_that_is_no_state_is_refused() -> None:
    written = state_to_json(TableState("t1"))
    for wrong in (
        None,
        [],
        {"of": "os:system", "has": {}},
        {"tuple": []},
        {"none": 1},
        written | {"has": {**written["has"], "extra": 1}},
        written | {"has": {**written["has"], "phase": {"of": "croupier.table.state.table_state:Phase", "has": "?"}}},
    ):
        with pytest.raises(UnknownStateError):
            state_from_json(wrong)


def test_a_value_of_an_unknown_class_cannot_be_written() -> None:
    with pytest.raises(UnknownStateError, match="object"):
        state_to_json(replace(TableState("t1"), last={"what": object()}))
