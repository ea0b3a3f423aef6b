"""Messages of a smart shoe: one JSON object each, numbered, and signed with a key of the shoe. [R56]

The signature is HMAC-SHA-256 over one line of text that contains all other fields. No field can contain the separator,
so no two messages have the same line. docs/reference/smart-shoe.md describes the protocol for makers of such shoes.
"""

from __future__ import annotations

import hmac
import re
from enum import StrEnum
from hashlib import sha256
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

VERSION = 1
WHOLE_MOST = 2**53
"""Largest integer that every JSON library reads exactly."""
TERMINAL_ID = r"^t-[0-9a-f]{16}$"
KEY_OF_A_SHOE = b"croupier smart shoe 1"


class ShoeEvent(StrEnum):
    """Kind of message: what happened to the shoe."""

    HELLO = "hello"
    """The shoe is connected, and asks what the table needs next."""
    CARD = "card"
    """A card has left the shoe."""
    TILE = "tile"
    """A tile was read before it reached a hand; a table's tile reader uses the same protocol as a shoe."""
    BURN = "burn"
    """A further burn card, after the first one, has left the shoe for the discard rack."""
    CUT_CARD = "cut-card"
    EMPTY = "empty"
    DOOR_OPEN = "door-open"
    DOOR_CLOSED = "door-closed"
    MISREAD = "misread"
    """A card has left the shoe but could not be read."""


CARD, TILE = r"[A2-9TJQK][shdc]|JK", r"[1-6]-[1-6]|[1-9W]"
CARD_FORMATS = {ShoeEvent.CARD: re.compile(CARD), ShoeEvent.BURN: re.compile(CARD), ShoeEvent.TILE: re.compile(TILE)}
"""Events whose message names a card or a tile, each with the pattern of the text."""


class ShoeMessage(BaseModel):
    """One message of a smart shoe; unknown fields are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    v: Literal[1]
    device: Annotated[str, Field(pattern=TERMINAL_ID)]
    seq: Annotated[int, Field(strict=True, ge=1, le=WHOLE_MOST)]
    """Message number: 1, 2, 3 and so on from pairing, without gaps."""
    at: Annotated[int, Field(strict=True, ge=0, le=WHOLE_MOST)]
    """Time of the shoe's clock in milliseconds; not used for decisions, because the server's clock decides."""
    event: ShoeEvent
    card: Annotated[str, Field(pattern=rf"^(?:{CARD}|{TILE})$")] | None = None
    """The card or tile, in the notation of the log; None if the event names no card."""
    mac: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]

    @model_validator(mode="after")
    def _card_where_there_is_one(self) -> Self:
        written = CARD_FORMATS.get(self.event)
        if (self.card is not None) != (written is not None):
            raise ValueError("card is given with card, tile and burn, and with nothing else")
        if written is not None and not written.fullmatch(self.card or ""):
            raise ValueError(f"{self.card} does not go with {self.event.value}")
        return self

    @property
    def signed_text(self) -> str:
        return signed_text(self.device, self.seq, self.at, self.event, self.card)

    def is_signed_with(self, key: bytes) -> bool:
        return hmac.compare_digest(mac_of(key, self.signed_text), self.mac)


def signed_text(device: str, seq: int, at: int, event: ShoeEvent, card: str | None) -> str:
    """Return the line to sign: `croupier-shoe|1|t-0123456789abcdef|12|1790000000000|card|Ks`."""
    return f"croupier-shoe|{VERSION}|{device}|{seq}|{at}|{event.value}|{card or ''}"


def mac_of(key: bytes, text: str) -> str:
    return hmac.new(key, text.encode("ascii"), sha256).hexdigest()


def sign_message(key: bytes, device: str, seq: int, at: int, event: ShoeEvent, card: str | None = None) -> ShoeMessage:
    """Return a message of a shoe, signed with the shoe's key."""
    mac = mac_of(key, signed_text(device, seq, at, event, card))
    return ShoeMessage(v=1, device=device, seq=seq, at=at, event=event, card=card, mac=mac)


def key_from(secret: str) -> bytes:
    """Derive the key of a shoe from the secret of its pairing."""
    return hmac.new(secret.encode("ascii"), KEY_OF_A_SHOE, sha256).digest()
