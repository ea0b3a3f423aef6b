"""Playing book of a third-party provider: amounts posted, won, lost and paid by its players, per round.

Every line has its time, user and terminal (4 CCR 12263). The lines are computed from records of settled rounds, so that
the playing book can be exported again at any time with the same content. The recipient must keep an export secret.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from typing import Any

from croupier.csv_output import to_csv


@dataclass(frozen=True)
class PlayingBookResult:
    """Result of one round for one player; returned stakes are neither won nor lost."""

    seat: int
    user: str
    terminal: str
    player_dealer: bool
    posted_cents: int
    """Bank of the player-dealer, or wagers of another player, in cents."""
    won_cents: int
    lost_cents: int
    collection_cents: int = 0


@dataclass(frozen=True)
class PlayingBookRound:
    """Settled round with the fields that a playing book needs."""

    at: int
    """Settlement time in milliseconds since 1970 UTC."""
    table: str
    round: str
    results: tuple[PlayingBookResult, ...]


@dataclass(frozen=True)
class PlayingBookLine:
    """Line of a playing book: one round of one of the provider's players."""

    at: int
    table: str
    round: str
    seat: int
    player_dealer: bool
    posted_cents: int
    won_cents: int
    lost_cents: int
    collection_cents: int
    user: str
    terminal: str

    def __post_init__(self) -> None:
        for name in ("posted_cents", "won_cents", "lost_cents", "collection_cents"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name} is {getattr(self, name)}; amounts in a playing book are not negative")

    @property
    def net_cents(self) -> int:
        """Net result of the round after collection, in cents."""
        return self.won_cents - self.lost_cents - self.collection_cents

    @property
    def time(self) -> str:
        """Settlement time as text: `2026-04-01T12:00:00.000Z`."""
        whole = datetime.fromtimestamp(self.at // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%S")
        return f"{whole}.{self.at % 1000:03d}Z"


@dataclass(frozen=True)
class PlayingBookTotals:
    """Sums over all lines of a playing book."""

    lines: int = 0
    hands_banked: int = 0
    posted_cents: int = 0
    won_cents: int = 0
    lost_cents: int = 0
    collection_cents: int = 0
    net_cents: int = 0


def book_lines(records: Iterable[PlayingBookRound], users: Collection[str]) -> tuple[PlayingBookLine, ...]:
    """Return the lines of one provider, sorted by time, table, round and seat.

    `users`: the provider's players.
    """
    found = [_line(record, result) for record in records for result in record.results if result.user in users]
    return tuple(sorted(found, key=lambda line: (line.at, line.table, line.round, line.seat, line.user)))


def _line(record: PlayingBookRound, result: PlayingBookResult) -> PlayingBookLine:
    return PlayingBookLine(at=record.at, table=record.table, round=record.round, **asdict(result))


def totals(lines: Iterable[PlayingBookLine]) -> PlayingBookTotals:
    """Return the sums over these lines of a playing book."""
    lines = tuple(lines)
    return PlayingBookTotals(
        lines=len(lines),
        hands_banked=sum(line.player_dealer for line in lines),
        posted_cents=sum(line.posted_cents for line in lines),
        won_cents=sum(line.won_cents for line in lines),
        lost_cents=sum(line.lost_cents for line in lines),
        collection_cents=sum(line.collection_cents for line in lines),
        net_cents=sum(line.net_cents for line in lines),
    )


def as_csv(lines: Iterable[PlayingBookLine]) -> str:
    """Return the lines as CSV with a header, one line per round. The JSON lines have the exact text."""
    return to_csv(map(_row, lines), COLUMNS)


def as_json_lines(lines: Iterable[PlayingBookLine]) -> str:
    """Return the lines as JSON, one object per line."""
    return "".join(json.dumps(_row(line), ensure_ascii=False) + "\n" for line in lines)


def _row(line: PlayingBookLine) -> dict[str, Any]:
    return {"time": line.time, **asdict(line), "net_cents": line.net_cents}


COLUMNS = ("time", *(field.name for field in fields(PlayingBookLine)), "net_cents")
"""Columns of an exported playing book, in order."""
