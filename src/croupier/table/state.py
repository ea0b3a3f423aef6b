"""State of a table: an immutable value, computed by applying the table's events in order."""

from __future__ import annotations

import atexit
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, NamedTuple

from croupier.cards import Piece
from croupier.money.bets import Bet
from croupier.money.cents import Cents
from croupier.money.promotional_funding import AfterWin
from croupier.money.settlement import PostedBank
from croupier.play.card_turning import CardTurning, TurningState
from croupier.play.family import Family, family_of, replay_round
from croupier.play.round import Answer, Arrange, Deal, Opening, RoundInProgress
from croupier.play.table_stakes import SeatedStack, TableStakes
from croupier.rulebook.table_rules import TableRules
from croupier.table.promotional_stake import GrantPart, PromotionalStake
from croupier.table.rotation_offers import BankOffers
from croupier.table.settings import DealingMode, TableSettings, game_rules
from croupier.table.shoe import LiveShoe
from croupier.table.trends import TableTrends

NO_GAME_YET = TableSettings(rulebook="")
"""Settings of a new table: it is created first and gets its game with the first `SettingsChanged` event."""


class Phase(StrEnum):
    """Phase of a table, which decides the commands that are allowed."""

    CLOSED = "closed"
    BETWEEN = "between-rounds"
    BETTING = "betting"
    DEALING = "dealing"


@dataclass(frozen=True)
class SeatedPlayer:
    """Player who sits in a seat: a person, a third-party provider or a bot."""

    account: str
    name: str
    third_party: bool = False
    bot: bool = False


@dataclass(frozen=True)
class ChipStack:
    """A player's chips at a table where seats play against each other, and whether the player sits out or owes blinds.

    The entry stays when the player leaves the seat.
    """

    cents: int = 0
    """Chips in front of the player, in cents, without those in the current hand."""
    is_out: bool = False
    """Whether the player sits out."""
    owes: tuple[str, ...] = ()
    posts: bool = False
    time_bank_ms: int | None = None
    """Remaining time bank in milliseconds, for decisions that take longer than the decision time; None: unused."""


NO_STACK = ChipStack()


@dataclass(frozen=True)
class WaitingPlayer:
    """Player on the waiting list."""

    account: str
    name: str


@dataclass(frozen=True)
class SpotBets:
    """Chips of one bettor on all wagers at one seat."""

    seat: int
    bettor: str
    account: str
    wagers: Mapping[str, int]
    promotional: PromotionalStake | None = None

    @property
    def total(self) -> int:
        return sum(self.wagers.values())

    @property
    def promotional_cents(self) -> int:
        return self.promotional.total if self.promotional else 0

    @property
    def credit_cents(self) -> int:
        """Part of the chips, in cents, that was paid from the bettor's credit."""
        return self.total - self.promotional_cents

    @property
    def after_win(self) -> AfterWin:
        return self.promotional.after_win if self.promotional else AfterWin.TAKEN

    def promotional_on(self, wager: str) -> Sequence[GrantPart]:
        """Return the promotional chips on a wager by grant, in the order in which they are lost."""
        return self.promotional.wagers.get(wager, ()) if self.promotional else ()

    def bets(self) -> list[Bet]:
        return [Bet(self.seat, self.bettor, wager, Cents(cents)) for wager, cents in self.wagers.items()]


@dataclass(frozen=True)
class PlayerDealerBank:
    """Bank that a player-dealer has posted."""

    seat: int
    account: str
    cents: int

    @property
    def posted(self) -> PostedBank:
        return PostedBank(self.seat, Cents(self.cents))


@dataclass(frozen=True)
class DealtCard:
    """Card that was dealt in the current round: its hand, and whether it is face down."""

    hand: str
    nth: int
    card: Piece
    face_down: bool


