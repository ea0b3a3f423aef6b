"""Section of a pai gow poker rulebook: how hands are dealt, set and ranked, and the house way.

Lint checks on representative hands that the house way sets every hand and that every rule sets some hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations_with_replacement
from typing import Any, Literal

from pydantic import Field

from croupier.errors import suggestion
from croupier.families.pai_gow.poker.hand_values import ACE, JOKER, SEMI, SUITS, WILD, HandRules
from croupier.families.pai_gow.poker.house_way import PokerHouseWay, features_of, first_fitting_rule, parse_rule
from croupier.families.pai_gow.shared.house_way_rules import (
    HOUSE_WAY,
    HouseWayLine,
    line_problems,
    option_combinations,
    report_unreachable_lines,
    rules_in_force,
    unset_hand_message,
)
from croupier.hands.card_parsing import card_of
from croupier.hands.hand_strength import Wheel, wheel_position
from croupier.rulebook.schema import Cite, FamilyTable, FromOption, Id, Procedure, RulebookFile, Section
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.toml_reader import Path

HIGH_CARDS = 5
KEY = "pai_gow"


class JokerPlace(Section):
    """Condition for the joker in the low hand if a rule divides equal cards: always, or under an option's value."""

    option: str = ""
    front: str = ""


class PokerHouseWayLine(HouseWayLine):
    """One line of the house way: the cards that go into the low hand."""

    joker: JokerPlace | None = None
    """Hand that gets the joker; if None, equal cards are divided so that the high hand is best. [CA-PGP-A1]"""

    @property
    def named_options(self) -> Mapping[str, str | bool]:
        joker = self.joker
        return self.only if joker is None or not joker.option else {**self.only, joker.option: joker.front}


class Envy(Section):
    """Envy pay: a bettor with a large enough bonus wager is also paid for other players' hands.

    The `envy` of the pay rows is the amount.
    """

    wager: Id
    least: str | FromOption
    cite: Cite = Field(default=[])


class PaiGowSection(FamilyTable):
    """Rules of pai gow poker against a player-dealer."""

    base: Id = "base"
    """Id of the wager that hands are set for."""
    cards: Literal[6, 7] = 7
    joker: Literal["semi", "ace_or_complete", "wild"] | FromOption = "semi"
    """Cards that the joker may be: an ace or a card that completes a straight or flush; or any card."""
    joker_flush: bool | FromOption = True
    """Whether the joker may complete a flush that is not a straight."""
    joker_in_flush: Literal["next", "ace"] | FromOption = "next"
    """Card that the joker is in a flush with an ace: the highest missing card of the suit, or an ace. [CA-PGP-A3]"""
    joker_above_ace: bool | FromOption = False
    """Whether the joker as an ace decides between equal high hands: the hand that has it wins. [CA-MPG-A7]"""
    joker_rank: Literal["lies", "named"] | FromOption = "lies"
    """Card of a wild joker in a hand that the house set: any card again, or the card it was named. [CA-RPGP-A14]"""
    wheel: Literal["low", "second"] | FromOption = "low"
    """Position of the straight A-2-3-4-5 among the straights."""
    dice: Literal[0, 3] = 3
    """Number of dice thrown for the first packet and the action; none in games with two common hands."""
    deal: Literal["packets", "piles"] | FromOption = "packets"
    """Method of dealing: packets to the hands by a machine, or piles by hand, of which the player-dealer picks one."""
    start: Literal["button", "left"] | FromOption = "button"
    """Start of settlement: at the action button, or left of the player-dealer. [CA-TBB-A2]"""
    button: Literal["left", "bank"] | FromOption = "left"
    """Place of the action button if the dice name the player-dealer: next seat or player-dealer. [CA-LPGP-A1]"""
    foul: Literal["lose", "reset"] | FromOption = "lose"
    """Consequence of a foul hand, whose low hand is above its high hand: it loses, or must be set again."""
    who_sets: Literal["free", "house-way"] | FromOption = "house-way"
    """Person who sets the player-dealer's hand: the player-dealer, or the house by the house way."""
    shown_first: bool = False
    """Whether the player-dealer's hand is opened and set before the others; ace high then ends the play."""
    double: Id | None = None
    """Id of a wager as large as the base wager that a seat may add after its hand is set."""
    envy: Envy | None = None
    house_way: dict[str, PokerHouseWayLine]

    def problems(self, book: RulebookFile) -> Iterator[tuple[Path, str]]:
        for name, wager in _wagers(self):
            if wager is not None and wager not in book.wager:
                yield (KEY, name), f'"{wager}" is no wager of this rulebook{suggestion(wager, book.wager)}'
        for name, rule in self.house_way.items():
            yield from line_problems((KEY, HOUSE_WAY, name), rule, book, parse_rule)

    def rules_card_procedures(self, options: Mapping[str, Any]) -> Iterator[Procedure]:
        """Yield the house way for the rules card, rule by rule in order."""
        for number, name in enumerate(rules_in_force(self, options), start=1):
            rule = self.house_way[name]
            put = rule.set[0].upper() + rule.set[1:]
            yield Procedure(title=f"House way {number}", text=f"{rule.title}. {put} in front.", cite=rule.cite)

    def slow_problems(self, book: RulebookFile) -> Iterator[tuple[Path, str]]:
        """Yield problems of the house way: hands that no rule sets, and rules that set no hand under any options."""
        reached: set[str] = set()
        is_reported = False
        for options in option_combinations(self.house_way, book):
            way = parse_house_way(self, options)
            if not is_reported and (unset := find_unset_hand(way)):
                is_reported = True
                yield (KEY, HOUSE_WAY), unset_hand_message(unset, options)
            names = rules_in_force(self, options)
            reached |= set(names) - {names[number] for number in find_unreachable_rules(way)}
        yield from report_unreachable_lines(KEY, self.house_way, reached)


