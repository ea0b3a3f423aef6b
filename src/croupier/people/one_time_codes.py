"""One-time codes of an authenticator (six digits, 30 seconds) and recovery codes for a lost one. [R55]

RFC 6238 (TOTP) over RFC 4226, with the parameters that all authenticators support: SHA-1, six digits, 30 seconds.
"""

from __future__ import annotations

import base64
import hmac
import json
from collections.abc import Callable, Sequence

import numpy as np
from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP

from croupier.cards.random_source import RandomSource

STEP_SECONDS = 30
DIGITS = 6
SECRET_BYTES = 20
DRIFT_STEPS = 1
"""Number of 30-second steps before and after the current one with accepted codes, for typing and clock drift."""
RECOVERY_CODES = 10
RECOVERY_LETTERS = 10
GROUP = 4
QR_LEVEL = "M"


def new_secret(chance: RandomSource) -> bytes:
    return chance.nonce()[:SECRET_BYTES]


def step_at(at_ms: int) -> int:
    return at_ms // 1000 // STEP_SECONDS


def code_of(secret: bytes, step: int) -> str:
    return _totp(secret).generate(step * STEP_SECONDS).decode()


def matching_step(secret: bytes, code: str, at_ms: int, used: int) -> int | None:
    """Return the 30-second step of a code that is valid now and later than step `used`, or None. [RFC 6238 5.2]"""
    given, now = normalise_code(code).encode("utf-8", "replace"), step_at(at_ms)
    found = None
    for step in range(now - DRIFT_STEPS, now + DRIFT_STEPS + 1):
        if hmac.compare_digest(code_of(secret, step).encode(), given) and step > used:
            found = step
    return found


def normalise_code(code: str) -> str:
    """Return a code in upper case without spaces and hyphens."""
    return "".join(sign for sign in code.upper() if sign not in " -")


def new_recovery_codes(chance: RandomSource) -> list[str]:
    """Return new recovery codes of 50 random bits each, for example `K7QLM-2XWPA`."""
    drawn = [base64.b32encode(chance.nonce()).decode()[:RECOVERY_LETTERS] for _ in range(RECOVERY_CODES)]
    return [f"{code[: RECOVERY_LETTERS // 2]}-{code[RECOVERY_LETTERS // 2 :]}" for code in drawn]


def hash_recovery_codes(codes: Sequence[str], fingerprint: Callable[[str], str]) -> str:
    """Return the recovery codes as JSON of keyed hashes for the database; finding the codes needs the house's key."""
    return json.dumps([fingerprint(normalise_code(code)) for code in codes])


def remove_recovery_code(kept: str, code: str, fingerprint: Callable[[str], str]) -> str | None:
    """Return the remaining recovery codes after this one is used, or None if the code is not one of them."""
    marks, mark = json.loads(kept), fingerprint(normalise_code(code))
    return json.dumps([one for one in marks if one != mark]) if mark in marks else None


def key_text(secret: bytes) -> str:
    """Return the secret as Base32 text, for typing into an authenticator without a camera."""
    return base64.b32encode(secret).decode()


def secret_of(text: str) -> bytes:
    return base64.b32decode(text)


def key_groups(secret: bytes) -> str:
    text = key_text(secret)
    return " ".join(text[start : start + GROUP] for start in range(0, len(text), GROUP))


def otpauth_uri(secret: bytes, name: str, house: str) -> str:
    """Return the `otpauth` URI for the QR code.

    Spaces are "%20", because authenticators display a plus sign as a plus.
    """
    return _totp(secret).get_provisioning_uri(name, house).replace("+", "%20")


def qr_rows(text: str) -> list[str]:
    """Return a QR code as rows of 0 and 1; an empty list if no QR library is installed."""
    try:
        import zxingcpp  # noqa: PLC0415 - optional; without it, users type the key
    except ImportError:
        return []
    drawn = zxingcpp.create_barcode(text, zxingcpp.BarcodeFormat.QRCode, ec_level=QR_LEVEL)
    rows: list[list[int]] = np.asarray(drawn.to_image(scale=1, add_quiet_zones=False)).tolist()
    return ["".join("0" if light else "1" for light in row) for row in rows]


def _totp(secret: bytes) -> TOTP:
    return TOTP(secret, DIGITS, SHA1(), STEP_SECONDS)  # noqa: S303 - RFC 6238 and all authenticators use SHA-1
