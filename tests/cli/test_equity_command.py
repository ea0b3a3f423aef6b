"""Command `croupier equity`, and what `odds` and `strategy` answer for a game between seats."""

from __future__ import annotations

import json
from typing import Any

import pytest

from croupier.cli.equity import show_equity
from croupier.cli.odds import show_odds
from croupier.cli.strategy import show_strategy
from croupier.errors import BadInput

BOOK = "ca-texas-holdem"


def equity_json(capsys: pytest.CaptureFixture[str], *hands: str, **overrides: Any) -> dict[str, Any]:
    defaults: dict[str, Any] = {"board": "", "dead": "", "samples": None, "seed": 1, "as_json": True}
    show_equity(hands, **(defaults | overrides))
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_equities_are_printed_exactly_or_with_an_interval(capsys: pytest.CaptureFixture[str]) -> None:
    exact = equity_json(capsys, "As Ks", "QQ+, AKs", board="Kd 7c 2s")
    assert (exact["method"], exact["boards"], exact["seed"]) == ("exact", 11_880, None)
    first, second = exact["hands"]
    assert first["equity"] + second["equity"] == pytest.approx(1)
    assert first["equity_exact"].count("/") == 1
    assert first["interval"] is None
    drawn = equity_json(capsys, "As Ks", "QQ+, AKs", board="Kd 7c 2s", samples=50_000)
    assert drawn["method"] == "sampled"
    assert drawn["hands"][0]["equity_exact"] is None
    assert abs(drawn["hands"][0]["equity"] - first["equity"]) < 2 * drawn["hands"][0]["interval"]


def test_equities_are_printed_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    show_equity(["AA", "KK"], board="", dead="", samples=None, seed=1, as_json=False)
    out = capsys.readouterr().out
    assert "every deal and board counted" in out
    assert "81.9461" in out


def test_a_game_between_seats_has_no_chart_and_no_par_sheet() -> None:
    defaults: dict[str, Any] = dict.fromkeys(("hand", "up", "removed", "left", "html", "pdf"))
    with pytest.raises(BadInput, match="croupier equity"):
        show_strategy(BOOK, [], **(defaults | {"as_json": False, "hand": "As Ks"}))
    with pytest.raises(BadInput, match="--csv: goes with a par sheet"):
        show_odds(
            BOOK, [], removed=None, left=None, effects=False, players=1, as_json=False, as_csv=True, html=None, pdf=None
        )
