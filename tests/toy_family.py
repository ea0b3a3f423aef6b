"""Toy family of games, which shows that a new family needs no change in other packages.

It is dealt from 53 cards with a joker. Three dice decide which seat receives the first packet. Every seat has three
cards and sets them into a back hand of two and a front hand of one, hidden from the others; the front may not outrank
the back. Then all hands are shown, and every two seats settle with each other: one point for each hand won, five
dollars a point, up to their stakes. The house takes a dollar of each stake. The family is registered only inside
`registered`.
"""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

from croupier.cards import JOKER, Card, Pack, Piece
from croupier.documents.family import ParSheetNotes
from croupier.families.complete_family import CompleteFamily
from croupier.money.bets import SEATED, Bet
from croupier.money.cents import Cents
from croupier.money.seat_transfers import Fee, SeatDebt, SeatDebts
from croupier.money.settlement import PostedBank
from croupier.odds.family_odds import FamilyOdds
from croupier.play import family as family_registry
from croupier.play import rulebook_library
from croupier.play.board import RecentRounds
from croupier.play.facts import FactColumns, FactList
from croupier.play.family import (
    NO_OPENING,
    ROLES,
    CaseRound,
    DecidedBets,
    Deciding,
    FamilySection,
    FinalHand,
    HandSetting,
    OfferedArrangement,
    RoundFactory,
    WagerPosition,
    wagers_without_bank,
)
from croupier.play.hands_on_table import HandName, HandOnTable, HandValue, VisibleHands
from croupier.play.prompter import Prompter
from croupier.play.round import (
    Answer,
    ArrangedHands,
    Deal,
    Decision,
    ForbiddenDecision,
    HandToSet,
    Need,
    Opening,
    Roll,
    RoundInProgress,
    Void,
)
from croupier.play.round import RoundVoidedError as Stopped
from croupier.play.table_stakes import TableStakes
from croupier.rulebook.schema import FamilyTable
from croupier.rulebook.table_rules import TableRules
from croupier.table import settings
from croupier.terminal.family_terminal import FamilyTerminal

STAKE, POINT, FEE = "stake", 5_00, 1_00
SIZES = (("back", 2), ("front", 1))
PROMPTER = Prompter("L1", "L2", "L3")
RULEBOOK = """
id = "toy"
title = "Toy"
family = "toy"
banking = "seats"
house = "Tests"
source = "004_adc0a8156e8c1b3e.txt"
modes = ["live", "dealer-assist", "automated"]
cite = "L1"

[shoe]
pack = "cards-and-joker"
burn = "none"
each_round = true

[seats]
up_to = 4

[toy]
cite = "L1"

[[wager]]
id = "stake"
title = "Stake"
group = "line"
limits = { min = "5", max = "100" }
cite = "L1"
"""


class ToySection(FamilyTable):
    """Rulebook section of the toy family, which has no keys."""


@dataclass(frozen=True)
class ToySeat:
    seat: int
    stake: int
    cards: tuple[Piece, ...]
    hands: ArrangedHands


@dataclass(frozen=True)
class ToyResult:
    dice: tuple[int, ...]
    seats: tuple[ToySeat, ...]


def worth(piece: Piece) -> int:
    """Return the rank of a card; the joker is above the king."""
    return 14 if piece is JOKER else int(piece.rank) if isinstance(piece, Card) else 0


def foul(hands: ArrangedHands) -> str | None:
    back, front = hands
    is_foul = worth(front[0]) > max(worth(card) for card in back)
    return "the front hand may not outrank the back" if is_foul else None


def house_way(cards: tuple[Piece, ...]) -> ArrangedHands:
    """Set the two highest of three cards in the back hand and the third in front."""
    ordered = sorted(cards, key=worth, reverse=True)
    return tuple(ordered[:2]), tuple(ordered[2:])


