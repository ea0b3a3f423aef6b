"""Events of a table as a whole: its settings, opening and closing, pauses, seats, calls of a supervisor."""

from __future__ import annotations

from typing import ClassVar, Literal

from croupier.play.round import Opening
from croupier.rulebook.options import normalize_name
from croupier.store.ledger_accounts import AccountName
from croupier.table.events.base import Event, EventVisibility, shift_deadlines
from croupier.table.rotation_offers import (
    BankOffers,
    first_offers,
    rotation_rules,
)
from croupier.table.settings import TableSettings, game_rules
from croupier.table.state import (
    Phase,
    SeatedPlayer,
    TableState,
)
from croupier.table.state.changed_copy import replace

THIRD_HAND_ALLOWED_BEFORE = frozenset({"ca-ez-baccarat-dragon-7", "ca-fortune-pai-gow-poker", "ca-royal-pai-gow-poker"})
"""Rulebooks that let a player bank a third hand in a row, in old logs that do not record `must_intervene`."""


class TableCreated(Event):
    kind: Literal["table-created"] = "table-created"
    name: str
    demonstration: bool
    visibility: ClassVar[EventVisibility] = EventVisibility(public=("name", "demonstration"))

    def apply(self, state: TableState) -> TableState:
        return replace(state, name=self.name, demonstration=self.demonstration)


class SettingsChanged(Event):
    kind: Literal["settings-changed"] = "settings-changed"
    version: int
    settings: TableSettings
    digest: str
    """Digest of the rulebook of this settings version."""
    next_at: int | None = None
    """Time at which an open table continues, with its bank unchanged; None for a closed table, and in older logs.

    In older logs, another event opens the table again.
    """
    change: str | None = None
    """Id of the announced change that takes effect; None for an immediate change."""
    must_intervene: bool | None = None
    """Whether another player must bank before the same player may bank again; None in older logs."""
    visibility: ClassVar[EventVisibility] = EventVisibility(
        public=("version", "digest", "next_at", "change", "must_intervene"), filtered=("settings",)
    )

    def apply(self, state: TableState) -> TableState:
        """Apply new settings; a new dealing mode or other shoe rules remove the current shoe."""
        coming = tuple(one for one in state.announced_changes if one.id != self.change)
        after = replace(
            state,
            settings=self.settings,
            version=self.version,
            digest=self.digest,
            announced_changes=coming,
            must_intervene=_must_intervene(self),
        )
        if state.openings:
            after = replace(after, posted={**state.posted, state.settings.rulebook: state.settings})
        same_shoe = state.version > 0 and game_rules(state.settings).shoe == game_rules(self.settings).shoe
        if state.settings.mode is not self.settings.mode or not same_shoe:
            after = replace(after, shoe=None, opening=Opening())
        if state.phase is not Phase.CLOSED:
            after = replace(after, phase=Phase.BETWEEN, round=None, offers=_current_offers(after), offer_until=None)
            after = after if self.next_at is None else replace(after, next_at=self.next_at)
        return after


class TableOpened(Event):
    kind: Literal["table-opened"] = "table-opened"
    next_at: int
    visibility: ClassVar[EventVisibility] = EventVisibility(public=("next_at",))

    def apply(self, state: TableState) -> TableState:
        fresh = _current_offers(replace(state, offers=None))
        opened = replace(state, phase=Phase.BETWEEN, next_at=self.next_at, offers=fresh)
        return replace(opened, openings=state.openings + 1)


class TableClosed(Event):
    kind: Literal["table-closed"] = "table-closed"
    visibility: ClassVar[EventVisibility] = EventVisibility()

    def apply(self, state: TableState) -> TableState:
        return replace(
            state,
            phase=Phase.CLOSED,
            round=None,
            next_at=None,
            offers=None,
            offer_until=None,
            paused_at=None,
            waiting=(),
            button=None,
        )


class TablePaused(Event):
    kind: Literal["table-paused"] = "table-paused"
    at: int
    reason: str
    visibility: ClassVar[EventVisibility] = EventVisibility(public=("at",), staff=("reason",))

    def apply(self, state: TableState) -> TableState:
        return replace(state, paused_at=self.at, paused_for=self.reason)


class TableResumed(Event):
    kind: Literal["table-resumed"] = "table-resumed"
    stood_ms: int
    """Length of the pause in milliseconds; every deadline moves by this amount."""
    visibility: ClassVar[EventVisibility] = EventVisibility(public=("stood_ms",))

    def apply(self, state: TableState) -> TableState:
        return replace(shift_deadlines(state, self.stood_ms), paused_at=None, paused_for="")


class SeatTaken(Event):
    kind: Literal["seat-taken"] = "seat-taken"
    seat: int
    account: AccountName
    name: str
    third_party: bool = False
    bot: bool = False
    """Whether a bot plays in this seat, which is possible in a demonstration only."""
    visibility: ClassVar[EventVisibility] = EventVisibility(
        public=("seat", "third_party", "bot"), staff=("account", "name")
    )

    def apply(self, state: TableState) -> TableState:
        sitter = SeatedPlayer(self.account, self.name, self.third_party, self.bot)
        return replace(state, seats={**state.seats, self.seat: sitter})


class SeatLeft(Event):
    kind: Literal["seat-left"] = "seat-left"
    seat: int
    account: AccountName
    visibility: ClassVar[EventVisibility] = EventVisibility(public=("seat",), staff=("account",))

    def apply(self, state: TableState) -> TableState:
        others = tuple(one for one in state.accommodations if one.account != self.account)
        left = {seat: who for seat, who in state.seats.items() if seat != self.seat}
        return replace(state, seats=left, accommodations=others)


class SupervisorCalled(Event):
    kind: Literal["supervisor-called"] = "supervisor-called"
    note: str
    visibility: ClassVar[EventVisibility] = EventVisibility(staff=("note",), is_staff_only=True)

    def apply(self, state: TableState) -> TableState:
        return replace(state, supervisor_called=self.note)


class CallAnswered(Event):
    kind: Literal["call-answered"] = "call-answered"
    visibility: ClassVar[EventVisibility] = EventVisibility(is_staff_only=True)

    def apply(self, state: TableState) -> TableState:
        return replace(state, supervisor_called=None)


def _must_intervene(event: SettingsChanged) -> bool:
    """Return whether another player must bank before the same player may bank again, under these settings.

    The rule is the one that was in force when the settings took effect, also if the rulebook has changed since.
    """
    if event.must_intervene is not None:
        return event.must_intervene
    is_given = any(normalize_name(name) == normalize_name("must_intervene") for name in event.settings.options)
    if event.settings.rulebook in THIRD_HAND_ALLOWED_BEFORE and not is_given:
        return False
    return game_rules(event.settings).must_intervene


def _current_offers(state: TableState) -> BankOffers | None:
    """Return the bank offers of a player-dealer table under the current rules; None where the house banks.

    Offers in progress continue; a table without offers gets new ones.
    """
    if not state.rules.has_player_dealer:
        return None
    pack = rotation_rules(
        state.settings.rotation,
        must_intervene=state.must_intervene,
        direction=state.rules.bank_direction,
    )
    return first_offers(pack, state.first_seats) if state.offers is None else state.offers.with_rules(pack)
