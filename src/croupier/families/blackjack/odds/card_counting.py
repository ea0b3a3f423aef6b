"""Card counting: count systems as data, and stakes that depend on the count."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from importlib.resources import files
from math import lcm
from typing import Any

from croupier.cards import Card, Rank, Suit
from croupier.errors import BadInput, suggestion
from croupier.odds.shoe_composition import card_of

LETTERS = {Rank.ACE: "A", Rank.TEN: "T", Rank.JACK: "J", Rank.QUEEN: "Q", Rank.KING: "K"}
RED = (Suit.HEARTS, Suit.DIAMONDS)
KEYS = {"title", "tags", "red", "true_per_cards", "first", "first_per_deck", "insures_from", "source"}
MOST_TAG = 20
MOST_STAKE = 10_000
MOST_COUNT = 50


@dataclass(frozen=True)
class CountSystem:
    """Card-counting system: what each card adds to the running count, and how the true count is computed."""

    title: str
    tags: Mapping[str, Fraction]
    """Amount that each rank adds to the running count; face cards without an entry count like tens."""
    red: Mapping[str, Fraction] = field(default_factory=dict)
    """Amounts for the hearts and diamonds of some ranks, which replace those in `tags`."""
    true_per_cards: int | None = None
    """Number of cards that the true count refers to, such as 52; None if the running count is not divided.

    The running count is divided by (cards left / `true_per_cards`).
    """
    first: Fraction = Fraction(0)
    first_per_deck: Fraction = Fraction(0)
    insures_from: Fraction | None = None
    source: str = ""

    def __post_init__(self) -> None:
        for rank in range(1, 11):
            if _letter(Rank(rank)) not in self.tags:
                raise BadInput.at("count.tags", f'{self.title} has no tag for "{_letter(Rank(rank))}"')
        for letter, tag in (*self.tags.items(), *self.red.items()):
            if letter not in map(_letter, Rank) or abs(tag) > MOST_TAG:
                raise BadInput.at("count.tags", f"{letter} = {tag}; ranks A 2 ... 9 T J Q K count {MOST_TAG} at most")
        if self.true_per_cards is not None and not 1 <= self.true_per_cards <= 520:
            raise BadInput.at("count.true_per_cards", f"is {self.true_per_cards}; a deck has 52 cards")

    def tag(self, card: Card) -> Fraction:
        letter = _letter(card.rank)
        if card.suit in RED and letter in self.red:
            return self.red[letter]
        return self.tags.get(letter, self.tags["T"])

    @property
    def scale(self) -> int:
        """Factor that makes every tag a whole number."""
        tags = (*self.tags.values(), *self.red.values(), self.first, self.first_per_deck)
        return lcm(*(tag.denominator for tag in tags))

    def whole_tags(self) -> list[int]:
        """Return the tags of the 52 cards, multiplied by `scale`."""
        return [int(self.tag(card_of(number)) * self.scale) for number in range(52)]


def _letter(rank: Rank) -> str:
    return LETTERS.get(rank, str(int(rank)))


@dataclass(frozen=True)
class Spread:
    """Bet spread: the stake at each true count."""

    steps: tuple[tuple[int, int], ...]
    """Pairs (count, stake) with ascending counts; each stake applies from its count on.

    Below the first count the first stake applies. A stake of 0 means that the seat does not bet.
    """

    def __post_init__(self) -> None:
        counts = [count for count, _ in self.steps]
        if not self.steps or counts != sorted(set(counts)) or max(map(abs, counts)) > MOST_COUNT:
            raise BadInput.at("spread", f"counts {counts}; write rising counts from -{MOST_COUNT} to {MOST_COUNT}")
        if not all(0 <= stake <= MOST_STAKE for _, stake in self.steps) or not any(stake for _, stake in self.steps):
            raise BadInput.at("spread", f"stakes from 0 to {MOST_STAKE}, some above 0; not {self.steps}")

    def stake(self, count: int) -> int:
        reached = [stake for step, stake in self.steps if step <= count]
        return reached[-1] if reached else self.steps[0][1]


def count_named(name: str) -> CountSystem:
    """Return a count system of the shipped list by its name."""
    known = count_systems()
    if name not in known:
        hint = suggestion(name, known) or ";"
        raise BadInput.at("count", f'there is no count "{name}"{hint} choose {", ".join(known)}')
    return known[name]


@cache
def count_systems() -> Mapping[str, CountSystem]:
    """Return all shipped count systems by name."""
    text = files(__package__).joinpath("counts.toml").read_text(encoding="utf-8")
    return {name: count_of(name, table) for name, table in tomllib.loads(text).items()}


def count_of(name: str, table: Mapping[str, Any]) -> CountSystem:
    """Return the count system that is described by a table of a TOML file."""
    if unknown := set(table) - KEYS:
        raise BadInput.at(f"count {name}", f'does not know "{min(unknown)}"; it knows {", ".join(sorted(KEYS))}')
    if missing := {"title", "tags", "source"} - set(table):
        raise BadInput.at(f"count {name}", f'needs "{min(missing)}"')
    numbers = {key: _number(name, table[key]) for key in ("first", "first_per_deck", "insures_from") if key in table}
    return CountSystem(
        title=table["title"],
        tags={rank: _number(name, tag) for rank, tag in table["tags"].items()},
        red={rank: _number(name, tag) for rank, tag in table.get("red", {}).items()},
        true_per_cards=table.get("true_per_cards"),
        source=table["source"],
        **numbers,
    )


def _number(name: str, written: object) -> Fraction:
    if isinstance(written, bool) or not isinstance(written, int | float):
        raise BadInput.at(f"count {name}", f"{written!r} is no number")
    return Fraction(str(written))
