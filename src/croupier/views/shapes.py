"""What every view is made of, written once: the type checker reads it here, the pages' types are made from it.

Amounts are cents, times milliseconds of the server's clock. A key that may be missing says so; one that is not here is
shown to nobody. `pick` takes its keys from these shapes, so that a new key of a record is hidden until it is written
down. A shape's name ends in `Seen` where something else has its plain name already; the pages use the plain one.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from croupier.money.odds import OddsKind
from croupier.money.schedules.sheet import Basis
from croupier.play.family import AfterFold, WagerRole
from croupier.play.felt import MadeHand
from croupier.play.stakes import AmountPosted, HandBetweenSeats, PointsPosted
from croupier.rulebook.schema import StepAsks, StepWhen
from croupier.rulebook.sources import Rule
from croupier.table.settings import Mode
from croupier.table.state import Phase
from croupier.views.trend_shapes import TileRecord, TrendsSeen

FactsTold = dict[str, int | str | bool | list[int]]
"""The facts people speak of, as the record of a round keeps them."""
Cards = dict[str, list[str]]
"""The cards of each hand."""


# The layout


class PaySeen(TypedDict):
    """What a row pays: of the stake `to` or `for` one, so many cents whatever the stake, a share of a meter."""

    kind: OddsKind
    numerator: int
    denominator: int


class RowSeen(TypedDict):
    """One line of a pay table."""

    name: str
    pays: str
    odds: str
    """As the rulebook writes it."""
    pay: PaySeen
    meter: str
    """The title of the meter it takes a share of; empty where it takes none."""
    envy: str
    cite: str


class LimitSeen(TypedDict):
    """The least and the most that may be staked."""

    least_cents: int
    most_cents: int
    cite: str


class TermSeen(TypedDict):
    """A condition of a wager that a reader should know before betting it."""

    title: str
    text: str
    cite: str


class LinkedSeen(TypedDict):
    """Wagers that another needs, or bars."""

    wagers: list[str]
    seated_only: bool
    """Asked of the seat's own player, and of nobody behind him."""
    cite: str


class CapSeen(TypedDict):
    """No more here than this share of what lies on these."""

    of: list[str]
    by_total: bool
    """Of all of them together, and not of each."""
    share: str
    exact: bool
    cite: str


class ChargeSeen(TypedDict):
    """What the house keeps."""

    taken_on: Literal["win", "push"]
    of: Literal["winnings", "stake"]
    share: str
    when: str
    cite: str


class WagerPosted(TypedDict):
    """One wager as it stands on the layout."""

    id: str
    title: str
    group: str
    role: WagerRole
    zone: str
    """The hand on the felt that it belongs to, or `tie` between them; empty for one that belongs to none."""
    summary: str
    outcome: str
    rows: list[RowSeen]
    limit: LimitSeen
    requires: list[LinkedSeen]
    excludes: list[LinkedSeen]
    at_most: list[CapSeen]
    charges: list[ChargeSeen]
    backline: bool
    asked: bool
    """Put up while the round is played, when it is offered: no spot to bet on."""
    after_fold: AfterFold | None
    """In a game with folds: whether it stays in play when the hand is given up."""
    envy_from_cents: int | None
    """The stake from which it is also paid for the hands of others: the `envy` of its rows."""
    terms: list[TermSeen]
    note: str
    cite: str


class WagerSeen(WagerPosted):
    """One wager of a table, and whether it is open."""

    locked: bool
    meter_down: bool


class FeeSeen(TypedDict):
    """One line of a collection schedule."""

    lowest: int
    """Cents, or players where the schedule goes by them."""
    highest: int | None
    """None: and more."""
    fee_cents: int


class ScheduleSeen(TypedDict):
    """The collection schedule in force."""

    id: str
    title: str
    cite: str
    rules: list[Rule]
    basis: Basis
    player_dealer_cents: int | None
    """What the player-dealer pays a hand, where the brackets are the players'."""
    fees: list[FeeSeen]
    """As it is posted: every bracket."""


