"""Events of a table; the reducer computes the table's state from them.

`kind` names each event, and the log stores events as JSON. No event contains cards that are still in the shoe: a sealed
shoe keeps its order secret until it is revealed. An event names a face-down card, because the state needs it; the log
stores that card encrypted (see `table/sealing.py`). Times are milliseconds since the epoch.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, SerializerFunctionWrapHandler, TypeAdapter, model_serializer

from croupier.store.ledger_accounts import AccountName
from croupier.table.promotional_stake import PromotionalStake
from croupier.table.settings import TableSettings


class Event(BaseModel):
    """Base class of table events; each class in this module is a kind of event."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    kind: str


class TableCreated(Event):
    kind: Literal["table-created"] = "table-created"
    name: str
    demonstration: bool


class SettingsChanged(Event):
    kind: Literal["settings-changed"] = "settings-changed"
    version: int
    settings: TableSettings
    digest: str
    """Digest of the rulebook of this settings version."""
    next_at: int | None = None
    """Time at which an open table continues, with its bank unchanged; None for a closed table, and in older logs.

    In older logs, another event opens the table again.
    """
    change: str | None = None
    """Id of the announced change that takes effect; None for an immediate change."""
    must_intervene: bool | None = None
    """Whether another player must bank before the same player may bank again; None in older logs."""


class TableOpened(Event):
    kind: Literal["table-opened"] = "table-opened"
    next_at: int


class TableClosed(Event):
    kind: Literal["table-closed"] = "table-closed"


class TablePaused(Event):
    kind: Literal["table-paused"] = "table-paused"
    at: int
    reason: str


class TableResumed(Event):
    kind: Literal["table-resumed"] = "table-resumed"
    stood_ms: int
    """Length of the pause in milliseconds; every deadline moves by this amount."""


class SeatTaken(Event):
    kind: Literal["seat-taken"] = "seat-taken"
    seat: int
    account: AccountName
    name: str
    third_party: bool = False
    bot: bool = False
    """Whether a bot plays in this seat, which is possible in a demonstration only."""


class SeatLeft(Event):
    kind: Literal["seat-left"] = "seat-left"
    seat: int
    account: AccountName


class ChipsBought(Event):
    """Event: a player bought chips with credit, at a table where seats play against each other."""

    kind: Literal["chips-bought"] = "chips-bought"
    seat: int
    account: AccountName
    cents: int
    stack_cents: int
    """Chips in front of the player after the purchase, in cents."""


class ChipsReturned(Event):
    """Event: a player's chips returned to the player's credit."""

    kind: Literal["chips-returned"] = "chips-returned"
    seat: int
    account: AccountName
    cents: int


class SatOut(Event):
    """Event: a player sits out, and keeps seat and chips."""

    kind: Literal["sat-out"] = "sat-out"
    seat: int
    account: AccountName
    why: Literal["asked", "silent"]


class SatIn(Event):
    kind: Literal["sat-in"] = "sat-in"
    seat: int
    account: AccountName
    posts: bool = False
    """Whether the player pays the missed amounts and is dealt in at once."""


class WaitingListJoined(Event):
    kind: Literal["waiting-list-joined"] = "waiting-list-joined"
    account: AccountName
    name: str
    place: int


class WaitingListLeft(Event):
    kind: Literal["waiting-list-left"] = "waiting-list-left"
    account: AccountName


class ButtonDrawn(Event):
    """Event: each player drew one card, and the highest card got the dealer button."""

    kind: Literal["button-drawn"] = "button-drawn"
    seat: int
    cards: dict[str, str]
    """Card that each player drew, by seat."""
    source: str
    """Source of the cards: `generator` or `dealer`."""


class HandStarted(Event):
    """Event: a hand between seats begins.

    It records the seat of the dealer button and the blinds and antes that absent players owe.
    """

    kind: Literal["hand-started"] = "hand-started"
    button: int
    owes: dict[str, list[str]]
    """Names of the blinds and antes that each account owes; an account that is not listed owes nothing."""


