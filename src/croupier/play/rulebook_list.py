"""List of all rulebooks with their wagers, shipped as a file so that `croupier games` reads no rulebook.

The file applies only while it has the digest of the rulebook files; `python -m croupier.play.rulebook_list` writes it
again, and a test compares.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

from croupier.outside_packages import RULEBOOKS, outside_entries

DATA = files("croupier.rulebook").joinpath("data")
LIST = DATA.joinpath("list.json")


@dataclass(frozen=True)
class ListedRulebook:
    """One rulebook in the list."""

    rulebook: str
    title: str
    house: str
    family: str
    family_title: str
    banking: str
    modes: list[str]
    wagers: list[str]
    paytables: list[str]
    source: str
    digest: str

    def json(self) -> dict[str, Any]:
        """Return the entry as `croupier games --json` prints it, a contract: see docs/reference/commands.md."""
        return {name: value for name, value in asdict(self).items() if name != "family_title"}


def listed_rulebooks() -> list[ListedRulebook]:
    """Return all rulebooks, those that croupier ships and then those of outside packages."""
    shipped = _shipped_list()
    if shipped is not None and not any(True for _ in outside_entries(RULEBOOKS)):
        return shipped
    from croupier.play import rulebook_library  # noqa: PLC0415 - reads rulebooks with Pydantic and NumPy

    outside = rulebook_library.names()[len(rulebook_library.shipped_names()) :]
    return [*(shipped or read_rulebooks(rulebook_library.shipped_names())), *read_rulebooks(outside)]


def _shipped_list() -> list[ListedRulebook] | None:
    """Return the shipped list, or None if the rulebook files are not those that it was made from."""
    if not LIST.is_file():
        return None
    data = json.loads(LIST.read_text("utf-8"))
    return [ListedRulebook(**entry) for entry in data["rulebooks"]] if data["files"] == files_digest() else None


def files_digest() -> str:
    """Return the SHA-256 of the names and contents of all shipped rulebook files."""
    digest = sha256()
    for name, content in sorted(_toml_files()):
        digest.update(f"{name}\n{len(content)}\n".encode() + content)
    return digest.hexdigest()


def _toml_files() -> Iterator[tuple[str, bytes]]:
    for folder in (DATA, DATA.joinpath("common")):
        for file in folder.iterdir():
            if file.name.endswith(".toml"):
                yield f"{folder.name}/{file.name}", file.read_bytes().replace(b"\r\n", b"\n")


def read_rulebooks(names: Iterable[str]) -> list[ListedRulebook]:
    """Return the entries of rulebooks, read from their files."""
    from croupier.play import rulebook_library  # noqa: PLC0415 - as above
    from croupier.play.family import load_family  # noqa: PLC0415
    from croupier.rulebook.table_rules import TableRules  # noqa: PLC0415

    entries = []
    for book in map(rulebook_library.load, names):
        written = book.written
        entries.append(
            ListedRulebook(
                book.id,
                book.title,
                written.house,
                written.family,
                load_family(written.family).display_name,
                written.banking,
                list(written.modes),
                list(TableRules.of(book).wagers),
                list(book.paytables),
                written.source if isinstance(written.source, str) else written.source.file,
                book.digest,
            )
        )
    return entries


def main() -> None:
    """Write the list of the shipped rulebooks into the package."""
    from croupier.play import rulebook_library  # noqa: PLC0415 - as above

    entries = [asdict(entry) for entry in read_rulebooks(rulebook_library.shipped_names())]
    text = json.dumps({"files": files_digest(), "rulebooks": entries}, indent=1, ensure_ascii=False)
    Path(str(LIST)).write_text(text + "\n", "utf-8")


if __name__ == "__main__":
    main()
