"""What a house sends and accepts: frames, events, views, responses and commands.

`python -m croupier.server.client_types` writes this file from the types in the code. Amounts are cents, times
milliseconds since 1970 in UTC. A later release may add keys, kinds of events and frames.
"""

from __future__ import annotations

from typing import Any, Generic, Literal, NotRequired, TypeAlias, TypedDict, TypeVar

Reply = TypeVar("Reply")


class AcceptBank(TypedDict):
    """Command to take the offered bank and post its amount."""

    do: Literal["accept-bank"]
    cents: int


class AcceptedFrame(TypedDict):
    """Reply to a command that the server stored."""

    type: Literal["reply"]
    key: str
    ok: Literal[True]
    seq: int
    at: int
    repeated: bool
    """Whether the command had been stored before, under the same key."""


class AccommodationRecorded(TypedDict):
    """Event: different treatment of a player or dealer with a disability was recorded. [003 L38]"""

    kind: Literal["accommodation-recorded"]
    seat: NotRequired[int | None]
    account: NotRequired[str | None]
    what: NotRequired[str]
    by: NotRequired[str]
    name: NotRequired[str]


class AccommodationView(TypedDict):
    """Different treatment of a person with a disability, as recorded at the table."""

    seat: int | None
    what: str
    name: str


class AcknowledgeNotice(TypedDict):
    """Command to acknowledge a notice."""

    do: Literal["acknowledge-notice"]
    id: str


class ActionOrderView(TypedDict):
    """Order of the seats, in a game in which it changes from round to round."""

    rolls: list[RollView]
    first_seat: int | None
    """Seat that gets the first cards; None if no seat does."""
    action_button_seat: int | None
    """Seat with the action button; None if no seat has it."""
    seats: list[int]
    """Seats with a hand, in the order in which hands are opened and paid."""
    to_open: str | None
    """Name of the hand that is opened next; None if no hand is to be opened now."""
    opened: list[int]
    """Seats whose hand is open on the table."""


class AddedWagerView(TypedDict):
    """Wager added during the round, with the account for staff."""

    seat: int
    bettor: str
    wager: str
    cents: int
    account: NotRequired[str]


class AmountPosted(TypedDict):
    """Named amount shown at the table, e.g. a blind, an ante or a cap; the family chooses the name."""

    name: str
    cents: int


class AnnounceChange(TypedDict):
    """Command to announce new settings; they are posted now and take effect at `from_at`."""

    do: Literal["announce-change"]
    settings: TableSettings
    from_at: NotRequired[int | None]


class AnnouncedChangeView(TypedDict):
    """Announced change of the rules, with the time from which it applies."""

    id: str
    at: int
    from_at: int
    changes: list[AnnouncedOptionView]


class AnnouncedOptionView(TypedDict):
    """One option of an announced change, with its old and new value."""

    option: str
    title: str
    was: str
    becomes: str


class AnswerCall(TypedDict):
    """Command that reports the arrival of a supervisor."""

    do: Literal["answer-call"]


class AnswerRevealPass(TypedDict):
    """Command to agree or disagree that another bettor reveals the cards."""

    do: Literal["answer-reveal-pass"]
    hand: str
    agree: bool


class ApprovalView(TypedDict):
    """Item of the rulebook that needs the regulator's approval, and the recorded approval."""

    id: str
    title: str
    option: str
    cite: str
    recorded: RecordedApprovalView | None


class ApproveBackOut(TypedDict):
    """Command to approve a back-out that another person requested; the amount returns from the credit to the meter."""

    do: Literal["approve-back-out"]
    id: str


class ApproveCorrection(TypedDict):
    """Command to approve a correction that another person requested. The entries are reversed and the round is
    settled again.
    """

    do: Literal["approve-correction"]
    id: str


class ArchivedBankView(TypedDict):
    """Bank of the player-dealer in an archived round; a void round has no result."""

    seat: int
    cents: int
    net_cents: NotRequired[int]
    left_cents: NotRequired[int]
    account: NotRequired[str]


class ArchivedInputView(TypedDict):
    """Input of an archived round: a card, a decision, an arrangement or dice; its kind decides which keys it has."""

    card: NotRequired[str]
    face_up: NotRequired[str]
    in_error: NotRequired[str]
    disclosed: NotRequired[bool]
    called_off: NotRequired[str]
    mark: NotRequired[str]
    seat: NotRequired[int]
    decided: NotRequired[str]
    cents: NotRequired[int | None]
    with_them: NotRequired[list[int] | None]
    laid: NotRequired[list[list[int]] | None]
    declares: NotRequired[str]
    declared_at_ms: NotRequired[int]
    rolled: NotRequired[list[int]]


class ArchivedOpeningView(TypedDict):
    """Opening of an archived round: a free hand, a carried card, and the buttons."""

    free_hand: bool
    button: NotRequired[int]
    action: NotRequired[int]
    carried: NotRequired[str]
    disclosed: NotRequired[bool]


class ArrangeCards(TypedDict):
    """Command to set a seat's cards into hands. `hands`: cards by hand name; None: set the house way."""

    do: Literal["arrange-cards"]
    seat: int
    declares: NotRequired[str]
    confirms_foul: NotRequired[bool]
    hands: NotRequired[dict[str, list[str]] | None]
    question: NotRequired[int | None]


class ArrangementDrafted(TypedDict):
    """Event: an unfinished arrangement of a seat was saved."""

    kind: Literal["arrangement-drafted"]
    seat: NotRequired[int]
    account: NotRequired[str | None]


class ArrangementMade(TypedDict):
    """Event: a seat set its hand; other players cannot view the arrangement before the game shows it."""

    kind: Literal["arrangement-made"]
    seat: NotRequired[int]
    declares: NotRequired[str]
    next_at: NotRequired[int | None]
    account: NotRequired[str | None]


class ArrangementOptionView(TypedDict):
    """One arrangement of the viewer's cards: the value of each hand, and the reason if the arrangement is foul."""

    hands: dict[str, list[str]]
    hand_values: dict[str, HandValue]
    foul_reason: str | None
    is_house_way: bool


class ArrangementRequestView(TypedDict):
    """Request to a seat to set its cards into hands, with details for the viewer who sets them."""

    seat: int
    hands: list[HandSlot]
    question_number: int
    is_own: bool
    is_on_table: NotRequired[bool]
    """Whether the hand is open on the table: the dealer enters its arrangement, without a time limit."""
    default_choice: str
    """Consequence for cards that are not set in time: `house-way`, `foul` or `as_dealt`."""
    at_zero: NotRequired[str]
    """For the viewer who sets the hand: result of a timeout now; `stands` if the draft is valid, else as in
    `default_choice`.
    """
    mend: NotRequired[list[str]]
    """For the viewer who sets the hand: two cards that turn a foul draft into a valid one if they change places."""
    options: NotRequired[list[ArrangementOptionView]]
    """For the viewer who sets the hand: all arrangements, or a selection if there are too many; the draft included."""
    draft: NotRequired[dict[str, list[str]]]
    """For the viewer who sets the hand: the cards of each hand in the saved draft."""
    is_foul_allowed: NotRequired[bool]
    """For the viewer who sets the hand: whether a foul is accepted and loses; if false, a foul is refused."""
    declarations: NotRequired[list[DeclarationView]]
    """For the viewer who sets the hand: the declarations that the game has."""


class ArrangementsRequested(TypedDict):
    """Event: seats are asked to set their cards into hands before the deadline."""

    kind: Literal["arrangements-requested"]
    settings: NotRequired[list[dict[str, Any]]]
    next_at: NotRequired[int | None]


class ArrangementsView(TypedDict):
    """Seats that have to set their cards into hands, with one common deadline."""

    deadline_at: int | None
    time_limit_seconds: int
    done_seats: list[int]
    """Seats that have set their hands."""
    requests: list[ArrangementRequestView]


class BackOutRejected(TypedDict):
    kind: Literal["back-out-rejected"]
    id: NotRequired[str]
    reason: NotRequired[str]


class BackOutRequested(TypedDict):
    """Event: the back-out of a paid jackpot was requested. [003 L433, L623]"""

    kind: Literal["back-out-requested"]
    id: NotRequired[str]
    jackpot: NotRequired[str]
    round: NotRequired[str]
    seat: NotRequired[int]
    account: NotRequired[str]
    cents: NotRequired[int]
    reason: NotRequired[str]
    by: NotRequired[str]


class BackOutView(TypedDict):
    """Open request to reverse the payment of a jackpot."""

    id: str
    reason: str
    by: str


class BankAccountView(TypedDict):
    """Account from which the player-dealer's bank was paid, for staff."""

    account: str
    cents: int


class BankDeadlineSet(TypedDict):
    """Event: a new deadline for the player who is offered the bank or banks, after a void hand or new settings."""

    kind: Literal["bank-deadline-set"]
    until: NotRequired[int]


class BankPosted(TypedDict):
    kind: Literal["bank-posted"]
    seat: NotRequired[int]
    cents: NotRequired[int]
    next_at: NotRequired[int]
    account: NotRequired[str]


class BankReturned(TypedDict):
    kind: Literal["bank-returned"]
    cents: NotRequired[int]
    account: NotRequired[str]


class BankRotated(TypedDict):
    """Event: the bank rotation received an input, such as a player who accepted or declined the bank."""

    kind: Literal["bank-rotated"]
    at: NotRequired[int]
    deadline: NotRequired[int | None]
    input: NotRequired[RotationInputView]


class BankView(TypedDict):
    """Bank of the player-dealer in one round, with the account for staff."""

    seat: int
    cents: int
    net_cents: int
    left_cents: int
    account: NotRequired[str]


class BetShown(TypedDict):
    """Amount to call and limits of a bet or raise for the seat that acts; all are total bets in this betting round."""

    seat: int
    to_call_cents: int
    stack_after_call_cents: int
    pot_after_call_cents: int
    least_to_cents: int
    """Lowest total of a bet or raise; 0 if none is allowed."""
    most_to_cents: int
    all_in_to_cents: int
    chip_cents: int
    presets: list[PresetShown]
    why_not: str
    """Reason why no bet or raise is allowed; empty if one is allowed."""


class BetsClosed(TypedDict):
    kind: Literal["bets-closed"]
    at: NotRequired[int]
    next_at: NotRequired[int | None]


class BetsOpened(TypedDict):
    kind: Literal["bets-opened"]
    round: NotRequired[str]
    number: NotRequired[int]
    at: NotRequired[int]
    closes_at: NotRequired[int | None]
    free_hand: NotRequired[bool]


class BettingView(TypedDict):
    """State of betting with its countdown, the same for all viewers."""

    is_open: bool
    closed_reason: BettingClosedReason | None
    """Reason why no wagers are taken now; None while betting is open."""
    round: str | None
    opened_at: int | None
    closes_at: int | None
    closed_at: int | None
    opens_at: int | None
    """Time at which the next bets open automatically; None if a dealer opens them or they are open."""
    clock_stopped_at: int | None
    """Time since which all clocks are stopped by a pause or hold; None while they run."""
    seconds: int
    rule: str
    action_cents: int
    ready: NotRequired[ReadyView]
    """Players who are ready, while betting is open at a table that closes it early."""


class BurnedCardShown(TypedDict):
    """Event: a burn card after the first one was shown to the players. [000 L94]"""

    kind: Literal["burned-card-shown"]
    card: NotRequired[str]


class ButtonDrawn(TypedDict):
    """Event: each player drew one card, and the highest card got the dealer button."""

    kind: Literal["button-drawn"]
    seat: NotRequired[int]
    cards: NotRequired[dict[str, str]]
    source: NotRequired[str]


class BuyChips(TypedDict):
    """Command to buy chips with credit, at a table where seats play against each other. Allowed between hands; in
    some games also during a hand, until the showdown.
    """

    do: Literal["buy-chips"]
    cents: int


class BuyInView(TypedDict):
    """Lowest and highest buy-in, smallest chip, and stakes of the game."""

    least_cents: int
    most_cents: int | None
    chip_cents: int
    limit_type: str
    """Betting structure: `limit` or `no-limit`; empty if the game has only one."""
    stakes_cents: list[int]
    """Small and big bet, or the blinds, or one point, in cents."""
    cite: str


class CallAnswered(TypedDict):
    kind: Literal["call-answered"]


class CallResult(TypedDict):
    """Command to announce the result and settle the round."""

    do: Literal["call-result"]


class CallSupervisor(TypedDict):
    """Command to call a supervisor."""

    do: Literal["call-supervisor"]
    note: NotRequired[str]


class CardCorrected(TypedDict):
    kind: Literal["card-corrected"]
    place: NotRequired[int]
    face_down: NotRequired[list[int]]
    next_at: NotRequired[int | None]
    was: NotRequired[str]
    card: NotRequired[str]
    answers: NotRequired[list[RoundInputView]]


class CardDealt(TypedDict):
    kind: Literal["card-dealt"]
    place: NotRequired[int]
    hand: NotRequired[str]
    nth: NotRequired[int]
    face_down: NotRequired[bool]
    next_at: NotRequired[int | None]
    card: NotRequired[str]
    irregular: NotRequired[Literal["face_up", "in_error", "card"] | None]


class CardPositionView(TypedDict):
    """Position of a card: hand, and number in the hand."""

    hand: str
    position_in_hand: int


class CardView(TypedDict):
    """Card on the table; a card that is hidden from the viewer has no `card`."""

    position_in_hand: int
    card_number: int | None
    """Number of the card in the round, from 1 in dealing order; None for a card carried over from the last round."""
    is_face_down: bool
    card: NotRequired[str]


class CardsBurned(TypedDict):
    kind: Literal["cards-burned"]
    shown: NotRequired[list[str]]
    count: NotRequired[int]


