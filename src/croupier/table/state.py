"""A table as it stands: a value, made by folding its events."""

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
"""A table is created first, and then told what it deals."""


class Phase(StrEnum):
    """Where a table stands."""

    CLOSED = "closed"
    BETWEEN = "between-rounds"
    BETTING = "betting"
    DEALING = "dealing"


@dataclass(frozen=True)
class SeatedPlayer:
    """Who sits in a seat."""

    account: str
    name: str
    third_party: bool = False
    bot: bool = False


@dataclass(frozen=True)
class ChipStack:
    """A player's chips at a table where seats play one another, and how he stands there. Kept when he gets up."""

    cents: int = 0
    """What he has in front of him and not in the hand that is played."""
    is_out: bool = False
    """Whether he sits out."""
    owes: tuple[str, ...] = ()
    posts: bool = False
    time_bank_ms: int | None = None
    """What he may still think beyond the time of a decision; None: nothing was used yet."""


NO_STACK = ChipStack()


@dataclass(frozen=True)
class WaitingPlayer:
    """Who waits for a seat."""

    account: str
    name: str


@dataclass(frozen=True)
class SpotBets:
    """One bettor's chips at one seat."""

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
        """What of the chips came from the bettor's credit."""
        return self.total - self.promotional_cents

    @property
    def after_win(self) -> AfterWin:
        return self.promotional.after_win if self.promotional else AfterWin.TAKEN

    def promotional_on(self, wager: str) -> Sequence[GrantPart]:
        """From which gifts a wager's chips are, in the order they are lost."""
        return self.promotional.wagers.get(wager, ()) if self.promotional else ()

    def bets(self) -> list[Bet]:
        return [Bet(self.seat, self.bettor, wager, Cents(cents)) for wager, cents in self.wagers.items()]


@dataclass(frozen=True)
class PlayerDealerBank:
    """A player-dealer's posted wager."""

    seat: int
    account: str
    cents: int

    @property
    def posted(self) -> PostedBank:
        return PostedBank(self.seat, Cents(self.cents))


@dataclass(frozen=True)
class DealtCard:
    """A card on the felt."""

    hand: str
    nth: int
    card: Piece
    face_down: bool


class CardSeal(NamedTuple):
    """A card that lies face down, as the log has locked it. See `table/sealing.py`."""

    place: int
    """Its number among the cards of the round, from 1."""
    card: str
    nonce: str
    digest: str
    """The commitment to it."""
    sealed: str


@dataclass(frozen=True)
class TableHold:
    """What keeps the table from going on: a fault, or a dispute."""

    id: str
    why: str
    reason: str
    since: int
    round: str | None = None
    referred_to: str = ""
    """Of a dispute: who decides it, where it was referred."""
    reference: str = ""


@dataclass(frozen=True)
class Jackpot:
    """A win off a meter that waits for confirmation. Its wager is closed until then."""

    id: str
    round: str
    meter: str
    wager: str
    seat: int
    account: str
    cents: int
    reseeded_cents: int = 0
    """What the house put in to start the meter again, where it was won whole."""
    kept_cents: int = 0
    """What of the contributions above its ceiling went on it then."""
    sharers: int = 1
    """How many awards still stand that the meter was started again for, this one with them."""
    confirmed_by: str | None = None
    """The supervisor, while an executive's word is still wanted."""
    linked: str = ""
    """The house's meter behind it when it was won, whatever the table is set up with later."""
    paid_by: str | None = None


PAID_JACKPOTS_MOST = 50
"""So many of a table's paid jackpots can be backed out from the pit; what is older is settled by hand."""


@dataclass(frozen=True)
class BackOutRequest:
    """A paid jackpot that somebody wants taken back."""

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
    """A card of a settled round that somebody says was misread."""

    id: str
    round: str
    place: int
    card: str
    reason: str
    by: str


@dataclass(frozen=True)
class CompletedStep:
    """A step of the procedure that was carried out."""

    id: str
    step: str
    at: int
    by: str
    name: str
    opening: int
    """In which opening of the table."""
    shoe: int
    """After how many shoes."""
    rounds: int
    """After how many rounds."""
    entered: Mapping[str, Any] = field(default_factory=dict)
    until: int | None = None
    verified_by: str = ""
    verified_name: str = ""
    verified_at: int | None = None


