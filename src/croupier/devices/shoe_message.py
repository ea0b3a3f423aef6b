"""What a smart shoe says: one JSON object a message, numbered, and signed with a key that only the shoe has. [R56]

The signature is HMAC-SHA-256 over one line of text made of every other field. No field can hold the bar that parts
them, so no two messages have the same line. docs/smart-shoe.md describes it for whoever builds such a shoe.
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
"""The largest whole number that every JSON library reads exactly."""
TERMINAL_ID = r"^t-[0-9a-f]{16}$"
KEY_OF_A_SHOE = b"croupier smart shoe 1"


class ShoeEvent(StrEnum):
    """What can happen to a shoe."""

    HELLO = "hello"
    """It is there, and asks what the table waits for."""
    CARD = "card"
    """A card has left the shoe."""
    TILE = "tile"
    """A tile was read on its way to a hand: a table's reader of tiles speaks as a shoe does."""
    BURN = "burn"
    """A card has left the shoe for the rack, after the first one that was burned."""
    CUT_CARD = "cut-card"
    EMPTY = "empty"
    DOOR_OPEN = "door-open"
    DOOR_CLOSED = "door-closed"
    MISREAD = "misread"
    """A card has left the shoe, and could not be read."""


CARD, TILE = r"[A2-9TJQK][shdc]|JK", r"[1-6]-[1-6]|[1-9W]"
WRITTEN = {ShoeEvent.CARD: re.compile(CARD), ShoeEvent.BURN: re.compile(CARD), ShoeEvent.TILE: re.compile(TILE)}
"""The events that name a card or a tile, and how it is written."""


class ShoeMessage(BaseModel):
    """One message. A field that is not listed is refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    v: Literal[1]
    device: Annotated[str, Field(pattern=TERMINAL_ID)]
    seq: Annotated[int, Field(strict=True, ge=1, le=WHOLE_MOST)]
    """1, 2, 3 … from pairing on, without gaps."""
    at: Annotated[int, Field(strict=True, ge=0, le=WHOLE_MOST)]
    """By the shoe's own clock, in milliseconds. It is kept out of every decision: the server's clock decides."""
    event: ShoeEvent
    card: Annotated[str, Field(pattern=rf"^(?:{CARD}|{TILE})$")] | None = None
    """The card, or the tile: as the log writes it."""
    mac: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]

    @model_validator(mode="after")
    def _card_where_there_is_one(self) -> Self:
        written = WRITTEN.get(self.event)
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
    """The line that is signed: `croupier-shoe|1|t-0123456789abcdef|12|1790000000000|card|Ks`."""
    return f"croupier-shoe|{VERSION}|{device}|{seq}|{at}|{event.value}|{card or ''}"


def mac_of(key: bytes, text: str) -> str:
    return hmac.new(key, text.encode("ascii"), sha256).hexdigest()


def signed(key: bytes, device: str, seq: int, at: int, event: ShoeEvent, card: str | None = None) -> ShoeMessage:
    """A message as the shoe sends it."""
    mac = mac_of(key, signed_text(device, seq, at, event, card))
    return ShoeMessage(v=1, device=device, seq=seq, at=at, event=event, card=card, mac=mac)


def key_from(secret: str) -> bytes:
    """The key of a shoe, from the secret its pairing made."""
    return hmac.new(secret.encode("ascii"), KEY_OF_A_SHOE, sha256).digest()
