"""Schema of the `poker` section of a rulebook, and checks that a round can be dealt under it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from croupier.errors import suggestion
from croupier.rulebook.schema import FamilyTable, FromOption, Id, Option, RulebookFile
from croupier.rulebook.table_rules import TableRules
from croupier.rulebook.toml_reader import Path

Found = Iterator[tuple[Path, str]]
POKER_FAMILIES = {"three-card": (3, 0), "ultimate-holdem": (2, 5)}
"""For each family, the number of cards in a hand and the number of community cards."""
DECK_CARDS = 52
FLAGS = ("a23_straight", "upcard", "fold_first", "play_counts_to_max")
WORDS = {"min_hole_cards": ("0", "1"), "deal": ("shuffler", "shoe")}
MOST_TIMES = 100
TOPICS = ("play", "fold", "check")


class PokerSection(FamilyTable):
    """Rules of play of a poker rulebook: the wagers on the hand, and how hands are ranked."""

    ante: Id = "ante"
    play: Id = "play"
    min_hole_cards: int | FromOption = 0
    """Hold'em: number of hole cards that a hand must use."""
    a23_straight: bool | FromOption = True
    """Three-card poker: whether ace, two, three are a straight."""
    upcard: bool | FromOption = True
    """Three-card poker: whether one of the player-dealer's cards is shown before the players decide."""
    fold_first: bool | FromOption = False
    """Whether the bank collects the Antes of folded hands before other wagers, not when it comes to their seat."""
    deal: Literal["shuffler", "shoe"] | FromOption = "shuffler"
    """Hold'em: from a shuffler two cards per hand and then the board; from a shoe the board and then single cards."""
    before_flop: list[int] = Field(default=[4, 3])
    """Hold'em: multiples of the Ante that a Play wager may be before the flop."""
    flop: int = 2
    river: int = 1
    play_counts_to_max: bool | FromOption = False
    """Hold'em: whether the Ante's maximum also limits the Play wager."""

    def problems(self, book: RulebookFile) -> Found:
        return poker_problems(self, book)


def section_of(rules: TableRules) -> PokerSection:
    section = rules.rulebook.written.own
    assert isinstance(section, PokerSection)
    return section


def poker_problems(section: PokerSection, book: RulebookFile) -> Found:
    """Yield every problem of the section, and of the wagers, deck and seats that it depends on."""
    yield from _wagers(book, section)
    yield from _values(book, section)
    yield from _sizes(section)
    for topic in section.cites:
        if topic not in TOPICS:
            hint = suggestion(topic, TOPICS) or ";"
            yield ("poker", "cites", topic), f"is nothing that is decided{hint} it is {', '.join(TOPICS)}"
    yield from _deck(book)
    yield from _places(book)


def _wagers(book: RulebookFile, section: PokerSection) -> Found:
    """Yield problems of the wagers: the Ante must be placed before the deal, only the Play wager during the round."""
    for name in (section.ante, section.play):
        if name not in book.wager:
            yield ("poker",), f'"{name}" is not a wager{suggestion(name, book.wager)}'
    if section.ante == section.play:
        yield ("poker", "play"), f'"{section.play}" is the Ante; the Play wager is another'
        return
    for wager in book.wager.values():
        if wager.id == section.play and wager.placed != "asked":
            yield ("wager", wager.id, "placed"), 'is "betting"; the round asks for the Play wager: placed = "asked"'
        if wager.id != section.play and wager.placed == "asked":
            yield ("wager", wager.id, "placed"), f'is "asked"; the round asks for "{section.play}" alone'


def _values(book: RulebookFile, section: PokerSection) -> Found:
    """Yield problems of single values in the section, and of the values that the options named there may take."""
    for key in FLAGS:
        option = _option(book, getattr(section, key))
        if option is not None and option.kind != "flag":
            yield ("poker", key), f"comes from an option of kind {option.kind}; wanted is flag"
    for key, known in WORDS.items():
        value = getattr(section, key)
        option = _option(book, value)
        if option is not None and (wrong := [one for one in _may_be(option) if one not in known]):
            yield ("poker", key), f"may be {wrong[0]} by its option; it is {' or '.join(known)}"
        if not isinstance(value, FromOption) and str(value) not in known:
            yield ("poker", key), f"is {value}; it is {' or '.join(known)}"


def _sizes(section: PokerSection) -> Found:
    """Yield problems of the Play sizes: each must be a whole number of Antes and be listed once."""
    sizes = (("flop", section.flop), ("river", section.river), *(("before_flop", one) for one in section.before_flop))
    for key, times in sizes:
        if not 1 <= times <= MOST_TIMES:
            yield ("poker", key), f"is {times}; a Play wager is 1 to {MOST_TIMES} times the Ante"
    if not section.before_flop or len(set(section.before_flop)) < len(section.before_flop):
        yield ("poker", "before_flop"), f"is {section.before_flop}; name each size once, and at least one"


def _option(book: RulebookFile, value: object) -> Option | None:
    return book.options.get(value.option) if isinstance(value, FromOption) else None


def _may_be(option: Option) -> list[str]:
    return option.choices or [str(one) for one in (option.min, option.max, option.default) if one is not None]


def _deck(book: RulebookFile) -> Found:
    """Yield problems of the deck: hands are ranked for one deck only. [004 L612-614, L2613-2622, L3570-3576]"""
    decks = book.options.get("decks")
    if decks is None:
        yield ("options",), 'has no "decks"; poker is dealt from one deck: include = ["poker-deck"] brings it'
    elif str(decks.default) != "1" or str(decks.max) != "1":
        yield ("options", "decks"), "may be more than 1; poker is dealt from one deck"


def _places(book: RulebookFile) -> Found:
    """Yield a problem if one deck does not have enough cards for all seats of the layout."""
    cards, board = POKER_FAMILIES[book.family]
    most = (DECK_CARDS - board - cards) // cards
    option = _option(book, book.seats.up_to)
    up_to = str(book.seats.up_to if option is None else option.max or option.default)
    places = int(up_to) if up_to.isdecimal() else len(book.seats.numbers)
    if places > most:
        yield ("seats",), f"may be {places}; one deck has cards for {most} and the player-dealer"
