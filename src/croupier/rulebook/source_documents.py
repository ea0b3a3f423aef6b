"""Register of the source documents that rulebooks cite: croupier's own, and those of packages from outside."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from croupier.files import parse_toml
from croupier.outside_packages import RULEBOOKS, LeftOut, OutsideEntry, outside_entries

REGISTER = "sources.toml"
OUTSIDE_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
"""Id of a document in the register of an outside package; its file is called after it, with `.txt`."""


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


HOUSE_RULE = Document("house-rule", "house rule", "House rule", "house rule", "the house", lines=0, sha256="")
"""Document that stands for a house's own rules; it has no text, no lines and no entry in the register."""

KEYS = {field.name for field in fields(Document)} - {"number"}
"""Keys of a document's table in a register; the name of the table is its number or id."""


@dataclass(frozen=True)
class OutsideFolder:
    """Folder of an outside package with rulebooks, and the documents that they cite."""

    entry: OutsideEntry
    path: Traversable
    documents: Mapping[str, Document]


@cache
def documents() -> dict[str, Document]:
    """Return all registered documents by number or id."""
    return _shipped_documents() | {id_: one for folder in outside_folders() for id_, one in folder.documents.items()}


@cache
def _shipped_documents() -> dict[str, Document]:
    text = files("croupier.rulebook").joinpath(f"data/{REGISTER}").read_text("utf-8")
    return {number: Document(number=number, **entry) for number, entry in tomllib.loads(text).items()}


@cache
def outside_folders() -> tuple[OutsideFolder, ...]:
    """Return the rulebook folders of outside packages; one without a valid register is left out and logged."""
    found: list[OutsideFolder] = []
    for entry in outside_entries(RULEBOOKS):
        known = {id_: folder.entry.package for folder in found for id_ in folder.documents}
        try:
            path = entry.folder()
            found.append(OutsideFolder(entry, path, _read_register(path, known)))
        except LeftOut as reason:
            entry.leave_out(reason)
    return tuple(found)


def _read_register(folder: Traversable, known: Mapping[str, str]) -> dict[str, Document]:
    """Return the documents of an outside register; raise `LeftOut` for the first problem in it.

    `known` has the package of each document that another one has registered.
    """
    try:
        register = parse_toml(folder.joinpath(REGISTER).read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise LeftOut(f"its register {REGISTER} cannot be read: {error}") from error
    found = {id_: _read_document(id_, entry) for id_, entry in register.items()}
    for id_, document in found.items():
        if id_ in known:
            raise LeftOut(f'{REGISTER}: document "{id_}" is in the register of {known[id_]}; choose another id')
        _check_file(folder.joinpath(document.file), document)
    return found


def _read_document(id_: str, entry: object) -> Document:
    """Return a document from its table in an outside register; raise `LeftOut` if a key is missing or wrong."""
    if not isinstance(entry, dict) or entry.keys() != KEYS:
        given = entry.keys() if isinstance(entry, dict) else set()
        wrong = [f"lacks {key}" for key in sorted(KEYS - given)] + [f"has no key {key}" for key in sorted(given - KEYS)]
        raise LeftOut(f'{REGISTER}: document "{id_}" {", ".join(wrong)}; its keys are {", ".join(sorted(KEYS))}')
    document = Document(number=id_, **entry)
    if not OUTSIDE_ID.fullmatch(id_) or document.file != f"{id_}.txt":
        raise LeftOut(f'{REGISTER}: document "{id_}" in "{document.file}"; write an id as house-rules, house-rules.txt')
    if not isinstance(document.lines, int):
        raise LeftOut(f'{REGISTER}: lines of document "{id_}" is {document.lines!r}; write their number')
    return document


def _check_file(file: Traversable, document: Document) -> None:
    """Raise `LeftOut` if the package contains the document and its digest or its number of lines is another one."""
    if not file.is_file():
        return
    content = file.read_bytes()
    digest, lines = hashlib.sha256(content).hexdigest(), len(content.splitlines())
    if (digest, lines) != (document.sha256, document.lines):
        raise LeftOut(f"{REGISTER}: {document.file} has {lines} lines and sha256 {digest}; write these")


def document_of(name: str) -> Document:
    """Return the document with this file name, number or id; raise `CitationError` if there is none.

    "house rule" is `HOUSE_RULE`.
    """
    if name == HOUSE_RULE.file:
        return HOUSE_RULE
    for document in documents().values():
        if name in (document.file, document.number):
            return document
    known = ", ".join(document.file for document in documents().values())
    raise CitationError(f'"{name}" is not in the register of documents: {known}')