class TimeBankOpened(Event):
    """Event: the decision time is over and the player's time bank starts."""

    kind: Literal["time-bank-opened"] = "time-bank-opened"
    seat: int
    account: AccountName
    left_ms: int
    next_at: int


class TimeBankClosed(Event):
    """Event: a player decided during the time bank; `left_ms` is its remaining time."""

    kind: Literal["time-bank-closed"] = "time-bank-closed"
    seat: int
    account: AccountName
    left_ms: int


class ShoeLoaded(Event):
    kind: Literal["shoe-loaded"] = "shoe-loaded"
    number: int
    source: str
    """Source of the cards: `generator`, `dealer` or the smart shoe's name."""
    digest: str | None = None
    """Digest that commits to the order of the cards, published before the first wager; None for a dealer's shoe."""
    sealed: str | None = None
    """Order of the cards, encrypted with the house's key; None for a dealer's shoe."""
    batch: str | None = None
    """Back colour of the cards, where two batches or decks alternate; None elsewhere."""


class CardsBurned(Event):
    kind: Literal["cards-burned"] = "cards-burned"
    shown: list[str]
    count: int
    """Number of all burned cards, shown or not."""


class BurnedCardShown(Event):
    """Event: a burn card after the first one was shown to the players. [000 L94]"""

    kind: Literal["burned-card-shown"] = "burned-card-shown"
    card: str


class CutCardReached(Event):
    kind: Literal["cut-card-reached"] = "cut-card-reached"
    last_hand: bool
    """Whether the hand in play, or the one about to start, is the last of the shoe; if not, one more follows."""


class ShoeRevealed(Event):
    kind: Literal["shoe-revealed"] = "shoe-revealed"
    number: int
    digest: str
    nonce: str
    cards: str
    cut_from_back: int


class BankRotated(Event):
    """Event: the bank rotation received an input, such as a player who accepted or declined the bank."""

    kind: Literal["bank-rotated"] = "bank-rotated"
    input: dict[str, Any]
    at: int
    deadline: int | None = None
    """Time by which the player who is offered the bank, or who banks next, must answer; None if nobody must."""


class BankPosted(Event):
    kind: Literal["bank-posted"] = "bank-posted"
    seat: int
    account: AccountName
    cents: int
    next_at: int


class BankDeadlineSet(Event):
    """Event: a new deadline for the player who is offered the bank or banks, after a void hand or new settings."""

    kind: Literal["bank-deadline-set"] = "bank-deadline-set"
    until: int


class BankReturned(Event):
    kind: Literal["bank-returned"] = "bank-returned"
    account: AccountName
    cents: int


class BetsOpened(Event):
    kind: Literal["bets-opened"] = "bets-opened"
    round: str
    number: int
    at: int
    closes_at: int | None
    """Time at which betting closes; None: the countdown starts with the first wager."""
    free_hand: bool = False


class CountdownSet(Event):
    kind: Literal["countdown-set"] = "countdown-set"
    closes_at: int | None
    """Time at which betting closes; None: the last wager was taken back, and the countdown waits for the next one."""


