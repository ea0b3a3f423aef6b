"""Section of a pai gow poker rulebook: how hands are dealt, set and ranked, and the house way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from pydantic import Field

from croupier.errors import suggestion
from croupier.families.pai_gow.poker.hand_values import SEMI, WILD, HandRules
from croupier.families.pai_gow.poker.house_way import PokerHouseWay, parse_rule
from croupier.families.pai_gow.poker.house_way_check import find_unreachable_rules, find_unset_hand
from croupier.families.pai_gow.shared.house_way_rules import (
    HOUSE_WAY,
    HouseWayLine,
    line_problems,
    option_combinations,
    report_unreachable_lines,
    rules_in_force,
    unset_hand_message,
)
from croupier.hands.hand_strength import Wheel, wheel_position
from croupier.rulebook.schema import Cite, FamilyTable, FromOption, Id, Procedure, RulebookFile, Section
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.toml_lines import Path

HIGH_CARDS = 5
KEY = "pai_gow"


class JokerPlace(Section):
    """Where the joker goes if a rule divides equal cards: in the low hand, always or if an option has a value."""

    option: str = ""
    front: str = ""


class PokerHouseWayLine(HouseWayLine):
    """One line of the house way: the cards that go into the low hand."""

    joker: JokerPlace | None = None
    """Where the joker goes; if None, equal cards are divided so that the high hand is best. [CA-PGP-A1]"""

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
    """What the joker may be: an ace or a card that completes a straight or flush; or any card."""
    joker_flush: bool | FromOption = True
    """Whether the joker may complete a flush that is not a straight."""
    joker_in_flush: Literal["next", "ace"] | FromOption = "next"
    """What the joker is in a flush with an ace: the highest missing card of the suit, or an ace. [CA-PGP-A3]"""
    joker_above_ace: bool | FromOption = False
    """Whether the joker as an ace decides between equal high hands: the hand that has it wins. [CA-MPG-A7]"""
    joker_rank: Literal["lies", "named"] | FromOption = "lies"
    """What a wild joker is in a hand that the house set: any card again, or the card it was named. [CA-RPGP-A14]"""
    wheel: Literal["low", "second"] | FromOption = "low"
    """Position of the straight A-2-3-4-5 among the straights."""
    dice: Literal[0, 3] = 3
    """Number of dice thrown for the first packet and the action; none in games with two common hands."""
    deal: Literal["packets", "piles"] | FromOption = "packets"
    """Method of dealing: packets to the hands by a machine, or piles by hand, of which the player-dealer picks one."""
    start: Literal["button", "left"] | FromOption = "button"
    """Start of settlement: at the action button, or left of the player-dealer. [CA-TBB-A2]"""
    button: Literal["left", "bank"] | FromOption = "left"
    """Where the action button goes if the dice name the player-dealer: next seat or player-dealer. [CA-LPGP-A1]"""
    foul: Literal["lose", "reset"] | FromOption = "lose"
    """What happens to a foul hand, whose low hand is above its high hand: it loses, or must be set again."""
    who_sets: Literal["free", "house-way"] | FromOption = "house-way"
    """Who sets the player-dealer's hand: the player-dealer, or the house by the house way."""
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
