"""What happened at a table. Events hold facts; the state of the table is a fold over them.

`kind` names each; the log keeps them as JSON. Cards to come are in none of them: a sealed shoe keeps its order to
itself until it is opened. A card that lies face down is named here, for the table has to be played; the log locks it.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, SerializerFunctionWrapHandler, TypeAdapter, model_serializer

from croupier.table.promotional_stake import PromotionalStake
from croupier.table.settings import TableSettings


class Event(BaseModel):
    """Something that happened."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class TableCreated(Event):
    kind: Literal["table-created"] = "table-created"
    name: str
    demonstration: bool


class SettingsChanged(Event):
    kind: Literal["settings-changed"] = "settings-changed"
    version: int
    settings: TableSettings
    digest: str
    """The rulebook's fingerprint: the rules this version stands for."""
    next_at: int | None = None
    """When an open table goes on, its bank where it stood. Older logs open the table anew instead."""
    change: str | None = None
    """The announced change that came into force with it."""
    must_intervene: bool | None = None
    """Whether another must bank after a player's hands. None in older logs."""


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
    """How long the clocks stood: every deadline moves by this."""


class SeatTaken(Event):
    kind: Literal["seat-taken"] = "seat-taken"
    seat: int
    account: str
    name: str
    third_party: bool = False
    bot: bool = False
    """In a demonstration house: nobody sits there, the house plays for company."""


class SeatLeft(Event):
    kind: Literal["seat-left"] = "seat-left"
    seat: int
    account: str


class ChipsBought(Event):
    """Chips out of a player's credit, to play with at this table."""

    kind: Literal["chips-bought"] = "chips-bought"
    seat: int
    account: str
    cents: int
    stack_cents: int
    """What he has in front of him now."""


class ChipsReturned(Event):
    """A player's chips go back to his credit."""

    kind: Literal["chips-returned"] = "chips-returned"
    seat: int
    account: str
    cents: int


class SatOut(Event):
    """A player is dealt no more hands; seat and chips stay his."""

    kind: Literal["sat-out"] = "sat-out"
    seat: int
    account: str
    why: Literal["asked", "silent"]


class SatIn(Event):
    kind: Literal["sat-in"] = "sat-in"
    seat: int
    account: str
    posts: bool = False
    """Whether he makes up at once what he has missed."""


class WaitingListJoined(Event):
    kind: Literal["waiting-list-joined"] = "waiting-list-joined"
    account: str
    name: str
    place: int


class WaitingListLeft(Event):
    kind: Literal["waiting-list-left"] = "waiting-list-left"
    account: str


class ButtonDrawn(Event):
    """One card to each player: who has the button first."""

    kind: Literal["button-drawn"] = "button-drawn"
    seat: int
    cards: dict[str, str]
    """By seat."""
    source: str
    """`generator` or `dealer`."""


class HandStarted(Event):
    """A hand between seats begins: the button, and what each player owes who is not in it."""

    kind: Literal["hand-started"] = "hand-started"
    button: int
    owes: dict[str, list[str]]
    """By account; one that is not here owes nothing."""


class TimeBankOpened(Event):
    """The time of a decision is up: the player goes on out of his own."""

    kind: Literal["time-bank-opened"] = "time-bank-opened"
    seat: int
    account: str
    left_ms: int
    next_at: int


class TimeBankClosed(Event):
    """He has decided, or it is used up: what is left of it."""

    kind: Literal["time-bank-closed"] = "time-bank-closed"
    seat: int
    account: str
    left_ms: int


class ShoeLoaded(Event):
    kind: Literal["shoe-loaded"] = "shoe-loaded"
    number: int
    source: str
    """`generator`, `dealer` or the smart shoe's name."""
    digest: str | None = None
    """The commitment to its order, published before the first wager on it."""
    sealed: str | None = None
    """Its order, locked with the house's key."""
    batch: str | None = None
    """The colour of its backs, where two batches or decks take turns."""


class CardsBurned(Event):
    kind: Literal["cards-burned"] = "cards-burned"
    shown: list[str]
    count: int
    """All that went to the rack, shown or not."""


class BurnedCardShown(Event):
    """One of the burned cards after the first was shown to the players. [000 L94]"""

    kind: Literal["burned-card-shown"] = "burned-card-shown"
    card: str


