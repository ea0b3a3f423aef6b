"""The software looked over while the house runs: every file's fingerprint, once a day, and each change kept. [R57]

[9 NYCRR 5319.14(a)(2)-(3)] Held against the manifest where the house has one; otherwise against what it was when the
server started. A file that is not as the manifest has it stops play: rounds are void, tables are held.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import select

from croupier import __version__
from croupier.errors import BadInput, Problem
from croupier.evidence.software_manifest import Files, differences_of, digest_of, manifest, read_manifest
from croupier.people.users import Query
from croupier.store.schema import records, significant

CHANGED = "software/changed"
VERIFIED = "software/verified"
ALTERED = "software/altered"
CHANGES_SHOWN = 10
NAMED_MOST = 5


@dataclass(frozen=True)
class SoftwareCheckResult:
    """What a look at the software found."""

    files: Files
    findings: Sequence[Problem]
    manifest: str = ""
    """The manifest it was held against; none: what it was when the server started."""

    @property
    def stops_play(self) -> bool:
        return bool(self.manifest and self.findings)

    @property
    def digest(self) -> str:
        return digest_of(self.files)

    @property
    def against(self) -> str:
        return "as its manifest has it" if self.manifest else "as it was when the server started"

    @property
    def text(self) -> str:
        if not self.findings:
            return f"The software is {self.against}: {len(self.files):,} files, {self.digest}."
        named = "; ".join(f"{one.where} {one.message}" for one in self.findings[:NAMED_MOST])
        more = f" (and {len(self.findings) - NAMED_MOST:,} more)" if len(self.findings) > NAMED_MOST else ""
        return f"The software is not {self.against}: {named}{more}."


@dataclass(frozen=True)
class SoftwareChange:
    """Another software than before ran this house from here on."""

    at: int
    version: str
    digest: str
    before: str | None


def check_files(manifest_file: str, at_start: Files | None, root: Path | None = None) -> SoftwareCheckResult:
    """Fingerprint every file; slow, so for a reader's thread."""
    files = manifest(root)
    if not manifest_file:
        return SoftwareCheckResult(files, differences_of(files if at_start is None else at_start, files))
    try:
        found = differences_of(read_manifest(Path(manifest_file)), files)
    except BadInput as bad:  # a manifest that went away proves nothing
        found = list(bad.problems)
    return SoftwareCheckResult(files, found, manifest_file)


def recent_software_changes(query: Query) -> list[SoftwareChange]:
    """The last ten, the newest first. [58 Pa. Code 605a.4(c)]"""
    found = (
        select(records.c.at, records.c.body)
        .join(significant, (significant.c.stream == records.c.stream) & (significant.c.seq == records.c.seq))
        .where(significant.c.code == CHANGED)
        .order_by(significant.c.id.desc())
        .limit(CHANGES_SHOWN)
    )
    return [_change(row.at, row.body) for row in query(found)]


def _change(at: int, body: str) -> SoftwareChange:
    event = next(one for one in json.loads(body)["events"] if one["kind"] == CHANGED)
    return SoftwareChange(at, event["version"], event["digest"], event["before"])


def change_text(digest: str, before: str | None) -> str:
    if before is None:
        return f"Software {__version__}, {digest}: the first that was looked over here."
    return f"Software {__version__}, {digest}, runs the house in place of {before}."
