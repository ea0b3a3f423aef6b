"""croupier as a library: load a game in a notebook or a program, compute its odds and settle its rounds.

>>> import croupier
>>> game = croupier.load("ca-cash-in-baccarat")
>>> game.wagers
['player', 'banker', 'tie', 'tiger-8', 'phoenix-7']
>>> round(float(game.odds()["banker"].house_edge), 6)
0.010183
>>> round(float(game.with_pays("phoenix-7", "45:1").odds()["phoenix-7"].house_edge), 6)
-0.036556
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from croupier.cards import parse_cards
from croupier.errors import BadInput, suggestion
from croupier.play import rulebook_library
from croupier.play.case import read_case, settle_case
from croupier.play.case_json import settled_case_json
from croupier.rulebook.loader import load_edited
from croupier.rulebook.rulebook import Rulebook
from croupier.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from croupier.odds.fact_table import FactFrame
    from croupier.odds.par_sheet import ParSheet
    from croupier.odds.shoe_composition import Composition


def rulebooks() -> list[str]:
    """Return the ids of the rulebooks that come with croupier."""
    return list(rulebook_library.names())


def load(rulebook: str | Path, **options: Any) -> Game:
    """Load a game by its rulebook's id or from a rulebook file, with the options given as keyword arguments."""
    return Game(rulebook_library.load(str(rulebook)), options)


@dataclass(frozen=True)
class Game:
    """Immutable game: a rulebook with its chosen options; each change returns a new game."""

    rulebook: Rulebook
    options: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.rules()

    def rules(self) -> TableRules:
        """Return the table rules for the game's rulebook and options."""
        return TableRules.of(self.rulebook, self.options)

    @property
    def id(self) -> str:
        return self.rulebook.id

    @property
    def title(self) -> str:
        return self.rulebook.title

    @property
    def digest(self) -> str:
        """SHA-256 of the rulebook's rules as hexadecimal digits."""
        return self.rulebook.digest

    @property
    def wagers(self) -> list[str]:
        return list(self.rules().wagers)

    def with_options(self, **options: Any) -> Game:
        """Return the same game with other options: `game.with_options(decks=6, paytable="2")`."""
        return Game(self.rulebook, {**self.options, **options})

    def with_wager(
        self,
        wager: str,
        when: str | None = None,
        odds: str | None = None,
        *,
        pays: Sequence[Mapping[str, Any]] | None = None,
        push: str = "",
        title: str = "",
        limits: tuple[str, str] = ("5", "100"),
    ) -> Game:
        """Return the game with an added wager: one condition and its odds, or a whole pay table.

        >>> mine = load("ca-cash-in-baccarat").with_wager("panda-9", "player_total == 9 and player_cards == 3", "12:1")
        >>> round(float(mine.odds()["panda-9"].hit), 6)
        0.038784
        """
        rows = list(pays) if pays is not None else [{"when": when, "odds": odds}]
        entry: dict[str, Any] = {
            "id": wager,
            "title": title or wager.replace("-", " ").capitalize(),
            "pays": rows,
            "limits": {"min": limits[0], "max": limits[1]},
            "cite": self.rulebook.written.cite,
        }
        return self._edited("wager", wager, entry | ({"push": push} if push else {}))

    def with_pays(self, wager: str, pays: str | Sequence[str]) -> Game:
        """Return the game with other odds for a wager, one for each pay table row.

        Example: `game.with_pays("phoenix-7", "45:1")`.
        """
        rows = self._rows(wager)
        odds = [pays] if isinstance(pays, str) else list(pays)
        if len(odds) != len(rows):
            raise BadInput.at(wager, f"has {len(rows)} rows and {len(odds)} odds were given")
        changed = [{**row, "odds": text} for row, text in zip(rows, odds, strict=True)]
        entry = copy.deepcopy(self.rulebook.data["wager"][wager])
        if "paytables" in entry:
            entry["paytables"][self.rules().options["paytable"]] = changed
        else:
            entry["pays"] = changed
        return self._edited("wager", wager, entry)

    def _rows(self, wager: str) -> list[dict[str, Any]]:
        wagers = self.rulebook.data["wager"]
        if wager not in wagers:
            raise BadInput.at(wager, f"is not a wager of {self.title}{suggestion(wager, wagers)}")
        entry = wagers[wager]
        rows = entry["paytables"][self.rules().options["paytable"]] if "paytables" in entry else entry["pays"]
        return list(rows)

    def _edited(self, table: str, name: str, entry: dict[str, Any]) -> Game:
        data = copy.deepcopy(dict(self.rulebook.data))
        data.setdefault(table, {})[name] = entry
        return Game(load_edited(self.rulebook, data, rulebook_library.family_rules()), self.options)

    def shoe(self, removed: str = "", left: str = "") -> Composition:
        """Return the cards of a full shoe, of a shoe without the `removed` cards, or of the `left` cards only."""
        from croupier.odds.shoe_composition import Composition  # noqa: PLC0415

        if left:
            return Composition.of_cards(parse_cards(left))
        return Composition.of_decks(self.rules().shoe.decks).without(parse_cards(removed), "removed")

    def odds(self, removed: str = "", left: str = "") -> ParSheet:
        """Return the par sheet with the exact odds of every wager; `game.odds()["banker"].house_edge` is a Fraction."""
        from croupier.odds.family_odds import exact_par_sheet  # noqa: PLC0415
        from croupier.odds.shipped_sheets import load_shipped_sheet  # noqa: PLC0415

        rules = self.rules()
        if not removed and not left and (shipped := load_shipped_sheet(rules)) is not None:
            return shipped.sheet
        return exact_par_sheet(rules, self.shoe(removed, left))

    def facts(self, *names: str, removed: str = "", left: str = "") -> FactFrame:
        """Return the facts of every kind of round with their weights, as NumPy arrays or a data frame."""
        from croupier.odds.fact_table import fact_frame  # noqa: PLC0415

        return fact_frame(self.rules(), names, self.shoe(removed, left))

    def settle(self, case: Mapping[str, Any]) -> dict[str, Any]:
        """Settle one complete round; `case` has the case format without the rulebook's id."""
        return settled_case_json(settle_case(read_case(dict(case), self.rules())))

    def _repr_html_(self) -> str:
        wagers = self.rules().wagers.values()
        rows = "".join(f"<tr><td>{escape(w.title)}</td><td><code>{w.id}</code></td></tr>" for w in wagers)
        return f"<b>{escape(self.title)}</b> <code>{self.id}</code><table>{rows}</table>"
