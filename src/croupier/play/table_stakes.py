"""Table stakes: what the house asks of a family whose players bring chips to the table and play one another for them.

A player buys chips out of his credit, adds to them between hands (in some games also before the showdown), and takes
them back when he leaves. Nobody banks. Who is dealt in, with how much, and who owes what before he is dealt in again,
is the family's to say; that a hand begins, and what becomes of the chips, is the house's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

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
"""What stands for a card that was thrown in unseen, wherever a round is kept: it decides nothing."""


BotMove = dict[str, Any]
"""A command to a table, as a page sends it."""


class BuyInLimits(NamedTuple):
    """What a player may have in front of him when he has bought chips: the least, and the most where there is one."""

    least: Cents
    most: Cents | None
    cite: str = ""
    chip: Cents = Cents(1)
    """The smallest chip: amounts are whole ones."""
    plays: str = ""
    """What is played, in a word: `limit`, `no-limit`."""
    stakes: tuple[int, ...] = ()
    """What is played for, as the house posts it: small and big bet, the blinds, a point."""
    adds_to: str | None = None
    """The wager that chips go to which a player adds during a hand, before the showdown; None: he adds none then."""


@dataclass(frozen=True)
class SeatedStack:
    """A player with chips as a hand is about to begin."""

    seat: int
    cents: int
    is_in: bool
    """Whether he wants to be dealt in."""
    owes: tuple[str, ...] = ()
    """What he has missed while he sat out, in the family's own words."""
    posts: bool = False
    """Whether he makes that up now; otherwise he waits until it is his turn anyhow."""


@dataclass(frozen=True)
class HandStart:
    """How the next hand begins."""

    button: int
    wagers: Mapping[int, Mapping[str, int]]
    """What each seat that is dealt in brings, by wager, in the order of play: together all the chips it has."""
    owes: Mapping[int, tuple[str, ...]]
    """What seats owe from now on; a seat that is not here owes nothing."""


class GivenStacks(NamedTuple):
    """A hand as a case gives it."""

    stacks: Mapping[int, Cents]
    """Chips in front by seat when the hand starts: whoever is here is dealt in, nobody else."""
    button: int
    wagers: Sequence[Bet]
    """What else was put down before the cards."""
    action_seat: int | None


class AmountPosted(TypedDict):
    """An amount a table is known by, under the family's own word: a blind, an ante, the most in a round, a point."""

    name: str
    cents: int


class PointsPosted(TypedDict):
    """What is worth points, in a game that counts them, under the family's own word."""

    kind: str
    """What it is: `ends` of a hand against another, a `bonus` in a row that wins, a `sweep` of all rows at once."""
    name: str
    row: str
    """The row it has to lie in; empty where it is of the whole hand."""
    points: int


class PotShown(TypedDict):
    """A pot: what is in it, and who can win it."""

    cents: int
    seats: list[int]


class PresetShown(TypedDict):
    """An amount that is offered: `least`, `half-pot`, `pot`, `most`; what the wager of the round would come to."""

    name: str
    to_cents: int


class BetShown(TypedDict):
    """What the seat that is asked has to call, and how far it may bet or raise; amounts are of the whole round."""

    seat: int
    to_call_cents: int
    least_to_cents: int
    """0 where nothing may be bet or raised."""
    most_to_cents: int
    all_in_to_cents: int
    chip_cents: int
    presets: list[PresetShown]
    why_not: str
    """Why nothing may be bet or raised; empty where it may."""


class SeatInHand(TypedDict):
    """A seat in the hand that is played."""

    seat: int
    stack_cents: int
    """What he has behind."""
    bet_cents: int
    """What lies in front of him in this betting round."""
    put_in_cents: int
    """All that he has put into the pots of this hand, what lies in front of him included."""
    state: str
    """in, folded, all-in."""
    last: str
    """What he did last in this betting round; empty where he has not acted."""
    position: str
    """button, small-blind, big-blind; empty for any other."""


class HandBetweenSeats(TypedDict):
    """A hand between seats, as everybody sees its chips."""

    stage: str
    """The family's own word for where the hand is: a street, `set`, `showdown`."""
    seats: list[SeatInHand]
    pots: list[PotShown]
    """Main pot first; what lies in front of the seats is not in them yet."""
    pot_cents: int
    """All of it, what lies in front of the seats included, less the fee that was taken."""
    fee_cents: int
    """The fee of this hand, as far as it was taken."""
    fee_due_cents: int
    """What of it is still to be taken."""
    betting: BetShown | None
    order: list[int]
    """The seats dealt in, in the order they act."""


class TableStakes(Protocol):
    """What a family answers whose players bring their chips to the table."""

    @property
    def least_players(self) -> int:
        """Below so many no hand is dealt."""

    @property
    def folded_stay_hidden(self) -> bool:
        """Whether cards that were never turned stay hidden when the round is over."""

    @property
    def stack_wagers(self) -> frozenset[str]:
        """Wagers that are a player's whole stack: of these only what changed hands was at stake."""

    def time_bank_seconds(self, rules: TableRules) -> int:
        """What a player may think beyond the time of a decision, each time he sits down; 0 for none."""

    def buy_in(self, rules: TableRules) -> BuyInLimits:
        """What may be bought."""

    def posted(self, rules: TableRules) -> list[AmountPosted]:
        """The amounts the table is known by, in the order they are told."""

    def points(self, rules: TableRules) -> list[PointsPosted]:
        """What is worth points, in the order it is told; empty where none are counted."""

    def wrong(self, rules: TableRules) -> Problem | None:
        """What keeps a table from being run under these options; None where nothing does."""

    def first_button(self, rules: TableRules, cards: Mapping[int, Piece]) -> int:
        """Who has the button first, by one card for each."""

    def line_up(
        self, rules: TableRules, seated: Sequence[SeatedStack], button: int | None, *, moves: bool
    ) -> HandStart:
        """How the next hand begins; asked where `least_players` are ready. `moves`: the button goes on by one."""

    def is_ready(self, rules: TableRules, one: SeatedStack) -> bool:
        """Whether he has enough in front of him to be dealt in."""

    def unseen(self, result: Any) -> frozenset[int]:
        """The cards of a finished round that nobody has turned, by their numbers in it."""

    def in_hand(self, rules: TableRules, play: RoundInProgress[Any]) -> HandBetweenSeats:
        """The hand that is played, as everybody sees it."""

    def case(self, rules: TableRules, given: GivenStacks) -> tuple[CaseRound, list[Bet]]:
        """A hand given as a case: how it is played, and what each seat brings to it. What cannot be is refused."""

    def history(self, rules: TableRules, result: Any, told: Mapping[str, Any]) -> str | None:
        """A kept hand in an open format that players' own tools read; None where the field has none.

        `told`: the kept round's `id`, `table`, `number` and `ended_at`.
        """

    def bot(self, rules: TableRules, seen: Mapping[str, Any], chance: RandomSource) -> BotMove | None:
        """What a bot of a demonstration does now: an answer to what its seat is asked; None where it is asked nothing.

        `seen`: the table as its seat sees it, which is all that a bot may go by. Its answer is a player's command.
        """

    def told(self, rules: TableRules, result: Any) -> dict[str, Any]:
        """What an answer to a case tells besides results: pots, exchanges, the collection."""
