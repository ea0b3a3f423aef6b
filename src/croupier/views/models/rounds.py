"""View models of finished rounds: the last round of a table, and archived rounds."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from croupier.play.hands_on_table import HandValue
from croupier.play.table_stakes import SettledHand
from croupier.rulebook.citations import CitedRule
from croupier.store.ledger_accounts import AccountName
from croupier.table.settings import DealingMode
from croupier.views.models.bank import ArchivedBankView, BankView
from croupier.views.models.hands import Cards
from croupier.views.models.player import OwnSpotView
from croupier.views.models.results import (
    OwnResultView,
    OwnTotalsView,
    ResultPartView,
    ResultView,
    SeatResultView,
    StaffResultView,
    TotalsView,
    WagerSumView,
)
from croupier.views.models.settings import SettingsView
from croupier.views.models.wagers import PayoutView

FactValues = dict[str, int | str | bool | list[int]]
"""Facts of a round by name, as the round's record stores them."""


RoundStatus = Literal["settled", "void", "corrected"]


class OwnLast(OwnTotalsView):
    """The viewer's own money in the last round: totals, results, fee and chips."""

    fee_cents: int
    """Collection fee paid, in cents."""
    result_cents: int
    """Change of the player's credit by the round: wagers, bank and fee, in cents."""
    parts: list[ResultPartView]
    """The parts of `result_cents`, in the order of the wagers: they add up to it."""
    came_back_cents: int
    """Stakes that came back and what the wagers won, in cents, without the bank and the fee."""
    wagers: list[WagerSumView]
    """The player's result of each wager at each hand, at each seat, and at all seats together."""
    spots: list[OwnSpotView]
    """Chips placed before the first card, without wagers added during the round."""
    placed_cents: int
    """Sum of the chips in `spots`: what the same bets cost again."""


class LastRoundView(TypedDict):
    """Result of the table's last round, settled or void."""

    round: str
    status: RoundStatus
    family: str
    cards: Cards
    hand_values: dict[str, HandValue]
    facts: NotRequired[FactValues]
    results: NotRequired[list[ResultView]]
    seats: NotRequired[list[SeatResultView]]
    """Result of the player who sits at each seat."""
    winning_wagers: NotRequired[list[str]]
    """Wagers that the round paid, placed or not."""
    winning_pays: NotRequired[dict[str, PayoutView]]
    """Pay of each of these wagers, placed or not; wagers are left out if seats won by different rows."""
    settlement_order: NotRequired[list[int]]
    """Indexes into `results` in the order in which the dealer takes and pays; for staff."""
    collect_cents: NotRequired[int]
    """Cents that the dealer collects from lost wagers, without parts that are given back; for staff."""
    bank: NotRequired[BankView | None]
    player: NotRequired[OwnLast]
    settled_hand: NotRequired[SettledHand]
    """Settlement of a hand between seats; missing in a game with a bank."""
    code: NotRequired[str]
    """Code of the reason why the round is void; missing for a settled round."""
    reason: NotRequired[str]
    """Reason of a void round as text; only staff see it, unless the game itself voided the round."""


class NamedWagerView(TypedDict):
    """Wager of an archived round: its title, and the rules that decided it."""

    title: str
    short_title: str
    rules: list[CitedRule]
    wins: str
    """Condition for a win, from the rulebook."""
    ends: str
    """Conditions for a push, a returned stake and a loss."""
    pays: str
    """Pay of the pay table row that won; empty if the wager did not win."""
    pay: PayoutView | None
    """Pay as numbers."""


class NamedOwnResultView(OwnResultView, NamedWagerView):
    """Result of the viewer's own wager in an archived round."""


class NamedStaffResultView(StaffResultView, NamedWagerView):
    """Result of a wager in an archived round, for staff."""


class DealtCardView(TypedDict):
    """Card of an archived round; the list is in dealing order."""

    hand: str
    nth: int
    card: str


class MeterChangeView(TypedDict):
    """Amount of a meter before and after a round, in cents."""

    before: int
    after: int


class PublicCorrectionView(TypedDict):
    """Corrected card of an archived round."""

    at: int
    place: int
    was: str
    card: str


class OwnCorrectionView(TypedDict):
    """Effect of a correction on the viewer's own credit."""

    at: int
    reason: str
    difference_cents: int


class OwnRoundView(TotalsView):
    """A player's money in an archived round, after all corrections."""

    spots: list[OwnSpotView]
    placed_cents: int
    """Sum of the chips in `spots`: what the same bets cost again."""
    results: list[NamedOwnResultView]
    seats: list[SeatResultView]
    """The player's result at each seat with wagers of the player."""
    fee_cents: int
    returned_cents: int
    balance_before_cents: int | None
    balance_after_cents: int | None
    result_cents: int
    """Change of the player's credit by the round: wagers, bank and fee, in cents; 0 for a void round."""
    parts: list[ResultPartView]
    """The parts of `result_cents`, in the order of the wagers: they add up to it; none for a void round."""
    wagers: list[WagerSumView]
    """The player's result of each wager at each hand, at each seat, and at all seats together."""
    came_back_cents: int
    """Stakes that came back and what the wagers won, in cents, without the bank and the fee."""
    bank: ArchivedBankView | None
    reason: str
    corrections: list[OwnCorrectionView]