class CardsRevealed(TypedDict):
    kind: Literal["cards-revealed"]
    hand: NotRequired[str]
    by: NotRequired[list[int | str] | None]
    silent: NotRequired[bool]
    cards: NotRequired[list[str]]
    next_at: NotRequired[int | None]


class CellView(TypedDict):
    """One square of a road; on a derived road it has only a colour and the number of the round."""

    column: int
    row: int
    mark: Literal["player", "banker", "tie", "red", "blue"]
    hand: int
    points: NotRequired[int]
    ties: NotRequired[int]
    player_pair: NotRequired[bool]
    banker_pair: NotRequired[bool]
    natural: NotRequired[bool]


class ChangeAnnounced(TypedDict):
    """Event: new settings were announced; they take effect at `from_at`. [003 L148; 004 L900]"""

    kind: Literal["change-announced"]
    id: NotRequired[str]
    at: NotRequired[int]
    from_at: NotRequired[int]
    changes: NotRequired[list[dict[str, Any]]]
    by: NotRequired[str]
    name: NotRequired[str]
    settings: NotRequired[PostedSettingsView | SettingsView]


class ChangeSettings(TypedDict):
    """Command to change the table's settings between rounds."""

    do: Literal["change-settings"]
    settings: TableSettings


class ChangeWithdrawn(TypedDict):
    kind: Literal["change-withdrawn"]
    id: NotRequired[str]
    reason: NotRequired[str]


class ChipsBought(TypedDict):
    """Event: a player bought chips with credit, at a table where seats play against each other."""

    kind: Literal["chips-bought"]
    seat: NotRequired[int]
    cents: NotRequired[int]
    stack_cents: NotRequired[int]
    account: NotRequired[str]


class ChipsReturned(TypedDict):
    """Event: a player's chips returned to the player's credit."""

    kind: Literal["chips-returned"]
    seat: NotRequired[int]
    cents: NotRequired[int]
    account: NotRequired[str]


class ChoiceView(TypedDict):
    """Decision that a seat may make now, with the lowest and highest amount it costs, in cents."""

    do: str
    least_cents: int
    most_cents: int


class CitedRule(TypedDict):
    """Place of a rule, for display: the document's short name and the lines."""

    document: str
    lines: str
    """Line ranges without the letter L, such as `12-14, 20`; empty for a house rule."""


class ClearHold(TypedDict):
    """Command to lift a hold that a fault caused."""

    do: Literal["clear-hold"]
    id: str
    reason: str


class CloseBets(TypedDict):
    """Command to close betting."""

    do: Literal["close-bets"]


class CloseDispute(TypedDict):
    """Command to close a dispute; the evidence bundle of the round must exist."""

    do: Literal["close-dispute"]
    id: str
    resolution: str


class CloseTable(TypedDict):
    """Command to close the table between rounds."""

    do: Literal["close-table"]


class CommandFrame(TypedDict):
    """Command of a client, with its idempotency key."""

    type: Literal["command"]
    key: str
    command: Command
    traceparent: NotRequired[str]
    """Trace of the sender in the form of W3C Trace Context, which the house's trace of the command continues."""


class CommandResponse(TypedDict):
    """A command that was executed and committed."""

    table: str
    seq: int
    at: int
    repeated: bool
    events: list[dict[str, Any]]


class CommissionView(TypedDict):
    """Commission that the house takes on a wager, and when it takes it."""

    taken_on: Literal["win", "push"]
    of: Literal["winnings", "stake"]
    percent: str
    """Percentage in decimal figures, `5` or `2.5`."""
    when: str
    cite: str


class CompleteStep(TypedDict):
    """Command that reports a completed procedure step, for example inspect, wash, shuffle or cut, with its entries."""

    do: Literal["complete-step"]
    step: str
    seat: NotRequired[int | None]
    declined: NotRequired[list[int]]
    from_end: NotRequired[int | None]
    batch: NotRequired[str | None]
    seals_unbroken: NotRequired[bool | None]
    inventory: NotRequired[str | None]
    device: NotRequired[str | None]
    sound: NotRequired[bool | None]
    choice: NotRequired[str | None]
    note: NotRequired[str]


class CompletedStepView(TypedDict):
    """Completed step: who carried it out, who confirmed it, and when."""

    id: str
    step: str
    title: str
    text: str
    """Instruction of the step, from the rulebook; empty if the table deals another game since."""
    at: int
    name: str
    verified_by: str
    """Role that has to confirm the step; empty if nobody has to."""
    verified_name: str
    verified_at: int | None
    entered: dict[str, Any]


class ConfirmJackpot(TypedDict):
    """Command to confirm a win from a meter; above the house's threshold an executive confirms as well."""

    do: Literal["confirm-jackpot"]
    id: str


class CorrectCard(TypedDict):
    """Command to correct a misread card of the current round. `place`: number of the card in the round, from 1."""

    do: Literal["correct-card"]
    place: int
    card: str


class CorrectDice(TypedDict):
    """Command to correct the dice numbers of the current round."""

    do: Literal["correct-dice"]
    numbers: list[int]


class CorrectionRejected(TypedDict):
    kind: Literal["correction-rejected"]
    id: NotRequired[str]
    reason: NotRequired[str]


class CorrectionRequestView(TypedDict):
    """Request to correct a misread card of a settled round."""

    id: str
    round: str
    place: int
    card: str
    reason: str
    by: str


class CorrectionRequested(TypedDict):
    kind: Literal["correction-requested"]
    id: NotRequired[str]
    round: NotRequired[str]
    place: NotRequired[int]
    card: NotRequired[str]
    reason: NotRequired[str]
    by: NotRequired[str]


class CountdownSet(TypedDict):
    kind: Literal["countdown-set"]
    closes_at: NotRequired[int | None]


class CurrentUserResponse(TypedDict):
    """The user who is logged in."""

    user_id: int
    name: str
    display_name: str
    role: Role
    third_party: bool
    must_change: bool
    must_set_up: bool
    terminal: str
    csrf: str
    created_at: int
    expires_at: int
    now: int
    help_line: str
    may: list[str]
    balance_cents: int | None
    promotional_cents: int | None
    in_play: bool | None
    limits: LimitsResponse | None


class CutCardReached(TypedDict):
    kind: Literal["cut-card-reached"]
    last_hand: NotRequired[bool]


class DealHand(TypedDict):
    """Command to begin the next hand, at a table where seats play against each other."""

    do: Literal["deal-hand"]


class DealerHandView(TypedDict):
    """Dealer's hand of one past round: with its total, or with its name and the community cards that it uses."""

    cards: list[str]
    total: NotRequired[int]
    natural: NotRequired[bool]
    board: NotRequired[list[str]]
    name: NotRequired[str]
    qualifies: NotRequired[bool]


class DealerHandsView(TypedDict):
    """Dealer's hands of past rounds, latest last."""

    kind: Literal["dealer-hands"]
    rounds: list[DealerHandView]


class DealerPartView(TypedDict):
    """One of the hands that the player-dealer's cards or tiles were set into, with its name."""

    cards: list[str]
    name: str


class DealtCardView(TypedDict):
    """Card of an archived round; the list is in dealing order."""

    hand: str
    nth: int
    card: str


class DecidedWagerView(TypedDict):
    """Wager that is decided before the end of the round; it is paid or collected at the settlement."""

    seat: int
    bettor: str
    wager: str
    cents: int
    result: Literal["win", "lose", "push", "returned"]
    due_cents: int
    """Winnings without the stake if the bank covers them, or the loss, in cents."""
    row: str | None
    name: str
    is_own: bool


class DecisionMade(TypedDict):
    """Event: a seat decided about its hand."""

    kind: Literal["decision-made"]
    seat: NotRequired[int]
    hand: NotRequired[int]
    choice: NotRequired[str]
    next_at: NotRequired[int | None]
    raises: NotRequired[list[AddedWagerView]]


class DecisionRequestView(TypedDict):
    """Open questions to seats, with one common deadline."""

    deadline_at: int | None
    time_limit_seconds: int
    questions: list[QuestionView]
    next_seats: list[int]
    """Seats that get the same question after the seats in `questions` have answered."""


class DecisionTimedOut(TypedDict):
    """Event: the decision time ran out; every open question gets the game's default answer."""

    kind: Literal["decision-timed-out"]
    seats: NotRequired[list[int]]
    next_at: NotRequired[int | None]


class DecisionsRequested(TypedDict):
    """Event: seats are asked to decide about their hands before the deadline."""

    kind: Literal["decisions-requested"]
    questions: NotRequired[list[dict[str, Any]]]
    next_at: NotRequired[int]


class DeclarationView(TypedDict):
    """Declaration that a seat may make with its hand or instead of it: `surrender`, `clean-sweep`."""

    name: str
    refusal: str
    """Reason why the declaration is not allowed now; empty if it is allowed."""
    foul_reason: str
    """Reason why the hand would be foul with this declaration; empty if it would not be foul."""


class DeclareMisdeal(TypedDict):
    """Command to declare a misdeal: dealing errors that cannot be corrected."""

    do: Literal["misdeal"]
    reason: str


class DeclineBank(TypedDict):
    """Command to decline the offered bank, or to give the bank up."""

    do: Literal["decline-bank"]


class DiceCorrected(TypedDict):
    """Event: wrongly entered dice were corrected; hands that were already set must be set again."""

    kind: Literal["dice-corrected"]
    what: NotRequired[str]
    place: NotRequired[int]
    was: NotRequired[list[int]]
    numbers: NotRequired[list[int]]


class DiceRolled(TypedDict):
    """Event: dice were rolled, or a number was drawn."""

    kind: Literal["dice-rolled"]
    what: NotRequired[str]
    source: NotRequired[str]
    numbers: NotRequired[list[int]]
    next_at: NotRequired[int | None]


class DisputeReferred(TypedDict):
    """Event: a dispute was referred to a body outside the house. [000 L137; 002 L132]"""

    kind: Literal["dispute-referred"]
    id: NotRequired[str]
    at: NotRequired[int]
    to: NotRequired[str]
    reference: NotRequired[str]


class DrawButton(TypedDict):
    """Command to draw for the dealer button, one card per player; the highest card gets the button. `cards`: the
    dealer's cards by seat; None: the generator draws them.
    """

    do: Literal["draw-button"]
    cards: NotRequired[dict[str, str] | None]


class EarlyPaymentView(TypedDict):
    """Wager paid during the round, with the account for staff."""

    seat: int
    bettor: str
    wager: str
    cents: int
    net_cents: int
    account: NotRequired[str]


class EnteredDiceView(TypedDict):
    """Roll of the dice, as the dealer entered it."""

    numbers: list[int]
    sides: int


class ErrorDetailView(TypedDict):
    """A refusal: a code for programs, a message in English, and the rules it is based on."""

    code: ErrorCode
    message: str
    cites: list[str]
    rules: list[CitedRule]
    problems: NotRequired[list[WagerProblemView]]
    """For refused wagers: the first problem of each wager that cannot be placed."""
    placeable: NotRequired[dict[str, int]]
    """For refused wagers: the stakes in cents of the wagers that could be placed without the others."""


class EventRecordView(TypedDict):
    """Events of one stored record, as the viewer may see them."""

    seq: int
    at: int
    events: list[TableEvent]


class EventsFrame(TypedDict):
    """Records that were stored since the last frame."""

    type: Literal["events"]
    seq: int
    records: list[EventRecordView]


class ExclusionResponse(TypedDict):
    kind: ExclusionKind
    starts_at: int
    ends_at: int | None
    message: str


class FeeView(TypedDict):
    """One bracket of a collection schedule."""

    lowest: int
    """Lower end of the bracket: cents, or the number of players if the schedule is by players."""
    highest: int | None
    """Upper end of the bracket; None: no upper end."""
    fee_cents: int


class FeesTaken(TypedDict):
    kind: Literal["fees-taken"]
    schedule: NotRequired[str]
    action_cents: NotRequired[int]
    fees: NotRequired[dict[str, int]]


class FreeHandOrdered(TypedDict):
    kind: Literal["free-hand-ordered"]
    reason: NotRequired[str]


class GameView(TypedDict):
    """Game of a table and the rules that apply."""

    rulebook: str
    title: str
    short_title: str
    summary: str
    family: str
    banking: Literal["house", "player-dealer", "seats"]
    house: str
    digest: str
    decks: int
    hands: list[str]
    combined_minimum_cents: int
    printed: dict[str, list[str]]
    schedule: ScheduleView | None
    notices: list[PostedNoticeView]
    announced_changes: list[AnnouncedChangeView]
    boxes: int
    counts_cards: bool
    soft_17: Literal["hit", "stand"] | None


class GrantView(TypedDict):
    """Promotional chips that are left of one grant."""

    campaign: str
    cents: int
    ends_at: int


class HandBetweenSeats(TypedDict):
    """Public state of a hand in which seats play against each other."""

    stage: str
    """Stage of the hand: the family's name of the betting round, `set` or `showdown`."""
    seats: list[SeatInHand]
    pots: list[PotShown]
    """Pots, main pot first, without the bets of this betting round."""
    pot_cents: int
    """Sum of all pots in cents, with the bets of this betting round and without the fee already taken."""
    fee_cents: int
    """Fee of this hand taken until now, in cents."""
    fee_due_cents: int
    """Fee of this hand that is still to be taken, in cents."""
    betting: BetShown | None
    order: list[int]
    """Seats in the hand, in the order of action."""


class HandCountsView(TypedDict):
    """Number of hands of one wager that won, lost, and neither won nor lost."""

    won: int
    lost: int
    pushed: int


class HandShown(TypedDict):
    """Event: a seat's hand was opened; the event `hole-cards-revealed` has its cards."""

    kind: Literal["hand-shown"]
    hand: NotRequired[str]
    seat: NotRequired[int | None]
    next_at: NotRequired[int | None]


