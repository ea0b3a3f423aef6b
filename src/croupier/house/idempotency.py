"""A key stands for one request: who asks, of which table or drawer, and every word of it. [R19]

The record of what was done keeps a fingerprint of the request beside its key. The same request under the same key is
answered again; anything else under that key is refused, before and after a restart.
"""

from __future__ import annotations

from pydantic import BaseModel

from croupier.errors import Refused
from croupier.store.keys import HouseKeys
from croupier.store.record import Record, canonical


def request_fingerprint(keys: HouseKeys, command: str, about: object, asked: BaseModel) -> str:
    """What a record keeps of a request. What was left out and what was given as it would be anyway are the same."""
    body = asked.model_dump(mode="json", exclude={"key"}, exclude_defaults=True)
    return keys.fingerprint(canonical({"about": about, "asked": body, "command": command}))


def refuse_reused_key(earlier: Record, command: str, request: str) -> Refused | None:
    """Why a key that was used cannot stand for this request; nothing when it is the very same one."""
    if earlier.command != command:
        said = f"This key was used for {earlier.command}"
    elif earlier.request not in (None, request):  # records of older programs keep no fingerprint
        said = f"This key was used for another {command}"
    else:
        return None
    return Refused("idempotency_key/reused", f"{said}; give every command a key of its own.")
