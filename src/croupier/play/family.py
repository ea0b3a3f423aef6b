"""Protocols of a game family that rounds, tables and views use, and the registry of families.

Outside its package, a family's name appears only in `FAMILIES`. A missing member is an error of the type checker in the
family's package, where its object is declared to be a `CompleteFamily`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from inspect import getattr_static
from typing import Any, Generic, Literal, NamedTuple, Protocol

from typing_extensions import get_protocol_members

from croupier.cards import Pack, parse_piece
from croupier.cards.pack import P_co
from croupier.money.bets import Bet, BetResult, Verdict
from croupier.money.cents import Cents
from croupier.money.seat_transfers import SeatDebts, settle_between_seats
from croupier.money.settlement import PostedBank, SettledBet, Settlement, settle
from croupier.outside_packages import FAMILIES as FAMILY_ENTRIES
from croupier.outside_packages import LeftOut, OutsideEntry, outside_entries
from croupier.play.board import PAST_ROUNDS, RoundHistory
from croupier.play.card_turning import CardTurning
from croupier.play.facts import FactColumns, FactList
from croupier.play.hands_on_table import HandOnTable, HandValue, VisibleHands
from croupier.play.round import (
    Answer,
    ArrangedHands,
    CarriedCard,
    Deal,
    Decision,
    ForbiddenDecision,
    HandToSet,
    Opening,
    Question,
    Round,
    RoundInProgress,
    StatefulRound,
    replay,
)
from croupier.play.table_stakes import TableStakes
from croupier.rulebook.schema import FamilyTable
from croupier.rulebook.table_rules import TableRules

FAMILIES: Mapping[str, str] = {
    "baccarat": "baccarat.family:BACCARAT",
    "blackjack": "blackjack.family:BLACKJACK",
    "holdem": "holdem.family:HOLDEM_POKER",
    "mah-jong-pai-gow": "pai_gow.mah_jong.family:MAH_JONG_PAI_GOW",
    "pai-gow-poker": "pai_gow.poker.family:PAI_GOW_POKER",
    "pai-gow-tiles": "pai_gow.tiles.family:PAI_GOW_TILES",
    "thirteen-card": "thirteen_card.family:THIRTEEN_CARD",
    "three-card": "dealer_poker.family:THREE_CARD",
    "ultimate-holdem": "dealer_poker.family:ULTIMATE",
    "war": "war.family:WAR",
}
"""Shipped families by the name that rulebooks use, with module and object under `croupier.families`.

They are listed here and not found by entry points, so that a source tree works before it is installed.
"""

RoundFactory = Callable[[], Round[Any] | StatefulRound[Any]]
NO_OPENING = Opening()

WagerRole = Literal["main", "beside", "raise", "insurance", "tie", "side", "progressive"]
"""Role of a wager in the game.

`main`: a hand is played for it; `beside`: a line that accompanies a main wager; `raise`: put up during the hand;
`insurance`: insures the hand. The others are groups of the rulebook.
"""
AfterFold = Literal["stays", "given-up"]
ROLES: Mapping[str, WagerRole] = {"line": "main", "tie": "tie", "side": "side", "progressive": "progressive"}
"""Role for each group of the rulebook, where the family gives a wager no other role."""


class FamilySection(NamedTuple):
    """A family's section of a rulebook: its key, its model, and the message if it is missing."""

    key: str
    model: type[FamilyTable]
    missing: str
    packs: tuple[Pack, ...] = (Pack.CARDS,)
    """Packs that the family's games may use; the rulebook's `[shoe]` section chooses one."""


