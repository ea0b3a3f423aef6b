"""Routes for exports, backups and the software check.

An export contains no secrets and is downloaded. A backup contains everything and stays on the server's disk. [R31, R57]
"""

from __future__ import annotations

import shutil
import tempfile
import zipfile
from dataclasses import asdict
from datetime import UTC, datetime
from hashlib import file_digest
from pathlib import Path
from typing import Annotated

from fastapi import Query
from fastapi.responses import FileResponse
from starlette.background import BackgroundTask

from croupier import __version__
from croupier.evidence.software_manifest import differences_of, digest_of, manifest_for, read_manifest
from croupier.people.session import UserSession
from croupier.server.auth import ActingSession, CurrentRuntime, CurrentSession, require_permission
from croupier.server.routes.base import ResponseModel, actor_name, routes
from croupier.server.routes.reports import AuditFinding
from croupier.server.runtime import HOUSE, Runtime
from croupier.server.software_check import recent_software_changes
from croupier.store.backup import backup
from croupier.store.export import Format, export
from croupier.store.unit_of_work import UnitOfWork

router = routes("office")

BACKUPS = "backups"


class BackupResponse(ResponseModel):
    """A backup on the server's disk."""

    file: str
    bytes: int
    sha256: str
    at: int


class SoftwareChangeResponse(ResponseModel):
    """A recorded change of the software."""

    at: int
    version: str
    digest: str
    before: str | None


class SoftwareResponse(ResponseModel):
    """Digests of the running software; `compared` is true if the configuration names a manifest."""

    version: str
    digest: str
    files: int
    compared: bool
    is_unaltered: bool | None
    differences: list[AuditFinding]
    changes: list[SoftwareChangeResponse]
    """The last ten changes of the software, newest first."""


@router.get("/export", response_class=FileResponse)
async def export_tables(
    session: CurrentSession, runtime: CurrentRuntime, form: Annotated[Format, Query(alias="format")] = "jsonl"
) -> FileResponse:
    """Return every table in one snapshot, without secrets, as JSON lines or Parquet in a zip file."""
    require_permission(session, "export")
    folder = Path(await runtime.run_in_thread(lambda: tempfile.mkdtemp(prefix="croupier-export-")))
    forget = BackgroundTask(shutil.rmtree, folder, ignore_errors=True)
    try:
        packed = await runtime.run_in_thread(_write_export_zip, runtime, folder, form)
        await _note(runtime, session, "export", f"Everything was exported as {form}.")
    except BaseException:
        await runtime.run_in_thread(lambda: shutil.rmtree(folder, ignore_errors=True))
        raise
    name = f"croupier-{_stamp(runtime.now())}.zip"
    return FileResponse(packed, media_type="application/zip", filename=name, background=forget)


@router.post("/backup", status_code=201)
async def create_backup(session: ActingSession, runtime: CurrentRuntime) -> BackupResponse:
    """Write a backup beside the database while the server runs; it is as secret as the database."""
    require_permission(session, "backup")
    now = runtime.now()
    target = await runtime.run_in_thread(_write_backup, runtime, now)
    await _note(runtime, session, "backup", f"A copy of the house was made: {target.file}.")
    return target


@router.get("/software")
async def software(session: CurrentSession, runtime: CurrentRuntime) -> SoftwareResponse:
    """Compare every file of the running software with the configured manifest."""
    require_permission(session, "verify-log")
    return await runtime.run_in_thread(_software, runtime)


async def _note(runtime: Runtime, session: UserSession, command: str, text: str) -> None:
    """Record who exported the data or made a backup, as a significant event with this text."""

    def job(uow: UnitOfWork) -> None:
        uow.append_record(
            HOUSE, actor=actor_name(session), command=command, events=[{"kind": f"{command}-made", "text": text}]
        )
        uow.note_significant_event(f"{command}/made", text, actor=actor_name(session))

    await runtime.run_job(job)


def _write_export_zip(runtime: Runtime, folder: Path, form: Format) -> Path:
    target = folder / "export.zip"
    export(runtime.house.store, folder / "tables", form)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=3) as packed:
        for file in sorted((folder / "tables").iterdir()):
            packed.write(file, file.name)
            file.unlink()
    return target


def _write_backup(runtime: Runtime, at: int) -> BackupResponse:
    place = runtime.house.store.location.path
    folder = (place or Path(runtime.config.house.keys)).parent / BACKUPS
    folder.mkdir(mode=0o700, exist_ok=True)
    target = folder / f"house-{_stamp(at)}.{'db' if place else 'jsonl.gz'}"
    backup(runtime.house.store, target)
    with target.open("rb") as file:
        digest = file_digest(file, "sha256").hexdigest()
    return BackupResponse(file=target.name, bytes=target.stat().st_size, sha256=digest, at=at)


def _software(runtime: Runtime) -> SoftwareResponse:
    named = runtime.config.house.manifest
    expected = read_manifest(Path(named)) if named else {}
    files = manifest_for(expected)
    found = differences_of(expected, files) if named else []
    return SoftwareResponse(
        version=__version__,
        digest=digest_of(files),
        files=len(files),
        compared=bool(named),
        is_unaltered=not found if named else None,
        differences=[AuditFinding(where=one.where, message=one.message) for one in found],
        changes=[SoftwareChangeResponse(**asdict(one)) for one in runtime.run_query(recent_software_changes)],
    )


def _stamp(at: int) -> str:
    """Return a time as text for a file name, with milliseconds."""
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y%m%d-%H%M%S-") + f"{at % 1000:03d}"
