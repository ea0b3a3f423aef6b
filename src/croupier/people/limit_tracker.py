"""In-memory limits and activity of every player, checked before each wager.

Changes go through the unit of work, so that uncommitted changes are undone. All data can be restored: limits from the
database, activity from the rounds settled this month and the open stakes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from croupier.errors import Refused
from croupier.people.activity import PlayActivity, activity_from
from croupier.people.calendar import GamingCalendar
from croupier.people.limits import PlayerLimits, check_stake
from croupier.store.ledger_accounts import player
from croupier.store.unit_of_work import UnitOfWork

NONE = PlayerLimits()


class LimitTracker:
    """Limits of all players and their play so far, by user id, kept in memory."""

    def __init__(self, calendar: GamingCalendar | None = None) -> None:
        self.calendar = calendar or GamingCalendar()
        self._limits: dict[int, PlayerLimits] = {}
        self._activity: dict[int, PlayActivity] = {}

    def limits(self, user_id: int) -> PlayerLimits:
        return self._limits.get(user_id, NONE)

    def activity(self, user_id: int) -> PlayActivity:
        return self._activity.get(user_id) or PlayActivity(self.calendar)

    def check_stake(self, user_id: int, at: int, extra_stake_cents: int, table: str = "") -> Refused | None:
        """Refuse a player who may not stake this many more cents at this table.

        With 0 cents, check only whether the player may play at all.
        """
        return check_stake(self.limits(user_id), self.activity(user_id), at, extra_stake_cents, table)

    def record_stake(self, uow: UnitOfWork, user_id: int, cents: int, table: str = "") -> None:
        """Record a stake: a wager, a fee or a bank; a negative amount was taken back."""
        activity = self.activity(user_id)
        after = activity.after_stake if cents >= 0 else activity.after_refund
        uow.set_cached(self._activity, user_id, after(uow.at, abs(cents), table))

    def record_result(self, uow: UnitOfWork, user_id: int, net_cents: int, table: str = "") -> None:
        """Record the result of a settled round and close the player's open stakes at the table."""
        uow.set_cached(self._activity, user_id, self.activity(user_id).after_result(uow.at, net_cents, table))

    def record_void(self, uow: UnitOfWork, user_id: int, table: str = "") -> None:
        """Record that a void round returned the player's open stakes at the table."""
        open_cents = self.activity(user_id).open_cents.get(table, 0)
        if open_cents:
            self.record_stake(uow, user_id, -open_cents, table)

    def record_correction(self, uow: UnitOfWork, user_id: int, cents: int) -> None:
        """Record that a correction changed the player's result of a settled round by `cents`."""
        uow.set_cached(self._activity, user_id, self.activity(user_id).after_correction(uow.at, cents))

    def set_limits(self, uow: UnitOfWork, user_id: int, limits: PlayerLimits) -> None:
        uow.uses(player(user_id))
        self.refresh_limits(uow, user_id, limits)

    def refresh_limits(self, uow: UnitOfWork, user_id: int, limits: PlayerLimits) -> None:
        """Replace the limits by those read from the database; another server may have changed them."""
        uow.set_cached(self._limits, user_id, limits)

    def restore_limits(self, limits: Mapping[int, PlayerLimits]) -> None:
        """Load the limits at start-up, from `all_limits`."""
        self._limits = dict(limits)

    def restore_activity(
        self,
        user_id: int,
        rounds: Iterable[tuple[int, int, int]],
        still_open: Iterable[tuple[int, int, str]] = (),
    ) -> None:
        """Load a player's activity at start-up.

        `rounds` are the settled rounds of this month, oldest first, as (at, stake_cents, net_cents); `still_open` are
        the open stakes, as (at, cents, table).
        """
        activity = activity_from(rounds, self.calendar)
        for at, cents, table in still_open:
            activity = activity.after_stake(at, cents, table)
        self._activity[user_id] = activity
