"""Interface of a family's mathematics: par sheet, best play, simulation and verification."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NoReturn, Protocol, Unpack, cast

from croupier.errors import BadInput
from croupier.files import RULES, read_text
from croupier.odds.optional_packages import require_package
from croupier.play.family import family_of, load_family
from croupier.play.round import Question, RoundInProgress
from croupier.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from rich.console import Console

    from croupier.cards import Card, Piece
    from croupier.cards.random_source import RandomSource
    from croupier.documents.strategy import HandExplanation, StrategyDocument
    from croupier.odds.counting.count_options import CountOptions
    from croupier.odds.counting.count_study import CountStudy
    from croupier.odds.fact_table import FactTable
    from croupier.odds.fairness_tests.result import FairnessTestResult
    from croupier.odds.par_sheet import ParSheet
    from croupier.odds.progressive import ProgressiveOdds
    from croupier.odds.removal_effects import WagerEffects
    from croupier.odds.shoe_composition import Composition
    from croupier.odds.simulation.run_options import RunOptions
    from croupier.odds.verification.driver import Verifier
    from croupier.odds.wager_odds import WagerOdds


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

    def __getitem__(self, wager: str) -> WagerOdds:
        return self.sheet[wager]

    def __repr__(self) -> str:
        return f"{self.sheet!r}, {self.sheet.rounds:,} rounds"

    def _repr_html_(self) -> str:
        """Return the sheet as an HTML table for notebooks."""
        return f"{self.sheet._repr_html_()}<p>{self.sheet.rounds:,} rounds</p>"

    @property
    def extra_json(self) -> dict[str, Any]:
        """Keys that the JSON output has in addition to those of the par sheet."""
        return {}

    def print_extra(self, console: Console) -> None:
        """Print figures in addition to the par sheet, such as how the seats played."""


@dataclass(frozen=True)
class HandRequest:
    """Cards that a user names in a request about the strategy, as text; None for cards that are not named."""

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


class Coach(Protocol):
    """Interface that values the player's possible actions from the information that the player has."""

    def solve(self, rules: TableRules) -> Any:
        """Return perfect play under the rules; computed once per rules and cached. Raise `NotExactlyCountable`."""

    def visible_state(self, rules: TableRules, play: RoundInProgress[Any], question: Question) -> Any:
        """Return the visible information that matters for the question, as plain, comparable, serializable values."""

    def action_values(self, rules: TableRules, visible_state: Any, question: Question, solved: Any) -> dict[str, float]:
        """Return the expected value of each legal action, or an empty mapping if there is no choice."""

    @property
    def arrangement_values(self) -> Callable[[TableRules, Sequence[Piece]], Sequence[ArrangementValue]] | None:
        """Return all legal arrangements of a seat's cards, best first; None in games in which players set no hands."""


class FamilyOdds(Protocol):
    """Interface through which the system calls one family's mathematics.

    A family states every optional part: a method, an object, or None.
    """

    @property
    def main_facts(self) -> tuple[str, ...]:
        """Names of the facts that a fact table shows when the user names none."""

    def fact_table(self, rules: TableRules, facts: Iterable[str], shoe: Composition) -> FactTable:
        """Return a table of all deals for the first seat that tells different values of these facts apart.

        Raise `NotExactlyCountable` if these facts need too many deals, `BadInput` in games that count no deals.
        """

    def par_sheet(self, rules: TableRules, shoe: Composition | None) -> ParSheet:
        """Return the exact odds of every wager, from a full shoe or from its remaining cards."""

    def simulate(
        self, rules: TableRules, seating: SimulationSeats, **run_options: Unpack[RunOptions]
    ) -> SimulationReport:
        """Simulate rounds and return their par sheet; see `odds.simulation`."""

    def verifier(self, printed: TableRules, played: TableRules, chance: RandomSource, seed: int) -> Verifier:
        """Return the verifier that compares a table with a printed sheet."""

    def relative_cost(self, rules: TableRules) -> int:
        """Return how long a verification takes relative to others, so that the longest one starts first."""

    @property
    def strategy(self) -> Strategy | None:
        """Object that answers requests about the best play; None in games without decisions."""

    @property
    def coach(self) -> Coach | None:
        """Object that values the player's actions; None in games without decisions."""

    @property
    def removal_effects(self) -> Callable[[ParSheet], Mapping[str, WagerEffects]] | None:
        """Return the change of each wager's edge when one card of each rank has left the shoe.

        None in games that deal every round from whole decks.
        """

    @property
    def card_counting(self) -> Callable[[TableRules, CountOptions, Callable[[float], None]], CountStudy] | None:
        """Return the study of a table's wagers by card counting.

        In games that shuffle for every round it is the value of knowing other seats' cards. The last argument receives
        the share of the work that is done. None in games without such a study.
        """

    @property
    def progressive_odds(self) -> Callable[[ParSheet, str, int], ProgressiveOdds] | None:
        """Return the odds of a progressive wager of an exact sheet, from the number of players on the wager.

        None in games without meters.
        """

    @property
    def shuffle_tests(self) -> Callable[[Sequence[Sequence[Card]], int], Iterator[FairnessTestResult]] | None:
        """Test the shuffle by the first cards of every shoe, from the number of decks.

        None in games for which the tests of neighbouring cards are enough.
        """

    @property
    def prepare_to_verify(self) -> Callable[[TableRules], None] | None:
        """Compute data that several rulebooks share, before separate processes verify the rulebooks.

        None if the rulebooks of the family share no such data.
        """


