"""Compression of responses with gzip, for browsers that accept it."""

from __future__ import annotations

import gzip
import re

from fastapi import Request
from fastapi.responses import JSONResponse, Response

GZIP_LEVEL = 5


def accepts(encoding: str, header: str) -> bool:
    """Return whether an Accept-Encoding header accepts an encoding such as gzip; `q=0` refuses it."""
    for part in header.lower().split(","):
        name, _, weight = part.partition(";")
        if name.strip() == encoding:
            return re.fullmatch(r"\s*q\s*=\s*0(\.0*)?\s*", weight) is None
    return False


def compressed_json(content: object, request: Request) -> Response:
    """Return a JSON response, compressed if the browser accepts gzip.

    For public content only: the length of a compressed secret can reveal the secret (BREACH).
    """
    response = JSONResponse(content, headers={"Vary": "Accept-Encoding"})
    if not accepts("gzip", request.headers.get("accept-encoding", "")):
        return response
    packed = gzip.compress(response.body, GZIP_LEVEL, mtime=0)
    headers = {"Vary": "Accept-Encoding", "Content-Encoding": "gzip"}
    return Response(packed, media_type="application/json", headers=headers)