class PostedNotice(TypedDict):
    """A sentence that stands at the table for everybody to read."""

    id: str
    text: str
    cite: str


class ComingOption(TypedDict):
    """One thing that an announced change changes."""

    option: str
    title: str
    was: str
    becomes: str


class ComingSeen(TypedDict):
    """A change that was announced, and from when it counts."""

    id: str
    at: int
    from_at: int
    changes: list[ComingOption]


class GameSeen(TypedDict):
    """Which game this is, by whose rules."""

    rulebook: str
    title: str
    summary: str
    family: str
    banking: Literal["house", "player-dealer", "seats"]
    house: str
    digest: str
    decks: int
    hands: list[str]
    together_least_cents: int
    """What all of one bettor's wagers must add up to at least; 0 where nothing is asked."""
    printed: dict[str, list[str]]
    """The cards printed at each seat of the layout."""
    schedule: ScheduleSeen | None
    notices: list[PostedNotice]
    """What stands at the table for everybody to read."""
    coming: list[ComingSeen]
    """Changes that were announced and do not count yet."""
    soft_17: Literal["hit", "stand"] | None
    counts_cards: bool
    """The number of cards is announced with the result."""
    boxes: int
    """How many seats one player may hold."""


class ApprovedSeen(TypedDict):
    """An approval of the regulator's, as it was recorded."""

    reference: str
    date: str
    entered_by: str


class SettingsPosted(TypedDict):
    """How a table is set up, as it is posted there."""

    rulebook: str
    options: dict[str, Any]
    mode: Mode
    schedule: int | str | None
    rotation: str
    betting_seconds: int
    decision_seconds: int
    offer_seconds: int
    card_ms: int
    result_ms: int


class SettingsSeen(SettingsPosted):
    """How a table is set up."""

    meters: dict[str, str]
    """Which house meter stands behind each meter of the rulebook."""
    required_steps: NotRequired[list[str]]
    batches: NotRequired[list[str]]
    approvals: NotRequired[dict[str, ApprovedSeen]]
    """Left out of a log from before there were any."""


# The felt


class SeenCard(TypedDict):
    """A card as it lies; one whose back alone is seen has no `card`."""

    nth: int
    place: int | None
    """Its number among the cards of the round; none for one carried over from the last."""
    face_down: bool
    card: NotRequired[str]


class FeltHandSeen(TypedDict):
    """How a hand stands, in a game in which seats have hands of their own: `dealer`, `player:2`, `player:2/1`."""

    hand: str
    seat: int | None
    total: int | None
    soft: bool
    state: str
    stake_cents: int
    compared: NotRequired[str]
    """How it came out against the hand it is settled against, once both are open: `win`, `lose`, `copy-win`,
    `copy-lose`; `copy` where nobody takes one."""


class PlaceSeen(TypedDict):
    """A card's place."""

    hand: str
    nth: int


class DrawingSeen(TypedDict):
    """The card that comes next, and the hands that take no more; empty before every card that decides it is seen."""

    next: PlaceSeen | None
    stands: list[str]


class ChoiceSeen(TypedDict):
    """One thing a seat may do now, and what it costs."""

    do: str
    least_cents: int
    most_cents: int


class QuestionSeen(TypedDict):
    """What a seat is asked about one of its hands (1, 2 ... from the left)."""

    seat: int
    hand: int
    choices: list[ChoiceSeen]
    silence: str
    """What is done for whoever says nothing."""
    question: int
    own: bool


class AskingSeen(TypedDict):
    """Who is asked to decide what, and until when: one countdown for all."""

    until: int | None
    seconds: int
    questions: list[QuestionSeen]
    later: list[int]
    """The seats that are asked the same after these."""


class HandToLay(TypedDict):
    """A hand that a seat is asked for: its name, and of how many cards."""

    name: str
    cards: int


class SettingAsked(TypedDict):
    """A seat that is asked to lay its cards into hands."""

    seat: int
    hands: list[HandToLay]
    question: int