@dataclass(frozen=True)
class RecutOrder:
    """A cut that a supervisor has ordered again."""

    cutter: str
    """`same` or `next`."""
    seat: int | None
    """Who cut last; None: the dealer."""
    offered: tuple[int, ...]
    """The seats that were offered the cut up to then, the last cutter's included."""


@dataclass(frozen=True)
class UnreadNotice:
    """A notice that has not been seen yet by whom it is for."""

    id: str
    to: str
    at: int
    until: int | None
    text: str
    by: str
    name: str


@dataclass(frozen=True)
class AnnouncedChange:
    """Settings that were announced, and count from their hour on."""

    id: str
    at: int
    from_at: int
    settings: TableSettings
    changes: tuple[Mapping[str, Any], ...]
    name: str


@dataclass(frozen=True)
class Accommodation:
    """What is done differently for somebody with a disability. [003 L38]"""

    seat: int | None
    account: str | None
    what: str
    name: str


@dataclass(frozen=True)
class AddedWager:
    """Chips put up while the round is played: a double, a split, insurance."""

    seat: int
    bettor: str
    account: str
    wager: str
    cents: int


@dataclass(frozen=True)
class EarlyPayment:
    """A wager that was paid before the round is over: its stake is off the table."""

    seat: int
    bettor: str
    account: str
    wager: str
    cents: int
    net_cents: int
    promotional_cents: int = 0
    """How much of the stake was promotional chips."""


@dataclass(frozen=True)
class CurrentRound:
    """A round from the first wager to the last card."""

    id: str
    number: int
    shoe: int
    opened_at: int
    opening: Opening
    closes_at: int | None = None
    closed_at: int | None = None
    spots: Mapping[tuple[int, str], SpotBets] = field(default_factory=dict)
    """By seat and account, in the order the first chip was placed."""
    fees: Mapping[str, int] = field(default_factory=dict)
    action_cents: int = 0
    answers: tuple[Answer, ...] = ()
    thrown_by: str = ""
    """Who threw the dice last: the dealer, or the generator."""
    dealt: tuple[DealtCard, ...] = ()
    raises: tuple[AddedWager, ...] = ()
    paid: tuple[EarlyPayment, ...] = ()
    asked: frozenset[tuple[int, int]] = frozenset()
    """The questions that were open last, by seat and number."""
    ask_until: int | None = None
    thinks_on: int | None = None
    """The seat whose player is using time of his own."""
    drafts: Mapping[int, tuple[tuple[int, ...], ...]] = field(default_factory=dict)
    """How the cards of seats lie that are still being laid: places among their own, hand by hand."""
    exchanges: tuple[Mapping[str, Any], ...] = ()
    """Who paid whom, in a game that nobody banks."""
    turning: TurningState | None = None
    next_at: int | None = None

    def bets(self) -> list[Bet]:
        return [bet for spot in self.spots.values() for bet in spot.bets()]

    def staked_by(self, account: str) -> int:
        """What somebody has on the layout of his credit."""
        placed = sum(spot.credit_cents for spot in self.spots.values() if spot.account == account)
        raised = sum(one.cents for one in self.raises if one.account == account)
        return placed + raised - sum(one.cents - one.promotional_cents for one in self.paid if one.account == account)

    def promotional_by(self, account: str) -> int:
        """What he has there of promotional chips."""
        placed = sum(spot.promotional_cents for spot in self.spots.values() if spot.account == account)
        return placed - sum(one.promotional_cents for one in self.paid if one.account == account)

    @property
    def accounts(self) -> list[str]:
        return list(dict.fromkeys(spot.account for spot in self.spots.values()))


