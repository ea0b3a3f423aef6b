"""The commands and their options, a stable interface: see docs/reference/commands.md."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.database_commands import audit, cluster, store
from croupier.rulebook.translations import LANGUAGES

app = typer.Typer(
    name="croupier",
    help="Casino table games, as the documents describe them: dealt, settled to the cent, cited.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.add_typer(audit, name="audit")
app.add_typer(store, name="store")
app.add_typer(cluster, name="cluster")

Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]
RulebookName = Annotated[
    str, typer.Argument(metavar="RULEBOOK", help="A rulebook's id, or a file of your own (.toml).")
]
ReportPdf = Annotated[Path | None, typer.Option("--pdf", metavar="FILE", help="Write the report to hand over.")]
Sign = Annotated[
    Path | None, typer.Option("--sign", metavar="KEYS", help="With --pdf: sign it with the house's key file.")
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
    """List all rulebooks, by house and family."""
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
    language: Annotated[
        str, typer.Option("--language", metavar="CODE", help=f"What the card is written in: {', '.join(LANGUAGES)}.")
    ] = "en",
    fees: Annotated[
        Path | None, typer.Option("--fees", metavar="FILE", help="The room's own fee sheet, a TOML file.")
    ] = None,
    toml: Annotated[bool, typer.Option("--toml", help="Print the rulebook itself, to copy and change.")] = False,
    json: Json = False,
) -> None:
    """Show the rules card: every wager, pay table, limit and procedure, with citations."""
    from croupier.cli.rules import show_rules

    show_rules(
        rulebook,
        option or [],
        schedule=schedule,
        markdown=markdown,
        pdf=pdf,
        language=language,
        fees=fees,
        as_toml=toml,
        as_json=json,
    )


@app.command()
def settle(
    case: Annotated[str, typer.Argument(metavar="CASE", help="A case file; - for standard input.")],
    json: Json = False,
    lines: Annotated[
        bool, typer.Option("--lines", help="The file holds one case a line; print one answer a line.")
    ] = False,
    facts: Annotated[bool, typer.Option("--facts", help="Give every fact of the round, not the totals alone.")] = False,
) -> None:
    """Settle one complete round: cards, wagers and decisions in, every result out."""
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
    """Play a game against the generator in the terminal."""
    from croupier.cli.play import play_game

    play_game(rulebook, option or [], balance=balance, seed=seed, fast=fast)


@app.command()
def odds(
    rulebook: RulebookName,
    option: Options = None,
    removed: Annotated[
        str | None, typer.Option("--removed", metavar="CARDS", help='Cards already out of the shoe: "8h 8d ...".')
    ] = None,
    left: Annotated[
        str | None, typer.Option("--left", metavar="CARDS", help="The only cards still in the shoe.")
    ] = None,
    effects: Annotated[bool, typer.Option("--effects", help="What the removal of one card of each rank does.")] = False,
    players: Annotated[int, typer.Option("--players", metavar="N", help="Players with the progressive, for envy.")] = 1,
    json: Json = False,
    csv: Annotated[bool, typer.Option("--csv", help="Print comma-separated values.")] = False,
    html: Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Write a page with plots.")] = None,
    pdf: Annotated[Path | None, typer.Option("--pdf", metavar="FILE", help="Write a par sheet to hand over.")] = None,
    xlsx: Annotated[
        Path | None, typer.Option("--xlsx", metavar="FILE", help="Write a workbook with live formulas.")
    ] = None,
) -> None:
    """Show the par sheet: every wager's edge, hit rate, deviation and pay distribution."""
    from croupier.cli.odds import show_odds

    show_odds(
        rulebook, option or [], removed=removed, left=left, effects=effects, players=players,
        as_json=json, as_csv=csv, html=html, pdf=pdf, xlsx=xlsx,
    )  # fmt: skip


