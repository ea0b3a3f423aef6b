"""The house's two keys: one signs checkpoints and evidence bundles, one encrypts secrets in the database.

The keys are in a separate file, not in the database or its backups. A copy of the database is therefore not enough to
sign, to read the order of a shoe in use, or to read a face-down card.
"""

from __future__ import annotations

import json
import os
from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from hmac import digest as keyed_digest
from pathlib import Path
from tempfile import TemporaryDirectory

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from croupier.errors import BadInput
from croupier.files import KEYS, parse_json, read_bytes
from croupier.operating_system import flush_folder

FORMAT = "croupier keys 1"
SEALED = "sealed1:"
NONCE_BYTES = 12


class KeysExistError(BadInput):
    """There is a file of keys already."""


@dataclass(frozen=True)
class HouseKeys:
    """The signing key and the encryption key of a house."""

    signing: Ed25519PrivateKey = field(repr=False)
    sealing: AESGCM = field(repr=False)

    @classmethod
    def create(cls, path: Path | str) -> HouseKeys:
        """Create new keys in a new file that only its owner can read; an existing file is never overwritten.

        The file gets its name when it is complete and on disk: another server of the house finds all of it or nothing.
        """
        place = Path(path)
        try:
            with TemporaryDirectory(dir=place.parent, prefix=f".{place.name}.") as private:
                unfinished = Path(private) / place.name
                handle = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
                with os.fdopen(handle, "w", encoding="ascii") as file:
                    file.write(format_key_file(os.urandom(32), os.urandom(32)))
                    file.flush()
                    os.fsync(file.fileno())
                os.link(unfinished, place)
            flush_folder(place.parent)
        except FileExistsError as error:
            raise KeysExistError.at(str(path), f"the house's keys cannot be written: {error.strerror}") from error
        except OSError as error:
            raise BadInput.at(str(path), f"the house's keys cannot be written: {error.strerror}") from error
        return cls.load(path)

    @classmethod
    @contextmanager
    def create_for_new_database(cls, path: Path | str) -> Iterator[HouseKeys]:
        """Create new keys for a new database; delete the key file if creating the database fails."""
        created = cls.create(path)
        try:
            yield created
        except BadInput:
            Path(path).unlink()
            raise

    @classmethod
    def load(cls, path: Path | str) -> HouseKeys:
        """Load the keys from a file; refuse a file that other users can read."""
        try:
            mode, text = Path(path).stat().st_mode, read_bytes(path, KEYS.bytes_most).decode("ascii")
        except OSError as error:
            raise BadInput.at(str(path), f"the house's keys cannot be read: {error.strerror}") from error
        except UnicodeDecodeError as error:
            raise BadInput.at(str(path), "is not a file of the house's keys, or is damaged") from error
        if mode & 0o077:
            raise BadInput.at(str(path), f"others may read the house's keys; run: chmod 600 {path}")
        signing, sealing = parse_key_file(text, path)
        return cls(Ed25519PrivateKey.from_private_bytes(signing), AESGCM(sealing))

    @property
    def public_text(self) -> str:
        """Public key as hexadecimal text, which anyone can use to check the signatures of this house."""
        return self.signing.public_key().public_bytes_raw().hex()

    def sign(self, message: bytes) -> str:
        return self.signing.sign(message).hex()

    def fingerprint(self, text: str) -> str:
        """Return a keyed hash of a text: equal texts give equal hashes, and guessing the text needs the key."""
        return keyed_digest(self._marking, text.encode(), "sha256").hex()

    @cached_property
    def _marking(self) -> bytes:
        """Key for fingerprints, derived from the signing key; Ed25519 signatures are deterministic."""
        return sha256(self.signing.sign(b"croupier fingerprints")).digest()

    def encrypt(self, text: str, about: str = "") -> str:
        """Encrypt a text; it can be decrypted only with the same `about` (for example, the name of its shoe)."""
        nonce = os.urandom(NONCE_BYTES)
        return SEALED + b64encode(nonce + self.sealing.encrypt(nonce, text.encode(), about.encode())).decode("ascii")

    def decrypt(self, sealed: str, about: str = "") -> str:
        """Decrypt a text that `encrypt` returned; `about` must be the same as for `encrypt`."""
        try:
            raw = b64decode(sealed.removeprefix(SEALED), validate=True)
            opened = self.sealing.decrypt(raw[:NONCE_BYTES], raw[NONCE_BYTES:], about.encode())
        except (InvalidTag, ValueError) as error:
            raise BadInput.at(about or "sealed text", "was not sealed with this house's key, or is damaged") from error
        return opened.decode()


def verify_signature(public_text: str, message: bytes, signature: str) -> bool:
    """Return whether `signature` is a valid signature of `message` for this public key."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_text)).verify(bytes.fromhex(signature), message)
    except (InvalidSignature, ValueError):
        return False
    return True


def format_key_file(signing: bytes, sealing: bytes) -> str:
    """Return the text of a key file, with a digest that detects a damaged file."""
    keys = {"format": FORMAT, "signing": b64encode(signing).decode(), "sealing": b64encode(sealing).decode()}
    return json.dumps({**keys, "check": sha256(signing + sealing).hexdigest()}, indent=1) + "\n"


def parse_key_file(text: str, path: Path | str) -> tuple[bytes, bytes]:
    try:
        keys = parse_json(text, KEYS)
        signing, sealing = b64decode(keys["signing"], validate=True), b64decode(keys["sealing"], validate=True)
        sound = keys["format"] == FORMAT and keys["check"] == sha256(signing + sealing).hexdigest()
    except (ValueError, KeyError, TypeError) as error:
        raise BadInput.at(str(path), "is not a file of the house's keys, or is damaged") from error
    if not sound or len(signing) != 32 or len(sealing) != 32:
        raise BadInput.at(str(path), "is not a file of the house's keys, or is damaged")
    return signing, sealing
