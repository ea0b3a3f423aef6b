"""Contract of the pages' generated files: the description of the HTTP routes is current."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.server import openapi


def test_the_description_of_the_routes_is_current() -> None:
    """Check it in a process of its own: the schemas depend on what was imported before."""
    checked = subprocess.run(
        [sys.executable, "-m", "croupier.server.openapi", "--check"], check=False, capture_output=True, text=True
    )
    assert checked.returncode == 0, checked.stderr


def test_an_outdated_description_is_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stale = tmp_path / "openapi.json"
    monkeypatch.setattr(openapi, "FILE", stale)
    assert not list(openapi.main([]))
    assert not list(openapi.main(["--check"]))
    stale.write_text(stale.read_text(encoding="utf-8").replace("balance_cents", "balance"), encoding="utf-8")
    assert "run python -m croupier.server.openapi" in next(openapi.main(["--check"]))


def test_every_json_response_is_described() -> None:
    """Check that a route says what it returns; the listed routes return views, which `wire.ts` has, or documents."""
    paths = json.loads(openapi.FILE.read_text(encoding="utf-8"))["paths"]
    untyped = {
        path
        for path, routes in paths.items()
        for route in routes.values()
        for body in route["responses"].values()
        for kind, content in body.get("content", {}).items()
        if kind == "application/json" and not {"$ref", "anyOf", "items"} & set(content["schema"])
    }
    assert untyped == {
        "/api/meters/{meter}/report",
        "/api/rounds/{table}/{number}",
        "/api/rulebooks/{rulebook}",
        "/api/rulebooks/{rulebook}/odds",
        "/api/shifts/{shift}",
        "/api/tables/{table}",
        "/api/tables/{table}/odds",
        "/api/tables/{table}/rules",
    }
