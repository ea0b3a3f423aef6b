"""What a family's mathematics answers: the par sheet, the best way to play, simulation, verification."""

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
    from croupier.odds.fairness_tests.result import Result
    from croupier.odds.verification.driver import Verifier


@dataclass(frozen=True)
class SimulationSeats:
    """How the seats of a simulation play, as it was typed; None where nothing was."""

    seats: int | None = None
    strategy: str | None = None
    count: str | None = None
    spread: str | None = None
    insure: str | None = None
    count_file: str | None = None
    """The text of the file that `count` names, where it names one."""

    def require_none(self, why: str) -> None:
        """`why`: what a game without such seats has instead."""
        for name, given in vars(self).items():
            if given is not None:
                raise BadInput.at(f"--{name}", f"is for games in which seats decide by a count; {why}")


@dataclass(frozen=True)
class SimulationReport:
    """A simulated sheet, and what else there is to say of the rounds: nothing, where nobody decides anything."""

    sheet: ParSheet

    @property
    def more(self) -> dict[str, Any]:
        """What JSON says beside the sheet."""
        return {}

    def print_more(self, console: Console) -> None:
        """How the seats played."""


@dataclass(frozen=True)
class HandRequest:
    """The cards that a question about the strategy names, as they were written."""

    hand: str | None
    up: str | None
    board: str | None
    removed: str | None
    left: str | None


class Strategy(Protocol):
    """The best way to play, where there is something to decide."""

    def check_request(self, rules: TableRules, asked: HandRequest) -> None:
        """Refuse, before anything is worked out, options that do not go with this game or with each other."""

    def chart(self, rules: TableRules, asked: HandRequest) -> StrategyDocument:
        """The whole strategy."""

    def explain_hand(self, rules: TableRules, asked: HandRequest) -> HandExplanation:
        """One hand; asked only where one was named."""


ArrangementValue = tuple[tuple[int, ...], float, bool]
"""The cards in front of the first hand, as kernels count them; what that is worth; whether it is the house way."""


class NothingToLay:
    """What a coach answers in a game in which nobody lays cards into hands."""

    def arrangement_values(self, rules: TableRules, cards: Sequence[Piece]) -> Sequence[ArrangementValue]:
        return ()


class Coach(Protocol):
    """What each way to go on is worth, by what the player himself sees."""

    def solve(self, rules: TableRules) -> Any:
        """Perfect play under a table's rules, worked out once for each and kept. Raises `NotCounted`."""

    def visible_state(self, rules: TableRules, play: RoundInProgress[Any], question: Question) -> Any:
        """What the player sees that bears on his question: plain values that can be compared, kept and sent."""

    def action_values(self, rules: TableRules, seen: Any, question: Question, solved: Any) -> dict[str, float]:
        """What ways to go on are worth, by what is done; nothing where there is nothing to choose."""

    def arrangement_values(self, rules: TableRules, cards: Sequence[Piece]) -> Sequence[ArrangementValue]:
        """Every legal way to lay these cards, the best first; nothing where nobody lays any."""


class ParSheetNotes(NamedTuple):
    """What a par sheet says of a family: how it was counted, and figures that mean something else than elsewhere."""

    method: Callable[[ParSheet], str]
    figures: tuple[tuple[str, str], ...] = ()


class FamilyOdds(Protocol):
    """One family's mathematics."""

    @property
    def strategy(self) -> Strategy | None:
        """None where nobody decides anything."""

    @property
    def coach(self) -> Coach | None:
        """None where nobody decides anything."""

    @property
    def main_facts(self) -> tuple[str, ...]:
        """The facts that people speak of first."""

    def fact_table(self, rules: TableRules, facts: Iterable[str], shoe: Composition) -> FactTable:
        """One table of all deals that tells these facts apart, from the first seat. Raises `NotCounted`."""

    def par_sheet(self, rules: TableRules, shoe: Composition | None) -> ParSheet:
        """Every wager counted exactly, from a full shoe or from what is left of one."""

    def removal_effects(self, sheet: ParSheet) -> Mapping[str, WagerEffects]:
        """What each wager's edge becomes when one card of a rank has left the shoe."""

    def progressive_odds(self, sheet: ParSheet, wager: str, players: int) -> ProgressiveOdds:
        """A progressive wager of an exact sheet, with a number of players who have it down."""

    def simulate(self, rules: TableRules, seating: SimulationSeats, **asked: Unpack[RunOptions]) -> SimulationReport:
        """Rounds by the million; see `odds.simulation`."""

    def shuffle_tests(self, openings: Sequence[Sequence[Card]], decks: int) -> Iterator[Result]:
        """What the first round of every shoe says of the shuffle; nothing where somebody decides.

        `openings`: the first cards of every shoe.
        """

    def prepare_to_verify(self, rules: TableRules) -> None:
        """Work out what several rulebooks share, before each goes to a process of its own."""

    def verifier(self, printed: TableRules, played: TableRules, chance: RandomSource, seed: int) -> Verifier:
        """A table that should play by a printed sheet: what of its verification is the family's own."""

    def relative_cost(self, rules: TableRules) -> int:
        """How long a verification takes beside others: what takes longest begins first."""


def exact_par_sheet(rules: TableRules, shoe: Composition | None = None) -> ParSheet:
    """Count every wager of a table exactly, from a full shoe or from what is left of one.

    A wager that looks at its seat is measured from the first seat of the layout, every seat playing for the meters.
    """
    require_package("numba", "odds")
    return family_of(rules).odds.par_sheet(rules, shoe)


class WholeDeckOdds:
    """What families have in common that count from whole decks, and no meter."""

    def removal_effects(self, sheet: ParSheet) -> Mapping[str, WagerEffects]:
        """None: no card has left the deck."""
        return {}

    def progressive_odds(self, sheet: ParSheet, wager: str, players: int) -> ProgressiveOdds:
        raise BadInput.at(wager, f"plays for a meter; in {sheet.rules.book.title} that is not counted")

    def shuffle_tests(self, openings: Sequence[Sequence[Card]], decks: int) -> Iterator[Result]:
        """None: hands that are decided, or a few cards, say nothing that tests of neighbouring cards do not."""
        return iter(())

    def prepare_to_verify(self, rules: TableRules) -> None:
        """Nothing is shared."""

    def relative_cost(self, rules: TableRules) -> int:
        return len(rules.wagers)


class DecidedOdds(WholeDeckOdds):
    """What families have in common in which seats decide: nothing is counted over all deals whoever plays."""

    def fact_table(self, rules: TableRules, facts: Iterable[str], shoe: Composition) -> FactTable:
        title, family = rules.book.title, family_of(rules).display_name
        raise BadInput.at("rulebook", f"{title} is {family}; this works for games in which nobody decides anything")

    def relative_cost(self, rules: TableRules) -> int:
        """Hands that are decided take longest."""
        return len(rules.wagers) * 100


def require_this_machine(game: str, asked: RunOptions) -> None:
    """For simulations that no device and no cluster deals."""
    has_cluster = asked.get("cluster") is not None
    if has_cluster or asked.get("device", "cpu") != "cpu":
        where = "--cluster" if has_cluster else "--device"
        raise BadInput.at(
            where, f"deals games in which nobody decides; {game} is simulated on the cores of this machine"
        )