class CardSeal(NamedTuple):
    """Face-down card and its encrypted form in the log. See `table/sealing.py`."""

    place: int
    """Number of the card in the round, in dealing order from 1."""
    card: str
    nonce: str
    digest: str
    """Digest that commits to the card."""
    sealed: str


@dataclass(frozen=True)
class TableHold:
    """Reason why the table is on hold: a fault or a dispute."""

    id: str
    why: str
    reason: str
    since: int
    round: str | None = None
    referred_to: str = ""
    """Body that decides a dispute, once the dispute is referred."""
    reference: str = ""


@dataclass(frozen=True)
class Jackpot:
    """Win from a meter that waits for confirmation; its wager is closed until then."""

    id: str
    round: str
    meter: str
    wager: str
    seat: int
    account: str
    cents: int
    reseeded_cents: int = 0
    """Amount in cents that the house added to restart the meter, if the meter was won completely."""
    overflow_cents: int = 0
    """Amount in cents that moved from the overflow account to the meter at the restart."""
    sharers: int = 1
    """Number of winners of the whole meter, this one included, whose awards were not taken back."""
    confirmed_by: str | None = None
    """Supervisor who has confirmed, while an executive's confirmation is still missing."""
    house_meter: str = ""
    """House meter at the time of the win; later settings do not change it."""
    paid_by: str | None = None


PAID_JACKPOTS_MOST = 50
"""Number of paid jackpots per table that the pit can back out; older ones are settled by hand."""


@dataclass(frozen=True)
class BackOutRequest:
    """Request to back out a paid jackpot."""

    id: str
    jackpot: str
    round: str
    seat: int
    account: str
    cents: int
    reason: str
    by: str


@dataclass(frozen=True)
class CorrectionRequest:
    """Request to correct a misread card of a settled round."""

    id: str
    round: str
    place: int
    card: str
    reason: str
    by: str


@dataclass(frozen=True)
class CompletedStep:
    """Step of the procedure that was carried out."""

    id: str
    step: str
    at: int
    by: str
    name: str
    opening: int
    """Number of the table opening in which the step was carried out."""
    shoe: int
    """Number of shoes that the table had used at that time."""
    rounds: int
    """Number of rounds that the table had played at that time."""
    entered: Mapping[str, Any] = field(default_factory=dict)
    until: int | None = None
    verified_by: str = ""
    verified_name: str = ""
    verified_at: int | None = None


@dataclass(frozen=True)
class RecutOrder:
    """A supervisor's order to cut the cards again."""

    cutter: str
    """Who cuts: `same` (the last cutter) or `next` (the next seat in order)."""
    seat: int | None
    """Seat that cut last; None: the dealer."""
    offered: tuple[int, ...]
    """Seats that have been offered the cut, the last cutter included."""


@dataclass(frozen=True)
class UnreadNotice:
    """Notice that its recipient has not acknowledged."""

    id: str
    to: str
    at: int
    until: int | None
    text: str
    by: str
    name: str


@dataclass(frozen=True)
class AnnouncedChange:
    """Announced settings that take effect at `from_at`."""

    id: str
    at: int
    from_at: int
    settings: TableSettings
    changes: tuple[Mapping[str, Any], ...]
    name: str


@dataclass(frozen=True)
class Accommodation:
    """Different treatment of a person with a disability, as recorded at the table. [003 L38]"""

    seat: int | None
    account: str | None
    what: str
    name: str


@dataclass(frozen=True)
class AddedWager:
    """Chips added during a round: a double, a split or insurance."""

    seat: int
    bettor: str
    account: str
    wager: str
    cents: int


@dataclass(frozen=True)
class EarlyPayment:
    """Wager that was paid before the end of the round; its stake has left the table."""

    seat: int
    bettor: str
    account: str
    wager: str
    cents: int
    net_cents: int
    promotional_cents: int = 0
    """Promotional part of the stake, in cents."""


