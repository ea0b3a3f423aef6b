"""`croupier play`: a game in the terminal, against the generator, for play money."""

from __future__ import annotations

import codecs
import contextlib
import io
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from croupier.cli.reading import read_options
from croupier.errors import BadInput
from croupier.money.cents import AmountError, Cents, parse_amount
from croupier.play import library
from croupier.rulebook.house_rules import HouseRules

if TYPE_CHECKING:
    from croupier.cards.chance import Chance
    from croupier.families.baccarat.terminal.game import TableGame

IN_PLAIN_LETTERS = {
    **dict(zip("♠♥♦♣", "shdc", strict=True)),
    **dict.fromkeys("╭╮╰╯", "+"),
    **{"│": "|", "─": "-", "░": "#", "▓": "=", "·": "."},
}


def play_game(rulebook: str, options: list[str], *, balance: str, seed: int | None, fast: bool) -> None:
    """Sit down, play, get up. The end of the input and Ctrl-C are ways of getting up."""
    from croupier.cards.chance import SeededChance, SystemChance
    from croupier.families.baccarat.terminal.game import Left

    house = HouseRules.of(library.load(rulebook), read_options(options))
    chance = SystemChance() if seed is None else SeededChance(seed)
    sit_down = SIT_DOWN.get(house.book.written.family)
    if sit_down is None:
        family = house.book.written.family
        raise BadInput.at("rulebook", f'"{house.book.id}" is a {family} game; the terminal does not deal it')
    shown = lambda: _show_rules(rulebook, options), lambda: _show_odds(rulebook, options)
    game = sit_down(house, _balance(balance), chance, fast=fast, shown=shown)
    _make_streams_forgiving()
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
    from croupier.families.baccarat.terminal.game import Game
    from croupier.families.baccarat.terminal.screen import Paper, Screen
    from croupier.families.baccarat.terminal.session import Session
    from croupier.terminal.seating import Seating

    return Game(Session(Seating.at(house), balance, chance), Screen(Paper(), fast=fast), *shown)


def _blackjack(house: HouseRules, balance: Cents, chance: Chance, *, fast: bool, shown: Shown) -> TableGame[Any, Any]:
    from croupier.families.baccarat.terminal.screen import Paper
    from croupier.families.blackjack.terminal.game import BlackjackGame
    from croupier.families.blackjack.terminal.screen import BlackjackScreen
    from croupier.families.blackjack.terminal.session import BlackjackSession
    from croupier.terminal.seating import Seating

    session = BlackjackSession(Seating.at(house), balance, chance)
    return BlackjackGame(session, BlackjackScreen(Paper(), fast=fast), *shown)


def _poker(house: HouseRules, balance: Cents, chance: Chance, *, fast: bool, shown: Shown) -> TableGame[Any, Any]:
    from croupier.families.baccarat.terminal.screen import Paper
    from croupier.families.poker_dealer.terminal.game import PokerGame
    from croupier.families.poker_dealer.terminal.screen import PokerScreen
    from croupier.families.poker_dealer.terminal.session import PokerSession
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


def _make_streams_forgiving() -> None:
    """Where the terminal cannot write a suit or a box, letters stand for them; bytes that are no text are let pass."""
    codecs.register_error("in-plain-letters", _in_plain_letters)
    for stream, errors in ((sys.stdout, "in-plain-letters"), (sys.stdin, "replace")):
        if isinstance(stream, io.TextIOWrapper):
            with contextlib.suppress(io.UnsupportedOperation):
                stream.reconfigure(errors=errors)


def _in_plain_letters(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    unwritable = error.object[error.start : error.end]
    return "".join(IN_PLAIN_LETTERS.get(letter, "?") for letter in unwritable), error.end
