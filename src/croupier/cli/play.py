"""`croupier play`: a game of baccarat in the terminal, against the generator, for play money."""

from __future__ import annotations

import codecs
import contextlib
import io
import sys

from croupier.cli.reading import read_options
from croupier.errors import BadInput
from croupier.games import library
from croupier.money.cents import AmountError, Cents, parse_amount
from croupier.rulebook.house_rules import HouseRules

IN_PLAIN_LETTERS = {
    **dict(zip("♠♥♦♣", "shdc", strict=True)),
    **dict.fromkeys("╭╮╰╯", "+"),
    **{"│": "|", "─": "-", "░": "#", "▓": "=", "·": "."},
}


def play_game(rulebook: str, options: list[str], *, balance: str, seed: int | None, fast: bool) -> None:
    """Sit down, play, get up. The end of the input and Ctrl-C are ways of getting up."""
    from croupier.cards.chance import SeededChance, SystemChance
    from croupier.terminal.game import Game, Left
    from croupier.terminal.screen import Paper, Screen
    from croupier.terminal.seating import Seating
    from croupier.terminal.session import Session

    house = _house(rulebook, options)
    chance = SystemChance() if seed is None else SeededChance(seed)
    session = Session(Seating.at(house), _balance(balance), chance)
    _make_streams_forgiving()
    screen = Screen(Paper(), fast=fast)
    game = Game(session, screen, lambda: _show_rules(rulebook, options))
    try:
        game.run(seed=seed)
    except (EOFError, KeyboardInterrupt):
        screen.show("")
    except Left:
        pass
    game.farewell()


def _house(rulebook: str, options: list[str]) -> HouseRules:
    book = library.load(rulebook)
    if book.written.family != "baccarat":
        raise BadInput.at("rulebook", f'"{book.id}" is a {book.written.family} game; the terminal deals baccarat')
    return HouseRules.of(book, read_options(options))


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