class CaseRound(NamedTuple):
    """Play of a round from a case: its start, and the format of its decisions."""

    begin: RoundFactory
    decision_names: tuple[str, ...] = ()
    """Names of the decisions; empty in a game without decisions."""
    decision_aliases: Mapping[str, str] = {}
    """Other names of decisions, with the name they stand for."""
    allows_times: bool = False
    """Whether a decision may have a size: `play` with 4 is `play-4`."""
    fits_question: Callable[[Decision, Question], bool] = lambda decision, question: True
    """Function that returns whether a decision fits a question; if not, the question gets the timeout answer."""
    normalize: Callable[[Decision, Question], Decision] = lambda decision, question: decision
    """Function that returns the decision in the form that the round expects."""
    dealt_to: tuple[str, ...] = ()
    """Names of the hands that all players share, if a case uses other names than the family's `common_hands`; else
    empty."""
    hands: tuple[str, ...] = ()
    """Names of the hands into which a seat sets its cards; empty in games without set hands."""
    declarations: tuple[str, ...] = ()
    """Declarations that a seat may make; if there are any, the case lists its decisions in order of time."""
    by_seat: bool = False
    """Whether each seat's decisions are used in order, regardless of questions to other seats."""
    begin_at: Callable[[int], RoundFactory] | None = None
    """Function from a seat to the function that starts the round. That seat gets the first cards and the action button.
    None in games without dice."""


class DemoTable(NamedTuple):
    """Additional table of the demonstration site, with a dealer or with certain options."""

    name: str
    rulebook: str
    options: Mapping[str, Any] = {}
    automated: bool = False
    schedule: int | str = 1
    """Collection schedule in effect, in a game that has one."""


class FinalHand(NamedTuple, Generic[P_co]):
    """Hand at the end of a round: title, cards and total."""

    title: str
    cards: tuple[P_co, ...]
    total: int | None
    """Total of the hand, such as points; None in games in which hands have none."""


class PostedRules(NamedTuple):
    """Rules of play that are printed on the layouts of a family."""

    view_type: Any
    """`TypedDict` class of the keys that these rules have in the view of a table. Views of all families have these
    keys."""
    other_games: Mapping[str, Any]
    """Values of these keys in the views of tables of other families."""
    of: Callable[[TableRules], Mapping[str, Any]]
    """Function that returns the values of these keys for a table of this family."""


class WagerPosition(NamedTuple):
    """Role and position of a wager on the layout."""

    role: WagerRole
    zone: str = ""
    """Hand of the wager, or `tie` for the position between the hands; empty if it belongs to none."""
    after_fold: AfterFold | None = None
    """Whether the wager stays in play after a fold or is given up too, in a game with folds."""
    envy_from: Cents | None = None
    """Lowest stake that is also paid for other players' hands, in cents; None if there is none."""


@dataclass(frozen=True)
class DecidedBets:
    """Final bets of a round with their verdicts, or the debts between seats."""

    bets: list[Bet]
    verdicts: list[Verdict]
    ahead: frozenset[int] = frozenset()
    """Indexes of bets that are collected before anything else is settled."""
    between: SeatDebts | None = None
    """Debts between seats, in a game in which seats play against each other; such a game has no verdicts."""


class DiceResult(NamedTuple):
    """Numbers that were rolled or drawn before the deal; `what` is `dice`, or `pile` for a picked pile of cards."""

    what: str
    numbers: tuple[int, ...]


class OrderOfPlay(NamedTuple):
    """Order of the seats, in a game in which it changes from round to round."""

    rolls: tuple[DiceResult, ...]
    first: int | None
    """Seat that gets the first cards."""
    action: int | None
    """Seat with the action button."""
    seats: tuple[int, ...]
    """Seats with a hand, in the order in which hands are opened and paid."""


class DecidedWager(NamedTuple):
    """Wager of a round in progress with a verdict that can no longer change."""

    bet: Bet
    verdict: Verdict
    is_open: bool
    """Whether the deciding cards are visible to everyone; if not, only to viewers of the seat's cards."""


class OfferedArrangement(NamedTuple):
    """Arrangement of a seat's cards that is offered to its player."""

    hands: ArrangedHands
    hand_values: Mapping[str, HandValue]
    """Value of each hand, by name."""
    foul: str | None
    """Reason for which the arrangement is foul; None if it is valid."""
    is_house_way: bool