@dataclass(frozen=True)
class _CachedPlay:
    """A round that was looked at, as far as it had got then."""

    begun: tuple[Any, ...]
    spots: Mapping[tuple[int, str], SpotBets]
    play: RoundInProgress[Any]

    told: tuple[Answer, ...]

    def is_prefix_of(self, answers: tuple[Answer, ...]) -> bool:
        """Whether this is the beginning of a round that was told so much."""
        return len(self.play.answers) == len(self.told) and answers[: len(self.told)] == self.told


class _PlayCache(threading.local):
    """Of each thread its own: the writer plays on while others still show what is durable."""

    def __init__(self) -> None:
        self.by_table: dict[str, _CachedPlay] = {}


_LOOKED_AT = _PlayCache()
# A round that is left half played is closed while there still is a program to close it in.
atexit.register(_LOOKED_AT.by_table.clear)


@dataclass(frozen=True)
class TableState:
    """One table."""

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
    """Chips in front of players, by account, at a table where seats play one another."""
    waiting: tuple[WaitingPlayer, ...] = ()
    """Who waits for a seat, the first first."""
    button: int | None = None
    """Where the dealer button lies; none before it was drawn for."""
    button_drawn: bool = False
    """Whether it was drawn for and no hand was dealt since: it does not move on yet."""
    shoe: LiveShoe | None = None
    shoes: int = 0
    rounds: int = 0
    round: CurrentRound | None = None
    opening: Opening = field(default_factory=Opening)
    """How the next round begins."""
    free_hands: int = 0
    """Free hands that this shoe has had."""
    offers: BankOffers | None = None
    offer_until: int | None = None
    bank: PlayerDealerBank | None = None
    next_at: int | None = None
    jackpots: tuple[Jackpot, ...] = ()
    paid_jackpots: tuple[Jackpot, ...] = ()
    """Paid and not backed out, oldest first."""
    back_outs: Mapping[str, BackOutRequest] = field(default_factory=dict)
    """Asked for and not yet decided, by id."""
    backed_out: tuple[str, ...] = ()
    """The jackpots that were taken back last."""
    rejected: tuple[str, ...] = ()
    """The jackpots that were none, and never paid: the last of them."""
    trends: TableTrends = field(default_factory=TableTrends)
    last: Mapping[str, Any] | None = None
    """The last round as it was settled, and the settings it was played under; it stays on show until no more bets are
    taken on the next. [R14]"""
    supervisor_called: str | None = None
    corrections: Mapping[str, CorrectionRequest] = field(default_factory=dict)
    """Asked for and not yet decided, by id."""
    numbered: int = 0
    """How many holds, corrections and back-outs this table has had: their ids count on from here."""
    openings: int = 0
    """How often this table was opened."""
    steps: Mapping[str, CompletedStep] = field(default_factory=dict)
    """The last time each step of the procedure was carried out."""
    to_verify: tuple[CompletedStep, ...] = ()
    """What somebody else has still to confirm, oldest first, as many as fit on a desk."""
    steps_done: int = 0
    recut: RecutOrder | None = None
    last_batch: str | None = None
    """The colour of the batch that was brought in last."""
    notices: tuple[UnreadNotice, ...] = ()
    noticed: int = 0
    """How many notices and announced changes this table has had: their ids count on from here."""
    coming: tuple[AnnouncedChange, ...] = ()
    """Announced, and not yet in force."""
    posted: Mapping[str, TableSettings] = field(default_factory=dict)
    """The last settings of each rulebook that was dealt here before the one in force."""
    accommodations: tuple[Accommodation, ...] = ()
    must_intervene: bool = False
    """Whether another must bank after a player's hands, since the settings in force came in."""
    seals: tuple[CardSeal, ...] = ()
    """The cards that lie face down, as the log has locked them; none where nothing is kept."""

    @property
    def rules(self) -> TableRules:
        return game_rules(self.settings)

    @property
    def family(self) -> Family:
        return family_of(self.rules)

    @property
    def turn_rules(self) -> CardTurning:
        """How cards are turned here; asked only where bettors turn them."""
        rules = self.family.card_turning
        assert rules is not None
        return rules

    @property
    def is_automated(self) -> bool:
        return self.settings.mode is DealingMode.AUTOMATED

    @property
    def is_running(self) -> bool:
        """Clocks run: open, neither paused nor held."""
        return self.phase is not Phase.CLOSED and self.paused_at is None and not self.holds

    @property
    def meter_names(self) -> frozenset[str]:
        """The house meters behind this table's game: those its settings name, or its own."""
        return frozenset(self.settings.house_meter(self.name, meter.id) for meter in self.rules.meters)

    @property
    def locked_wagers(self) -> frozenset[str]:
        return frozenset(jackpot.wager for jackpot in self.jackpots)

    @property
    def replay_play(self) -> RoundInProgress[Any]:
        """The round as far as it has got; only while one is dealt."""
        assert self.round is not None
        bank_seat = self.bank.seat if self.bank else None
        current = self.round
        return replay_round(self.rules, current.answers, current.bets(), bank_seat=bank_seat, opening=current.opening)

    @property
    def current_play(self) -> RoundInProgress[Any]:
        """The same, to be looked at and not told anything: kept from one command to the next, so that a round of many
        questions is not played from its beginning for each."""
        current = self.round
        assert current is not None
        bank_seat = self.bank.seat if self.bank else None
        begun = (current.id, bank_seat, current.opening, self.settings)
        kept = _LOOKED_AT.by_table.get(self.name)
        if (
            kept is None
            or kept.begun != begun
            or kept.spots is not current.spots
            or not kept.is_prefix_of(current.answers)
        ):
            kept = _CachedPlay(begun, current.spots, self.replay_play, current.answers)
            _LOOKED_AT.by_table[self.name] = kept
        if len(kept.told) < len(current.answers):
            for answer in current.answers[len(kept.told) :]:
                kept.play.answer(answer)
            _LOOKED_AT.by_table[self.name] = replace(kept, told=current.answers)
        return kept.play

    @property
    def offer_candidates(self) -> tuple[list[int], dict[int, str]]:
        """Who may be offered the bank: the seats of third parties, and everybody by his seat."""
        third = [seat for seat, sitter in self.seats.items() if sitter.third_party]
        return third, {seat: sitter.account for seat, sitter in self.seats.items()}

    @property
    def stakes(self) -> TableStakes | None:
        """How chips are brought to this table; None where players bet."""
        return self.family.table_stakes if self.version else None

    @property
    def adds_to(self) -> str | None:
        """The wager that chips added during the hand go to; None where none may be added now. [004 L210]"""
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
        """Everybody with a seat, as a hand is about to begin."""
        found = []
        for seat, sitter in sorted(self.seats.items()):
            stack = self.stack(sitter.account)
            found.append(SeatedStack(seat, stack.cents, not stack.is_out, stack.owes, stack.posts))
        return found

    @property
    def can_start_hand(self) -> bool:
        """Whether enough players are ready for one, where seats play one another."""
        stakes = self.stakes
        assert stakes is not None
        ready = [one for one in self.seated_stacks if one.is_in and stakes.is_ready(self.rules, one)]
        return len(ready) >= stakes.least_players

    def seat_of(self, account: str) -> int | None:
        """Where somebody sits: of several boxes, the one he took first. He banks and is offered the bank there."""
        return next(iter(self.seats_of(account)), None)

    def seats_of(self, account: str) -> list[int]:
        """The boxes somebody holds, in the order he took them."""
        return [seat for seat, sitter in self.seats.items() if sitter.account == account]

    @property
    def first_seats(self) -> list[int]:
        """Everybody's own seat, one a person."""
        return list(dict.fromkeys(self.seat_of(sitter.account) or seat for seat, sitter in self.seats.items()))

    def deciding_account(self, seat: int) -> str | None:
        """Whose account decides for a seat in play: its own player's, the first one's behind it, or the bank's."""
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
        """Whether money of this account is on the table, or waits to be paid."""
        current = self.round
        staked = current is not None and current.staked_by(account) + current.promotional_by(account) > 0
        banked = self.bank is not None and self.bank.account == account
        return (
            staked
            or banked
            or self.stack(account).cents > 0
            or any(jackpot.account == account for jackpot in self.jackpots)
        )