@dataclass(frozen=True)
class CurrentRound:
    """Round in play, from the opening of betting to the last card."""

    id: str
    number: int
    shoe: int
    opened_at: int
    opening: Opening
    closes_at: int | None = None
    closed_at: int | None = None
    spots: Mapping[tuple[int, str], SpotBets] = field(default_factory=dict)
    """Bets by seat and account, in the order in which the first chip was placed."""
    fees: Mapping[str, int] = field(default_factory=dict)
    action_cents: int = 0
    inputs: tuple[Answer, ...] = ()
    rolled_by: str = ""
    """Who rolled the dice last: `dealer` or `generator`."""
    dealt: tuple[DealtCard, ...] = ()
    added_wagers: tuple[AddedWager, ...] = ()
    paid: tuple[EarlyPayment, ...] = ()
    open_questions: frozenset[tuple[int, int]] = frozenset()
    """Questions that were open last, as pairs of seat and question number."""
    ask_until: int | None = None
    time_bank_seat: int | None = None
    """Seat of the player who is using the time bank; None: no seat."""
    drafts: Mapping[int, tuple[tuple[int, ...], ...]] = field(default_factory=dict)
    """Saved unfinished arrangements by seat: card numbers of the seat (from 1), hand by hand."""
    exchanges: tuple[Mapping[str, Any], ...] = ()
    """Payments from seat to seat, in a game without a bank."""
    turning: TurningState | None = None
    next_at: int | None = None

    def bets(self) -> list[Bet]:
        return [bet for spot in self.spots.values() for bet in spot.bets()]

    def staked_by(self, account: str) -> int:
        """Return the account's credit on the layout, in cents."""
        placed = sum(spot.credit_cents for spot in self.spots.values() if spot.account == account)
        raised = sum(one.cents for one in self.added_wagers if one.account == account)
        return placed + raised - sum(one.cents - one.promotional_cents for one in self.paid if one.account == account)

    def promotional_by(self, account: str) -> int:
        """Return the account's promotional chips on the layout, in cents."""
        placed = sum(spot.promotional_cents for spot in self.spots.values() if spot.account == account)
        return placed - sum(one.promotional_cents for one in self.paid if one.account == account)

    @property
    def accounts(self) -> list[str]:
        return list(dict.fromkeys(spot.account for spot in self.spots.values()))


@dataclass(frozen=True)
class _CachedPlay:
    """Cached replay of a round and the inputs it has consumed."""

    round_key: tuple[Any, ...]
    spots: Mapping[tuple[int, str], SpotBets]
    play: RoundInProgress[Any]

    inputs: tuple[Answer, ...]

    def is_prefix_of(self, answers: tuple[Answer, ...]) -> bool:
        """Return whether the cached inputs are the beginning of these inputs."""
        return len(self.play.answers) == len(self.inputs) and answers[: len(self.inputs)] == self.inputs


class _PlayCache(threading.local):
    """Replay cache, one per thread: the writer is ahead of the readers, which show committed state only."""

    def __init__(self) -> None:
        self.by_table: dict[str, _CachedPlay] = {}


_PLAY_CACHE = _PlayCache()
# Clear the cache at interpreter exit, so that suspended round generators close while the modules still exist.
atexit.register(_PLAY_CACHE.by_table.clear)