class HandSlot(TypedDict):
    """Hand to set: name and number of cards."""

    name: str
    cards: int


class HandStarted(TypedDict):
    """Event: a hand between seats begins. It records the seat of the dealer button and the blinds and antes that
    absent players owe.
    """

    kind: Literal["hand-started"]
    button: NotRequired[int]
    owes: NotRequired[dict[str, list[str]]]


class HandValue(TypedDict):
    """Value of a hand: its total or its category, and the cards that form it."""

    total: int | None
    """Total, in a game with totals."""
    is_soft: bool
    category: str | None
    """Category such as `natural` or `full-house`; None if the hand has no named category."""
    ranks: list[str]
    """Ranks that name the hand, most important first: K and 4 for kings full of fours, then the remaining cards."""
    cards: list[str]
    """Cards that form the value, the seat's own and shared ones; empty while more cards are to come."""
    compared: NotRequired[Literal["win", "lose", "tie"]]
    """Comparison with the hand that banks, once both are open; missing in a game that does not compare them so."""
    text: NotRequired[str]
    """Value in words, in a family without screens of its own: `nine`."""


class HandView(TypedDict):
    """State of one hand, in a game in which seats have their own hands: `dealer`, `player:2`, `player:2/1`."""

    hand: str
    seat: int | None
    total: int | None
    is_soft: bool
    state: str
    stake_cents: int
    compared: NotRequired[str]
    """Comparison with the opposing hand, once both are open: `win`, `lose`, `copy-win`, `copy-lose` or `copy`. A
    copy is an equal hand: `copy-win` if this hand wins it, `copy-lose` if it loses, `copy` if neither wins.
    """
    is_house_way: NotRequired[bool]
    """Whether the house sets the hand for its player; everybody at the table may see that."""


class HandsPerShoeView(TypedDict):
    """Number of finished shoes, and the number of hands dealt from them."""

    hands: int
    shoes: int


class HoldLifted(TypedDict):
    kind: Literal["hold-lifted"]
    id: NotRequired[str]
    stood_ms: NotRequired[int]
    reason: NotRequired[str]


class HoldPlaced(TypedDict):
    kind: Literal["hold-placed"]
    id: NotRequired[str]
    at: NotRequired[int]
    why: NotRequired[Literal["fault", "dispute"]]
    reason: NotRequired[str]
    round: NotRequired[str | None]


class HoldView(TypedDict):
    """Hold that stops the table: a fault or a dispute, with its reason."""

    id: str
    kind: str
    reason: str
    since: int
    round: str | None
    referred_to: str
    """Authority to which a dispute was referred; empty if it was not referred."""
    reference: str


class HoleCardsRevealed(TypedDict):
    """Event: cards that the game dealt face down are face up now."""

    kind: Literal["hole-cards-revealed"]
    hand: NotRequired[str]
    cards: NotRequired[list[str]]
    places: NotRequired[list[int]]


class HouseFigures(TypedDict):
    """Result of a round for the house, in cents; a loss of the house is negative."""

    wagered_cents: int
    net_cents: int
    collection_cents: int
    commission_cents: int


class HouseResponse(TypedDict):
    """Identity of the house, as every screen shows it."""

    name: str
    site: str
    demonstration: bool
    mark: str
    help_line: str
    time_zone: str
    version: str
    now: int
    tables: int
    posted_accounts: list[str]
    terminal: TerminalResponse | None


class IrregularityReported(TypedDict):
    kind: Literal["irregularity-reported"]
    what: NotRequired[str]
    cite: NotRequired[str]
    reason: NotRequired[str]
    card: NotRequired[str | None]


class JackpotBackedOut(TypedDict):
    """Event: a paid jackpot returned from the player's credit to its meter; two people approved it."""

    kind: Literal["jackpot-backed-out"]
    id: NotRequired[str]
    at: NotRequired[int]
    round: NotRequired[str]
    meter: NotRequired[str]
    meter_before_cents: NotRequired[int]
    meter_after_cents: NotRequired[int]
    approval: NotRequired[str]
    seat: NotRequired[int]
    account: NotRequired[str]
    cents: NotRequired[int]
    seed_off_cents: NotRequired[int]
    requested_by: NotRequired[str]
    approved_by: NotRequired[str]
    reason: NotRequired[str]


class JackpotConfirmed(TypedDict):
    kind: Literal["jackpot-confirmed"]
    id: NotRequired[str]
    paid: NotRequired[bool]
    by: NotRequired[str]


class JackpotHit(TypedDict):
    kind: Literal["jackpot-hit"]
    id: NotRequired[str]
    round: NotRequired[str]
    meter: NotRequired[str]
    wager: NotRequired[str]
    seat: NotRequired[int]
    cents: NotRequired[int]
    order: NotRequired[int]
    restarts_at: NotRequired[int | None]
    account: NotRequired[str]
    reseeded_cents: NotRequired[int]
    restart: NotRequired[dict[str, int] | None]


class JackpotRejected(TypedDict):
    kind: Literal["jackpot-rejected"]
    id: NotRequired[str]
    reason: NotRequired[str]


class JackpotView(TypedDict):
    """Jackpot that waits for confirmation."""

    id: str
    round: str
    meter: str
    title: str
    wager: str
    seat: int
    cents: int
    is_own: bool
    account: NotRequired[str]
    confirmed_by: NotRequired[str | None]


class JoinWaitingList(TypedDict):
    """Command to join the waiting list of a full table."""

    do: Literal["join-waiting-list"]


class LastHandView(TypedDict):
    """Hands that all players share, with their values: those of the round being dealt, else of the last settled one."""

    cards: dict[str, list[str]]
    hand_values: dict[str, HandValue]


class LastRoundResponse(TypedDict):
    """Newest round of a table that was dealt to its end, as everybody may see it; None before the first."""

    round: RoundView | None
    winning_wagers: list[str]


class LastRoundView(TypedDict):
    """Result of the table's last round, settled or void."""

    round: str
    status: Literal["settled", "void", "corrected"]
    family: str
    cards: dict[str, list[str]]
    hand_values: dict[str, HandValue]
    facts: NotRequired[dict[str, int | str | bool | list[int]]]
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


class LeaveWaitingList(TypedDict):
    """Command to leave the waiting list."""

    do: Literal["leave-waiting-list"]


class LimitResponse(TypedDict):
    """One limit of a player: the current value, and a new value with the time from which it applies."""

    kind: LimitKind
    unit: Literal["cents", "minutes"]
    value: int | None
    pending: int | None
    pending_from: int | None


class LimitView(TypedDict):
    """Lowest and highest stake, in cents."""

    least_cents: int
    most_cents: int
    cite: str


class LimitsResponse(TypedDict):
    """All limits of a player, the active exclusion, and the play so far."""

    limits: list[LimitResponse]
    excluded: ExclusionResponse | None
    played: PlaySummaryResponse


class LoadShoe(TypedDict):
    """Command to load a new shoe."""

    do: Literal["load-shoe"]
    batch: NotRequired[str | None]


class LobbyTileView(TypedDict):
    """Tile of one table in the lobby."""

    number: int
    display_name: str
    languages: list[str]
    buy_in: NotRequired[BuyInView]
    waiting: NotRequired[int]
    table: str
    now: int
    demo_label: str
    rulebook: str
    title: str
    short_title: str
    family: str
    other_names: list[str]
    house: str
    banking: Literal["house", "player-dealer", "seats"]
    mode: DealingMode
    phase: Phase
    is_running: bool
    is_in_play: bool
    bets_open: bool
    closes_at: int | None
    betting_seconds: int
    seats: int
    seats_taken: int
    limit: TableLimitView
    player_dealer: int | None
    progressives: list[ProgressiveView]
    hands_in_shoe: int
    record: SidesView | DealerHandsView | SeatMarksView | PotsView | PointsView
    road: list[RoadSquareView]
    last_hand: LastHandView | None
    has_jackpot: bool


class LoginResponse(TypedDict):
    """The new session after a log-in: its user and its CSRF token."""

    user_id: int
    name: str
    display_name: str
    role: str
    must_change: bool
    must_set_up: bool
    csrf: str
    expires_at: int
    token: str | None


class LongestRunsView(TypedDict):
    """Longest run of each result."""

    player: int
    banker: int
    tie: int


class MakeDecision(TypedDict):
    """Command to decide about a seat's hand: hit, stand, double-down, split, surrender, insure or decline."""

    do: Literal["decide"]
    seat: int
    choice: str
    cents: NotRequired[int | None]
    question: NotRequired[int | None]


class MeterChangeView(TypedDict):
    """Amount of a meter before and after a round, in cents."""

    before: int
    after: int


class NamedOwnResultView(TypedDict):
    """Result of the viewer's own wager in an archived round."""

    seat: int
    bettor: str
    wager: str
    hand: NotRequired[int]
    cents: int
    result: Literal["win", "lose", "push", "returned"]
    net_cents: int
    jackpot_cents: int
    row: str | None
    name: str
    cite: str
    promotional_cents: NotRequired[int]
    promotional_taken_cents: NotRequired[int]
    owed_cents: int | None
    commission_cents: int
    credit_net_cents: NotRequired[int]
    title: str
    short_title: str
    rules: list[CitedRule]
    wins: str
    ends: str
    pays: str
    pay: PayoutView | None


class NamedStaffResultView(TypedDict):
    """Result of a wager in an archived round, for staff."""

    seat: int
    bettor: str
    wager: str
    hand: NotRequired[int]
    cents: int
    result: Literal["win", "lose", "push", "returned"]
    net_cents: int
    jackpot_cents: int
    row: str | None
    name: str
    cite: str
    promotional_cents: NotRequired[int]
    promotional_taken_cents: NotRequired[int]
    owed_cents: int | None
    commission_cents: int
    credit_net_cents: NotRequired[int]
    account: str
    meter_cents: NotRequired[int]
    title: str
    short_title: str
    rules: list[CitedRule]
    wins: str
    ends: str
    pays: str
    pay: PayoutView | None


class NextDerivedMarks(TypedDict):
    """Colours that the next result would have on the derived roads."""

    big_eye: Literal["red", "blue"] | None
    small: Literal["red", "blue"] | None
    cockroach: Literal["red", "blue"] | None


class NextDrawView(TypedDict):
    """Next card to deal, and the hands that draw no more; empty until all cards that decide this are face up."""

    next: CardPositionView | None
    standing_hands: list[str]


class NextHandView(TypedDict):
    """Start of the next round: a hand without wagers (free hand), a carried card, or the usual start."""

    free_hand: bool
    card_carried: bool
    carried: NotRequired[str]


class NextMarksView(TypedDict):
    """Derived colours of the next round, for a win of either side."""

    player: NextDerivedMarks
    banker: NextDerivedMarks


class NextStepView(TypedDict):
    """Next step at a table: the instruction, and what it is about."""

    hand: NotRequired[str]
    position_in_hand: NotRequired[int]
    seat: NotRequired[int]
    choices: NotRequired[list[str]]
    count: NotRequired[int]
    sides: NotRequired[int]
    step: NotRequired[str]
    text: str
    command: str | None
    """Command that carries out the step; None if nobody at the console has to act."""


class NoticeAcknowledged(TypedDict):
    """Event: the recipient acknowledged a notice."""

    kind: Literal["notice-acknowledged"]
    id: NotRequired[str]
    at: NotRequired[int]
    by: NotRequired[str]
    name: NotRequired[str]
    late: NotRequired[bool]


class NoticeSent(TypedDict):
    """Event: a notice from the floor to surveillance, or from surveillance to the floor. [003 L290]"""

    kind: Literal["notice-sent"]
    id: NotRequired[str]
    to: NotRequired[Literal["surveillance", "floor"]]
    at: NotRequired[int]
    until: NotRequired[int | None]
    text: NotRequired[str]
    by: NotRequired[str]
    name: NotRequired[str]


class OddsLabelView(TypedDict):
    """Odds of a wager in short, as a spot shows them."""

    kind: Literal["ratio", "up-to", "except", "meter", "none"]
    """One ratio; the highest of several pays; a ratio with one exception; a share of a meter; or no pays at all."""
    pay: PayoutView | None
    """Usual pay of the wager (`ratio`, `except`), or its highest pay (`up-to`)."""
    exception: PayoutView | None
    """The other ratio of `except`."""
    exception_name: str
    """Name of the result that the exception pays."""
    highest: PayoutView | None
    """Highest odds of the pay table; None if it has no odds."""
    has_several: bool
    """Whether the rows of the pay table pay differently."""


class OfferBank(TypedDict):
    """Command to offer the bank to the seats again after no player has taken it."""

    do: Literal["offer-bank"]


class OpenBets(TypedDict):
    """Command to open betting for the next round."""

    do: Literal["open-bets"]


class OpenDispute(TypedDict):
    """Command to open a dispute about a round; the table is on hold until the evidence is saved."""

    do: Literal["open-dispute"]
    round: str
    reason: str


class OpenTable(TypedDict):
    """Command to open the table for play."""

    do: Literal["open-table"]


class OrderFreeHand(TypedDict):
    """Command to deal the next hand without wagers, which keeps the order of the shoe."""

    do: Literal["free-hand"]
    reason: str


class OrderRecut(TypedDict):
    """Command to have the cards cut again before any is dealt, by the same cutter or by the next one."""

    do: Literal["order-recut"]
    cutter: NotRequired[Literal["same", "next"]]
    reason: str


class OwnCorrectionView(TypedDict):
    """Effect of a correction on the viewer's own credit."""

    at: int
    reason: str
    difference_cents: int


class OwnLast(TypedDict):
    """The viewer's own money in the last round: totals, results, fee and chips."""

    staked_cents: int
    net_cents: int
    jackpot_cents: int
    promotional_cents: NotRequired[int]
    results: list[OwnResultView]
    seats: list[SeatResultView]
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