class CutCardReached(Event):
    kind: Literal["cut-card-reached"] = "cut-card-reached"
    last_hand: bool
    """True when the hand it came before or in is the last; otherwise one more follows."""


class ShoeRevealed(Event):
    kind: Literal["shoe-revealed"] = "shoe-revealed"
    number: int
    digest: str
    nonce: str
    cards: str
    cut_from_back: int


class BankRotated(Event):
    """The rotation of the player-dealer moved on: what was put to it."""

    kind: Literal["bank-rotated"] = "bank-rotated"
    input: dict[str, Any]
    at: int
    deadline: int | None = None
    """Until when whoever is asked, or banks next, may answer."""


class BankPosted(Event):
    kind: Literal["bank-posted"] = "bank-posted"
    seat: int
    account: str
    cents: int
    next_at: int


class BankDeadlineSet(Event):
    """A hand was void, or settings have changed: whoever is asked, or banks, may answer until then."""

    kind: Literal["bank-deadline-set"] = "bank-deadline-set"
    until: int


class BankReturned(Event):
    kind: Literal["bank-returned"] = "bank-returned"
    account: str
    cents: int


class BetsOpened(Event):
    kind: Literal["bets-opened"] = "bets-opened"
    round: str
    number: int
    at: int
    closes_at: int | None
    """None: the countdown starts with the first wager."""
    free_hand: bool = False


class CountdownSet(Event):
    kind: Literal["countdown-set"] = "countdown-set"
    closes_at: int | None
    """None: the last wager was taken back, and the countdown waits for another."""