@dataclass(frozen=True)
class TableState:
    """Complete state of one table."""

    name: str
    demonstration: bool = False
    settings: TableSettings = NO_GAME_YET
    version: int = 0
    digest: str = ""
    phase: Phase = Phase.CLOSED
    paused_at: int | None = None
    paused_for: str = ""
    holds: tuple[TableHold, ...] = ()
    seats: Mapping[int, SeatedPlayer] = field(default_factory=dict)
    stacks: Mapping[str, ChipStack] = field(default_factory=dict)
    """Chips in front of players by account, at a table where seats play against each other."""
    waiting: tuple[WaitingPlayer, ...] = ()
    """Waiting list, longest wait first."""
    button: int | None = None
    """Seat of the dealer button; None before the first draw."""
    button_drawn: bool = False
    """Whether the button was drawn and no hand has been dealt since; the button does not move before that hand."""
    shoe: LiveShoe | None = None
    shoes: int = 0
    rounds: int = 0
    round: CurrentRound | None = None
    opening: Opening = field(default_factory=Opening)
    """How the next round begins: as a free hand, with a carried card, or as usual; and its buttons."""
    free_hands: int = 0
    """Number of free hands dealt from this shoe."""
    offers: BankOffers | None = None
    offer_until: int | None = None
    bank: PlayerDealerBank | None = None
    next_at: int | None = None
    jackpots: tuple[Jackpot, ...] = ()
    paid_jackpots: tuple[Jackpot, ...] = ()
    """Jackpots that were paid and not backed out, oldest first."""
    back_outs: Mapping[str, BackOutRequest] = field(default_factory=dict)
    """Open requests to back out a jackpot, by id."""
    backed_out: tuple[str, ...] = ()
    """Ids of the most recent jackpots that were backed out."""
    rejected: tuple[str, ...] = ()
    """Ids of the most recent rejected jackpots, which were never paid."""
    trends: TableTrends = field(default_factory=TableTrends)
    last: Mapping[str, Any] | None = None
    """Last settled round and the settings of that round; None before the first.

    The result stays on display until betting on the next round closes. [R14]
    """
    supervisor_called: str | None = None
    corrections: Mapping[str, CorrectionRequest] = field(default_factory=dict)
    """Open correction requests, by id."""
    numbered: int = 0
    """Number of holds, corrections and back-outs so far; the next id continues from this number."""
    openings: int = 0
    """Number of times the table was opened."""
    steps: Mapping[str, CompletedStep] = field(default_factory=dict)
    """Latest completion of each procedure step, by step id."""
    to_verify: tuple[CompletedStep, ...] = ()
    """Completed steps that another person must verify, oldest first, at most `STEPS_TO_VERIFY_MOST`."""
    steps_done: int = 0
    recut: RecutOrder | None = None
    last_batch: str | None = None
    """Back colour of the batch that was loaded last; None if no batch has a colour."""
    notices: tuple[UnreadNotice, ...] = ()
    noticed: int = 0
    """Number of notices and announced changes so far; the next id continues from this number."""
    announced_changes: tuple[AnnouncedChange, ...] = ()
    """Announced changes that are not yet in effect."""
    posted: Mapping[str, TableSettings] = field(default_factory=dict)
    """Last settings of each rulebook that this table dealt before the current one."""
    accommodations: tuple[Accommodation, ...] = ()
    must_intervene: bool = False
    """Whether another player must bank before the same player may bank again.

    The rule is the one that was in force when the current settings took effect.
    """
    seals: tuple[CardSeal, ...] = ()
    """Face-down cards as encrypted in the log; empty when the table writes no log."""

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
    def locked_wagers(self) -> frozenset[str]:
        return frozenset(jackpot.wager for jackpot in self.jackpots)

    @property
    def replay_play(self) -> RoundInProgress[Any]:
        """New replay of the current round from its first card; a round must be in play."""
        assert self.round is not None
        bank_seat = self.bank.seat if self.bank else None
        current = self.round
        return replay_round(self.rules, current.inputs, current.bets(), bank_seat=bank_seat, opening=current.opening)

    @property
    def current_play(self) -> RoundInProgress[Any]:
        """Replay of the current round for reading, cached per thread and extended by new inputs.

        The cache avoids a complete replay for every question of a long round. Callers must not send inputs to this
        object.
        """
        current = self.round
        assert current is not None
        bank_seat = self.bank.seat if self.bank else None
        round_key = (current.id, bank_seat, current.opening, self.settings)
        cached = _PLAY_CACHE.by_table.get(self.name)
        if (
            cached is None
            or cached.round_key != round_key
            or cached.spots is not current.spots
            or not cached.is_prefix_of(current.inputs)
        ):
            cached = _CachedPlay(round_key, current.spots, self.replay_play, current.inputs)
            _PLAY_CACHE.by_table[self.name] = cached
        if len(cached.inputs) < len(current.inputs):
            for answer in current.inputs[len(cached.inputs) :]:
                cached.play.answer(answer)
            _PLAY_CACHE.by_table[self.name] = replace(cached, inputs=current.inputs)
        return cached.play

    @property
    def offer_candidates(self) -> tuple[list[int], dict[int, str]]:
        """Seats of third-party providers, and the account at each seat: the candidates for the bank."""
        third = [seat for seat, sitter in self.seats.items() if sitter.third_party]
        return third, {seat: sitter.account for seat, sitter in self.seats.items()}

    @property
    def stakes(self) -> TableStakes | None:
        """Rules for players who bring chips and play against each other; None in games against a bank."""
        return self.family.table_stakes if self.version else None

    @property
    def wager_for_added_chips(self) -> str | None:
        """Wager that receives chips bought during a hand; None where no chips may be added now. [004 L210]"""
        if (
            self.stakes is None
            or self.phase is not Phase.DEALING
            or not isinstance(self.current_play.need, Deal | Arrange)
        ):
            return None
        return self.stakes.buy_in(self.rules).adds_to

    def stack(self, account: str) -> ChipStack:
        return self.stacks.get(account, NO_STACK)

    @property
    def seated_stacks(self) -> list[SeatedStack]:
        """Chips and status of every seated player in seat order, from which the next hand is started."""
        found = []
        for seat, sitter in sorted(self.seats.items()):
            stack = self.stack(sitter.account)
            found.append(SeatedStack(seat, stack.cents, not stack.is_out, stack.owes, stack.posts))
        return found

    @property
    def can_start_hand(self) -> bool:
        """Whether enough players are ready for a hand, at a table where seats play against each other."""
        stakes = self.stakes
        assert stakes is not None
        ready = [one for one in self.seated_stacks if one.is_in and stakes.is_ready(self.rules, one)]
        return len(ready) >= stakes.least_players

    def seat_of(self, account: str) -> int | None:
        """Return the seat that an account took first, or None.

        A player with several seats banks, and is offered the bank, at this seat.
        """
        return next(iter(self.seats_of(account)), None)

    def seats_of(self, account: str) -> list[int]:
        """Return all seats of an account in the order in which they were taken."""
        return [seat for seat, sitter in self.seats.items() if sitter.account == account]

    @property
    def first_seats(self) -> list[int]:
        """First seat of every seated player, one per player."""
        return list(dict.fromkeys(self.seat_of(sitter.account) or seat for seat, sitter in self.seats.items()))

    def deciding_account(self, seat: int) -> str | None:
        """Return the account that decides for a seat in play, or None.

        That is the player-dealer at the bank's seat, elsewhere the seated player or the first bettor behind the seat.
        """
        assert self.round is not None
        if self.bank is not None and self.bank.seat == seat:
            return self.bank.account
        spots = [spot for spot in self.round.spots.values() if spot.seat == seat]
        bettors = self.family.bettors_at_seat(self.rules, self.round.bets(), seat)
        return next((spot.account for name in bettors for spot in spots if spot.bettor == name), None)

    def hold(self, hold_id: str) -> TableHold | None:
        return next((hold for hold in self.holds if hold.id == hold_id), None)

    def jackpot(self, jackpot_id: str) -> Jackpot | None:
        return next((jackpot for jackpot in self.jackpots if jackpot.id == jackpot_id), None)

    def paid_jackpot(self, jackpot_id: str) -> Jackpot | None:
        return next((jackpot for jackpot in self.paid_jackpots if jackpot.id == jackpot_id), None)

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
