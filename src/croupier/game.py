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

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from croupier.errors import BadInput
from croupier.play import rulebook_library
from croupier.play.case import read_case, settle_case, settled_case_json
from croupier.play.edited_rules import with_entry, with_pays, written_rows
from croupier.rulebook.rulebook import Rulebook
from croupier.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from fractions import Fraction

    from croupier.documents.rules_card import RulesCard
    from croupier.documents.strategy import HandExplanation, StrategyDocument
    from croupier.odds.compare import Comparison, Sweep
    from croupier.odds.counting.count_study import CountStudy
    from croupier.odds.design import Design
    from croupier.odds.fact_table import FactFrame
    from croupier.odds.family_odds import SimulationReport
    from croupier.odds.par_sheet import ParSheet
    from croupier.odds.player_dealer import PlayerDealerRound
    from croupier.odds.priced_odds import RemovalEffects
    from croupier.odds.progressive import JackpotForecasts
    from croupier.odds.shoe_composition import Composition
    from croupier.odds.simulation.run_options import Progress
    from croupier.odds.stakes_risk import StakesRisk
    from croupier.odds.verification.report import VerificationRun


SWEEP_ROUNDS = 2_000_000
"""Rounds that are simulated for each position of the cut card."""
PLAYED_ROUNDS = 5_000
"""Live rounds that are played where a round's result cannot be counted."""


def rulebooks() -> list[str]:
    """Return the ids of the rulebooks that come with croupier."""
    return list(rulebook_library.names())


def load(rulebook: str | Path, **options: Any) -> Game:
    """Load a game by its rulebook's id or from a rulebook file, with the options given as keyword arguments.

    A file is read again every time, so that a notebook sees its changes.
    """
    name = str(rulebook)
    is_file = name.endswith(".toml")
    return Game(rulebook_library.load_file(Path(name)) if is_file else rulebook_library.load(name), options)


