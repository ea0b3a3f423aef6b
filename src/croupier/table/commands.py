"""Commands that people and devices send to a table; the field `do` names the command."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from croupier.table.settings import TableSettings

CENTS_MOST = 100_000_000_00
"""Highest amount of a command in cents: 100 million dollars. Sums of such amounts fit the ledger."""

AmountCents = Annotated[int, Field(ge=1, le=CENTS_MOST, strict=True)]
Seat = Annotated[int, Field(ge=1, le=64, strict=True)]
CardText = Annotated[str, Field(min_length=1, max_length=3)]
Reason = Annotated[str, Field(min_length=3, max_length=400)]
Name = Annotated[str, Field(min_length=1, max_length=80)]


class Command(BaseModel):
    """Base class of table commands."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class OpenTable(Command):
    """Command to open the table for play."""

    do: Literal["open-table"] = "open-table"


class CloseTable(Command):
    """Command to close the table between rounds."""

    do: Literal["close-table"] = "close-table"


class PauseTable(Command):
    """Command to stop the table's timers."""

    do: Literal["pause-table"] = "pause-table"
    reason: Reason


class ResumeTable(Command):
    """Command to restart the timers of a paused table."""

    do: Literal["resume-table"] = "resume-table"


class ChangeSettings(Command):
    """Command to change the table's settings between rounds."""

    do: Literal["change-settings"] = "change-settings"
    settings: TableSettings


class SitDown(Command):
    """Command to take a seat, or a further seat where one player may have several."""

    do: Literal["sit-down"] = "sit-down"
    seat: Seat


class StandUp(Command):
    """Command to leave the table, or one of several seats."""

    do: Literal["stand-up"] = "stand-up"
    seat: Seat | None = None
    """Seat to leave; None: all seats of the player."""


class WagerAmount(Command):
    """Chips on one wager."""

    wager: Name
    cents: AmountCents
    promotional: bool = False
    """Whether the whole wager is placed with promotional chips."""


class BuyChips(Command):
    """Command to buy chips with credit, at a table where seats play against each other.

    Allowed between hands; in some games also during a hand, until the showdown.
    """

    do: Literal["buy-chips"] = "buy-chips"
    cents: AmountCents


class SitOut(Command):
    """Command to sit out: the player is not dealt in, and keeps seat and chips."""

    do: Literal["sit-out"] = "sit-out"


class SitIn(Command):
    """Command to be dealt in again after sitting out.

    With `post`, the player pays the missed blinds and antes and is dealt in at once; otherwise the player waits for the
    regular turn.
    """

    do: Literal["sit-in"] = "sit-in"
    post: bool = False


class JoinWaitingList(Command):
    """Command to join the waiting list of a full table."""

    do: Literal["join-waiting-list"] = "join-waiting-list"


class LeaveWaitingList(Command):
    """Command to leave the waiting list."""

    do: Literal["leave-waiting-list"] = "leave-waiting-list"


class DrawButton(Command):
    """Command to draw for the dealer button, one card per player; the highest card gets the button.

    `cards`: the dealer's cards by seat; None: the generator draws them.
    """

    do: Literal["draw-button"] = "draw-button"
    cards: Annotated[dict[int, CardText], Field(max_length=64)] | None = None


class DealHand(Command):
    """Command to begin the next hand, at a table where seats play against each other."""

    do: Literal["deal-hand"] = "deal-hand"


class PlaceWagers(Command):
    """Command that replaces all chips a bettor has at a seat; an empty list takes all of them back.

    The seat is the player's own, or one the player bets behind.
    """

    do: Literal["place-wagers"] = "place-wagers"
    seat: Seat
    wagers: Annotated[list[WagerAmount], Field(max_length=40)]
    round: Name | None = None
    """Id of the round for which the chips are; the command is refused in any other round. None: the round in play."""


class OfferBank(Command):
    """Command to offer the bank to the seats again after no player has taken it."""

    do: Literal["offer-bank"] = "offer-bank"


class AcceptBank(Command):
    """Command to take the offered bank and post its amount."""

    do: Literal["accept-bank"] = "accept-bank"
    cents: AmountCents


