"""Drafts of rulebooks in the database: each belongs to its author until an administrator approves it.

A draft is a working paper and not in the log. Its approval is: the rulebook is archived by its digest, and its file in
the house's folder is what tables load, like any rulebook of an operator's own.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.engine import Row

from croupier.errors import BadInput, Refused
from croupier.house.rulebook_archive import archive_rulebook, archive_rulebook_file, write_rulebook_file
from croupier.people.users import Query
from croupier.play.rulebook_draft import copied_text, read_draft
from croupier.play.rulebook_library import load, names
from croupier.rulebook.rulebook import Rulebook
from croupier.store.schema import rulebook_drafts, users
from croupier.store.unit_of_work import UnitOfWork

DRAFTS_MOST = 40
"""Most drafts of one author."""
TEXT_MOST = 48_000
"""Most characters of a draft; the largest rulebook in the package has 20,000."""


class DraftStatus(StrEnum):
    """Stage of a draft."""

    DRAFT = "draft"
    SUBMITTED = "submitted"
    APPROVED = "approved"
    REFUSED = "refused"


@dataclass(frozen=True)
class Draft:
    """One draft as stored."""

    id: int
    author: int
    author_name: str
    base: str
    """Id of the rulebook from which the draft was made."""
    rulebook: str
    title: str
    text: str
    options: Mapping[str, str | int | bool]
    version: int
    status: DraftStatus
    updated_at: int
    digest: str | None
    file: str | None
    reason: str | None


NOT_FOUND = Refused("draft/not_found", "There is no such draft of yours.")
CHANGED = Refused("draft/changed", "The draft was changed on another screen; open it again.")
LOCKED = Refused("draft/submitted", "The draft waits for approval or is approved; copy it to go on.")


def _select() -> Any:
    return select(rulebook_drafts, users.c.display_name).join(users, users.c.id == rulebook_drafts.c.author)


def drafts_of(query: Query, author: int, *, with_submitted: bool) -> list[Draft]:
    """Return a user's drafts, newest first; for an administrator also those of others that wait or are approved."""
    wanted = rulebook_drafts.c.author == author
    if with_submitted:
        wanted |= rulebook_drafts.c.status.in_((DraftStatus.SUBMITTED.value, DraftStatus.APPROVED.value))
    return [_draft(row) for row in query(_select().where(wanted).order_by(rulebook_drafts.c.updated_at.desc()))]


def draft_of(query: Query, draft: int, reader: int, *, may_approve: bool) -> Draft | Refused:
    """Return a draft for its author, or for an administrator once it waits for approval."""
    rows = query(_select().where(rulebook_drafts.c.id == draft)) if 0 < draft < 2**53 else ()
    found = _draft(rows[0]) if rows else None
    if found is None or (found.author != reader and not (may_approve and found.status is not DraftStatus.DRAFT)):
        return NOT_FOUND
    return found


def approved_file(query: Query, rulebook: str) -> str | None:
    """Return the file of the rulebook that was approved last under this id, or None."""
    columns = select(rulebook_drafts.c.file).where(
        rulebook_drafts.c.rulebook == rulebook, rulebook_drafts.c.status == DraftStatus.APPROVED.value
    )
    rows = query(columns.order_by(rulebook_drafts.c.decided_at.desc(), rulebook_drafts.c.id.desc()).limit(1))
    return rows[0].file if rows else None


def _draft(row: Row[Any]) -> Draft:
    return Draft(
        row.id,
        row.author,
        row.display_name,
        row.base,
        row.rulebook,
        row.title,
        row.text,
        json.loads(row.options),
        row.version,
        DraftStatus(row.status),
        row.updated_at,
        row.digest,
        row.file,
        row.reason,
    )


def create_draft(uow: UnitOfWork, author: int, rulebook: str, text: str | None) -> Draft | Refused:
    """Create a draft under an id of its own, from a shipped rulebook or from a text such as a downloaded draft."""
    if rulebook not in names():
        return Refused("rulebook/not_found", f'There is no rulebook "{rulebook}".')
    if _count(uow, author) >= DRAFTS_MOST:
        return Refused("draft/too_many", f"One author keeps {DRAFTS_MOST} drafts at most; delete one first.")
    title, new_id = _free_name(uow, author, rulebook)
    row = {
        "author": author,
        "base": rulebook,
        "rulebook": new_id,
        "title": title,
        "text": copied_text(rulebook, new_id, title) if text is None else text,
        "options": "{}",
        "version": 1,
        "status": DraftStatus.DRAFT.value,
        "created_at": uow.at,
        "updated_at": uow.at,
    }
    uow.write(insert(rulebook_drafts), row)
    newest = select(func.max(rulebook_drafts.c.id)).where(rulebook_drafts.c.author == author)
    return draft_of(uow.query, int(uow.query(newest)[0][0]), author, may_approve=False)


def _count(uow: UnitOfWork, author: int) -> int:
    rows = uow.query(select(func.count()).select_from(rulebook_drafts).where(rulebook_drafts.c.author == author))
    return int(rows[0][0])


