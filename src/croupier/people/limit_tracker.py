"""The guard at the tables: every player's limits and play in memory, asked before each wager.

Changes in memory go through the desk, so that what is not committed is put back. All of it can be made again: the
limits from the store, the play from the rounds settled this month and the stakes still open.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from croupier.errors import Refused
from croupier.people.activity import PlayActivity, activity_from
from croupier.people.calendar import GamingCalendar
from croupier.people.limits import PlayerLimits, check_stake
from croupier.store.unit_of_work import UnitOfWork

NONE = PlayerLimits()


class LimitTracker:
    """Limits and play of the players of a house, by user id."""

    def __init__(self, calendar: GamingCalendar | None = None) -> None:
        self.calendar = calendar or GamingCalendar()
        self._limits: dict[int, PlayerLimits] = {}
        self._activity: dict[int, PlayActivity] = {}

    def limits(self, user_id: int) -> PlayerLimits:
        return self._limits.get(user_id, NONE)

    def activity(self, user_id: int) -> PlayActivity:
        return self._activity.get(user_id) or PlayActivity(self.calendar)

    def check_stake(self, user_id: int, at: int, extra_stake_cents: int, table: str = "") -> Refused | None:
        """Nothing, or why this player may not stake so much more at this table now. With 0: whether he may play."""
        return check_stake(self.limits(user_id), self.activity(user_id), at, extra_stake_cents, table)

    def record_stake(self, uow: UnitOfWork, user_id: int, cents: int, table: str = "") -> None:
        """A wager, a fee or a bank was put up; a negative amount was taken back."""
        activity = self.activity(user_id)
        after = activity.after_stake if cents >= 0 else activity.after_refund
        uow.set_cached(self._activity, user_id, after(uow.at, abs(cents), table))

    def record_result(self, uow: UnitOfWork, user_id: int, net_cents: int, table: str = "") -> None:
        """A round was settled: nothing of this player's is open at the table any more."""
        uow.set_cached(self._activity, user_id, self.activity(user_id).after_result(uow.at, net_cents, table))

    def record_void(self, uow: UnitOfWork, user_id: int, table: str = "") -> None:
        """A round was called off: all that was open at the table went back."""
        open_cents = self.activity(user_id).open_cents.get(table, 0)
        if open_cents:
            self.record_stake(uow, user_id, -open_cents, table)

    def record_correction(self, uow: UnitOfWork, user_id: int, cents: int) -> None:
        """A settled round was corrected: so much more came of it for this player, or less."""
        uow.set_cached(self._activity, user_id, self.activity(user_id).after_correction(uow.at, cents))

    def set_limits(self, uow: UnitOfWork, user_id: int, limits: PlayerLimits) -> None:
        uow.set_cached(self._limits, user_id, limits)

    def restore_limits(self, limits: Mapping[int, PlayerLimits]) -> None:
        """At start-up: what the store holds (`all_limits`)."""
        self._limits = dict(limits)

    def restore_activity(
        self,
        user_id: int,
        rounds: Iterable[tuple[int, int, int]],
        still_open: Iterable[tuple[int, int, str]] = (),
    ) -> None:
        """At start-up: a player's settled rounds of this month, oldest first, as (at, stake_cents, net_cents), and what
        he has open, as (at, cents, table)."""
        activity = activity_from(rounds, self.calendar)
        for at, cents, table in still_open:
            activity = activity.after_stake(at, cents, table)
        self._activity[user_id] = activity
