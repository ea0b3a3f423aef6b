"""Documentation site: collects the pages, builds them with Zensical and checks every link. Nothing needs a network.

    python -m scripts.docs_site [--quick]

`build/docs` gets the pages of `docs`, a page for each game and the reference of the Python library. A link that leads
out of `docs` gets a copy of its target in the folder `repository`: a page as it is, another text as a page of code.
Zensical then writes the site to `build/site`; `mkdocs.yml` has its settings.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections import deque
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from scripts.api_pages import write_api_pages
from scripts.game_pages import write_game_pages

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
COPIES = Path("repository")
"""Folder of the site with copies of linked files that are not in `docs`."""
FONTS = ROOT / "web" / "src" / "styles" / "inter"
FENCE = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
INDENT = re.compile(r"^ {2,3}(?=\S)", re.MULTILINE)
"""Indent of what belongs to an item of a list; Python's Markdown asks for four spaces."""
LINK = re.compile(r"(?<=\]\()[^)\s]+(?=\))")
HIGHLIGHTED = {".py": "python", ".toml": "toml", ".sh": "sh", ".json": "json", ".ts": "ts", ".yaml": "yaml"}
OUTSIDE = ("http://", "https://", "mailto:")


class Collection:
    """Pages of the site on their way to one folder: copies files, and adapts their links."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._waiting = deque(path for path in sorted(DOCS.rglob("*")) if path.is_file())
        self._collected = set(self._waiting)

    def collect(self) -> None:
        """Copy every page of `docs` and, in turn, everything outside that a copied page links to."""
        while self._waiting:
            source = self._waiting.popleft()
            place = self.folder / self._place(source)
            place.parent.mkdir(parents=True, exist_ok=True)
            if source.suffix == ".md":
                place.write_text(self._with_links(source), "utf-8")
            elif source.is_relative_to(DOCS):
                shutil.copyfile(source, place)
            else:
                place.write_text(code_page(source), "utf-8")

    def _place(self, source: Path) -> Path:
        """Return the path of a file in the site."""
        if source.is_relative_to(DOCS):
            return source.relative_to(DOCS)
        name = source.name if source.suffix == ".md" else f"{source.name}.md"
        return COPIES / source.parent.relative_to(ROOT) / ("folder.md" if source.is_dir() else name)

    def _with_links(self, source: Path) -> str:
        """Return a page as Python's Markdown reads it, with links to the copies of files outside `docs`.

        Code is left as it is.
        """
        parts = FENCE.split(source.read_text("utf-8"))
        parts[::2] = [
            LINK.sub(lambda link: self._link(source, link[0]), INDENT.sub("    ", part)) for part in parts[::2]
        ]
        return "".join(parts)

    def _link(self, source: Path, target: str) -> str:
        file, mark, anchor = target.partition("#")
        if target.startswith(OUTSIDE) or not file:
            return target
        there = Path(os.path.normpath(source.parent / file))
        if there.is_dir() and (there / "README.md").is_file():
            there /= "README.md"
        if not there.is_relative_to(ROOT) or not there.exists():
            raise SystemExit(f"{source.relative_to(ROOT)}: no file {target}")
        if there not in self._collected:
            self._collected.add(there)
            self._waiting.append(there)
        steps = os.path.relpath(self._place(there), self._place(source).parent)
        return f"{Path(steps).as_posix()}{mark}{anchor}"


def code_page(source: Path) -> str:
    """Return a page that shows a file, or the files of a folder one below the other."""
    files = [source] if source.is_file() else sorted(path for path in source.iterdir() if path.is_file())
    title = source.relative_to(ROOT).as_posix()
    shown = []
    for path in files:
        shown += [f"## {path.name}"] if len(files) > 1 else []
        shown.append(f"````{HIGHLIGHTED.get(path.suffix, 'text')}\n{path.read_text('utf-8').rstrip()}\n````")
    return "\n\n".join([f"# {title}", *shown]) + "\n"


def build(folder: Path, *, quick: bool = False) -> Path:
    """Build the site in `build/site` of a folder that has the settings file, and return its path."""
    pages, site = folder / "build" / "docs", folder / "build" / "site"
    for old in (pages, site):
        shutil.rmtree(old, ignore_errors=True)
    Collection(pages).collect()
    shutil.copyfile(ROOT / "scripts" / "docs_site.css", pages / "site.css")
    shutil.copytree(FONTS, pages / "fonts", ignore=shutil.ignore_patterns("README.md"))
    write_api_pages(pages / "reference")
    write_game_pages(pages / "games", ROOT / "build", quick=quick)
    command = [sys.executable, "-m", "zensical", "build", "--clean", "--strict"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=600)
    if done.returncode != 0:
        raise SystemExit(done.stdout + done.stderr)
    return site


class _References(HTMLParser):
    """Anchors of a page, and what it links to or loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.anchors |= {name for name in (values.get("id"), values.get("name")) if name}
        found = values.get("href") or values.get("src")
        if found is not None:
            (self.links if tag == "a" else self.loaded).append(found)


def faults_of(site: Path) -> list[str]:
    """Return a line for each link of the built pages that leads nowhere, and for each file from another server."""
    pages = {page: _References(page.read_text("utf-8")) for page in sorted(site.rglob("*.html"))}
    faults = []
    for page, references in pages.items():
        where = page.relative_to(site)
        faults += [f"{where}: loads {url}" for url in references.loaded if urlsplit(url).netloc]
        for url in [*references.links, *references.loaded]:
            target = urlsplit(url)
            if target.scheme or target.netloc or page.name == "404.html":
                continue
            there = page if not target.path else Path(os.path.normpath(page.parent / unquote(target.path)))
            there = there / "index.html" if there.is_dir() else there
            if not there.is_file():
                faults.append(f"{where}: no page {url}")
            elif target.fragment and there in pages and unquote(target.fragment) not in pages[there].anchors:
                faults.append(f"{where}: no anchor {url}")
    return faults


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="without pictures of the felts and without strategies")
    site = build(ROOT, quick=parser.parse_args().quick)
    if faults := faults_of(site):
        raise SystemExit("\n".join(faults))
    print(f"{len(list(site.rglob('*.html')))} pages in {site.relative_to(ROOT)}; every link leads somewhere.")
    print("Read them: python -m http.server --bind 127.0.0.1 --directory build/site 8080")


if __name__ == "__main__":
    main()