class WaySeen(TypedDict):
    """One way to lay one's cards: what each hand would come to, and why it would be foul."""

    hands: dict[str, list[str]]
    made: dict[str, MadeHand]
    foul: str | None
    house_way: bool


class DeclarationSeen(TypedDict):
    """What may be declared instead of a showdown, or with it: `surrender`, `clean-sweep`."""

    name: str
    why_not: str
    """Why it may not be declared now; empty where it may."""


class SettingSeen(SettingAsked):
    """The same, and whether it is the viewer's own."""

    own: bool
    ways: NotRequired[list[WaySeen]]
    """To whoever lays them: every way there is; nothing where they are too many to look through."""
    draft: NotRequired[dict[str, list[str]]]
    """To whoever lays them: how they lie so far."""
    foul_loses: NotRequired[bool]
    """To whoever lays them: whether the game takes a foul, which then loses."""
    declarations: NotRequired[list[DeclarationSeen]]
    """To whoever lays them: what he may declare of his hand, and why not now."""


class ArrangingSeen(TypedDict):
    """Who is asked to lay his cards into which hands, and until when: one countdown for all."""

    until: int | None
    seconds: int
    done: list[int]
    """The seats that have laid theirs."""
    settings: list[SettingSeen]


class ThrownSeen(TypedDict):
    """What was thrown or picked before the cards went out: `dice`, a `pile`."""

    what: str
    numbers: list[int]


class OrderSeen(TypedDict):
    """Who comes when, in a game in which that changes from round to round."""

    thrown: list[ThrownSeen]
    first: int | None
    """The seat that gets the first cards."""
    action: int | None
    """The seat with the action button."""
    seats: list[int]
    """Those with a hand, in the order in which hands are opened and paid."""
    to_open: str | None
    """The hand that is opened next."""
    opened: list[int]
    """The seats whose hands everybody sees."""


class KnownSeen(TypedDict):
    """A wager of the round under way that is decided already. Its money moves when the round is settled."""

    seat: int
    bettor: str
    wager: str
    cents: int
    result: Literal["win", "lose", "push", "returned"]
    due_cents: int
    """What it wins on top of the stake, if the bank covers it; what it loses."""
    row: str | None
    name: str
    own: bool


class HolderSeen(TypedDict):
    """A bettor, by seat."""

    seat: int
    bettor: str


class PassingSeen(TypedDict):
    """A bettor wishes that another turns a hand, and who has still to agree."""

    hand: str
    by: HolderSeen
    to: HolderSeen
    waiting_for: list[HolderSeen]


class TurningSeen(TypedDict):
    """Who has the right to turn, whose turn it is and until when."""

    rights: dict[str, HolderSeen | None]
    to_turn: str | None
    by: HolderSeen | None
    until: int | None
    seconds: int
    asking: PassingSeen | None
    may_pass_to: list[int]


class NextHandSeen(TypedDict):
    """How the next round begins."""

    free_hand: bool
    card_carried: bool
    carried: NotRequired[str]


class SeatSeen(TypedDict):
    """A seat. A name is shown to whoever bears it and to staff."""

    seat: int
    is_taken: bool
    third_party: bool
    bot: bool
    """Nobody: the demonstration house plays there for company."""
    own: bool
    name: NotRequired[str]
    account: NotRequired[str]


class ChipSpot(TypedDict):
    """Chips of one bettor on one wager."""

    seat: int
    bettor: str
    wager: str
    cents: int
    own: bool
    account: NotRequired[str]
    raised: NotRequired[Literal[True]]
    """Put up while the round is played."""
    promotional: NotRequired[Literal[True]]
    """Promotional chips."""


class BettingSeen(TypedDict):
    """The countdown, the same for everybody."""

    is_open: bool
    round: str | None
    opened_at: int | None
    closes_at: int | None
    closed_at: int | None
    opens_at: int | None
    """When the next bets open by themselves; none where a dealer opens them, or they are open."""
    stands_since: int | None
    """Since when the clocks stand; none while they run."""
    seconds: int
    rule: str
    action_cents: int


