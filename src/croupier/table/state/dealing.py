"""Shoe, current round and record of past rounds of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict

from croupier.cards import Piece
from croupier.money.bets import Bet
from croupier.money.cents import Cents
from croupier.money.promotional_funding import AfterWin
from croupier.play.card_turning import TurningState
from croupier.play.round import Answer, Opening
from croupier.store.ledger_accounts import AccountName
from croupier.table.shoe import LiveShoe
from croupier.table.trends import TableTrends


class GrantPart(NamedTuple):
    """Promotional chips that come from one grant."""

    gift: AccountName
    """Account of the grant: `promo:7/3` is grant 3 of the house, to player 7."""
    cents: int


class PromotionalStake(BaseModel):
    """Promotional part of a bettor's chips at a seat; each wager is either all credit or all promotional chips."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    after_win: AfterWin
    """House rule for winning promotional chips, as it was when they were placed; later changes do not apply."""
    wagers: dict[str, tuple[GrantPart, ...]]

    @property
    def total(self) -> int:
        return sum(part.cents for parts in self.wagers.values() for part in parts)


def chips_by_grant(stake: PromotionalStake | None) -> dict[AccountName, int]:
    """Return the promotional chips on the spot by grant, in cents."""
    totals: dict[AccountName, int] = {}
    for parts in stake.wagers.values() if stake else ():
        for gift, cents in parts:
            totals[gift] = totals.get(gift, 0) + cents
    return totals


@dataclass(frozen=True)
class SpotBets:
    """Chips of one bettor on all wagers at one seat."""

    seat: int
    bettor: str
    account: AccountName
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
class AddedWager:
    """Chips added during a round: a double, a split or insurance."""

    seat: int
    bettor: str
    account: AccountName
    wager: str
    cents: int


@dataclass(frozen=True)
class EarlyPayment:
    """Wager that was paid before the end of the round; its stake has left the table."""

    seat: int
    bettor: str
    account: AccountName
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
    ready: frozenset[AccountName] = frozenset()
    """Players whose bets are made; a change of their chips takes them out again."""
    fees: Mapping[AccountName, int] = field(default_factory=dict)
    action_cents: int = 0
    inputs: tuple[Answer, ...] = ()
    rolled_by: str = ""
    """Thrower of the last dice: `dealer` or `generator`."""
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
    def accounts(self) -> list[AccountName]:
        return list(dict.fromkeys(spot.account for spot in self.spots.values()))


@dataclass(frozen=True, kw_only=True)
class DealingState:
    """Shoe and rounds of a table."""

    shoe: LiveShoe | None = None
    shoes: int = 0
    rounds: int = 0
    round: CurrentRound | None = None
    opening: Opening = field(default_factory=Opening)
    """Opening of the next round: a free hand, a carried card, or the usual one; and its buttons."""
    free_hands: int = 0
    """Number of free hands dealt from this shoe."""
    next_at: int | None = None
    seals: tuple[CardSeal, ...] = ()
    """Face-down cards as encrypted in the log; empty when the table writes no log."""
    trends: TableTrends = field(default_factory=TableTrends)
    last: Mapping[str, Any] | None = None
    """Last settled round and the settings of that round; None before the first.

    The result stays on display until betting on the next round closes. [R14]
    """
