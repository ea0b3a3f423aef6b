"""Rounds that are over: the last one, and those that are kept."""

from __future__ import annotations

from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from croupier.play.hands_on_table import HandValue
from croupier.rulebook.citations import CitedRule
from croupier.table.settings import DealingMode
from croupier.views.models.bank import ArchivedBankView, BankView
from croupier.views.models.hands import Cards
from croupier.views.models.player import OwnSpotView
from croupier.views.models.results import OwnResultView, OwnTotalsView, ResultView, StaffResultView, TotalsView
from croupier.views.models.settings import SettingsView

FactsTold = dict[str, int | str | bool | list[int]]
"""The facts people speak of, as the record of a round keeps them."""


RoundStatus = Literal["settled", "void", "corrected"]


class OwnLast(OwnTotalsView):
    """A player's own part in the last round."""

    fee_cents: int
    """The collection he paid."""
    result_cents: int
    """What the round changed his credit by: wagers, bank and fee."""
    spots: list[OwnSpotView]
    """The chips he had placed before the first card, without what was raised later."""


class LastRoundView(TypedDict):
    """The last round."""

    round: str
    status: RoundStatus
    family: str
    cards: Cards
    made: dict[str, HandValue]
    facts: NotRequired[FactsTold]
    results: NotRequired[list[ResultView]]
    order: NotRequired[list[int]]
    """The places in `results` in the order the dealer takes and pays; for those who work the table."""
    bank: NotRequired[BankView | None]
    own: NotRequired[OwnLast]
    code: NotRequired[str]
    """Of a void round: why."""
    reason: NotRequired[str]
    """The same in words, where the game itself gave it, or to staff."""


class NamedWagerView(TypedDict):
    """A wager of a kept round by the title on the felt, and the rule it ended by in words people know."""

    title: str
    rules: list[CitedRule]
    wins: str
    """What the wager wins with, as the rulebook says it."""
    ends: str
    """When it pushes, goes back, or loses."""
    pays: str
    """What the row that it won by pays; empty where it did not win."""


class NamedOwnResultView(OwnResultView, NamedWagerView):
    """What came of a player's own wager in a kept round."""


class NamedStaffResultView(StaffResultView, NamedWagerView):
    """What came of a wager in a kept round, for staff."""


class DealtCardView(TypedDict):
    """A card of a kept round, in the order they were dealt."""

    hand: str
    nth: int
    card: str


class MeterChangeView(TypedDict):
    """A meter before a round, and after it."""

    before: int
    after: int


class PublicCorrectionView(TypedDict):
    """A card of a kept round that was put right."""

    at: int
    place: int
    was: str
    card: str


class OwnCorrectionView(TypedDict):
    """What a correction gave a player, or took."""

    at: int
    reason: str
    difference_cents: int


class OwnRoundView(TotalsView):
    """A player's own money in a round, as it stands after every correction of it."""

    spots: list[OwnSpotView]
    results: list[NamedOwnResultView]
    fee_cents: int
    returned_cents: int
    balance_before_cents: int | None
    balance_after_cents: int | None
    result_cents: int
    """What the round changed his credit by: wagers, bank and fee; 0 where it is void."""
    bank: ArchivedBankView | None
    reason: str
    corrections: list[OwnCorrectionView]


class ArchivedRoundBase(TypedDict):
    """What everybody may see of the record of a round."""

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
    facts: FactsTold
    meters: dict[str, MeterChangeView]
    code: NotRequired[str]
    cite: NotRequired[str]


class ArchivedGameView(TypedDict):
    """The game that a kept round was played by."""

    mark: str
    rulebook: str
    title: str
    family: str
    mode: DealingMode
    free_hand: bool
    made: dict[str, HandValue]


class RoundFollowUpView(TypedDict):
    """What became of a kept round later, and a player's own part in it."""

    corrections: list[PublicCorrectionView]
    own: NotRequired[OwnRoundView]


class RoundView(ArchivedRoundBase, ArchivedGameView, RoundFollowUpView):
    """A kept round, as everybody sees it."""


class StaffSpotView(OwnSpotView):
    """A player's chips at one seat, and whose they are."""

    account: str


class ArchivedOpeningView(TypedDict):
    """How a round began."""

    free_hand: bool
    button: NotRequired[int]
    action: NotRequired[int]
    carried: NotRequired[str]
    disclosed: NotRequired[bool]


class RoundBeforeCorrectionView(TypedDict):
    """A round before it was put right."""

    cards: Cards
    facts: FactsTold
    results: list[StaffResultView]
    bank: BankView | None


class StaffCorrectionView(PublicCorrectionView):
    """A card that was put right: who asked, who approved, and whom it cost what."""

    reason: str
    requested_by: str
    approved_by: str
    differences: dict[str, int]
    before: RoundBeforeCorrectionView


class ArchivedMoneyView(TypedDict):
    """What staff may see of the record of a round besides."""

    settings: SettingsView
    spots: list[StaffSpotView]
    fees: dict[str, int]
    action_cents: int
    opening: ArchivedOpeningView
    answers: list[dict[str, Any]]
    """What the round was told, in order."""
    balances: dict[str, list[int]]
    """Each account's credit before its wagers and fees, and after the round."""
    reason: NotRequired[str]
    returned: NotRequired[dict[str, int]]


class HouseFigures(TypedDict):
    """A round as the house's books count it; a loss of the house is negative."""

    wagered_cents: int
    net_cents: int
    """What the house won or lost, its commission, collection and fees included."""


class StaffRoundView(ArchivedRoundBase, ArchivedGameView, ArchivedMoneyView):
    """A kept round, as those who run the house see it."""

    results: list[NamedStaffResultView]
    totals: TotalsView
    house: HouseFigures
    bank: ArchivedBankView | None
    corrections: list[StaffCorrectionView]
