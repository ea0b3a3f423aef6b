"""A correction before it is decided: the round settled again, and what would move. Looking moves nothing. [R22]"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any

from fastapi import Path

from croupier.errors import Refused
from croupier.server.answers import accepted
from croupier.server.doors import LoggedIn, Running, may
from croupier.server.routes.asking import Told, routes
from croupier.server.runtime import Runtime
from croupier.server.tables import TableId, shown
from croupier.store.record import Transfer
from croupier.table.commands import ApproveCorrection
from croupier.table.decide import decide
from croupier.table.draft import Context
from croupier.table.events import RoundCorrected
from croupier.views.money_seen import bank_seen, results_seen
from croupier.views.viewer import Sight

router = routes("rounds")

Correction = Annotated[str, Path(min_length=1, max_length=80)]


class CorrectionTold(Told):
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
async def preview(table: TableId, correction: Correction, session: LoggedIn, runtime: Running) -> CorrectionTold:
    """What approving a correction would do, for whoever may approve it and for the auditor."""
    may(session, "search-events")
    told: CorrectionTold = accepted(await runtime.look(_preview, runtime, table, correction))
    return told


def _preview(runtime: Runtime, table: str, correction: str) -> CorrectionTold | Refused:
    state, house = shown(runtime, table)[1], runtime.house
    context = Context(at=runtime.now(), balance=lambda name: house.shown_balances.get(name, 0), round_kept=house.kept)
    decided = decide(state, ApproveCorrection(id=correction), context)
    if isinstance(decided, Refused):
        return decided
    event = next(one for one in decided.events if isinstance(one, RoundCorrected))
    return CorrectionTold(
        **{name: getattr(event, name) for name in ("round", "place", "was", "card", "cards", "facts", "differences")},
        results=results_seen(event.results, Sight.OFFICE),
        bank=bank_seen(event.bank, Sight.OFFICE),
        moves=_netted(decided.transfers),
    )


def _netted(transfers: Iterable[Transfer]) -> dict[str, int]:
    """What each account gains: the entries that would be written, added up."""
    net: Counter[str] = Counter()
    for debit, credit, cents in transfers:
        net[debit] -= cents
        net[credit] += cents
    return {account: cents for account, cents in net.items() if cents}
