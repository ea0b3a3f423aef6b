"""Notes that explain the figures of a blackjack par sheet."""

from __future__ import annotations

from croupier.documents.family import ParSheetNotes

FIGURES = (
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


PAR_SHEET_NOTES = ParSheetNotes(
    lambda sheet: (
        "the main wager by perfect play, every hand decided by its own cards, in floating point to about 13 digits; "
        "the others by counting all deals of the cards they look at, as fractions."
    ),
    FIGURES,
)
