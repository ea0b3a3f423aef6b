"""The register of source documents, and the parser for citations of their lines: `L12-14`, `003 L200`."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from typing_extensions import TypedDict

CITED = re.compile(r"(?<![\w-])(?P<document>\d{3})(?:_[0-9a-f]+\.txt)?(?P<lines>(?:[,;]?\s+L\d+(?:-\d+)?)+)")
LINES = re.compile(r"L(\d+(?:-\d+)?)")
PART = re.compile(r"(?:(?P<document>[0-9]{3})(?:_[0-9a-f]+\.txt)?\s+)?L(?P<first>\d+)(?:-L?(?P<last>\d+))?")


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


@dataclass(frozen=True)
class Citation:
    """Range of lines in a source document, both ends included."""

    document: Document
    first: int
    last: int

    def __str__(self) -> str:
        return f"{self.document.file} {self.lines}"

    @property
    def lines(self) -> str:
        return f"L{self.first}" if self.first == self.last else f"L{self.first}-{self.last}"


class CitedRule(TypedDict):
    """Where a rule is written, for display: the document's short name and the lines."""

    document: str
    lines: str
    """Line ranges without the letter L, such as `12-14, 20`."""


@cache
def documents() -> dict[str, Document]:
    """Return all registered documents by document number."""
    text = files("croupier.rulebook").joinpath("data/sources.toml").read_text("utf-8")
    return {number: Document(number=number, **entry) for number, entry in tomllib.loads(text).items()}


def document_of(name: str) -> Document:
    """Return the document with this file name or number; raise `CitationError` if no such document is registered."""
    for document in documents().values():
        if name in (document.file, document.number):
            return document
    known = ", ".join(document.file for document in documents().values())
    raise CitationError(f'"{name}" is not in the register of documents: {known}')


def cited_rules(cite: str) -> list[CitedRule]:
    """Return every place that a text cites: the document's short name and its lines, such as `12-14, 20`."""
    return [
        {"document": document_of(part["document"]).known, "lines": ", ".join(LINES.findall(part["lines"]))}
        for part in CITED.finditer(cite)
    ]


def parse_citation(text: str, source: str) -> tuple[Citation, ...]:
    """Parse a citation such as `L12`, `L12-14, L20` or `003 L200`.

    A part without a document number refers to the document of the part before it; the first part refers to `source`.
    """
    document = document_of(source)
    citations = []
    for part in re.split(r"[,;]", text):
        match = PART.fullmatch(part.strip())
        if match is None:
            raise CitationError(f'"{text}" is not a citation; write lines such as "L12-14", or "003 L200"')
        if match["document"]:
            document = document_of(match["document"])
        citations.append(_checked(document, int(match["first"]), int(match["last"] or match["first"])))
    return tuple(citations)


def _checked(document: Document, first: int, last: int) -> Citation:
    if not 1 <= first <= last:
        raise CitationError(f"L{first}-{last} runs backwards")
    if last > document.lines:
        raise CitationError(f"L{last} is past the end of {document.file}, which has {document.lines} lines")
    return Citation(document, first, last)


def format_citations(citations: tuple[Citation, ...]) -> str:
    """Return citations as one text, grouped by document.

    Example: `003_a6be8b2cae188352.txt L124, L144; 001_194d73f342f52058.txt L35`.
    """
    by_document: dict[str, list[str]] = {}
    for citation in citations:
        by_document.setdefault(citation.document.file, []).append(citation.lines)
    return "; ".join(f"{file} {', '.join(lines)}" for file, lines in by_document.items())
