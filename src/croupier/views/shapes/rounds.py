"""Rounds that are over: the last one, and those that are kept."""

from __future__ import annotations

from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from croupier.play.felt import MadeHand
from croupier.rulebook.sources import Rule
from croupier.table.settings import Mode
from croupier.views.shapes.bank import BankKept, BankSeen
from croupier.views.shapes.hands import Cards
from croupier.views.shapes.own import OwnSpot
from croupier.views.shapes.results import OwnTotals, ResultOwn, ResultSeen, StaffResult, Totals
from croupier.views.shapes.settings import SettingsSeen

FactsTold = dict[str, int | str | bool | list[int]]
"""The facts people speak of, as the record of a round keeps them."""


RoundStatus = Literal["settled", "void", "corrected"]


class OwnLast(OwnTotals):
    """A player's own part in the last round."""

    fee_cents: int
    """The collection he paid."""
    result_cents: int
    """What the round changed his credit by: wagers, bank and fee."""
    spots: list[OwnSpot]
    """The chips he had placed before the first card, without what was raised later."""


class LastRound(TypedDict):
    """The last round."""

    round: str
    status: RoundStatus
    family: str
    cards: Cards
    made: dict[str, MadeHand]
    facts: NotRequired[FactsTold]
    results: NotRequired[list[ResultSeen]]
    order: NotRequired[list[int]]
    """The places in `results` in the order the dealer takes and pays; for those who work the table."""
    bank: NotRequired[BankSeen | None]
    own: NotRequired[OwnLast]
    code: NotRequired[str]
    """Of a void round: why."""
    reason: NotRequired[str]
    """The same in words, where the game itself gave it, or to staff."""


class Named(TypedDict):
    """A wager of a kept round by the title on the felt, and the rule it ended by in words people know."""

    title: str
    rules: list[Rule]
    wins: str
    """What the wager wins with, as the rulebook says it."""
    ends: str
    """When it pushes, goes back, or loses."""
    pays: str
    """What the row that it won by pays; empty where it did not win."""


class NamedOwn(ResultOwn, Named):
    """What came of a player's own wager in a kept round."""


class NamedResult(StaffResult, Named):
    """What came of a wager in a kept round, for staff."""


class DealtSeen(TypedDict):
    """A card of a kept round, in the order they were dealt."""

    hand: str
    nth: int
    card: str


class MeterMoved(TypedDict):
    """A meter before a round, and after it."""

    before: int
    after: int


class ChangePublic(TypedDict):
    """A card of a kept round that was put right."""

    at: int
    place: int
    was: str
    card: str


class OwnChange(TypedDict):
    """What a correction gave a player, or took."""

    at: int
    reason: str
    difference_cents: int


class OwnRound(Totals):
    """A player's own money in a round, as it stands after every correction of it."""

    spots: list[OwnSpot]
    results: list[NamedOwn]
    fee_cents: int
    returned_cents: int
    balance_before_cents: int | None
    balance_after_cents: int | None
    result_cents: int
    """What the round changed his credit by: wagers, bank and fee; 0 where it is void."""
    bank: BankKept | None
    reason: str
    corrections: list[OwnChange]


class RoundKept(TypedDict):
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
    dealt: list[DealtSeen]
    cards: Cards
    facts: FactsTold
    meters: dict[str, MeterMoved]
    code: NotRequired[str]
    cite: NotRequired[str]


class GameKept(TypedDict):
    """The game that a kept round was played by."""

    mark: str
    rulebook: str
    title: str
    family: str
    mode: Mode
    free_hand: bool
    made: dict[str, MadeHand]


class RoundRead(TypedDict):
    """What became of a kept round later, and a player's own part in it."""

    corrections: list[ChangePublic]
    own: NotRequired[OwnRound]


class RoundSeen(RoundKept, GameKept, RoundRead):
    """A kept round, as everybody sees it."""


class StaffSpot(OwnSpot):
    """A player's chips at one seat, and whose they are."""

    account: str


class OpeningKept(TypedDict):
    """How a round began."""

    free_hand: bool
    button: NotRequired[int]
    action: NotRequired[int]
    carried: NotRequired[str]
    disclosed: NotRequired[bool]


class RoundBefore(TypedDict):
    """A round before it was put right."""

    cards: Cards
    facts: FactsTold
    results: list[StaffResult]
    bank: BankSeen | None


class Change(ChangePublic):
    """A card that was put right: who asked, who approved, and whom it cost what."""

    reason: str
    requested_by: str
    approved_by: str
    differences: dict[str, int]
    before: RoundBefore


class MoneyKept(TypedDict):
    """What staff may see of the record of a round besides."""

    settings: SettingsSeen
    spots: list[StaffSpot]
    fees: dict[str, int]
    action_cents: int
    opening: OpeningKept
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


class KeptRound(RoundKept, GameKept, MoneyKept):
    """A kept round, as those who run the house see it."""

    results: list[NamedResult]
    totals: Totals
    house: HouseFigures
    bank: BankKept | None
    corrections: list[Change]