class PostBank(Command):
    """Command of the player-dealer to post the bank for the next hand."""

    do: Literal["post-bank"] = "post-bank"
    cents: AmountCents


class DeclineBank(Command):
    """Command to decline the offered bank, or to give the bank up."""

    do: Literal["decline-bank"] = "decline-bank"


class MakeDecision(Command):
    """Command to decide about a seat's hand: hit, stand, double-down, split, surrender, insure or decline."""

    do: Literal["decide"] = "decide"
    seat: Seat
    choice: Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[a-z0-9-]+$")]
    cents: AmountCents | None = None
    """Amount put up for the choice, in cents, where less than the maximum is allowed; None: the maximum."""
    question: Annotated[int, Field(ge=1, le=1000, strict=True)] | None = None
    """Number of the seat's question; an answer to an earlier question is refused. None: the question that is open."""


class ArrangeCards(Command):
    """Command to set a seat's cards into hands.

    `hands`: cards by hand name; None: set the house way.
    """

    do: Literal["arrange-cards"] = "arrange-cards"
    seat: Seat
    declares: Annotated[str, Field(max_length=40)] = ""
    """Declaration about the hand, in a game with declarations."""
    confirms_foul: bool = False
    """Whether the player confirms a foul after the warning; without confirmation a foul is refused."""
    hands: Annotated[dict[Name, Annotated[list[CardText], Field(max_length=13)]], Field(max_length=5)] | None = None
    question: Annotated[int, Field(ge=1, le=1000, strict=True)] | None = None
    """Number of the seat's question; an answer to an earlier question is refused. None: the question that is open."""


class SaveArrangementDraft(Command):
    """Command to save an unfinished arrangement; when the time runs out, it is used if it is valid."""

    do: Literal["save-arrangement-draft"] = "save-arrangement-draft"
    seat: Seat
    hands: Annotated[dict[Name, Annotated[list[CardText], Field(max_length=13)]], Field(max_length=5)]
    question: Annotated[int, Field(ge=1, le=1000, strict=True)] | None = None
    """Number of the seat's question; a draft for an earlier question is refused. None: the question that is open."""


class RevealCards(Command):
    """Command to reveal the face-down cards of a hand."""

    do: Literal["reveal-cards"] = "reveal-cards"
    hand: Name


class RequestRevealPass(Command):
    """Command to request that another bettor reveals the cards of a hand."""

    do: Literal["request-reveal-pass"] = "request-reveal-pass"
    hand: Name
    to_seat: Seat


class AnswerRevealPass(Command):
    """Command to agree or disagree that another bettor reveals the cards."""

    do: Literal["answer-reveal-pass"] = "answer-reveal-pass"
    hand: Name
    agree: bool


class OpenBets(Command):
    """Command to open betting for the next round."""

    do: Literal["open-bets"] = "open-bets"


class CloseBets(Command):
    """Command to close betting."""

    do: Literal["close-bets"] = "close-bets"


class ReadCard(Command):
    """Command that reports a card from the shoe, read by the smart shoe or entered by the dealer."""

    do: Literal["read-card"] = "read-card"
    card: CardText


class RollDice(Command):
    """Command that reports the dice numbers; with `numbers` None the generator rolls."""

    do: Literal["roll-dice"] = "roll-dice"
    numbers: Annotated[list[Annotated[int, Field(ge=0, le=1000, strict=True)]], Field(max_length=10)] | None = None


class CorrectCard(Command):
    """Command to correct a misread card of the current round. `place`: number of the card in the round, from 1."""

    do: Literal["correct-card"] = "correct-card"
    place: Annotated[int, Field(ge=1, le=60, strict=True)]
    card: CardText


class CorrectDice(Command):
    """Command to correct the dice numbers of the current round."""

    do: Literal["correct-dice"] = "correct-dice"
    numbers: Annotated[list[Annotated[int, Field(ge=0, le=1000, strict=True)]], Field(max_length=10)]


class ShowHand(Command):
    """Command to open the next hand, so that everybody sees its cards."""

    do: Literal["show-hand"] = "show-hand"


