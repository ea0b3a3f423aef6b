"""The commands `croupier audit`, `croupier store` and `croupier cluster`, stable: see docs/reference/commands.md."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

audit = typer.Typer(help="The evidence: verify the log, make and check bundles, open shoes.", no_args_is_help=True)
store = typer.Typer(help="The database: make, upgrade, copy, check, restore, export.", no_args_is_help=True)
cluster = typer.Typer(help="Several servers of one house: who runs which table.", no_args_is_help=True)

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Database = Annotated[str, typer.Argument(metavar="DATABASE", help="A file, or postgresql://USER@HOST/DATABASE.")]


@audit.command()
def verify(
    database: Database,
    keys: Annotated[Path | None, typer.Option("--keys", metavar="FILE", help="The house's keys.")] = None,
    copy: Annotated[
        Path | None, typer.Option("--copy", metavar="FILE", help="The second copy of the checkpoints.")
    ] = None,
    log_copy: Annotated[
        Path | None, typer.Option("--log-copy", metavar="FILE", help="The second copy of the whole log.")
    ] = None,
    since: Annotated[
        str | None, typer.Option("--since", metavar="CHECKPOINT", help="Read only what follows it: a number, or last.")
    ] = None,
    json: Json = False,
) -> None:
    """Verify the whole log, and rebuild rounds, meters, people and tickets from it."""
    from croupier.cli.audit import show_audit

    show_audit(database, keys=keys, copy=copy, log_copy=log_copy, since=since, as_json=json)


@audit.command()
def bundle(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The signed bundle of a round.")],
    public_key: Annotated[
        str | None, typer.Option("--public-key", metavar="KEY", help="The house's public key, from a source you trust.")
    ] = None,
    json: Json = False,
) -> None:
    """Check the bundle of a round: signature, records, rules, money, shoe."""
    from croupier.cli.audit_bundle import show_bundle

    show_bundle(file, public_key=public_key, as_json=json)


@audit.command()
def make_bundle(
    database: Database,
    round_id: Annotated[str, typer.Argument(metavar="ROUND", help="A round, such as ez-1/000123.")],
    keys: Annotated[Path, typer.Option("--keys", metavar="FILE", help="The house's keys.")],
    to: Annotated[Path, typer.Option("--to", metavar="FILE", help="The new file.")],
    by: Annotated[str, typer.Option("--by", metavar="WHO", help="Who makes it, for the record.")] = "system",
) -> None:
    """Create the signed bundle of a round, while no server uses the database."""
    from croupier.cli.audit_bundle import write_bundle

    write_bundle(database, round_id, keys=keys, to=to, by=by)


@audit.command()
def shoe(
    database: Database,
    table: Annotated[str, typer.Argument(metavar="TABLE")],
    number: Annotated[int, typer.Argument(metavar="NUMBER", help="The shoe's number at this table.")],
    json: Json = False,
) -> None:
    """Reveal a shoe and check it against the commitment before its first wager."""
    from croupier.cli.audit import show_shoe

    show_shoe(database, table, number, as_json=json)


@audit.command()
def events(
    database: Database,
    code: Annotated[str | None, typer.Option("--code", help="A code, or its first part: cage.")] = None,
    text: Annotated[str | None, typer.Option("--text", help="Words in the text.")] = None,
    actor: Annotated[str | None, typer.Option("--actor", help="Who did it: user:7.")] = None,
    table: Annotated[str | None, typer.Option("--table", help="At which table.")] = None,
    since: Annotated[str | None, typer.Option("--since", metavar="TIME", help="From then: 2026-04-01T12:30.")] = None,
    until: Annotated[str | None, typer.Option("--until", metavar="TIME", help="Up to then.")] = None,
    limit: Annotated[int, typer.Option("--limit", metavar="N", help="At most so many.")] = 100,
    before: Annotated[int | None, typer.Option("--before", metavar="N", help="Go on where a page ended.")] = None,
    json: Json = False,
) -> None:
    """Search the significant events, newest first."""
    from croupier.cli.audit import show_events

    show_events(
        database, code=code, text=text, actor=actor, table=table, since=since, until=until, limit=limit, before=before,
        as_json=json,
    )  # fmt: skip


@audit.command()
def book(
    database: Database,
    players: Annotated[list[str], typer.Argument(metavar="PLAYER...", help="The provider's players.")],
    csv: Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Write a spreadsheet.")] = None,
    encrypt: Annotated[bool, typer.Option("--encrypt", help="Lock the file; the key is printed once.")] = False,
    key_file: Annotated[
        Path | None, typer.Option("--key-file", metavar="FILE", help="Lock it with the key in this file, or a new one.")
    ] = None,
    json: Json = False,
) -> None:
    """Show a third-party provider's playing book."""
    from croupier.cli.audit_playing_book import show_book

    show_book(database, players, csv=csv, encrypt=encrypt, key_file=key_file, as_json=json)


@audit.command()
def unlock_book(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A locked playing book.")],
    key_file: Annotated[Path, typer.Option("--key-file", metavar="FILE", help="The file with its key.")],
) -> None:
    """Decrypt and print a playing book."""
    from croupier.cli.audit_playing_book import unlock_book as unlock

    unlock(file, key_file)


