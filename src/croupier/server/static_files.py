"""Static files of the web client, built from web/ into the package; pages load nothing from other servers."""

from __future__ import annotations

import gzip
import re
from base64 import b64encode
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from stat import S_ISREG

from fastapi import FastAPI, Request
from fastapi.responses import PlainTextResponse, Response
from starlette.exceptions import HTTPException

from croupier.server.compression import accepts

FOLDER = Path(__file__).with_name("web")
POLICY = (
    "default-src 'self'; script-src 'self'{scripts}; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "connect-src 'self' ws: wss:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
}
"""Content types of the built files; the operating system's list may be incomplete."""
COMPRESSED = frozenset({".html", ".js", ".css", ".svg"})
CACHE_FOREVER = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
INLINE_SCRIPT = re.compile(rb"<script>(.*?)</script>", re.DOTALL)
HASHED = re.compile(r"-[\w-]{8}\.\w+")
"""Pattern of file names that end with a hash of the content, so that changed content has a new name."""
GET = ["GET", "HEAD"]


@dataclass(frozen=True)
class StaticFile:
    """A file of the web client, and its compressed copies."""

    file_stamp: tuple[int, int]
    """Modification time in nanoseconds and size; a rebuilt file is read again."""
    content_type: str
    plain: bytes
    packed: dict[str, bytes]
    """Compressed copies by content encoding, the smallest first."""
    tag: str
    cache_control: str
    policy: str | None
    """Content security policy of a page; None for other files."""

    @classmethod
    def of(cls, path: Path, file_stamp: tuple[int, int]) -> StaticFile:
        plain = path.read_bytes()
        packed = {}
        if (brotli := path.with_name(f"{path.name}.br")).exists():  # written by the build
            packed["br"] = brotli.read_bytes()
        if path.suffix in COMPRESSED:
            packed["gzip"] = gzip.compress(plain, mtime=0)
        kind = KINDS.get(path.suffix, "application/octet-stream")
        keep = CACHE_FOREVER if HASHED.search(path.name) else REVALIDATE
        policy = content_policy(plain) if path.suffix == ".html" else None
        return cls(file_stamp, kind, plain, packed, sha256(plain).hexdigest()[:32], keep, policy)


def content_policy(page: bytes) -> str:
    """Return the content security policy of a page: of inline scripts it allows only those of the page, by hash."""
    hashes = [b64encode(sha256(script).digest()).decode() for script in INLINE_SCRIPT.findall(page)]
    return POLICY.format(scripts="".join(f" 'sha256-{each}'" for each in hashes))


class StaticFileCache:
    """Cache of the built files; each file is read and compressed at the first request."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._pages: dict[str, StaticFile] = {}

    def find(self, name: str) -> StaticFile | None:
        """Return a file directly in the folder, or None; a name cannot lead out of the folder."""
        path = self._folder / name
        try:
            status = path.stat()
        except (OSError, ValueError):  # No such file, or an invalid name.
            return None
        if path.name != name or not S_ISREG(status.st_mode):
            return None
        file_stamp = status.st_mtime_ns, status.st_size
        page = self._pages.get(name)
        if page is None or page.file_stamp != file_stamp:
            page = self._pages[name] = StaticFile.of(path, file_stamp)
        return page


def file_response(page: StaticFile, request: Request) -> Response:
    """Return a file in an encoding that the browser accepts, or 304 if the browser's copy is current."""
    accepted = request.headers.get("accept-encoding", "")
    encoding = next((name for name in page.packed if accepts(name, accepted)), None)
    tag = f'"{page.tag}"' if encoding is None else f'"{page.tag}-{encoding}"'
    headers = {"Cache-Control": page.cache_control, "ETag": tag, "Vary": "Accept-Encoding"}
    if page.policy is not None:
        headers["Content-Security-Policy"] = page.policy
    if tag in re.findall(r'"[^"]*"', request.headers.get("if-none-match", "")):
        return Response(status_code=304, headers=headers)
    if encoding is None:
        return Response(page.plain, media_type=page.content_type, headers=headers)
    headers["Content-Encoding"] = encoding
    return Response(page.packed[encoding], media_type=page.content_type, headers=headers)


def add_static_routes(app: FastAPI, folder: Path = FOLDER) -> None:
    """Serve the web client if it is built; without it, only the API is available."""
    top, assets = StaticFileCache(folder), StaticFileCache(folder / "assets")

    @app.api_route("/", methods=GET, include_in_schema=False)
    def first_page(request: Request) -> Response:
        page = top.find("index.html")
        if page is None:
            return PlainTextResponse("The screens are not built here. The API is described at /docs.\n")
        return file_response(page, request)

    @app.api_route("/assets/{name}", methods=GET, include_in_schema=False)
    def asset(name: str, request: Request) -> Response:
        page = assets.find(name)
        if page is None:
            raise HTTPException(404, "Not Found")
        return file_response(page, request)
