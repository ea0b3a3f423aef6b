"""Contract of the pages' generated files: the description of the routes is current, every error code is listed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.errors import InvariantViolation
from croupier.server import openapi
from croupier.views.error_codes import codes_of, error_codes


def test_the_description_of_the_routes_is_current() -> None:
    """Check `openapi.json` in a process of its own: the schemas depend on what was imported before."""
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
    """Check that a route says what it returns; no page reads the listed one, whose keys depend on the role."""
    paths = json.loads(openapi.FILE.read_text(encoding="utf-8"))["paths"]
    untyped = {
        path
        for path, routes in paths.items()
        for route in routes.values()
        for body in route["responses"].values()
        for kind, content in body.get("content", {}).items()
        if kind == "application/json"
        and not {"$ref", "anyOf", "items"} & set(content["schema"])
        and not isinstance(content["schema"].get("additionalProperties"), dict)
    }
    assert untyped == {"/api/shifts/{shift}"}


def test_error_codes_are_found_where_they_are_written() -> None:
    assert {"wager/no_more_bets", "wager/backline", "table/dispute", "turning/not_yours", "excluded"} <= set(
        error_codes()
    )
    source = """
CODES = {"seat": "wager/seat"}
def refuse(is_late):
    code = "wager/late" if is_late else CODES["seat"]
    return Refused(code, "No.") if is_late else Refused("wager/early", "No.")
"""
    assert set(codes_of(source)) == {"wager/late", "wager/seat", "wager/early"}


def test_an_error_code_that_is_put_together_is_an_error() -> None:
    with pytest.raises(InvariantViolation, match="write each error code as a whole"):
        list(codes_of('Refused(f"wager/{why}", "No.")'))
