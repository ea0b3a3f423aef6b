"""`croupier store`: create, upgrade, back up, check, restore and export a database."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from croupier.cli.audit import audit_json, print_verdict
from croupier.cli.open_database import database_errors_as_bad_input, open_store
from croupier.errors import BadInput

if TYPE_CHECKING:
    from croupier.store.log_audit import AuditReport
    from croupier.store.unit_of_work import Job


DAY_MS = 24 * 3600 * 1000


def create_house(database: str, *, keys: Path, name: str) -> None:
    """Create a database and its key file; refuse if either exists."""
    from croupier.store.engine import DatabaseLocation
    from croupier.store.keys import HouseKeys
    from croupier.store.log_audit import PUBLIC_KEY
    from croupier.store.store import Store

    place = DatabaseLocation.parse(database)
    _require_empty(database)
    with database_errors_as_bad_input(database), HouseKeys.create_for_new_database(keys) as created:
        first = {PUBLIC_KEY: created.public_text} | ({"house_name": name} if name else {})
        store = Store.open(database, create=True, first_settings=first)
        store.close()
    print(f"{place}: house {store.house}")
    print(f"{keys}: its keys; keep a copy of them apart from the database. Public key: {created.public_text}")


def _require_empty(database: str) -> None:
    from croupier.store import engine, migrate

    place = engine.DatabaseLocation.parse(database)
    if place.path and not place.path.exists():
        return
    writing = engine.migration_engine(place)
    try:
        with database_errors_as_bad_input(database):
            found = migrate.state(writing)
    finally:
        writing.dispose()
    if found is not migrate.SchemaState.EMPTY:
        raise BadInput.at(str(place), "is not empty: a new house is made where there is none")


def read_password(path: Path) -> str:
    """Return the first line of a file with a password, or of standard input for `-`."""
    from croupier.files import KEYS, read_text

    password = read_text(str(path), KEYS.bytes_most).partition("\n")[0]
    if not password:
        raise BadInput.at(str(path), "is empty; its first line has to be the password")
    return password


def make_admin(database: str, *, name: str, display_name: str, password: str) -> None:
    """Create the first administrator of a database that has none."""
    from croupier.errors import Refused
    from croupier.people.accounts import create_user
    from croupier.people.passwords import PasswordService
    from croupier.people.roles import SYSTEM, Role
    from croupier.people.users import all_users
    from croupier.store.unit_of_work import UnitOfWork

    hashed = PasswordService().hash_new(password, name=name, display_name=display_name)
    if isinstance(hashed, Refused):
        raise BadInput.at("password", hashed.message)

    def job(uow: UnitOfWork) -> object:
        if any(user.role is Role.ADMIN for user in all_users(uow.query)):
            return Refused("user/admin", "This house has an administrator; new people are made in the office.")
        created = create_user(SYSTEM, name=name, display_name=display_name, role=Role.ADMIN, password=hashed)
        return created(uow)

    _run_job(database, "admin", job)
    print(f"{name} may sign in; the first thing asked for is a password of his own choice.")


def unlock_account(database: str, name: str, *, second_factor: bool = False) -> None:
    """Unlock an account after wrong passwords, or remove a lost second factor.

    For the case that no administrator is left who can do it in the web interface.
    """
    from croupier.errors import Refused
    from croupier.people.accounts import change_user
    from croupier.people.roles import SYSTEM
    from croupier.people.second_factor import remove_factor
    from croupier.people.sessions import SessionService
    from croupier.people.users import user_by_name
    from croupier.store.unit_of_work import UnitOfWork

    def job(uow: UnitOfWork) -> object:
        user = user_by_name(uow.query, name)
        if user is None:
            return Refused("user/not_found", f'nobody here has the name "{name}"')
        if second_factor:
            return remove_factor(SYSTEM, user.id, sessions=SessionService())(uow)
        if user.failed == 0 and user.locked_until is None:
            return Refused("user/unlocked", f"{user.name} is not locked out")
        unlocked = change_user(SYSTEM, user.id, sessions=SessionService(), unlock=True)(uow)
        uow.note_significant_event("login/unlocked", f"{user.name}: unlocked at the command line", actor="system")
        return unlocked

    _run_job(database, "unlock", job)
    print(f"{name} sets up a new second factor at the next sign-in." if second_factor else f"{name} may sign in again.")


def _run_job(database: str, what: str, job: Job) -> None:
    """Run a job as the only writer of a database; no server may use it at the same time."""
    from croupier.errors import Refused
    from croupier.house.clock import now_ms
    from croupier.house.writer import Writer
    from croupier.store.store import Store
    from croupier.store.unit_of_work import LedgerState

    with database_errors_as_bad_input(database), Store.open(database) as store:
        store.lock_stream("house")
        heads = {stream: (head.seq, head.hash) for stream, head in store.heads().items()}
        done = Writer(store, LedgerState(store.house, heads, store.balances()), now_ms).run(job)
    if isinstance(done, Refused):
        raise BadInput.at(what, done.message)


def upgrade_house(database: str) -> None:
    """Upgrade a database to this program's schema; initialize an empty one."""
    from croupier.store import engine, migrate
    from croupier.store.store import Store, prepare_file

    place = engine.DatabaseLocation.parse(database)
    if place.path:
        prepare_file(place.path, create=False)
    writing = engine.migration_engine(place)
    try:
        with database_errors_as_bad_input(database):
            before = migrate.state(writing)
            if before is migrate.SchemaState.OLDER:
                migrate.upgrade(writing)
    finally:
        writing.dispose()
    with database_errors_as_bad_input(database), Store.open(database, create=before is migrate.SchemaState.EMPTY):
        done = "was up to date" if before is migrate.SchemaState.CURRENT else "was upgraded"
        print(f"{place}: {done}, schema {migrate.newest_version()}")


