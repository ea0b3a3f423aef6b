"""Daily check of the software files by digest; each change of the software is recorded. [R57]

[9 NYCRR 5319.14(a)(2)-(3)] The files are compared with the manifest if there is one, otherwise with their digests at
the start of the server. A file that differs from the manifest stops play: rounds are voided and a hold is placed on
each open table.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import select

from croupier import __version__
from croupier.errors import BadInput, Problem
from croupier.evidence.software_manifest import Files, differences_of, digest_of, manifest, manifest_for, read_manifest
from croupier.people.users import Query
from croupier.store.schema import records, significant

CHANGED = "software/changed"
VERIFIED = "software/verified"
ALTERED = "software/altered"
CHANGES_SHOWN = 10
NAMED_MOST = 5


@dataclass(frozen=True)
class SoftwareCheckResult:
    """Result of comparing the software files with a manifest or with the start of the server."""

    files: Files
    findings: Sequence[Problem]
    manifest: str = ""
    """The manifest used for the comparison; empty for the comparison with the start of the server."""

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
    """Recorded change of the software files: the new version and digest, and the digest before."""

    at: int
    version: str
    digest: str
    before: str | None


def check_files(manifest_file: str, at_start: Files | None, root: Path | None = None) -> SoftwareCheckResult:
    """Compute the digests of all software files and compare them; slow, so it runs in a reader thread."""
    if not manifest_file:
        files = manifest(root)
        return SoftwareCheckResult(files, differences_of(files if at_start is None else at_start, files))
    try:
        expected = read_manifest(Path(manifest_file))
    except BadInput as bad:  # A missing or invalid manifest is a finding.
        return SoftwareCheckResult(manifest(root), list(bad.problems), manifest_file)
    files = manifest_for(expected, root)
    return SoftwareCheckResult(files, differences_of(expected, files), manifest_file)


def recent_software_changes(query: Query) -> list[SoftwareChange]:
    """Return the last ten software changes, newest first. [58 Pa. Code 605a.4(c)]"""
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