@audit.command()
def software(
    write: Annotated[Path | None, typer.Option("--write", metavar="FILE", help="Write a manifest.")] = None,
    check: Annotated[Path | None, typer.Option("--check", metavar="FILE", help="Check against a manifest.")] = None,
    dependencies: Annotated[
        bool, typer.Option("--dependencies", help="Cover the installed packages that croupier needs, too.")
    ] = False,
    json: Json = False,
) -> None:
    """Fingerprint the installed software, or check it against a manifest."""
    from croupier.cli.audit import show_software

    show_software(write=write, check=check, dependencies=dependencies, as_json=json)


@store.command()
def create(
    database: Database,
    keys: Annotated[Path, typer.Option("--keys", metavar="FILE", help="The new file of the house's keys.")],
    name: Annotated[str, typer.Option("--name", help="The house's name, for its bundles.")] = "",
) -> None:
    """Create a database, with its keys in a separate file."""
    from croupier.cli.store import create_house

    create_house(database, keys=keys, name=name)


@store.command()
def admin(
    database: Database,
    name: Annotated[str, typer.Option("--name", help="The name to sign in with.")],
    display_name: Annotated[str, typer.Option("--display-name", help="The name people read.")],
    password_file: Annotated[
        Path | None, typer.Option("--password-file", metavar="FILE", help="Read the password from a file's first line.")
    ] = None,
) -> None:
    """Create the first administrator; the command asks for a password, or reads it from a file."""
    from croupier.cli.store import make_admin, read_password

    if password_file is None:
        password = typer.prompt("Password", hide_input=True, confirmation_prompt=True)
    else:
        password = read_password(password_file)
    make_admin(database, name=name, display_name=display_name, password=password)


@store.command()
def unlock(
    database: Database,
    name: Annotated[str, typer.Option("--name", help="The name to sign in with.")],
    second_factor: Annotated[
        bool, typer.Option("--second-factor", help="Take the second factor off: it is lost with its recovery codes.")
    ] = False,
) -> None:
    """Unlock an account after too many wrong passwords."""
    from croupier.cli.store import unlock_account

    unlock_account(database, name, second_factor=second_factor)


@store.command()
def upgrade(database: Database) -> None:
    """Upgrade a database to the schema of this program."""
    from croupier.cli.store import upgrade_house

    upgrade_house(database)


@store.command()
def backup(database: Database, to: Annotated[Path, typer.Argument(metavar="FILE", help="The new file.")]) -> None:
    """Back up a database, also while a server uses it."""
    from croupier.cli.store import backup_database

    backup_database(database, to)


@store.command()
def restore(
    source: Annotated[Path, typer.Argument(metavar="FILE", help="A copy.")], database: Database, json: Json = False
) -> None:
    """Restore a backup to a new database."""
    from croupier.cli.store import restore_house

    restore_house(source, database, as_json=json)


@store.command()
def check(
    where: Annotated[str, typer.Argument(metavar="FILE", help="A copy, or a database.")], json: Json = False
) -> None:
    """Restore a backup temporarily and audit it."""
    from croupier.cli.store import check_backup

    check_backup(where, as_json=json)


@store.command()
def archive(
    database: Database,
    keys: Annotated[Path, typer.Option("--keys", metavar="FILE", help="The house's keys.")],
    to: Annotated[Path, typer.Option("--to", metavar="FOLDER", help="Where the archive files are.")],
    older_than: Annotated[
        int, typer.Option("--older-than", metavar="DAYS", help="How old a record has to be.", min=90)
    ] = 400,
    json: Json = False,
) -> None:
    """Move the contents of old table records to signed, compressed files, also while a server runs."""
    from croupier.cli.store import archive_house

    archive_house(database, keys=keys, to=to, older_than=older_than, as_json=json)


@store.command()
def export(
    database: Database,
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A new folder.")],
    form: Annotated[str, typer.Option("--format", metavar="jsonl|parquet", help="What to write.")] = "jsonl",
) -> None:
    """Export the whole database, one file per table."""
    from croupier.cli.store import export_house

    export_house(database, folder, form)


@cluster.command()
def status(database: Database, json: Json = False) -> None:
    """Show the servers of a house and the tables that each runs."""
    from croupier.cli.cluster import show_cluster

    show_cluster(database, as_json=json)


@cluster.command()
def move(
    database: Database,
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The table that moves.")],
    server: Annotated[str, typer.Argument(metavar="SERVER", help="The server that runs it from then on.")],
) -> None:
    """Move a table to another server, during play."""
    from croupier.cli.cluster import move_table

    move_table(database, table, server)


@cluster.command()
def drain(
    database: Database,
    server: Annotated[str, typer.Argument(metavar="SERVER", help="The server that gives its tables away.")],
    undo: Annotated[bool, typer.Option("--undo", help="Let the server take tables again.")] = False,
) -> None:
    """Let a server give all its tables to the others, before it is stopped."""
    from croupier.cli.cluster import drain_server

    drain_server(database, server, undo=undo)
