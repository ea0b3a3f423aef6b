"""Playing book of a third-party provider: its lines, totals, CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import asdict, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.table.playing_book import (
    COLUMNS,
    PlayingBookLine,
    PlayingBookResult,
    PlayingBookRound,
    PlayingBookTotals,
    as_csv,
    as_json_lines,
    book_lines,
    totals,
)

NOON = 1_775_044_800_000  # 1 April 2026, 12:00 UTC
BANKED = PlayingBookResult(4, "tp-ana", "t-4", True, 100_000, 15_000, 9_500, 200)
BET = PlayingBookResult(4, "tp-ana", "t-4", False, 5_000, 0, 5_000, 100)
GUEST = PlayingBookResult(1, "joe", "t-1", False, 2_000, 2_000, 0)
RECORDS = [
    PlayingBookRound(NOON + 61_005, "ez-1", "ez-1/12", (GUEST, BET)),
    PlayingBookRound(NOON, "ez-1", "ez-1/11", (GUEST, BANKED)),
]


def test_the_book_holds_the_providers_players_only_in_order_of_time() -> None:
    lines = book_lines(RECORDS, {"tp-ana"})
    assert [(line.round, line.player_dealer, line.user) for line in lines] == [
        ("ez-1/11", True, "tp-ana"),
        ("ez-1/12", False, "tp-ana"),
    ]
    assert book_lines(RECORDS, set()) == ()


def test_a_line_has_its_time_user_and_terminal() -> None:
    line = book_lines(RECORDS, {"tp-ana"})[1]
    assert (line.at, line.time) == (NOON + 61_005, "2026-04-01T12:01:01.005Z")
    assert (line.table, line.seat, line.user, line.terminal) == ("ez-1", 4, "tp-ana", "t-4")


def test_the_net_of_a_round_is_wins_minus_losses_minus_the_fee() -> None:
    first, second = book_lines(RECORDS, {"tp-ana"})
    assert (first.net_cents, second.net_cents) == (5_300, -5_100)


def test_the_totals_of_a_playing_book_are_the_sums_of_its_lines() -> None:
    assert totals(book_lines(RECORDS, {"tp-ana"})) == PlayingBookTotals(2, 1, 105_000, 15_000, 14_500, 300, 200)
    assert totals(()) == PlayingBookTotals()


@pytest.mark.parametrize("name", ["posted_cents", "won_cents", "lost_cents", "collection_cents"])
def test_no_amount_is_negative(name: str) -> None:
    line = book_lines(RECORDS, {"tp-ana"})[0]
    with pytest.raises(ValueError, match=f"{name} is -1"):
        PlayingBookLine(**{**asdict(line), name: -1})


def test_the_csv_has_a_heading_and_a_line_a_round() -> None:
    text = as_csv(book_lines(RECORDS, {"tp-ana"}))
    assert text.splitlines() == [
        ",".join(COLUMNS),
        f"2026-04-01T12:00:00.000Z,{NOON},ez-1,ez-1/11,4,yes,100000,15000,9500,200,tp-ana,t-4,5300",
        f"2026-04-01T12:01:01.005Z,{NOON + 61_005},ez-1,ez-1/12,4,no,5000,0,5000,100,tp-ana,t-4,-5100",
    ]
    assert as_csv(()) == ",".join(COLUMNS) + "\n"


def test_a_name_that_looks_like_a_formula_is_quoted() -> None:
    line = replace(book_lines(RECORDS, {"tp-ana"})[0], user="=1+1", terminal="3:2")
    row = next(csv.DictReader(io.StringIO(as_csv([line]))))
    assert (row["user"], row["terminal"]) == ("'=1+1", "'3:2")
    assert json.loads(as_json_lines([line]))["user"] == "=1+1"


NAMES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8)
CENTS = st.integers(0, 10**9)
LINES = st.lists(
    st.builds(
        PlayingBookLine, st.integers(0, 4 * 10**12), NAMES, NAMES, st.integers(1, 14), st.booleans(),
        CENTS, CENTS, CENTS, CENTS, NAMES, NAMES,
    ),
    max_size=6,
)  # fmt: skip


@settings(max_examples=100, deadline=None)
@given(LINES)
def test_json_lines_contain_every_line(lines: list[PlayingBookLine]) -> None:
    rows = [json.loads(text) for text in as_json_lines(lines).split("\n")[:-1]]
    assert all(tuple(row) == COLUMNS for row in rows)
    stored = [{key: value for key, value in row.items() if key not in ("time", "net_cents")} for row in rows]
    assert stored == [asdict(line) for line in lines]


@settings(max_examples=100, deadline=None)
@given(LINES)
def test_the_csv_adds_up_to_the_totals(lines: list[PlayingBookLine]) -> None:
    rows = list(csv.DictReader(io.StringIO(as_csv(lines), newline="")))
    assert len(rows) == totals(lines).lines
    for name in ("posted_cents", "won_cents", "lost_cents", "collection_cents", "net_cents"):
        assert sum(int(row[name]) for row in rows) == getattr(totals(lines), name)
