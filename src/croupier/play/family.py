"""The door to a family of games: all that the house asks of it, and the families there are.

Nothing outside a family's room says its name, but for one line here. What a family forgets is an error of the type
checker, in the room, where its door is declared to be a `Family`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, Protocol

from typing_extensions import TypedDict

from croupier.cards import Pack, parse_piece
from croupier.cards.pack import P_co
from croupier.money.bets import Bet, Verdict
from croupier.money.cents import Cents
from croupier.money.seat_transfers import SeatDebts, settle_between_seats
from croupier.money.settlement import PostedBank, SettledBet, Settlement, settle
from croupier.play.board import RoundHistory
from croupier.play.card_turning import CardTurning
from croupier.play.fact_columns import FactColumns
from croupier.play.facts import FactList
from croupier.play.hands_on_table import HandOnTable, HandValue, SeenHands
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
from croupier.rulebook.schema import OwnSection
from croupier.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from croupier.documents.rules_card_model import CardSection
    from croupier.odds.family_odds import FamilyOdds, ParSheetNotes
    from croupier.terminal.family_terminal import FamilyTerminal

FAMILIES: Mapping[str, str] = {
    "baccarat": "baccarat.family:BACCARAT",
    "blackjack": "blackjack.family:BLACKJACK",
    "holdem": "holdem.family:HOLDEM_POKER",
    "mah-jong-pai-gow": "pai_gow.mah_jong.family:MAH_JONG_PAI_GOW",
    "pai-gow-poker": "pai_gow.family:PAI_GOW_POKER",
    "pai-gow-tiles": "pai_gow.tiles.family:PAI_GOW_TILES",
    "thirteen-card": "thirteen_card.family:THIRTEEN_CARD",
    "three-card": "poker_dealer.family:THREE_CARD",
    "ultimate-holdem": "poker_dealer.family:HOLDEM",
    "war": "war.family:WAR",
}
"""A family as rulebooks name it, and where under `croupier.families` its door is."""

RoundFactory = Callable[[], Round[Any] | StatefulRound[Any]]
NO_OPENING = Opening()

WagerRole = Literal["main", "beside", "raise", "insurance", "tie", "side", "progressive"]
"""What a wager is in the play: what a hand is played for, a line that goes with that, what is put up while the hand is
played, what insures it; or what the rulebook's group says."""
AfterFold = Literal["stays", "given-up"]
ROLES: Mapping[str, WagerRole] = {"line": "main", "tie": "tie", "side": "side", "progressive": "progressive"}
"""By the rulebook's group, where the play gives a wager no other."""


class FamilySection(NamedTuple):
    """A family's own table in a rulebook: what it is called, its keys, and what to say where it is missing."""

    key: str
    model: type[OwnSection]
    missing: str
    packs: tuple[Pack, ...] = (Pack.CARDS,)
    """What its games may be dealt from; the rulebook's `[shoe]` says which."""


class CaseRound(NamedTuple):
    """A round given as a case: how it is begun, seat asked after seat, and how its decisions are written."""

    begin: RoundFactory
    words: tuple[str, ...] = ()
    """What may be decided; empty where nobody decides anything."""
    also: Mapping[str, str] = {}
    """Other words for the same."""
    may_say_times: bool = False
    """Whether a size may stand beside the word: 4 with play is play-4."""
    speaks_to: Callable[[Decision, Question], bool] = lambda decision, question: True
    """Whether a decision is meant for a question; one that is not leaves the question to silence."""
    meant: Callable[[Decision, Question], Decision] = lambda decision, question: decision
    """The decision as the round has it."""
    dealt_to: tuple[str, ...] = ()
    """The hands there are, where they are the same for all and not simply the family's."""
    hands: tuple[str, ...] = ()
    """The hands that a seat lays its cards into, by name; empty where nobody lays any."""
    declares: tuple[str, ...] = ()
    """What may be declared, with its cards laid or without. Decisions then stand in the order of time."""
    by_seat: bool = False
    """Whether each seat's decisions are taken in their order, whoever is asked between."""
    begin_at: Callable[[int], RoundFactory] | None = None
    """In a game with dice: how a round begins whose first packet and action are known to be a seat's."""


class DemoTable(NamedTuple):
    """A table of the demonstration house, beside the one where the generator deals: a dealer's, or with its options."""

    name: str
    rulebook: str
    options: Mapping[str, Any] = {}
    automated: bool = False
    schedule: int | str = 1
    """The collection schedule in force, in a game that has any."""


