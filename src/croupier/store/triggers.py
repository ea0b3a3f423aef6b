"""Database triggers that refuse changes to written rows, gaps in the log and wrong balances.

R36 and R53: records and transfers are never altered or deleted; a correction is a new record. R37: balances change only
through transfers. R38: transaction numbers have no gaps, and each record follows the record that it names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection

from croupier.errors import Problem
from croupier.store.schema import APPEND_ONLY

IS_OUT_OF_ORDER = """
    EXISTS (SELECT 1 FROM records WHERE stream = NEW.stream AND seq = NEW.seq)
    OR (NEW.seq > 1 AND NOT EXISTS
        (SELECT 1 FROM records WHERE stream = NEW.stream AND seq = NEW.seq - 1 AND hash = NEW.before))
"""
IS_ARCHIVED = """
    NEW.body = '' AND NEW.stream = OLD.stream AND NEW.seq = OLD.seq AND NEW.at = OLD.at AND NEW.actor = OLD.actor
    AND COALESCE(NEW.key, '') = COALESCE(OLD.key, '') AND NEW.command = OLD.command
    AND NEW.before = OLD.before AND NEW.hash = OLD.hash
    AND EXISTS (SELECT 1 FROM archived WHERE stream = OLD.stream AND seq >= OLD.seq)
"""
"""Condition of the only change of a record: its body is emptied after an archive has it (`store.archive`)."""
MOVE_MONEY = """
    UPDATE accounts SET balance = balance - NEW.cents WHERE name = NEW.debit;
    UPDATE accounts SET balance = balance + NEW.cents WHERE name = NEW.credit;
