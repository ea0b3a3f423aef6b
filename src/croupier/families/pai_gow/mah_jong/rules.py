"""Section of a mah-jong pai gow rulebook."""

from __future__ import annotations

from croupier.rulebook.schema import FamilyTable

KEY = "mah_jong"


class MahJongSection(FamilyTable):
    """Rulebook section of mah-jong pai gow; it contains only citations."""