class OwnResultView(TypedDict):
    """Result of the viewer's own wager, with all details."""

    seat: int
    bettor: str
    wager: str
    hand: NotRequired[int]
    cents: int
    result: Literal["win", "lose", "push", "returned"]
    net_cents: int
    jackpot_cents: int
    row: str | None
    name: str
    cite: str
    promotional_cents: NotRequired[int]
    promotional_taken_cents: NotRequired[int]
    owed_cents: int | None
    commission_cents: int
    credit_net_cents: NotRequired[int]
    """Win or loss of credit, in cents, if promotional chips were staked."""


class OwnRoundView(TypedDict):
    """A player's money in an archived round, after all corrections."""

    staked_cents: int
    net_cents: int
    jackpot_cents: int
    promotional_cents: NotRequired[int]
    spots: list[OwnSpotView]
    placed_cents: int
    results: list[NamedOwnResultView]
    seats: list[SeatResultView]
    fee_cents: int
    returned_cents: int
    balance_before_cents: int | None
    balance_after_cents: int | None
    result_cents: int
    parts: list[ResultPartView]
    wagers: list[WagerSumView]
    came_back_cents: int
    bank: ArchivedBankView | None
    reason: str
    corrections: list[OwnCorrectionView]


class OwnSpotView(TypedDict):
    """A player's chips at one seat."""

    seat: int
    bettor: str
    wagers: dict[str, int]
    promotional_wagers: NotRequired[list[str]]
    """Wagers that are placed with promotional chips."""


class OwnView(TypedDict):
    """The viewer's seat, credit and stakes."""

    account: str
    seat: int | None
    seats: list[int]
    """All seats of the player, `seat` first."""
    balance_cents: int | None
    promotional: NotRequired[PromotionalBalanceView]
    """The player's promotional chips; missing if there are none and the house accepts none."""
    spots: list[OwnSpotView]
    staked_cents: int
    """Stakes paid from credit, in cents."""
    promotional_staked_cents: NotRequired[int]
    fee_cents: int
    bank_cents: int
    bank_refusal: BankRefusal | None
    """Reason why the player cannot bet at `seat` against the bank in play; None if the bank is no hindrance."""
    in_play: bool
    is_ready: NotRequired[bool]
    """Whether the player has said that their bets are made; missing if not."""


class PaidJackpotView(TypedDict):
    """Paid jackpot, for the staff who may reverse the payment."""

    id: str
    round: str
    meter: str
    title: str
    wager: str
    seat: int
    account: str
    cents: int
    paid_by: str | None
    back_out: BackOutView | None


class PastShoeView(TypedDict):
    """Statistics of a finished shoe."""

    hands: int
    wagers: dict[str, ShareView]
    results: dict[str, ShareView]
    longest_runs: LongestRunsView
    dealer: dict[str, ShareView]
    wars: dict[str, ShareView]
    winners: dict[str, ShareView]
    shoe: int


class PauseTable(TypedDict):
    """Command to stop the table's timers."""

    do: Literal["pause-table"]
    reason: str


class PayRowView(TypedDict):
    """Row of a pay table: a result and what it pays."""

    name: str
    pays: str
    odds: str
    """Odds as written in the rulebook."""
    pay: PayoutView
    meter: str
    """Title of the meter that the row pays from; empty if there is none."""
    envy: str
    cite: str


class PayoutView(TypedDict):
    """Pay of a pay table row: odds `to` or `for` one, a fixed amount in cents, or a share of a meter."""

    kind: PayOddsKind
    numerator: int
    denominator: int


class PingFrame(TypedDict):
    """Request of a client for a pong, to test the connection."""

    type: Literal["ping"]


class PlaceWagers(TypedDict):
    """Command that replaces all chips a bettor has at a seat; an empty list takes all of them back. The seat is the
    player's own, or one the player bets behind.
    """

    do: Literal["place-wagers"]
    seat: int
    wagers: list[WagerAmount]
    round: NotRequired[str | None]


class PlacedChipsView(TypedDict):
    """Chips of one bettor on one wager."""

    seat: int
    bettor: str
    wager: str
    cents: int
    is_own: bool
    account: NotRequired[str]
    is_added_wager: Literal[True]
    """Present if the chips were added during the round."""
    is_promotional: Literal[True]
    """Present if the chips are promotional."""
    wins_cents: NotRequired[int | None]
    """For the viewer's own chips: the most that they can win, in cents, as settled; None if no win is known."""


class PlayPeriodResponse(TypedDict):
    """Stakes and net result of the current day, week or month, and when it ends."""

    staked_cents: int
    net_cents: int
    ends_at: int


class PlaySummaryResponse(TypedDict):
    """Playing time and results of a player in the current sitting, day, week and month."""

    today_ms: int
    sitting_ms: int
    day: PlayPeriodResponse
    week: PlayPeriodResponse
    month: PlayPeriodResponse


class PlayerDealerView(TypedDict):
    """Position of the player-dealer: who banks, how much, and which seat is offered the bank."""

    rules: RotationView
    stage: Literal["waiting", "banking", "offering", "broken"]
    seat: int | None
    asked: int | None
    behind: Literal["you", "another"] | None
    """Who acts for the seat from the backline: the viewer or another bettor. None: the seated player acts. [004
    L1577]
    """
    ask_from: int | None
    """Time from which the screens ask; until then they show the last result. None if nobody is asked."""
    answer_until: int | None
    answer_seconds: int
    posted_cents: int | None
    hands_banked: int
    hands_limit: int
    direction: str
    must_intervene: bool
    game_stops_at: int | None
    notices: list[RotationNoticeView]


class PointsAgainst(TypedDict):
    """Points of a seat against one other seat, with the reasons that add up to them."""

    seat: int
    rows: list[RowComparison]
    """Rows that were compared, front first; empty if the hands were not compared row by row."""
    reasons: list[PointsReason]
    points: int
    cents: int
    """Paid to the seat, negative if it paid."""
    owed_cents: int
    """The points in money; more than `cents` if a seat had too few chips in play."""


class PointsPosted(TypedDict):
    """Rule for scoring points, as shown at the table; the family chooses its name."""

    kind: str
    """Source of the points: `ends` (the outcome of a whole hand), `bonus` (a winning row) or `sweep` (all rows)."""
    name: str
    row: str
    """Row in which the hand must be; empty if the whole hand counts."""
    points: int


class PointsReason(TypedDict):
    """Part of the points between two seats: positive if the seat wins it, negative if it pays."""

    kind: str
    """Source of the points: `rows`, or the name or kind of a `PointsPosted`."""
    name: str
    """Hand that brings a bonus or Clean Sweep; empty for other reasons."""
    row: str
    """Row of a bonus; empty if the whole hand counts."""
    won_rows: int
    lost_rows: int
    points: int


class PointsRoundView(TypedDict):
    """Past hand: the seats with the best hand, its name, and each seat's ending and points."""

    best: list[int]
    best_with: str
    ends: dict[str, str]
    points: dict[str, int]


class PointsView(TypedDict):
    """Past hands of a game for points between seats, latest last."""

    kind: Literal["points"]
    rounds: list[PointsRoundView]


class PongFrame(TypedDict):
    """Reply to a ping, with the server's time."""

    type: Literal["pong"]
    now: int


class PossibleOutcome(TypedDict):
    """Possible result in cents of one way to play a hand at a seat; a loss is negative. Bonuses are not counted."""

    name: str
    """The way to play; the family chooses the name."""
    least_cents: int
    most_cents: int


class PostBank(TypedDict):
    """Command of the player-dealer to post the bank for the next hand."""

    do: Literal["post-bank"]
    cents: int


class PostedNoticeView(TypedDict):
    """Notice posted at the table for everybody to read."""

    id: str
    text: str
    cite: str


class PostedSettingsView(TypedDict):
    """Settings that are posted at the table."""

    rulebook: str
    options: dict[str, Any]
    mode: DealingMode
    schedule: int | str | None
    rotation: str
    betting_seconds: int
    decision_seconds: int
    offer_seconds: int
    card_ms: int
    result_ms: int


class PotRoundView(TypedDict):
    """Past hand: the board, the total of its pots after the fee, the winning seats, and whether hands were shown."""

    board: list[str]
    pot_cents: int
    winners: list[int]
    showdown: bool


class PotShare(TypedDict):
    """Part of a pot that one seat won; `odd_cents` of it are chips that could not be divided evenly."""

    seat: int
    cents: int
    odd_cents: int


class PotShown(TypedDict):
    """Pot, with the seats that can win it."""

    cents: int
    seats: list[int]


class PotsView(TypedDict):
    """Past hands of a game for pots, latest last."""

    kind: Literal["pots"]
    rounds: list[PotRoundView]


class PresetShown(TypedDict):
    """Suggested bet (`least`, `half-pot`, `pot` or `most`), as the seat's total bet in this betting round."""

    name: str
    to_cents: int


class PrivateEventView(TypedDict):
    """A player's private part of an event, as sent to the player."""

    place: NotRequired[int]
    hand: NotRequired[str]
    nth: NotRequired[int]
    card: NotRequired[str]
    is_own: Literal[True]
    name: NotRequired[str]
    arrangement: NotRequired[list[list[int]] | None]
    fee_cents: NotRequired[int]
    paid_cents: NotRequired[int]
    returned_cents: NotRequired[int]
    results: NotRequired[list[OwnResultView]]
    staked_cents: NotRequired[int]
    net_cents: NotRequired[int]
    jackpot_cents: NotRequired[int]
    balance_before_cents: NotRequired[int]
    balance_after_cents: NotRequired[int]
    difference_cents: NotRequired[int]
    reason: NotRequired[str]
    seq: int
    kind: Literal[
        "seat-taken",
        "seat-left",
        "chips-bought",
        "chips-returned",
        "sat-out",
        "sat-in",
        "waiting-list-joined",
        "waiting-list-left",
        "bank-posted",
        "bank-returned",
        "wagers-placed",
        "jackpot-hit",
        "jackpot-backed-out",
        "fees-taken",
        "wagers-paid-early",
        "round-voided",
        "card-dealt",
        "card-corrected",
        "round-settled",
        "round-corrected",
        "arrangement-made",
    ]


class PrivateFrame(TypedDict):
    """The player's own balance if it changed, and the player's own part of events."""

    type: Literal["private"]
    balance_cents: NotRequired[int]
    events: NotRequired[list[PrivateEventView]]


class ProgressiveView(TypedDict):
    """Progressive meter with its amount in cents; None if the meter cannot be read."""

    meter: str
    title: str
    """Short title of the meter."""
    wager: str
    linked: str
    cents: int | None
    hit_cents: int | None
    """Jackpots of this meter that were hit at this table and are not confirmed, in cents; None if there are none."""


class PromotionalBalanceView(TypedDict):
    """A player's promotional chips; they can be bet but never cashed."""

    cents: int
    grants: list[GrantView]
    """Grants with chips left, earliest end first."""
    wager_groups: list[str]
    """Groups of wagers on which promotional chips are allowed; empty if the house accepts none."""


class PublicCorrectionView(TypedDict):
    """Corrected card of an archived round."""

    at: int
    place: int
    was: str
    card: str


class QuestionView(TypedDict):
    """Question to a seat about one of its hands; hands count from 1, from the left."""

    seat: int
    hand: int
    choices: list[ChoiceView]
    default_choice: str
    """Decision that counts for the seat if its player does not answer in time."""
    question_number: int
    is_own: bool


class ReadCard(TypedDict):
    """Command that reports a card from the shoe, read by the smart shoe or entered by the dealer."""

    do: Literal["read-card"]
    card: str


class ReadySaid(TypedDict):
    """Event: a player's bets are made, so the table need not wait for the player."""

    kind: Literal["ready-said"]
    account: NotRequired[str]


class ReadyView(TypedDict):
    """Number of players who have said that their bets are made; betting closes when all have."""

    players: int
    ready: int


class RecordAccommodation(TypedDict):
    """Command to record different treatment of a player or dealer with a disability."""

    do: Literal["record-accommodation"]
    seat: NotRequired[int | None]
    what: str


class RecordedApprovalView(TypedDict):
    """Recorded approval of the regulator."""

    reference: str
    date: str
    entered_by: str


class RecutOrdered(TypedDict):
    """Event: a supervisor ordered the cards cut again, by the same cutter or by the next one. [003 L201-203]"""

    kind: Literal["recut-ordered"]
    cutter: NotRequired[Literal["same", "next"]]
    by: NotRequired[str]
    name: NotRequired[str]
    reason: NotRequired[str]


class ReferDispute(TypedDict):
    """Command to refer a dispute to an outside body."""

    do: Literal["refer-dispute"]
    id: str
    to: NotRequired[str | None]
    reference: NotRequired[str]


class RefusedFrame(TypedDict):
    """Reply to a command that the server refused."""

    type: Literal["reply"]
    key: str | None
    ok: Literal[False]
    error: ErrorDetailView


class RegulatorApproval(TypedDict):
    """Approval by the regulator of an option, as recorded in the table's settings."""

    reference: str
    date: str
    entered_by: NotRequired[str]


class RejectBackOut(TypedDict):
    """Command to reject a back-out; the jackpot stays paid."""

    do: Literal["reject-back-out"]
    id: str
    reason: str


class RejectCorrection(TypedDict):
    """Command to reject a correction; the round stays as settled."""

    do: Literal["reject-correction"]
    id: str
    reason: str


class RejectJackpot(TypedDict):
    """Command to reject a win from a meter; its amount returns to the meter."""

    do: Literal["reject-jackpot"]
    id: str
    reason: str


class ReportCardFaceUp(TypedDict):
    """Command that reports that the next card in the shoe is face up."""

    do: Literal["report-card-face-up"]
    card: str
    reason: str


