"""Complete interface of a family, so that the type checker can find what a family lacks."""

from __future__ import annotations

from typing import Protocol

from croupier.documents.family import FamilyDocuments
from croupier.odds.family_odds import FamilyWithOdds
from croupier.play.family import Family
from croupier.terminal.family_terminal import FamilyWithTerminal


class CompleteFamily(Family, FamilyDocuments, FamilyWithOdds, FamilyWithTerminal, Protocol):
    """Type of the object that a family registers: the protocols of all layers together."""