class CallResult(Command):
    """Command to announce the result and settle the round."""

    do: Literal["call-result"] = "call-result"


class LoadShoe(Command):
    """Command to load a new shoe."""

    do: Literal["load-shoe"] = "load-shoe"
    batch: Annotated[str, Field(min_length=1, max_length=24)] | None = None
    """Back colour of the shoe's cards, where two batches alternate; None: the batch that is next."""


class CompleteStep(Command):
    """Command that reports a completed procedure step, for example inspect, wash, shuffle or cut, with its entries."""

    do: Literal["complete-step"] = "complete-step"
    step: Name
    seat: Seat | None = None
    """Seat of the player who cut the cards; None: the dealer cut them."""
    declined: Annotated[list[Seat], Field(max_length=64)] = []
    """Seats that were offered the cut and declined it, in order."""
    from_end: Annotated[int, Field(ge=0, le=2000, strict=True)] | None = None
    """Number of cards between the cut and the nearer end; None if the step is not a cut."""
    batch: Annotated[str, Field(min_length=1, max_length=24)] | None = None
    seals_unbroken: bool | None = None
    inventory: Annotated[str, Field(min_length=1, max_length=80)] | None = None
    device: Annotated[str, Field(min_length=1, max_length=80)] | None = None
    """Number of the shoe or shuffler that was inspected; None if the step does not ask for it."""
    sound: bool | None = None
    """Whether the device is complete, works and shows no sign of tampering; None if the step does not ask for it."""
    choice: Name | None = None
    note: Annotated[str, Field(max_length=400)] = ""


class VerifyStep(Command):
    """Command to confirm that a step was carried out as recorded."""

    do: Literal["verify-step"] = "verify-step"
    id: Name


class OrderRecut(Command):
    """Command to have the cards cut again before any is dealt, by the same cutter or by the next one."""

    do: Literal["order-recut"] = "order-recut"
    cutter: Literal["same", "next"] = "same"
    reason: Reason


class ShowBurnCard(Command):
    """Command that reports a burn card, after the first one, that is shown to the players."""

    do: Literal["show-burn-card"] = "show-burn-card"
    card: CardText


class ReportMissingCard(Command):
    """Command that reports a card missing from a sealed batch.

    The inventory number identifies the batch for its manufacturer.
    """

    do: Literal["report-missing-card"] = "report-missing-card"
    inventory: Annotated[str, Field(min_length=1, max_length=80)]
    card: CardText | None = None
    reason: Reason


class SendNotice(Command):
    """Command of surveillance to send a notice to the floor."""

    do: Literal["send-notice"] = "send-notice"
    text: Reason


class AcknowledgeNotice(Command):
    """Command to acknowledge a notice."""

    do: Literal["acknowledge-notice"] = "acknowledge-notice"
    id: Name


class AnnounceChange(Command):
    """Command to announce new settings; they are posted now and take effect at `from_at`."""

    do: Literal["announce-change"] = "announce-change"
    settings: TableSettings
    from_at: Annotated[int, Field(ge=0, strict=True)] | None = None
    """Effective time in milliseconds since the epoch; None: as soon as the notice period allows."""


class WithdrawChange(Command):
    """Command to withdraw an announced change."""

    do: Literal["withdraw-change"] = "withdraw-change"
    id: Name
    reason: Reason


class ReferDispute(Command):
    """Command to refer a dispute to an outside body."""

    do: Literal["refer-dispute"] = "refer-dispute"
    id: Name
    to: Annotated[str, Field(min_length=1, max_length=80)] | None = None
    """Body that decides the dispute; None: the one named by the rulebook."""
    reference: Annotated[str, Field(max_length=80)] = ""


class RecordAccommodation(Command):
    """Command to record different treatment of a player or dealer with a disability."""

    do: Literal["record-accommodation"] = "record-accommodation"
    seat: Seat | None = None
    what: Reason


class ReportCutCard(Command):
    """Command that reports that the cut card has come out of the shoe."""

    do: Literal["report-cut-card"] = "report-cut-card"


class CallSupervisor(Command):
    """Command to call a supervisor."""

    do: Literal["call-supervisor"] = "call-supervisor"
    note: Annotated[str, Field(max_length=400)] = ""


