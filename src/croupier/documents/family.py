"""Interface between documents and a family: its own sections of the rules card, and notes on its par sheet."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, Protocol, cast

from croupier.play.family import family_of
from croupier.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from croupier.documents.rules_card_model import CardSection
    from croupier.odds.par_sheet import ParSheet


class ParSheetNotes(NamedTuple):
    """Texts that a family adds to its par sheet: the method of counting, and figures with a special meaning."""

    method: Callable[[ParSheet], str]
    figures: tuple[tuple[str, str], ...] = ()
    sampled: str = ""
    """Way in which rounds were played, in a family whose sheets are sampled if they cannot be counted."""


PLAYED_NOTES = ParSheetNotes(
    lambda sheet: "every deal of a round was played by the live round and weighted; none sampled.",
    (
        (
            "Deals",
            "Every card of the shoe is told apart, and a round's cards are drawn one after another. All deals are "
            "equally likely, so deals over all deals is the exact chance.",
        ),
    ),
    "Live rounds were played, each from all the cards of the shoe described above; a question, if the game asks any, "
    "got the answer of a player who lets time run out.",
)
"""Notes of a family that is priced by playing its live round (`odds.played_rounds`)."""


class FamilyDocuments(Protocol):
    """Interface between documents and a family."""

    def card_sections(self, rules: TableRules) -> tuple[CardSection, ...]:
        """Return the family's own sections of the rules card; empty if it adds none."""

    @property
    def par_sheet_notes(self) -> ParSheetNotes:
        """Notes of the par sheet; available without any kernel, so that a shipped sheet can be printed."""


def documents_of(rules: TableRules) -> FamilyDocuments:
    return cast("FamilyDocuments", family_of(rules))
