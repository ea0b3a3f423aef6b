"""The commands and their options: a contract, documented in docs/commands.md."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(
    name="croupier",
    help="Casino table games, as the documents describe them: dealt, settled to the cent, cited.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]
RulebookName = Annotated[
    str, typer.Argument(metavar="RULEBOOK", help="A rulebook's id, or a file of your own (.toml).")
]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the rulebook, such as paytable=2."),
]


def _version(wanted: bool) -> None:
    if wanted:
        from croupier import __version__

        typer.echo(f"croupier {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    pass


@app.command()
def games(json: Json = False) -> None:
    """All rulebooks, by house and family."""
    from croupier.cli.games import show_games

    show_games(as_json=json)


@app.command()
def rules(
    rulebook: RulebookName,
    option: Options = None,
    schedule: Annotated[
        str | None, typer.Option("--schedule", metavar="N", help="The collection schedule in force.")
    ] = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown.")] = False,
    pdf: Annotated[
        Path | None, typer.Option("--pdf", metavar="FILE", help="Write a card to post at the table.")
    ] = None,
    json: Json = False,
) -> None:
    """The rules card: every wager, pay table, limit and procedure, with citations."""
    from croupier.cli.rules import show_rules

    show_rules(rulebook, option or [], schedule=schedule, markdown=markdown, pdf=pdf, as_json=json)


@app.command()
def settle(
    case: Annotated[str, typer.Argument(metavar="CASE", help="A case file; - for standard input.")],
    json: Json = False,
    lines: Annotated[
        bool, typer.Option("--lines", help="The file holds one case a line; print one answer a line.")
    ] = False,
    facts: Annotated[bool, typer.Option("--facts", help="Give every fact of the round, not the totals alone.")] = False,
) -> None:
    """One round given in full: cards, wagers, decisions in; every result out."""
    from croupier.cli.settle import settle_file, settle_lines

    if lines:
        settle_lines(case, all_facts=facts)
    else:
        settle_file(case, as_json=json, all_facts=facts)


@app.command()
def lint(
    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="FILE...", help="Rulebooks to check; none: all that come with croupier."),
    ] = None,
    json: Json = False,
) -> None:
    """Check rulebooks: shape, conditions, citations, rows that can never pay."""
    from croupier.cli.lint import lint_files

    lint_files(files or [], as_json=json)


@app.command()
def play(
    rulebook: RulebookName,
    option: Options = None,
    balance: Annotated[str, typer.Option("--balance", metavar="DOLLARS", help="What you sit down with.")] = "1000",
    seed: Annotated[
        int | None, typer.Option("--seed", help="Deal the same cards every time (for demonstrations, not for play).")
    ] = None,
    fast: Annotated[bool, typer.Option("--fast", help="Turn the cards at once, without the squeeze.")] = False,
) -> None:
    """A game against the generator in the terminal."""
    from croupier.cli.play import play_game

    play_game(rulebook, option or [], balance=balance, seed=seed, fast=fast)