class AnswerCall(Command):
    """Command that reports the arrival of a supervisor."""

    do: Literal["answer-call"] = "answer-call"


class VoidRound(Command):
    """Command to void the round; stakes and fees are returned."""

    do: Literal["void-round"] = "void-round"
    reason: Reason


class OrderFreeHand(Command):
    """Command to deal the next hand without wagers, which keeps the order of the shoe."""

    do: Literal["free-hand"] = "free-hand"
    reason: Reason


class ReportCardFaceUp(Command):
    """Command that reports that the next card in the shoe is face up."""

    do: Literal["report-card-face-up"] = "report-card-face-up"
    card: CardText
    reason: Reason


class ReportCardInError(Command):
    """Command that reports a card drawn against the rules."""

    do: Literal["report-card-in-error"] = "report-card-in-error"
    card: CardText
    disclosed: bool
    reason: Reason


class DeclareMisdeal(Command):
    """Command to declare a misdeal: dealing errors that cannot be corrected."""

    do: Literal["misdeal"] = "misdeal"
    reason: Reason


class ReportDisagreement(Command):
    """Command that reports a disagreement between a terminal and the board, which counts as a malfunction.

    The table is put on hold. Depending on the rulebook, the round is void.
    """

    do: Literal["report-disagreement"] = "report-disagreement"
    reason: Reason


class RequestCorrection(Command):
    """Command to request the correction of a card of a settled round.

    `place`: number of the card in the round, from 1.
    """

    do: Literal["request-correction"] = "request-correction"
    round: Name
    place: Annotated[int, Field(ge=1, le=60, strict=True)]
    card: CardText
    reason: Reason


class ApproveCorrection(Command):
    """Command to approve a correction that another person requested.

    The entries are reversed and the round is settled again.
    """

    do: Literal["approve-correction"] = "approve-correction"
    id: Name


class RejectCorrection(Command):
    """Command to reject a correction; the round stays as settled."""

    do: Literal["reject-correction"] = "reject-correction"
    id: Name
    reason: Reason


class ConfirmJackpot(Command):
    """Command to confirm a win from a meter; above the house's threshold an executive confirms as well."""

    do: Literal["confirm-jackpot"] = "confirm-jackpot"
    id: Name


class RejectJackpot(Command):
    """Command to reject a win from a meter; its amount returns to the meter."""

    do: Literal["reject-jackpot"] = "reject-jackpot"
    id: Name
    reason: Reason


class RequestBackOut(Command):
    """Command to request that a paid jackpot is taken back from the player's credit."""

    do: Literal["request-back-out"] = "request-back-out"
    id: Name
    reason: Reason


class ApproveBackOut(Command):
    """Command to approve a back-out that another person requested; the amount returns from the credit to the meter."""

    do: Literal["approve-back-out"] = "approve-back-out"
    id: Name


class RejectBackOut(Command):
    """Command to reject a back-out; the jackpot stays paid."""

    do: Literal["reject-back-out"] = "reject-back-out"
    id: Name
    reason: Reason


class OpenDispute(Command):
    """Command to open a dispute about a round; the table is on hold until the evidence is saved."""

    do: Literal["open-dispute"] = "open-dispute"
    round: Name
    reason: Reason


class CloseDispute(Command):
    """Command to close a dispute; the evidence bundle of the round must exist."""

    do: Literal["close-dispute"] = "close-dispute"
    id: Name
    resolution: Reason


class ClearHold(Command):
    """Command to lift a hold that a fault caused."""

    do: Literal["clear-hold"] = "clear-hold"
    id: Name
    reason: Reason


class RunTimers(Command):
    """Command of the server's own timer: carry out everything at the table that is due."""

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
"""All commands from outside; the server itself sends `RunTimers`."""

AnyCommand = Annotated[CommandUnion, Field(discriminator="do")]
COMMANDS: dict[str, type[Command]] = {str(kind.model_fields["do"].default): kind for kind in CommandUnion.__args__}


def json_of(command: Command) -> dict[str, Any]:
    return command.model_dump(mode="json")
