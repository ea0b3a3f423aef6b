"""Interface of a family's mathematics: par sheet, best play, simulation and verification."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Unpack

from croupier.errors import BadInput
from croupier.odds.fact_table import FactTable
from croupier.odds.optional_packages import require_package
from croupier.odds.par_sheet import ParSheet
from croupier.odds.progressive import ProgressiveOdds
from croupier.odds.removal_effects import WagerEffects
from croupier.odds.shoe_composition import Composition
from croupier.odds.simulation.run_options import RunOptions
from croupier.play.family import family_of
from croupier.play.round import Question, RoundInProgress
from croupier.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from rich.console import Console

    from croupier.cards import Card, Piece
    from croupier.cards.random_source import RandomSource
    from croupier.documents.strategy import HandExplanation, StrategyDocument
    from croupier.odds.fairness_tests.result import FairnessTestResult
    from croupier.odds.verification.driver import Verifier


@dataclass(frozen=True)
class SimulationSeats:
    """Options for the seats of a simulation, as entered on the command line; None if not given."""

    seats: int | None = None
    strategy: str | None = None
    count: str | None = None
    spread: str | None = None
    insure: str | None = None
    count_file: str | None = None
    """Text of the file that `count` names, if it names one."""

    def require_none(self, why: str) -> None:
        """Refuse any given option. `why` is the end of the message: how seats play in this game."""
        for name, given in vars(self).items():
            if given is not None:
                raise BadInput.at(f"--{name}", f"is for games in which seats decide by a count; {why}")


@dataclass(frozen=True)
class SimulationReport:
    """Simulated par sheet, with extra figures in games in which seats decide."""

    sheet: ParSheet

    @property
    def extra_json(self) -> dict[str, Any]:
        """Extra keys for the JSON output."""
        return {}

    def print_extra(self, console: Console) -> None:
        """Print extra figures: how the seats played."""


@dataclass(frozen=True)
class HandRequest:
    """Cards named in a request about the strategy, as text."""

    hand: str | None
    up: str | None
    board: str | None
    removed: str | None
    left: str | None


class Strategy(Protocol):
    """Interface of the best play, for games with decisions."""

    def check_request(self, rules: TableRules, request: HandRequest) -> None:
        """Refuse options that do not fit this game or each other, before any computation."""

    def chart(self, rules: TableRules, request: HandRequest) -> StrategyDocument:
        """Return the complete strategy of the game as a document."""

    def explain_hand(self, rules: TableRules, request: HandRequest) -> HandExplanation:
        """Return the best play of one hand; called only if a hand was named."""


ArrangementValue = tuple[tuple[int, ...], float, bool]
"""Card numbers of the first hand, its expected value, and whether the arrangement is the house way."""


class NoHandsToSet:
    """Mixin for coaches of games in which players set no hands."""

    def arrangement_values(self, rules: TableRules, cards: Sequence[Piece]) -> Sequence[ArrangementValue]:
        return ()


class Coach(Protocol):
    """Interface that values the player's possible actions from the information that the player has."""

    def solve(self, rules: TableRules) -> Any:
        """Return perfect play under the rules; computed once per rules and cached. Raise `NotExactlyCountable`."""

    def visible_state(self, rules: TableRules, play: RoundInProgress[Any], question: Question) -> Any:
        """Return the visible information that matters for the question, as plain, comparable, serializable values."""

    def action_values(self, rules: TableRules, visible_state: Any, question: Question, solved: Any) -> dict[str, float]:
        """Return the expected value of each legal action, or an empty mapping if there is no choice."""

    def arrangement_values(self, rules: TableRules, cards: Sequence[Piece]) -> Sequence[ArrangementValue]:
        """Return all legal arrangements of these cards, best first; empty in games in which players set no hands."""


class ParSheetNotes(NamedTuple):
    """Texts that a family adds to its par sheet: the method of counting, and figures with a special meaning."""

    method: Callable[[ParSheet], str]
    figures: tuple[tuple[str, str], ...] = ()
    sampled: str = ""
    """How rounds were played, in a family whose sheets are sampled if they cannot be counted."""


