"""What a command would do: events and money, gathered on a draft, and thrown away if a rule refuses."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from croupier.cards import Piece, ShoeRules
from croupier.cards.commitment import CommitmentOpening as ShoeOpening
from croupier.cards.rng_health import GeneratorFault
from croupier.errors import Refused
from croupier.money.promotional_funding import AfterWin
from croupier.store.record import Transfer
from croupier.table.events import AnyEvent
from croupier.table.reducer import apply_event
from croupier.table.round_archive import archive_after_event
from croupier.table.state import TableState


@dataclass(frozen=True)
class Actor:
    """Who asks."""

    id: str
    """`user:7`, `device:shoe-1` or `system`."""
    name: str = ""
    role: str = "system"
    account: str | None = None
    """A player's credit."""
    third_party: bool = False
    terminal: str | None = None
    bot: bool = False


SYSTEM = Actor("system", "the house's clock")


@dataclass(frozen=True)
class SealedShoe:
    """A shoe the generator has filled: what is published, and what is locked away."""

    digest: str
    sealed: str


class CardSource(Protocol):
    """Where an automated table's cards come from. Only this knows the cards to come."""

    def fill_shoe(self, rules: ShoeRules) -> SealedShoe: ...

    def card_at(self, sealed: str, place: int) -> Piece: ...

    def reveal(self, sealed: str) -> ShoeOpening: ...

    def random_below(self, limit: int) -> int:
        """A number from 0 up to but not including `limit`: dice, a button, a pile."""


class NoCardSource:
    """A house without a generator: its tables are dealt by people."""

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


def _nothing(_: str) -> int:
    return 0


def _no_round(_: str) -> Mapping[str, Any] | None:
    return None


def _no_bundle(_: str) -> bool:
    return False


def _is_up(_: str) -> bool:
    return True


def _no_ceiling(_: str) -> int | None:
    return None


def _no_limit(_account: str, _at: int, _extra_cents: int, _staked_cents: int) -> Refused | None:
    return None


def _no_gifts(_account: str) -> Sequence[str]:
    return ()


@dataclass(frozen=True)
class PromotionalPlayRules:
    """How a house has promotional chips played."""

    after_win: AfterWin = AfterWin.TAKEN
    groups: frozenset[str] = frozenset({"line"})
    """The groups of wagers they may be put on; never one that feeds a meter."""


DAY_MS = 24 * 3_600_000


def _day_ends(at: int) -> int:
    return (at // DAY_MS + 1) * DAY_MS


@dataclass(frozen=True)
class CommandContext:
    """What the house tells the table along with a command: the time, who asks, what accounts hold."""

    at: int
    actor: Actor = SYSTEM
    balance: Callable[[str], int] = _nothing
    card_source: CardSource = field(default_factory=NoCardSource)
    meter_is_up: Callable[[str], bool] = _is_up
    meter_ceiling: Callable[[str], int | None] = _no_ceiling
    check_player_limits: Callable[[str, int, int, int], Refused | None] = _no_limit
    """A player's own limits: account, time, what a wager adds, and what the round has of his already."""
    archived_round: Callable[[str], Mapping[str, Any] | None] = _no_round
    """A past round of this table as it was kept."""
    has_bundle: Callable[[str], bool] = _no_bundle
    executive_above_cents: int = 10_000_00
    day_ends: Callable[[int], int] = _day_ends
    """When the gaming day ends that a time lies in."""
    promotional: PromotionalPlayRules | None = None
    """None: the house takes no promotional chips."""
    gifts: Callable[[str], Sequence[str]] = _no_gifts
    """The accounts of a player's gifts that have not ended, the one that ends first before the others."""


@dataclass(frozen=True)
class CommandEffect:
    """A command's whole effect."""

    state: TableState
    events: tuple[AnyEvent, ...]
    transfers: tuple[Transfer, ...]
    kept: tuple[dict[str, Any], ...] = ()
    """Rounds that ended with it, or were put right."""


class EffectBuilder:
    """A command being carried out: each event is folded at once, so the next step sees it."""

    def __init__(self, state: TableState, context: CommandContext) -> None:
        self.state = state
        self.context = context
        self.at = context.at
        self.actor = context.actor
        self.events: list[AnyEvent] = []
        self.kept: list[dict[str, Any]] = []
        self._moves: dict[tuple[str, str], int] = {}
        self._change: dict[str, int] = {}

    def emit(self, event: AnyEvent) -> None:
        """Something happens: the table is as it is after it."""
        kept = archive_after_event(self.state, event, self.context.archived_round)
        if kept is not None:
            self.kept.append(kept)
        self.state = apply_event(self.state, event)
        self.events.append(event)

    def transfer(self, debit: str, credit: str, cents: int) -> None:
        """Money from one account to another; several moves between the same two are one."""
        if cents == 0:
            return
        if cents < 0:
            debit, credit, cents = credit, debit, -cents
        self._moves[debit, credit] = self._moves.get((debit, credit), 0) + cents
        self._change[debit] = self._change.get(debit, 0) - cents
        self._change[credit] = self._change.get(credit, 0) + cents

    def balance(self, account: str) -> int:
        """What an account holds, with this command's moves."""
        return self.context.balance(account) + self._change.get(account, 0)

    @property
    def table_time(self) -> int:
        """The time on the table's clocks. While they stand it is when they stopped, so that a deadline set meanwhile
        runs in full once they go on."""
        state = self.state
        stopped = [hold.since for hold in state.holds] + ([] if state.paused_at is None else [state.paused_at])
        return min([self.at, *stopped])

    def account(self, kind: str) -> str:
        """One of the table's own accounts."""
        return f"{kind}:{self.state.name}"

    def stack(self, account: str) -> str:
        """The account of a player's chips at this table: `stack:table-1/7` of `player:7`."""
        return f"stack:{self.state.name}/{account.partition(':')[2]}"

    def meter(self, meter: str) -> str:
        """The account of the house meter behind a meter of the rulebook; the table's own where none is named."""
        return f"meter:{self.state.settings.house_meter(self.state.name, meter)}"

    def refuse_while_wagers_are_down(self) -> Refused | None:
        """A round with a wager in it is played out first. [R15]"""
        current = self.state.round
        if current is None or not current.spots:
            return None
        return Refused("table/round_in_progress", "A round is in progress; this waits until it is over.")

    def moves(self) -> Sequence[Transfer]:
        return [Transfer(debit, credit, cents) for (debit, credit), cents in self._moves.items()]

    def build(self) -> CommandEffect:
        return CommandEffect(self.state, tuple(self.events), tuple(self.moves()), tuple(self.kept))


Handler = Callable[[EffectBuilder, Any], Refused | None]
