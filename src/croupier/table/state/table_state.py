"""State of a table: an immutable value, computed by applying the table's events in order."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from croupier.play.card_turning import CardTurning
from croupier.play.family import Deciding, Family, family_of, replay_round
from croupier.play.round import RoundInProgress
from croupier.play.table_stakes import TableStakes
from croupier.rulebook.table_rules import TableRules
from croupier.store.ledger_accounts import AccountName
from croupier.table.settings import DealingMode, TableSettings, game_rules
from croupier.table.state.bank import BankState
from croupier.table.state.dealing import DealingState
from croupier.table.state.jackpots import JackpotState
from croupier.table.state.seating import SeatingState
from croupier.table.state.supervision import SupervisionState

NO_GAME_YET = TableSettings(rulebook="")
"""Settings of a new table: it is created first and gets its game with the first `SettingsChanged` event."""


class Phase(StrEnum):
    """Phase of a table, which decides the commands that are allowed."""

    CLOSED = "closed"
    BETWEEN = "between-rounds"
    BETTING = "betting"
    DEALING = "dealing"


@dataclass(frozen=True)
class TableState(SeatingState, DealingState, BankState, JackpotState, SupervisionState):
    """Complete state of one table: its name, game and phase, and five parts that can be read alone."""

    name: str
    demonstration: bool = False
    settings: TableSettings = NO_GAME_YET
    version: int = 0
    digest: str = ""
    phase: Phase = Phase.CLOSED

    @property
    def rules(self) -> TableRules:
        return game_rules(self.settings)

    @property
    def family(self) -> Family:
        return family_of(self.rules)

    @property
    def card_turning(self) -> CardTurning:
        """Rules for bettors who reveal cards themselves; fails for games in which they do not."""
        rules = self.family.card_turning
        assert rules is not None
        return rules

    @property
    def deciding(self) -> Deciding:
        """Decisions of players; fails for games in which nobody decides."""
        deciding = self.family.deciding
        assert deciding is not None
        return deciding

    @property
    def sets_first_seat_only(self) -> bool:
        """Whether a player with several seats sets only the first hand; the house sets the others."""
        setting = self.family.hand_setting
        return setting is not None and setting.sets_first_seat_only(self.rules)

    @property
    def is_automated(self) -> bool:
        return self.settings.mode is DealingMode.AUTOMATED

    @property
    def is_running(self) -> bool:
        """Whether the table's timers are running: the table is open, not paused and not on hold."""
        return self.phase is not Phase.CLOSED and self.paused_at is None and not self.holds

    @property
    def meter_names(self) -> frozenset[str]:
        """Names of the house meters that this table's game uses: those in the settings, or the table's own meters."""
        return frozenset(self.settings.house_meter(self.name, meter.id) for meter in self.rules.meters)

    @property
    def replay_play(self) -> RoundInProgress[Any]:
        """New replay of the current round from its first card; a round must be in play."""
        assert self.round is not None
        bank_seat = self.bank.seat if self.bank else None
        current = self.round
        return replay_round(self.rules, current.inputs, current.bets(), bank_seat=bank_seat, opening=current.opening)

    @property
    def stakes(self) -> TableStakes | None:
        """Rules for players who bring chips and play against each other; None in games against a bank."""
        return self.family.table_stakes if self.version else None

    @property
    def seats_ready(self) -> list[int]:
        """Seats whose players are to be dealt in and have enough chips, where seats play against each other."""
        stakes = self.stakes
        assert stakes is not None
        return [one.seat for one in self.seated_stacks if one.is_in and stakes.is_ready(self.rules, one)]

    @property
    def can_start_hand(self) -> bool:
        """Whether enough players are ready for a hand, at a table where seats play against each other."""
        assert self.stakes is not None
        return len(self.seats_ready) >= self.stakes.least_players

    def deciding_account(self, seat: int) -> AccountName | None:
        """Return the account that decides for a seat in play, or None.

        That is the player-dealer at the bank's seat, elsewhere the seated player or the first bettor behind the seat.
        """
        assert self.round is not None
        if self.bank is not None and self.bank.seat == seat:
            return self.bank.account
        spots = [spot for spot in self.round.spots.values() if spot.seat == seat]
        return next(
            (spot.account for name in self.deciding_bettors(seat) for spot in spots if spot.bettor == name), None
        )

    def deciding_bettors(self, seat: int) -> tuple[str, ...]:
        """Return the bettors at a seat in play, the deciding one first; empty in games in which nobody decides."""
        assert self.round is not None
        deciding = self.family.deciding
        return () if deciding is None else deciding.bettors_at_seat(self.rules, self.round.bets(), seat)

    def has_money_in_play(self, account: str) -> bool:
        """Return whether the account has money on this table or a jackpot that waits for confirmation."""
        current = self.round
        staked = current is not None and current.staked_by(account) + current.promotional_by(account) > 0
        banked = self.bank is not None and self.bank.account == account
        return (
            staked
            or banked
            or self.stack(account).cents > 0
            or any(jackpot.account == account for jackpot in self.jackpots)
        )
