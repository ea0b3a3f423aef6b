"""View models of a table's game: the rules that apply and everything that is posted for players to read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from typing_extensions import TypedDict

from croupier.money.schedules.schedule_file import Basis
from croupier.play.family import all_posted_rules
from croupier.rulebook.citations import CitedRule
from croupier.views.family_fields import with_family_fields


class FeeView(TypedDict):
    """One bracket of a collection schedule."""

    lowest: int
    """Lower end of the bracket: cents, or the number of players if the schedule is by players."""
    highest: int | None
    """Upper end of the bracket; None: no upper end."""
    fee_cents: int


class ScheduleView(TypedDict):
    """Collection schedule in force."""

    id: str
    title: str
    cite: str
    rules: list[CitedRule]
    basis: Basis
    player_dealer_cents: int | None
    """Fee of the player-dealer for each hand, in cents, if the brackets apply to the other players only."""
    fees: list[FeeView]
    """All brackets of the schedule with their fees, as posted at the table."""


class PostedNoticeView(TypedDict):
    """Notice posted at the table for everybody to read."""

    id: str
    text: str
    cite: str


class AnnouncedOptionView(TypedDict):
    """One option of an announced change, with its old and new value."""

    option: str
    title: str
    was: str
    becomes: str


class AnnouncedChangeView(TypedDict):
    """Announced change of the rules, with the time from which it applies."""

    id: str
    at: int
    from_at: int
    changes: list[AnnouncedOptionView]


class GameBase(TypedDict):
    """Game of a table and the rules that apply."""

    rulebook: str
    title: str
    short_title: str
    """Title where there is little space; the title if the rulebook gives no shorter one."""
    summary: str
    family: str
    banking: Literal["house", "player-dealer", "seats"]
    house: str
    digest: str
    decks: int
    hands: list[str]
    combined_minimum_cents: int
    """Minimum of all wagers of one bettor together, in cents; 0: no such minimum."""
    printed: dict[str, list[str]]
    """Cards that are printed on the layout at each seat, by seat number."""
    schedule: ScheduleView | None
    notices: list[PostedNoticeView]
    """Notices posted at the table."""
    announced_changes: list[AnnouncedChangeView]
    """Announced changes that do not apply yet."""
    boxes: int
    """Maximum number of seats for one player."""


if TYPE_CHECKING:

    class GameView(GameBase): ...

else:
    GameView = with_family_fields("GameView", __name__, GameBase, (posted.view_type for posted in all_posted_rules()))