@dataclass
class ToyRound:
    """State of a round in progress."""

    stakes: Mapping[int, int]
    dice: tuple[int, ...] = ()
    cards: dict[int, list[Piece]] = field(default_factory=dict)
    places: dict[int, list[int]] = field(default_factory=dict)
    hands: dict[int, ArrangedHands] = field(default_factory=dict)
    dealt: int = 0
    is_shown: bool = False

    def steps(self) -> Generator[Need, Answer, ToyResult | Void]:
        try:
            return (yield from self._played())
        except Stopped as stopped:
            return stopped.void

    def _played(self) -> Generator[Need, Answer, ToyResult]:
        self.dice = yield from PROMPTER.roll(Roll(count=3))
        seats = list(self.stakes)
        first = sum(self.dice) % len(seats)
        for seat in seats[first:] + seats[:first]:
            self.cards[seat], self.places[seat] = [], []
            for nth in range(1, 4):
                piece = yield from PROMPTER.piece(Deal(str(HandName.of_seat(seat)), nth))
                self.dealt += 1
                self.cards[seat].append(piece)
                self.places[seat].append(self.dealt)
        settings = [HandToSet(seat, tuple(self.cards[seat]), SIZES, 1, foul) for seat in seats]
        yield from PROMPTER.arrange(settings, lambda setting: house_way(setting.cards), self.hands)
        self.is_shown = True
        yield from PROMPTER.announce()
        return ToyResult(
            self.dice,
            tuple(ToySeat(seat, self.stakes[seat], tuple(self.cards[seat]), self.hands[seat]) for seat in seats),
        )

    def refusal(self, decision: Decision) -> ForbiddenDecision | None:
        return None


@dataclass(frozen=True)
class ToyEntry:
    """Dice of a past round, for the board."""

    dice: list[int]

    def to_json(self) -> dict[str, Any]:
        return {"winner": "", "figures": {"dice": sum(self.dice)}}


FACTS: FactList[Any] = FactList()


class Toy:
    """Toy family, which implements every protocol itself."""

    display_name = "a toy"
    other_names = ()
    demo_tables = ()
    common_hands = ()
    facts = FACTS
    rulebook_section = FamilySection("toy", ToySection, "is missing", (Pack.CARDS_AND_JOKER,))
    history = RecentRounds("sides", ToyEntry, lambda cards, facts: ToyEntry(facts["dice"]))
    early_results = None
    table_stakes: TableStakes | None = None
    card_turning = None
    posted_rules = None
    par_sheet_notes = ParSheetNotes(lambda sheet: "nothing was counted.")

    @property
    def deciding(self) -> Deciding:
        return self

    @property
    def hand_setting(self) -> HandSetting:
        return self

    def round_factory(
        self, rules: TableRules, bets: Sequence[Bet], *, bank_seat: int | None, opening: Opening
    ) -> RoundFactory:
        stakes = {bet.seat: int(bet.amount) for bet in sorted(bets, key=lambda bet: bet.seat) if bet.bettor == SEATED}
        return lambda: ToyRound(stakes)

    def case_round(self, rules: TableRules, bets: Sequence[Bet], bank_seat: int | None) -> CaseRound:
        return CaseRound(self.round_factory(rules, bets, bank_seat=bank_seat, opening=NO_OPENING))

    def decide_bets(
        self, rules: TableRules, result: Any, bets: Sequence[Bet], meters: Mapping[str, Cents]
    ) -> DecidedBets:
        place = {bet.seat: at for at, bet in enumerate(bets) if bet.bettor == SEATED}
        fees = tuple(Fee(at, Cents(FEE)) for at in place.values())
        dues = []
        for first, second in combinations(result.seats, 2):
            points = sum(_better(mine, theirs) for mine, theirs in zip(first.hands, second.hands, strict=True))
            giver, taker = (second, first) if points > 0 else (first, second)
            if points:
                due = SeatDebt(place[giver.seat], place[taker.seat], Cents(POINT * abs(points)), abs(points))
                dues.append(due)
        return DecidedBets(list(bets), [], between=SeatDebts(tuple(dues), fees, each_dollar_once=True))

    def first_seat_to_settle(self, rules: TableRules, result: Any, bank: PostedBank | None) -> int | None:
        return None

    def is_dealt_face_down(self, need: Deal) -> bool:
        return True

    def face_up_cards(self, play: RoundInProgress[Any]) -> frozenset[int]:
        current = _round(play)
        return frozenset(range(1, current.dealt + 1)) if current.is_shown else frozenset()

    def hands_on_table(self, rules: TableRules, play: RoundInProgress[Any]) -> list[HandOnTable[Any]]:
        current = _round(play)
        return [hand for seat in current.cards for hand in _hands_of_seat(current, seat)]

    def final_hands(self, result: Any) -> list[FinalHand[Any]]:
        return [FinalHand(f"Seat {seat.seat}", seat.cards, None) for seat in result.seats]

    def final_cards(self, result: Any) -> dict[str, list[str]]:
        return {
            str(HandName.of_seat(seat.seat, name)): [str(card) for card in hand]
            for seat in result.seats
            for (name, _), hand in zip(SIZES, seat.hands, strict=True)
        }

    def refusal_citation(self, rules: TableRules, refusal: ForbiddenDecision) -> str:
        return ""

    def bettors_at_seat(self, rules: TableRules, bets: Sequence[Bet], seat: int) -> tuple[str, ...]:
        return tuple(bet.bettor for bet in bets if bet.seat == seat and bet.bettor == SEATED)

    def bets_added(
        self, rules: TableRules, play: RoundInProgress[Any], decision: Decision, bets: Sequence[Bet]
    ) -> list[Bet]:
        return []

    def arrangements(self, rules: TableRules, setting: HandToSet) -> Sequence[OfferedArrangement]:
        return ()

    def sets_first_seat_only(self, rules: TableRules) -> bool:
        return False

    def arranged_hands_json(self, rules: TableRules, result: Any) -> dict[str, Any]:
        return {}

    def order_of_play(self, play: RoundInProgress[Any]) -> None:
        return None

    def next_opening(self, result: Any) -> Opening:
        return NO_OPENING

    def result_summary(self, rules: TableRules, result: Any, bets: Sequence[Bet]) -> dict[str, Any]:
        return {"dice": list(result.dice)}

    def case_facts(self, rules: TableRules, result: Any, bets: Sequence[Bet], *, every: bool) -> dict[str, Any]:
        return {}

    def edge_case_facts(self, rules: TableRules) -> FactColumns:
        return FactColumns([], FACTS.types)

    def edge_case_key(self, rules: TableRules) -> tuple[object, ...]:
        return ()

    def unpriced_wagers(self, rules: TableRules) -> Mapping[str, str]:
        return wagers_without_bank(rules)

    def winning_wagers(self, rules: TableRules, result: Any, meters: Mapping[str, Cents]) -> Mapping[str, str]:
        return {}

    def wager_layout(self, rules: TableRules) -> Mapping[str, WagerPosition]:
        return {name: WagerPosition(ROLES[wager.group]) for name, wager in rules.wagers.items()}

    def evaluate_hands(self, rules: TableRules, cards: VisibleHands) -> Mapping[str, HandValue]:
        return {}

    def board_entry(self, result: Any) -> dict[str, Any]:
        return {}

    def card_sections(self, rules: TableRules) -> tuple[()]:
        return ()

    def terminal(self, rules: TableRules) -> FamilyTerminal:
        return FamilyTerminal(rules)

    @property
    def odds(self) -> FamilyOdds:
        raise NotImplementedError