class FamilyOdds(Protocol):
    """Interface through which the system calls one family's mathematics."""

    @property
    def strategy(self) -> Strategy | None:
        """Best play; None in games without decisions."""

    @property
    def coach(self) -> Coach | None:
        """Values of the player's actions; None in games without decisions."""

    @property
    def main_facts(self) -> tuple[str, ...]:
        """Facts to show when the user names none."""

    def fact_table(self, rules: TableRules, facts: Iterable[str], shoe: Composition) -> FactTable:
        """Return a table of all deals for the first seat that tells different values of these facts apart.

        Raise `NotExactlyCountable` if no such table exists.
        """

    def par_sheet(self, rules: TableRules, shoe: Composition | None) -> ParSheet:
        """Return the exact odds of every wager, from a full shoe or from its remaining cards."""

    def removal_effects(self, sheet: ParSheet) -> Mapping[str, WagerEffects]:
        """Return the change of each wager's edge when one card of each rank has left the shoe."""

    def progressive_odds(self, sheet: ParSheet, wager: str, players: int) -> ProgressiveOdds:
        """Return the odds of a progressive wager of an exact sheet, with `players` players on the wager."""

    def simulate(
        self, rules: TableRules, seating: SimulationSeats, **run_options: Unpack[RunOptions]
    ) -> SimulationReport:
        """Simulate rounds and return their par sheet; see `odds.simulation`."""

    def shuffle_tests(self, openings: Sequence[Sequence[Card]], decks: int) -> Iterator[FairnessTestResult]:
        """Test the shuffle by the first round of every shoe; yield nothing in games with decisions.

        `openings` contains the first cards of every shoe.
        """

    def prepare_to_verify(self, rules: TableRules) -> None:
        """Compute data that several rulebooks share, before separate processes verify the rulebooks."""

    def verifier(self, printed: TableRules, played: TableRules, chance: RandomSource, seed: int) -> Verifier:
        """Return the verifier that compares a table with a printed sheet."""

    def relative_cost(self, rules: TableRules) -> int:
        """Return how long a verification takes relative to others, so that the longest one starts first."""


def exact_par_sheet(rules: TableRules, shoe: Composition | None = None) -> ParSheet:
    """Return the exact odds of every wager, from a full shoe or from its remaining cards.

    A wager that depends on the seat is measured at the first seat of the layout. Every seat plays for the meters.
    """
    require_package("numba", "odds")
    return family_of(rules).odds.par_sheet(rules, shoe)


class WholeDeckOdds:
    """Base class for families that deal every round from whole decks and have no meters."""

    def removal_effects(self, sheet: ParSheet) -> Mapping[str, WagerEffects]:
        """Return an empty mapping, because no card leaves the deck before the round."""
        return {}

    def progressive_odds(self, sheet: ParSheet, wager: str, players: int) -> ProgressiveOdds:
        raise BadInput.at(wager, f"plays for a meter; in {sheet.rules.rulebook.title} that is not counted")

    def shuffle_tests(self, openings: Sequence[Sequence[Card]], decks: int) -> Iterator[FairnessTestResult]:
        """Yield nothing: the tests of neighbouring cards already cover the shuffle of these games."""
        return iter(())

    def prepare_to_verify(self, rules: TableRules) -> None:
        """Do nothing: rulebooks of these families share no data."""

    def relative_cost(self, rules: TableRules) -> int:
        return len(rules.wagers)


class OddsWithDecisions(WholeDeckOdds):
    """Base class for games with decisions: `fact_table` raises `BadInput`, because the outcome depends on the play."""

    def fact_table(self, rules: TableRules, facts: Iterable[str], shoe: Composition) -> FactTable:
        title, family = rules.rulebook.title, family_of(rules).display_name
        raise BadInput.at("rulebook", f"{title} is {family}; this works for games in which nobody decides anything")

    def relative_cost(self, rules: TableRules) -> int:
        """Return a large cost, because games with decisions take longest to verify."""
        return len(rules.wagers) * 100


def refuse_remote_simulation(game: str, run_options: RunOptions) -> None:
    """Refuse options for a GPU or a cluster in games that are simulated only on this machine's cores."""
    has_cluster = run_options.get("cluster") is not None
    if has_cluster or run_options.get("device", "cpu") != "cpu":
        where = "--cluster" if has_cluster else "--device"
        raise BadInput.at(
            where, f"deals games in which nobody decides; {game} is simulated on the cores of this machine"
        )
