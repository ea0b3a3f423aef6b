"""What people and devices may ask of a table. Each is an order; `do` names it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from croupier.table.settings import TableSettings

CENTS_MOST = 100_000_000_00
"""A hundred million dollars: no table knows a larger wager, and every sum of them fits the books."""

AmountCents = Annotated[int, Field(ge=1, le=CENTS_MOST, strict=True)]
Seat = Annotated[int, Field(ge=1, le=64, strict=True)]
CardText = Annotated[str, Field(min_length=1, max_length=3)]
Reason = Annotated[str, Field(min_length=3, max_length=400)]
Name = Annotated[str, Field(min_length=1, max_length=80)]


class Command(BaseModel):
    """A command as it comes in."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class OpenTable(Command):
    """Open the table for play."""

    do: Literal["open-table"] = "open-table"


class CloseTable(Command):
    """Close the table, between rounds."""

    do: Literal["close-table"] = "close-table"


class PauseTable(Command):
    """Stop the clocks where they stand."""

    do: Literal["pause-table"] = "pause-table"
    reason: Reason


class ResumeTable(Command):
    """Let the clocks run on."""

    do: Literal["resume-table"] = "resume-table"


class ChangeSettings(Command):
    """Set the table up differently, between rounds."""

    do: Literal["change-settings"] = "change-settings"
    settings: TableSettings


class SitDown(Command):
    """Take a seat; where one player may hold several boxes, another one."""

    do: Literal["sit-down"] = "sit-down"
    seat: Seat


class StandUp(Command):
    """Leave the table, or one of several boxes."""

    do: Literal["stand-up"] = "stand-up"
    seat: Seat | None = None
    """The box that is left; all of them when left out."""


class WagerAmount(Command):
    """Chips on one spot."""

    wager: Name
    cents: AmountCents
    promotional: bool = False
    """Promotional chips: the whole wager is made with them, or none of it."""


class BuyChips(Command):
    """Chips out of one's credit, to have in front of one at a table where seats play one another.

    Between hands; in a game that allows it also during one, until the showdown.
    """

    do: Literal["buy-chips"] = "buy-chips"
    cents: AmountCents


class SitOut(Command):
    """Be dealt no more hands, and keep seat and chips."""

    do: Literal["sit-out"] = "sit-out"


class SitIn(Command):
    """Be dealt in again: at once for what was missed, where `post` says so, else when it is one's turn anyhow."""

    do: Literal["sit-in"] = "sit-in"
    post: bool = False


class JoinWaitingList(Command):
    """Wait for a seat at a table that is full."""

    do: Literal["join-waiting-list"] = "join-waiting-list"


class LeaveWaitingList(Command):
    """Wait no longer."""

    do: Literal["leave-waiting-list"] = "leave-waiting-list"


class DrawButton(Command):
    """One card to each player for the button, as the dealer read them by seat; without any the generator draws."""

    do: Literal["draw-button"] = "draw-button"
    cards: Annotated[dict[int, CardText], Field(max_length=64)] | None = None


class DealHand(Command):
    """Begin the next hand, where seats play one another."""

    do: Literal["deal-hand"] = "deal-hand"


class PlaceWagers(Command):
    """The chips a bettor has at a seat from now on: his own, or one he stands behind. An empty list takes all back."""

    do: Literal["place-wagers"] = "place-wagers"
    seat: Seat
    wagers: Annotated[list[WagerAmount], Field(max_length=40)]
    round: Name | None = None
    """The round the chips are for; once its bets are closed they are refused, not placed in a later round."""


class OfferBank(Command):
    """Offer the bank round the table again, when nobody has taken it."""

    do: Literal["offer-bank"] = "offer-bank"


class AcceptBank(Command):
    """Take the bank that is offered, and put up a wager."""

    do: Literal["accept-bank"] = "accept-bank"
    cents: AmountCents


class PostBank(Command):
    """The player-dealer puts up the wager for the next hand."""

    do: Literal["post-bank"] = "post-bank"
    cents: AmountCents


class DeclineBank(Command):
    """Pass, or give the bank up."""

    do: Literal["decline-bank"] = "decline-bank"