class ArchivedRoundBase(TypedDict):
    """Part of an archived round that everybody may see."""

    id: str
    table: str
    number: int
    shoe: int
    hand_in_shoe: list[int] | None
    version: int
    digest: str
    status: RoundStatus
    opened_at: int
    closed_at: int | None
    ended_at: int
    dealt: list[DealtCardView]
    cards: Cards
    facts: FactValues
    meters: dict[str, MeterChangeView]
    settled_hand: NotRequired[SettledHand]
    """Settlement of a hand between seats; missing in a game with a bank, and in older rounds."""
    code: NotRequired[str]
    cite: NotRequired[str]


class ArchivedGameView(TypedDict):
    """Game and rules of an archived round."""

    demo_label: str
    rulebook: str
    title: str
    family: str
    mode: DealingMode
    free_hand: bool
    hand_values: dict[str, HandValue]


class RoundFollowUpView(TypedDict):
    """Corrections of an archived round, and the viewer's own money in the round."""

    corrections: list[PublicCorrectionView]
    player: NotRequired[OwnRoundView]


class RoundView(ArchivedRoundBase, ArchivedGameView, RoundFollowUpView):
    """Archived round for viewers other than staff."""


class StaffSpotView(OwnSpotView):
    """A player's chips at one seat, with the account, for staff."""

    account: str


class ArchivedOpeningView(TypedDict):
    """Opening of an archived round: a free hand, a carried card, and the buttons."""

    free_hand: bool
    button: NotRequired[int]
    action: NotRequired[int]
    carried: NotRequired[str]
    disclosed: NotRequired[bool]


class ArchivedInputView(TypedDict, total=False):
    """Input of an archived round: a card, a decision, an arrangement or dice; its kind decides which keys it has."""

    card: str
    face_up: str
    in_error: str
    disclosed: bool
    called_off: str
    mark: str
    seat: int
    decided: str
    cents: int | None
    with_them: list[int] | None
    laid: list[list[int]] | None
    declares: str
    declared_at_ms: int
    rolled: list[int]


class RoundBeforeCorrectionView(TypedDict):
    """Cards, facts and results of a round before its correction."""

    cards: Cards
    facts: FactValues
    results: list[StaffResultView]
    bank: BankView | None
    nets: dict[str, int]
    """Result of each account by its wagers and by the bank that it held, in cents."""


class StaffCorrectionView(PublicCorrectionView):
    """Corrected card with the request, the approval and the difference for each account, for staff."""

    reason: str
    requested_by: str
    approved_by: str
    differences: dict[str, int]
    before: RoundBeforeCorrectionView


class ArchivedMoneyView(TypedDict):
    """Part of an archived round that only staff may see."""

    settings: SettingsView
    spots: list[StaffSpotView]
    fees: dict[AccountName, int]
    action_cents: int
    opening: ArchivedOpeningView
    answers: list[ArchivedInputView]
    """Inputs of the round in order: cards, decisions, dice."""
    balances: dict[str, list[int]]
    """Credit of each account before its wagers and fees, and after the round, in cents."""
    reason: NotRequired[str]
    returned: NotRequired[dict[str, int]]


class HouseFigures(TypedDict):
    """Result of a round for the house, in cents; a loss of the house is negative."""

    wagered_cents: int
    net_cents: int
    """Win or loss of the house in cents, with commission, collection and fees."""
    collection_cents: int
    """Collection fees of all players."""
    commission_cents: int
    """Commission on all wagers."""


class SeatWagerView(TypedDict):
    """A bettor's stake on one wager, in cents."""

    wager: str
    title: str
    cents: int


class SeatMoneyView(TypedDict):
    """Money of one bettor at one seat in a round, in cents; a gain of the seat is positive."""

    seat: int
    account: str
    is_bank: bool
    """Whether this is the player-dealer, who covers the wagers of the others."""
    wagers: list[SeatWagerView]
    staked_cents: int
    fee_cents: int
    jackpot_cents: int
    """Part of the gain that a meter pays."""
    gets_cents: int | None
    """Change of the bettor's credit, with fee and jackpot; None while the round is in play."""


class RoundMoneyView(TypedDict):
    """Money of all seats in a round, with its sums, in cents."""

    seats: list[SeatMoneyView]
    staked_cents: int
    jackpot_cents: int
    gets_cents: int | None


class StaffRoundView(ArchivedRoundBase, ArchivedGameView, ArchivedMoneyView):
    """Archived round for staff."""

    results: list[NamedStaffResultView]
    totals: TotalsView
    house: HouseFigures
    money: RoundMoneyView
    bank: ArchivedBankView | None
    nets: dict[str, int]
    """Result of each account by its wagers and by the bank that it held, in cents."""
    corrections: list[StaffCorrectionView]
