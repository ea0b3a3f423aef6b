"""Detached signature of a file, such as a report: a JSON file beside it, signed with the house's key.

The signed bytes are specified in docs/explanation/evidence.md.
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import croupier
from croupier.store.keys import HouseKeys
from croupier.store.record import canonical

FORMAT = "croupier file 1"
SIGNED_AS = b"croupier file\n"
SUFFIX = ".signature.json"


def file_signature(path: Path, content: bytes, keys: HouseKeys) -> bytes:
    """Return the text of the signature file of a file with this content."""
    body = {
        "format": FORMAT,
        "file": path.name,
        "bytes": len(content),
        "sha256": sha256(content).hexdigest(),
        "public_key": keys.public_text,
        "software": croupier.__version__,
    }
    signed = {"body": body, "signature": keys.sign(SIGNED_AS + canonical(body).encode())}
    return (json.dumps(signed, indent=1) + "\n").encode()