class MakeDecision(Command):
    """What a seat does with its hand: hit, stand, double-down, split, surrender, insure, decline."""

    do: Literal["decide"] = "decide"
    seat: Seat
    choice: Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[a-z0-9-]+$")]
    cents: AmountCents | None = None
    """What is put up for it, where less than all is allowed; all when left out."""
    question: Annotated[int, Field(ge=1, le=1000, strict=True)] | None = None
    """Which of the seat's questions this answers; a late answer to an earlier one is refused."""


class ArrangeCards(Command):
    """How a seat lays its cards into hands: each hand's cards by its name; without any, the house way."""

    do: Literal["arrange-cards"] = "arrange-cards"
    seat: Seat
    declares: Annotated[str, Field(max_length=40)] = ""
    """What is declared of the hand, in a game that knows declarations."""
    confirms_foul: bool = False
    """A player confirms an arrangement or declaration that he was told is a foul; otherwise it is refused."""
    hands: Annotated[dict[Name, Annotated[list[CardText], Field(max_length=13)]], Field(max_length=5)] | None = None
    question: Annotated[int, Field(ge=1, le=1000, strict=True)] | None = None
    """As in `MakeDecision`."""


class SaveArrangementDraft(Command):
    """How a seat's cards lie while its player is still laying them; where time runs out, hands that may stand do."""

    do: Literal["save-arrangement-draft"] = "save-arrangement-draft"
    seat: Seat
    hands: Annotated[dict[Name, Annotated[list[CardText], Field(max_length=13)]], Field(max_length=5)]
    question: Annotated[int, Field(ge=1, le=1000, strict=True)] | None = None
    """As in `MakeDecision`."""


class RevealCards(Command):
    """Turn the face-down cards of a hand."""

    do: Literal["reveal-cards"] = "reveal-cards"
    hand: Name


class RequestRevealPass(Command):
    """Ask that another bettor turns the cards of a hand."""

    do: Literal["request-reveal-pass"] = "request-reveal-pass"
    hand: Name
    to_seat: Seat


class AnswerRevealPass(Command):
    """Agree, or not, that another turns the cards."""

    do: Literal["answer-reveal-pass"] = "answer-reveal-pass"
    hand: Name
    agree: bool


class OpenBets(Command):
    """Open the betting for the next round."""

    do: Literal["open-bets"] = "open-bets"


class CloseBets(Command):
    """No more bets."""

    do: Literal["close-bets"] = "close-bets"


class ReadCard(Command):
    """A card has left the shoe: read by the smart shoe, or entered by the dealer."""

    do: Literal["read-card"] = "read-card"
    card: CardText


class RollDice(Command):
    """The dice were thrown: what they show. Without numbers the generator throws them."""

    do: Literal["roll-dice"] = "roll-dice"
    numbers: Annotated[list[Annotated[int, Field(ge=0, le=1000, strict=True)]], Field(max_length=10)] | None = None


class CorrectCard(Command):
    """A card of the round in play was misread. `place` counts the cards of the round from 1."""

    do: Literal["correct-card"] = "correct-card"
    place: Annotated[int, Field(ge=1, le=60, strict=True)]
    card: CardText


class CorrectDice(Command):
    """The dice of the round in play show something else than was entered."""

    do: Literal["correct-dice"] = "correct-dice"
    numbers: Annotated[list[Annotated[int, Field(ge=0, le=1000, strict=True)]], Field(max_length=10)]


class ShowHand(Command):
    """Open the hand that is next."""

    do: Literal["show-hand"] = "show-hand"


class CallResult(Command):
    """Announce the result; the round is settled."""

    do: Literal["call-result"] = "call-result"


class LoadShoe(Command):
    """A new shoe is ready."""

    do: Literal["load-shoe"] = "load-shoe"
    batch: Annotated[str, Field(min_length=1, max_length=24)] | None = None
    """The colour of its backs, where two batches take turns; the one whose turn it is when left out."""