class Dealing(Protocol):
    """Protocol of a family for dealing a round, and for the cards on the table meanwhile."""

    @property
    def common_hands(self) -> tuple[str, ...]:
        """Names of the hands that all players share, in the order of announcement."""

    def round_factory(
        self, rules: TableRules, bets: Sequence[Bet], *, bank_seat: int | None, opening: Opening
    ) -> RoundFactory:
        """Return a function that starts the round from its first card; it is called again for every replay."""

    def case_round(self, rules: TableRules, bets: Sequence[Bet], bank_seat: int | None) -> CaseRound:
        """Return how a case of this game is played; raise `BadInput` for bets that no round can be dealt for."""

    def is_dealt_face_down(self, need: Deal) -> bool:
        """Return whether the requested card is dealt face down by the rules of the game."""

    def face_up_cards(self, play: RoundInProgress[Any]) -> frozenset[int]:
        """Return the numbers, counted from 1 in the round, of cards that were dealt face down and are now face up."""

    def hands_on_table(self, rules: TableRules, play: RoundInProgress[Any]) -> Sequence[HandOnTable[Any]] | None:
        """Return the hands with their cards, or None if every card is still in the hand it was dealt to."""

    def evaluate_hands(self, rules: TableRules, cards: VisibleHands) -> Mapping[str, HandValue]:
        """Evaluate every hand with all cards visible; hands with a hidden card are left out."""

    def order_of_play(self, play: RoundInProgress[Any]) -> OrderOfPlay | None:
        """Return the order of the seats as soon as it is determined; None before that, or if it never changes."""

    def next_opening(self, result: Any) -> Opening:
        """Return the opening of the next round: a card or a button that this result passes on to it."""


class Settling(Protocol):
    """Protocol of a family for deciding the wagers of a finished round, with the facts and rules for it."""

    @property
    def facts(self) -> FactList[Any]:
        """Facts that the conditions of a rulebook can use."""

    @property
    def rulebook_section(self) -> FamilySection:
        """The family's section of a rulebook."""

    def decide_bets(
        self, rules: TableRules, result: Any, bets: Sequence[Bet], meters: Mapping[str, Cents]
    ) -> DecidedBets:
        """Return the final bets with their verdicts, or the debts between seats."""

    def first_seat_to_settle(self, rules: TableRules, result: Any, bank: PostedBank | None) -> int | None:
        """Return the seat where settlement starts, or None if the round has no bank."""

    def winning_wagers(self, rules: TableRules, result: Any, meters: Mapping[str, Cents]) -> Mapping[str, str]:
        """Return the wagers that this round pays, placed or not, each with the name of its winning pay table row.

        The name is empty if seats with the wager would win by different rows, or some would lose; see `rows_won`.
        """

    def case_facts(self, rules: TableRules, result: Any, bets: Sequence[Bet], *, every: bool) -> dict[str, Any]:
        """Return the facts for the JSON of a case: the main ones, or all, by seat where seats differ."""

    def edge_case_facts(self, rules: TableRules) -> FactColumns:
        """Return facts of rare rounds; they show whether a result can happen, never how often."""

    def edge_case_key(self, rules: TableRules) -> tuple[object, ...]:
        """Return the cache key of the edge-case rounds; tables with equal keys share them."""

    def unpriced_wagers(self, rules: TableRules) -> Mapping[str, str]:
        """Return the wagers that neither exact odds nor simulation can price as played, each with the reason."""


class Boards(Protocol):
    """Protocol of how a family keeps and shows past rounds and hands, and where its wagers are on the layout."""

    @property
    def history(self) -> RoundHistory:
        """Object that stores the family's past rounds and shows them on boards."""

    def board_entry(self, result: Any) -> dict[str, Any]:
        """Return the data of a round that is stored for the board."""

    def result_summary(self, rules: TableRules, result: Any, bets: Sequence[Bet]) -> dict[str, Any]:
        """Return the main facts of a result, for the archived round."""

    def final_hands(self, result: Any) -> Sequence[FinalHand[Any]]:
        """Return every hand at the end of the round, for display."""

    def final_cards(self, result: Any) -> dict[str, list[str]]:
        """Return the cards of each hand at the end of the round."""

    def wager_layout(self, rules: TableRules) -> Mapping[str, WagerPosition]:
        """Return role and position on the layout of every wager that the table offers."""

    @property
    def posted_rules(self) -> PostedRules | None:
        """Further rules of play that are printed on the family's layout; None where there are none."""