class LaidHand(NamedTuple, Generic[P_co]):
    """A hand on the felt: whose it is, its cards, what it counts."""

    title: str
    cards: tuple[P_co, ...]
    total: int | None
    """None where a hand has no count."""


class PostedRules(TypedDict, total=False):
    """Rules of play that are painted on every felt of a family."""

    soft_17: Literal["hit", "stand"]
    """What the dealer does with a soft seventeen."""
    counts_cards: bool
    """The number of cards is announced with the result: a wager depends on it alone. [003 L283]"""


class WagerPosition(NamedTuple):
    """How a wager stands on the felt."""

    role: WagerRole
    zone: str = ""
    """The hand it belongs to, or `tie` between them; empty for one that belongs to none."""
    after_fold: AfterFold | None = None
    """In a game with folds: whether it stays in play when the hand is given up, or is given up too."""
    envy_from: Cents | None = None
    """The stake from which it is also paid for the hands of others; None where it never is."""


@dataclass(frozen=True)
class DecidedBets:
    """What a round has made of the chips: each bet as it lies at the end; its verdict, or what seats owe each other."""

    bets: list[Bet]
    verdicts: list[Verdict]
    ahead: frozenset[int] = frozenset()
    """Places of bets that are taken before anything else is settled."""
    between: SeatDebts | None = None
    """Where seats play against each other; there are no verdicts then."""


class DiceResult(NamedTuple):
    """What was thrown or picked before the cards went out: `dice`, a `pile`."""

    what: str
    numbers: tuple[int, ...]


class OrderOfPlay(NamedTuple):
    """Who comes when, in a game in which that changes from round to round."""

    thrown: tuple[DiceResult, ...]
    first: int | None
    """The seat that gets the first cards."""
    action: int | None
    """The seat with the action button."""
    seats: tuple[int, ...]
    """Those with a hand, in the order in which hands are opened and paid."""


class DecidedWager(NamedTuple):
    """A wager of a round under way of which nothing can change any more what became of it."""

    bet: Bet
    verdict: Verdict
    is_open: bool
    """Whether everybody sees what decides it; otherwise only whoever sees the seat's cards."""


class OfferedArrangement(NamedTuple):
    """One way to lay a seat's cards."""

    hands: ArrangedHands
    made: Mapping[str, HandValue]
    """What each hand would come to, by its name."""
    foul: str | None
    """Why it would be foul; None when it would not."""
    is_house_way: bool