class ReportCardInError(TypedDict):
    """Command that reports a card drawn against the rules."""

    do: Literal["report-card-in-error"]
    card: str
    disclosed: bool
    reason: str


class ReportCutCard(TypedDict):
    """Command that reports that the cut card has come out of the shoe."""

    do: Literal["report-cut-card"]


class ReportDisagreement(TypedDict):
    """Command that reports a disagreement between a terminal and the board, which counts as a malfunction. The table
    is put on hold. Depending on the rulebook, the round is void.
    """

    do: Literal["report-disagreement"]
    reason: str


class ReportMissingCard(TypedDict):
    """Command that reports a card missing from a sealed batch. The inventory number identifies the batch for its
    manufacturer.
    """

    do: Literal["report-missing-card"]
    inventory: str
    card: NotRequired[str | None]
    reason: str


class RequestBackOut(TypedDict):
    """Command to request that a paid jackpot is taken back from the player's credit."""

    do: Literal["request-back-out"]
    id: str
    reason: str


class RequestCorrection(TypedDict):
    """Command to request the correction of a card of a settled round. `place`: number of the card in the round, from
    1.
    """

    do: Literal["request-correction"]
    round: str
    place: int
    card: str
    reason: str


class RequestRevealPass(TypedDict):
    """Command to request that another bettor reveals the cards of a hand."""

    do: Literal["request-reveal-pass"]
    hand: str
    to_seat: int


class ResultPartView(TypedDict):
    """One part of a player's result: a wager at all hands, the bank that the player held, or the collection fee."""

    kind: Literal["wager", "bank", "fee"]
    wager: NotRequired[str]
    cents: int
    """Change of the player's credit by this part, in cents."""


class ResultView(TypedDict):
    """Result of a wager, with the keys that the viewer may see."""

    seat: int
    bettor: str
    wager: str
    hand: NotRequired[int]
    cents: int
    result: Literal["win", "lose", "push", "returned"]
    net_cents: int
    jackpot_cents: int
    row: str | None
    name: str
    cite: str
    promotional_cents: NotRequired[int]
    promotional_taken_cents: NotRequired[int]
    owed_cents: NotRequired[int | None]
    commission_cents: NotRequired[int]
    credit_net_cents: NotRequired[int]
    account: NotRequired[str]


class ResumeTable(TypedDict):
    """Command to restart the timers of a paused table."""

    do: Literal["resume-table"]


class RevealCards(TypedDict):
    """Command to reveal the face-down cards of a hand."""

    do: Literal["reveal-cards"]
    hand: str


class RevealDeadlineSet(TypedDict):
    """Event: a player has the right to reveal cards until the deadline."""

    kind: Literal["reveal-deadline-set"]
    next_at: NotRequired[int]


class RevealHolderView(TypedDict):
    """Bettor who may turn cards or takes part in passing this right, by seat and name of the betting spot."""

    seat: int
    bettor: str


class RevealPassAnswered(TypedDict):
    kind: Literal["reveal-pass-answered"]
    who: NotRequired[list[int | str]]
    agree: NotRequired[bool]
    next_at: NotRequired[int]


class RevealPassRequested(TypedDict):
    kind: Literal["reveal-pass-requested"]
    hand: NotRequired[str]
    by: NotRequired[list[int | str]]
    to: NotRequired[list[int | str]]
    next_at: NotRequired[int]


class RevealPassView(TypedDict):
    """Request to pass the right to turn a hand to another bettor, and the bettors who still have to agree."""

    hand: str
    by: RevealHolderView
    to: RevealHolderView
    waiting_for: list[RevealHolderView]


class RevealRightsAssigned(TypedDict):
    """Event: for each hand with face-down cards, a bettor gets the right to reveal them, or the dealer does. A right
    names the seat and the bettor; None is the dealer.
    """

    kind: Literal["reveal-rights-assigned"]
    rights: NotRequired[dict[str, list[int | str] | None]]


class RevealView(TypedDict):
    """Rights to turn cards: who has them, which hand is turned next, by whom and until when."""

    rights: dict[str, RevealHolderView | None]
    hand_to_reveal: str | None
    by: RevealHolderView | None
    deadline_at: int | None
    time_limit_seconds: int
    pass_request: RevealPassView | None
    seats_to_pass_to: list[int]


class RoadSquareView(TypedDict):
    """One square of the road of a shoe: who won, and the number of ties after it. Columns and rows count from 0."""

    column: int
    row: int
    winner: str
    ties: NotRequired[int]


class RoadsView(TypedDict):
    """The five roads of one shoe."""

    bead: list[CellView]
    big: list[CellView]
    big_eye: list[CellView]
    small: list[CellView]
    cockroach: list[CellView]
    leading_ties: int


class RollDice(TypedDict):
    """Command that reports the dice numbers; with `numbers` None the generator rolls."""

    do: Literal["roll-dice"]
    numbers: NotRequired[list[int] | None]


class RollView(TypedDict):
    """Roll of the dice, or choice of a pile, that decides the order before the cards are dealt."""

    what: str
    numbers: list[int]


class RotationInputView(TypedDict):
    """Input to the bank's rotation, such as a seat that accepted or declined the bank."""

    do: str
    seat: NotRequired[int]


class RotationNoticeView(TypedDict):
    """Notice to the table about the bank, such as an open offer."""

    kind: str
    text: str
    seat: int | None


class RotationView(TypedDict):
    """Rules by which the bank goes from player to player at this table."""

    name: str
    title: str
    cites: list[str]
    rules: list[CitedRule]


class RoundBeforeCorrectionView(TypedDict):
    """Cards, facts and results of a round before its correction."""

    cards: dict[str, list[str]]
    facts: dict[str, int | str | bool | list[int]]
    results: list[StaffResultView]
    bank: BankView | None
    nets: dict[str, int]


class RoundCorrected(TypedDict):
    kind: Literal["round-corrected"]
    round: NotRequired[str]
    at: NotRequired[int]
    place: NotRequired[int]
    was: NotRequired[str]
    card: NotRequired[str]
    cards: NotRequired[dict[str, list[str]]]
    facts: NotRequired[dict[str, Any]]
    hand_in_shoe: NotRequired[list[int] | None]
    outcome: NotRequired[dict[str, Any]]
    winning_wagers: NotRequired[list[str]]
    winning_rows: NotRequired[dict[str, str]]
    settled_hand: NotRequired[dict[str, Any]]
    approval: NotRequired[str]
    differences: NotRequired[dict[str, int]]
    forgone: NotRequired[dict[str, int]]
    jackpots_before: NotRequired[int]
    order: NotRequired[list[int]]
    requested_by: NotRequired[str]
    approved_by: NotRequired[str]
    reason: NotRequired[str]
    answers: NotRequired[list[RoundInputView]]
    results: NotRequired[list[ResultView]]
    bank: NotRequired[BankView | None]


class RoundInputRecorded(TypedDict):
    """Event: a round input that is not a regular card: result called, shoe empty, or a card drawn in error."""

    kind: Literal["round-input-recorded"]
    answer: NotRequired[RoundInputView]
    card: NotRequired[str | None]


class RoundInputView(TypedDict):
    """Input to a round (a card, a decision, dice), as players or staff may see it. A card drawn in error stays
    hidden if no player has seen it. The reason of a round that was called off is for staff.
    """

    card: NotRequired[str | None]
    face_up: NotRequired[str]
    mark: NotRequired[str]
    rolled: NotRequired[list[int]]
    in_error: NotRequired[str | None]
    disclosed: NotRequired[bool]
    called_off: NotRequired[str | None]


class RoundMoneyView(TypedDict):
    """Money of all seats in a round, with its sums, in cents."""

    seats: list[SeatMoneyView]
    staked_cents: int
    jackpot_cents: int
    gets_cents: int | None


class RoundSettled(TypedDict):
    kind: Literal["round-settled"]
    round: NotRequired[str]
    at: NotRequired[int]
    next_at: NotRequired[int]
    cards: NotRequired[dict[str, list[str]]]
    facts: NotRequired[dict[str, Any]]
    meters: NotRequired[dict[str, dict[str, int]]]
    winning_wagers: NotRequired[list[str]]
    winning_rows: NotRequired[dict[str, str]]
    hand_in_shoe: NotRequired[list[int]]
    outcome: NotRequired[dict[str, Any]]
    between: NotRequired[bool]
    unseen: NotRequired[list[int]]
    settled_hand: NotRequired[dict[str, Any]]
    balances: NotRequired[dict[str, list[int]]]
    order: NotRequired[list[int]]
    put_in: NotRequired[dict[str, int]]
    bots: NotRequired[list[str]]
    results: NotRequired[list[ResultView]]
    bank: NotRequired[BankView | None]
    next_opening: NotRequired[NextHandView]


class RoundView(TypedDict):
    """Archived round for viewers other than staff."""

    id: str
    table: str
    number: int
    shoe: int
    hand_in_shoe: list[int] | None
    version: int
    digest: str
    status: Literal["settled", "void", "corrected"]
    opened_at: int
    closed_at: int | None
    ended_at: int
    dealt: list[DealtCardView]
    cards: dict[str, list[str]]
    facts: dict[str, int | str | bool | list[int]]
    meters: dict[str, MeterChangeView]
    settled_hand: NotRequired[SettledHand]
    code: NotRequired[str]
    cite: NotRequired[str]
    demo_label: str
    rulebook: str
    title: str
    family: str
    mode: DealingMode
    free_hand: bool
    hand_values: dict[str, HandValue]
    corrections: list[PublicCorrectionView]
    player: NotRequired[OwnRoundView]


class RoundVoided(TypedDict):
    kind: Literal["round-voided"]
    round: NotRequired[str]
    at: NotRequired[int]
    next_at: NotRequired[int]
    code: NotRequired[str]
    cite: NotRequired[str]
    cards: NotRequired[dict[str, list[str]]]
    unseen: NotRequired[list[int]]
    reason: NotRequired[str]
    returned: NotRequired[dict[str, int]]
    next_opening: NotRequired[NextHandView]


class RowComparison(TypedDict):
    """One row of a seat against the same row of another seat."""

    row: str
    result: Literal["won", "lost", "tied"]
    points: int
    """Points of the row alone, before all rows together count more: positive if won, negative if lost."""
    bonus: int
    """Bonus points that go with the row to its winner: positive if won, negative if lost."""


class SatIn(TypedDict):
    kind: Literal["sat-in"]
    seat: NotRequired[int]
    posts: NotRequired[bool]
    account: NotRequired[str]


class SatOut(TypedDict):
    """Event: a player sits out, and keeps seat and chips."""

    kind: Literal["sat-out"]
    seat: NotRequired[int]
    why: NotRequired[Literal["asked", "silent"]]
    account: NotRequired[str]


class SaveArrangementDraft(TypedDict):
    """Command to save an unfinished arrangement; when the time runs out, it is used if it is valid."""

    do: Literal["save-arrangement-draft"]
    seat: int
    hands: dict[str, list[str]]
    question: NotRequired[int | None]


class SayReady(TypedDict):
    """Command of a player whose bets are made; betting closes when every player has sent it."""

    do: Literal["say-ready"]


class ScheduleView(TypedDict):
    """Collection schedule in force."""

    id: str
    title: str
    cite: str
    rules: list[CitedRule]
    basis: Basis
    player_dealer_cents: int | None
    """Fee of the player-dealer for each hand, in cents, if the brackets apply to the other players only."""
    fees: list[FeeView]
    """All brackets of the schedule with their fees, as posted at the table."""


class SeatInHand(TypedDict):
    """Chips, state and last action of one seat in the current hand."""

    seat: int
    stack_cents: int
    """Chips that the seat has not bet yet, in cents."""
    bet_cents: int
    """Chips that the seat has bet in this betting round, in cents."""
    put_in_cents: int
    """Chips that the seat has put into the pots of this hand, this betting round included, in cents."""
    state: str
    """State: in, folded or all-in."""
    last: str
    """Last action in this betting round; empty if the seat has not acted."""
    position: str
    """Position: button, small-blind or big-blind; empty for any other."""


class SeatLeft(TypedDict):
    kind: Literal["seat-left"]
    seat: NotRequired[int]
    account: NotRequired[str]


class SeatMarkView(TypedDict):
    """Results of a seat's hands against the player-dealer's, in the order of the player-dealer's hands. Seat 0 is
    the Player hand in games with two common hands.
    """

    seat: int
    outcomes: list[str]


class SeatMarksRoundView(TypedDict):
    """Past round in which every seat is compared with the player-dealer."""

    bank: int | None
    """Seat of the player-dealer."""
    dealer: list[DealerPartView]
    seats: list[SeatMarkView]


class SeatMarksView(TypedDict):
    """Past rounds by the result of each seat, latest last."""

    kind: Literal["seat-marks"]
    rounds: list[SeatMarksRoundView]


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


class SeatResultView(TypedDict):
    """Result of the wagers of one bettor at one seat together, in cents; jackpots included."""

    seat: int
    staked_cents: int
    net_cents: int


class SeatStakeView(TypedDict):
    """Chips at one seat, in cents."""

    seat: int
    cents: int
    """Chips of everybody who bets there."""
    seated_cents: int
    """Chips of the player who sits there."""
    promotional_cents: int


class SeatTaken(TypedDict):
    kind: Literal["seat-taken"]
    seat: NotRequired[int]
    third_party: NotRequired[bool]
    bot: NotRequired[bool]
    account: NotRequired[str]
    name: NotRequired[str]


class SeatTransfersMade(TypedDict):
    """Event: payments from seat to seat in order, in a game without a bank."""

    kind: Literal["seat-transfers-made"]
    exchanges: NotRequired[list[dict[str, Any]]]


class SeatView(TypedDict):
    """Seat of a table; the name is only for the player at the seat and for staff."""

    seat: int
    is_taken: bool
    is_third_party: bool
    is_bot: bool
    """Whether a bot of the demonstration system plays at the seat."""
    is_own: bool
    name: NotRequired[str]
    account: NotRequired[str]