class FamilyWithOdds(Protocol):
    """Protocol of a family that has odds, as this package uses it."""

    @property
    def odds(self) -> FamilyOdds:
        """Odds of the family; available only with the extra `odds` installed."""


def load_odds(name: str) -> FamilyOdds:
    """Return the odds of a family by the name that rulebooks use; this may import compiled kernels."""
    return cast("FamilyWithOdds", load_family(name)).odds


def odds_of(rules: TableRules) -> FamilyOdds:
    return load_odds(rules.rulebook.written.family)


def exact_par_sheet(rules: TableRules, shoe: Composition | None = None) -> ParSheet:
    """Return the exact odds of every wager, from a full shoe or from its remaining cards.

    A wager that depends on the seat is measured at the first seat of the layout. Every seat plays for the meters.
    """
    require_package("numba", "odds")
    return odds_of(rules).par_sheet(rules, shoe)


def simulate(
    rules: TableRules, seating: SimulationSeats | None = None, **run_options: Unpack[RunOptions]
) -> SimulationReport:
    """Simulate rounds; a card count may be a name or a TOML file that is read here."""
    require_package("numba", "simulate")
    seated = seating or SimulationSeats()
    if seated.count is not None and seated.count.endswith(".toml"):
        seated = replace(seated, count_file=read_text(seated.count, RULES.bytes_most))
    return odds_of(rules).simulate(rules, seated, **run_options)


def strategy_of(rules: TableRules, request: HandRequest) -> Strategy:
    """Return the best play of a game after a check of the request; raise `BadInput` where nobody decides."""
    strategy = odds_of(rules).strategy
    if strategy is None:
        raise BadInput.at(
            "RULEBOOK",
            f"nobody decides anything in {rules.rulebook.title}, or its family works out no best play: "
            "there is no strategy to show",
        )
    strategy.check_request(rules, request)
    return strategy


def count_study(
    rules: TableRules, options: CountOptions, progress: Callable[[float], None] = lambda _: None
) -> CountStudy:
    """Return the study of a table's wagers by card counting, or by knowledge of other seats' cards.

    Fields of `options` that are left out have their defaults: `count_study(rules, CountOptions(wagers=("tie",)))`.
    """
    require_package("numba", "odds")
    card_counting = odds_of(rules).card_counting
    if card_counting is None:
        raise BadInput.at(
            "RULEBOOK",
            f"the family {rules.rulebook.written.family} of {rules.rulebook.title} "
            "has no study of counted or known cards",
        )
    options.check(rules)
    return card_counting(rules, options, progress)


def exact_progressive_odds(sheet: ParSheet, wager: str, players: int) -> ProgressiveOdds:
    """Return the odds of a progressive wager of an exact sheet, with `players` players on the wager."""
    progressive_odds = odds_of(sheet.rules).progressive_odds
    if progressive_odds is None:
        raise BadInput.at(wager, f"plays for a meter; in {sheet.rules.rulebook.title} that is not counted")
    return progressive_odds(sheet, wager, players)


def refuse_fact_table(rules: TableRules) -> NoReturn:
    """Refuse a table of all deals in a game in which the outcome depends on the play."""
    title, family = rules.rulebook.title, family_of(rules).display_name
    raise BadInput.at("rulebook", f"{title} is {family}; this works for games in which nobody decides anything")


def refuse_device(game: str, run_options: RunOptions) -> None:
    """Refuse a CUDA device for a game that is simulated on processors alone, of this machine or of a cluster."""
    if run_options.get("device", "cpu") != "cpu":
        raise BadInput.at("--device", f"deals games in which nobody decides; {game} is simulated on processors")
