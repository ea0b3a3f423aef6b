"""Tests of shoes by the faces of their cards, for shuffles by a generator or by a machine; parser of logged shoes.

[9 NYCRR 5319.60(c)(1)(i); COMAR 36.05.02.17.F-G] Shoes may be dealt in part: the tests use as many cards of each shoe
as the shortest one shows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card, CardError, parse_cards
from croupier.errors import BadInput, Problem
from croupier.odds.fairness_tests.chances import class_chances, sequence_chances
from croupier.odds.fairness_tests.orders import chunks
from croupier.odds.fairness_tests.result import FairnessTestGroup, FairnessTestResult, Numbers
from croupier.odds.family_odds import load_odds
from croupier.odds.shoe_composition import card_number, card_of
from croupier.play.family import family_names

FACES = FairnessTestGroup("Cards")
Law = NDArray[np.float64]
KINDS = 52
PARTS = 8
LEAST_EXPECTED = 5
VALUE_CLASSES = ((0,), (1, 2, 3), (4, 5, 6), (7, 8, 9))
POINTS = np.array([rank if rank < 10 else 0 for rank in range(1, 14) for _ in range(4)])
CLASS_OF = np.array([next(i for i, values in enumerate(VALUE_CLASSES) if point in values) for point in POINTS])


@dataclass(frozen=True)
class ShoeFaces:
    """Shoes as an array with one row per shoe: cards numbered 4 x (rank - 1) + suit, in dealing order."""

    cards: NDArray[np.uint8]
    decks: int

    @property
    def shoes(self) -> int:
        return len(self.cards)

    @property
    def shown(self) -> int:
        return int(self.cards.shape[1])

    @property
    def in_a_shoe(self) -> int:
        return KINDS * self.decks


def face_tests(faces: ShoeFaces, done: Callable[[str], None]) -> Iterator[FairnessTestResult]:
    """Run all tests that need only the faces of the cards."""
    done("cards by place")
    yield even_by_position(faces, "ranks by place", faces.cards // 4, 13, 1)
    yield even_by_position(faces, "cards by part of the shoe", faces.cards, KINDS, faces.shown // PARTS)
    done("neighbours")
    yield neighbours(faces, "neighbouring ranks", faces.cards // 4, 13)
    yield neighbours(faces, "neighbouring suits", faces.cards % 4, 4)
    done("shoes compared")
    yield repeated_positions(faces)
    yield repeated_shoes(faces)
    done("first six cards")
    yield first_six(faces)
    openings = [[card_of(int(card)) for card in shoe[:6]] for shoe in faces.cards]
    for odds in map(load_odds, family_names()):
        if odds.shuffle_tests is not None:
            yield from odds.shuffle_tests(openings, faces.decks)


def even_by_position(
    faces: ShoeFaces, name: str, kind: NDArray[np.uint8], kinds: int, block: int
) -> FairnessTestResult:
    """Test that every kind of card is equally frequent in every block of positions.

    Blocks are enlarged where a kind would be expected too rarely. A card in one position is missing from the others, so
    the statistic is too large by n / (n - 1), where n is the number of cards of a full shoe.
    """
    block = max(block, -(-LEAST_EXPECTED * kinds // faces.shoes))
    blocks = faces.shown // block
    place = np.arange(blocks * block) // block * kinds
    counted = [np.bincount((place + part).ravel(), minlength=kinds * blocks) for part in chunks(kind[:, : len(place)])]
    counts = np.sum(counted, axis=0).reshape(blocks, kinds)
    differences = ((counts - counts.mean(axis=0)) ** 2).sum() / (faces.shoes * block / kinds)
    n = faces.in_a_shoe
    return FACES.chi_square_result(name, float(differences) * (n - 1) / n, (kinds - 1) * (blocks - 1))


def neighbours(faces: ShoeFaces, name: str, kind: NDArray[np.uint8], kinds: int) -> FairnessTestResult:
    """Test how often each kind of card follows each other kind, using the exact covariances of the counts."""
    pairs = sum(np.bincount((part[:, :-1] * kinds + part[:, 1:]).ravel(), minlength=kinds**2) for part in chunks(kind))
    expected, variances, axes = _neighbour_axes(kinds, faces.in_a_shoe // kinds, faces.shown - 1)
    off = axes.T @ (np.asarray(pairs) - faces.shoes * expected)
    return FACES.chi_square_result(name, float((off**2 / (faces.shoes * variances)).sum()), len(variances))


@cache
def _neighbour_axes(kinds: int, copies: int, pairs: int) -> tuple[Law, Law, Law]:
    """Return the expected counts of one shoe, and the variances and axes of their uncorrelated components."""
    expected, covariance = neighbour_law(kinds, copies, pairs)
    variances, axes = np.linalg.eigh(covariance)
    free = variances > 1e-9 * variances.max()
    return expected, variances[free], axes[:, free]


def neighbour_law(kinds: int, copies: int, pairs: int) -> tuple[Law, Law]:
    """Return the expected number of times each kind follows each other kind in one shoe, and the covariances.

    Two pairs of neighbours are the same pair, or share a card (the second card of one is the first of the other), or
    are disjoint.
    """
    two, three, four = (sequence_chances(kinds, copies, length) for length in (2, 3, 4))
    same = np.diag(two.ravel())
    sharing = np.einsum("abd,bc->abcd", three, np.eye(kinds)).reshape(kinds**2, -1)
    apart = four.reshape(kinds**2, -1)
    second = pairs * same + (pairs - 1) * (sharing + sharing.T) + (pairs - 1) * (pairs - 2) * apart
    expected = pairs * two.ravel()
    return expected, second - np.outer(expected, expected)


def repeated_positions(faces: ShoeFaces) -> FairnessTestResult:
    """Test the number of cards that are in the same position as an equal card of the previous shoe."""
    n, shown, copies = faces.in_a_shoe, faces.shown, faces.decks
    matches = int((faces.cards[1:] == faces.cards[:-1]).sum())
    chance = copies / n
    alike = sum(int((times * (times - 1)).sum()) for times in (np.bincount(shoe) for shoe in faces.cards[:-1]))
    pairs = (faces.shoes - 1) * shown * (shown - 1)
    both = alike * copies * (copies - 1) + (pairs - alike) * copies**2
    variance = (faces.shoes - 1) * shown * chance * (1 - chance) + both / (n * (n - 1)) - pairs * chance**2
    z = (matches - (faces.shoes - 1) * shown * chance) / np.sqrt(variance)
    return FACES.deviation_result("cards where they lay before", float(z))


def repeated_shoes(faces: ShoeFaces) -> FairnessTestResult:
    """Test for whole shoes that repeat an earlier one, which never happens by chance."""
    times = Counter(shoe.tobytes() for shoe in faces.cards).values()
    return FACES.rare_event_result("shoes that come again", sum(comb(count, 2) for count in times), 0.0)


def first_six(faces: ShoeFaces) -> FairnessTestResult:
    """Test how many of the first six cards have 0, 1 to 3, 4 to 6 and 7 to 9 points; tens and pictures have 0."""
    counts: Numbers = np.stack([(CLASS_OF[faces.cards[:, :6]] == i).sum(axis=1) for i in range(4)], axis=1)
    seen = Counter(map(tuple, counts.tolist()))
    sizes = [size * faces.decks for size in np.bincount(CLASS_OF).tolist()]
    chances = class_chances(sizes, 6)
    return FACES.probability_result(
        "first six cards by value", [seen[kind] for kind in chances], list(chances.values())
    )


LEAST_SHOES, MOST_SHOES = 20, 100_000
LEAST_CARDS = 52
Line = tuple[int, tuple[Card, ...]]
MOST_PROBLEMS = 10


def read_logged(text: str, where: str, decks: int) -> ShoeFaces:
    """Return the shoes of a log, or raise `BadInput` with all problems at once.

    A log has one shoe per line, its cards in dealing order, separated by spaces; shoes may be dealt in part. Empty
    lines and lines that begin with # are ignored.
    """
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
