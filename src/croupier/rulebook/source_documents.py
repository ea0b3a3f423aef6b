"""Register of the source documents that rulebooks cite."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


class CitationError(ValueError):
    """Citation that names an unknown document or lines that do not exist."""


@dataclass(frozen=True)
class Document:
    """Source document that rules are taken from."""

    number: str
    file: str
    title: str
    known: str
    """Short name that people at a table use for the document."""
    issuer: str
    lines: int
    sha256: str


@cache
def documents() -> dict[str, Document]:
    """Return all registered documents by number."""
    text = files("croupier.rulebook").joinpath("data/sources.toml").read_text("utf-8")
    return {number: Document(number=number, **entry) for number, entry in tomllib.loads(text).items()}


def document_of(name: str) -> Document:
    """Return the document with this file name or number; raise `CitationError` if there is none."""
    for document in documents().values():
        if name in (document.file, document.number):
            return document
    known = ", ".join(document.file for document in documents().values())
    raise CitationError(f'"{name}" is not in the register of documents: {known}')
