"""Passwords: argon2id, in the second of the two settings RFC 9106 recommends (64 MiB, three passes, four lanes).

Hashing takes long on purpose. It is done before a job is handed in, in the thread of whoever asked, never in the
writer's: a `PasswordCheck` carries the outcome to the unit of work, with the hash it was checked against, so that a
password changed
in the meantime proves nothing.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from hashlib import sha256
from typing import NewType

from argon2 import Parameters, PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.profiles import RFC_9106_LOW_MEMORY

from croupier.cards.random_source import SystemRandomSource
from croupier.errors import Refused

PARAMETERS = RFC_9106_LOW_MEMORY
LENGTH_LEAST = 10
LENGTH_MOST = 256
ROWS = ("1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm", "abcdefghijklmnopqrstuvwxyz")
GUESSED_FIRST = ("password", "passwort", "welcome", "letmein", "qwerty", "casino", "croupier")
NAME_LETTERS_LEAST = 3
OWN_LETTERS_LEAST = 5
"""Letters of a password that are neither its owner's name nor a word guessed first, where it holds one of these."""

PasswordHash = NewType("PasswordHash", str)
"""What is kept of a password; a plain one cannot be passed in its place."""


@dataclass(frozen=True)
class PasswordCheck:
    """Whether a password given for a name was right, and against which hash. Made outside the writer."""

    name: str
    is_right: bool
    against: str | None = field(default=None, repr=False)
    renewed: PasswordHash | None = field(default=None, repr=False)
    """The same password under today's parameters, when the stored hash was made under others."""


class PasswordService:
    """Makes and checks hashes under one set of parameters."""

    def __init__(self, parameters: Parameters = PARAMETERS) -> None:
        self._hasher = PasswordHasher.from_parameters(parameters)
        # Checked when a name is unknown, so that the answer takes as long as for a known one.
        self._nobodys = self._hasher.hash(SystemRandomSource().nonce())

    def hash_new(self, password: str, *, name: str, display_name: str = "") -> PasswordHash | Refused:
        """The hash of a new password, or why it will not do."""
        if weakness := refuse_weak(password, name, display_name):
            return weakness
        return self._hash(password)

    def check(self, name: str, stored: str | None, password: str) -> PasswordCheck:
        """Check a password against the stored hash; `None` when there is no such name."""
        if not stored:
            self._is_right(self._nobodys, password)
            return PasswordCheck(name, False, stored)
        is_right = self._is_right(stored, password)
        is_stale = is_right and self._hasher.check_needs_rehash(stored)
        return PasswordCheck(name, is_right, stored, self._hash(password) if is_stale else None)

    def _hash(self, password: str) -> PasswordHash:
        return PasswordHash(self._hasher.hash(_bytes(password)))

    def _is_right(self, stored: str, password: str) -> bool:
        try:
            given = _bytes(password[: LENGTH_MOST + 1])
            return self._hasher.verify(stored, given)
        except (VerificationError, InvalidHashError, UnicodeEncodeError):
            return False


def digest(stored: str) -> str:
    """A password's name in the log: tells one hash from another. The salt in the hash is nowhere in the log, so nobody
    can try passwords against it."""
    return sha256(f"croupier password\n{stored}".encode()).hexdigest()


def refuse_weak(password: str, name: str, display_name: str = "") -> Refused | None:
    """Why a password will not do: too short, too long, or what is guessed first. The rest is its owner's affair."""
    if len(password) < LENGTH_LEAST:
        return Refused("password/too_short", f"A password has at least {LENGTH_LEAST} characters; a few words do well.")
    if len(password) > LENGTH_MOST:
        return Refused("password/too_long", f"A password has at most {LENGTH_MOST} characters.")
    try:
        text = _bytes(password).decode().casefold().strip()
    except UnicodeEncodeError:
        return Refused("password/characters", "The password holds a character that cannot be stored.")
    if _is_pattern(text):
        return Refused("password/pattern", "A password must not be a row of keys, or one piece over and over.")
    if _is_a_name(text, name, display_name):
        said = "A password must not be the name it protects, or a word that everybody tries, with a few signs added."
        return Refused("password/contains_name", said)
    return None


def _is_pattern(text: str) -> bool:
    """Whether it goes along a row of keys, or is a piece too short to be a password, repeated."""
    period = next(size for size in range(1, len(text) + 1) if text[size:] == text[: len(text) - size]) if text else 0
    repeats = period < LENGTH_LEAST and 2 * period <= len(text)
    return repeats or any(text in 3 * row or text[::-1] in 3 * row for row in ROWS)


def _is_a_name(text: str, name: str, display_name: str) -> bool:
    """Whether little is left once the names of its owner, and the words of every list of guesses, are taken out."""
    words = re.split(r"[^\w]|_", f"{name} {display_name}".casefold())
    known = {name.casefold(), display_name.strip().casefold(), *words, *GUESSED_FIRST}
    left = text
    for word in sorted(known, key=len, reverse=True):
        left = left.replace(word, " ") if len(word) >= NAME_LETTERS_LEAST else left
    return left != text and sum(sign.isalpha() for sign in left) < OWN_LETTERS_LEAST


def _bytes(password: str) -> bytes:
    """The same letters typed on two keyboards are the same password."""
    return unicodedata.normalize("NFKC", password).encode()
