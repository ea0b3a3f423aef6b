"""Table stakes: interface of a family in which players buy chips at the table and play against each other.

A player buys chips with credit, adds chips between hands (in some games also before the showdown), and gets them back
when leaving. Nobody banks. The family decides who is dealt in, with which amount, and who owes what before the next
hand. The table starts the hand and moves the chips.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

from typing_extensions import TypedDict

from croupier.cards import Piece
from croupier.cards.random_source import RandomSource
from croupier.errors import Problem
from croupier.money.bets import Bet
from croupier.money.cents import Cents
from croupier.play.round import RoundInProgress
from croupier.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from croupier.play.family import CaseRound

HIDDEN = "??"
"""Placeholder in archived rounds for a card that was folded face down; such a card decides nothing."""


BotMove = dict[str, Any]
"""Command that a bot sends to a table, as the JSON that a page would send."""


class BuyInLimits(NamedTuple):
    """Limits of the chips in front of a player after a purchase: the minimum, and the maximum if there is one."""

    least: Cents
    most: Cents | None
    cite: str = ""
    chip: Cents = Cents(1)
    """Smallest chip in cents; amounts are multiples of it."""
    plays: str = ""
    """Betting structure: `limit` or `no-limit`."""
    stakes: tuple[int, ...] = ()
    """Posted stakes in cents: small and big bet, blinds, or a point."""
    adds_to: str | None = None
    """Wager that receives chips bought during a hand, before the showdown; None: no chips may be bought then."""


@dataclass(frozen=True)
class SeatedStack:
    """Seated player with chips, before a hand begins."""

    seat: int
    cents: int
    is_in: bool
    """Whether the player is to be dealt in."""
    owes: tuple[str, ...] = ()
    """Names of the blinds and antes that the player missed while sitting out; the family chooses the names."""
    posts: bool = False
    """Whether the player pays the missed amounts now; if False, the player waits for the regular turn."""


@dataclass(frozen=True)
class HandStart:
    """Start of the next hand: the button, and the chips of each seat."""

    button: int
    wagers: Mapping[int, Mapping[str, int]]
    """Chips of each seat in the hand by wager, in cents and in order of play; together all chips of the seat."""
    owes: Mapping[int, tuple[str, ...]]
    """Names of the blinds and antes that each seat owes from now on; a seat that is not listed owes nothing."""


class CaseHandStart(NamedTuple):
    """Hand of a case before the deal: the chips of each seat, the button, and other bets."""

    stacks: Mapping[int, Cents]
    """Chips in front of each seat at the start of the hand; exactly these seats are dealt in."""
    button: int
    wagers: Sequence[Bet]
    """Further bets that the case places before the deal, besides the chips of each seat."""
    action_seat: int | None


class AmountPosted(TypedDict):
    """Named amount shown at the table, e.g. a blind, an ante or a cap; the family chooses the name."""

    name: str
    cents: int


class PointsPosted(TypedDict):
    """Rule for scoring points, as shown at the table; the family chooses its name."""

    kind: str
    """Source of the points: `ends` (the outcome of a whole hand), `bonus` (a winning row) or `sweep` (all rows)."""
    name: str
    row: str
    """Row in which the hand must be; empty if the whole hand counts."""
    points: int


class PossibleOutcome(TypedDict):
    """Possible result in cents of one way to play a hand at a seat; a loss is negative. Bonuses are not counted."""

    name: str
    """The way to play; the family chooses the name."""
    least_cents: int
    most_cents: int


class PotShown(TypedDict):
    """Pot, with the seats that can win it."""

    cents: int
    seats: list[int]


class PresetShown(TypedDict):
    """Suggested bet (`least`, `half-pot`, `pot` or `most`), as the seat's total bet in this betting round."""

    name: str
    to_cents: int


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


class RowComparison(TypedDict):
    """One row of a seat against the same row of another seat."""

    row: str
    result: Literal["won", "lost", "tied"]
    points: int
    """Points of the row alone, before all rows together count more: positive if won, negative if lost."""
    bonus: int
    """Bonus points that go with the row to its winner: positive if won, negative if lost."""


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


