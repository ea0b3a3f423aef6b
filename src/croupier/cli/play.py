"""`croupier play`: a game in the terminal against the generator, for play money."""

from __future__ import annotations

from croupier.cli.arguments import read_options
from croupier.errors import BadInput
from croupier.money.cents import AmountError, Cents, parse_amount
from croupier.play import rulebook_library
from croupier.rulebook.table_rules import TableRules


def play_game(rulebook: str, options: list[str], *, balance: str, seed: int | None, fast: bool) -> None:
    """Play a game until the player leaves, input ends or Ctrl-C is pressed."""
    from croupier.cards.random_source import SeededRandomSource, SystemRandomSource
    from croupier.terminal.family_terminal import terminal_of
    from croupier.terminal.game import PlayerQuit, TerminalGame
    from croupier.terminal.keyboard import ask
    from croupier.terminal.screen import PlainConsole, Screen
    from croupier.terminal.session import Session
    from croupier.terminal.table_setup import TableSetup

    rules = TableRules.of(rulebook_library.load(rulebook), read_options(options))
    chance = SystemRandomSource() if seed is None else SeededRandomSource(seed)
    if (own_game := terminal_of(rules).custom_game) is not None:
        own_game(_balance(balance), chance, ask)
        return
    session = Session(TableSetup.for_rules(rules), _balance(balance), chance)
    screen = Screen(PlainConsole(), session, fast=fast)
    game = TerminalGame(session, screen, lambda: _show_rules(rulebook, options), lambda: _show_odds(rulebook, options))
    try:
        game.run(seed=seed)
    except (EOFError, KeyboardInterrupt):
        game.screen.show("")
    except PlayerQuit:
        pass
    game.print_summary()


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
    """Print the par sheet, or one line if a package for it is missing."""
    from croupier.cli.odds import show_odds

    try:
        show_odds(
            rulebook, options, removed=None, left=None, effects=False, players=1,
            as_json=False, as_csv=False, html=None, pdf=None,
        )  # fmt: skip
    except BadInput as missing:
        print(f"  No odds: {missing}")
