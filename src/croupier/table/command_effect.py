"""Effect of a command: `EffectBuilder` collects its events and transfers; a refusal discards them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from croupier.cards import Piece, ShoeRules
from croupier.cards.commitment import CommitmentOpening as ShoeOpening
from croupier.cards.rng_health import GeneratorFault
from croupier.errors import Refused
from croupier.money.promotional_funding import AfterWin
from croupier.store.ledger_accounts import AccountName, TableAccountKind, stack, table_account
from croupier.store.ledger_accounts import meter as meter_account
from croupier.store.record import Transfer
from croupier.table.events import Event
from croupier.table.round_archive import archive_after_event
from croupier.table.state import TableState


@dataclass(frozen=True)
class Actor:
    """Person, device or system that sends a command."""

    id: str
    """Identity: `user:7`, `device:shoe-1` or `system`."""
    name: str = ""
    role: str = "system"
    account: AccountName | None = None
    """Account of the player's credit; None for staff and devices."""
    third_party: bool = False
    terminal: str | None = None
    bot: bool = False


SYSTEM = Actor("system", "the house's clock")


@dataclass(frozen=True)
class SealedShoe:
    """Shoe filled by the generator: the published digest and the encrypted order."""

    digest: str
    sealed: str


class CardSource(Protocol):
    """Source of cards for automated tables; only the source can decrypt cards that are not dealt yet."""

    def fill_shoe(self, rules: ShoeRules) -> SealedShoe: ...

    def card_at(self, sealed: str, place: int) -> Piece: ...

    def reveal(self, sealed: str) -> ShoeOpening: ...

    def random_below(self, limit: int) -> int:
        """Return a random number from 0 to `limit` - 1, for dice, a button or a pile."""


class NoCardSource:
    """Card source of a system without a generator; its tables are dealt by people."""

    def fill_shoe(self, rules: ShoeRules) -> SealedShoe:
        raise self._fault()

    def card_at(self, sealed: str, place: int) -> Piece:
        raise self._fault()

    def reveal(self, sealed: str) -> ShoeOpening:
        raise self._fault()

    def random_below(self, limit: int) -> int:
        raise self._fault()

    def _fault(self) -> GeneratorFault:
        return GeneratorFault("generator/not_configured", "this house has no generator")


def _zero_balance(_: str) -> int:
    return 0


def _no_round(_: str) -> Mapping[str, Any] | None:
    return None


def _no_bundle(_: str) -> bool:
    return False


def _always_up(_: str) -> bool:
    return True


def _no_ceiling(_: str) -> int | None:
    return None


def _no_limit(_account: str, _at: int, _extra_cents: int, _staked_cents: int) -> Refused | None:
    return None


def _no_grants(_account: str) -> Sequence[AccountName]:
    return ()


@dataclass(frozen=True)
class PromotionalPlayRules:
    """House rules for playing with promotional chips."""

    after_win: AfterWin = AfterWin.TAKEN
    groups: frozenset[str] = frozenset({"line"})
    """Wager groups that accept promotional chips; a wager that feeds a meter never does."""


DAY_MS = 24 * 3_600_000