class ShoeSeen(TypedDict):
    """How much of the shoe is left, and what was promised of it."""

    number: int
    source: str
    decks: int
    cards: int
    left: int
    burn_due: bool
    cut_card_out: bool
    last_hand: bool
    finished: bool
    digest: str | None
    opened: bool
    batch: str | None
    """The colour of its backs, where two batches or decks take turns."""
    burned: list[str]
    """The burned cards that were shown."""
    burned_unseen: int


# Money


class ResultPublic(TypedDict):
    """What came of a wager. Chips are paid on the open felt, by seat: whose account it is nobody else needs to know."""

    seat: int
    bettor: str
    wager: str
    hand: NotRequired[int]
    """Which of the seat's hands, where it has split."""
    cents: int
    result: Literal["win", "lose", "push", "returned"]
    net_cents: int
    """What it came to, a win off a meter included."""
    jackpot_cents: int
    row: str | None
    name: str
    cite: str
    promotional_cents: NotRequired[int]
    """How much of the stake was promotional chips, where some were."""
    promotional_taken_cents: NotRequired[int]
    """How many of those are gone: lost, or played once."""


class ResultOwn(ResultPublic):
    """A bettor's own, in full."""

    owed_cents: int | None
    commission_cents: int
    credit_net_cents: NotRequired[int]
    """What it came to in credit, where promotional chips were on it."""


class StaffResult(ResultOwn):
    """What came of a wager, in full, and whose it is."""

    account: str
    meter_cents: NotRequired[int]
    """What of a fixed pay the meter paid instead of the tray."""


class ResultSeen(ResultPublic):
    """What came of a wager, to whoever looks: of his own he sees more."""

    owed_cents: NotRequired[int | None]
    commission_cents: NotRequired[int]
    credit_net_cents: NotRequired[int]
    account: NotRequired[str]


class Totals(TypedDict):
    """All that was bet of credit, and won."""

    staked_cents: int
    net_cents: int
    jackpot_cents: int
    promotional_cents: NotRequired[int]
    """Promotional chips that were bet beside, where some were."""


class OwnTotals(Totals):
    """A player's own part in a round."""

    results: list[ResultOwn]


class BankPublic(TypedDict):
    """What the player-dealer put up, and what became of it."""

    seat: int
    cents: int
    net_cents: int
    left_cents: int


class BankSeen(BankPublic):
    """What the player-dealer put up, and what became of it. Whose it is: for staff."""

    account: NotRequired[str]


class BankKept(TypedDict):
    """The same of a kept round. Of a void one nothing became of it."""

    seat: int
    cents: int
    net_cents: NotRequired[int]
    left_cents: NotRequired[int]
    account: NotRequired[str]


RoundStatus = Literal["settled", "void", "corrected"]


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
    own: NotRequired[OwnTotals]
    code: NotRequired[str]
    """Of a void round: why."""
    reason: NotRequired[str]
    """The same in words, where the game itself gave it, or to staff."""


class ProgressiveSeen(TypedDict):
    """What a meter stands at; one that cannot be read has no amount."""

    meter: str
    title: str
    wager: str
    linked: str
    cents: int | None


class JackpotSeen(TypedDict):
    """A win off a meter that waits for confirmation."""

    id: str
    round: str
    meter: str
    title: str
    wager: str
    seat: int
    cents: int
    own: bool
    account: NotRequired[str]
    confirmed_by: NotRequired[str | None]


# The player-dealer


class RotationSeen(TypedDict):
    """The rules by which the bank goes round."""

    name: str
    title: str
    cites: list[str]
    rules: list[Rule]


class NoticeSeen(TypedDict):
    """Something the table is told of the bank."""

    kind: str
    text: str
    seat: int | None


class PlayerDealerSeen(TypedDict):
    """Who banks, how much, and who is asked."""

    rules: RotationSeen
    stage: Literal["waiting", "banking", "offering", "broken"]
    seat: int | None
    asked: int | None
    behind: Literal["you", "another"] | None
    """Who is asked or banks from behind the seat; None where it is the seat's own player. [004 L1577]"""
    answer_until: int | None
    answer_seconds: int
    posted_cents: int | None
    hands_banked: int
    hands_limit: int
    direction: str
    must_intervene: bool
    game_stops_at: int | None
    notices: list[NoticeSeen]