class SeatWagerView(TypedDict):
    """A bettor's stake on one wager, in cents."""

    wager: str
    title: str
    cents: int


class SendNotice(TypedDict):
    """Command of surveillance to send a notice to the floor."""

    do: Literal["send-notice"]
    text: str


class SettingsChanged(TypedDict):
    kind: Literal["settings-changed"]
    version: NotRequired[int]
    digest: NotRequired[str]
    next_at: NotRequired[int | None]
    change: NotRequired[str | None]
    must_intervene: NotRequired[bool | None]
    settings: NotRequired[PostedSettingsView | SettingsView]


class SettingsView(TypedDict):
    """All settings of a table, for staff."""

    rulebook: str
    options: dict[str, Any]
    mode: DealingMode
    schedule: int | str | None
    rotation: str
    betting_seconds: int
    decision_seconds: int
    offer_seconds: int
    card_ms: int
    result_ms: int
    closes_when_ready: NotRequired[bool]
    """Whether betting closes early when every player is ready; missing where it does not."""
    meters: dict[str, str]
    """Id of the house meter for each meter of the rulebook."""
    required_steps: NotRequired[list[str]]
    batches: NotRequired[list[str]]
    fee_sheet: NotRequired[dict[str, Any]]
    """Fee sheet of the card room, for a rulebook without fees."""
    approvals: NotRequired[dict[str, RecordedApprovalView]]
    """Recorded approvals of the regulator; missing in logs of versions before approvals existed."""


class SettledHand(TypedDict):
    """Settlement of a hand between seats: pots and money of each seat. It contains no cards."""

    pots: list[SettledPot]
    """Pots, main pot first; the antes in a game that counts points."""
    put_in_cents: int
    """Chips that all seats put into the pots, before the fee, in cents."""
    fee_cents: int
    """Fee that the house took, in cents."""
    seats: list[SettledSeat]


class SettledPot(TypedDict):
    """Pot of a finished hand, after the fee: the seats that could win it, and those that did."""

    cents: int
    seats: list[int]
    winners: list[PotShare]


class SettledSeat(TypedDict):
    """Money of one seat in a finished hand. Its net is `won_cents` and `points_cents`, less what it put in and the
    fee.
    """

    seat: int
    put_in_cents: int
    """Chips put into the pots, antes among them."""
    won_cents: int
    """Chips won from the pots."""
    returned_cents: int
    """Part of the last bet that nobody called; it is not in `put_in_cents`."""
    points: int
    points_owed_cents: int
    """The points in money."""
    points_cents: int
    """Cents that were paid for the points; they differ from `points_owed_cents` if a seat had too few chips in play."""
    fee_cents: int
    """Fee that the seat paid besides what it put in."""
    net_cents: int
    against: list[PointsAgainst]
    """The other seats, in a game that counts points."""


class ShareView(TypedDict):
    """Count, the total that it is a part of, and the percentage, such as 12 wins in 40 rounds: 30 %."""

    count: int
    of: int
    percent: str | None


class ShoeLoaded(TypedDict):
    kind: Literal["shoe-loaded"]
    number: NotRequired[int]
    source: NotRequired[str]
    digest: NotRequired[str | None]
    batch: NotRequired[str | None]


class ShoeRevealed(TypedDict):
    kind: Literal["shoe-revealed"]
    number: NotRequired[int]
    digest: NotRequired[str]
    nonce: NotRequired[str]
    cards: NotRequired[str]
    cut_from_back: NotRequired[int]


class ShoeStatistics(TypedDict):
    """Number of hands dealt from a shoe, and how often each wager won."""

    hands: int
    wagers: dict[str, ShareView]
    results: dict[str, ShareView]
    longest_runs: LongestRunsView
    dealer: dict[str, ShareView]
    wars: dict[str, ShareView]
    winners: dict[str, ShareView]


class ShoeTrendView(TypedDict):
    """Statistics of the shoe in play."""

    hands: int
    wagers: dict[str, ShareView]
    results: dict[str, ShareView]
    longest_runs: LongestRunsView
    dealer: dict[str, ShareView]
    wars: dict[str, ShareView]
    winners: dict[str, ShareView]
    shoe: int
    note: str
    roads: RoadsView
    would_be_drawn: NextMarksView


class ShoeView(TypedDict):
    """State of the shoe: cards left, cut card, and the digest that commits to the order of the cards."""

    number: int
    source: str
    decks: int
    cards: int
    cards_left: int
    burn_due: bool
    cut_card_out: bool
    last_hand: bool
    finished: bool
    digest: str | None
    is_order_revealed: bool
    batch: str | None
    """Colour of the card backs, if two batches or decks take turns; None otherwise."""
    burned: list[str]
    """Burn cards that were shown to the players, in order."""
    burn_cards_unseen: int


class ShowBurnCard(TypedDict):
    """Command that reports a burn card, after the first one, that is shown to the players."""

    do: Literal["show-burn-card"]
    card: str


class ShowHand(TypedDict):
    """Command to open the next hand, so that everybody sees its cards."""

    do: Literal["show-hand"]


class SideRoundView(TypedDict):
    """Past round of a game in which one of a few hands wins."""

    winner: str
    """Name of the hand that won, or `tie`; empty if none did."""
    outcome: NotRequired[str]
    """Outcome of the round in words, where the family has no sentence on the pages."""
    cards: NotRequired[dict[str, list[str]]]
    """Cards of each hand, by hand name."""
    figures: NotRequired[dict[str, int]]
    """Numbers that a board shows beside the winner, by name."""


class SidesView(TypedDict):
    """Past rounds by the hand that won each, latest last."""

    kind: Literal["sides"]
    rounds: list[SideRoundView]


class SitDown(TypedDict):
    """Command to take a seat, or a further seat where one player may have several."""

    do: Literal["sit-down"]
    seat: int


class SitIn(TypedDict):
    """Command to be dealt in again after sitting out. With `post`, the player pays the missed blinds and antes and
    is dealt in at once; otherwise the player waits for the regular turn.
    """

    do: Literal["sit-in"]
    post: NotRequired[bool]


class SitOut(TypedDict):
    """Command to sit out: the player is not dealt in, and keeps seat and chips."""

    do: Literal["sit-out"]


class StackView(TypedDict):
    """Chips and status of one player at a table where seats play against each other."""

    seat: int
    cents: int
    """Between hands: all chips of the player, in cents. During a hand: the chips that do not play in it."""
    in_front_cents: int
    """All chips in front of the player that are not bet, in cents."""
    is_sitting_out: bool
    """Whether the player sits out."""
    missed_blinds_and_antes: list[str]
    """Names of the blinds and antes that the player missed and owes."""
    is_posting: bool
    in_hand: bool
    may_add: bool
    """Whether the player may buy chips now: between hands, in some games also before the showdown."""
    time_bank_ms: int
    is_own: bool
    is_bot: bool


class StaffCorrectionView(TypedDict):
    """Corrected card with the request, the approval and the difference for each account, for staff."""

    at: int
    place: int
    was: str
    card: str
    reason: str
    requested_by: str
    approved_by: str
    differences: dict[str, int]
    before: RoundBeforeCorrectionView


class StaffResultView(TypedDict):
    """Result of a wager with all details and the account, for staff."""

    seat: int
    bettor: str
    wager: str
    hand: NotRequired[int]
    cents: int
    result: Literal["win", "lose", "push", "returned"]
    net_cents: int
    jackpot_cents: int
    row: str | None
    name: str
    cite: str
    promotional_cents: NotRequired[int]
    promotional_taken_cents: NotRequired[int]
    owed_cents: int | None
    commission_cents: int
    credit_net_cents: NotRequired[int]
    account: str
    meter_cents: NotRequired[int]


class StaffRoundView(TypedDict):
    """Archived round for staff."""

    id: str
    table: str
    number: int
    shoe: int
    hand_in_shoe: list[int] | None
    version: int
    digest: str
    status: Literal["settled", "void", "corrected"]
    opened_at: int
    closed_at: int | None
    ended_at: int
    dealt: list[DealtCardView]
    cards: dict[str, list[str]]
    facts: dict[str, int | str | bool | list[int]]
    meters: dict[str, MeterChangeView]
    settled_hand: NotRequired[SettledHand]
    code: NotRequired[str]
    cite: NotRequired[str]
    demo_label: str
    rulebook: str
    title: str
    family: str
    mode: DealingMode
    free_hand: bool
    hand_values: dict[str, HandValue]
    settings: SettingsView
    spots: list[StaffSpotView]
    fees: dict[str, int]
    action_cents: int
    opening: ArchivedOpeningView
    answers: list[ArchivedInputView]
    balances: dict[str, list[int]]
    reason: NotRequired[str]
    returned: NotRequired[dict[str, int]]
    results: list[NamedStaffResultView]
    totals: TotalsView
    house: HouseFigures
    money: RoundMoneyView
    bank: ArchivedBankView | None
    nets: dict[str, int]
    corrections: list[StaffCorrectionView]


class StaffSpotView(TypedDict):
    """A player's chips at one seat, with the account, for staff."""

    seat: int
    bettor: str
    wagers: dict[str, int]
    promotional_wagers: NotRequired[list[str]]
    account: str


class StaffView(TypedDict):
    """Part of a table that only staff may see."""

    next_step: NextStepView
    settings: SettingsView
    pause_reason: str
    holds: list[HoldView]
    supervisor_called: str | None
    corrections: list[CorrectionRequestView]
    paid_jackpots: list[PaidJackpotView]
    """Paid jackpots, newest first."""
    dice: EnteredDiceView | None
    """Last roll of the dice while it can still be corrected; None if there is nothing to correct."""
    fees: dict[str, int]
    round_money: RoundMoneyView | None
    """Stakes of the round in play by seat; None between rounds."""
    bank: BankAccountView | None
    steps: list[StepView]
    """Steps of the procedure that apply now."""
    to_verify: list[CompletedStepView]
    recut: Literal["same", "next"] | None
    """Who makes the new cut that a supervisor ordered: the `same` person as before or the `next` one; None: no
    order.
    """
    notices: list[UnreadNoticeView]
    accommodations: list[AccommodationView]
    approvals: list[ApprovalView]
    dispute_authority: str
    """Authority to which the rules refer a dispute."""


class StakeView(TypedDict):
    """Chips on one wager at one seat, in cents."""

    seat: int
    wager: str
    cents: int


class StakesView(TypedDict):
    """Sums of the chips on the layout: screens show these and add up none."""

    cents: int
    promotional_cents: int
    seats: list[SeatStakeView]
    wagers: list[WagerStakeView]
    """Wagers with chips, in the order of the layout."""
    own: list[StakeView]
    """The viewer's own chips."""
    all: NotRequired[list[StakeView]]
    """Chips of everybody who bets at a seat, for staff."""


class StandUp(TypedDict):
    """Command to leave the table, or one of several seats."""

    do: Literal["stand-up"]
    seat: NotRequired[int | None]


class StateFrame(TypedDict):
    """The whole view of a table: the first frame of a connection, unless it resumes with records."""

    type: Literal["state"]
    seq: int
    """Number of the last record that the view contains."""
    view: TableView


class StepCompleted(TypedDict):
    """Event: a procedure step was carried out, with person, time and entries. [003 L98, L190-210]"""

    kind: Literal["step-completed"]
    id: NotRequired[str]
    step: NotRequired[str]
    at: NotRequired[int]
    cite: NotRequired[str]
    by: NotRequired[str]
    name: NotRequired[str]
    entered: NotRequired[dict[str, Any]]
    until: NotRequired[int | None]
    empties_shoe: NotRequired[bool]


class StepVerified(TypedDict):
    """Event: another person confirmed that a step was carried out. [003 L191, L210]"""

    kind: Literal["step-verified"]
    id: NotRequired[str]
    at: NotRequired[int]
    by: NotRequired[str]
    name: NotRequired[str]


class StepView(TypedDict):
    """Step of the procedure with its current status."""

    id: str
    title: str
    text: str
    when: Literal["day", "opening", "shoe", "hand", "dealt", "burn", "idle"]
    by: Literal["dealer", "supervisor"]
    verified_by: str
    required_entries: list[Literal["cut", "batch", "seal", "inventory", "device", "choice", "burned"]]
    choices: list[str]
    least_from_end: int
    seats_offered_cut: list[int]
    """Seats that are offered the cut, in order."""
    is_required: bool
    is_awaiting_verification: bool
    """Whether the step is done and waits for its confirmation."""
    done: CompletedStepView | None
    cite: str


class SupervisorCalled(TypedDict):
    kind: Literal["supervisor-called"]
    note: NotRequired[str]


class TableClosed(TypedDict):
    kind: Literal["table-closed"]


class TableCreated(TypedDict):
    kind: Literal["table-created"]
    name: NotRequired[str]
    demonstration: NotRequired[bool]


class TableLimitView(TypedDict):
    """Main limits of a table: those of its line wagers, or the buy-in if seats play against each other."""

    least_cents: int
    most_cents: int


class TableOpened(TypedDict):
    kind: Literal["table-opened"]
    next_at: NotRequired[int]


class TablePaused(TypedDict):
    kind: Literal["table-paused"]
    at: NotRequired[int]
    reason: NotRequired[str]


class TableResponse(TypedDict):
    """View of a table for the current user, and the number of the last record that it contains."""

    seq: int
    view: TableView


class TableResumed(TypedDict):
    kind: Literal["table-resumed"]
    stood_ms: NotRequired[int]


