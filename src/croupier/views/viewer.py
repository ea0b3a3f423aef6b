"""Who looks, and how far he sees.

Three classes of sight, so that a view is worked out once for each and not for everybody who is connected. The public
sees the felt. The office (auditor, executive, surveillance) also sees names, reasons and accounts, and no hidden card.
The floor (dealer, supervisor) at a table dealt by hand sees, besides, the cards the dealer has read: they are in his
hands. Where the generator deals nobody sees a face-down card.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, TypeVar, cast

from croupier.table.state import TableState

Shape = TypeVar("Shape")
KINDS = ("public", "player", "dealer", "supervisor", "auditor", "admin", "cashier", "surveillance")
ON_THE_FLOOR = ("dealer", "supervisor")
STAFF = ("dealer", "supervisor", "auditor", "admin", "surveillance")
"""A cashier has no business at a table: he sees what anyone does."""


class AccessLevel(IntEnum):
    """How far somebody sees; each sees what those before it see."""

    PUBLIC = 0
    OFFICE = 1
    FLOOR = 2


@dataclass(frozen=True)
class Viewer:
    """Who looks. A board, the lobby and whoever has not signed in are the public."""

    kind: str = "public"
    account: str | None = None
    """A player's own credit; of no meaning for anybody else."""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"kind is {self.kind!r}; expected one of {', '.join(KINDS)}")

    @property
    def is_staff(self) -> bool:
        return self.kind in STAFF

    @property
    def own(self) -> str | None:
        """The account whose money this viewer may follow."""
        return self.account if self.kind == "player" else None


def access_level(viewer: Viewer, *, is_automated: bool) -> AccessLevel:
    """How far a viewer sees at a table of this mode."""
    if viewer.kind in ON_THE_FLOOR and not is_automated:
        return AccessLevel.FLOOR
    return AccessLevel.OFFICE if viewer.is_staff else AccessLevel.PUBLIC


def access_level_at(viewer: Viewer, state: TableState) -> AccessLevel:
    return access_level(viewer, is_automated=state.is_automated)


def pick_fields(source: Mapping[str, Any], shape: type[Shape]) -> Shape:
    """The keys that the shape lists, where they are there; nothing else."""
    return cast("Shape", {key: source[key] for key in shape.__annotations__ if key in source})
