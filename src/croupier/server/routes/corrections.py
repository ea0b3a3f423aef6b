"""A correction before it is decided: the round settled again, and what would move. Looking moves nothing. [R22]"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any

from fastapi import Path

from croupier.errors import Refused
from croupier.server.auth import CurrentRuntime, CurrentSession, require_permission
from croupier.server.error_responses import raise_if_refused
from croupier.server.routes.base import ResponseModel, routes
from croupier.server.runtime import Runtime
from croupier.server.tables import TableId, committed_table
from croupier.store.record import Transfer
from croupier.table.command_effect import CommandContext
from croupier.table.commands import ApproveCorrection
from croupier.table.dispatch import execute_command
from croupier.table.events import RoundCorrected
from croupier.views.results_view import bank_view, results_view
from croupier.views.viewer import AccessLevel

router = routes("rounds")

Correction = Annotated[str, Path(min_length=1, max_length=80)]


class CorrectionPreviewResponse(ResponseModel):
    """A round as a correction would leave it."""

    round: str
    place: int
    was: str
    card: str
    cards: dict[str, list[str]]
    facts: dict[str, Any]
    results: Sequence[Mapping[str, Any]]
    bank: Mapping[str, Any] | None
    differences: dict[str, int]
    """What each player's credit would gain or lose."""
    moves: dict[str, int]
    """The entries themselves, netted by account, the house's own accounts with them."""


@router.get("/tables/{table}/corrections/{correction}")
async def preview(
    table: TableId, correction: Correction, session: CurrentSession, runtime: CurrentRuntime
) -> CorrectionPreviewResponse:
    """What approving a correction would do, for whoever may approve it and for the auditor."""
    require_permission(session, "search-events")
    told: CorrectionPreviewResponse = raise_if_refused(
        await runtime.run_in_thread(_preview, runtime, table, correction)
    )
    return told


def _preview(runtime: Runtime, table: str, correction: str) -> CorrectionPreviewResponse | Refused:
    state, house = committed_table(runtime, table)[1], runtime.house
    context = CommandContext(
        at=runtime.now(),
        balance=lambda name: house.committed_balances.get(name, 0),
        archived_round=house.archived_round,
    )
    decided = execute_command(state, ApproveCorrection(id=correction), context)
    if isinstance(decided, Refused):
        return decided
    event = next(one for one in decided.events if isinstance(one, RoundCorrected))
    return CorrectionPreviewResponse(
        **{name: getattr(event, name) for name in ("round", "place", "was", "card", "cards", "facts", "differences")},
        results=results_view(event.results, AccessLevel.OFFICE),
        bank=bank_view(event.bank, AccessLevel.OFFICE),
        moves=_netted(decided.transfers),
    )


def _netted(transfers: Iterable[Transfer]) -> dict[str, int]:
    """What each account gains: the entries that would be written, added up."""
    net: Counter[str] = Counter()
    for debit, credit, cents in transfers:
        net[debit] -= cents
        net[credit] += cents
    return {account: cents for account, cents in net.items() if cents}
