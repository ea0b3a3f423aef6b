"""Envy: what the others at the table receive when somebody hits the top of a pay table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum

from croupier.money.bets import Bet, Verdict
from croupier.money.cents import Cents


class EnvyMode(StrEnum):
    """When envy is due on a row that several bettors share. [CO-99-A7]"""

    SEAT_MATCH_ONLY = "seat-match-only"
    """Only for a row better than one's own, once for each seat that holds it."""
    ONCE = "once"
    """Once, if any other bettor holds an envied row."""
    PER_OTHER_BETTOR = "per-other-bettor"
    """For every other bettor who holds an envied row."""


def envy_due(bets: Sequence[Bet], verdicts: Sequence[Verdict], mode: EnvyMode) -> Iterator[tuple[Bet, Cents, Verdict]]:
    """Who receives envy, how much, and the verdict it is owed to; in seat order."""
    if not any(verdict.envy for verdict in verdicts):
        return
    for i in sorted(range(len(bets)), key=lambda place: (bets[place].seat, place)):
        envied = [
            verdicts[j]
            for j in _others(bets, i, one_a_seat=mode is EnvyMode.SEAT_MATCH_ONLY)
            if verdicts[j].envy and (mode is not EnvyMode.SEAT_MATCH_ONLY or _is_better(verdicts[j], verdicts[i]))
        ]
        if not envied:
            continue
        amounts = [verdict.envy for verdict in envied]
        total = max(amounts) if mode is EnvyMode.ONCE else sum(amounts)
        yield bets[i], Cents(total), envied[0]


def _others(bets: Sequence[Bet], place: int, *, one_a_seat: bool) -> Iterator[int]:
    """Other bettors on the same wager; at most one a seat, and none at one's own, where a seat's hand is envied."""
    own = bets[place]
    seats = {own.seat} if one_a_seat else set()
    for other, bet in enumerate(bets):
        if other == place or bet.wager != own.wager or bet.seat in seats:
            continue
        if one_a_seat:
            seats.add(bet.seat)
        yield other


def _is_better(other: Verdict, own: Verdict) -> bool:
    """Higher in the pay table. Nobody envies a hand worse than his own."""
    if other.row_number is None:
        return False
    return own.row_number is None or other.row_number < own.row_number