# Whose eyes only


class OwnSpot(TypedDict):
    """A player's chips at one seat."""

    seat: int
    bettor: str
    wagers: dict[str, int]
    promotional_wagers: NotRequired[list[str]]
    """Those that are made with promotional chips."""


class GiftSeen(TypedDict):
    """What is left of promotional chips that were given at once."""

    campaign: str
    cents: int
    ends_at: int


class PromotionalPurse(TypedDict):
    """A player's promotional chips: they are played and never cashed."""

    cents: int
    gifts: list[GiftSeen]
    """The one that ends first before the others."""
    groups: list[str]
    """The groups of wagers they may be put on; none: this house takes none."""


class OwnSeen(TypedDict):
    """A player's own seat, credit and stakes."""

    account: str
    seat: int | None
    seats: list[int]
    """All the boxes he holds, `seat` first."""
    balance_cents: int | None
    promotional: NotRequired[PromotionalPurse]
    """In a house that takes promotional chips, or where some are left."""
    spots: list[OwnSpot]
    staked_cents: int
    """Of his credit."""
    promotional_staked_cents: NotRequired[int]
    fee_cents: int
    bank_cents: int
    in_play: bool


class Where(TypedDict, total=False):
    """What the next thing is about."""

    hand: str
    nth: int
    seat: int
    choices: list[str]
    many: int
    """How many dice, or burned cards."""
    sides: NotRequired[int]
    """How many sides each of the dice has."""
    step: str
    """Which step of the procedure."""


class Expected(Where):
    """The one next thing at a table."""

    words: str
    do: str | None
    """The command that does it; none where nobody at the console has anything to do."""


class HoldSeen(TypedDict):
    """What keeps the table from going on."""

    id: str
    why: str
    reason: str
    since: int
    round: str | None
    referred_to: str
    """Of a dispute: to whom it was referred."""
    reference: str


class StepSeen(TypedDict):
    """A step of the procedure as the table stands to it."""

    id: str
    title: str
    text: str
    when: StepWhen
    by: Literal["dealer", "supervisor"]
    verified_by: str
    asks: list[StepAsks]
    choices: list[str]
    least_from_end: int
    offered: list[int]
    """The seats that are offered a cut, in their order."""
    required: bool
    waits: bool
    """Done, and somebody else has still to confirm it."""
    done: DoneSeen | None
    cite: str


class DoneSeen(TypedDict):
    """Who carried a step out, and when; who confirmed it."""

    id: str
    step: str
    title: str
    at: int
    name: str
    verified_by: str
    """Whose it is to confirm."""
    verified_name: str
    verified_at: int | None
    entered: dict[str, Any]


class ApprovalSeen(TypedDict):
    """Something of the rulebook that the regulator has to approve, and whether that is recorded."""

    id: str
    title: str
    option: str
    cite: str
    recorded: ApprovedSeen | None


class FloorNoticeSeen(TypedDict):
    """A notice that has not been seen by whom it is for."""

    id: str
    to: Literal["surveillance", "floor"]
    at: int
    until: int | None
    text: str
    name: str


class AccommodationSeen(TypedDict):
    """What is done differently for somebody with a disability."""

    seat: int | None
    what: str
    name: str


class CorrectionSeen(TypedDict):
    """A card of a settled round that somebody says was misread."""

    id: str
    round: str
    place: int
    card: str
    reason: str
    by: str


class BackOutSeen(TypedDict):
    """That a paid jackpot be taken back: asked, and not yet decided."""

    id: str
    reason: str
    by: str


class PaidJackpotSeen(TypedDict):
    """A win off a meter that was paid, for those who may take it back."""

    id: str
    round: str
    meter: str
    title: str
    wager: str
    seat: int
    account: str
    cents: int
    paid_by: str | None
    back_out: BackOutSeen | None


