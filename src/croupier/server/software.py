"""Before the house opens: the program's own files against the manifest it was approved with. [R57]"""

from __future__ import annotations

import json
from pathlib import Path

from croupier.errors import BadInput


def require_software(manifest_file: str) -> None:
    """A clear line and no start when one byte of the program differs."""
    if not manifest_file:
        return
    from croupier.evidence.manifest import differences  # noqa: PLC0415

    try:
        approved = json.loads(Path(manifest_file).read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise BadInput.at(manifest_file, f"cannot be read as a manifest: {error}") from None
    found = differences(approved)
    if found:
        raise BadInput.at(manifest_file, f"the program is not the one approved: {'; '.join(map(str, found[:5]))}")