class WagersPlaced(Event):
    kind: Literal["wagers-placed"] = "wagers-placed"
    seat: int
    bettor: str
    account: AccountName
    wagers: dict[str, int]
    """All wagers of the bettor at this seat from now on, in cents."""
    promotional: PromotionalStake | None = None
    """Promotional part of the wagers; left out of the JSON if there is none."""

    @model_serializer(mode="wrap")
    def _without_empty_promotional(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        written: dict[str, Any] = write(self)
        return written if self.promotional else {key: one for key, one in written.items() if key != "promotional"}


class BetsClosed(Event):
    kind: Literal["bets-closed"] = "bets-closed"
    at: int
    next_at: int | None


class FeesTaken(Event):
    kind: Literal["fees-taken"] = "fees-taken"
    schedule: str
    action_cents: int
    fees: dict[AccountName, int]
    """Fees in cents, by account."""


class WagersPaidEarly(Event):
    """Event: wagers were paid during the round; the event lists all early payments of the round. [002 L99, L113]"""

    kind: Literal["wagers-paid-early"] = "wagers-paid-early"
    paid: list[dict[str, Any]]
    """Payments: seat, bettor, account, wager, returned stake and winnings."""


class RevealRightsAssigned(Event):
    """Event: for each hand with face-down cards, a bettor gets the right to reveal them, or the dealer does.

    A right names the seat and the bettor; None is the dealer.
    """

    kind: Literal["reveal-rights-assigned"] = "reveal-rights-assigned"
    rights: dict[str, list[int | str] | None]


class RevealPassRequested(Event):
    kind: Literal["reveal-pass-requested"] = "reveal-pass-requested"
    hand: str
    by: list[int | str]
    to: list[int | str]
    next_at: int


class RevealPassAnswered(Event):
    kind: Literal["reveal-pass-answered"] = "reveal-pass-answered"
    who: list[int | str]
    """Who answered the request: seat and bettor; empty: the house, which denies the request."""
    agree: bool
    next_at: int


class RevealDeadlineSet(Event):
    """Event: a player has the right to reveal cards until the deadline."""

    kind: Literal["reveal-deadline-set"] = "reveal-deadline-set"
    next_at: int


class CardsRevealed(Event):
    kind: Literal["cards-revealed"] = "cards-revealed"
    hand: str
    by: list[int | str] | None
    """Who revealed the cards: seat and bettor; None: the dealer."""
    silent: bool = False
    """Whether the player who had the right to reveal the cards ran out of time."""
    cards: list[str]
    """All cards of the hand, now face up."""
    next_at: int | None = None


class CardDealt(Event):
    kind: Literal["card-dealt"] = "card-dealt"
    place: int
    """Number of the card in the round, from 1 in dealing order."""
    hand: str
    nth: int
    card: str
    face_down: bool = False
    owner: str | None = None
    """Account that may view the card, if it is face down in a seat's own hand; None for any other card."""
    irregular: dict[str, Any] | None = None
    """Round input if the card was found face up or drawn in error; None for a normal card."""
    next_at: int | None = None


class DecisionsRequested(Event):
    """Event: seats are asked to decide about their hands before the deadline."""

    kind: Literal["decisions-requested"] = "decisions-requested"
    questions: list[dict[str, Any]]
    """Questions: seat, hand, choices, default action on timeout, and number of the seat's question."""
    next_at: int


class DecisionMade(Event):
    """Event: a seat decided about its hand."""

    kind: Literal["decision-made"] = "decision-made"
    seat: int
    hand: int
    choice: str
    answer: dict[str, Any]
    """Round input of the decision, as JSON."""
    raises: list[dict[str, Any]] = []
    """Wagers added by the decision: seat, bettor, account, wager, cents."""
    next_at: int | None = None


class DecisionTimedOut(Event):
    """Event: the decision time ran out; every open question gets the game's default answer."""

    kind: Literal["decision-timed-out"] = "decision-timed-out"
    seats: list[int]
    next_at: int | None = None


class ArrangementsRequested(Event):
    """Event: seats are asked to set their cards into hands before the deadline."""

    kind: Literal["arrangements-requested"] = "arrangements-requested"
    settings: list[dict[str, Any]]
    """Requests: seat, hands with their sizes, and number of the seat's question."""
    next_at: int | None
    """Deadline; None where the dealer enters hands that are already open on the table."""


class ArrangementMade(Event):
    """Event: a seat set its hand; other players cannot view the arrangement before the game shows it."""

    kind: Literal["arrangement-made"] = "arrangement-made"
    declares: str = ""
    """Declaration about the hand; it is public."""
    seat: int
    account: AccountName | None
    """Account that decides for the seat; None if no player does."""
    answer: dict[str, Any]
    """Round input: card numbers of the seat, never the cards themselves."""
    next_at: int | None = None


class ArrangementDrafted(Event):
    """Event: an unfinished arrangement of a seat was saved."""

    kind: Literal["arrangement-drafted"] = "arrangement-drafted"
    seat: int
    account: AccountName | None
    """Account that decides for the seat; None if no player does."""
    laid: list[list[int]]
    """Card numbers of the seat, hand by hand; the list may be incomplete."""


class HandShown(Event):
    """Event: a seat's hand was opened; the event `hole-cards-revealed` has its cards."""

    kind: Literal["hand-shown"] = "hand-shown"
    hand: str
    seat: int | None
    next_at: int | None = None


class DiceRolled(Event):
    """Event: dice were rolled, or a number was drawn."""

    kind: Literal["dice-rolled"] = "dice-rolled"
    what: str
    source: str
    """Source of the numbers: `generator` or `dealer`."""
    numbers: list[int]
    next_at: int | None = None


class HoleCardsRevealed(Event):
    """Event: cards that the game dealt face down are face up now."""

    kind: Literal["hole-cards-revealed"] = "hole-cards-revealed"
    hand: str
    cards: list[str]
    """Cards that are now face up."""
    places: list[int] = []
    """Numbers of these cards in the round; empty: all cards of the hand."""


class RoundInputRecorded(Event):
    """Event: a round input that is not a regular card: result called, shoe empty, or a card drawn in error."""

    kind: Literal["round-input-recorded"] = "round-input-recorded"
    answer: dict[str, Any]
    card: str | None = None
    """Card that left the shoe with this input; None if no card did."""


class DiceCorrected(Event):
    """Event: wrongly entered dice were corrected; hands that were already set must be set again."""

    kind: Literal["dice-corrected"] = "dice-corrected"
    what: str
    place: int
    """Index of the roll in the round's inputs, from 0."""
    was: list[int]
    numbers: list[int]


class CardCorrected(Event):
    kind: Literal["card-corrected"] = "card-corrected"
    place: int
    was: str
    card: str
    answers: list[dict[str, Any]]
    """All inputs of the round after the correction."""
    face_down: list[int] = []
    """Numbers in the round of the cards that stay face down."""
    owner: str | None = None
    """Account of the player who may view the corrected card, if that card is face down."""
    next_at: int | None = None


class SeatTransfersMade(Event):
    """Event: payments from seat to seat in order, in a game without a bank."""

    kind: Literal["seat-transfers-made"] = "seat-transfers-made"
    exchanges: list[dict[str, Any]]
    """Payments in order: from seat, to seat, wager, points, cents, and the amount owed if more was owed than paid."""


class RoundSettled(Event):
    kind: Literal["round-settled"] = "round-settled"
    round: str
    at: int
    next_at: int
    cards: dict[str, list[str]]
    facts: dict[str, Any]
    results: list[dict[str, Any]]
    order: list[int] = []
    """Indexes into `results`, in the order in which the dealer collects and pays."""
    bank: dict[str, Any] | None = None
    meters: dict[str, dict[str, int]] = {}
    """Value of each meter before and after the round, in cents."""
    winning_wagers: list[str] = []
    hand_in_shoe: list[int] = []
    """Number of the shoe and number of the hand in it, for the roads of the board; None in older logs."""
    outcome: dict[str, Any] = {}
    next_opening: dict[str, Any] = {}
    balances: dict[str, list[int]] = {}
    """Balance of each account before its wagers and fees of this round, and after the round, in cents.

    The balance is the credit, or the chips in front of the player where seats play against each other.
    """
    between: bool = False
    """Whether seats played against each other: losses of some are winnings of others, and the house takes only its fee.
    """
    put_in: dict[str, int] = {}
    """Amount in cents that each account put into the hand, where seats play against each other; empty in older logs."""
    bots: list[str] = []
    """Accounts of bots that played; reports leave them out."""
    unseen: list[int] = []
    """Numbers in the round of cards that were never revealed; they stay encrypted."""


class RoundVoided(Event):
    kind: Literal["round-voided"] = "round-voided"
    round: str
    at: int
    next_at: int
    code: str
    reason: str
    cite: str
    cards: dict[str, list[str]]
    returned: dict[AccountName, int]
    """Returned stakes and fees in cents, by account."""
    next_opening: dict[str, Any] = {}
    unseen: list[int] = []
    """Numbers in the round of cards that were never revealed; they stay encrypted."""


class RoundCorrected(Event):
    kind: Literal["round-corrected"] = "round-corrected"
    round: str
    approval: str
    at: int
    place: int
    was: str
    card: str
    answers: list[dict[str, Any]]
    """All inputs of the round after the correction."""
    cards: dict[str, list[str]]
    facts: dict[str, Any]
    results: list[dict[str, Any]]
    order: list[int] = []
    """Indexes into `results`, in the order in which the dealer collects and pays."""
    bank: dict[str, Any] | None = None
    differences: dict[AccountName, int]
    """Amount in cents that the correction gave to each account (positive) or took (negative)."""
    forgone: dict[AccountName, int] = {}
    """Promotional chips in cents, by grant, that the correction should take but the grant no longer has."""
    requested_by: str
    approved_by: str
    reason: str
    hand_in_shoe: list[int] | None = None
    """Number of the shoe and number of the hand in it, for the roads of the board."""
    outcome: dict[str, Any] = {}
    winning_wagers: list[str] = []
    jackpots_before: int = 0
    """Number of jackpots of the round that were cancelled; new jackpots continue the numbering."""


class CorrectionRequested(Event):
    kind: Literal["correction-requested"] = "correction-requested"
    id: str
    round: str
    place: int
    card: str
    reason: str
    by: str


class CorrectionRejected(Event):
    kind: Literal["correction-rejected"] = "correction-rejected"
    id: str
    reason: str


class IrregularityReported(Event):
    kind: Literal["irregularity-reported"] = "irregularity-reported"
    what: str
    reason: str
    card: str | None = None
    cite: str = ""


class FreeHandOrdered(Event):
    kind: Literal["free-hand-ordered"] = "free-hand-ordered"
    reason: str


class JackpotHit(Event):
    kind: Literal["jackpot-hit"] = "jackpot-hit"
    id: str
    round: str
    meter: str
    wager: str
    seat: int
    account: AccountName
    cents: int
    order: int
    """Payment order among the jackpots of the round, from 1."""
    restarts_at: int | None = None
    """Amount on the meter in cents after its restart; None if the meter was not won completely."""
    reseeded_cents: int = 0
    """Cents that the house added for the restart, if there was one winner; returned if the win is rejected."""
    restart: dict[str, int] | None = None
    """Restart of a meter that was won completely: `seed_cents`, `kept_cents` and `sharers`; None without restart.

    `kept_cents` is from the overflow account above the ceiling; `sharers` is the number of winners. Both amounts leave
    the meter again when the last of these awards is taken back.
    """


class JackpotConfirmed(Event):
    kind: Literal["jackpot-confirmed"] = "jackpot-confirmed"
    id: str
    by: str
    paid: bool
    """Whether the jackpot is paid; False while an executive's confirmation is missing."""


class JackpotRejected(Event):
    kind: Literal["jackpot-rejected"] = "jackpot-rejected"
    id: str
    reason: str


class BackOutRequested(Event):
    """Event: the back-out of a paid jackpot was requested. [003 L433, L623]"""

    kind: Literal["back-out-requested"] = "back-out-requested"
    id: str
    jackpot: str
    round: str
    seat: int
    account: AccountName
    cents: int
    reason: str
    by: str


class BackOutRejected(Event):
    kind: Literal["back-out-rejected"] = "back-out-rejected"
    id: str
    reason: str


class JackpotBackedOut(Event):
    """Event: a paid jackpot returned from the player's credit to its meter; two people approved it."""

    kind: Literal["jackpot-backed-out"] = "jackpot-backed-out"
    id: str
    approval: str
    at: int
    round: str
    meter: str
    """Name of the house meter to which the amount returned."""
    seat: int
    account: AccountName
    cents: int
    meter_before_cents: int
    meter_after_cents: int
    seed_off_cents: int
    """Cents that went back to the house's seed account; the house had added them when the meter restarted."""
    requested_by: str
    approved_by: str
    reason: str


class StepCompleted(Event):
    """Event: a procedure step was carried out, with person, time and entries. [003 L98, L190-210]"""

    kind: Literal["step-completed"] = "step-completed"
    id: str
    step: str
    at: int
    by: str
    name: str
    entered: dict[str, Any]
    until: int | None = None
    """Time until which a daily inspection is valid: the end of the gaming day; None for other steps."""
    empties_shoe: bool = False
    cite: str = ""


class StepVerified(Event):
    """Event: another person confirmed that a step was carried out. [003 L191, L210]"""

    kind: Literal["step-verified"] = "step-verified"
    id: str
    at: int
    by: str
    name: str


class RecutOrdered(Event):
    """Event: a supervisor ordered the cards cut again, by the same cutter or by the next one. [003 L201-203]"""

    kind: Literal["recut-ordered"] = "recut-ordered"
    by: str
    name: str
    cutter: Literal["same", "next"]
    reason: str


class NoticeSent(Event):
    """Event: a notice from the floor to surveillance, or from surveillance to the floor. [003 L290]"""

    kind: Literal["notice-sent"] = "notice-sent"
    id: str
    to: Literal["surveillance", "floor"]
    at: int
    until: int | None
    """Time by which the notice must be acknowledged; None if there is no deadline."""
    text: str
    by: str
    name: str


class NoticeAcknowledged(Event):
    """Event: the recipient acknowledged a notice."""

    kind: Literal["notice-acknowledged"] = "notice-acknowledged"
    id: str
    at: int
    by: str
    name: str
    late: bool


class ChangeAnnounced(Event):
    """Event: new settings were announced; they take effect at `from_at`. [003 L148; 004 L900]"""

    kind: Literal["change-announced"] = "change-announced"
    id: str
    at: int
    from_at: int
    settings: TableSettings
    changes: list[dict[str, Any]]
    """Changes: the option, its title, the old value and the new value."""
    by: str
    name: str


class ChangeWithdrawn(Event):
    kind: Literal["change-withdrawn"] = "change-withdrawn"
    id: str
    reason: str


class DisputeReferred(Event):
    """Event: a dispute was referred to a body outside the house. [000 L137; 002 L132]"""

    kind: Literal["dispute-referred"] = "dispute-referred"
    id: str
    at: int
    to: str
    reference: str


class AccommodationRecorded(Event):
    """Event: different treatment of a player or dealer with a disability was recorded. [003 L38]"""

    kind: Literal["accommodation-recorded"] = "accommodation-recorded"
    seat: int | None
    """Seat of the player; None: the dealer."""
    account: AccountName | None
    what: str
    by: str
    name: str


class HoldPlaced(Event):
    kind: Literal["hold-placed"] = "hold-placed"
    id: str
    at: int
    why: Literal["fault", "dispute"]
    reason: str
    round: str | None = None


class HoldLifted(Event):
    kind: Literal["hold-lifted"] = "hold-lifted"
    id: str
    reason: str
    stood_ms: int = 0


class SupervisorCalled(Event):
    kind: Literal["supervisor-called"] = "supervisor-called"
    note: str


class CallAnswered(Event):
    kind: Literal["call-answered"] = "call-answered"


EVENTS: dict[str, type[Event]] = {str(one.model_fields["kind"].default): one for one in Event.__subclasses__()}
"""Classes of events by kind."""

_ANY_EVENT: Any = Annotated[reduce(or_, EVENTS.values()), Field(discriminator="kind")]
EVENT_ADAPTER: TypeAdapter[Event] = TypeAdapter(_ANY_EVENT)


def json_of(event: Event) -> dict[str, Any]:
    """Return an event as JSON, in the form that the log stores."""
    return event.model_dump(mode="json")


def event_of(data: dict[str, Any]) -> Event:
    """Return the event that JSON from the log describes."""
    return EVENT_ADAPTER.validate_python(data)
