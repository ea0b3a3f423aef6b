"""Parser of logged shoes: one shoe per line, cards in dealing order, separated by spaces.

Shoes may be dealt in part. Empty lines and lines that begin with # are ignored.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from croupier.cards import Card, CardError, parse_cards
from croupier.errors import BadInput, Problem
from croupier.odds.fairness_tests.faces import KINDS, ShoeFaces
from croupier.odds.shoe_composition import card_number

LEAST_SHOES, MOST_SHOES = 20, 100_000
LEAST_CARDS = 52
Line = tuple[int, tuple[Card, ...]]
MOST_PROBLEMS = 10


def read_logged(text: str, where: str, decks: int) -> ShoeFaces:
    """Return the shoes of a log, or raise `BadInput` with all problems at once."""
    problems: list[Problem] = []
    lines = list(_lines(text, where, problems))
    for number, cards in lines:
        problems += [Problem(f"{where} line {number}", message) for message in _faults(cards, decks)]
    if problems:
        raise BadInput(_shortened(problems, where))
    if not LEAST_SHOES <= len(lines) <= MOST_SHOES:
        raise BadInput.at(where, f"holds {len(lines)} shoes; the tests take {LEAST_SHOES} to {MOST_SHOES:,}")
    shown = min(len(cards) for _, cards in lines)
    return ShoeFaces(np.array([[card_number(card) for card in cards[:shown]] for _, cards in lines], np.uint8), decks)


def _lines(text: str, where: str, problems: list[Problem]) -> Iterator[Line]:
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            yield number, parse_cards(line)
        except CardError as error:
            problems.append(Problem(f"{where} line {number}", str(error)))


def _faults(cards: tuple[Card, ...], decks: int) -> Iterator[str]:
    """Yield the reasons why these cards cannot be a shoe of `decks` decks."""
    if len(cards) < LEAST_CARDS:
        yield f"shows {len(cards)} cards; a logged shoe shows {LEAST_CARDS} at least"
    if len(cards) > KINDS * decks:
        yield f"shows {len(cards)} cards; {decks} decks hold {KINDS * decks}"
    for card, count in Counter(cards).items():
        if count > decks:
            yield f"shows {card} {count} times; {decks} decks hold {decks}"


def _shortened(problems: Sequence[Problem], where: str) -> list[Problem]:
    first, more = list(problems[:MOST_PROBLEMS]), len(problems) - MOST_PROBLEMS
    return [*first, Problem(where, f"and {more:,} problems more")] if more > 0 else first