def backup_database(database: str, to: Path) -> None:
    """Write a backup of a database, also while a server uses it."""
    from croupier.store.backup import backup

    with open_store(database) as store:
        backup(store, to)
    print(f"{to}: a copy of house {store.house}, {to.stat().st_size:,} bytes")


def restore_house(source: Path, database: str, *, as_json: bool) -> None:
    """Restore a backup to a new database; exit with status 1 if the audit has findings."""
    from croupier.store.backup import restore

    with database_errors_as_bad_input(database):
        report = restore(source, database)
    _print_report(report, as_json=as_json)


def check_backup(where: str, *, as_json: bool) -> None:
    """Audit a backup or a database; exit with status 1 if there are findings."""
    from croupier.store.backup import check
    from croupier.store.log_audit import verify_log

    if "://" in where:
        with open_store(where) as store:
            report = verify_log(store)
    else:
        with database_errors_as_bad_input(where):
            report = check(Path(where))
    _print_report(report, as_json=as_json)


def export_house(database: str, folder: Path, form: str) -> None:
    """Export all tables for a regulator, one file per table. [R31]"""
    from croupier.store.export import export

    if form not in ("jsonl", "parquet"):
        raise BadInput.at("--format", f'is "{form}"; there is jsonl and parquet')
    with open_store(database, read_only=True) as store:
        files = export(store, folder, "parquet" if form == "parquet" else "jsonl")
    for file in files:
        print(f"{folder / file.file}: {file.rows:,} rows, SHA-256 {file.sha256}")


def _print_report(report: AuditReport, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(audit_json(report, None, report.findings), indent=2))
    else:
        console = Console(highlight=False, markup=False)
        console.print(f"{report.records:,} records in {report.streams} streams, {report.transfers:,} transfers.")
        print_verdict(console, report.findings, "SOUND: every record is as it was written.")
    if report.findings:
        sys.exit(1)


def archive_house(database: str, *, keys: Path, to: Path, older_than: int, as_json: bool) -> None:
    """Move the contents of old records to archive files, and print how many."""
    from croupier.house.clock import now_ms
    from croupier.store.archive import archive_old_records
    from croupier.store.keys import HouseKeys
    from croupier.store.log_audit import PUBLIC_KEY

    house_keys, now = HouseKeys.load(keys), now_ms()
    with open_store(database) as store:
        if store.key_value(PUBLIC_KEY) not in (None, house_keys.public_text):
            raise BadInput.at(str(keys), "holds the keys of another house: the database knows other ones")
        done = archive_old_records(store, house_keys, to, before=now - older_than * DAY_MS, at=now)
    if as_json:
        print(json.dumps(done._asdict()))
    elif done.files or done.emptied:
        sizes = f"{done.body_bytes / 2**20:,.1f} MB of contents in {done.file_bytes / 2**20:,.1f} MB of files"
        print(f"{done.records:,} records archived in {done.files} new files: {sizes}.")
    else:
        print("There is nothing to archive: no table has records that are old enough and named by a checkpoint.")