@app.command()
def strategy(
    rulebook: RulebookName,
    option: Options = None,
    hand: Annotated[str | None, typer.Option("--hand", metavar="CARDS", help='A hand to explain: "8s 8h".')] = None,
    up: Annotated[str | None, typer.Option("--up", metavar="CARD", help="The dealer's up card.")] = None,
    board: Annotated[
        str | None, typer.Option("--board", metavar="CARDS", help='Hold\'em: the board as it is seen: "Kd 7c 2s".')
    ] = None,
    removed: Annotated[
        str | None, typer.Option("--removed", metavar="CARDS", help='Cards already out of the shoe: "8h 8d ...".')
    ] = None,
    left: Annotated[
        str | None, typer.Option("--left", metavar="CARDS", help="The only cards still in the shoe.")
    ] = None,
    json: Json = False,
    html: Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Write the chart as a page.")] = None,
    pdf: Annotated[Path | None, typer.Option("--pdf", metavar="FILE", help="Write the chart to print.")] = None,
) -> None:
    """Show the best strategy as a chart in colour, or the value of each action for one hand."""
    from croupier.cli.strategy import show_strategy

    show_strategy(
        rulebook, option or [], hand=hand, up=up, board=board, removed=removed, left=left, as_json=json, html=html,
        pdf=pdf,
    )  # fmt: skip


