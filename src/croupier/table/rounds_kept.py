"""Which events end a round or put one right, and what is then kept of it: the same for the live table and the log."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from croupier.table import events as e
from croupier.table.corrections import corrected_round
from croupier.table.evidence import Kept, kept_round
from croupier.table.state import TableState


def kept_after(state: TableState, event: e.Event, round_kept: Callable[[str], Mapping[str, Any] | None]) -> Kept | None:
    """What is kept of a round because of this event; None where it ends none."""
    match event:
        case e.RoundSettled() | e.RoundVoided():
            return kept_round(state, event)
        case e.RoundCorrected():
            before = round_kept(event.round)
            assert before is not None
            return corrected_round(before, event)
    return None