class CompleteStep(Command):
    """A step of the procedure was carried out: inspected, washed, shuffled, cut. What it asks for comes along."""

    do: Literal["complete-step"] = "complete-step"
    step: Name
    seat: Seat | None = None
    """Who cut; none: the dealer did."""
    declined: Annotated[list[Seat], Field(max_length=64)] = []
    """The seats that were offered the cut and passed, in their order."""
    from_end: Annotated[int, Field(ge=0, le=2000, strict=True)] | None = None
    """How many cards lay between the cut and the nearer end."""
    batch: Annotated[str, Field(min_length=1, max_length=24)] | None = None
    seals_unbroken: bool | None = None
    inventory: Annotated[str, Field(min_length=1, max_length=80)] | None = None
    device: Annotated[str, Field(min_length=1, max_length=80)] | None = None
    """Which shoe or shuffler, by its number."""
    sound: bool | None = None
    """Whether it is whole, works, and has not been tampered with."""
    choice: Name | None = None
    note: Annotated[str, Field(max_length=400)] = ""


class VerifyStep(Command):
    """Confirm that a step was carried out as recorded."""

    do: Literal["verify-step"] = "verify-step"
    id: Name


class OrderRecut(Command):
    """Have the cards cut again before any is dealt, by whoever cut them or by the next in line."""

    do: Literal["order-recut"] = "order-recut"
    cutter: Literal["same", "next"] = "same"
    reason: Reason


class ShowBurnCard(Command):
    """One of the burned cards after the first, shown to the players."""

    do: Literal["show-burn-card"] = "show-burn-card"
    card: CardText


class ReportMissingCard(Command):
    """A card is missing from a batch that came sealed: its maker is told by the inventory number."""

    do: Literal["report-missing-card"] = "report-missing-card"
    inventory: Annotated[str, Field(min_length=1, max_length=80)]
    card: CardText | None = None
    reason: Reason


class SendNotice(Command):
    """Surveillance tells the floor something about this table."""

    do: Literal["send-notice"] = "send-notice"
    text: Reason


class AcknowledgeNotice(Command):
    """A notice was read by whom it is for."""

    do: Literal["acknowledge-notice"] = "acknowledge-notice"
    id: Name


class AnnounceChange(Command):
    """Announce other settings: they are posted now and count from their hour on."""

    do: Literal["announce-change"] = "announce-change"
    settings: TableSettings
    from_at: Annotated[int, Field(ge=0, strict=True)] | None = None
    """When they count, in milliseconds; as soon as the notice allows when left out."""


class WithdrawChange(Command):
    """An announced change does not come."""

    do: Literal["withdraw-change"] = "withdraw-change"
    id: Name
    reason: Reason


class ReferDispute(Command):
    """Refer a dispute to whoever decides what the house cannot."""

    do: Literal["refer-dispute"] = "refer-dispute"
    id: Name
    to: Annotated[str, Field(min_length=1, max_length=80)] | None = None
    """To whom; the body that the rulebook names when left out."""
    reference: Annotated[str, Field(max_length=80)] = ""


class RecordAccommodation(Command):
    """Record what is done differently for a player, or for the dealer, with a disability."""

    do: Literal["record-accommodation"] = "record-accommodation"
    seat: Seat | None = None
    what: Reason


class ReportCutCard(Command):
    """The cut card has come out."""

    do: Literal["report-cut-card"] = "report-cut-card"


class CallSupervisor(Command):
    """Ask for a supervisor."""

    do: Literal["call-supervisor"] = "call-supervisor"
    note: Annotated[str, Field(max_length=400)] = ""


class AnswerCall(Command):
    """A supervisor has come."""

    do: Literal["answer-call"] = "answer-call"


class VoidRound(Command):
    """Call the round off: stakes and fees go back."""

    do: Literal["void-round"] = "void-round"
    reason: Reason


class OrderFreeHand(Command):
    """The next hand is dealt without wagers, to keep the order of the shoe."""

    do: Literal["free-hand"] = "free-hand"
    reason: Reason


class ReportCardFaceUp(Command):
    """The next card lies face up in the shoe."""

    do: Literal["report-card-face-up"] = "report-card-face-up"
    card: CardText
    reason: Reason


class ReportCardInError(Command):
    """A card left the shoe that the rules did not call for."""

    do: Literal["report-card-in-error"] = "report-card-in-error"
    card: CardText
    disclosed: bool
    reason: Reason


class DeclareMisdeal(Command):
    """The cards were dealt wrongly and cannot be put right."""

    do: Literal["misdeal"] = "misdeal"
    reason: Reason


class ReportDisagreement(Command):
    """A terminal and the board disagree: a malfunction. The round is void and the table is held."""

    do: Literal["report-disagreement"] = "report-disagreement"
    reason: Reason


