"""What a par sheet says in words: the shoe, the method, and what each figure means."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.odds.composition import Composition, card_of
from croupier.odds.measures import PlayedOdds, WagerOdds
from croupier.odds.par_sheet import ParSheet
from croupier.odds.table import EXACT

STATEMENT = (
    "This sheet states the odds of the rules that croupier carries out for this rulebook, as read from the documents "
    "listed. It makes no claim of certification or approval."
)
EFFECTS_SAID = (
    "By how many percentage points the house edge changes when one card of a rank leaves the shoe. "
    "An asterisk marks wagers that can be counted."
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
    (
        "Deals",
        "Every card of the shoe is told apart, and six are drawn one after another; a round that needs fewer stands "
        "for all ways the rest could have come. All deals are equally likely, so deals over all deals is the exact "
        "chance.",
    ),
    ("Net", "What one unit staked is better or worse off by, after vigorish."),
    (
        "Contribution",
        "Net times chance, in percent of the stake. The contributions of a wager add up to what the bettor can "
        "expect, which is the house edge with the other sign.",
    ),
)
BLACKJACK_FIGURES = (
    (
        "House edge",
        "What the bank can expect to win, in percent of the stake; of the main wager in percent of the first stake, "
        "doubles and splits not counted as stakes. A push counts as a stake.",
    ),
    (
        "Perfect play, chart",
        "Perfect play decides every hand by the very cards it is made of; a hand that is split again is played as "
        "before the split. The chart decides by totals alone.",
    ),
    (
        "Deals",
        "Every card of the shoe is told apart: the deals of the cards that a wager looks at, all equally likely. Of "
        "the main wager: simulated rounds, played by the chart.",
    ),
    (
        "Contribution",
        "Net times chance, in percent of the stake. The contributions of a counted wager add up to what the bettor can "
        "expect, which is the house edge with the other sign; those of the main wager, to what the chart came to in "
        "the simulated rounds.",
    ),
)
POKER_FIGURES = (
    (
        "House edge",
        "What the bank can expect to win, in percent of the stake: of the hand in percent of the Ante, of Play in "
        "percent of what is put on it, of the others in percent of their own stake. A push counts as a stake.",
    ),
    (
        "Best play",
        "Every hand is decided as is worth most to Ante, Blind and Play together, by one's own cards and those that "
        "are open; bonuses and the cards of other seats are left out of it. Of ways worth the same, the one that "
        "risks less.",
    ),
    (
        "Element of risk",
        "The edge in percent of all that is put down on the hand in a round, a folded hand's wagers included.",
    ),
    (
        "By itself",
        "What one wager of the hand does alone, the hand being played as is best for all of them together. What it "
        "brings to the hand is listed there, in percent of an Ante.",
    ),
    (
        "Deals",
        "Every deal that the wager tells apart, all equally likely: own cards, the dealer's and a board dealt as flop "
        "and rest; of three cards, with each card that the dealer may show. Of Play: antes put on it over all deals. "
        "Of a bonus on both hands: all sets of six cards.",
    ),
    ("Net", "What one unit staked is better or worse off by; of the hand, in antes."),
    ("Largest", "The most that one unit staked can win; of the hand, in antes."),
)
GAME_SAID = "All that rides on one hand, played best; every figure is in antes."
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
SHOWN_CARDS = 60


def definitions(sheet: ParSheet, *, with_meters: bool, with_effects: bool) -> tuple[tuple[str, str], ...]:
    """What the figures of a sheet mean, those that it prints."""
    own = dict(BLACKJACK_FIGURES) if _is_played(sheet) else dict(POKER_FIGURES) if is_poker(sheet) else {}
    figures = dict(FIGURES) | own
    return (*figures.items(), *(METERS if with_meters else ()), *(EFFECTS if with_effects else ()))


def _is_played(sheet: ParSheet) -> bool:
    return sheet.house.book.written.family == "blackjack"


def is_poker(sheet: ParSheet) -> bool:
    return sheet.house.book.written.poker is not None


def decided(name: str) -> str:
    """`4x` as `Play 4 antes`."""
    if not name.endswith("x"):
        return name.capitalize()
    return "Play 1 ante" if name == "1x" else f"Play {name.removesuffix('x')} antes"


def played_text(odds: WagerOdds) -> str:
    """What the figures of a wager stand on that is played; nothing of any other."""
    if not isinstance(odds, PlayedOdds):
        return ""
    if not odds.lines:
        return "How often a round ends how is simulated from a full shoe only."
    return f"How often a round ends how: over {odds.total:,} simulated rounds of the chart."


def method_text(sheet: ParSheet) -> str:
    if sheet.method != EXACT:
        return f"Simulated: {sheet.rounds:,} rounds."
    if _is_played(sheet):
        return (
            "Exact: the main wager by perfect play, every hand decided by its own cards; the others by counting all "
            "deals of the cards they look at."
        )
    if is_poker(sheet):
        deals = f"all {sheet.rounds:,} deals were counted" if sheet.rounds else "nothing was counted"
        return f"Exact: {deals} by the rules' own conditions, the hand played best; none was sampled."
    return f"Exact: all {sheet.rounds:,} deals of six cards were counted by the rules' own conditions, none sampled."


def shoe_text(sheet: ParSheet) -> str:
    """What the odds were counted from."""
    decks = sheet.house.shoe.decks
    of_decks = f"{decks} deck{'s' if decks > 1 else ''}"
    full = Composition.of_decks(decks)
    if is_poker(sheet):
        return f"{of_decks}, all {full.cards} cards, shuffled for every round."
    if sheet.shoe is None or sheet.shoe == full:
        return f"{of_decks}, all {full.cards} cards. Cards burnt unseen change nothing."
    out = tuple(a - b for a, b in zip(full.counts, sheet.shoe.counts, strict=True))
    left = f"{sheet.shoe.cards} cards left of {of_decks}"
    if sum(out) <= sheet.shoe.cards:
        return f"{left}. Out: {_cards(out)}."
    return f"{left}: {_cards(sheet.shoe.counts)}."


def _cards(counts: tuple[int, ...]) -> str:
    """`8h 8d 3xKs`; of very many, how many."""
    named = list(_named(counts))
    if len(named) > SHOWN_CARDS:
        return f"{sum(counts)} cards"
    return " ".join(named)


def _named(counts: tuple[int, ...]) -> Iterator[str]:
    for number, count in enumerate(counts):
        if count:
            yield str(card_of(number)) if count == 1 else f"{count}x{card_of(number)}"