def _wagers(section: PaiGowSection) -> Iterator[tuple[str, str | None]]:
    yield "base", section.base
    yield "double", section.double
    yield "envy", section.envy.wager if section.envy else None


def section_of(rules: TableRules) -> PaiGowSection:
    section = rules.rulebook.written.own
    assert isinstance(section, PaiGowSection)
    return section


def table_house_way(rules: TableRules) -> PokerHouseWay:
    """Return the house way of a table, with the rules for ranking hands that its options select."""
    section = section_of(rules)
    wild = rules.value(section.joker) == "wild"
    place = wheel_position(HIGH_CARDS, Wheel(rules.value(section.wheel)))
    play_rules = HandRules(
        WILD if wild else SEMI,
        place,
        int(bool(rules.value(section.joker_flush))),
        int(rules.value(section.joker_in_flush) == "ace"),
        int(bool(rules.value(section.joker_above_ace))),
    )
    return parse_house_way(section, rules.options)._replace(rules=play_rules)


def parse_house_way(section: PaiGowSection, options: Mapping[str, Any]) -> PokerHouseWay:
    """Return the house-way rules in force as rows of numbers, with default rules for ranking hands."""
    rows = []
    for name in rules_in_force(section, options):
        rule = section.house_way[name]
        rows.append(parse_rule(rule.when, rule.set, joker_in_front=_in_front(rule.joker, options)))
    return PokerHouseWay(tuple(rows), HandRules(), section.cards - HIGH_CARDS)


def _in_front(joker: JokerPlace | None, options: Mapping[str, Any]) -> bool:
    return joker is not None and (not joker.option or options.get(joker.option) == joker.front)


RULES = HandRules()


def find_unset_hand(way: PokerHouseWay) -> str | None:
    """Return an example of a hand that no rule sets, as text; None if rules set all hands."""
    for features, cards in feature_examples(HIGH_CARDS + way.low_cards):
        if first_fitting_rule(way.rows, features) < 0:
            return " ".join(str(card_of(card)) for card in cards)
    return None


def find_unreachable_rules(way: PokerHouseWay) -> list[int]:
    """Return the indexes of the rules that set no hand."""
    reached = {first_fitting_rule(way.rows, features) for features, _ in feature_examples(HIGH_CARDS + way.low_cards)}
    return [number for number in range(len(way.rows)) if number not in reached]


@cache
def feature_examples(many: int) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """Return every combination of features that `many` cards can have, each with an example hand."""
    found: dict[tuple[int, ...], tuple[int, ...]] = {}
    for cards in _representative_hands(many):
        found.setdefault(tuple(features_of(cards, RULES)), cards)
    return tuple(found.items())


def _representative_hands(many: int) -> Iterator[tuple[int, ...]]:
    """Yield representative hands of `many` cards: some for each group of ranks that rules can tell apart.

    Each group is dealt in mixed suits and in one suit, with and without the joker.
    """
    keys = set()
    for ranks in combinations_with_replacement(range(2, ACE + 1), many):
        held = [0] * (ACE + 1)
        for rank in ranks:
            held[rank] += 1
        if max(held[:ACE]) > SUITS or held[ACE] > SUITS + 1:
            continue
        key = _rule_key(ranks, held)
        if key not in keys:
            keys.add(key)
            yield from _hands_of(held)


def _rule_key(ranks: Sequence[int], held: Sequence[int]) -> tuple[object, ...]:
    """Return what rules can test about the ranks: how often ranks occur, the highest of each, and straights."""
    tops = tuple(max((rank for rank in ranks if held[rank] == times), default=0) for times in range(1, 5))
    numbers = tuple(sum(times == many for times in held) for many in range(1, 6))
    mask = sum(1 << rank for rank in set(ranks)) | (2 if held[ACE] else 0)
    without = mask if held[ACE] > 1 else mask & ~(1 << ACE | 2)
    return tops, numbers, _longest_run_part(mask) == HIGH_CARDS, held[ACE] > 0 and _longest_run_part(without) >= 4


def _longest_run_part(mask: int) -> int:
    """Return the largest number of different ranks within any five consecutive ranks."""
    return max((mask >> low & 0b11111).bit_count() for low in range(1, 11))


def _hands_of(held: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield hands of these ranks: in mixed suits and mostly in one suit, with and without the joker as an ace."""
    for suited in (False, True):
        for joker in (False, True):
            if (joker and not held[ACE]) or (not joker and held[ACE] > SUITS):
                continue
            cards = [JOKER] if joker else []
            for rank in range(2, ACE + 1):
                many = held[rank] - (joker and rank == ACE)
                first = 0 if suited else len(cards)
                cards += [4 * (rank - 1 if rank < ACE else 0) + (first + step) % SUITS for step in range(many)]
            yield tuple(cards)