class WagersPlaced(Event):
    kind: Literal["wagers-placed"] = "wagers-placed"
    seat: int
    bettor: str
    account: str
    wagers: dict[str, int]
    """All the bettor has at this seat from now on."""
    promotional: PromotionalStake | None = None
    """What of it is promotional chips; said only where something is."""

    @model_serializer(mode="wrap")
    def _without_nothing(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
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
    fees: dict[str, int]
    """By account."""


class WagersPaidEarly(Event):
    """Wagers that are paid while the round goes on: all of them, as they stand now. [002 L99, L113]"""

    kind: Literal["wagers-paid-early"] = "wagers-paid-early"
    paid: list[dict[str, Any]]
    """Seat, bettor, account, wager, the stake that went back and what it won."""


class RevealRightsAssigned(Event):
    """The cards are dealt face down: who may turn each hand's, by seat and bettor; nobody: the dealer."""

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
    """Seat and bettor; nobody: the house, which denies it."""
    agree: bool
    next_at: int


class RevealDeadlineSet(Event):
    """Somebody has the right to turn cards, until then."""

    kind: Literal["reveal-deadline-set"] = "reveal-deadline-set"
    next_at: int


class CardsRevealed(Event):
    kind: Literal["cards-revealed"] = "cards-revealed"
    hand: str
    by: list[int | str] | None
    """Seat and bettor; None: the dealer."""
    silent: bool = False
    """Whoever held the right let the time run out."""
    cards: list[str]
    """The hand as it now lies, face up."""
    next_at: int | None = None


class CardDealt(Event):
    kind: Literal["card-dealt"] = "card-dealt"
    place: int
    """Its number among the cards of the round, from 1."""
    hand: str
    nth: int
    card: str
    face_down: bool = False
    owner: str | None = None
    """The account that may look at it, where it lies face down in a hand of a seat's own."""
    irregular: dict[str, Any] | None = None
    """What the round was told in place of a plain card: found face up, drawn in error."""
    next_at: int | None = None


class DecisionsRequested(Event):
    """Seats are asked what they do with their hands, until then."""

    kind: Literal["decisions-requested"] = "decisions-requested"
    questions: list[dict[str, Any]]
    """Seat, hand, choices, what silence does, which of the seat's questions it is."""
    next_at: int


class DecisionMade(Event):
    """A seat has decided."""

    kind: Literal["decision-made"] = "decision-made"
    seat: int
    hand: int
    choice: str
    answer: dict[str, Any]
    """What the round was told."""
    raises: list[dict[str, Any]] = []
    """What was put up for it: seat, bettor, account, wager, cents."""
    next_at: int | None = None


class DecisionTimedOut(Event):
    """Nobody answered in time: every open question gets the game's own answer."""

    kind: Literal["decision-timed-out"] = "decision-timed-out"
    seats: list[int]
    next_at: int | None = None


class ArrangementsRequested(Event):
    """Seats are asked to lay their cards into hands, until then."""

    kind: Literal["arrangements-requested"] = "arrangements-requested"
    settings: list[dict[str, Any]]
    """Seat, the hands with their sizes, which of the seat's questions it is."""
    next_at: int | None
    """None where the dealer enters how open hands lie: no clock runs."""


class ArrangementMade(Event):
    """A seat has laid its cards. How, nobody else sees before the game shows it."""

    kind: Literal["arrangement-made"] = "arrangement-made"
    declares: str = ""
    """What was declared of the hand; everybody hears it."""
    seat: int
    account: str | None
    """Who plays the seat."""
    answer: dict[str, Any]
    """What the round was told: places among the seat's cards, never the cards themselves."""
    next_at: int | None = None


class ArrangementDrafted(Event):
    """How a seat's cards lie while they are being laid."""

    kind: Literal["arrangement-drafted"] = "arrangement-drafted"
    seat: int
    account: str | None
    """Who plays the seat."""
    laid: list[list[int]]
    """Places among the seat's cards, hand by hand; not all of them need lie yet."""


class HandShown(Event):
    """A seat's hand was opened; `hole-cards-revealed` has its cards."""

    kind: Literal["hand-shown"] = "hand-shown"
    hand: str
    seat: int | None
    next_at: int | None = None


class DiceRolled(Event):
    """The dice were thrown, or a number was drawn."""

    kind: Literal["dice-rolled"] = "dice-rolled"
    what: str
    source: str
    """`generator` or `dealer`."""
    numbers: list[int]
    next_at: int | None = None


class HoleCardsRevealed(Event):
    """What the game dealt face down is turned."""

    kind: Literal["hole-cards-revealed"] = "hole-cards-revealed"
    hand: str
    cards: list[str]
    """Those that are turned."""
    places: list[int] = []
    """Their numbers among the cards of the round; all of the hand's where left out."""


class RoundInputRecorded(Event):
    """The round was told something other than a card: the result was called, the shoe ran out, a card too many."""

    kind: Literal["round-input-recorded"] = "round-input-recorded"
    answer: dict[str, Any]
    card: str | None = None
    """A card that left the shoe with it."""


class DiceCorrected(Event):
    """The cup showed something else than was entered; hands that were set are set again."""

    kind: Literal["dice-corrected"] = "dice-corrected"
    what: str
    place: int
    """Which of the round's answers it was, from 0."""
    was: list[int]
    numbers: list[int]


class CardCorrected(Event):
    kind: Literal["card-corrected"] = "card-corrected"
    place: int
    was: str
    card: str
    answers: list[dict[str, Any]]
    """The round's answers as they read now."""
    face_down: list[int] = []
    """The cards that stay hidden, by their place in the round."""
    owner: str | None = None
    """The account that may look at the card, where it is one of them."""
    next_at: int | None = None


class SeatTransfersMade(Event):
    """In a game that nobody banks: who paid whom, in order."""

    kind: Literal["seat-transfers-made"] = "seat-transfers-made"
    exchanges: list[dict[str, Any]]
    """From which seat, to which, on which wager, points, cents, and what was owed where that is more."""


class RoundSettled(Event):
    kind: Literal["round-settled"] = "round-settled"
    round: str
    at: int
    next_at: int
    cards: dict[str, list[str]]
    facts: dict[str, Any]
    results: list[dict[str, Any]]
    order: list[int] = []
    """The places in `results` in the order the dealer takes and pays."""
    bank: dict[str, Any] | None = None
    meters: dict[str, dict[str, int]] = {}
    """Each meter before and after."""
    winning_wagers: list[str] = []
    hand_in_shoe: list[int] = []
    """The shoe's number and the hand's in it, for the roads."""
    outcome: dict[str, Any] = {}
    next_opening: dict[str, Any] = {}
    balances: dict[str, list[int]] = {}
    """Each account's credit before its wagers and fees of this round, and after it; at a table where players have
    chips in front of them, those."""
    between: bool = False
    """Whether seats played one another: what some lost others won, and the house kept its fee alone."""
    put_in: dict[str, int] = {}
    """Between seats: what each account put into the hand for good. Empty in logs of older versions."""
    bots: list[str] = []
    """Accounts of bots that played: reports leave them out."""
    unseen: list[int] = []
    """Cards that nobody turned and nobody will, by their numbers in the round: they stay locked."""


class RoundVoided(Event):
    kind: Literal["round-voided"] = "round-voided"
    round: str
    at: int
    next_at: int
    code: str
    reason: str
    cite: str
    cards: dict[str, list[str]]
    returned: dict[str, int]
    """Stakes and fees that went back, by account."""
    next_opening: dict[str, Any] = {}
    unseen: list[int] = []
    """As in `RoundSettled`."""


class RoundCorrected(Event):
    kind: Literal["round-corrected"] = "round-corrected"
    round: str
    approval: str
    at: int
    place: int
    was: str
    card: str
    answers: list[dict[str, Any]]
    """What the round was told, as it reads now."""
    cards: dict[str, list[str]]
    facts: dict[str, Any]
    results: list[dict[str, Any]]
    order: list[int] = []
    """As in `RoundSettled`."""
    bank: dict[str, Any] | None = None
    differences: dict[str, int]
    """By account: what the correction gave, or took."""
    forgone: dict[str, int] = {}
    """By gift: promotional chips that the correction would have taken, and that were gone already."""
    requested_by: str
    approved_by: str
    reason: str
    hand_in_shoe: list[int] | None = None
    """The shoe's number and the hand's in it, for the roads."""
    outcome: dict[str, Any] = {}
    winning_wagers: list[str] = []
    jackpots_before: int = 0
    """How many jackpots the round had that were none: those it has now are numbered on from there."""


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
    account: str
    cents: int
    order: int
    """First, second … of the same round: the order they are paid in."""
    restarts_at: int | None = None
    """What the meter starts from again, where it was won whole."""
    reseeded_cents: int = 0
    """What the house put in for that, where one alone won it: it comes back if the win was none."""
    restart: dict[str, int] | None = None
    """Of a meter won whole: `seed_cents` and `kept_cents` (from above its ceiling) that it was started with, and
    `sharers`, how many won it together. Both come off again with the last of them that is taken back."""


class JackpotConfirmed(Event):
    kind: Literal["jackpot-confirmed"] = "jackpot-confirmed"
    id: str
    by: str
    paid: bool
    """False while an executive has still to confirm."""


class JackpotRejected(Event):
    kind: Literal["jackpot-rejected"] = "jackpot-rejected"
    id: str
    reason: str


class BackOutRequested(Event):
    """Somebody wants a paid jackpot taken back. [003 L433, L623]"""

    kind: Literal["back-out-requested"] = "back-out-requested"
    id: str
    jackpot: str
    round: str
    seat: int
    account: str
    cents: int
    reason: str
    by: str


class BackOutRejected(Event):
    kind: Literal["back-out-rejected"] = "back-out-rejected"
    id: str
    reason: str


class JackpotBackedOut(Event):
    """A paid jackpot went back from the credit to its meter, by two people."""

    kind: Literal["jackpot-backed-out"] = "jackpot-backed-out"
    id: str
    approval: str
    at: int
    round: str
    meter: str
    """The house's meter, as it is called there."""
    seat: int
    account: str
    cents: int
    meter_before_cents: int
    meter_after_cents: int
    seed_off_cents: int
    """What the meter was started with after the win, as far as it came off again."""
    requested_by: str
    approved_by: str
    reason: str


class StepCompleted(Event):
    """A step of the procedure was carried out: who, when, and what was entered. [003 L98, L190-210]"""

    kind: Literal["step-completed"] = "step-completed"
    id: str
    step: str
    at: int
    by: str
    name: str
    entered: dict[str, Any]
    until: int | None = None
    """A day's inspection holds to the end of the gaming day."""
    empties_shoe: bool = False
    cite: str = ""


class StepVerified(Event):
    """Somebody else confirms that a step was carried out. [003 L191, L210]"""

    kind: Literal["step-verified"] = "step-verified"
    id: str
    at: int
    by: str
    name: str


class RecutOrdered(Event):
    """A supervisor has the cards cut again, by whoever cut them or by the next in line. [003 L201-203]"""

    kind: Literal["recut-ordered"] = "recut-ordered"
    by: str
    name: str
    cutter: Literal["same", "next"]
    reason: str


class NoticeSent(Event):
    """A notice of the floor to surveillance, or of surveillance to the floor. [003 L290]"""

    kind: Literal["notice-sent"] = "notice-sent"
    id: str
    to: Literal["surveillance", "floor"]
    at: int
    until: int | None
    """When it has to have been seen."""
    text: str
    by: str
    name: str


class NoticeAcknowledged(Event):
    """A notice has reached whom it was for."""

    kind: Literal["notice-acknowledged"] = "notice-acknowledged"
    id: str
    at: int
    by: str
    name: str
    late: bool


class ChangeAnnounced(Event):
    """Other settings were announced: they count from their hour on. [003 L148; 004 L900]"""

    kind: Literal["change-announced"] = "change-announced"
    id: str
    at: int
    from_at: int
    settings: TableSettings
    changes: list[dict[str, Any]]
    """What changes: the option, its title, what it was and what it becomes."""
    by: str
    name: str


class ChangeWithdrawn(Event):
    kind: Literal["change-withdrawn"] = "change-withdrawn"
    id: str
    reason: str


class DisputeReferred(Event):
    """A dispute goes to whoever decides what the house cannot. [000 L137; 002 L132]"""

    kind: Literal["dispute-referred"] = "dispute-referred"
    id: str
    at: int
    to: str
    reference: str


class AccommodationRecorded(Event):
    """What is done differently for a player or a dealer with a disability. [003 L38]"""

    kind: Literal["accommodation-recorded"] = "accommodation-recorded"
    seat: int | None
    """None: for the dealer."""
    account: str | None
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


AnyEvent = (
    TableCreated
    | SettingsChanged
    | TableOpened
    | TableClosed
    | TablePaused
    | TableResumed
    | SeatTaken
    | SeatLeft
    | ChipsBought
    | ChipsReturned
    | SatOut
    | SatIn
    | WaitingListJoined
    | WaitingListLeft
    | ButtonDrawn
    | HandStarted
    | TimeBankOpened
    | TimeBankClosed
    | ShoeLoaded
    | CardsBurned
    | BurnedCardShown
    | CutCardReached
    | ShoeRevealed
    | BankRotated
    | BankPosted
    | BankDeadlineSet
    | BankReturned
    | BetsOpened
    | CountdownSet
    | WagersPlaced
    | BetsClosed
    | FeesTaken
    | WagersPaidEarly
    | RevealRightsAssigned
    | RevealPassRequested
    | RevealPassAnswered
    | RevealDeadlineSet
    | CardsRevealed
    | CardDealt
    | DecisionsRequested
    | DecisionMade
    | DecisionTimedOut
    | ArrangementsRequested
    | ArrangementMade
    | ArrangementDrafted
    | HandShown
    | DiceRolled
    | HoleCardsRevealed
    | RoundInputRecorded
    | CardCorrected
    | DiceCorrected
    | SeatTransfersMade
    | RoundSettled
    | RoundVoided
    | RoundCorrected
    | CorrectionRequested
    | CorrectionRejected
    | IrregularityReported
    | FreeHandOrdered
    | JackpotHit
    | JackpotConfirmed
    | JackpotRejected
    | BackOutRequested
    | BackOutRejected
    | JackpotBackedOut
    | StepCompleted
    | StepVerified
    | RecutOrdered
    | NoticeSent
    | NoticeAcknowledged
    | ChangeAnnounced
    | ChangeWithdrawn
    | DisputeReferred
    | AccommodationRecorded
    | HoldPlaced
    | HoldLifted
    | SupervisorCalled
    | CallAnswered
)

EVENT_ADAPTER: TypeAdapter[AnyEvent] = TypeAdapter(Annotated[AnyEvent, Field(discriminator="kind")])


def json_of(event: AnyEvent) -> dict[str, Any]:
    """The event as the log keeps it."""
    return event.model_dump(mode="json")


def event_of(data: dict[str, Any]) -> AnyEvent:
    """An event read back from the log."""
    return EVENT_ADAPTER.validate_python(data)