class BankHeld(TypedDict):
    """Whose money banks."""

    account: str
    cents: int


class DiceEntered(TypedDict):
    """A throw as the dealer entered it."""

    numbers: list[int]
    sides: int


class StaffSeen(TypedDict):
    """What those who run the table see besides."""

    expects: Expected
    settings: SettingsSeen
    paused_for: str
    holds: list[HoldSeen]
    supervisor_called: str | None
    corrections: list[CorrectionSeen]
    paid_jackpots: list[PaidJackpotSeen]
    """The newest first."""
    dice: DiceEntered | None
    """The last throw, while it can still be put right."""
    fees: dict[str, int]
    bank: BankHeld | None
    steps: list[StepSeen]
    """The procedure, step by step: what belongs to this moment at the table."""
    to_verify: list[DoneSeen]
    recut: Literal["same", "next"] | None
    """A cut that a supervisor has ordered again, and by whom."""
    notices: list[FloorNoticeSeen]
    accommodations: list[AccommodationSeen]
    approvals: list[ApprovalSeen]
    disputes_to: str
    """To whom the rules refer a dispute."""


# Table stakes


class StackSeen(TypedDict):
    """A player's chips and how he stands, at a table where seats play one another."""

    seat: int
    cents: int
    """In front of him; while a hand is played, what he has not brought to it."""
    is_out: bool
    """He sits out."""
    owes: list[str]
    """What he has missed."""
    posts: bool
    in_hand: bool
    time_bank_ms: int
    own: bool
    bot: bool


class BuyInSeen(TypedDict):
    """What may be had in front of one, the smallest chip, and what is played for."""

    least_cents: int
    most_cents: int | None
    chip_cents: int
    plays: str
    """In a word: `limit`, `no-limit`; empty where there is one way only."""
    stakes_cents: list[int]
    """Small and big bet, or the blinds, or a point."""
    cite: str


class WaitingSeen(TypedDict):
    """Who waits for a seat; names are for staff and for whoever bears them."""

    place: int
    own: bool
    name: NotRequired[str]


class StakesSeen(TypedDict):
    """A table where seats play one another for the chips in front of them."""

    stacks: list[StackSeen]
    posted: list[AmountPosted]
    """The amounts the table is known by: blinds, an ante, the most in a round."""
    points: list[PointsPosted]
    """What is worth points, in a game that counts them."""
    buy_in: BuyInSeen
    waiting: list[WaitingSeen]
    button: int | None
    least_players: int
    has_a_hand: bool
    """Whether enough players are ready for the next hand."""
    hand: HandBetweenSeats | None
    """The hand that is played."""
    time_bank: int | None
    """The seat that thinks on out of its own time; none while nobody does."""


# Whole views


class TableSeen(TypedDict):
    """A table, as one viewer may see it."""

    table: str
    now: int
    mark: str
    """Of a demonstration house; empty elsewhere."""
    game: GameSeen
    version: int
    mode: Mode
    phase: Phase
    is_running: bool
    is_paused: bool
    held_for: list[str]
    seats: list[SeatSeen]
    betting: BettingSeen
    wagers: list[WagerSeen]
    chips: list[ChipSpot]
    hands: dict[str, list[SeenCard]]
    made: dict[str, MadeHand]
    """What each hand comes to whose cards are all seen by whoever looks."""
    felt: list[FeltHandSeen]
    drawing: DrawingSeen
    asking: AskingSeen | None
    turning: TurningSeen | None
    arranging: NotRequired[ArrangingSeen]
    order: NotRequired[OrderSeen]
    """In a game with dice: while a round is dealt."""
    known: NotRequired[list[KnownSeen]]
    """Wagers that are decided before the round is."""
    next_hand: NextHandSeen
    shoe: ShoeSeen | None
    rounds: int
    last: LastRound | None
    trends: TrendsSeen
    progressives: list[ProgressiveSeen]
    jackpots: list[JackpotSeen]
    player_dealer: PlayerDealerSeen | None
    stakes: NotRequired[StakesSeen]
    """Where seats play one another for the chips in front of them."""
    own: NotRequired[OwnSeen]
    staff: NotRequired[StaffSeen]