@dataclass(frozen=True)
class Game:
    """Immutable game: a rulebook with its chosen options; each change returns a new game."""

    rulebook: Rulebook
    options: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.rules()

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"<{self.title}: croupier.load({self.id!r}{options})>"

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
        entry |= {"push": push} if push else {}
        return Game(with_entry(self.rulebook, "wager", wager, entry), self.options)

    def with_pays(self, wager: str, pays: str | Sequence[str]) -> Game:
        """Return the game with other odds for a wager, one for each pay table row.

        Example: `game.with_pays("phoenix-7", "45:1")`.
        """
        rules = self.rules()
        rows = written_rows(rules, wager)
        odds = [pays] if isinstance(pays, str) else list(pays)
        if len(odds) != len(rows):
            raise BadInput.at(wager, f"has {len(rows)} rows and {len(odds)} odds were given")
        return Game(with_pays(rules, wager, dict(enumerate(odds))).rulebook, self.options)

    def shoe(self, removed: str = "", left: str = "") -> Composition:
        """Return the cards of a full shoe, of a shoe without the `removed` cards, or of the `left` cards only."""
        from croupier.odds.shoe_composition import Composition, shoe_left

        decks = self.rules().shoe.decks
        return shoe_left(decks, removed or None, left or None) or Composition.of_decks(decks)

    def odds(self, removed: str = "", left: str = "") -> ParSheet:
        """Return the par sheet, from a full shoe, without the `removed` cards, or of the `left` cards only.

        Odds are exact; a wager that no count tells apart is simulated from a full shoe, and has an `interval`.

        >>> load("ca-cash-in-baccarat").odds()["banker"]
        <banker: house edge 1.0183%, hit 43.6064%, exact>
        """
        from croupier.odds.priced_odds import check_shoe
        from croupier.odds.shipped_sheets import priced_sheet

        rules = self.rules()
        check_shoe(rules, removed=bool(removed), left=bool(left))
        return priced_sheet(rules, self.shoe(removed, left) if removed or left else None)

    def par_sheet_file(self, kind: str, *, players: int = 1) -> bytes:
        """Return the par sheet as the bytes of a file: `pdf`, `html`, `xlsx` (a workbook with formulas) or `csv`.

        >>> load("co-baccarat").par_sheet_file("csv").decode().splitlines()[0][:30]
        'rulebook,digest,method,wager,t'
        """
        from croupier.documents.par_sheet_files import par_sheet_file, require_par_sheet_packages
        from croupier.odds.priced_odds import priced_odds

        require_par_sheet_packages(kind)
        return par_sheet_file(priced_odds(self.rules(), players=players), kind)

    def effects(self, removed: str = "", left: str = "") -> RemovalEffects:
        """Return the change of each wager's house edge when one card of a rank leaves the shoe.

        >>> effects = load("ca-cash-in-baccarat").effects()
        >>> effects.ranks[:3], effects.array.shape
        (('A', '2', '3'), (5, 13))
        >>> effects["tie"].can_be_counted
        False
        """
        from croupier.odds.priced_odds import removal_effects_of

        return removal_effects_of(self.rules(), self.shoe(removed, left) if removed or left else None)

    def simulate(
        self,
        rounds: int | None = None,
        *,
        seconds: float | None = None,
        within: str | None = None,
        seed: int = 1,
        threads: int | None = None,
        device: str = "cpu",
        cluster: str | None = None,
        seats: int | None = None,
        strategy: str | None = None,
        count: str | None = None,
        spread: str | None = None,
        insure: str | None = None,
        progress: Callable[[Progress], None] = lambda _: None,
    ) -> SimulationReport:
        """Deal rounds and return their par sheet, with an interval for every edge.

        It stops at so many `rounds` or `seconds`, or when half the interval of a wager is narrow enough
        (`within="banker=0.0001"`). The arguments from `seats` on are for games in which seats decide.

        >>> done = load("ca-cash-in-baccarat").simulate(100_000, seed=7)
        >>> done.sheet.rounds
        100000
        >>> abs(float(done["banker"].house_edge) - 0.010183) < 2 * done["banker"].interval
        True
        """
        from croupier.odds.family_odds import SimulationSeats, simulate

        seating = SimulationSeats(seats, strategy, count, spread, insure)
        return simulate(
            self.rules(), seating, rounds=rounds, seconds=seconds, within=within, seed=seed, threads=threads,
            device=device, cluster=cluster, progress=progress,
        )  # fmt: skip

    @overload
    def strategy(
        self, hand: None = None, *, up: None = None, board: None = None, removed: str | None = None,
        left: str | None = None,
    ) -> StrategyDocument: ...  # fmt: skip

    @overload
    def strategy(
        self, hand: str, *, up: str | None = None, board: str | None = None, removed: str | None = None,
        left: str | None = None,
    ) -> HandExplanation: ...  # fmt: skip

    def strategy(
        self,
        hand: str | None = None,
        *,
        up: str | None = None,
        board: str | None = None,
        removed: str | None = None,
        left: str | None = None,
    ) -> StrategyDocument | HandExplanation:
        """Return the best strategy as charts, or the value of every action for one hand.

        >>> load("ca-3-card-poker").strategy("Qh 9s 2d", up="Qd")
        <ca-3-card-poker Qh 9s 2d Qd: play -0.930851, fold -1.000000>
        """
        from croupier.odds.family_odds import HandRequest, strategy_of

        rules, request = self.rules(), HandRequest(hand, up, board, removed, left)
        best_play = strategy_of(rules, request)
        return best_play.chart(rules, request) if hand is None else best_play.explain_hand(rules, request)

    def design(
        self,
        wager: str,
        edge: str | Fraction,
        *,
        rows: Sequence[str | int] = (),
        least: Mapping[str, str] | None = None,
        below_filed: bool = False,
        most_changed: int | None = None,
        shape: str | Sequence[int | Fraction] = "filed",
        payable: str = "whole",
    ) -> Design:
        """Return pay tables that bring a wager close to a house edge; rows are named by number from 1 or by title.

        >>> designed = load("ca-cash-in-baccarat").design("phoenix-7", "5%", below_filed=True)
        >>> designed.best
        <pays 41:1: house edge 5.3580%>
        """
        from croupier.odds.design import design_of

        return design_of(
            self.rules(), wager, edge, rows=rows, least=least, below_filed=below_filed, most_changed=most_changed,
            shape=shape, payable=payable,
        )  # fmt: skip

    def compare(self, *others: Game) -> Comparison:
        """Return this game and others side by side.

        >>> eight = load("co-baccarat")
        >>> compared = eight.compare(eight.with_options(decks=6))
        >>> compared
        <A co-baccarat, B co-baccarat: 11 wagers>
        >>> round(compared["tie"].change("house_edge", 1), 6)
        0.000785
        """
        from croupier.odds.compare import compare

        return compare([self.rules(), *(other.rules() for other in others)])

    def sweep(self, option: str, values: Iterable[object] | None = None, *, rounds: int = SWEEP_ROUNDS) -> Sweep:
        """Return the odds at every value of an option, or at positions of the cut card: `game.sweep("cut=14..104:10")`.

        >>> [round(edge, 6) for edge in load("co-baccarat").sweep("decks", [6, 8]).edges("tie")]
        [0.144382, 0.143596]
        """
        from croupier.odds.compare import parse_sweep, sweep

        name, listed = parse_sweep(option) if values is None else (option, [str(value) for value in values])
        return sweep(self.rules(), name, listed, rounds=rounds)

    def correlations(self, *wagers: str) -> Mapping[tuple[str, str], float]:
        """Return the correlation of the results of each two wagers on one round."""
        from croupier.odds.compare import correlations

        return correlations(self.rules(), wagers or None)

    def count(
        self,
        *wagers: str,
        together: Sequence[str] = (),
        tags: Sequence[float] | None = None,
        level: int | None = None,
        cuts: Sequence[int] = (),
        burn_seen: str = "first",
        seats: int = 1,
        shoes: int | None = None,
        seed: int = 1,
        threads: int | None = None,
        device: str = "cpu",
        cluster: str | None = None,
        progress: Callable[[float], None] = lambda _: None,
    ) -> CountStudy:
        """Return whether wagers can be beaten by counting cards, or by knowing other seats' cards.

        >>> study = load("co-baccarat").count("tie", shoes=64)
        >>> study["tie"].effects.is_linear, study.shoes
        (True, 64)
        """
        from croupier.odds.counting.count_options import SHOES, CountOptions
        from croupier.odds.family_odds import count_study

        asked = CountOptions(
            wagers, tuple(together), None if tags is None else tuple(tags), level, tuple(cuts), burn_seen, seats,
            SHOES if shoes is None else shoes, seed, threads, device, cluster,
        )  # fmt: skip
        return count_study(self.rules(), asked, progress)

    def risk(
        self,
        stakes: str | Mapping[str, object],
        bankroll: str | int,
        rounds: int,
        *,
        bank: bool = False,
        schedule: str | None = None,
        simulate: int = PLAYED_ROUNDS,
    ) -> StakesRisk:
        """Return the probability of ruin and the distribution of the result; amounts are dollars.

        >>> played = load("ca-cash-in-baccarat").risk({"banker": 25, "tie": 5}, 500, 200)
        >>> round(played.ruin, 6), played.risk.stopped.chances.dtype
        (0.36085, dtype('float64'))
        """
        from croupier.odds.stakes_risk import stakes_risk

        return stakes_risk(self.rules(), stakes, bankroll, rounds, bank=bank, schedule=schedule, simulate=simulate)

    def bank(
        self,
        action: str | Mapping[str, object],
        *,
        schedule: str | None = None,
        seats: int = 1,
        rounds: int = PLAYED_ROUNDS,
    ) -> PlayerDealerRound:
        """Return what the player-dealer's seat earns a round against these dollars, before and after collection.

        >>> load("ca-cash-in-baccarat").bank("player=300,tie=20")
        <ca-cash-in-baccarat, player-dealer: action $320, gains $6.58 a round before collection, deviation $290.41>
        """
        from croupier.odds.player_dealer import banked_round

        return banked_round(self.rules(), action, schedule=schedule, seats=seats, rounds=rounds)

    def jackpot(self, wager: str | None = None, players: int = 1) -> JackpotForecasts:
        """Return how large progressive meters grow, and what they return in the long run.

        >>> load("co-99-fortunes").jackpot()
        <co-99-fortunes, house edge in the long run: fortunes-99 37.5528%>
        """
        from croupier.odds.shipped_sheets import forecast_jackpots

        return forecast_jackpots(self.rules(), wager, players)

    def verify(self, rounds: int = 20_000, seed: int = 1) -> VerificationRun:
        """Play live rounds and test them against the printed odds; needs SciPy."""
        from croupier.odds.verification.run import verify_rules

        return verify_rules(self.rules(), self.options, rounds=rounds, seed=seed)

    def card(self, schedule: str | None = None, language: str = "en") -> RulesCard:
        """Return the rules card: every wager, pay table, limit and procedure, with citations.

        >>> load("co-baccarat").card(language="es")
        <rules card of co-baccarat: 11 wagers, language es>
        """
        from croupier.documents.rules_card import RulesCard
        from croupier.documents.rules_card_translation import translate_card

        rules = self.rules()
        posted = None if schedule is None else rules.posted_schedule(schedule)
        return translate_card(RulesCard.of(rules, posted), language)

    def facts(self, *names: str, removed: str = "", left: str = "") -> FactFrame:
        """Return the facts of every kind of round with their weights, as NumPy arrays or a data frame."""
        from croupier.odds.fact_table import fact_frame

        return fact_frame(self.rules(), names, self.shoe(removed, left))

    def settle(self, case: Mapping[str, Any]) -> dict[str, Any]:
        """Settle one complete round; `case` has the case format without the rulebook's id."""
        return settled_case_json(settle_case(read_case(dict(case), self.rules())))

    def _repr_html_(self) -> str:
        wagers = self.rules().wagers.values()
        rows = "".join(f"<tr><td>{escape(w.title)}</td><td><code>{w.id}</code></td></tr>" for w in wagers)
        return f"<b>{escape(self.title)}</b> <code>{self.id}</code><table>{rows}</table>"