class TableSettings(TypedDict):
    """Everything about a table that a supervisor may choose."""

    rulebook: str
    options: NotRequired[dict[str, Any]]
    mode: NotRequired[DealingMode]
    schedule: NotRequired[int | str | None]
    fee_sheet: NotRequired[dict[str, Any]]
    rotation: NotRequired[str]
    betting_seconds: NotRequired[int]
    decision_seconds: NotRequired[int]
    offer_seconds: NotRequired[int]
    card_ms: NotRequired[int]
    result_ms: NotRequired[int]
    closes_when_ready: NotRequired[bool]
    meters: NotRequired[dict[str, str]]
    required_steps: NotRequired[list[str]]
    batches: NotRequired[list[str]]
    private_to: NotRequired[str]
    approvals: NotRequired[dict[str, RegulatorApproval]]


class TableStakesView(TypedDict):
    """State of a table where seats play against each other for the chips in front of them."""

    stacks: list[StackView]
    posted: list[AmountPosted]
    """Amounts posted at the table: blinds, ante, maximum in a round."""
    points: list[PointsPosted]
    """Values of a point, in a game that counts points; empty in other games."""
    outcomes: list[PossibleOutcome]
    """Possible results of each way to play, against the seats in the hand or, between hands, those that are ready."""
    opponents: int
    """Number of opponents for which `outcomes` are counted."""
    buy_in: BuyInView
    waiting: list[WaitingPlayerView]
    button: int | None
    least_players: int
    can_start_hand: bool
    """Whether enough players are ready for the next hand."""
    hand: HandBetweenSeats | None
    """Hand in play; None between hands."""
    time_bank: int | None
    """Seat that uses its time bank to decide; None: no seat."""


class TableView(TypedDict):
    """A table as one viewer may see it, with the texts that every screen shows."""

    table: str
    now: int
    demo_label: str
    game: GameView
    version: int
    mode: DealingMode
    phase: Phase
    is_running: bool
    is_paused: bool
    hold_reasons: list[str]
    seats: list[SeatView]
    betting: BettingView
    wagers: list[WagerView]
    chips: list[PlacedChipsView]
    stakes: StakesView
    hands: dict[str, list[CardView]]
    hand_values: dict[str, HandValue]
    hand_states: list[HandView]
    next_draw: NextDrawView
    decision: DecisionRequestView | None
    reveal: RevealView | None
    arrangements: NotRequired[ArrangementsView]
    action_order: NotRequired[ActionOrderView]
    decided_wagers: NotRequired[list[DecidedWagerView]]
    next_hand: NextHandView
    shoe: ShoeView | None
    rounds: int
    last_round: LastRoundView | None
    trends: TrendsView
    progressives: list[ProgressiveView]
    jackpots: list[JackpotView]
    player_dealer: PlayerDealerView | None
    table_stakes: NotRequired[TableStakesView]
    player: NotRequired[OwnView]
    staff: NotRequired[StaffView]
    number: int
    display_name: str
    languages: list[str]
    house: str
    help_line: str


class TerminalResponse(TypedDict):
    id: str
    name: str
    table: str | None


class TimeBankClosed(TypedDict):
    """Event: a player decided during the time bank; `left_ms` is its remaining time."""

    kind: Literal["time-bank-closed"]
    seat: NotRequired[int]
    left_ms: NotRequired[int]
    account: NotRequired[str]


class TimeBankOpened(TypedDict):
    """Event: the decision time is over and the player's time bank starts."""

    kind: Literal["time-bank-opened"]
    seat: NotRequired[int]
    left_ms: NotRequired[int]
    next_at: NotRequired[int]
    account: NotRequired[str]


class TotalsView(TypedDict):
    """Total stakes, net win and jackpots in cents; promotional chips are counted separately."""

    staked_cents: int
    net_cents: int
    jackpot_cents: int
    promotional_cents: NotRequired[int]


class TrendsView(TypedDict):
    """History of past rounds, with a note that it says nothing about future ones."""

    note: str
    current: ShoeTrendView
    previous: list[PastShoeView]
    all: ShoeStatistics
    hands_per_shoe: HandsPerShoeView
    record: SidesView | DealerHandsView | SeatMarksView | PotsView | PointsView
    """Last rounds, as the family of the table shows them."""


class UnreadNoticeView(TypedDict):
    """Notice that its recipient has not acknowledged."""

    id: str
    to: Literal["surveillance", "floor"]
    at: int
    until: int | None
    text: str
    name: str


class VerifyStep(TypedDict):
    """Command to confirm that a step was carried out as recorded."""

    do: Literal["verify-step"]
    id: str


class ViewFrame(TypedDict):
    """Keys of the view that changed."""

    type: Literal["view"]
    seq: int
    view: dict[str, Any]
    """Keys of TableView that changed, with their new values."""
    removed: NotRequired[list[str]]
    """Keys that the view has no longer."""


class VoidRound(TypedDict):
    """Command to void the round; stakes and fees are returned."""

    do: Literal["void-round"]
    reason: str


class WagerAmount(TypedDict):
    """Chips on one wager."""

    wager: str
    cents: int
    promotional: NotRequired[bool]


class WagerProblemView(TypedDict):
    """Reason for which a wager cannot be placed as it is."""

    wager: str
    reason: WagerProblemReason
    cents: int | None
    """Amount that the rule sets, in cents: the minimum, the maximum, the fixed stake or the cap."""
    missing_cents: int | None
    """Cents that are missing to a minimum."""
    others: list[str]
    """Ids of the other wagers that the rule names."""
    share: str
    """Share of the other stakes that the stake may be: `1` or `1/2`."""
    is_incomplete: bool
    """Whether more chips, here or on other wagers, make the wager valid."""
    cites: list[str]


class WagerStakeView(TypedDict):
    """Chips on one wager at all seats, in cents."""

    wager: str
    cents: int
    bettors: int
    own_cents: int
    own_wins_cents: int
    """The most that the viewer's own chips can win; 0 if no win is known."""
    others_cents: int
    other_bettors: int
    line_percent: int | None
    """Share of the chips on all lines, in whole per cent; None for other wagers and where there is only one line."""


class WagerSumView(TypedDict):
    """Result of one player's wager at one hand, at one seat or at all seats together, in cents; jackpots included."""

    seat: int | None
    """None: all seats of the player together."""
    hand: NotRequired[int]
    """Number of the seat's hand, for the sum of all the player's chips on that hand; missing in sums over all hands."""
    wager: str
    cents: int
    net_cents: int
    result: Literal["win", "lose", "push"]
    """Won, lost or even, by the sign of `net_cents`."""
    hands: HandCountsView


class WagerTermView(TypedDict):
    """Condition of a wager that a player should read before betting."""

    title: str
    text: str
    cite: str


class WagerView(TypedDict):
    """A wager at a table: what is posted about it, and whether it is open now."""

    id: str
    title: str
    short_title: str
    spot_title: str
    spot_hint: str
    group: str
    role: Literal["main", "beside", "raise", "insurance", "tie", "side", "progressive"]
    zone: str
    summary: str
    outcome: str
    rows: list[PayRowView]
    odds_label: OddsLabelView
    limit: LimitView
    placed_with: list[str]
    charges: list[CommissionView]
    is_backline_allowed: bool
    is_placed_during_round: bool
    after_fold: Literal["stays", "given-up"] | None
    envy_from_cents: int | None
    terms: list[WagerTermView]
    note: str
    cite: str
    is_locked: bool
    is_meter_down: bool


class WagersPaidEarly(TypedDict):
    """Event: wagers were paid during the round; the event lists all early payments of the round. [002 L99, L113]"""

    kind: Literal["wagers-paid-early"]
    paid: NotRequired[list[EarlyPaymentView]]


class WagersPlaced(TypedDict):
    kind: Literal["wagers-placed"]
    seat: NotRequired[int]
    bettor: NotRequired[str]
    wagers: NotRequired[dict[str, int]]
    account: NotRequired[str]


class WaitingListJoined(TypedDict):
    kind: Literal["waiting-list-joined"]
    place: NotRequired[int]
    account: NotRequired[str]
    name: NotRequired[str]


class WaitingListLeft(TypedDict):
    kind: Literal["waiting-list-left"]
    account: NotRequired[str]


class WaitingPlayerView(TypedDict):
    """Player on the waiting list; the name is only for that player and for staff."""

    position: int
    is_own: bool
    name: NotRequired[str]


class WithdrawChange(TypedDict):
    """Command to withdraw an announced change."""

    do: Literal["withdraw-change"]
    id: str
    reason: str


BankRefusal: TypeAlias = Literal["has-bank", "bank-at-seat"]
Basis: TypeAlias = Literal["total_table_action", "player_wager_per_spot", "players_at_table", "ante"]
BettingClosedReason: TypeAlias = Literal[
    "table-closed", "held", "paused", "free-hand", "no-more-bets", "no-bank", "not-open"
]
DealingMode: TypeAlias = Literal["automated", "dealer-assist"]
ErrorCode: TypeAlias = str
ExclusionKind: TypeAlias = Literal["break", "6-months", "1-year", "5-years", "permanent"]
LimitKind: TypeAlias = Literal[
    "loss-day", "loss-week", "loss-month", "stake-round", "stake-day", "time-day", "time-session"
]
PayOddsKind: TypeAlias = Literal["to", "for", "amount", "share"]
Phase: TypeAlias = Literal["closed", "between-rounds", "betting", "dealing"]
Role: TypeAlias = Literal["player", "dealer", "supervisor", "cashier", "auditor", "admin", "surveillance"]
WagerProblemReason: TypeAlias = Literal[
    "below-minimum",
    "above-maximum",
    "not-exact-stake",
    "other-missing",
    "excluded",
    "above-cap",
    "not-equal",
    "below-combined-minimum",
    "not-offered",
    "during-round",
    "backline",
    "no-such-seat",
    "seat-has-bank",
    "jackpot-pending",
    "meter-down",
]
ClientFrame: TypeAlias = CommandFrame | PingFrame
Command: TypeAlias = (
    AcceptBank
    | AcknowledgeNotice
    | AnnounceChange
    | AnswerCall
    | AnswerRevealPass
    | ApproveBackOut
    | ApproveCorrection
    | ArrangeCards
    | BuyChips
    | CallResult
    | CallSupervisor
    | ChangeSettings
    | ClearHold
    | CloseBets
    | CloseDispute
    | CloseTable
    | CompleteStep
    | ConfirmJackpot
    | CorrectCard
    | CorrectDice
    | DealHand
    | MakeDecision
    | DeclineBank
    | DrawButton
    | OrderFreeHand
    | JoinWaitingList
    | LeaveWaitingList
    | LoadShoe
    | DeclareMisdeal
    | OfferBank
    | OpenBets
    | OpenDispute
    | OpenTable
    | OrderRecut
    | PauseTable
    | PlaceWagers
    | PostBank
    | ReadCard
    | RecordAccommodation
    | ReferDispute
    | RejectBackOut
    | RejectCorrection
    | RejectJackpot
    | ReportCardFaceUp
    | ReportCardInError
    | ReportCutCard
    | ReportDisagreement
    | ReportMissingCard
    | RequestBackOut
    | RequestCorrection
    | RequestRevealPass
    | ResumeTable
    | RevealCards
    | RollDice
    | SaveArrangementDraft
    | SayReady
    | SendNotice
    | ShowBurnCard
    | ShowHand
    | SitDown
    | SitIn
    | SitOut
    | StandUp
    | VerifyStep
    | VoidRound
    | WithdrawChange
)
Frame: TypeAlias = StateFrame | ViewFrame | EventsFrame | PrivateFrame | AcceptedFrame | RefusedFrame | PongFrame
TableEvent: TypeAlias = (
    BankRotated
    | BankPosted
    | BankDeadlineSet
    | BankReturned
    | BetsOpened
    | CountdownSet
    | WagersPlaced
    | ReadySaid
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
    | ArrangementsRequested
    | HoleCardsRevealed
    | DiceCorrected
    | CardCorrected
    | TableCreated
    | SettingsChanged
    | TableOpened
    | TableClosed
    | TablePaused
    | TableResumed
    | SeatTaken
    | SeatLeft
    | SupervisorCalled
    | CallAnswered
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
    | DecisionMade
    | DecisionTimedOut
    | ArrangementMade
    | ArrangementDrafted
    | HandShown
    | DiceRolled
    | RoundInputRecorded
    | SeatTransfersMade
    | RoundSettled
    | RoundVoided
    | RoundCorrected
    | ShoeLoaded
    | CardsBurned
    | BurnedCardShown
    | CutCardReached
    | ShoeRevealed
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
    | CorrectionRequested
    | CorrectionRejected
    | IrregularityReported
    | FreeHandOrdered
    | HoldPlaced
    | HoldLifted
)


