"""Before the house opens: the program's own files against the manifest it was approved with. [R57]"""

from __future__ import annotations

from pathlib import Path

from croupier.evidence.manifest import require_unaltered


def require_software(manifest_file: str) -> None:
    """A clear line and no start when one byte of the program differs."""
    if not manifest_file:
        return
    require_unaltered(Path(manifest_file))
