"""Built screens as static files: compressed, cached by the browser, and revalidated when they may change."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import httpx
import pytest
from fastapi import FastAPI

from croupier.server.compression import accepts
from croupier.server.static_files import POLICY, add_static_routes

SCRIPT = "assets/index-BLOrQKiG.js"
FONT = "assets/letters-Dx4kXJAl.woff2"
TEXTS = {"index.html": "<!doctype html>" + "<p>felt</p>" * 99, SCRIPT: "let cards = 52;\n" * 99, FONT: "wOF2"}


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """Create a folder with screens as the build writes them."""
    folder = tmp_path / "web"
    (folder / "assets").mkdir(parents=True)
    for name, text in TEXTS.items():
        (folder / name).write_text(text, "utf-8")
    (tmp_path / "house.key").write_text("secret", "utf-8")
    return folder


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Copy the files that a wheel is built from, without screens."""
    root = Path(__file__).parents[2]
    copy = tmp_path / "tree"
    ignored = shutil.ignore_patterns("__pycache__", "*.egg-info", "web")
    shutil.copytree(root / "src", copy / "src", ignore=ignored)
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(root / name, copy / name)
    return copy


def wheel_of(tree: Path) -> tuple[list[str], str]:
    """Build a wheel; return its files, and the output of the build."""
    script = "import setuptools.build_meta as it; it.build_wheel('dist')"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tree, capture_output=True, text=True, timeout=120, check=True
    )
    (wheel,) = (tree / "dist").glob("*.whl")
    with ZipFile(wheel) as archive:
        return archive.namelist(), done.stderr


def test_a_wheel_contains_the_screens_and_warns_without_them(tree: Path, built: Path) -> None:
    names, output = wheel_of(tree)
    assert "croupier/server/static_files.py" in names
    assert "The screens are not built" in output
    shutil.copytree(built, tree / "src" / "croupier" / "server" / "web")
    names, output = wheel_of(tree)
    assert {f"croupier/server/web/{name}" for name in TEXTS} <= set(names)
    assert "The screens are not built" not in output


def responses_to(folder: Path, *requests: tuple[str, dict[str, str]], method: str = "GET") -> list[httpx.Response]:
    """Return the responses of one server to a series of requests."""
    app = FastAPI()
    add_static_routes(app, folder)

    async def ask() -> list[httpx.Response]:
        how: dict[str, Any] = {"transport": httpx.ASGITransport(app), "base_url": "http://house.test"}
        async with httpx.AsyncClient(**how) as client:
            return [await client.request(method, path, headers=headers) for path, headers in requests]

    return asyncio.run(ask())


def test_a_file_with_a_hash_in_its_name_is_compressed_and_cached_for_ever(built: Path) -> None:
    for path in (SCRIPT, FONT):
        (answer,) = responses_to(built, (f"/{path}", {}))
        assert answer.text == TEXTS[path]
        assert "immutable" in answer.headers["cache-control"]
        assert answer.headers["vary"] == "Accept-Encoding"
    script, font = responses_to(built, (f"/{SCRIPT}", {}), (f"/{FONT}", {}))
    assert script.headers["content-encoding"] == "gzip"
    assert int(script.headers["content-length"]) < len(TEXTS[SCRIPT]) / 5
    assert script.headers["content-type"].startswith("text/javascript")
    assert "content-encoding" not in font.headers  # font files are compressed already
    assert font.headers["content-type"] == "font/woff2"


def test_the_first_page_is_revalidated_each_time(built: Path) -> None:
    (first,) = responses_to(built, ("/", {}))
    assert first.text == TEXTS["index.html"]
    assert first.headers["cache-control"] == "no-cache"
    assert first.headers["content-security-policy"] == POLICY.format(scripts="")
    tag = first.headers["etag"]
    unchanged, weak, changed, plain = responses_to(
        built,
        ("/", {"if-none-match": tag}),
        ("/", {"if-none-match": f'"x", W/{tag}'}),
        ("/", {"if-none-match": '"x"'}),
        ("/", {"if-none-match": tag, "accept-encoding": "identity"}),
    )
    assert [unchanged.status_code, weak.status_code, changed.status_code, plain.status_code] == [304, 304, 200, 200]
    assert not unchanged.content
    assert unchanged.headers["etag"] == tag
    assert plain.headers["etag"] != tag


def test_a_browser_without_gzip_gets_the_uncompressed_file(built: Path) -> None:
    (answer,) = responses_to(built, (f"/{SCRIPT}", {"accept-encoding": "br, gzip;q=0"}))
    assert "content-encoding" not in answer.headers
    assert answer.content == TEXTS[SCRIPT].encode()


def test_a_browser_that_accepts_brotli_gets_the_copy_of_the_build(built: Path) -> None:
    (built / f"{SCRIPT}.br").write_bytes(b"packed by the build")
    (answer,) = responses_to(built, (f"/{SCRIPT}", {"accept-encoding": "gzip, deflate, br"}))
    (plain,) = responses_to(built, (f"/{SCRIPT}", {"accept-encoding": "gzip;q=0, br;q=0"}))
    assert answer.headers["content-encoding"] == "br"
    assert int(answer.headers["content-length"]) == len(b"packed by the build")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["etag"] != plain.headers["etag"]
    assert plain.text == TEXTS[SCRIPT]


@pytest.mark.parametrize(
    ("header", "takes"),
    [
        ("gzip", True),
        ("br, GZIP ; q=0.5", True),
        ("gzip;q=0", False),
        ("gzip; q=0.00", False),
        ("gzip;q=0.001", True),
        ("identity", False),
        ("", False),
    ],
)
def test_the_accept_encoding_header_decides_about_gzip(header: str, takes: bool) -> None:
    assert accepts("gzip", header) is takes


def test_the_policy_allows_only_the_inline_scripts_of_the_page(built: Path) -> None:
    script = "document.title = 'felt';"
    (built / "index.html").write_text(f"<script>{script}</script><script src='x.js'></script>", "utf-8")
    (page,) = responses_to(built, ("/", {}))
    allowed = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'self' 'sha256-{allowed}';" in page.headers["content-security-policy"]


def test_rebuilt_screens_are_served_at_once(built: Path) -> None:
    app = FastAPI()
    add_static_routes(app, built)

    async def ask() -> str:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://house.test") as client:
            return (await client.get("/")).text

    assert asyncio.run(ask()) == TEXTS["index.html"]
    (built / "index.html").write_text("new", "utf-8")
    os.utime(built / "index.html", ns=(1, 1))
    assert asyncio.run(ask()) == "new"


@pytest.mark.parametrize("name", ["none-BLOrQKiG.js", "..%2Findex.html", "%2e%2e%2f..%2fhouse.key", "%00", "a" * 5000])
def test_no_path_leads_out_of_the_folder(built: Path, name: str) -> None:
    (answer,) = responses_to(built, (f"/assets/{name}", {}))
    assert "secret" not in answer.text
    assert answer.status_code == 404


def test_without_built_screens_only_the_api_is_served(tmp_path: Path) -> None:
    first, none = responses_to(tmp_path, ("/", {}), (f"/{SCRIPT}", {}))
    assert "/docs" in first.text
    assert none.status_code == 404