class RequestCorrection(Command):
    """Ask that a card of a settled round be corrected. `place` counts the cards of the round from 1."""

    do: Literal["request-correction"] = "request-correction"
    round: Name
    place: Annotated[int, Field(ge=1, le=60, strict=True)]
    card: CardText
    reason: Reason


class ApproveCorrection(Command):
    """Approve another's correction: entries are reversed and the round is settled again."""

    do: Literal["approve-correction"] = "approve-correction"
    id: Name


class RejectCorrection(Command):
    """Leave the round as it was settled."""

    do: Literal["reject-correction"] = "reject-correction"
    id: Name
    reason: Reason


class ConfirmJackpot(Command):
    """Confirm a win off a meter; above the house's threshold an executive confirms too."""

    do: Literal["confirm-jackpot"] = "confirm-jackpot"
    id: Name


class RejectJackpot(Command):
    """A win off a meter was none: the amount goes back on the meter."""

    do: Literal["reject-jackpot"] = "reject-jackpot"
    id: Name
    reason: Reason


class RequestBackOut(Command):
    """Ask that a jackpot that was paid be taken back out of the player's credit."""

    do: Literal["request-back-out"] = "request-back-out"
    id: Name
    reason: Reason


class ApproveBackOut(Command):
    """Approve what another asked: the credit gives the amount back, and the meter has it again."""

    do: Literal["approve-back-out"] = "approve-back-out"
    id: Name


class RejectBackOut(Command):
    """Leave the jackpot paid."""

    do: Literal["reject-back-out"] = "reject-back-out"
    id: Name
    reason: Reason


class OpenDispute(Command):
    """A player disputes a round: the table is held until its evidence is kept."""

    do: Literal["open-dispute"] = "open-dispute"
    round: Name
    reason: Reason


class CloseDispute(Command):
    """The dispute is over. Its bundle must have been made."""

    do: Literal["close-dispute"] = "close-dispute"
    id: Name
    resolution: Reason


class ClearHold(Command):
    """A fault has been dealt with."""

    do: Literal["clear-hold"] = "clear-hold"
    id: Name
    reason: Reason


class RunTimers(Command):
    """The clock: do what is due."""

    do: Literal["tick"] = "tick"


CommandUnion = (
    OpenTable
    | CloseTable
    | PauseTable
    | ResumeTable
    | ChangeSettings
    | SitDown
    | StandUp
    | BuyChips
    | SitOut
    | SitIn
    | JoinWaitingList
    | LeaveWaitingList
    | DrawButton
    | DealHand
    | PlaceWagers
    | OfferBank
    | AcceptBank
    | PostBank
    | DeclineBank
    | MakeDecision
    | ArrangeCards
    | SaveArrangementDraft
    | RevealCards
    | RequestRevealPass
    | AnswerRevealPass
    | OpenBets
    | CloseBets
    | ReadCard
    | RollDice
    | CorrectDice
    | CorrectCard
    | ShowHand
    | CallResult
    | LoadShoe
    | CompleteStep
    | VerifyStep
    | OrderRecut
    | ShowBurnCard
    | ReportMissingCard
    | SendNotice
    | AcknowledgeNotice
    | AnnounceChange
    | WithdrawChange
    | ReferDispute
    | RecordAccommodation
    | ReportCutCard
    | CallSupervisor
    | AnswerCall
    | VoidRound
    | OrderFreeHand
    | ReportCardFaceUp
    | ReportCardInError
    | DeclareMisdeal
    | ReportDisagreement
    | RequestCorrection
    | ApproveCorrection
    | RejectCorrection
    | ConfirmJackpot
    | RejectJackpot
    | RequestBackOut
    | ApproveBackOut
    | RejectBackOut
    | OpenDispute
    | CloseDispute
    | ClearHold
)
"""What comes from outside; `RunTimers` comes from the server's own clock."""

AnyCommand = Annotated[CommandUnion, Field(discriminator="do")]
COMMANDS: dict[str, type[Command]] = {str(kind.model_fields["do"].default): kind for kind in CommandUnion.__args__}


def json_of(command: Command) -> dict[str, Any]:
    return command.model_dump(mode="json")