class Deciding(Protocol):
    """Protocol of the decisions of players, in a family in which players decide or set hands."""

    def refusal_citation(self, rules: TableRules, refusal: ForbiddenDecision) -> str:
        """Return the citation of the rule that forbids a decision."""

    def bettors_at_seat(self, rules: TableRules, bets: Sequence[Bet], seat: int) -> tuple[str, ...]:
        """Return the bettors at a seat; the first one decides."""

    def bets_added(
        self, rules: TableRules, play: RoundInProgress[Any], decision: Decision, bets: Sequence[Bet]
    ) -> list[Bet]:
        """Return the bets that a decision adds, the deciding bettor's first; empty if it adds none."""


class HandSetting(Protocol):
    """Protocol of families in which players set their cards into several hands."""

    def arrangements(self, rules: TableRules, setting: HandToSet) -> Sequence[OfferedArrangement]:
        """Return the arrangements to offer a player: all of them, or a selection in games with too many."""

    def sets_first_seat_only(self, rules: TableRules) -> bool:
        """Return whether a player with several seats sets only the first one; the house sets the others."""

    def arranged_hands_json(self, rules: TableRules, result: Any) -> dict[str, Any]:
        """Return the set hands by seat, for the JSON of a case; empty if the case shows them elsewhere."""


class EarlyResults(Protocol):
    """Wagers with a verdict that can no longer change, although the round is not over."""

    def paid_early(self, rules: TableRules, play: RoundInProgress[Any], bets: Sequence[Bet]) -> Sequence[SettledBet]:
        """Return the wagers that are decided and paid before the round is over."""

    def decided_early(
        self, rules: TableRules, play: RoundInProgress[Any], bets: Sequence[Bet]
    ) -> Sequence[DecidedWager]:
        """Return the wagers that are shown as decided and paid at the end with the others."""


class Family(Dealing, Settling, Boards, Protocol):
    """One family of games, as rounds, tables and views use it.

    Documents, odds and terminal have protocols of their own: `FamilyDocuments`, `FamilyWithOdds`, `FamilyWithTerminal`.
    A family states every optional part: an object that implements it, or None.
    """

    @property
    def display_name(self) -> str:
        """Name of the family as it is written within a sentence."""

    @property
    def other_names(self) -> tuple[str, ...]:
        """Other names for search, in any language, in addition to the titles of its rulebooks."""

    @property
    def demo_tables(self) -> tuple[DemoTable, ...]:
        """Additional tables of the demonstration site, for features that an automated table does not show."""

    @property
    def deciding(self) -> Deciding | None:
        """Decisions of players; None where nobody decides."""

    @property
    def hand_setting(self) -> HandSetting | None:
        """Hands that players set; None where nobody sets one."""

    @property
    def early_results(self) -> EarlyResults | None:
        """Wagers that are decided before the end of the round; None where none is."""

    @property
    def table_stakes(self) -> TableStakes | None:
        """Rules for players who bring chips and play against each other; None in games against a bank."""

    @property
    def card_turning(self) -> CardTurning | None:
        """Rules for bettors who reveal cards themselves; None where the dealer reveals them."""


@cache
def load_family(name: str) -> Family:
    """Return a family by the name that rulebooks use."""
    if name in FAMILIES:
        module, _, attribute = FAMILIES[name].partition(":")
        family: Family = getattr(import_module(f"croupier.families.{module}"), attribute)
        return family
    if name in outside_families():
        return outside_families()[name]
    raise LookupError(f"no family is called {name!r}; there are {', '.join(family_names())}")


def family_names() -> tuple[str, ...]:
    """Return the names of all families: the shipped ones, then those of outside packages."""
    return (*FAMILIES, *outside_families())


@cache
def outside_families() -> Mapping[str, Family]:
    """Return the families of outside packages by name; one that cannot be used is left out and logged."""
    found: dict[str, Family] = {}
    for entry in outside_entries(FAMILY_ENTRIES):
        try:
            found[entry.name] = _checked_family(entry, found)
        except LeftOut as reason:
            entry.leave_out(reason)
    return found