class TableSign(TypedDict):
    """What people call a table; its name in the log is for machines."""

    number: int
    called: str
    """The house's own title for it; empty where it goes by its number."""
    languages: list[str]
    """Spoken there, as ISO 639 has them; empty where the house does not say."""


class TableView(TableSeen, TableSign):
    """A table with what belongs on every screen."""

    house: str
    help_line: str


class LineLimit(TypedDict):
    """The limits a table is known by."""

    least_cents: int
    most_cents: int


class StakesPosted(TypedDict, total=False):
    """Where seats play one another for the chips in front of them: what one brings, and how many wait for a seat."""

    buy_in: BuyInSeen
    waiting: int


class LobbyTile(TileRecord, TableSign, StakesPosted):
    """A table at a glance."""

    table: str
    now: int
    mark: str
    rulebook: str
    title: str
    family: str
    house: str
    banking: Literal["house", "player-dealer", "seats"]
    mode: Mode
    phase: Phase
    is_running: bool
    bets_open: bool
    closes_at: int | None
    seats: int
    seats_taken: int
    limit: LineLimit
    player_dealer: int | None
    progressives: list[ProgressiveSeen]
    hands_in_shoe: int


# Kept rounds


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


class KeptRound(RoundKept, GameKept, MoneyKept):
    """A kept round, as those who run the house see it."""

    results: list[NamedResult]
    totals: Totals
    bank: BankKept | None
    corrections: list[Change]


# A player's part in an event


class OwnCard(TypedDict, total=False):
    """A card that lies face down before a player."""

    place: int
    hand: str
    nth: int
    card: str


class OwnNews(OwnCard, total=False):
    """What an event tells a player about himself, beside what it tells everyone."""

    yours: Literal[True]
    name: str
    laid: list[list[int]] | None
    """How he has laid his cards, each by where it stands among those dealt to him; none for the house way."""
    fee_cents: int
    paid_cents: int
    returned_cents: int
    results: list[ResultOwn]
    staked_cents: int
    net_cents: int
    jackpot_cents: int
    balance_before_cents: int
    balance_after_cents: int
    difference_cents: int
    reason: str
    """Why a jackpot was taken back."""


OwnKind = Literal[
    "seat-taken", "seat-left", "chips-bought", "chips-taken", "sat-out", "sat-in", "waiting-joined", "waiting-left",
    "bank-posted", "bank-returned", "wagers-placed", "jackpot-hit", "jackpot-backed-out", "fees-taken",
    "paid-at-once", "round-voided", "card-dealt", "card-corrected", "round-settled", "round-corrected",
    "arrangement-made",
]  # fmt: skip
"""The events in which a player may have a part of his own."""


class OwnPart(OwnNews):
    """A player's own part in an event, as it is sent to him."""

    seq: int
    kind: OwnKind


# Fields of events that are shown in part


class RaisePublic(TypedDict):
    """Chips that were put up while the round goes on: anybody at the table sees them."""

    seat: int
    bettor: str
    wager: str
    cents: int


class RaiseSeen(RaisePublic):
    """Chips that were put up while the round goes on; whose they are: for staff."""

    account: NotRequired[str]


class PaidPublic(RaisePublic):
    """A wager that was paid while the round goes on."""

    net_cents: int


class PaidSeen(PaidPublic):
    """A wager that was paid while the round goes on; whose it is: for staff."""

    account: NotRequired[str]


class BankAnswer(TypedDict):
    """What was put to the rotation of the bank."""

    do: str
    seat: NotRequired[int]


class PlainAnswer(TypedDict, total=False):
    """What a round was told, where that hides nothing."""

    card: str | None
    face_up: str
    mark: str
    rolled: list[int]


class AnswerSeen(PlainAnswer, total=False):
    """What a round was told. A card drawn in error that no player saw stays unseen; a reason is for staff."""

    in_error: str | None
    disclosed: bool
    called_off: str | None
