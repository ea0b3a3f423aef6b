"""Texts of a par sheet: the shoe, the method and the definitions of the figures."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.documents.family import documents_of
from croupier.odds.fact_table import EXACT
from croupier.odds.par_sheet import ParSheet
from croupier.odds.shoe_composition import Composition, card_of
from croupier.odds.wager_odds import SolvedOdds, WagerOdds

STATEMENT = (
    "This sheet states the odds of the rules that croupier carries out for this rulebook, as read from the documents "
    "listed. It makes no claim of certification or approval."
)
EFFECTS_TEXT = (
    "By how many percentage points the house edge changes when one card of a rank leaves the shoe. "
    "An asterisk marks wagers that can be counted."
)
DEALS = (
    "Every card of the shoe is told apart, and six are drawn one after another; a round that needs fewer stands for "
    "all ways the rest could have come. All deals are equally likely, so deals over all deals is the exact chance."
)
FIGURES = (
    (
        "House edge",
        "What the bank can expect to win, in percent of the stake. A push counts as a stake; vigorish is taken off; "
        "prizes from a meter and envy are not counted.",
    ),
    (
        "Hit, push, loss",
        "The chances, in percent, that the wager wins, comes back whole, or loses all or part of the stake.",
    ),
    ("Deviation", "Standard deviation of the net result of one unit staked."),
    ("Skewness", "Third standardised moment of that result: above nothing where large pays are rare."),
    ("Largest", "The most that one unit staked can win, without a meter."),
    ("Deals", DEALS),
    ("Net", "What one unit staked is better or worse off by, after vigorish."),
    (
        "Contribution",
        "Net times chance, in percent of the stake. The contributions of a wager add up to what the bettor can "
        "expect, which is the house edge with the other sign.",
    ),
)
GAME_TEXT = "All that rides on one hand, played best; every figure is in antes."
METERS = (
    ("Return without the meter", "What comes back of the stake by fixed pays alone, in percent of it."),
    ("Expected share", "The chance of winning the meter, and of its part where others win it in the same round."),
    ("$1,000 adds", "What each $1,000 on a meter adds to the return of the stake, in percent of it."),
    (
        "Breaks even at",
        "The meter from which the wager returns the whole stake, envy counted and other meters at their seeds.",
    ),
)
EFFECTS = (
    (
        "Effect of removal",
        "The change of the house edge, in percentage points, when one card of a rank, of whichever suit, leaves.",
    ),
    ("Sum", "The sizes of a wager's effects added up: how much there is to count."),
    (
        "Spread",
        "Standard deviation of the house edge, in percentage points, with three quarters of the shoe out, as far as "
        "effects add up. A wager is marked as one that can be counted when twice its spread is more than its edge.",
    ),
)
SAMPLED = "The edge is that of {:,} rounds played, with its 95 % confidence interval."
SHOWN_CARDS = 60


def definitions(sheet: ParSheet, *, with_meters: bool, with_effects: bool) -> tuple[tuple[str, str], ...]:
    """Return the definitions of the figures that this sheet prints."""
    figures = dict(FIGURES) | dict(documents_of(sheet.rules).par_sheet_notes.figures)
    return (*figures.items(), *(METERS if with_meters else ()), *(EFFECTS if with_effects else ()))


def decision_title(name: str) -> str:
    """Return the title of a decision: `Play 4 antes` for `4x`."""
    if not name.endswith("x"):
        return name.capitalize()
    return "Play 1 ante" if name == "1x" else f"Play {name.removesuffix('x')} antes"


def played_text(odds: WagerOdds) -> str:
    """Return how a solved or sampled wager was played to get its figures; empty for other wagers."""
    if not isinstance(odds, SolvedOdds):
        return "" if odds.interval is None else SAMPLED.format(odds.total)
    floating = "Both edges are worked out in floating point, to about 13 digits."
    if not odds.lines:
        return f"{floating} How often a round ends how is simulated from a full shoe only."
    return f"{floating} How often a round ends how: over {odds.total:,} simulated rounds of the chart."


def method_text(sheet: ParSheet) -> str:
    if sheet.method != EXACT:
        return f"Simulated: {sheet.rounds:,} rounds. {documents_of(sheet.rules).par_sheet_notes.sampled}".rstrip()
    return f"Exact: {documents_of(sheet.rules).par_sheet_notes.method(sheet)}"


def shoe_text(sheet: ParSheet) -> str:
    """Return a description of the cards that the odds were computed for."""
    decks = sheet.rules.shoe.decks
    of_decks = f"{decks} deck{'s' if decks > 1 else ''}"
    full = Composition.of_decks(decks)
    if sheet.rules.rulebook_shuffles_each_round:
        pieces = f"{len(sheet.rules.shoe.full_shoe)} {sheet.rules.shoe.pack.piece_noun}s"
        all_of_them = pieces if sheet.rules.shoe.pack.piece_noun == "tile" else f"{of_decks}, all {pieces}"
        return f"{all_of_them}, shuffled for every round."
    if sheet.shoe is None or sheet.shoe == full:
        return f"{of_decks}, all {full.cards} cards. Cards burnt unseen change nothing."
    out = tuple(a - b for a, b in zip(full.counts, sheet.shoe.counts, strict=True))
    left = f"{sheet.shoe.cards} cards left of {of_decks}"
    if sum(out) <= sheet.shoe.cards:
        return f"{left}. Out: {_cards(out)}."
    return f"{left}: {_cards(sheet.shoe.counts)}."


def _cards(counts: tuple[int, ...]) -> str:
    """Return cards as text such as `8h 8d 3xKs`, or only their number if there are too many."""
    named = list(_named(counts))
    if len(named) > SHOWN_CARDS:
        return f"{sum(counts)} cards"
    return " ".join(named)


def _named(counts: tuple[int, ...]) -> Iterator[str]:
    for number, count in enumerate(counts):
        if count:
            yield str(card_of(number)) if count == 1 else f"{count}x{card_of(number)}"