@app.command()
def equity(
    hands: Annotated[
        list[str],
        typer.Argument(metavar="HAND...", help='Two to ten hands or ranges: "As Ks" "QQ+, AKs, A5s-A2s, 76o" any.'),
    ],
    board: Annotated[str, typer.Option("--board", metavar="CARDS", help='The board as it lies: "Kd 7c 2s".')] = "",
    dead: Annotated[str, typer.Option("--dead", metavar="CARDS", help="Cards that nobody can get any more.")] = "",
    samples: Annotated[
        int | None, typer.Option("--samples", metavar="N", help="Draw so many boards, even where all can be counted.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="The same seed draws the same boards.")] = 1,
    json: Json = False,
) -> None:
    """Compare hands and ranges that share a board: each one's share of the pot."""
    from croupier.cli.equity import show_equity

    show_equity(hands, board=board, dead=dead, samples=samples, seed=seed, as_json=json)


@app.command()
def simulate(
    rulebook: RulebookName,
    option: Options = None,
    rounds: Annotated[int | None, typer.Option("--rounds", metavar="N", help="Stop after this many rounds.")] = None,
    seconds: Annotated[float | None, typer.Option("--seconds", help="Stop after this much time.")] = None,
    within: Annotated[
        str | None,
        typer.Option(
            "--within", metavar="WAGER=WIDTH", help="Stop when a wager's interval is this narrow: banker=0.0001."
        ),
    ] = None,
    seed: Annotated[
        int, typer.Option("--seed", help="The same seed gives the same counts on any number of cores.")
    ] = 1,
    threads: Annotated[int | None, typer.Option("--threads", help="Cores to use; all of them without it.")] = None,
    device: Annotated[str, typer.Option("--device", metavar="cpu|cuda", help="Where to run.")] = "cpu",
    cluster: Annotated[
        str | None, typer.Option("--cluster", metavar="ADDRESS", help="A Dask scheduler, such as tcp://host:8786.")
    ] = None,
    seats: Annotated[
        int | None,
        typer.Option("--seats", metavar="N", help="Where seats decide by a count: how many play; 1 without it."),
    ] = None,
    strategy: Annotated[
        str | None, typer.Option("--strategy", metavar="chart|exact", help="How those seats play.")
    ] = None,
    count: Annotated[
        str | None,
        typer.Option("--count", metavar="NAME|FILE", help="The count those seats keep: hi-lo, or a file (.toml)."),
    ] = None,
    spread: Annotated[
        str | None,
        typer.Option("--spread", metavar="STEPS", help='Their stakes from a true count on: "1:1 2:4 4:10".'),
    ] = None,
    insure: Annotated[
        str | None,
        typer.Option(
            "--insure", metavar="never|always|N", help="When they insure: never, always, or from a true count on."
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Deal shoes by the million: every wager's edge with a confidence interval."""
    from croupier.cli.simulate import show_simulation
    from croupier.odds.family_odds import SimulationSeats

    show_simulation(
        rulebook, option or [], rounds=rounds, seconds=seconds, within=within, seed=seed, threads=threads,
        device=device, cluster=cluster, as_json=json, seating=SimulationSeats(seats, strategy, count, spread, insure),
    )  # fmt: skip


@app.command()
def count(
    rulebook: RulebookName,
    option: Options = None,
    wager: Annotated[
        list[str] | None, typer.Option("--wager", "-w", metavar="WAGER", help="A wager to study; all without it.")
    ] = None,
    together: Annotated[
        str | None, typer.Option("--together", metavar="W,W", help="Wagers for which one count is proposed.")
    ] = None,
    tags: Annotated[
        str | None,
        typer.Option("--tags", metavar="NUMBERS", help='A count of your own, ace to ten: "0,0,0,-1,-1,-1,-1,2,2,0".'),
    ] = None,
    level: Annotated[
        int | None, typer.Option("--level", metavar="N", help="Largest tag of the proposed counts.")
    ] = None,
    cut: Annotated[
        list[str] | None,
        typer.Option("--cut", metavar="N|N..M", help="Cards behind the cut card; several to compare."),
    ] = None,
    burn_seen: Annotated[
        str, typer.Option("--burn-seen", metavar="none|first|all", help="Which burn cards a counter sees.")
    ] = "first",
    seats: Annotated[int, typer.Option("--seats", metavar="N", help="Seats that play, where seats draw cards.")] = 1,
    shoes: Annotated[int | None, typer.Option("--shoes", metavar="N", help="Shoes to deal.")] = None,
    seed: Annotated[int, typer.Option("--seed", help="The same seed deals the same shoes.")] = 1,
    threads: Annotated[int | None, typer.Option("--threads", help="Cores to use; all of them without it.")] = None,
    device: Annotated[str, typer.Option("--device", metavar="cpu|cuda", help="Where to run.")] = "cpu",
    cluster: Annotated[
        str | None, typer.Option("--cluster", metavar="ADDRESS", help="A Dask scheduler, such as tcp://host:8786.")
    ] = None,
    json: Json = False,
) -> None:
    """Show whether wagers can be beaten by counting cards, or by knowing other seats' cards."""
    from croupier.cli.count import show_count
    from croupier.odds.counting.count_options import SHOES, CountOptions, read_cuts, read_tags

    asked = CountOptions(
        tuple(wager or ()), tuple((together or "").split(",")) if together else (), read_tags(tags), level,
        read_cuts(cut or []), burn_seen, seats, SHOES if shoes is None else shoes, seed, threads, device, cluster,
    )  # fmt: skip
    show_count(rulebook, option or [], asked, as_json=json)


@app.command()
def design(
    rulebook: RulebookName,
    wager: Annotated[str, typer.Option("--wager", metavar="WAGER", help="The wager to design.")],
    edge: Annotated[str, typer.Option("--edge", metavar="PERCENT", help="The house edge wanted: 5%.")],
    option: Options = None,
    row: Annotated[
        list[str] | None,
        typer.Option("--row", metavar="ROW", help="A row that may change, by number or name; all without it."),
    ] = None,
    least: Annotated[
        list[str] | None,
        typer.Option("--least", metavar="ROW=ODDS", help="The smallest pay of a row, such as 1=30:1."),
    ] = None,
    below_filed: Annotated[
        bool, typer.Option("--below-filed", help="Allow pays under the minimum that the rulebook itself sets.")
    ] = False,
    most_changed: Annotated[
        int | None, typer.Option("--most-changed", metavar="N", help="Change at most so many rows.")
    ] = None,
    shape: Annotated[
        str,
        typer.Option(
            "--shape", metavar="SHAPE", help="Whole tables: in proportion to filed, level, or numbers: 30,10,6."
        ),
    ] = "filed",
    payable: Annotated[
        str, typer.Option("--payable", metavar="KIND", help="What odds may be: whole, halves or felt (round numbers).")
    ] = "whole",
    json: Json = False,
) -> None:
    """Find pays that bring a wager to a target edge."""
    from croupier.cli.design import show_design

    show_design(
        rulebook, option or [], wager=wager, edge=edge, rows=row or [], least=least or [], below_filed=below_filed,
        most_changed=most_changed, shape=shape, payable=payable, as_json=json,
    )  # fmt: skip


@app.command()
def compare(
    rulebooks: Annotated[
        list[str],
        typer.Argument(metavar="RULEBOOK...", help="Ids or files; options of one after a colon: co-baccarat:decks=6."),
    ],
    option: Options = None,
    wager: Annotated[
        list[str] | None, typer.Option("--wager", metavar="WAGER", help="Show this wager only; may be repeated.")
    ] = None,
    sweep: Annotated[
        str | None,
        typer.Option("--sweep", metavar="OPTION=RANGE", help="Edges by an option: decks=1..8; cut=14..104:10."),
    ] = None,
    stake: Annotated[str, typer.Option("--stake", metavar="DOLLARS", help="The bet for the win an hour.")] = "10",
    rounds_per_hour: Annotated[
        int, typer.Option("--rounds-per-hour", metavar="N", min=1, help="Rounds for the win an hour.")
    ] = 70,
    rounds: Annotated[
        int, typer.Option("--rounds", metavar="N", min=1, help="Rounds simulated at each position of the cut card.")
    ] = 2_000_000,
    correlation: Annotated[
        bool, typer.Option("--correlation", help="Show how the results of each two wagers go together.")
    ] = False,
    json: Json = False,
) -> None:
    """Compare rulebooks or options side by side, or sweep one option or the cut card."""
    from croupier.cli.compare import show_comparison

    show_comparison(
        rulebooks, option or [], wagers=wager or [], sweep=sweep, stake=stake, rounds_per_hour=rounds_per_hour,
        rounds=rounds, correlation=correlation, as_json=json,
    )  # fmt: skip


@app.command()
def verify(
    rulebook: Annotated[str | None, typer.Argument(metavar="RULEBOOK", help="A rulebook's id or file.")] = None,
    every: Annotated[bool, typer.Option("--all", help="Verify every rulebook that comes with croupier.")] = False,
    option: Options = None,
    rounds: Annotated[
        int, typer.Option("--rounds", metavar="N", help="Rounds to play through the live engine.")
    ] = 20_000,
    seed: Annotated[int, typer.Option("--seed", help="Play the same rounds every time.")] = 1,
    pdf: ReportPdf = None,
    sign: Sign = None,
    json: Json = False,
) -> None:
    """Test the live engine against the exact odds."""
    from croupier.cli.verify import show_verification

    show_verification(
        rulebook, every=every, options=option or [], rounds=rounds, seed=seed, as_json=json, pdf=pdf, sign=sign
    )


@app.command()
def jackpot(
    rulebook: RulebookName,
    option: Options = None,
    wager: Annotated[
        str | None, typer.Option("--wager", metavar="WAGER", help="The progressive wager; all of them without it.")
    ] = None,
    players: Annotated[int, typer.Option("--players", metavar="N", help="Players on the wager in every round.")] = 1,
    json: Json = False,
) -> None:
    """Show how large a progressive meter grows, and what it returns in the long run."""
    from croupier.cli.jackpot import show_jackpot

    show_jackpot(rulebook, option or [], wager=wager, players=players, as_json=json)


@app.command()
def bank(
    rulebook: RulebookName,
    action: Annotated[
        str,
        typer.Option("--action", metavar="WAGER=DOLLARS,...", help="What the others stake a round: player=300,tie=20."),
    ],
    option: Options = None,
    schedule: Annotated[
        str | None, typer.Option("--schedule", metavar="N", help="The collection schedule in force; all without it.")
    ] = None,
    fees: Annotated[
        Path | None, typer.Option("--fees", metavar="FILE", help="The room's own fee sheet, a TOML file.")
    ] = None,
    seats: Annotated[
        int, typer.Option("--seats", metavar="N", help="Bettors who share the action equally, each with a hand.")
    ] = 1,
    rounds: Annotated[
        int, typer.Option("--rounds", metavar="N", help="Live rounds for a spread that cannot be counted.")
    ] = 5_000,
    json: Json = False,
) -> None:
    """Show what the player-dealer's seat earns per round, after the collection fee."""
    from croupier.cli.bank import show_bank

    show_bank(
        rulebook, option or [], action=action, schedule=schedule, fees=fees, seats=seats, rounds=rounds, as_json=json
    )


@app.command()
def risk(
    rulebook: RulebookName,
    stakes: Annotated[
        str, typer.Option("--stakes", metavar="WAGER=DOLLARS,...", help="What is staked every round: banker=25,tie=5.")
    ],
    bankroll: Annotated[str, typer.Option("--bankroll", metavar="DOLLARS", help="What there is to lose.")],
    rounds: Annotated[int, typer.Option("--rounds", metavar="N", help="How many rounds are played.")],
    option: Options = None,
    bank: Annotated[bool, typer.Option("--bank", help="From the bank's side: the stakes are the players'.")] = False,
    schedule: Annotated[
        str | None, typer.Option("--schedule", metavar="N", help="With --bank: take off this schedule's collection.")
    ] = None,
    plot: Annotated[Path | None, typer.Option("--plot", metavar="FILE", help="Draw it (.svg, .png or .pdf).")] = None,
    fees: Annotated[
        Path | None, typer.Option("--fees", metavar="FILE", help="The room's own fee sheet, a TOML file.")
    ] = None,
    simulate: Annotated[
        int,
        typer.Option("--simulate", metavar="N", help="Live rounds for a round's result that cannot be counted."),
    ] = 5_000,
    json: Json = False,
) -> None:
    """Show the probability of ruin, the distribution of results and the time to ruin."""
    from croupier.cli.risk import show_risk

    show_risk(
        rulebook, option or [], stakes=stakes, bankroll=bankroll, rounds=rounds, bank=bank, schedule=schedule,
        plot=plot, fees=fees, simulate=simulate, as_json=json,
    )  # fmt: skip


@app.command()
def generator(
    draws: Annotated[
        int | None, typer.Option("--draws", metavar="N", help="Numbers to draw; 10 million without it.")
    ] = None,
    shoes: Annotated[
        int | None, typer.Option("--shoes", metavar="N", help="Shoes to shuffle; 20,000 without it.")
    ] = None,
    decks: Annotated[int, typer.Option("--decks", metavar="N", help="Decks in a shoe.")] = 8,
    seed: Annotated[int | None, typer.Option("--seed", help="Test a seeded generator instead of the system's.")] = None,
    file: Annotated[
        str | None,
        typer.Option("--file", metavar="FILE", help="Shoes a machine shuffled, one a line; - for standard input."),
    ] = None,
    log: Annotated[
        str | None, typer.Option("--log", metavar="DATABASE", help="Shoes a machine brought into this house.")
    ] = None,
    machine: Annotated[
        str | None, typer.Option("--machine", metavar="NAME", help="Which machine, by the name of its smart shoe.")
    ] = None,
    raw: Annotated[
        bool, typer.Option("--raw", help="Write the generator's bytes to standard output, for other test suites.")
    ] = False,
    scaled: Annotated[
        bool, typer.Option("--scaled", help="With --raw: numbers below 256, drawn as a shuffle draws places.")
    ] = False,
    size: Annotated[
        int | None, typer.Option("--bytes", metavar="N", help="With --raw: how many; without end without it.")
    ] = None,
    pdf: ReportPdf = None,
    sign: Sign = None,
    json: Json = False,
) -> None:
    """Test whether the generator is fair: every statistical test with its p-value, and one verdict."""
    from croupier.cli.generator import show_generator

    show_generator(
        draws=draws, shoes=shoes, decks=decks, seed=seed, file=file, log=log, machine=machine, as_json=json, raw=raw,
        scaled=scaled, size=size, pdf=pdf, sign=sign,
    )  # fmt: skip


@app.command()
def serve(
    config: Annotated[
        Path | None,
        typer.Option("--config", metavar="FILE", help="The house's configuration; the demonstration house without it."),
    ] = None,
    data: Annotated[
        Path, typer.Option("--data", metavar="FOLDER", help="Where the demonstration house keeps its files.")
    ] = Path("house"),
    host: Annotated[str | None, typer.Option("--host", metavar="ADDRESS", help="The address to answer at.")] = None,
    port: Annotated[
        int | None, typer.Option("--port", metavar="N", min=0, max=65535, help="The port; 0 takes a free one.")
    ] = None,
    accept_rules: Annotated[
        list[str] | None,
        typer.Option("--accept-rules", metavar="TABLE", help="Put a table under its rulebook as it reads now."),
    ] = None,
    database: Annotated[
        str | None, typer.Option("--database", metavar="DATABASE", help="The house's database, in place of the file's.")
    ] = None,
    server: Annotated[
        str | None, typer.Option("--server", metavar="NAME", help="The name of this one of several servers of a house.")
    ] = None,
    address: Annotated[
        str | None, typer.Option("--address", metavar="HOST:PORT", help="Where the other servers reach this one.")
    ] = None,
    servers: Annotated[
        int | None,
        typer.Option(
            "--servers", metavar="N", min=1, max=16, help="Try the demonstration house on N servers over PostgreSQL."
        ),
    ] = None,
) -> None:
    """Run the table server: terminals, dealer, board, pit and cage."""
    from croupier.cli.serve import serve as run

    run(
        config,
        data=data,
        host=host,
        port=port,
        accept_rules=accept_rules or [],
        database=database,
        server=server,
        address=address,
        servers=servers,
    )


@app.command()
def lab(
    data: Annotated[
        Path, typer.Option("--data", metavar="FOLDER", help="Where the Lab keeps its drafts and its house.")
    ] = Path("lab"),
    port: Annotated[
        int, typer.Option("--port", metavar="N", min=0, max=65535, help="The port; 0 takes a free one.")
    ] = 8000,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Print the address, and open no browser.")] = False,
) -> None:
    """Open the Lab in the browser: edit a rulebook, see its odds at once, play it with play money."""
    from croupier.cli.serve import serve_lab

    serve_lab(data, port, opens_browser=not no_browser)


@app.command()
def shoe(
    server: Annotated[str, typer.Option("--server", metavar="URL", help="The table server.")],
    pair: Annotated[str, typer.Option("--pair", metavar="CODE", help="The code a supervisor gave for this shoe.")],
    table: Annotated[
        str | None, typer.Option("--table", metavar="TABLE", help="Stop if the code is for another table.")
    ] = None,
    cards: Annotated[
        str | None, typer.Option("--cards", metavar="FILE", help="One whole shoe, in the order it is dealt.")
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", help="Shuffle the same shoes every time.")] = None,
    rounds: Annotated[int, typer.Option("--rounds", metavar="N", min=1, help="Stop after this many rounds.")] = 100,
    cut: Annotated[
        int, typer.Option("--cut", metavar="N", min=0, help="Cards behind the cut card; 0: there is none.")
    ] = 14,
    misread_rate: Annotated[
        float, typer.Option("--misread-rate", metavar="P", min=0, max=1, help="The share of cards not read.")
    ] = 0.0,
    delay: Annotated[int, typer.Option("--delay", metavar="MS", min=0, help="Before each card.")] = 500,
    wait: Annotated[
        int, typer.Option("--wait", metavar="SECONDS", min=1, help="Give up when no card is due for so long.")
    ] = 600,
    fault: Annotated[
        list[str] | None,
        typer.Option("--fault", metavar="KIND=CARD", help="Go wrong once: misread=12, lost=40, duplicate=7 ..."),
    ] = None,
) -> None:
    """Simulate a smart shoe that deals at a dealer's table whenever a card is due."""
    from croupier.cli.shoe import deal_from_shoe

    deal_from_shoe(
        server, pair, table=table, cards=cards, seed=seed, rounds=rounds, cut=cut, misread_rate=misread_rate,
        delay_ms=delay, wait_seconds=wait, faults=fault or [],
    )  # fmt: skip