def _day_ends(at: int) -> int:
    return (at // DAY_MS + 1) * DAY_MS


@dataclass(frozen=True)
class CommandContext:
    """Inputs of a command from outside the table: time, actor, balances, card source, meters, limits."""

    at: int
    actor: Actor = SYSTEM
    balance: Callable[[str], int] = _zero_balance
    card_source: CardSource = field(default_factory=NoCardSource)
    meter_is_up: Callable[[str], bool] = _always_up
    meter_ceiling: Callable[[str], int | None] = _no_ceiling
    check_player_limits: Callable[[str, int, int, int], Refused | None] = _no_limit
    """Function that returns a refusal if a stake exceeds the player's own limits, else None.

    It takes the account, the time, the additional stake and the current stake in cents.
    """
    archived_round: Callable[[str], Mapping[str, Any] | None] = _no_round
    """Function that returns an archived round of this table, or None."""
    has_bundle: Callable[[str], bool] = _no_bundle
    executive_above_cents: int = 10_000_00
    day_ends: Callable[[int], int] = _day_ends
    """Function that returns the end of the gaming day of a time, both in milliseconds since the epoch."""
    promotional: PromotionalPlayRules | None = None
    """Rules for promotional chips; None: the house accepts none."""
    grants: Callable[[str], Sequence[AccountName]] = _no_grants
    """Function that returns the accounts of a player's active promotional grants, earliest expiry first."""


@dataclass(frozen=True)
class CommandEffect:
    """Complete effect of a command: new state, events, money transfers and archived rounds."""

    state: TableState
    events: tuple[Event, ...]
    transfers: tuple[Transfer, ...]
    archived_rounds: tuple[dict[str, Any], ...] = ()
    """Rounds that this command ended or corrected, as archive JSON."""


class EffectBuilder:
    """Builder of a command's effect.

    Each event is applied to the state at once, so that the next step of the command reads the new state.
    """

    def __init__(self, state: TableState, context: CommandContext) -> None:
        self.state = state
        self.context = context
        self.at = context.at
        self.actor = context.actor
        self.events: list[Event] = []
        self.archived_rounds: list[dict[str, Any]] = []
        self._moves: dict[tuple[AccountName, AccountName], int] = {}
        self._change: dict[str, int] = {}

    def emit(self, event: Event) -> None:
        """Apply the event to the state and add it to the effect.

        If the event ends or corrects a round, the round is archived too.
        """
        archived = archive_after_event(self.state, event, self.context.archived_round)
        if archived is not None:
            self.archived_rounds.append(archived)
        self.state = event.apply(self.state)
        self.events.append(event)

    def transfer(self, debit: AccountName, credit: AccountName, cents: int) -> None:
        """Add a money transfer in cents; transfers between the same two accounts are combined.

        A negative amount is a transfer in the opposite direction.
        """
        if cents == 0:
            return
        if cents < 0:
            debit, credit, cents = credit, debit, -cents
        self._moves[debit, credit] = self._moves.get((debit, credit), 0) + cents
        self._change[debit] = self._change.get(debit, 0) - cents
        self._change[credit] = self._change.get(credit, 0) + cents

    def balance(self, account: str) -> int:
        """Return the balance of an account in cents, the transfers of this command included."""
        return self.context.balance(account) + self._change.get(account, 0)

    @property
    def table_time(self) -> int:
        """Time on the table's timers, in milliseconds since the epoch.

        While the table is paused or on hold, this is the time at which it stopped, so that a new deadline runs in full
        after the restart.
        """
        state = self.state
        stopped = [hold.since for hold in state.holds] + ([] if state.paused_at is None else [state.paused_at])
        return min([self.at, *stopped])

    def account(self, kind: TableAccountKind) -> AccountName:
        """Return the name of one of the table's accounts, for example `stakes:table-1`."""
        return table_account(kind, self.state.name)

    def stack(self, account: AccountName) -> AccountName:
        """Return the account of a player's chips at this table: `stack:table-1/7` for `player:7`."""
        return stack(self.state.name, account)

    def meter(self, meter: str) -> AccountName:
        """Return the account of the house meter for a meter of the rulebook: the configured one, or the table's own."""
        return meter_account(self.state.settings.house_meter(self.state.name, meter))

    def refuse_while_wagers_are_down(self) -> Refused | None:
        """Refuse while a round with wagers is in progress. [R15]"""
        current = self.state.round
        if current is None or not current.spots:
            return None
        return Refused("table/round_in_progress", "A round is in progress; this waits until it is over.")

    def transfers(self) -> Sequence[Transfer]:
        return [Transfer(debit, credit, cents) for (debit, credit), cents in self._moves.items()]

    def build(self) -> CommandEffect:
        return CommandEffect(self.state, tuple(self.events), tuple(self.transfers()), tuple(self.archived_rounds))
