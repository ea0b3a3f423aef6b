"""`croupier play`: a game in the terminal, against the generator, for play money."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from croupier.cli.reading import read_options
from croupier.errors import BadInput
from croupier.games import library
from croupier.money.cents import AmountError, Cents, parse_amount
from croupier.rulebook.house_rules import HouseRules

if TYPE_CHECKING:
    from croupier.cards.chance import Chance
    from croupier.terminal.game import TableGame


def play_game(rulebook: str, options: list[str], *, balance: str, seed: int | None, fast: bool) -> None:
    """Sit down, play, get up. The end of the input and Ctrl-C are ways of getting up."""
    from croupier.cards.chance import SeededChance, SystemChance
    from croupier.terminal.game import Left

    house = HouseRules.of(library.load(rulebook), read_options(options))
    chance = SystemChance() if seed is None else SeededChance(seed)
    sit_down = SIT_DOWN.get(house.book.written.family)
    if sit_down is None:
        family = house.book.written.family
        raise BadInput.at("rulebook", f'"{house.book.id}" is a {family} game; the terminal does not deal it')
    shown = lambda: _show_rules(rulebook, options), lambda: _show_odds(rulebook, options)
    game = sit_down(house, _balance(balance), chance, fast=fast, shown=shown)
    try:
        game.run(seed=seed)
    except (EOFError, KeyboardInterrupt):
        game.screen.show("")
    except Left:
        pass
    game.farewell()


Shown = tuple[Callable[[], None], Callable[[], None]]
"""The rules card and the odds, on the screen."""


def _baccarat(house: HouseRules, balance: Cents, chance: Chance, *, fast: bool, shown: Shown) -> TableGame[Any, Any]:
    from croupier.terminal.game import Game
    from croupier.terminal.screen import Paper, Screen
    from croupier.terminal.seating import Seating
    from croupier.terminal.session import Session

    return Game(Session(Seating.at(house), balance, chance), Screen(Paper(), fast=fast), *shown)


def _blackjack(house: HouseRules, balance: Cents, chance: Chance, *, fast: bool, shown: Shown) -> TableGame[Any, Any]:
    from croupier.terminal.blackjack_game import BlackjackGame
    from croupier.terminal.blackjack_screen import BlackjackScreen
    from croupier.terminal.blackjack_session import BlackjackSession
    from croupier.terminal.screen import Paper
    from croupier.terminal.seating import Seating

    session = BlackjackSession(Seating.at(house), balance, chance)
    return BlackjackGame(session, BlackjackScreen(Paper(), fast=fast), *shown)


def _poker(house: HouseRules, balance: Cents, chance: Chance, *, fast: bool, shown: Shown) -> TableGame[Any, Any]:
    from croupier.terminal.poker_game import PokerGame
    from croupier.terminal.poker_screen import PokerScreen
    from croupier.terminal.poker_session import PokerSession
    from croupier.terminal.screen import Paper
    from croupier.terminal.seating import Seating

    session = PokerSession(Seating.at(house), balance, chance)
    return PokerGame(session, PokerScreen(Paper(), fast=fast), *shown)


SIT_DOWN = {"baccarat": _baccarat, "blackjack": _blackjack, "three-card": _poker, "ultimate-holdem": _poker}
"""By the rulebook's family."""


def _balance(written: str) -> Cents:
    try:
        balance = parse_amount(written)
    except AmountError as error:
        raise BadInput.at("--balance", str(error)) from None
    if balance == 0:
        raise BadInput.at("--balance", "is zero; sit down with something, such as 1000")
    return balance


def _show_rules(rulebook: str, options: list[str]) -> None:
    from croupier.cli.rules import show_rules

    show_rules(rulebook, options, schedule=None, markdown=False, pdf=None, as_json=False)


def _show_odds(rulebook: str, options: list[str]) -> None:
    """The par sheet; where what counts it is missing, a line that says so."""
    from croupier.cli.odds import show_odds

    try:
        show_odds(
            rulebook, options, removed=None, left=None, effects=False, players=1,
            as_json=False, as_csv=False, html=None, pdf=None,
        )  # fmt: skip
    except BadInput as missing:
        print(f"  No odds: {missing}")
