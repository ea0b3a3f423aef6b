"""Events of jackpots: won, confirmed, rejected, backed out."""

from __future__ import annotations

from typing import ClassVar, Literal

from croupier.store.ledger_accounts import AccountName
from croupier.table.events.base import Event, EventVisibility
from croupier.table.state import (
    PAID_JACKPOTS_MOST,
    BackOutRequest,
    Jackpot,
    TableState,
)
from croupier.table.state.changed_copy import replace


class JackpotHit(Event):
    kind: Literal["jackpot-hit"] = "jackpot-hit"
    id: str
    round: str
    meter: str
    wager: str
    seat: int
    account: AccountName
    cents: int
    order: int
    """Payment order among the jackpots of the round, from 1."""
    restarts_at: int | None = None
    """Amount on the meter in cents after its restart; None if the meter was not won completely."""
    reseeded_cents: int = 0
    """Cents that the house added for the restart, if there was one winner; returned if the win is rejected."""
    restart: dict[str, int] | None = None
    """Restart of a meter that was won completely: `seed_cents`, `kept_cents` and `sharers`; None without restart.

    `kept_cents` is from the overflow account above the ceiling; `sharers` is the number of winners. Both amounts leave
    the meter again when the last of these awards is taken back.
    """
    visibility: ClassVar[EventVisibility] = EventVisibility(
        public=("id", "round", "meter", "wager", "seat", "cents", "order", "restarts_at"),
        staff=("account", "reseeded_cents", "restart"),
    )

    def apply(self, state: TableState) -> TableState:
        return replace(state, jackpots=(*state.jackpots, _jackpot_hit(state, self)))


class JackpotConfirmed(Event):
    kind: Literal["jackpot-confirmed"] = "jackpot-confirmed"
    id: str
    by: str
    paid: bool
    """Whether the jackpot is paid; False while an executive's confirmation is missing."""
    visibility: ClassVar[EventVisibility] = EventVisibility(public=("id", "paid"), staff=("by",))

    def apply(self, state: TableState) -> TableState:
        if self.paid:
            return _jackpot_paid(state, self)
        waiting = (replace(one, confirmed_by=self.by) if one.id == self.id else one for one in state.jackpots)
        return replace(state, jackpots=tuple(waiting))


class JackpotRejected(Event):
    kind: Literal["jackpot-rejected"] = "jackpot-rejected"
    id: str
    reason: str
    visibility: ClassVar[EventVisibility] = EventVisibility(public=("id",), staff=("reason",))

    def apply(self, state: TableState) -> TableState:
        after = _remove_award(state, self.id)
        return replace(after, rejected=(*state.rejected, self.id)[-PAID_JACKPOTS_MOST:])


class BackOutRequested(Event):
    """Event: the back-out of a paid jackpot was requested. [003 L433, L623]"""

    kind: Literal["back-out-requested"] = "back-out-requested"
    id: str
    jackpot: str
    round: str
    seat: int
    account: AccountName
    cents: int
    reason: str
    by: str
    visibility: ClassVar[EventVisibility] = EventVisibility(
        staff=("id", "jackpot", "round", "seat", "account", "cents", "reason", "by"), is_staff_only=True
    )

    def apply(self, state: TableState) -> TableState:
        request = BackOutRequest(
            self.id,
            self.jackpot,
            self.round,
            self.seat,
            self.account,
            self.cents,
            self.reason,
            self.by,
        )
        return replace(state, back_outs={**state.back_outs, self.id: request}, numbered=state.numbered + 1)


class BackOutRejected(Event):
    kind: Literal["back-out-rejected"] = "back-out-rejected"
    id: str
    reason: str
    visibility: ClassVar[EventVisibility] = EventVisibility(staff=("id", "reason"), is_staff_only=True)

    def apply(self, state: TableState) -> TableState:
        return replace(state, back_outs={key: one for key, one in state.back_outs.items() if key != self.id})


class JackpotBackedOut(Event):
    """Event: a paid jackpot returned from the player's credit to its meter; two people approved it."""

    kind: Literal["jackpot-backed-out"] = "jackpot-backed-out"
    id: str
    approval: str
    at: int
    round: str
    meter: str
    """Name of the house meter to which the amount returned."""
    seat: int
    account: AccountName
    cents: int
    meter_before_cents: int
    meter_after_cents: int
    seed_off_cents: int
    """Cents that went back to the house's seed account; the house had added them when the meter restarted."""
    requested_by: str
    approved_by: str
    reason: str
    visibility: ClassVar[EventVisibility] = EventVisibility(
        public=("id", "at", "round", "meter", "meter_before_cents", "meter_after_cents"),
        staff=("approval", "seat", "account", "cents", "seed_off_cents", "requested_by", "approved_by", "reason"),
    )

    def apply(self, state: TableState) -> TableState:
        return replace(
            _remove_award(state, self.id),
            back_outs={key: one for key, one in state.back_outs.items() if key != self.approval},
            backed_out=(*state.backed_out, self.id)[-PAID_JACKPOTS_MOST:],
        )


def _jackpot_hit(state: TableState, event: JackpotHit) -> Jackpot:
    restart = event.restart or {"seed_cents": event.reseeded_cents, "kept_cents": 0, "sharers": 1}
    return Jackpot(
        event.id,
        event.round,
        event.meter,
        event.wager,
        event.seat,
        event.account,
        event.cents,
        restart["seed_cents"],
        restart["kept_cents"],
        restart["sharers"],
        house_meter=state.settings.house_meter(state.name, event.meter),
    )


def _remove_award(state: TableState, jackpot_id: str) -> TableState:
    """Return the state without a jackpot that went back to its meter.

    Other awards of the same win then have one sharer less.
    """
    gone = state.jackpot(jackpot_id) or state.paid_jackpot(jackpot_id)
    assert gone is not None

    def left(awards: tuple[Jackpot, ...]) -> tuple[Jackpot, ...]:
        return tuple(_with_fewer_sharers(one, gone) for one in awards if one.id != jackpot_id)

    return replace(state, jackpots=left(state.jackpots), paid_jackpots=left(state.paid_jackpots))


def _with_fewer_sharers(award: Jackpot, gone: Jackpot) -> Jackpot:
    is_of_it = (award.round, award.meter) == (gone.round, gone.meter)
    together = is_of_it and award.sharers > 1 and gone.sharers > 1
    return replace(award, sharers=award.sharers - 1) if together else award


def _jackpot_paid(state: TableState, event: JackpotConfirmed) -> TableState:
    """Move a jackpot to the list of paid ones, at most `PAID_JACKPOTS_MOST`.

    A jackpot with an open back-out request always stays on the list.
    """
    jackpots = tuple(one for one in state.jackpots if one.id != event.id)
    paid = tuple(replace(one, paid_by=event.by) for one in state.jackpots if one.id == event.id)
    requested = {one.jackpot for one in state.back_outs.values()}
    there = (*state.paid_jackpots, *paid)
    old = there[:-PAID_JACKPOTS_MOST]
    listed = (*(one for one in old if one.id in requested), *there[-PAID_JACKPOTS_MOST:])
    return replace(state, jackpots=jackpots, paid_jackpots=listed)
