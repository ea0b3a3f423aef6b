"""Password hashing with argon2id and RFC 9106's second recommended parameters (64 MiB, 3 passes, 4 lanes).

Hashing is slow on purpose. It runs in the caller's thread before a job is queued, never in the writer thread. A
`PasswordCheck` brings the result into the unit of work, together with the hash that was checked: if the password
changes in the meantime, the check is no longer valid.
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
"""Least number of letters that a password must have besides its owner's name or a commonly guessed password."""

PasswordHash = NewType("PasswordHash", str)
"""Stored hash of a password; the type prevents passing a plain password by mistake."""


@dataclass(frozen=True)
class PasswordCheck:
    """Result of checking a password for a name, with the hash it was checked against; created outside the writer."""

    name: str
    is_right: bool
    stored_hash: str | None = field(default=None, repr=False)
    renewed: PasswordHash | None = field(default=None, repr=False)
    """New hash of the same password, if the stored hash uses outdated parameters."""


class PasswordService:
    """Service that creates and checks password hashes with one set of parameters."""

    def __init__(self, parameters: Parameters = PARAMETERS) -> None:
        self._hasher = PasswordHasher.from_parameters(parameters)
        # Checked for an unknown name, so that the response takes as long as for an existing name.
        self._dummy_hash = self._hasher.hash(SystemRandomSource().nonce())

    def hash_new(self, password: str, *, name: str, display_name: str = "") -> PasswordHash | Refused:
        """Return the hash of a new password, or refuse a weak one."""
        if weakness := refuse_weak(password, name, display_name):
            return weakness
        return self._hash(password)

    def check(self, name: str, stored: str | None, password: str) -> PasswordCheck:
        """Check a password against the stored hash; `stored` is None if the name does not exist."""
        if not stored:
            self._is_right(self._dummy_hash, password)
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
    """Return a digest of a password hash for the log, which identifies the hash.

    The log does not contain the salt of the hash, so passwords cannot be guessed from the digest.
    """
    return sha256(f"croupier password\n{stored}".encode()).hexdigest()


def refuse_weak(password: str, name: str, display_name: str = "") -> Refused | None:
    """Refuse a password that is too short, too long, or easy to guess; anything else is allowed."""
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
        message = "A password must not be the name it protects, or a word that everybody tries, with a few signs added."
        return Refused("password/contains_name", message)
    return None


def _is_pattern(text: str) -> bool:
    """Return whether a password follows a keyboard row, or repeats one short text, such as `abcabcabc`."""
    period = next(size for size in range(1, len(text) + 1) if text[size:] == text[: len(text) - size]) if text else 0
    repeats = period < LENGTH_LEAST and 2 * period <= len(text)
    return repeats or any(text in 3 * row or text[::-1] in 3 * row for row in ROWS)


def _is_a_name(text: str, name: str, display_name: str) -> bool:
    """Return whether a password has few letters besides its owner's names and commonly guessed passwords."""
    words = re.split(r"[^\w]|_", f"{name} {display_name}".casefold())
    known = {name.casefold(), display_name.strip().casefold(), *words, *GUESSED_FIRST}
    left = text
    for name_part in sorted(known, key=len, reverse=True):
        left = left.replace(name_part, " ") if len(name_part) >= NAME_LETTERS_LEAST else left
    return left != text and sum(sign.isalpha() for sign in left) < OWN_LETTERS_LEAST


def _bytes(password: str) -> bytes:
    """Return a password as bytes, normalized (NFKC) so that the same text from two keyboards gives the same bytes."""
    return unicodedata.normalize("NFKC", password).encode()