class SettledSeat(TypedDict):
    """Money of one seat in a finished hand.

    Its net is `won_cents` and `points_cents`, less what it put in and the fee.
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


class PotShare(TypedDict):
    """Part of a pot that one seat won; `odd_cents` of it are chips that could not be divided evenly."""

    seat: int
    cents: int
    odd_cents: int


class SettledPot(TypedDict):
    """Pot of a finished hand, after the fee: the seats that could win it, and those that did."""

    cents: int
    seats: list[int]
    winners: list[PotShare]


class SettledHand(TypedDict):
    """Settlement of a hand between seats: pots and money of each seat. It contains no cards."""

    pots: list[SettledPot]
    """Pots, main pot first; the antes in a game that counts points."""
    put_in_cents: int
    """Chips that all seats put into the pots, before the fee, in cents."""
    fee_cents: int
    """Fee that the house took, in cents."""
    seats: list[SettledSeat]


def pot_shares(won: Mapping[int, int]) -> list[PotShare]:
    """Return the shares of a pot by seat; what a share has over the smallest one are its odd chips."""
    least = min(won.values(), default=0)
    return [{"seat": seat, "cents": cents, "odd_cents": cents - least} for seat, cents in sorted(won.items())]


class TableStakes(Protocol):
    """Interface of a family in which players bring their chips to the table."""

    @property
    def least_players(self) -> int:
        """Lowest number of players with which a hand can start."""

    def most_players(self, rules: TableRules) -> int:
        """Return the highest number of players that are dealt in."""

    @property
    def folded_stay_hidden(self) -> bool:
        """Whether cards that were never revealed stay hidden after the round."""

    @property
    def stack_wagers(self) -> frozenset[str]:
        """Wagers that are a player's whole stack; only the amount that was won or lost counts as their stake."""

    @property
    def usual_times(self) -> Mapping[str, int]:
        """Settings of the table's times for this game, by name; they apply where a table is set up without them."""

    def time_bank_seconds(self, rules: TableRules) -> int:
        """Return the time bank in seconds that a player gets on sitting down; 0 for none."""

    def buy_in(self, rules: TableRules) -> BuyInLimits:
        """Return the limits of a chip purchase."""

    def posted(self, rules: TableRules) -> list[AmountPosted]:
        """Return the amounts shown at the table, such as blinds and antes, in display order."""

    def points(self, rules: TableRules) -> list[PointsPosted]:
        """Return the rules for scoring points, in display order; empty in a game without points."""

    def outcomes(self, rules: TableRules, opponents: int) -> list[PossibleOutcome]:
        """Return the possible results of each way to play against some opponents; empty in a game without points."""

    def problem(self, rules: TableRules) -> Problem | None:
        """Return why a table cannot run under these options, or None."""

    def first_button(self, rules: TableRules, cards: Mapping[int, Piece]) -> int:
        """Return the seat that gets the button first, from one card per seat."""

    def start_hand(
        self, rules: TableRules, seated: Sequence[SeatedStack], button: int | None, *, moves: bool
    ) -> HandStart:
        """Return the button, chips and owed blinds of the next hand; the caller checks that enough are ready.

        `moves`: whether the button moves to the next player.
        """

    def is_ready(self, rules: TableRules, one: SeatedStack) -> bool:
        """Return whether a player has enough chips to be dealt in."""

    def never_revealed(self, result: Any) -> frozenset[int]:
        """Return the numbers of the cards of a finished round that were never revealed."""

    def in_hand(self, rules: TableRules, play: RoundInProgress[Any]) -> HandBetweenSeats:
        """Return the state of the current hand that everyone may see, without hidden cards."""

    def settled_hand(self, rules: TableRules, result: Any) -> SettledHand:
        """Return how a finished hand was settled, without any card."""

    def case(self, rules: TableRules, given: CaseHandStart) -> tuple[CaseRound, list[Bet]]:
        """Return how a case is played, and the bets that each seat brings; raise `BadInput` for an impossible case."""

    def history(self, rules: TableRules, result: Any, archived: Mapping[str, Any]) -> str | None:
        """Return an archived hand in an open hand-history format for players' tools, or None if there is none.

        `archived`: `id`, `table`, `number` and `ended_at` of the archived round.
        """

    def bot(self, rules: TableRules, view: Mapping[str, Any], chance: RandomSource) -> BotMove | None:
        """Return the command of a demonstration bot that answers its seat's question, or None without a question.

        `view`: the table view of the bot's seat; a bot uses no other information.
        """

    def case_json(self, rules: TableRules, result: Any) -> dict[str, Any]:
        """Return the additional JSON keys of a settled case: pots, exchanges, collection."""
