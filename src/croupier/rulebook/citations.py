"""Parser for citations of lines in source documents: `L12-14`, `003 L200`.

A document of croupier has a number of three digits, a document of an outside package an id, `house-rules L12`. A rule
that the house has made itself is cited as `house rule`, without lines.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from typing_extensions import TypedDict

from croupier.rulebook.source_documents import HOUSE_RULE, OUTSIDE_ID, CitationError, Document, document_of

NUMBER = r"(?P<document>\d{3})(?:_[0-9a-f]+\.txt)?"
CITED = re.compile(
    rf"(?<![\w-])(?:(?P<house>{HOUSE_RULE.file})(?![\w-])"
    rf"|(?:{NUMBER}|(?P<file>{OUTSIDE_ID.pattern}\.txt))(?P<lines>(?:[,;]?\s+L\d+(?:-\d+)?)+))"
)
LINES = re.compile(r"L(\d+(?:-\d+)?)")
PART = re.compile(rf"(?:(?:{NUMBER}|(?P<id>{OUTSIDE_ID.pattern})(?:\.txt)?)\s+)?L(?P<first>\d+)(?:-L?(?P<last>\d+))?")


@dataclass(frozen=True)
class Citation:
    """Range of lines in a source document, both ends included; of a house rule, line 0 to line 0."""

    document: Document
    first: int
    last: int

    def __str__(self) -> str:
        return f"{self.document.file} {self.lines}".strip()

    @property
    def lines(self) -> str:
        if self.document is HOUSE_RULE:
            return ""
        return f"L{self.first}" if self.first == self.last else f"L{self.first}-{self.last}"


class CitedRule(TypedDict):
    """Place of a rule, for display: the document's short name and the lines."""

    document: str
    lines: str
    """Line ranges without the letter L, such as `12-14, 20`; empty for a house rule."""


def cited_rules(cite: str) -> list[CitedRule]:
    """Return every place that a text cites: the document's short name and its lines, such as `12-14, 20`."""
    return [
        {
            "document": document_of(part["house"] or part["document"] or part["file"]).known,
            "lines": ", ".join(LINES.findall(part["lines"] or "")),
        }
        for part in CITED.finditer(cite)
    ]


def parse_citation(text: str, source: str) -> tuple[Citation, ...]:
    """Parse a citation such as `L12`, `L12-14, L20`, `003 L200` or `house rule`.

    A part without a document number refers to the document of the part before it; the first part refers to `source`.
    """
    document = document_of(source)
    citations = []
    for part in re.split(r"[,;]", text):
        if part.strip() == HOUSE_RULE.file:
            citations.append(Citation(HOUSE_RULE, 0, 0))
            continue
        match = PART.fullmatch(part.strip())
        if match is None:
            raise CitationError(
                f'"{text}" is not a citation; write lines such as "L12-14", "003 L200", or "house rule"'
            )
        if named := match["document"] or match["id"]:
            document = document_of(named)
        citations.append(_checked(document, int(match["first"]), int(match["last"] or match["first"])))
    return tuple(citations)


def _checked(document: Document, first: int, last: int) -> Citation:
    if document is HOUSE_RULE:
        raise CitationError('a house rule has no lines; write "house rule"')
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
    return "; ".join(f"{file} {', '.join(lines)}".strip() for file, lines in by_document.items())
