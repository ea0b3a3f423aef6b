"""A cashier's shift: a float from the vault, cash into and out of the drawer, a count at the end.

The counted cash returns to the vault and the difference is booked as over or short, so that the drawer closes at zero.
A cashier has one open drawer at a time, and nobody else uses it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, func, insert, select, update

from croupier.cage.entry_checks import amount_refusal
from croupier.cage.reading import Reader
from croupier.errors import Refused
from croupier.money.cents import Cents, format_dollars
from croupier.store.ledger_accounts import OVER_SHORT, VAULT, AccountName, drawer
from croupier.store.record import Transfer
from croupier.store.schema import shifts
from croupier.store.unit_of_work import UnitOfWork

HOUSE = "house"
"""Stream of the log for the cage's records."""
SHIFT_MOST = 10**15
"""Upper bound of shift ids; a larger number is a mistake and is refused without a query."""


@dataclass(frozen=True)
class Shift:
    """One shift of one cashier at one drawer."""

    id: int
    cashier: str
    opened_at: int
    float_cents: int
    closed_at: int | None = None
    counted_cents: int | None = None
    over_short_cents: int | None = None

    @property
    def is_open(self) -> bool:
        return self.closed_at is None

    @property
    def expected_cents(self) -> int | None:
        """Cash that the drawer should have contained at its count; None until then, so that the count is blind."""
        if self.counted_cents is None or self.over_short_cents is None:
            return None
        return self.counted_cents - self.over_short_cents


def find_shift(reader: Reader, shift: int) -> Shift | None:
    if type(shift) is not int or not 0 < shift < SHIFT_MOST:
        return None
    rows = reader.query(select(shifts).where(shifts.c.id == shift))
    return _shift(rows[0]) if rows else None


def open_shift_of(reader: Reader, cashier: str) -> Shift | None:
    rows = reader.query(select(shifts).where(shifts.c.cashier == cashier, shifts.c.closed_at.is_(None)))
    return _shift(rows[0]) if rows else None


def own_open_shift(reader: Reader, shift: int, by: str) -> Shift | Refused:
    """Return the shift if it is open and belongs to this cashier, else a refusal."""
    found = find_shift(reader, shift)
    if found is None:
        return Refused("shift/not_found", f"There is no shift {str(shift)[:20]}.")
    if found.cashier != by:
        return Refused("shift/not_yours", f"Shift {shift} is another cashier's drawer.", ("9 NYCRR 5317.40(c)(3)",))
    if not found.is_open:
        return Refused("shift/closed", f"Shift {shift} is closed.")
    return found


def cash_in_drawer(uow: UnitOfWork, shift: int) -> int:
    """Return the cash in cents that the drawer should contain: an asset, so the negative of its balance."""
    return -uow.balance(drawer(shift))


def open_shift(uow: UnitOfWork, *, by: str, float_cents: int, key: str | None = None) -> Shift | Refused:
    """Open a shift with a float from the vault."""
    if refused := amount_refusal(float_cents, least=0):
        return refused
    if running := open_shift_of(uow, by):
        return Refused("shift/already_open", f"Your shift {running.id} is open; close it first.")
    shift = Shift(_next_id(uow), by, uow.at, float_cents)
    row = {"id": shift.id, "cashier": by, "opened_at": uow.at, "float_cents": float_cents}
    uow.write(insert(shifts), row)
    event = {"kind": "shift-opened", "shift": shift.id, "cashier": by, "float_cents": float_cents}
    lines = _lines((drawer(shift.id), VAULT, float_cents))
    uow.append_record(HOUSE, actor=by, command="open-shift", events=[event], transfers=lines, key=key)
    return shift


def fill_drawer(uow: UnitOfWork, *, shift: int, by: str, cents: int, key: str | None = None) -> Shift | Refused:
    """Move more cash from the vault to the drawer during a shift."""
    found = own_open_shift(uow, shift, by)
    if isinstance(found, Refused):
        return found
    if refused := amount_refusal(cents):
        return refused
    event = {"kind": "drawer-filled", "shift": shift, "cents": cents}
    lines = _lines((drawer(shift), VAULT, cents))
    uow.append_record(HOUSE, actor=by, command="fill-drawer", events=[event], transfers=lines, key=key)
    return found


def close_shift(
    uow: UnitOfWork,
    *,
    shift: int,
    by: str,
    counted_cents: int,
    denominations: Mapping[int, int] | None = None,
    key: str | None = None,
) -> Shift | Refused:
    """Close a shift with the counted cash, which goes to the vault; a surplus or shortage is recorded.

    `denominations` is an optional map from a value in cents to the number of notes or coins counted.
    """
    found = own_open_shift(uow, shift, by)
    if isinstance(found, Refused):
        return found
    if refused := amount_refusal(counted_cents, least=0) or _count_refusal(counted_cents, denominations):
        return refused
    expected = cash_in_drawer(uow, shift)
    over = counted_cents - expected
    uow.write(update(shifts).where(shifts.c.id == shift), _closing(uow.at, counted_cents, over))
    event: dict[str, Any] = {
        "kind": "shift-closed",
        "shift": shift,
        "expected_cents": expected,
        "counted_cents": counted_cents,
    }
    if denominations is not None:
        event["denominations"] = {str(value): pieces for value, pieces in sorted(denominations.items()) if pieces}
    lines = _lines(
        (VAULT, drawer(shift), counted_cents), (drawer(shift), OVER_SHORT, over), (OVER_SHORT, drawer(shift), -over)
    )
    uow.append_record(HOUSE, actor=by, command="close-shift", events=[event], transfers=lines, key=key)
    if over:
        words = f"{format_dollars(abs(over))} {'over' if over > 0 else 'short'}"
        uow.note_significant_event("cage/over-short", f"Shift {shift} closed {words}.", actor=by)
    return Shift(shift, by, found.opened_at, found.float_cents, uow.at, counted_cents, over)


def _count_refusal(counted_cents: int, denominations: Mapping[int, int] | None) -> Refused | None:
    """Return a refusal if a count by denomination does not add up to the counted amount."""
    if denominations is None:
        return None
    total = sum(value * pieces for value, pieces in denominations.items())
    if total == counted_cents:
        return None
    message = f"The notes and coins come to {format_dollars(Cents(total))}, not {format_dollars(Cents(counted_cents))}."
    return Refused("shift/denominations", message)


def _closing(at: int, counted_cents: int, over: int) -> dict[str, int]:
    return {"closed_at": at, "counted_cents": counted_cents, "over_short_cents": over}


def _lines(*moves: tuple[AccountName, AccountName, int]) -> list[Transfer]:
    """Return the transfers for tuples (debit, credit, cents), without those of zero or negative cents."""
    return [Transfer(*move) for move in moves if move[2] > 0]


def _next_id(uow: UnitOfWork) -> int:
    return int(uow.query(select(func.coalesce(func.max(shifts.c.id), 0) + 1))[0][0])


def _shift(row: Row[Any]) -> Shift:
    return Shift(**row._mapping)
