"""What the database itself refuses, whoever asks: a change to what is written, a gap in the log, a wrong balance.

R36 and R53: records and transfers are never altered or deleted, only followed by others. R37: the balances move with
the transfers and with nothing else. R38: transaction numbers run without gaps, each record after the one it names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection

from croupier.store.schema import APPEND_ONLY

IS_OUT_OF_ORDER = """
    EXISTS (SELECT 1 FROM records WHERE stream = NEW.stream AND seq = NEW.seq)
    OR (NEW.seq > 1 AND NOT EXISTS
        (SELECT 1 FROM records WHERE stream = NEW.stream AND seq = NEW.seq - 1 AND hash = NEW.before))
"""
MOVE_MONEY = """
    UPDATE accounts SET balance = balance - NEW.cents WHERE name = NEW.debit;
    UPDATE accounts SET balance = balance + NEW.cents WHERE name = NEW.credit;
"""
SQLITE_MOVES_MONEY = f"CREATE TRIGGER transfers_move_money AFTER INSERT ON transfers BEGIN {MOVE_MONEY} END"
IN_ORDER_MESSAGE = "records_in_order: the record does not follow the last one of its stream"
ACCOUNTS_MESSAGE = "accounts are not renamed, changed or deleted"


NAME = re.compile(r"CREATE TRIGGER (\w+)")
IN_FORCE = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
    "postgresql": """
        SELECT tgname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
        WHERE relnamespace = current_schema()::regnamespace AND NOT tgisinternal AND tgenabled <> 'D'
    """,
}
REFUSE = "RAISE EXCEPTION USING MESSAGE = TG_ARGV[0], ERRCODE = 'check_violation';"


def statements(dialect: str) -> Iterator[str]:
    """The triggers, in the words of one database."""
    yield from postgresql() if dialect == "postgresql" else sqlite()


def written_message(table: str) -> str:
    return f"{table} are written once: a correction is another record"


def sqlite() -> Iterator[str]:
    for table in APPEND_ONLY:
        for deed in ("update", "delete"):
            yield sqlite_refusal(
                f"{table.name}_no_{deed}", f"BEFORE {deed} ON {table.name}", written_message(table.name)
            )
    changes = "BEFORE UPDATE OF name, kind, may_go_below_zero ON accounts"
    yield sqlite_refusal("accounts_no_change", changes, ACCOUNTS_MESSAGE)
    yield sqlite_refusal("accounts_no_delete", "BEFORE DELETE ON accounts", ACCOUNTS_MESSAGE)
    yield sqlite_refusal("records_in_order", f"BEFORE INSERT ON records WHEN {IS_OUT_OF_ORDER}", IN_ORDER_MESSAGE)
    yield SQLITE_MOVES_MONEY


def sqlite_refusal(name: str, when: str, message: str) -> str:
    return f"CREATE TRIGGER {name} {when} BEGIN SELECT RAISE(ABORT, '{message}'); END"


def postgresql() -> Iterator[str]:
    yield function("croupier_refuse", REFUSE)
    for table in APPEND_ONLY:
        deeds = f"BEFORE UPDATE OR DELETE OR TRUNCATE ON {table.name}"
        yield refusal(f"{table.name}_no_change", deeds, written_message(table.name))
    changes = "BEFORE UPDATE OF name, kind, may_go_below_zero ON accounts"
    yield refusal("accounts_no_change", changes, ACCOUNTS_MESSAGE)
    yield refusal("accounts_no_delete", "BEFORE DELETE OR TRUNCATE ON accounts", ACCOUNTS_MESSAGE)
    yield function("records_in_order", f"IF {IS_OUT_OF_ORDER} THEN {REFUSE} END IF; RETURN NEW;")
    in_order = f"FOR EACH ROW EXECUTE FUNCTION records_in_order('{IN_ORDER_MESSAGE}')"
    yield f"CREATE TRIGGER records_in_order BEFORE INSERT ON records {in_order}"
    yield function("transfers_move_money", f"{MOVE_MONEY} RETURN NULL;")
    moves = "FOR EACH ROW EXECUTE FUNCTION transfers_move_money()"
    yield f"CREATE TRIGGER transfers_move_money AFTER INSERT ON transfers {moves}"


def function(name: str, body: str) -> str:
    return f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {body} END $$"


def refusal(name: str, when: str, message: str) -> str:
    return f"CREATE TRIGGER {name} {when} FOR EACH STATEMENT EXECUTE FUNCTION croupier_refuse('{message}')"


def missing(connection: Connection) -> tuple[str, ...]:
    """Which triggers are not there, or are switched off."""
    dialect = connection.dialect.name
    wanted = (found.group(1) for found in map(NAME.match, statements(dialect)) if found)
    there = set(connection.exec_driver_sql(IN_FORCE[dialect]).scalars())
    return tuple(sorted(set(wanted) - there))


@contextmanager
def balances_held(connection: Connection) -> Iterator[None]:
    """Transfers are put in without moving the balances, which come from the same copy; the audit compares the two.

    A copy has its transfers stream by stream, not in the order of time: on the way a player could seem overdrawn.
    """
    if connection.dialect.name == "postgresql":
        off, on = (f"ALTER TABLE transfers {deed} TRIGGER transfers_move_money" for deed in ("DISABLE", "ENABLE"))
    else:
        off, on = "DROP TRIGGER transfers_move_money", SQLITE_MOVES_MONEY
    connection.exec_driver_sql(off)
    yield
    connection.exec_driver_sql(on)
