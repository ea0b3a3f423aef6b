"""Terminals: paired with a code from a supervisor, then identified by a secret. [R56]

A code has eight unambiguous characters and is valid for ten minutes and one terminal. The secret has 256 bits; the
terminal sends it only to identify itself. The database stores hashes of both.
"""

from __future__ import annotations

import base64
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256

from sqlalchemy import func, insert, select, update

from croupier.cards.random_source import RandomSource, SystemRandomSource
from croupier.errors import Refused
from croupier.people.attempts import printable_address
from croupier.people.calendar import MINUTE
from croupier.people.roles import Principal
from croupier.people.session import TERMINAL_ID
from croupier.people.sessions import SessionService
from croupier.people.users import Query, refuse_unpermitted_user
from croupier.store.record import is_name
from croupier.store.schema import login_attempts, terminals
from croupier.store.unit_of_work import UnitOfWork

ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Characters of codes, without 0 and O, 1, I and L, and U, which sounds like Q and resembles V."""
CODE_LETTERS = 8
CODE_MS = 10 * MINUTE
GUESSES_EACH, GUESSES_ALL = 5, 50
"""Wrong codes allowed in ten minutes, per address and in total: 50 guesses out of 30**8 codes do not succeed."""
PAIRING = "(pairing)"
"""Name under which wrong codes are recorded; no user can have this name."""
NAME_MOST = 40


@dataclass(frozen=True)
class PairingCode:
    """Code for pairing a terminal, which a supervisor reads out at the terminal."""

    terminal_id: str
    code: str = field(repr=False)
    expires_at: int


@dataclass(frozen=True)
class Terminal:
    """A terminal that is paired and in use."""

    id: str
    name: str
    table_name: str | None


@dataclass(frozen=True)
class PairedTerminal:
    """A newly paired terminal and its secret; this is the only time the secret is available."""

    terminal: Terminal
    secret: str = field(repr=False)


def create_pairing_code(
    by: Principal, name: str, *, table_name: str | None = None, chance: RandomSource | None = None
) -> Callable[[UnitOfWork], PairingCode | Refused]:
    """Return a job that creates a pairing code for a new terminal, or for the existing terminal of that name.

    An existing terminal continues to work until the code is used.
    """
    source = chance or SystemRandomSource()
    code = "".join(ALPHABET[source.below(len(ALPHABET))] for _ in range(CODE_LETTERS))
    new_id = f"t-{source.nonce().hex()[:16]}"

    def job(uow: UnitOfWork) -> PairingCode | Refused:
        if refused := refuse_unpermitted_user(uow.query, by, "pair-terminal") or _refuse_name(name, table_name):
            return refused
        known = uow.query(select(terminals.c.id).where(terminals.c.name == name.strip()))
        terminal_id: str = known[0].id if known else new_id
        expires_at = uow.at + CODE_MS
        values = {"code_hash": _hash(code), "code_expires": expires_at, "table_name": table_name}
        if known:
            uow.write(update(terminals).where(terminals.c.id == terminal_id).values(values))
        else:
            row = {"id": terminal_id, "name": name.strip(), "active": False, **values}
            uow.write(insert(terminals).values(row))
        event = {"kind": "pairing-requested", "terminal_id": terminal_id, "name": name.strip(), "table": table_name}
        uow.append_record("house", actor=by.actor, command="pair-terminal", events=[event])
        return PairingCode(terminal_id, code, expires_at)

    return job


def exchange_code(
    code: str, *, address: str, sessions: SessionService, chance: RandomSource | None = None
) -> Callable[[UnitOfWork], PairedTerminal | Refused]:
    """Return a job that exchanges a pairing code for a secret; wrong codes are recorded and limited in number."""
    source = chance or SystemRandomSource()
    secret = base64.urlsafe_b64encode(source.nonce()).decode().rstrip("=")

    def job(uow: UnitOfWork) -> PairedTerminal | Refused:
        if refused := _refuse_too_many_guesses(uow, address):
            return refused
        columns = terminals.c
        waiting = select(columns.id, columns.name, columns.table_name).where(
            columns.code_hash == _hash(normalise_code(code)), columns.code_expires > uow.at
        )
        rows = uow.query(waiting)
        if not rows:
            _write_guess(uow, address)
            return Refused("terminal/code", "This code is wrong, used or older than ten minutes. Ask for a new one.")
        terminal = Terminal(rows[0].id, rows[0].name, rows[0].table_name)
        _pair(uow, terminal, secret)
        sessions.end_all_at(uow, terminal.id)
        return PairedTerminal(terminal, secret)

    return job


def retire_terminal(
    by: Principal, terminal_id: str, *, sessions: SessionService
) -> Callable[[UnitOfWork], Refused | None]:
    """Return a job that takes a terminal out of use: its secret becomes invalid and its sessions end."""

    def job(uow: UnitOfWork) -> Refused | None:
        if refused := refuse_unpermitted_user(uow.query, by, "retire-terminal"):
            return refused
        known = select(terminals.c.id).where(terminals.c.id == terminal_id)
        if not TERMINAL_ID.fullmatch(terminal_id) or not uow.query(known):
            return Refused("terminal/not_found", "There is no such terminal.")
        values = {"active": False, "secret_hash": None, "code_hash": None, "code_expires": None}
        uow.write(update(terminals).where(terminals.c.id == terminal_id).values(values))
        sessions.end_all_at(uow, terminal_id)
        event = {"kind": "terminal-retired", "terminal_id": terminal_id}
        uow.append_record("house", actor=by.actor, command="retire-terminal", events=[event])
        return None

    return job


def terminal_of(query: Query, secret: str) -> Terminal | None:
    """Return the active terminal with this secret, or None."""
    columns = terminals.c
    is_this_terminal = (columns.secret_hash == _hash(secret[:64])) & columns.active.is_(True)
    rows = query(select(columns.id, columns.name, columns.table_name).where(is_this_terminal))
    return Terminal(rows[0].id, rows[0].name, rows[0].table_name) if rows else None


def all_terminals(query: Query) -> list[Terminal]:
    """Return the terminals in use, sorted by name."""
    columns = terminals.c
    in_use = select(columns.id, columns.name, columns.table_name).where(columns.active.is_(True))
    return [Terminal(row.id, row.name, row.table_name) for row in query(in_use.order_by(columns.name))]


def normalise_code(code: str) -> str:
    """Return a typed code in upper case without spaces and hyphens."""
    return "".join(sign for sign in code[:64].upper() if sign not in " -")


def _pair(uow: UnitOfWork, terminal: Terminal, secret: str) -> None:
    values = {
        "secret_hash": _hash(secret),
        "code_hash": None,
        "code_expires": None,
        "paired_at": uow.at,
        "active": True,
    }
    uow.write(update(terminals).where(terminals.c.id == terminal.id).values(values))
    shown = {"terminal_id": terminal.id, "name": terminal.name, "table": terminal.table_name}
    event = {"kind": "terminal-paired", **shown, "secret_digest": secret_digest(_hash(secret))}
    uow.append_record("house", actor="system", command="pair-terminal", events=[event])


def _refuse_too_many_guesses(uow: UnitOfWork, address: str) -> Refused | None:
    columns = login_attempts.c
    lately = (columns.name == PAIRING) & (columns.at > uow.at - CODE_MS)
    guesses = select(columns.address, func.count().label("guesses")).where(lately).group_by(columns.address)
    by_address = {row.address: row.guesses for row in uow.query(guesses)}
    here = by_address.get(printable_address(address), 0)
    if here < GUESSES_EACH and sum(by_address.values()) < GUESSES_ALL:
        return None
    return Refused("terminal/guesses", "Too many wrong codes. Wait ten minutes, then ask for a new one.")


def _write_guess(uow: UnitOfWork, address: str) -> None:
    row = {"at": uow.at, "name": PAIRING, "address": printable_address(address), "outcome": "wrong"}
    uow.write(insert(login_attempts).values(row))


def _refuse_name(name: str, table_name: str | None) -> Refused | None:
    if not is_name(name.strip()) or len(name.strip()) > NAME_MOST:
        return Refused("terminal/name", f"A terminal's name has 1 to {NAME_MOST} printable characters.")
    if table_name is not None and not is_name(table_name):
        return Refused("terminal/table", "That cannot be the name of a table.")
    return None


def secret_digest(secret_hash: str) -> str:
    """Return a digest of a secret's stored hash for the log, so that the log does not contain the hash itself."""
    return _hash(f"croupier terminal\n{secret_hash}")


def _hash(text: str) -> str:
    return sha256(text.encode("utf-8", "replace")).hexdigest()