class Family(Protocol):
    """One family of games."""

    @property
    def display_name(self) -> str:
        """The game in a word that people use."""

    @property
    def other_names(self) -> tuple[str, ...]:
        """Other names that people look for it by, in any language, besides those in the titles of its rulebooks."""

    @property
    def facts(self) -> FactList[Any]:
        """What conditions may be written with."""

    @property
    def rulebook_section(self) -> FamilySection:
        """Its own table in a rulebook."""

    @property
    def common_hands(self) -> tuple[str, ...]:
        """The hands on the felt, in the order they are called."""

    @property
    def demo_tables(self) -> tuple[DemoTable, ...]:
        """Tables at which a newcomer sees more of it than the generator shows."""

    @property
    def card_turning(self) -> CardTurning | None:
        """How bettors turn the cards, where they do."""

    @property
    def table_stakes(self) -> TableStakes | None:
        """Where players bring their chips to the table and play one another for them; None where they bet."""

    @property
    def history(self) -> RoundHistory:
        """What boards remember of its rounds, and how they show it."""

    def round_factory(
        self, rules: TableRules, bets: Sequence[Bet], *, bank_seat: int | None, opening: Opening
    ) -> RoundFactory:
        """The round of a live table, to be begun anew as often as it is looked at."""

    def case_round(self, rules: TableRules, bets: Sequence[Bet], bank_seat: int | None) -> CaseRound:
        """How a round is given as a case. Bets that no round can be dealt for are refused."""

    def decide_bets(
        self, rules: TableRules, result: Any, bets: Sequence[Bet], meters: Mapping[str, Cents]
    ) -> DecidedBets:
        """What the round makes of the bets as they were placed."""

    def first_seat_to_settle(self, rules: TableRules, result: Any, bank: PostedBank | None) -> int | None:
        """Where settlement starts."""

    def is_dealt_face_down(self, need: Deal) -> bool:
        """Whether the card that is wanted is dealt face down, and by the game's own rules stays so for a while."""

    def face_up_cards(self, play: RoundInProgress[Any]) -> frozenset[int]:
        """Of the cards that the game deals face down, those that lie open now, by their number in the round."""

    def hands_on_table(self, rules: TableRules, play: RoundInProgress[Any]) -> Sequence[HandOnTable[Any]] | None:
        """The hands as they lie now, where that is not simply how they were dealt."""

    def evaluate_hands(self, rules: TableRules, cards: SeenHands) -> Mapping[str, HandValue]:
        """What each hand comes to whose cards are all seen; nothing is made of one that has a card face down."""

    def paid_early(self, rules: TableRules, play: RoundInProgress[Any], bets: Sequence[Bet]) -> Sequence[SettledBet]:
        """The wagers that are paid while the round goes on, because nothing can change what became of them."""

    def order_of_play(self, play: RoundInProgress[Any]) -> OrderOfPlay | None:
        """Who comes when, as soon as that is known; None where it is always the same."""

    def decided_early(
        self, rules: TableRules, play: RoundInProgress[Any], bets: Sequence[Bet]
    ) -> Sequence[DecidedWager]:
        """The wagers whose end is known while the round goes on; their money moves with all the others'."""

    def arrangements(self, rules: TableRules, setting: HandToSet) -> Sequence[OfferedArrangement]:
        """Every way to lay a seat's cards, for whoever lays them; nothing where they are too many to look through."""

    def sets_first_seat_only(self, rules: TableRules) -> bool:
        """Whether somebody with several seats lays the cards of his first alone, and the house those of the others."""

    def final_hands(self, result: Any) -> Sequence[LaidHand[Any]]:
        """Every hand as it lies at the end, for showing."""

    def final_cards(self, result: Any) -> dict[str, list[str]]:
        """The cards of each hand at the end."""

    def refusal_citation(self, rules: TableRules, refusal: ForbiddenDecision) -> str:
        """The citation of the rule that forbids a decision."""

    def bettors_at_seat(self, rules: TableRules, bets: Sequence[Bet], seat: int) -> tuple[str, ...]:
        """The bettors at a seat, the one who decides for it first."""

    def bets_added(
        self, rules: TableRules, play: RoundInProgress[Any], decision: Decision, bets: Sequence[Bet]
    ) -> list[Bet]:
        """What a decision puts on the table, bettor by bettor, the one who decides first; empty when nothing."""

    def result_summary(self, rules: TableRules, result: Any, bets: Sequence[Bet]) -> dict[str, Any]:
        """The facts people speak of, as the record of a round keeps them."""

    def arranged_hands_json(self, rules: TableRules, result: Any) -> dict[str, Any]:
        """How hands lie that were set, by seat; empty where nobody sets any."""

    def case_facts(self, rules: TableRules, result: Any, bets: Sequence[Bet], *, every: bool) -> dict[str, Any]:
        """The facts that a settled case tells; every one of them, seat by seat where seats differ, on request."""

    def winning_wagers(self, rules: TableRules, result: Any, meters: Mapping[str, Cents]) -> tuple[str, ...]:
        """The wagers this round pays, whoever has them down: for the statistics of the board."""

    def board_entry(self, result: Any) -> dict[str, Any]:
        """What is written down of the round for the board."""

    def next_opening(self, result: Any) -> Opening:
        """How the next round begins."""

    def posted_rules(self, rules: TableRules) -> PostedRules:
        """What else is painted on this family's felt."""

    def wager_layout(self, rules: TableRules) -> Mapping[str, WagerPosition]:
        """Every wager of the house: its part in the play, and where on the felt it belongs."""

    def rules_card_section(self, rules: TableRules) -> CardSection | None:
        """How hands are drawn, for the rules card, where the rulebook sets that."""

    def edge_case_facts(self, rules: TableRules) -> FactColumns:
        """Rounds that chance seldom deals: good for asking whether something can happen, never for how often."""

    def edge_case_key(self, rules: TableRules) -> tuple[object, ...]:
        """What the rare rounds depend on: houses that share it are looked at together."""

    def unpriced_wagers(self, rules: TableRules) -> Mapping[str, str]:
        """The wagers that neither the exact odds nor the simulation price as they are played, each with the reason."""

    def terminal(self, rules: TableRules) -> FamilyTerminal:
        """Its part of a game in the terminal."""

    @property
    def par_sheet_notes(self) -> ParSheetNotes:
        """How its par sheet is to be read. A sheet that came with the package is printed without any kernel."""

    @property
    def odds(self) -> FamilyOdds:
        """Its mathematics; asked for only where the extra `odds` is installed."""