def _free_name(uow: UnitOfWork, author: int, rulebook: str) -> tuple[str, str]:
    """Return a title and an id that no other draft of the author has."""
    taken = {
        row.rulebook for row in uow.query(select(rulebook_drafts.c.rulebook).where(rulebook_drafts.c.author == author))
    }
    number = next(n for n in range(1, len(taken) + 2) if f"lab-{author}-{rulebook}-{n}"[:80] not in taken)
    return f"{load(rulebook).title} {number}"[:60], f"lab-{author}-{rulebook}-{number}"[:80]


def save_draft(
    uow: UnitOfWork, draft: Draft, *, text: str, options: Mapping[str, str | int | bool], version: int
) -> Draft | Refused:
    """Store a new text; refuse one that was made from an older version, or of a draft that waits for approval."""
    if draft.status in (DraftStatus.SUBMITTED, DraftStatus.APPROVED):
        return LOCKED
    if draft.version != version:
        return CHANGED
    title, rulebook = _written_names(text, draft)
    _update(
        uow,
        draft.id,
        text=text,
        options=json.dumps(dict(options)),
        version=version + 1,
        title=title,
        rulebook=rulebook,
        status=DraftStatus.DRAFT.value,
    )
    return draft_of(uow.query, draft.id, draft.author, may_approve=False)


def _written_names(text: str, draft: Draft) -> tuple[str, str]:
    """Return the title and the id that a text has; if it cannot be read, those of the draft's last readable text."""
    try:
        book = read_draft(text)
    except BadInput:
        return draft.title, draft.rulebook
    return book.title[:60], book.id[:80]


def _update(uow: UnitOfWork, draft: int, **values: Any) -> None:
    uow.write(update(rulebook_drafts).where(rulebook_drafts.c.id == draft).values(updated_at=uow.at, **values))


def delete_draft(uow: UnitOfWork, draft: Draft) -> Refused | None:
    if draft.status is DraftStatus.APPROVED:
        return Refused("draft/submitted", "An approved rulebook stays: tables may play by it.")
    uow.write(delete(rulebook_drafts).where(rulebook_drafts.c.id == draft.id))
    return None


def submit_draft(uow: UnitOfWork, draft: Draft) -> Draft | Refused:
    """Ask for approval; a draft that has problems is refused with them."""
    if draft.status in (DraftStatus.SUBMITTED, DraftStatus.APPROVED):
        return LOCKED
    if isinstance(book := usable_book(draft), Refused):
        return book
    _update(uow, draft.id, status=DraftStatus.SUBMITTED.value, digest=book.digest)
    return draft_of(uow.query, draft.id, draft.author, may_approve=False)


def usable_book(draft: Draft) -> Rulebook | Refused:
    """Return the rulebook of a draft; a refusal with all problems, or for an id that a shipped rulebook has."""
    try:
        book = read_draft(draft.text)
    except BadInput as bad:
        return Refused("lab/not_a_rulebook", f"The draft has problems: {bad}")
    if book.id in names():
        return Refused("lab/not_a_rulebook", f'"{book.id}" is the id of a shipped rulebook; choose another id.')
    return book


def decide_draft(
    uow: UnitOfWork, draft: Draft, *, by: int, actor: str, folder: Path, reason: str | None
) -> Draft | Refused:
    """Approve a draft that waits, or refuse it with a reason; another person than its author decides.

    The approval writes the rulebook's file, archives it and records who approved which digest.
    """
    if draft.status is not DraftStatus.SUBMITTED:
        return Refused("draft/not_submitted", "This draft does not wait for approval.")
    if draft.author == by:
        return Refused("draft/own", "Another administrator than its author approves a draft.")
    if isinstance(book := usable_book(draft), Refused):
        return book
    decided: dict[str, Any] = {"decided_by": by, "decided_at": uow.at, "reason": reason}
    event = {"draft": draft.id, "rulebook": book.id, "digest": book.digest, "author": f"user:{draft.author}"}
    if reason is not None:
        _update(uow, draft.id, status=DraftStatus.REFUSED.value, **decided)
        event |= {"kind": "draft-refused", "reason": reason}
    else:
        file = write_rulebook(uow, folder, book, draft.text)
        _update(uow, draft.id, status=DraftStatus.APPROVED.value, digest=book.digest, file=str(file), **decided)
        archive_rulebook(uow, book)
        event |= {"kind": "draft-approved", "file": file.name}
    uow.append_record("house", actor=actor, command="approve-draft", events=[event])
    return draft_of(uow.query, draft.id, by, may_approve=True)


def rulebook_path(folder: Path, book: Rulebook) -> Path:
    """Return the path of a rulebook's file, which is called after its id and digest."""
    return folder / f"{book.id}-{book.digest[:16]}.toml"


def write_rulebook(uow: UnitOfWork, folder: Path, book: Rulebook, text: str) -> Path:
    """Write a rulebook's text to its file, and archive it for the other servers of the house."""
    path = rulebook_path(folder, book)
    write_rulebook_file(path, text)
    archive_rulebook_file(uow, path, text)
    return path
