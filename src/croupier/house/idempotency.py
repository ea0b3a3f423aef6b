"""An idempotency key stands for exactly one request: actor, command, target and body. [R19]

The record stores a fingerprint of the request beside its key. The same request with the same key gets the same reply;
any other request with that key is refused, before and after a restart.
"""

from __future__ import annotations

from pydantic import BaseModel

from croupier.errors import Refused
from croupier.store.keys import HouseKeys
from croupier.store.record import Record, canonical


def request_fingerprint(keys: HouseKeys, command: str, about: object, request_model: BaseModel) -> str:
    """Return a keyed hash of command, target and request body, without the key.

    Fields equal to their defaults are left out, so an omitted field and an explicit default give the same hash.
    """
    body = request_model.model_dump(mode="json", exclude={"key"}, exclude_defaults=True)
    return keys.fingerprint(canonical({"about": about, "asked": body, "command": command}))


def refuse_reused_key(earlier: Record, command: str, request: str) -> Refused | None:
    """Return a refusal if the key of an earlier record belongs to a different request, else None."""
    if earlier.command != command:
        text = f"This key was used for {earlier.command}"
    elif earlier.request not in (None, request):  # Records of older versions have no fingerprint.
        text = f"This key was used for another {command}"
    else:
        return None
    return Refused("idempotency_key/reused", f"{text}; give every command a key of its own.")