class EveryWagerPriced:
    """What a game answers in which the odds of every wager that can be written are those of the round as played."""

    def unpriced_wagers(self, rules: TableRules) -> Mapping[str, str]:
        return {}


class NoWagerPriced:
    """What a game answers in which seats play one another: no bank pays a wager, so that none has odds."""

    def unpriced_wagers(self, rules: TableRules) -> Mapping[str, str]:
        reason = f"pays from a bank, and in {rules.book.title} seats play one another"
        return {name: reason for name, wager in rules.wagers.items() if wager.rows}


class NothingLaid(EveryWagerPriced):
    """What a game answers in which nobody throws dice or lays cards into hands: there is nothing here."""

    table_stakes: TableStakes | None = None

    def order_of_play(self, play: RoundInProgress[Any]) -> OrderOfPlay | None:
        return None

    def decided_early(
        self, rules: TableRules, play: RoundInProgress[Any], bets: Sequence[Bet]
    ) -> Sequence[DecidedWager]:
        return ()

    def arrangements(self, rules: TableRules, setting: HandToSet) -> Sequence[OfferedArrangement]:
        return ()

    def sets_first_seat_only(self, rules: TableRules) -> bool:
        return False

    def arranged_hands_json(self, rules: TableRules, result: Any) -> dict[str, Any]:
        return {}


class NobodyDecides(NothingLaid):
    """What a game answers in which every card lies open and nobody decides anything: there is nothing here."""

    def is_dealt_face_down(self, need: Deal) -> bool:
        return False

    def face_up_cards(self, play: RoundInProgress[Any]) -> frozenset[int]:
        return frozenset()

    def paid_early(self, rules: TableRules, play: RoundInProgress[Any], bets: Sequence[Bet]) -> Sequence[SettledBet]:
        return ()

    def refusal_citation(self, rules: TableRules, refusal: ForbiddenDecision) -> str:
        return ""

    def bettors_at_seat(self, rules: TableRules, bets: Sequence[Bet], seat: int) -> tuple[str, ...]:
        return ()

    def bets_added(
        self, rules: TableRules, play: RoundInProgress[Any], decision: Decision, bets: Sequence[Bet]
    ) -> list[Bet]:
        return []

    def posted_rules(self, rules: TableRules) -> PostedRules:
        return {}


@cache
def load_family(name: str) -> Family:
    """A family by the name that rulebooks use."""
    if name not in FAMILIES:
        raise LookupError(f"no family is called {name!r}; there are {', '.join(FAMILIES)}")
    module, _, door = FAMILIES[name].partition(":")
    family: Family = getattr(import_module(f"croupier.families.{module}"), door)
    return family


def family_of(rules: TableRules) -> Family:
    return load_family(rules.book.written.family)


@cache
def records() -> tuple[RoundHistory, ...]:
    """Every family's way to show past rounds, each once."""
    return tuple(dict.fromkeys(load_family(name).history for name in FAMILIES))


def replay_round(
    rules: TableRules,
    answers: Sequence[Answer],
    bets: Sequence[Bet] = (),
    *,
    bank_seat: int | None = None,
    opening: Opening = NO_OPENING,
) -> RoundInProgress[Any]:
    """A round of a live table as far as it has got."""
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
    """Settle a finished round by the house rules. `bets`: as they were placed."""
    family, before = family_of(rules), meters or {}
    ended = family.decide_bets(rules, result, bets, before)
    if ended.between is not None:
        return settle_between_seats(ended.bets, ended.between)
    start = action_seat or family.first_seat_to_settle(rules, result, bank)
    return settle(
        ended.bets, ended.verdicts, rules.settlement, bank=bank, start_seat=start, meters=before, ahead=ended.ahead
    )


def seat_left_of_bank(rules: TableRules, bank: PostedBank | None) -> int | None:
    """Where settlement starts in most games."""
    return None if bank is None else rules.left_of(bank.seat)


def opening_of(
    carried: str | None, *, disclosed: bool, free_hand: bool, button: int | None = None, action: int | None = None
) -> Opening:
    """How a round begins, from what was written down."""
    card = None if carried is None else CarriedCard(parse_piece(carried), disclosed)
    return Opening(card, free_hand, button, action)