class Commands(Generic[Reply]):
    """Every command of a table as a method; a field that is None is left out."""

    def _give(self, do: str, **fields: Any) -> Reply:
        """Send a command and return what its sender gets."""
        raise NotImplementedError

    def accept_bank(self, *, cents: int) -> Reply:
        """Command to take the offered bank and post its amount."""
        return self._give("accept-bank", cents=cents)

    def acknowledge_notice(self, *, id: str) -> Reply:
        """Command to acknowledge a notice."""
        return self._give("acknowledge-notice", id=id)

    def announce_change(self, *, settings: TableSettings, from_at: int | None = None) -> Reply:
        """Command to announce new settings; they are posted now and take effect at `from_at`."""
        return self._give("announce-change", settings=settings, from_at=from_at)

    def answer_call(self) -> Reply:
        """Command that reports the arrival of a supervisor."""
        return self._give("answer-call")

    def answer_reveal_pass(self, *, hand: str, agree: bool) -> Reply:
        """Command to agree or disagree that another bettor reveals the cards."""
        return self._give("answer-reveal-pass", hand=hand, agree=agree)

    def approve_back_out(self, *, id: str) -> Reply:
        """Command to approve a back-out that another person requested; the amount returns from the credit to the
        meter.
        """
        return self._give("approve-back-out", id=id)

    def approve_correction(self, *, id: str) -> Reply:
        """Command to approve a correction that another person requested. The entries are reversed and the round is
        settled again.
        """
        return self._give("approve-correction", id=id)

    def arrange_cards(
        self,
        *,
        seat: int,
        declares: str | None = None,
        confirms_foul: bool | None = None,
        hands: dict[str, list[str]] | None = None,
        question: int | None = None,
    ) -> Reply:
        """Command to set a seat's cards into hands. `hands`: cards by hand name; None: set the house way."""
        return self._give(
            "arrange-cards", seat=seat, declares=declares, confirms_foul=confirms_foul, hands=hands, question=question
        )

    def buy_chips(self, *, cents: int) -> Reply:
        """Command to buy chips with credit, at a table where seats play against each other. Allowed between hands;
        in some games also during a hand, until the showdown.
        """
        return self._give("buy-chips", cents=cents)

    def call_result(self) -> Reply:
        """Command to announce the result and settle the round."""
        return self._give("call-result")

    def call_supervisor(self, *, note: str | None = None) -> Reply:
        """Command to call a supervisor."""
        return self._give("call-supervisor", note=note)

    def change_settings(self, *, settings: TableSettings) -> Reply:
        """Command to change the table's settings between rounds."""
        return self._give("change-settings", settings=settings)

    def clear_hold(self, *, id: str, reason: str) -> Reply:
        """Command to lift a hold that a fault caused."""
        return self._give("clear-hold", id=id, reason=reason)

    def close_bets(self) -> Reply:
        """Command to close betting."""
        return self._give("close-bets")

    def close_dispute(self, *, id: str, resolution: str) -> Reply:
        """Command to close a dispute; the evidence bundle of the round must exist."""
        return self._give("close-dispute", id=id, resolution=resolution)

    def close_table(self) -> Reply:
        """Command to close the table between rounds."""
        return self._give("close-table")

    def complete_step(
        self,
        *,
        step: str,
        seat: int | None = None,
        declined: list[int] | None = None,
        from_end: int | None = None,
        batch: str | None = None,
        seals_unbroken: bool | None = None,
        inventory: str | None = None,
        device: str | None = None,
        sound: bool | None = None,
        choice: str | None = None,
        note: str | None = None,
    ) -> Reply:
        """Command that reports a completed procedure step, for example inspect, wash, shuffle or cut, with its
        entries.
        """
        return self._give(
            "complete-step",
            step=step,
            seat=seat,
            declined=declined,
            from_end=from_end,
            batch=batch,
            seals_unbroken=seals_unbroken,
            inventory=inventory,
            device=device,
            sound=sound,
            choice=choice,
            note=note,
        )

    def confirm_jackpot(self, *, id: str) -> Reply:
        """Command to confirm a win from a meter; above the house's threshold an executive confirms as well."""
        return self._give("confirm-jackpot", id=id)

    def correct_card(self, *, place: int, card: str) -> Reply:
        """Command to correct a misread card of the current round. `place`: number of the card in the round, from 1."""
        return self._give("correct-card", place=place, card=card)

    def correct_dice(self, *, numbers: list[int]) -> Reply:
        """Command to correct the dice numbers of the current round."""
        return self._give("correct-dice", numbers=numbers)

    def deal_hand(self) -> Reply:
        """Command to begin the next hand, at a table where seats play against each other."""
        return self._give("deal-hand")

    def decide(self, *, seat: int, choice: str, cents: int | None = None, question: int | None = None) -> Reply:
        """Command to decide about a seat's hand: hit, stand, double-down, split, surrender, insure or decline."""
        return self._give("decide", seat=seat, choice=choice, cents=cents, question=question)

    def decline_bank(self) -> Reply:
        """Command to decline the offered bank, or to give the bank up."""
        return self._give("decline-bank")

    def draw_button(self, *, cards: dict[str, str] | None = None) -> Reply:
        """Command to draw for the dealer button, one card per player; the highest card gets the button. `cards`: the
        dealer's cards by seat; None: the generator draws them.
        """
        return self._give("draw-button", cards=cards)

    def free_hand(self, *, reason: str) -> Reply:
        """Command to deal the next hand without wagers, which keeps the order of the shoe."""
        return self._give("free-hand", reason=reason)

    def join_waiting_list(self) -> Reply:
        """Command to join the waiting list of a full table."""
        return self._give("join-waiting-list")

    def leave_waiting_list(self) -> Reply:
        """Command to leave the waiting list."""
        return self._give("leave-waiting-list")

    def load_shoe(self, *, batch: str | None = None) -> Reply:
        """Command to load a new shoe."""
        return self._give("load-shoe", batch=batch)

    def misdeal(self, *, reason: str) -> Reply:
        """Command to declare a misdeal: dealing errors that cannot be corrected."""
        return self._give("misdeal", reason=reason)

    def offer_bank(self) -> Reply:
        """Command to offer the bank to the seats again after no player has taken it."""
        return self._give("offer-bank")

    def open_bets(self) -> Reply:
        """Command to open betting for the next round."""
        return self._give("open-bets")

    def open_dispute(self, *, round: str, reason: str) -> Reply:
        """Command to open a dispute about a round; the table is on hold until the evidence is saved."""
        return self._give("open-dispute", round=round, reason=reason)

    def open_table(self) -> Reply:
        """Command to open the table for play."""
        return self._give("open-table")

    def order_recut(self, *, reason: str, cutter: Literal["same", "next"] | None = None) -> Reply:
        """Command to have the cards cut again before any is dealt, by the same cutter or by the next one."""
        return self._give("order-recut", cutter=cutter, reason=reason)

    def pause_table(self, *, reason: str) -> Reply:
        """Command to stop the table's timers."""
        return self._give("pause-table", reason=reason)

    def place_wagers(self, *, seat: int, wagers: list[WagerAmount], round: str | None = None) -> Reply:
        """Command that replaces all chips a bettor has at a seat; an empty list takes all of them back. The seat is
        the player's own, or one the player bets behind.
        """
        return self._give("place-wagers", seat=seat, wagers=wagers, round=round)

    def post_bank(self, *, cents: int) -> Reply:
        """Command of the player-dealer to post the bank for the next hand."""
        return self._give("post-bank", cents=cents)

    def read_card(self, *, card: str) -> Reply:
        """Command that reports a card from the shoe, read by the smart shoe or entered by the dealer."""
        return self._give("read-card", card=card)

    def record_accommodation(self, *, what: str, seat: int | None = None) -> Reply:
        """Command to record different treatment of a player or dealer with a disability."""
        return self._give("record-accommodation", seat=seat, what=what)

    def refer_dispute(self, *, id: str, to: str | None = None, reference: str | None = None) -> Reply:
        """Command to refer a dispute to an outside body."""
        return self._give("refer-dispute", id=id, to=to, reference=reference)

    def reject_back_out(self, *, id: str, reason: str) -> Reply:
        """Command to reject a back-out; the jackpot stays paid."""
        return self._give("reject-back-out", id=id, reason=reason)

    def reject_correction(self, *, id: str, reason: str) -> Reply:
        """Command to reject a correction; the round stays as settled."""
        return self._give("reject-correction", id=id, reason=reason)

    def reject_jackpot(self, *, id: str, reason: str) -> Reply:
        """Command to reject a win from a meter; its amount returns to the meter."""
        return self._give("reject-jackpot", id=id, reason=reason)

    def report_card_face_up(self, *, card: str, reason: str) -> Reply:
        """Command that reports that the next card in the shoe is face up."""
        return self._give("report-card-face-up", card=card, reason=reason)

    def report_card_in_error(self, *, card: str, disclosed: bool, reason: str) -> Reply:
        """Command that reports a card drawn against the rules."""
        return self._give("report-card-in-error", card=card, disclosed=disclosed, reason=reason)

    def report_cut_card(self) -> Reply:
        """Command that reports that the cut card has come out of the shoe."""
        return self._give("report-cut-card")

    def report_disagreement(self, *, reason: str) -> Reply:
        """Command that reports a disagreement between a terminal and the board, which counts as a malfunction. The
        table is put on hold. Depending on the rulebook, the round is void.
        """
        return self._give("report-disagreement", reason=reason)

    def report_missing_card(self, *, inventory: str, reason: str, card: str | None = None) -> Reply:
        """Command that reports a card missing from a sealed batch. The inventory number identifies the batch for its
        manufacturer.
        """
        return self._give("report-missing-card", inventory=inventory, card=card, reason=reason)

    def request_back_out(self, *, id: str, reason: str) -> Reply:
        """Command to request that a paid jackpot is taken back from the player's credit."""
        return self._give("request-back-out", id=id, reason=reason)

    def request_correction(self, *, round: str, place: int, card: str, reason: str) -> Reply:
        """Command to request the correction of a card of a settled round. `place`: number of the card in the round,
        from 1.
        """
        return self._give("request-correction", round=round, place=place, card=card, reason=reason)

    def request_reveal_pass(self, *, hand: str, to_seat: int) -> Reply:
        """Command to request that another bettor reveals the cards of a hand."""
        return self._give("request-reveal-pass", hand=hand, to_seat=to_seat)

    def resume_table(self) -> Reply:
        """Command to restart the timers of a paused table."""
        return self._give("resume-table")

    def reveal_cards(self, *, hand: str) -> Reply:
        """Command to reveal the face-down cards of a hand."""
        return self._give("reveal-cards", hand=hand)

    def roll_dice(self, *, numbers: list[int] | None = None) -> Reply:
        """Command that reports the dice numbers; with `numbers` None the generator rolls."""
        return self._give("roll-dice", numbers=numbers)

    def save_arrangement_draft(self, *, seat: int, hands: dict[str, list[str]], question: int | None = None) -> Reply:
        """Command to save an unfinished arrangement; when the time runs out, it is used if it is valid."""
        return self._give("save-arrangement-draft", seat=seat, hands=hands, question=question)

    def say_ready(self) -> Reply:
        """Command of a player whose bets are made; betting closes when every player has sent it."""
        return self._give("say-ready")

    def send_notice(self, *, text: str) -> Reply:
        """Command of surveillance to send a notice to the floor."""
        return self._give("send-notice", text=text)

    def show_burn_card(self, *, card: str) -> Reply:
        """Command that reports a burn card, after the first one, that is shown to the players."""
        return self._give("show-burn-card", card=card)

    def show_hand(self) -> Reply:
        """Command to open the next hand, so that everybody sees its cards."""
        return self._give("show-hand")

    def sit_down(self, *, seat: int) -> Reply:
        """Command to take a seat, or a further seat where one player may have several."""
        return self._give("sit-down", seat=seat)

    def sit_in(self, *, post: bool | None = None) -> Reply:
        """Command to be dealt in again after sitting out. With `post`, the player pays the missed blinds and antes
        and is dealt in at once; otherwise the player waits for the regular turn.
        """
        return self._give("sit-in", post=post)

    def sit_out(self) -> Reply:
        """Command to sit out: the player is not dealt in, and keeps seat and chips."""
        return self._give("sit-out")

    def stand_up(self, *, seat: int | None = None) -> Reply:
        """Command to leave the table, or one of several seats."""
        return self._give("stand-up", seat=seat)

    def verify_step(self, *, id: str) -> Reply:
        """Command to confirm that a step was carried out as recorded."""
        return self._give("verify-step", id=id)

    def void_round(self, *, reason: str) -> Reply:
        """Command to void the round; stakes and fees are returned."""
        return self._give("void-round", reason=reason)

    def withdraw_change(self, *, id: str, reason: str) -> Reply:
        """Command to withdraw an announced change."""
        return self._give("withdraw-change", id=id, reason=reason)


STATUS_OF_CODE = {
    "approval/own": 403,
    "approval/second": 403,
    "back_out/not_found": 404,
    "card/not_found": 404,
    "cash-out/approver_rejected": 403,
    "change/not_found": 404,
    "coach/no_odds": 503,
    "coach/not_available": 404,
    "command/unknown": 404,
    "correction/not_found": 404,
    "coupon/not_found": 404,
    "csrf/invalid": 403,
    "database/unavailable": 503,
    "device/mac": 401,
    "draft/not_found": 404,
    "exclusion/not_found": 404,
    "hand-pay/witness": 403,
    "hold/not_found": 404,
    "host/not_allowed": 421,
    "jackpot/not_found": 404,
    "lab/not_a_rulebook": 422,
    "lab/play_money_only": 403,
    "login/closed": 403,
    "login/code_needed": 401,
    "login/locked": 403,
    "login/wrong": 401,
    "login/wrong_second_factor": 401,
    "meter/not_found": 404,
    "notice/not_found": 404,
    "origin/not_allowed": 403,
    "password/must_change": 403,
    "password/wrong": 403,
    "player/not_found": 404,
    "print/not_found": 404,
    "printer/not_configured": 404,
    "rate/coach": 429,
    "rate/commands": 429,
    "rate/lab": 429,
    "rate/logins": 429,
    "rate/requests": 429,
    "request/invalid": 422,
    "request/too_large": 413,
    "role/forbidden": 403,
    "role/play_money_only": 403,
    "round/not_found": 404,
    "rulebook/not_found": 404,
    "seat/not_found": 404,
    "second_factor/set_up_required": 403,
    "server/busy": 503,
    "server/internal_error": 500,
    "session/login_required": 401,
    "session/over": 401,
    "session/terminal": 401,
    "shift/not_found": 404,
    "shoe/not_found": 404,
    "step/not_found": 404,
    "table/elsewhere": 503,
    "table/not_found": 404,
    "terminal/guesses": 429,
    "terminal/not_found": 404,
    "user/login_again": 401,
    "user/not_found": 404,
    "voucher/not_found": 404,
}
"""HTTP status of each error code; 409 where the code is not listed."""