def _checked_family(entry: OutsideEntry, found: Mapping[str, Family]) -> Family:
    """Return the family of an entry point; raise `LeftOut` if its name is taken or members are missing."""
    if entry.name in FAMILIES:
        raise LeftOut("croupier has a family of this name; choose another")
    if entry.name in found:
        raise LeftOut("another package has a family of this name; remove one of the two")
    family: Family = entry.load()
    absent = object()
    # The protocol of all layers together stands above this one, as the families do.
    complete = import_module("croupier.families.complete_family").CompleteFamily
    missing = sorted(
        member for member in get_protocol_members(complete) if getattr_static(family, member, absent) is absent
    )
    if missing:
        raise LeftOut(f"{entry.point.value} lacks {', '.join(missing)} of croupier.families.complete_family")
    if wrong := family.facts.wording_problem():
        raise LeftOut(f"{entry.point.value}: {wrong}")
    return family


def family_of(rules: TableRules) -> Family:
    return load_family(rules.rulebook.written.family)


@cache
def histories() -> tuple[RoundHistory, ...]:
    """Return the round history objects of all families; families may share one.

    The history for families without one of their own is always there, so that the keys of views do not change.
    """
    return tuple(dict.fromkeys((*(load_family(name).history for name in family_names()), PAST_ROUNDS)))


@cache
def all_posted_rules() -> tuple[PostedRules, ...]:
    """Return the posted rules of all families."""
    return tuple(posted for name in FAMILIES if (posted := load_family(name).posted_rules) is not None)


def replay_round(
    rules: TableRules,
    answers: Sequence[Answer],
    bets: Sequence[Bet] = (),
    *,
    bank_seat: int | None = None,
    opening: Opening = NO_OPENING,
) -> RoundInProgress[Any]:
    """Return the round of a live table after these answers, by a replay from its first card."""
    return replay(family_of(rules).round_factory(rules, bets, bank_seat=bank_seat, opening=opening), answers)


def settle_bets(
    rules: TableRules,
    result: Any,
    bets: Sequence[Bet],
    *,
    bank: PostedBank | None = None,
    meters: Mapping[str, Cents] | None = None,
    action_seat: int | None = None,
) -> Settlement:
    """Settle a finished round under the table rules. `bets`: the bets as placed."""
    family, before = family_of(rules), meters or {}
    ended = family.decide_bets(rules, result, bets, before)
    if ended.between is not None:
        return settle_between_seats(ended.bets, ended.between)
    start = action_seat or family.first_seat_to_settle(rules, result, bank)
    return settle(
        ended.bets, ended.verdicts, rules.settlement, bank=bank, start_seat=start, meters=before, ahead=ended.ahead
    )


def rows_won(rules: TableRules, decided: Iterable[tuple[str, Verdict]]) -> dict[str, str]:
    """Return the wagers with a winning verdict, in the order of the rulebook, each with the name of its winning row.

    `decided`: wagers with the verdicts at each seat or hand. The name is empty unless all verdicts of a wager name the
    same row: then the row depends on a seat's own hand.
    """
    verdicts: dict[str, list[Verdict]] = {}
    for wager, verdict in decided:
        verdicts.setdefault(wager, []).append(verdict)
    won = {}
    for wager in rules.wagers:
        if any(verdict.result is BetResult.WIN for verdict in verdicts.get(wager, ())):
            names = {verdict.name for verdict in verdicts[wager]}
            won[wager] = names.pop() if len(names) == 1 else ""
    return won


def wagers_without_bank(rules: TableRules) -> dict[str, str]:
    """Return why no wager has odds in a game in which seats play against each other; see `unpriced_wagers`."""
    reason = f"pays from a bank, and in {rules.rulebook.title} seats play one another"
    return {name: reason for name, wager in rules.wagers.items() if wager.rows}


def seat_left_of_bank(rules: TableRules, bank: PostedBank | None) -> int | None:
    """Return the seat to the left of the bank, where settlement starts in most games; None without a bank."""
    return None if bank is None else rules.seat_clockwise(bank.seat)


def opening_of(
    carried: str | None, *, disclosed: bool, free_hand: bool, button: int | None = None, action: int | None = None
) -> Opening:
    """Return the opening of a round from the values that the log stores about it."""
    card = None if carried is None else CarriedCard(parse_piece(carried), disclosed)
    return Opening(card, free_hand, button, action)
