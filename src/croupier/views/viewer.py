"""Viewers and their access levels.

There are only three levels, so that a view is computed once for each level and not for each connection. The public
sees the open table. The office (auditor, administrator, surveillance) also sees names, reasons and accounts, but no
hidden card. The floor (dealer, supervisor), at a table dealt by hand, also sees the face-down cards that the dealer
has read. Where the random generator deals, nobody sees a face-down card.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, TypeVar, cast

from croupier.store.ledger_accounts import AccountName
from croupier.table.state import TableState

Shape = TypeVar("Shape")
KINDS = ("public", "player", "dealer", "supervisor", "auditor", "admin", "cashier", "surveillance")
ON_THE_FLOOR = ("dealer", "supervisor")
STAFF = ("dealer", "supervisor", "auditor", "admin", "surveillance")
"""Kinds of viewers with staff access; a cashier has no task at a table and sees only what the public sees."""


class AccessLevel(IntEnum):
    """Access level of a viewer; each level includes the levels below it."""

    PUBLIC = 0
    OFFICE = 1
    FLOOR = 2


@dataclass(frozen=True)
class Viewer:
    """Person or screen that views a table; a board, the lobby and visitors who are not signed in are `public`."""

    kind: str = "public"
    account: AccountName | None = None
    """Account of a player's credit; None, or ignored, for other kinds of viewers."""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"kind is {self.kind!r}; expected one of {', '.join(KINDS)}")

    @property
    def is_staff(self) -> bool:
        return self.kind in STAFF

    @property
    def own(self) -> AccountName | None:
        """Account with the money that this viewer may see: a player's own account, else None."""
        return self.account if self.kind == "player" else None

    def may_see(self, private_to: str) -> bool:
        """Return whether this viewer may see a table that is private to this account, or to none if it is empty."""
        return not private_to or self.is_staff or self.own == private_to


def access_level(viewer: Viewer, *, is_automated: bool) -> AccessLevel:
    """Return how much of a table a viewer may see; the floor sees face-down cards only where a dealer deals."""
    if viewer.kind in ON_THE_FLOOR and not is_automated:
        return AccessLevel.FLOOR
    return AccessLevel.OFFICE if viewer.is_staff else AccessLevel.PUBLIC


def access_level_at(viewer: Viewer, state: TableState) -> AccessLevel:
    return access_level(viewer, is_automated=state.is_automated)


def pick_fields(source: Mapping[str, Any], shape: type[Shape]) -> Shape:
    """Return the keys of `source` that the TypedDict `shape` declares; all other keys are left out."""
    return cast("Shape", {key: source[key] for key in shape.__annotations__ if key in source})
