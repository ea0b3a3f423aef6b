"""What a rulebook of pai gow poker says of its own: how hands are dealt, set and ranked, and the house way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from pydantic import Field

from croupier.errors import suggestion
from croupier.families.pai_gow.hand_values import SEMI, WILD, HandRules
from croupier.families.pai_gow.house_way import HouseWay, row_of
from croupier.families.pai_gow.house_way_check import find_unreachable_rules, find_unset_hand
from croupier.families.pai_gow.house_way_rules import (
    HOUSE_WAY,
    HouseWayLine,
    line_problems,
    lines_never_reached,
    option_combinations,
    rules_in_force,
    unset_hand_message,
)
from croupier.hands.hand_strength import Wheel, wheel_place
from croupier.rulebook.schema import Cite, FromOption, Id, OwnSection, Procedure, RulebookFile, Section
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.toml_lines import Path

HIGH_CARDS = 5
KEY = "pai_gow"


class JokerPlace(Section):
    """Where the joker goes among equal cards that a rule divides: in front, when an option says so or always."""

    option: str = ""
    front: str = ""


class PokerHouseWayLine(HouseWayLine):
    """One line of the house way: what goes in front."""

    joker: JokerPlace | None = None
    """Left out: of equal cards those stay behind that make the best five. [CA-PGP-A1]"""

    @property
    def speaks_of(self) -> Mapping[str, str | bool]:
        joker = self.joker
        return self.only if joker is None or not joker.option else {**self.only, joker.option: joker.front}


class Envy(Section):
    """What a large enough bonus wager brings for the hands of others: the `envy` of its pay rows."""

    wager: Id
    least: str | FromOption
    cite: Cite = Field(default=[])


class PaiGowSection(OwnSection):
    """Pai gow poker against a player-dealer."""

    base: Id = "base"
    """The wager that hands are set for."""
    cards: Literal[6, 7] = 7
    joker: Literal["semi", "ace_or_complete", "wild"] | FromOption = "semi"
    """An ace, or what a straight or flush lacks; or any card."""
    joker_flush: bool | FromOption = True
    """Whether the joker may complete a flush that is not straight."""
    joker_in_flush: Literal["next", "ace"] | FromOption = "next"
    """The joker in a flush that holds its ace: the highest card of the suit not in the five, or an ace. [CA-PGP-A3]"""
    joker_above_ace: bool | FromOption = False
    """Whether of equal high hands that one wins whose joker is an ace. [CA-MPG-A7]"""
    joker_rank: Literal["lies", "named"] | FromOption = "lies"
    """A wild joker in a hand that the house set: any card where it lies, or the one it was named. [CA-RPGP-A14]"""
    wheel: Literal["low", "second"] | FromOption = "low"
    """Where the straight with the ace at the bottom stands."""
    dice: Literal[0, 3] = 3
    """How many are thrown for the first packet and the action; none where two hands lie for all."""
    deal: Literal["packets", "piles"] | FromOption = "packets"
    """Packets straight to the hands, as a machine gives them out; or piles dealt by hand, one of them picked."""
    start: Literal["button", "left"] | FromOption = "button"
    """Where settling starts: at the action button, or left of the player-dealer. [CA-TBB-A2]"""
    button: Literal["left", "bank"] | FromOption = "left"
    """When the dice name the player-dealer: the next seat has the action, or he keeps the button. [CA-LPGP-A1]"""
    foul: Literal["lose", "reset"] | FromOption = "lose"
    """A low hand above the high one: it loses, or has to be laid again."""
    who_sets: Literal["free", "house-way"] | FromOption = "house-way"
    """The player-dealer's hand: himself, or the house."""
    shown_first: bool = False
    """The player-dealer's hand is opened and set before anybody else sets his; ace high ends the play."""
    double: Id | None = None
    """A wager as large as the base wager that a seat may add when it has set its hand."""
    envy: Envy | None = None
    house_way: dict[str, PokerHouseWayLine]

    def problems(self, book: RulebookFile) -> Iterator[tuple[Path, str]]:
        for name, wager in _wagers(self):
            if wager is not None and wager not in book.wager:
                yield (KEY, name), f'"{wager}" is no wager of this rulebook{suggestion(wager, book.wager)}'
        for name, rule in self.house_way.items():
            yield from line_problems((KEY, HOUSE_WAY, name), rule, book, row_of)

    def printed(self, options: Mapping[str, Any]) -> Iterator[Procedure]:
        """The house way, rule by rule in its order."""
        for number, name in enumerate(rules_in_force(self, options), start=1):
            rule = self.house_way[name]
            put = rule.set[0].upper() + rule.set[1:]
            yield Procedure(title=f"House way {number}", text=f"{rule.title}. {put} in front.", cite=rule.cite)

    def looked_at_closely(self, book: RulebookFile) -> Iterator[tuple[Path, str]]:
        """Hands that no rule sets, and rules that set no hand, whatever the options."""
        reached: set[str] = set()
        is_told = False
        for options in option_combinations(self.house_way, book):
            way = way_of(self, options)
            if not is_told and (unset := find_unset_hand(way)):
                is_told = True
                yield (KEY, HOUSE_WAY), unset_hand_message(unset, options)
            names = rules_in_force(self, options)
            reached |= set(names) - {names[number] for number in find_unreachable_rules(way)}
        yield from lines_never_reached(KEY, self.house_way, reached)


def _wagers(section: PaiGowSection) -> Iterator[tuple[str, str | None]]:
    yield "base", section.base
    yield "double", section.double
    yield "envy", section.envy.wager if section.envy else None


def section_of(rules: TableRules) -> PaiGowSection:
    section = rules.book.written.own
    assert isinstance(section, PaiGowSection)
    return section


def house_way_of(rules: TableRules) -> HouseWay:
    """The house way under the readings in force."""
    section = section_of(rules)
    wild = rules.value(section.joker) == "wild"
    place = wheel_place(HIGH_CARDS, Wheel(rules.value(section.wheel)))
    play_rules = HandRules(
        WILD if wild else SEMI,
        place,
        int(bool(rules.value(section.joker_flush))),
        int(rules.value(section.joker_in_flush) == "ace"),
        int(bool(rules.value(section.joker_above_ace))),
    )
    return way_of(section, rules.options)._replace(rules=play_rules)


def way_of(section: PaiGowSection, options: Mapping[str, Any]) -> HouseWay:
    """The rules in force as numbers."""
    rows = []
    for name in rules_in_force(section, options):
        rule = section.house_way[name]
        rows.append(row_of(rule.when, rule.set, joker_in_front=_in_front(rule.joker, options)))
    return HouseWay(tuple(rows), HandRules(), section.cards - HIGH_CARDS)


def _in_front(joker: JokerPlace | None, options: Mapping[str, Any]) -> bool:
    return joker is not None and (not joker.option or options.get(joker.option) == joker.front)
