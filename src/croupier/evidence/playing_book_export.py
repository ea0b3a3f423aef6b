"""Export of a third-party provider's playing book from the archived rounds, optionally encrypted. [R60; 4 CCR 12263]"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from cryptography.fernet import Fernet, InvalidToken
from sqlalchemy import Connection, select

from croupier.errors import BadInput
from croupier.people.users import User, user_by_id, user_by_name
from croupier.store.ledger_accounts import player
from croupier.store.schema import login_attempts, round_players, rounds
from croupier.store.store import Store
from croupier.table.playing_book import PlayingBookLine, PlayingBookResult, PlayingBookRound, book_lines

LOGGED_IN = "ok"

TerminalOf = Callable[[int], str]


def provider_book(store: Store, players: Sequence[str]) -> tuple[PlayingBookLine, ...]:
    """Return the playing book of a provider, given its players by name or number."""
    with store.read() as connection:
        people = [_third_party(connection, name) for name in players]
        records = [record for user in people for record in _rounds_of(connection, user)]
    return book_lines(records, {user.name for user in people})


def _third_party(connection: Connection, name: str) -> User:
    def query(statement: Any) -> Sequence[Any]:
        return connection.execute(statement).all()

    user = user_by_id(query, int(name)) if name.isascii() and name.isdigit() else user_by_name(query, name)
    if user is None:
        raise BadInput.at(name, "nobody in this house has this name or number")
    if not user.third_party:
        raise BadInput.at(name, "is no third-party provider's player; there is no playing book to keep")
    return user


def _rounds_of(connection: Connection, user: User) -> Iterator[PlayingBookRound]:
    """Yield the settled rounds of one player, each with only this player's results."""
    account, terminal = player(user.id), _terminals(connection, user)
    joined = rounds.join(round_players, round_players.c.round_id == rounds.c.id)
    played = select(rounds.c.body).select_from(joined).where(round_players.c.account == account)
    for body in connection.scalars(played.order_by(rounds.c.ended_at, rounds.c.id)):
        archived = json.loads(body)
        if archived["status"] != "void":
            results = tuple(_results(archived, account, user.name, terminal(archived["opened_at"])))
            yield PlayingBookRound(archived["ended_at"], archived["table"], archived["id"], results)


def _terminals(connection: Connection, user: User) -> TerminalOf:
    """Return a function that takes a time and returns the terminal of the player's last login before that time."""
    login_query = select(login_attempts.c.at, login_attempts.c.terminal_id).where(
        login_attempts.c.name == user.name, login_attempts.c.outcome == LOGGED_IN
    )
    logins = connection.execute(login_query.order_by(login_attempts.c.at, login_attempts.c.id)).all()
    times = [row.at for row in logins]

    def at(moment: int) -> str:
        place = bisect_right(times, moment)
        return str(logins[place - 1].terminal_id or "") if place else ""

    return at


def _results(archived: Mapping[str, Any], account: str, user: str, terminal: str) -> Iterator[PlayingBookResult]:
    """Yield the results of one account in a round: as player-dealer, and at each seat.

    Only the first result contains the collection fee.
    """
    fee, bank = archived["fees"].get(account, 0), archived["bank"]
    if bank and bank["account"] == account:
        net = bank["net_cents"] or 0
        yield PlayingBookResult(bank["seat"], user, terminal, True, bank["cents"], max(net, 0), max(-net, 0), fee)
        fee = 0
    for seat in dict.fromkeys(result["seat"] for result in archived["results"] if result["account"] == account):
        seat_results = [
            result for result in archived["results"] if result["account"] == account and result["seat"] == seat
        ]
        won = sum(max(result["net_cents"], 0) for result in seat_results)
        lost = sum(max(-result["net_cents"], 0) for result in seat_results)
        yield PlayingBookResult(
            seat, user, terminal, False, sum(result["cents"] for result in seat_results), won, lost, fee
        )
        fee = 0


def new_key() -> str:
    """Return a new encryption key for one playing book."""
    return Fernet.generate_key().decode("ascii")


def encrypt_book(text: str, key: str) -> bytes:
    """Encrypt the text of a playing book with a key from `new_key`."""
    return _fernet(key).encrypt(text.encode())


def decrypt_book(data: bytes, key: str) -> str:
    try:
        return _fernet(key).decrypt(data).decode()
    except (InvalidToken, UnicodeDecodeError):
        raise BadInput.at("book", "was not locked with this key, or is damaged") from None


def _fernet(key: str) -> Fernet:
    try:
        return Fernet(key.strip().encode())
    except ValueError:
        raise BadInput.at("key", "is not a key as it was given when the book was locked") from None
