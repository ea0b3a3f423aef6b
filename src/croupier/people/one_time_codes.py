"""One-time codes: six digits that an authenticator shows for half a minute, and codes for when it is lost. [R55]

RFC 6238 over RFC 4226, with the figures that every authenticator knows: SHA-1, six digits, thirty seconds.
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
"""So many steps before and after the house's time are good too: people type slowly, and clocks drift."""
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


def step_of(secret: bytes, code: str, at_ms: int, used: int) -> int | None:
    """The step whose code this is, among those that are good now and later than the last one `used`. [RFC 6238 5.2]"""
    given, now = typed(code).encode("utf-8", "replace"), step_at(at_ms)
    found = None
    for step in range(now - DRIFT_STEPS, now + DRIFT_STEPS + 1):
        if hmac.compare_digest(code_of(secret, step).encode(), given) and step > used:
            found = step
    return found


def typed(code: str) -> str:
    """A code without the spaces and hyphens that people read it in."""
    return "".join(sign for sign in code.upper() if sign not in " -")


def new_recovery_codes(chance: RandomSource) -> list[str]:
    """Each 50 random bits, to be written down: `K7QLM-2XWPA`."""
    drawn = [base64.b32encode(chance.nonce()).decode()[:RECOVERY_LETTERS] for _ in range(RECOVERY_CODES)]
    return [f"{code[: RECOVERY_LETTERS // 2]}-{code[RECOVERY_LETTERS // 2 :]}" for code in drawn]


def kept_recovery(codes: Sequence[str], fingerprint: Callable[[str], str]) -> str:
    """What the store keeps of them: which they are takes the house's key to find out."""
    return json.dumps([fingerprint(typed(code)) for code in codes])


def without(kept: str, code: str, fingerprint: Callable[[str], str]) -> str | None:
    """The recovery codes that are left once this one is used; None when it is none of them."""
    marks, mark = json.loads(kept), fingerprint(typed(code))
    return json.dumps([one for one in marks if one != mark]) if mark in marks else None


def key_text(secret: bytes) -> str:
    """The secret as it is typed into an authenticator that cannot see."""
    return base64.b32encode(secret).decode()


def secret_of(text: str) -> bytes:
    return base64.b32decode(text)


def key_groups(secret: bytes) -> str:
    text = key_text(secret)
    return " ".join(text[start : start + GROUP] for start in range(0, len(text), GROUP))


def address(secret: bytes, name: str, house: str) -> str:
    """What a code to be scanned says: an `otpauth` address. Authenticators show a plus as it stands."""
    return _totp(secret).get_provisioning_uri(name, house).replace("+", "%20")


def squares(text: str) -> list[str]:
    """A text as a QR code, a line of 0 and 1 for each row; nothing where no library draws it."""
    try:
        import zxingcpp  # noqa: PLC0415 - the house runs without it: then the key is typed
    except ImportError:
        return []
    drawn = zxingcpp.create_barcode(text, zxingcpp.BarcodeFormat.QRCode, ec_level=QR_LEVEL)
    rows: list[list[int]] = np.asarray(drawn.to_image(scale=1, add_quiet_zones=False)).tolist()
    return ["".join("0" if light else "1" for light in row) for row in rows]


def _totp(secret: bytes) -> TOTP:
    return TOTP(secret, DIGITS, SHA1(), STEP_SECONDS)  # noqa: S303 - as RFC 6238 and every authenticator have it
