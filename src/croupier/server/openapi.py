"""Generator of the OpenAPI description for the web pages' types: `python -m croupier.server.openapi`.

`npm run wire` makes `web/src/wire.http.ts` from the file. The description leaves out the error responses, which have
one shape for all routes, and the release number, so that the file changes only with the routes. With `--check` nothing
is written; a file that differs from the routes is an error. Run it as a process of its own: the schemas of views depend
on what was imported before.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fastapi import FastAPI

from croupier.server import tables
from croupier.server.routes import ROUTERS

FILE = Path(__file__).parents[3] / "web" / "openapi.json"
COMMAND = "python -m croupier.server.openapi"


def description() -> dict[str, Any]:
    """Return the OpenAPI description of all routes without their error responses."""
    app = FastAPI(title="croupier", version="0")
    for router in (tables.router, *ROUTERS):
        app.router.routes.extend(router.routes)
    described = app.openapi()
    for routes in described["paths"].values():
        for route in routes.values():
            route["responses"] = {code: body for code, body in route["responses"].items() if code < "300"}
    _remove_titles(described["paths"])
    _remove_titles(described["components"])
    return described


def _remove_titles(node: Any) -> None:
    """Remove the titles that repeat a name, such as "Balance Cents"; a property named `title` stays."""
    if isinstance(node, dict):
        if isinstance(node.get("title"), str):
            del node["title"]
        for child in node.values():
            _remove_titles(child)
    elif isinstance(node, list):
        for child in node:
            _remove_titles(child)


def main(arguments: list[str]) -> Iterator[str]:
    """Write or check the generated file and yield error messages."""
    if arguments not in ([], ["--check"]):
        yield f"write {COMMAND}, or {COMMAND} --check"
        return
    made = json.dumps(description(), indent=2, sort_keys=True) + "\n"
    if arguments != ["--check"]:
        FILE.write_text(made, encoding="utf-8")
    elif FILE.read_text(encoding="utf-8") != made:
        yield f"{FILE} differs from the routes; run {COMMAND}, then `npm run wire` in web"


if __name__ == "__main__":
    sys.exit("\n".join(main(sys.argv[1:])) or None)
