"""Encoder and decoder for IPP messages: the parts of RFC 8010 that are needed to print a page."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum

from croupier.errors import BadInput

VERSION = b"\x02\x00"
ATTRIBUTES_MOST = 2_000
"""Most attributes in a response, more than any printer sends; a longer response is rejected."""


class IppOperation(IntEnum):
    """Codes of the operations that are requested of a printer. [RFC 8011 5.4.15]"""

    PRINT_JOB = 0x0002
    CANCEL_JOB = 0x0008
    GET_JOB_ATTRIBUTES = 0x0009
    GET_PRINTER_ATTRIBUTES = 0x000B


class IppTag(IntEnum):
    """Tag that starts a group of attributes or gives the type of a value. [RFC 8010 3.5]"""

    OPERATION = 0x01
    JOB = 0x02
    END = 0x03
    PRINTER = 0x04
    INTEGER = 0x21
    BOOLEAN = 0x22
    ENUM = 0x23
    TEXT = 0x41
    NAME = 0x42
    KEYWORD = 0x44
    URI = 0x45
    CHARSET = 0x47
    LANGUAGE = 0x48
    MEDIA_TYPE = 0x49


DELIMITERS_BELOW = 0x10
NUMBERS = (IppTag.INTEGER, IppTag.ENUM)
Value = int | bool | str


@dataclass(frozen=True)
class IppResponse:
    """Response of a printer: status and attributes."""

    status: int
    attributes: Mapping[str, tuple[Value, ...]] = field(default_factory=dict)

    @property
    def is_ok(self) -> bool:
        return self.status < 0x0100

    def number(self, name: str) -> int | None:
        value = next(iter(self.attributes.get(name, ())), None)
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    def texts(self, name: str) -> tuple[str, ...]:
        return tuple(value for value in self.attributes.get(name, ()) if isinstance(value, str))


def request(
    operation: IppOperation,
    number: int,
    uri: str,
    attributes: Sequence[tuple[IppTag, str, Value]],
    job: Sequence[tuple[IppTag, str, Value]] = (),
) -> bytes:
    """Return an encoded IPP request; charset, language and printer URI come first, in this order. [RFC 8011 4.1.4]"""
    first = [
        (IppTag.CHARSET, "attributes-charset", "utf-8"),
        (IppTag.LANGUAGE, "attributes-natural-language", "en"),
        (IppTag.URI, "printer-uri", uri),
        (IppTag.NAME, "requesting-user-name", "croupier"),
    ]
    parts = [
        VERSION + struct.pack(">HI", operation, number),
        bytes([IppTag.OPERATION]),
        *map(_attribute, [*first, *attributes]),
    ]
    if job:
        parts += [bytes([IppTag.JOB]), *map(_attribute, job)]
    return b"".join([*parts, bytes([IppTag.END])])


def _attribute(one: tuple[IppTag, str, Value]) -> bytes:
    tag, name, value = one
    if isinstance(value, bool):
        data_bytes = struct.pack(">b", value)
    elif isinstance(value, int):
        data_bytes = struct.pack(">i", value)
    else:
        data_bytes = value.encode()
    return struct.pack(">BH", tag, len(name)) + name.encode() + struct.pack(">H", len(data_bytes)) + data_bytes


def decode_response(data: bytes, number: int) -> IppResponse:
    """Decode a printer's response to request `number`; raise `BadInput` if it is invalid."""
    try:
        status, answered = struct.unpack_from(">HI", data, 2)
        if answered != number:
            raise BadInput.at("printer", f"answered request {answered} where {number} was asked")
        return IppResponse(status, _attributes(data, 8))
    except (struct.error, IndexError, UnicodeDecodeError) as error:
        raise BadInput.at("printer", f"gave an answer that is no IPP: {error}") from None


def _attributes(data: bytes, at: int) -> dict[str, tuple[Value, ...]]:
    found: dict[str, tuple[Value, ...]] = {}
    name = ""
    for _ in range(ATTRIBUTES_MOST):
        tag = data[at]
        at += 1
        if tag == IppTag.END:
            return found
        if tag < DELIMITERS_BELOW:
            continue
        own, at = _length_prefixed(data, at)
        data_bytes, at = _length_prefixed(data, at)
        name = own.decode() or name  # a value without a name is a further value of the previous attribute
        found[name] = (*found.get(name, ()), _value(tag, data_bytes))
    raise BadInput.at("printer", f"says more than {ATTRIBUTES_MOST} things of itself")


def _length_prefixed(data: bytes, at: int) -> tuple[bytes, int]:
    (length,) = struct.unpack_from(">H", data, at)
    end = at + 2 + length
    if end > len(data):
        raise IndexError(f"{length} bytes are announced and {len(data) - at - 2} are there")
    return data[at + 2 : end], end


def _value(tag: int, data_bytes: bytes) -> Value:
    if tag in NUMBERS:
        (number,) = struct.unpack(">i", data_bytes)
        return int(number)
    if tag == IppTag.BOOLEAN:
        return data_bytes != b"\x00"
    return data_bytes.decode("utf-8", "replace")