"""
SQLITE_MOVES_MONEY = f"CREATE TRIGGER transfers_move_money AFTER INSERT ON transfers BEGIN {MOVE_MONEY} END"
IN_ORDER_MESSAGE = "records_in_order: the record does not follow the last one of its stream"
ACCOUNTS_MESSAGE = "accounts are not renamed, changed or deleted"


NAME = re.compile(r"CREATE TRIGGER (\w+)")
CALLS = re.compile(r"EXECUTE FUNCTION (\w+)")
# Query for the name and definition of each trigger; for PostgreSQL, the definition includes the function it runs.
TRIGGER_QUERIES = {
    "sqlite": "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'",
    "postgresql": """
        SELECT tgname, pg_get_triggerdef(pg_trigger.oid, true) || ' AS ' || lanname || prosrc
        FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
        JOIN pg_proc ON pg_proc.oid = tgfoid JOIN pg_language ON pg_language.oid = prolang
        WHERE relnamespace = current_schema()::regnamespace AND NOT tgisinternal AND tgenabled IN ('O', 'A')
    """,
}
FUNCTION = re.compile(r"CREATE FUNCTION (\w+)\(\) RETURNS trigger LANGUAGE plpgsql AS \$\$(.*)\$\$", re.DOTALL)
REFUSE = "RAISE EXCEPTION USING MESSAGE = TG_ARGV[0], ERRCODE = 'check_violation';"


def statements(dialect: str) -> Iterator[str]:
    """Yield the statements that create the triggers of one database."""
    yield from postgresql() if dialect == "postgresql" else sqlite()


def append_only_message(table: str) -> str:
    return f"{table} are written once: a correction is another record"


def sqlite() -> Iterator[str]:
    for table in APPEND_ONLY:
        for operation in ("update", "delete"):
            yield sqlite_guard(table.name, operation)
    changes = "BEFORE UPDATE OF name, kind, may_go_below_zero ON accounts"
    yield sqlite_refusal("accounts_no_change", changes, ACCOUNTS_MESSAGE)
    yield sqlite_refusal("accounts_no_delete", "BEFORE DELETE ON accounts", ACCOUNTS_MESSAGE)
    yield sqlite_refusal("records_in_order", f"BEFORE INSERT ON records WHEN {IS_OUT_OF_ORDER}", IN_ORDER_MESSAGE)
    yield SQLITE_MOVES_MONEY


def sqlite_guard(table: str, operation: str) -> str:
    """Return the trigger that refuses an update or delete of an append-only table."""
    unless = f" WHEN NOT ({IS_ARCHIVED})" if (table, operation) == ("records", "update") else ""
    return sqlite_refusal(
        f"{table}_no_{operation}", f"BEFORE {operation} ON {table}{unless}", append_only_message(table)
    )


def sqlite_refusal(name: str, when: str, message: str) -> str:
    return f"CREATE TRIGGER {name} {when} BEGIN SELECT RAISE(ABORT, '{message}'); END"


def postgresql() -> Iterator[str]:
    yield function("croupier_refuse", REFUSE)
    for table in APPEND_ONLY:
        if table.name != "records":
            deeds = f"BEFORE DELETE OR UPDATE OR TRUNCATE ON {table.name}"
            yield refusal(f"{table.name}_no_change", deeds, append_only_message(table.name))
    yield from postgresql_record_guards()
    changes = "BEFORE UPDATE OF name, kind, may_go_below_zero ON accounts"
    yield refusal("accounts_no_change", changes, ACCOUNTS_MESSAGE)
    yield refusal("accounts_no_delete", "BEFORE DELETE OR TRUNCATE ON accounts", ACCOUNTS_MESSAGE)
    yield function("records_in_order", f"IF {IS_OUT_OF_ORDER} THEN {REFUSE} END IF; RETURN NEW;")
    in_order = f"FOR EACH ROW EXECUTE FUNCTION records_in_order('{IN_ORDER_MESSAGE}')"
    yield f"CREATE TRIGGER records_in_order BEFORE INSERT ON records {in_order}"
    yield function("transfers_move_money", f"{MOVE_MONEY} RETURN NULL;")
    moves = "FOR EACH ROW EXECUTE FUNCTION transfers_move_money()"
    yield f"CREATE TRIGGER transfers_move_money AFTER INSERT ON transfers {moves}"


def postgresql_record_guards() -> Iterator[str]:
    message = append_only_message("records")
    yield refusal("records_no_change", "BEFORE DELETE OR TRUNCATE ON records", message)
    yield function("records_no_update", f"IF NOT ({IS_ARCHIVED}) THEN {REFUSE} END IF; RETURN NEW;")
    row = f"FOR EACH ROW EXECUTE FUNCTION records_no_update('{message}')"
    yield f"CREATE TRIGGER records_no_update BEFORE UPDATE ON records {row}"


def record_guards(dialect: str) -> Iterator[str]:
    """Yield the statements that replace the guards of records from before archives."""
    if dialect == "postgresql":
        yield "DROP TRIGGER records_no_change ON records"
        yield from postgresql_record_guards()
    else:
        yield "DROP TRIGGER records_no_update"
        yield sqlite_guard("records", "update")


def function(name: str, body: str) -> str:
    return f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {body} END $$"


def refusal(name: str, when: str, message: str) -> str:
    return f"CREATE TRIGGER {name} {when} FOR EACH STATEMENT EXECUTE FUNCTION croupier_refuse('{message}')"


def trigger_problems(connection: Connection) -> Iterator[Problem]:
    """Yield a problem for each trigger that is missing, disabled, changed or foreign."""
    dialect = connection.dialect.name
    wanted = expected_triggers(dialect)
    there = sorted(
        (name, normalise_sql(definition)) for name, definition in connection.exec_driver_sql(TRIGGER_QUERIES[dialect])
    )
    for name in sorted(wanted.keys() - {name for name, _ in there}):
        yield Problem(f"trigger {name}", "is missing: it guards the log")
    for name, definition in there:
        if name not in wanted:
            yield Problem(f"trigger {name}", "is not one of the house's guards: somebody else put it there")
        elif definition != wanted[name]:
            yield Problem(f"trigger {name}", "was replaced: it does not do what the house's guard of this name does")


def expected_triggers(dialect: str) -> dict[str, str]:
    """Return the expected definition of each trigger, in the format of `TRIGGER_QUERIES`."""
    all_statements = list(statements(dialect))
    bodies = {name: body for statement in all_statements for name, body in FUNCTION.findall(statement)}
    triggers = {found.group(1): statement for statement in all_statements if (found := NAME.match(statement))}
    for name, statement in triggers.items():
        if called := CALLS.search(statement):
            triggers[name] = f"{statement} AS plpgsql{bodies[called.group(1)]}"
    return {name: normalise_sql(statement) for name, statement in triggers.items()}


def normalise_sql(statement: str) -> str:
    return " ".join(statement.split())


@contextmanager
def without_balance_trigger(connection: Connection) -> Iterator[None]:
    """Disable the trigger that updates balances while the block runs.

    A restore loads transfers and balances from the same backup; the audit compares them afterwards. A backup lists
    transfers by stream, not by time, so with the trigger a player's account could temporarily be negative and be
    refused.
    """
    if connection.dialect.name == "postgresql":
        off, on = (
            f"ALTER TABLE transfers {operation} TRIGGER transfers_move_money" for operation in ("DISABLE", "ENABLE")
        )
    else:
        off, on = "DROP TRIGGER transfers_move_money", SQLITE_MOVES_MONEY
    connection.exec_driver_sql(off)
    yield
    connection.exec_driver_sql(on)
