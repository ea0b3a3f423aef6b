"""Preview of a requested correction: settle the round again and show the changes, without applying them. [R22]"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Annotated

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
from croupier.views.models.bank import BankView
from croupier.views.models.hands import Cards
from croupier.views.models.results import StaffResultView
from croupier.views.models.rounds import FactValues
from croupier.views.results_view import account_nets, bank_view
from croupier.views.viewer import AccessLevel, pick_fields

router = routes("rounds")

Correction = Annotated[str, Path(min_length=1, max_length=80)]


class CorrectionPreviewResponse(ResponseModel):
    """Preview of a correction: the round as it would be settled, and the money that would move."""

    round: str
    place: int
    was: str
    card: str
    cards: Cards
    facts: FactValues
    results: list[StaffResultView]
    bank: BankView | None
    differences: dict[str, int]
    """Change of each player's credit in cents."""
    moves: dict[str, int]
    """Net change of every account in cents, including the house's accounts."""
    moves_cents: int
    """Sum of `moves`; it is zero, because money only changes its account."""
    nets: dict[str, int]
    """Result of each account by its wagers and by the bank that it held, in cents."""


@router.get("/tables/{table}/corrections/{correction}")
async def preview(
    table: TableId, correction: Correction, session: CurrentSession, runtime: CurrentRuntime
) -> CorrectionPreviewResponse:
    """Return the effect of approving a correction, for staff who may search events."""
    require_permission(session, "search-events")
    preview_response: CorrectionPreviewResponse = raise_if_refused(
        await runtime.run_in_thread(_preview, runtime, table, correction)
    )
    return preview_response


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
    moves = _net_by_account(decided.transfers)
    return CorrectionPreviewResponse(
        **{name: getattr(event, name) for name in ("round", "place", "was", "card", "cards", "facts", "differences")},
        results=[pick_fields(result, StaffResultView) for result in event.results],
        bank=bank_view(event.bank, AccessLevel.OFFICE),
        moves=moves,
        moves_cents=sum(moves.values()),
        nets=account_nets(event.results, event.bank),
    )


def _net_by_account(transfers: Iterable[Transfer]) -> dict[str, int]:
    """Return the net cents that each account gains from these transfers."""
    net: Counter[str] = Counter()
    for debit, credit, cents in transfers:
        net[debit] -= cents
        net[credit] += cents
    return {account: cents for account, cents in net.items() if cents}