def _better(mine: tuple[Piece, ...], theirs: tuple[Piece, ...]) -> int:
    own_total, theirs_total = sum(map(worth, mine)), sum(map(worth, theirs))
    return (own_total > theirs_total) - (own_total < theirs_total)


def _round(play: RoundInProgress[Any]) -> ToyRound:
    assert isinstance(play.state, ToyRound)
    return play.state


def _hands_of_seat(current: ToyRound, seat: int) -> Iterator[HandOnTable[Any]]:
    cards, places = current.cards[seat], current.places[seat]
    if seat not in current.hands:
        yield HandOnTable(str(HandName.of_seat(seat)), seat, tuple(cards), tuple(places), None)
        return
    for (name, _), hand in zip(SIZES, current.hands[seat], strict=True):
        hand_places = tuple(places[cards.index(card)] for card in hand)
        full = str(HandName.of_seat(seat, name))
        yield HandOnTable(full, seat, hand, hand_places, None, state="set", is_private_arrangement=not current.is_shown)


TOY: CompleteFamily = Toy()
MODULE = "croupier.families.toy.family"


@contextmanager
def registered(folder: Path) -> Iterator[str]:
    """Register the toy family and its rulebook `toy`; yield the path of the rulebook."""
    file = folder / "toy.toml"
    file.write_text(RULEBOOK)
    families: Any = family_registry.FAMILIES
    families["toy"], sys.modules[MODULE] = "toy.family:TOY", sys.modules[__name__]
    original_load = settings.load
    settings.load = lambda name: original_load(str(file) if name == "toy" else name)
    _clear_caches()
    try:
        yield str(file)
    finally:
        settings.load = original_load
        del families["toy"], sys.modules[MODULE]
        _clear_caches()


def _clear_caches() -> None:
    for cached in (family_registry.load_family, rulebook_library.family_rules, rulebook_library.load, settings._rules):
        cached.cache_clear()
